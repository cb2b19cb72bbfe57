"""What a solver found."""

from __future__ import annotations


class Solution:
    """The values that a solver gave to the variables of a model."""

    def __init__(self, values: list[int]) -> None:
        self._values = values

    def value(self, variable: int) -> int:
        """The value of a variable."""
        return self._values[variable - 1]

    def holds(self, literal: int) -> bool:
        """Whether a literal is true."""
        return bool(self._values[literal - 1]) if literal > 0 else not self._values[-literal - 1]
