"""Names of files, tables and doubts in the messages of a batch."""

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
from tests.fairsheet.here import OPTIONS, InProcess, batch, other_records, records_of, write_records


def with_table_name(record: Record, name: str) -> Record:
    """Return the record of a sheet with a printed table name."""
    return replace(record, game=replace(record.game, name=name))


def test_files_without_a_table_in_their_name_are_named(tmp_path: Path, fairsheet: Fairsheet) -> None:
    one, two = records_of("launch", "club")
    write_records(tmp_path / "club/a", [one])
    write_records(tmp_path / "club/b", [with_table_name(two, "B")])
    (tmp_path / "club/c.json").write_text("broken")
    files = batch(tmp_path / "club", tmp_path / "out").files
    assert unnamed_files(files, re.compile("table-.")) == ["a/seat-1.json"]
    assert unnamed_files(files, re.compile("^[^/]+")) == []
    ended = fairsheet("batch", tmp_path / "club", "-o", tmp_path / "out", "--table-by", "table-.")
    assert "--table-by table-.: finds no table in 1 file name, such as a/seat-1.json" in ended.err


def test_pattern_that_takes_too_long_is_refused(tmp_path: Path, fairsheet: Fairsheet) -> None:
    one, _ = records_of("launch", "club")
    write_records(tmp_path / "club", [one])
    name = f"{'a' * 40}-b.json"
    (tmp_path / "club/seat-1.json").rename(tmp_path / "club" / name)
    ended = fairsheet("batch", tmp_path / "club", "-o", tmp_path / "out", "--table-by", "(a+)+$")
    ended.refused(f"--table-by (a+)+$: this pattern takes more than 1 s on the name {name}; ")


def test_log_names_every_file_with_a_problem(tmp_path: Path) -> None:
    for name in ("one.jpg", "copy.jpg"):
        (tmp_path / name).touch()
    (tmp_path / "dangling.jpg").symlink_to("/nonexistent")
    out = tmp_path / "out"
    with (
        open_store(out, new=True) as store,
        (tmp_path / "log").open("wb", buffering=0) as log,
        show_progress(log) as watcher,
    ):
        run(Plan((tmp_path,), out, OPTIONS), store, InProcess(), watcher)
    log_text = (tmp_path / "log").read_text()
    assert "dangling.jpg: this is a broken link" in log_text
    assert "one.jpg: the file is empty" in log_text and "copy.jpg: the file is empty" in log_text


def test_hashing_many_files_shows_progress(tmp_path: Path) -> None:
    """Hashing the contents takes minutes for a hundred thousand photos."""
    write_records(tmp_path / "club", records_of("launch", "club"))
    events: list[str] = []
    watcher = Watcher(
        begin=lambda what, total: events.append(f"{what}: {total}"), looked=lambda: events.append("one")
    )
    with open_store(tmp_path / "out", new=True) as store:
        run(Plan((tmp_path / "club",), tmp_path / "out", OPTIONS), store, InProcess(), watcher)
    assert events == ["looking at files: 2", "one", "one", "reading: 2", "proving: 1"]


def test_table_in_the_top_folder_has_no_name(tmp_path: Path) -> None:
    write_records(tmp_path / "club", records_of("launch", "club"))
    write_records(tmp_path / "club/b", other_records(records_of("launch", "club")))
    tables = batch(tmp_path / "club", tmp_path / "out").tables
    assert [each.table.key.name for each in tables] == [None, "b"]
    assert [format_table(each) for each in tables] == ["seed club", "b, seed club"]


def test_names_distinguish_two_prints_of_one_table(tmp_path: Path, fairsheet: Fairsheet) -> None:
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
    ("tables", "ending"), [(1, "legal; it lacks a sheet"), (2, "legal; of all 2, 1 lacks a sheet")]
)
def test_single_incomplete_table_is_in_the_singular(tmp_path: Path, tables: int, ending: str) -> None:
    write_records(tmp_path / "club/a", records_of("launch", "first")[:1])
    write_records(tmp_path / "club/b", records_of("launch", "second")[: 2 * (tables - 1)])
    assert verdicts_line(batch(tmp_path / "club", tmp_path / "out").tables).endswith(ending)


def photo(name: str, mark: Mark, because: Reason | None = None) -> SheetOfFile:
    """Return a photo that shows one mark of a field, doubted for a reason."""
    unsure = (FieldReading("floor-1.1", ((mark, 0.9), (None, 0.1))),)
    doubts = (Doubt.of("floor-1.1", ((mark, 0.9),), mark, because),) if because else ()
    record = Record.on(load_sheet("launch"), Table(None, 2), 1, {"floor-1.1": mark, "floor-2.1": 3})
    return SheetOfFile(Source(Path(name), name), name, 0, KeptSheet(record, doubts, unsure=unsure))


def test_doubt_about_differing_photos_names_them() -> None:
    photos = [photo("a.jpg", 9), photo("b.jpg", 7), photo("c.jpg", 4, UNSEEN)]
    doubt = Doubt("floor-1.1", ((9, 0.6), (7, 0.4)), 9, Message("hard to tell"))
    (events,) = with_differences([doubt], photos)
    assert events.because == "hard to tell (9 in a.jpg; 7 in b.jpg)"
    assert with_differences([doubt], photos[:1]) == (doubt,)
    pale = Doubt.of(doubt.field, doubt.candidates, doubt.chosen, much_paler(7, None))
    assert with_differences([pale], photos) == (pale,)
