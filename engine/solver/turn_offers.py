"""The offers of each turn: those of the deal or, if the cards are unknown, any that fit the ink.

If the cards are unknown, all offers can be required to come from one deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar

from fairsheet.engine.dealing.cards import ACTIONS, DECK
from fairsheet.engine.dealing.deal import PILES, TURNS_PER_PASS, Deal, Offer
from fairsheet.engine.dealing.piles import PiledDeal, Piles
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model, Solution, Term, minus
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.sheet import Sheet

V = TypeVar("V")
W = TypeVar("W")

# the number of copies in the deck
_CARDS = Counter(DECK)
_COPIES = {face: Counter(getattr(card, face) for card in DECK) for face in ("number", "action")}

_EACH_ONCE = Message("{what} is on {n} cards, each of which comes up once in 20 turns")
_ONE_DECK = Message("all offers come from the 63 cards, in three piles of 21")
_ALL = tuple(Offer(number, action) for number in sorted({card.number for card in DECK}) for action in ACTIONS)


class Offers:
    """The offers of every turn as literals: TRUE or FALSE with a deal, otherwise at most one per pile."""

    def __init__(self, model: Model, deal: Deal | None, turns: int) -> None:
        self._model, self._deal = model, deal
        self._offered: list[Mapping[Offer, Lit]] = [{}]
        self._deck: _Deck | None = None
        for turn in range(1, turns + 1):
            if deal is not None:
                self._offered.append(dict.fromkeys(deal.offers(turn), TRUE))
                continue
            literals = {offer: model.literal() for offer in _ALL}
            model.linear([(1, literal) for literal in literals.values()], 1, PILES)
            self._offered.append(literals)
        self._sort()

    def _sort(self) -> None:
        """Group the offers of every turn by their numbers."""
        self._by_number = [by_number(offered) for offered in self._offered]

    def of_turn(self, turn: int) -> Mapping[Offer, Lit]:
        """Return the offers that a turn can have, each with whether it has it."""
        return self._offered[turn]

    def choose(self, turn: int, used: Lit) -> dict[Offer, Lit]:
        """Return for each offer of a turn whether it is the chosen one; one is chosen if and only if `used` holds."""
        chosen = {offer: self._model.literal() for offer in self.of_turn(turn)}
        for offer, literal in chosen.items():
            self._model.implies(literal, self.of_turn(turn)[offer])
        self._model.exactly_one([*chosen.values(), -used])
        return chosen

    def any_of(self, turn: int, number: int, actions: Iterable[str]) -> tuple[Lit, ...]:
        """Return whether a number is offered with one of the actions, as the literals of a clause."""
        offered = self._by_number[turn].get(number)
        if offered is None:
            return ()
        return tuple({offered[action] for action in actions if offered.get(action, FALSE) != FALSE})

    def turns(self, number: int, actions: Iterable[str]) -> list[int]:
        """Return the turns that can offer a number with one of the actions."""
        return [turn for turn in range(1, len(self._offered)) if self.any_of(turn, number, actions)]

    def of_one_deck(self) -> None:
        """State that the unknown offers come from one deck."""
        with self._model.rule(RuleCode.OFFER, (), _ONE_DECK):
            self._deck = _Deck(self._model, self._offered)
        for face, copies in _COPIES.items():
            for value, count in copies.items():
                why = _EACH_ONCE.filled(what=term(value) if face == "action" else value, n=count)
                with self._model.rule(RuleCode.OFFER, (), why):
                    for start in range(1, len(self._offered), TURNS_PER_PASS):
                        offered = map(Mapping.items, self._offered[start : start + TURNS_PER_PASS])
                        having = (x for offer, x in chain(*offered) if getattr(offer, face) == value)
                        self._model.linear([(1, literal) for literal in having], None, count)

    def dealt(self, solution: Solution, sheet: Sheet, missions: Mapping[str, str], players: int) -> Deal:
        """Return the deal, or one with the offers of the solution; with all cards if they come from one deck."""
        if self._deal is not None:
            return self._deal
        if self._deck is not None:
            return PiledDeal(sheet.name, "", players, missions, piles=self._deck.piles(solution))
        turns = (
            tuple(offer for offer, literal in offered.items() if solution.holds(literal))
            for offered in self._offered[1:]
        )
        return GuessedDeal(sheet.name, "", players, missions, guessed=tuple(turns))


class _Deck:
    """The card in each place of each pile; places are counted from 0, and on from pass to pass.

    Turn t offers the number of the card in place t with the action of the one in place t - 1. A pass of a pile begins
    with the card left over from the pass before, and has the same cards.
    """

    def __init__(self, model: Model, offered: Sequence[Mapping[Offer, Lit]]) -> None:
        self._model = model
        places, turns = range(len(offered)), range(1, len(offered))
        self._cards_at = [[self._one_of(_CARDS) for _ in places] for _ in range(PILES)]
        given: list[list[dict[Offer, Lit]]] = []
        faces: dict[str, list[list[dict[Any, Lit]]]] = {"number": [], "action": []}
        for pile in self._cards_at:
            given.append([{}, *(self._one_of(_ALL) for _ in turns)])
            for face, before in (("number", 0), ("action", 1)):
                shown = [self._one_of(_COPIES[face]) for _ in places]
                faces[face].append(shown)
                for place in places:
                    self._show(face, shown[place], pile[place])
                for turn in turns:
                    self._show(face, shown[turn - before], given[-1][turn])
        for turn in turns:
            for offer, literal in offered[turn].items():
                by_pile = [pile_offers[turn][offer] for pile_offers in given]
                model.implies(literal, *by_pile)
                for each in by_pile:
                    model.implies(each, literal)
        self._each_once(self._cards_at, _CARDS)
        for face, copies in _COPIES.items():
            self._each_once(faces[face], copies)

    def piles(self, solution: Solution) -> Piles:
        """Return the cards of each pile in a solution."""
        return tuple(
            tuple(next(card for card, literal in place.items() if solution.holds(literal)) for place in pile)
            for pile in self._cards_at
        )

    def _one_of(self, alternatives: Iterable[V]) -> dict[V, Lit]:
        literals = {each: self._model.literal() for each in alternatives}
        self._model.exactly_one(literals.values())
        return literals

    def _show(self, face: str, shown: Mapping[V, Lit], one_of: Mapping[W, Lit]) -> None:
        """State that the one of some cards or offers that holds shows this number or action."""
        for value, literal in shown.items():
            showing = (each for key, each in one_of.items() if getattr(key, face) == value)
            self._model.exactly_one([-literal, *showing])

    def _each_once(self, piles: Sequence[Sequence[Mapping[V, Lit]]], copies: Mapping[V, int]) -> None:
        """State that every card comes up once in a pass, and always in its own pile."""
        for start in range(0, len(piles[0]) - 1, TURNS_PER_PASS):
            for value, count in copies.items():
                terms = [_terms(pile, start, value) for pile in piles]
                self._model.linear(chain(*terms), None, count)
                for pile, again in zip(piles, terms, strict=True) if start else ():
                    self._model.linear([*minus(_terms(pile, 0, value)), *again], None, 0)


def _terms(pile: Sequence[Mapping[V, Lit]], start: int, value: V) -> list[Term]:
    """Return the number of places with a value in the pass that begins at a place, as a sum."""
    return [(1, place[value]) for place in pile[start : start + TURNS_PER_PASS + 1]]


def by_number(offered: Mapping[Offer, Lit]) -> dict[int, dict[str, Lit]]:
    """Return the offers of a turn by their number and action."""
    actions: dict[int, dict[str, Lit]] = {}
    for offer, literal in offered.items():
        actions.setdefault(offer.number, {})[offer.action] = literal
    return actions


class GuessedDeal(Deal, frozen=True):
    """A replacement for an unknown deal; the turns after the guessed ones have no offers."""

    guessed: tuple[tuple[Offer, ...], ...] = ()

    def offers(self, turn: int) -> tuple[Offer, ...]:
        """Return the offers of a turn."""
        return self.guessed[turn - 1] if turn <= len(self.guessed) else ()
