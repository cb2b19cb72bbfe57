"""A table in time, as far as all scenarios have it in common: who claimed which mission, and what a solution means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Generic, Protocol, TypeVar

import msgspec

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.play.game import Outside
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.request import PLAYED, ProofRequest, Schedule, Subject
from fairsheet.engine.records.slots import ERROR
from fairsheet.engine.rules.missions import Claim, Claimed, Value, claims_in_time, claims_of
from fairsheet.engine.solver.conditions import CannotState, require
from fairsheet.engine.solver.constraint_model import Lit, Model, Solution, Term
from fairsheet.engine.solver.timeline import Choice, Event, Turns
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks, becomes


class SheetModel(Protocol):
    """What a table needs of its sheets."""

    @property
    def seat(self) -> int:
        """The seat of its record."""

    @property
    def marks(self) -> Marks:
        """The ink on the sheet."""

    @property
    def turns(self) -> Iterable[int]:
        """The turns that it can have seen."""

    @property
    def events(self) -> Mapping[str, Event]:
        """The fields whose turns are chosen one by one."""

    @property
    def used(self) -> Mapping[int, Mapping[Offer, Lit]]:
        """By turn, whether each of its offers is the one that a number, or a sign, comes from."""

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of this sheet as a rule of the model names them."""

    def inked_by(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """How many of the fields, which bear the mark or nothing, are inked when missions are claimed in a turn.

        A sum. Raises CannotState for some of those that the model only counts together.
        """

    def stated(self) -> Collection[str]:
        """The fields that bear ink of which `inked_by` knows when they were inked; others may be among them."""

    def equals(self) -> Iterable[tuple[Sequence[str], Mapping[int, Lit]]]:
        """Fields that make no difference, in the player's mark order, and the turns in which one of them was inked."""

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """Adds the turns of chosen marks that follow from those found."""


class Broadcast(msgspec.Struct, frozen=True):
    """Something that all players feel: when it happened first, and for sheets available whether they did it then."""

    first: Event
    by: Sequence[Lit]


S = TypeVar("S", bound=SheetModel)


class ClaimTable(Generic[S]):
    """The claims of a table, and its schedule; see `fairsheet.engine.proof.request.Scheduler`.

    A scenario fills in `turns`, `offers` and `players`, then states the claims of each card and when it was met.
    What else all players feel goes into `broadcast`, by its field.
    """

    turns: Turns
    offers: Offers
    met_words = Message("mission {card} was met in the turn in which player {seat} claimed it")

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.model, self.request = model, request
        self.claim_cards = claims_of(request.sheet)
        self.players: dict[int, S] = {}
        self.broadcast: dict[str, Broadcast] = {}
        self.claims: dict[int, dict[str, Choice]] = {seat: {} for seat in request.sheets}
        self.is_first: dict[tuple[int, str], Lit] = {}
        self.first_claims: dict[str, Event] = {}

    def offered(self) -> Offers:
        """What is offered in which turn."""
        return Offers(self.model, self.request.deal, self.turns.most)

    def bearing(self, player: S, turn: int, mark: str, fields: Sequence[str]) -> Sequence[Term]:
        """How many of any fields bear the mark (`ink` is any) when missions are claimed in a turn, as a sum.

        Raises CannotState where the model does not know when one of them was inked.
        """
        marks, stated = player.marks, player.stated()
        wanted = [f for f in fields if f not in marks or mark == "ink" or becomes(marks[f], mark)]
        for field in wanted:
            if field in marks and field not in stated:
                raise CannotState(f"when {field} was inked")
        return player.inked_by(turn, mark, wanted)

    def meets(self, card: str, seat: int, turn: int, given: Lit) -> None:
        """States that where `given` holds, a player meets a mission when it is claimed in a turn.

        Raises CannotState.
        """
        count = partial(self.bearing, self.players[seat], turn)
        require(self.model, self.request.sheet.mission[card].needs, self.request.sheet, count, given)

    def equals(self, player: S) -> Iterable[tuple[Sequence[str], Mapping[int, Lit]]]:
        """Fields that make no difference, in the player's mark order, and the turns in which one of them was inked."""
        return player.equals()

    def claim_made(self, player: S, claim: Claim) -> Value | None:
        """For which of its values a player has claimed a mission; None where the marks do not show it."""
        if claim.field != claim.later_field:
            return "first" if claim.field in player.marks else "later"
        return "first" if player.marks[claim.field] == claim.first else "later"

    def claim_field(self, player: S, claim: Claim) -> str:
        """The field in which a player has claimed a mission, or would be the first to claim it."""
        return claim.later_field if claim.later_field in player.marks else claim.field

    def claim(self, card: str) -> None:
        """States that a card is claimed for the value of the turn in which it is."""
        claim = self.claim_cards[card]
        made = [
            Claimed(seat, field, self.claim_made(player, claim), player.turns)
            for seat, player in self.players.items()
            if (field := self.claim_field(player, claim)) in player.marks
        ]
        if not made:
            return
        if not self.request.absent and all(each.value == "later" for each in made):
            fields = [(seat, self.claim_field(player, claim)) for seat, player in self.players.items()]
            words = Message("mission {claim} was claimed, but by nobody for its higher value", claim=claim.id)
            with self.model.rule(RuleCode.FIRST_CLAIM, fields, words):
                self.model.clause()
        first, events, is_first = claims_in_time(self.model, claim, made, self.turns, self.request.absent)
        self.first_claims[card] = first
        self.broadcast[claim.field] = Broadcast(first, tuple(is_first.values()))
        for seat, event in events.items():
            self.claims[seat][card] = event
            self.is_first[seat, card] = is_first[seat]

    def met(self, card: str, seat: int) -> None:
        """States that a player claimed a card, if at all, in a turn in which it was met.

        A condition that cannot be stated is left out: the model asks less, and what it allows is still played by the
        rules (`fairsheet.engine.proof._witness`).
        """
        if card not in self.claims[seat]:
            return
        player, event = self.players[seat], self.claims[seat][card]
        words = self.met_words.filled(card=card, seat=seat)
        field = self.claim_field(player, self.claim_cards[card])
        with self.model.rule(RuleCode.MISSION, player.name(field), words), suppress(CannotState):
            for turn in player.turns:
                self.meets(card, seat, turn, event.at(turn))

    def claimed(self, seat: int) -> list[str]:
        """The fields in which a player has claimed missions."""
        return [self.claim_field(self.players[seat], self.claim_cards[card]) for card in self.claims[seat]]

    def events(self) -> Iterator[tuple[int, str, Event]]:
        """See `fairsheet.engine.proof.request.Scheduler.events`."""
        for seat, player in self.players.items():
            claims = zip(self.claimed(seat), self.claims[seat].values(), strict=True)
            for field, event in {**player.events, **dict(claims)}.items():
                yield seat, field, event

    def facts(self) -> Iterator[tuple[Lit, Subject, int]]:
        """See `fairsheet.engine.proof.request.Scheduler.facts`."""
        for seat, field, event in self.events():
            for turn in range(event.first, event.last + 1):
                yield event.at(turn), (seat, field), turn
        for turn in self.turns:
            yield self.turns.played(turn), PLAYED, turn

    def of_one_deck(self) -> None:
        """See `fairsheet.engine.proof.request.Scheduler.of_one_deck`."""
        self.offers.of_one_deck()

    def schedule(self, solution: Solution) -> Schedule:
        """In which turn everything was chosen. Equals are taken in the order of the player's mark order."""
        choices: dict[tuple[int, int], list[Lit]] = {}
        when: dict[int, dict[str, int]] = {}
        for seat, field, event in self.events():
            turn = event.turn(solution)
            assert turn is not None, field
            when.setdefault(seat, {})[field] = turn
            choices.setdefault((turn, seat), []).append(event.at(turn))
        for seat, player in self.players.items():
            found = when.setdefault(seat, {})
            for fields, made in self.equals(player):
                turns = [turn for turn in player.turns if solution.holds(made[turn])]
                found.update(zip(fields, turns, strict=False))
                for turn in turns:
                    choices.setdefault((turn, seat), []).append(made[turn])
            player.follow(found, solution)
        deal = self.offers.dealt(solution, self.request.sheet, self.request.missions, self.request.players)
        offers = {
            (turn, seat): offer
            for seat, player in self.players.items()
            for turn, used in player.used.items()
            for offer, literal in used.items()
            if solution.holds(literal)
        }
        return Schedule(
            self.turns.count(solution), deal, when, choices, self._outside(solution), offers=offers
        )

    def end_by_absent(self) -> None:
        """States that a player who is not available ended the game in the last turn, by the last error."""
        error = self.request.sheet.fields_of_symbol(ERROR)[-1].id
        self.broadcast[error] = Broadcast(Choice(self.model, [self.turns.most]), ())

    def _outside(self, solution: Solution) -> tuple[Outside, ...]:
        """What absent players must have done: all that is broadcast and none of the sheets available did first."""
        found: dict[int, list[str]] = {}
        for field, broadcast in self.broadcast.items():
            turn = broadcast.first.turn(solution)
            if turn is not None and not any(solution.holds(literal) for literal in broadcast.by):
                found.setdefault(turn, []).append(field)
        return tuple(Outside(turn, tuple(fields)) for turn, fields in sorted(found.items()))
