"""Changes for the cases of Gaia Project: a seed with its draw, and changes that keep a table honest."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.recorded.gaia._draw import drawn_of
from fairsheet.engine.recorded.gaia._map import planet_counts
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled
from tests.engine.recorded.checking import Make, changed
from tests.engine.recorded.gaia.gaia_tables import is_example, pair, seed_with, seeded, three

Marks = dict[str, Mark | None]

SEED = seed_with(3, is_example)
DRAWN = drawn_of(SEED, Table(SEED, 3))
MAP = planet_counts(3, DRAWN.deep_sides)
SHIPS = ("twilight", "rebellion", "tf-mars", "eclipse")
HOMES_OF_TWO = ("oxide", "terra")  # of Anna and Bob
HOMES = {  # homes of Cyril's other factions; Ambas, his usual one, begins on swamp
    "xenos": "desert", "gleens": "desert", "taklons": "swamp", "bal-taks": "volcanic", "firaks": "titanium",
    "bescods": "titanium", "itars": "ice", "tinkeroids": "asteroid", "darkanians": "asteroid",
    "moweyds": "protoplanet", "space-giants": "protoplanet",
}  # fmt: skip


def drawing(place: int, tile: str, also: str | None = None) -> Make:
    """Return a maker of three players' table with a final tile at a place, `also` as token of level 5 or artifact,
    and enough asteroids for them."""
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
    """Return a maker of three players' table with a tile for a round, and enough asteroids for them."""
    return lambda: three(
        seed_with(
            3,
            lambda drawn: (
                drawn.round_tiles[number - 1] == tile and planet_counts(3, drawn.deep_sides)["asteroid"] >= 7
            ),
        )
    )


def two_of_the_example() -> list[Record]:
    """Return two players with the final tiles of the worked example."""
    return pair(seed_with(2, is_example))


def three_lost_fleets() -> list[Record]:
    """Return three ships explored by Cyril, with the extension's tile, whose side needs ships."""
    tile = DRAWN.advanced_tech[6]
    return changed(
        seeded(), {"3": {**ships(3), **advanced(tile, covering="st-gaia-3"), "tech.st-ore-charge": None}}
    )


def with_setup() -> list[Record]:
    """Return the worked example with its set-up sheet."""
    table = seeded()
    return [*table, Record.on(load_sheet("gaia-setup"), table[0].game, NO_SEAT, {})]


def faction(before: str, after: str) -> Marks:
    """Return another faction, and no other change."""
    return {f"faction.{before}": None, f"faction.{after}": "circled"}


def plays(name: str, *third: str) -> Marks:
    """Return Cyril with another faction and its marks; `third` is the third colour at three steps."""
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
    """Return another level of an area."""
    return {f"{area}.l{before}": None, f"{area}.l{after}": "circled"}


def flips(count: int, kind: str = "ft-ore") -> Marks:
    """Return `count` federation tokens, all of them flipped."""
    return {f"federation.{kind}": count, "federation.flipped": count}


def advanced(tile: str, covering: str) -> Marks:
    """Return an advanced tile on a standard one, for a flipped token."""
    return {f"advanced.{tile}": "circled", f"tech.{covering}": "circled+crossed", **flips(1, "ft-credits")}


def ships(count: int, *of: str) -> Marks:
    """Return the first ships explored, of all or of these."""
    return {f"ship.{ship}": "circled" for ship in (of or SHIPS)[:count]}


def artifacts(*names: str) -> Marks:
    """Return artifacts with their ships."""
    return {"ship.twilight": "circled", **{f"artifact.{name}": "circled" for name in names}}


def coloured(*homes: str) -> Marks:
    """Return colours at three steps."""
    return dict(circled(*(f"three-step.{home}" for home in homes)))


def row(taken: Sequence[str], places: int) -> list[str]:
    """Return the first free colours of the row."""
    return [home for home in DRAWN.colour_row if home not in taken][:places]


def blank(*fields: str) -> Marks:
    """Return blanks for these fields."""
    return dict.fromkeys(fields)
