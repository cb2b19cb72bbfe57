"""Small boards, cut out of the templates: dropped parts take their dependents along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from msgspec.structs import replace

from fairsheet.sheets.model.sheet import (
    Attribute,
    Call,
    Expression,
    Field,
    Group,
    Ladder,
    Name,
    Number,
    Operation,
    Sheet,
    Zone,
)


def cut(sheet: Sheet, keep: Mapping[str, str | Sequence[str]], needs: Mapping[str, Expression]) -> Sheet:
    """Return the sheet with fewer fields, zones and groups, and without score lines.

    `keep`: by a pattern of ids such as `tower-*`, the patterns of those that stay. A field or group that names
    a dropped one is dropped, too; a list of names becomes shorter. `needs`: by letter, the condition of its
    only remaining mission; other letters have none.
    """
    kept = {pattern: each.split() if isinstance(each, str) else each for pattern, each in keep.items()}
    fields = [field for field in sheet.fields if _stays(field.id, kept)]
    groups = [group for group in sheet.groups if _stays(group.id, kept)]
    zones = [zone for zone in sheet.zones if _stays(zone.id, kept)]
    named = _ids(sheet.fields, sheet.groups, sheet.zones)
    while True:
        gone = named - _ids(fields, groups, zones)
        size = len(fields), len(groups), len(zones)
        fields = [field for field in fields if not _names_any(field, gone)]
        groups = [left for group in groups if (left := _shorter_group(group, gone)) is not None]
        zones = [rest for zone in zones if (rest := _shorter_zone(zone, gone)) is not None]
        if size == (len(fields), len(groups), len(zones)):
            break
    inked = {field.id for field in fields}
    missions = {mission.letter: mission for mission in reversed(sheet.missions) if mission.letter in needs}
    return replace(
        sheet,
        fields=tuple(fields),
        zones=tuple(zones),
        groups=tuple(groups),
        ladders=tuple(_shorter_ladder(ladder, inked) for ladder in sheet.ladders),
        missions=tuple(replace(card, needs=needs[letter]) for letter, card in sorted(missions.items())),
        scores=(),
        shapes=(),
        mission_places=(),
    )


def _ids(fields: Sequence[Field], groups: Sequence[Group], zones: Sequence[Zone]) -> set[str]:
    return {field.id for field in fields} | {group.id for group in groups} | {zone.id for zone in zones}


def _stays(id_: str, kept: Mapping[str, Sequence[str]]) -> bool:
    return all(
        any(fnmatchcase(id_, each) for each in stays)
        for pattern, stays in kept.items()
        if fnmatchcase(id_, pattern)
    )


def _drop_names(value: Attribute, gone: set[str]) -> Attribute | None:
    """Return an attribute without dropped names; None if nothing is left of it."""
    if isinstance(value, tuple):
        return tuple(each for each in value if each not in gone) or (None if value else value)
    return None if value in gone else value


def _names_any(field: Field, gone: set[str]) -> bool:
    return any(_drop_names(value, gone) != value for value in field.attrs.values())


def _shorter_group(group: Group, gone: set[str]) -> Group | None:
    attrs = {name: _drop_names(value, gone) for name, value in group.attrs.items()}
    left = {name: value for name, value in attrs.items() if value is not None}
    return None if len(left) < len(attrs) else replace(group, attrs=left)


def _shorter_zone(zone: Zone, gone: set[str]) -> Zone | None:
    slots = tuple(slot for slot in zone.slots if slot not in gone)
    attrs = {
        name: shorter if (shorter := _drop_names(value, gone)) is not None else value
        for name, value in zone.attrs.items()
    }
    return replace(zone, slots=slots, attrs=attrs) if slots else None


def _shorter_ladder(ladder: Ladder, left: set[str]) -> Ladder:
    steps = [
        (field, value) for field, value in zip(ladder.fields, ladder.values, strict=True) if field in left
    ]
    return replace(ladder, fields=tuple(f for f, _ in steps), values=tuple(value for _, value in steps))


# --- conditions of missions
# ----------------------------------------------------------------------------------------


def at_least(number: int, function: str, *names: str) -> Expression:
    """Return a condition: `function(names) >= number`."""
    return Operation(">=", (Call(function, tuple(map(Name, names))), Number(number)))


def full(*names: str) -> Expression:
    """Return a condition: all slots of zones, or of fields, are filled."""
    return Call("full", tuple(map(Name, names)))
