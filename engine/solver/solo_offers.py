"""The offers of the solo game in each turn, as literals: which cards are there, which two are used, which one leaves.

The seed decides the first passage. Each card of the second one was kept in a turn of the first. Which of two cards it
is depends on the card that left in that turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import copy
from typing import TypeVar

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import PAIRS, Offer, SoloDeal
from fairsheet.engine.dealing.solo_deck import CARDS, FIRST_TURNS
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model, Solution
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.sheet import Sheet

T = TypeVar("T", bound=Hashable)

Place = Mapping[Card, Lit]  # the cards that a place can have, each with whether it has it


class SoloOffers(Offers):
    """The offers of every turn: the six ways to use two of three cards."""

    def __init__(self, model: Model, deal: SoloDeal, turns: int) -> None:
        self._model, self._solo = model, deal
        self._used: dict[int, list[Lit]] = {}
        self._given_up: dict[int, list[Lit]] = {}
        for turn in range(1, turns + 1):
            ways = model.one_of(len(PAIRS) + CARDS)
            self._used[turn], self._given_up[turn] = ways[: len(PAIRS)], ways[len(PAIRS) :]
        self._places = self._first_places(turns)
        if turns > FIRST_TURNS:
            self._places.update(self._second_places(turns))
        self._offered = [{}, *(self._offers(turn) for turn in range(1, turns + 1))]
        self._sort()

    def at_moments(self, turn_of: Sequence[int]) -> SoloOffers:
        """Return the same offers by moments; `turn_of` has the turn of every moment, 0 before the first turn."""
        offers, moments = copy(self), [(moment, turn) for moment, turn in enumerate(turn_of) if turn]
        offers._used = {moment: self._used[turn] for moment, turn in moments}
        offers._given_up = {moment: self._given_up[turn] for moment, turn in moments}
        offers._places = {
            (moment, place): self._places[turn, place] for moment, turn in moments for place in range(CARDS)
        }
        offers._offered = [self._offered[turn] for turn in turn_of]
        offers._sort()
        return offers

    def choose(self, turn: int, used: Lit) -> dict[Offer, Lit]:
        """Return the chosen offer of a turn, made from two of the cards; see `Offers.choose`."""
        model = self._model
        chosen = {offer: model.literal() for offer in self._offered[turn]}
        for (number, action), way in zip(PAIRS, self._used[turn], strict=True):
            model.implies(way, used)
            for one, is_one in self.numbers(turn, number).items():
                for other, is_other in self.actions(turn, action).items():
                    model.clause(-way, -is_one, -is_other, chosen[Offer(one, other)])
        for leaves in self._given_up[turn]:
            model.implies(leaves, -used)
        model.exactly_one([*chosen.values(), -used])
        return chosen

    def leaves(self, turn: int, place: int) -> Lit:
        """Return whether the card in a place, from 0, leaves the game in a turn."""
        ways = [used for pair, used in zip(PAIRS, self._used[turn], strict=True) if place not in pair]
        return self._model.any_of([*ways, self._given_up[turn][place]])

    def actions(self, turn: int, place: int) -> Mapping[str, Lit]:
        """Return the actions that the card in a place can have."""
        return self._by_face(turn, place, lambda card: card.action)

    def numbers(self, turn: int, place: int) -> Mapping[int, Lit]:
        """Return the numbers that the card in a place can have."""
        return self._by_face(turn, place, lambda card: card.number)

    def _by_face(self, turn: int, place: int, face: Callable[[Card], T]) -> Mapping[T, Lit]:
        by_face: defaultdict[T, list[Lit]] = defaultdict(list)
        for card, literal in self._places[turn, place].items():
            by_face[face(card)].append(literal)
        return {value: self._model.any_of(literals) for value, literals in by_face.items()}

    def _offers(self, turn: int) -> dict[Offer, Lit]:
        """Return every offer that a turn can have."""
        ways: defaultdict[Offer, list[Lit]] = defaultdict(list)
        for number, action in PAIRS:
            for one, is_one in self.numbers(turn, number).items():
                for other, is_other in self.actions(turn, action).items():
                    ways[Offer(one, other)].append(self._model.all_of((is_one, is_other)))
        return {offer: self._model.any_of(literals) for offer, literals in ways.items()}

    # --- the card in each place ---------------------------------------------------------------------------

    def _first_places(self, turns: int) -> dict[tuple[int, int], Place]:
        known = self._solo.known[: min(turns, FIRST_TURNS)]
        return {(turn.turn, place): {card: TRUE} for turn in known for place, card in enumerate(turn.cards)}

    def _second_places(self, turns: int) -> Iterator[tuple[tuple[int, int], Place]]:
        """Yield the places of the second passage: each card kept is the first or third of its turn, or the second if
        that left.
        """
        for index, (source, kept) in enumerate(self._solo.deck.sources[: (turns - FIRST_TURNS) * CARDS]):
            first, second, third = self._solo.known[source - 1].cards
            usual = (first, third)[kept]
            left = self.leaves(source, 2 * kept)
            if first == third:  # if cards are equal, the first one leaves
                left = (
                    self._model.any_of((self.leaves(source, 0), self.leaves(source, 2)))
                    if kept == 0
                    else FALSE
                )
            turn, place = divmod(index, CARDS)
            yield (
                (FIRST_TURNS + 1 + turn, place),
                {usual: TRUE} if usual == second or left == FALSE else {usual: -left, second: left},
            )

    # --- values of a solution -----------------------------------------------------------------------------

    def dealt(self, solution: Solution, sheet: Sheet, missions: Mapping[str, str], players: int) -> SoloDeal:
        """Return the deal; its second passage follows from the turns played."""
        return self._solo

    def way(self, solution: Solution, turn: int) -> tuple[int | None, int]:
        """Return which of the six offers was used in a turn, and which card leaves, both counted from 1."""
        for index, (pair, used) in enumerate(zip(PAIRS, self._used[turn], strict=True), start=1):
            if solution.holds(used):
                return index, next(place for place in range(CARDS) if place not in pair) + 1
        return None, next(p for p, literal in enumerate(self._given_up[turn], 1) if solution.holds(literal))

    def ways(self, turn: int) -> Sequence[Lit]:
        """Return literals of which exactly one holds: the offers used, and the cards that leave in a turn with an
        error.
        """
        return [*self._used[turn], *self._given_up[turn]]
