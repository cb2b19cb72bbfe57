"""The order of names in lists for each language (CLDR's root collation and its tailorings)."""

from __future__ import annotations

import unicodedata

# letters of a language that sort on their own, each with the letter before it
_AFTER = {"cs": {"ch": "h", "č": "c", "ř": "r", "š": "s", "ž": "z"}}
_LAST = "\uffff"  # after all letters


def name_order(name: str, language: str) -> tuple[str, str]:
    """Return a sort key for names: accents and capitals count only if names are otherwise equal.

    >>> sorted(["Čeněk", "Ida", "Chrudoš", "Cyril", "Hynek"], key=lambda name: name_order(name, "cs"))
    ['Cyril', 'Čeněk', 'Hynek', 'Chrudoš', 'Ida']
    >>> sorted(["Özil", "Olaf", "Zoe", "Strauß"], key=lambda name: name_order(name, "de"))
    ['Olaf', 'Özil', 'Strauß', 'Zoe']
    """
    letters = unicodedata.normalize("NFC", name).casefold()
    for letter, before in _AFTER.get(language, {}).items():
        letters = letters.replace(letter, before + _LAST)
    plain = "".join(
        each for each in unicodedata.normalize("NFKD", letters) if not unicodedata.combining(each)
    )
    return plain, name
