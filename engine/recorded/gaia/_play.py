"""Plausible tables of Gaia Project: what is on the sheets when a game is over, not how well it was played.

Planets are colonised as long as the map has them, tokens and tiles taken as long as the box has them; levels, tiles and
flipped tokens follow from each other as the rules want it. All else is drawn freely within its bounds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.counts import OBJECTING, allowed_numbers
from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.gaia._box import AUTOMA, RECORD, ROUNDS, SETUP, beginning_with, box, numbers
from fairsheet.engine.recorded.gaia._draw import EXTENSION, FOR_POINTS, GaiaDraw, drawn_of, placed_components
from fairsheet.engine.recorded.gaia._factions import Faction, automa_factions, factions, three_step_colours
from fairsheet.engine.recorded.gaia._final import PLANETS_COUNTED, TILES, greatest
from fairsheet.engine.recorded.gaia._map import planet_counts, with_future_gaia
from fairsheet.engine.recorded.gaia._play_table import SIGNS, automa_of, rounds_of, set_up_of
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.formulas.functions.game_facts import drawn_name
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark

LEFT = {"credits": 20, "ore": 8, "knowledge": 8, "qic": 4, "area-2": 8, "area-3": 8}  # each less than that
BRAINSTONE = "left.brainstone-"


@dataclass
class _Supply:
    """What is left for the players to take."""

    planets: Counter[str]
    tokens: Counter[str]
    singles: set[str]  # advanced tiles, artifacts and tokens of ships
    level_5: set[str] = field(default_factory=set)  # areas in which somebody is on level 5


@dataclass
class _Player:
    """One player, in the making."""

    chance: Stream
    game: Table
    drawn: GaiaDraw
    placed: dict[str, tuple[str, ...]]
    supply: _Supply
    name: str
    levels: dict[str, int] = field(default_factory=dict)
    ships: list[str] = field(default_factory=list)
    marks: dict[str, Mark] = field(default_factory=dict)

    @property
    def faction(self) -> Faction:
        return factions()[self.name]

    def circle(self, *fields: str) -> None:
        self.marks |= dict.fromkeys(fields, "circled")

    def write(self, name: str, number: int) -> None:
        """A number whose blank means 0."""
        if number or self.chance.below(4) == 0:
            self.marks[name] = number


def played_table(game: Table, drawn: GaiaDraw | None, chance: Stream) -> list[Record]:
    """The records of all players, and those of the table."""
    if drawn is None:
        drawn = drawn_of(str(chance.word()), game)
    placed = placed_components(drawn, game)
    supply = _Supply(
        with_future_gaia(planet_counts(game.players, drawn.deep_sides)),
        Counter(dict.fromkeys(box().federations, numbers("copies")[game.players])),
        {*placed["advanced"], *placed["artifacts"], *placed["ship-federations"]},
    )
    playing = _factions(chance, game)
    for seat in range(1, game.players + 1):
        faction = factions()[playing[seat]]
        supply.planets[faction.home] -= faction.structures
    records = []
    if game.players == 1:
        marks = automa_of(chance, game, drawn, placed, playing[NO_SEAT])
        supply.level_5 |= {area for area in box().areas if f"automa-{area}.l5" in marks}
        _settle_automa(marks, drawn, supply)
        records.append(Record.on(load_sheet(AUTOMA), game, NO_SEAT, marks))
    colours = three_step_colours(playing, drawn.colour_row, drawn.seat_order)
    rounds = rounds_of(chance, game, placed)
    for seat in range(1, game.players + 1):
        player = _Player(chance, game, drawn, placed, supply, playing[seat])
        player.circle(*(f"three-step.{home}" for home in sorted(colours.get(seat, ()))))
        _fill(player, rounds[seat])
        records.append(Record.on(load_sheet(RECORD), game, seat, player.marks, f"Bot {seat}"))
    records.append(Record.on(load_sheet(SETUP), game, NO_SEAT, set_up_of(chance, game, drawn)))
    return records


def _settle_automa(marks: dict[str, Mark], drawn: GaiaDraw, supply: _Supply) -> None:
    """The Automa's planets that a final tile counts are no longer there for the player."""
    for place, tile in zip(TILES, drawn.final_tiles, strict=True):
        if tile in PLANETS_COUNTED:
            planet, count = PLANETS_COUNTED[tile], f"automa-final.count-{place}"
            marks[count] = min(_number(marks, count), supply.planets[planet])
            supply.planets[planet] -= _number(marks, count)


def _factions(chance: Stream, game: Table) -> dict[int, str]:
    """By seat a faction, no two of one home type or board; the Automa has the seat 0."""
    playing: dict[int, str] = {}
    homes: set[str] = set()
    if game.players == 1:
        playing[NO_SEAT] = chance.choice(automa_factions(load_sheet(AUTOMA)))
        homes.add(factions()[playing[NO_SEAT]].home)
    pool = iter(chance.shuffled(list(factions())))
    for seat in range(1, game.players + 1):
        playing[seat] = next(name for name in pool if factions()[name].home not in homes)
        homes.add(factions()[playing[seat]].home)
    return playing


