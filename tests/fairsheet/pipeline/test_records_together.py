"""Records of a batch are read as its tables. Photos of one sheet stay joined, and folders separate tables."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from fairsheet.engine.records.record import write_record
from tests.conftest import Fairsheet
from tests.fairsheet.here import batch, other_records, records_of, sheets_read, write_records


def test_records_of_one_sheet_are_joined_as_in_the_batch(tmp_path: Path) -> None:
    one, other = records_of("launch", "twice")
    write_records(tmp_path / "club/a", [one, other])
    *marks, (field, _) = one.marks.items()
    write_records(tmp_path / "club/b", [replace(one, marks=dict(marks))])
    batch(tmp_path / "club", tmp_path / "out")
    ((first, second),) = sheets_read([tmp_path / "out/records"])
    assert [doubt.field for doubt in first.doubts or ()] == [field] and second.record.marks == other.marks


def test_tables_of_one_seed_stay_apart(tmp_path: Path) -> None:
    records = records_of("launch", "twice")
    write_records(tmp_path / "club/north", records)
    write_records(tmp_path / "club/south", other_records(records))
    batch(tmp_path / "club", tmp_path / "out")
    tables = sheets_read([tmp_path / "out/records"])
    assert sorted([(each.record.game.name, each.record.seat) for each in table] for table in tables) == [
        [("north", 1), ("north", 2)],
        [("south", 1), ("south", 2)],
    ]


def test_records_keep_their_groups_outside_the_batch(tmp_path: Path) -> None:
    for sheet in ("launch", "colony"):
        one, other = records_of(sheet, "twice")
        write_records(tmp_path / "club" / sheet, [one, other])
        write_records(
            tmp_path / "club" / sheet / "again", [replace(one, marks=dict([*one.marks.items()][:-1]))]
        )
    batch(tmp_path / "club", tmp_path / "out")
    shutil.copytree(tmp_path / "out/records", tmp_path / "elsewhere")
    tables = sheets_read([tmp_path / "elsewhere"])
    assert [len(table) for table in tables] == [2, 2]
    assert all(len(table[0].doubts or ()) == 1 for table in tables)


def test_two_sheets_of_a_seat_do_not_block_other_tables(tmp_path: Path, fairsheet: Any) -> None:
    records = records_of("launch", "twice")
    write_records(tmp_path / "club", records)
    for record in other_records(records):
        (tmp_path / "club" / f"other-{record.seat}.json").write_bytes(write_record(record))
    write_records(tmp_path / "club/whole", records_of("colony", "whole"))
    batch(tmp_path / "club", tmp_path / "out")
    ended = fairsheet("verify", tmp_path / "out/records")
    assert ended.code == 3 and ended.out.count("legal, a legal game leads to this sheet") == 2
    assert "undecided: two different sheets for Bot 1 (seat 1) and Bot 2 (seat 2)" in ended.out


def test_sheet_in_conflict_may_lack_own_reasons(tmp_path: Path, fairsheet: Fairsheet) -> None:
    one, other = records_of("launch", "blank")
    write_records(tmp_path, [one, replace(other, marks={"score.total": 3})])
    ended = fairsheet("verify", tmp_path)
    assert ended.code == 1, ended.err
    assert ended.out.count("in conflict with") == 2 and re.search(
        "for the reasons? given for Bot 1", ended.out
    )


def test_sheet_without_ink_does_not_block_its_table(tmp_path: Path, fairsheet: Fairsheet) -> None:
    one, other = records_of("launch", "blank")
    write_records(tmp_path, [one, other])
    (tmp_path / "spare.json").write_bytes(write_record(replace(other, marks={})))
    for command in ("score", "verify", "report"):
        ended = fairsheet(command, tmp_path, cwd=tmp_path)
        assert ended.code == 0, ended.err
        assert "spare.json (player Bot 2) has no ink and is left out" in ended.err
