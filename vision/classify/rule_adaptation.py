"""Adapt to the writer by the rules: compare numbers with those that only the rules make certain.

If a 1 looks like a 7, the ink reads every such 1 wrong, and comparing them with each other makes this surer.
Once the rules require one of them to be a 1, similar ones may be ones, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.classify.adaptation import CERTAIN, NUMBER_CLASSES, normalize_features
from fairsheet.vision.classify.areas import FieldAreas, Indices
from fairsheet.vision.classify.mark_reader import FOR_NUMBERS, Floats, Scores
from fairsheet.vision.decoding.decode import Decoded
from fairsheet.vision.readings.classes import BLANK_INDEX, CLASSES, NUMBERS

FIXED = 0.9995  # probability from which ink never changes to another number
WEIGHT = 20.0  # logits for a cosine that is 1 above the neutral one
NEUTRAL = 0.5  # cosine up to which marks do not look alike
MARGIN = 0.1  # a number moves only if its present class is at most this much more similar

Known = Mapping[int, int]  # by area, the class of CLASSES that the rules make certain there


def find_certain_by_rules(areas: FieldAreas, scores: Scores, decoded: Decoded) -> Known:
    """Return the areas whose numbers are unsure or different by the ink, but certain by the rules.

    `areas` are those of the scores.
    """
    shares = scores.distributions
    best, sure = shares.argmax(axis=1), shares.max(axis=1, initial=0.0)
    found = {}
    for field, part in zip(areas.fields, areas.parts, strict=True):
        mark = decoded.marks.get(field.id)
        if isinstance(mark, int) and decoded.posterior[field.id][mark] >= CERTAIN:
            inked = [area for area in range(part.start, part.stop) if best[area] != BLANK_INDEX]
            for area, klass in _classes_of_number(field, mark, inked):
                if klass != best[area] or sure[area] < CERTAIN:
                    found[area] = klass
    return found


def _classes_of_number(field: Field, number: int, inked: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the areas of a number with the class of each.

    In a box these are its digits, if their number is that of the inked cells. In a slot it is the last area
    with ink, because an earlier one was scribbled out.
    """
    written = list(str(number)) if field.cells else [str(number)]
    areas = inked if field.cells else inked[-1:]
    if len(areas) == len(written):
        for area, character in zip(areas, written, strict=True):
            if character in NUMBERS:
                yield area, CLASSES.index(character)


def adapt_by_rules(scores: Scores, known: Known) -> Scores:
    """Return the scores with the logits of numbers moved towards the `known` classes that look like them.

    Equally similar numbers that are certain by ink count against that: a hand may write a 1 and a 7 alike.
    """
    shares = scores.distributions
    best, sure = shares.argmax(axis=1), shares.max(axis=1, initial=0.0)
    unit, inked = normalize_features(scores)
    inked &= np.isin(scores.kinds, FOR_NUMBERS)
    numbers = np.flatnonzero(inked & (sure < FIXED))
    certain = inked & (sure >= CERTAIN) & np.isin(best, NUMBER_CLASSES)
    certain[list(known)] = False
    unlike = np.full(len(numbers), NEUTRAL)
    for klass in set(best[numbers].tolist()):
        own = best[numbers] == klass
        nearest = _greatest_cosine(unit, numbers[own], np.flatnonzero(certain & (best == klass)))
        unlike[own] = np.maximum(NEUTRAL, nearest - MARGIN)
    logits = scores.logits.copy()
    for klass in sorted(set(known.values())):
        alike = np.array([area for area, each in known.items() if each == klass], np.intp)
        above = _greatest_cosine(unit, numbers, alike) - unlike
        logits[numbers, klass] += WEIGHT * np.maximum(0.0, above)
    return replace(scores, logits=logits)


def _greatest_cosine(unit: Floats, areas: Indices, others: Indices) -> Floats:
    """Return, for each area, the greatest cosine to another one of the others; -1 if there is none."""
    cosines = np.where(areas[:, None] == others, -1.0, unit[areas] @ unit[others].T)
    return np.asarray(cosines.max(axis=1, initial=-1.0))
