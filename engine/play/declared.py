"""The parts of a template that the rules of its scenario read, declared as types and decoded once.

A scenario declares each kind of group, zone and field that it reads as a frozen struct. The struct's fields have the
names of the template's attributes, and the types of their values; each entry has an id:

    class Quarter(Entry, frozen=True):
        slots: Fields
        bonus_high: FieldId

    QUARTERS = groups("quarter", Quarter)

Then `decode(sheet, [QUARTERS])[QUARTERS]` are the quarters, in the order of the template. An attribute is a `Problem`
if it is missing, unknown or of another type, or names nothing on the sheet. `decode` raises all problems together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Generic, Literal, TypeVar, cast

import msgspec

from fairsheet.sheets.language.faults import did_you_mean
from fairsheet.sheets.model.sheet import PLACE_FACTS, Attribute, Field, Group, Sheet, Zone
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

_REFERS = "refers_to"
_PLURAL = {"a whole number": "whole numbers", "a word": "words"}

FieldId = Annotated[str, msgspec.Meta(extra={_REFERS: "field"})]
Fields = Annotated[tuple[str, ...], msgspec.Meta(extra={_REFERS: "field"})]
LadderId = Annotated[str, msgspec.Meta(extra={_REFERS: "ladder"})]
GroupId = Annotated[str, msgspec.Meta(extra={_REFERS: "group"})]
Places = Annotated[tuple[str, ...], msgspec.Meta(extra={_REFERS: "place"})]  # fields or groups
PlaceId = Annotated[str, msgspec.Meta(extra={_REFERS: "place"})]
# by name, all attributes that are not declared
OtherLadders = Annotated[dict[str, str], msgspec.Meta(extra={_REFERS: "ladder"})]

Kind = Literal["group", "zone", "field"]


class Entry(msgspec.Struct, frozen=True):
    """An entry of a template; every declared kind of entry has these fields."""

    id: str


T = TypeVar("T", bound=Entry, covariant=True)


class Declaration(msgspec.Struct, Generic[T], frozen=True):
    """One kind of entry of a template.

    `name` is the type of a group, the symbol or kind of a field, and blank for zones. A field may have undeclared
    attributes, for other readers; a group or zone only those of `PLACE_FACTS`.
    """

    kind: Kind
    name: str
    into: type[T]
    optional: bool = False


class Problem(msgspec.Struct, frozen=True):
    """Something in a template that the rules cannot use; `about` is the id of a group, zone or field, or blank."""

    about: str
    attribute: str
    problem: str
    hint: str

    def __str__(self) -> str:
        place = ": ".join(filter(None, (self.about, self.attribute)))
        return f"{place}: {self.problem}; {self.hint}" if place else f"{self.problem}; {self.hint}"


class BoardError(FairsheetError):
    """A template lacks something that the rules of its scenario need. `problems` has all faults."""

    def __init__(self, sheet: str, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        first, *others = self.problems
        super().__init__(
            first.problem,
            code=ErrorCode.BAD_TEMPLATE,
            where=": ".join(filter(None, (sheet, first.about, first.attribute))),
            hint=first.hint + (f" ({len(others)} more)" if others else ""),
            details="\n".join(map(str, others)),
        )


class Decoded:
    """The entries of a template by their declarations."""

    def __init__(self, entries: Mapping[Declaration[Entry], tuple[object, ...]]) -> None:
        self._entries = entries

    def __getitem__(self, declaration: Declaration[T]) -> tuple[T, ...]:
        """Return the entries of one kind, in the order of the template."""
        return cast("tuple[T, ...]", self._entries[declaration])


def groups(type_: str, into: type[T], *, optional: bool = False) -> Declaration[T]:
    """Declare the groups of a type."""
    return Declaration("group", type_, into, optional)


def zones(into: type[T]) -> Declaration[T]:
    """Declare the zones; every struct for them has `id` and `slots`."""
    return Declaration("zone", "", into)


def fields(symbol_or_kind: str, into: type[T], *, optional: bool = False) -> Declaration[T]:
    """Declare the fields with a symbol, or without a symbol and of a kind."""
    return Declaration("field", symbol_or_kind, into, optional)


def format_attributes(declaration: Declaration[T]) -> list[tuple[str, str, bool]]:
    """Return for every attribute of a declaration its name, its possible values in words, and whether it is required.

    An id and the slots of a zone are not attributes, so they are left out; `…` stands for all further attributes.
    """
    known = {"id", "slots"} if declaration.kind == "zone" else {"id"}
    return [
        ("…" if _takes_others(field.type) else name, _format_type(field.type), field.required)
        for name, field in _attributes(declaration.into).items()
        if name not in known
    ]


def decode(sheet: Sheet, declarations: Iterable[Declaration[Entry]]) -> Decoded:
    """Return the entries of a sheet by their declarations. Raises BoardError with all problems."""
    problems: list[Problem] = []
    entries = {each: _decode(sheet, each, problems) for each in declarations}
    if problems:
        raise BoardError(sheet.name, problems)
    return Decoded(entries)


def problems_of(sheet: Sheet, declarations: Sequence[Declaration[Entry]]) -> list[Problem]:
    """Return everything in a sheet that rules with these declarations cannot use, including groups of unknown types."""
    problems: list[Problem] = []
    for each in declarations:
        _decode(sheet, each, problems)
    known = {each.name for each in declarations if each.kind == "group"}
    for group in sheet.groups:
        if group.type not in known:
            hint = did_you_mean(group.type, known, f"the rules know {', '.join(sorted(known))}")
            problems.append(Problem(group.id, "", f"the rules know no groups of type {group.type}", hint))
    return problems


def _decode(sheet: Sheet, declaration: Declaration[T], problems: list[Problem]) -> tuple[T, ...]:
    entries = _entries(sheet, declaration)
    if not entries and not declaration.optional:
        kind = f"{declaration.kind} {declaration.name}".strip()
        problems.append(Problem("", "", f"there is no {kind}", "the rules need at least one"))
    types = _attributes(declaration.into)
    made = (_convert(sheet, entry, declaration, types, problems) for entry in entries)
    return tuple(each for each in made if each is not None)


def _entries(sheet: Sheet, declaration: Declaration[T]) -> Sequence[Group | Zone | Field]:
    match declaration.kind:
        case "group":
            return sheet.groups_of_type(declaration.name)
        case "zone":
            return sheet.zones
        case "field":
            return [field for field in sheet.fields if declaration.name == (field.symbol or field.kind)]


def _convert(
    sheet: Sheet,
    entry: Group | Zone | Field,
    declaration: Declaration[T],
    types: Mapping[str, msgspec.inspect.Field],
    problems: list[Problem],
) -> T | None:
    """Return the entry as its struct, or None after adding its problems."""
    values: dict[str, Any] = {"id": entry.id}
    if isinstance(entry, Zone):
        values["slots"] = entry.slots
    wrong: list[Problem] = []
    others = next((name for name, field in types.items() if _takes_others(field.type)), None)
    for name, value in entry.attrs.items():
        if name in PLACE_FACTS and name not in types:
            continue
        if name not in types and others is not None:
            values.setdefault(others, {})[name] = value
            wrong += _unknown_names(sheet, entry.id, name, value, types[others].type)
        elif name in types:
            fitted = _fit_to_type(value, types[name].type)
            if fitted is not None:
                values[name] = fitted
                wrong += _unknown_names(sheet, entry.id, name, fitted, types[name].type)
        elif not isinstance(entry, Field):
            hint = did_you_mean(name, set(types) - set(values), f"it has {', '.join(types)}")
            wrong.append(Problem(entry.id, name, "the rules know no such attribute", hint))
    missing = [name for name, field in types.items() if field.required and name not in values]
    for name in values.get(others, ()) if others else ():
        if hint := did_you_mean(name, missing, ""):
            wrong.append(Problem(entry.id, name, "the rules know no such attribute", hint))
    wrong += [
        Problem(entry.id, name, "this attribute is missing", f"add {name}: {_format_type(types[name].type)}")
        for name in missing
    ]
    if not wrong:
        try:
            return msgspec.convert(values, declaration.into)
        except msgspec.ValidationError as error:
            problem, _, path = str(error).partition(" - at ")
            name = path.strip("`").removeprefix("$.").partition("[")[0]
            expected = _format_type(types[name].type) if name in types else "another value"
            wrong.append(Problem(entry.id, name, problem[:1].lower() + problem[1:], f"give {expected}"))
    problems += wrong
    return None


def _fit_to_type(value: Attribute, type_: msgspec.inspect.Type) -> Attribute | None:
    """Return a value in the shape of its type; None for an empty list.

    One name becomes a list of one, or the other way round.
    """
    plain = _strip_metadata(type_)
    if isinstance(plain, msgspec.inspect.VarTupleType | msgspec.inspect.TupleType):
        return value if isinstance(value, tuple) else (value,)
    if isinstance(value, tuple) and len(value) <= 1:
        return value[0] if value else None
    return value


def _unknown_names(
    sheet: Sheet, id_: str, name: str, value: Attribute | None, type_: msgspec.inspect.Type
) -> Iterable[Problem]:
    """Yield names in an attribute that do not exist in the kind that it refers to."""
    kind = _refers_to(type_)
    known = {
        "field": sheet.field.keys(),
        "group": sheet.group.keys(),
        "ladder": sheet.ladder.keys(),
        "place": sheet.field.keys() | sheet.group.keys(),
        None: None,
    }[kind]
    for each in value if isinstance(value, tuple) else (value,):
        if known is not None and isinstance(each, str) and each not in known:
            yield Problem(
                id_, name, f"there is no {kind} {each}", did_you_mean(each, known, f"name a {kind}")
            )


@cache
def _attributes(into: type[Entry]) -> Mapping[str, msgspec.inspect.Field]:
    """Return the attributes that a struct declares, by name."""
    type_ = msgspec.inspect.type_info(into)
    assert isinstance(type_, msgspec.inspect.StructType)
    return {field.encode_name: field for field in type_.fields}


def _refers_to(type_: msgspec.inspect.Type) -> str | None:
    if isinstance(type_, msgspec.inspect.UnionType):
        return next(filter(None, map(_refers_to, type_.types)), None)
    if isinstance(type_, msgspec.inspect.TupleType):
        return next(filter(None, map(_refers_to, type_.item_types)), None)
    return (type_.extra or {}).get(_REFERS) if isinstance(type_, msgspec.inspect.Metadata) else None


def _takes_others(type_: msgspec.inspect.Type) -> bool:
    """Return whether a type is for all attributes that are not declared by name."""
    return isinstance(_strip_metadata(type_), msgspec.inspect.DictType)


def _strip_metadata(type_: msgspec.inspect.Type) -> msgspec.inspect.Type:
    """Return the type without its metadata."""
    return type_.type if isinstance(type_, msgspec.inspect.Metadata) else type_


def _format_type(type_: msgspec.inspect.Type) -> str:
    """Return the possible values of an attribute in words."""
    plain, kind = _strip_metadata(type_), _refers_to(type_)
    match plain:
        case msgspec.inspect.VarTupleType():
            inner = _format_type(plain.item_type) if kind is None else f"names of {kind}s"
            return inner if kind else f"a list of {_PLURAL.get(inner, inner)}"
        case msgspec.inspect.TupleType(item_types=items):
            return f"{len(items)} names of {kind}s" if kind else f"a list of {len(items)}"
        case msgspec.inspect.UnionType(types=types):
            return " or ".join(
                _format_type(each) for each in types if not isinstance(each, msgspec.inspect.NoneType)
            )
        case msgspec.inspect.IntType():
            return "a whole number"
        case msgspec.inspect.BoolType():
            return "yes or no"
        case msgspec.inspect.LiteralType(values=values):
            return " or ".join(map(str, values))
    return f"the name of a {kind}" if kind else "a word"
