"""Catalogues: the translations of English patterns into a language, from PO files of gettext."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
_LINE = re.compile(r'(msg\w+)?(?:\[\d+\])? *(".*")')
_PLURALS = re.compile(r"plural=([^;\n]+)")
FIELD_NAME = "{place}"  # the message that names a field; only `with_ids` also shows its value `id`


class Catalogue(NamedTuple):
    """A language: its translation of each English pattern, with one text for each plural form if it has a plural.

    `form` maps a number to the index of its plural form.
    """

    language: str
    patterns: Mapping[str, Sequence[str]]
    form: Callable[[int], int]

    def __hash__(self) -> int:
        """Return a hash for caches of pages by their language."""
        return hash((self.language, len(self.patterns)))

    def pattern(self, text: str, plural: str = "", number: int = 1) -> str:
        """Return the translation of an English pattern for a number, or the English pattern if there is none."""
        if forms := self.patterns.get(text):
            return forms[self.form(number)] if plural else forms[0]
        return plural if plural and number != 1 else text

    def beside(self, other: Catalogue) -> Catalogue:
        """Return a copy that also has the patterns of another file, such as a template's; own patterns win."""
        return self._replace(patterns={**other.patterns, **self.patterns})

    def with_ids(self) -> Catalogue:
        """Return a copy that adds to the name of every field its id."""
        return self._replace(patterns={**self.patterns, FIELD_NAME: [f"{FIELD_NAME} ({{id}})"]})


ENGLISH = Catalogue("en", {}, lambda number: int(number != 1))


def languages() -> list[str]:
    """Return the codes of all languages, English first."""
    return ["en", *sorted(path.stem for path in FOLDER.glob("*.po"))]


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language, given by its code."""
    if language == "en":
        return ENGLISH
    return read_catalogue(language, (FOLDER / f"{language}.po").read_text("utf-8"))


def read_catalogue(language: str, text: str) -> Catalogue:
    r"""Return the catalogue in the text of a PO file; untranslated entries are left out.

    >>> read_catalogue("de", 'msgid "{slot} is empty"\nmsgstr "{slot} ist leer"').pattern("{slot} is empty")
    '{slot} ist leer'
    """
    patterns = {english: forms for english, *forms in _entries(text) if all(forms)}
    header = patterns.pop("", [""])[0]
    plural = _PLURALS.search(header)
    return Catalogue(language, patterns, c2py(plural[1]) if plural else ENGLISH.form)


def _entries(text: str) -> Iterator[list[str]]:
    """Yield the entries of a file: the English pattern, then its translations. Raises ValueError if it is damaged."""
    entry: list[str] = []
    keyword = ""
    for line in map(str.strip, text.split("\n")):
        if match := _LINE.fullmatch(line):
            keyword = match[1] or keyword
            if match[1] == "msgid":
                yield from [entry] if entry else []
                entry = []
            if match[1] and keyword != "msgid_plural":
                entry.append("")
            if keyword != "msgid_plural":
                entry[-1] += json.loads(match[2])
        elif line and not line.startswith("#"):
            raise ValueError(line)
    yield from [entry] if entry else []
