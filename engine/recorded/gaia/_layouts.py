"""Sectors with their planets, deep space tiles, and the places of sectors, holes and tiles by number of players.

Hexes are axial (q, r); one step is N (0, -1), NE (1, -1), SE (1, 0), S (0, 1), SW (-1, 1) or NW (-1, 0). Each outer
sector is shifted by one hex, so that it touches the middle one along two hexes. This leaves single holes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Hex = tuple[int, int]

NEIGHBOURS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
OUTER_RING: tuple[Hex, ...] = (  # clockwise from the top corner
    (0, -2), (1, -2), (2, -2), (2, -1), (2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0), (-1, -1),
)  # fmt: skip
INNER_RING: tuple[Hex, ...] = NEIGHBOURS


class Face(NamedTuple):
    """The planets of a sector by their places on its two rings; the middle is empty."""

    outer: Mapping[int, str]
    inner: Mapping[int, str]


SECTORS = {  # by number and side; the outlined sides are for fewer players
    "01": Face({3: "transdim", 5: "volcanic", 6: "oxide", 9: "desert"}, {1: "terra", 5: "swamp"}),
    "02": Face({0: "titanium", 3: "desert", 5: "transdim", 7: "oxide", 11: "volcanic"}, {1: "ice", 4: "swamp"}),
    "03": Face({0: "transdim", 3: "titanium", 6: "desert", 7: "terra"}, {2: "ice", 5: "gaia"}),
    "04": Face({0: "titanium", 4: "terra", 9: "ice"}, {0: "oxide", 2: "swamp", 4: "volcanic"}),
    "05-front": Face({0: "ice", 2: "transdim", 3: "oxide", 6: "desert", 7: "volcanic"}, {5: "gaia"}),
    "05-outlined": Face({0: "ice", 2: "transdim", 3: "oxide", 7: "volcanic"}, {5: "gaia"}),
    "06-front": Face({1: "transdim", 4: "desert", 5: "transdim"}, {1: "terra", 3: "gaia", 5: "swamp"}),
    "06-outlined": Face({1: "transdim", 4: "desert", 5: "transdim"}, {1: "terra", 3: "gaia"}),
    "07-front": Face({1: "swamp", 6: "titanium", 10: "transdim"}, {0: "oxide", 2: "gaia", 4: "gaia"}),
    "07-outlined": Face({6: "titanium", 10: "transdim"}, {0: "gaia", 2: "swamp", 4: "gaia"}),
    "08": Face({0: "terra", 2: "transdim", 7: "transdim"}, {0: "ice", 2: "titanium", 4: "volcanic"}),
    "09": Face({1: "transdim", 2: "ice", 8: "swamp", 11: "volcanic"}, {2: "gaia", 4: "titanium"}),
    "10": Face({1: "transdim", 2: "transdim", 7: "oxide", 8: "terra"}, {2: "gaia", 5: "desert"}),
}  # fmt: skip
DEEP_SPACE: dict[str, dict[str, tuple[str, ...]]] = {  # the planets by number and side
    "11": {"a": ("protoplanet", "asteroid"), "b": ("asteroid",)},
    "12": {"a": ("transdim", "protoplanet"), "b": ("asteroid",)},
    "13": {"a": ("transdim", "asteroid"), "b": ("asteroid",)},
    "14": {"a": ("protoplanet", "asteroid"), "b": ("asteroid",)},
    "15": {"a": ("protoplanet",), "b": ("protoplanet", "asteroid")},
    "16": {"a": ("protoplanet",), "b": ("asteroid", "asteroid")},
    "17": {"a": ("transdim",), "b": ("asteroid",)},
    "18": {"a": ("protoplanet",), "b": ("asteroid",)},
}


class Layout(NamedTuple):
    """The places of sectors, holes, ships and tiles for a number of players."""

    sectors: tuple[str, ...]
    centres: int  # number of sectors in the middle, drawn from the first four
    sector_hexes: tuple[Hex, ...]  # middles of the sectors, those in the middle first
    holes: tuple[Hex, ...]  # single hexes between the sectors
    near: tuple[tuple[int, int], ...]  # pairs of holes that cannot both have a ship
    deep_space: tuple[str, ...]  # tiles of three hexes at the edge
    triangles: tuple[tuple[Hex, Hex, Hex], ...]  # the places of these tiles
    ships: tuple[str, ...]
    others: tuple[str, ...]  # the contents of the other holes


LAYOUTS = {  # by number of players; 1 is solo against the Automa
    2: Layout(
        sectors=("01", "02", "03", "04", "05-outlined", "06-outlined", "07-outlined"),
        centres=1,
        sector_hexes=((0, 0), (5, -1), (1, 4), (-4, 5), (-5, 1), (-1, -4), (4, -5)),
        holes=((-3, 2), (-2, -1), (-1, 3), (1, -3), (2, 1), (3, -2)),
        near=((0, 1), (0, 2), (1, 3), (2, 4), (3, 5), (4, 5)),
        deep_space=("11", "12", "13", "14", "15", "16"),
        triangles=(
            ((-6, 4), (-7, 5), (-7, 4)), ((-4, -2), (-5, -2), (-4, -3)), ((-2, 6), (-2, 7), (-3, 7)),
            ((2, -6), (2, -7), (3, -7)), ((4, 2), (5, 2), (4, 3)), ((6, -4), (7, -4), (7, -5)),
        ),
        ships=("twilight", "tf-mars", "eclipse"),
        others=("asteroid", "asteroid", "protoplanet"),
    ),
    3: Layout(
        sectors=("01", "02", "03", "04", "05-outlined", "06-outlined", "07-outlined", "09", "10"),
        centres=1,
        sector_hexes=((0, 0), (5, -1), (1, 4), (-4, 5), (-5, 1), (-1, -4), (4, -5), (6, 3), (-3, 9)),
        holes=((-3, 2), (-2, -1), (-2, 6), (-1, 3), (1, -3), (2, 1), (3, -2), (4, 2)),
        near=((0, 1), (0, 3), (1, 4), (2, 3), (3, 5), (4, 6), (5, 6), (5, 7)),
        deep_space=("11", "12", "13", "14", "15", "16", "17", "18"),
        triangles=(
            ((-6, 4), (-7, 5), (-7, 4)), ((-5, 8), (-6, 9), (-6, 8)), ((-4, -2), (-5, -2), (-4, -3)),
            ((0, 7), (1, 7), (0, 8)), ((2, -6), (2, -7), (3, -7)), ((3, 5), (3, 6), (2, 6)),
            ((6, -4), (7, -4), (7, -5)), ((7, 0), (8, 0), (8, -1)),
        ),
        ships=("twilight", "rebellion", "tf-mars", "eclipse"),
        others=("asteroid", "asteroid", "protoplanet", "blank"),
    ),
    4: Layout(
        sectors=("01", "02", "03", "04", "05-front", "06-front", "07-front", "08", "09", "10"),
        centres=2,
        sector_hexes=(
            (0, 0), (5, -1), (1, 4), (-4, 5), (-5, 1), (-1, -4), (4, -5), (10, -2), (6, 3), (9, -6),
        ),
        holes=((-3, 2), (-2, -1), (-1, 3), (1, -3), (2, 1), (3, -2), (4, 2), (6, -4), (7, 0), (8, -3)),
        near=((0, 1), (0, 2), (1, 3), (2, 4), (3, 5), (4, 5), (4, 6), (5, 7), (6, 8), (7, 9), (8, 9)),
        deep_space=("11", "12", "13", "14", "15", "16", "17", "18"),
        triangles=(
            ((-6, 4), (-7, 5), (-7, 4)), ((-4, -2), (-5, -2), (-4, -3)), ((-2, 6), (-2, 7), (-3, 7)),
            ((2, -6), (2, -7), (3, -7)), ((3, 5), (3, 6), (2, 6)), ((7, -7), (7, -8), (8, -8)),
            ((9, 1), (10, 1), (9, 2)), ((11, -5), (12, -5), (12, -6)),
        ),
        ships=("twilight", "rebellion", "tf-mars", "eclipse"),
        others=("asteroid", "asteroid", "asteroid", "asteroid", "protoplanet", "blank"),
    ),
}  # fmt: skip
LAYOUTS[1] = LAYOUTS[2]._replace(ships=("rebellion", "tf-mars", "eclipse"))
