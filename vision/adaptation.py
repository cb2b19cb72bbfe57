"""One hand a sheet: unsure numbers compared with numbers on the same sheet that were read for certain.

A person's sevens look alike. What the last hidden layer of the base model says of an unsure number is held against what
it says of the certain ones, in slots and digit cells together, which moves its logits towards the numbers that it
resembles. The weights were chosen on writers held out from training (`benchmarks/reading.py`).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.classifier import FOR_NUMBERS, Floats, Mask, Scores
from vision.marks import CLASSES, NUMBERS

CERTAIN = 0.97  # probability from which a number is one to compare with
UNSURE = 0.995  # probability up to which a number is compared
NEAREST = 3  # certain ones of a class that are compared with, those most alike
WEIGHT = 7.0  # logits for a mean cosine that is 1 above `NEUTRAL`
NEUTRAL = 0.7  # cosine that speaks neither for a class nor against it
FEW = 2.0  # n numbers to compare with count n / (n + FEW) as much as many

NUMBER_CLASSES = [CLASSES.index(number) for number in NUMBERS]


def adapted(scores: Scores) -> Scores:
    """The scores with the logits of unsure numbers moved towards the classes whose certain ones they resemble."""
    said = scores.distributions()
    best, sure = said.argmax(axis=1), said.max(axis=1, initial=0.0)
    unit, inked = unit_features(scores)
    certain = inked & (sure >= CERTAIN) & np.isin(best, NUMBER_CLASSES)
    unsure = np.flatnonzero(inked & (sure < UNSURE))
    logits = scores.logits.copy()
    for klass in np.unique(best[certain]):
        alike = np.flatnonzero(certain & (best == klass))
        cosines = np.where(
            unsure[:, None] == alike, np.nan, unit[unsure] @ unit[alike].T
        )  # never with itself
        nearest = -np.sort(-cosines, axis=1)[:, :NEAREST]
        count = np.isfinite(nearest).sum(axis=1)
        mean = np.nansum(nearest, axis=1) / np.maximum(count, 1)
        logits[unsure, klass] += WEIGHT * (mean - NEUTRAL) * count / (count + FEW)
    return replace(scores, logits=logits)


def unit_features(scores: Scores) -> tuple[Floats, Mask]:
    """The features of all places (n, width) with a length of 1, and which places (n) are for numbers and bear ink."""
    lengths = np.linalg.norm(scores.features, axis=1)
    unit = scores.features / np.maximum(lengths, 1e-6)[:, None]
    return unit, np.isin(scores.kinds, FOR_NUMBERS) & (lengths > 0)
