"""One sheet with numbers in time, with the rules that it obeys by itself."""

from __future__ import annotations

from fairsheet.engine.rules import actions, offers, system_errors
from fairsheet.engine.solver.sheet_in_time import SheetInTime


class NumberSheet(SheetInTime):
    """The events of one sheet, and the constraints that need no other sheet.

    A scenario adds its own events in its `__init__` and its constraints in `constrain`.
    """

    def possible_turns(self) -> dict[str, list[int]]:
        """See `SheetInTime.possible_turns`: those whose offers give the number, each number in a turn of its own."""
        return offers.possible_turns(self)

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        self._turn_by_turn()
        offers.in_time(self)
        actions.in_time(self)
        for equals in self.counted:
            self.exactly(equals, equals.fields)
        system_errors.in_time(self)

    def _turn_by_turn(self) -> None:
        """Every turn has one number or one error."""
        for turn in self.turns:
            made = [event.at(turn) for event in self.numbers.values()]
            self.model.exactly_one([*made, *(event.at(turn) for event in self.erring.values())])
        system_errors.in_order(self)
