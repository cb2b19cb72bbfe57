"""The cells of a planet: which hang together, and which lie on its edge."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set

from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet

Cell = tuple[int, int]  # row and column, from 1

_PREFIX = "cell."
CRATER = "target"  # the symbol of its cells


def field_of(cell: Cell) -> str:
    """The field of a cell.

    >>> field_of((1, 6))
    'cell.r01c06'
    """
    return f"{_PREFIX}r{cell[0]:02d}c{cell[1]:02d}"


@remembered
def cells_of(sheet: Sheet) -> frozenset[Cell]:
    """All cells of the planet on a sheet."""
    ids = (field.id.removeprefix(_PREFIX) for field in sheet.fields if field.id.startswith(_PREFIX))
    return frozenset((int(id_[1:3]), int(id_[4:6])) for id_ in ids)


@remembered
def edge_of(sheet: Sheet) -> frozenset[Cell]:
    """The cells next to the space round the planet; a hole inside it is not that space."""
    cells = cells_of(sheet)
    rows, columns = (range(max(places) + 2) for places in zip(*cells, strict=True))
    around = {(row, column) for row in rows for column in columns} - cells
    outside = connected(around, (0, 0))
    return frozenset(cell for cell in cells if any(beside in outside for beside in neighbours(cell)))


@remembered
def crater_of(sheet: Sheet) -> frozenset[Cell]:
    """The cells of the crater, where there is one."""
    return frozenset(cell for cell in cells_of(sheet) if sheet.field[field_of(cell)].symbol == CRATER)


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The four cells that share a side with a cell."""
    row, column = cell
    yield from ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))


def connected(cells: Collection[Cell], start: Cell) -> set[Cell]:
    """The cells that hang together with one of them."""
    found, frontier = {start}, [start]
    while frontier:
        new = [beside for beside in neighbours(frontier.pop()) if beside in cells and beside not in found]
        found.update(new)
        frontier += new
    return found


def areas_of(cells: Set[Cell]) -> list[set[Cell]]:
    """The parts into which cells fall that hang together, the largest first."""
    left, areas = set(cells), []
    while left:
        area = connected(left, min(left))
        areas.append(area)
        left -= area
    return sorted(areas, key=len, reverse=True)
