"""Docs, help, docstrings and messages are in plain English, without some odd patterns."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import pytest

from docs.generate import MADE
from fairsheet.cli import program
from fairsheet.languages.extract import patterns

ROOT = Path(__file__).parents[1]
FOLDERS = ("benchmarks", "docs", "engine", "examples", "fairsheet", "languages", "sheets", "tools", "vision")
PATTERNS = (  # and what to write instead
    r"\banew\b",  # again
    r"\bcomes? about\b|\bcame about\b",  # happens
    r"\bstands?\b|\bstood\b",  # is
    r"\bbears?\b|\bborne\b",  # has
    r"\btold\b|\btells?\b",  # shows, reports
    r"\bso many\b",  # N, at most N
    r"\bbeside\b",  # next to, in addition to
    r"\bheld against\b",  # compared with
    r"\bjust if\b",  # only if
    r"(^|[.;:] )Of (an?|the|what|those|several)\b",  # subject first
    r"(^|[.;:] )(Who|What|Those of which|Beside|Asked)\b(?![^.;:]*\?)",  # name the noun
    r", for (it|they|there|he|nobody)\b",  # because
    r"\bwhoever\b|\bnobody who\b",  # every person who
    r"\bfrom out of\b",  # from
    r"\bas they are\b",  # unchanged
    r"\bin place of\b",  # instead of
    r"\bspeaks? (JSON|the)\b",  # accepts
)
ODD = re.compile("|".join(f"(?:{pattern})" for pattern in PATTERNS), re.MULTILINE)
ALLOWED = re.compile(r"\bstands? for\b")  # a symbol stands for its meaning

Text = tuple[str, str]  # its place and its words


def files(ending: str) -> Iterator[Path]:
    """Yield the files of the project with an ending, without links and outputs of tests."""
    yield from ROOT.glob(f"*{ending}")
    for folder in FOLDERS:
        yield from sorted((ROOT / folder).rglob(f"*{ending}"))


def markdown() -> Iterator[Text]:
    """Yield the handwritten pages, without code."""
    for path in (each for each in files(".md") if each.parent not in MADE):
        text = re.sub(r"^```.*?^```|`[^`\n]*`|\]\([^)]*\)", "", path.read_text("utf-8"), flags=re.M | re.S)
        yield path.relative_to(ROOT).as_posix(), text


def docstrings() -> Iterator[Text]:
    """Yield the docstrings of all modules, classes and functions."""
    for path in files(".py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                where = f"{path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 1)}"
                yield where, ast.get_docstring(node) or ""


def help_texts(command: click.Command, name: str = "fairsheet") -> Iterator[Text]:
    """Yield the help of a command, of its options and of its subcommands."""
    yield f"{name} --help", command.help or ""
    yield from ((f"{name} {each.name}", getattr(each, "help", None) or "") for each in command.params)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for sub in command.list_commands(context):
            hits = command.get_command(context, sub)
            assert hits is not None
            yield from help_texts(hits, f"{name} {sub}")


def messages() -> Iterator[Text]:
    """Yield the messages that are translated."""
    yield from ((each.module, f"{each.text}\n{each.plural}") for each in patterns())


def odd_words(texts: Iterable[Text]) -> list[str]:
    """Return a line for each pattern found: its place, the words around it, and the pattern."""
    return [
        f"{where}: …{text[max(0, hit.start() - 30) : hit.end() + 30]}… ({hit[0]})"
        for where, text in texts
        for hit in ODD.finditer(text)
        if not ALLOWED.match(text, hit.start())
    ]


def test_docs_are_in_plain_words() -> None:
    assert not odd_words(markdown())


def test_code_is_in_plain_words() -> None:
    assert not odd_words([*docstrings(), *help_texts(program), *messages()])


@pytest.mark.parametrize(
    "text",
    ["Of a photo that went the readings go", "What a sheet shows.", "`scan` speaks JSON", "it is drawn anew"],
)
def test_odd_words_are_found(text: str) -> None:
    assert odd_words([("here", text)])


def test_questions_and_signs_are_allowed() -> None:
    assert not odd_words([("here", "What does the sign show? A cross stands for a used icon.")])
