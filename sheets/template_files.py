"""Files of templates, and what several templates have in common: the parts that they include.

`include cluster` at the left edge of a template stands for the lines of `cluster.parts`, a file beside it.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path

from sheets.errors import FairsheetError
from sheets.faults import Fault, TemplateError
from sheets.files import read_file
from sheets.syntax import Line, NameNode, Template

PARTS = ".parts"
LARGEST = 4_000_000  # bytes of a file that are read; the parser refuses far smaller ones
NOT_IN_PARTS = ("sheet", "choice", "include")  # words of the template itself
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_INCLUDE = re.compile(rf"^include[ \t]+({_NAME.pattern})[ \t]*(?=#|\r?$)", re.MULTILINE)


def template_at(path: Path) -> Template:
    """The syntax tree of a template file, with the lines that it includes in their places.

    Raises FairsheetError where the file cannot be read, TemplateError where it is malformed or includes what it cannot.
    """
    from sheets.parser import parse  # slow to load, and not needed for what is released

    template = parse(_text_of(path), str(path))
    lines: list[Line] = []
    texts: dict[str, str] = {}
    for line in template.lines:
        if line.word != "include":
            lines.append(line)
            continue
        parts = _parts_of(line, template, path)
        texts[parts.file] = parts.text
        lines += parts.lines
    return replace(template, lines=tuple(lines), included=texts)


def source_of(path: Path) -> str:
    """A digest of a template's text and of what it includes, whatever the line ends."""
    texts = [file.read_bytes().replace(b"\r\n", b"\n") for file in files_of(path)]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:16]


def files_of(path: Path) -> list[Path]:
    """A template's file, and those of the parts that it includes; of one that is away itself alone."""
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return [path]
    return [path, *(path.with_name(f"{name}{PARTS}") for name in _INCLUDE.findall(text))]


def _parts_of(line: Line, template: Template, path: Path) -> Template:
    """What a line includes. Raises TemplateError where that cannot be read, or has lines that only templates have."""
    from sheets.parser import parse

    name = line.arguments[0] if len(line.arguments) == 1 else None
    if not isinstance(name, NameNode) or not _NAME.fullmatch(name.name) or line.properties or line.block:
        hint = f"write it like: include cluster, for the lines of cluster{PARTS} beside the template"
        raise TemplateError([Fault(line.at, "what is included is not named like this", hint)], template.text)
    file = path.with_name(f"{name.name}{PARTS}")
    try:
        text = _text_of(file)
    except FairsheetError as error:
        problem = f"{file.name} cannot be included: {error.problem}"
        raise TemplateError([Fault(name.at, problem, "put it beside the template")], template.text) from None
    parts = parse(text, str(file))
    faults = [
        Fault(each.at, f"{each.word} stands in the template itself, not in what it includes")
        for each in parts.lines
        if each.word in NOT_IN_PARTS
    ]
    if faults:
        raise TemplateError(faults, text)
    return parts


def _text_of(path: Path) -> str:
    """The text of a file. Raises FairsheetError naming it."""
    data = read_file(path, LARGEST)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FairsheetError(
            "the file is not UTF-8 text", where=f"{path}:{line}", hint="save it as UTF-8"
        ) from None
