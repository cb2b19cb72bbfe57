"""The claims of a table over time, for all scenarios: who claimed which mission when, and how to read a solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import partial
from typing import Generic, Protocol, TypeVar

import msgspec

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.play.game import Outside
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.request import PLAYED, ProofRequest, Schedule, Subject
from fairsheet.engine.records.ink import Cause, History
from fairsheet.engine.records.slots import ERROR
from fairsheet.engine.rules.missions import Claim, Claimed, Value, claims_in_time, claims_of
from fairsheet.engine.solver.conditions import CannotState, require
from fairsheet.engine.solver.constraint_model import Lit, Model, Solution, Term
from fairsheet.engine.solver.timeline import Choice, Event, Turns
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks, becomes


class SheetModel(Protocol):
    """The parts of a sheet's model that the table needs."""

    @property
    def seat(self) -> int:
        """The seat of its record."""

    @property
    def marks(self) -> Marks:
        """The ink on the sheet."""

    @property
    def turns(self) -> Iterable[int]:
        """The turns that the sheet can have seen."""

    @property
    def counted_apart(self) -> tuple[Cause, ...]:
        """The causes of marks that `equals` does not count."""

    @property
    def events(self) -> Mapping[str, Event]:
        """The fields whose turns are chosen one by one."""

    @property
    def used(self) -> Mapping[int, Mapping[Offer, Lit]]:
        """By turn and offer, whether the turn's number or sign comes from the offer."""

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Return marks of this sheet in the form that rules of the model use."""

    def count_inked(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """Return how many of the fields are inked when missions are claimed in a turn, as a sum.

        Each field has the mark or no ink. Raises CannotState if the model only counts the fields together with others.
        """

    @property
    def dated_fields(self) -> Set[str]:
        """The fields whose ink `count_inked` can date. It may include others."""

    def equals(self) -> Iterable[tuple[Sequence[str], Mapping[int, Lit]]]:
        """Yield groups of equal fields in the player's mark order, with the turns in which one of them was inked."""

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """Add the turns of marks that follow from the turns in `found`."""


class Broadcast(msgspec.Struct, frozen=True):
    """An event that affects all players: when it first happened, and whether each available sheet caused it."""

    first: Event
    by: Sequence[Lit]


S = TypeVar("S", bound=SheetModel)


