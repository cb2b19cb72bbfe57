"""Describe implausible marks that somebody entered; they are kept, because the sheet may really show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairsheet.engine.records.record import Record, mark_in
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import mark_name
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.wording.field_names import field_names
from fairsheet.wording.formatting import in_words_of_sheet


def implausible_lines(sheet: Sheet, record: Record, fields: Iterable[str]) -> Iterator[str]:
    """Yield a line for each mark in some fields that is out of range or contradicts the other marks of its record."""
    why = _contradiction_by_field(sheet, record)
    for id_ in fields:
        mark = mark_in(record, id_)
        reason = out_of_range(sheet.field[id_], mark) or in_words_of_sheet(why.get(id_, ""), sheet)
        if reason:
            words = Message("{field}: {mark} is kept; look at it again: {reason}")
            yield words.filled(field=field_names(sheet)[id_], mark=mark_name(mark), reason=reason)


def out_of_range(field: Field, mark: object) -> str | None:
    """Return the range of a box in words if a mark is a number outside of it, otherwise None."""
    if field.bounds is None or not isinstance(mark, int) or field.holds(mark):
        return None
    least, greatest = field.bounds
    return Message("this box is for {least} to {greatest}", least=least, greatest=greatest)


def _contradiction_by_field(sheet: Sheet, record: Record) -> dict[str, str]:
    """Return the reason of the first contradiction by field, for sheets whose rules are in the program."""
    rules = ruleset_of(sheet)
    contradictions = rules.contradictions(record)(record.marks) if rules.is_proved else ()
    return {field: each.why for each in reversed(contradictions) for field in each.involved}
