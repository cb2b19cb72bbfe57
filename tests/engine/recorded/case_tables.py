"""Cases of checks as lines of text: `check level table | changes that just meet it | changes that just do not`.

Marks follow their seats, or the name of the table's sheet: `1,3: tech.t1a=8 log: rank.seat-1=-`.
Several fields may have the same mark: `x` crossed, `o` circled, `ox` both, `-` none, otherwise the number or text.
A word without a mark is the name of marks, or of a function that makes them: `climbs(science,1,2)`. Lines that begin
with blanks continue the previous line, and lines that begin with # are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.checking import Case, Changes, Make, changed, findings

SIGNS: dict[str, Mark | None] = {"x": "crossed", "o": "circled", "ox": "circled+crossed", "-": None}
WORDS = re.compile(r"(?:[^\s()]|\([^()]*\))+")
CALL = re.compile(r"([^()]+)\((.*)\)")


def names(own: Mapping[str, Any], *modules: ModuleType) -> dict[str, Any]:
    """Return the meanings of words in tables: all names of some modules, and the own ones from `globals()`."""
    return {name: each for module in modules for name, each in vars(module).items()} | dict(own)


def cases(known: Mapping[str, Any], *texts: str) -> list[Case]:
    """Return the cases of tables of text, whose words have the meanings in `known`."""
    found = []
    makes: dict[str, Make] = {}
    for head, met, broken in lines_of(*texts):
        check, level, table = WORDS.findall(head)
        make = makes.setdefault(table, table_named(table, known))
        found.append((check, level, make, changes_in(met, known), changes_in(broken, known)))
    return found


def lines_of(*texts: str) -> list[list[str]]:
    """Return the lines of tables of text, each split at its bars."""
    joined = re.sub(r"\n +", " ", "\n".join(texts))
    return [line.split("|") for line in joined.splitlines() if line and not line.startswith("#")]


def assert_findings(line: Sequence[str], known: Mapping[str, Any]) -> None:
    """Assert the findings on a changed table: `table | changes | check:level`, or nothing after the last bar.
    `+check` and `-check`, with or without a level, only require that the check is found, or that it is not."""
    table, changes, expected = line
    reported = {
        (found.check, found.level)
        for found in findings(changed(table_named(table.strip(), known)(), changes_in(changes, known)))
    }
    words = expected.split()
    for word in words:
        if word[0] in "+-":
            check, _, level = word[1:].partition(":")
            assert any(check == each[0] and level in ("", each[1]) for each in reported) == (word[0] == "+")
    if not any(word[0] in "+-" for word in words):
        assert {f"{check}:{level}" for check, level in reported} == set(words)


def text_of(marks: Mapping[str, Mark | None]) -> str:
    """Return marks in the notation of tables."""
    signs = {mark: sign for sign, mark in SIGNS.items()}
    return " ".join(f"{field}={signs.get(mark, mark)}" for field, mark in marks.items())


def table_named(name: str, known: Mapping[str, Any]) -> Make:
    """Return a function that makes the table of a name or call."""

    def make() -> Sequence[Record]:
        made: Any = _called(name, known)
        table: Sequence[Record] = made() if callable(made) else made
        return table

    return make


def _called(word: str, known: Mapping[str, Any]) -> Any:
    """Return the value of a name, or the result of a call: `name(1,word,-,option=word)`."""
    call = CALL.fullmatch(word)
    if call is None:
        return known[word]
    arguments = [argument.rpartition("=") for argument in call[2].split(",")]
    given = [_mark(value) for name, _, value in arguments if not name]
    return known[call[1]](*given, **{name: _mark(value) for name, _, value in arguments if name})


def changes_in(text: str, known: Mapping[str, Any]) -> Changes:
    """Return marks by sheet from text such as `1,3: tech.t1a=8 log: rank.seat-1=-`."""
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
