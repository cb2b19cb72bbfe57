"""Questions about doubts: moving between them, storing answers, and the picture of the field."""

from __future__ import annotations

import base64
import io
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs
from PIL import Image

from fairsheet.asking._reviewing import keep
from fairsheet.asking.asking import (
    Answer,
    Asking,
    handle_line,
    left_open,
    line_in_english,
    prompt,
    question_lines,
)
from fairsheet.asking.asking_terminal import ask, half_blocks, show_question
from fairsheet.asking.questions import Question
from fairsheet.asking.record_answers import (
    RecordAnswers,
    judge_records,
    questions_of_records,
    records_to_review,
)
from fairsheet.engine.records.record import read_record
from fairsheet.languages.catalogues import catalogue
from fairsheet.languages.messages import Message, render
from fairsheet.pipeline.answers.corrections import now, write_corrections
from fairsheet.pipeline.store.scanned_records import RecordFiles, sheets_of
from fairsheet.process.terminal_pictures import picture_sequence
from fairsheet.results.documents.doubt_lines import doubt_lines
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.sheets.naming.field_places import field_places
from fairsheet.vision.classify.crops import field_crops
from fairsheet.vision.geometry.rectify import PX_PER_MM
from fairsheet.vision.readings.reading import Doubt, PhotoReading, SheetReading
from fairsheet.vision.readings.reasons import BESIDE_UNSEEN, UNSEEN, Kind, much_paler
from fairsheet.wording.field_names import field_names
from tests.doubts_beside import read_doubts, write_doubts

SHEET = load_sheet("launch")
FIELDS = ("floor-1.1", "floor-1.2", "error.1")


def three_questions() -> Asking:
    doubts = [Doubt(id_, ((7, 0.6), (None, 0.4)), 7, Message("hard to tell")) for id_ in FIELDS[:2]]
    doubts.append(Doubt(FIELDS[2], (("circled", 0.7), (None, 0.3)), "circled", Message("faint")))
    places = field_places(SHEET)
    return Asking(
        tuple(Question("a.json", "a.jpg", SHEET.field[d.field], d, places[d.field]) for d in doubts)
    )


def type_lines(lines: Sequence[str]) -> tuple[Asking, list[tuple[str, Mark | None]]]:
    """Return the state after these lines and the answers to store, in their order."""
    state, kept = three_questions(), []
    for line in lines:
        assert not state.is_over
        state, answer = handle_line(state, f"{line}\n")
        if answer is not None:
            kept.append((answer.question.field.id, answer.mark))
    return state, kept


def answer_lines(state: Asking, *lines: str) -> tuple[Asking, Answer | None]:
    """Return the state after these lines, and the answer that the last of them gives."""
    answer = None
    for line in lines:
        state, answer = handle_line(state, line)
    return state, answer


def test_many_unseen_fields_are_not_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    (question, *_) = three_questions().questions
    doubt = structs.replace(question.doubt, kind=UNSEEN.kind)
    hidden = [replace(question, doubt=doubt, unseen=True, settled=lambda answers: False)] * 5
    state = ask(hidden, lambda answer: None)
    assert not state.questions and left_open(state) == 5
    assert "a.jpg: 5 fields cannot be seen" in capsys.readouterr().err


def test_candidate_names_match_without_accents() -> None:
    doubt = Doubt(
        PLAYER, (("SIRI KOVAR", 0.6), ("Jiří Kovář", 0.4)), "SIRI KOVAR", Message("written here"), kind="name"
    )
    questions = Asking((Question("a.json", "a.jpg", SHEET.field[PLAYER], doubt, "at the top"),))
    for line, name in (
        ("jiri kovar", "Jiří Kovář"),
        ("Jan Kovář", "Jan Kovář"),
        ("", "SIRI KOVAR"),
        ("blank", None),
    ):
        _, answer = handle_line(questions, f"{line}\n")
        assert answer is not None and answer.mark == name


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["", "x", "blank"], [("floor-1.1", 7), ("floor-1.2", "X"), ("error.1", None)]),
        (["8", "b", "9"], [("floor-1.1", 8), ("floor-1.1", 9)]),
        (["8", "<", ""], [("floor-1.1", 8), ("floor-1.1", 8)]),
        (["s", ">", "CROSSED"], [("error.1", "crossed")]),
        (["8", "q"], [("floor-1.1", 8)]),
        (["99", "nonsense", "?", "5"], [("floor-1.1", 5)]),
        (["b", "5"], [("floor-1.1", 5)]),
        (
            ["", "", "", "b", "blank"],
            [("floor-1.1", 7), ("floor-1.2", 7), ("error.1", "circled"), ("error.1", None)],
        ),
        (["s", "s", "s", "b", ""], [("error.1", "circled")]),
    ],
)
def test_each_answer_is_passed_on_immediately(lines: list[str], kept: list[tuple[str, Mark | None]]) -> None:
    assert type_lines(lines)[1] == kept


