"""Files of templates, and what several templates have in common: the parts that they include.

`include cluster` at the left edge of a template stands for the lines of `cluster.parts`, a file beside it. The pictures
that it names, `image "map.png"`, are files beside it as well.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from fairsheet.sheets.language.faults import Fault, TemplateError
from fairsheet.sheets.language.syntax import Line, Template
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import read_file

PARTS = ".parts"
IMAGES = (".png", ".svg")
LARGEST_IMAGES = 600_000  # bytes of all images of a sheet, whose kept layouts hold them
LARGEST = 4_000_000  # bytes of a file that are read; the parser refuses far smaller ones
NOT_IN_PARTS = ("sheet", "choice", "include")  # words of the template itself
_IMAGE = re.compile(r'(?:^|;)[ \t]*image[ \t]+"([A-Za-z0-9][A-Za-z0-9_.-]*\.(?:png|svg))"', re.MULTILINE)
_INCLUDE = re.compile(r"^include[ \t]+([a-z][a-z0-9-]*)[ \t]*(?=#|\r?$)", re.MULTILINE)


def template_at(path: Path) -> Template:
    """The syntax tree of a template file, with the lines that it includes in their places.

    Raises FairsheetError where the file cannot be read, TemplateError where it is malformed or includes what it cannot.
    """
    from fairsheet.sheets.language.parser import parse  # slow to load, and not needed for what is released

    template = parse(_text_of(path), str(path))
    names = _included_in(template.text)
    lines: list[Line] = []
    texts: dict[str, str] = {}
    for line in template.lines:
        if line.word != "include":
            lines.append(line)
            continue
        parts = _parts_of(line, names.get(line.at.line), template, path)
        texts[parts.file] = parts.text
        lines += parts.lines
    return replace(template, lines=tuple(lines), included=texts, images=_images_of(path))


def source_of(path: Path) -> str:
    """A digest of a template's text, of what it includes and of its images, whatever the line ends.

    Raises FairsheetError where one of these files cannot be read.
    """
    texts = [read_file(file, LARGEST).replace(b"\r\n", b"\n") for file in files_of(path)]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:16]


def files_of(path: Path) -> list[Path]:
    """A template's file, those of the parts that it includes, and those of the images in them all."""
    texts = [path, *(path.with_name(f"{name}{PARTS}") for name in _included_in(_loose_text(path)).values())]
    images = dict.fromkeys(name for file in texts for name in _IMAGE.findall(_loose_text(file)))
    return [*texts, *map(path.with_name, images)]


def _loose_text(path: Path) -> str:
    """What can be read of a file, nothing where it is away."""
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""


def _images_of(path: Path) -> dict[str, bytes]:
    """The images of a template that can be read, by the names of their files."""
    found = {}
    for file in files_of(path):
        if file.name.endswith(IMAGES):
            with suppress(FairsheetError):
                found[file.name] = read_file(file, LARGEST_IMAGES + 1)
    return found


def _included_in(text: str) -> dict[int, str]:
    """The names that a template includes, by the numbers of their lines; found without parsing, which is slow."""
    return {text.count("\n", 0, found.start()) + 1: found[1] for found in _INCLUDE.finditer(text)}


def _parts_of(line: Line, name: str | None, template: Template, path: Path) -> Template:
    """What a line includes by a name. Raises TemplateError where it has none, or that cannot be read, or has lines that
    only templates have.
    """
    from fairsheet.sheets.language.parser import parse

    if name is None or line.block:
        hint = f"write it like: include cluster, for the lines of cluster{PARTS} beside the template"
        raise TemplateError([Fault(line.at, "what is included is not named like this", hint)], template.text)
    file = path.with_name(f"{name}{PARTS}")
    try:
        text = _text_of(file)
    except FairsheetError as error:
        problem = f"{file.name} cannot be included: {error.problem}"
        raise TemplateError(
            [Fault(line.arguments[0].at, problem, "put it beside the template")], template.text
        ) from None
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
