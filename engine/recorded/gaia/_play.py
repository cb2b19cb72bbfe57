"""Plausible tables of Gaia Project: sheets as they look at the end of a game, without skilful play.

Players colonise planets while the map has some, and take tokens and tiles while the box has some. All other marks are
random marks that the checks allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.bot_sheet import BotSheet
from fairsheet.engine.recorded.gaia._box import AUTOMA, RECORD, ROUNDS, SETUP, beginning_with, box, numbers
from fairsheet.engine.recorded.gaia._draw import (
    GaiaDraw,
    drawn_of,
    placed_components,
    setting_of_draw,
    sides_of,
)
from fairsheet.engine.recorded.gaia._factions import automa_factions, factions, three_step_colours
from fairsheet.engine.recorded.gaia._final import PLANETS_COUNTED, TILES, markers, most_of_automa
from fairsheet.engine.recorded.gaia._map import planet_counts, with_future_gaia
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark

START_POINTS = 10
SIGNS = ("circle", "cross", "triangle")
LEFT = {"credits": 20, "ore": 8, "knowledge": 8, "qic": 4, "area-2": 8, "area-3": 8}  # exclusive limits
STRUCTURES = (
    "built.mines",
    "built.mines",
    "built.mines",
    "built.trading",
    "built.labs",
    "built.academy-know",
    "built.academy-action",
)
TILES_OF = {"built.labs": 1, "built.academy-know": 2, "built.academy-action": 2}  # tech tiles of each
MOST_STRUCTURES, MOST_COUNTED, MOST_POINTS = 16, 25, 140
OPTIONAL = {"interspace.colonies": 3, "built.stations": 4, "built.rings": 4, "federation.flipped": 1}
BRAINSTONE = "left.brainstone-"

NOTHING: Mapping[str, Mark | None] = {}

Placed = dict[str, tuple[str, ...]]


@dataclass
class _Supply:
    """The planets and tokens left for the players, in random order, and the taken fields that only one may have."""

    planets: list[str]
    tokens: list[str]
    taken: set[str] = field(default_factory=set)


def played_table(game: Table, drawn: GaiaDraw | None, chance: Stream) -> list[Record]:
    """Return the records of all players, and those of the table."""
    drawn = drawn or drawn_of(str(chance.word()), game)
    placed, playing = placed_components(drawn, game), _factions(chance, game)
    planets = with_future_gaia(planet_counts(game.players, drawn.deep_sides))
    for seat in range(1, game.players + 1):
        planets[factions()[playing[seat]].home] -= factions()[playing[seat]].structures
    supply = _Supply(
        chance.shuffled(list(planets.elements())),
        chance.shuffled(box().federations * numbers("copies")[game.players]),
    )

    def sheet(name: str, seat: int = NO_SEAT) -> BotSheet:
        return BotSheet(load_sheet(name), game, seat, chance, setting_of_draw(drawn, game))

    tables = [sheet(SETUP)]
    _set_up(tables[0], drawn)
    if game.players == 1:
        tables.insert(0, sheet(AUTOMA))
        _fill_automa(tables[0], placed, drawn, playing[NO_SEAT], supply)
    players = {seat: sheet(RECORD, seat) for seat in range(1, game.players + 1)}
    if chance.below(4):  # otherwise nobody writes during the game
        _write_rounds(list(players.values()), chance)
    colours = three_step_colours(playing, drawn.colour_row, drawn.seat_order)
    for seat, player in players.items():
        player.marks |= {f"three-step.{home}": "circled" for home in sorted(colours.get(seat, ()))}
        _fill(player, playing[seat], placed, supply)
    return [each.sheet.record for each in (*players.values(), *tables)]


def _factions(chance: Stream, game: Table) -> dict[int, str]:
    """Draw a faction for each seat, no two of one home type or board; the Automa has seat 0."""
    playing: dict[int, str] = {}
    pool = chance.shuffled(list(factions()))
    if game.players == 1:
        pool.insert(0, chance.choice(automa_factions(load_sheet(AUTOMA))))
    for seat in range(NO_SEAT if game.players == 1 else 1, game.players + 1):
        homes = {factions()[name].home for name in playing.values()}
        playing[seat] = next(name for name in pool if factions()[name].home not in homes)
    return playing


def _write_rounds(players: Sequence[BotSheet], chance: Stream) -> None:
    """Write boosters, passing places and points of all rounds."""
    sides = sides_of(len(players))
    letters = chance.shuffled(box().letters[: sides + 3])
    for number in range(1, ROUNDS + 1):
        held, letters = letters[: len(players)], letters[len(players) :]
        letters = [*chance.shuffled(letters), *held]
        for player, booster, place in zip(players, held, chance.shuffled(range(1, sides + 1)), strict=False):
            player.marks |= {
                f"round-{number}.{each}": "circled" for each in (f"booster-{booster}", f"pass-{place}")
            }
    for player in players:
        points = accumulate((chance.below(25) for _ in range(ROUNDS)), initial=START_POINTS)
        player.marks |= {f"round-{number}.vp": vp for number, vp in enumerate(points) if number}


def _fill_automa(automa: BotSheet, placed: Placed, drawn: GaiaDraw, name: str, supply: _Supply) -> None:
    """Fill in the Automa's sheet, and remove its components from the supply."""
    chance = automa.chance
    # a placeholder until levels and passes, which are a lower limit, are known
    automa.marks["automa-vp.track"] = MOST_POINTS
    automa.mark([each.id for each in automa.layout.fields if each.id.startswith("level.")], "circled")
    automa.marks[f"automa-faction.{name}"] = "circled"
    for number in range(1, ROUNDS + 1):
        automa.write(f"automa-pass.r{number}", range(12))
    ships = {*placed["start-ship"], *(ship for ship in box().tech_ships if chance.below(2))}
    automa.marks |= {f"automa-ship.{ship}": "circled" for ship in sorted(ships)}
    for area in box().areas:
        level = chance.below(6)
        automa.marks[f"automa-{area}.l{level}"] = "circled"
        supply.taken |= {f"{area}.l5"} if level == 5 else set()
    for place, tile in zip(TILES, drawn.final_tiles, strict=True):
        most = most_of_automa(tile, drawn)
        if tile in PLANETS_COUNTED:
            most = supply.planets.count(PLANETS_COUNTED[tile])
        count = chance.below(13 if most is None else min(12, most) + 1)
        automa.marks[f"automa-final.count-{place}"] = count
        for _ in range(count if tile in PLANETS_COUNTED else 0):
            supply.planets.remove(PLANETS_COUNTED[tile])
    automa.write("automa-vp.track", range(40, MOST_POINTS))


