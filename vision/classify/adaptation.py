"""Adapt to the writer: compare unsure marks with marks of the same sheet that were read for certain.

A person's sevens look alike, and so do a person's crosses. The features of the base model's last hidden layer
are compared between an unsure mark and the certain ones of its group. The logits of the unsure mark move
towards the marks that it resembles. The weights were chosen on writers held out from training
(`benchmarks/reading.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from fairsheet.vision.classify.areas import KINDS, Mask
from fairsheet.vision.classify.mark_reader import FOR_NUMBERS, Floats, Scores
from fairsheet.vision.printed.percentile import percentile
from fairsheet.vision.readings.classes import CANCELLED, CLASSES, INDEX_OF, LOOKS_CANCELLED, NUMBERS

CERTAIN = 0.97  # probability from which others are compared with a mark
UNSURE = 0.995  # probability up to which a mark is compared with others
NEAREST = 3  # the number of certain marks of a class to compare with, the most similar ones
MARKS_OF_HALF_WEIGHT = 2.0  # n marks to compare with have n / (n + MARKS_OF_HALF_WEIGHT) of the full weight

USUAL = -1.0  # log odds of overwriting, up to which a hand writes like others
# scribbles: no hand has its own shape for them
SCRIBBLES = {INDEX_OF[name] for name in (CANCELLED, *LOOKS_CANCELLED)}
FEWEST_ALIKE = 3  # marks of a class that reveal a habit of the hand

NUMBER_CLASSES = [CLASSES.index(number) for number in NUMBERS]


@dataclass(frozen=True)
class Group:
    """Marks that are compared with each other: those of these classes in fields of these kinds (indices of
    KINDS).

    `weight` is the number of logits for a mean cosine that is 1 above `neutral`, which is evidence neither way.
    `calmed` is the factor for all compared logits, which would otherwise be too sure.
    """

    kinds: Sequence[int]
    classes: Sequence[int]
    weight: float
    neutral: float
    calmed: float = 1.0


GROUPS = (
    Group(FOR_NUMBERS, NUMBER_CLASSES, 7.0, 0.6, 0.9),
    *(Group([KINDS.index(kind)], range(len(CLASSES)), 8.0, 0.3) for kind in ("icon", "link", "sign")),
)


def adapt(scores: Scores) -> Scores:
    """Return the scores with the logits of unsure marks moved towards the classes whose certain marks they
    resemble."""
    scores = replace(scores, over=_subtract_habits(scores))
    shares = scores.distributions
    unit, inked = normalize_features(scores)
    logits = scores.logits.copy()
    for group in GROUPS:
        _compare(logits, shares, unit, inked & np.isin(scores.kinds, group.kinds), scores.allowed, group)
    return replace(scores, logits=logits)


def _subtract_habits(scores: Scores) -> Floats:
    """Return the log odds (n) of overwriting, minus the level of the sheet's other marks of the class.

    Some hands always write zero with a slash.
    """
    best, over = scores.distributions.argmax(axis=1), scores.over.copy()
    seen = np.isfinite(over)
    for klass in set(best[seen].tolist()) - SCRIBBLES:
        alike = np.flatnonzero(seen & (best == klass))
        if len(alike) >= FEWEST_ALIKE:
            over[alike] -= max(0.0, percentile(over[alike], 50) - USUAL)
    return over


def _compare(logits: Floats, shares: Floats, unit: Floats, inked: Mask, allowed: Mask, group: Group) -> None:
    """Move the logits (n, len(CLASSES)) of the unsure areas among those `inked` (n), for the classes `allowed`."""
    best, sure = shares.argmax(axis=1), shares.max(axis=1, initial=0.0)
    certain = inked & (sure >= CERTAIN) & np.isin(best, group.classes)
    unsure = np.flatnonzero(inked & (sure < UNSURE))
    compared = np.zeros(len(unsure), bool)
    for klass in set(best[certain].tolist()):
        alike = np.flatnonzero(certain & (best == klass))
        # never compared with itself
        cosines = np.where(unsure[:, None] == alike, -np.inf, unit[unsure] @ unit[alike].T)
        nearest = -np.sort(-cosines, axis=1)[:, :NEAREST]
        others = np.isfinite(nearest)
        count = others.sum(axis=1)
        mean = nearest.sum(axis=1, where=others) / np.maximum(count, 1)
        shift = group.weight * (mean - group.neutral) * count / (count + MARKS_OF_HALF_WEIGHT)
        logits[unsure, klass] += shift * allowed[unsure, klass]
        compared |= count > 0
    logits[unsure[compared]] *= group.calmed


def normalize_features(scores: Scores) -> tuple[Floats, Mask]:
    """Return the features of all areas (n, width) scaled to length 1, and which areas (n) have ink."""
    lengths = np.linalg.norm(scores.features, axis=1)
    return scores.features / np.maximum(lengths, 1e-6)[:, None], lengths > 0
