"""What the rules teach about a hand: numbers compared with those of the same hand that only the rules make certain.

Where a 1 looks like a 7, the ink reads every such 1 wrong, and comparing them with each other makes it surer. Once the
rules say of one of them that it must be a 1, the others that look like it may be ones, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from sheets.model import Field
from vision.adaptation import CERTAIN, unit_features
from vision.classifier import Scores
from vision.decode import Decoded
from vision.marks import BLANK_INDEX, CLASSES, NUMBERS
from vision.patches import areas_of

WEIGHT = 20.0  # logits for a cosine that is 1 above `NEUTRAL`
NEUTRAL = 0.6  # cosine up to which a mark is not like another; both chosen on writers held out from training

Meant = Mapping[int, int]  # by place the class of CLASSES that was meant there


def meant_by_rules(fields: Sequence[Field], scores: Scores, decoded: Decoded) -> Meant:
    """The places whose numbers the ink leaves open, or reads otherwise, and the rules make certain.

    `fields` are those of the scores, in their order.
    """
    said = scores.distributions()
    best, sure = said.argmax(axis=1), said.max(axis=1, initial=0.0)
    found, start = {}, 0
    for field in fields:
        end = start + len(areas_of(field))
        mark = decoded.marks.get(field.id)
        if isinstance(mark, int) and decoded.posterior[field.id][mark] >= CERTAIN:
            inked = [place for place in range(start, end) if best[place] != BLANK_INDEX]
            for place, klass in _classes_of_number(field, mark, inked):
                if klass != best[place] or sure[place] < CERTAIN:
                    found[place] = klass
        start = end
    return found


def _classes_of_number(field: Field, number: int, inked: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The places of a number with the class of each: its digits in a box, where they are as many as the cells that
    bear ink, or the last place with ink of a slot, behind which something was scribbled out."""
    written = [str(number)] if not field.cells else str(number)
    places = inked if field.cells else inked[-1:]
    if len(places) == len(written):
        for place, character in zip(places, written, strict=True):
            if character in NUMBERS:
                yield place, CLASSES.index(character)


def taught(scores: Scores, meant: Meant) -> Scores:
    """The scores with the logits of all numbers moved towards the classes of those `meant` that look like them."""
    unit, inked = unit_features(scores)
    numbers = np.flatnonzero(inked)
    logits = scores.logits.copy()
    for klass in sorted(set(meant.values())):
        alike = np.array([place for place, meaning in meant.items() if meaning == klass], np.intp)
        cosines = np.where(
            numbers[:, None] == alike, -1.0, unit[numbers] @ unit[alike].T
        )  # never with itself
        logits[numbers, klass] += WEIGHT * np.maximum(0.0, cosines.max(axis=1) - NEUTRAL)
    return replace(scores, logits=logits)
