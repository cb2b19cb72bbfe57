"""The meaning of names in formulas: fields, and the facts of these that formulas use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from fairsheet.sheets.model.sheet import Attribute, Call, Expression, Name, Operation, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def fields_named(sheet: Sheet, name: str) -> tuple[str, ...]:
    """Return the ids of the fields that a name means; empty if it names nothing.

    These are the field itself, a zone's slots, a ladder's fields, or every field that the facts of a group mention, in
    their order.
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


def names_in(formula: Expression) -> Iterator[str]:
    """Yield every name in a formula."""
    match formula:
        case Name(name=name):
            yield name
        case Operation(operands=parts) | Call(arguments=parts):
            for part in parts:
                yield from names_in(part)


def slots_named(sheet: Sheet, name: str) -> tuple[str, ...]:
    """Return the slots and signs among the fields that a name means."""
    return tuple(field for field in fields_named(sheet, name) if sheet.field[field].kind in ("slot", "sign"))


def fields_of(
    names: Sequence[Expression], sheet: Sheet, named: Callable[[Sheet, str], tuple[str, ...]] = fields_named
) -> tuple[str, ...]:
    """Return the fields that the names mean, each once. Raises FairsheetError if one means no field."""
    found: dict[str, None] = {}
    for name in names:
        fields = named(sheet, name.name) if isinstance(name, Name) else ()
        if not fields:
            what = name.name if isinstance(name, Name) else "a number"
            problem = f"{what} names no fields"
            hint = "name a field, zone, group or ladder"
            raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, where=sheet.name, hint=hint)
        found.update(dict.fromkeys(fields))
    return tuple(found)


def fact_of(sheet: Sheet, place: str, fact: str) -> Attribute | None:
    """Return a fact of a field or group; its `symbol` and `type` count as facts, too."""
    if place in sheet.group:
        group = sheet.group[place]
        return group.type if fact == "type" else group.attrs.get(fact)
    field = sheet.field[place]
    return field.symbol if fact == "symbol" else field.attrs.get(fact)


def value_of(sheet: Sheet, field: str) -> int:
    """Return the fact `value` of a field; 0 if it has none."""
    value = sheet.field[field].attrs.get("value", 0)
    return value if isinstance(value, int) else 0


def links_of(sheet: Sheet, zone: str) -> dict[str, int]:
    """Return the links that split a zone when drawn (its fact `split_by`), each with the number of slots before it."""
    split_by = sheet.zone[zone].attrs.get("split_by", ())
    place = {slot: number for number, slot in enumerate(sheet.zone[zone].slots)}
    links = split_by if isinstance(split_by, tuple) else (split_by,)
    return {str(link): max(place[end] for end in _ends(sheet, str(link))) for link in links}


def _ends(sheet: Sheet, link: str) -> tuple[str, ...]:
    between = sheet.field[link].attrs["between"]
    return tuple(str(end) for end in between) if isinstance(between, tuple) else ()
