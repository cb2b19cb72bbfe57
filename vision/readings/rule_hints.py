"""Knowledge of the rules about a sheet before a verdict, supplied by the caller: `vision` knows no game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.marks import Mark, Marks

# A well-read mark has a probability of at least 0.9999, so that it outweighs all rules together.
AGAINST_RULES = 1e-3  # prior of a mark that the rules exclude, by itself or together with the others
ODD = 0.02  # prior of each thing that a check warns of; all together weigh no more than `AGAINST_RULES`


class Conflict(Protocol):
    """Marks that the rules do not allow together."""

    @property
    def involved(self) -> Sequence[str]:
        """The fields whose marks contradict each other."""

    @property
    def why(self) -> str:
        """The reason, in words for players."""


@dataclass(frozen=True)
class RulesHint:
    """Knowledge of the rules before a verdict. Every part is optional: the ink can be read without any.

    `possible(field, mark)` is false for marks that no game with this seed can have. `frequency(field, mark)` is
    how often a mark occurs with it, relative to the field's others.

    `conflicts(marks)` lists contradictions within one sheet; `oddities(marks)` lists what few honest sheets
    have. `sums(marks)` returns the boxes that follow from the other marks. `likely(marks)` returns those that
    follow only from these and other sheets, with the likelihood of each number.

    `provable(marks)` is false only if a checked certificate shows that no game leads to the sheet, though no
    contradiction was found; None if that is not known. It may be slow, and all its answers about a sheet share one
    limit of work, so it is called a few times a sheet, if a doubt remains.

    `outcome(marks)` is equal for marks with the same points and rank; None if unknown. `drawn` is what a seed
    draws on this print. The fields `not_printed` are left out of it, and nothing is read there.
    """

    possible: Callable[[str, Mark], bool] = lambda field, mark: True
    frequency: Callable[[str, Mark], float] = lambda field, mark: 1.0
    conflicts: Callable[[Marks], Iterable[Conflict]] = lambda marks: ()
    oddities: Callable[[Marks], Iterable[Conflict]] = lambda marks: ()
    sums: Callable[[Marks], Mapping[str, int]] = lambda marks: {}
    likely: Callable[[Marks], Mapping[str, Callable[[int], float]]] = lambda marks: {}
    provable: Callable[[Marks], bool | None] = lambda marks: True
    outcome: Callable[[Marks], Hashable] | None = None
    drawn: DrawnPrint | None = None
    not_printed: frozenset[str] = frozenset()


NO_RULES = RulesHint()
