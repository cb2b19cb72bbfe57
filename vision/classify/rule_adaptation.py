"""What the rules say of a hand: numbers compared with those of the same hand that only the rules make certain.

Where a 1 looks like a 7, the ink reads every such 1 wrong, and comparing them with each other makes it surer. Once the
rules say of one of them that it must be a 1, the others that look like it may be ones, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.classify.adaptation import CERTAIN, NUMBER_CLASSES, unit_features
from fairsheet.vision.classify.areas import FieldAreas, Indices
from fairsheet.vision.classify.mark_reader import FOR_NUMBERS, Floats, Scores
from fairsheet.vision.decoding.decode import Decoded
from fairsheet.vision.readings.classes import BLANK_INDEX, CLASSES, NUMBERS

FIXED = 0.9995  # probability from which ink is never taken for another number
WEIGHT = 20.0  # logits for a cosine that is 1 above what speaks for nothing
NEUTRAL = 0.5  # cosine up to which a mark is not like another
MARGIN = 0.1  # less than this a certain number of the class that it looks like must not be more alike

Known = Mapping[int, int]  # by area the class of CLASSES that the rules make certain there


def certain_by_rules(areas: FieldAreas, scores: Scores, decoded: Decoded) -> Known:
    """The areas whose numbers the ink leaves open, or reads otherwise, and the rules make certain.

    `areas` are those of the scores.
    """
    said = scores.distributions()
    best, sure = said.argmax(axis=1), said.max(axis=1, initial=0.0)
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
    """The areas of a number with the class of each: its digits in a box, where they are as many as the cells that
    bear ink, or the last area with ink of a slot, behind which something was scribbled out."""
    written = list(str(number)) if field.cells else [str(number)]
    areas = inked if field.cells else inked[-1:]
    if len(areas) == len(written):
        for area, character in zip(areas, written, strict=True):
            if character in NUMBERS:
                yield area, CLASSES.index(character)


def adapted_by_rules(scores: Scores, known: Known) -> Scores:
    """The scores with the logits of numbers moved towards the classes of those `known` that look like them.

    Numbers read for certain count against that, where they look as much like them: a hand may write a 1 and a 7 alike.
    """
    said = scores.distributions()
    best, sure = said.argmax(axis=1), said.max(axis=1, initial=0.0)
    unit, inked = unit_features(scores)
    inked &= np.isin(scores.kinds, FOR_NUMBERS)
    numbers = np.flatnonzero(inked & (sure < FIXED))
    certain = inked & (sure >= CERTAIN) & np.isin(best, NUMBER_CLASSES)
    certain[list(known)] = False
    unlike = np.full(len(numbers), NEUTRAL)
    for klass in np.unique(best[numbers]):
        own = best[numbers] == klass
        nearest = _most_alike(unit, numbers[own], np.flatnonzero(certain & (best == klass)))
        unlike[own] = np.maximum(NEUTRAL, nearest - MARGIN)
    logits = scores.logits.copy()
    for klass in sorted(set(known.values())):
        alike = np.array([area for area, each in known.items() if each == klass], np.intp)
        above = _most_alike(unit, numbers, alike) - unlike
        logits[numbers, klass] += WEIGHT * np.maximum(0.0, above)
    return replace(scores, logits=logits)


def _most_alike(unit: Floats, areas: Indices, others: Indices) -> Floats:
    """Of each area the cosine to that of the others that is most like it, but for itself; -1 where there is none."""
    cosines = np.where(areas[:, None] == others, -1.0, unit[areas] @ unit[others].T)
    return np.asarray(cosines.max(axis=1, initial=-1.0))
