"""Accounts: some marks earn others; as many are made as were earned, while any are left."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fairsheet.engine.play.game import Contradiction, few_of, off_by
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks, becomes


class Tally(msgspec.Struct, frozen=True):
    """Fields that count if they have a mark; `ink` is any mark."""

    fields: tuple[str, ...]
    mark: str = "ink"

    def on(self, marks: Marks) -> list[str]:
        """Return the fields that count.

        >>> Tally(("a", "b", "c"), "crossed").on({"a": "circled", "b": "circled+crossed"})
        ['b']
        """
        inked = (field for field in self.fields if field in marks)
        return [field for field in inked if self.mark == "ink" or becomes(marks[field], self.mark)]


class Account(Rule[object], frozen=True):
    """Every mark in `earning` earns one mark in `made`, while any are left.

    `words` are the fault, with the numbers `{earned}` and `{made}` and their difference `{off}`. If marks can have
    another cause, too, there are `at_least` as many as earned. If no mark is left to make, a further one is lost if
    they are `capped`; otherwise it is one too many.

    >>> words = Message("{off}: {made} for {earned}")
    >>> account = Account(RuleCode.WILD, words, Tally(("a", "b")), Tally(("c", "d")))
    >>> [found.why for found in account.contradictions({"a": "crossed", "c": "circled", "d": "circled"})]
    ['1 too many: 2 for 1']
    """

    code: RuleCode
    words: Message
    earning: Tally
    made: Tally
    at_least: bool = False
    capped: bool = True

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """Yield a contradiction if more or fewer marks were made than earned."""
        earned, made = self.earning.on(marks), self.made.on(marks)
        due = len(earned)
        if self.capped:
            due = min(due, len(self.made.fields))
        if len(made) < due or (len(made) > due and not self.at_least):
            why = self.words.filled(off=off_by(len(made) - due), earned=len(earned), made=len(made))
            yield Contradiction.counting((*earned, *made), why, self.code, few=few_of(earned, made))
