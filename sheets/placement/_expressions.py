"""Formulas of score lines and missions: from syntax to the model's expressions, every name and function checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
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

MOST_UNFOLDED = 200  # named formulas in one formula, those in named ones among them
MOST_TERMS = 1000  # what the sums of one formula add up

FUNCTIONS_INSTEAD = {  # what does the work of functions that other languages have
    "abs": "write max(carts, 0 - carts)",
    "add": "value(…) adds up the numbers written",
    "average": "write quotient(value(…), inked(…)), which is rounded down",
    "div": "write quotient(carts, 2), which is rounded down",
    "divide": "write quotient(carts, 2), which is rounded down",
    "mean": "write quotient(value(…), inked(…)), which is rounded down",
    "mod": "formulas have no remainder; write carts - 2 * quotient(carts, 2)",
    "round": "formulas hold whole numbers; quotient(carts, 2) is rounded down",
    "total": "value(…) adds up the numbers written",
}
_JOINERS = ("and", "or", "not")
_CHAINS = {"+": ("+", "-"), "*": ("*",), "and": ("and",), "or": ("or",)}  # where brackets change nothing


class Formulas:
    """Reads formulas on a sheet whose names are `ids` (with what each is) and whose boxes and slots are `boxes`."""

    def __init__(self, ids: Mapping[str, str], boxes: Set[str]) -> None:
        self.ids = ids
        self.boxes = boxes
        self.named: dict[Position, str] = {}  # the lines of formulas that have a name
        self._used: set[Position] = set()  # those of them that another formula needs
        self._unfolded = 0
        self._terms = 0

    def of_property(self, line: LineReader, key: str) -> Expression:
        """The property's formula. Raises FaultFound for whatever in it means nothing."""
        nodes = line.nodes(key)
        if len(nodes) > 1:
            hint = "join conditions by and"
            if all(isinstance(node, NumberNode) for node in nodes):
                hint = "formulas hold whole numbers, and a decimal comma is written as a point"
            raise FaultFound(nodes[1].at, f"{key} is one formula", hint)
        self._unfolded = self._terms = 0
        expression = self._expression(nodes[0], line.scope)
        root = expression if key == "is" else None
        for call in calls_in(expression):
            if needs_table(call) and call is not root:
                raise FaultFound(nodes[0].at, f"{call.function} cannot stand here",
                                 "it looks at all players: make it the whole formula of a score line")  # fmt: skip
        return expression

    def check_named(self, line: LineReader) -> None:
        """Raises FaultFound where the formula of a line `formula` means nothing, or its name something else."""
        if line.name() in self.ids:
            problem = f"{line.name()} is the id of a {self.ids[line.name()]} already"
            raise FaultFound(line.line.arguments[0].at, problem, "choose another name")
        self.of_property(line, "is")

    @property
    def unused(self) -> dict[str, Position]:
        """The named formulas that no other needs, of those formulas that were read so far."""
        return {name: at for at, name in self.named.items() if at not in self._used}

    def condition_of_property(self, line: LineReader, key: str) -> Expression:
        """The property's formula, which must be a condition. Raises FaultFound as `of_property` does."""
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
                return (
                    self._name(node, "number", scope)
                    if formula is None
                    else self._unfold(formula, node, scope)
                )
            case _:
                raise FaultFound(
                    node.at, "this cannot stand in a formula", "formulas hold numbers, names and functions"
                )

    def _unfold(self, formula: NamedFormula, use: NameNode, scope: Scope) -> Expression:
        """What a named formula says, as if it stood where it is used."""
        self._used.add(formula.at)
        self._unfolded += 1
        if self._unfolded > MOST_UNFOLDED:
            problem = f"this formula unfolds to more than {MOST_UNFOLDED} named ones"
            raise FaultFound(use.at, problem, "does each of several formulas need the one before it twice?")
        return self._expression(formula.node, replace(formula.scope, every=scope.every))

    def _one(self, value: Result, at: Position, scope: Scope) -> Expression:
        """A value as one number: itself, or that of the box of this name."""
        if isinstance(value, float):
            return _whole(value, at)
        if isinstance(value, str):
            return self._name(TextNode(at, value), "number", scope)
        raise FaultFound(at, f"a number belongs here, not {format_value(value)}",
                         "lists stand in functions: item(points, 1), points(carts, points)")  # fmt: skip

    def _sum(self, node: CallNode, scope: Scope) -> Expression:
        """One formula for each value of a counter, added up."""
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
                    argument.at, "a list can only stand last here", "give it a name: group … fields: …"
                )
            arguments += read
            places += [argument.at] * len(read)
        least, most = function.least, len(kinds)
        has_things = function.first_thing < most
        given = len(node.arguments) if has_things or len(node.arguments) > most else len(arguments)
        if given < least or (given > most and not function.repeats):
            wanted = f"{'at least ' if function.repeats or function.optional else ''}{least}"
            raise FaultFound(node.at, f"{node.function} takes {wanted} argument{'s' * (least > 1)}, not {given}",
                             f"it gives {function.gives}")  # fmt: skip
        if has_things and len(arguments) == function.first_thing:  # nothing beyond the edge of a grid
            return Operation("=", (Number(0), Number(0))) if function.is_condition else Number(0)
        if function.pairs and len(arguments) % 2 == 0:
            raise FaultFound(node.at, f"the last number of {node.function} lacks the points behind it",
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
            raise FaultFound(node.at, "a name belongs here", "such as a field, zone, group or ladder")
        return [self._name(node, kind, scope)]

    def _name(self, node: NameNode | TextNode, kind: ArgumentKind, scope: Scope) -> Name:
        name = _name_of(node, scope)
        if kind == "mark":
            words = (*MARKS, NUMBER)
            if name not in words:
                hint = f"marks: {', '.join(words)}"
                if name in self.ids:
                    hint = f"the mark comes first, such as crossed, {name}; {hint}"
                raise FaultFound(node.at, f"{name} is no mark", did_you_mean(name, words, hint))
            return Name(name)
        if kind == "word" or (kind == "number" and name in GAME_NUMBERS):
            return Name(name)
        if name in scope.formulas:
            raise FaultFound(
                node.at, f"{name} is a formula", "a name of something belongs here, such as a field or a zone"
            )
        what = self.ids.get(name)
        if what is None and name in self.named.values():
            raise FaultFound(node.at, f"the formula {name} is not known here",
                             "it is known to the lines below its own in the same block, such as a repeat, "
                             "and cannot need itself")  # fmt: skip
        if kind in ("ladder", "zone", "table", "option", "mission"):
            if what == kind:
                return Name(name)
            known = [one for one, sort in self.ids.items() if sort == kind]
            hint = did_you_mean(name, known, f"{kind}s: {', '.join(known)}")
            raise FaultFound(node.at, f"there is no {kind} {name}", hint)
        if what in (None, "mission", "check") or (kind in (*NAMING, "field") and what in ("table", "option")):
            raise FaultFound(
                node.at, f"nothing is named {name}", did_you_mean(name, (*self.ids, *scope.formulas))
            )
        if kind == "number" and (what != "field" or name not in self.boxes):
            raise FaultFound(node.at, f"the {what} {name} is no number by itself",
                             "use a function such as count(crossed, …), value(…) or lowest(…)")  # fmt: skip
        return Name(name)


def _function_instead(node: CallNode) -> str:
    """The hint for a function that there is not."""
    name = node.function
    if name in MARKS:
        fields = ", ".join(each.name if isinstance(each, NameNode) else "…" for each in node.arguments)
        return f"count the fields with a mark: count({name}, {fields}) = 1"
    instead = FUNCTIONS_INSTEAD.get(name.lower())
    return did_you_mean(name, FUNCTIONS, "the gallery shows all") if instead is None else instead


def _list_of(node: Node, scope: Scope) -> tuple[Result, ...] | None:
    """The list that stands where numbers do; None where it is something else."""
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
    """The name that a node gives: that of a parameter is looked up, braces are filled in."""
    if isinstance(node, TextNode):
        return fill(node.text, node.at, scope)
    bound = scope.names.get(node.name)
    return bound if isinstance(bound, str) else fill(node.name, node.at, scope)


def _formula_named(node: Node, scope: Scope) -> NamedFormula | None:
    return scope.formulas.get(_name_of(node, scope)) if isinstance(node, NameNode) else None


def _chain(operator: str, left: Expression, right: Expression) -> Expression:
    """Two operands, of which the right one stood under a name, as if it had been written out: `a + b - c` for
    `a + name`. So it changes no layout to name a part of a formula."""
    match right:
        case Operation(operator=other, operands=(first, last)) if other in _CHAINS.get(operator, ()):
            return Operation(other, (_chain(operator, left, first), last))
    return Operation(operator, (left, right))


def _check_keys(places: Sequence[Position], function: Function, arguments: Sequence[Expression]) -> None:
    """Raises FaultFound where the numbers of a lookup are listed twice, or those of thresholds do not ascend."""
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
            raise FaultFound(at, f"the threshold {number} does not come after {before[-1]}",
                             "give them in ascending order, each with what it gives behind it")  # fmt: skip


def _condition(expression: Expression, at: Position) -> Expression:
    """The expression itself. Raises FaultFound where it is a number, which is neither so nor not so."""
    match expression:
        case Operation(operator=operator) if operator in (*_JOINERS, *COMPARISONS):
            return expression
        case Call(function=function) if FUNCTIONS[function].is_condition:
            return expression
        case _:
            raise FaultFound(
                at, "a condition belongs here, not a number", "compare it, such as count(X, a) >= 3"
            )


def _whole(value: float, at: Position) -> Number:
    if value != int(value):
        raise FaultFound(at, f"formulas hold whole numbers, not {value:g}")
    return Number(int(value))
