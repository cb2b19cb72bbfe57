"""What the cases of Gaia Project change: a seed with what it draws, and changes that keep a table honest."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.recorded.gaia._draw import drawn_of
from fairsheet.engine.recorded.gaia._map import planet_counts
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.checking import Make, changed
from tests.engine.recorded.gaia.gaia_tables import circled, is_example, pair, seed_with, seeded, three

Marks = dict[str, Mark | None]

SEED = seed_with(3, is_example)
DRAWN = drawn_of(SEED, Table(SEED, 3))
MAP = planet_counts(3, DRAWN.deep_sides)
SHIPS = ("twilight", "rebellion", "tf-mars", "eclipse")
HOMES_OF_TWO = ("oxide", "terra")  # of Anna and Bob
HOMES = {  # of the factions that Cyril becomes: all but Ambas, whose own it is, live elsewhere than on swamp
    "xenos": "desert", "gleens": "desert", "taklons": "swamp", "bal-taks": "volcanic", "firaks": "titanium",
    "bescods": "titanium", "itars": "ice", "tinkeroids": "asteroid", "darkanians": "asteroid",
    "moweyds": "protoplanet", "space-giants": "protoplanet",
}  # fmt: skip


def drawing(place: int, tile: str, also: str | None = None) -> Make:
    """Makes three players' table with a seed that draws a final tile at a place, `also` as the token of level 5 or an
    artifact, and enough asteroids for them."""
    return lambda: three(
        seed_with(
            3,
            lambda drawn: (
                drawn.final_tiles[place - 1] == tile
                and planet_counts(3, drawn.deep_sides)["asteroid"] >= 7
                and also in (None, drawn.level_5_token, *drawn.artifacts)
            ),
        )
    )


def playing_round(number: int, tile: str) -> Make:
    """Makes three players' table with a seed that draws a tile for a round, and enough asteroids for them."""
    return lambda: three(
        seed_with(
            3,
            lambda drawn: (
                drawn.round_tiles[number - 1] == tile and planet_counts(3, drawn.deep_sides)["asteroid"] >= 7
            ),
        )
    )


def two_of_the_example() -> list[Record]:
    """Two players with the final tiles of the worked example."""
    return pair(seed_with(2, is_example))


def three_lost_fleets() -> list[Record]:
    """Three ships explored by Cyril, with the extension's tile, where the side asks for ships."""
    tile = DRAWN.advanced_tech[6]
    return changed(
        seeded(), {"3": {**ships(3), **advanced(tile, covering="st-gaia-3"), "tech.st-ore-charge": None}}
    )


def with_setup() -> list[Record]:
    """The worked example with its set-up sheet."""
    table = seeded()
    return [*table, Record.on(load_sheet("gaia-setup"), table[0].game, NO_SEAT, {})]


def faction(before: str, after: str) -> Marks:
    """Another faction, and nothing else."""
    return {f"faction.{before}": None, f"faction.{after}": "circled"}


def plays(name: str, *third: str) -> Marks:
    """Cyril with another faction and what belongs to it; `third` is the third colour at three steps."""
    marks = faction("ambas", name)
    home = HOMES[name]
    if home == "protoplanet":
        marks |= {"planet.ice": None, "planet.protoplanet": 1}
    elif home not in ("swamp", "asteroid"):
        marks |= {"planet.swamp": None, f"planet.{home}": 4 + (home == "ice")}
    for area in {"xenos": ["artificial-intelligence"], "tinkeroids": ["science"]}.get(name, ()):
        marks |= climbs(area, 0, 1)
    marks |= {"ship.tf-mars": "circled"} if name == "moweyds" else {}
    marks |= {"left.brainstone-none": "circled"} if name == "taklons" else {}
    return marks | (coloured(*HOMES_OF_TWO, *third) if name in ("tinkeroids", "moweyds") else {})


def climbs(area: str, before: int, after: int) -> Marks:
    """Another level of an area."""
    return {f"{area}.l{before}": None, f"{area}.l{after}": "circled"}


def flips(count: int, kind: str = "ft-ore") -> Marks:
    """So many federation tokens, all of them flipped."""
    return {f"federation.{kind}": count, "federation.flipped": count}


def advanced(tile: str, covering: str) -> Marks:
    """An advanced tile on a standard one, for a token that is flipped."""
    return {f"advanced.{tile}": "circled", f"tech.{covering}": "circled+crossed", **flips(1, "ft-credits")}


def ships(count: int, *of: str) -> Marks:
    """The first ships explored, of all or of these."""
    return {f"ship.{ship}": "circled" for ship in (of or SHIPS)[:count]}


def artifacts(*names: str) -> Marks:
    """Artifacts, with the ship on which they were."""
    return {"ship.twilight": "circled", **{f"artifact.{name}": "circled" for name in names}}


def coloured(*homes: str) -> Marks:
    """Colours at three steps."""
    return dict(circled(*(f"three-step.{home}" for home in homes)))


def row(taken: Sequence[str], places: int) -> list[str]:
    """The first free colours of the row."""
    return [home for home in DRAWN.colour_row if home not in taken][:places]


def blank(*fields: str) -> Marks:
    """Nothing in these fields."""
    return dict.fromkeys(fields)
