"""Ask questions about tables in a terminal, and keep every answer at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from fairsheet.asking.asking import Answer, Asking
from fairsheet.asking.asking_terminal import ask
from fairsheet.asking.questions import Question
from fairsheet.asking.table_questions import TableQuestion
from fairsheet.pipeline.answers.corrections import corrected, following
from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.pipeline.judging.implausible import implausible_lines
from fairsheet.pipeline.judging.judging import JudgedTable, two_sheets_line
from fairsheet.process.console import say
from fairsheet.sheets.model.marks import Mark


class Answers(Protocol):
    """A store for answers about readings."""

    def keep(self, seen: SheetOfFile, marks: Mapping[str, Mark | None], by: str) -> None:
        """Keep the marks that a person gave for fields of a sheet. Raises FairsheetError."""

    def take_back(self, seen: SheetOfFile, field: str, by: str) -> None:
        """Take back the answer that a person just gave about a field of a sheet. Raises FairsheetError."""


def ask_about(
    questions: Sequence[TableQuestion],
    answers: Answers,
    by: str,
    tables: Iterable[JudgedTable],
    known: Sequence[str] = (),
) -> Asking:
    """Ask the questions about tables; `known` are players' names that may be typed without accents.

    If a seat has two sheets, a message names them; which one counts cannot be answered here.
    """
    with_two_sheets = [each.table for each in tables if each.has_two_sheets]
    for table in with_two_sheets:
        for line in (two_sheets_line(table), *table.notes):
            say(line)
    asking = ask(questions, lambda given: keep(given, questions, answers, by), known)
    return replace(asking, unasked=asking.unasked + len(with_two_sheets))


def keep(given: Answer, questions: Sequence[TableQuestion], answers: Answers, by: str) -> None:
    """Keep an answer to one of the questions, with the answers that it explains or revokes, or take it back."""
    asked = {each.key: each for each in questions}
    question, field = asked[given.question.key], given.question.field.id

    def take_back(answered: Question, who: str) -> None:
        for seen in asked[answered.key].seen:
            answers.take_back(seen, answered.field.id, who)

    for each in given.revoked:
        take_back(each, following(by, field))
    if given.undone:
        take_back(given.question, by)
        return
    for seen in question.seen:
        answers.keep(seen, {field: given.mark}, by)
    for each in given.explained:
        for seen in asked[each.key].seen:
            answers.keep(seen, {each.field.id: given.mark_of(each)}, following(by, field))
    for line in implausible_lines(question.layout, corrected(question.record, {field: given.mark}), [field]):
        say(line)
