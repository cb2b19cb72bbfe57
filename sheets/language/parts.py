"""Repeats, parts and named formulas: counters, parameters, and the names that lines below can see."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.functions.game_facts import GAME_NUMBERS
from fairsheet.sheets.language._csv_columns import columns_of_csv
from fairsheet.sheets.language.evaluation import NamedFormula, Result, Scope, evaluate
from fairsheet.sheets.language.faults import FaultFound, did_you_mean
from fairsheet.sheets.language.lines import LineReader, open_lists
from fairsheet.sheets.language.parser import ID
from fairsheet.sheets.language.syntax import GroupNode, Line, NameNode, Node, Property, TextNode
from fairsheet.sheets.language.template_files import CSV_NAME
from fairsheet.sheets.language.words import WORDS
from fairsheet.sheets.model.drawn_shapes import Style
from fairsheet.sheets.model.marks import MARKS


def rounds(line: Line, scope: Scope, tables: Mapping[str, bytes]) -> list[dict[str, Result]]:
    """Return the counters of every round of a repeat; several counters step together.

    `csv:` adds a counter for each column of a file; `tables` are the contents of readable files.
    """
    if not line.properties:
        raise FaultFound(line.at, "repeat lacks its counter", "write it like: repeat k: 1..8")
    columns: dict[str, tuple[Result, ...]] = {}
    for prop in line.properties:
        if prop.key == "csv":
            columns |= _columns_of_file(prop, tables)
        else:
            columns[prop.key] = open_lists(evaluate(node, scope) for node in prop.values)
            if any(isinstance(value, str) and value.endswith(".csv") for value in columns[prop.key]):
                raise FaultFound(
                    prop.at, f"{prop.key} is a counter, not the name of a file", 'write csv: "animals.csv"'
                )
    counts = {key: len(values) for key, values in columns.items()}
    if len(set(counts.values())) > 1:
        lengths = ", ".join(f"{key} has {count}" for key, count in counts.items())
        raise FaultFound(line.at, f"counters that step together need equally many values: {lengths}")
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def _columns_of_file(prop: Property, tables: Mapping[str, bytes]) -> dict[str, tuple[Result, ...]]:
    match prop.values:
        case [TextNode(text=name, at=at)] if CSV_NAME.fullmatch(name):
            return columns_of_csv(name, tables.get(name), at)
    raise FaultFound(
        prop.at, "csv takes the name of a file in the template's folder", 'such as repeat csv: "animals.csv"'
    )


def with_named_formula(line: Line, scope: Scope, styles: Mapping[str, Style], around: Scope) -> Scope:
    """Return the scope of the lines below a formula. `around` is the scope at the beginning of its block.

    Raises FaultFound if the line has no formula, or if its name is missing or taken.
    """
    reader = LineReader(line, scope, styles)
    name, nodes = reader.name(), reader.nodes("is")
    at = line.arguments[0].at
    if not ID.fullmatch(name):
        raise FaultFound(at, f"{name!r} cannot name a formula", "such as plants")
    if name in (*GAME_NUMBERS, *FUNCTIONS, *MARKS):
        raise FaultFound(at, f"{name} means something in formulas already", "choose another name")
    above = scope.formulas.get(name)
    if above is not None and above is not around.formulas.get(name):
        raise FaultFound(at, f"the formula {name} is given twice", "leave one out")
    if not nodes:
        hint = f"write it like: {reader.word.shape}"
        raise FaultFound(line.at, f"the formula {name} has no value", hint)
    return scope.with_formula(name, NamedFormula(line.at, nodes[0], scope))


def part_name(line: Line, defined: Collection[str]) -> str:
    """Return the name of the part that a line defines. Raises FaultFound if the name is not allowed."""
    for argument in line.arguments:
        if not isinstance(argument, NameNode) or not ID.fullmatch(argument.name):
            hint = "such as part floor n action"
            raise FaultFound(argument.at, "a part and its parameters have plain names", hint)
    if not line.arguments:
        raise FaultFound(line.at, "part lacks its name", f"write it like: {WORDS['part'].shape}")
    name, at = _names(line)[0], line.arguments[0].at
    if name in WORDS:
        raise FaultFound(at, f"{name} is a word of the language already", "choose another name")
    if name in defined:
        raise FaultFound(at, f"the part {name} is defined twice", "leave one out")
    return name


def parameters(part: Line, use: Line, scope: Scope) -> dict[str, Result]:
    """Return the values of a part's parameters for one use: arguments in order, then properties, then defaults."""
    wanted = _names(part)[1:]
    defaults = {prop.key: prop.values for prop in part.properties}
    shape = f"write it like: {' '.join([use.word, *wanted])}"
    if len(use.arguments) > len(wanted):
        raise FaultFound(use.arguments[len(wanted)].at, f"{use.word} takes no further argument", shape)
    given = {name: evaluate(node, scope) for name, node in zip(wanted, use.arguments, strict=False)}
    for prop in use.properties:
        if prop.key in given:
            raise FaultFound(prop.at, f"{prop.key} is given twice", "leave one out")
        if prop.key not in wanted and prop.key not in defaults:
            hint = did_you_mean(prop.key, (*wanted, *defaults), shape)
            if hint == shape and prop.key in WORDS["panel"].keys:
                hint = f"put it under a panel, which takes that: panel {prop.key}: …"
            raise FaultFound(prop.at, f"{use.word} has no parameter {prop.key}", hint)
        given[prop.key] = one_or_list(prop.values, scope)
    missing = [name for name in wanted if name not in given]
    if missing:
        raise FaultFound(use.at, f"{use.word} lacks {', '.join(missing)}", shape)
    return {key: one_or_list(values, scope) for key, values in defaults.items()} | given


def one_or_list(nodes: tuple[Node, ...], scope: Scope) -> Result:
    """Return the value of a property: a single value, or a list of several."""
    return evaluate(nodes[0] if len(nodes) == 1 else GroupNode(nodes[0].at, nodes), scope)


def _names(part: Line) -> list[str]:
    return [argument.name for argument in part.arguments if isinstance(argument, NameNode)]
