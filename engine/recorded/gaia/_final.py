"""The two final tiles: points by rank among all sides of a table, including the Automa and the neutral marker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from fairsheet.engine.recorded.base.counts import with_numbers_corrected
from fairsheet.engine.recorded.base.protocol import Sheets, TableSheet
from fairsheet.engine.recorded.gaia._box import AUTOMA, RECORD, SETUP, box
from fairsheet.engine.recorded.gaia._draw import GaiaDraw, setting_of_draw, sides_of
from fairsheet.engine.recorded.gaia._layouts import LAYOUTS
from fairsheet.engine.recorded.gaia._map import planet_counts, with_future_gaia
from fairsheet.engine.records.record import SheetKey
from fairsheet.sheets.formulas.functions.ranks import points_of_place
from fairsheet.sheets.library.templates import load_sheet

PLACES = (18, 12, 6)
TILES = (1, 2)
PLANETS_COUNTED = {"fs-gaia": "gaia", "fs-asteroids": "asteroid"}  # the planet type that a final tile counts
ACADEMIES, INSTITUTES, LOST_PLANETS = 2, 1, 1  # the most that a side can have
MOST_OF_MARKER = 40  # the limit of every count
SIDES_WITH_MARKER = 2  # the number of sides with which the neutral marker takes a place

Counted = tuple[SheetKey, str]  # a sheet and its field with a count


class FinalBoxes(NamedTuple):
    """The boxes of a final tile with their points, by sheet; whether the place of the neutral marker is only assumed;
    the counts by sheet and field, including a noted marker."""

    points: Mapping[SheetKey, tuple[str, int]]
    is_unsure: bool
    counts: Mapping[Counted, int]
    marker: int | None = None  # its place if nobody noted it

    def points_by(self, counts: Mapping[Counted, int]) -> dict[SheetKey, tuple[str, int]]:
        """Return the points that other counts would give."""
        unnoted = [] if self.marker is None else [self.marker]
        shared = places_shared([*counts.values(), *unnoted])
        by_sheet = {key: points for (key, _), points in zip(counts, shared, strict=False)}
        return {key: (box, by_sheet[key]) for key, (box, _) in self.points.items()}

    def can_be(self, key: SheetKey, written: int) -> bool:
        """Return whether the box of a sheet can have these points, for any place of the marker if that is assumed."""
        others = range(MOST_OF_MARKER + 1) if self.is_unsure else [self.marker]
        return any(self._replace(marker=one).points_by(self.counts)[key][1] == written for one in others)


class Marker(NamedTuple):
    """The place of the neutral marker on a final tile; it is not sure if the sources differ or do not say it."""

    number: int
    is_sure: bool


@cache
def markers() -> Mapping[str, Marker]:
    """Return the neutral marker of each final tile, as printed on the set-up sheet.

    >>> markers()["fs-types"]
    Marker(number=6, is_sure=False)
    """
    return {
        group.id.removeprefix("marker."): Marker(int(str(group.attrs["number"])), group.attrs["sure"] == 1)
        for group in load_sheet(SETUP).groups_of_type("neutral-marker")
    }


def places_shared(counts: Sequence[int]) -> list[int]:
    """Return the points for counts of a final tile; equal counts share their places, rounded down, and 0 has none.

    >>> places_shared([3, 3, 1]), places_shared([9, 0, 6])
    ([15, 15, 6], [18, 0, 12])
    """
    return [points_of_place(count, counts, PLACES, "dividing") for count in counts]


def final_boxes(table: Sheets, drawn: GaiaDraw | None) -> list[FinalBoxes]:
    """Return the points of both tiles, if all counts and the place of the marker are known.

    A count that the other marks of its sheet contradict is corrected first.
    """
    known = []
    for tile in TILES:
        boxes = _boxes(table, drawn, tile)
        if boxes is not None:
            known.append(boxes)
    return known


def known_points(table: Sheets, drawn: GaiaDraw | None) -> dict[SheetKey, dict[str, int]]:
    """Return the points of the final tiles, always 0 for a count of 0. Written points count if the neutral marker is
    not certain and some place of it gives them."""
    sheets = {each.record.key: each for each in table}
    known: dict[SheetKey, dict[str, int]] = {
        each.record.key: {
            box: 0 for tile in TILES for count, box in _fields(each, tile) if each.number(count) == 0
        }
        for each in table
    }
    for boxes in final_boxes(table, drawn):
        for key, (field, points) in boxes.points.items():
            written = sheets[key].number(field)
            if not boxes.is_unsure or written is None or not boxes.can_be(key, written):
                known.setdefault(key, {})[field] = points
    return known


def _boxes(table: Sheets, drawn: GaiaDraw | None, tile: int) -> FinalBoxes | None:
    players = table[0].record.game.players
    counts: dict[Counted, int] = {}
    boxes: dict[SheetKey, tuple[str, int]] = {}
    for each in table:
        for field, box_ in _fields(each, tile):
            key = each.record.key
            count = with_numbers_corrected(each, [field], setting_of_draw(drawn, each.record.game)).number(
                field
            )
            if count is not None:
                counts[key, field] = count
                boxes[key] = box_, 0
    sides = sides_of(players)
    if len(counts) < sides:
        return None
    result = FinalBoxes(boxes, is_unsure=False, counts=counts)
    if sides <= SIDES_WITH_MARKER:
        noted = _noted_marker(table, tile)
        if noted is None and drawn is None:
            return None
        if noted is not None:
            result = result._replace(counts=counts | noted)
        elif drawn is not None:
            number, is_sure = markers()[drawn.final_tiles[tile - 1]]
            result = result._replace(marker=number, is_unsure=not is_sure)
    return result._replace(points=result.points_by(result.counts))


def _fields(sheet: TableSheet, tile: int) -> list[tuple[str, str]]:
    """Return the field of a final tile's count and the box of its points, if a sheet has them."""
    return {
        RECORD: [(f"final-{tile}.count", f"score.final-{tile}")],
        AUTOMA: [(f"automa-final.count-{tile}", f"automa-score.final-{tile}")],
    }.get(sheet.record.sheet, [])


def _noted_marker(table: Sheets, tile: int) -> dict[Counted, int] | None:
    """Return the noted place of the neutral marker, by its field on the set-up sheet; None if it is not noted."""
    for each in table:
        noted = each.number(field := f"marker.{tile}")
        if each.record.sheet == SETUP and noted is not None:
            return {(each.record.key, field): noted}
    return None


def most_of_automa(tile: str, drawn: GaiaDraw) -> int | None:
    """Return the greatest count that the Automa can have for a final tile, by its pieces and the map of the seed; None
    if neither limits it."""
    layout, planets = LAYOUTS[1], with_future_gaia(planet_counts(1, drawn.deep_sides))
    pieces = sum(greatest(f"built.{one}") for one in ("mines", "trading", "labs")) + ACADEMIES + INSTITUTES
    most = {
        "fs-structures": pieces + LOST_PLANETS,
        "fs-in-federations": pieces + LOST_PLANETS - 1,  # all structures but one
        "fs-types": len(box().planets) + LOST_PLANETS,
        "fs-gaia": planets["gaia"],
        "fs-sectors": len(layout.sectors),
        "fs-satellites": greatest("built.satellites"),
        "fs-asteroids": planets["asteroid"],
        "fs-deep": len(layout.deep_space),
    }
    return most.get(tile)


def greatest(field: str) -> int:
    """Return the greatest number that a field of the record takes."""
    bounds = load_sheet(RECORD).field[field].bounds
    assert bounds is not None
    return bounds[1]
