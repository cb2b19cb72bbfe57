"""Characters that text recognition confuses, and the readings that they allow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, islice, pairwise

_GROUPS = ("0OoQD", "1lIi|!", "5Ss", "2Zz", "8B", "6bG", "9gq", "-_~–—", ".,", "Cc", "Kk", "Pp", "Uu", "Vv",
           "Ww", "Xx", "Yy", "tf", "ec", "hb", "uv", "nr")  # fmt: skip
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "u"))
_EXCHANGES = (*_PAIRS, *((one, pair) for pair, one in _PAIRS))


@dataclass(frozen=True)
class _Exchange:
    """Confusable characters that replace the characters from `start` to `end` of part number `part`."""

    part: int
    start: int
    end: int
    new: str


def spellings(
    parts: Sequence[tuple[str, str]], most_exchanges: int, most_attempts: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the readings of the parts (text, alphabet), with the number of exchanged characters, fewest first.

    A character outside its part's alphabet is exchanged for its first confusable one inside, at no cost. If it has
    none, there is no reading. The work is at most `most_attempts` times the length of the parts; exchanges that
    exclude each other count as an attempt.

    >>> list(spellings([("2l", "0123456789"), ("c", "ce")], 1, 100))
    [(('21', 'c'), 0), (('21', 'e'), 1)]
    """
    plain: list[list[str]] = []
    exchanges: list[_Exchange] = []
    for number, (text, alphabet) in enumerate(parts):
        most_likely = []
        for start, character in enumerate(text):
            inside = [option for option in _alike(character) if option in alphabet]
            if not inside:
                return
            most_likely.append(inside[0])
            exchanges += [_Exchange(number, start, start + 1, option) for option in inside[1:]]
            exchanges += [
                _Exchange(number, start, start + len(old), new)
                for old, new in _EXCHANGES
                if text.startswith(old, start) and set(new) <= set(alphabet)
            ]
        plain.append(most_likely)
    attempts = chain.from_iterable(combinations(exchanges, count) for count in range(most_exchanges + 1))
    for chosen in islice(attempts, most_attempts):
        reading = _exchange(plain, chosen)
        if reading is not None:
            yield reading, len(chosen)


def loose_pattern(word: str) -> str:
    """Return a regular expression for a word in which any letter may be read as a confusable one or a capital."""
    letters = []
    for letter in word:
        alike = {letter, letter.upper(), *chain(*(group for group in _GROUPS if letter in group))}
        pairs = [pair for pair, one in _PAIRS if one == letter]
        any_alike = f"[{re.escape(''.join(sorted(alike)))}]"
        letters.append(f"(?:{'|'.join([*pairs, any_alike])})")
    return "".join(letters)


def _exchange(plain: Sequence[Sequence[str]], chosen: Sequence[_Exchange]) -> tuple[str, ...] | None:
    """Return the parts, given as characters, after some exchanges in order; None if two of them overlap."""
    for before, after in pairwise(chosen):
        if before.part == after.part and after.start < before.end:
            return None
    changed = {exchange.part: list(plain[exchange.part]) for exchange in chosen}
    for exchange in chosen:
        characters = changed[exchange.part]
        characters[exchange.start : exchange.end] = [exchange.new] + [""] * (
            exchange.end - exchange.start - 1
        )
    return tuple("".join(changed.get(number, part)) for number, part in enumerate(plain))


@cache
def _alike(character: str) -> tuple[str, ...]:
    """Return the character and those that it is confused with."""
    return tuple(dict.fromkeys(chain(character, *(group for group in _GROUPS if character in group))))