def _set_up(setup: BotSheet, drawn: GaiaDraw) -> None:
    """Fill in the set-up sheet; some tables with two sides note the place of the neutral marker."""
    setup.marks["table.signed"] = setup.chance.choice(SIGNS)
    if setup.game.players <= 2 and setup.chance.below(2):
        setup.marks |= {f"marker.{tile}": markers()[drawn.final_tiles[tile - 1]].number for tile in TILES}


def _fill(player: BotSheet, name: str, placed: Placed, supply: _Supply) -> None:
    """Fill in one player's sheet."""
    chance, faction = player.chance, factions()[name]
    has_institute = name in ("ivits", "tinkeroids") or chance.below(2) == 1
    player.marks |= {
        f"faction.{name}": "circled",
        f"planet.{faction.home}": faction.structures,
        **{"built.mines": faction.structures - has_institute, "built.trading": 0, "built.labs": 0},
        **({"built.institute": "circled"} if has_institute else {}),
    }
    for area in box().areas:
        any(player.put({f"{area}.l{level}": "circled"}) for level in chance.shuffled(range(5)))
    ships = chance.shuffled(placed["ships"])[: 1 + chance.below(numbers("shuttles")[player.game.players])]
    player.mark([f"ship.{ship}" for ship in (*(["tf-mars"] if name == "moweyds" else []), *ships)], "circled")
    for kind, place in (("artifact", "artifacts"), ("ship-federation", "ship-federations")):
        _take(player, supply, (f"{kind}.{component}" for component in placed[place]))
    for _ in range(min(chance.below(4), len(supply.tokens))):
        player.put(player.more(f"federation.{supply.tokens.pop()}"))
    player.mark(["federation.ft-gleens"], "circled")
    for area in chance.shuffled(box().areas):
        _reach_level_5(player, area, placed, supply)
    ship_tiles = (tile for ship in box().tech_ships for tile in placed.get(f"tech-{ship}", ()))
    standard = [f"tech.{tile}" for tile in chance.shuffled([*box().standard_tech, *ship_tiles])]
    _colonise(player, standard, supply)
    for tile in placed["advanced"]:
        held = [each for each in chance.shuffled(standard) if player.marks.get(each) == "circled"]
        if len(held) > 1:
            changes = {held[0]: None, held[1]: "circled+crossed", **player.more("federation.flipped")}
            _take(player, supply, [f"advanced.{tile}"], changes)
    for prefix, place in (("sector.s", "sectors"), ("deep.s", "deep-space")):
        player.mark([prefix + sector for sector in chance.shuffled(placed[place])], "circled", one_in=2)
    for what, most in OPTIONAL.items():
        count = chance.below(most)
        player.put({what: count} if what not in player.marks and (count or chance.below(4) == 0) else {})
    player.marks["built.satellites"] = chance.below(16)
    player.marks |= {f"left.{what}": chance.below(most) for what, most in LEFT.items()}
    player.mark([BRAINSTONE + chance.choice(beginning_with(BRAINSTONE))], "circled")
    player.mark([f"tinker-{tile}" for tile in beginning_with("tinker-")], "crossed", one_in=2)
    player.marks["vp.track"] = player.marks.get(f"round-{ROUNDS}.vp", 20 + chance.below(150))
    player.marks["sign.player"] = chance.choice(SIGNS)
    for number in range(1, ROUNDS + 1) if f"round-{ROUNDS}.vp" in player.marks else ():
        player.write(f"round-{number}.hits", range(4))
    for place_of_tile in TILES:
        player.write(f"final-{place_of_tile}.count", range(MOST_COUNTED))


