"""The template of battle says what the game's sheet has: compared with a transcription made apart from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairsheet.engine.scoring.score import compile_boxes
from fairsheet.sheets.library.templates import load_template, read_template, template_path
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.sheet import Icon, Sheet, Text

FACTS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "data/sheets/battle.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def battle() -> Sheet:
    return load_template(template_path("battle"))


def as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple) else [value]


def test_planets(battle: Sheet) -> None:
    for name, wanted in FACTS["planets"].items():
        attrs = battle.group[name].attrs
        assert attrs["colour"] == wanted["colour"]
        for fact in ("numbers", "spaces", "moons", "plants", "water", "flags"):
            assert as_list(attrs[fact]) == wanted[fact], (name, fact)
        assert attrs["ring"] == wanted["ring"]
        printed = [shape.text for shape in battle.shapes if isinstance(shape, Icon | Text)]
        assert printed.count(wanted["plate"]) == 2  # for the readers at both edges
        bonuses = {space: battle.field[space].attrs["bonus"] for space in wanted["spaces"]}
        assert {space: gives for space, gives in bonuses.items() if gives != "none"} == wanted["bonuses"]
    for name, planets in FACTS["colours"].items():
        assert as_list(battle.group[name].attrs["planets"]) == planets


def test_every_field_is_there_with_its_symbol_and_its_marks(battle: Sheet) -> None:
    assert set(battle.field) == {*FACTS["signs"], *FACTS["icons"], *FACTS["boxes"], "player"}
    for name, (symbol, marks) in FACTS["icons"].items():
        field = battle.field[name]
        assert (field.kind, field.symbol) == ("icon", symbol)
        assert set(field.accepts) - {"circled+crossed"} == set(marks)
    for name, sides in FACTS["signs"].items():
        field = battle.field[name]
        assert field.kind == "sign" and set(field.accepts) == {"circle", "cross", "triangle"}
        assert field.attrs.get("side") == (sides[0] if len(sides) == 1 else None)


def test_asteroids_and_their_rewards(battle: Sheet) -> None:
    assert as_list(battle.group["asteroids.chain"].attrs["asteroids"]) == FACTS["asteroids"]
    rewards = {
        field.id: (field.attrs["asteroid"], field.attrs["gives"])
        for field in battle.fields
        if field.kind == "icon" and "asteroid" in field.attrs
    }
    assert rewards == {
        symbol: (asteroid, gives)
        for asteroid, symbols in FACTS["rewards"].items()
        for symbol, gives in symbols.items()
    }
    heights = [battle.field[asteroid].rect.y for asteroid in FACTS["asteroids"]]
    assert heights == sorted(heights, reverse=True)  # from the near end upwards


def test_ladders_and_missions(battle: Sheet) -> None:
    ladders = {each.id: [list(each.fields), [*each.values, each.last], each.last] for each in battle.ladders}
    assert ladders == FACTS["ladders"]
    assert {m.id: [m.letter, m.first, m.later] for m in battle.missions} == FACTS["missions"]


def test_the_far_side_stands_on_its_head_and_all_common_fields_upright(battle: Sheet) -> None:
    for field in battle.fields:
        assert field.turn == (180 if field.attrs.get("side") == "far" else 0), field.id
    near = [field.rect for field in battle.fields if field.id.startswith("near-")]
    far = [field.rect for field in battle.fields if field.id.startswith("far-")]
    common = [field.rect for field in battle.fields if field.kind != "text" and "side" not in field.attrs]
    assert max(rect.bottom for rect in far) < min(rect.y for rect in common)
    assert max(rect.bottom for rect in common) < min(rect.y for rect in near)
    assert battle.is_shared


def test_every_score_box_but_the_total_is_worked_out_from_one_sheet(battle: Sheet) -> None:
    boxes = compile_boxes(battle)({})
    assert set(boxes) == {box for box in FACTS["boxes"] if not box.startswith("mission")} - {
        "far-score.total"
    }
    assert set(boxes.values()) == {0}


def test_a_camera_can_read_it() -> None:
    placed = read_template(template_path("battle"))
    assert lint(placed.sheet, placed.positions) == []
