"""Formulas of score lines and missions: from syntax to the model's expressions, with names and functions checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fairsheet.sheets.formulas.formula import COMPARISONS, calls_in, needs_table
from fairsheet.sheets.formulas.functions.function import NAMING, ArgumentKind, Function
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.functions.game_facts import GAME_NUMBERS
from fairsheet.sheets.language.evaluation import (
    LAYOUT_FUNCTIONS,
    NamedFormula,
    Result,
    Scope,
    evaluate,
    fill,
    format_value,
)
from fairsheet.sheets.language.faults import FaultFound, did_you_mean
from fairsheet.sheets.language.lines import LineReader
from fairsheet.sheets.language.syntax import (
    CallNode,
    GroupNode,
    NameNode,
    Node,
    NumberNode,
    OperationNode,
    RangeNode,
    TextNode,
)
from fairsheet.sheets.model.marks import MARKS, NUMBER
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Position

MOST_UNFOLDED = 200  # named formulas in one formula, including nested ones
MOST_TERMS = 1000  # terms in the sums of one formula

FUNCTIONS_INSTEAD = {  # replacements for functions of other languages
    "abs": "write max(carts, 0 - carts)",
    "add": "value(…) adds up the numbers written",
    "ceiling": "write ceil(carts, 2), which divides and rounds up",
    "average": "write quotient(value(…), inked(…)), rounded down",
    "div": "write quotient(carts, 2), rounded down",
    "divide": "write quotient(carts, 2), rounded down",
    "mean": "write quotient(value(…), inked(…)), rounded down",
    "mod": "formulas have no remainder; write carts - 2 * quotient(carts, 2)",
    "round": "formulas have whole numbers only; quotient(carts, 2) rounds down",
    "total": "value(…) adds up the numbers written",
}
_JOINERS = ("and", "or", "not")
# operators that need no brackets after them
_CHAINS = {"+": ("+", "-"), "*": ("*",), "and": ("and",), "or": ("or",)}


class Formulas:
    """Read formulas on a sheet. `ids` are its names with their kinds, `boxes` its boxes, slots and draws of numbers."""

    def __init__(self, ids: Mapping[str, str], boxes: set[str]) -> None:
        self.ids = ids
        self.boxes = boxes
        self.named: dict[Position, str] = {}  # the names of formulas, by the place of their lines
        self._used: set[Position] = set()  # named formulas that another one needs
        self._unfolded = 0
        self._terms = 0
        self._knows_draws = False  # only moves know what came up

    def of_property(self, line: LineReader, key: str) -> Expression:
        """Return the property's formula. Raises FaultFound if anything in it is wrong."""
        nodes = line.nodes(key)
        if len(nodes) > 1:
            hint = "join conditions by and"
            if all(isinstance(node, NumberNode) for node in nodes):
                hint = "formulas have whole numbers only, and decimals have a point, not a comma"
            raise FaultFound(nodes[1].at, f"{key} takes one formula", hint)
        self._unfolded = self._terms = 0
        self._knows_draws = line.line.word == "move"
        expression = self._expression(nodes[0], line.scope)
        root = expression if key == "is" else None
        for call in calls_in(expression):
            if needs_table(call) and call is not root:
                raise FaultFound(nodes[0].at, f"{call.function} is not allowed here",
                                 "it compares all players: make it the whole formula of a score line")  # fmt: skip
        return expression

    def check_named(self, line: LineReader) -> None:
        """Raise FaultFound if a named formula is wrong, or if its name is taken."""
        if line.name() in self.ids:
            problem = f"{line.name()} is the id of a {self.ids[line.name()]} already"
            raise FaultFound(line.line.arguments[0].at, problem, "choose another name")
        self.of_property(line, "is")

    @property
    def unused(self) -> dict[str, Position]:
        """The named formulas that no formula read so far needs."""
        return {name: at for at, name in self.named.items() if at not in self._used}

    def condition_of_property(self, line: LineReader, key: str) -> Expression:
        """Return the property's formula, which must be a condition. Raises FaultFound if it is not."""
        return _condition(self.of_property(line, key), line.place_of(key))

    def _expression(self, node: Node, scope: Scope) -> Expression:
        match node:
            case NumberNode():
                return _whole(node.value, node.at)
            case OperationNode():
                if node.operator == "/":
                    raise FaultFound(
                        node.at, "formulas have no division", "quotient(carts, 2) divides and rounds down"
                    )
                operands = tuple(self._expression(part, scope) for part in node.operands)
                if node.operator in _JOINERS:
                    for part, operand in zip(node.operands, operands, strict=True):
                        _condition(operand, part.at)
                if node.operator == "!=":
                    return Operation("not", (Operation("=", operands),))
                if len(operands) == 2 and _formula_named(node.operands[1], scope) is not None:
                    return _chain(node.operator, *operands)
                return Operation(node.operator, operands)
            case CallNode():
                return self._call(node, scope)
            case NameNode():
                value = scope.names.get(node.name)
                if isinstance(value, float | tuple):
                    return self._one(value, node.at, scope)
                formula = _formula_named(node, scope)
                if formula is None:
                    return self._name(node, "number", scope)
                return self._unfold(formula, node, scope)
            case _:
                raise FaultFound(
                    node.at, "this is not allowed in a formula", "formulas have numbers, names and functions"
                )

    def _unfold(self, formula: NamedFormula, use: NameNode, scope: Scope) -> Expression:
        """Return the expression of a named formula, as if it were written at its use."""
        self._used.add(formula.at)
        self._unfolded += 1
        if self._unfolded > MOST_UNFOLDED:
            problem = f"this formula unfolds to more than {MOST_UNFOLDED} named ones"
            raise FaultFound(use.at, problem, "check for formulas that each use the one before it twice")
        return self._expression(formula.node, replace(formula.scope, every=scope.every))

    def _one(self, value: Result, at: Position, scope: Scope) -> Expression:
        """Return the expression of a single value: a number, or the name of a box."""
        if isinstance(value, float):
            return _whole(value, at)
        if isinstance(value, str):
            return self._name(TextNode(at, value), "number", scope)
        raise FaultFound(at, f"expected a number, not {format_value(value)}",
                         "use lists in functions: item(points, 1), points(carts, points)")  # fmt: skip

    def _sum(self, node: CallNode, scope: Scope) -> Expression:
        """Return a sum with one term for each value of a counter."""
        match node.arguments:
            case (NameNode(name=counter), over, formula) if counter not in self.ids:
                members = _list_of(over, scope)
            case _:
                members = None
        if members is None:
            hint = "as in sum(k, 1..6, count(X, bed.{k})); value(…) adds up the numbers written in fields"
            raise FaultFound(node.at, "sum takes a counter, its values and a formula", hint)
        self._terms += len(members)
        if self._terms > MOST_TERMS:
            raise FaultFound(
                node.at, f"this formula adds up more than {MOST_TERMS} terms", "use shorter lists"
            )
        terms = tuple(self._expression(formula, scope.with_names({counter: each})) for each in members)
        return Call(node.function, terms) if terms else Number(0)

    def _call(self, node: CallNode, scope: Scope) -> Expression:
        if node.function == "sum":
            return self._sum(node, scope)
        if node.function in LAYOUT_FUNCTIONS and node.function not in FUNCTIONS:
            return self._one(evaluate(node, scope), node.at, scope)
        if node.function not in FUNCTIONS:
            raise FaultFound(node.at, f"there is no function {node.function} for formulas",
                             _function_instead(node))  # fmt: skip
        function = FUNCTIONS[node.function]
        kinds = list(function.arguments)
        arguments: list[Expression] = []
        places: list[Position] = []
        for k, argument in enumerate(node.arguments):
            if k >= len(kinds) and not function.repeats:
                break
            is_last = k >= len(kinds) - 1
            kind = kinds[-1] if is_last else kinds[k]
            if (
                kind == "number"
                and is_last
                and function.repeats
                and (list_ := _list_of(argument, scope)) is not None
            ):
                read = [self._one(member, argument.at, scope) for member in list_]
            else:
                read = self._argument(argument, kind, scope)
            if len(read) != 1 and not is_last:
                raise FaultFound(
                    argument.at,
                    "a list is only allowed as the last argument",
                    "give it a name: group … fields: …",
                )
            arguments += read
            places += [argument.at] * len(read)
        least, most = function.least, len(kinds)
        names_fields = function.first_field_argument < most
        given = len(node.arguments) if names_fields or len(node.arguments) > most else len(arguments)
        if given < least or (given > most and not function.repeats):
            wanted = f"{'at least ' if function.repeats or function.optional else ''}{least}"
            raise FaultFound(node.at, f"{node.function} takes {wanted} argument{'s' * (least > 1)}, not {given}",
                             f"it gives {function.gives}")  # fmt: skip
        # only fields beyond the edge of a grid
        if names_fields and len(arguments) == function.first_field_argument:
            return Operation("=", (Number(0), Number(0))) if function.is_condition else Number(0)
        if function.pairs and len(arguments) % 2 == 0:
            raise FaultFound(node.at, f"the last number of {node.function} has no points after it",
                             f"write them in pairs, as in {node.function}(count(crossed, a), 3, 5, 4, 9)")  # fmt: skip
        if function.pairs:
            _check_keys(places, function, arguments)
        if (
            kinds[0] == "field"
            and isinstance(first := arguments[0], Name)
            and self.ids[first.name] != "field"
        ):
            raise FaultFound(node.arguments[0].at, f"{first.name} is a {self.ids[first.name]}, not a single field",
                             "name the field that the others are compared with")  # fmt: skip
        return Call(node.function, tuple(arguments))

    def _argument(self, node: Node, kind: ArgumentKind, scope: Scope) -> list[Expression]:
        if kind == "condition":
            return [_condition(self._expression(node, scope), node.at)]
        if kind == "number":
            return [self._expression(node, scope)]
        if isinstance(node, CallNode) and node.function in LAYOUT_FUNCTIONS and kind in (*NAMING, "field"):
            value = evaluate(node, scope)
            members = value if isinstance(value, tuple) else (value,)
            return [Name(format_value(member)) for member in members]
        if isinstance(node, RangeNode | NumberNode | OperationNode | GroupNode | CallNode):
            raise FaultFound(node.at, "expected a name", "such as a field, zone, group or ladder")
        return [self._name(node, kind, scope)]

    def _name(self, node: NameNode | TextNode, kind: ArgumentKind, scope: Scope) -> Name:
        name = _name_of(node, scope)
        if kind == "mark":
            words = (*MARKS, NUMBER)
            if name not in words:
                hint = f"marks: {', '.join(words)}"
                if name in self.ids:
                    hint = f"the mark comes first, such as crossed, {name}; {hint}"
                raise FaultFound(node.at, f"{name} is not a mark", did_you_mean(name, words, hint))
            return Name(name)
        if kind == "word" or (kind == "number" and name in GAME_NUMBERS):
            return Name(name)
        if name in scope.formulas:
            raise FaultFound(
                node.at, f"{name} is a formula", "name something else here, such as a field or a zone"
            )
        named_kind = self.ids.get(name)
        if named_kind is None and name in self.named.values():
            raise FaultFound(node.at, f"the formula {name} is not known here",
                             "it is known only to the lines below it in the same block, such as a repeat, "
                             "and cannot use itself")  # fmt: skip
        if kind in ("ladder", "zone", "table", "option", "mission"):
            if named_kind == kind:
                return Name(name)
            known = [id_ for id_, other in self.ids.items() if other == kind]
            hint = did_you_mean(name, known, f"{kind}s: {', '.join(known)}")
            raise FaultFound(node.at, f"there is no {kind} {name}", hint)
        if named_kind == "draw" and kind == "number" and not self._knows_draws:
            raise FaultFound(node.at, f"only moves know what the draw {name} shows", "count fields instead")
        is_for_fields = kind in (*NAMING, "field")
        not_fields = ("table", "option", "draw")
        if named_kind in (None, "mission", "check") or (is_for_fields and named_kind in not_fields):
            hint = did_you_mean(
                name, (*self.ids, *scope.formulas), "write the line with this name, or correct it here"
            )
            raise FaultFound(node.at, f"nothing is named {name}", hint)
        if kind == "number" and (named_kind not in ("field", "draw") or name not in self.boxes):
            raise FaultFound(node.at, f"the {named_kind} {name} is not a number",
                             "use a function such as count(crossed, …), value(…) or lowest(…)")  # fmt: skip
        return Name(name)