def _fill(player: _Player, rounds: dict[str, Mark]) -> None:
    """One player's sheet."""
    chance, marks = player.chance, player.marks
    player.circle(f"faction.{player.name}")
    academies = [f"built.academy-{kind}" for kind in ("know", "action") if chance.below(2)]
    has_institute = player.name in ("ivits", "tinkeroids") or chance.below(2) == 1
    player.levels = {area: max(chance.below(5), int(area in player.faction.research)) for area in box().areas}
    if player.name == "bal-taks" and not has_institute:
        player.levels["navigation"] = 0
    _explore(player)
    green = _federations(player, has_institute)
    green -= _climb(player, green, has_institute)
    player.circle(*academies, *(["built.institute"] if has_institute else []))
    player.circle(*(f"{area}.l{level}" for area, level in player.levels.items()))
    labs = chance.below(4)
    _tech(player, labs + 2 * len(academies), green)
    structures = _colonise(player, labs, len(academies) + has_institute)
    _colonies(player, structures)
    for what, most in LEFT.items():
        marks[f"left.{what}"] = chance.below(most)
    if player.name == "taklons":
        player.circle(BRAINSTONE + chance.choice(beginning_with(BRAINSTONE)))
    if player.name == "tinkeroids":
        marks |= {f"tinker-{tile}": "crossed" for tile in beginning_with("tinker-") if chance.below(2)}
    marks |= rounds
    marks["vp.track"] = rounds.get(f"round-{ROUNDS}.vp", 20 + chance.below(150))
    marks["sign.player"] = chance.choice(SIGNS)
    _final_counts(player)
    _limit_hits(player)


def _explore(player: _Player) -> None:
    """Ships, as many as there are shuttles, and on Twilight artifacts."""
    limit = numbers("shuttles")[player.game.players]
    ships = player.chance.shuffled(player.placed["ships"])
    if player.name == "moweyds":
        ships = ["tf-mars", *(ship for ship in ships if ship != "tf-mars")]
    player.ships = ships[: max(player.name == "moweyds", player.chance.below(limit + 1))]
    player.circle(*(f"ship.{ship}" for ship in player.ships))
    if "twilight" in player.ships:
        for artifact in player.chance.shuffled(player.placed["artifacts"])[: player.chance.below(3)]:
            if artifact in player.supply.singles:
                player.supply.singles.remove(artifact)
                player.circle(f"artifact.{artifact}")


def _federations(player: _Player, has_institute: bool) -> int:
    """Tokens of federations; how many of them have a green side."""
    chance, supply = player.chance, player.supply
    taken: Counter[str] = Counter()
    for _ in range(chance.below(4)):
        kind = chance.choice(box().federations)
        if supply.tokens[kind]:
            supply.tokens[kind] -= 1
            taken[kind] += 1
    player.marks |= {f"federation.{kind}": count for kind, count in taken.items()}
    green = sum(taken.values()) - taken["ft-vp-12"]
    for ship in player.ships:
        token = player.drawn.ship_federations[ship]
        if token in supply.singles and chance.below(2):
            supply.singles.remove(token)
            player.circle(f"ship-federation.{token}")
            green += 1
    if player.name == "gleens" and has_institute:
        player.circle("federation.ft-gleens")
        green += 1
    return green


def _climb(player: _Player, green: int, has_institute: bool) -> int:
    """Levels 5, each for a token that is flipped; how many fewer green ones there are."""
    flipped = gained = 0
    for area in player.chance.shuffled(box().areas):
        if player.levels[area] < 4 or area in player.supply.level_5 or flipped == green:
            continue
        token = player.drawn.level_5_token
        if area == "terraforming" and not player.supply.tokens[token]:
            continue
        if player.chance.below(2):
            player.levels[area] = 5
            player.supply.level_5.add(area)
            flipped += 1
            if area == "terraforming":
                player.supply.tokens[token] -= 1
                has = player.marks.get(f"federation.{token}", 0)
                player.marks[f"federation.{token}"] = 1 + (has if isinstance(has, int) else 0)
                gained += token != "ft-vp-12"
            if area == "navigation":
                player.circle("built.lost-planet")
    player.marks["federation.flipped"] = flipped
    return flipped - gained


