"""Complete sets leave a mark: a field is marked if and only if all fields that it needs have ink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks


def is_complete(needs: Sequence[str], marks: Marks) -> bool:
    """Return whether all needed fields have ink.

    >>> is_complete(["a", "b"], {"a": 3, "b": "X"})
    True
    """
    return next_of(needs, marks) is None


class Completion(Rule[object], frozen=True):
    """A field is marked if and only if all fields that it needs have ink. `how` is its mark: circled or crossed.

    If it is not `forced`, it may stay blank. If it is not `only`, it may be marked for another reason.

    >>> row = Completion(["a", "b"], "c", "crossed", RuleCode.ROW)
    >>> for marks in ({"a": 3, "b": "X"}, {"a": 3, "c": "crossed"}):
    ...     print(*(found.why for found in row.contradictions(marks)))
    c is not crossed out, but all from a to b is filled
    c is crossed out, but b is blank
    """

    needs: Sequence[str]
    field: str
    how: str
    code: RuleCode
    forced: bool = True
    only: bool = True

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """Yield a contradiction if the field is not marked though all it needs has ink, or the other way round."""
        needs, field, blank = self.needs, self.field, next_of(self.needs, marks)
        how = Message("crossed out") if self.how == "crossed" else term(self.how)
        if self.forced and blank is None and field not in marks:
            words = Message("{field} is not {how}, but {first} is filled")
            if len(needs) > 1:
                words = Message("{field} is not {how}, but all from {first} to {last} is filled")
            why = words.filled(first=needs[0], last=needs[-1], field=field, how=how)
            yield Contradiction.counting((*needs, field), why, self.code, few=(field,))
        elif self.only and blank is not None and field in marks:
            words = Message("{field} is {how}, but {blank} is blank")
            why = words.filled(field=field, how=how, blank=blank)
            yield Contradiction((field, blank), why, self.code)
