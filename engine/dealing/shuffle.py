"""Chance from a seed, the same on every machine and in every release.

It uses SHA-256 in counter mode and Fisher-Yates; `docs/interfaces/dealing.md` has enough detail to reimplement it.

>>> Stream("coral-otter-42", "example").below(6)
1
>>> Stream("coral-otter-42", "example").shuffled("abcdef")
['a', 'f', 'd', 'c', 'e', 'b']
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_DOMAIN = "fairsheet.chance/1"
_WORD = 4  # bytes of one draw
_RANGE = 1 << 8 * _WORD


class Stream:
    """An endless series of 32-bit numbers that depends only on the seed and its purpose."""

    def __init__(self, seed: str, purpose: str) -> None:
        self._prefix = f"{_DOMAIN}\0{purpose}\0{seed}\0".encode()
        self._counter = 0
        self._buffer = b""

    def word(self) -> int:
        """Return the next number, 0 to 2**32 - 1."""
        if not self._buffer:
            self._buffer = hashlib.sha256(self._prefix + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
        word, self._buffer = self._buffer[:_WORD], self._buffer[_WORD:]
        return int.from_bytes(word, "big")

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1, all equally likely: words of the incomplete last round are skipped."""
        usable = _RANGE - _RANGE % limit
        while (word := self.word()) >= usable:
            pass
        return word % limit

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, all equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a random order (Fisher-Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
