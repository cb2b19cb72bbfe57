"""Grouping of sheets into tables, and combining several photos of one sheet."""

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
from fairsheet.wording.table_words import of_owner

RECORD = Record("launch", "73f4521e", Table("otter", 2), 1, {"floor-1.1": 3, "floor-1.2": 5, "floor-2.1": 7})


def shot(
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


def test_seats_of_one_label_form_a_table_across_folders() -> None:
    (table,) = tables_of([shot("x/2.jpg", seat=2), shot("y/1.jpg")])
    assert (
        [place.record.seat for place in table.places] == [1, 2] and table.missing == [] and table.notes == ()
    )


def test_missing_seats_are_named() -> None:
    (table,) = tables_of([shot("2.jpg", seat=2)])
    assert table.missing == [1]


def test_sheet_without_ink_is_left_out() -> None:
    blank = shot("blank.jpg", seat=2)
    blank = replace_sheet(blank, record=replace(blank.sheet.record, marks={}))
    (table,) = tables_of([shot("1.jpg"), blank])
    assert table.missing == [2] and table.notes == ("blank.jpg (player 2) has no ink and is left out",)
    (table,) = tables_of([shot("1.jpg"), blank, shot("2.jpg", seat=2)])
    assert table.missing == [] and len(table.places[1].seen) == 1
    faint = replace_sheet(blank, doubts=(doubt("floor-1.1", None, 3),))
    assert tables_of([shot("1.jpg"), faint])[0].missing == []
    irrelevant = replace_sheet(blank, doubts=(replace(doubt("floor-1.1", None, 3), matters=False),))
    assert tables_of([shot("1.jpg"), irrelevant])[0].missing == [2]
    assert tables_of([blank]) == []


@pytest.mark.parametrize("name", ["launch", "ares-record", "gaia-setup"])
@pytest.mark.parametrize("folder", ["", "spares/"])
def test_spare_without_a_clear_mark_is_left_out(name: str, folder: str) -> None:
    """A bad photo of a blank sheet has many doubts and may show a false mark."""
    fields = {
        "launch": (1, "floor-1.1", 3),
        "ares-record": (1, "tr.final", 31),
        "gaia-setup": (0, "marker.1", 3),
    }
    seat, field, mark = fields[name]
    layout = load_sheet(name).fingerprint
    record = replace(RECORD, sheet=name, layout=layout, seat=seat, marks={field: mark})
    own = replace_sheet(shot("1.jpg"), record=record)
    specks = (doubt(field, mark, 5), doubt("floor-2.1", None, 7))
    read = replace(record, marks={field: mark, "score.total": 0})
    spare = replace_sheet(shot(f"{folder}spare.jpg", doubts=specks), record=read)
    (table,) = tables_of([own, spare])
    (place,) = table.places
    assert [each.source.name for each in place.seen] == ["1.jpg"]
    words = Message("{file} is left out: it seems blank, and another sheet {whose} has clear marks")
    assert words.filled(file=f"{folder}spare.jpg", whose=of_owner(record)) in table.notes
    for only in (spare, replace_sheet(spare, pages=())):
        assert tables_of([only])[0].places[0].seen == (only,)
    other_page = replace_sheet(spare, pages=(2,))
    assert len(tables_of([own, other_page])[0].places[0].seen) == 2


def test_printed_names_and_patterns_separate_tables() -> None:
    assert len(tables_of([shot("1.jpg", table="Club 7"), shot("2.jpg", table="Club 8")])) == 2
    tables = tables_of([shot("t1/1.jpg"), shot("t2/1.jpg")], re.compile(r"^(\w+)/"))
    assert [table.key.name for table in tables] == ["t1", "t2"]


def test_different_ink_in_another_folder_is_another_table() -> None:
    other = shot("t2/1.jpg", floor_1_1=9, floor_1_2=11, floor_2_1=12)
    tables = tables_of([shot("t1/1.jpg"), other, shot("t2/2.jpg", seat=2)])
    assert [(table.key.name, len(table.places)) for table in tables] == [("t1", 1), ("t2", 2)]
    assert "each folder is a table" in tables[0].notes[0]


def test_a_folder_of_copies_is_no_table() -> None:
    one, other = shot("t1/1.jpg"), shot("t2/1.jpg", floor_1_1=9, floor_1_2=11, floor_2_1=12)
    second = shot("t1/2.jpg", seat=2)
    for name in ("t1 copy/1.jpg", "copy/1.jpg"):
        copy = dataclasses.replace(one, source=Source(Path(name), name))
        tables = tables_of([copy, one, second, other])
        assert [(table.key.name, len(table.places)) for table in tables] == [("t1", 2), ("t2", 1)]


def test_folders_separate_sheets_with_mostly_equal_marks() -> None:
    one = shot("t1/1.jpg", floor_4_1=1, floor_4_2=2, floor_4_3=3, floor_5_1=4, floor_5_2=5)
    other = shot(
        "t2/1.jpg", floor_4_1=1, floor_4_2=2, floor_4_3=3, floor_5_1=4, floor_5_2=5,
        floor_1_1=9, floor_1_2=11, floor_2_1=12,
    )  # fmt: skip
    assert [table.key.name for table in tables_of([one, other])] == ["t1", "t2"]


def test_earlier_photo_in_another_folder_is_the_same_table() -> None:
    later = shot("b/1.jpg", floor_4_1=1, floor_4_2=2, floor_4_3=3, floor_5_1=4, floor_5_2=5)
    assert len(tables_of([shot("a/1.jpg"), later])) == 1


def test_printed_name_matches_the_folder_name() -> None:
    """Folders distinguish these tables. Two tables of one game never have the same name."""
    other = shot("South/1.jpg", floor_1_1=9, floor_1_2=11, floor_2_1=12)
    tables = tables_of([shot("North/1.jpg"), other, shot("x/2.jpg", seat=2, table="North")])
    assert [(table.key.name, len(table.places)) for table in tables] == [("North", 2), ("South", 1)]


def names_and_places(tables: list[SeatedTable]) -> list[tuple[str | None, str | None, int]]:
    return [(table.key.name, table.key.print, len(table.places)) for table in tables]


def test_tables_of_two_prints_never_merge() -> None:
    """Two evenings share a table name, a folder and the ink."""
    evenings = [
        shot(f"{print_id}-{seat}.jpg", seat=seat, table="Kavárna", print_id=print_id)
        for print_id in ("p1", "p2")
        for seat in (1, 2)
    ]
    assert names_and_places(tables_of(evenings)) == [("Kavárna", "p1", 2), ("Kavárna", "p2", 2)]


def test_sheet_without_a_print_joins_the_only_print_of_its_game() -> None:
    printed, alone = shot("a/1.jpg", print_id="p1"), shot("b/2.jpg", seat=2)
    assert names_and_places(tables_of([printed, alone])) == [(None, "p1", 2)]
    other = shot("c/1.jpg", print_id="p2")
    assert names_and_places(tables_of([printed, alone, other])) == [
        (None, None, 1),
        (None, "p1", 1),
        (None, "p2", 1),
    ]


def test_folders_and_patterns_keep_one_print_together() -> None:
    spread = [shot("x/1.jpg", print_id="p1"), shot("y/2.jpg", seat=2, print_id="p1")]
    for pattern in (None, re.compile("^[^/]+")):
        assert names_and_places(tables_of(spread, pattern)) == [(None, "p1", 2)]
    together = [shot("t1/1.jpg", print_id="p1"), shot("t1/2.jpg", seat=2, print_id="p1")]
    assert names_and_places(tables_of(together, re.compile("^[^/]+"))) == [("t1", "p1", 2)]


def test_pattern_separates_copies_of_one_print_with_few_marks() -> None:
    """Without a pattern, the sheet with fewer marks may be a photo from before the end."""
    more = shot("y/1.jpg", print_id="p1", floor_3_1=1, floor_3_2=2, floor_3_3=4)
    copies = [shot("x/1.jpg", print_id="p1"), more]
    assert names_and_places(tables_of(copies)) == [(None, "p1", 1)]
    assert names_and_places(tables_of(copies, re.compile("^[^/]+"))) == [("x", "p1", 1), ("y", "p1", 1)]


def test_folders_separate_copies_of_one_print() -> None:
    """A page may be copied for two tables, or an older release printed it on two evenings."""
    for print_id, table, names in (("p1", None, ["a", "b"]), (None, "Club", ["Club, a", "Club, b"])):
        first = shot("a/1.jpg", print_id=print_id, table=table)
        second = shot("b/1.jpg", print_id=print_id, table=table, floor_1_1=9, floor_1_2=11, floor_2_1=12)
        for pattern in (None, re.compile("^[^/]+")):
            assert [each.key.name for each in tables_of([first, second], pattern)] == names


def test_clear_photo_settles_doubts_of_a_blurred_one() -> None:
    blurred = shot("a.jpg", doubts=(doubt("floor-1.1", 8, 3), doubt("floor-1.2", 5, 6)), floor_1_1=8)
    sharp = shot("b.jpg", doubts=(doubt("floor-1.2", 5, 6),))
    read, messages = combined([blurred, sharp])
    assert read.record.marks == RECORD.marks
    assert [each.field for each in read.doubts or ()] == ["floor-1.2"]
    assert "b.jpg counts" in messages[0]


def test_photos_that_contradict_each_other_raise_a_doubt() -> None:
    read, messages = combined([shot("a.jpg"), shot("b.jpg", floor_1_1=4)])
    (doubt,) = read.doubts or ()
    assert (doubt.field, doubt.candidates) == ("floor-1.1", ((3, 0.5), (4, 0.5)))
    assert "3 in a.jpg; 4 in b.jpg" in doubt.because and "contradict" in messages[0]
    assert read.record.marks["floor-1.1"] == 3


def test_doubts_of_several_photos_are_combined() -> None:
    one = Doubt("floor-1.1", ((8, 0.5), (3, 0.4), (9, 0.1)), 8, Message("it may be a 3"))
    other = Doubt("floor-1.1", ((3, 0.8), (5, 0.2)), 3, Message("it may be a 5"))
    photos = [shot("a.jpg", doubts=(one,), floor_1_1=8), shot("b.jpg", doubts=(other,), floor_1_1=3)]
    read, _ = combined(photos)
    (doubt,) = read.doubts or ()
    assert read.record.marks["floor-1.1"] == doubt.chosen == 3 and dict(doubt.candidates)[3] > 0.6
    assert doubt.because == "each of 2 photos leaves it open: it may be a 5"


def test_answer_overrides_all_photos() -> None:
    answered = shot("b.jpg", floor_1_1=4)
    answer = Answer("b.jpg", 0, "floor-1.1", 4, "Ada", "2026-11-23T09:00:00+01:00")
    with_answer = SheetOfFile(answered.source, answered.sha256, 0, answered.sheet, (answer,))
    read, _ = combined([shot("a.jpg"), with_answer])
    assert read.record.marks["floor-1.1"] == 4 and read.doubts == ()


def test_the_order_of_photos_does_not_matter() -> None:
    photos = [shot("a.jpg"), shot("b.jpg", floor_1_1=4), shot("c.jpg", seat=2), shot("d.jpg", floor_1_2=6)]
    assert tables_of(photos) == tables_of(photos[::-1])
