"""Draw the map for the set-up sheet: sectors with their planets, ships between them, deep space tiles."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from fairsheet.engine.recorded.gaia._component_names import name_printed, words_of
from fairsheet.engine.recorded.gaia._draw import GaiaDraw, placed_components
from fairsheet.engine.recorded.gaia._layouts import (
    DEEP_SPACE,
    INNER_RING,
    LAYOUTS,
    NEIGHBOURS,
    OUTER_RING,
    Hex,
)
from fairsheet.engine.recorded.gaia._map import asteroids, planets_on
from fairsheet.engine.records.record import Table
from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.model.drawn_shapes import Ellipse, Polygon, Shape, Style, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.sheet import DrawPlace

TINTS = {
    "terra": "water",
    "oxide": "rust",
    "desert": "energy",
    "swamp": "earth",
    "volcanic": "astronaut",
    "gaia": "plant",
    "titanium": "pale",
    "transdim": "planning",
}
SHORT = Message("{name:.3}")  # of a planet or ship; the sheet has the full names below the map
SIDES = {"outlined": Message("outl."), "front": Message("front")}
SMALLEST = 6.0  # points; size of words on the map
INSIDE, EDGE = Style("pale", None, 0.15), Style("dark", None, 0.35)
DEEP, HOLE = Style("light", "faint", 0.2), Style("dark", "faint", 0.35)
PLANET = Style("mid", "paper", 0.2)


class _Scale(NamedTuple):
    """A scale from hexes to mm: the length of an edge, and the middle of the hex (0, 0)."""

    edge: float
    x: float
    y: float

    def middle(self, at: Hex) -> Point:
        q, r = at
        return Point(self.x + 1.5 * self.edge * q, self.y + math.sqrt(3) * self.edge * (r + q / 2))

    def corners(self, at: Hex) -> tuple[Point, ...]:
        """Return the corners of a hex clockwise, the right one first."""
        middle = self.middle(at)
        return tuple(
            Point(
                middle.x + self.edge * math.cos(math.pi / 3 * k),
                middle.y + self.edge * math.sin(math.pi / 3 * k),
            )
            for k in range(6)
        )


def shapes_printed(place: DrawPlace, drawn: GaiaDraw, game: Table, seat: int) -> Sequence[Shape]:
    """Return the map, the number of asteroids, or the name of the component at a place."""
    if place.id == "map":
        return _map_picture(drawn, game.players, place.rect.w, place.rect.h)
    if place.id == "asteroids":
        return _asteroids_printed(drawn, game.players)
    placed = placed_components(drawn, game).get(place.id, ())
    return name_printed(placed[0]) if placed else ()


def _map_picture(drawn: GaiaDraw, players: int, w: float, h: float) -> list[Shape]:
    """Draw the map in a place of w by h mm."""
    layout = LAYOUTS[players]
    sectors = [*drawn.centre_sectors, *drawn.outer_sectors]
    hexes = {
        middle: frozenset((middle[0] + q, middle[1] + r) for q, r in ((0, 0), *INNER_RING, *OUTER_RING))
        for middle in layout.sector_hexes
    }
    everything = [
        *(at for sector_hexes in hexes.values() for at in sector_hexes),
        *layout.holes,
        *(at for three in layout.triangles for at in three),
    ]
    scale = _fitting(everything, w, h)
    shapes: list[Shape] = []
    for middle, sector, turn in zip(layout.sector_hexes, sectors, drawn.rotations, strict=True):
        planets = dict(planets_on(middle, sector, turn))
        shapes += _sector(scale, hexes[middle], planets)
        number, _, side = sector.partition("-")
        shapes.append(_words(scale.middle(middle), number, 2.4 * scale.edge, "bold"))
        if side:
            below = Point(scale.middle(middle).x, scale.middle(middle).y + 0.62 * scale.edge)
            shapes.append(_words(below, SIDES[side], SMALLEST, "condensed-bold"))
    others = iter(drawn.other_interspaces)
    for hole, ship in zip(layout.holes, drawn.ship_hexes, strict=True):
        shapes.append(Polygon(scale.corners(hole), HOLE))
        shown = ship or next(others)
        if shown != "blank":
            shapes.append(_words(scale.middle(hole), _short(shown), _size(scale, 1.45), "condensed-bold"))
    for three, tile in zip(layout.triangles, drawn.deep_order, strict=True):
        shapes += [Polygon(scale.corners(at), DEEP) for at in three]
        shapes += _deep(scale, three, tile, drawn.deep_sides[tile])
    return shapes


def _asteroids_printed(drawn: GaiaDraw, players: int) -> tuple[Shape, ...]:
    """Return the number of asteroids on the map in words; for several players also the order of the seats."""
    words = Message("Asteroids on the map: {n}", n=asteroids(players, drawn.deep_sides))
    if players > 1:
        order = Message("order of the seats: {seats}", seats=", ".join(map(str, drawn.seat_order)))
        words = joined("; ", [words, order])
    return (Text(Point(0, 3), words, 7, font="condensed-bold"),)


def _fitting(hexes: list[Hex], w: float, h: float) -> _Scale:
    """Return the largest scale at which the hexes fit into w by h mm, centred."""
    unit = _Scale(1.0, 0.0, 0.0)
    corners = [corner for at in hexes for corner in unit.corners(at)]
    left, right = min(c.x for c in corners), max(c.x for c in corners)
    top, bottom = min(c.y for c in corners), max(c.y for c in corners)
    edge = min(w / (right - left), h / (bottom - top))
    return _Scale(edge, w / 2 - edge * (left + right) / 2, h / 2 - edge * (top + bottom) / 2)


def _sector(scale: _Scale, hexes: frozenset[Hex], planets: Mapping[Hex, str]) -> Iterator[Shape]:
    for at in sorted(hexes):
        yield Polygon(scale.corners(at), INSIDE)
    for at in sorted(hexes):
        corners = scale.corners(at)
        # the first one is above: the edge between the corners 4 and 5
        for k, (q, r) in enumerate(NEIGHBOURS):
            if (at[0] + q, at[1] + r) not in hexes:
                yield Polygon((corners[(k + 4) % 6], corners[(k + 5) % 6]), EDGE, closed=False)
    for at, planet in planets.items():
        yield from _planet(scale, scale.middle(at), planet)


def _planet(scale: _Scale, at: Point, planet: str) -> Iterator[Shape]:
    radius = 0.72 * scale.edge
    fill = TINTS.get(planet, "paper")
    yield Ellipse(
        Rect(at.x - radius, at.y - radius, 2 * radius, 2 * radius), Style(PLANET.stroke, fill, PLANET.width)
    )
    yield _words(at, _short(planet), _size(scale, 1.45), "condensed-bold")


def _short(component: str) -> str:
    """Return the first letters of a planet or ship in the language of the sheet, without spaces between words."""
    if component == "transdim":
        return "TD"
    return SHORT.filled(name=Message(words_of(component).replace(". ", "").replace(" ", "")))


def _size(scale: _Scale, by_edge: float) -> float:
    """Return the size of words on the map in points: in proportion to the hexes, but never too small to read."""
    return max(SMALLEST, by_edge * scale.edge)


def _deep(scale: _Scale, three: tuple[Hex, Hex, Hex], tile: str, side: str) -> Iterator[Shape]:
    """Draw the number of a tile in the middle of its hexes, and its planets below."""
    middles = [scale.middle(at) for at in three]
    x, y = sum(m.x for m in middles) / 3, sum(m.y for m in middles) / 3
    yield _words(Point(x, y - 0.45 * scale.edge), f"{tile}{side}", 1.9 * scale.edge, "bold")
    planets = joined(" ", map(_short, DEEP_SPACE[tile][side]))
    yield _words(Point(x, y + 0.45 * scale.edge), planets, _size(scale, 1.5), "condensed-bold")


def _words(middle: Point, words: str, size: float, font: str) -> Text:
    """Return words centred on a point, with their size in points."""
    return Text(Point(middle.x, middle.y + size * 0.127), words, size, "center", font)
