"""The strip on which a tile is noted for every turn: which tiles were taken, as far as it tells with the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.proof.verdict import Finding
from engine.recorded import TableSheet
from engine.recorded.planet.components import (
    CELLS,
    INNER,
    OUTER,
    PAIRS,
    SECTIONS,
    TERRAINS,
    Tile,
    outer_of,
)
from engine.recorded.planet.draw import PlanetDraw, tiles_are_seeded
from engine.recorded.planet.missions import ALL, PAIR_PLACES, Place
from engine.recorded.planet.printed import lifepods, terrains_of, turns_noted
from engine.recorded.planet.seats import (
    bears,
    cards,
    corporation_of,
    covered,
    has_events,
    has_technology,
    height,
    is_planet_blank,
    tile_cards_held,
)
from engine.recorded.spanning import findings_spanning
from sheets.functions import fields_named
from sheets.model import CheckLevel

MOST_OF_CARD = 5  # cells of the tile that a card brings
EVENT_METEORITES = 2  # that cards put back on the planet
FLOORED = {  # tracks that rise with each building of theirs, by corporation
    **dict.fromkeys(
        ("universal-coalition", "cosmos", "flux", "horizon", "jump-drive"),
        ("civ", "biomass", "rover", "tech"),
    ),
    "wormhole": ("civ", "rover", "tech"),
}
TECH_AS_ENERGY = "jump-tech.d"  # with it a tech building may advance another track


class Taken(NamedTuple):
    """The tile of a turn: of which ring, from which depot where that is known, and whether it was placed."""

    turn: int
    ring: str  # inner or outer
    depot: int | None
    placed: bool


def findings_of_strips(
    table: Sequence[TableSheet], drawn: PlanetDraw | None
) -> Iterator[tuple[TableSheet, Finding]]:
    """What the strips of a table contradict: each by itself, and together the stacks where the table set up its
    station as the seed has it."""
    station = drawn if tiles_are_seeded(table[0].record.game) else None
    strips = {each.record.seat: taken for each in table if (taken := strip_of(each, station)) is not None}
    for each in table:
        if each.record.seat in strips:
            yield from _area(each, strips[each.record.seat], station)
    if station is not None and _are_all_known(table, strips, station):
        yield from _tiles(table, strips, station)


def strip_of(sheet: TableSheet, station: PlanetDraw | None) -> list[Taken] | None:
    """The tiles of a strip that is filled in to the last turn; None where it is not.

    `station` is the draw of a table whose station stands as the seed has it, else None.
    """
    turns = sheet.number("end.turns")
    if turns is None or turns not in turns_noted():
        return None
    strip = []
    for turn in turns_noted()[:turns]:
        rings = [ring for ring in ("inner", "outer") if bears(sheet, f"turn-{turn:02d}.{ring}", "circled")]
        if len(rings) != 1:
            return None
        placed = not bears(sheet, f"turn-{turn:02d}.{rings[0]}", "crossed")
        depot = sheet.number(f"turn-{turn:02d}.depot") or _depot_by_rule(sheet, turn, station)
        strip.append(Taken(turn, rings[0], depot, placed))
    return strip


def _depot_by_rule(sheet: TableSheet, turn: int, station: PlanetDraw | None) -> int | None:
    """The depot that a seat faces in a turn where the station turns one depot clockwise before each, and stands as the
    seed has it; None where it may stand otherwise."""
    game = sheet.record.game
    if station is None:
        return None
    if game.solo is not None and (not station.events or "green-turn-station" in station.events):
        return None
    if game.solo is None and game.chosen.get("station") != "clockwise":
        return None
    faced: int = station.start_turn + turn + sheet.record.seat - 1
    return faced % SECTIONS + 1


def _offset(sheet: TableSheet, station: PlanetDraw | None) -> int | None:
    written = sheet.number("strip.offset")
    if written is None and station is not None:
        offset: int = station.ring_offset
        return offset
    return written


def cells_of_tile(taken: Taken, offset: int | None) -> tuple[int, int]:
    """The least and greatest number of cells that a tile may have."""
    sizes = [CELLS[shape] for shape in _shapes_of_tile(taken, offset)]
    return min(sizes), max(sizes)


def _shapes_of_tile(taken: Taken, offset: int | None) -> Sequence[str]:
    """The shapes that a tile may have: one where its depot is known, and for the outer ring its offset."""
    if taken.ring == "inner":
        return INNER if taken.depot is None else [INNER[taken.depot - 1]]
    return OUTER if taken.depot is None or offset is None else [outer_of(taken.depot, offset)]


def _area(
    sheet: TableSheet, strip: Sequence[Taken], station: PlanetDraw | None
) -> Iterator[tuple[TableSheet, Finding]]:
    """area-exact: covered cells without patches are those of the tiles."""
    offset = _offset(sheet, station)
    sizes = [cells_of_tile(taken, offset) for taken in strip if taken.placed]
    least, most = sum(low for low, _ in sizes), sum(high for _, high in sizes)
    most += MOST_OF_CARD * tile_cards_held([sheet])
    filled, patches = len(covered(sheet)), sheet.number_or_0("patch.placed")
    on_tiles = corporation_of(sheet) == "wormhole" and has_technology(sheet, 2)
    fewest = filled if on_tiles else filled - patches
    if is_planet_blank(sheet):
        return
    if fewest < least or filled - patches > most:
        many = str(least) if least == most else f"{least} to {most}"
        why = (
            f"The tiles of the strip have {many} cells; here are {filled - patches} covered without patches."
        )
        fields = ("end.turns", "patch.placed", *(f"turn-{taken.turn:02d}.{taken.ring}" for taken in strip))
        # Cells more than the tiles have may be patches or tiles of cards, where nobody noted those.
        is_unsure = fewest >= least and (sheet.number("patch.placed") is None or not cards(sheet))
        level: CheckLevel = "warn" if is_unsure else "error"
        yield sheet, Finding("area-exact", level, sheet.inked(*fields), why)


def _are_all_known(
    table: Sequence[TableSheet], strips: Mapping[int, Sequence[Taken]], station: PlanetDraw
) -> bool:
    """Whether all tiles of the table are known by the seed and the strips."""
    game = table[0].record.game
    if len(strips) < game.players or tile_cards_held(table):
        return False
    if game.solo is not None and (not station.events or "red-lose-stack" in station.events):
        return False
    faced = [
        (taken.turn, taken.depot) for strip in strips.values() for taken in strip if taken.depot is not None
    ]
    return len(set(faced)) == sum(map(len, strips.values()))


def tiles_of(
    strips: Mapping[int, Sequence[Taken]], station: PlanetDraw
) -> dict[int, list[tuple[Taken, Tile | None]]]:
    """By seat the tiles that come off the stacks turn by turn; None where a stack has no more."""
    stacks = {shape: list(station.stacks[shape]) for shape in CELLS}
    found: dict[int, list[tuple[Taken, Tile | None]]] = {seat: [] for seat in strips}
    for turn in turns_noted():
        for seat, strip in strips.items():
            for taken in strip:
                if taken.turn == turn and taken.depot is not None:
                    stack = stacks[_shape_of(taken, station)]
                    found[seat].append((taken, stack.pop(0) if stack else None))
    return found


def _tiles(
    table: Sequence[TableSheet], strips: Mapping[int, Sequence[Taken]], station: PlanetDraw
) -> Iterator[tuple[TableSheet, Finding]]:
    """tiles-seeded, buildings-floor, mission-bounds: what the tiles of the seed tell."""
    tiles = tiles_of(strips, station)
    empty = {_shape_of(taken, station) for own in tiles.values() for taken, tile in own if tile is None}
    for shape in sorted(empty):
        of_shape = {
            seat: [taken for taken, _ in own if _shape_of(taken, station) == shape]
            for seat, own in tiles.items()
        }
        why = f"{sum(map(len, of_shape.values()))} tiles were taken of a stack that has {len(station.stacks[shape])}."
        sheets = [(each, _noted(each, of_shape[each.record.seat])) for each in table]
        told = [on_sheet for on_sheet in sheets if on_sheet[1]]
        yield from findings_spanning("tiles-seeded", "error", why, told)
    if empty:
        return
    for each in table:
        known = [(taken, tile) for taken, tile in tiles[each.record.seat] if tile is not None]
        placed = [tile for taken, tile in known if taken.placed]
        yield from _meteorites(each, sum(tile.meteor for tile in placed))
        yield from _floors(each, _buildings([tile for _, tile in known]))
        yield from _counted(each, _buildings(placed))


def _shape_of(taken: Taken, station: PlanetDraw) -> str:
    """The shape of a tile whose depot is known."""
    assert taken.depot is not None
    return INNER[taken.depot - 1] if taken.ring == "inner" else outer_of(taken.depot, station.ring_offset)


def _noted(sheet: TableSheet, strip: Sequence[Taken]) -> tuple[str, ...]:
    """Where a strip notes some of its tiles."""
    turns = (f"turn-{taken.turn:02d}." for taken in strip)
    return sheet.inked(*(f"{turn}{what}" for turn in turns for what in ("inner", "outer", "depot")))


def _buildings(tiles: Sequence[Tile]) -> Counter[str]:
    return Counter(dict.fromkeys(TERRAINS, 0)) + Counter(
        terrain for tile in tiles for terrain in PAIRS[tile.pair]
    )


def _meteorites(sheet: TableSheet, symbols: int) -> Iterator[tuple[TableSheet, Finding]]:
    marks = sheet.record.marks
    on_planet = [field for field in marks if field.startswith("cell.") and bears(sheet, field, "circled")]
    collected = sheet.number_or_0("meteorite.collected")
    if len(on_planet) + collected > symbols + EVENT_METEORITES * has_events(sheet.record.game):
        why = (
            f"The tiles that the seed gives for this strip have {symbols} meteor symbols; here are "
            f"{len(on_planet) + collected} meteorites."
        )
        yield (
            sheet,
            Finding("tiles-seeded", "error", (*on_planet, *sheet.inked("meteorite.collected")), why),
        )


def _floors(sheet: TableSheet, buildings: Counter[str]) -> Iterator[tuple[TableSheet, Finding]]:
    if has_events(sheet.record.game):
        return
    # A tracker of Cosmos stops below the lifepods on its last spaces, which may have gone elsewhere since.
    below_top = lifepods() if corporation_of(sheet) == "cosmos" else 0
    for track in FLOORED.get(corporation_of(sheet), ()):
        if track == "tech" and bears(sheet, TECH_AS_ENERGY, "crossed"):
            continue
        reached, fields = height(sheet, track), fields_named(sheet.layout, f"track.{track}")
        if reached is not None and reached < min(len(fields) - 1 - below_top, buildings[track]):
            why = (
                f"The tiles that the seed gives for this strip have {buildings[track]} {track} buildings; the tracker "
                f"is on space {reached}."
            )
            yield sheet, Finding("buildings-floor", "error", (fields[reached],), why)


def _counted(sheet: TableSheet, buildings: Counter[str]) -> Iterator[tuple[TableSheet, Finding]]:
    for side in ("left", "right", *PAIR_PLACES, ALL):
        place = Place(sheet, side)
        if place.card is None or place.value is None:
            continue
        few = terrains_of("few-missions").get(place.card)
        edge = terrains_of("edge-missions").get(place.card)
        if (few is not None and place.value != buildings[few]) or (
            edge is not None and place.value > buildings[edge]
        ):
            terrain = few or edge or ""
            why = (
                f"The tiles that the seed gives for this strip have {buildings[terrain]} {terrain} buildings; "
                f"{place.value} is written."
            )
            yield sheet, Finding("mission-bounds", "warn", (place.card_field, place.value_field), why)
