"""Plausible tables of Planet Unknown: sheets as they look at the end of a game, without skilful play.

In each turn each player takes a tile from the depot in front of the seat, from shuffled stacks. Planet, trackers and
cards follow from the cells and buildings of the tiles. All other marks are random marks that the checks allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.bot_sheet import BotSheet
from fairsheet.engine.recorded.planet._draw import (
    PlanetDraw,
    drawn_of,
    neighbour_cards,
    setting_of_draw,
    tiles_are_seeded,
)
from fairsheet.engine.recorded.planet._neighbour_missions import ALL, Place
from fairsheet.engine.recorded.planet._seats import corporation_of, has_events
from fairsheet.engine.recorded.planet._strip import MOST_OF_CARD, Taken, cells_of_tile
from fairsheet.engine.recorded.planet.box import board
from fairsheet.engine.recorded.planet.box.components import (
    CELLS,
    INNER,
    PAIRS,
    RECORD,
    SECTIONS,
    Tile,
    outer_of,
)
from fairsheet.engine.recorded.planet.box.printed import (
    lifepods,
    mission_numbers,
    most_energy,
    signs_of,
    terrains_of,
    tile_cards,
)
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.scoring.score import compile_boxes
from fairsheet.sheets.language.choices import SEPARATOR
from fairsheet.sheets.library.templates import choices_of, load_sheet
from fairsheet.sheets.model.named import fields_named

TRACKS = ("civ", "water", "biomass", "rover", "tech")
FEWEST_TURNS, MORE_TURNS = 17, 7  # the fewest turns of a game, and the range of random further turns
LAST_TURN = 20  # with events: one for each turn
MOST_PATCHES, MOST_COUNTED = 3, 16  # of a player; the greatest value of a mission

Strip = list[tuple[Taken, Tile]]  # the tile of each turn


def played_table(game: Table, drawn: PlanetDraw | None, chance: Stream) -> list[Record]:
    """Return the records of a table with random planets and corporations, without the boxes that are added up."""
    drawn = drawn if drawn is not None else drawn_of(str(chance.word()), game)
    station = drawn if tiles_are_seeded(game) else drawn_of(str(chance.word()), game)
    planets, corporations = (chance.shuffled(choices_of(RECORD)[what]) for what in ("planet", "corporation"))
    seats = range(1, game.players + 1)
    bots = [
        BotSheet(load_sheet(SEPARATOR.join((RECORD, *chosen))), game, seat, chance, setting_of_draw(drawn))
        for seat, *chosen in zip(seats, planets, corporations, strict=False)
    ]
    strips = _strips(bots, station, game, chance)
    decks = {rank: list(cards) for rank, cards in drawn.civ_deck.items()}
    dealt = [card for cards in drawn.missions.personal.values() for card in cards]
    rest = [card for card in mission_numbers() if card not in (*drawn.missions.neighbour, *dealt)]
    has_one_for_all = len(bots) > 1 and any(corporation_of(bot.sheet) == "jump-drive" for bot in bots)
    for_all = {ALL: chance.choice(rest)} if has_one_for_all and chance.below(2) else {}
    all_note_strips = chance.below(2) == 1
    for bot in bots:
        strip = strips[bot.seat]
        buildings = [terrain for taken, tile in strip if taken.placed for terrain in PAIRS[tile.pair]]
        _advance(bot, [terrain for _, tile in strip for terrain in PAIRS[tile.pair]], decks)
        _fill_planet(bot, strip, station.ring_offset)
        _collect_lifepods(bot)
        if all_note_strips or chance.below(4) == 0:
            _note_strip(bot, strip, station.ring_offset)
        for side, card in {**neighbour_cards(drawn, game, bot.seat), **for_all}.items():
            place = Place(bot.sheet, side)
            bot.marks[place.card_field] = card
            bot.write(place.value_field, _counts(card, buildings))
        _keep_missions(bot, drawn.missions.personal.get(bot.seat, ()), buildings)
        if game.solo is not None and "events" in (game.options or {}):
            target = compile_boxes(bot.layout)({**setting_of(bot.sheet.record, 1), **bot.marks})[
                "solo.target"
            ]
            bot.marks["solo.target"] = target
    return [bot.sheet.record for bot in bots]


def _strips(bots: Sequence[BotSheet], station: PlanetDraw, game: Table, chance: Stream) -> dict[int, Strip]:
    """Draw the tiles of all turns by seat, until a player has no room or the last event was drawn."""
    is_clockwise = game.solo is not None or game.chosen.get("station") == "clockwise"
    stacks = {shape: list(tiles) for shape, tiles in station.stacks.items()}
    room = {bot.seat: len(board.cells_of(bot.layout)) - MOST_PATCHES for bot in bots}
    strips: dict[int, Strip] = {bot.seat: [] for bot in bots}
    last = LAST_TURN if has_events(game) else FEWEST_TURNS + chance.below(MORE_TURNS)
    causes: set[str] = {"events-out"} if has_events(game) else set()
    facing = station.start_turn
    for turn in range(1, last + 1):
        facing += 1 if is_clockwise else chance.below(SECTIONS)
        for seat, strip in strips.items():
            depot = (facing + seat - 1) % SECTIONS + 1
            shapes = {"inner": INNER[depot - 1], "outer": outer_of(depot, station.ring_offset)}
            ring = chance.choice([ring for ring, shape in shapes.items() if stacks[shape]])
            tile, cells = stacks[shapes[ring]].pop(0), CELLS[shapes[ring]]
            placed = cells <= room[seat] and (turn < last or has_events(game) or seat > 1)
            strip.append((Taken(turn, ring, depot, placed), tile))
            room[seat] -= cells if placed else 0
            causes |= set() if placed else {"no-room"}
        if "no-room" in causes:
            causes -= {"events-out"} if turn < last else set()
            break
    for bot in bots:
        bot.marks |= {"end.turns": turn, **{f"end.cause-{cause}": "crossed" for cause in sorted(causes)}}
    return strips


def _fill_planet(bot: BotSheet, strip: Strip, offset: int) -> None:
    """Cover as many cells as the patches, tiles and tile cards have, and collect some meteorites."""
    cells, placed = board.cells_of(bot.layout), [each for each in strip if each[0].placed]
    patches, meteorites = bot.chance.below(MOST_PATCHES + 1), sum(tile.meteor for _, tile in placed)
    count = patches + sum(cells_of_tile(taken, offset)[0] for taken, _ in placed)
    for _ in bot.sheet.inked(*(f"civ-card.{card}" for card in tile_cards())):
        count += MOST_OF_CARD if count + MOST_OF_CARD <= len(cells) else 0
    covered = list[board.Cell]()
    adjacent = [bot.chance.choice(sorted(board.crater_of(bot.layout) or board.edge_of(bot.layout)))]
    while len(covered) < count:
        covered.append(adjacent.pop(bot.chance.below(len(adjacent))))
        adjacent += [
            cell
            for cell in board.neighbours(covered[-1])
            if cell in cells and cell not in (*covered, *adjacent)
        ]
    collected = bot.chance.below(meteorites + 1)
    bot.marks |= {board.field_of(cell): "crossed" for cell in sorted(cells.difference(covered))}
    bot.marks |= {board.field_of(cell): "circled" for cell in covered[: meteorites - collected]}
    for field, number in (("meteorite.collected", collected), ("patch.placed", patches)):
        if number or bot.chance.below(2):
            bot.marks[field] = number


def _advance(bot: BotSheet, buildings: Sequence[str], decks: Mapping[int, list[str]]) -> None:
    """Advance the trackers by buildings, energy and synergies, and take the civ cards that they reach."""
    chance, signs = bot.chance, {track: signs_of(bot.layout.name, track) for track in TRACKS}
    heights = {track: min(len(signs[track]) - 1, buildings.count(track)) for track in TRACKS}
    more = buildings.count("energy") + sum(signs[track][: at + 1].count("s") for track, at in heights.items())
    for track in (chance.choice(TRACKS) for _ in range(more)):
        heights[track] = min(len(signs[track]) - 1, heights[track] + 1)
    spaces = {track: fields_named(bot.layout, f"track.{track}") for track in TRACKS}
    while not bot.put({spaces[track][at]: "circled" for track, at in heights.items()}):
        heights["water"] -= 1  # only for Oasis, whose trackers do not share a space
    for sign in signs["civ"][: heights["civ"] + 1]:
        if sign.startswith("c") and decks[int(sign[1])]:
            bot.marks[f"civ-card.{decks[int(sign[1])].pop()}"] = "crossed"


def _collect_lifepods(bot: BotSheet) -> None:
    """Collect lifepods; Cosmos has some of them on the tracks, and Jump Drive on technologies."""
    chance, pods, corporation = bot.chance, bot.chance.below(lifepods() + 1), corporation_of(bot.sheet)
    elsewhere = min(pods, 1 + chance.below(lifepods())) if corporation in ("cosmos", "jump-drive") else 0
    if corporation == "jump-drive":
        places = [field.id for field in bot.layout.fields if field.id.startswith("jump-tech.")]
    else:
        places = [space for track in TRACKS for space in fields_named(bot.layout, f"track.{track}")[1:]]
    for field in chance.shuffled(places)[:elsewhere]:
        bot.marks[field] = "circled+crossed" if field in bot.marks else "crossed"
    bot.marks |= {f"lifepod.{place}": "crossed" for place in range(1, pods - elsewhere + 1)}


def _note_strip(bot: BotSheet, strip: Strip, offset: int) -> None:
    """Write the tile of each turn on the strip."""
    bot.marks["strip.offset"] = offset
    for taken, _ in strip:
        line = f"turn-{taken.turn:02d}"
        mark = "circled" if taken.placed else "circled+crossed"
        bot.marks |= {f"{line}.depot": taken.depot or 0, f"{line}.{taken.ring}": mark}


def _counts(card: int, buildings: Sequence[str]) -> range:
    """Return the possible values of a mission with neighbours, before other marks of the sheet limit them."""
    few, edge = terrains_of("few-missions").get(card), terrains_of("edge-missions").get(card)
    if few is not None:
        return range(buildings.count(few), buildings.count(few) + 1)
    return range(1 + (MOST_COUNTED if edge is None else buildings.count(edge)))


def _keep_missions(bot: BotSheet, dealt: Sequence[int], buildings: Sequence[str]) -> None:
    """Write the personal missions that a player keeps, and ring those that are or may be fulfilled."""
    for place, card in enumerate(bot.chance.shuffled(dealt)[: 3 if bot.game.solo is not None else 1], 1):
        done, most = f"personal.done-{place}", most_energy().get(card)
        bot.marks[f"personal.card-{place}"] = card
        is_fulfilled = bot.chance.below(3) == 0 if most is None else buildings.count("energy") <= most
        any(bot.put({done: "circled" if rings else None}) for rings in (is_fulfilled, not is_fulfilled))
