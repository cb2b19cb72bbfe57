"""From distributions to one record with doubts: weigh the ink with the rules.

The rules help to read a bad 7; they never launder a cheat. A mark that the rules exclude becomes less likely by
a factor, never impossible. Therefore clear ink stays, and the verdict judges it. The caller supplies the rules.
This package knows only that numbers ascend in a zone, and that each side of a sheet has one sign.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.decoding._box_sums import reread_sums, wrong_sums
from fairsheet.vision.decoding._conflicts import resolve_conflicts
from fairsheet.vision.decoding._doubts import add_doubts, list_doubts
from fairsheet.vision.decoding._draft import Draft, calibrate, likeliest_marks
from fairsheet.vision.decoding._joint_decoding import decode_jointly
from fairsheet.vision.decoding._order import weigh_by_order
from fairsheet.vision.decoding._rule_weights import (
    add_ranges,
    bound_by_ink,
    weigh_by_frequency,
    weigh_by_rules,
)
from fairsheet.vision.decoding._settling import add_questions
from fairsheet.vision.decoding._sign_decoding import weigh_by_sides
from fairsheet.vision.readings.distributions import Distribution, normalized
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.readings.rule_hints import NO_RULES, RulesHint


class Decoded:
    """The likeliest sheet: its marks (only ink), the posterior of each field, and the fields in doubt."""

    def __init__(self, draft: Draft) -> None:
        self.marks: dict[str, Mark] = draft.marks
        self.posterior: Mapping[str, Distribution] = draft.posterior
        self._decode_draft = draft

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """The doubts with their questions; computed on demand because that may take as long as all the rest."""
        return list_doubts(add_questions(self._decode_draft))


def decode(
    sheet: Sheet, readings: Sequence[FieldReading], rules: RulesHint = NO_RULES, covered: Collection[str] = ()
) -> Decoded:
    """Return the likeliest marks of the fields read, and their doubts; `covered` fields are in doubt unless not
    printed.

    If there is pale ink, all of it is read, or none: whichever agrees better with the rules.
    """
    draft = _decode_draft(sheet, readings, rules, covered)
    if any(reading.bold for reading in readings):
        bold = _decode_draft(sheet, [reading.without_pale_ink for reading in readings], rules, covered)
        draft = _choose_pale_ink(draft, bold, readings)
    return Decoded(add_doubts(draft))


def _decode_draft(
    sheet: Sheet, readings: Sequence[FieldReading], rules: RulesHint, covered: Collection[str]
) -> Draft:
    """Return the draft by ink and rules."""
    draft = _draft_of_ink(sheet, readings, rules, covered)
    draft = weigh_by_rules(draft)
    draft = weigh_by_order(draft)
    draft = bound_by_ink(draft)
    draft = resolve_conflicts(draft)
    draft = decode_jointly(draft)
    draft = reread_sums(draft)
    return replace(draft, posterior=calibrate(sheet, draft.posterior))


def _choose_pale_ink(whole: Draft, bold: Draft, readings: Sequence[FieldReading]) -> Draft:
    """Return the draft of all ink or of the bold ink, whichever has fewer faults.

    In fields whose mark depends on pale ink, both marks are equally likely.
    """
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
    if any(faults := _count_faults(bold)) and _count_faults(whole) < faults:
        draft = whole
    return replace(draft, posterior={**draft.posterior, **shares}, pale=pale)


def _count_faults(draft: Draft) -> tuple[int, int]:
    """Return the number of contradictions, at least one if no game leads to the draft, and the number of wrong
    sums."""
    marks, rules = draft.marks, draft.rules
    contradictions = sum(1 for _ in rules.conflicts(marks)) or int(rules.provable(marks) is False)
    return contradictions, len(wrong_sums(draft, rules.sums(marks)))


def _draft_of_ink(
    sheet: Sheet, readings: Sequence[FieldReading], rules: RulesHint, covered: Collection[str]
) -> Draft:
    """Return the draft by the ink, weighed by the frequencies of marks and the signs in use."""
    rules = add_ranges(rules, sheet)
    printed = [reading for reading in readings if reading.field not in rules.not_printed]
    ink = weigh_by_frequency(printed, rules)
    ink |= weigh_by_sides(sheet, ink)
    return Draft(
        sheet, printed, rules, ink, ink, likeliest_marks(ink), frozenset(covered) - rules.not_printed
    )
