"""Which marks a person has to look at: those without whom likely readings of a sheet disagree on what follows from it.

What follows are its verdict, as far as the first look tells, its points and its place in the ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace

from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import TOTAL
from fairsheet.vision.decoding._box_sums import wrong_sums
from fairsheet.vision.decoding._draft import Draft, calibrated
from fairsheet.vision.decoding._hypotheses import Changes, TooUnsure
from fairsheet.vision.decoding._joint_decoding import Hypothesis, rival_readings, slips, without_sums
from fairsheet.vision.decoding.thresholds import CLEARLY_OVER, HELD, LEAST_RIVAL, MOST_PROOFS, THIS_RULE
from fairsheet.vision.readings.distributions import Distribution, written
from fairsheet.vision.readings.reading import LEAST
from fairsheet.vision.readings.reasons import BESIDE_UNSEEN, OVERWRITTEN, UNSEEN, UNSETTLED

Outcome = Callable[[Marks], Hashable]


def with_questions(draft: Draft) -> Draft:
    """The draft with the fields to ask about, all of which are in doubt, first the one that settles most; as it is
    where nothing is known to follow from the sheet."""
    outcome = draft.rules.outcome
    if outcome is None:
        return draft
    known, _ = without_sums(draft)
    hidden = (field for field in known if draft.reasons.get(field) in (UNSEEN, BESIDE_UNSEEN))
    overwritten = (
        field
        for field, reason in draft.reasons.items()
        if reason == OVERWRITTEN and draft.posterior[field][draft.chosen[field]] < CLEARLY_OVER
    )
    pale = _pale_that_matter(draft, outcome) if draft.pale else ()
    asked = tuple(dict.fromkeys((*_unsettling(_with_chosen(draft), outcome), *hidden, *overwritten, *pale)))
    asked = asked or _wrong_totals(draft)
    return replace(draft, reasons=dict.fromkeys(asked, UNSETTLED) | dict(draft.reasons), asked=asked)


def _wrong_totals(draft: Draft) -> tuple[str, ...]:
    """The totals that say something else than the marks make, of which no likely reading is the cause: a person can
    see whether they were added up wrongly, or find a misread mark that the ink does not show."""
    totals = {line.box for line in draft.sheet.scores if line.sign == TOTAL}
    return tuple(
        box for box in wrong_sums(draft, draft.rules.sums(draft.marks)) if box in totals & draft.ink.keys()
    )


def _pale_that_matter(draft: Draft, outcome: Outcome) -> tuple[str, ...]:
    """All fields with pale ink, since they are one question, if it changes what follows that one or all are meant.

    How unlikely the rules make the other mark does not count: somebody may have broken them in pale ink.
    """
    pale = draft.pale.items()
    known, _ = without_sums(draft)

    def follows(changes: Changes) -> tuple[bool, Hashable]:
        return _allows(draft, known, changes), outcome(_marks(draft, changes))

    legal = (True, outcome(draft.marks))
    together: list[Changes] = [{}, *({field: marks[n] for field, marks in pale} for n in (0, 1))]
    single: list[Changes] = [{field: mark} for field, marks in pale for mark in marks]
    matters = any(follows(changes) != legal for changes in (*together, *single))
    matters = matters or len({draft.rules.provable(_marks(draft, changes)) for changes in together}) > 1
    return tuple(draft.pale) if matters else ()


def _with_chosen(draft: Draft) -> Draft:
    """The draft whose ink is as it comes true, and says something for every mark chosen: a box that is hard to read has
    what it must be. Before a sheet is called illegal no ink is taken to be surer than it seems."""
    ink = calibrated(draft.sheet, draft.ink) if _allows(draft, without_sums(draft)[0], {}) else draft.ink
    return replace(draft, ink={field: {draft.chosen[field]: LEAST, **each} for field, each in ink.items()})


def _unsettling(draft: Draft, outcome: Outcome) -> list[str]:
    """The fields to ask about until the readings that hold `HELD` of the probability agree on what follows, if the
    answers confirm what was read. Of a sheet that breaks the rules these are all that are in doubt and have a say: one
    hand's way to write a digit can put many marks wrong at once, which the search takes for as many accidents."""
    ink, _ = without_sums(draft)
    rivals = {field: found for field, each in ink.items() if (found := _rivals(each, draft.chosen[field]))}
    is_allowed, points = _allows(draft, ink, {}), outcome(draft.marks)
    if is_allowed and sum(sum(found.values()) for found in rivals.values()) < 1 - HELD:
        return []

    def changes_nothing(field: str, mark: Mark | None) -> bool:
        changed = {field: mark}
        same = outcome(written({**draft.chosen, **changed})) == points
        return same and _allows(draft, ink, changed) == is_allowed

    idle = {field for field, found in rivals.items() if all(changes_nothing(field, mark) for mark in found)}
    named = {field for each in draft.rules.conflicts(draft.marks) for field in each.involved}
    unsure = [field for field in draft.reasons if field in rivals and (field in named or field not in idle)]
    if unsure and not is_allowed:
        return unsure
    try:
        readings = rival_readings(draft, idle | (ink.keys() - rivals.keys()))
    except TooUnsure:
        return unsure
    agreeing, others = list[Hypothesis](), list[Hypothesis]()
    for reading in readings:
        agrees = reading.follows == is_allowed and outcome(_marks(draft, reading.changes)) == points
        (agreeing if agrees else others).append(reading)
    return _until_settled(draft, agreeing, others)


