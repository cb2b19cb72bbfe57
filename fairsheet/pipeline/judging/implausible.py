"""What is odd about a mark that somebody gave: it is kept all the same, for the sheet may say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairsheet.engine.games.registry import has_rules, rules_of
from fairsheet.engine.records.record import Record, deal_of, mark_in, missions_of
from fairsheet.engine.scoring.score import without_sums
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
    """By field, the first contradiction on the sheet that names it."""
    if not has_rules(sheet):
        return {}
    found = list(
        rules_of(sheet).contradictions(
            without_sums(sheet, record.marks), deal_of(sheet, record), missions_of(sheet, [record])
        )
    )
    return {field: each.why for each in reversed(found) for field in each.involved}
