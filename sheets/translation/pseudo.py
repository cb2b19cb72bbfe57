"""A language that nobody speaks, to try the room for words: accents on all letters, two fifths longer than English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.translation.translated import overflowing, translated

_ACCENTED = str.maketrans("aeiouyncrstdzAEIOUYNCRSTDZ", "áěíöůýňčřšťďžÁĚÍÖŮÝŇČŘŠŤĎŽ")
_LONGER = 0.4
_PLACE = re.compile(r"(\{[^}]*\})")
LANGUAGE = "xx"


def pseudo(text: str) -> str:
    """The text in that language, with its places for values as they are.

    >>> pseudo("write one number"), pseudo("seat {seat}")
    ('wřwříťě öňöňě ňůňůmběř', 'šěšěáť {seat}')
    """
    return "".join(each if each.startswith("{") else _said(each) for each in _PLACE.split(text))


def _said(text: str) -> str:
    longer, owed = [], 0.0
    for word in text.split(" "):
        owed += _LONGER * (len(word) + 1)
        more = (word * 2)[: int(owed)] if word.isalpha() else ""
        owed -= len(more)
        longer.append(more + word)
    return " ".join(longer).translate(_ACCENTED)


def words_with_little_room(sheet: Sheet) -> Iterator[str]:
    """The words of a sheet that have no room there when they are so much longer."""
    for text, _ in overflowing(sheet, translated(sheet, LANGUAGE, pseudo)):
        yield text.words
