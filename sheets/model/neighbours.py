"""Which fields of a sheet are neighbours, as its template states it.

The fact `columns: 6` of a group says that its `fields` stand in rows of six, where those that share a side are
neighbours; with `shifted: odd` or `even` these rows lie half a field further to the right, as hexagons do, and a field
has six. The fact `neighbours: a, b, c, d` pairs any fields. Links are neighbours where they have an end in common.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from fairsheet.sheets.model.named import fields_named
from fairsheet.sheets.model.sheet import Group, Sheet

Neighbours = Mapping[str, Collection[str]]

SHIFTED = {"odd": 1, "even": 0}  # the rows, counted from 1, that lie further to the right


def neighbours_of(sheet: Sheet, names: Iterable[str]) -> dict[str, set[str]]:
    """The fields that names stand for, each with its neighbours among them. Beside other names groups only say who are
    neighbours."""
    names = list(names)
    groups = [sheet.group[name] for name in names if name in sheet.group]
    counted = [name for name in names if name not in sheet.group] or names
    found: dict[str, set[str]] = {field: set() for name in counted for field in fields_named(sheet, name)}
    pairs = [pair for group in groups for pair in (*_in_rows(group), *_in_twos(group))]
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
    """The two fields between which a link lies; none of any other field."""
    between = sheet.field[field].attrs.get("between", ())
    return tuple(map(str, between)) if isinstance(between, tuple) else ()


def connected(fields: Collection[str], neighbours: Neighbours) -> Iterator[list[str]]:
    """The fields in groups, in each of which a way leads from neighbour to neighbour."""
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


def _in_rows(group: Group) -> Iterator[tuple[str, str]]:
    """Neighbours in a grid of squares, or of hexagons."""
    columns, fields = group.attrs.get("columns"), group.attrs.get("fields")
    if not isinstance(columns, int) or columns < 1 or not isinstance(fields, tuple):
        return
    shifted = SHIFTED.get(str(group.attrs.get("shifted")))
    for place, field in enumerate(fields):
        row, column = divmod(place, columns)
        below = [column]
        if shifted is not None:
            below.append(column + 1 if (row + 1) % 2 == shifted else column - 1)
        beside = [place + 1] if column + 1 < columns else []
        for other in (*beside, *((row + 1) * columns + at for at in below if 0 <= at < columns)):
            if other < len(fields):
                yield str(field), str(fields[other])


def _in_twos(group: Group) -> Iterator[tuple[str, str]]:
    named: object = group.attrs.get("neighbours", ())
    fields: Sequence[object] = named if isinstance(named, tuple) else ()
    yield from ((str(one), str(other)) for one, other in zip(fields[::2], fields[1::2], strict=False))
