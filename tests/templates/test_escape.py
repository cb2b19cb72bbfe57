"""The template of escape says what the game's sheet has: compared with a table made apart from it."""

from __future__ import annotations

from collections import Counter

import pytest

from fairsheet.sheets.library.templates import load_template, read_template, template_path
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.sheet import Attribute, Sheet

SECTIONS = {  # by ship: its sections from left to right with their slots, and what is printed circled
    6: ({"a": [1, 2], "b": [3, 4], "g": [5]}, 2, 2),
    5: ({"a": [1, 2, 3], "g": [4], "b": [5, 6]}, 1, 1),
    4: ({"a": [1, 2], "g": [3], "b": [4, 5, 6]}, 1, 1),
    3: ({"g": [1], "a": [2, 3, 4], "b": [5, 6, 7]}, 1, 0),
    2: ({"a": [1, 2, 3], "b": [4, 5, 6], "g": [7], "c": [8, 9, 10]}, 0, 0),
    1: ({"a": [1, 2, 3, 4], "g": [5], "b": [6, 7, 8, 9]}, 0, 0),
}
ROBOTS = ["1.1", "1.8", "2.3", "2.10", "3.5", "4.2", "5.6", "6.2"]
TANKS = {
    "1-a": "1.3", "1-b": "1.7", "2-a": "2.2", "2-b": "2.5", "2-c": "2.9", "3-a": "3.3", "3-b": "3.7",
    "4-a": "4.1", "4-b": "4.5", "5-a": "5.2", "5-b": "5.5", "6-a": "6.1", "6-b": "6.3",
}  # fmt: skip
AIRLOCKS = [
    "1a-1g", "1g-1b", "2a-2b", "2b-2g", "2g-2c", "3g-3a", "3a-3b", "4a-4g", "4g-4b", "5a-5g", "5g-5b", "6a-6b",
    "6b-6g", "1a-2a", "1a-2b", "1b-2c", "2a-3a", "2b-3b", "3a-4a", "3b-4b", "4a-5a", "4b-5b", "5a-6a", "5b-6b",
]  # fmt: skip


def section(ship: int, letter: str) -> str:
    return f"greenhouse.{ship}" if letter == "g" else f"module.{ship}-{letter}"


@pytest.fixture(scope="module")
def escape() -> Sheet:
    return load_template(template_path("escape"))


def test_ships_are_zones_of_modules_and_a_greenhouse(escape: Sheet) -> None:
    assert set(escape.zone) == {f"ship-{ship}" for ship in SECTIONS}
    for ship, (sections, _, _) in SECTIONS.items():
        slots = tuple(f"ship-{ship}.{k}" for ks in sections.values() for k in ks)
        assert escape.zone[f"ship-{ship}"].slots == slots
        for letter, ks in sections.items():
            group = escape.group[section(ship, letter)]
            assert group.attrs["slots"] == tuple(f"ship-{ship}.{k}" for k in ks)
            assert group.attrs["open_at_start"] == (ship == 1 and letter in "ab")
        places = [escape.field[slot].rect for slot in slots]
        assert [place.x for place in places] == sorted(place.x for place in places)


def test_ships_lie_one_above_the_other(escape: Sheet) -> None:
    heights = [escape.field[f"ship-{ship}.1"].rect.y for ship in range(1, 7)]
    assert heights == sorted(heights, reverse=True)


def test_airlocks_join_what_they_should(escape: Sheet) -> None:
    links = {field.id: field for field in escape.fields if field.kind == "link"}
    assert set(links) == {f"airlock.{name}" for name in AIRLOCKS}
    for name in AIRLOCKS:
        ends = [section(int(end[0]), end[1]) for end in name.split("-")]
        assert links[f"airlock.{name}"].attrs["between"] == tuple(ends)
        upright = name[0] != name.split("-")[1][0]
        line = links[f"airlock.{name}"].line
        assert line is not None
        start, end = line
        assert (start.x == end.x) == upright and (start.y == end.y) != upright


def listed(attribute: Attribute) -> tuple[str | int | float, ...]:
    """An attribute that is a list."""
    assert isinstance(attribute, tuple)
    return attribute


def test_airlocks_touch_the_slots_of_their_sections(escape: Sheet) -> None:
    for name in AIRLOCKS:
        airlock = escape.field[f"airlock.{name}"]
        assert airlock.line is not None
        for end, point in zip(listed(airlock.attrs["between"]), airlock.line, strict=True):
            section = escape.group[str(end)]
            slots = [escape.field[str(slot)].rect for slot in listed(section.attrs["slots"])]
            assert min(slot.x for slot in slots) - 9 <= point.x <= max(slot.right for slot in slots) + 9
            assert min(slot.y for slot in slots) - 2 <= point.y <= max(slot.bottom for slot in slots) + 6


def test_robots_and_tanks(escape: Sheet) -> None:
    given = [field.id for field in escape.fields if field.attrs.get("bonus") == "airlock"]
    assert set(given) == {*(f"ship-{slot}" for slot in ROBOTS), "error.1", "error.2"}
    tanks = {field.id: field.attrs["slot"] for field in escape.fields_of_symbol("water-tank")}
    assert tanks == {f"tank.{tank}": f"ship-{slot}" for tank, slot in TANKS.items()}
    for tank, slot in tanks.items():
        above, below = escape.field[tank].rect, escape.field[str(slot)].rect
        assert above.center.x == pytest.approx(below.center.x) and above.bottom < below.y


def test_plants_and_reactors_that_are_not_printed(escape: Sheet) -> None:
    for ship, (_, plants, reactors) in SECTIONS.items():
        greenhouse, bank = escape.group[f"greenhouse.{ship}"].attrs, escape.group[f"reactors.{ship}"].attrs
        assert (greenhouse["grown"], bank["running"]) == (plants, reactors)
        assert len(listed(greenhouse["plants"])) == 3 - plants
        assert len(listed(bank["reactors"])) == 3 - reactors


def test_counts(escape: Sheet) -> None:
    kinds = Counter(field.kind for field in escape.fields)
    assert kinds == {"slot": 43, "icon": 67, "link": 24, "box": 25, "text": 1}
    symbols = Counter(field.symbol for field in escape.fields if field.kind == "icon")
    assert symbols == {
        "reactor": 14, "water-tank": 13, "plant": 13, "times-two": 6, "astronaut": 6, "wild": 3,
        "planning": 9, "system-error": 3,
    }  # fmt: skip
    assert escape.ladder["planning"].values == (0, 1, 3, 6, 9, 12, 16, 20, 24)
    assert escape.ladder["planning"].last == 28
    assert (escape.ladder["error"].values, escape.ladder["error"].last) == ((0, 5, 10), 15)


def test_missions_and_score_lines(escape: Sheet) -> None:
    values = {name: (mission.first, mission.later) for name, mission in escape.mission.items()}
    assert values == {
        "A1": (10, 5), "A2": (7, 3), "B1": (9, 4), "B2": (10, 5), "C1": (10, 5), "C2": (10, 5),
    }  # fmt: skip
    signs = {line.box: line.sign for line in escape.scores if line.box.startswith("score.")}
    assert [box for box, sign in signs.items() if sign == "-"] == ["score.planning", "score.errors"]
    assert len(signs) == 10 and signs["score.total"] == "="


def test_a_camera_can_read_it() -> None:
    placed = read_template(template_path("escape"))
    assert lint(placed.sheet, placed.positions) == []
