"""Facts of a field or a mission, from the `facts` lines under it."""

from __future__ import annotations

from fairsheet.sheets.language.evaluation import Scope
from fairsheet.sheets.language.faults import FaultFound
from fairsheet.sheets.language.lines import LineReader
from fairsheet.sheets.language.syntax import Line
from fairsheet.sheets.model.drawn_shapes import Style
from fairsheet.sheets.model.sheet import Attribute, Position


def facts_under(
    line: Line, scope: Scope, styles: dict[str, Style]
) -> tuple[dict[str, Attribute], list[tuple[str, Position]]]:
    """Return the facts in the `facts` lines under a field or mission, and the dotted names among them."""
    facts: dict[str, Attribute] = {}
    references: list[tuple[str, Position]] = []
    for under in line.block:
        if under.word != "facts":
            problem = f"{line.word} takes only facts under it, not {under.word}"
            raise FaultFound(under.at, problem, "begin this line further left")
    for reader in [LineReader(under, scope, styles) for under in line.block]:
        given = reader.facts()
        for name in given:
            if name in facts:
                raise FaultFound(reader.place_of(name), f"{name} is given twice", "leave one out")
        facts |= given
        references += reader.references()
    return facts, references
