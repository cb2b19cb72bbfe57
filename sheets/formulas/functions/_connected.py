"""Functions of connected fields: by the neighbours that the template states, and by links."""

from __future__ import annotations

from collections.abc import Callable

from fairsheet.sheets.formulas.functions._longest_path import longest_path
from fairsheet.sheets.formulas.functions.function import (
    Arguments,
    Bounds,
    Example,
    Formula,
    Function,
    bounds_of_marked,
    can_hold,
    crossed,
)
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.named import fields_named
from fairsheet.sheets.model.neighbours import connected, ends_of, neighbours_of

Connected = list[list[str]]  # fields in groups


def _connected(args: Arguments[Formula], net: tuple[str, ...]) -> Callable[[Marks], Connected]:
    """Return a function of marks: the connected groups of fields in a net with the mark in the first argument."""
    wanted, neighbours = args.marks_at(0), neighbours_of(args.sheet, net)
    return lambda marks: list(
        connected([field for field in neighbours if marks.get(field) in wanted], neighbours)
    )


def _largest(args: Arguments[Formula]) -> Formula:
    groups = _connected(args, args.names(1))
    return lambda marks: max(map(len, groups(marks)), default=0)


def _fields_of_largest(args: Arguments[Formula], marks: Marks) -> tuple[str, ...]:
    """Return the fields of the largest group, or of one of the largest; all if no field has the mark."""
    groups = _connected(args, args.names(1))(marks)
    largest = set(max(groups, key=len, default=args.fields))
    return tuple(field for field in args.fields if field in largest)


def _clusters(args: Arguments[Formula]) -> Formula:
    groups, least = _connected(args, args.names(2)), args.number(1)
    return lambda marks: sum(len(group) >= least(marks) for group in groups(marks))


def _networks(args: Arguments[Formula]) -> Formula:
    groups, least, sheet = _connected(args, (args.name(2),)), args.number(1), args.sheet
    exits = {field for name in args.names(3) for field in fields_named(sheet, name)}
    joins = {
        field: exits.intersection((field, *ends_of(sheet, field)))
        for field in fields_named(sheet, args.name(2))
    }
    return lambda marks: sum(
        len(set().union(*(joins[field] for field in group))) >= least(marks) for group in groups(marks)
    )


def _beside(args: Arguments[Formula]) -> Formula:
    first, second, neighbours = args.marks_at(0), args.marks_at(1), neighbours_of(args.sheet, args.names(2))
    return lambda marks: sum(
        marks.get(field) in first and any(marks.get(each) in second for each in around)
        for field, around in neighbours.items()
    )


def _longest_path(args: Arguments[Formula]) -> Formula:
    sheet, wanted, links = args.sheet, args.marks_at(0), args.fields
    across = sorted(
        links, key=lambda link: (sheet.field[link].rect.center.x, sheet.field[link].rect.center.y)
    )
    ends = {link: (first, last) for link in across for first, last in [ends_of(sheet, link)]}
    return lambda marks: longest_path([ends[link] for link in across if marks.get(link) in wanted])


def _net_bounds(args: Arguments[Bounds], first: int = 1) -> Bounds:
    """Return the bounds of a count of fields of a net with the mark in the first argument; `first` is the net's
    index."""
    net = neighbours_of(args.sheet, args.names(first))
    return 0, sum(can_hold(args.sheet.field[field], args.marks_at(0)) for field in net)


def _groups_bounds(args: Arguments[Bounds]) -> Bounds:
    return 0, _net_bounds(args, 2)[1] // max(1, args.number(1)[0])


def _networks_bounds(args: Arguments[Bounds]) -> Bounds:
    net = fields_named(args.sheet, args.name(2))
    return 0, sum(can_hold(args.sheet.field[field], args.marks_at(0)) for field in net)


CONNECTED = (
    Function(
        "largest(crossed, board)", ("mark", "net"),
        "the number of fields in the largest group of neighbours with the mark",
        value=_largest, bounds=_net_bounds, more="marks", asked=_fields_of_largest,
        example=Example("Neighbours share a side: `columns` is the number of fields in a row.", """\
grid columns: 5 gap: 2 at: 4, 4
  repeat i: 1..15
    icon land.{i} plant size: 8
group board fields fields: every(plant) columns: 5
box points to: 15 at: 66, 8; box groups to: 9 at: 66, 24
score points is: largest(crossed, board); score groups is: clusters(crossed, 2, board)
""", crossed("land", 1, 2, 7, 8, 5, 13, 10), title="largest, clusters"),
    ),
    Function(
        "clusters(crossed, 3, board)", ("mark", "number", "net"),
        "how many groups of neighbours with the mark have at least this many fields",
        value=_clusters, bounds=_groups_bounds,
    ),
    Function(
        "beside(circled, crossed, board)", ("mark", "mark", "net"),
        "how many fields with the first mark have a neighbour with the second one",
        value=_beside, bounds=lambda args: _net_bounds(args, 2),
        example=Example("Hexagons: the even rows are shifted to the right, and a field has six neighbours.", """\
repeat r: 1..3
  row at: 4 + 6.5 * if(r = 2, 1, 0), 4 + 12 * (r - 1) gap: 4
    repeat c: 1..4
      icon hex.{r}-{c} star accepts: circled, crossed size: 9
group board fields fields: every(star) columns: 4 shifted: even
box points to: 12 at: 76, 16; score points is: beside(circled, crossed, board)
""", {"hex.1-2": "crossed", "hex.2-1": "circled", "hex.2-3": "circled", "hex.3-4": "crossed"},
        title="beside"),
    ),
    Function(
        "networks(drawn, 2, roads, a, b, c)", ("mark", "number", "net", "names"),
        "how many connected groups of the net join at least this many of the other fields",
        value=_networks, bounds=_networks_bounds,
        example=Example("Links that meet are connected. How many networks join two exits, and the longest path.", """\
grid columns: 4 gap: 9 at: 4, 6
  repeat i: 1..8
    icon town.{i} seal size: 8
repeat i: 1..7
  link road.{i} between: town.{i}, town.{if(i = 4, 8, i + 1)}
group roads links fields: every(link); box pairs to: 9 at: 80, 4; box way to: 9 at: 80, 20
score pairs is: networks(drawn, 2, roads, town.1, town.4, town.8); score way is: longest-path(drawn, roads)
""", {"road.2": "drawn", "road.3": "drawn", "road.4": "drawn", "road.6": "drawn"}, title="networks, longest-path"),
    ),
    Function(
        "longest-path(drawn, roads)", ("mark", "links"),
        "the number of links of the longest path over links with the mark; it takes no link twice",
        value=_longest_path, bounds=bounds_of_marked, more="marks",
    ),
)  # fmt: skip
