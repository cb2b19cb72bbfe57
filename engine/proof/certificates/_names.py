"""The names of the variables of a certificate, in words and as data."""

from __future__ import annotations

import msgspec

from fairsheet.engine.proof.request import ERROR, PLAYED, Subject
from fairsheet.engine.solver.constraint_model import Lit, StatedRule
from fairsheet.sheets.model.marks import Mark


class Name(msgspec.Struct, frozen=True, omit_defaults=True):
    """The meaning of a variable. `kind` decides which of the other values it has:

    mark      the record of `seat` has `mark` in `field`
    blank     the record of `seat` has no other marks
    written   the records are as written
    rule      a rule applies, because its `marks` are as written
    turn      the mark in `field` was made in `turn`, or by the end of it if `until`
    fact      something happened in `turn`; field `error` is an error, and `played` the turn itself
    missions  the cards on the table
    all, one  all of the literals `of` hold, or one of them
    choice    a choice that is left open: the one at a `place` in a rule, or in the definitions
    number    such a choice is a whole number, and it is at least `least`
    rest      in the sum of a `constraint`, the last `count` terms, from `of` on, add up to at most `most`
    true      always holds

    If `negated`, the variable says the opposite.
    """

    kind: str
    seat: int = 0
    field: str = ""
    mark: Mark | None = None
    turn: int = 0
    until: bool = False
    negated: bool = False
    missions: tuple[str, ...] = ()
    rule: str = ""
    why: str = ""
    marks: tuple[Subject, ...] = ()
    of: tuple[Lit, ...] = ()
    place: int = 0
    count: int = 0
    least: int = 0
    most: int = 0
    constraint: int = 0

    @property
    def words(self) -> str:
        """The name for people."""
        negation, place = "not " * self.negated, f"seat {self.seat}: {self.field}"
        about = f"rule {self.rule} ({self.why})" if self.rule else "the definitions"
        literals = ", ".join(map(str, self.of))
        match self.kind:
            case "mark":
                return f"{place} has {self.mark}, as written"
            case "blank":
                return f"seat {self.seat}: all other fields are blank, as written"
            case "written":
                return "all sheets are as written"
            case "turn":
                return f"{place} {negation}{'up to' if self.until else 'in'} turn {self.turn}"
            case "fact" if self.field == PLAYED[1]:
                return f"turn {self.turn} was {negation}played"
            case "fact":
                what = "an error" if self.field == ERROR else self.field
                return f"seat {self.seat}: {negation}{what} in turn {self.turn}"
            case "missions":
                return f"the missions are {', '.join(self.missions)}"
            case "rule":
                return f"{about} applies"
            case "all" | "one":
                return f"{self.kind} of {literals}"
            case "number":
                return f"number {self.place} in {about} is at least {self.least}"
            case "rest":
                where = f"constraint {self.constraint} of {about}, from {literals} on"
                return f"the last {self.count} terms in {where}, add up to at most {self.most}"
            case "true":
                return "always holds"
        return f"choice {self.place} in {about}"


def name_of_rule(kind: str, rule: StatedRule) -> Name:
    """Return a name that refers to a rule."""
    return Name(kind, rule=rule.code, why=str(rule.why), marks=rule.marks)
