"""The two final tiles: points by the place among all sides of a table, the Automa and the neutral marker among them."""

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
PLANETS_COUNTED = {"fs-gaia": "gaia", "fs-asteroids": "asteroid"}  # by final tile, those of one type
ACADEMIES, INSTITUTES, LOST_PLANETS = 2, 1, 1  # that a side can have
MOST_OF_MARKER = 40  # as of any count
SIDES_WITH_MARKER = 2  # with so many sides the neutral marker takes a place

Counted = tuple[SheetKey, str]  # a sheet and its field with a count


class FinalBoxes(NamedTuple):
    """By sheet, its box with the points of a final tile; whether the place of the neutral marker is only assumed; by
    sheet and field the counts, with them where the marker stands if that is noted."""

    points: Mapping[SheetKey, tuple[str, int]]
    is_unsure: bool
    counts: Mapping[Counted, int]
    marker: int | None = None  # where it stands though nobody noted it

    def points_by(self, counts: Mapping[Counted, int]) -> dict[SheetKey, tuple[str, int]]:
        """The points that other counts would give."""
        unnoted = [] if self.marker is None else [self.marker]
        shared = places_shared([*counts.values(), *unnoted])
        by_sheet = {key: points for (key, _), points in zip(counts, shared, strict=False)}
        return {key: (box, by_sheet[key]) for key, (box, _) in self.points.items()}

    def can_be(self, key: SheetKey, written: int) -> bool:
        """Whether the box of a sheet can hold these points, wherever the marker stands if that is only assumed."""
        others = range(MOST_OF_MARKER + 1) if self.is_unsure else [self.marker]
        return any(self._replace(marker=one).points_by(self.counts)[key][1] == written for one in others)


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
    return [points_of_place(count, counts, PLACES, "dividing") for count in counts]


def final_boxes(table: Sheets, drawn: GaiaDraw | None) -> list[FinalBoxes]:
    """The points of both tiles, as far as all counts are there, and where the marker stands is known.

    A count is that which the other marks of its sheet give, where they contradict what is written.
    """
    found = []
    for tile in TILES:
        boxes = _boxes(table, drawn, tile)
        if boxes is not None:
            found.append(boxes)
    return found


def known_points(table: Sheets, drawn: GaiaDraw | None) -> dict[SheetKey, dict[str, int]]:
    """The points of the final tiles, none in any case for a count of 0; what is written of them counts where the
    neutral marker is not certain and some place of it gives that."""
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
    found = FinalBoxes(boxes, is_unsure=False, counts=counts)
    if sides <= SIDES_WITH_MARKER:
        noted = _noted_marker(table, tile)
        if noted is None and drawn is None:
            return None
        if noted is not None:
            found = found._replace(counts=counts | noted)
        elif drawn is not None:
            number, is_sure = markers()[drawn.final_tiles[tile - 1]]
            found = found._replace(marker=number, is_unsure=not is_sure)
    return found._replace(points=found.points_by(found.counts))


def _fields(sheet: TableSheet, tile: int) -> list[tuple[str, str]]:
    """The count of a final tile and the box with its points, if a sheet has them."""
    return {
        RECORD: [(f"final-{tile}.count", f"score.final-{tile}")],
        AUTOMA: [(f"automa-final.count-{tile}", f"automa-score.final-{tile}")],
    }.get(sheet.record.sheet, [])


def _noted_marker(table: Sheets, tile: int) -> dict[Counted, int] | None:
    """Where the set-up sheet tells that the neutral marker stands."""
    for each in table:
        noted = each.number(field := f"marker.{tile}")
        if each.record.sheet == SETUP and noted is not None:
            return {(each.record.key, field): noted}
    return None


def most_of_automa(tile: str, drawn: GaiaDraw) -> int | None:
    """The greatest count that the Automa can have for a final tile, by its pieces and the map of the seed; None where
    neither tells."""
    layout, there = LAYOUTS[1], with_future_gaia(planet_counts(1, drawn.deep_sides))
    pieces = sum(greatest(f"built.{one}") for one in ("mines", "trading", "labs")) + ACADEMIES + INSTITUTES
    most = {
        "fs-structures": pieces + LOST_PLANETS,
        "fs-in-federations": pieces + LOST_PLANETS - 1,  # all structures but one
        "fs-types": len(box().planets) + LOST_PLANETS,
        "fs-gaia": there["gaia"],
        "fs-sectors": len(layout.sectors),
        "fs-satellites": greatest("built.satellites"),
        "fs-asteroids": there["asteroid"],
        "fs-deep": len(layout.deep_space),
    }
    return most.get(tile)


def greatest(field: str) -> int:
    """The greatest number that a field of the record takes."""
    bounds = load_sheet(RECORD).field[field].bounds
    assert bounds is not None
    return bounds[1]
