"""Collect the English patterns of the program for translators.

`python -m fairsheet.languages.extract cs` adds missing patterns to a catalogue and removes unused ones. A new language
starts with all patterns.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fairsheet.languages.catalogues import FOLDER, read_catalogue
from fairsheet.languages.terms import TERMS

PROGRAM = FOLDER.parent
SHOWN_TO_PLAYERS = PROGRAM / "serve"  # in this package, errors are translated too
_HEADER = r"""msgid ""
msgstr ""
"Language: {language}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals={forms}; plural={plural};\n"
"""
# the number of plural forms of a language, and the formula that chooses one
_FORMS = {"cs": (3, "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2")}


class Pattern(NamedTuple):
    """An English pattern with its plural (or "") and its module; `is_tight` if it has little room on the page."""

    text: str
    plural: str
    module: str
    is_tight: bool = False


def patterns() -> Iterator[Pattern]:
    """Yield every pattern of the program and of its pages that has words; some occur several times."""
    yield from (Pattern(each, "", "languages/terms.py") for each in TERMS)
    rooms = (PROGRAM, *PROGRAM.iterdir())  # rglob does not follow the links among them
    for path in sorted(
        {path for room in rooms for ending in ("py", "html") for path in room.rglob(f"*.{ending}")}
    ):
        text, module = path.read_text("utf-8"), path.relative_to(PROGRAM).as_posix()
        found = [] if SHOWN_TO_PLAYERS not in path.parents else [("error", [each]) for each in _errors(text)]
        found += _calls(text) if path.suffix == ".py" else _calls_on_page(text)
        for kind, texts in found:
            one, plural = (*texts, "", "")[:2]
            if kind == "counted":
                one, plural = f"{{n}} {one}", f"{{n}} {plural or f'{one}s'}"
            if re.search(r"[^\W\d_]|[“%]|\}[.-]\{", re.sub(r"\{[^}]*\}", "{}", one)):
                yield Pattern(one, plural, module)


def _calls(program: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the calls that create messages: the name of the function and the texts."""
    for node in ast.walk(ast.parse(program)):
        match node:
            case ast.Call(func=ast.Name(id="Message" | "counted" as kind), args=args):
                words = [each.value for each in args if isinstance(each, ast.Constant)]
                if texts := [each for each in words if isinstance(each, str)]:
                    yield kind, texts


def _errors(program: str) -> Iterator[str]:
    """Yield the problems and hints of errors that are constant texts."""
    for node in ast.walk(ast.parse(program)):
        match node:
            case ast.Call(func=ast.Name(id="FairsheetError"), args=args, keywords=keywords):
                for each in (*args[:1], *(keyword.value for keyword in keywords if keyword.arg == "hint")):
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        yield each.value


def _calls_on_page(page: str) -> Iterator[tuple[str, list[str]]]:
    for kind, arguments in re.findall(r'\b(Message|counted)\(((?:[^()"]|"[^"]*"|\([^()]*\))*)\)', page):
        if texts := re.findall(r'"([^"]*)"(?!\))', arguments):
            yield kind, texts


def catalogue_file(language: str, wanted: Iterable[Pattern], old: str) -> str:
    """Return the text of a catalogue with the wanted patterns, and with their translations from the text `old`."""
    translations = read_catalogue(language, old).patterns
    forms, plural = _FORMS.get(language, (2, "(n != 1)"))
    places: dict[tuple[str, str], list[str]] = {}
    tight = set[str]()
    for text, plural_text, module, is_tight in wanted:
        places.setdefault((text, plural_text), []).append(module)
        tight |= {text} if is_tight else set()
    entries = [_HEADER.format(language=language, forms=forms, plural=plural)]
    for (text, plural_text), modules in places.items():
        known = translations.get(text, [""] * forms)
        lines = ["#. little room: hardly longer than the English"] if text in tight else []
        lines += [f"#: {' '.join(dict.fromkeys(modules))}", f"msgid {_quoted(text)}"]
        if plural_text:
            lines.append(f"msgid_plural {_quoted(plural_text)}")
            lines += [f"msgstr[{form}] {_quoted(each)}" for form, each in enumerate(known)]
        else:
            lines.append(f"msgstr {_quoted(known[0])}")
        entries.append("\n".join(lines) + "\n")
    return "\n".join(entries)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    for language in sys.argv[1:]:
        path = FOLDER / f"{language}.po"
        path.write_text(
            catalogue_file(language, patterns(), path.read_text("utf-8") if path.exists() else ""), "utf-8"
        )
