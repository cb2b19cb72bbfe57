"""Facts of a field or a mission, which lines `facts` under it give."""

from __future__ import annotations

from fairsheet.sheets.language.evaluation import Scope
from fairsheet.sheets.language.faults import FaultFound
from fairsheet.sheets.language.lines import LineReader
from fairsheet.sheets.language.syntax import Line
from fairsheet.sheets.model.sheet import Attribute, Position, Style


def facts_under(line: Line, scope: Scope, styles: dict[str, Style]) -> dict[str, Attribute]:
    """The facts given by `facts` lines under a field or a mission."""
    result: dict[str, Attribute] = {}
    for reader in _facts_lines(line, scope, styles):
        facts = reader.facts()
        for name in facts:
            if name in result:
                raise FaultFound(reader.place_of(name), f"{name} is given twice", "leave one out")
        result |= facts
    return result


def references_under(line: Line, scope: Scope, styles: dict[str, Style]) -> list[tuple[str, Position]]:
    """The dotted names among those facts."""
    return [found for reader in _facts_lines(line, scope, styles) for found in reader.references()]


def _facts_lines(line: Line, scope: Scope, styles: dict[str, Style]) -> list[LineReader]:
    for under in line.block:
        if under.word != "facts":
            problem = f"only facts can stand under {line.word}, not {under.word}"
            raise FaultFound(under.at, problem, "begin this line further left")
    return [LineReader(under, scope, styles) for under in line.block]
