"""From distributions to one record with doubts: what the ink says, weighed with what the rules can allow.

The rules help to read a bad 7; they never launder a cheat. A mark that the rules exclude is made unlikely by
a factor, never impossible, so clear ink stays as it is and is left to the verdict. What the rules say is
handed in; this package knows only that numbers ascend in a zone, and that each side of a sheet has one sign.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.decoding._box_sums import with_sums, wrong_sums
from fairsheet.vision.decoding._conflicts import without_conflicts
from fairsheet.vision.decoding._doubts import doubts_of, with_doubts
from fairsheet.vision.decoding._draft import Draft, calibrated, most_likely
from fairsheet.vision.decoding._joint_decoding import jointly_decoded
from fairsheet.vision.decoding._order import weighed_by_order
from fairsheet.vision.decoding._rule_weights import (
    bounded_by_ink,
    by_frequency,
    weighed_by_rules,
    with_ranges,
)
from fairsheet.vision.decoding._settling import with_questions
from fairsheet.vision.decoding._sign_decoding import weighed_by_sides
from fairsheet.vision.readings.distributions import Distribution, normalized
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.readings.rule_hints import NO_RULES, RulesHint


class Decoded:
    """The likeliest sheet: its marks (only ink), what ink and rules say of each field, and the fields in doubt."""

    def __init__(self, draft: Draft) -> None:
        self.marks: dict[str, Mark] = draft.marks
        self.posterior: Mapping[str, Distribution] = draft.posterior
        self._draft = draft

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is asked is found when somebody wants to know: it can take as long as all the rest."""
        return doubts_of(with_questions(self._draft))


def decode(
    sheet: Sheet, readings: Sequence[FieldReading], rules: RulesHint = NO_RULES, covered: Collection[str] = ()
) -> Decoded:
    """The likeliest marks of the fields read, and what is doubtful about them; `covered` fields are, unless they are
    not printed.

    If there is pale ink, all of it is read, or none: whichever agrees better with the rules.
    """
    draft = _draft(sheet, readings, rules, covered)
    if any(reading.bold for reading in readings):
        bold = _draft(sheet, [reading.without_pale_ink for reading in readings], rules, covered)
        draft = _with_pale_ink(draft, bold, readings)
    return Decoded(with_doubts(draft))


def _draft(
    sheet: Sheet, readings: Sequence[FieldReading], rules: RulesHint, covered: Collection[str]
) -> Draft:
    """Return what ink and rules say together."""
    draft = _by_ink(sheet, readings, rules, covered)
    draft = weighed_by_rules(draft)
    draft = weighed_by_order(draft)
    draft = bounded_by_ink(draft)
    draft = without_conflicts(draft)
    draft = jointly_decoded(draft)
    draft = with_sums(draft)
    return replace(draft, posterior=calibrated(sheet, draft.posterior))


def _with_pale_ink(whole: Draft, bold: Draft, readings: Sequence[FieldReading]) -> Draft:
    """Return the draft of all ink or that of the bold ink, whichever has fewer faults; both marks are equally likely in
    fields whose mark depends on pale ink."""
    pale = {
        reading.field: (reading.likeliest, reading.without_pale_ink.likeliest)
        for reading in readings
        if reading.bold and reading.field in whole.ink
    }
    shares = {
        field: normalized({mark: one.get(mark, 0.0) + other.get(mark, 0.0) for mark in (*one, *other)})
        for field, one, other in ((field, whole.ink[field], bold.ink[field]) for field in pale)
    }
    draft = bold
    if any(faults := _faults(bold)) and _faults(whole) < faults:
        draft = whole
    return replace(draft, posterior={**draft.posterior, **shares}, pale=pale)


def _faults(draft: Draft) -> tuple[int, int]:
    """Return how many contradictions a draft has, at least one if no game leads to it, and how many wrong sums."""
    marks, rules = draft.marks, draft.rules
    contradictions = sum(1 for _ in rules.conflicts(marks)) or int(not rules.provable(marks))
    return contradictions, len(wrong_sums(draft, rules.sums(marks)))


def _by_ink(
    sheet: Sheet, readings: Sequence[FieldReading], rules: RulesHint, covered: Collection[str]
) -> Draft:
    """What the ink says by itself, of marks as frequent as they are, and of signs as they are in use."""
    rules = with_ranges(rules, sheet)
    printed = [reading for reading in readings if reading.field not in rules.not_printed]
    ink = by_frequency(printed, rules)
    ink |= weighed_by_sides(sheet, ink)
    return Draft(sheet, printed, rules, ink, ink, most_likely(ink), frozenset(covered) - rules.not_printed)
