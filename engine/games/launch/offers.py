"""Whether the numbers of a sheet can come from different turns of the deal, as a bipartite matching."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.deal import Deal, offers_of
from engine.game import Contradiction
from engine.games.launch.facts import WILD, Facts
from engine.ink import Mark

Turns = tuple[int, ...]


def offer_contradictions(facts: Facts, marks: Mapping[str, Mark], deal: Deal) -> Iterator[Contradiction]:
    """Numbers that the offers of the deal cannot explain: every number needs a turn of its own.

    A game of N numbers and E own errors has N + E turns, and E is at most the errors circled for no sabotage.
    """
    numbers = {slot: mark for slot in facts.slots if isinstance(mark := marks.get(slot), int)}
    horizon = len(numbers) + most_own_errors(facts, marks)
    by_number, by_offer = _turns_that_offer(deal.seed, horizon)
    choices: dict[str, Turns] = {}
    for slot, number in numbers.items():
        action = facts.action[facts.floor_of[slot]]
        turns = by_number.get(number, ()) if action == WILD else by_offer.get((number, action), ())
        if turns:
            choices[slot] = turns
        else:
            what = f"{number}" if action == WILD else f"{number} with {action}"
            why = f"{number} in {slot}: no turn up to {horizon}, the last there can have been, offers {what}"
            yield Contradiction((slot,), why, "offer")
    for slots in _unmatched(choices):
        turns = tuple(sorted({turn for slot in slots for turn in choices[slot]}))
        some = ", ".join(f"{marks[slot]} in {slot}" for slot in slots)
        which = f"turn {turns[0]}" if len(turns) == 1 else f"the turns {', '.join(map(str, turns))}"
        why = f"{some}: only {which} could give these, and every number needs a turn of its own"
        yield Contradiction(slots, why, "offers")


def most_own_errors(facts: Facts, marks: Mapping[str, Mark]) -> int:
    """How many errors the player can have circled in turns of their own, without a number."""
    circled = sum(error in marks for error in facts.errors)
    if circled == len(facts.errors):
        return circled
    return max(0, circled - len(facts.suffered(marks)))


def _unmatched(choices: Mapping[str, Turns]) -> Iterator[tuple[str, ...]]:
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


@lru_cache(maxsize=64)
def _turns_that_offer(seed: str, turns: int) -> tuple[dict[int, Turns], dict[tuple[int, str], Turns]]:
    """The turns up to `turns` that offer a number, and those that offer it with an action."""
    by_number: dict[int, Turns] = {}
    by_offer: dict[tuple[int, str], Turns] = {}
    for turn in range(1, turns + 1):
        offers = offers_of(seed, turn)
        for number in {offer.number for offer in offers}:
            by_number[number] = (*by_number.get(number, ()), turn)
        for offer in {(offer.number, offer.action) for offer in offers}:
            by_offer[offer] = (*by_offer.get(offer, ()), turn)
    return by_number, by_offer
