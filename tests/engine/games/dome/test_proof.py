"""Verdicts on tables of dome: bots' games are legal, impossible ones are found, every history replays."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from fairsheet.engine.games.dome._rules import Dome
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.tables import by_hand, changed, game_of_bots, judged, words

SHEET = load_sheet("dome")
GAME = Dome(SHEET)


DOWN: dict[str, Mark] = {"tower-3.3": 9, "tower-3.2": 6, "tower-3.1": 3}
ONE_MORE: dict[str, Mark] = {"tower-1.6": 5}
FIRST: dict[str, Mark] = {**DOWN, "bonus.3-bottom-high": "circled"}
LATER: dict[str, Mark] = {**DOWN, "bonus.3-bottom-high": "crossed", "bonus.3-bottom-low": "circled"}


@pytest.mark.parametrize(
    ("sheets", "legal"),
    [
        ((FIRST, FIRST), True),
        ((FIRST, LATER), False),
        ((FIRST | ONE_MORE, LATER | ONE_MORE), True),
        ((FIRST | ONE_MORE, FIRST | ONE_MORE), True),
        ((LATER | ONE_MORE, LATER | ONE_MORE), False),
        ((FIRST, {"tower-1.6": 5, "tower-1.7": 6, "tower-1.8": 9}), False),
        ((FIRST, {"tower-1.6": 5, "tower-1.7": 6, "tower-1.8": 9, "bonus.3-bottom-high": "crossed"}), True),
    ],
)
def test_race_for_an_end_has_consistent_marks(sheets: tuple[dict[str, Mark], ...], legal: bool) -> None:
    verdicts = by_hand("dome", *sheets)
    assert ("illegal" not in verdicts) == legal and "undecided" not in verdicts


def part(number: int) -> dict[str, Mark]:
    return {f"dome.{number}-left": "drawn", f"dome.{number}-right": "drawn"}


@pytest.mark.parametrize(
    ("marks", "legal"),
    [
        ({"tower-3.3": 9, "tower-3.2": "X", "cut.1": "drawn"}, True),
        ({"tower-3.3": "X", "tower-3.2": 9, "cut.1": "drawn"}, False),  # the number is older than the X
        ({"tower-1.7": 7, "tower-1.8": 9, "tower-1.6": "X", "cut.1": "drawn", "dome.1-left": "drawn"}, True),
        # the only odd number is the first, so no half remains to be built after the cut
        ({"tower-1.7": 7, "tower-1.8": 8, "tower-1.6": "X", "cut.1": "drawn", "dome.1-left": "drawn"}, False),
        ({"tower-1.7": 9, "tower-1.8": "X", "cut.1": "drawn", **part(8)}, False),
        ({"tower-1.7": 7, "tower-1.8": 8, **part(1), **part(2)}, True),
        ({"tower-1.7": 8, "tower-1.8": 9, **part(1), **part(2)}, False),  # the even number is the older one
        ({"tower-1.7": 8, "tower-1.8": 9, **part(1), **part(8)}, True),
        # the half of 2 follows part 1, so both odd numbers precede it, but the X does not follow it
        (
            {"tower-1.7": 8, "tower-1.8": 9, "tower-1.9": 11, "bonus.1-top-high": "circled", **part(1)}
            | {"tower-1.6": "X", "cut.2": "drawn", "dome.2-left": "drawn"},
            False,
        ),
        (
            {"tower-1.7": 7, "tower-1.8": 9, "tower-1.9": 12, "bonus.1-top-high": "circled", **part(1)}
            | {"tower-1.6": "X", "cut.2": "drawn", "dome.2-left": "drawn"},
            True,
        ),
    ],
)
def test_growth_and_dome_determine_the_order(marks: dict[str, Mark], legal: bool) -> None:
    assert by_hand("dome", marks)[0] == ("legal" if legal else "illegal")


def test_long_lists_of_marks_name_only_their_number() -> None:
    numbers: dict[str, Mark] = {
        "tower-1.6": 5,
        "tower-1.7": 6,
        "tower-2.4": 5,
        "tower-2.5": 6,
        "tower-2.6": 7,
    }
    rows = [row for area in list(GAME.board.areas.values())[:2] for row in area]

    def count_text(count: int) -> str:
        marks = {**dict(list(numbers.items())[: count - 1]), **dict.fromkeys(rows[:count], "crossed")}
        (found,) = (found for found in GAME.contradictions(marks, None) if found.rule == "action")
        return found.why

    two = "missions-upgrade.2, missions-upgrade.1"
    assert count_text(2) == f"{two} took an action each, but only 1 number could bring them"
    assert count_text(5).count(",") == 5  # between five names, and after them
    assert count_text(6) == "6 marks took an action each, but only 5 numbers could bring them"


def test_seal_needs_a_star_on_another_sheet() -> None:
    game = game_of_bots("dome", "honest", "greedy")
    record = next(r for r in game.records if any(field.endswith("-first") for field in r.marks))
    star = next(field for field in record.marks if field.endswith("-first"))
    seal = star.replace("first", "later")
    records = [changed(r, {star: None, seal: "circled"}) if star in r.marks else r for r in game.records]
    assert "illegal" in words(judged(records))


def test_order_of_marks_in_a_record_does_not_matter() -> None:
    records = game_of_bots("dome", "honest", "greedy").records
    tables = ("missions", "harvest", "astronauts", "dome")
    rows = [{f"{each}-upgrade.1", f"{each}-upgrade.2"} for each in tables]
    assert any(two <= set(record.marks) for record in records for two in rows)
    backwards = [replace(each, marks=dict(reversed(list(each.marks.items())))) for each in records]
    assert words(judged(backwards)) == {"legal"}
