"""The template of launch says what the game's sheet has: compared with a transcription made apart from it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fairsheet.sheets.formulas.functions import fields_named
from fairsheet.sheets.library.templates import load_sheet, load_template, read_template, template_path
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.sheet import Call, Name, Number, Operation, Sheet

FACTS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "data/sheets/launch.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def launch() -> Sheet:
    return load_template(template_path("launch"))


def as_tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def test_zones_are_the_floors(launch: Sheet) -> None:
    assert set(launch.zone) == set(FACTS["zones"])
    for name, wanted in FACTS["zones"].items():
        zone = launch.zone[name]
        have = {"slots": zone.slots, **zone.attrs}
        assert have == {key: as_tuples(value) for key, value in wanted.items()}


def test_groups_hold_what_belongs_together(launch: Sheet) -> None:
    assert set(launch.group) == set(FACTS["groups"])
    for name, wanted in FACTS["groups"].items():
        group = launch.group[name]
        have: dict[str, Any] = {"type": group.type, **group.attrs}
        want = {key: as_tuples(value) for key, value in wanted.items()}
        if group.type == "all-of-one-symbol":  # a set: the template lists them from the top of the rocket
            have["fields"], want["fields"] = set(have["fields"]), set(want["fields"])
        assert have == want, name


def test_fields_and_their_facts(launch: Sheet) -> None:
    slots = {slot for zone in FACTS["zones"].values() for slot in zone["slots"]}
    assert set(launch.field) == set(FACTS["fields"]) | slots | {"player"}
    for name, wanted in FACTS["fields"].items():
        field = launch.field[name]
        assert field.kind == wanted["kind"]
        if field.kind == "icon":
            assert field.symbol == wanted["symbol"]
            assert set(field.accepts) - {"circled+crossed"} == set(wanted["marks"])
            assert field.attrs == {key: as_tuples(value) for key, value in wanted["attrs"].items()}
        else:
            assert list(field.accepts) == wanted["range"]


def test_errors_can_be_both_circled_and_crossed(launch: Sheet) -> None:
    assert launch.field["error.1"].accepts == ("circled", "crossed", "circled+crossed")


def test_slots_take_numbers_to_fifteen_and_x_and_have_a_correction_box(launch: Sheet) -> None:
    slots = [field for field in launch.fields if field.kind == "slot"]
    for slot in slots:
        assert slot.accepts == (*range(1, 16), "X")
        assert slot.correction_box and slot.correction_box.y == pytest.approx(slot.rect.bottom)
        assert slot.correction_box.w == slot.rect.w and slot.correction_box.h >= 4


def test_slots_of_a_floor_run_from_left_to_right(launch: Sheet) -> None:
    for zone in launch.zones:
        places = [launch.field[slot].rect for slot in zone.slots]
        assert [place.x for place in places] == sorted(place.x for place in places)
        assert len({place.y for place in places}) == 1


def test_floors_stand_on_each_other(launch: Sheet) -> None:
    heights = [launch.field[f"floor-{n}.1"].rect.y for n in range(1, 10)]
    assert heights == sorted(heights, reverse=True)


def test_counts(launch: Sheet) -> None:
    counts = FACTS["counts"]
    kinds = Counter(field.kind for field in launch.fields)
    assert (kinds["slot"], kinds["box"], kinds["link"], kinds["sign"]) == (
        counts["slots"],
        counts["boxes"],
        0,
        0,
    )
    symbols = Counter(field.symbol for field in launch.fields if field.symbol)
    assert symbols == {symbol: n for symbol, n in counts["icons"].items() if symbol != "total"}
    assert len(launch.groups_of_type("section")) == counts["sections"]
    given = [field.attrs["rockets"] for field in launch.fields_of_symbol("rockets")]
    assert sum(int(str(n)) for n in given) == counts["rockets_in_active_effects"]


def test_ladder(launch: Sheet) -> None:
    wanted = FACTS["ladders"]["altitude"]
    ladder = launch.ladder["altitude"]
    assert list(ladder.fields) == wanted["fields"]
    assert list(ladder.values) == wanted["values"]
    assert (ladder.last, ladder.mark) == (wanted["last"], wanted["mark"])


def test_mission_values_and_places(launch: Sheet) -> None:
    assert set(launch.mission) == set(FACTS["missions"])
    for name, wanted in FACTS["missions"].items():
        mission = launch.mission[name]
        assert {"letter": mission.letter, "first": mission.first, "later": mission.later} == wanted
    assert [place.letter for place in launch.mission_places] == ["A", "B", "C"]


def test_what_missions_need(launch: Sheet) -> None:
    floors = {"A1": (7, 8, 9), "A2": (4, 5, 6), "B1": (3,), "B2": (1, 2)}
    for name, numbers in floors.items():
        assert launch.mission[name].needs == Call("full", tuple(Name(f"floor-{n}") for n in numbers))
        slots = [slot for n in numbers for slot in fields_named(launch, f"floor-{n}")]
        assert len(slots) == {"A1": 11, "A2": 16, "B1": 10, "B2": 16}[name]
    ten_x = launch.mission["C1"].needs
    assert isinstance(ten_x, Operation) and isinstance(ten_x.operands[0], Call)
    assert (ten_x.operator, ten_x.operands[1]) == (">=", Number(10))
    assert len(ten_x.operands[0].arguments) == 1 + FACTS["counts"]["slots"]
    open_errors = Call("open", (Name("group.errors"),))
    assert launch.mission["C2"].needs == Operation(">=", (open_errors, Number(5)))


def test_score_lines(launch: Sheet) -> None:
    lines = {line.box: line for line in launch.scores}
    for name in ("score.errors", "score.total"):
        assert lines[name].sign == FACTS["fields"][name]["sign"]
    assert lines["score.total"].formula == Operation(
        "-", (Call("lowest", (Name("altitude"),)), Name("score.errors"))
    )


def test_a_camera_can_read_it() -> None:
    placed = read_template(template_path("launch"))
    assert lint(placed.sheet, placed.positions) == []


def test_the_name_is_written_in_the_header(launch: Sheet) -> None:
    assert launch.field["player"].kind == "text"
    assert load_sheet("launch").field["player"] == launch.field["player"]
