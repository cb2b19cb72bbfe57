"""The template of mine says what the game's sheet has: compared with a transcription made apart from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairsheet.sheets.library.templates import load_template, read_template, template_path
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.sheet import Sheet

FACTS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "data/sheets/mine.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def mine() -> Sheet:
    return load_template(template_path("mine"))


def as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple) else [value]


def test_levels_run_from_left_to_right_under_each_other(mine: Sheet) -> None:
    assert {zone.id: list(zone.slots) for zone in mine.zones} == FACTS["zones"]
    for zone in mine.zones:
        places = [mine.field[slot].rect for slot in zone.slots]
        assert [place.x for place in places] == sorted(place.x for place in places)
        assert len({place.y for place in places}) == 1
    heights = [mine.field[f"level-{level}.1"].rect.y for level in (1, 2, 3)]
    assert heights == sorted(heights)


def test_every_field_is_there_with_its_symbol_and_its_marks(mine: Sheet) -> None:
    slots = {slot for zone in FACTS["zones"].values() for slot in zone}
    assert set(mine.field) == set(FACTS["icons"]) | set(FACTS["boxes"]) | slots | {"player"}
    for name, (symbol, marks) in FACTS["icons"].items():
        field = mine.field[name]
        assert (field.kind, field.symbol) == ("icon", symbol)
        assert set(field.accepts) - {"circled+crossed"} == set(marks)
    for slot in slots:
        assert mine.field[slot].accepts == (*range(18), "X")


def test_columns(mine: Sheet) -> None:
    for name, wanted in FACTS["columns"].items():
        attrs = mine.group[name].attrs
        assert as_list(attrs["slots"]) == wanted["slots"]
        assert sorted(as_list(attrs["resources"])) == sorted(wanted["resources"])
        assert attrs["tower"] == wanted["tower"]


def test_what_lies_beside_which_cave(mine: Sheet) -> None:
    for name, wanted in FACTS["places"].items():
        attrs = mine.field[name].attrs
        assert {key: attrs[key] for key in ("cave", "above", "below") if key in attrs} == wanted
    for name, place in FACTS["places"].items():
        rect = mine.field[name].rect
        for cave in place.values():
            assert mine.field[cave].rect.x <= rect.x and rect.right <= mine.field[cave].rect.right
        if "above" in place:
            assert mine.field[place["above"]].rect.y < rect.y < mine.field[place["below"]].rect.y


def test_factories(mine: Sheet) -> None:
    for name, wanted in (FACTS["mains"] | FACTS["secondaries"]).items():
        attrs = mine.group[name].attrs
        for key, value in wanted.items():
            if key == "value":
                assert mine.field[str(attrs["fill_bonus"])].attrs["value"] == value
            else:
                assert as_list(attrs[key]) == (value if isinstance(value, list) else [value])


def test_symbols_are_circled_row_by_row_and_the_star_stands_behind_its_trigger(mine: Sheet) -> None:
    for name, factory in FACTS["mains"].items():
        cells = list(factory["symbols"])
        if "trigger" in factory:
            cells.insert(cells.index(factory["trigger"]) + 1, factory["fill_bonus"])
        places = [(mine.field[cell].rect.y, mine.field[cell].rect.x) for cell in cells]
        assert places == sorted(places), name


def test_ladders_missions_and_signs(mine: Sheet) -> None:
    for name, wanted in FACTS["ladders"].items():
        ladder = mine.ladder[name]
        assert list(ladder.fields) == wanted["fields"] and list(ladder.values) == wanted["values"]
        assert (ladder.last, ladder.mark) == (wanted["last"], "crossed")
    assert {
        mission.id: {"letter": mission.letter, "first": mission.first, "later": mission.later}
        for mission in mine.missions
    } == FACTS["missions"]
    signs = {line.box: line.sign for line in mine.scores if line.box.startswith("score.")}
    assert signs == FACTS["signs"]


def test_a_camera_can_read_it() -> None:
    placed = read_template(template_path("mine"))
    assert lint(placed.sheet, placed.positions) == []