def test_questions_that_an_answer_settles_are_skipped() -> None:
    first, second, third = three_questions().questions
    needless = replace(second, settled=lambda answers: answers == {FIELDS[0]: 8})
    state, answer = handle_line(Asking((first, needless, third)), "8")
    assert answer is not None and answer.explained == (needless,) and state.question == third
    state, answer = answer_lines(state, "b", "b", "7")
    assert answer is not None and answer.revoked == (needless,) and state.question == needless


def test_asking_ends_after_the_last_question_or_on_quit() -> None:
    for line in ("", "q"):
        assert type_lines(["", "", "", line])[0].is_over and left_open(type_lines(["", "", "", line])[0]) == 0
    assert not type_lines(["", "", ""])[0].is_over and not type_lines(["", "", "", "7"])[0].is_over
    assert prompt(type_lines(["", "", ""])[0]).startswith("All are answered. [end]")
    assert type_lines(["q"])[0].is_over and left_open(type_lines(["", "q"])[0]) == 2
    assert left_open(type_lines(["s", "", ""])[0]) == 1


def test_mark_that_explains_other_doubts_skips_their_questions() -> None:
    _, second, third = three_questions().questions
    state, answer = handle_line(Asking((explaining(), second, third)), "blank")
    assert answer is not None and answer.explained == (second,)
    assert state.at == 2 and state.answers == {0: None, 1: 7}
    state, answer = answer_lines(state, "b", "b", "8")
    assert answer is not None and (answer.explained, answer.revoked) == ((), (second,))
    assert state.at == 1 and state.answers == {0: 8}


def test_number_out_of_range_needs_confirmation() -> None:
    """Test it on the last question, too."""
    field = SHEET.field["score.total"]
    doubt = Doubt(field.id, ((65, 0.6), (None, 0.4)), 65, Message("hard to tell"))
    state = Asking((Question("a.json", "a.jpg", field, doubt, ""),))
    for line in ("99999", "88888"):
        state, answer = handle_line(state, line)
        assert answer is None and "this box is for " in state.notice and f"Enter keeps {line}" in state.notice
        assert prompt(state).startswith(f"What do you see? [{line}]")
    for line, mark in (("", 88888), ("88888", 88888), ("64", 64)):
        next_state, answer = handle_line(state, line)
        assert answer is not None and answer.mark == mark and next_state.is_at_end
    assert prompt(handle_line(state, "s")[0]).startswith("1 question left for later. [end]")


def test_undo_takes_back_an_answer_and_the_answers_it_explained() -> None:
    state, _ = type_lines(["8", "", "b", "b", "undo", "undo"])
    assert state.at == 1 and state.answers == {}
    assert handle_line(state, "undo")[0].notice == "there is no answer to take back"
    _, second, third = three_questions().questions
    state, answer = answer_lines(Asking((explaining(), second, third)), "blank", "undo")
    assert answer is not None and answer.undone and answer.revoked == (second,)
    assert (state.at, state.answers, state.causes) == (0, {}, {})


def explaining(source: str = "a.json") -> Question:
    """Return the first question. The mark blank for it would explain the second question."""
    first, second, _ = three_questions().questions
    return replace(first, source=source, cause=(None,), follow=frozenset({second.field.id}))


def test_answer_does_not_explain_doubts_of_another_record() -> None:
    cause, (_, second, third) = explaining("b.json"), three_questions().questions
    state, answer = handle_line(Asking((cause, second, third)), "blank")
    assert answer is not None and answer.explained == () and state.answers == {0: None}


def test_explanation_does_not_replace_a_given_answer() -> None:
    _, second, third = three_questions().questions
    state, answer = answer_lines(Asking((explaining(), second, third)), "8", "X", "b", "b", "blank")
    assert answer is not None and answer.explained == ()
    assert state.answers == {0: None, 1: "X"}


