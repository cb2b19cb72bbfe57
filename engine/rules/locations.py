"""An action marks a field near the number of its turn: in its quarter, on its ship or on its level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from fairsheet.engine.play.game import Contradiction, few_of, off_by
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.constraint_model import FALSE
from fairsheet.engine.solver.ink_in_time import Made
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.model.marks import Marks


class Location(Rule[object], frozen=True):
    """A place with some slots, and the fields that actions of numbers in these slots mark."""

    name: str
    slots: Sequence[str]
    fields: Sequence[str]

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """Yield a contradiction if a place has more marks than numbers that can have taken an action for them."""
        numbers = [slot for slot in self.slots if isinstance(marks.get(slot), int)]
        made = [field for field in self.fields if field in marks]
        if len(made) > len(numbers):
            why = Message(
                "{off} symbols circled in {name}: {made} with {numbers} there",
                off=off_by(len(made) - len(numbers)),
                made=len(made),
                name=self.name,
                numbers=counted(len(numbers), "number"),
            )
            few = few_of(numbers, made)
            yield Contradiction.counting((*made, *numbers), why, RuleCode.LOCATION, few=few)


def in_time(
    sheet: SheetInTime, name: str, slots: Iterable[str], fields: Sequence[str], made: Mapping[str, Made]
) -> None:
    """State that actions marked some of the fields in turns with a number in one of the slots.

    Such a number was offered with the action, unless a wild was used.
    """
    written = [slot for slot in slots if slot in sheet.numbers]
    inked = [field for field in fields if field in sheet.marks]
    why = Message(
        "each symbol that an action circled in {name} came with a number there: {symbols}, {numbers}",
        name=name,
        symbols=counted(len(inked), "symbol"),
        numbers=counted(len(written), "number"),
    )
    with sheet.model.rule(RuleCode.LOCATION, sheet.name(*inked), why):
        for turn in sheet.turns:
            now = {slot: sheet.numbers[slot].at(turn) for slot in written}
            for action, each in made.items():
                if each[turn] == FALSE:
                    continue
                sheet.model.implies(each[turn], *now.values())
                if not sheet.model.relaxed:  # follows from the rest, but saves search
                    offered = (s for s in written if sheet.offers.any_of(turn, sheet.number_in[s], [action]))
                    sheet.model.implies(each[turn], sheet.wild_in(turn), *(now[slot] for slot in offered))
