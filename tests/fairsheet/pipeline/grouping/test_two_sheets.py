"""Two sheets of one seat leave their table undecided."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.recorded.recorded_tables import table_sheets
from fairsheet.engine.records.record import write_record
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.support.errors import FairsheetError
from tests.engine.recorded.planet import planet_tables
from tests.fairsheet.here import batch, records_of, write_records


def test_two_sheets_of_a_seat_are_neither_proved_nor_ranked(tmp_path: Path, fairsheet: Any) -> None:
    folder, out = tmp_path / "club", tmp_path / "out"
    first, second = records_of("launch", "first")
    slots = [field for field in second.marks if load_sheet("launch").field[field].kind == "slot"]
    for kept, other in ((3, "corrected"), (30, "of-another-table")):
        changed = replace(second, marks={f: m for f, m in second.marks.items() if f not in slots[:kept]})
        write_records(folder / "table", [first, second])
        (folder / "table" / "other.json").write_bytes(write_record(changed))
        (table,) = batch(folder, out).tables
        assert (table.verdict == "undecided" and table.table.doubts == 0) is (other == "of-another-table")
    assert table.result is not None and table.result.score is None
    row = json.loads((out / "tables.jsonl").read_text())
    assert (
        row["score"] is None and [each["verdict"] for each in row["verdict"]["sheets"]] == ["undecided"] * 2
    )
    page = next((out / "report/tables").iterdir()).read_text()
    assert (
        "Bot 2 (seat 2): table/other.json and table/seat-2.json are not one sheet" in page
        and "--work" not in page
    )
    line = "Launch, seed first: two different sheets for Bot 2 (seat 2): two tables with one seed"
    assert line in re.sub(r"</?(a|bdi).*?>", "", (out / "report/index.html").read_text())
    ended = fairsheet("batch", folder, "-o", out, "--workers", 1)
    assert ended.code == 3 and line in ended.out and "--table-by" in ended.out
    assert len(batch(folder, out, table_by="other|seat").tables) == 2


def test_sheet_without_ink_does_not_make_others_illegal(tmp_path: Path, fairsheet: Any) -> None:
    first, second = records_of("launch", "first")
    write_records(tmp_path / "club", [first, replace(second, marks={})])
    ended = fairsheet("batch", tmp_path / "club", "-o", tmp_path / "out", "--workers", 1)
    assert ended.code == 3 and "1 sheet has no ink and is left out: seat-2.json" in ended.out
    row = json.loads((tmp_path / "out/tables.jsonl").read_text())
    assert row["missing"] == [2] and [each["verdict"] for each in row["verdict"]["sheets"]] == ["legal"]
    assert "1 sheet has no ink" in (tmp_path / "out/report/index.html").read_text()


def test_sheets_of_a_seat_with_different_boards_are_two(tmp_path: Path, fairsheet: Any) -> None:
    """A player of Planet Unknown has one planet, independent of the seed."""
    folder, out = tmp_path / "club", tmp_path / "out"
    first, second, third = planet_tables.three()
    write_records(folder, [first, second, third])
    (folder / "other.json").write_bytes(write_record(replace(second, seat=1)))
    ended = fairsheet("batch", folder, "-o", out, "--workers", 1)
    assert ended.code == 3 and "two different sheets for seat 1" in ended.out
    rows = (out / "results.csv").read_text().splitlines()
    assert [row.split(",")[3:6] for row in rows[1:]] == [[str(seat), "", "undecided"] for seat in (1, 2, 3)]
    scored = fairsheet("score", folder)
    assert scored.code == 3 and "two different sheets for seat 1" in scored.err
    page = tmp_path / "page.txt"
    assert fairsheet("report", folder, "-o", page).code == 3
    assert "other.json and" in page.read_text() and "are not one sheet" in page.read_text()
    with pytest.raises(FairsheetError, match="there are two records of seat 1 on planet-record"):
        table_sheets([first, replace(second, seat=1)])


def test_folders_separate_tables_without_a_seed_by_boards(tmp_path: Path) -> None:
    for name, table in (("one", planet_tables.three()), ("two", planet_tables.three("petra/flux"))):
        write_records(tmp_path / "club" / name, table[:1] if name == "two" else table)
    tables = batch(tmp_path / "club", tmp_path / "out").tables
    assert [(each.table.key.name, len(each.table.places)) for each in tables] == [("one", 3), ("two", 1)]
