"""A number that is hard to read is nobody's wrong sum."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from fairsheet.engine.checks.verdict import Finding, SheetVerdict, Verdict, WrongSum
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.table_records import table_of_record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import Message
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.pipeline.base.values import TableResult
from fairsheet.pipeline.grouping.seated_tables import SeatedTable, SeatSheet
from fairsheet.pipeline.judging.judging import as_judged, judge
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.readings.reading import Doubt


def records_of(game: str) -> Sequence[Record]:
    if game == "gaia-record":
        return records_of_table(load_sheet(game), Table("crane", 2))
    (played,) = simulate(load_sheet(game), "crane", 2)
    return played.records


@pytest.mark.parametrize(
    ("game", "box"),
    [
        ("launch", "score.total"),
        ("battle", "near-score.water"),
        ("battle", "far-score.water"),
        ("gaia-record", "score.total"),
    ],
)
def test_number_that_may_be_misread_is_not_called_a_wrong_sum(game: str, box: str) -> None:
    records = list(records_of(game))
    number = next(n for n, each in enumerate(records) if isinstance(each.marks.get(box), int))
    wrong = 1 + int(records[number].marks[box])
    records[number] = replace(records[number], marks={**records[number].marks, box: wrong})
    doubt = Doubt(box, ((wrong, 0.9), (None, 0.1)), wrong, Message("faint"), matters=False)
    for is_doubted in (False, True):
        doubts = [(doubt,) if is_doubted and n == number else () for n in range(len(records))]
        places = (SeatSheet(each, (), (), idle=idle) for each, idle in zip(records, doubts, strict=True))
        judged = judge(SeatedTable(table_of_record(records[0]), tuple(places)))
        assert judged.score is not None and judged.proof is not None
        differences = [each for player in judged.score.players for each in player.differences]
        assert (box in differences) != is_doubted
        assert any(each.wrong_sums for each in judged.proof.sheets) == (
            game == "gaia-record" and not is_doubted
        )


def test_doubt_on_a_neighbours_sheet_still_counts_for_a_sheet_with_an_unsure_sum() -> None:
    box, records = "near-score.water", records_of("battle")
    doubt = Doubt(box, ((3, 0.9), (None, 0.1)), 3, Message("faint"))
    finding = Finding("sum", "note", (box,), Message("wrong"), wrong_sum=WrongSum(3, 4))
    verdicts = [SheetVerdict(each.seat, "legal", True, None, (), 0.1) for each in records]
    verdicts[1] = replace(verdicts[1], findings=(finding,))
    seats = SeatSheet(records[0], (doubt,), ()), SeatSheet(records[1], (), (), idle=(doubt,))
    table = SeatedTable(table_of_record(records[0]), seats)
    judged = as_judged(table, TableResult(Verdict(tuple(verdicts)), None, None))
    assert judged.result is not None and judged.result.verdict is not None
    first, second = judged.result.verdict.sheets
    assert (first.settled, second.settled, second.wrong_sums) == (False, False, {})
