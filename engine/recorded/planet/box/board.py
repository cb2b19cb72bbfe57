"""The cells of a planet: which are connected, and which are on its edge."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set

from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet

Cell = tuple[int, int]  # row and column, from 1

_PREFIX = "cell."
CRATER = "target"  # the symbol of crater cells


def field_of(cell: Cell) -> str:
    """Return the field of a cell.

    >>> field_of((1, 6))
    'cell.r01c06'
    """
    return f"{_PREFIX}r{cell[0]:02d}c{cell[1]:02d}"


@remembered
def cells_of(sheet: Sheet) -> frozenset[Cell]:
    """Return all cells of the planet on a sheet."""
    ids = (field.id.removeprefix(_PREFIX) for field in sheet.fields if field.id.startswith(_PREFIX))
    return frozenset((int(id_[1:3]), int(id_[4:6])) for id_ in ids)


@remembered
def edge_of(sheet: Sheet) -> frozenset[Cell]:
    """Return the cells next to the space around the planet; a hole inside it does not count."""
    cells = cells_of(sheet)
    rows, columns = (range(max(places) + 2) for places in zip(*cells, strict=True))
    around = {(row, column) for row in rows for column in columns} - cells
    outside = connected(around, (0, 0))
    return frozenset(cell for cell in cells if any(near in outside for near in neighbours(cell)))


@remembered
def crater_of(sheet: Sheet) -> frozenset[Cell]:
    """Return the cells of the crater; empty if there is none."""
    return frozenset(cell for cell in cells_of(sheet) if sheet.field[field_of(cell)].symbol == CRATER)


def neighbours(cell: Cell) -> Iterator[Cell]:
    """Yield the four cells that share a side with a cell."""
    row, column = cell
    yield from ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))


def connected(cells: Collection[Cell], start: Cell) -> set[Cell]:
    """Return the cells connected to the start, including it."""
    reached, frontier = {start}, [start]
    while frontier:
        new = [near for near in neighbours(frontier.pop()) if near in cells and near not in reached]
        reached.update(new)
        frontier += new
    return reached


def areas_of(cells: Set[Cell]) -> list[set[Cell]]:
    """Return the connected areas of some cells, the largest first."""
    left, areas = set(cells), []
    while left:
        area = connected(left, min(left))
        areas.append(area)
        left -= area
    return sorted(areas, key=len, reverse=True)
