"""What is offered in which turn: by the deal, or, where the cards are not known, whatever fits the ink."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fairsheet.engine.dealing.cards import ACTIONS, DECK
from fairsheet.engine.dealing.deal import PILES, Deal, Offer
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model, Solution
from fairsheet.sheets.model.sheet import Sheet

_ALL = tuple(Offer(number, action) for number in sorted({card.number for card in DECK}) for action in ACTIONS)


class Offers:
    """The offers of every turn as literals: TRUE or FALSE with a deal, up to one per pile without."""

    def __init__(self, model: Model, deal: Deal | None, turns: int) -> None:
        self._model, self._deal = model, deal
        self._offered: list[Mapping[Offer, Lit]] = [{}]
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

    def dealt(self, solution: Solution, sheet: Sheet, missions: Mapping[str, str], players: int) -> Deal:
        """The deal, or one with the offers that the solution needs."""
        if self._deal is not None:
            return self._deal
        turns = (
            tuple(offer for offer, literal in offered.items() if solution.holds(literal))
            for offered in self._offered[1:]
        )
        return GuessedDeal(sheet.name, "", players, missions, None, tuple(turns))


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
