"""The rules of journey for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn; its action, or a wild instead, is the second; a cut that is due the third. A
number changed by an astronaut has used up the action.

>>> from engine.deal import deal
>>> from sheets.library import load_sheet
>>> game = Journey(load_sheet("journey"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> state = game.play(state, game.legal_steps(state)[0])
>>> game.to_move(state)  # the action of that offer found nothing to do
2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.deal import Deal
from engine.game import Contradiction, IllegalStep, Step
from engine.games.base.missions import Claim
from engine.games.base.pen import Player
from engine.games.base.table import State, TableGame, offer_of
from engine.games.journey import appeal, check
from engine.games.journey.actions import UNUSED, action_steps, take
from engine.games.journey.facts import ASTRONAUT, SHIFT, Facts
from engine.games.journey.pen import CUT, Habit, JourneyPen, first_blank, habit, next_energy, open_wilds
from engine.ink import Ink, Mark
from sheets.model import Sheet

ACTION = "action"  # what is due when a number is written: its action, or a wild instead


class Journey(TableGame):
    """The rules of journey on its sheet; implements `engine.game.Game`."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.facts = Facts(sheet)

    def habit(self, order: Sequence[tuple[str, Mark]]) -> Habit:
        """See `TableGame.habit`."""
        return habit(self.facts, order)

    def check(
        self, marks: Mapping[str, Mark], deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> list[Contradiction]:
        """Everything about one sheet's ink that is impossible whatever the order of play."""
        return check.contradictions(self.facts, self.claims, marks, deal, missions or {})

    def tie_break(self, marks: Mapping[str, Mark]) -> tuple[int, ...]:
        """Fewer crossed errors."""
        return (-sum(error in marks for error in self.errors),)

    def appeals(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        return appeal.appeals(self.facts, state.players[state.mover], steps)

    # --- numbers and errors -------------------------------------------------------------------------------

    def first_steps(self, state: State, player: Player) -> list[Step]:
        """Every number, changed by an astronaut of its offer or of a wild; an error if no offer can be written."""
        places = {
            number: list(self.facts.places_for(number, player.marks)) for number in sorted(self.facts.numbers)
        }
        offered, changed = [], []
        wilds = open_wilds(player)
        for place, offer in enumerate(state.deal.offers(state.turn), start=1):
            reach = range(offer.number - SHIFT, offer.number + SHIFT + 1)
            for number in reach if offer.action == ASTRONAUT else (offer.number,):
                for slot in places.get(number, ()):
                    offered.append(Step(player.seat, "number", (Ink(slot, number, "number"),), place))
            for wild in wilds:
                for number in reach:
                    for slot in places.get(number, ()) if number != offer.number else ():
                        ink = (Ink(wild, "crossed", "wild"), Ink(slot, number, "number"))
                        changed.append(Step(player.seat, "number", ink, place))
        return [*(offered or self._error(player)), *changed]

    def _error(self, player: Player) -> list[Step]:
        error = first_blank(self.errors, player.marks)
        return [Step(player.seat, "error", (Ink(error, "crossed", "error"),))] if error else []

    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """Writes a number, or crosses an error."""
        match step:
            case Step(kind="number", ink=(Ink(slot, int(number), "number"),), offer=int(place)):
                return self._write(state, player, slot, number, place, None)
            case Step(
                kind="number",
                ink=(Ink(wild, "crossed", "wild"), Ink(slot, int(number), "number")),
                offer=int(place),
            ):
                return self._write(state, player, slot, number, place, wild)
            case Step(kind="error", ink=(Ink(error, "crossed", "error"),), offer=None):
                return self._err(state, player, error)
        raise IllegalStep("a turn starts with one number, or with an error where none can be written")

    def _write(
        self, state: State, player: Player, slot: str, number: int, place: int, wild: str | None
    ) -> Player:
        offer = offer_of(state, place)
        shift = abs(number - offer.number)
        if slot not in self.facts.trajectory.place:
            raise IllegalStep(f"{slot} is not a slot")
        if wild is not None and (player.marks.get(wild) != "circled" or not self._is_wild(wild)):
            raise IllegalStep(f"{wild} is no wild action that can be used")
        if (
            shift > SHIFT
            or number not in self.facts.numbers
            or (shift and wild is None and offer.action != ASTRONAUT)
        ):
            what = f"{offer.number} with {offer.action}"
            raise IllegalStep(f"offer {place} of turn {state.turn} is {what}, not {number}")
        if wild is not None and not shift:
            raise IllegalStep("a wild that changes no number is used after the number is written")
        if slot in player.marks:
            raise IllegalStep(f"{slot} is filled already")
        if slot not in self.facts.places_for(number, player.marks):
            raise IllegalStep(f"{number} in {slot} would break the ascending order of its zone")
        pen = JourneyPen(self.facts, player)
        if wild is not None:
            pen.mark(wild, "crossed", "wild")
        pen.mark(slot, number, "number")
        if shift:
            pen.cross_astronaut("wild" if wild is not None else "action")
            return pen.player(offer=place)
        pen.due = [ACTION]
        written = pen.player(offer=place)
        if next(action_steps(self.facts, written, offer.action), None) is None:
            pen.due = []
        return pen.player(offer=place)

    def _is_wild(self, field: str) -> bool:
        return any(field in panel.wilds for panel in self.facts.panels.values())

    def _err(self, state: State, player: Player, error: str) -> Player:
        if error != first_blank(self.errors, player.marks):
            raise IllegalStep(f"{error} is not the next system error")
        for step in self.first_steps(state, player):
            if step.kind == "number" and len(step.ink) == 1:
                ink = step.ink[0]
                problem = "an error may only be crossed when no number can be written"
                raise IllegalStep(f"{problem}, and {ink.mark} could go into {ink.field}")
        pen = JourneyPen(self.facts, player)
        pen.mark(error, "crossed", "error")
        if error in self.facts.rewarded:
            pen.circle_energy(next_energy(self.facts, player), "error")
        return pen.player()

    # --- the action and the cut ---------------------------------------------------------------------------

    def may_decline(self, player: Player) -> bool:
        """An action may be declined, a cut may not."""
        return player.due != (CUT,)

    def due_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action, or the places of a cut."""
        if player.due != (CUT,):
            return action_steps(self.facts, player, self._offered(state, player))
        by = player.ink[-1].by
        return (
            Step(player.seat, CUT, (Ink(cut, "drawn", by),))
            for cut in self.facts.cuts
            if cut not in player.marks
        )

    def play_due(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action, the wild or the cut."""
        if player.due == (CUT,):
            return self._cut(player, step)
        match step.ink:
            case (Ink(by="action") as ink,) if step.kind == self._offered(state, player):
                return take(self.facts, player, step.kind, ink).player()
            case (Ink(wild, "crossed", "wild"), *rest) if player.marks.get(
                wild
            ) == "circled" and self._is_wild(wild):
                return self._use_wild(player, wild, step, rest)
        raise IllegalStep(f"only {self._offered(state, player)}, or a wild, can be used now, or declined")

    def _use_wild(self, player: Player, wild: str, step: Step, rest: Sequence[Ink]) -> Player:
        match rest:
            case [] if step.kind == UNUSED:
                if all(other.kind != UNUSED for other in action_steps(self.facts, player, "")):
                    raise IllegalStep(f"{wild} is crossed for an action")
                pen = JourneyPen(self.facts, player)
                pen.due = []
            case [Ink(by="wild") as ink]:
                pen = take(self.facts, player, step.kind, ink)
            case _:
                raise IllegalStep(f"{wild} gives one action")
        crossed = JourneyPen(self.facts, player)
        crossed.mark(wild, "crossed", "wild")
        pen.marks[wild] = crossed.marks[wild]
        pen.ink.insert(len(player.ink), crossed.ink[-1])
        return pen.player()

    def _cut(self, player: Player, step: Step) -> Player:
        match step:
            case Step(kind="cut", ink=(Ink(cut, "drawn", by) as ink,)) if by == player.ink[-1].by:
                if cut not in self.facts.cuts or cut in player.marks:
                    raise IllegalStep(f"no cut can be drawn at {cut}")
                pen = JourneyPen(self.facts, player)
                pen.due = []
                pen.make(ink)
                return pen.player()
        raise IllegalStep("a pair of energies is full, so a cut must be drawn now")

    def _offered(self, state: State, player: Player) -> str:
        return offer_of(state, player.offer or 0).action

    # --- the race, missions -------------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """A high multiplier that somebody has circled is crossed by all others who have not."""
        reached = dict.fromkeys(field for player in state.players for field in player.announced)
        felt = state.outside.get(state.turn, ())
        reached.update(dict.fromkeys(field for field in felt if field in self.facts.highs))
        players = []
        for player in state.players:
            pen = JourneyPen(self.facts, player)
            for high in reached:
                if high not in pen.marks:
                    pen.mark(high, "crossed", "race")
            players.append(pen.player())
        return tuple(players)

    def claim_mark(self, value: int) -> Mark:
        """The value itself is written."""
        return value

    def play_claim(self, player: Player, claim: Claim, value: int) -> Player:
        """Writes the value into the mission box."""
        pen = JourneyPen(self.facts, player)
        pen.mark(claim.field, value, "mission")
        return pen.player()