def _rivals(ink: Distribution, chosen: Mark | None) -> dict[Mark | None, float]:
    """Other marks that the search for readings looks at, with their odds against the one chosen."""
    return {
        mark: share / ink[chosen]
        for mark, share in ink.items()
        if mark != chosen and share >= LEAST_RIVAL * ink[chosen]
    }


def _marks(draft: Draft, changes: Changes) -> Marks:
    return written({**draft.chosen, **changes})


def _allows(draft: Draft, known: Iterable[str], changes: Changes) -> bool:
    """Whether the first look allows the sheet with some changes, by the fields that are `known`."""
    return not slips(draft, {**draft.chosen, **changes}, known)


def _together(readings: Iterable[Hypothesis]) -> float:
    """How likely one of some readings is. Of those that break the rules the likeliest counts: there are far more ways
    to break rules than people who do."""
    return _allowed(readings) + _broken(readings)


def _allowed(readings: Iterable[Hypothesis]) -> float:
    return sum(each.weight for each in readings if each.follows)


def _broken(readings: Iterable[Hypothesis]) -> float:
    return THIS_RULE * max((each.weight for each in readings if not each.follows), default=0.0)


def _without(readings: Iterable[Hypothesis], field: str) -> list[Hypothesis]:
    """Those in which a field is as it was read."""
    return [each for each in readings if field not in each.changes]


def _until_settled(draft: Draft, agreeing: Sequence[Hypothesis], others: Sequence[Hypothesis]) -> list[str]:
    """The fields without whose answers other readings are too likely, each of which lessens that most. Readings that
    the first look allows are put to the proof, which may find them as unlikely as any that breaks the rules. One that
    breaks them is held against the likeliest that agrees: the ink of one mark against the rules."""
    asked, left = list[str](), list(others)
    unproved = [each for each in others if each.follows][:MOST_PROOFS]
    whole, first = _together(agreeing), _together(agreeing[:1])
    while _allowed(left) > (1 - HELD) * (whole + _allowed(left)) or _broken(left) > (1 - HELD) * first:
        if unproved:
            likeliest_left = unproved.pop(0)
            if not draft.rules.provable(_marks(draft, likeliest_left.changes)):
                likeliest_left.break_rules()
            continue
        fields = dict.fromkeys(field for each in left for field in each.changes)
        asked.append(min(fields, key=lambda field: _together(_without(left, field))))
        left = _without(left, asked[-1])
        unproved = [each for each in unproved if each in left]
    return asked
