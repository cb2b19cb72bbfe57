"""Why a file cannot be decoded, in a form that can be sent between processes."""

from __future__ import annotations

from typing import Literal

Problem = Literal[
    "no picture", "damaged", "locked", "too much", "too little memory", "no HEIC decoder",
    "far too many pixels", "too many pixels", "too few pixels",
]  # fmt: skip


class Undecodable(Exception):
    """A file or page that cannot be decoded; with its size and the limit if it has too many or too few pixels."""

    def __init__(self, problem: Problem, width: int = 0, height: int = 0, most: int = 0) -> None:
        super().__init__(problem, width, height, most)
        self.problem, self.width, self.height, self.most = problem, width, height, most
