"""A step in one line of text: `s1 o2 floor-3.4=11`, or `s1 planning cross wild-1/wild floor-2.1=X`.

The words are the seat; the kind, except `number`; the offer; in the solo game the card that leaves; and the marks in
order. `@2` after a field names the seat of its sheet, and `/wild` the cause of a mark if it is not the usual one.

>>> from fairsheet.engine.play.game import Step
>>> step = Step.parse("s1 o2 floor-3.4=11")
>>> step.kind, step.ink[0].mark, str(step)
('number', 11, 's1 o2 floor-3.4=11')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, get_args

from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.sheets.model.marks import MARKS, Mark
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

NUMBER = "number"
LONGEST = 2000  # characters of a step

_VERBS: dict[str, Mark] = {"circle": "circled", "cross": "crossed", "fill": "filled", "draw": "drawn"}
_VERB_OF = {mark: verb for verb, mark in _VERBS.items()}
# the usual cause of the marks of a step; of steps of other kinds it is `action`
_USUAL: dict[str, Cause] = {
    **{"number": "number", "error": "error", "setup": "setup", "claim": "mission"},
    **{"effect": "astra", "move": "astra", "give": "astra", "throw-out": "astra"},
}
_STEP = (  # compiled by its first match: it takes long, and most programs read no steps
    r"(?:t\d+ )?s(?P<seat>\d{1,3})(?: (?P<kind>(?!circle\b|cross\b|fill\b|draw\b)[a-z-]+)(?= |$))?"
    r"(?: o(?P<offer>\d{1,3}))?(?: c(?P<card>\d{1,3}))?(?P<marks>(?: .*)?)"
)
_MARK = re.compile(
    r"(?:(?P<verb>circle|cross|fill|draw) )?(?P<field>[A-Za-z0-9.+-]+)(?:@(?P<sheet>\d{1,3}))?"
    r"(?:/(?P<by>[a-z]+))?(?:=(?P<mark>[A-Za-z0-9+-]{1,20}))?(?: |$)"
)


def format_step(seat: int, kind: str, ink: Sequence[Ink], offer: int | None, card: int | None) -> str:
    """Return a step as text."""
    words = [f"s{seat}"]
    if kind != NUMBER:
        words.append(str(kind))
    if offer is not None:
        words.append(f"o{offer}")
    if card is not None:
        words.append(f"c{card}")
    return " ".join([*words, *(format_ink(mark, usual_cause(kind)) for mark in ink)])


def usual_cause(kind: str) -> Cause:
    """Return the cause of the marks of a step that needs no word."""
    return _USUAL.get(kind, "action")


def format_ink(ink: Ink, usual: Cause) -> str:
    """Return a mark as text, without its cause if that is the usual one."""
    sheet = f"@{ink.sheet}" if ink.sheet is not None else ""
    cause = f"/{ink.by}" if ink.by != usual else ""
    place = f"{ink.field}{sheet}{cause}"
    verb = _VERB_OF.get(ink.mark)
    return f"{verb} {place}" if verb else f"{place}={ink.mark}"


def parse_step(text: str) -> dict[str, Any]:
    """Return the parts of a step by the names of `Step`. Raises FairsheetError, with the text, if it is none."""
    found = re.fullmatch(_STEP, text) if len(text) <= LONGEST else None
    if found is None:
        raise _refusal(text, "a step is a seat, a kind, an offer and marks", text)
    kind = found["kind"] or NUMBER
    return {
        "seat": int(found["seat"]),
        "kind": kind,
        "ink": parse_marks(found["marks"][1:], usual_cause(kind), text),
        "offer": int(found["offer"]) if found["offer"] else None,
        "card": int(found["card"]) if found["card"] else None,
    }


def parse_marks(text: str, usual: Cause, whole: str) -> tuple[Ink, ...]:
    """Return the marks in a text. Raises FairsheetError, with the whole step, if there is anything else."""
    made: list[Ink] = []
    end = 0
    while end < len(text):
        found = _MARK.match(text, end)
        if found is None:
            raise _refusal(
                whole, "a mark is field=mark, or circle, cross, fill or draw with a field", text[end:]
            )
        made.append(_ink_of(found, usual, whole))
        end = found.end()
    return tuple(made)


def _ink_of(found: re.Match[str], usual: Cause, whole: str) -> Ink:
    if (found["verb"] is None) == (found["mark"] is None):
        raise _refusal(whole, "a mark has either a verb or a sign =", found[0])
    mark: Mark = _VERBS[found["verb"]] if found["verb"] else found["mark"]
    if isinstance(mark, str) and re.fullmatch(r"-?\d{1,9}", mark):
        mark = int(mark)
    elif mark not in MARKS:
        raise _refusal(whole, f"marks are numbers and {', '.join(MARKS)}", str(mark))
    causes: dict[str | None, Cause] = {None: usual, **{cause: cause for cause in get_args(Cause)}}
    if found["by"] not in causes:
        raise _refusal(whole, f"causes are {', '.join(get_args(Cause))}", found["by"])
    return Ink(found["field"], mark, causes[found["by"]], int(found["sheet"]) if found["sheet"] else None)


def _refusal(whole: str, hint: str, wrong: str) -> FairsheetError:
    problem = f"{wrong!a:.60} is no part of a step"
    return FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where=f"step {whole!a:.60}", hint=hint)
