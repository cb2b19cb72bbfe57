"""Answer the doubts of a batch: the order of questions, and the effects of an answer."""

from __future__ import annotations

import dataclasses
import html
import json
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.recorded import with_both_sheets
from fairsheet import verify
from fairsheet.asking import _reviewing, asking, batch_answers, table_questions
from fairsheet.asking.questions import Question
from fairsheet.batches.again import judge_again, open_batch
from fairsheet.batches.run import Watcher, judge_tables
from fairsheet.engine.records.record import NO_SEAT, Record, Table, read_record, write_record
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.doubt_files import read_doubts_file
from fairsheet.pipeline.base.values import Answer, KeptSheet, SheetOfFile, Source
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.store.store import open_store
from fairsheet.process.output_files import begin_run
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.readings.reasons import UNSEEN, UNSURE_NAME, Reason
from tests.conftest import Fairsheet
from tests.doubts_beside import write_doubts
from tests.fairsheet.here import InProcess, batch, records_of, sheets_read, write_records


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return two tables. One has an impossible misread number, the other a doubtful sum."""
    folder = tmp_path / "club"
    write_records(folder / "a", records_of("launch", "first"))
    write_records(folder / "b", records_of("launch", "second"))
    write_doubtful(folder / "a" / "seat-1.json", "score.total", share=0.97)
    write_doubtful(folder / "b" / "seat-2.json", first_slot(records_of("launch", "second")[1]), share=0.6)
    return folder


def first_slot(record: Record) -> str:
    slots = load_sheet("launch").field
    return next(f for f, mark in record.marks.items() if slots[f].kind == "slot" and isinstance(mark, int))


FAINT = Reason("faint", Message("faint"))


def write_doubtful(path: Path, field: str, share: float, *others: Mark, because: Reason = FAINT) -> None:
    """Write a wrong mark into a record, with a doubt whose candidates include the right mark."""
    _, record = read_record(path.read_bytes(), "")
    right = record.marks[field]
    assert isinstance(right, int)
    wrong: Mark = right + 3 if right < 10 else right - 9
    path.write_bytes(write_record(replace(record, marks={**record.marks, field: wrong})))
    shares = ((wrong, share), (right, 1 - share), *((mark, 0.01) for mark in others))
    doubt = Doubt.of(field, shares, wrong, because)
    write_doubts(path, "photo.jpg", (doubt,), {field: b"a picture"})


def answer_all(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Answer every question with the second candidate. Return the fields in the order of the questions."""
    fields: list[str] = []

    def ask(
        questions: Sequence[Question], keep: Callable[[asking.Answer], None], known: Sequence[str]
    ) -> asking.Asking:
        state = asking.Asking(tuple(questions))
        while not state.is_at_end:
            fields.append(state.question.field.id)
            doubt = state.question.doubt
            mark = next(mark for mark, _ in doubt.candidates if mark != doubt.chosen)
            state, answer = asking.handle_line(state, str(mark))
            assert answer is not None
            keep(answer)
        return state

    monkeypatch.setattr(_reviewing, "ask", ask)
    return fields


