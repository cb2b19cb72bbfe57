"""Places of fields on the sheets of scenarios match the original sheets and the field attributes."""

from __future__ import annotations

from functools import cache

import pytest

from fairsheet.engine.scoring.score import compile_boxes
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.sheet import Sheet
from tests.engine.by_hand import names_in

UPWARDS = {"dome", "colony"}  # their numbers ascend upwards in some zones


def rects(sheet: Sheet, *names: str) -> list[Rect]:
    return [sheet.field[name].rect for name in names]


@pytest.mark.parametrize("name", sorted(set(scenario_names()) - {"journey"}))
def test_slots_of_a_zone_form_a_line_in_ascending_order(name: str) -> None:
    sheet = load_sheet(name)
    for zone in sheet.zones:
        places = rects(sheet, *zone.slots)
        level = len({place.y for place in places}) == 1
        assert level or (name in UPWARDS and len({place.x for place in places}) == 1), zone.id
        along = [place.x if level else -place.y for place in places]
        assert along == sorted(along), zone.id


def test_mine_fields_match_their_caves_and_triggers() -> None:
    mine = load_sheet("mine")
    for field in mine.fields:
        caves = {key: str(field.attrs[key]) for key in ("cave", "above", "below") if key in field.attrs}
        for cave in rects(mine, *caves.values()):
            assert cave.x <= field.rect.x and field.rect.right <= cave.right
        if "above" in caves:
            above, below = rects(mine, caves["above"], caves["below"])
            assert above.y < field.rect.y < below.y
    for group in mine.groups_of_type("main"):
        cells = list(names_in(group.attrs["symbols"]))
        if "trigger" in group.attrs:
            cells.insert(cells.index(str(group.attrs["trigger"])) + 1, str(group.attrs["fill_bonus"]))
        places = [(rect.y, rect.x) for rect in rects(mine, *cells)]  # row by row
        assert places == sorted(places), group.id


def test_airlocks_have_the_right_direction_and_touch_sections() -> None:
    escape = load_sheet("escape")
    for airlock in (field for field in escape.fields if field.kind == "link"):
        one, other = airlock.id.removeprefix("airlock.").split("-")
        assert airlock.line
        start, end = airlock.line
        upright = one[0] != other[0]
        assert (start.x == end.x) == upright and (start.y == end.y) != upright
        for section, point in zip(names_in(airlock.attrs["between"]), airlock.line, strict=True):
            slots = rects(escape, *names_in(escape.group[section].attrs["slots"]))
            assert min(slot.x for slot in slots) - 9 <= point.x <= max(slot.right for slot in slots) + 9
            assert min(slot.y for slot in slots) - 2 <= point.y <= max(slot.bottom for slot in slots) + 6


def test_only_the_far_side_of_battle_is_upside_down() -> None:
    battle = load_sheet("battle")
    for field in battle.fields:
        assert field.turn == (180 if field.attrs.get("side") == "far" else 0), field.id
    near = [field.rect for field in battle.fields if field.id.startswith("near-")]
    far = [field.rect for field in battle.fields if field.id.startswith("far-")]
    common = [field.rect for field in battle.fields if field.kind != "text" and "side" not in field.attrs]
    assert max(rect.bottom for rect in far) < min(rect.y for rect in common)
    assert max(rect.bottom for rect in common) < min(rect.y for rect in near)
    assert battle.is_shared


def test_battle_boxes_except_the_total_need_one_sheet() -> None:
    battle = load_sheet("battle")
    boxes = {
        field.id for field in battle.fields if field.kind == "box" and not field.id.startswith("mission")
    }
    assert compile_boxes(battle)({}) == dict.fromkeys(boxes - {"far-score.total"}, 0)


PITCH = (30.0, 32.0)  # maximum mm between neighbouring buildings of the colony, across and down


@cache
def buildings() -> dict[str, Point]:
    """Return the centres of the colony's buildings, from rows and columns if they are no slots."""
    colony, centres = load_sheet("colony"), {}
    for row in range(1, 7):
        for column in range(1, 7):
            name = {(1, 1): "node.rocket", (6, 6): "node.observatory"}.get((row, column))
            (across,), (up,) = rects(colony, f"building.r2-c{column}"), rects(colony, f"building.r{row}-c2")
            centres[name or f"building.r{row}-c{column}"] = Point(across.center.x, up.center.y)
    return centres


def test_tunnels_connect_and_lie_between_neighbours() -> None:
    for tunnel in (field for field in load_sheet("colony").fields if field.kind == "link"):
        assert tunnel.line
        one, other = (buildings()[end] for end in names_in(tunnel.attrs["between"]))
        assert abs(one.x - other.x) < PITCH[0] + 2 and abs(one.y - other.y) < PITCH[1]
        assert (one.y == other.y) == ("east" in tunnel.id) != (one.x == other.x)
        around = Rect(min(one.x, other.x), min(one.y, other.y), abs(one.x - other.x), abs(one.y - other.y))
        assert all(around.grown(0.1).holds(Rect(end.x, end.y, 0, 0)) for end in tunnel.line)


def test_antennas_and_tanks_belong_to_the_nearest_building() -> None:
    colony = load_sheet("colony")
    for icon in (*colony.fields_of_symbol("antenna"), *colony.fields_of_symbol("water-tank")):
        middle, own = icon.rect.center, buildings()[str(icon.attrs["at"])]
        apart = (own.x - middle.x) ** 2 + (own.y - middle.y) ** 2
        others = [place for name, place in buildings().items() if not name.startswith("node")]
        assert all(apart <= (o.x - middle.x) ** 2 + (o.y - middle.y) ** 2 + 0.01 for o in others)
        assert (middle.x < own.x) == (middle.y < own.y) or "observatory" in icon.id
