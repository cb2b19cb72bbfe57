"""Why a field is in doubt: a kind, for programs, and words, for people. What readers say of a field is worded here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.model.marks import Mark, mark_name

Kind = Literal[
    "alike",  # two marks look alike
    "overwritten",  # a mark seems to be written over another
    "faint",  # perhaps there is ink, or its ink is much paler than that of the sheet
    "forbidden",  # the ink looks like a mark that the rules exclude
    "depends",  # the ink looks like a mark that only fits if others are misread
    "sum",  # the mark is another than the rest of the sheet makes
    "unseen",  # the field cannot be seen
    "beside-unseen",  # a part of the field may be hidden
    "photos-differ",  # several photos of the sheet surely show different marks
    "photos",  # what that was called in files of earlier releases
    "answers",  # different things were answered
    "name",  # the player's name is hard to read, or may be another's
    "accused",  # with another mark nothing would speak against an illegal sheet
]


class Reason(NamedTuple):
    """Why a field is in doubt."""

    kind: Kind
    words: Message


UNSEEN = Reason(
    "unseen", Message("something lies on this part of the sheet, or it is torn, folded or outside the photo")
)
BESIDE_UNSEEN = Reason("beside-unseen", Message("this seems blank, but the fields beside it cannot be seen"))
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
    """The rules exclude what the ink looks like."""
    words = Message("the ink looks like {ink}, but only {chosen} can stand here under the rules")
    return Reason("forbidden", words.filled(ink=mark_name(ink), chosen=mark_name(chosen)))


def depends(ink: Mark | None, chosen: Mark | None, otherwise: Mark | None) -> Reason:
    """What fits is another mark if others are misread."""
    words = Message(
        "the ink looks like {ink}; {chosen} fits the other marks as they are read, "
        "{otherwise} would if some of them are misread"
    )
    marks = {"ink": ink, "chosen": chosen, "otherwise": otherwise}
    return Reason("depends", words.filled(**{name: mark_name(mark) for name, mark in marks.items()}))


def faint(rival: Mark | None) -> Reason:
    """No ink was chosen, but there may be some."""
    return Reason(
        "faint", Message("something seems to be written here, perhaps {mark}", mark=mark_name(rival))
    )


def much_paler(mark: Mark | None, other: Mark | None) -> Reason:
    """The ink of a mark is much paler than that of the sheet; without it the field bears the other."""
    return Reason("faint", PALE.filled(mark=mark_name(mark), other=mark_name(other)))


def alike(chosen: Mark | None, other: Mark | None) -> Reason:
    """The mark chosen and another look alike."""
    words = Message("unclear: {mark} or {other}")
    return Reason("alike", words.filled(mark=mark_name(chosen), other=mark_name(other)))


def wrong_sum(chosen: Mark | None, right: int) -> Reason:
    """A box says something else than what is right by the rest."""
    words = Message("{mark} seems to be written here, but the rest of the sheet makes {right}")
    return Reason("sum", words.filled(mark=str(chosen), right=right))


def unread_sum(right: int) -> Reason:
    """A box that was taken to say what is right by the rest, since nothing that it looks like is."""
    return Reason("sum", Message("this is hard to read; the rest of the sheet makes {right}", right=right))


def photos_differ(said: str) -> Reason:
    """Photos that are sure of the field contradict each other; `said` is what each of them shows."""
    words = Message("the photos of this sheet say different things: {said}")
    return Reason("photos-differ", words.filled(said=said))


def marks_in_files(files: Mapping[Mark | None, Sequence[str]]) -> Message:
    """Return in words which files show each mark."""
    words = Message("{mark} in {files}")
    said = (words.filled(mark=mark_name(mark), files=joined(", ", names)) for mark, names in files.items())
    return joined("; ", said)


def answers_differ(said: str) -> Reason:
    """Answers about the field contradict each other; `said` is what each of them says."""
    return Reason("answers", Message("different things were answered about this sheet: {said}", said=said))


def accused(read: Mark | None, others: str) -> Reason:
    """A mark of an illegal sheet that could stand with one of the `others`."""
    words = Message("perhaps not {mark}: with {others} nothing speaks against this sheet")
    return Reason("accused", words.filled(mark=mark_name(read), others=others))


def resembles_name(read: str) -> Reason:
    """What was read is near to the names of players who are known, and may be another's."""
    return Reason("name", Message("{name} seems to be written here", name=read))


def unknown_name(read: str) -> Reason:
    """What was read resembles no name of all who are known."""
    return Reason("name", Message("nobody who is known is called {name}", name=read))