def test_decisive_questions_come_first(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, again = tmp_path / "out", InProcess()
    before = batch(club, out)
    assert [(each.verdict, each.table.doubts) for each in before.tables] == [("legal", 1), ("undecided", 1)]
    fields = answer_all(monkeypatch)
    with open_batch(out) as opened:
        assert len(batch_answers.ask_about_batch(opened, "Ada").answers) == 2
        state = judge_tables(opened.plan, opened.store, again, Watcher())
    assert fields[1:] == ["score.total"]
    assert [(each.verdict, each.table.doubts) for each in state.tables] == [("legal", 0), ("legal", 0)]
    assert len(again.done) == 2
    assert "by Ada on" in next((out / "report" / "tables").glob("launch-first-*")).read_text()
    photos = [json.loads(line) for line in (out / "photos.jsonl").read_text().splitlines()]
    record = json.loads((out / photos[3]["sheets"][0]["record"]).read_text())
    assert record["marks"] == dict(records_of("launch", "second")[1].marks)
    fields.clear()
    assert batch(club, out).tables == state.tables  # the next run uses the answers


def write_named(path: Path, player: str, *others: str) -> None:
    """Write a name into the record of a photo, with other names as candidates."""
    _, record = read_record(path.read_bytes(), "")
    path.write_bytes(write_record(replace(record, player=player)))
    shares = ((player, 0.6), *((name, 0.4) for name in others))
    write_doubts(path, "photo.jpg", (Doubt.of(PLAYER, shares, player, UNSURE_NAME),) if others else ())


def test_doubtful_name_needs_no_new_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = write_records(tmp_path / "club", records_of("launch", "first"))
    write_named(first, "Kovar", "Jiří Kovář")
    ((read, _),) = sheets_read([tmp_path / "club"])
    assert read.doubts == ()  # verdict and points do not depend on it
    begin_run()
    (table,) = batch(tmp_path / "club", tmp_path / "out").tables
    assert (table.verdict, table.table.doubts) == ("legal", 1)
    fields, again = answer_all(monkeypatch), InProcess()
    with open_batch(tmp_path / "out") as opened:
        assert len(batch_answers.ask_about_batch(opened, "Ada").answers) == 1
        (table,) = judge_tables(opened.plan, opened.store, again, Watcher()).tables
    assert fields == [PLAYER] and not again.done
    assert (table.table.records[0].player, table.table.doubts) == ("Jiří Kovář", 0)


def test_merge_renames_one_player_to_another(tmp_path: Path, fairsheet: Fairsheet) -> None:
    club, out = tmp_path / "club", tmp_path / "out"
    for number, (player, other) in enumerate([("Kovar", "Ada"), ("Jiří Kovář", "Ada"), ("KOVAR", "Eva")]):
        paths = write_records(club / str(number), records_of("launch", f"seed {number}"))
        write_named(paths[0], player)
        write_named(paths[1], other)
    begin_run()
    before = batch(club, out, league=True)
    assert len({place.record.player for each in before.tables for place in each.table.places}) == 5
    begin_run()
    done = fairsheet("review", out, "--merge", "Kovar=Jiří Kovář", "--by", "Ada")
    assert (done.code, done.err) == (0, "2 sheets renamed: Kovar is Jiří Kovář now\n")
    rows = (out / "league.csv").read_text().splitlines()[1:]
    assert sorted(row.split(",")[1] for row in rows) == ["Ada", "Eva", "Jiří Kovář"]
    begin_run()
    after = batch(club, out, league=True)
    assert sum(len(answers) for answers in after.answers.values()) == 2
    begin_run()
    fairsheet("review", out, "--merge", "Eva=Ada", "--accept-likely", 0.9).refused(
        "cannot be combined with --merge"
    )
    wrong = fairsheet("review", out, "--merge", "Eva=Jiří Kovář")
    assert "several sheets of one table have the name Jiří Kovář" in wrong.err
    begin_run()
    fairsheet("review", out, "--merge", "Kovax=Ada").refused("no player is named Kovax")


def test_photo_is_opened_once_for_all_its_crops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (record, _) = write_records(tmp_path / "club", records_of("launch", "first"))
    doubts = unclear(record)
    write_doubts(record, "photo.jpg", doubts)
    batch(tmp_path / "club", tmp_path / "out")
    cut: list[list[str]] = []

    def cut_again(seen: SheetOfFile, fields: list[str], catalog: Catalog) -> dict[str, bytes]:
        cut.append(fields)
        return dict.fromkeys(fields, b"a picture")

    monkeypatch.setattr(batch_answers, "cut_out_fields", cut_again)
    with open_batch(tmp_path / "out") as opened:
        for _ in range(2):
            questions = batch_answers.questions(opened)
            assert [each.crop for each in questions] == [b"a picture"] * 2
    assert cut == [[doubt.field for doubt in doubts]]


def test_undo_revokes_following_answers(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_doubts(club / "b" / "seat-2.json", "photo.jpg", unclear(club / "b" / "seat-2.json"))
    out, answers = tmp_path / "out", []
    batch(club, out)

    def ask(
        questions: Sequence[Question], keep: Callable[[asking.Answer], None], known: Sequence[str]
    ) -> asking.Asking:
        first, second = (each for each in questions if "seat 2" in each.sheet)
        cause = dataclasses.replace(first, cause=(None,), follow=frozenset({second.field.id}))
        state = asking.Asking((cause, second))
        for line in ("blank", "b", "b", "3", "b", "undo"):
            state, answer = asking.handle_line(state, line)
            if answer is not None:
                keep(answer)
                answers.append([(each.field, each.mark, each.who) for each in opened.store.answers()])
        return state

    monkeypatch.setattr(_reviewing, "ask", ask)
    with open_batch(out) as opened:
        assert len(batch_answers.ask_about_batch(opened, "Ada").answers) == 0
    cause = next(field for field, _, who in answers[0] if who == "Ada")
    assert (cause, None, "Ada") in answers[0]
    assert [who for field, _, who in answers[0] if field != cause] == [f"Ada (follows from {cause})"]
    assert answers[1:] == [[(cause, 3, "Ada")], []]


def unclear(path: Path) -> list[Doubt]:
    """Return doubts about the first two numbers of a record."""
    sheet, record = read_record(path.read_bytes(), "")
    marks = record.marks.items()
    slots = [(id_, mark) for id_, mark in marks if sheet.field[id_].kind == "slot" and isinstance(mark, int)]
    return [Doubt(id_, ((mark, 0.6), (None, 0.4)), mark, Message("faint")) for id_, mark in slots[:2]]


def test_records_keep_doubts_and_answers(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    batch(club, out)
    records = sorted((out / "records").glob("*.json"))
    doubted = [path for path in records if path.with_suffix(".doubts").exists()]
    assert len(records) == 4 and len(doubted) == 2
    for path in doubted:
        ((read,),) = sheets_read([path])
        assert [doubt.because for doubt in read.doubts or ()] == ["faint"]
        kept = read_doubts_file(path, load_sheet("launch"))
        assert kept is not None and list(kept.crops.values()) == [b"a picture"] and kept.corrections == ()
    begin_run()  # verify has read them in a separate run
    wrong = {path: read_record(path.read_bytes(), "")[1] for path in doubted}
    answer_all(monkeypatch)
    with open_batch(out) as opened:
        batch_answers.ask_about_batch(opened, "Ada")
    batch(club, out)
    for path in doubted:
        ((read,),) = sheets_read([path])
        kept = read_doubts_file(path, load_sheet("launch"))
        assert read.doubts == () and kept is not None and len(kept.doubts) == 1
        (correction,) = kept.corrections
        assert correction.by == "Ada" and correction.was == wrong[path].marks[correction.field]
        assert correction.mark == read.record.marks[correction.field] != correction.was


def test_correction_of_a_mark_without_a_doubt_is_kept(tmp_path: Path, fairsheet: Fairsheet) -> None:
    """Correct the record that the batch wrote. The table is proved again, and the next run keeps the correction."""
    folder, out = tmp_path / "club", tmp_path / "out"
    played = records_of("launch", "first")
    field, right = first_slot(played[0]), played[0].marks[first_slot(played[0])]
    misread = next(
        record
        for number in range(1, 16)
        if number != right
        for record in [replace(played[0], marks={**played[0].marks, field: number})]
        if verify([record, *played[1:]]).sheets[0].verdict == "illegal"
    )
    write_records(folder, [misread, *played[1:]])
    (table,) = batch(folder, out).tables
    assert table.verdict == "illegal"
    written = next((out / "records").glob("seat-1-*.json"))
    ended = fairsheet("correct", written, f"{field}={right}", "--by", "Ada")
    assert ended.code == 0 and f": {misread.marks[field]} -> {right}" in ended.out, ended.err
    assert re.search("Launch, seed first: Bot 1 legal [0-9]+", ended.out)
    assert read_record(written.read_bytes(), "")[1].marks == played[0].marks
    (table,) = batch(folder, out).tables
    assert table.verdict == "legal" and table.table.doubts == 0
    page = next((out / "report" / "tables").iterdir()).read_text()
    assert re.search(r"Changed by hand: \[[^;]*\] by Ada on", page) and "Answered" not in page
    ended = fairsheet("correct", written, f"{field}={right}", "--sheet", "launch")
    ended.refused("--sheet: a batch already has the template of its custom sheet")
    ended = fairsheet("correct", out, "--seat", 1, f"{field}=undo")
    assert ended.code == 0 and f": {right} -> {misread.marks[field]}" in ended.out, ended.err
    assert re.search("Bot 1 illegal [0-9]+", ended.out)
    assert batch(folder, out).tables[0].verdict == "illegal"
    fairsheet("correct", written, "player=Zoe", f"{field}=undo").refused("nobody has corrected this field")
    fairsheet("correct", out, "--seat", 1, "player=Zoe", f"{field}=undo").refused("nobody has corrected")
    assert batch(folder, out).tables[0].table.records[0].player == played[0].player
    ended = fairsheet("correct", out, "--seat", 1, f"{field}={right}", "player=Zoe")
    assert ended.code == 0 and batch(folder, out).tables[0].verdict == "legal"
    assert read_record(written.read_bytes(), "")[1].player == "Zoe"
    fairsheet("correct", out / "records", "--seat", 1, "player=Eva")
    assert batch(folder, out).tables[0].table.records[0].player == "Eva"


def test_tables_that_differ_in_print_are_chosen_by_option(tmp_path: Path, fairsheet: Fairsheet) -> None:
    for number in ("p1", "p2"):
        records = records_of("launch", "otter")
        prints = [replace(each, game=replace(each.game, print=number)) for each in records]
        write_records(tmp_path / "in" / number, prints)
    batch(tmp_path / "in", out := tmp_path / "out")
    fairsheet("correct", out, "--seat", 1, "player=Eva").refused("give --table, one of print p1, print p2")
    assert fairsheet("correct", out, "--seat", 1, "--table", "print p2", "player=Eva").code == 0
    players = [each.table.records[0].player for each in batch(tmp_path / "in", out).tables]
    assert players == ["Bot 1", "Eva"]


def test_review_refuses_the_records_of_a_batch(club: Path, tmp_path: Path, fairsheet: Fairsheet) -> None:
    """Otherwise the next run would write it again without the answers."""
    batch(club, tmp_path / "out")
    fairsheet("review", tmp_path / "out" / "records").refused(f"fairsheet review {tmp_path / 'out'}")


def test_report_counts_marks_accepted_as_likely(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(club, out)
    with open_batch(out) as opened:
        assert batch_answers.merge(opened, {"Bot 1": "Ada"}, "Ada") == 2  # this answers nothing else
    batch(club, out)
    with open_batch(out) as opened:
        assert batch_answers.accept_likely(opened, 0.9) == 1
        state = judge_tables(opened.plan, opened.store, InProcess(), Watcher())
    assert [each.table.doubts for each in state.tables] == [0, 1]
    index = (out / "report" / "index.html").read_text()
    assert "1 mark in doubt was accepted as read" in index
    assert "1 mark is still in doubt" in index and "To answer:" in index
    assert (
        "by the reader (90% or more)" in next((out / "report" / "tables").glob("launch-first-*")).read_text()
    )


def test_unseen_marks_are_not_accepted_as_likely(club: Path, tmp_path: Path) -> None:
    write_records(club / "a", records_of("launch", "first"))
    write_doubtful(club / "a" / "seat-1.json", "score.total", share=0.97, because=UNSEEN)
    batch(club, tmp_path / "out")
    with open_batch(tmp_path / "out") as opened:
        assert batch_answers.accept_likely(opened, 0.9) == 0


def test_question_shows_a_photo_on_which_its_field_is_visible() -> None:
    record = records_of("launch", "first")[0]
    field = first_slot(record)
    hidden, unsure, sure = (
        SheetOfFile(Source(Path(name), name), name, 0, KeptSheet(record, doubts))
        for name, doubts in {
            "hidden": (Doubt.of(field, ((1, 1.0),), 1, UNSEEN),),
            "unsure": (Doubt.of(field, ((1, 1.0),), 1, FAINT),),
            "sure": (),
        }.items()
    )
    for photos, shown in (((hidden, sure), sure), ((hidden, sure, unsure), unsure), ((hidden,), hidden)):
        assert table_questions.readings_of(SeatSheet(record, (), photos), field, BUNDLED) == [shown]


def test_accepted_marks_go_with_their_photo(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(club, out)
    with open_batch(out) as opened:
        batch_answers.accept_likely(opened, 0.9)
    assert batch(club, out).left_to_reader == 1
    (club / "a/seat-1.json").unlink()
    assert batch(club, out).left_to_reader == 0


def test_answer_is_on_disk_before_the_next_question(tmp_path: Path) -> None:
    """Readings can be made again after a power cut, but answers cannot."""
    answers: list[str] = []
    with open_store(tmp_path / "out", new=True) as store:
        store._connection.set_trace_callback(lambda statement: answers.append(statement.split()[-1]))
        store.keep_answer(Answer("1f", 0, "floor-1.1", 3, "Ada", "2026-11-23T09:00:00+00:00"))
    assert answers.index("synchronous=full") < answers.index("COMMIT") < answers.index("synchronous=normal")


def test_limits_hold_for_new_proofs_too(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, limits, given = tmp_path / "out", Limits(memory=4096, seconds=600), list[Limits]()

    class Pool(InProcess):
        def __init__(self, workers: int, limits: Limits, log: int) -> None:
            super().__init__()
            given.append(limits)

    batch(club, out, limits=limits)
    monkeypatch.setattr("fairsheet.batches.again.Processes", Pool)
    with open_batch(out) as again:
        judge_again(again)
    assert given == [limits]


def test_report_shows_the_command_that_answers_its_doubts(club: Path, tmp_path: Path) -> None:
    batch(club, tmp_path / "our evening")
    index = (tmp_path / "our evening" / "report" / "index.html").read_text()
    command = shlex.join(["fairsheet", "review", str(tmp_path / "our evening")])
    assert (
        f"<code>{command}</code>" in html.unescape(index)
        and "2 marks are still in doubt" in index
        and "To answer, most important first:" in index
    )


def test_review_refuses_a_batch_stopped_before_it_began(tmp_path: Path, fairsheet: Fairsheet) -> None:
    with open_store(tmp_path / "out", new=True):
        pass
    fairsheet("review", tmp_path / "out").refused("this batch was stopped before it had begun")


def test_questions_of_a_batch_need_a_terminal(club: Path, tmp_path: Path, fairsheet: Fairsheet) -> None:
    batch(club, tmp_path / "out")
    fairsheet("review", tmp_path / "out").refused("questions need a terminal")
    ended = fairsheet("review", tmp_path / "out", "--accept-likely", 0.9)
    assert ended.code == 3 and "1 doubt accepted as read, 1 open" in ended.err


def test_a_batch_without_doubts_needs_no_terminal(tmp_path: Path, fairsheet: Any) -> None:
    write_records(tmp_path / "club", records_of("launch", "first"))
    batch(tmp_path / "club", tmp_path / "out")
    ended = fairsheet("review", tmp_path / "out")
    assert ended.code == 0 and "nothing is in doubt" in ended.err


def test_question_uses_the_layout_of_its_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recorded game has a sheet for the table and may have two per player. Their fields share ids."""
    club, out = tmp_path / "club", tmp_path / "out"
    club.mkdir()
    records = {(each.sheet, each.seat): each for each in with_both_sheets(Table("crane", 2))}
    doubted = {
        ("pulsar-table", NO_SEAT): "row.value-1",
        ("pulsar-final", 2): "final.purple",
        ("pulsar-ledger", 2): "final.purple",
    }
    for (name, seat), record in records.items():
        (club / f"{name}-{seat}.json").write_bytes(write_record(record))
    for (name, seat), field in doubted.items():
        write_doubtful(club / f"{name}-{seat}.json", field, 0.6, 0 if seat == NO_SEAT else 99)
    batch(club, out)
    with open_batch(out) as opened:
        items = batch_answers.questions(opened)
        field_by_sheet = {(each.layout.name, each.record.seat): each.field.id for each in items}
        assert field_by_sheet == doubted and len({each.key for each in items}) == 3
        assert {each.layout.name for each in items if table_questions.RANK in each.remark} == {"pulsar-final"}
        answer_all(monkeypatch)
        assert len(batch_answers.ask_about_batch(opened, "Ada").answers) == 3
        (table,) = judge_tables(opened.plan, opened.store, InProcess(), Watcher()).tables
    right = {key: records[key].marks[field] for key, field in doubted.items()}
    kept = {(each.sheet, each.seat): each.marks for each in table.table.records}
    assert {key: kept[key][field] for key, field in doubted.items()} == right
