"""The doubts about records in files: which are open, and answers that are written as soon as they are given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fairsheet.asking import Answer, Asking, Question
from fairsheet.asking_terminal import ask
from fairsheet.console import path_words
from fairsheet.corrections import now, read_record_file, write_corrections
from fairsheet.doubt_groups import group_words
from fairsheet.doubt_rules import groups_of_record
from fairsheet.doubts import SUFFIX, doubts_path, read_doubts_file
from sheets.errors import FairsheetError
from sheets.field_places import field_places
from sheets.library import BUNDLED, Catalog

RECORD = ".json"


def records_with_doubts(paths: Sequence[Path]) -> list[Path]:
    """The records among files and in folders beside which doubts are kept, each once. Raises FairsheetError."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += [each.with_suffix(RECORD) for each in sorted(path.glob(f"*{SUFFIX}"))]
        elif path.suffix == SUFFIX:
            found.append(path.with_suffix(RECORD))
        elif not path.exists():
            raise FairsheetError("no such file", where=path_words(path), hint="check the name")
        else:
            found.append(path)
    return list(dict.fromkeys(path for path in found if path.is_file() and doubts_path(path).is_file()))


def questions_about(path: Path, catalog: Catalog = BUNDLED) -> list[Question]:
    """The open doubts of a record in a file as questions, the most important first. Raises FairsheetError."""
    sheet, record = read_record_file(path, catalog)
    kept = read_doubts_file(path, sheet)
    if kept is None or kept.photo is None:
        return []
    places = field_places(sheet)
    name = f"seat {record.seat}" + (f", {record.player}" if record.player else "")
    questions = []
    for group in groups_of_record(sheet, record, kept.open(record)):
        for number, doubt in enumerate(group.doubts):
            is_cause = number == 0 and group.cause is not None
            question = Question(
                f"{kept.photo}, {name}",
                sheet.field[doubt.field],
                doubt,
                places[doubt.field],
                kept.crops.get(doubt.field),
                group_words(group),
                cause=(group.cause[1],) if is_cause and group.cause is not None else (),
                follow=group.follows if is_cause else frozenset(),
            )
            questions.append(question)
    return questions


def ask_about_records(paths: Sequence[Path], *, by: str, catalog: Catalog = BUNDLED) -> Asking:
    """Ask about the open doubts of records in files; each answer is written as soon as it is given."""
    asked = [(path, question) for path in paths for question in questions_about(path, catalog)]
    file_of = {id(question): path for path, question in asked}

    def keep(answer: Answer) -> None:
        path = file_of[id(answer.question)]
        sheet, record = read_record_file(path, catalog)
        field, moment = answer.question.field.id, now()
        record = write_corrections(path, sheet, record, {field: answer.mark}, by=by, at=moment)
        explained = {each.field.id: each.doubt.chosen for each in answer.explained}
        if explained:
            write_corrections(path, sheet, record, explained, by=f"{by} (follows from {field})", at=moment)

    return ask([question for _, question in asked], keep)
