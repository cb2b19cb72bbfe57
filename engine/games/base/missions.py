"""Mission cards as the rules see them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.formula import compile_formula, fields_in
from engine.ink import Marks
from sheets.model import Sheet


class Claim(msgspec.Struct, frozen=True):
    """A mission card: the field inked for it, when it is met, the fields it needs, its first and later value.

    `later_field` is inked for later claims; it is `field` itself where one field takes both. The values are 0 where
    the card bears none. `can_be_lost`: what met it once may meet it no more in the end (the fact `can_be_lost_again`).
    """

    id: str
    field: str
    later_field: str
    is_met: Callable[[Marks], int]
    needs: tuple[str, ...]
    first: int
    later: int
    can_be_lost: bool = False

    def value(self, later: bool) -> int:
        """What the card is worth to who claims it in the first turn, or later."""
        return self.later if later else self.first


def mission_fields(sheet: Sheet) -> dict[str, str]:
    """By letter, the field in which a mission is claimed: the first one with the fact `mission`."""
    return {letter: fields[0] for letter, fields in _claimed_in(sheet).items()}


def claims_of(sheet: Sheet) -> dict[str, Claim]:
    """All mission cards of a sheet by id."""
    fields = _claimed_in(sheet)
    return {
        mission.id: Claim(
            mission.id,
            fields[mission.letter][0],
            fields[mission.letter][-1],
            compile_formula(mission.needs, sheet),
            fields_in(mission.needs, sheet),
            mission.first or 0,
            mission.later or 0,
            bool(mission.attrs.get("can_be_lost_again", False)),
        )
        for mission in sheet.missions
    }


def _claimed_in(sheet: Sheet) -> dict[str, list[str]]:
    """By letter, the field for the claims of a mission; or two, the first claims' and the later ones'."""
    found: dict[str, list[str]] = {}
    for field in sheet.fields:
        if "mission" in field.attrs:
            found.setdefault(str(field.attrs["mission"]), []).append(field.id)
    return found
