"""Sheets of the one-player game: the fields of the panel, level by level, and how its layouts are found."""

from __future__ import annotations

import pytest
from msgspec import structs

from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.solo_sheets import LEVELS, panels_path, place_panel, solo_sheet
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.sheet import PLAYER, Sheet
from fairsheet.sheets.support.errors import FairsheetError

ACTIONS = ("robot", "energy", "plant", "water", "astronaut", "planning")
POINTS = {  # of a card given away, by level, in the order of the actions
    1: (2, 3, 2, 3, 1, 4), 2: (2, 3, 3, 2, 4, 3), 3: (5, 4, 2, 2, 2, 3), 4: (2, 6, 4, 3, 3, 2),
    5: (4, 4, 4, 4, 4, 3), 6: (6, 2, 4, 5, 4, 4), 7: (5, 4, 3, 6, 5, 4), 8: (5, 3, 6, 3, 6, 6),
}  # fmt: skip
BONUSES = {  # by scenario: icons, and how many of them are circled each time
    "launch": (9, 1), "journey": (10, 2), "colony": (8, 2), "mine": (8, 2),
    "dome": (8, 1), "virus": (9, 1), "escape": (6, 1), "battle": (6, 1),
}  # fmt: skip
FIXED = {"journey": (5, 1), "colony": (10, 3), "mine": (5, 2), "dome": (10, 2), "virus": (5, 4),
         "escape": (15, 1), "battle": (20, 3)}  # fmt: skip
CROSSED_AT_START = {1: 15, 2: 12, 3: 10, 4: 8, 5: 6, 6: 4, 7: 2, 8: 0}


@pytest.mark.parametrize("name", scenario_names())
def test_the_sheet_comes_first_and_unchanged(name: str) -> None:
    sheet = load_sheet(name)
    solo = solo_sheet(sheet, 4)
    assert solo.fields[: len(sheet.fields)] == sheet.fields
    assert solo.groups[: len(sheet.groups)] == sheet.groups
    assert solo.scores[: len(sheet.scores)] == sheet.scores
    assert solo.shapes[: len(sheet.shapes)] == sheet.shapes
    assert (solo.name, solo.pages, solo.missions) == (name, 2, sheet.missions)
    assert {field.page for field in solo.fields[len(sheet.fields) :]} == {2}
    assert solo.solo_level == 4 and sheet.solo_level is None


@pytest.mark.parametrize("name", scenario_names())
def test_the_panel_has_the_fields_of_the_contract(name: str) -> None:
    solo = solo_sheet(load_sheet(name), 3)
    cards = {f"astra.{action}.{i}" for action in ACTIONS for i in range(1, _cards(action) + 1)}
    bonuses = {f"astra-bonus.{i}" for i in range(1, BONUSES[name][0] + 1)}
    effects = {f"astra-effect.{letter}-{time}" for letter in "abc" for time in (1, 2)}
    boxes = {"astra-score.total"} if name == "launch" else {
        f"astra-score.{part}" for part in (*ACTIONS, "scenario", "level", "total")
    }  # fmt: skip
    track = {f"astra-track.{k}" for k in range(1, 82)} if name == "launch" else set()
    panel = {field.id: field for field in solo.fields if field.page == 2}
    assert set(panel) == cards | bonuses | effects | boxes | track
    assert all(panel[id_].accepts == ("crossed",) for id_ in cards | effects | track)
    assert all(panel[id_].accepts == ("circled", "crossed", "circled+crossed") for id_ in bonuses)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", scenario_names())
def test_the_panel_has_the_numbers_of_its_level(name: str, level: int) -> None:
    panel = solo_sheet(load_sheet(name), level)
    points = {group.attrs["action"]: group.attrs["points"] for group in panel.groups_of_type("astra-cards")}
    assert tuple(points[action] for action in ACTIONS) == POINTS[level]
    for group in panel.groups_of_type("astra-cards"):
        assert group.attrs["fields"] == tuple(
            f"astra.{group.attrs['action']}.{i}" for i in range(1, _cards(str(group.attrs["action"])) + 1)
        )
    (bonuses,) = panel.groups_of_type("astra-bonuses")
    assert isinstance(bonuses.attrs["fields"], tuple)
    assert (len(bonuses.attrs["fields"]), bonuses.attrs["gain"]) == BONUSES[name]
    acts = {group.attrs["letter"]: group.attrs["acts"] for group in panel.groups_of_type("astra-effect")}
    assert acts == {"A": True, "B": True, "C": name not in ("journey", "colony", "mine")}
    if name == "launch":
        assert [field.id for field in panel.fields if field.printed and field.page == 2] == [
            f"astra-track.{k}" for k in range(1, CROSSED_AT_START[level] + 1)
        ]
        (track,) = panel.groups_of_type("astra-track")
        assert track.attrs["start"] == CROSSED_AT_START[level]
        assert track.attrs["fields"] == tuple(f"astra-track.{k}" for k in range(1, 82))
        values = panel.ladder["astra-values"]
        assert values.fields == tuple(f"astra-track.{k}" for k in range(16, 82, 5))
        assert values.values == tuple(range(10, 150, 10)) and values.last == 150
    else:
        fixed, multiplier = FIXED[name]
        assert panel.field["astra-score.scenario"].accepts == (0, fixed)
        assert panel.field["astra-score.level"].accepts == (0, level * multiplier)


@pytest.mark.parametrize("name", scenario_names())
def test_released_panels_agree_with_their_template(name: str) -> None:
    assert panels_path(name).exists(), "run: python -m fairsheet.sheets.library.release astra"
    solo, panel = solo_sheet(load_sheet(name), 6), place_panel(name, 6)
    assert [field for field in solo.fields if field.page == 2] == [
        structs.replace(field, page=2) for field in panel.fields if field.id != PLAYER
    ]
    assert all(group in solo.groups for group in panel.groups)
    assert all(structs.replace(shape, page=2) in solo.shapes for shape in panel.shapes)


@pytest.mark.parametrize("name", scenario_names())
def test_a_camera_can_read_the_panel(name: str) -> None:
    solo = solo_sheet(load_sheet(name), 7)
    assert [finding for finding in lint(solo) if finding.about.startswith("astra")] == []


def test_a_custom_sheet_has_no_opponent() -> None:
    with pytest.raises(FairsheetError, match="ASTRA does not play on this sheet"):
        solo_sheet(structs.replace(load_sheet("escape"), name="garden"), 2)


def test_a_layout_is_found_by_its_level() -> None:
    solo = solo_sheet(load_sheet("escape"), 2)
    assert BUNDLED.sheet("escape", solo.fingerprint, 2) is solo
    assert BUNDLED.sheet("escape", None, 2) is solo
    with pytest.raises(FairsheetError, match="is of an opponent of level 2, not 3"):
        BUNDLED.sheet("escape", solo.fingerprint, 3)
    with pytest.raises(FairsheetError, match="no layout 12345678"):
        BUNDLED.sheet("escape", "12345678", 2)
    with pytest.raises(FairsheetError, match="levels are 1 to 8"):
        BUNDLED.sheet("escape", None, 9)


def test_all_levels_and_scenarios_have_separate_layouts(all_solo: list[Sheet]) -> None:
    assert len({sheet.fingerprint for sheet in all_solo}) == len(all_solo) == 64


@pytest.fixture(scope="module")
def all_solo() -> list[Sheet]:
    return [solo_sheet(load_sheet(name), level) for name in scenario_names() for level in LEVELS]


def _cards(action: str) -> int:
    return 14 if action in ("robot", "energy", "plant") else 7
