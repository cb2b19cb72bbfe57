"""Accounts: some marks earn others, of which as many are made as were earned, as far as any are left."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fairsheet.engine.play.game import Contradiction, few_of, off_by
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks, becomes


class Tally(msgspec.Struct, frozen=True):
    """Fields that count where they bear a mark; `ink` is any."""

    fields: tuple[str, ...]
    mark: str = "ink"

    def on(self, marks: Marks) -> list[str]:
        """Those of the fields that count.

        >>> Tally(("a", "b", "c"), "crossed").on({"a": "circled", "b": "circled+crossed"})
        ['b']
        """
        inked = (field for field in self.fields if field in marks)
        return [field for field in inked if self.mark == "ink" or becomes(marks[field], self.mark)]


class Account(Rule[object], frozen=True):
    """Every mark that earns brings one of those that are made for it, as far as any are left.

    `words` say what is wrong, with `{earned}` and `{made}` for these numbers and `{off}` for how they differ. Where
    marks are also made for something else, there are `at_least` as many. If no mark is left to make, a further one is
    lost if they are `capped`, otherwise it is one too many.

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
        """On a final sheet: more or fewer marks made than were earned."""
        earned, made = self.earning.on(marks), self.made.on(marks)
        due = len(earned)
        if self.capped:
            due = min(due, len(self.made.fields))
        if len(made) < due or (len(made) > due and not self.at_least):
            why = self.words.filled(off=off_by(len(made) - due), earned=len(earned), made=len(made))
            yield Contradiction.counting((*earned, *made), why, self.code, few=few_of(earned, made))
