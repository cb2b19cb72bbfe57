"""Whether what is illegal would still be so, whatever the marks in doubt turn out to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from msgspec import UNSET, structs

from fairsheet.doubts.doubt_files import about_marks
from fairsheet.doubts.rule_context import is_illegal_however_read
from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.games.registry import has_rules
from fairsheet.engine.recorded.registry import is_recorded
from fairsheet.engine.records.record import Record
from fairsheet.engine.records.side_owners import players_of
from fairsheet.engine.scoring.score import boxes_of_points
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.tables.read_sheet import ReadSheet
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.formatting import unseen_part

Prove = Callable[[Sequence[Record]], Verdict]  # some sheets of a table, the others taken to be missing


def is_surely_illegal(table: Sequence[ReadSheet], verdict: Verdict, prove: Prove) -> bool:
    """Whether a sheet of the table is illegal however the doubts are answered, its own and those of the others.

    A sheet in doubt is tried with all its candidates, by the look of the rules at one sheet. Sheets without a doubt are
    proved once more, where others have any, as if these were missing: then nothing in doubt speaks against them.
    """
    illegal = {found.seat for found in verdict.sheets if found.verdict == "illegal"}
    accused = [each for each in table if each.record.seat in illegal]
    if any(is_illegal_however_read(each.sheet, each.record, each.doubts or ()) for each in accused):
        return True
    if all(each.doubts for each in accused):
        return False
    certain = [each.record for each in table if not each.doubts]
    again = verdict if len(certain) == len(table) else prove(certain)
    return any(found.verdict == "illegal" for found in again.sheets)


def with_raised_doubts(
    table: Sequence[ReadSheet], verdict: Verdict | None
) -> tuple[Sequence[ReadSheet], Verdict | None]:
    """The sheets of a table with doubts about marks of their photos that seemed certain, but that may be misread: with
    another one nothing would speak against a sheet that is illegal as read. And the verdict as a batch gives it, in
    which sheets that are illegal only as read are undecided."""
    illegal = verdict is not None and any(found.verdict == "illegal" for found in verdict.sheets)
    if verdict is None or not illegal or not any(each.doubts or each.unsure for each in table):
        return table, verdict
    from fairsheet.doubts.misreadings import Uncertain, doubted

    uncertain = [Uncertain(each.doubts or (), each.unsure) for each in table]
    catalog = Catalog(tuple(each.sheet for each in table))
    judged, raised = doubted([each.record for each in table], verdict, uncertain, catalog)
    sheets = [
        replace(each, doubts=(*(each.doubts or ()), *new))
        for each, new in zip(table, raised or [()] * len(table), strict=True)
    ]
    settled = with_settled(judged, ((each.sheet, each.record, each.doubts or ()) for each in sheets))
    return sheets, settled


def with_settled(verdict: Verdict, sheets: Iterable[tuple[Sheet, Record, Sequence[Doubt]]]) -> Verdict:
    """The verdict with whether each sheet is settled: without a doubt that matters, which are given by record, or
    illegal however they are answered. Doubts about a sheet that neighbours share matter to both. Where a part of a
    sheet has to be photographed, nothing is held against it unless it is surely illegal."""
    said = {id(found): found for found in verdict.sheets}
    for sheet, record, doubts in sheets:
        found = verdict.of_sheet(*record.key)
        if found is None or not doubts:
            continue
        if found.verdict == "illegal" and is_illegal_however_read(sheet, record, doubts):
            continue
        for seat in players_of(sheet, [record.seat], record.game.players) | {record.seat}:
            if (own := verdict.of_sheet(record.sheet, seat)) is not None:
                said[id(own)] = structs.replace(said[id(own)], settled=False)
        if unseen_part(doubts) and found.verdict != "legal":
            said[id(found)] = structs.replace(
                said[id(found)],
                verdict="undecided",
                contradiction=(),
                findings=UNSET if found.findings is UNSET else (),
            )
    return structs.replace(verdict, sheets=tuple(said.values()))


def doubts_about_verdict(
    found: SheetVerdict, sheet: Sheet, record: Record, doubts: Sequence[Doubt] | None
) -> Sequence[Doubt] | None:
    """The doubts about a record that its verdict hangs on: none where it is illegal however they are answered; where it
    is legal, those about more than words and sums."""
    doubts = doubts and about_marks(doubts)
    if doubts and found.verdict == "illegal" and is_illegal_however_read(sheet, record, doubts):
        return ()
    if doubts and found.verdict == "legal":
        sums = boxes_of_points(sheet) if has_rules(sheet) or is_recorded(sheet) else ()
        return [each for each in doubts if each.field not in sums and sheet.field[each.field].kind != "text"]
    return doubts
