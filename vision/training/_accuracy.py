"""How well the mark reader does on labelled samples: errors, confidence of errors, calibration."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairsheet.vision.classify.areas import KINDS
from fairsheet.vision.readings.classes import CLASSES, NUMBERS
from fairsheet.vision.training._samples import JUNK

Array = NDArray[Any]
SURE = 0.98  # what the figures call sure; when a person is asked is in `vision.decoding.thresholds`


def report(said: Array, targets: Array, kinds: Array) -> str:
    """A table by kind of field, the commonest mistakes, and reliability, of shares (n, classes)."""
    best, sure = said.argmax(axis=1), said.max(axis=1)
    lines = [f"{'':14}{'samples':>8} {'errors %':>9} {'unsure %':>9} {'sure errors %':>14}"]
    real = targets != JUNK
    numbers = np.isin(targets, [CLASSES.index(number) for number in NUMBERS])
    rows = [(name, real & (kinds == k)) for k, name in enumerate(KINDS)]
    rows += [("numbers in slots", real & numbers & (kinds == 0)), ("blank", real & (targets == 0))]
    for name, chosen in rows:
        if chosen.any():
            wrong = best[chosen] != targets[chosen]
            sures = sure[chosen] >= SURE
            shares = f"{wrong.mean():>9.3%} {1 - sures.mean():>9.2%} {(wrong & sures).mean():>14.3%}"
            lines.append(f"{name:17}{chosen.sum():>5} {shares}")
    junk = targets == JUNK
    if junk.any():
        lines.append(f"ink that means nothing: {(sure[junk] >= SURE).mean():.1%} read as something surely")
    wrong = real & (best != targets)
    pairs = Counter(
        (KINDS[kind], CLASSES[target], CLASSES[seen])
        for kind, target, seen in zip(kinds[wrong], targets[wrong], best[wrong], strict=True)
    )
    lines.append("commonest: " + ", ".join(f"{k} {a}->{b} {n}" for (k, a, b), n in pairs.most_common(24)))
    edges = (0, 0.5, 0.7, 0.9, 0.98, 0.995, 1.0001)
    for low, high in pairwise(edges):
        chosen = real & (sure >= low) & (sure < high)
        if chosen.any():
            right, claim = (best[chosen] == targets[chosen]).mean(), sure[chosen].mean()
            span = f"confidence {low:.3f} to {min(high, 1):.3f}"
            lines.append(f"{span}: {chosen.sum():>7} readings, right {right:.4f}, said {claim:.4f}")
    return "\n".join(lines)
