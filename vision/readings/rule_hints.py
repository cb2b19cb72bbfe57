"""What the rules say to the reader before a verdict, handed in by the caller: `vision` knows no game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.marks import Mark, Marks

# A well-read mark has a probability of 0.9999 or more against its rivals, so it withstands all rules together.
AGAINST_RULES = 1e-3  # prior of a mark that the rules exclude, whether alone or among the others
ODD = 0.02  # prior of each thing on a sheet that a check warns of; all together weigh no more than `AGAINST_RULES`


class Conflict(Protocol):
    """Marks that by the rules cannot stand together."""

    @property
    def involved(self) -> Sequence[str]:
        """The fields whose marks contradict each other."""

    @property
    def why(self) -> str:
        """The reason, in words for players."""


@dataclass(frozen=True)
class RulesHint:
    """What the rules know before a verdict. Each is optional: the ink can be read without any.

    `possible(field, mark)` is false for marks that no game with this seed can bear; `frequency(field, mark)` is how
    often a mark comes up with it, against the others of the field; `conflicts(marks)` lists contradictions within one
    sheet; `oddities(marks)` what is on it that few honest sheets have; `sums(marks)` gives the boxes that follow from
    the other marks; `likely(marks)` those that follow only from these and other sheets, each with how likely a number
    is there; `provable(marks)` is false only if a checked certificate shows that no game leads to the sheet, though no
    contradiction was found. It may take long, so it is asked a few times for a sheet, where the rest leaves a doubt.
    `outcome(marks)` is equal for marks from which the same points and rank follow; None where that is not known.
    `drawn` is what a seed draws on this print; the fields `not_printed` are left out of it, and nothing is read there.
    """

    possible: Callable[[str, Mark], bool] = lambda field, mark: True
    frequency: Callable[[str, Mark], float] = lambda field, mark: 1.0
    conflicts: Callable[[Marks], Iterable[Conflict]] = lambda marks: ()
    oddities: Callable[[Marks], Iterable[Conflict]] = lambda marks: ()
    sums: Callable[[Marks], Mapping[str, int]] = lambda marks: {}
    likely: Callable[[Marks], Mapping[str, Callable[[int], float]]] = lambda marks: {}
    provable: Callable[[Marks], bool] = lambda marks: True
    outcome: Callable[[Marks], Hashable] | None = None
    drawn: DrawnPrint | None = None
    not_printed: frozenset[str] = frozenset()


NO_RULES = RulesHint()
