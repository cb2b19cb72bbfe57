"""Whether the marked fields of a map are made of whole pieces."""

from __future__ import annotations

from fairsheet.sheets.formulas.functions.function import Arguments, Example, Formula, Function, crossed
from fairsheet.sheets.model.marks import Marks

MOST_STEPS = 500  # pieces that are tried; beyond that the fields may be made of pieces

Piece = frozenset[str]  # its fields


def _tiled(args: Arguments[Formula]) -> Formula:
    wanted, pieces = args.marks_at(0), _pieces(args)
    fields = frozenset(args.fields)
    return lambda marks: _covers({each for each in fields if marks.get(each) in wanted}, pieces, [MOST_STEPS])


def _pieces(args: Arguments[Formula]) -> list[Piece]:
    return [frozenset(fields) for fields in args.field_lists]


def _covers(left: set[str], pieces: list[Piece], steps: list[int]) -> bool:
    """Return whether pieces that do not overlap cover exactly the fields that are left; true after too many steps."""
    if not left:
        return True
    usable = [piece for piece in pieces if piece <= left]
    by_field = {field: [piece for piece in usable if field in piece] for field in left}
    for piece in min(by_field.values(), key=len):
        steps[0] -= 1
        if steps[0] < 0 or _covers(left - piece, usable, steps):
            return True
    return False


def _fields_outside(args: Arguments[Formula], marks: Marks) -> tuple[str, ...]:
    """Return the marked fields that belong to no whole piece; all marked fields if there are none."""
    wanted = args.marks_at(0)
    marked = [field for field in args.fields if marks.get(field) in wanted]
    whole: set[str] = set().union(*(piece for piece in _pieces(args) if piece <= set(marked)))
    return tuple(field for field in marked if field not in whole) or tuple(marked)


PIECES = (
    Function(
        "tiled(crossed, a, b)", ("mark", "names"),
        "whether the fields with the mark are made of whole groups that do not overlap, such as pieces on a map",
        is_condition=True, value=_tiled, asked=_fields_outside,
        example=Example("Pieces of two fields: the fields of a group are only marked together.", """\
row at: 4, 4 gap: 3
  repeat i: 1..5
    icon land.{i} octagon size: 9
repeat i: 1..4
  group pair.{i} pair fields: land.{i}, land.{i + 1}
check pairs needs: tiled(crossed, every(pair)) text: "Two fields are crossed together."
""", crossed("land", 1, 2, 4, 5)),
    ),
)  # fmt: skip
