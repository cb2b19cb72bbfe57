"""Find the tables of a batch that a person should check, with the reasons. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.records.record import SheetKey, layout_of
from fairsheet.engine.records.table_records import format_missing
from fairsheet.languages.messages import Message, joined, listed
from fairsheet.languages.terms import term
from fairsheet.pipeline.answers.hand_changes import change_lines
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.wording.formatting import (
    VERDICTS,
    format_conflict,
    in_words_of_sheet,
    photograph_again,
    unseen_part,
)
from fairsheet.wording.table_words import known_names, sheet_names, with_names

Group = tuple[str, list[tuple[JudgedTable, list[str]]]]
_HEADINGS = {  # by the verdict of the tables
    "illegal": Message("{n} table is illegal", "{n} tables are illegal"),
    "in conflict": Message(
        "{n} table has sheets that contradict each other", "{n} tables have sheets that contradict each other"
    ),
    "undecided": Message("{n} table is undecided", "{n} tables are undecided"),
    None: Message("{n} table has doubts or missing sheets", "{n} tables have doubts or missing sheets"),
}


def to_look_at(tables: Sequence[JudgedTable], catalog: Catalog = BUNDLED) -> list[Group]:
    """Return the tables with a reason to check them, in groups with a heading, the most serious group first."""
    groups: dict[str | None, list[tuple[JudgedTable, list[str]]]] = {word: [] for word in _HEADINGS}
    for table in tables:
        if reasons := list(reasons_to_look(table, catalog)):
            groups[table.word if table.word in groups else None].append((table, reasons))
    return [(_HEADINGS[word].filled(n=len(found)), found) for word, found in groups.items() if found]


def reasons_to_look(outcome: JudgedTable, catalog: Catalog) -> Iterator[str]:
    """Yield the reasons to check a table: sheets that are not legal, marks in doubt, missing sheets."""
    table, judged = outcome.table, outcome.result
    if judged is None:
        return
    names = sheet_names(table.records)
    if outcome.has_two_sheets:
        advice = Message("It is neither proved nor ranked; separate its tables with --table-by")
        yield joined("; ", (joined(" ", (table.two_sheets, advice)), *table.notes))
    elif outcome.is_unproved:
        yield judged.problem or ""
    elif judged.verdict is not None:
        yield from _not_legal(judged.verdict, table.places, names, catalog)
    doubted = []
    for place in table.places:
        unnoted = [change for change in place.changes if not change.at]
        lines = change_lines(unnoted, layout_of(place.record, catalog))
        yield from (joined(": ", (names[place.record.key], line)) for line in lines)
        name, number = names[place.record.key], len(place.doubts or ())
        if unseen := unseen_part(place.doubts):
            yield joined(": ", (name, photograph_again(unseen)))
            number -= unseen
        if number:
            doubted.append(Message("{name}: {n}", name=name, n=number))
    if doubted:
        yield Message("marks in doubt: {marks}", marks=joined("; ", doubted))
    apart = [names[place.record.key] for place in table.places if place.not_joined]
    if apart:
        yield Message("photos could not be read together: {whose}", whose=listed(apart))
    if table.missing:
        yield format_missing(table.missing)


def _not_legal(
    verdict: Verdict, places: Sequence[SeatSheet], names: Mapping[SheetKey, str], catalog: Catalog
) -> Iterator[str]:
    """Yield why sheets are not legal, except for covered parts; sheets with the same reason share a line."""
    players = known_names([place.record for place in places])
    by_reason: dict[str, list[str]] = {}
    for place in places:
        found = verdict.of_sheet(*place.record.key)
        if found is None or (found.verdict == "undecided" and unseen_part(place.doubts)):
            continue
        if found.verdict != "legal":
            reason = with_names(_reason(found, verdict, layout_of(place.record, catalog)), players)
            by_reason.setdefault(reason, []).append(names[place.record.key])
    for reason, whose in by_reason.items():
        words = Message("the sheet of {whose}: {reason}", "the sheets of {whose}: {reason}")
        yield words.filled(n=len(whose), whose=listed(whose), reason=reason)


def _reason(found: SheetVerdict, verdict: Verdict, sheet: Sheet) -> str:
    if found.is_doubted:
        return Message("illegal as read, but marks in doubt could change that")
    if found.conflict_with:
        conflict = {found.seat, *found.conflict_with}
        alike = [each for each in verdict.sheets if {each.seat, *(each.conflict_with or ())} == conflict]
        if len(alike) == len(conflict):
            return joined(", ", (term(found.word), VERDICTS[found.word]))
        return format_conflict(found, is_outvoted=verdict.is_outvoted(found))
    findings = (each.why for each in found.findings or () if each.level != "note")
    why: str = next(chain((each.why for each in found.contradiction), findings), "")
    return joined(", ", filter(None, (term(found.word), in_words_of_sheet(why, sheet))))
