"""The functions of score lines and of the conditions of missions: their names, arguments and meaning, in one table.

`sheets.placement` checks expressions against it; `formula` computes them over ink. An argument that names things is a
field, a zone, a group or a ladder; it stands for its fields (`fields_named`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from fairsheet.sheets.model.sheet import Call, Expression, Operation, Sheet, Value

ArgumentKind = Literal["mark", "names", "zone", "ladder", "table", "option", "word", "number", "condition"]

COMPARISONS = ("<", "<=", "=", ">=", ">")  # the operators that compare two numbers

# What formulas may ask about the game itself. A mapping of marks that holds these names, `option.mode` for an
# option `mode`, and `drawn.place.component`, says so; without them the numbers are 0 and nothing is chosen or drawn.
GAME_NUMBERS = {
    "game.players": "how many play",
    "game.sheets": "how many of their sheets of this kind are there",
    "game.seat": "the seat whose sheet it is, 0 where it is nobody's",
    "game.solo": "the level of the one-player game, 0 with others",
    "game.seeded": "1 where a seed drew what the game draws when it is set up, else 0",
}


class Function(Value, frozen=True):
    """One function: the kinds of its arguments in order; the last kind may repeat when `repeats` is true, and the
    last `optional` ones may be left out. One that needs the `whole_table` is a score line's whole formula.
    """

    arguments: tuple[ArgumentKind, ...]
    repeats: bool
    gives: Literal["number", "condition"]
    words: str
    optional: int = 0
    whole_table: bool = False
    pairs: bool = False  # behind the first argument, the others come in pairs: a number and what it gives


FUNCTIONS: dict[str, Function] = {
    "count": Function(("mark", "names"), True, "number", "how many of the fields bear the mark"),
    "filled": Function(("names",), True, "number", "how many of the slots bear a number or an X"),
    "full": Function(("names",), True, "condition", "whether every one of the slots bears a number or an X"),
    "open": Function(("names",), True, "number", "how many of the fields are circled and not crossed"),
    "lowest": Function(("ladder",), False, "number", "the first value of the ladder that is not crossed"),
    "value": Function(("names",), True, "number", "the numbers written in the fields, added up; blank is 0"),
    "worth": Function(
        ("mark", "names"), True, "number", "the facts `value` of the fields with the mark, added up"
    ),
    "passed": Function(
        ("mark", "mark", "names"),
        True,
        "number",
        "for each field with the first mark the last fact `value` up to it, fields with the second mark left "
        "aside, added up",
    ),
    "furthest": Function(
        ("mark", "mark", "names"),
        True,
        "number",
        "what `passed` gives for the last field with the first mark",
    ),
    "before": Function(
        ("mark", "names"),
        True,
        "number",
        "how many fields of the same zone or group come before each field that bears the mark, added up",
    ),
    "reached": Function(
        ("mark", "word", "word", "names"),
        True,
        "number",
        "for each field that bears the mark, how many fields of its zone or group up to it have a fact with this word, "
        "added up",
    ),
    "without": Function(("mark", "names"), True, "number", "how many of the fields do not bear the mark"),
    "untouched": Function(
        ("names",),
        True,
        "number",
        "the facts `value` of the groups added up whose fields bear no ink but what their facts `ignores` name",
    ),
    "streak": Function(("mark", "names"), True, "number", "how many of them in a row bear the mark at most"),
    "having": Function(
        ("mark", "number", "names"),
        True,
        "number",
        "how many of the named things have just so many fields that bear the mark",
    ),
    "same": Function(
        ("names",), True, "number", "how many of the further fields bear the same mark as the first one"
    ),
    "complete": Function(
        ("zone", "number"),
        False,
        "number",
        "how many segments of the zone are full (with so many slots)",
        optional=1,
    ),
    "longest": Function(
        ("zone",), False, "number", "the number of slots of the longest full segment of the zone"
    ),
    "points": Function(
        ("number", "number"),
        True,
        "number",
        "the points for a number: the first for 0, the next one for 1, …",
    ),
    "ranked": Function(
        ("number", "number"),
        True,
        "number",
        "the points of the player's place by the number; players of equal numbers share a place, and the next is next",
        whole_table=True,
    ),
    "ranked-skipping": Function(
        ("number", "number"),
        True,
        "number",
        "as `ranked`, but as many places are skipped as there are further players of equal numbers",
        whole_table=True,
    ),
    "ranked-dividing": Function(
        ("number", "number"),
        True,
        "number",
        "as `ranked`, but players of equal numbers divide the points of the places that they take, rounded down",
        whole_table=True,
    ),
    "with-next": Function(
        ("number", "number"),
        False,
        "number",
        "the first number, and added to it the second one of the next seat's sheet",
        whole_table=True,
    ),
    "product": Function(
        ("names",), True, "number", "the numbers written in the fields, multiplied; 0 where none is written"
    ),
    "best": Function(
        ("number", "names"), True, "number", "the so many greatest of the numbers written, added up"
    ),
    "inked": Function(("names",), True, "number", "how many of the fields bear any mark"),
    "lookup": Function(
        ("number", "number"), True, "number", "the points that stand behind just this number", pairs=True
    ),
    "thresholds": Function(
        ("number", "number"),
        True,
        "number",
        "the points behind the last of the ascending numbers that is reached, 0 before the first",
        pairs=True,
    ),
    "ascending": Function(
        ("names",), True, "condition", "whether each number written is greater than the one before it"
    ),
    "descending": Function(
        ("names",), True, "condition", "whether each number written is less than the one before it"
    ),
    "different": Function(("names",), True, "condition", "whether no two of the fields bear the same mark"),
    "in-order": Function(
        ("mark", "names"), True, "condition", "whether no field with the mark comes after one without it"
    ),
    "times": Function(("number", "names"), True, "number", "how many of the fields bear just this number"),
    "below": Function(
        ("number", "names"), True, "number", "how many of the fields bear a number less than it"
    ),
    "last": Function(
        ("names",),
        True,
        "number",
        "which of the named things is the last with ink: 1 for the first, 0 for none",
    ),
    # Of our sheets only a released layout of ares-record, f655d0bd, asks for it: its prints may be checked at any time.
    "only-first": Function(
        ("names",),
        True,
        "number",
        "how many of the named things bear ink in their first field and in no other",
    ),
    "listed": Function(
        ("table", "names"), True, "number", "how many of the fields bear a number of the table"
    ),
    "entry": Function(
        ("table", "number", "number"),
        False,
        "number",
        "the value of the table behind the first number; the second one where the table does not have it",
    ),
    "matching": Function(
        ("number", "names", "names"),
        False,
        "number",
        "the numbers of the second list where the first one bears this number at the same place, added up",
    ),
    "up-to": Function(
        ("number", "names", "names"),
        False,
        "number",
        "the numbers of the second list where the first one bears no greater number at the same place, added up",
    ),
    "blank-beside": Function(
        ("table", "names", "names"),
        True,
        "number",
        "at how many places the first list bears a number of the table and all others are blank",
    ),
    "quotient": Function(
        ("number", "number"),
        False,
        "number",
        "the first number divided by the second, rounded down; 0 unless the second is above 0",
    ),
    "written": Function(
        ("names",),
        True,
        "number",
        "the numbers written in the fields, added up, also where they have score lines",
    ),
    "correct": Function(
        ("names",),
        True,
        "condition",
        "whether the boxes, where they are filled in, hold what their score lines give",
    ),
    "chosen": Function(
        ("option", "word"), False, "condition", "whether the table chose this value of an option"
    ),
    "drawn": Function(
        ("word", "word"), False, "condition", "whether the seed put this component at that place"
    ),
    "number-chosen": Function(
        ("option",), True, "number", "the numbers that the table chose of the options, added up; 0 for none"
    ),
    "min": Function(("number", "number"), True, "number", "the least of the numbers"),
    "max": Function(("number", "number"), True, "number", "the greatest of the numbers"),
    "if": Function(
        ("condition", "number", "number"), False, "number", "the first number if so, else the second"
    ),
}

MARKS = (
    "X", "struck", "circled", "crossed", "filled", "circled+crossed", "drawn", "circle", "cross", "triangle",
)  # fmt: skip


def drawn_name(place: str, component: str) -> str:
    """Under what name marks say that the seed put a component at a place."""
    return f"drawn.{place}.{component}"


def calls_in(expression: Expression) -> Iterator[Call]:
    """Every call of a function in a formula, the outer ones first."""
    if isinstance(expression, Call):
        yield expression
        for argument in expression.arguments:
            yield from calls_in(argument)
    elif isinstance(expression, Operation):
        for operand in expression.operands:
            yield from calls_in(operand)


def fields_named(sheet: Sheet, name: str) -> tuple[str, ...]:
    """The ids of the fields that a name stands for: itself, a zone's slots, a ladder's fields, or every field that
    the facts of a group mention, in their order. Empty when nothing has that name.
    """
    if name in sheet.field:
        return (name,)
    if name in sheet.zone:
        return sheet.zone[name].slots
    if name in sheet.ladder:
        return sheet.ladder[name].fields
    if name not in sheet.group:
        return ()
    members: dict[str, None] = {}
    for fact in sheet.group[name].attrs.values():
        for member in fact if isinstance(fact, tuple) else (fact,):
            if isinstance(member, str) and member in sheet.field:
                members[member] = None
    return tuple(members)


def slots_named(sheet: Sheet, name: str) -> tuple[str, ...]:
    """The slots and signs among the fields that a name stands for."""
    return tuple(field for field in fields_named(sheet, name) if sheet.field[field].kind in ("slot", "sign"))


def value_of(sheet: Sheet, field: str) -> int:
    """The fact `value` of a field, 0 where it has none."""
    value = sheet.field[field].attrs.get("value", 0)
    return value if isinstance(value, int) else 0


def links_of(sheet: Sheet, zone: str) -> dict[str, int]:
    """The links that split a zone when drawn (its fact `split_by`), each with the number of slots before it."""
    split_by = sheet.zone[zone].attrs.get("split_by", ())
    place = {slot: number for number, slot in enumerate(sheet.zone[zone].slots)}
    links = split_by if isinstance(split_by, tuple) else (split_by,)
    return {str(link): max(place[end] for end in _ends(sheet, str(link))) for link in links}


def _ends(sheet: Sheet, link: str) -> tuple[str, ...]:
    between = sheet.field[link].attrs["between"]
    return tuple(str(end) for end in between) if isinstance(between, tuple) else ()
