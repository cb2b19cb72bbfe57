"""What is complete leaves a mark: a field is marked just if all that it needs bears ink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.sheets.model.marks import Marks


def is_complete(needs: Sequence[str], marks: Marks) -> bool:
    """In play: whether all that a field needs bears ink.

    >>> is_complete(["a", "b"], {"a": 3, "b": "X"})
    True
    """
    return next_of(needs, marks) is None


def contradictions(
    needs: Sequence[str], field: str, how: str, marks: Marks, code: RuleCode
) -> Iterator[Contradiction]:
    """On a final sheet: a field that is not marked though all that it needs bears ink, or the other way round.

    `how` is what happens to it: circled, crossed.

    >>> for found in contradictions(["a", "b"], "c", "crossed", {"a": 3, "b": "X"}, RuleCode.ROW):
    ...     print(found.why)
    all from a to b bear ink, so c must be crossed
    >>> for found in contradictions(["a", "b"], "c", "crossed", {"a": 3, "c": "crossed"}, RuleCode.ROW):
    ...     print(found.why)
    c is crossed, but b is blank
    """
    blank = next_of(needs, marks)
    if blank is None and field not in marks:
        named = f"all from {needs[0]} to {needs[-1]} bear" if len(needs) > 1 else f"{needs[0]} bears"
        why = f"{named} ink, so {field} must be {how}"
        yield Contradiction((*needs, field), why, code)
    elif blank is not None and field in marks:
        yield Contradiction((field, blank), f"{field} is {how}, but {blank} is blank", code)
