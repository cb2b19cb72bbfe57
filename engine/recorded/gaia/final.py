"""The two final tiles: points by the place among all sides of a table, the Automa and the neutral marker among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.recorded import TableSheet
from engine.recorded.gaia.box import AUTOMA, RECORD, SETUP
from engine.recorded.gaia.draw import GaiaDraw, sides_of
from sheets.library import load_sheet

PLACES = (18, 12, 6, 0)
TILES = (1, 2)
SIDES_WITH_MARKER = 2  # with so many sides the neutral marker takes a place

Key = tuple[str, int]  # of a sheet: its kind and seat


class FinalBoxes(NamedTuple):
    """By sheet, its box with the points of a final tile; whether the place of the neutral marker is only assumed."""

    points: Mapping[Key, tuple[str, int]]
    is_unsure: bool


class Marker(NamedTuple):
    """Where the neutral marker stands on a final tile; of some the sources differ or are silent."""

    number: int
    is_sure: bool


@cache
def markers() -> Mapping[str, Marker]:
    """By final tile its neutral marker, as the set-up sheet prints it.

    >>> markers()["fs-types"]
    Marker(number=6, is_sure=False)
    """
    return {
        group.id.removeprefix("marker."): Marker(int(str(group.attrs["number"])), group.attrs["sure"] == 1)
        for group in load_sheet(SETUP).groups_of_type("neutral-marker")
    }


def places_shared(counts: Sequence[int]) -> list[int]:
    """The points for counts of a final tile: equal ones share the sum of their places, rounded down; 0 has none.

    >>> places_shared([3, 3, 1]), places_shared([9, 0, 6])
    ([15, 15, 6], [18, 0, 12])
    """
    return [_points(count, counts) for count in counts]


def _points(count: int, counts: Sequence[int]) -> int:
    if count == 0:
        return 0
    before, equal = sum(other > count for other in counts), counts.count(count)
    return sum(PLACES[before : before + equal]) // equal


def final_boxes(table: Sequence[TableSheet], drawn: GaiaDraw | None) -> list[FinalBoxes]:
    """The points of both tiles, as far as all counts are there, and where the marker stands is known."""
    found = []
    for tile in TILES:
        boxes = _boxes(table, drawn, tile)
        if boxes is not None:
            found.append(boxes)
    return found


def _boxes(table: Sequence[TableSheet], drawn: GaiaDraw | None, tile: int) -> FinalBoxes | None:
    players = table[0].record.game.players
    counts: dict[Key, int] = {}
    boxes: dict[Key, str] = {}
    for each in table:
        if each.record.sheet not in (RECORD, AUTOMA):
            continue
        automa = each.record.sheet == AUTOMA
        key = each.record.sheet, each.record.seat
        count = each.record.marks.get(f"automa-final.count-{tile}" if automa else f"final-{tile}.count")
        if isinstance(count, int):
            counts[key] = count
            boxes[key] = f"automa-score.final-{tile}" if automa else f"score.final-{tile}"
    sides = sides_of(players)
    if len(counts) < sides:
        return None
    if sides > SIDES_WITH_MARKER:
        shared = places_shared(list(counts.values()))
        return FinalBoxes(_by_sheet(boxes, shared), is_unsure=False)
    marker = _marker(table, drawn, tile)
    if marker is None:
        return None
    shared = places_shared([*counts.values(), marker.number])[:-1]
    return FinalBoxes(_by_sheet(boxes, shared), is_unsure=not marker.is_sure)


def _marker(table: Sequence[TableSheet], drawn: GaiaDraw | None, tile: int) -> Marker | None:
    """Where the neutral marker stands: as the set-up sheet tells, else as the tile has it that the seed drew."""
    for each in table:
        noted = each.number(f"marker.{tile}")
        if each.record.sheet == SETUP and noted is not None:
            return Marker(noted, is_sure=True)
    return None if drawn is None else markers()[drawn.final_tiles[tile - 1]]


def _by_sheet(boxes: Mapping[Key, str], shared: Sequence[int]) -> dict[Key, tuple[str, int]]:
    return {key: (box, points) for (key, box), points in zip(boxes.items(), shared, strict=True)}
