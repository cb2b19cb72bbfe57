"""Asking somebody about doubts, one question after the other: what is asked, what was answered, where to go on.

Pure: `typed` makes of what was typed the next state and, where it was an answer, the mark to be kept at once. The
terminal is `fairsheet.asking.asking_terminal`, answers are kept by the caller.
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
from fairsheet.sheets.support.lookalikes import letters_of
from fairsheet.wording.formatting import format_others

LATER = Message("later")
BACK, SKIP, LEAVE, HELP = ("b", "<"), ("s", ">", LATER), ("q",), ("?", "h")
# kinds of doubts whose chosen mark is not what the ink looks like
UNLIKE_THE_INK = ("forbidden", "depends", "faint")
HELP_WORDS = Message(
    "Enter takes what stands in brackets, a mark is what you see, 'blank' is no ink; "
    "b or < goes back, s or > leaves it for later, undo takes an answer back, q ends (every answer is kept)"
)


@dataclass(frozen=True)
class Asking:
    """How far somebody is with the questions: the answers so far by the number of the question, from 0.

    `causes` has the question whose answer explained one, for those that nobody answered themselves. `odd`, alone in a
    tuple, is the mark that was typed and is out of the range of its field: it is asked for once more. `known` are names
    of players that may be typed without their accents; `unasked` is how many doubts wait for another
    photo, or for one of two sheets.
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
        """Whether there is nothing to ask, or nobody to ask."""
        return self.left or not self.questions

    @property
    def is_at_end(self) -> bool:
        """Whether the last question is behind: one can still go back."""
        return self.at >= len(self.questions)

    @property
    def question(self) -> Question:
        """The one that is asked now."""
        return self.questions[self.at]

    @property
    def pictures(self) -> list[bytes]:
        """The picture of the question that is asked now; if it is about a pale mark, those of all that follow it."""
        own = self.question
        pale = [each for each in self.questions[self.at + 1 :] if own.is_alike(each)]
        return [each.crop for each in (own, *pale) if each.crop is not None]

    @property
    def default(self) -> Mark | None:
        """What Enter stands for: what was typed, the answer that was given before, else what the reader chose."""
        return self.odd[0] if self.odd else self.answers.get(self.at, self.question.doubt.chosen)

    @property
    def waits(self) -> bool:
        """Whether Enter leaves the question for later: nothing was answered yet, and the field cannot be seen on the
        photo, or its ink looks like another mark than the one chosen.
        """
        guessed = self.question.unseen or self.question.doubt.kind in UNLIKE_THE_INK
        return guessed and self.at not in self.answers and not self.odd


@dataclass(frozen=True)
class Answer:
    """What somebody says about a field; None is blank.

    `explained` are doubts that it resolves as they were read, or like this one if both are pale. `revoked` are those
    that an earlier answer to the same question had resolved so, and that are open again. One that is `undone` is taken
    back itself.
    """

    question: Question
    mark: Mark | None
    explained: tuple[Question, ...] = ()
    revoked: tuple[Question, ...] = ()
    undone: bool = False

    def mark_of(self, explained: Question) -> Mark | None:
        """Return the mark of a doubt that this answer resolves."""
        own = self.question.doubt.pale_marks
        if not self.question.is_alike(explained) or self.mark not in own:
            return explained.doubt.chosen
        return explained.doubt.pale_marks[own.index(self.mark)]


def line_in_english(asking: Asking, line: str, language: Catalogue) -> str:
    """The line that was typed, with the English word where it is one that the language has for a mark of the field."""
    return in_english(line, () if asking.is_at_end else asking.question.field.accepts, language, LATER)


def typed(asking: Asking, line: str) -> tuple[Asking, Answer | None]:
    """The state after a line was typed, and the answer that it is, if it is one."""
    word = line.strip().lower()
    if word in LEAVE:
        return replace(asking, left=True), None
    if word in HELP:
        return replace(asking, notice=HELP_WORDS), None
    if word in BACK:
        notice = "" if asking.at else Message("this is the first question")
        return replace(asking, at=max(0, asking.at - 1), notice=notice, odd=()), None
    if word == UNDO:
        return _undone(asking)
    if asking.is_at_end:
        return replace(asking, left=not word, notice=Message("all were asked: Enter ends, b goes back")), None
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
        mark = _in_full(mark, asking)
    reason = out_of_range(field, mark) if word else None
    if reason is not None and asking.odd != (mark,):
        notice = Message("{reason}: Enter keeps {mark}", reason=reason, mark=mark_name(mark))
        return replace(asking, odd=(mark,), notice=notice), None
    return _answered(asking, mark)


