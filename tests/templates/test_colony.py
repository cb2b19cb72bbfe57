"""The template of colony: its topology agrees with where things lie on the page."""

from __future__ import annotations

import pytest

from fairsheet.sheets.formulas.functions import fields_named
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Field, Point, Rect, Zone

SHEET = load_sheet("colony")
PITCH = (30.0, 32.0)  # mm from one building to the next at most, across and down


def place(row: int, column: int) -> str:
    return f"building.r{row}-c{column}"


def middle(of: str) -> Point:
    """The middle of a building, found from its row and its column where it is no slot."""
    if of in SHEET.field:
        return SHEET.field[of].rect.center
    row, column = {"node.rocket": (1, 1), "node.observatory": (6, 6)}.get(of) or (int(of[10]), int(of[13]))
    y = SHEET.field[place(row, 2)].rect.center.y
    x = SHEET.field[place(2, column)].rect.center.x
    return Point(x, y)


def test_how_many_there_are_of_everything() -> None:
    kinds = {
        kind: sum(field.kind == kind for field in SHEET.fields) for kind in ("slot", "icon", "link", "box")
    }
    assert kinds == {"slot": 32, "icon": 81, "link": 58, "box": 19}
    assert (len(SHEET.zones), len(SHEET.groups_of_type("quarter"))) == (12, 4)
    plants = [field.attrs["value"] for field in SHEET.fields_of_symbol("greenhouse")]
    assert (len(plants), sum(value for value in plants if isinstance(value, int))) == (16, 20)
    antennas = [fields_named(SHEET, f"antennas.{q}") for q in ("nw", "ne", "sw", "se")]
    assert [len(fields) for fields in antennas] == [3, 6, 3, 4]
    assert [len(zone.slots) for zone in SHEET.zones[::2]] == [5, 6, 5, 5, 6, 5]


@pytest.mark.parametrize("zone", SHEET.zones, ids=lambda zone: zone.id)
def test_numbers_ascend_to_the_right_and_upwards(zone: Zone) -> None:
    slots = [SHEET.field[slot].rect for slot in zone.slots]
    if zone.id.startswith("row"):
        assert len({slot.y for slot in slots}) == 1
        assert [slot.x for slot in slots] == sorted(slot.x for slot in slots)
    else:
        assert len({slot.x for slot in slots}) == 1
        assert [slot.y for slot in slots] == sorted((slot.y for slot in slots), reverse=True)


def test_tunnels_join_neighbours_and_lie_between_them() -> None:
    tunnels = [field for field in SHEET.fields if field.kind == "link"]
    assert len(tunnels) + len(SHEET.groups_of_type("built-tunnel")) == 60
    for tunnel in tunnels:
        ends = tunnel.attrs["between"]
        assert isinstance(ends, tuple) and tunnel.line
        one, other = (middle(str(end)) for end in ends)
        assert abs(one.x - other.x) < PITCH[0] + 2 and abs(one.y - other.y) < PITCH[1]
        assert (one.x == other.x) != (one.y == other.y)
        around = Rect(min(one.x, other.x), min(one.y, other.y), abs(one.x - other.x), abs(one.y - other.y))
        assert all(_within(end, around.grown(0.1)) for end in tunnel.line)
        assert ("east" in tunnel.id) == (one.y == other.y)


def _within(point: Point, rect: Rect) -> bool:
    return rect.x <= point.x <= rect.right and rect.y <= point.y <= rect.bottom


def _hanging() -> list[Field]:
    return [*SHEET.fields_of_symbol("antenna"), *SHEET.fields_of_symbol("water-tank")]


@pytest.mark.parametrize("icon", _hanging(), ids=lambda icon: icon.id)
def test_antennas_and_tanks_hang_on_the_nearest_building(icon: Field) -> None:
    own = middle(str(icon.attrs["at"]))
    places = [place(row, column) for row in range(1, 7) for column in range(1, 7)]
    others = [middle(other) for other in places if other not in (place(1, 1), place(6, 6))]
    here = icon.rect.center
    apart = (own.x - here.x) ** 2 + (own.y - here.y) ** 2
    assert all(apart <= (o.x - here.x) ** 2 + (o.y - here.y) ** 2 + 0.01 for o in others)
    assert (here.x < own.x) == (here.y < own.y) or "observatory" in icon.id
