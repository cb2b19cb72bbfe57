"""Chance from a seed, the same on every machine and in every release.

SHA-256 in counter mode and Fisher-Yates; `docs/interfaces/dealing.md` says how, exactly enough to write it again.

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
    """An endless row of 32-bit numbers that depends on the seed and on what it is for, and nothing else."""

    def __init__(self, seed: str, purpose: str) -> None:
        self._prefix = f"{_DOMAIN}\0{purpose}\0{seed}\0".encode()
        self._counter = 0
        self._buffer = b""

    def word(self) -> int:
        """The next number, 0 to 2**32 - 1."""
        if not self._buffer:
            self._buffer = hashlib.sha256(self._prefix + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
        word, self._buffer = self._buffer[:_WORD], self._buffer[_WORD:]
        return int.from_bytes(word, "big")

    def below(self, limit: int) -> int:
        """A number 0 to limit - 1, all equally likely: words of the incomplete last round are thrown away."""
        usable = _RANGE - _RANGE % limit
        while (word := self.word()) >= usable:
            pass
        return word % limit

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, every one equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher-Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
