"""Games in which a turn begins with a number, which an astronaut can change, or with an error if no number fits."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.games.base.table import TableGame
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import NumberBoard, turns_of
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import ascending, offers, races, system_errors
from fairsheet.engine.rules.ascending import NOWHERE, Openings
from fairsheet.engine.rules.ladders import Ladder
from fairsheet.engine.rules.missions import Claim, mission_contradictions, open_cards
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet

P = TypeVar("P", bound=SheetEditor)

ACTION = "action"  # pending after a number is written: the action of its offer, or a wild instead


class NumberGame(TableGame, Generic[P]):
    """The first step of a turn: a number or an error. A change by an astronaut uses up the turn's action."""

    board: NumberBoard
    board_of: Callable[[Sheet], Any]  # reads the template for the scenario
    rules_of: Callable[[Any], Sequence[Rule[Any]]]  # the scenario's own rules, without those common to all
    # how good each legal step looks to a sensible player, if the scenario has a heuristic
    values_of: Callable[[Any, State, Sequence[Step]], Sequence[float]] | None = None
    wild_cause: Cause = "wild"  # the cause of marks that a wild's action makes
    forced = ""  # a pending kind that must not be declined, if there is one

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.board = self.board_of(sheet)
        self.rules = self.rules_of(self.board)

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> Sequence[float]:
        """See `Game.heuristic_values`."""
        if self.values_of is None:
            return super().heuristic_values(state, steps)
        return self.values_of(self.board, state, steps)

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def editor(self, player: Player) -> P:
        """Return the editor with which a player writes on this scenario's sheet."""

    def zones(self, marks: Marks) -> Sequence[Sequence[str]]:
        """Return the zones in which numbers ascend now."""
        return self.board.zones

    def openings(self, zones: Iterable[Sequence[str]], marks: Marks) -> Openings:
        """Return the slots of some zones that can take a number now, and between which numbers."""
        return ascending.openings(zones, marks)

    @abstractmethod
    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """Return the error that explains why an empty slot cannot take a number."""

    def cross_astronaut(self, editor: P, by: Cause) -> None:
        """Cross an astronaut for a changed number, if one is left, and make the marks that this earns."""
        editor.cross_next(editor.mark_order(self.board.astronauts, "crossed"), by)

    @abstractmethod
    def can_act(self, state: State, player: Player) -> bool:
        """Return whether the action of the player's offer, or a wild, could leave any ink."""

    def may_decline(self, player: Player) -> bool:
        """Return whether what is pending may be declined: everything except `forced`."""
        return self.forced not in player.pending

    def react_to_number(self, editor: P, slot: str) -> None:
        """Make the marks that follow from a written number before any action: none by default."""

    def react_to_error(self, editor: P, error: str) -> None:
        """Make the marks that follow from a crossed error: none by default."""

    def open_wilds(self, player: Player) -> Sequence[str]:
        """Return the wild actions that the player can use now; only one of several equal ones."""
        return ()

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """Return whether a slot can take a number with an offer: any slot if the offer gives the number."""
        return number in offers.numbers_of(offer)

    def turns_seen(self, marks: Marks) -> int:
        """Return how many turns a sheet has seen, by its numbers and errors."""
        return turns_of(self.board, marks)

    # --- contradictions on a final sheet ------------------------------------------------------------------

    def contradictions(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> Iterator[Contradiction]:
        """See `Game.contradictions`."""
        for rule in self.rules:
            yield from rule.contradictions(marks)
        yield from Ladder(self.errors).contradictions(marks)
        yield from self.unmet_claims(open_cards(self.claims, deal, missions or {}), marks)
        yield from self.unexplained_numbers(marks, deal)

    def unmet_claims(self, cards: Sequence[Claim], marks: Marks) -> Iterable[Contradiction]:
        """Return contradictions about claimed missions that cannot have been met."""
        return mission_contradictions(cards, marks)

    def unexplained_numbers(self, marks: Marks, deal: Deal | None) -> Iterable[Contradiction]:
        """Yield contradictions about numbers that no card has, or that a known deal does not offer."""
        found = list(offers.on_no_card(self.board, marks))
        if deal is not None:
            found += offers.contradictions(self.board, marks, deal)
            found += () if found else offers.too_few_turns(self.board, marks, deal)
        return found

    # --- races --------------------------------------------------------------------------------------------

    @cached_property
    def prizes(self) -> tuple[str, ...]:
        """The fields for which players race."""
        return tuple(rule.prize for rule in self.rules if isinstance(rule, races.Race))

    def incidents(self, state: State) -> tuple[Player, ...]:
        """Cross each prize that a player has circled on the sheets of all players who have not circled it."""
        return races.cross_lost_prizes(state, self.prizes)

    # --- numbers and errors -------------------------------------------------------------------------------

    def first_steps(self, state: State, player: Player) -> list[Step]:
        """Return every way to write a number, changed by an astronaut or a wild or not; an error if no offer fits."""
        openings = self.openings(self.zones(player.marks), player.marks)
        inks: dict[int, list[Ink]] = {}  # the ways to write a number

        def writing(number: int) -> Sequence[Ink]:
            if number not in inks:
                inks[number] = [
                    Ink(slot, number, "number")
                    for slot, (below, above) in openings.items()
                    if below < number < above and number in self.board.numbers
                ]
            return inks[number]

        offered, changed = [], []
        crossed = [Ink(wild, "crossed", "wild") for wild in self.open_wilds(player)]
        for index, offer in enumerate(state.deal.offers(state.turn), start=1):
            for number in offers.numbers_of(offer):
                offered += [Step(player.seat, "number", (ink,), index) for ink in writing(number)]
            for wild in crossed:
                for number in offers.near(offer.number):
                    if number != offer.number:
                        changed += [
                            Step(player.seat, "number", (wild, ink), index) for ink in writing(number)
                        ]
        return [*(offered or system_errors.steps(player.seat, self.errors, player.marks)), *changed]

    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """Write a number, or cross an error."""
        match step:
            case Step(kind="number", ink=(Ink(slot, int(number), "number"),), offer=int(index)):
                return self._write(state, player, slot, number, index, None)
            case Step(
                kind="number",
                ink=(Ink(wild, "crossed", "wild"), Ink(slot, int(number), "number")),
                offer=int(index),
            ):
                return self._write(state, player, slot, number, index, wild)
            case Step(kind="error", ink=(Ink(error, "crossed", "error"),), offer=None):
                return self._cross_error(state, player, error)
        raise IllegalStep(
            RuleCode.TURN, "a turn starts with one number, or with an error if none can be written"
        )

    def _write(
        self, state: State, player: Player, slot: str, number: int, index: int, wild: str | None
    ) -> Player:
        offer = offers.offer_of(state, index)
        if slot not in self.board.slots:
            raise IllegalStep(RuleCode.INK, f"{slot} is not a slot")
        if wild is not None and not self.is_open_wild(wild, player):
            raise IllegalStep(RuleCode.WILD, f"{wild} is no wild action that can be used")
        given = offers.numbers_of(offer) if wild is None else offers.near(offer.number)
        if number not in given or number not in self.board.numbers:
            what = f"{offer.number} with {offer.action}"
            raise IllegalStep(RuleCode.OFFER, f"offer {index} of turn {state.turn} is {what}, not {number}")
        if wild is not None and number == offer.number:
            raise IllegalStep(
                RuleCode.WILD, "a wild that changes no number is used after the number is written"
            )
        if slot in player.marks:
            raise IllegalStep(RuleCode.INK, f"{slot} is filled already")
        zones = [zone for zone in self.zones(player.marks) if slot in zone]
        below, above = self.openings(zones, player.marks).get(slot, NOWHERE)
        if not below < number < above:
            raise self.refusal(slot, number, player.marks)
        editor = self.editor(player)
        if wild is not None:
            editor.mark(wild, "crossed", "wild")
        editor.mark(slot, number, "number")
        self.react_to_number(editor, slot)
        if number != offer.number:
            self.cross_astronaut(editor, "action" if wild is None else self.wild_cause)
        elif self.can_act(state, editor.player(offer=index)):
            editor.pending.append(ACTION)
        return editor.player(offer=index)

    def offered(self, state: State, player: Player) -> str:
        """Return the action of the offer whose number the player has written this turn."""
        return offers.offer_of(state, player.offer or 0).action

    def is_open_wild(self, field: str, player: Player) -> bool:
        """Return whether a field is a wild action that the player can use, or equal to one."""
        return field in self.open_wilds(player)

    def _cross_error(self, state: State, player: Player, error: str) -> Player:
        writable = (s for s in self.first_steps(state, player) if s.kind == "number" and len(s.ink) == 1)
        system_errors.check(error, self.errors, player.marks, writable)
        editor = self.editor(player)
        editor.mark(error, "crossed", "error")
        self.react_to_error(editor, error)
        return editor.player()
