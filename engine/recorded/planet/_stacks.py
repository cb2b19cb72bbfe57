"""Check sheets by the tiles that their players took, if the table set up its station as the seed says. The strips of
all players show which tiles these were."""

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
from fairsheet.engine.recorded.planet._seats import corporation_of, has_events, height, most_tile_cards, shows
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

EVENT_METEORITES = 2  # the most that events put back on the planet
FLOORED = {  # tracks that rise with each building of their terrain, by corporation
    **dict.fromkeys(
        ("universal-coalition", "cosmos", "flux", "horizon", "jump-drive"),
        ("civ", "biomass", "rover", "tech"),
    ),
    "wormhole": ("civ", "rover", "tech"),
}
ENERGY = "energy"  # a terrain
TECH_AS_ENERGY = "jump-tech.d"  # with it a tech building may advance another track

Strips = Mapping[int, Sequence[Taken]]  # by seat
Tiles = Mapping[int, Sequence[tuple[Taken, Tile | None]]]  # by seat; None if a stack is empty
Key = tuple[int, str, tuple[str, ...]]  # of a finding: a seat, the check, its fields


def findings_of_strips(table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """Yield what the strips of a table contradict: covered areas one by one, depots together, and tiles if the table
    set up its station as the seed says."""
    station = drawn if tiles_are_seeded(table[0].record.game) else None
    strips = {each.record.seat: taken for each in table if (taken := strip_of(each, station)) is not None}
    for each in table:
        if each.record.seat in strips:
            yield from area_findings(each, strips[each.record.seat], station)
    depot_conflicts = list(depot_findings(table, drawn))
    yield from depot_conflicts
    if station is not None and not depot_conflicts:
        known = _with_depots(strips)
        if _are_all_known(table, known, station):
            yield from _findings(table, known, station)


def _with_depots(strips: Strips) -> Strips:
    """Return the strips with blank depots filled in from other strips of the same turn."""
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
    """Return whether seed and strips determine all tiles of the table."""
    game = table[0].record.game
    if len(strips) < game.players or most_tile_cards(table) or may_lose_stack(game, station):
        return False
    return all(taken.depot is not None for strip in strips.values() for taken in strip)


def _findings(table: Sheets, strips: Strips, station: PlanetDraw) -> Findings:
    """Check tiles-seeded, buildings-floor, mission-bounds: the sheets fit the tiles of the seed.

    All earlier tiles determine which tile a player took. So a finding names each sheet with a mark on its strip that
    would resolve the finding if it were different.
    """
    tiles = tiles_of(strips, station)
    empty = _empty_stacks(tiles, station)
    for shape in empty:
        taken_by_seat = {
            seat: [taken for taken, _ in own if _shape_of(taken, station) == shape]
            for seat, own in tiles.items()
        }
        why = Message(
            "{sum} tiles were taken from a stack of {len}.",
            sum=sum(map(len, taken_by_seat.values())),
            len=len(station.stacks[shape]),
        )
        sheets = [(each, _noted_fields(each, taken_by_seat[each.record.seat])) for each in table]
        named = [on_sheet for on_sheet in sheets if on_sheet[1]]
        yield from cross_sheet_findings("tiles-seeded", "error", why, named)
    if empty:
        return
    findings = list(_tile_findings(table, tiles, station))
    rest_by_mark: dict[SeatField, list[set[Key]]] = {}
    for mark, others in _other_readings(table, strips) if findings else ():
        if (rest := _findings_with_strips(table, others, station)) is not None:
            rest_by_mark.setdefault(mark, []).append(rest)
    for finding in findings:
        suspects = explaining(rest_by_mark, rest_by_mark.__getitem__, {_key(finding)}.isdisjoint)
        yield finding._replace(sheets=_sheets_with(table, finding, suspects))


def _sheets_with(table: Sheets, finding: TableFinding, suspects: Collection[SeatField]) -> list[OnSheet]:
    """Return the sheet of a finding with its fields, and all sheets with marks on strips that may be wrong."""
    ((sheet, own),) = finding.sheets
    sheets = []
    for each in table:
        fields = tuple(field for seat, field in suspects if seat == each.record.seat)
        if each is sheet:
            fields = (*own, *fields)
        if fields:
            sheets.append((each, fields))
    return sheets


def _key(finding: TableFinding) -> Key:
    ((sheet, fields),) = finding.sheets
    return sheet.record.seat, finding.check, fields


def _findings_with_strips(table: Sheets, strips: Strips, station: PlanetDraw) -> set[Key] | None:
    """Return the findings that other strips would give; None if a stack would run out."""
    tiles = tiles_of(strips, station)
    if _empty_stacks(tiles, station):
        return None
    return set(map(_key, _tile_findings(table, tiles, station)))


def _other_readings(table: Sheets, strips: Strips) -> Iterator[tuple[SeatField, Strips]]:
    """Yield marks of strips, each with the strips if it were different: the other ring, or another depot if only one
    strip names the depot of the turn."""
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
    """Return the strips with other tiles for some seats in one turn."""
    return {
        seat: [turn[seat] if seat in turn and turn[seat].turn == taken.turn else taken for taken in strip]
        for seat, strip in strips.items()
    }


def tiles_of(strips: Strips, station: PlanetDraw) -> Tiles:
    """Return the tiles taken from the stacks turn by turn, by seat; None if a stack is empty."""
    stacks = {shape: iter(station.stacks[shape]) for shape in CELLS}
    tiles: dict[int, list[tuple[Taken, Tile | None]]] = {seat: [] for seat in strips}
    in_order = sorted(
        ((seat, taken) for seat, strip in strips.items() for taken in strip), key=lambda one: one[1].turn
    )
    for seat, taken in in_order:
        tiles[seat].append((taken, next(stacks[_shape_of(taken, station)], None)))
    return tiles


def _empty_stacks(tiles: Tiles, station: PlanetDraw) -> list[str]:
    """Return the shapes of stacks from which more tiles were taken than they have."""
    return sorted(
        {_shape_of(taken, station) for own in tiles.values() for taken, tile in own if tile is None}
    )


def _tile_findings(table: Sheets, tiles: Tiles, station: PlanetDraw) -> Findings:
    """Yield what contradicts the tiles, sheet by sheet."""
    for each in table:
        known = [(taken, tile) for taken, tile in tiles[each.record.seat] if tile is not None]
        placed = [tile for taken, tile in known if taken.placed]
        yield from _meteorite_findings(each, sum(tile.meteor for tile in placed))
        yield from _floor_findings(each, _buildings([tile for _, tile in known]))
        yield from _mission_findings(each, _buildings(placed), station)


def _shape_of(taken: Taken, station: PlanetDraw) -> str:
    """Return the shape of a tile whose depot is known."""
    assert taken.depot is not None
    return INNER[taken.depot - 1] if taken.ring == "inner" else outer_of(taken.depot, station.ring_offset)


def _noted_fields(sheet: TableSheet, strip: Sequence[Taken]) -> tuple[str, ...]:
    """Return the marked fields of a strip for some of its tiles."""
    turns = (f"turn-{taken.turn:02d}." for taken in strip)
    return sheet.inked(*(f"{turn}{what}" for turn in turns for what in ("inner", "outer", "depot")))


def _buildings(tiles: Sequence[Tile]) -> Counter[str]:
    return Counter(dict.fromkeys(TERRAINS, 0)) + Counter(
        terrain for tile in tiles for terrain in PAIRS[tile.pair]
    )


def _meteorite_findings(sheet: TableSheet, symbols: int) -> Findings:
    marks = sheet.record.marks
    on_planet = [field for field in marks if field.startswith("cell.") and shows(sheet, field, "circled")]
    collected = sheet.number_or_0("meteorite.collected")
    if len(on_planet) + collected > symbols + EVENT_METEORITES * has_events(sheet.record.game):
        why = Message(
            "The sheet shows {meteorites} meteorites, but the tiles of this strip, as the seed drew them, have only "
            "{symbols} meteor symbols.",
            symbols=symbols,
            meteorites=len(on_planet) + collected,
        )
        yield finding_on(
            sheet, "tiles-seeded", "error", (*on_planet, *sheet.inked("meteorite.collected")), why
        )


def _floor_findings(sheet: TableSheet, buildings: Counter[str]) -> Findings:
    if has_events(sheet.record.game):
        return
    # A tracker of Cosmos stops below the lifepods on its last spaces; they may have moved since.
    below_top = lifepods() if corporation_of(sheet) == "cosmos" else 0
    for track in FLOORED.get(corporation_of(sheet), ()):
        if track == "tech" and shows(sheet, TECH_AS_ENERGY, "crossed"):
            continue
        reached, fields = height(sheet, track), fields_named(sheet.layout, f"track.{track}")
        if reached is not None and reached < min(len(fields) - 1 - below_top, buildings[track]):
            why = Message(
                "{there_are}, but the tracker is only on space {reached}.",
                there_are=_there_are(buildings, track),
                reached=reached,
            )
            yield finding_on(sheet, "buildings-floor", "error", (fields[reached],), why)


def _mission_findings(sheet: TableSheet, buildings: Counter[str], station: PlanetDraw) -> Findings:
    orders = cards_not_copied(sheet, station)
    printed = orders[0] if len(orders) == 1 else {}  # with several orders no card's place is known
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
                "{there_are}, but {value} is written.",
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
        if most is not None and shows(sheet, done, "circled") != (buildings[ENERGY] <= most):
            why = Message(
                "{there_are}; the mission requires at most {most}.",
                there_are=_there_are(buildings, ENERGY),
                most=most,
            )
            yield finding_on(sheet, "mission-bounds", "warn", (card_field, done), why)


def _there_are(buildings: Counter[str], terrain: str) -> Message:
    """Say how many buildings of a terrain the tiles of a strip have."""
    return Message(
        "The tiles of this strip, as the seed drew them, have {n} building ({terrain})",
        "The tiles of this strip, as the seed drew them, have {n} buildings ({terrain})",
        n=buildings[terrain],
        terrain=term(terrain),
    )