def _function_instead(node: CallNode) -> str:
    """Return the hint for a function that does not exist."""
    name = node.function
    if name in MARKS:
        fields = ", ".join(each.name if isinstance(each, NameNode) else "…" for each in node.arguments)
        return f"count the fields with a mark: count({name}, {fields}) = 1"
    instead = FUNCTIONS_INSTEAD.get(name.lower())
    if instead is None:
        return did_you_mean(name, FUNCTIONS, "docs/design/functions.md lists all functions")
    return instead


def _list_of(node: Node, scope: Scope) -> tuple[Result, ...] | None:
    """Return the list in an argument for numbers; None if it is something else."""
    match node:
        case NameNode(name=name):
            value = scope.names.get(name, "")
        case RangeNode() | GroupNode():
            value = evaluate(node, scope)
        case CallNode(function=function) if function in LAYOUT_FUNCTIONS and function not in FUNCTIONS:
            value = evaluate(node, scope)
        case _:
            return None
    return value if isinstance(value, tuple) else None


def _name_of(node: NameNode | TextNode, scope: Scope) -> str:
    """Return the name of a node, with braces filled in and a parameter looked up."""
    if isinstance(node, TextNode):
        return fill(node.text, node.at, scope)
    bound = scope.names.get(node.name)
    return bound if isinstance(bound, str) else fill(node.name, node.at, scope)