def _take(
    player: BotSheet, supply: _Supply, fields: Iterable[str], more: Mapping[str, Mark | None] = NOTHING
) -> None:
    """Mark some of the fields that only one player can have, as far as allowed, together with other marks."""
    for name in fields:
        if name not in supply.taken and player.chance.below(2) and player.put({name: "circled", **more}):
            supply.taken.add(name)


def _reach_level_5(player: BotSheet, area: str, placed: Placed, supply: _Supply) -> None:
    """Advance from level 4 to level 5, flip a token, and take the components at level 5."""
    (token,) = placed["level-5-token"]
    changes: dict[str, Mark | None] = {f"{area}.l4": None, **player.more("federation.flipped")}
    if area == "navigation":
        changes["built.lost-planet"] = "circled"
    if area == "terraforming":
        changes |= player.more(f"federation.{token}")
    if f"{area}.l4" in player.marks and (area != "terraforming" or token in supply.tokens):
        _take(player, supply, [f"{area}.l5"], changes)
    if area == "terraforming" and f"{area}.l5" in player.marks:
        supply.tokens.remove(token)


def _colonise(player: BotSheet, standard: Sequence[str], supply: _Supply) -> None:
    """Build structures, each on one of the remaining planets, and take the tech tiles that they give."""
    chance = player.chance
    for _ in range(chance.below(MOST_STRUCTURES)):
        if not supply.planets:
            return
        planet, kind = supply.planets.pop(), chance.choice(STRUCTURES)
        tiles = [tile for tile in standard if tile not in player.marks][: TILES_OF.get(kind, 0)]
        is_taken = player.layout.field[kind].bounds is None and kind in player.marks
        changes = {**dict.fromkeys(tiles, "circled"), **player.more(kind, f"planet.{planet}")}
        formers = [player.more("former.on-asteroids")] if planet == "asteroid" else []
        if is_taken or not any(player.put({**changes, **former}) for former in (*formers, {})):
            supply.planets.insert(0, planet)
    for _ in range(chance.below(3)):
        player.put(player.more("built.mines", "built.guest-mines"))
