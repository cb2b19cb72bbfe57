"""Reasons for doubts: a kind for programs, and words for people. All messages of the scanner about fields are
here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.model.marks import Mark, mark_name

Kind = Literal[
    "alike",  # two marks look alike
    "overwritten",  # a mark seems to be written over another
    "faint",  # perhaps there is ink, or its ink is much paler than the rest of the sheet
    "forbidden",  # the ink looks like a mark that the rules exclude
    "depends",  # the ink looks like a mark that only fits if others are misread
    "sum",  # the mark differs from what the rest of the sheet gives
    "unseen",  # the field cannot be seen
    "beside-unseen",  # a part of the field may be hidden
    "photos-differ",  # several photos of the sheet surely show different marks
    "photos",  # the name of "photos-differ" in files of earlier releases
    "answers",  # answers about the field differ
    "name",  # the player's name is hard to read, or may be another player's
    "accused",  # with another mark an illegal sheet has no contradiction
]


class Reason(NamedTuple):
    """Why a field is in doubt."""

    kind: Kind
    words: Message


UNSEEN = Reason(
    "unseen",
    Message("something lies on this part of the sheet, or it is blurred, torn, folded or outside the photo"),
)
BESIDE_UNSEEN = Reason("beside-unseen", Message("this seems blank, but the fields next to it cannot be seen"))
OVERWRITTEN = Reason(
    "overwritten", Message("one mark seems to be written over another here: the last one counts")
)
UNSETTLED = Reason("alike", Message("very likely right, but another mark here could change the result"))

PALE = Message(
    "the ink is much paler than the rest of the sheet: {mark} if it is meant, {other} if it was erased or shows "
    "through from the back"
)

UNSURE_NAME = Reason("name", Message("this name is hard to read"))
UNREAD_NAME = Reason("name", Message("a name seems to be written here, and it cannot be read"))


def forbidden(ink: Mark | None, chosen: Mark | None) -> Reason:
    """Return the reason that the rules exclude the mark that the ink resembles."""
    words = Message("the ink looks like {ink}, but the rules allow only {chosen} here")
    return Reason("forbidden", words.filled(ink=mark_name(ink), chosen=mark_name(chosen)))


def depends(ink: Mark | None, chosen: Mark | None, otherwise: Mark | None) -> Reason:
    """Return the reason that another mark would fit if other marks are misread."""
    words = Message(
        "the ink looks like {ink}; {chosen} fits the other marks as read, "
        "{otherwise} fits if some of them are misread"
    )
    marks = {"ink": ink, "chosen": chosen, "otherwise": otherwise}
    return Reason("depends", words.filled(**{name: mark_name(mark) for name, mark in marks.items()}))


def faint(rival: Mark | None) -> Reason:
    """Return the reason that no ink was chosen, but there may be some."""
    return Reason(
        "faint", Message("something seems to be written here, perhaps {mark}", mark=mark_name(rival))
    )


def much_paler(mark: Mark | None, other: Mark | None) -> Reason:
    """Return the reason that the ink of `mark` is much paler; without it the field has `other`."""
    return Reason("faint", PALE.filled(mark=mark_name(mark), other=mark_name(other)))


def alike(chosen: Mark | None, other: Mark | None) -> Reason:
    """Return the reason that the chosen mark and another look alike."""
    words = Message("unclear: {mark} or {other}")
    return Reason("alike", words.filled(mark=mark_name(chosen), other=mark_name(other)))


def wrong_sum(chosen: Mark | None, right: int) -> Reason:
    """Return the reason that a box differs from the value that follows from the rest."""
    words = Message("{mark} seems to be written here, but the rest of the sheet gives {right}")
    return Reason("sum", words.filled(mark=str(chosen), right=right))


def unread_sum(right: int) -> Reason:
    """Return the reason that a hard-to-read box was given the value that follows from the rest."""
    return Reason("sum", Message("this is hard to read; the rest of the sheet gives {right}", right=right))


def photos_differ(said: str) -> Reason:
    """Return the reason that sure photos contradict each other; `said` lists what each of them shows."""
    words = Message("the photos of this sheet show different things: {said}")
    return Reason("photos-differ", words.filled(said=said))


def marks_in_files(files: Mapping[Mark | None, Sequence[str]]) -> Message:
    """Return a message that names the files that show each mark."""
    words = Message("{mark} in {files}")
    shown = (words.filled(mark=mark_name(mark), files=joined(", ", names)) for mark, names in files.items())
    return joined("; ", shown)


def answers_differ(said: str) -> Reason:
    """Return the reason that answers about the field contradict each other; `said` lists them."""
    return Reason("answers", Message("the answers about this sheet differ: {said}", said=said))


def accused(read: Mark | None, others: str) -> Reason:
    """Return the reason that a mark of an illegal sheet could be one of the `others` instead."""
    words = Message("perhaps not {mark}: with {others} this sheet has no contradiction")
    return Reason("accused", words.filled(mark=mark_name(read), others=others))


def resembles_name(read: str) -> Reason:
    """Return the reason that the name read is similar to known names, and may be another player's."""
    return Reason("name", Message("{name} seems to be written here", name=read))


def unknown_name(read: str) -> Reason:
    """Return the reason that the name read resembles no known name."""
    return Reason("name", Message("no known player is called {name}", name=read))
