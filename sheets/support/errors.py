"""The errors that people see: which file, which place in it, what is wrong, and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from enum import StrEnum

from fairsheet.languages.messages import Message, joined

_SURROGATES = re.compile("[\ud800-\udfff]")  # bytes of a path that are not UTF-8
LONGEST_PART = 400  # characters shown of an error's problem, place and hint, each


class ErrorCode(StrEnum):
    """The kind of an error, for programs. The values are public and never change."""

    meaning: str

    def __new__(cls, value: str, meaning: str) -> ErrorCode:
        """Make a member that is its value; `meaning` explains it in the docs."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member

    # files
    NO_SUCH_FILE = "no-such-file", "A file or folder does not exist."
    WRONG_KIND_OF_FILE = "wrong-kind-of-file", "The path names another kind of file, or a folder."
    UNREADABLE_FILE = "unreadable-file", "The bytes of a file cannot be read."
    EMPTY_FILE = "empty-file", "A file or standard input has no bytes."
    TOO_LARGE = "too-large", "A file, picture or list exceeds a limit."
    CANNOT_WRITE = "cannot-write", "A file or folder cannot be written."
    FILE_EXISTS = "file-exists", "A file with this name already exists."
    FOLDER_IN_USE = "folder-in-use", "Another program works in the folder, or other files are in it."
    NOTHING_TO_READ = "nothing-to-read", "No photo or record was given or found."
    # content of files
    BAD_RECORD = "bad-record", "A record or another JSON document does not follow its format."
    BAD_HISTORY = "bad-history", "The turns of a history do not follow the rules or its format."
    BAD_TEMPLATE = "bad-template", "A template, catalogue or layout has a fault."
    BAD_CERTIFICATE = "bad-certificate", "A certificate does not prove its verdict."
    BAD_ROSTER = "bad-roster", "A list of people cannot be used."
    NO_BATCH = "no-batch", "The folder has no batch, or none of its files has been read."
    BAD_BATCH = "bad-batch", "The store of a batch is damaged or too old."
    TEMPLATE_CHANGED = "template-changed", "A template has changed since the work with it began."
    NEWER_RELEASE = "newer-release", "A later release wrote the file or printed the sheet."
    MIXED_TABLES = "mixed-tables", "Sheets or records do not belong to the same table."
    DUPLICATE_SEAT = "duplicate-seat", "A table has two different sheets of one seat."
    INCOMPLETE_TABLE = "incomplete-table", "A sheet or record of the table is missing."
    # photos
    NOT_A_PICTURE = "not-a-picture", "A file is not a picture, or its decoder fails on it."
    NO_SHEET_IN_PHOTO = "no-sheet-in-photo", "A photo shows no sheet of fairsheet."
    BLURRED_PHOTO = "blurred-photo", "A photo is too blurred to read."
    MIRRORED_PHOTO = "mirrored-photo", "A photo is mirrored."
    BAD_EXPOSURE = "bad-exposure", "Print cannot be seen because the photo or scan is too bright or too dark."
    COVERED_SHEET = (
        "covered-sheet",
        "Too little of a sheet can be recognised: it is covered, torn or cut off.",
    )
    DISTORTED_SCAN = "distorted-scan", "Parts of a scanned sheet are shifted against each other."
    DAMAGED_LABEL = "damaged-label", "The code at the top right of a sheet cannot be read."
    FOREIGN_LABEL = "foreign-label", "A code is not a label of fairsheet."
    UNKNOWN_LAYOUT = "unknown-layout", "A sheet was printed from a layout that this release does not have."
    WRONG_SHEET = "wrong-sheet", "A photo shows another sheet than the options or the table say."
    # values
    BAD_SEED = "bad-seed", "A seed cannot be used."
    BAD_COMMITMENT = "bad-commitment", "A commitment, secret or reveal of a shared seed does not fit."
    BAD_NAME = "bad-name", "The name of a player, table, sheet or print cannot be used."
    BAD_MARK = "bad-mark", "A field cannot hold this mark."
    BAD_PLAYERS = "bad-players", "The game cannot be played by this number of players, or has no such seat."
    BAD_TURN = "bad-turn", "The game has no such turn or round, or a step is not allowed now."
    BAD_OPTION = "bad-option", "An option or argument has a value that it cannot have."
    MISSING_OPTION = "missing-option", "An option or value is needed."
    CONFLICTING_OPTIONS = "conflicting-options", "Two options or arguments cannot be given together."
    UNKNOWN_SHEET = "unknown-sheet", "No sheet or game has this name."
    UNKNOWN_FIELD = "unknown-field", "The sheet has no field or page of this name."
    UNKNOWN_MISSION = "unknown-mission", "The sheet has no mission of this name."
    UNKNOWN_PLAYER = "unknown-player", "No player has this name."
    NOT_FOR_THIS_GAME = "not-for-this-game", "This game or sheet does not have what was asked for."
    # the program and its machine
    MISSING_DEPENDENCY = "missing-dependency", "A library, program or terminal that is needed is missing."
    NOT_ALLOWED = "not-allowed", "Only another person, such as the host, may do this."
    WRONG_STATE = "wrong-state", "This cannot be done yet, or no longer."
    OUT_OF_RESOURCES = "out-of-resources", "Memory, time, disk space or a port is missing; try again."
    WORKER_FAILED = "worker-failed", "A worker process or a cluster failed."