def test_answer_to_an_explained_question_stays() -> None:
    _, second, third = three_questions().questions
    state, answer = answer_lines(Asking((explaining(), second, third)), "blank", "b", "9", "b", "b", "8")
    assert answer is not None and answer.revoked == () and state.answers == {0: 8, 1: 9}


def test_going_back_offers_the_earlier_answer() -> None:
    state, _ = type_lines(["8", "b"])
    assert prompt(state).startswith("What do you see? [8]")


def test_enter_postpones_a_question_about_an_unseen_field() -> None:
    first, *others = three_questions().questions
    state = Asking((replace(first, unseen=True), *others))
    assert prompt(state) == "What do you see? [later] (? for help)"
    for line in ("", "later", "s"):
        later_state, answer = handle_line(state, f"{line}\n")
        assert answer is None and later_state.at == 1 and left_open(later_state) == 3
    answered, answer = handle_line(state, "8\n")
    assert answer is not None and answer.mark == 8
    back, _ = handle_line(answered, "b")
    assert prompt(back).startswith("What do you see? [8]")
    assert handle_line(back, "\n")[1] == answer


def test_answer_does_not_explain_unseen_fields() -> None:
    _, second, third = three_questions().questions
    state, answer = handle_line(Asking((explaining(), replace(second, unseen=True), third)), "blank")
    assert answer is not None and answer.explained == ()
    assert state.at == 1 and state.answers == {0: None}


@pytest.mark.parametrize(
    ("because", "kind", "later"),
    [
        (*UNSEEN[::-1], True),
        (*BESIDE_UNSEEN[::-1], True),
        ("hidden", "unseen", True),
        (UNSEEN.words, "alike", False),
        ("hard to tell", None, False),
    ],
)
def test_reason_decides_whether_enter_postpones(
    record: Path, because: str, kind: Kind | None, later: bool
) -> None:
    doubt = questions_about(record)[0].doubt
    write_doubts(record, "a.jpg", [structs.replace(doubt, because=because, kind=kind)])
    assert ("[later]" in prompt(Asking(tuple(questions_about(record))))) == later


def test_notice_lists_the_marks_that_a_field_accepts() -> None:
    state, _ = type_lines(["99"])
    assert "this field takes 1 to 15, X, or blank" in state.notice and state.at == 0


@pytest.mark.parametrize(
    ("language", "typed_in", "accepted", "later"),
    [
        ("cs", {"Prázdné": "blank", "prazdne": "blank", "krizek": "crossed"}, "1 až 15, X,", "později"),
        ("de", {"leer": "blank", "Eingekreist": "circled", "spater": "later"}, "1 bis 15, X ", "später"),
    ],
)
def test_marks_are_typed_in_english_or_the_language_of_questions(
    language: str, typed_in: dict[str, str], accepted: str, later: str
) -> None:
    words, (slot, _, icon) = catalogue(language), three_questions().questions
    for line, english in {**typed_in, "b\n": "b\n", "-7": "-7", "crossed": "crossed", "": ""}.items():
        assert line_in_english(Asking((icon,)), line, words) == english
    name = replace(slot, field=SHEET.field[PLAYER])
    assert line_in_english(Asking((name,)), "Kreis", words) == "Kreis"
    assert accepted in render(handle_line(Asking((slot,)), "99")[0].notice, words)
    assert f"[{later}]" in render(prompt(Asking((replace(slot, unseen=True),))), words)


def test_question_shows_place_candidates_and_reason() -> None:
    assert list(question_lines(three_questions())) == [
        "1 of 3  a.jpg",
        "floor 1, 1st slot (at the bottom left)",
        "read as 7, perhaps blank (40%): hard to tell",
    ]


# --- the picture ----------------------------------------------------------------------------------------------------


