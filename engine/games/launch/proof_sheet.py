"""One sheet of launch in time: the turns in which its marks can have been made, whatever the others did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.games.launch.facts import BUILD_X, PREPARE, Facts, Section
from engine.ink import Mark
from engine.proof.model import FALSE, Literal, Model
from engine.proof.offers import Offers
from engine.proof.timeline import Choice, Event, Last, Never, Turns


class SheetInTime:
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(
        self, model: Model, facts: Facts, seat: int, marks: Mapping[str, Mark], turns: Turns, offers: Offers
    ) -> None:
        self.model, self.facts, self.seat, self.marks = model, facts, seat, marks
        self.turns, self.offers = turns, offers
        every = list(turns)
        self.number_in = {slot: mark for slot in facts.slots if isinstance(mark := marks.get(slot), int)}
        self.numbers = {slot: self._number(slot) for slot in self.number_in}
        self.crosses = {slot: Choice(model, every) for slot in facts.slots if marks.get(slot) == "X"}
        self.filled: dict[str, Event] = {**self.numbers, **self.crosses}
        self.complete = {section.id: self._completion(section) for section in facts.sections.values()}
        self.arrows = {arrow: Choice(model, every) for arrow in facts.section_of_arrow if arrow in marks}
        self.errors = [error for error in facts.errors if error in marks]
        self.own_error = {turn: model.literal() if self.errors else FALSE for turn in turns}

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of this sheet as a rule of the model names them."""
        return [(self.seat, field) for field in fields]

    def completion_of(self, effect: str) -> Event:
        """When the section of an effect was completed."""
        return self.complete[self.facts.home_of[effect].id]

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        self._one_number_a_turn()
        self._own_errors()
        self._build_x()
        self._prepare()

    # --- numbers --------------------------------------------------------------------------------------------

    def _actions(self, slot: str) -> list[str]:
        floor = self.facts.floor_of[slot]
        return [action for action, floors in self.facts.floors_of.items() if floor in floors]

    def _number(self, slot: str) -> Choice:
        number, actions = self.number_in[slot], self._actions(slot)
        possible = self.offers.turns(number, actions)
        event = Choice(self.model, list(self.turns) if self.model.explaining else possible)
        if self.model.explaining:
            with self.model.rule("offer", self.name(slot), self._offered_words(slot, possible)):
                self.model.clause(*(event.at(turn) for turn in possible))
        for turn in possible:
            self.model.implies(event.at(turn), *self.offers.any_of(turn, number, actions))
        return event

    def _offered_words(self, slot: str, possible: list[int]) -> str:
        number, action = self.number_in[slot], self.facts.action[self.facts.floor_of[slot]]
        if not possible:
            return f"no turn up to {self.turns.most} offers {number} with {action}, which {slot} needs"
        return f"{slot} = {number} can only have been written in turn {_listed(possible)}"

    def _one_number_a_turn(self) -> None:
        for turn in self.turns:
            made = [event.at(turn) for event in self.numbers.values()]
            choices = [*made, self.own_error[turn], -self.turns.played(turn)]
            if not self.model.explaining:
                self.model.exactly_one(choices)
                continue
            self.model.at_most_one(choices)
            used = self._written_from(turn)
            offers = ", ".join(f"{offer.number} {offer.action}" for offer in self.offers.of_turn(turn))
            with self.model.rule("use", self.name(*used), f"turn {turn} must have been used ({offers})"):
                self.model.clause(
                    *(self.numbers[slot].at(turn) for slot in used),
                    self.own_error[turn],
                    -self.turns.played(turn),
                )

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
            with self.model.rule(
                "own-error", self.name(*self.errors), f"in turn {turn} a number could have been written"
            ):
                for offer, offered in self.offers.of_turn(turn).items():
                    for floor in self.facts.floors_of[offer.action]:
                        for blocked in self._blocked(floor, offer.number, turn):
                            self.model.clause(-error, -offered, *blocked)

    def _blocked(self, floor: str, number: int, turn: int) -> Iterator[list[Literal]]:
        """What keeps a number out of a floor at the start of a turn: one clause for every slot.

        A slot is closed if it is filled, or a number not smaller is left of it, or one not greater right.
        """
        slots = self.facts.floors[floor]
        greater = [slot for slot in slots if self.number_in.get(slot, 0) >= number]
        smaller = [slot for slot in slots if slot in self.number_in and self.number_in[slot] <= number]
        for place, slot in enumerate(slots):
            closing = [other for other in greater if other in slots[:place]]
            closing += [other for other in smaller if other in slots[place + 1 :]]
            literals = [self.numbers[other].by(turn - 1) for other in closing]
            if slot in self.filled:
                literals.append(self.filled[slot].by(turn - 1))
            yield literals

    # --- effects --------------------------------------------------------------------------------------------

    def _completion(self, section: Section) -> Event:
        if any(slot not in self.filled for slot in section.slots):
            return Never(self.model)
        return Last(self.model, [self.filled[slot] for slot in section.slots])

    def _crossed(self, symbol: str) -> list[str]:
        return [e for e, found in self.facts.symbol.items() if found == symbol and e in self.marks]

    def _build_x(self) -> None:
        """Every X is written when a section with a crossed build-x is completed, one for each.

        The number of a turn completes a section, whose X may complete another, and so on: a chain. So no
        section gets a number and an X, or two X, in one turn.
        """
        model, facts = self.model, self.facts
        builds = self._crossed(BUILD_X)
        with model.rule("build-x", self.name(*self.crosses, *builds), "every X comes from a build-x"):
            for turn in self.turns:
                written = [(1, event.by(turn)) for event in self.crosses.values()]
                earned = [(-1, self.completion_of(effect).by(turn)) for effect in builds]
                model.linear(written + earned, 0, 0)
        for slot, cross in self.crosses.items():
            section = facts.section_of[slot]
            others = [event for other in section.slots if other != slot and (event := self.filled.get(other))]
            with model.rule("build-x", self.name(slot), f"{slot} = X was written when a build-x was set off"):
                for turn in self.turns:
                    model.implies(cross.at(turn), *(self._set_off(effect, turn) for effect in builds))
                    for other in others:
                        model.clause(-cross.at(turn), -other.at(turn))

    def _set_off(self, effect: str, turn: int) -> Literal:
        """Whether the number of a turn completed the section of an effect."""
        section = self.facts.home_of[effect]
        now = [self.numbers[slot].at(turn) for slot in section.slots if slot in self.numbers]
        return self.model.all_of((self.completion_of(effect).by(turn), self.model.any_of(now)))

    def _prepare(self) -> None:
        """Every arrow is filled for a prepare when its section is completed, before that of the arrow is."""
        model, facts = self.model, self.facts
        prepares = self._crossed(PREPARE)
        marks = self.name(*self.arrows, *prepares)
        with model.rule("prepare", marks, "every arrow is filled in by a prepare"):
            for turn in self.turns:
                filled = [(1, event.by(turn)) for event in self.arrows.values()]
                earned = [(-1, self.completion_of(effect).by(turn)) for effect in prepares]
                model.linear(filled + earned, 0, 0)
        for arrow, event in self.arrows.items():
            section = facts.section_of_arrow[arrow]
            complete = self.complete[section.id]
            numbers = [self.numbers[slot] for slot in section.slots if slot in self.numbers]
            words = f"{arrow} was filled in before its section was complete"
            with model.rule("prepare", self.name(arrow, *section.slots), words):
                for turn in self.turns:
                    model.implies(complete.by(turn), event.by(turn))
                    for number in numbers:
                        # The number that completes the section comes before all effects of its turn.
                        model.clause(-event.at(turn), -number.at(turn), -complete.by(turn))


def _listed(turns: list[int]) -> str:
    words = [str(turn) for turn in turns]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
