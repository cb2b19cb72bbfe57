"""Whether the seed may be the wrong one: then no sheet fits its cards, though nobody has cheated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import OF_CARDS, RuleCode
from fairsheet.languages.messages import Message
from fairsheet.sheets.support.disjoint import count_disjoint

SEVERAL = 3  # contradictions with the cards on a single sheet, none with a field of another, that raise the question


def doubt_of_seed(
    seed: str, alone: Mapping[int, Sequence[Contradiction]], seats: Sequence[int]
) -> Mapping[int, Contradiction]:
    """By seat, the question whether the seed is right, as a contradiction to be stated first.

    `alone` has what is impossible about each sheet whatever the others did. The question is asked where every sheet
    available contradicts the cards of the seed, be there several or one with several contradictions.
    """
    against = {seat: [each for each in alone.get(seat, ()) if _is_of_cards(each)] for seat in seats}
    if not all(against.values()):
        return {}
    if len(seats) == 1 and count_disjoint(each.involved for each in against[seats[0]]) < SEVERAL:
        return {}
    why = Message(
        "the sheet does not fit the cards of the seed {seed!r}: is it the seed that was played?",
        "none of the {n} sheets fits the cards of the seed {seed!r}: is it the seed that was played?",
        n=len(seats),
        seed=seed,
    )
    return {
        seat: Contradiction(
            tuple(dict.fromkeys(f for each in found for f in each.involved)), why, RuleCode.SEED
        )
        for seat, found in against.items()
    }


def _is_of_cards(contradiction: Contradiction) -> bool:
    return not set(OF_CARDS).isdisjoint(contradiction.codes)