class FairsheetError(Exception):
    """Something that a person gave cannot be used; the message says what is wrong, where, and what to do.

    `str()` is one line. Long parts are cut, and bytes of a path that are not UTF-8 become U+FFFD. `details` are
    further useful lines, such as the place in the file itself. `about` names the part of a template that is wrong, so
    that a caller can find its place in the file.

    >>> error = FairsheetError(
    ...     "a seed has 1 to 64 characters", code=ErrorCode.BAD_SEED, where="--seed", hint="give a shorter one"
    ... )
    >>> print(error)
    --seed: a seed has 1 to 64 characters; give a shorter one
    >>> print(error.code)
    bad-seed
    """

    def __init__(
        self,
        problem: str,
        *,
        code: ErrorCode,
        where: str = "",
        hint: str = "",
        details: str = "",
        about: str = "",
    ) -> None:
        self.problem = problem
        self.code = code
        self.where = where
        self.hint = hint
        self.details = details
        self.about = about
        super().__init__(problem, where, hint)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without `__init__`, whose arguments differ between kinds of errors."""
        return _make_without_init, (type(self), self.args), self.__dict__

    def translated(self, translate: Callable[[str], str]) -> FairsheetError:
        """Return the same error with its words translated, for `str()`; unchanged if only some can be translated."""
        if not all(isinstance(words, Message) for words in (self.problem, self.hint) if words):
            return self
        error = copy(self)
        error.where, error.problem, error.hint = map(translate, (self.where, self.problem, self.hint))
        return error

    def as_message(self) -> Message:
        """Return the whole line as a message, for sentences that quote it."""
        where, problem, hint = (
            each if isinstance(each, Message) else _SURROGATES.sub("\ufffd", each)
            for each in (self.where, self.problem, self.hint)
        )
        return joined(": ", filter(None, (where, joined("; ", filter(None, (problem, hint))))))

    def located(self, place: str) -> FairsheetError:
        """Return a copy with the place in a template's file."""
        where = f"{place}: {self.about}"
        return FairsheetError(self.problem, code=self.code, where=where, hint=self.hint, details=self.details)

    def within(self, name: str) -> FairsheetError:
        """Return a copy for the file or picture that is wrong, unless the place already begins with it.

        >>> error = FairsheetError("a seed is too long", code=ErrorCode.BAD_SEED, where="--seed")
        >>> error.within("a.jpg").where, error.within("a.jpg").within("a.jpg").where
        ('a.jpg: --seed', 'a.jpg: --seed')
        """
        if self.where == name or self.where.startswith(f"{name}: "):
            return self
        error = copy(self)
        error.where = f"{name}: {self.where}" if self.where else name
        return error

    def __str__(self) -> str:
        where, problem, hint = (shorten(each, LONGEST_PART) for each in (self.where, self.problem, self.hint))
        place = f"{where}: " if where else ""
        advice = f"; {hint}" if hint else ""
        return _SURROGATES.sub("\ufffd", f"{place}{problem}{advice}")


def _make_without_init(kind: type[FairsheetError], arguments: tuple[object, ...]) -> FairsheetError:
    return kind.__new__(kind, *arguments)


def shorten(text: str, most: int) -> str:
    """Return the text, with its middle replaced by dots if it has more than `most` characters.

    >>> shorten("no such file: aaaaaaaaaaaaaaaaaaaaaaaa.jpg", 30)
    'no such file: aaaaaa...aaa.jpg'
    """
    if len(text) <= most:
        return text
    tail = most // 4
    return f"{text[: most - tail - 3]}...{text[len(text) - tail :]}"
