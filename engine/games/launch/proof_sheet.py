"""One sheet of launch in time: the turns in which its marks can have been made, whatever the others did."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.launch.board import BUILD_X, PREPARE, Board, Section
from engine.ink import Marks
from engine.proof.matching import matchable
from engine.proof.model import FALSE, TRUE, BoolVar, Model
from engine.proof.offers import Offers
from engine.proof.timeline import Choice, Event, Last, Never, Turns
from engine.rules import ascending
from engine.rules.codes import RuleCode


class SheetModel:
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, turns: Turns, offers: Offers
    ) -> None:
        self.model, self.board, self.seat, self.marks = model, board, seat, marks
        self.turns, self.offers = turns, offers
        self.number_in = {slot: mark for slot in board.slots if isinstance(mark := marks.get(slot), int)}
        self.errors = [error for error in board.errors if error in marks]
        self._closers: dict[tuple[str, int], list[list[str]]] = {}
        self.possible = self._possible_turns()
        every = list(turns)
        self.numbers = {slot: self._number(slot) for slot in self.number_in}
        free = bool(model.relaxed)
        set_off = every if free else self._turns_of(BUILD_X)
        self.crosses = {slot: Choice(model, set_off) for slot in board.slots if marks.get(slot) == "X"}
        self.filled: dict[str, Event] = {**self.numbers, **self.crosses}
        self.complete = {section.id: self._completion(section) for section in board.sections.values()}
        readied = every if free else sorted({*self._turns_of(PREPARE), *set_off})
        self.arrows = {arrow: Choice(model, readied) for arrow in board.section_of_arrow if arrow in marks}
        self.events: dict[str, Event] = {**self.filled, **self.arrows}
        self.own_error = {
            turn: model.literal() if self._may_err(turn, self.possible) else FALSE for turn in turns
        }

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of this sheet as a rule of the model names them."""
        return [(self.seat, field) for field in fields]

    def completion_of(self, effect: str) -> Event:
        """When the section of an effect was completed."""
        return self.complete[self.board.home_of[effect].id]

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        self._one_number_a_turn()
        self._own_errors()
        self._build_x()
        self._prepare()

    # --- numbers --------------------------------------------------------------------------------------------

    def _actions(self, slot: str) -> list[str]:
        floor = self.board.floor_of[slot]
        return [action for action, floors in self.board.floors_of.items() if floor in floors]

    def _possible_turns(self) -> dict[str, list[int]]:
        """The turns in which each number can have been written, given that every number needs its own."""
        offered = {
            slot: self.offers.turns(number, self._actions(slot)) for slot, number in self.number_in.items()
        }
        if RuleCode.OFFER in self.model.relaxed:
            return offered
        possible = offered
        while True:
            vacant = [t for t in self.turns if t > self.turns.least or self._may_err(t, possible)]
            left = matchable(possible, self.turns.most, vacant)
            if left is None:
                self.model.clause()
                return offered
            if left == possible:
                return left
            possible = left

    def _number(self, slot: str) -> Choice:
        possible = self.possible[slot]
        if RuleCode.OFFER not in self.model.relaxed:
            event = Choice(self.model, possible)
        else:
            event = Choice(self.model, list(self.turns))
            with self.model.rule(RuleCode.OFFER, self.name(slot), self._offered_words(slot, possible)):
                self.model.clause(*(event.at(turn) for turn in possible))
        for turn in possible:
            offered = self.offers.any_of(turn, self.number_in[slot], self._actions(slot))
            self.model.implies(event.at(turn), *offered)
        return event

    def _offered_words(self, slot: str, possible: list[int]) -> str:
        number, action = self.number_in[slot], self.board.action[self.board.floor_of[slot]]
        if not possible:
            return f"no turn up to {self.turns.most} offers {number} with {action}, which {slot} needs"
        return f"{slot} = {number} can only have been written in turn {_listed(possible)}"

    def _one_number_a_turn(self) -> None:
        model, turns = self.model, self.turns
        idle = {turn: model.literal() if model.relaxed else -turns.played(turn) for turn in turns}
        for turn in turns:
            made = [event.at(turn) for event in self.numbers.values()]
            model.exactly_one([*made, self.own_error[turn], idle[turn]])
            if RuleCode.OFFER in model.relaxed:
                self._use_of(turn)
        count = len(self.numbers)
        words = f"seat {self.seat} has {count} numbers, and its other turns were errors of its own"
        with model.rule(RuleCode.TURN, self.name(*self.numbers, *self.errors), words):
            for turn in turns:
                model.clause(idle[turn], turns.played(turn))
                model.clause(-idle[turn], -turns.played(turn))
            # Without this sum a solver that has to find it out for itself is lost.
            played = [(-1, turns.played(turn)) for turn in turns]
            model.linear([*((1, error) for error in self.own_error.values()), *played], -count, -count)

    def _use_of(self, turn: int) -> None:
        """The same seen from the turn: it follows from what is offered, but may say more with fewer marks."""
        used = self._written_from(turn)
        offers = ", ".join(f"{offer.number} {offer.action}" for offer in self.offers.of_turn(turn))
        where = ", ".join(used) if used else "nowhere"
        words = f"turn {turn} ({offers}) was an error or written into {where}"
        with self.model.rule(RuleCode.USE, self.name(*used), words):
            used_here = (self.numbers[slot].at(turn) for slot in used)
            self.model.clause(*used_here, self.own_error[turn], -self.turns.played(turn))

    def _written_from(self, turn: int) -> list[str]:
        return [
            slot
            for slot, number in self.number_in.items()
            if self.offers.any_of(turn, number, self._actions(slot))
        ]

    # --- errors of one's own --------------------------------------------------------------------------------

    def _own_errors(self) -> None:
        """An error of one's own only where none of the offers can be written."""
        for turn, error in self.own_error.items():
            if error == FALSE:
                continue
            self.model.implies(error, self.turns.played(turn))
            for (floor, number), offered in self._writable(turn).items():
                words = f"turn {turn} was no error while its {number} could be written on {floor}"
                with self.model.rule(RuleCode.ERROR, (), words):
                    for closers in self._closed_by(floor, number):
                        closed = (self.filled[slot].by(turn - 1) for slot in closers)
                        self.model.clause(-error, -offered, *closed)

    def _writable(self, turn: int) -> dict[tuple[str, int], BoolVar]:
        """For each floor and number whether an offer of a turn allows it there."""
        allowed: dict[tuple[str, int], list[BoolVar]] = {}
        for offer, offered in self.offers.of_turn(turn).items():
            for floor in self.board.floors_of[offer.action]:
                allowed.setdefault((floor, offer.number), []).append(offered)
        return {place: self.model.any_of(offered) for place, offered in allowed.items()}

    def _may_err(self, turn: int, possible: Mapping[str, list[int]]) -> bool:
        """Whether all that is surely offered in a turn can be closed by then, each slot seen alone."""
        if self.model.relaxed or not self.errors:
            return bool(self.errors)
        return all(
            any(slot not in possible or turn > min(possible[slot], default=turn) for slot in closers)
            for offer, offered in self.offers.of_turn(turn).items()
            if offered == TRUE
            for floor in self.board.floors_of[offer.action]
            for closers in self._closed_by(floor, offer.number)
        )

    def _closed_by(self, floor: str, number: int) -> list[list[str]]:
        """What keeps a number out of a floor: for every slot the marks any one of which closes it.

        A slot is closed if it is filled, or a number not smaller is left of it, or one not greater right.
        """
        found = self._closers.get((floor, number))
        if found is None:
            slots = self.board.floors[floor]
            found = self._closers[floor, number] = [
                [slot] * (slot in self.marks) + ascending.bounding(slots, slot, number, self.number_in)
                for slot in slots
            ]
        return found

    # --- effects --------------------------------------------------------------------------------------------

    def _completion(self, section: Section) -> Event:
        if any(slot not in self.filled for slot in section.slots):
            return Never(self.model)
        return Last(self.model, [self.filled[slot] for slot in section.slots])

    def _turns_of(self, symbol: str) -> list[int]:
        """The turns in which a number can complete a section with such an effect crossed."""
        found: set[int] = set()
        for effect in self._crossed(symbol):
            slots = [
                self.possible[slot] for slot in self.board.home_of[effect].slots if slot in self.possible
            ]
            if all(slots):
                earliest = max((turns[0] for turns in slots), default=0)
                found.update(turn for turns in slots for turn in turns if turn >= earliest)
        return sorted(found)

    def _crossed(self, symbol: str) -> list[str]:
        return [e for e, found in self.board.symbol.items() if found == symbol and e in self.marks]

    def _build_x(self) -> None:
        """Every X is written when a section with a crossed build-x is completed, one for each.

        The number of a turn completes a section, whose X may complete another, and so on: a chain. So no
        section gets a number and an X, or two X, in one turn.
        """
        model, board = self.model, self.board
        builds = self._crossed(BUILD_X)
        with model.rule(RuleCode.BUILD_X, self.name(*self.crosses, *builds), "every X comes from a build-x"):
            for turn in self.turns:
                written = [(1, event.by(turn)) for event in self.crosses.values()]
                earned = [(-1, self.completion_of(effect).by(turn)) for effect in builds]
                model.linear(written + earned, 0, 0)
        roots = {turn: [self._set_off(effect, turn) for effect in builds] for turn in self.turns}
        for slot, cross in self.crosses.items():
            section = board.section_of[slot]
            others = [self.filled[other] for other in section.slots if other != slot and other in self.filled]
            with model.rule(
                RuleCode.BUILD_X, self.name(slot), f"{slot} = X was written when a build-x was set off"
            ):
                for turn in cross.turns:
                    model.implies(cross.at(turn), *roots[turn])
                    for other in others:
                        model.clause(-cross.at(turn), -other.at(turn))

    def _set_off(self, effect: str, turn: int) -> BoolVar:
        """Whether the number of a turn completed the section of an effect."""
        section = self.board.home_of[effect]
        now = [self.numbers[slot].at(turn) for slot in section.slots if slot in self.numbers]
        return self.model.all_of((self.completion_of(effect).by(turn), self.model.any_of(now)))

    def _prepare(self) -> None:
        """Every arrow is filled for a prepare when its section is completed, before that of the arrow is."""
        model, board = self.model, self.board
        prepares = self._crossed(PREPARE)
        marks = self.name(*self.arrows, *prepares)
        with model.rule(RuleCode.PREPARE, marks, "every arrow is filled in by a prepare"):
            for turn in self.turns:
                filled = [(1, event.by(turn)) for event in self.arrows.values()]
                earned = [(-1, self.completion_of(effect).by(turn)) for effect in prepares]
                model.linear(filled + earned, 0, 0)
        for arrow, event in self.arrows.items():
            section = board.section_of_arrow[arrow]
            complete = self.complete[section.id]
            numbers = [self.numbers[slot] for slot in section.slots if slot in self.numbers]
            words = f"{arrow} was filled in before its section was complete"
            with model.rule(RuleCode.PREPARE, self.name(arrow, *section.slots), words):
                for turn in self.turns:
                    model.implies(complete.by(turn), event.by(turn))
                    for number in numbers:
                        # The number that completes the section comes before all effects of its turn.
                        model.clause(-event.at(turn), -number.at(turn), -complete.by(turn))


def _listed(turns: list[int]) -> str:
    words = [str(turn) for turn in turns]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
