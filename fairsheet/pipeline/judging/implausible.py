"""What is odd about a mark that somebody gave: it is kept all the same, for the sheet may say so."""

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
    """In words, which marks of a record in some fields are outside of their range, or break the rules as it stands."""
    why = _forbidden(sheet, record)
    for id_ in fields:
        mark = mark_in(record, id_)
        reason = out_of_range(sheet.field[id_], mark) or in_words_of_sheet(why.get(id_, ""), sheet)
        if reason:
            words = Message("{field}: {mark} is kept; look at it again: {reason}")
            yield words.filled(field=field_names(sheet)[id_], mark=mark_name(mark), reason=reason)


def out_of_range(field: Field, mark: object) -> str | None:
    """In words, which numbers a box is for, where a mark is another number."""
    if field.bounds is None or not isinstance(mark, int) or field.holds(mark):
        return None
    least, greatest = field.bounds
    return Message("this box is for {least} to {greatest}", least=least, greatest=greatest)


def _forbidden(sheet: Sheet, record: Record) -> dict[str, str]:
    """Return by field the first contradiction that names it, of a sheet with rules in the program."""
    rules = ruleset_of(sheet)
    found = rules.contradictions(record)(record.marks) if rules.is_proved else ()
    return {field: each.why for each in reversed(found) for field in each.involved}
