"""Certain facts about a tampered sheet, from arguments that share nothing with the proof.

Each judge returns a reason why the table is impossible, or None to leave the question to others. Reasons that only
use the sheet are independent of the other players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal

import msgspec

from fairsheet.engine.records.slots import ERROR
from fairsheet.engine.rules.offers import SHIFT
from fairsheet.engine.scoring.score import without_sums
from fairsheet.sheets.model.marks import Marks
from tests.tampering.forgery import Forgery
from tests.tampering.playing import Playing

Judge = Callable[[Forgery], str | None]


class Opinion(msgspec.Struct, frozen=True):
    """The right verdict. `alone` is true if it also holds without the other sheets of the table."""

    verdict: Literal["legal", "illegal"]
    why: str
    alone: bool = False


def opinion(forgery: Forgery, playing: Playing | None) -> Opinion | None:
    """Return the certain verdict on a forgery, if any. `playing` is the result of trying every step."""
    for judge in OF_ONE_SHEET:
        if why := judge(forgery):
            return Opinion("illegal", why, alone=True)
    for judge in OF_THE_TABLE:
        if why := judge(forgery):
            return Opinion("illegal", why)
    if playing == "reached":
        return Opinion("legal", "some way to play leads to it")
    if playing == "not reached":
        return Opinion("illegal", "no way to play leads to it")
    sheet = forgery.table.game.sheet
    if without_sums(sheet, forgery.marks) == without_sums(sheet, forgery.honest):
        return Opinion("legal", "only sums were changed")
    return None


# --- one sheet ------------------------------------------------------------------------------------------------------


def _numbers(forgery: Forgery) -> dict[str, int]:
    """Return the numbers in slots that were blank at the start."""
    fields = forgery.table.game.sheet.fields
    slots = [field.id for field in fields if field.kind == "slot" and field.printed is None]
    return {slot: mark for slot in slots if isinstance(mark := forgery.marks.get(slot), int)}


def more_than_offered(forgery: Forgery) -> str | None:
    """Check that every number has its own turn with a near offer, up to the last turn of table or sheet."""
    numbers, deal = Counter(_numbers(forgery).values()), forgery.table.deal
    last = max(forgery.table.turns, _turns(forgery, forgery.marks))
    turns = [[offer.number for offer in deal.offers(turn)] for turn in range(1, last + 1)]
    for number, count in numbers.items():
        near = sum(any(abs(number - offered) <= SHIFT for offered in turn) for turn in turns)
        if near < count:
            return f"{number} is written {count} times, but could be in {near} turns"
    return None


def no_value_of_the_card(forgery: Forgery) -> str | None:
    """Check that a mission box has one of the two values of the card."""
    sheet = forgery.table.game.sheet
    for claim in forgery.table.claims:
        value = forgery.marks.get(claim.field)
        if sheet.field[claim.field].kind == "box" and value not in (None, claim.first, claim.later):
            return f"{claim.field} says {value}, but {claim.id} is worth {claim.first} or {claim.later}"
    return None


def claimed_too_early(forgery: Forgery) -> str | None:
    """Check that a claimed mission that cannot be lost is met at the end.

    With signs it can be met on another sheet, on which the player has a side.
    """
    if any(field.kind == "sign" for field in forgery.table.game.sheet.fields):
        return None
    for claim in forgery.table.claims:
        made = claim.field in forgery.marks or claim.later_field in forgery.marks
        if made and not claim.can_be_lost and not claim.is_met(forgery.marks):
            return f"{claim.id} is claimed, but not met"
    return None


def crossed_without_a_circle(forgery: Forgery) -> str | None:
    for field in forgery.table.game.sheet.fields:
        on_top = "crossed_only_on_top_of" in field.attrs and field.printed is None
        if on_top and forgery.marks.get(field.id) == "crossed":
            return f"{field.id} is crossed without being circled"
    return None


def both_circled_and_crossed(forgery: Forgery) -> str | None:
    for field in forgery.table.game.sheet.fields:
        if "circled_or_crossed_not_both" in field.attrs and forgery.marks.get(field.id) == "circled+crossed":
            return f"{field.id} is both circled and crossed"
    return None


def low_without_losing(forgery: Forgery) -> str | None:
    """Check that the lower prize only goes to players who lost the higher one."""
    for field in forgery.table.game.sheet.fields:
        higher = field.attrs.get("only_if_crossed")
        if field.id in forgery.marks and higher and forgery.marks.get(str(higher)) != "crossed":
            return f"{field.id} is circled, but {higher} is not crossed"
    return None


# --- the table ------------------------------------------------------------------------------------------------------


def turns_differ(forgery: Forgery) -> str | None:
    """Check that all sheets have the same number of turns, if every turn leaves a number or an error."""
    if not any(field.kind == "slot" for field in forgery.table.game.sheet.fields):
        return None
    if any(field.symbol == "sabotage" for field in forgery.table.game.sheet.fields):
        return None  # others can cause an error, too
    own_turns, *others = (_turns(forgery, marks) for marks in (forgery.marks, *forgery.others.values()))
    return f"{own_turns} turns, but {others[0]} on another sheet" if set(others) - {own_turns} else None


def _turns(forgery: Forgery, marks: Marks) -> int:
    seen = Forgery(forgery.table, forgery.seat, dict(marks), forgery.chance)
    errors = forgery.table.game.sheet.fields_of_symbol(ERROR)
    return len(_numbers(seen)) + sum(error.id in marks for error in errors)


def nobody_was_first(forgery: Forgery) -> str | None:
    """Check that a mission with a later claim also has a first claim."""
    for claim in forgery.table.claims:
        first, later = forgery.table.claim_inks(claim)
        made = [
            {f: m for f in (first.field, later.field) if (m := s.get(f))} for s in forgery.sheets.values()
        ]
        if first != later and any(made) and not any(each.get(first.field) == first.mark for each in made):
            return f"{claim.id} was claimed, but by nobody first"
    return None


def race_without_winner(forgery: Forgery) -> str | None:
    """Check that all others circle or cross a prize in the turn of its first circle."""
    for field in forgery.table.game.sheet.fields:
        if "race" in field.attrs:
            marks = {sheet.get(field.id) for sheet in forgery.sheets.values()}
            if marks != {None} and ("circled" not in marks or None in marks):
                return f"{field.id} was won by nobody, or not by all lost"
    return None


OF_ONE_SHEET: tuple[Judge, ...] = (
    more_than_offered,
    no_value_of_the_card,
    claimed_too_early,
    crossed_without_a_circle,
    both_circled_and_crossed,
    low_without_losing,
)
OF_THE_TABLE: tuple[Judge, ...] = (turns_differ, nobody_was_first, race_without_winner)
