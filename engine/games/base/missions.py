"""Mission cards as the rules see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from engine.formula import compile_formula, fields_in
from engine.ink import Mark
from sheets.model import Sheet


class Claim(msgspec.Struct, frozen=True):
    """A mission card: the field inked for it, when it is met, the fields it needs, its first and later value.

    `can_be_lost`: what met it once may meet it no more in the end (the fact `can_be_lost_again`).
    """

    id: str
    field: str
    is_met: Callable[[Mapping[str, Mark]], int]
    needs: tuple[str, ...]
    first: int
    later: int
    can_be_lost: bool = False


def mission_fields(sheet: Sheet) -> dict[str, str]:
    """By letter, the field in which a mission is claimed: the one with the fact `mission`."""
    return {str(field.attrs["mission"]): field.id for field in sheet.fields if "mission" in field.attrs}


def claims_of(sheet: Sheet) -> dict[str, Claim]:
    """All mission cards of a sheet by id."""
    fields = mission_fields(sheet)
    return {
        mission.id: Claim(
            mission.id,
            fields[mission.letter],
            compile_formula(mission.needs, sheet),
            fields_in(mission.needs, sheet),
            mission.first,
            mission.later,
            bool(mission.attrs.get("can_be_lost_again", False)),
        )
        for mission in sheet.missions
    }
