"""Decide which marks a person has to look at.

These are marks whose likely readings change the outcome of a sheet: its verdict by the quick checks, its points
or its rank.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace

from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import TOTAL
from fairsheet.vision.decoding._box_sums import wrong_sums
from fairsheet.vision.decoding._draft import Draft, calibrate
from fairsheet.vision.decoding._hypotheses import Changes, TooUnsure
from fairsheet.vision.decoding._joint_decoding import Hypothesis, allows, find_rival_readings, split_off_sums
from fairsheet.vision.decoding.thresholds import CLEARLY_OVER, HELD, LEAST_RIVAL, MOST_PROOFS, THIS_RULE
from fairsheet.vision.readings.distributions import Distribution
from fairsheet.vision.readings.reading import LEAST
from fairsheet.vision.readings.reasons import BESIDE_UNSEEN, OVERWRITTEN, UNSEEN, UNSETTLED

Outcome = Callable[[Marks], Hashable]


def add_questions(draft: Draft) -> Draft:
    """Add the fields to ask about, all of which are in doubt, the most decisive first.

    The draft stays unchanged if the rules give no outcome.
    """
    outcome = draft.rules.outcome
    if outcome is None:
        return draft
    known, _ = split_off_sums(draft)
    hidden = (field for field in known if draft.reasons.get(field) in (UNSEEN, BESIDE_UNSEEN))
    overwritten = (
        field
        for field, reason in draft.reasons.items()
        if reason == OVERWRITTEN and draft.posterior[field][draft.chosen[field]] < CLEARLY_OVER
    )
    pale = _relevant_pale_fields(draft, outcome) if draft.pale else ()
    asked = tuple(
        dict.fromkeys((*_fields_to_ask(_calibrate_ink(draft), outcome), *hidden, *overwritten, *pale))
    )
    asked = asked or _unexplained_totals(draft)
    return replace(draft, reasons=dict.fromkeys(asked, UNSETTLED) | dict(draft.reasons), asked=asked)


def _unexplained_totals(draft: Draft) -> tuple[str, ...]:
    """Return wrong totals that no likely reading explains.

    A person can see whether they were added up wrongly, or find a misread mark that the ink does not reveal.
    """
    totals = {line.box for line in draft.sheet.scores if line.sign == TOTAL}
    return tuple(
        box for box in wrong_sums(draft, draft.rules.sums(draft.marks)) if box in totals & draft.ink.keys()
    )


def _relevant_pale_fields(draft: Draft, outcome: Outcome) -> tuple[str, ...]:
    """Return all fields with pale ink, as one question, if the outcome depends on whether one or all are meant.

    The rules' weight of the other mark does not count: somebody may have broken them in pale ink.
    """
    pale = draft.pale.items()
    known, _ = split_off_sums(draft)

    def consequence(changes: Changes) -> tuple[bool, Hashable]:
        return allows(draft, changes, known), outcome(draft.changed_marks(changes))

    legal = (True, outcome(draft.marks))
    together: list[Changes] = [{}, *({field: marks[n] for field, marks in pale} for n in (0, 1))]
    single: list[Changes] = [{field: mark} for field, marks in pale for mark in marks]
    matters = any(consequence(changes) != legal for changes in (*together, *single))
    proofs = (draft.rules.provable(draft.changed_marks(changes)) for changes in together)
    matters = matters or set(proofs) not in ({True}, {False})
    return tuple(draft.pale) if matters else ()


def _calibrate_ink(draft: Draft) -> Draft:
    """Return the draft with calibrated ink that permits every chosen mark, such as the computed value of a box.

    If the rules forbid the sheet, the ink is not calibrated, so that it is not taken to be surer than it seems.
    """
    ink = calibrate(draft.sheet, draft.ink) if allows(draft, {}, split_off_sums(draft)[0]) else draft.ink
    return replace(draft, ink={field: {draft.chosen[field]: LEAST, **each} for field, each in ink.items()})


def _fields_to_ask(draft: Draft, outcome: Outcome) -> list[str]:
    """Return the fields to ask about, assuming that the answers confirm the reading.

    Afterwards, readings with `HELD` of the probability agree on the outcome. If the sheet breaks the rules,
    these are all doubtful fields that can change it. One person's way to write a digit can spoil many marks at
    once, but the search counts those as separate accidents.
    """
    ink, _ = split_off_sums(draft)
    rivals = {field: found for field, each in ink.items() if (found := _rivals(each, draft.chosen[field]))}
    is_allowed, points = allows(draft, {}, ink), outcome(draft.marks)
    if is_allowed and sum(sum(found.values()) for found in rivals.values()) < 1 - HELD:
        return []

    def changes_nothing(field: str, mark: Mark | None) -> bool:
        changes = {field: mark}
        same = outcome(draft.changed_marks(changes)) == points
        return same and allows(draft, changes, ink) == is_allowed

    idle = {field for field, found in rivals.items() if all(changes_nothing(field, mark) for mark in found)}
    named = {field for each in draft.rules.conflicts(draft.marks) for field in each.involved}
    unsure = [field for field in draft.reasons if field in rivals and (field in named or field not in idle)]
    if unsure and not is_allowed:
        return unsure
    try:
        readings = find_rival_readings(draft, idle | (ink.keys() - rivals.keys()))
    except TooUnsure:
        return unsure
    agreeing, others = list[Hypothesis](), list[Hypothesis]()
    for reading in readings:
        agrees = reading.follows == is_allowed and outcome(draft.changed_marks(reading.changes)) == points
        (agreeing if agrees else others).append(reading)
    return _ask_until_settled(draft, agreeing, others)


def _rivals(ink: Distribution, chosen: Mark | None) -> dict[Mark | None, float]:
    """Return other marks that the search considers, with their odds against the chosen one."""
    return {
        mark: share / ink[chosen]
        for mark, share in ink.items()
        if mark != chosen and share >= LEAST_RIVAL * ink[chosen]
    }


def _joint_weight(readings: Iterable[Hypothesis]) -> float:
    """Return how likely one of these readings is.

    Only the likeliest rule-breaking one counts: there are far more ways to break rules than people who
    do.
    """
    return _allowed_weight(readings) + _broken_weight(readings)


def _allowed_weight(readings: Iterable[Hypothesis]) -> float:
    return sum(each.weight for each in readings if each.follows)


def _broken_weight(readings: Iterable[Hypothesis]) -> float:
    return THIS_RULE * max((each.weight for each in readings if not each.follows), default=0.0)


def _keep_unchanged(readings: Iterable[Hypothesis], field: str) -> list[Hypothesis]:
    """Return the readings in which a field is unchanged."""
    return [each for each in readings if field not in each.changes]


def _ask_until_settled(
    draft: Draft, agreeing: Sequence[Hypothesis], others: Sequence[Hypothesis]
) -> list[str]:
    """Return fields to ask until other readings are unlikely enough; each one reduces them most.

    The solver is asked about a reading that passes the quick checks if that could spare a question: one that it
    proves impossible is as unlikely as rule-breaking ones. These are compared with the likeliest agreeing reading:
    the ink of one mark against the rules.
    """
    asked, left = list[str](), list(others)
    unproved = [each for each in others if each.follows][:MOST_PROOFS]
    whole, first = _joint_weight(agreeing), _joint_weight(agreeing[:1])

    def is_settled(readings: Sequence[Hypothesis]) -> bool:
        allowed = _allowed_weight(readings)
        return allowed <= (1 - HELD) * (whole + allowed) and _broken_weight(readings) <= (1 - HELD) * first

    while not is_settled(left):
        if unproved and is_settled([each for each in left if each not in unproved]):
            likeliest_left = unproved.pop(0)
            if draft.rules.provable(draft.changed_marks(likeliest_left.changes)) is False:
                likeliest_left.break_rules()
            continue
        fields = dict.fromkeys(field for each in left for field in each.changes)
        asked.append(min(fields, key=lambda field: _joint_weight(_keep_unchanged(left, field))))
        left = _keep_unchanged(left, asked[-1])
        unproved = [each for each in unproved if each in left]
    return asked
