"""Texts that look alike but differ: seeds or names that people cannot distinguish by eye."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from fairsheet.languages.messages import Message, joined, listed

_LETTERS = str.maketrans(  # letters of other alphabets, with the Latin letter that looks the same
    "АВЕЗКМНОРСТУХЅІЈаеорсухѕіјԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανρι",
    "ABE3KMHOPCTYXSIJaeopcyxsijdqw" + "ABEZHIKMNOPTYXoavpi",
)

# punctuation that phones write, with that of a keyboard
_MARKS = str.maketrans("‘’ʼ´‚“”„−", "'" * 5 + '"' * 3 + "-")

# the same in small letters; capitals win if both cases look like Latin letters
_SMALL = {ord(chr(each).casefold()): chr(latin).casefold() for each, latin in reversed(_LETTERS.items())}


def skeleton(text: str) -> str:
    """Return the text as it looks: small letters, without invisible characters and repeated blanks.

    Letters, quotes and dashes that look like Latin ones on a keyboard are replaced by these. Names with the same
    skeleton are the same name.

    >>> skeleton("\N{CYRILLIC CAPITAL LETTER A}da  L") == skeleton(" ada l\N{ZERO WIDTH SPACE}") == "ada l"
    True
    """
    seen = "".join(each for each in _on_keyboard(text) if unicodedata.category(each) != "Cf")
    return " ".join(seen.casefold().translate(_SMALL).split())


def _on_keyboard(text: str) -> str:
    """Return the text with digits, blanks, dashes and quotes as keyboards have them."""
    plain = unicodedata.normalize("NFKC", text.translate(_MARKS))
    return "".join("-" if unicodedata.category(each) == "Pd" else each for each in plain)


def plain_letters(name: str) -> str:
    """Return the letters and digits of a name, without accents and case.

    >>> plain_letters("José M."), plain_letters("JOSE m")
    ('josem', 'josem')
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in plain if character.isalnum())


def disguised_characters(text: str) -> list[str]:
    """Return the names of characters that are invisible, or that look like characters on a keyboard but are others.

    These are letters of other alphabets among Latin ones, accents apart from their letters, and digits, blanks, dashes
    and quotes beyond ASCII.

    >>> disguised_characters("p\N{CYRILLIC SMALL LETTER A}nda\N{ZERO WIDTH SPACE}")
    ['CYRILLIC SMALL LETTER A', 'ZERO WIDTH SPACE']
    >>> disguised_characters("cafe\N{COMBINING ACUTE ACCENT}\N{EN DASH}\N{FULLWIDTH DIGIT FOUR}")
    ['COMBINING ACUTE ACCENT', 'EN DASH', 'FULLWIDTH DIGIT FOUR']
    >>> disguised_characters("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}-4")
    []
    """
    is_latin = any("a" <= each <= "z" for each in text.casefold())
    composed = unicodedata.normalize("NFC", text)
    found = [
        each
        for each in text
        if not each.isascii()
        and (
            unicodedata.category(each) == "Cf"
            or (is_latin and each.translate(_LETTERS) != each)
            or each not in composed
            or _on_keyboard(each).isascii()
        )
    ]
    return [_name(each) for each in dict.fromkeys(found)]


def _name(character: str) -> str:
    return unicodedata.name(character, f"U+{ord(character):04X}")


def disguise_lines(seeds: Iterable[str | None]) -> list[Message]:
    """Warn of seeds that are not what they look like, and of different seeds that look alike.

    >>> print(*disguise_lines(["panda", None, "p\N{CYRILLIC SMALL LETTER A}nda"]), sep="\\n")
    the seed pаnda is not the one that it looks like: there is CYRILLIC SMALL LETTER A in it
    these seeds look alike but deal different games: panda, pаnda (CYRILLIC SMALL LETTER A)
    """
    different = list(dict.fromkeys(seed for seed in seeds if seed is not None))
    words = Message("the seed {seed} is not the one that it looks like: there is {characters} in it")
    lines = [
        words.filled(seed=seed, characters=listed(found))
        for seed in different
        if (found := disguised_characters(seed))
    ]
    by_look: dict[str, list[str]] = {}
    for seed in different:
        by_look.setdefault(skeleton(seed), []).append(seed)
    words = Message("these seeds look alike but deal different games: {seeds}")
    for alike in by_look.values():
        if len(alike) > 1:
            shared = set.intersection(*map(set, alike))
            lines.append(words.filled(seeds=joined(", ", [_with_names(seed, shared) for seed in alike])))
    return lines


def _with_names(seed: str, shared: set[str]) -> str:
    """Return the seed with the names of its characters that the others do not share."""
    names = ", ".join(_name(each) for each in dict.fromkeys(seed) if each not in shared)
    return f"{seed} ({names})" if names else seed
