"""Text recognition confuses characters: the look-alikes, and the readings that they allow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

_GROUPS = ("0OoQD", "1lIi|!", "5Ss", "2Zz", "8B", "6bG", "9gq", "-_~–—", ".,", "Cc", "Kk", "Pp", "Uu", "Vv",
           "Ww", "Xx", "Yy", "tf", "ec", "hb", "uv", "nr")  # fmt: skip
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "u"))
_EXCHANGES = (*_PAIRS, *((one, pair) for pair, one in _PAIRS))


def spellings(parts: Sequence[tuple[str, str]], exchanges: int) -> Iterator[tuple[str, ...]]:
    """All readings of the parts (text, alphabet) with exactly `exchanges` exchanged characters in all.

    A character outside its part's alphabet is exchanged for its first look-alike inside at no cost.

    >>> list(spellings([("2l", "0123456789"), ("of", "of")], 0))
    [('21', 'of')]
    """
    if not parts:
        if exchanges == 0:
            yield ()
        return
    (text, alphabet), *rest = parts
    for used in range(exchanges + 1):
        for first in _spelled(text, alphabet, used):
            for others in spellings(rest, exchanges - used):
                yield (first, *others)


def loose_pattern(word: str) -> str:
    """A regular expression for a word of which any letter may have been read as a look-alike or a capital."""
    letters = []
    for letter in word:
        alike = {letter, letter.upper(), *chain(*(group for group in _GROUPS if letter in group))}
        pairs = [pair for pair, one in _PAIRS if one == letter]
        one_of = f"[{re.escape(''.join(sorted(alike)))}]"
        letters.append(f"(?:{'|'.join([*pairs, one_of])})")
    return "".join(letters)


def _spelled(text: str, alphabet: str, exchanges: int) -> Iterator[str]:
    open_ends = [("", 0, exchanges)]  # what was read so far, of how many characters, and the exchanges left
    while open_ends:
        read, taken, left = open_ends.pop()
        if taken < len(text):
            for option, length, cost in reversed(_options(text[taken : taken + 2], alphabet)):
                if cost <= left:
                    open_ends.append((read + option, taken + length, left - cost))
        elif left == 0:
            yield read


@cache
def _options(text: str, alphabet: str) -> tuple[tuple[str, int, int], ...]:
    """What the text may begin with: the reading, how many characters it stands for, and its cost (0 or 1)."""
    alike = dict.fromkeys(chain(text[0], *(group for group in _GROUPS if text[0] in group)))
    inside = [option for option in alike if option in alphabet]
    singles = [(option, 1, min(place, 1)) for place, option in enumerate(inside)]
    return (*singles, *((new, len(old), 1) for old, new in _EXCHANGES if text.startswith(old)))
