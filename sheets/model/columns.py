"""Several players on one sheet: each has a column of fields with a fact `player`, whose number ends their ids.

`score.total.3` with the fact `player: 3` is the field `score.total` of the third player. For scoring, the sheet is
split into one sheet for each player, with ids that lack the number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeVar

from msgspec.structs import replace

from fairsheet.sheets.model.named import names_in
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import PLAYER, Attribute, Call, Expression, Field, Name, Operation, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

FACT = "player"
NAME = "name"  # the field for the player's name in a column: `name.3`

M = TypeVar("M")


def column_of(field: Field) -> int | None:
    """Return the column of a field; None if it belongs to all. Raises FairsheetError if the fact does not fit the
    id."""
    column = field.attrs.get(FACT)
    if column is None:
        return None
    if not isinstance(column, int) or isinstance(column, bool) or not field.id.endswith(f".{column}"):
        problem = f"{field.id} has the fact player: {column}, but its id does not end with this number"
        hint = f"end its id with the number: {field.id}.{column}"
        raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, hint=hint)
    return column


def is_name(field: str) -> bool:
    """Return whether a field has a player's name: on the player's own sheet, or in a column.

    >>> is_name("player"), is_name("name.3"), is_name("names")
    (True, True, False)
    """
    return field == PLAYER or field.partition(".")[0] == NAME


def columns_of(sheet: Sheet) -> tuple[int, ...]:
    """Return the columns of a sheet, ascending; none if the sheet belongs to one player."""
    return tuple(sorted({column for field in sheet.fields if (column := column_of(field)) is not None}))


def sheet_of_column(sheet: Sheet, column: int) -> Sheet:
    """Return the sheet of one player: without fields of other columns, and without the column's number in ids.

    Zones, ladders, groups and checks keep their names, because score lines may use them, and lose fields of other
    columns.
    """
    short = _short_ids(sheet)(column)
    fields = tuple(
        replace(field, id=short[field.id], attrs=_rename_facts(field.attrs, short))
        for field in sheet.fields
        if field.id in short
    )
    return replace(
        sheet,
        fields=fields,
        zones=tuple(replace(zone, slots=_keep(zone.slots, short)) for zone in sheet.zones),
        groups=tuple(replace(group, attrs=_rename_facts(group.attrs, short)) for group in sheet.groups),
        ladders=tuple(ladder for ladder in sheet.ladders if all(field in short for field in ladder.fields)),
        scores=tuple(
            replace(line, box=short[line.box], formula=_rename(line.formula, short))
            for line in sheet.scores
            if line.box in short
        ),
        checks=(),
    )


def shared_sums_of_columns(sheet: Sheet) -> dict[str, int]:
    """Return the boxes of no column whose score lines read fields of a column, each with that column."""
    columns = {field.id: column for field in sheet.fields if (column := column_of(field)) is not None}
    return {
        line.box: min(named)
        for line in sheet.scores
        if line.box not in columns
        and (named := {columns[name] for name in names_in(line.formula) if name in columns})
    }


def differing_fields(sheet: Sheet) -> dict[str, str]:
    """Return the fields in which a column differs from the first one, each with the difference.

    Only one of the two has the field, or their score lines have different formulas.
    """
    columns = columns_of(sheet)
    if not columns:
        return {}
    first, *others = columns
    wanted = _parts(sheet_of_column(sheet, first))
    found: dict[str, str] = {}
    for column in others:
        parts = _parts(sheet_of_column(sheet, column))
        for id_ in sorted(wanted.keys() ^ parts.keys()):
            there, lacking = (first, column) if id_ in wanted else (column, first)
            found.setdefault(f"{id_}.{there}", f"column {lacking} has no {id_}.{lacking}")
        for id_ in sorted(wanted.keys() & parts.keys()):
            if wanted[id_] != parts[id_]:
                found[f"{id_}.{column}"] = f"{id_}.{column} has another score line than {id_}.{first}"
    return found


def _parts(sheet: Sheet) -> dict[str, tuple[str, Expression] | None]:
    """Return the fields of a player's sheet, each with the sign and formula of its score line."""
    lines = {line.box: (line.sign, line.formula) for line in sheet.scores}
    return {field.id: lines.get(field.id) for field in sheet.fields}


def unclaimed_fields(sheet: Sheet) -> list[str]:
    """Return the fields of no column whose ids have the columns' numbers, so that a fact was likely forgotten."""
    columns = {str(column) for column in columns_of(sheet)}
    numbered: dict[str, dict[str, str]] = {}
    for field in sheet.fields:
        name, _, number = field.id.rpartition(".")
        if column_of(field) is None:
            numbered.setdefault(name, {})[number] = field.id
    return [
        id_ for ids in numbered.values() if len(ids) > 1 and ids.keys() == columns for id_ in ids.values()
    ]


def marks_of_column(sheet: Sheet, column: int, marks: Mapping[str, M]) -> dict[str, M]:
    """Return the marks of one player, by the ids of `sheet_of_column`."""
    short = _short_ids(sheet)(column)
    return {short[field]: mark for field, mark in marks.items() if field in short}


@remembered
def _short_ids(sheet: Sheet) -> Callable[[int], dict[str, str]]:
    """Return a function of a column: its fields, and those of no column, each with its id on the player's sheet."""

    @cache
    def of_column(column: int) -> dict[str, str]:
        short = {}
        for field in sheet.fields:
            field_column = column_of(field)
            if field_column is None:
                short[field.id] = field.id
            elif field_column == column:
                short[field.id] = field.id.removesuffix(f".{column}")
        return short

    return of_column


def _keep(fields: tuple[str, ...], short: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(short[field] for field in fields if field in short)


def _rename_facts(facts: Mapping[str, Attribute], short: Mapping[str, str]) -> dict[str, Attribute]:
    return {
        key: tuple(short.get(value, value) if isinstance(value, str) else value for value in fact)
        if isinstance(fact, tuple)
        else short.get(fact, fact)
        if isinstance(fact, str)
        else fact
        for key, fact in facts.items()
    }


def _rename(formula: Expression, short: Mapping[str, str]) -> Expression:
    match formula:
        case Name(name=name):
            return Name(short.get(name, name))
        case Call(function=function, arguments=arguments):
            return Call(function, tuple(_rename(argument, short) for argument in arguments))
        case Operation(operator=operator, operands=operands):
            return Operation(operator, tuple(_rename(operand, short) for operand in operands))
        case _:
            return formula
