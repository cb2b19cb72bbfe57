"""The map that a seed draws, and the number of planets of each type on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.gaia._box import GAME, box
from fairsheet.engine.recorded.gaia._layouts import (
    DEEP_SPACE,
    INNER_RING,
    LAYOUTS,
    NEIGHBOURS,
    OUTER_RING,
    SECTORS,
    Hex,
    Layout,
)

ASTEROIDS, FEWEST_ASTEROIDS = "fs-asteroids", 6  # a final tile, and the fewest asteroids it needs
FLIPPED = "16"  # the deep space tile that is turned over if there are fewer
TURNS = 6  # orientations of a sector
ROTATIONS, FAIR = "rotations", "fair"  # the option, and its value


class MapDraw(NamedTuple):
    """The draws of the map, in the order of the places of a `Layout`."""

    centre_sectors: tuple[str, ...]
    outer_sectors: tuple[str, ...]
    rotations: tuple[int, ...]  # clockwise steps of each sector, those in the middle first
    ship_hexes: tuple[str | None, ...]  # the ship in each hole between sectors, if there is one
    other_interspaces: tuple[str, ...]  # the contents of the other holes
    deep_order: tuple[str, ...]
    deep_sides: Mapping[str, str]  # by tile, a or b
    deep_rotations: tuple[int, ...]  # by place


def drawn_map(seed: str, players: int, final_tiles: Sequence[str], *, fair: bool) -> MapDraw:
    """Return all draws of the map, each from its own stream; `fair` forbids neighbouring planets of one home type."""
    layout = LAYOUTS[players]
    centres = tuple(_stream(seed, "centre-sectors").shuffled(layout.sectors[:4])[: layout.centres])
    around = [one for one in layout.sectors if one not in centres]
    outer = tuple(_stream(seed, "outer-sectors").shuffled(around))
    ship_holes = _stream(seed, "ship-hexes")
    holes = ship_holes.choice(ship_sets(players))
    ships = dict(zip(holes, ship_holes.shuffled(layout.ships), strict=True))
    sides, turns = _stream(seed, "deep-sides"), _stream(seed, "deep-rotations")
    deep = {tile: "ab"[sides.below(2)] for tile in layout.deep_space}
    if ASTEROIDS in final_tiles and asteroids(players, deep) < FEWEST_ASTEROIDS:
        deep[FLIPPED] = "b" if deep[FLIPPED] == "a" else "a"
    return MapDraw(
        centre_sectors=centres,
        outer_sectors=outer,
        rotations=_rotations(seed, layout, (*centres, *outer), fair=fair),
        ship_hexes=tuple(ships.get(hole) for hole in range(len(layout.holes))),
        other_interspaces=tuple(_stream(seed, "other-interspaces").shuffled(layout.others)),
        deep_order=tuple(_stream(seed, "deep-order").shuffled(layout.deep_space)),
        deep_sides=deep,
        deep_rotations=tuple(turns.below(3) for _ in layout.deep_space),
    )


@cache
def ship_sets(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of holes for ships: no two of them next to each other."""
    layout = LAYOUTS[players]
    return tuple(
        holes
        for holes in combinations(range(len(layout.holes)), len(layout.ships))
        if not any(set(pair) <= set(holes) for pair in layout.near)
    )


def planet_counts(players: int, deep_sides: Mapping[str, str]) -> Counter[str]:
    """Return the number of planets of each type on a map with these deep space sides, including transdim planets."""
    return _on_sectors(players) + _off_sectors(players, deep_sides)


@cache
def most_planets(players: int) -> Mapping[str, int]:
    """Return the greatest number of planets of each type on any map; transdim planets count as gaia planets."""
    layout = LAYOUTS[players]
    most: Counter[str] = Counter()
    for sides in product("ab", repeat=len(layout.deep_space)):
        counts = with_future_gaia(
            _on_sectors(players) + _off_sectors(players, dict(zip(layout.deep_space, sides, strict=True)))
        )
        most |= counts
    return most


def with_future_gaia(counts: Counter[str]) -> Counter[str]:
    """Return the counts with transdim planets as gaia planets, because they can become gaia planets."""
    return Counter(
        {planet: count for planet, count in counts.items() if planet not in ("transdim", "gaia")}
        | {"gaia": counts["gaia"] + counts["transdim"]}
    )


def asteroids(players: int, sides: Mapping[str, str]) -> int:
    """Return the number of asteroids on a map with these sides of its deep space tiles."""
    return _off_sectors(players, sides)["asteroid"]


def planets_on(middle: Hex, sector: str, turn: int) -> Iterator[tuple[Hex, str]]:
    """Yield the planets of a sector with their hexes; `turn` is the number of clockwise steps."""
    face = SECTORS[sector]
    for planets, ring in ((face.outer, OUTER_RING), (face.inner, INNER_RING)):
        for place, planet in planets.items():
            q, r = ring[(place + turn * len(ring) // TURNS) % len(ring)]
            yield (middle[0] + q, middle[1] + r), planet


def has_equal_neighbours(layout: Layout, sectors: Sequence[str], turns: Sequence[int]) -> bool:
    """Return whether planets of one home type are next to each other on different sectors."""
    planet_at: dict[Hex, tuple[str, int]] = {}
    for number, (middle, sector, turn) in enumerate(zip(layout.sector_hexes, sectors, turns, strict=True)):
        for at, planet in planets_on(middle, sector, turn):
            if planet in box().homes:
                planet_at[at] = (planet, number)
    return any(
        other is not None and other[0] == planet and other[1] != number
        for (q, r), (planet, number) in planet_at.items()
        for dq, dr in NEIGHBOURS
        for other in (planet_at.get((q + dq, r + dr)),)
    )


def _rotations(seed: str, layout: Layout, sectors: Sequence[str], *, fair: bool) -> tuple[int, ...]:
    stream = _stream(seed, "rotations")
    turns = tuple(stream.below(TURNS) for _ in sectors)
    while fair and has_equal_neighbours(layout, sectors, turns):
        turns = tuple(stream.below(TURNS) for _ in sectors)
    return turns


@cache
def _on_sectors(players: int) -> Counter[str]:
    faces = (SECTORS[sector] for sector in LAYOUTS[players].sectors)
    return Counter(planet for face in faces for ring in face for planet in ring.values())


def _off_sectors(players: int, sides: Mapping[str, str]) -> Counter[str]:
    """Count the planets in holes and on deep space tiles."""
    holes = [planet for planet in LAYOUTS[players].others if planet != "blank"]
    return Counter([*holes, *(planet for tile, side in sides.items() for planet in DEEP_SPACE[tile][side])])


def _stream(seed: str, draw: str) -> Stream:
    return Stream(seed, f"{GAME}/{draw}")
