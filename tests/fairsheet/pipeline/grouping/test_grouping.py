"""Which sheets make a table, and what several photos of one sheet say together."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.records.record import Record, Table
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import Answer, KeptSheet, SheetOfFile, Source
from fairsheet.pipeline.grouping.grouping import tables_of
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.joining.unjoined_marks import combined
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.readings.reading import Doubt

RECORD = Record("launch", "73f4521e", Table("otter", 2), 1, {"floor-1.1": 3, "floor-1.2": 5, "floor-2.1": 7})


def seen(
    name: str,
    *,
    doubts: tuple[Doubt, ...] = (),
    seat: int = 1,
    table: str | None = None,
    print_id: str | None = None,
    **marks: Mark,
) -> SheetOfFile:
    changed = {key.replace("_", "-", 1).replace("_", "."): mark for key, mark in marks.items()}
    game = replace(RECORD.game, name=table, print=print_id)
    record = replace(RECORD, seat=seat, marks={**RECORD.marks, **changed}, game=game)
    return SheetOfFile(Source(Path(name), name), name, 0, KeptSheet(record, doubts))


def doubt(field: str, chosen: Mark | None, other: Mark) -> Doubt:
    return Doubt(field, ((chosen, 0.6), (other, 0.4)), chosen, Message("faint"))


def replace_sheet(of_file: SheetOfFile, **changes: Any) -> SheetOfFile:
    return dataclasses.replace(of_file, sheet=replace(of_file.sheet, **changes))


def test_seats_of_one_label_are_a_table_wherever_they_lie() -> None:
    (table,) = tables_of([seen("x/2.jpg", seat=2), seen("y/1.jpg")])
    assert (
        [place.record.seat for place in table.places] == [1, 2] and table.missing == [] and table.notes == ()
    )


def test_missing_seats_are_named() -> None:
    (table,) = tables_of([seen("2.jpg", seat=2)])
    assert table.missing == [1]


def test_a_sheet_without_ink_is_nobodys() -> None:
    blank = seen("blank.jpg", seat=2)
    blank = replace_sheet(blank, record=replace(blank.sheet.record, marks={}))
    (table,) = tables_of([seen("1.jpg"), blank])
    assert table.missing == [2] and table.notes == ("blank.jpg (seat 2) has no ink and is left out",)
    (table,) = tables_of([seen("1.jpg"), blank, seen("2.jpg", seat=2)])
    assert table.missing == [] and len(table.places[1].seen) == 1
    faint = replace_sheet(blank, doubts=(doubt("floor-1.1", None, 3),))
    assert tables_of([seen("1.jpg"), faint])[0].missing == []
    idle = replace_sheet(blank, doubts=(replace(doubt("floor-1.1", None, 3), matters=False),))
    assert tables_of([seen("1.jpg"), idle])[0].missing == [2]
    assert tables_of([blank]) == []


@pytest.mark.parametrize("name", ["launch", "ares-record"])
@pytest.mark.parametrize("folder", ["", "spares/"])
def test_a_spare_without_a_clear_mark_is_left_out_beside_another(name: str, folder: str) -> None:
    """A photo of a blank sheet is full of doubts if it is bad, and may show a mark that is none."""
    fields = {"launch": ("floor-1.1", 3), "ares-record": ("tr.final", 31)}
    field, mark = fields[name]
    record = replace(RECORD, sheet=name, layout=load_sheet(name).fingerprint, marks={field: mark})
    own = replace_sheet(seen("1.jpg"), record=record)
    specks = (doubt(field, mark, 5), doubt("floor-2.1", None, 7))
    read = replace(record, marks={field: mark, "score.total": 0})
    spare = replace_sheet(seen(f"{folder}spare.jpg", doubts=specks), record=read)
    (table,) = tables_of([own, spare])
    (place,) = table.places
    assert [each.source.name for each in place.seen] == ["1.jpg"]
    assert any(
        note.startswith(f"{folder}spare.jpg, of seat 1, is left out: it seems blank") for note in table.notes
    )
    for only in (spare, replace_sheet(spare, pages=())):
        assert tables_of([only])[0].places[0].seen == (only,)
    other_page = replace_sheet(spare, pages=(2,))
    assert len(tables_of([own, other_page])[0].places[0].seen) == 2


def test_names_on_the_print_and_patterns_tell_tables_apart() -> None:
    assert len(tables_of([seen("1.jpg", table="Club 7"), seen("2.jpg", table="Club 8")])) == 2
    tables = tables_of([seen("t1/1.jpg"), seen("t2/1.jpg")], re.compile(r"^(\w+)/"))
    assert [table.key.name for table in tables] == ["t1", "t2"]


def test_other_ink_in_another_folder_is_another_table() -> None:
    other = seen("t2/1.jpg", floor_1_1=9, floor_1_2=11, floor_2_1=12)
    tables = tables_of([seen("t1/1.jpg"), other, seen("t2/2.jpg", seat=2)])
    assert [(table.key.name, len(table.places)) for table in tables] == [("t1", 1), ("t2", 2)]
    assert "each folder is a table" in tables[0].notes[0]


def test_a_folder_of_copies_is_no_table() -> None:
    one, other = seen("t1/1.jpg"), seen("t2/1.jpg", floor_1_1=9, floor_1_2=11, floor_2_1=12)
    second = seen("t1/2.jpg", seat=2)
    for name in ("t1 copy/1.jpg", "copy/1.jpg"):
        copy = dataclasses.replace(one, source=Source(Path(name), name))
        tables = tables_of([copy, one, second, other])
        assert [(table.key.name, len(table.places)) for table in tables] == [("t1", 2), ("t2", 1)]


def test_sheets_in_folders_that_share_most_marks_are_of_two_tables() -> None:
    one = seen("t1/1.jpg", floor_4_1=1, floor_4_2=2, floor_4_3=3, floor_5_1=4, floor_5_2=5)
    other = seen(
        "t2/1.jpg", floor_4_1=1, floor_4_2=2, floor_4_3=3, floor_5_1=4, floor_5_2=5,
        floor_1_1=9, floor_1_2=11, floor_2_1=12,
    )  # fmt: skip
    assert [table.key.name for table in tables_of([one, other])] == ["t1", "t2"]


def test_a_photo_from_before_the_end_in_another_folder_is_of_no_other_table() -> None:
    later = seen("b/1.jpg", floor_4_1=1, floor_4_2=2, floor_4_3=3, floor_5_1=4, floor_5_2=5)
    assert len(tables_of([seen("a/1.jpg"), later])) == 1


def test_a_name_on_the_print_is_that_of_the_folder() -> None:
    """Where folders tell tables apart: never are two tables of one game called the same."""
    other = seen("South/1.jpg", floor_1_1=9, floor_1_2=11, floor_2_1=12)
    tables = tables_of([seen("North/1.jpg"), other, seen("x/2.jpg", seat=2, table="North")])
    assert [(table.key.name, len(table.places)) for table in tables] == [("North", 2), ("South", 1)]


def names_and_places(tables: list[SeatedTable]) -> list[tuple[str | None, str | None, int]]:
    return [(table.key.name, table.key.print, len(table.places)) for table in tables]


def test_tables_of_two_prints_never_merge() -> None:
    """Two evenings with one name of a table, in one folder, of which the second has the ink of the first."""
    evenings = [
        seen(f"{print_id}-{seat}.jpg", seat=seat, table="Kavárna", print_id=print_id)
        for print_id in ("p1", "p2")
        for seat in (1, 2)
    ]
    assert names_and_places(tables_of(evenings)) == [("Kavárna", "p1", 2), ("Kavárna", "p2", 2)]


def test_a_sheet_without_a_print_joins_the_only_print_run_of_its_game() -> None:
    printed, alone = seen("a/1.jpg", print_id="p1"), seen("b/2.jpg", seat=2)
    assert names_and_places(tables_of([printed, alone])) == [(None, "p1", 2)]
    other = seen("c/1.jpg", print_id="p2")
    assert names_and_places(tables_of([printed, alone, other])) == [
        (None, None, 1),
        (None, "p1", 1),
        (None, "p2", 1),
    ]


def test_folders_and_patterns_tell_no_sheets_of_one_print_apart_that_can_be_one_table() -> None:
    spread = [seen("x/1.jpg", print_id="p1"), seen("y/2.jpg", seat=2, print_id="p1")]
    for pattern in (None, re.compile("^[^/]+")):
        assert names_and_places(tables_of(spread, pattern)) == [(None, "p1", 2)]
    together = [seen("t1/1.jpg", print_id="p1"), seen("t1/2.jpg", seat=2, print_id="p1")]
    assert names_and_places(tables_of(together, re.compile("^[^/]+"))) == [("t1", "p1", 2)]


def test_a_pattern_tells_copies_of_one_print_apart_that_have_few_marks() -> None:
    """In folders alone the one with fewer marks may be a photo from before the end."""
    more = seen("y/1.jpg", print_id="p1", floor_3_1=1, floor_3_2=2, floor_3_3=4)
    copies = [seen("x/1.jpg", print_id="p1"), more]
    assert names_and_places(tables_of(copies)) == [(None, "p1", 1)]
    assert names_and_places(tables_of(copies, re.compile("^[^/]+"))) == [("x", "p1", 1), ("y", "p1", 1)]


def test_copies_of_one_print_are_told_apart_by_folders() -> None:
    """A page that was copied for two tables, or one printed by an earlier release under one name on two evenings."""
    for print_id, table, names in (("p1", None, ["a", "b"]), (None, "Club", ["Club, a", "Club, b"])):
        here = seen("a/1.jpg", print_id=print_id, table=table)
        there = seen("b/1.jpg", print_id=print_id, table=table, floor_1_1=9, floor_1_2=11, floor_2_1=12)
        for pattern in (None, re.compile("^[^/]+")):
            assert [each.key.name for each in tables_of([here, there], pattern)] == names


def test_two_photos_of_one_sheet_help_each_other() -> None:
    blurred = seen("a.jpg", doubts=(doubt("floor-1.1", 8, 3), doubt("floor-1.2", 5, 6)), floor_1_1=8)
    sharp = seen("b.jpg", doubts=(doubt("floor-1.2", 5, 6),))
    read, said = combined([blurred, sharp])
    assert read.record.marks == RECORD.marks
    assert [each.field for each in read.doubts or ()] == ["floor-1.2"]
    assert "b.jpg counts" in said[0]


def test_photos_that_contradict_each_other_are_a_doubt() -> None:
    read, said = combined([seen("a.jpg"), seen("b.jpg", floor_1_1=4)])
    (doubt,) = read.doubts or ()
    assert (doubt.field, doubt.candidates) == ("floor-1.1", ((3, 0.5), (4, 0.5)))
    assert "3 in a.jpg; 4 in b.jpg" in doubt.because and "contradict" in said[0]
    assert read.record.marks["floor-1.1"] == 3


def test_what_several_photos_doubt_adds_up() -> None:
    one = Doubt("floor-1.1", ((8, 0.5), (3, 0.4), (9, 0.1)), 8, Message("it may be a 3"))
    other = Doubt("floor-1.1", ((3, 0.8), (5, 0.2)), 3, Message("it may be a 5"))
    photos = [seen("a.jpg", doubts=(one,), floor_1_1=8), seen("b.jpg", doubts=(other,), floor_1_1=3)]
    read, _ = combined(photos)
    (doubt,) = read.doubts or ()
    assert read.record.marks["floor-1.1"] == doubt.chosen == 3 and dict(doubt.candidates)[3] > 0.6
    assert doubt.because == "each of 2 photos leaves it open: it may be a 5"


def test_what_somebody_answered_counts_alone() -> None:
    answered = seen("b.jpg", floor_1_1=4)
    answer = Answer("b.jpg", 0, "floor-1.1", 4, "Ada", "2026-11-23T09:00:00+01:00")
    told = SheetOfFile(answered.source, answered.sha256, 0, answered.sheet, (answer,))
    read, _ = combined([seen("a.jpg"), told])
    assert read.record.marks["floor-1.1"] == 4 and read.doubts == ()


def test_the_order_of_photos_does_not_matter() -> None:
    photos = [seen("a.jpg"), seen("b.jpg", floor_1_1=4), seen("c.jpg", seat=2), seen("d.jpg", floor_1_2=6)]
    assert tables_of(photos) == tables_of(photos[::-1])
