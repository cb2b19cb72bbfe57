"""An action marks what lies with the number of its turn: in its quarter, on its ship, on its level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.game import Contradiction
from engine.ink import Marks
from engine.rules.codes import RuleCode

if TYPE_CHECKING:
    from engine.games.base.proof_sheet import Made, NumberSheet


def contradictions(
    name: str, slots: Iterable[str], fields: Iterable[str], marks: Marks
) -> Iterator[Contradiction]:
    """On a final sheet: more marks somewhere than numbers that can have taken an action for them."""
    numbers = [slot for slot in slots if isinstance(marks.get(slot), int)]
    made = [field for field in fields if field in marks]
    if len(made) > len(numbers):
        why = f"{len(made)} symbols of {name} are circled, with {len(numbers)} numbers there to take them"
        yield Contradiction((*made, *numbers), why, RuleCode.LOCATION)


def in_time(
    sheet: NumberSheet, name: str, slots: Iterable[str], fields: Sequence[str], made: Iterable[Made]
) -> None:
    """In time: marks of equals, some of the fields, were made in turns with a number in one of the slots."""
    written = [sheet.numbers[slot] for slot in slots if slot in sheet.numbers]
    inked = [field for field in fields if field in sheet.marks]
    why = f"the symbols of {name} were circled by actions of turns with a number there"
    with sheet.model.rule(RuleCode.LOCATION, sheet.name(*inked), why):
        for turn in sheet.turns:
            numbers = [event.at(turn) for event in written]
            for each in made:
                sheet.model.implies(each[turn], *numbers)
