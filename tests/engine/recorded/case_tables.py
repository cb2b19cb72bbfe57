"""Cases of checks as tables of text, one a line: `check level table | what just meets it | what just does not`.

Marks follow the seats, or the name of the table's sheet, whose sheets bear them: `1,3: tech.t1a=8 log: rank.seat-1=-`.
Several fields may bear the same mark: `x` crossed, `o` circled, `ox` both, `-` none, else the number or text itself.
A word without a mark is the name of marks, or of what makes them: `climbs(science,1,2)`. Lines that begin with blanks
go on with the line before; lines that begin with # are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.checking import Case, Changes, Make

SIGNS: dict[str, Mark | None] = {"x": "crossed", "o": "circled", "ox": "circled+crossed", "-": None}
WORDS = re.compile(r"(?:[^\s()]|\([^()]*\))+")
CALL = re.compile(r"([^()]+)\((.*)\)")


def names(*makers: Callable[..., Any], **named: Any) -> dict[str, Any]:
    """What words of tables stand for; `makers` make tables of records, or marks."""
    return {maker.__name__: maker for maker in makers} | named


def cases(known: Mapping[str, Any], *texts: str) -> list[Case]:
    """The cases of tables of text, whose words stand for what is `known`."""
    found = []
    for line in re.sub(r"\n +", " ", "\n".join(texts)).splitlines():
        if line and not line.startswith("#"):
            head, met, broken = line.split("|")
            check, level, table = WORDS.findall(head)
            found.append((check, level, _table(table, known), _changes(met, known), _changes(broken, known)))
    return found


def text_of(marks: Mapping[str, Mark | None]) -> str:
    """Marks as a table has them."""
    signs = {mark: sign for sign, mark in SIGNS.items()}
    return " ".join(f"{field}={signs.get(mark, mark)}" for field, mark in marks.items())


def _table(name: str, known: Mapping[str, Any]) -> Make:
    def make() -> Sequence[Record]:
        made: Any = _called(name, known)
        table: Sequence[Record] = made() if callable(made) else made
        return table

    return make


def _called(word: str, known: Mapping[str, Any]) -> Any:
    """What a name stands for, or a maker makes of its arguments: `name(1,word,-,option=word)`."""
    call = CALL.fullmatch(word)
    if call is None:
        return known[word]
    arguments = [argument.rpartition("=") for argument in call[2].split(",")]
    given = [_mark(value) for name, _, value in arguments if not name]
    return known[call[1]](*given, **{name: _mark(value) for name, _, value in arguments if name})


def _changes(text: str, known: Mapping[str, Any]) -> Changes:
    changes: dict[str, dict[str, Mark | None]] = {}
    sheets: list[str] = []
    for word in WORDS.findall(text):
        if word.endswith(":"):
            sheets = word[:-1].split(",")
        for sheet in sheets:
            changes.setdefault(sheet, {}).update(_marks(word, known))
    return changes


def _marks(word: str, known: Mapping[str, Any]) -> Iterator[tuple[str, Mark | None]]:
    if word.endswith(":"):
        return
    fields, is_marked, mark = word.rpartition("=")
    if is_marked and "(" not in fields:
        yield from ((field, _mark(mark)) for field in fields.split(","))
    else:
        yield from _called(word, known).items()


def _mark(text: str) -> Mark | None:
    return int(text) if text.lstrip("-").isdigit() else SIGNS.get(text, text)
