"""Faults of a template: the place, the problem, a hint, and the line with a caret under the place."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from fairsheet.languages.messages import Message
from fairsheet.sheets.model.sheet import Position
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


@dataclass(frozen=True)
class Fault:
    """One fault of a template."""

    at: Position
    problem: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.at}: {self.problem}" + (f"; {self.hint}" if self.hint else "")

    def picture(self, text: str) -> str:
        """Return the template's line with the fault and a caret under the place; empty for an empty file."""
        lines = text.splitlines()
        if not 1 <= self.at.line <= len(lines):
            return ""
        shown = "".join(
            character if character.isprintable() else " " for character in lines[self.at.line - 1]
        )
        start = max(0, self.at.column - 70)
        return f"    {shown[start : start + 100]}\n    {' ' * (self.at.column - 1 - start)}^"


class FaultFound(Exception):
    """Raised by the parser and the placement to give up one line; never leaves `sheets`."""

    def __init__(self, at: Position, problem: str, hint: str = "") -> None:
        self.fault = Fault(at, problem, hint)
        super().__init__(str(self.fault))


class TemplateError(FairsheetError):
    """A template that cannot be used. `faults` has all faults.

    `str()` is one line: the first fault and the number of others. `details` has the rest: the line with a caret, then
    the other faults with theirs, separated by blank lines.
    """

    def __init__(self, faults: Iterable[Fault], text: str, included: Mapping[str, str] | None = None) -> None:
        """Take the template's `text`, and the texts of `included` files by their names in the faults' places."""
        texts = included or {}
        self.faults = tuple(faults)
        first, *others = self.faults
        more = len(others)
        others_note = f" ({more} more fault{'s' if more > 1 else ''} in this file)" if more else ""
        picture_of = {fault: fault.picture(texts.get(fault.at.file, text)) for fault in self.faults}
        pictures = [picture_of[first], *(f"{fault}\n{picture_of[fault]}" for fault in others)]
        super().__init__(
            first.problem,
            code=ErrorCode.BAD_TEMPLATE,
            where=str(first.at),
            hint=first.hint + others_note if first.hint else others_note.strip(),
            details="\n\n".join(pictures),
        )


_NUMBER = re.compile(r"\d[\d.]*")


def merged(faults: Iterable[Fault]) -> list[Fault]:
    """Return the faults in the order of their places. Faults that differ only in numbers are merged, with a count."""
    found: dict[tuple[Position, str], list[Fault]] = {}
    for fault in sorted(faults, key=lambda fault: (fault.at.file, fault.at.line, fault.at.column)):
        found.setdefault((fault.at, _NUMBER.sub("#", fault.problem)), []).append(fault)
    return [
        replace(first, problem=f"{first.problem} ({1 + len(others)} times)") if others else first
        for first, *others in found.values()
    ]


_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")  # leading zeros of a number


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return a hint for a misspelt word: the nearest known word, or `otherwise`.

    >>> did_you_mean("colum", ["row", "column"])
    'did you mean column?'
    >>> did_you_mean("card-1", ["card-01", "card-11", "card-31"])
    'did you mean card-01?'
    >>> did_you_mean("grey", ["dark", "mid", "green"], "known: dark, mid, green")
    'known: dark, mid, green'
    """
    names = {_ZEROS.sub("", name): name for name in known}
    names |= {name.lower(): name for name in sorted(known)} | {name: name for name in known}
    cutoff = 0.6 if len(word) < 4 else 0.7  # one wrong letter of three is a third
    near = difflib.get_close_matches(word, sorted(names), n=1, cutoff=cutoff) or difflib.get_close_matches(
        word.lower(), sorted(names), n=1, cutoff=cutoff
    )
    return Message("did you mean {name}?", name=names[near[0]]) if near else otherwise
