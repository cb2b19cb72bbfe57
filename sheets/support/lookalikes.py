"""Texts that look alike and are not the same: two seeds, or two people, that nobody can tell apart by eye."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from fairsheet.languages.messages import listed

_LETTERS = str.maketrans(  # of other alphabets, to the Latin letter that they look like
    "АВЕЗКМНОРСТУХЅІЈаеорсухѕіјԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανρι",
    "ABE3KMHOPCTYXSIJaeopcyxsijdqw" + "ABEZHIKMNOPTYXoavpi",
)

_SMALL = {  # the same in small letters; a capital that looks like one goes before a small letter that does
    ord(chr(each).casefold()): chr(latin).casefold() for each, latin in reversed(_LETTERS.items())
}


def skeleton(text: str) -> str:
    """What a text looks like: without what cannot be seen, in small letters, Latin ones where others look like them,
    and one blank for several. Names of one skeleton are one name.

    >>> skeleton("\N{CYRILLIC CAPITAL LETTER A}da  L") == skeleton(" ada l\N{ZERO WIDTH SPACE}") == "ada l"
    True
    """
    seen = "".join(each for each in unicodedata.normalize("NFKC", text) if unicodedata.category(each) != "Cf")
    return " ".join(seen.casefold().translate(_SMALL).split())


def letters_of(name: str) -> str:
    """The letters and digits of a name without accents, whatever their case.

    >>> letters_of("José M."), letters_of("JOSE m")
    ('josem', 'josem')
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in plain if character.isalnum())


def disguised(text: str) -> list[str]:
    """The characters of a text that cannot be seen, and letters among Latin ones that look like one and are none.

    >>> disguised("p\N{CYRILLIC SMALL LETTER A}nda\N{ZERO WIDTH SPACE}")
    ['CYRILLIC SMALL LETTER A', 'ZERO WIDTH SPACE']
    >>> disguised("\N{CYRILLIC CAPITAL LETTER A}"), disguised("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}")
    ([], [])
    """
    is_latin = any("a" <= each <= "z" for each in text.casefold())
    found = [
        each
        for each in text
        if unicodedata.category(each) == "Cf" or (is_latin and each.translate(_LETTERS) != each)
    ]
    return [unicodedata.name(each, f"U+{ord(each):04X}") for each in dict.fromkeys(found)]


def disguise_lines(seeds: Iterable[str | None]) -> list[str]:
    """Says of each of these seeds that is not what it looks like why so.

    >>> disguise_lines(["panda", None, "p\N{CYRILLIC SMALL LETTER A}nda"])
    ['the seed pаnda is not the one that it looks like: there is CYRILLIC SMALL LETTER A in it']
    """
    found = {seed: disguised(seed) for seed in seeds if seed is not None}
    return [
        f"the seed {seed} is not the one that it looks like: there is {listed(names)} in it"
        for seed, names in found.items()
        if names
    ]
