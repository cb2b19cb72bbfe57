"""What a batch says of files, tables and doubts: names where they help, and no wrong numbers of words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from fairsheet.batches.progress import show_progress
from fairsheet.batches.run import Watcher, run
from fairsheet.engine.records.record import Record, Table
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import KeptSheet, SheetOfFile, Source
from fairsheet.pipeline.joining.unjoined_marks import with_differences
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import open_store
from fairsheet.results.html_pages import format_table
from fairsheet.results.outputs import unnamed_files, verdicts_line
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.readings.reasons import UNSEEN, Reason, much_paler
from tests.conftest import Fairsheet
from tests.fairsheet.here import OPTIONS, Here, batch, other_records, records_of, write_records


def named(record: Record, name: str) -> Record:
    """The record of a sheet whose print bears a table's name."""
    return replace(record, game=replace(record.game, name=name))


def test_files_whose_names_tell_no_table_are_named(tmp_path: Path, fairsheet: Fairsheet) -> None:
    one, two = records_of("launch", "club")
    write_records(tmp_path / "club/a", [one])
    write_records(tmp_path / "club/b", [named(two, "B")])
    (tmp_path / "club/c.json").write_text("broken")
    files = batch(tmp_path / "club", tmp_path / "out").files
    assert unnamed_files(files, re.compile("table-.")) == ["a/seat-1.json"]
    assert unnamed_files(files, re.compile("^[^/]+")) == []
    ended = fairsheet("batch", tmp_path / "club", "-o", tmp_path / "out", "--table-by", "table-.")
    assert "--table-by table-.: finds no table in 1 file name, such as a/seat-1.json" in ended.err


def test_a_pattern_that_takes_for_ever_is_told(tmp_path: Path, fairsheet: Fairsheet) -> None:
    one, _ = records_of("launch", "club")
    write_records(tmp_path / "club", [one])
    name = f"{'a' * 40}-b.json"
    (tmp_path / "club/seat-1.json").rename(tmp_path / "club" / name)
    ended = fairsheet("batch", tmp_path / "club", "-o", tmp_path / "out", "--table-by", "(a+)+$")
    ended.refused(f"--table-by (a+)+$: this pattern takes more than 1 s on the name {name}; ")


def test_the_log_names_every_file_that_gave_trouble(tmp_path: Path) -> None:
    for name in ("one.jpg", "copy.jpg"):
        (tmp_path / name).touch()
    (tmp_path / "dangling.jpg").symlink_to("/nonexistent")
    out = tmp_path / "out"
    with (
        open_store(out, new=True) as store,
        (tmp_path / "log").open("wb", buffering=0) as log,
        show_progress(log) as watcher,
    ):
        run(Plan((tmp_path,), out, OPTIONS), store, Here(), watcher)
    log_text = (tmp_path / "log").read_text()
    assert "dangling.jpg: this is a broken link" in log_text
    assert "one.jpg: the file is empty" in log_text and "copy.jpg: the file is empty" in log_text


def test_a_look_at_many_files_shows_how_far_it_is(tmp_path: Path) -> None:
    """Their contents have to be known, which takes minutes for a hundred thousand photos."""
    write_records(tmp_path / "club", records_of("launch", "club"))
    told: list[str] = []
    watcher = Watcher(
        begin=lambda what, total: told.append(f"{what}: {total}"), looked=lambda: told.append("one")
    )
    with open_store(tmp_path / "out", new=True) as store:
        run(Plan((tmp_path / "club",), tmp_path / "out", OPTIONS), store, Here(), watcher)
    assert told == ["looking at files: 2", "one", "one", "reading: 2", "proving: 1"]


def test_a_table_in_the_folder_itself_has_no_dot_for_a_name(tmp_path: Path) -> None:
    write_records(tmp_path / "club", records_of("launch", "club"))
    write_records(tmp_path / "club/b", other_records(records_of("launch", "club")))
    tables = batch(tmp_path / "club", tmp_path / "out").tables
    assert [each.table.key.name for each in tables] == [None, "b"]
    assert [format_table(each) for each in tables] == ["seed club", "b, seed club"]


def test_two_prints_of_one_game_and_name_are_told_apart(tmp_path: Path, fairsheet: Fairsheet) -> None:
    for print_id, seed in (("k7m2qx", "club"), ("p9d4wz", "another seed")):
        of = replace(records_of("launch", "club")[0].game, name="Club", print=print_id)
        records = [replace(record, game=of) for record in records_of("launch", seed)]
        write_records(tmp_path / "club" / print_id, records)
    names = ["Club, print k7m2qx", "Club, print p9d4wz"]
    tables = batch(tmp_path / "club", tmp_path / "out").tables
    assert [format_table(each) for each in tables] == [f"{name}, seed club" for name in names]
    results = (tmp_path / "out/results.csv").read_text()
    assert [results.count(f'"{name}",') for name in names] == [2, 2]
    scored = fairsheet("score", tmp_path / "club")
    assert [f"launch, seed club, 2 players, table {name}" in scored.out for name in names] == [True, True]
    fairsheet("report", tmp_path / "club", "-o", tmp_path / "club.txt")
    report = (tmp_path / "club.txt").read_text()
    assert [f"Launch, seed club, 2 players, table {name}" in report for name in names] == [True, True]


@pytest.mark.parametrize(
    ("tables", "said"), [(1, "legal; it lacks a sheet"), (2, "legal; of all 2, 1 lacks a sheet")]
)
def test_one_table_that_lacks_a_sheet_is_not_one_of_several(tmp_path: Path, tables: int, said: str) -> None:
    write_records(tmp_path / "club/a", records_of("launch", "first")[:1])
    write_records(tmp_path / "club/b", records_of("launch", "second")[: 2 * (tables - 1)])
    assert verdicts_line(batch(tmp_path / "club", tmp_path / "out").tables).endswith(said)


def photo(name: str, mark: Mark, because: Reason | None = None) -> SheetOfFile:
    """A photo that says one mark of a field, and is in doubt for a reason."""
    unsure = (FieldReading("floor-1.1", ((mark, 0.9), (None, 0.1))),)
    doubts = (Doubt.of("floor-1.1", ((mark, 0.9),), mark, because),) if because else ()
    record = Record.on(load_sheet("launch"), Table(None, 2), 1, {"floor-1.1": mark, "floor-2.1": 3})
    return SheetOfFile(Source(Path(name), name), name, 0, KeptSheet(record, doubts, unsure=unsure))


def test_a_doubt_of_photos_that_differ_names_them() -> None:
    photos = [photo("a.jpg", 9), photo("b.jpg", 7), photo("c.jpg", 4, UNSEEN)]
    doubt = Doubt("floor-1.1", ((9, 0.6), (7, 0.4)), 9, Message("hard to tell"))
    (told,) = with_differences([doubt], photos)
    assert told.because == "hard to tell (9 in a.jpg; 7 in b.jpg)"
    assert with_differences([doubt], photos[:1]) == (doubt,)
    pale = Doubt.of(doubt.field, doubt.candidates, doubt.chosen, much_paler(7, None))
    assert with_differences([pale], photos) == (pale,)
