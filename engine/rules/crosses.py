"""A field is circled first, and crossed later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks


def uncircled(fields: Iterable[str], marks: Marks, code: RuleCode) -> Iterator[Contradiction]:
    """Yield fields that are crossed, but not circled."""
    for field in fields:
        if marks.get(field) == "crossed":
            why = Message("{field} is crossed without being circled", field=field)
            yield Contradiction((field,), why, code)
