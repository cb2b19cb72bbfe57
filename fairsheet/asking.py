"""Asking somebody about doubts, one question after the other: what is asked, what was answered, where to go on.

Pure: `typed` makes of what was typed the next state and, where it was an answer, the mark to be kept at once. The
terminal is `fairsheet.asking_terminal`, keeping answers is for whoever asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.ink import Mark
from engine.record import accepted_words
from fairsheet.corrections import BLANK, mark_typed
from fairsheet.words import mark_name, share_words
from sheets.errors import FairsheetError
from sheets.model import Field

if TYPE_CHECKING:  # spares commands without photos the import of numpy
    from vision.reading import Doubt

BACK, SKIP, LEAVE, HELP = ("b", "<"), ("s", ">"), ("q",), ("?", "h")
HELP_WORDS = (
    "Enter takes what stands in brackets, a mark is what you see, 'blank' is no ink; "
    "b or < goes back, s or > leaves it for later, q ends (every answer is kept)"
)


@dataclass(frozen=True)
class Question:
    """A doubt as it is asked: its sheet in words, its field, where that is on the page, and a JPEG of it.

    `remark` tells what hangs on it. `cause` is the mark, alone in a tuple, that would explain the doubts about the
    fields that `follow`, which then need no questions of their own.
    """

    sheet: str
    field: Field
    doubt: Doubt
    place: str
    crop: bytes | None = None
    remark: str = ""
    cause: tuple[Mark | None, ...] = ()
    follow: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Asking:
    """How far somebody is with the questions: the answers so far by the number of the question, from 0."""

    questions: tuple[Question, ...]
    answers: Mapping[int, Mark | None] = field(default_factory=dict)
    at: int = 0
    notice: str = ""
    left: bool = False

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to ask, or nobody to ask."""
        return self.left or self.at >= len(self.questions)

    @property
    def question(self) -> Question:
        """The one that is asked now."""
        return self.questions[self.at]

    @property
    def default(self) -> Mark | None:
        """What Enter stands for: the answer that was given before, else what the reader chose."""
        return self.answers.get(self.at, self.question.doubt.chosen)


@dataclass(frozen=True)
class Answer:
    """What somebody says about a field; None is blank. `explained` are doubts that it resolves as they were read."""

    question: Question
    mark: Mark | None
    explained: tuple[Question, ...] = ()


def typed(asking: Asking, line: str) -> tuple[Asking, Answer | None]:
    """The state after a line was typed, and the answer that it is, if it is one."""
    word = line.strip().lower()
    if word in LEAVE:
        return replace(asking, left=True), None
    if word in HELP:
        return replace(asking, notice=HELP_WORDS), None
    if word in BACK:
        notice = "" if asking.at else "this is the first question"
        return replace(asking, at=max(0, asking.at - 1), notice=notice), None
    if word in SKIP:
        return replace(asking, at=asking.at + 1, notice=""), None
    try:
        mark = mark_typed(line, asking.question.field) if word else asking.default
    except FairsheetError:
        return replace(asking, notice=_not_taken(asking.question.field)), None
    answers = {**asking.answers, asking.at: mark}
    follow = _following(asking)
    explained = follow if mark in asking.question.cause else {}
    for number in follow:
        answers.pop(number, None)
    answers.update({number: question.doubt.chosen for number, question in explained.items()})
    after = range(asking.at + 1, len(asking.questions))
    at = next((number for number in after if number not in answers), len(asking.questions))
    answer = Answer(asking.question, mark, tuple(explained.values()))
    return replace(asking, answers=answers, at=at, notice=""), answer


def _following(asking: Asking) -> dict[int, Question]:
    """The later questions of the sheet that an answer to this one may make needless, by their numbers."""
    asked = asking.question
    return {
        number: question
        for number, question in enumerate(asking.questions)
        if number > asking.at and question.sheet == asked.sheet and question.field.id in asked.follow
    }


def left_open(asking: Asking) -> int:
    """How many questions have no answer."""
    return len(asking.questions) - len(asking.answers)


def question_lines(asking: Asking) -> Sequence[str]:
    """The question in words: how far one is, the sheet, the field and its place, what it may say, and why."""
    question = asking.question
    doubt = question.doubt
    others = [
        f"{mark_name(mark)} ({share_words(share)})"
        for mark, share in doubt.candidates
        if mark != doubt.chosen
    ]
    said = f"read as {mark_name(doubt.chosen)}" + (f", perhaps {' or '.join(others)}" if others else "")
    lines = (
        f"{asking.at + 1} of {len(asking.questions)}  {question.sheet}",
        f"{question.field.id}: {question.place}",
        f"{said}: {doubt.because}",
    )
    return (*lines, question.remark) if question.remark else lines


def prompt(asking: Asking) -> str:
    """What stands before the place to type."""
    return f"What do you see? [{mark_name(asking.default)}] (? for help)"


def _not_taken(asked: Field) -> str:
    return f"this field takes {accepted_words(asked)}, or {BLANK}; ? for help"
