"""The last step of decoding: which fields a person should look at, and why."""

from __future__ import annotations

from dataclasses import replace

from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.decoding._box_sums import unread_sums, wrong_sums
from fairsheet.vision.decoding._draft import Draft
from fairsheet.vision.decoding.thresholds import CLEAR, CLEARLY_BLANK, LEAST_NOTABLE, NOTABLE, SHOWN, SURE
from fairsheet.vision.readings.covered import SEVERAL, partly_covered
from fairsheet.vision.readings.distributions import likeliest, normalized
from fairsheet.vision.readings.reading import LEAST, Doubt
from fairsheet.vision.readings.reasons import (
    BESIDE_UNSEEN,
    OVERWRITTEN,
    UNSEEN,
    Reason,
    alike,
    depends,
    faint,
    forbidden,
    much_paler,
    unread_sum,
)


def add_doubts(draft: Draft) -> Draft:
    """Add the fields in doubt with their reasons; give hard-to-read boxes the value that the rest of the sheet
    gives."""
    right = draft.rules.sums(draft.marks)
    reasons = {field: because for field in draft.ink if (because := _reason(draft, field)) is not None}
    pale = {field: much_paler(*marks) for field, marks in draft.pale.items()}
    reasons |= wrong_sums(draft, right) | pale
    overwritten = {each.field for each in draft.readings if each.overwritten}
    reasons |= dict.fromkeys(reasons.keys() & overwritten - pale.keys(), OVERWRITTEN) | _unseen(draft)
    unread = {box: value for box, value in unread_sums(draft, right).items() if reasons.get(box) != UNSEEN}
    posterior = dict(draft.posterior)
    for box, value in unread.items():
        reasons[box] = unread_sum(value)
        posterior[box] = normalized(posterior[box] | {value: posterior[box][None], None: LEAST})
    return replace(draft, chosen={**draft.chosen, **unread}, posterior=posterior, reasons=reasons)


def list_doubts(draft: Draft) -> tuple[Doubt, ...]:
    """Return the fields in doubt, in the order of the readings."""
    return tuple(
        Doubt.of(
            field,
            _candidates(draft, field),
            draft.chosen[field],
            draft.reasons[field],
            None if draft.asked is None else field in draft.asked,
        )
        for field in draft.ink
        if field in draft.reasons
    )


def _candidates(draft: Draft, field: str) -> tuple[tuple[Mark | None, float], ...]:
    """Return the marks listed with a doubt: the chosen one, the ink's, the likeliest rival, and notable others."""
    chosen, alone = draft.chosen[field], likeliest(draft.ink[field])
    ranked = sorted(draft.posterior[field].items(), key=lambda item: -item[1])
    ranked = ranked[:SHOWN] + [each for each in ranked[SHOWN:] if each[0] == alone]
    rivals = (mark for mark, probability in ranked if mark != chosen and probability >= LEAST_NOTABLE)
    rival = next(rivals, chosen)
    return tuple(
        (mark, round(probability, 4))
        for mark, probability in ranked
        if probability >= NOTABLE or mark in (chosen, alone, rival)
    )


def _reason(draft: Draft, field: str) -> Reason | None:
    """Return why a field is in doubt by itself, if it is."""
    chosen, ink, posterior = draft.chosen[field], draft.ink[field], draft.posterior[field]
    alone = likeliest(ink)
    if chosen != alone and ink[chosen] < CLEAR:
        otherwise = likeliest(posterior)
        return depends(alone, chosen, otherwise) if otherwise != chosen else forbidden(alone, chosen)
    if chosen is None and ink[None] < CLEARLY_BLANK:
        return faint(max((mark for mark in ink if mark is not None), key=lambda mark: ink[mark]))
    if posterior[chosen] < SURE:
        others = [mark for mark in sorted(posterior, key=lambda mark: -posterior[mark]) if mark != chosen]
        return alike(chosen, others[0])
    return None


def _unseen(draft: Draft) -> dict[str, Reason]:
    """Return reasons to look at covered fields, and at the neighbours of several covered ones."""
    several = len(draft.covered) >= SEVERAL
    beside = partly_covered(draft.sheet, draft.readings, draft.covered) if several else ()
    return dict.fromkeys(beside, BESIDE_UNSEEN) | dict.fromkeys(draft.covered, UNSEEN)
