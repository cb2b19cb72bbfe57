"""Several photos of one sheet are read together in a batch, as `scan` reads them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from fairsheet.asking import _reviewing, asking, batch_answers
from fairsheet.asking.questions import Question
from fairsheet.batches.again import open_batch
from fairsheet.batches.run import Watcher, judge_tables
from fairsheet.commands.batch import exit_code
from fairsheet.engine.records.record import Record, Table, write_record
from fairsheet.engine.records.table_records import table_of_record
from fairsheet.languages.messages import Message
from fairsheet.pipeline.answers.corrections import corrected, now, write_corrections
from fairsheet.pipeline.base.doubt_files import DoubtsFile, open_doubts, read_doubts_file
from fairsheet.pipeline.base.values import Answer, FileReading, KeptSheet, SheetOfFile, Source, TableResult
from fairsheet.pipeline.batch_state import State
from fairsheet.pipeline.grouping.seated_tables import SeatedTable, SeatSheet
from fairsheet.pipeline.joining.joining import doubts_left, join_sheets
from fairsheet.pipeline.joining.unjoined_marks import combined
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.tables_from_files import read_tables
from fairsheet.pipeline.work.tasks import Failure, FileDone, JoinSheets, ReadFile, Result, Task, perform
from fairsheet.process.exits import ExitCode
from fairsheet.results.outputs import raised_doubts
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.kept import CERTAIN
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.readings.reasons import UNSEEN, Reason, alike
from tests.fairsheet.here import InProcess, batch, photo_files, sheets_read

FIELD, ERROR = "floor-1.1", "error.1"
ALIKE = alike(8, 3)
RECORD = Record.on(
    load_sheet("launch"), Table(None, 2), 1, {FIELD: 3, "floor-2.1": 7, "floor-3.1": 9, "floor-4.1": 9}
)


def photo(*shares: tuple[Mark | None, float], because: Reason = ALIKE, **marks: Mark) -> KeptSheet:
    """Return a reading that is unsure of one field. The likeliest mark comes first."""
    read = shares[0][0] if shares else 3
    doubts = (Doubt.of(FIELD, shares, read, because),) if shares and shares[0][1] < 0.98 else ()
    all_marks = {
        **RECORD.marks,
        FIELD: read,
        **{key.replace("_", "-", 1).replace("_", "."): m for key, m in marks.items()},
    }
    record = replace(RECORD, marks={field: mark for field, mark in all_marks.items() if mark is not None})
    return KeptSheet(record, doubts, unsure=(FieldReading(FIELD, shares),) if shares else ())


UNCLEAR = photo((8, 0.6), (3, 0.4))
CLEAR = photo((3, 0.999), (8, 0.001))


def test_ink_of_all_photos_is_combined_in_any_order() -> None:
    one, other = join_sheets([UNCLEAR, CLEAR], {}, BUNDLED), join_sheets([CLEAR, UNCLEAR], {}, BUNDLED)
    assert one is not None and other is not None
    assert one.record.marks == other.record.marks == RECORD.marks
    assert one.doubts == other.doubts == ()
    (field,) = one.unsure
    assert field.likeliest == 3 and 0.98 < field.probability(3) < 0.999, (
        "not as sure as the clear photo alone"
    )


def test_field_covered_on_one_photo_is_read_from_the_other() -> None:
    joined = join_sheets([photo((None, 0.9), (8, 0.1), because=UNSEEN), photo()], {}, BUNDLED)
    assert joined is not None and joined.record.marks == RECORD.marks and joined.doubts == ()


def test_answer_overrides_all_photos_of_a_sheet() -> None:
    joined = join_sheets([UNCLEAR, CLEAR], {FIELD: None}, BUNDLED)
    assert joined is not None and FIELD not in joined.record.marks
    assert joined.doubts == () and joined.unsure == ()


def test_answer_settles_other_questions() -> None:
    """The number in the slot does not matter, but the error changes the points."""
    ink = FieldReading(FIELD, ((3, 0.55), (10, 0.45))), FieldReading(ERROR, (("circled", 0.6), (None, 0.4)))
    doubts = tuple(
        Doubt(each.field, each.probabilities, each.likeliest, ALIKE.words, matters=True) for each in ink
    )
    read = KeptSheet(replace(RECORD, marks={**RECORD.marks, ERROR: "circled"}), doubts, unsure=ink)

    def opened(answers: dict[str, Mark | None]) -> list[str]:
        return [doubt.field for doubt in doubts_left(read, answers, BUNDLED)]

    assert opened({}) == [FIELD, ERROR] and opened({FIELD: 10}) == [ERROR] and opened({ERROR: None}) == []


def test_clearly_different_photos_are_not_one_sheet() -> None:
    assert join_sheets([photo(), photo(floor_2_1=8, floor_3_1=6, floor_4_1=4)], {}, BUNDLED) is None


class Camera(InProcess):
    """Reads photos by their names, and records normally."""

    def do(self, task: Task) -> Result:
        if isinstance(task, ReadFile) and task.path.endswith(b".jpg"):
            return FileDone(FileReading((CLEAR if task.path.endswith(b"/clear.jpg") else UNCLEAR,)))
        return perform(task)


def test_batch_joins_photos_of_one_sheet_once(tmp_path: Path) -> None:
    folder, first, again = tmp_path / "club", Camera(), Camera()
    out = make_photo_batch(tmp_path, first)
    with open_batch(out) as opened:
        (table,) = opened.state.tables
    assert len(first.done) == 2 + 1 + 1
    assert table.table.records[0].marks == RECORD.marks and table.table.doubts == 0
    note = "clear.jpg and unclear.jpg show one sheet: it is read from all of them"
    assert table.table.notes == (f"seat 1: {note}",)
    assert note in next((out / "report/tables").iterdir()).read_text()
    batch(folder, out, again, overlays=False)
    assert again.done == []
    assert answer_and_judge(out, (0, 8, "Ada", "09:00+01:00")).record.marks[FIELD] == 8


def answer_and_judge(out: Path, *answers: tuple[int, Mark | None, str, str]) -> SeatSheet:
    """Answer the doubts of batch files by number, mark, name and time, and return the sheet."""
    with open_batch(out) as opened:
        contents = [sha256 for _, sha256, _ in opened.store.listed()]
        for number, mark, who, when in answers:
            opened.store.keep_answer(Answer(contents[number], 0, FIELD, mark, who, f"2026-11-23T{when}"))
        (table,) = judge_tables(opened.plan, opened.store, InProcess(), Watcher()).tables
    return table.table.places[0]


@pytest.fixture
def two_photos(tmp_path: Path) -> Path:
    """Return a batch of clear.jpg and unclear.jpg."""
    return make_photo_batch(tmp_path, Camera())


def make_photo_batch(tmp_path: Path, executor: InProcess) -> Path:
    batch(
        photo_files(tmp_path / "club", "clear.jpg", "unclear.jpg"), tmp_path / "out", executor, overlays=False
    )
    return tmp_path / "out"


class Slow(Camera):
    """Never finishes reading photos of one sheet together."""

    def do(self, task: Task) -> Result:
        return (
            Failure(Message("it took more than 120 s")) if isinstance(task, JoinSheets) else super().do(task)
        )


def test_photos_that_cannot_be_joined_are_named_with_the_reason(tmp_path: Path) -> None:
    out, failures = make_photo_batch(tmp_path, Slow()), []
    with open_batch(out) as opened:
        notes = opened.state.tables[0].table.notes
        reason = "it took more than 120 s; to try again, add --retry"
        assert notes[0] == f"seat 1: clear.jpg and unclear.jpg could not be read together: {reason}"
        assert reason in next((out / "report/tables").iterdir()).read_text()
        line = "photos of 1 sheet could not be read together, so their marks are compared one by one"
        assert line in (out / "report/index.html").read_text()
        opened.store.forget_failures()
        watcher = Watcher(done=lambda name, error: failures.append((name, error)))
        judge_tables(opened.plan, opened.store, Slow(), watcher)
        assert failures[0] == ("clear.jpg and unclear.jpg", reason)
        opened.store.forget_failures()
        done = judge_tables(opened.plan, opened.store, InProcess(), Watcher())
    (table,) = done.tables
    assert line not in (out / "report/index.html").read_text()
    assert table.table.notes == (
        "seat 1: clear.jpg and unclear.jpg show one sheet: it is read from all of them",
    )


def test_doubt_about_a_combined_mark_goes_to_each_photo_of_it() -> None:
    """Only the combined photos give 9. Each photo keeps its own mark, and the doubt is about that mark."""
    photos = [
        SheetOfFile(Source(Path(name), name), name, 0, sheet)
        for name, sheet in (("a", photo()), ("b", photo((8, 0.99))), ("copy", UNCLEAR), ("copy", UNCLEAR))
    ]
    both = replace(RECORD, marks={**RECORD.marks, FIELD: 9})
    table = SeatedTable(table_of_record(RECORD), (SeatSheet(both, (), tuple(photos)),))
    raised = Doubt(FIELD, ((3, 0.9), (9, 0.1)), 9, Message("perhaps not 9"))
    outcome = JudgedTable(table, TableResult(None, None, raised=((raised,),)))
    about_3, about_8 = (replace(raised, chosen=mark) for mark in (3, 8))
    assert raised_doubts([outcome], BUNDLED) == {("a", 0): [about_3], ("b", 0): [about_8]}
    assert open_doubts(DoubtsFile("a.jpg", (about_3,)), photos[0].sheet.record) == (about_3,)
    alike = replace(raised, chosen=8)
    outcome = JudgedTable(table, TableResult(None, None, raised=((alike,),)))
    assert raised_doubts([outcome], BUNDLED) == {("b", 0): [alike], ("copy", 0): [alike]}


def test_doubt_of_the_proof_goes_to_the_photo_of_its_page() -> None:
    sheet = load_sheet("planet-record")
    record = Record.on(sheet, Table(None, 2), 1, {})
    photos = tuple(
        SheetOfFile(Source(Path(name), name), name, 0, KeptSheet(record, (), (page,)))
        for page, name in enumerate(("first", "second"), 1)
    )
    field = next(field.id for field in sheet.fields if field.page == 2)
    raised = Doubt(field, ((None, 0.9), (1, 0.1)), None, Message("perhaps not blank"))
    table = SeatedTable(table_of_record(record), (SeatSheet(record, (), photos),))
    outcome = JudgedTable(table, TableResult(None, None, raised=((raised,),)))
    assert raised_doubts([outcome], BUNDLED) == {("second", 0): [raised]}


@pytest.mark.parametrize(
    "answers",
    [
        [(0, 3, "Ada", "01:00+00:00"), (1, 8, "the reader (90% or more)", "09:00+00:00")],
        [(0, 3, "Ada", "09:00+00:00"), (1, 8, "Ada", "09:30+01:00")],
        [(0, 3, "Ada (follows from floor-2.1)", "09:00+00:00"), (1, 8, "Ada", "01:00+00:00")],
    ],
    ids=["somebody before the reader", "the newest", "the newest, though it follows from another"],
)
def test_one_answer_about_photos_of_one_sheet_counts(
    two_photos: Path, answers: list[tuple[int, Mark | None, str, str]]
) -> None:
    place = answer_and_judge(two_photos, *answers)
    assert place.record.marks[FIELD] == 3 and place.doubts == ()
    other_files = [(1 - number, mark, who, when) for number, mark, who, when in answers]
    place = answer_and_judge(two_photos, *other_files)
    assert place.record.marks[FIELD] == 3 and place.doubts == ()


def test_different_answers_are_a_doubt_until_a_new_answer(
    two_photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = answer_and_judge(two_photos, (0, 3, "Ada", "09:00+00:00"), (1, 8, "Bob", "10:00+00:00"))
    assert place.record.marks[FIELD] == 8 and place.doubts is not None
    (doubt,) = place.doubts
    assert doubt.candidates == ((8, 0.5), (3, 0.5))
    note = "8 by Bob about unclear.jpg; 3 by Ada about clear.jpg"
    assert doubt.because == f"the answers about this sheet differ: {note}"

    def ask(
        questions: Sequence[Question], keep: Callable[[asking.Answer], None], known: Sequence[str]
    ) -> asking.Asking:
        state, answer = asking.handle_line(asking.Asking(tuple(questions)), "3")
        assert answer is not None
        keep(answer)
        return state

    monkeypatch.setattr(_reviewing, "ask", ask)
    with open_batch(two_photos) as opened:
        assert batch_answers.accept_likely(opened, 0.5) == 0
        assert len(batch_answers.ask_about_batch(opened, "Eve").answers) == 1
    place = answer_and_judge(two_photos)
    assert place.record.marks[FIELD] == 3 and place.doubts == ()


def test_correction_of_a_record_overrides_its_photo(two_photos: Path, tmp_path: Path) -> None:
    """Correct more marks of a scanned record than two readings of one sheet may differ in."""
    record, sheet = tmp_path / "club/unclear.json", load_sheet("launch")
    changes: dict[str, Mark | None] = {FIELD: 3, "floor-2.1": 8, "floor-3.1": 6, "floor-4.1": None}
    record.write_bytes(write_record(corrected(RECORD, changes)))
    (table,) = batch(tmp_path / "club", two_photos, Camera(), overlays=False).tables
    assert table.has_two_sheets
    record.write_bytes(write_record(RECORD))
    right = write_corrections(record, sheet, RECORD, changes, by="Ada", at=now())
    (table,) = batch(tmp_path / "club", two_photos, Camera(), overlays=False).tables
    assert not table.has_two_sheets and table.table.doubts == 0
    assert table.table.records[0].marks == right.marks
    written = [
        path for path in (two_photos / "records").glob("*.json") if path.read_bytes() == record.read_bytes()
    ]
    kept = [read_doubts_file(path, sheet) for path in written]
    assert [len(each.corrections) for each in kept if each is not None] == [len(changes)]


def test_corrected_record_overrides_the_photo_of_each_page(tmp_path: Path) -> None:
    """The record has both pages of its sheet, each photo one page."""
    sheet, (one, two) = load_sheet("gaia-record"), ("score.final-1", "round-1.hits")
    assert [sheet.field[field].page for field in (one, two)] == [1, 2]
    misread = Record.on(sheet, Table("otter", 2), 1, {one: 1, two: 3})
    shown = {1: {one: 1}, 2: {two: 3}}

    class Pages(InProcess):
        def do(self, task: Task) -> Result:
            if not (isinstance(task, ReadFile) and task.path.endswith(b".jpg")):
                return perform(task)
            page = int(task.path[-5:-4])
            return FileDone(FileReading((KeptSheet(replace(misread, marks=shown[page]), (), (page,)),)))

    club = photo_files(tmp_path / "club", "page-1.jpg", "page-2.jpg")
    record = club / "seat-1.json"
    record.write_bytes(write_record(misread))
    write_corrections(record, sheet, misread, {two: 1}, by="Ada", at=now())
    (table,) = batch(club, tmp_path / "out", Pages(), overlays=False).tables
    (place,) = table.table.places
    assert place.record.marks == {one: 1, two: 1} and not place.doubts
    assert [each.source.name for each in place.showing(two, BUNDLED)] == ["page-2.jpg", "seat-1.json"]


@pytest.mark.parametrize(
    ("not_joined", "problem", "code"),
    [
        (None, None, ExitCode.DONE),
        ("it hung", None, ExitCode.NEEDS_REVIEW),
        (None, Message("it hung"), ExitCode.NEEDS_REVIEW),
    ],
)
def test_unfinished_work_needs_a_review(
    not_joined: str | None, problem: Message | None, code: ExitCode
) -> None:
    place = SeatSheet(RECORD, (), (), not_joined=not_joined)
    table = SeatedTable(table_of_record(RECORD)._replace(players=1), (place,))
    assert exit_code(State(tables=[JudgedTable(table, TableResult(None, None, problem))])) == code


def test_certain_mark_keeps_a_probability_below_one() -> None:
    """A certain mark is stored without its probability, but it never counts as 1."""
    assert photo().ink(FIELD).probabilities == ((3, CERTAIN),)
    seen = [
        SheetOfFile(Source(Path(name), name), name, 0, read)
        for name, read in (("a", photo()), ("b", photo((8, 0.6), (3, 0.4))))
    ]
    (field,) = combined(seen)[0].unsure
    assert field.probability(8) > 0 and field.probability(3) < 1


def test_records_of_a_batch_are_joined_as_its_photos_were(two_photos: Path) -> None:
    ((read,),) = sheets_read([two_photos / "records"])
    assert read.record.marks == RECORD.marks and read.doubts == ()
    (unclear,) = (two_photos / "records").glob("unclear*.json")
    ((alone,),) = sheets_read([unclear])
    assert alone.record.marks[FIELD] == 8 and [doubt.field for doubt in alone.doubts or ()] == [FIELD]
    document = unclear.read_bytes().replace(b'"floor-1.1": 8', b'"floor-1.1": 9')
    assert document != unclear.read_bytes()
    unclear.write_bytes(document)  # by hand, without a note
    ((read,),) = sheets_read([two_photos / "records"])
    (doubt,) = read.doubts or ()
    assert doubt.is_about_photos and {mark for mark, _ in doubt.candidates} == {3, 9}


def test_copy_of_a_record_changes_nothing(two_photos: Path, tmp_path: Path) -> None:
    (unclear,) = (two_photos / "records").glob("unclear*.json")
    (tmp_path / "twice").mkdir()
    for name in ("one", "other"):
        for file in (unclear, unclear.with_suffix(".doubts")):
            shutil.copy(file, tmp_path / "twice" / f"{name}{file.suffix}")
    ((alone,),) = sheets_read([unclear])
    ((both,),) = sheets_read([tmp_path / "twice"])
    assert (both.record, both.doubts) == (alone.record, alone.doubts) and both.doubts


@pytest.mark.parametrize(
    "reading",
    [
        {"pages": [], "marks": {}},
        {"pages": [2], "marks": {}},
        {"pages": [1], "marks": {"no.such": 1}},
        {"pages": [1], "marks": {FIELD: 99}},
        {"pages": [1], "marks": {}, "unsure": [{"field": FIELD, "probabilities": []}]},
        {"pages": [1], "marks": {}, "unsure": [{"field": FIELD, "probabilities": [[3, 0.0]]}]},
        {"pages": [1], "marks": {}, "unsure": [{"field": FIELD, "probabilities": [["no", 0.5]]}]},
    ],
)
def test_impossible_stored_reading_is_refused(two_photos: Path, reading: dict[str, object]) -> None:
    (doubts_file,) = (two_photos / "records").glob("unclear*.doubts")
    doubts_file.write_text(json.dumps(json.loads(doubts_file.read_text()) | {"reading": reading}))
    with pytest.raises(FairsheetError, match="file of doubts is broken"):
        read_tables([two_photos / "records"])
