"""One hand a sheet: unsure marks compared with marks of the same sheet that were read for certain.

A person's sevens look alike, and so do a person's crosses. What the last hidden layer of the base model says of an
unsure mark is held against what it says of the certain ones of its group, which moves its logits towards the marks that
it resembles. The weights were chosen on writers held out from training (`benchmarks/reading.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from fairsheet.vision.classify.areas import KINDS, Mask
from fairsheet.vision.classify.mark_reader import FOR_NUMBERS, Floats, Scores
from fairsheet.vision.printed.percentile import percentile
from fairsheet.vision.readings.classes import CANCELLED, CLASSES, INDEX_OF, LOOKS_CANCELLED, NUMBERS

CERTAIN = 0.97  # probability from which a mark is one to compare with
UNSURE = 0.995  # probability up to which a mark is compared
NEAREST = 3  # certain ones of a class that are compared with, those most alike
MARKS_OF_HALF_WEIGHT = 2.0  # n marks to compare with count n / (n + MARKS_OF_HALF_WEIGHT) as much as many

USUAL = -1.0  # log odds that a mark is written over another, up to which a hand writes like others
SCRIBBLES = {INDEX_OF[name] for name in (CANCELLED, *LOOKS_CANCELLED)}  # classes that no hand has a shape for
FEWEST_ALIKE = 3  # marks of a class that show what a hand always does

NUMBER_CLASSES = [CLASSES.index(number) for number in NUMBERS]


@dataclass(frozen=True)
class Group:
    """Marks that are compared with each other: those of these classes in fields of these kinds (indices of KINDS).

    `weight` is how many logits a mean cosine counts that is 1 above `neutral`, which speaks neither for a class nor
    against it; `calmed` is what is left of all logits that were compared, which would be surer than they come true.
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


def adapted(scores: Scores) -> Scores:
    """The scores with the logits of unsure marks moved towards the classes whose certain ones they resemble."""
    scores = replace(scores, over=_without_habits(scores))
    said = scores.distributions()
    unit, inked = unit_features(scores)
    logits = scores.logits.copy()
    for group in GROUPS:
        _compare(logits, said, unit, inked & np.isin(scores.kinds, group.kinds), scores.allowed, group)
    return replace(scores, logits=logits)


def _without_habits(scores: Scores) -> Floats:
    """Return the log odds (n) that a mark is written over another, less what the others of its class on the sheet have:
    the zero of some hands always has a slash."""
    best, over = scores.distributions().argmax(axis=1), scores.over.copy()
    seen = np.isfinite(over)
    for klass in set(best[seen].tolist()) - SCRIBBLES:
        alike = np.flatnonzero(seen & (best == klass))
        if len(alike) >= FEWEST_ALIKE:
            over[alike] -= max(0.0, percentile(over[alike], 50) - USUAL)
    return over


def _compare(logits: Floats, said: Floats, unit: Floats, inked: Mask, allowed: Mask, group: Group) -> None:
    """Moves the logits (n, len(CLASSES)) of the unsure areas among those `inked` (n), for the classes `allowed`."""
    best, sure = said.argmax(axis=1), said.max(axis=1, initial=0.0)
    certain = inked & (sure >= CERTAIN) & np.isin(best, group.classes)
    unsure = np.flatnonzero(inked & (sure < UNSURE))
    compared = np.zeros(len(unsure), bool)
    for klass in np.unique(best[certain]):
        alike = np.flatnonzero(certain & (best == klass))
        # never with itself
        cosines = np.where(unsure[:, None] == alike, np.nan, unit[unsure] @ unit[alike].T)
        nearest = -np.sort(-cosines, axis=1)[:, :NEAREST]
        count = np.isfinite(nearest).sum(axis=1)
        mean = np.nansum(nearest, axis=1) / np.maximum(count, 1)
        moved = group.weight * (mean - group.neutral) * count / (count + MARKS_OF_HALF_WEIGHT)
        logits[unsure, klass] += moved * allowed[unsure, klass]
        compared |= count > 0
    logits[unsure[compared]] *= group.calmed


def unit_features(scores: Scores) -> tuple[Floats, Mask]:
    """The features of all areas (n, width) with a length of 1, and which areas (n) bear ink."""
    lengths = np.linalg.norm(scores.features, axis=1)
    return scores.features / np.maximum(lengths, 1e-6)[:, None], lengths > 0
