"""The strip with the tile of each turn: which tiles were taken, and how many cells they cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fairsheet.engine.recorded.base.protocol import Findings, TableSheet, finding_on
from fairsheet.engine.recorded.planet import _seats
from fairsheet.engine.recorded.planet._depots import OFFSET, depot_field, faced_by_rule, turns_by_rule
from fairsheet.engine.recorded.planet._draw import PlanetDraw
from fairsheet.engine.recorded.planet.box.components import CELLS, INNER, OUTER, SECTIONS, outer_of, rank_of
from fairsheet.engine.recorded.planet.box.printed import tile_cards, turns_noted
from fairsheet.languages.messages import Message, either
from fairsheet.sheets.model.sheet import CheckLevel

MOST_OF_CARD = 5  # the most cells of a tile that a card gives
RINGS = ("inner", "outer")


class Taken(NamedTuple):
    """The tile of a turn: its ring, its depot if known, and whether it was placed."""

    turn: int
    ring: str  # inner or outer
    depot: int | None
    placed: bool


def strip_of(sheet: TableSheet, station: PlanetDraw | None) -> list[Taken] | None:
    """Return the tiles of a strip that is filled in up to the last turn, otherwise None.

    `station` is the draw if the table set up its station as the seed says, otherwise None.
    """
    turns, game = sheet.number("end.turns"), sheet.record.game
    if turns is None or turns not in turns_noted():
        return None
    strip = []
    for turn in turns_noted()[:turns]:
        rings = [ring for ring in RINGS if _seats.shows(sheet, f"turn-{turn:02d}.{ring}", "circled")]
        if len(rings) != 1:
            return None
        placed = not _seats.shows(sheet, f"turn-{turn:02d}.{rings[0]}", "crossed")
        depot = sheet.number(depot_field(turn)) or None
        if depot is None and station is not None and turns_by_rule(game, station):
            depot = faced_by_rule(sheet.record.seat, turn, station)
        strip.append(Taken(turn, rings[0], depot, placed))
    return strip


def _offsets(sheet: TableSheet, station: PlanetDraw | None) -> Sequence[int]:
    """Return the offset of the rings, or all possible ones if it is unknown."""
    written = sheet.number(OFFSET)
    if written is None and station is not None:
        written = station.ring_offset
    return range(SECTIONS) if written is None else [written]


def cells_of_tile(taken: Taken, offset: int) -> tuple[int, int]:
    """Return the least and greatest number of cells that a tile may have; they are equal if its depot is known."""
    if taken.ring == "inner":
        shapes: Sequence[str] = INNER if taken.depot is None else [INNER[taken.depot - 1]]
    else:
        shapes = OUTER if taken.depot is None else [outer_of(taken.depot, offset)]
    sizes = [CELLS[shape] for shape in shapes]
    return min(sizes), max(sizes)


def area_findings(sheet: TableSheet, strip: Sequence[Taken], station: PlanetDraw | None) -> Findings:
    """Check area-exact: as many cells are covered without patches as the tiles have, for some possible offset."""
    if _seats.is_planet_blank(sheet):
        return
    card_cells = MOST_OF_CARD * _seats.most_tile_cards([sheet])
    ranges = set()
    for offset in _offsets(sheet, station):
        sizes = [cells_of_tile(taken, offset) for taken in strip if taken.placed]
        ranges.add((sum(low for low, _ in sizes), sum(high for _, high in sizes) + card_cells))
    filled, patches = len(_seats.covered(sheet)), sheet.number_or_0("patch.placed")
    on_tiles = _seats.corporation_of(sheet) == "wormhole" and _seats.may_have_technology(sheet, 2)
    fewest = filled if on_tiles else filled - patches
    if any(least <= fewest and filled - patches <= most for least, most in ranges):
        return
    words = Message("{least} to {most}")
    spans = [
        str(least) if least == most else words.filled(least=least, most=most)
        for least, most in sorted(ranges)
    ]
    many = either(spans)
    why = Message(
        "The tiles ringed turn by turn have {many} cells, but {covered} are covered without patches.",
        many=many,
        covered=filled - patches,
    )
    fields = ("end.turns", "patch.placed", *(f"turn-{taken.turn:02d}.{taken.ring}" for taken in strip))
    # Extra cells may be patches or tiles of cards if nobody noted those.
    lacking = MOST_OF_CARD * sum(rank_of(card) in _seats.ranks_lacking(sheet) for card in tile_cards())
    may_be_more = sheet.number("patch.placed") is None or not _seats.cards(sheet)
    is_unsure = any(
        fewest >= least and (may_be_more or filled - patches <= most + lacking) for least, most in ranges
    )
    level: CheckLevel = "warn" if is_unsure else "error"
    yield finding_on(sheet, "area-exact", level, sheet.inked(*fields), why)