def test_crop_shows_the_ink_of_the_field() -> None:
    flat = np.full((266 * PX_PER_MM, 196 * PX_PER_MM), 250, np.uint8)
    middle = SHEET.field["floor-1.1"].rect.center
    row, column = round(middle.y * PX_PER_MM), round(middle.x * PX_PER_MM)
    flat[row - 20 : row + 20, column - 3 : column + 3] = 0
    crop = field_crops(SHEET, flat, ["floor-1.1"])["floor-1.1"]
    picture = np.asarray(Image.open(io.BytesIO(crop)))
    height, width = picture.shape
    assert picture[height // 2, width // 2] < 40 and picture[5, 5] > 220
    lines = half_blocks(crop, 40, 18).plain.splitlines()
    assert len(lines) <= 18 and all(0 < len(line) <= 40 for line in lines)
    drawn = "".join(re.findall(r"\x1b_G[^;]*;([^\x1b]*)\x1b\\", picture_sequence(crop * 9, 30)))
    assert base64.b64decode(drawn) == crop * 9
    levels = [int(str(span.style).split(",")[1]) for span in half_blocks(crop, 40, 18).spans]
    assert min(levels) < 60 and max(levels) > 220


def test_a_crop_at_the_edge_of_the_page_is_cut_there() -> None:
    flat = np.full((266 * PX_PER_MM, 196 * PX_PER_MM), 250, np.uint8)
    for crop in field_crops(SHEET, flat, [field.id for field in SHEET.fields]).values():
        assert min(Image.open(io.BytesIO(crop)).size) > 5 * PX_PER_MM


# --- records in files -----------------------------------------------------------------------------------------------


def questions_about(record: Path) -> Sequence[Question]:
    return questions_of_records(judge_records([record]))


@pytest.fixture
def record(table: list[Path], tmp_path: Path) -> Path:
    """Return a record with two doubts in its own folder."""
    path = Path(shutil.copy(table[0], tmp_path / "a.json"))
    marks = read_record(path.read_bytes(), "")[1].marks
    fields = [id_ for id_ in marks if id_.startswith("floor-")][:2]
    doubts = [
        Doubt(id_, ((marks[id_], 0.6), (None, 0.4)), marks[id_], Message("hard to tell")) for id_ in fields
    ]
    write_doubts(path, "a.jpg", doubts)
    return path


def test_records_are_found_in_folders_and_by_their_doubts(record: Path, table: list[Path]) -> None:
    roundabout = record.parent / ".." / record.parent.name / record.name
    named = [record.parent, record, record.with_suffix(".doubts"), table[1], roundabout]
    assert records_to_review(named) == [record, table[1]]
    assert questions_about(table[1]) == []


def test_review_names_files_without_a_record(fairsheet: Any, record: Path) -> None:
    folder = record.parent
    (folder / "empty").mkdir()
    (folder / "note.txt").write_text("hello")
    (folder / "lone.doubts").write_bytes(record.with_suffix(".doubts").read_bytes())
    named = {
        "typo.doubts": "typo.doubts: no such file",
        "typo.json": "typo.json: no such file",
        "lone.doubts": "lone.json: no such file",
        "note.txt": "note.txt",
        "empty": "no records found",
    }
    for name, problem in named.items():
        fairsheet("review", folder / name).refused(problem)


def test_review_stores_answers_and_resumes(record: Path) -> None:
    first, second = (question.field.id for question in questions_about(record))
    assert run_review(record, "\udcf6\nX\nq\n") == 3  # a byte that is not text is no answer
    assert json.loads(record.read_text())["marks"][first] == "X"
    assert [question.field.id for question in questions_about(record)] == [second]
    assert run_review(record.parent, "\n\n") == 0
    assert read_doubts(record, *read_record(record.read_bytes(), "")) == ()


def answer_and_list_open(record: Path, *lines: str) -> Iterator[list[str]]:
    """Type lines about the two doubts, and yield the open ones. Blank for the first explains the second."""
    questions = questions_of_records(judge_records([record]))
    first, second = questions
    cause = replace(first, cause=(None,), follow=frozenset({second.field.id}))
    state, answers = Asking((cause, second)), RecordAnswers()
    for line in lines:
        state, answer = handle_line(state, line)
        if answer is not None:
            keep(answer, questions, answers, "Ada")
        yield [question.field.id for question in questions_about(record)]


def test_changed_answer_reopens_the_question_it_explained(record: Path) -> None:
    first, second = (question.field.id for question in questions_about(record))
    assert [*answer_and_list_open(record, "blank", "b", "b", "8")] == [[], [], [], [second]]
    corrections = json.loads(record.with_suffix(".doubts").read_text())["corrections"]
    notes = [(each["field"], each["mark"], each["by"]) for each in corrections]
    assert notes == [(first, None, "Ada"), (first, 8, "Ada")]


def test_undone_answers_restore_the_record_as_read(record: Path) -> None:
    read, both = record.read_bytes(), [question.field.id for question in questions_about(record)]
    *_, still_open = answer_and_list_open(record, "blank", "undo", "8", "b", "7", "undo")
    assert json.loads(record.read_text())["marks"] == json.loads(read)["marks"]
    assert json.loads(record.with_suffix(".doubts").read_text())["corrections"] == [] and still_open == both


def test_two_records_of_one_sheet_share_their_questions(record: Path) -> None:
    other = Path(shutil.copy(record, record.with_name("b.json")))
    shutil.copy(record.with_suffix(".doubts"), other.with_suffix(".doubts"))
    questions = questions_of_records(judge_records([record, other]))
    first, second = questions
    cause = replace(first, cause=(None,), follow=frozenset({second.field.id}))
    _, answer = handle_line(Asking((cause, second)), "blank")
    assert answer is not None
    keep(answer, questions, RecordAnswers(), "Ada")
    assert questions_of_records(judge_records([record, other])) == []


def test_review_of_doubts_needs_a_terminal(fairsheet: Any, record: Path) -> None:
    fairsheet("review", record).refused("questions need a terminal")
    record.with_suffix(".doubts").unlink()
    ended = fairsheet("review", record)
    assert ended.code == 0 and "nothing is in doubt" in ended.err


def test_readings_take_answers_from_the_record_files(record: Path, tmp_path: Path) -> None:
    sheet, read = read_record(record.read_bytes(), "")
    first, second = (
        structs.replace(question.doubt, number=number)
        for number, question in enumerate(questions_about(record), 4)
    )
    label = Label(sheet.name, sheet.fingerprint, read.game.seed, read.game.players, read.seat)
    photo = PhotoReading("b.jpg", (SheetReading(sheet, label, None, read.marks, (first, second)),))
    files = RecordFiles(tmp_path / "records")
    files.write(sheets_of([photo]), {})
    (path,) = files.paths.values()
    changed = write_corrections(path, sheet, read, {first.field: None}, by="Ada", at=now())
    ((reread,),) = (each.sheets for each in files.with_file_marks([photo], BUNDLED))
    (line,) = doubt_lines(PhotoReading("b.jpg", (reread,)), is_numbered=True)
    assert line.startswith(f"b.jpg: #5 {field_names(SHEET)[second.field]}: ")  # as on the overlay
    write_corrections(path, sheet, changed, {second.field: second.chosen}, by="Ada", at=now())
    ((corrected,),) = (each.sheets for each in files.with_file_marks([photo], BUNDLED))
    assert corrected.doubts == () and corrected.marks == {
        id_: mark for id_, mark in read.marks.items() if id_ != first.field
    }


def run_review(path: Path, keys: str) -> int:
    """Return the exit code of `fairsheet review` in a terminal in which these keys are typed."""
    terminal, side = pty.openpty()
    try:
        os.write(terminal, keys.encode(errors="surrogateescape"))
        ended = subprocess.run(
            [sys.executable, "-m", "fairsheet", "review", str(path), "--by", "Ada"],
            stdin=side,
            stderr=side,
            stdout=subprocess.PIPE,
            timeout=120,
            check=False,
        )
        return ended.returncode
    finally:
        os.close(side)
        os.close(terminal)


def test_a_question_breaks_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show_question(three_questions())
    lines = capsys.readouterr().err.splitlines()
    assert max(map(len, lines)) <= 40
    assert " ".join(lines).split() == " ".join(question_lines(three_questions())).split()


@pytest.mark.parametrize("terminal", ["xterm-kitty", "xterm-256color"])
@pytest.mark.parametrize("damage", ["cut off", "no picture", "huge"])
def test_damaged_crops_are_not_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: str, damage: str
) -> None:
    for name in ("TMUX", "STY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": terminal, "FORCE_COLOR": "1", "COLUMNS": "60"}.items():
        monkeypatch.setenv(name, value)
    stream = io.BytesIO()
    Image.effect_noise((3000, 2000) if damage == "huge" else (60, 60), 50).save(stream, "JPEG")
    whole = stream.getvalue()
    damaged = {"cut off": whole[:200], "no picture": b"\xff\xd8", "huge": whole}[damage]

    def show_crop(crop: bytes) -> str:
        first, *others = three_questions().questions
        show_question(replace(three_questions(), questions=(replace(first, crop=crop), *others)))
        return capsys.readouterr().err

    assert "\x1b" not in show_crop(damaged)
    assert damage == "huge" or "\x1b" in show_crop(whole)