def _formula_named(node: Node, scope: Scope) -> NamedFormula | None:
    return scope.formulas.get(_name_of(node, scope)) if isinstance(node, NameNode) else None


def _chain(operator: str, left: Expression, right: Expression) -> Expression:
    """Join two operands, the right one from a named formula, as if it were written out: `a + b - c` for `a + name`.

    Naming a part of a formula therefore changes no layout.
    """
    match right:
        case Operation(operator=other, operands=(first, last)) if other in _CHAINS.get(operator, ()):
            return Operation(other, (_chain(operator, left, first), last))
    return Operation(operator, (left, right))


def _check_keys(places: Sequence[Position], function: Function, arguments: Sequence[Expression]) -> None:
    """Raise FaultFound if numbers of a lookup are listed twice, or if thresholds do not ascend."""
    keys = [
        (key.value, at)
        for key, at in zip(arguments[1::2], places[1::2], strict=True)
        if isinstance(key, Number)
    ]
    for place, (number, at) in enumerate(keys):
        before = [earlier for earlier, _ in keys[:place]]
        if function.pairs == "exact" and number in before:
            raise FaultFound(at, f"the lookup has two entries for {number}", "leave one out")
        if function.pairs == "ascending" and before and number <= before[-1]:
            raise FaultFound(at, f"the threshold {number} is not greater than {before[-1]}",
                             "give them in ascending order, each with its points after it")  # fmt: skip


def _condition(expression: Expression, at: Position) -> Expression:
    """Return the expression. Raises FaultFound if it is a number, which is neither true nor false."""
    match expression:
        case Operation(operator=operator) if operator in (*_JOINERS, *COMPARISONS):
            return expression
        case Call(function=function) if FUNCTIONS[function].is_condition:
            return expression
        case _:
            raise FaultFound(at, "expected a condition, not a number", "compare it, such as count(X, a) >= 3")


def _whole(value: float, at: Position) -> Number:
    if value != int(value):
        raise FaultFound(at, f"formulas have whole numbers only, not {value:g}")
    return Number(int(value))
