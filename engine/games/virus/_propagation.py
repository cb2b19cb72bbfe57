"""Propagations: every active virus strikes a slot of its quarter. If the quarter is complete, it strikes one in every
neighbour behind an open walkway.

Every cause has its propagation; `causes` determines their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from fairsheet.engine.games.virus import _evacuation
from fairsheet.engine.games.virus._board import Board, VirusEditor
from fairsheet.engine.games.virus._causes import Cause, Order
from fairsheet.engine.games.virus._proof_sheet import SheetModel
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause as By
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.solver.conditions import Count
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.model.marks import Marks

STRIKE = "strike"  # the kind of a step that strikes a slot


# --- in play ----------------------------------------------------------------------------------------------


class Acting(msgspec.Struct, frozen=True):
    """Pending: the virus of a quarter acts. `by` is the cause recorded for its strikes."""

    quarter: str
    by: By = "incident"


class Striking(msgspec.Struct, frozen=True):
    """Pending: the player chooses a slot of a quarter to be struck."""

    quarter: str
    by: By = "incident"


def infect(editor: VirusEditor, times: int, by: By = "incident") -> None:
    """Make a number of propagations pending: every active virus acts in each of them."""
    quarters = editor.board.infected(editor.marks)
    editor.pending += [Acting(quarter, by) for quarter in quarters] * times
    _run(editor)


def _run(editor: VirusEditor) -> None:
    """Let viruses act until the player has to choose a slot to be struck."""
    board, marks = editor.board, editor.marks
    while editor.pending and isinstance(acting := editor.pending[0], Acting):
        if board.is_complete(acting.quarter, marks):
            near = board.open_neighbours(acting.quarter, marks)
            struck = [other for other in near if not board.is_complete(other, marks)]
        else:
            struck = [acting.quarter]
        editor.pending[:1] = [Striking(other, acting.by) for other in struck]


def steps(board: Board, player: Player, pending: Striking) -> Iterator[Step]:
    """Yield a step for every slot that can be struck."""
    for slot in board.empty_slots(pending.quarter, player.marks):
        yield Step(player.seat, STRIKE, (Ink(slot, "struck", pending.by),))


def strike(board: Board, player: Player, pending: Striking, step: Step) -> Player:
    """Strike a slot, and let the next viruses act. Raises IllegalStep."""
    if step not in steps(board, player, pending):
        raise IllegalStep(RuleCode.STRIKE, f"a virus strikes an empty slot of {pending.quarter} now")
    editor = VirusEditor(board, player)
    editor.pending.pop(0)
    editor.make(step.ink[0])
    _evacuation.evacuate(editor)
    _run(editor)
    return editor.player()


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about struck slots that no active virus could reach."""
    reached = {slot for id_ in board.infected(marks) for slot in board.quarters[id_].slots}
    for id_ in board.infected(marks):
        if board.is_complete(id_, marks):
            for other in board.ways_from[id_].values():
                reached.update(board.quarters[other].slots)
    for slot in board.slots:
        if marks.get(slot) == "struck" and slot not in reached:
            quarter = board.quarter_of[slot].id
            why = Message(
                "{slot} is struck, but no active virus could reach {quarter}", slot=slot, quarter=quarter
            )
            yield Contradiction((slot,), why, RuleCode.STRIKE)


# --- in time ----------------------------------------------------------------------------------------------


class VirusActs(NamedTuple):
    """Whether a virus strikes at home and next to its quarter in a propagation, by the index of its cause."""

    cause: int
    home: str
    at_home: Lit
    near: Mapping[str, Lit]


