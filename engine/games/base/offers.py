"""Whether the numbers of a sheet can come from different turns of the deal, as a bipartite matching."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from engine.deal import Deal, Offer
from engine.game import Contradiction
from engine.rules.codes import RuleCode

Turns = tuple[int, ...]


def unmatched(choices: Mapping[str, Turns]) -> Iterator[tuple[str, ...]]:
    """Sets of slots with fewer turns than slots, none of which could be smaller (Hall's theorem).

    Slots are matched to turns by augmenting paths. Those reached in vain from one that finds no turn share
    all the turns that they have; with any one of them gone the others would all be matched.
    """
    slot_of: dict[int, str] = {}

    def match(slot: str, reached: dict[str, None]) -> bool:
        reached[slot] = None
        for turn in choices[slot]:
            holder = slot_of.get(turn)
            if holder is None or (holder not in reached and match(holder, reached)):
                slot_of[turn] = slot
                return True
        return False

    for slot in choices:
        reached: dict[str, None] = {}
        if not match(slot, reached):
            yield tuple(reached)


def offer_contradictions(
    numbers: Mapping[str, int],
    turns_for: Callable[[str, int], Turns],
    horizon: int,
    wanted: Callable[[str, int], str],
) -> Iterator[Contradiction]:
    """Numbers, by slot, that no turn up to `horizon` can give, or that have too few turns between them.

    `turns_for(slot, number)` are the turns that can give a number; `wanted` says in words what they must offer.
    """
    choices: dict[str, Turns] = {}
    for slot, number in numbers.items():
        turns = turns_for(slot, number)
        if turns:
            choices[slot] = turns
        else:
            what = wanted(slot, number)
            why = f"{number} in {slot}: no turn up to {horizon}, the last there can have been, offers {what}"
            yield Contradiction((slot,), why, RuleCode.OFFER)
    for slots in unmatched(choices):
        turns = tuple(sorted({turn for slot in slots for turn in choices[slot]}))
        some = ", ".join(f"{numbers[slot]} in {slot}" for slot in slots)
        why = f"{some}: only {listed_turns(turns)} could give these, and every number needs a turn of its own"
        yield Contradiction(slots, why, RuleCode.OFFER)


def listed_turns(turns: Turns) -> str:
    """Turns in words.

    >>> listed_turns((3,)), listed_turns((3, 5))
    ('turn 3', 'the turns 3, 5')
    """
    return f"turn {turns[0]}" if len(turns) == 1 else f"the turns {', '.join(map(str, turns))}"


def turns_that_offer(deal: Deal, turns: int) -> tuple[dict[int, Turns], dict[tuple[int, str], Turns]]:
    """The turns up to `turns` that offer a number, and those that offer it with an action."""
    return _by_offer(tuple(deal.offers(turn) for turn in range(1, turns + 1)))


@lru_cache(maxsize=64)
def _by_offer(dealt: tuple[tuple[Offer, ...], ...]) -> tuple[dict[int, Turns], dict[tuple[int, str], Turns]]:
    by_number: dict[int, Turns] = {}
    by_offer: dict[tuple[int, str], Turns] = {}
    for turn, offers in enumerate(dealt, start=1):
        for number in {offer.number for offer in offers}:
            by_number[number] = (*by_number.get(number, ()), turn)
        for offer in {(offer.number, offer.action) for offer in offers}:
            by_offer[offer] = (*by_offer.get(offer, ()), turn)
    return by_number, by_offer
