"""Claims of missions in time: whoever claims a card in the first turn in which anybody does takes its first value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.games.base.missions import Claim
from engine.proof.model import Model
from engine.proof.timeline import Choice

Value = Literal["first", "later"]


class Claimed(msgspec.Struct, frozen=True):
    """A claim on a sheet: the field that is inked for it, the value taken, the turns that the sheet has seen."""

    seat: int
    field: str
    value: Value
    turns: Sequence[int]


def state_claims(
    model: Model, claim: Claim, made: Sequence[Claimed], last: int, absent: int
) -> tuple[Choice, dict[int, Choice]]:
    """When a card was claimed first, up to turn `last`, and when by each seat; `absent` players are not available."""
    events = {each.seat: Choice(model, list(each.turns)) for each in made}
    first = Choice(model, list(range(1, last + 1)))
    words = f"somebody was the first to claim mission {claim.id}"
    with model.rule("first-claim", [(each.seat, each.field) for each in made], words):
        if all(each.value == "later" for each in made) and not absent:
            model.clause()
    for each in made:
        event, earliest = events[each.seat], each.value == "first"
        words = f"seat {each.seat} claimed mission {claim.id} {'first' if earliest else 'later than others'}"
        with model.rule("first-claim", [(each.seat, each.field)], words):
            for turn in each.turns:
                model.implies(event.by(turn), first.by(turn if earliest else turn - 1))
                if earliest:
                    model.implies(first.by(turn), event.by(turn))
    return first, events