class Strikes:
    """The struck slots of one sheet, each with the propagation and the virus that struck it."""

    def __init__(self, model: Model, order: Order, player: SheetModel, causes: Sequence[Cause]) -> None:
        self.model, self.order, self.player, self.causes = model, order, player, causes
        for index, cause in enumerate(causes):
            cause.index = index
        self.board = player.board
        by_field = {cause.field: cause for cause in causes}
        self.viruses: dict[str, Cause | None] = {}  # by quarter: the cause, None for the grey virus
        activation_of = {target: activation for activation, target in self.board.target_of.items()}
        for id_, quarter in self.board.quarters.items():
            activation = activation_of.get(quarter.target, "")
            if quarter.target in player.grey:
                self.viruses[id_] = None
            elif activation in by_field:
                self.viruses[id_] = by_field[activation]
        self.places = {id_: index for index, id_ in enumerate(self.board.quarters)}
        self.struck_in = {
            id_: [slot for slot in quarter.slots if slot in player.struck]
            for id_, quarter in self.board.quarters.items()
        }
        self.by: dict[tuple[str, int, str], Lit] = {}  # slot, index of the cause, quarter of the virus
        for slot in player.struck:
            for index in range(len(causes)):
                for home in self._homes(slot):
                    self.by[slot, index, home] = model.literal()
        self.before = [self._struck(partial(self._precedes, cause)) for cause in causes]

    def _precedes(self, cause: Cause, other: Cause) -> Lit:
        """Return whether the propagation of `other` comes before that of `cause`."""
        return FALSE if other is cause else self.order.before(other, cause)

    def _homes(self, slot: str) -> list[str]:
        """Return the quarters from which a virus could strike a slot: its own, or a neighbour that became complete."""
        own = self.board.quarter_of[slot].id
        near = [other for other in self.board.ways_from[own].values() if other in self.player.complete]
        return [home for home in (own, *near) if home in self.viruses]

    def _struck(self, by: Callable[[Cause], Lit]) -> dict[str, Lit]:
        """Return whether slots of complete quarters were struck in the set-up or by the causes for which `by` holds."""
        result: dict[str, Lit] = {}
        for slot, event in self.player.struck.items():
            if self.board.quarter_of[slot].id not in self.player.complete:
                continue
            before = result[slot] = self.model.literal()
            self.model.clause(-event.at(0), before)
            for other, cause in enumerate(self.causes):
                earlier = by(cause)
                for home in self._homes(slot):
                    self.model.clause(-self.by[slot, other, home], -before, earlier)
                    self.model.clause(-self.by[slot, other, home], before, -earlier)
        return result

    def _complete(self, quarter: str, index: int, home: str) -> Lit:
        """Return whether a quarter has no empty slot when the virus of `home` acts in a propagation."""
        if quarter not in self.player.complete:
            return FALSE
        cause = self.causes[index]
        literals = [self.order.done(self.player.complete[quarter], cause)]
        for slot in self.struck_in[quarter]:
            now = [
                self.by[slot, index, other]
                for other in self._homes(slot)
                if self.places[other] < self.places[home]
            ]
            literals.append(self.model.any_of((self.before[index][slot], *now)))
        return self.model.all_of(literals)

    def rings_before(self, claimed: str) -> Count:
        """Return a count of the rings drawn before a claim activated a virus, without slots struck with its help."""
        virus = next(cause for cause in self.causes if cause.field == claimed)
        struck = self._struck(lambda cause: -self.order.active(virus, cause))
        complete = {
            self.board.quarters[id_].ring: self.model.all_of(
                (self.order.done(event, virus), *(struck[slot] for slot in self.struck_in[id_]))
            )
            for id_, event in self.player.complete.items()
        }
        return lambda mark, fields: [(1, complete[field]) for field in fields if field in complete]

    def evacuated_before_action(self, quarter: str, turn: int) -> Lit:
        """Return whether a quarter has no empty slot when the player acts, after the early causes of a turn."""
        early = [index for index, cause in enumerate(self.causes) if cause.early and cause.event.last == turn]
        literals = [self.player.complete[quarter].by(turn)]
        for slot in self.struck_in[quarter]:
            now = [self.by[slot, index, home] for index in early for home in self._homes(slot)]
            literals.append(self.model.any_of((self.player.struck[slot].by(turn - 1), *now)))
        return self.model.all_of(literals)

    def _is_open(self, walkway: str, index: int) -> Lit:
        """Return whether a walkway is open in a propagation."""
        closing = self.player.walkways.get(walkway)
        return TRUE if closing is None else -self.order.done(closing, self.causes[index])

    def constrain(self) -> None:
        """State what every virus strikes in every propagation, and that nothing else strikes."""
        model, player = self.model, self.player
        acting = [self._acts(index, home) for index in range(len(self.causes)) for home in self.viruses]
        turns = [  # for each slot and cause, whether the slot was struck in its propagation
            (slot, index, model.any_of(self.by[slot, index, home] for home in self._homes(slot)))
            for slot in player.struck
            for index in range(len(self.causes))
        ]
        targets = [self.board.quarters[home].target for home in self.viruses]
        fields = player.name(*player.struck, *targets, *(cause.field for cause in self.causes))
        why = Message(
            "{struck} are struck: one when setting up, the others by {viruses} in {times}",
            viruses=counted(len(self.viruses), "active virus", "active viruses"),
            times=counted(len(self.causes), "propagation"),
            struck=counted(len(player.struck), "slot"),
        )
        with model.rule(RuleCode.STRIKE, fields, why):
            for slot, event in player.struck.items():
                made = [literal for (struck, *_), literal in self.by.items() if struck == slot]
                model.exactly_one([event.at(0), *made])
            for slot, index, struck in turns:
                cause = self.causes[index].event
                for turn in range(cause.first, cause.last + 1):
                    model.clause(-struck, -cause.at(turn), player.struck[slot].at(turn))
            self._state_counts(acting)
            for each in acting:
                self._state_one_slot(each.at_home, each.home, each.cause, each.home)
                for other, beside in each.near.items():
                    self._state_one_slot(beside, other, each.cause, each.home)

    def _state_counts(self, acting: Sequence[VirusActs]) -> None:
        """State the number of struck slots of every quarter. Redundant, but saves search."""
        for id_, slots in self.struck_in.items():
            made = [(1, each.at_home) for each in acting if each.home == id_]
            made += [(1, each.near[id_]) for each in acting if id_ in each.near]
            count = len(slots) - (id_ in (self.board.home_of[target].id for target in self.player.grey))
            self.model.linear(made, count, count)

    def _acts(self, index: int, home: str) -> VirusActs:
        """Return whether and where a virus strikes in a propagation."""
        model, virus, cause = self.model, self.viruses[home], self.causes[index]
        active = TRUE if virus is None else self.order.active(virus, cause)
        acts = model.all_of((active, cause.suffered))
        complete = self._complete(home, index, home)
        near = {
            other: model.all_of(
                (acts, complete, self._is_open(walkway, index), -self._complete(other, index, home))
            )
            for walkway, other in self.board.ways_from[home].items()
        }
        return VirusActs(index, home, model.all_of((acts, -complete)), near)

    def _state_one_slot(self, strikes: Lit, quarter: str, index: int, home: str) -> None:
        """State that a virus strikes one slot of a quarter if it strikes there, otherwise none."""
        made = [self.by[slot, index, home] for slot in self.struck_in[quarter] if home in self._homes(slot)]
        if strikes == FALSE:
            for literal in made:
                self.model.clause(-literal)
        else:
            self.model.exactly_one([-strikes, *made])