@pytest.mark.parametrize("kind", ["forbidden", "depends", "faint"])
def test_enter_postpones_a_mark_that_contradicts_the_ink(kind: Kind) -> None:
    field = SHEET.field["floor-1.1"]
    doubt = Doubt(field.id, ((None, 0.52), (9, 0.48)), None, Message("the ink looks like 9"), kind=kind)
    state = Asking((Question("a.json", "a.jpg", field, doubt, ""),))
    assert prompt(state).startswith("What do you see? [later]")
    next_state, answer = handle_line(state, "")
    assert answer is None and left_open(next_state) == 1
    assert handle_line(state, "blank")[1] == Answer(state.question, None)


def test_known_names_match_without_accents() -> None:
    field = SHEET.field[PLAYER]
    doubt = Doubt(field.id, (("EVA", 0.6),), "EVA", Message("no known player is called EVA"), kind="name")
    state = Asking((Question("a.json", "a.jpg", field, doubt, ""),), known=("Eva Nováková",))
    answers = {line: handle_line(state, line)[1] for line in ("eva novakova", "Zoe", "Éva")}
    assert [answer and answer.mark for answer in answers.values()] == ["Eva Nováková", "Zoe", "Éva"]


def make_pale_questions() -> list[Question]:
    """Return two doubts about pale marks that follow each other, with a doubt about normal ink between them."""
    places = field_places(SHEET)
    marks: dict[str, Mark] = {FIELDS[0]: 7, FIELDS[2]: "circled"}
    doubts = [
        Doubt.of(id_, ((None, 0.5), (mark, 0.5)), None, much_paler(mark, None)) for id_, mark in marks.items()
    ]
    pale = [
        Question("a", "a.jpg", SHEET.field[each.field], each, places[each.field], b"", cause=each.pale_marks,
                 follow=frozenset(marks))
        for each in doubts
    ]  # fmt: skip
    return [pale[0], three_questions().questions[1], pale[1]]


