"""Files of templates, and the parts that several templates include.

`include cluster` at the left edge of a template inserts the lines of `cluster.parts` from the same folder. The
pictures that it names, `image "map.png"`, are files in this folder too, and so are tables, `csv: "animals.csv"`.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from fairsheet.sheets.language.faults import Fault, TemplateError
from fairsheet.sheets.language.syntax import Line, Template
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import read_file

PARTS = ".parts"
IMAGES = (".png", ".svg")
LARGEST_CSV = 500_000  # bytes of a file
LARGEST_IMAGES = 600_000  # bytes of all images of a sheet, because kept layouts contain them
LARGEST = 4_000_000  # bytes that are read of a file; the parser has a lower limit
NOT_IN_PARTS = ("sheet", "choice", "include")  # words of the template itself
_IMAGE = re.compile(r'(?:^|;)[ \t]*image[ \t]+"([A-Za-z0-9][A-Za-z0-9_.-]*\.(?:png|svg))"', re.MULTILINE)
CSV_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*\.csv")
_CSV = re.compile(rf'\bcsv:[ \t]*"({CSV_NAME.pattern})"')
_INCLUDE = re.compile(r"^include[ \t]+([a-z][a-z0-9-]*)[ \t]*(?=#|\r?$)", re.MULTILINE)


def template_at(path: Path) -> Template:
    """Return the syntax tree of a template file, with the included lines in their places.

    Raises FairsheetError if the file cannot be read, and TemplateError if it is malformed or an include fails.
    """
    from fairsheet.sheets.language.parser import parse  # slow to load, and not needed for released sheets

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
    return replace(
        template,
        lines=tuple(lines),
        included=texts,
        images=_contents_of(path, IMAGES, LARGEST_IMAGES),
        tables=_contents_of(path, (".csv",), LARGEST_CSV),
    )


def source_of(path: Path) -> str:
    """Return a digest of a template's text, its included parts, images and tables. Line ends do not matter.

    Raises FairsheetError if one of these files cannot be read.
    """
    texts = [read_file(file, LARGEST).replace(b"\r\n", b"\n") for file in files_of(path)]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:16]


def files_of(path: Path) -> list[Path]:
    """Return a template's file, the files of included parts, and those of all images and CSV tables."""
    texts = [
        path,
        *(path.with_name(f"{name}{PARTS}") for name in _included_in(_readable_text(path)).values()),
    ]
    named = dict.fromkeys(
        name for file in texts for find in (_IMAGE, _CSV) for name in find.findall(_readable_text(file))
    )
    return [*texts, *map(path.with_name, named)]


def _readable_text(path: Path) -> str:
    """Return the readable text of a file; empty if the file is missing."""
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""


def _contents_of(path: Path, endings: tuple[str, ...], most: int) -> dict[str, bytes]:
    """Return the contents of a template's readable files with these endings, by name, at most one byte too much."""
    found = {}
    for file in files_of(path):
        if file.name.endswith(endings):
            with suppress(FairsheetError):
                found[file.name] = read_file(file, most + 1)
    return found


def _included_in(text: str) -> dict[int, str]:
    """Return the included names by line number, without the slow parser."""
    return {text.count("\n", 0, found.start()) + 1: found[1] for found in _INCLUDE.finditer(text)}


def _parts_of(line: Line, name: str | None, template: Template, path: Path) -> Template:
    """Return the parsed file that a line includes.

    Raises TemplateError if the name is malformed, the file cannot be read, or it has lines that only templates may
    have.
    """
    from fairsheet.sheets.language.parser import parse

    if name is None or line.block:
        hint = f"write it like: include cluster, for the lines of cluster{PARTS} in the template's folder"
        raise TemplateError([Fault(line.at, "this is not the name of a file of parts", hint)], template.text)
    file = path.with_name(f"{name}{PARTS}")
    try:
        text = _text_of(file)
    except FairsheetError as error:
        problem = f"{file.name} cannot be included: {error.problem}"
        raise TemplateError(
            [Fault(line.arguments[0].at, problem, "put it into the template's folder")], template.text
        ) from None
    parts = parse(text, str(file))
    faults = [
        Fault(each.at, f"{each.word} belongs in the template itself, not in an included file")
        for each in parts.lines
        if each.word in NOT_IN_PARTS
    ]
    if faults:
        raise TemplateError(faults, text)
    return parts


def _text_of(path: Path) -> str:
    """Return the text of a file. Raises FairsheetError with its name."""
    data = read_file(path, LARGEST)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FairsheetError(
            "the file is not UTF-8 text",
            code=ErrorCode.UNREADABLE_FILE,
            where=f"{path}:{line}",
            hint="save it as UTF-8",
        ) from None
