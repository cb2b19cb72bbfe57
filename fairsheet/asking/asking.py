"""The state of asking a person about doubts, one question after the other.

This module is pure: `typed` returns the next state for a typed line, and the answer if the line is one. The terminal is
in `fairsheet.asking.asking_terminal`; the caller keeps the answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from fairsheet.asking.questions import Question, count_questions
from fairsheet.engine.records.record_checks import format_accepted
from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.answers.corrections import UNDO, in_english, mark_typed
from fairsheet.pipeline.judging.implausible import out_of_range
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.marks import Mark, mark_name
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.lookalikes import plain_letters
from fairsheet.wording.formatting import format_others

LATER = Message("later")
BACK, SKIP, LEAVE, HELP = ("b", "<"), ("s", ">", LATER), ("q",), ("?", "h")
# kinds of doubts whose chosen mark differs from the likeliest reading of the ink
UNLIKE_THE_INK = ("forbidden", "depends", "faint")
HELP_WORDS = Message(
    "Enter accepts the value in brackets. Type the mark that you see, or 'blank' for no ink. "
    "b or < goes back, s or > leaves it for later, undo takes an answer back, q ends (every answer is kept)"
)


@dataclass(frozen=True)
class Asking:
    """The questions, and the answers so far by the number of the question, from 0.

    `causes` maps each question that was answered by another answer to that other question. `odd` has the typed mark if
    it is out of the usual range of its field, so that it must be confirmed. `known` are players' names that may be
    typed without accents. `unasked` is the number of doubts that need another photo, or one of two sheets.
    """

    questions: tuple[Question, ...]
    answers: Mapping[int, Mark | None] = field(default_factory=dict)
    causes: Mapping[int, int] = field(default_factory=dict)
    at: int = 0
    notice: str = ""
    left: bool = False
    odd: tuple[Mark | None, ...] = ()
    known: tuple[str, ...] = ()
    unasked: int = 0

    @property
    def is_over(self) -> bool:
        """Whether there are no questions, or the person has left."""
        return self.left or not self.questions

    @property
    def is_at_end(self) -> bool:
        """Whether the last question is done; the person can still go back."""
        return self.at >= len(self.questions)

    @property
    def question(self) -> Question:
        """The current question."""
        return self.questions[self.at]

    @property
    def pictures(self) -> list[bytes]:
        """The picture of the current question, and for a pale mark the pictures of the pale marks after it."""
        own = self.question
        pale = [each for each in self.questions[self.at + 1 :] if own.is_alike(each)]
        return [each.crop for each in (own, *pale) if each.crop is not None]

    @property
    def default(self) -> Mark | None:
        """The mark that Enter accepts: the odd mark, otherwise the earlier answer, otherwise the chosen mark."""
        return self.odd[0] if self.odd else self.answers.get(self.at, self.question.doubt.chosen)

    @property
    def waits(self) -> bool:
        """Whether Enter leaves the question for later.

        That is so if it has no answer, and the field cannot be seen or its ink looks unlike the chosen mark.
        """
        guessed = self.question.unseen or self.question.doubt.kind in UNLIKE_THE_INK
        return guessed and self.at not in self.answers and not self.odd


@dataclass(frozen=True)
class Answer:
    """The mark that a person gives for a field; None is blank.

    `explained` are doubts that it also resolves: with the mark as read, or, if both are pale, with the same choice.
    `revoked` are doubts that an earlier answer to the same question had resolved, and that are open again. An answer
    that is `undone` is taken back.
    """

    question: Question
    mark: Mark | None
    explained: tuple[Question, ...] = ()
    revoked: tuple[Question, ...] = ()
    undone: bool = False

    def mark_of(self, explained: Question) -> Mark | None:
        """Return the mark for a doubt that this answer explains."""
        own = self.question.doubt.pale_marks
        if not self.question.is_alike(explained) or self.mark not in own:
            return explained.doubt.chosen
        return explained.doubt.pale_marks[own.index(self.mark)]


def line_in_english(asking: Asking, line: str, language: Catalogue) -> str:
    """Return the typed line; a word of the language for a mark of the field becomes the English word."""
    return in_english(line, () if asking.is_at_end else asking.question.field.accepts, language, LATER)


def handle_line(asking: Asking, line: str) -> tuple[Asking, Answer | None]:
    """Return the state after a typed line, and the answer if the line is one."""
    word = line.strip().lower()
    if word in LEAVE:
        return replace(asking, left=True), None
    if word in HELP:
        return replace(asking, notice=HELP_WORDS), None
    if word in BACK:
        notice = "" if asking.at else Message("this is the first question")
        return replace(asking, at=max(0, asking.at - 1), notice=notice, odd=()), None
    if word == UNDO:
        return _undo(asking)
    if asking.is_at_end:
        return replace(
            asking, left=not word, notice=Message("no more questions: Enter ends, b goes back")
        ), None
    if word in SKIP or (not word and asking.waits):
        return replace(asking, at=asking.at + 1, notice="", odd=()), None
    field = asking.question.field
    try:
        mark = mark_typed(line, field, field.id) if word else asking.default
    except FairsheetError:
        notice = Message(
            "this field takes {marks}, or {blank}; ? for help",
            marks=format_accepted(field),
            blank=mark_name(None),
        )
        return replace(asking, notice=notice), None
    if word and isinstance(mark, str) and is_name(field.id):
        mark = _complete_name(mark, asking)
    reason = out_of_range(field, mark) if word else None
    if reason is not None and asking.odd != (mark,):
        notice = Message("{reason}: Enter keeps {mark}", reason=reason, mark=mark_name(mark))
        return replace(asking, odd=(mark,), notice=notice), None
    return _apply_answer(asking, mark)


def _complete_name(name: str, asking: Asking) -> str:
    """Return the only candidate or known name that the typed name matches without accents, otherwise the typed name."""
    candidates = (str(mark) for mark, _ in asking.question.doubt.candidates if mark is not None)
    alike = {each for each in (*asking.known, *candidates) if plain_letters(each) == plain_letters(name)}
    meant = alike.intersection(asking.known) or alike
    return meant.pop() if name.isascii() and len(meant) == 1 else name


def _apply_answer(asking: Asking, mark: Mark | None) -> tuple[Asking, Answer]:
    """Return the state after an answer, and the answer with the doubts that it explains or no longer explains."""
    before = {number for number, cause in asking.causes.items() if cause == asking.at}
    explained = _find_answered(asking) if mark in asking.question.cause else set()
    explained |= _find_settled(asking, mark)
    answer = Answer(
        asking.question,
        mark,
        tuple(asking.questions[number] for number in sorted(explained - before)),
        tuple(asking.questions[number] for number in sorted(before - explained)),
    )
    kept = asking.answers.keys() - before - {asking.at}
    answers = {number: given for number, given in asking.answers.items() if number in kept}
    answers |= {number: answer.mark_of(asking.questions[number]) for number in sorted(explained)}
    answers[asking.at] = mark  # the newest answer is last
    causes = {number: cause for number, cause in asking.causes.items() if number in kept}
    causes |= dict.fromkeys(explained, asking.at)
    after = range(asking.at + 1, len(asking.questions))
    at = next((number for number in after if number not in answers), len(asking.questions))
    return replace(asking, answers=answers, causes=causes, at=at, notice="", odd=()), answer


def _undo(asking: Asking) -> tuple[Asking, Answer | None]:
    """Return the state without the answer to this question, otherwise without the newest, and what it explained."""
    given = [number for number in asking.answers if number not in asking.causes]
    if not given:
        return replace(asking, notice=Message("there is no answer to take back")), None
    here = asking.causes.get(asking.at, asking.at)
    at = here if here in given else given[-1]
    follow = sorted(number for number, cause in asking.causes.items() if cause == at)
    gone = {at, *follow}
    answers = {number: mark for number, mark in asking.answers.items() if number not in gone}
    causes = {number: cause for number, cause in asking.causes.items() if number not in gone}
    question = asking.questions[at]
    revoked = tuple(asking.questions[number] for number in follow)
    answer = Answer(question, question.doubt.chosen, revoked=revoked, undone=True)
    return replace(asking, answers=answers, causes=causes, at=at, notice="", odd=()), answer


def _find_answered(asking: Asking) -> set[int]:
    """Return the numbers of questions about the same record that this answer also answers.

    Questions that the person answered directly are not included.
    """
    asked = asking.question
    return {
        number
        for number, question in enumerate(asking.questions)
        if (number > asking.at or question.doubt.is_pale)
        and number != asking.at
        and question.source == asked.source
        and question.field.id in asked.follow
        and not question.unseen
        and (number not in asking.answers or asking.causes.get(number) == asking.at)
    }


def _find_settled(asking: Asking, mark: Mark | None) -> set[int]:
    """Return the later questions about the record that no longer matter with the answers so far and this mark."""
    source, here = asking.question.source, asking.at
    own = {n: each for n, each in enumerate(asking.questions) if each.source == source}
    marks = {
        own[n].field.id: given
        for n, given in asking.answers.items()
        if n in own.keys() - asking.causes.keys()
    }
    marks[asking.question.field.id] = mark
    return {
        n
        for n, each in own.items()
        if n > here and each.settled is not None and asking.causes.get(n, here) == here
        if (n not in asking.answers or n in asking.causes) and each.settled(marks)
    }


def left_open(asking: Asking) -> int:
    """Return the number of questions without an answer."""
    left = [each for number, each in enumerate(asking.questions) if number not in asking.answers]
    return count_questions(left) + asking.unasked


def question_lines(asking: Asking) -> Sequence[str]:
    """Return the question in words: its number, the sheet, the place of the field, the candidates and the reason."""
    question = asking.question
    doubt = question.doubt
    others = format_others(doubt)
    reading = Message("read as {mark}, perhaps {others}") if others else Message("read as {mark}")
    questions = asking.questions
    at, count = count_questions(questions[: asking.at + 1]), count_questions(questions)
    number = Message("{number} of {count}", number=at, count=count)
    lines = (
        joined("  ", (number, question.sheet)),
        question.place,
        joined(": ", (reading.filled(mark=mark_name(doubt.chosen), others=others), doubt.because)),
    )
    return (*lines, question.remark) if question.remark else lines


def prompt(asking: Asking) -> str:
    """Return the words before the cursor."""
    if asking.is_at_end:
        left = left_open(asking)
        later = Message("{n} question left for later.", "{n} questions left for later.", n=left)
        said = later if left else Message("All are answered.")
        return Message("{said} [end] (b goes back, undo takes the last answer back)", said=said)
    default = LATER if asking.waits else mark_name(asking.default)
    return Message("What do you see? [{default}] (? for help)", default=default)
