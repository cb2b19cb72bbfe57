"""The parser: from the text of a template to its syntax tree."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError
from lark.indenter import DedentError, Indenter

from fairsheet.sheets.drawing.palette import PALETTE
from fairsheet.sheets.language.faults import Fault, FaultFound, TemplateError
from fairsheet.sheets.language.syntax import (
    CallNode,
    GroupNode,
    Line,
    NameNode,
    Node,
    NumberNode,
    OperationNode,
    Property,
    RangeNode,
    Template,
    TextNode,
)
from fairsheet.sheets.model.sheet import Position

UNITS_MM = {"": 1.0, "mm": 1.0, "cm": 10.0}
GREATEST_FILE = 400_000  # characters; a template is a few hundred lines

ID = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-.+][A-Za-z0-9]+)*")
_MOST_DIGITS = 9
CURES = {  # replacements for characters and operators of other languages
    "^": "write a power as a product: carts * carts",
    "?": "write if(carts > 3, 5, 2)",
    "%": "formulas have no remainder; quotient(carts, 2) divides and rounds down",
    "!": "write != or <=, or not before a condition",
    "&": "write and",
    "|": "write or",
    "×": "write *",
    "·": "write *",
    "≥": "write >=",
    "≤": "write <=",
    "≠": "write !=",
    "[": "write list(1, 2) for a list, and names with dots, such as bed.1",
    ".": 'list many fields as every("bed.*"), and write 0.5 with its 0',
    **dict.fromkeys("“”„‚‘’«»", 'put words between straight "'),
    "==": "= is written once",
    "=>": "write >=",
    "=<": "write <=",
    "<>": "write !=",
    "**": "write a power as a product: carts * carts",
    "x": "write *",
    "mod": "formulas have no remainder; quotient(carts, 2) divides and rounds down",
    "if": "write a choice as if(carts > 3, 5, 2)",
}
_REMARK_AS_VALUE = re.compile(r'^(?:[^"#]|"[^"]*")*?\b(?P<key>[a-z-]+):[^":#]*(?<=[:,(])\s*(?P<sign>#)')
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}\b")
_SIMPLE_NUMBER = re.compile(r"[0-9]{1,9}")


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "CALL"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


def parse(text: str, file: str) -> Template:
    """Return the syntax tree of a template. Raises TemplateError with file, line and column if it is malformed."""
    if len(text) > GREATEST_FILE:
        raise TemplateError(
            [Fault(Position(file, 1, 1), f"the file has {len(text)} characters", "is it a template?")], ""
        )
    mixed = _mixed_indents(file, text)
    if mixed is not None:
        raise TemplateError([mixed], text)
    lines = _run(text + "\n", "template", file, text) if text.strip() else ()
    if not lines:
        begin = 'begin with: sheet name "Title"'
        raise TemplateError([Fault(Position(file, 1, 1), "the file is empty", begin)], text)
    return Template(file, text, lines)


def parse_expression(text: str, at: Position) -> Node:
    """Return the syntax tree of the text between braces in a name or in words; `at` is the place of the whole."""
    if ID.fullmatch(text):
        return NameNode(at, text)
    if _SIMPLE_NUMBER.fullmatch(text):
        return NumberNode(at, float(text))
    try:
        tree = _grammar().parse(text, start="expression")
        node: Node = _Tree(at.file, at).transform(tree)
    except (UnexpectedInput, DedentError, VisitError, RecursionError):
        raise FaultFound(
            at, f"cannot make sense of {{{text}}}", "write a name or a sum such as {n + 1}"
        ) from None
    return node


@cache
def _grammar() -> Lark:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    starts = ["template", "expression"]
    return Lark(grammar, parser="lalr", start=starts, postlex=_Indentation(), maybe_placeholders=False)


def _run(source: str, start: str, file: str, text: str) -> tuple[Line, ...]:
    try:
        tree = _grammar().parse(source, start=start)
        lines: tuple[Line, ...] = _Tree(file).transform(tree)
        return lines
    except UnexpectedCharacters as error:
        fault = _odd_character(error, file)
    except UnexpectedToken as error:
        fault = _odd_token(error, file, text)
    except DedentError:
        fault = _odd_indent(file, text)
    except RecursionError:
        fault = _too_deep(file)
    except VisitError as error:
        if not isinstance(error.orig_exc, FaultFound | RecursionError):
            raise
        fault = error.orig_exc.fault if isinstance(error.orig_exc, FaultFound) else _too_deep(file)
    raise TemplateError([fault], text) from None


def _too_deep(file: str) -> Fault:
    return Fault(Position(file, 1, 1), "lines or brackets are nested too deeply", "use fewer levels")


def _odd_character(error: UnexpectedCharacters, file: str) -> Fault:
    stray: dict[str, tuple[str, str]] = {
        '"': (
            "the quoted words that begin here are not closed",
            'close them with " on the same line, not with “',
        ),
        "{": ("a { without a matching }", "braces hold a parameter, such as floor-{n}"),
        "}": ("a } without a matching {", "braces hold a parameter, such as floor-{n}"),
        "'": ("single quotes have no meaning here", 'put words between "'),
        ":": (
            "a colon without a key right before it",
            'write it right after its key, such as gap: 2; separate fields by commas, or list them: every("bed.*")',
        ),
    }
    other = f"the character {error.char!r} has no meaning here", CURES.get(error.char, 'put words between "')
    if error.char.isalpha():
        problem = f"the letter {error.char} is not allowed in a name"
        other = problem, 'names have letters from a to z; words between " may have any'
    return Fault(Position(file, error.line, error.column), *stray.get(error.char, other))


def _odd_token(error: UnexpectedToken, file: str, text: str) -> Fault:
    token = error.token
    if token.type == "$END" or token.line is None:
        lines = text.rstrip().splitlines()
        hint = "give the value after the comma" if lines[-1].endswith(",") else "is a ) missing?"
        end = Position(file, len(lines), len(lines[-1]) + 1)
        return Fault(end, "the file ends in the middle of something", hint)
    at = Position(file, token.line, token.column)
    if token.type == "_INDENT":
        return Fault(Position(file, token.line, 1), "this line is indented, but the line above takes no lines under it",
                     "begin it further left")  # fmt: skip
    if token.type in ("_NL", "_DEDENT"):
        line = text.splitlines()[token.line - 1]
        if (remark := _REMARK_AS_VALUE.search(line)) is not None:
            colours = f"colours have names: {', '.join(PALETTE)}"
            hint = (
                colours if _COLOUR.match(line, remark.start("sign")) else "write the value before the comment"
            )
            at = Position(file, token.line, remark.start("sign") + 1)
            return Fault(at, f"# begins a comment, so that {remark['key']} has no value", hint)
        hint = "something is missing here, such as a value or a ); a line goes on only after a comma or in brackets"
        return Fault(at, "the line ends too early", hint)
    if token.type == "KEY" and "NAME" in error.expected and "KEY" not in error.expected:
        return Fault(at, f"the property {token} is here instead of a word", "begin the line with a word")
    if token.type == "KEY":
        return Fault(at, f"a value is missing before {token}", "give it one, such as gap: 2")
    line = text.splitlines()[token.line - 1]
    if token.type == "COMPARE" and "KEY" in error.expected and "COMPARE" not in error.expected:
        return Fault(
            at, f"{token} is here instead of a property", "give it with a colon, such as is: 2 * carts"
        )
    if cure := CURES.get(token) or CURES.get((line[: token.column - 1].rstrip() + token)[-2:]):
        return Fault(at, f"{token} is not expected here", cure)
    if re.search(r"\bif\b(?!\()", line[: token.column - 1]):
        return Fault(
            at, f"{str(token).strip()} is not expected here", "write a choice as if(carts > 3, 5, 2)"
        )
    if token == "..":
        return Fault(at, ".. is not expected here", 'list many fields as every("bed.*")')
    if token == ";" and "_COMMA" in error.expected:
        return Fault(
            at,
            "; is not expected here",
            "separate the arguments of a function by commas: if(carts > 3, 5, 2)",
        )
    if token.type == "_COMMA" and "KEY" in error.expected:
        return Fault(
            at, ", is not expected here", "a property has a colon before its values, such as at: 20, 100"
        )
    if "KEY" in error.expected and token.type in ("NAME", "NUMBER", "STRING", "LPAR", "CALL"):
        return Fault(at, f"{token} follows a property without a comma",
                     "separate values by commas, write a property with its colon, such as gap: 2, and put arguments "
                     "before the first property")  # fmt: skip
    return Fault(at, f"{str(token).strip()} is not expected here", "look at the words before it")


def _mixed_indents(file: str, text: str) -> Fault | None:
    """Return a fault for the first tab at the start of a line if other lines begin with spaces.

    The width of the tab would be a guess.
    """
    begun: dict[str, Position] = {}  # the first place of a tab and of a space at the start of a line
    goes_on = False  # lines after a comma may begin anywhere
    for number, line in enumerate(text.split("\n"), 1):
        words = line.lstrip()
        if words and not words.startswith("#"):
            for column, character in enumerate(line[: len(line) - len(words)] if not goes_on else "", 1):
                begun.setdefault(character, Position(file, number, column))
            goes_on = words.rstrip().endswith(",")
    if "\t" not in begun or " " not in begun:
        return None
    problem = f"this line begins with a tab, but line {begun[' '].line} with spaces"
    return Fault(begun["\t"], problem, "begin all lines with spaces (or all with tabs)")


def _odd_indent(file: str, text: str) -> Fault:
    """Return a fault for the line whose indentation matches no line above."""
    depths = [0]
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        depth = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        while depths and depths[-1] > depth:
            depths.pop()
        if not depths or (depths[-1] < depth and number > 1 and _ends_block(text, number, depth)):
            return Fault(Position(file, number, depth + 1), "this indentation matches no line above",
                         "let it begin where an earlier line begins")  # fmt: skip
        if depths[-1] < depth:
            depths.append(depth)
    return Fault(Position(file, 1, 1), "the indentation is uneven", "indent every block by two spaces")


def _ends_block(text: str, number: int, depth: int) -> bool:
    """Return whether the line before begins further right; blank lines and comments do not count."""
    for line in reversed(text.splitlines()[: number - 1]):
        if line.strip() and not line.lstrip().startswith("#"):
            return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip()) > depth
    return False


@v_args(inline=True)
class _Tree(Transformer[Token, Any]):
    """Convert Lark's nodes to ours; `base` is the place of an expression inside a name."""

    def __init__(self, file: str, base: Position | None = None) -> None:
        super().__init__()
        self.file = file
        self.base = base

    def _at(self, token: Token) -> Position:
        if self.base is not None:
            return self.base
        return Position(self.file, token.line or 1, token.column or 1)

    def template(self, *lines: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(line for group in lines for line in group)

    def line(self, *members: Line | list[Line | Property]) -> tuple[Line, ...]:
        simples = [member for member in members if isinstance(member, Line)]
        for member in members:
            if isinstance(member, list):
                last = simples[-1]
                properties = tuple(part for part in member if isinstance(part, Property))
                block = tuple(part for part in member if isinstance(part, Line))
                simples[-1] = Line(last.at, last.word, last.arguments, last.properties + properties, block)
        return tuple(simples)

    def simple(self, word: Token, *members: Node | Property) -> Line:
        arguments = tuple(member for member in members if not isinstance(member, Property))
        properties = tuple(member for member in members if isinstance(member, Property))
        return Line(self._at(word), str(word), arguments, properties, ())

    def block(self, *members: tuple[Line, ...] | tuple[Property, ...]) -> list[Line | Property]:
        return [part for member in members for part in member]

    def property_line(self, *properties: Property) -> tuple[Property, ...]:
        return properties

    def property(self, key: Token, *values: Node) -> Property:
        return Property(self._at(key), key[:-1], values)

    def number(self, token: Token) -> NumberNode:
        digits = token.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        unit = token[len(digits) :]
        if unit not in UNITS_MM:
            raise FaultFound(
                self._at(token),
                f"the unit {unit} is unknown",
                "points have no unit, such as size: 12"
                if unit == "pt"
                else f"lengths are in mm, such as 9.5 or 9.5mm; a product is written {digits} * {unit}",
            )
        if len(digits) > _MOST_DIGITS:
            raise FaultFound(self._at(token), "the number is too long", f"use at most {_MOST_DIGITS} digits")
        return NumberNode(self._at(token), float(digits) * UNITS_MM[unit])

    def string(self, token: Token) -> TextNode:
        for escape in re.findall(r"\\.", token[1:-1]):
            if escape not in (r"\"", r"\\"):
                hint = r'write \" for a " and \\ for a \; words that have a width, such as w: 40, are broken into lines'
                raise FaultFound(self._at(token), f"{escape} has no meaning in words", hint)
        return TextNode(self._at(token), re.sub(r"\\(.)", r"\1", token[1:-1]))

    def name(self, token: Token) -> NameNode:
        return NameNode(self._at(token), str(token))

    def range(
        self, first: NumberNode | NameNode | CallNode, last: NumberNode | NameNode | CallNode
    ) -> RangeNode:
        return RangeNode(first.at, first, last)

    def call(self, function: Token, *arguments: Node) -> CallNode:
        return CallNode(self._at(function), function[:-1], arguments)

    def group(self, *members: Node) -> Node:
        return members[0] if len(members) == 1 else GroupNode(members[0].at, members)

    def operation(self, left: Node, operator: Token, right: Node) -> OperationNode:
        return OperationNode(self._at(operator), str(operator), (left, right))

    def operation_or(self, left: Node, right: Node) -> OperationNode:
        return OperationNode(left.at, "or", (left, right))

    def operation_and(self, left: Node, right: Node) -> OperationNode:
        return OperationNode(left.at, "and", (left, right))

    def operation_not(self, operand: Node) -> OperationNode:
        return OperationNode(operand.at, "not", (operand,))

    def signed(self, sign: Token, operand: Node) -> Node:
        if sign == "-" and isinstance(operand, NumberNode):
            return NumberNode(self._at(sign), -operand.value)
        return OperationNode(self._at(sign), str(sign), (operand,))