class ClaimTable(Generic[S]):
    """The claims of a table and its schedule; see `fairsheet.engine.proof.request.Scheduler`.

    A scenario sets `turns`, `offers` and `players`. Then it states the claims of each card and when it was met. Other
    events that affect all players go into `broadcast`, by field.
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
        """Return the offers of each turn."""
        return Offers(self.model, self.request.deal, self.turns.most)

    def bearing(self, player: S, turn: int, mark: str, fields: Sequence[str]) -> Sequence[Term]:
        """Return how many of the fields have the mark (`ink` is any) when missions are claimed in a turn, as a sum.

        Raises CannotState if the model does not know when one of them was inked.
        """
        marks, stated = player.marks, player.dated_fields
        wanted = [f for f in fields if f not in marks or mark == "ink" or becomes(marks[f], mark)]
        for field in wanted:
            if field in marks and field not in stated:
                raise CannotState(f"when {field} was inked")
        return player.count_inked(turn, mark, wanted)

    def state_met_in(self, card: str, seat: int, turn: int, given: Lit) -> None:
        """State that if `given` holds, a player meets a mission when it is claimed in a turn.

        Raises CannotState if the condition cannot be stated.
        """
        count = partial(self.bearing, self.players[seat], turn)
        require(self.model, self.request.sheet.mission[card].needs, self.request.sheet, count, given)

    def equals(self, player: S) -> Iterable[tuple[Sequence[str], Mapping[int, Lit]]]:
        """See `SheetModel.equals`."""
        return player.equals()

    def claimed_value(self, player: S, claim: Claim) -> Value | None:
        """Return the value for which a player has claimed a mission; None if the marks do not show it."""
        if claim.field != claim.later_field:
            return "first" if claim.field in player.marks else "later"
        return "first" if player.marks[claim.field] == claim.first else "later"

    def claim_field(self, player: S, claim: Claim) -> str:
        """Return the field in which a player has claimed a mission, or the field for the first claim."""
        return claim.later_field if claim.later_field in player.marks else claim.field

    def state_claim(self, card: str) -> None:
        """State that each claim of a card has the value that is right for its turn."""
        claim = self.claim_cards[card]
        made = [
            Claimed(seat, field, self.claimed_value(player, claim), player.turns)
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

    def state_met(self, card: str, seat: int) -> None:
        """State that a player who claimed a card met it in that turn.

        A condition that cannot be stated is left out. The solution is still checked by playing it
        (`fairsheet.engine.proof._witness`).
        """
        if card not in self.claims[seat]:
            return
        player, event = self.players[seat], self.claims[seat][card]
        words = self.met_words.filled(card=card, seat=seat)
        field = self.claim_field(player, self.claim_cards[card])
        with self.model.rule(RuleCode.MISSION, player.name(field), words), suppress(CannotState):
            for turn in player.turns:
                self.state_met_in(card, seat, turn, event.at(turn))

    def claimed_fields(self, seat: int) -> list[str]:
        """Return the fields in which a player has claimed missions."""
        return [self.claim_field(self.players[seat], self.claim_cards[card]) for card in self.claims[seat]]

    def events(self) -> Iterator[tuple[int, str, Event]]:
        """See `fairsheet.engine.proof.request.Scheduler.events`."""
        for seat, player in self.players.items():
            claims = zip(self.claimed_fields(seat), self.claims[seat].values(), strict=True)
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

    def start_of(self, turn: int) -> int:
        """Return when a turn begins: the turn itself, unless the model has smaller units of time."""
        return turn

    def as_played(self, histories: Mapping[int, History]) -> None:
        """See `fairsheet.engine.proof.request.Scheduler.as_played`."""
        made = self.turns_made(histories)
        for seat, field, event in self.events():
            self.model.clause(*(event.at(time) for time in self.times_in(made[seat, field][-1][0])))
        for seat, player in self.players.items():
            for fields, counted in self.equals(player):
                marked = (made[seat, field][-1] for field in fields)
                turns = {turn for turn, by in marked if by not in player.counted_apart}
                times = {time for turn in turns for time in self.times_in(turn)}
                for time, literal in counted.items():
                    self.model.clause(literal if time in times else -literal)

    def times_in(self, turn: int) -> range:
        """Return all times in a turn of the game."""
        return range(self.start_of(turn), self.start_of(turn + 1))

    def turns_made(self, histories: Mapping[int, History]) -> dict[Subject, list[tuple[int, Cause]]]:
        """Return for each mark in histories, by player, the turns in which it was made, in order, and the causes."""
        made: dict[Subject, list[tuple[int, Cause]]] = {}
        for seat, history in histories.items():
            for turn in history:
                for ink in turn.ink:
                    made.setdefault((ink.sheet or seat, ink.field), []).append((turn.turn, ink.by))
        return made

    def schedule(self, solution: Solution) -> Schedule:
        """Return the turn of every choice. Equal fields follow the player's mark order."""
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

    def state_end_by_absent(self) -> None:
        """State that an absent player ended the game in the last turn, by the last error."""
        error = self.request.sheet.fields_of_symbol(ERROR)[-1].id
        self.broadcast[error] = Broadcast(Choice(self.model, [self.turns.most]), ())

    def _outside(self, solution: Solution) -> tuple[Outside, ...]:
        """Return the events that absent players must have caused, because no available sheet caused them first."""
        found: dict[int, list[str]] = {}
        for field, broadcast in self.broadcast.items():
            turn = broadcast.first.turn(solution)
            if turn is not None and not any(solution.holds(literal) for literal in broadcast.by):
                found.setdefault(turn, []).append(field)
        return tuple(Outside(turn, tuple(fields)) for turn, fields in sorted(found.items()))