@pytest.mark.parametrize(("line", "marks"), [("7", (7, "circled")), ("blank", (None, None))])
def test_one_answer_holds_for_all_pale_marks(line: str, marks: tuple[Mark | None, ...]) -> None:
    first, other, last = make_pale_questions()
    state = Asking((first, other, last))
    assert len(state.pictures) == 2 and left_open(state) == 2
    assert question_lines(state)[0].startswith("1 of 2")
    state, answer = handle_line(state, line)
    assert answer is not None and answer.explained == (last,) and answer.mark_of(last) == marks[1]
    assert state.answers == {0: marks[0], 2: marks[1]} and state.question == other
    state, undone = handle_line(state, "undo")
    assert undone is not None and undone.revoked == (last,) and state.answers == {}


def test_one_answer_holds_for_a_pale_mark_chosen_by_the_rules() -> None:
    first, _, last = make_pale_questions()
    chosen = replace(
        last, doubt=Doubt.of(last.field.id, last.doubt.candidates, "circled", much_paler("circled", None))
    )
    for line, mark in ("7", "circled"), ("blank", None):
        _, answer = handle_line(Asking((first, chosen)), line)
        assert answer is not None and answer.explained == (chosen,) and answer.mark_of(chosen) == mark


def test_different_answer_about_a_pale_mark_holds_only_for_it() -> None:
    first, other, last = make_pale_questions()
    state, answer = handle_line(Asking((first, other, last)), "9")
    assert answer is not None and answer.explained == () and state.answers == {0: 9}
    _, answer = answer_lines(Asking((first, other, last)), "s", "8")
    assert answer is not None and answer.explained == ()


def test_later_answer_holds_for_postponed_pale_marks() -> None:
    first, other, last = make_pale_questions()
    state = replace(Asking((first, other, last)), at=2)
    state, answer = handle_line(state, "circled")
    assert answer is not None and answer.explained == (first,) and state.answers == {0: 7, 2: "circled"}
