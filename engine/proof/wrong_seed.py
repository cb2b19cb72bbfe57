"""The question whether the seed is wrong: then no sheet fits its cards, though nobody has cheated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import OF_CARDS, RuleCode
from fairsheet.languages.messages import Message
from fairsheet.sheets.support.disjoint import count_disjoint

SEVERAL = 3  # disjoint contradictions with the cards that raise the question for a single sheet


def doubt_of_seed(
    seed: str, alone: Mapping[int, Sequence[Contradiction]], seats: Sequence[int]
) -> Mapping[int, Contradiction]:
    """Return by seat the question whether the seed is right, as a contradiction to be stated first.

    `alone` has the contradictions of each sheet that do not depend on the others. The question is asked if every
    available sheet contradicts the cards of the seed. A single sheet must have several such contradictions.
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
