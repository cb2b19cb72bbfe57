"""Which fields of a sheet are neighbours, as its template states it.

The fact `columns: 6` of a group puts its `fields` into rows of six, where fields that share a side are neighbours.
With `shifted: odd` or `even` these rows are shifted right by half a field: hexagons, with six neighbours each. The
fact `neighbours: a, b, c, d` pairs any fields. Links are neighbours if they share an end.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from fairsheet.sheets.model.named import fields_named
from fairsheet.sheets.model.sheet import Group, Sheet

Neighbours = Mapping[str, Collection[str]]

SHIFTED = {"odd": 1, "even": 0}  # the rows, counted from 1, that are shifted to the right


def neighbours_of(sheet: Sheet, names: Iterable[str]) -> dict[str, set[str]]:
    """Return the fields that names mean, each with its neighbours among them.

    If there are other names, groups only state who are neighbours.
    """
    names = list(names)
    groups = [sheet.group[name] for name in names if name in sheet.group]
    counted = [name for name in names if name not in sheet.group] or names
    found: dict[str, set[str]] = {field: set() for name in counted for field in fields_named(sheet, name)}
    pairs = [pair for group in groups for pair in (*_grid_pairs(group), *_stated_pairs(group))]
    links: dict[str, list[str]] = defaultdict(list)
    for field in found:
        for end in ends_of(sheet, field):
            links[end].append(field)
    for one, other in (*pairs, *(pair for sharing in links.values() for pair in combinations(sharing, 2))):
        if one != other and one in found and other in found:
            found[one].add(other)
            found[other].add(one)
    return found


def ends_of(sheet: Sheet, field: str) -> tuple[str, ...]:
    """Return the two fields that a link joins; none for any other field."""
    between = sheet.field[field].attrs.get("between", ())
    return tuple(map(str, between)) if isinstance(between, tuple) else ()


def connected(fields: Collection[str], neighbours: Neighbours) -> Iterator[list[str]]:
    """Yield the fields in groups, in each of which a way leads from neighbour to neighbour."""
    left = dict.fromkeys(fields)
    while left:
        first, _ = left.popitem()
        group, reached = [first], deque([first])
        while reached:
            for field in neighbours[reached.popleft()]:
                if field in left:
                    del left[field]
                    group.append(field)
                    reached.append(field)
        yield group


def _grid_pairs(group: Group) -> Iterator[tuple[str, str]]:
    """Yield the neighbours in a grid of squares or hexagons."""
    columns, fields = group.attrs.get("columns"), group.attrs.get("fields")
    if not isinstance(columns, int) or columns < 1 or not isinstance(fields, tuple):
        return
    shifted = SHIFTED.get(str(group.attrs.get("shifted")))
    for place, field in enumerate(fields):
        row, column = divmod(place, columns)
        below = [column]
        if shifted is not None:
            below.append(column + 1 if (row + 1) % 2 == shifted else column - 1)
        right = [place + 1] if column + 1 < columns else []
        for other in (*right, *((row + 1) * columns + at for at in below if 0 <= at < columns)):
            if other < len(fields):
                yield str(field), str(fields[other])


def _stated_pairs(group: Group) -> Iterator[tuple[str, str]]:
    named: object = group.attrs.get("neighbours", ())
    fields: Sequence[object] = named if isinstance(named, tuple) else ()
    yield from ((str(one), str(other)) for one, other in zip(fields[::2], fields[1::2], strict=False))
