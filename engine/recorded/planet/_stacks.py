"""The stacks of a table that set up its station as the seed has it: which tiles everybody took by the strips of all,
and what is not as those tiles say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from fairsheet.engine.checks.attribution import explaining
from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import (
    Findings,
    OnSheet,
    Sheets,
    TableFinding,
    TableSheet,
    finding_on,
)
from fairsheet.engine.recorded.planet._depots import SeatField, depot_field, depot_findings
from fairsheet.engine.recorded.planet._draw import PlanetDraw, may_lose_stack, tiles_are_seeded
from fairsheet.engine.recorded.planet._neighbour_missions import (
    ALL,
    PAIR_PLACES,
    PERSONAL,
    Place,
    cards_not_copied,
)
from fairsheet.engine.recorded.planet._seats import bears, corporation_of, has_events, height, most_tile_cards
from fairsheet.engine.recorded.planet._strip import RINGS, Taken, area_findings, strip_of
from fairsheet.engine.recorded.planet.box.components import (
    CELLS,
    INNER,
    PAIRS,
    SECTIONS,
    TERRAINS,
    Tile,
    outer_of,
)
from fairsheet.engine.recorded.planet.box.printed import lifepods, most_energy, terrains_of, turns_noted
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.named import fields_named

EVENT_METEORITES = 2  # that cards put back on the planet
FLOORED = {  # tracks that rise with each building of theirs, by corporation
    **dict.fromkeys(
        ("universal-coalition", "cosmos", "flux", "horizon", "jump-drive"),
        ("civ", "biomass", "rover", "tech"),
    ),
    "wormhole": ("civ", "rover", "tech"),
}
ENERGY = "energy"  # a terrain
TECH_AS_ENERGY = "jump-tech.d"  # with it a tech building may advance another track

Strips = Mapping[int, Sequence[Taken]]  # by seat
Tiles = Mapping[int, Sequence[tuple[Taken, Tile | None]]]  # by seat; None where a stack has no more
Key = tuple[int, str, tuple[str, ...]]  # of a finding: a seat, the check, its fields


def findings_of_strips(table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """What the strips of a table contradict: each by itself, all of them together the depots, and the stacks where the
    table set up its station as the seed has it."""
    station = drawn if tiles_are_seeded(table[0].record.game) else None
    strips = {each.record.seat: taken for each in table if (taken := strip_of(each, station)) is not None}
    for each in table:
        if each.record.seat in strips:
            yield from area_findings(each, strips[each.record.seat], station)
    of_depots = list(depot_findings(table, drawn))
    yield from of_depots
    if station is not None and not of_depots:
        known = _with_depots(strips)
        if _are_all_known(table, known, station):
            yield from _findings(table, known, station)


def _with_depots(strips: Strips) -> Strips:
    """The strips with depots that nobody wrote but others in the same turn."""
    facing = {  # by turn the depot, from 0, that seat 1 faces
        taken.turn: (taken.depot - seat) % SECTIONS
        for seat, strip in strips.items()
        for taken in strip
        if taken.depot is not None
    }
    return {
        seat: [
            taken._replace(depot=(facing[taken.turn] + seat - 1) % SECTIONS + 1)
            if taken.turn in facing
            else taken
            for taken in strip
        ]
        for seat, strip in strips.items()
    }


def _are_all_known(table: Sheets, strips: Strips, station: PlanetDraw) -> bool:
    """Whether all tiles of the table are known by the seed and the strips."""
    game = table[0].record.game
    if len(strips) < game.players or most_tile_cards(table) or may_lose_stack(game, station):
        return False
    return all(taken.depot is not None for strip in strips.values() for taken in strip)


def _findings(table: Sheets, strips: Strips, station: PlanetDraw) -> Findings:
    """tiles-seeded, buildings-floor, mission-bounds: what the tiles of the seed tell.

    Which tile somebody took follows from what all took before: a finding is told of all with a mark on their strips
    that would explain it if it were another.
    """
    tiles = tiles_of(strips, station)
    empty = _empty_stacks(tiles, station)
    for shape in empty:
        of_shape = {
            seat: [taken for taken, _ in own if _shape_of(taken, station) == shape]
            for seat, own in tiles.items()
        }
        why = Message(
            "{sum} tiles were taken from a stack that has {len}.",
            sum=sum(map(len, of_shape.values())),
            len=len(station.stacks[shape]),
        )
        sheets = [(each, _noted(each, of_shape[each.record.seat])) for each in table]
        told = [on_sheet for on_sheet in sheets if on_sheet[1]]
        yield from cross_sheet_findings("tiles-seeded", "error", why, told)
    if empty:
        return
    found = list(_by_tiles(table, tiles, station))
    left: dict[SeatField, list[set[Key]]] = {}
    for mark, others in _readings(table, strips) if found else ():
        if (found_then := _left(table, others, station)) is not None:
            left.setdefault(mark, []).append(found_then)
    for one in found:
        of_strips = explaining(left, left.__getitem__, {_key(one)}.isdisjoint)
        yield one._replace(sheets=_sheets_with(table, one, of_strips))


def _sheets_with(table: Sheets, found: TableFinding, of_strips: Collection[SeatField]) -> list[OnSheet]:
    """The sheet of a finding with its fields, and all with marks of strips that may be wrong."""
    ((sheet, own),) = found.sheets
    sheets = []
    for each in table:
        fields = tuple(field for seat, field in of_strips if seat == each.record.seat)
        if each is sheet:
            fields = (*own, *fields)
        if fields:
            sheets.append((each, fields))
    return sheets


def _key(found: TableFinding) -> Key:
    ((sheet, fields),) = found.sheets
    return sheet.record.seat, found.check, fields


def _left(table: Sheets, strips: Strips, station: PlanetDraw) -> set[Key] | None:
    """What would be found with other strips; None where a stack would run out."""
    tiles = tiles_of(strips, station)
    if _empty_stacks(tiles, station):
        return None
    return set(map(_key, _by_tiles(table, tiles, station)))


def _readings(table: Sheets, strips: Strips) -> Iterator[tuple[SeatField, Strips]]:
    """Marks of strips, each with all strips as if it were another: the other ring of a turn, or another depot where one
    strip alone names it."""
    sheets = {each.record.seat: each for each in table}
    for turn in turns_noted():
        own = {seat: taken for seat, strip in strips.items() for taken in strip if taken.turn == turn}
        for seat, taken in own.items():
            other = RINGS[1 - RINGS.index(taken.ring)]
            mark = seat, f"turn-{turn:02d}.{taken.ring}"
            yield mark, _with_turn(strips, {seat: taken._replace(ring=other)})
        naming = [seat for seat in own if sheets[seat].number(depot_field(turn)) is not None]
        if len(naming) == 1:
            for steps in range(1, SECTIONS):
                turned = {seat: _turned(taken, steps) for seat, taken in own.items()}
                yield (naming[0], depot_field(turn)), _with_turn(strips, turned)


def _turned(taken: Taken, steps: int) -> Taken:
    assert taken.depot is not None
    return taken._replace(depot=(taken.depot - 1 + steps) % SECTIONS + 1)


def _with_turn(strips: Strips, turn: Mapping[int, Taken]) -> Strips:
    """The strips with other tiles of some seats in one turn."""
    return {
        seat: [turn[seat] if seat in turn and turn[seat].turn == taken.turn else taken for taken in strip]
        for seat, strip in strips.items()
    }


def tiles_of(strips: Strips, station: PlanetDraw) -> Tiles:
    """By seat the tiles that come off the stacks turn by turn; None where a stack has no more."""
    stacks = {shape: iter(station.stacks[shape]) for shape in CELLS}
    found: dict[int, list[tuple[Taken, Tile | None]]] = {seat: [] for seat in strips}
    in_order = sorted(
        ((seat, taken) for seat, strip in strips.items() for taken in strip), key=lambda one: one[1].turn
    )
    for seat, taken in in_order:
        found[seat].append((taken, next(stacks[_shape_of(taken, station)], None)))
    return found


def _empty_stacks(tiles: Tiles, station: PlanetDraw) -> list[str]:
    """The shapes of which more tiles were taken than there are."""
    return sorted(
        {_shape_of(taken, station) for own in tiles.values() for taken, tile in own if tile is None}
    )


def _by_tiles(table: Sheets, tiles: Tiles, station: PlanetDraw) -> Findings:
    """What is not as the tiles say, sheet by sheet."""
    for each in table:
        known = [(taken, tile) for taken, tile in tiles[each.record.seat] if tile is not None]
        placed = [tile for taken, tile in known if taken.placed]
        yield from _meteorites(each, sum(tile.meteor for tile in placed))
        yield from _floors(each, _buildings([tile for _, tile in known]))
        yield from _counted(each, _buildings(placed), station)


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


def _meteorites(sheet: TableSheet, symbols: int) -> Findings:
    marks = sheet.record.marks
    on_planet = [field for field in marks if field.startswith("cell.") and bears(sheet, field, "circled")]
    collected = sheet.number_or_0("meteorite.collected")
    if len(on_planet) + collected > symbols + EVENT_METEORITES * has_events(sheet.record.game):
        why = Message(
            "The tiles that the seed gives for this strip have {symbols} meteor symbols; here are {meteorites} "
            "meteorites.",
            symbols=symbols,
            meteorites=len(on_planet) + collected,
        )
        yield finding_on(
            sheet, "tiles-seeded", "error", (*on_planet, *sheet.inked("meteorite.collected")), why
        )


def _floors(sheet: TableSheet, buildings: Counter[str]) -> Findings:
    if has_events(sheet.record.game):
        return
    # A tracker of Cosmos stops below the lifepods on its last spaces, which may have gone elsewhere since.
    below_top = lifepods() if corporation_of(sheet) == "cosmos" else 0
    for track in FLOORED.get(corporation_of(sheet), ()):
        if track == "tech" and bears(sheet, TECH_AS_ENERGY, "crossed"):
            continue
        reached, fields = height(sheet, track), fields_named(sheet.layout, f"track.{track}")
        if reached is not None and reached < min(len(fields) - 1 - below_top, buildings[track]):
            why = Message(
                "{there_are}; the tracker is on space {reached}.",
                there_are=_there_are(buildings, track),
                reached=reached,
            )
            yield finding_on(sheet, "buildings-floor", "error", (fields[reached],), why)


def _counted(sheet: TableSheet, buildings: Counter[str], station: PlanetDraw) -> Findings:
    orders = cards_not_copied(sheet, station)
    printed = orders[0] if len(orders) == 1 else {}  # else it is not known which card is where
    for side in ("left", "right", *PAIR_PLACES, ALL):
        place = Place(sheet, side)
        card = printed.get(side, place.card)
        if card is None or place.value is None:
            continue
        few = terrains_of("few-missions").get(card)
        edge = terrains_of("edge-missions").get(card)
        if (few is not None and place.value != buildings[few]) or (
            edge is not None and place.value > buildings[edge]
        ):
            terrain = few or edge or ""
            why = Message(
                "{there_are}; {value} is written.",
                there_are=_there_are(buildings, terrain),
                value=place.value,
            )
            fields = sheet.inked(place.card_field, place.value_field)
            yield finding_on(sheet, "mission-bounds", "warn", fields, why)
    rings = sheet.inked(*(f"personal.done-{number}" for number in PERSONAL))
    if not rings and sheet.number_or_0("score.personal"):
        return  # nobody kept them
    for number in PERSONAL:
        card_field, done = f"personal.card-{number}", f"personal.done-{number}"
        most = most_energy().get(sheet.number_or_0(card_field))
        if most is not None and bears(sheet, done, "circled") != (buildings[ENERGY] <= most):
            why = Message(
                "{there_are}; the mission asks for {most} at most.",
                there_are=_there_are(buildings, ENERGY),
                most=most,
            )
            yield finding_on(sheet, "mission-bounds", "warn", (card_field, done), why)


def _there_are(buildings: Counter[str], terrain: str) -> Message:
    """How many buildings of a terrain the tiles of a strip have."""
    return Message(
        "The tiles that the seed gives for this strip have {n} building ({terrain})",
        "The tiles that the seed gives for this strip have {n} buildings ({terrain})",
        n=buildings[terrain],
        terrain=term(terrain),
    )
