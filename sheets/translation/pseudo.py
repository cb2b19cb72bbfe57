"""A pseudo language to test the room for words: accents on all letters, and 40 % longer than English."""

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
    """Return the text in the pseudo language, with its placeholders unchanged.

    >>> pseudo("write one number"), pseudo("seat {seat}")
    ('wřwříťě öňöňě ňůňůmběř', 'šěšěáť {seat}')
    """
    return "".join(each if each.startswith("{") else _lengthen(each) for each in _PLACE.split(text))


def _lengthen(text: str) -> str:
    longer, missing = [], 0.0
    for word in text.split(" "):
        missing += _LONGER * (len(word) + 1)
        more = (word * 2)[: int(missing)] if word.isalpha() else ""
        missing -= len(more)
        longer.append(more + word)
    return " ".join(longer).translate(_ACCENTED)


def words_with_little_room(sheet: Sheet) -> Iterator[str]:
    """Yield the words of a sheet that have no room there if they are that much longer."""
    for text, _ in overflowing(sheet, translated(sheet, LANGUAGE, pseudo)):
        yield text.words