def _tech(player: _Player, tiles: int, green: int) -> None:
    """So many tiles, some of them advanced ones that cover others and cost a flipped token each."""
    chance = player.chance
    advanced: list[str] = []
    for place, tile in zip((*box().areas, EXTENSION), player.drawn.advanced_tech, strict=True):
        if place == EXTENSION:
            may = player.drawn.extension_side == FOR_POINTS or len(player.ships) >= 3
        else:
            may = player.levels[place] >= 4
        if (
            may
            and tile in player.supply.singles
            and len(advanced) < min(tiles // 2, green)
            and chance.below(2)
        ):
            player.supply.singles.remove(tile)
            advanced.append(tile)
    flipped = player.marks["federation.flipped"]
    del player.marks["federation.flipped"]
    player.write("federation.flipped", len(advanced) + (flipped if isinstance(flipped, int) else 0))
    player.circle(*(f"advanced.{tile}" for tile in advanced))
    of_ships = [tile for ship in player.ships for tile in player.placed.get(f"tech-{ship}", ())]
    standard = chance.shuffled([*box().standard_tech, *of_ships])[: tiles - len(advanced)]
    player.circle(*(f"tech.{tile}" for tile in standard))
    player.marks |= {f"tech.{tile}": "circled+crossed" for tile in standard[: len(advanced)]}


def _colonise(player: _Player, labs: int, big: int) -> int:
    """Structures, each on a planet; how many there are on the map."""
    chance, planets = player.chance, Counter({player.faction.home: player.faction.structures})
    pieces = greatest("built.mines")
    trading, mines = chance.below(5), chance.below(pieces + 1)
    mines = min(pieces, max(mines, player.faction.structures - trading - labs - big))
    formers = chance.below(numbers("gaiaformers")[player.levels["gaia-project"]] + 1)
    by_eclipse = chance.below(3) if "eclipse" in player.ships else 0
    used = 0
    for _ in range(mines + trading + labs + big - player.faction.structures):
        free = [
            planet
            for planet in box().planets
            if player.supply.planets[planet] and (planet != "asteroid" or used < formers + by_eclipse)
        ]
        planet = chance.choice(free)
        player.supply.planets[planet] -= 1
        planets[planet] += 1
        used += planet == "asteroid"
    player.write("former.on-asteroids", min(used, formers))
    guests = min(chance.below(3), pieces - mines) if player.name == "lantids" else 0
    if guests:
        player.marks["built.guest-mines"] = guests
    player.marks |= {"built.mines": mines + guests, "built.trading": trading, "built.labs": labs}
    for planet in box().planets:
        player.write(f"planet.{planet}", planets[planet])
    return mines + guests + trading + labs + big + ("built.lost-planet" in player.marks)


def _colonies(player: _Player, structures: int) -> None:
    """Where the structures are, and what lies between them."""
    chance = player.chance
    left = structures
    for prefix, place in (("sector.s", "sectors"), ("deep.s", "deep-space")):
        there = chance.shuffled(player.placed[place])[: chance.below(left + 1)]
        left -= len(there)
        player.circle(*(f"{prefix}{sector}" for sector in there))
    player.write("interspace.colonies", chance.below(min(left, 2) + 1))
    player.marks["built.satellites"] = chance.below(16)
    if player.name == "ivits":
        player.write("built.stations", chance.below(4))
    if player.name == "moweyds":
        player.write("built.rings", chance.below(4))


def _limit_hits(player: _Player) -> None:
    """No tile of a round scored more than there is at the end."""
    levels = sum(player.levels.values())
    tokens = sum(_number(player.marks, f"federation.{kind}") for kind in box().federations)
    most = {
        "rs-research-2": levels,
        "rs-mine-2": _count(player, "fs-structures") - 1,
        "rs-new-type-3": _count(player, "fs-types") - 1,
        "rs-new-sector-3": _count(player, "fs-sectors") + _count(player, "fs-deep"),
        "rs-gaia-4": _count(player, "fs-gaia"),
        "rs-gaia-3": _count(player, "fs-gaia"),
        "rs-federation-5": tokens,
    }
    for number, tile in enumerate(player.drawn.round_tiles, 1):
        field = f"round-{number}.hits"
        if field in player.marks and tile in most:
            player.marks[field] = max(0, min(most[tile], _number(player.marks, field)))


def _number(marks: dict[str, Mark], name: str) -> int:
    """A number, or how many marks an icon has: 1 or 0."""
    mark = marks.get(name, 0)
    return mark if isinstance(mark, int) else int(mark in ("circled", "circled+crossed"))


def _final_counts(player: _Player) -> None:
    for tile in TILES:
        player.marks[f"final-{tile}.count"] = _count(player, player.drawn.final_tiles[tile - 1])


def _count(player: _Player, tile: str) -> int:
    """What the player has of what a final tile counts: the number to which the checks of the record object least."""
    if tile == "fs-distance":
        has_both = _number(player.marks, "built.institute") and any(
            _number(player.marks, f"built.academy-{kind}") for kind in ("know", "action")
        )
        return 3 + player.chance.below(11) if has_both else 0
    layout = load_sheet(RECORD)
    sheet = TableSheet(layout, Record.on(layout, player.game, 1, player.marks))
    lies_there: dict[str, Mark] = {drawn_name("final-1", tile): 1}
    counts = allowed_numbers(sheet, "final-1.count", lies_there, OBJECTING)
    if tile == "fs-in-federations":
        has_token = any(name.startswith(("federation.ft-", "ship-federation.")) for name in player.marks)
        return counts[player.chance.below(len(counts))] if has_token and len(counts) > 1 else 0
    return counts[0]