def _in_full(name: str, asking: Asking) -> str:
    """The one candidate or known name that was typed without its accents, or else what was typed."""
    candidates = (str(mark) for mark, _ in asking.question.doubt.candidates if mark is not None)
    alike = {each for each in (*asking.known, *candidates) if letters_of(each) == letters_of(name)}
    meant = alike.intersection(asking.known) or alike
    return meant.pop() if name.isascii() and len(meant) == 1 else name


def _answered(asking: Asking, mark: Mark | None) -> tuple[Asking, Answer]:
    """The state after the question was answered, and the answer with what it explains, or explains no longer."""
    before = {number for number, cause in asking.causes.items() if cause == asking.at}
    explained = _following(asking) if mark in asking.question.cause else set()
    explained |= _settled(asking, mark)
    answer = Answer(
        asking.question,
        mark,
        tuple(asking.questions[number] for number in sorted(explained - before)),
        tuple(asking.questions[number] for number in sorted(before - explained)),
    )
    kept = asking.answers.keys() - before - {asking.at}
    answers = {number: given for number, given in asking.answers.items() if number in kept}
    answers |= {number: answer.mark_of(asking.questions[number]) for number in sorted(explained)}
    answers[asking.at] = mark  # the last one is the newest
    causes = {number: cause for number, cause in asking.causes.items() if number in kept}
    causes |= dict.fromkeys(explained, asking.at)
    after = range(asking.at + 1, len(asking.questions))
    at = next((number for number in after if number not in answers), len(asking.questions))
    return replace(asking, answers=answers, causes=causes, at=at, notice="", odd=()), answer


def _undone(asking: Asking) -> tuple[Asking, Answer | None]:
    """The state without the answer to this question, or else the newest, and with it what it explained."""
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


def _following(asking: Asking) -> set[int]:
    """The later questions about the record that an answer to this one makes needless; not those answered themselves."""
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


def _settled(asking: Asking, mark: Mark | None) -> set[int]:
    """The later questions about the record on which nothing hangs with this answer and those given before."""
    source, here = asking.question.source, asking.at
    own = {n: each for n, each in enumerate(asking.questions) if each.source == source}
    said = {
        own[n].field.id: given
        for n, given in asking.answers.items()
        if n in own.keys() - asking.causes.keys()
    }
    said[asking.question.field.id] = mark
    return {
        n
        for n, each in own.items()
        if n > here and each.settled is not None and asking.causes.get(n, here) == here
        if (n not in asking.answers or n in asking.causes) and each.settled(said)
    }


def left_open(asking: Asking) -> int:
    """How many questions have no answer."""
    left = [each for number, each in enumerate(asking.questions) if number not in asking.answers]
    return count_questions(left) + asking.unasked


def question_lines(asking: Asking) -> Sequence[str]:
    """The question in words: how far one is, the sheet, the place of the field, what it may say, and why."""
    question = asking.question
    doubt = question.doubt
    others = format_others(doubt)
    said = Message("read as {mark}, perhaps {others}") if others else Message("read as {mark}")
    questions = asking.questions
    at, count = count_questions(questions[: asking.at + 1]), count_questions(questions)
    number = Message("{number} of {count}", number=at, count=count)
    lines = (
        joined("  ", (number, question.sheet)),
        joined(" ", filter(None, (doubt.tag, question.place))),
        joined(": ", (said.filled(mark=mark_name(doubt.chosen), others=others), doubt.because)),
    )
    return (*lines, question.remark) if question.remark else lines


def prompt(asking: Asking) -> str:
    """What stands before the place to type."""
    if asking.is_at_end:
        left = left_open(asking)
        asked = Message("{n} question left for later.", "{n} questions left for later.", n=left)
        said = asked if left else Message("All are answered.")
        return Message("{said} [end] (b goes back, undo takes the last answer back)", said=said)
    default = LATER if asking.waits else mark_name(asking.default)
    return Message("What do you see? [{default}] (? for help)", default=default)
