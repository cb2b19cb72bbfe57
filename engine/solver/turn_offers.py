"""What is offered in which turn: by the deal, or, where the cards are not known, whatever fits the ink.

Where they are not known it can be asked further that all offers come from one deck.
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

# How often each is in the deck.
_CARDS = Counter(DECK)
_COPIES = {face: Counter(getattr(card, face) for card in DECK) for face in ("number", "action")}

_EACH_ONCE = Message("{what} is on {n} cards, each of which comes up once in 20 turns")
_ONE_DECK = Message("all offers come from the 63 cards, in three piles of 21")
_ALL = tuple(Offer(number, action) for number in sorted({card.number for card in DECK}) for action in ACTIONS)


class Offers:
    """The offers of every turn as literals: TRUE or FALSE with a deal, up to one per pile without."""

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
        """Sorts the offers of every turn by their numbers."""
        self._by_number = [by_number(offered) for offered in self._offered]

    def of_turn(self, turn: int) -> Mapping[Offer, Lit]:
        """The offers that a turn can have, each with whether it has it."""
        return self._offered[turn]

    def choose(self, turn: int, used: Lit) -> dict[Offer, Lit]:
        """For each offer of a turn whether it is the chosen one: one of those that there are, if one is used."""
        chosen = {offer: self._model.literal() for offer in self.of_turn(turn)}
        for offer, literal in chosen.items():
            self._model.implies(literal, self.of_turn(turn)[offer])
        self._model.exactly_one([*chosen.values(), -used])
        return chosen

    def any_of(self, turn: int, number: int, actions: Iterable[str]) -> tuple[Lit, ...]:
        """Whether a number is offered with one of the actions, as the literals of a clause."""
        offered = self._by_number[turn].get(number)
        if offered is None:
            return ()
        return tuple({offered[action] for action in actions if offered.get(action, FALSE) != FALSE})

    def turns(self, number: int, actions: Iterable[str]) -> list[int]:
        """The turns that can offer a number with one of the actions."""
        return [turn for turn in range(1, len(self._offered)) if self.any_of(turn, number, actions)]

    def of_one_deck(self) -> None:
        """States that the offers, which are not known, come from one deck."""
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
        """The deal, or one with the offers that the solution needs; with all cards where they come from one deck."""
        if self._deal is not None:
            return self._deal
        if self._deck is not None:
            return PiledDeal(sheet.name, "", players, missions, piles=self._deck.piles(solution))
        turns = (
            tuple(offer for offer, literal in offered.items() if solution.holds(literal))
            for offered in self._offered[1:]
        )
        return GuessedDeal(sheet.name, "", players, missions, None, tuple(turns))


class _Deck:
    """Which card lies in which place of each pile; places are counted from 0, and on from pass to pass.

    Turn t offers the number of the card in place t with the action of the one in place t - 1. A pass of a pile begins
    with the card that is left over from the pass before, and has the same cards.
    """

    def __init__(self, model: Model, offered: Sequence[Mapping[Offer, Lit]]) -> None:
        self._model = model
        places, turns = range(len(offered)), range(1, len(offered))
        self._lies = [[self._one_of(_CARDS) for _ in places] for _ in range(PILES)]
        given: list[list[dict[Offer, Lit]]] = []
        faces: dict[str, list[list[dict[Any, Lit]]]] = {"number": [], "action": []}
        for pile in self._lies:
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
                by = [pile_gives[turn][offer] for pile_gives in given]
                model.implies(literal, *by)
                for each in by:
                    model.implies(each, literal)
        self._each_once(self._lies, _CARDS)
        for face, copies in _COPIES.items():
            self._each_once(faces[face], copies)

    def piles(self, solution: Solution) -> Piles:
        """The cards that a solution has in each pile."""
        return tuple(
            tuple(next(card for card, literal in place.items() if solution.holds(literal)) for place in pile)
            for pile in self._lies
        )

    def _one_of(self, alternatives: Iterable[V]) -> dict[V, Lit]:
        found = {each: self._model.literal() for each in alternatives}
        self._model.exactly_one(found.values())
        return found

    def _show(self, face: str, shown: Mapping[V, Lit], one_of: Mapping[W, Lit]) -> None:
        """States that the one that holds of some cards or offers shows this number or action."""
        for value, literal in shown.items():
            showing = (each for what, each in one_of.items() if getattr(what, face) == value)
            self._model.exactly_one([-literal, *showing])

    def _each_once(self, piles: Sequence[Sequence[Mapping[V, Lit]]], copies: Mapping[V, int]) -> None:
        """States that every card comes up once in a pass, and always in its own pile."""
        for start in range(0, len(piles[0]) - 1, TURNS_PER_PASS):
            for value, count in copies.items():
                found = [_terms(pile, start, value) for pile in piles]
                self._model.linear(chain(*found), None, count)
                for pile, again in zip(piles, found, strict=True) if start else ():
                    self._model.linear([*minus(_terms(pile, 0, value)), *again], None, 0)


def _terms(pile: Sequence[Mapping[V, Lit]], start: int, value: V) -> list[Term]:
    """In how many places of the pass that begins with a place something lies, as a sum."""
    return [(1, place[value]) for place in pile[start : start + TURNS_PER_PASS + 1]]


def by_number(offered: Mapping[Offer, Lit]) -> dict[int, dict[str, Lit]]:
    """The offers of a turn by their number and action."""
    found: dict[int, dict[str, Lit]] = {}
    for offer, literal in offered.items():
        found.setdefault(offer.number, {})[offer.action] = literal
    return found


class GuessedDeal(Deal, frozen=True):
    """Stands in for a deal where the cards are not known; the turns after the guessed ones have no offers."""

    guessed: tuple[tuple[Offer, ...], ...] = ()

    def offers(self, turn: int) -> tuple[Offer, ...]:
        """The offers of a turn."""
        return self.guessed[turn - 1] if turn <= len(self.guessed) else ()
