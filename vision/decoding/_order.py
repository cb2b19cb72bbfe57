"""Numbers ascend in a zone: weigh each number by those of the other slots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from fairsheet.sheets.model.segments import split_zones
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.decoding._draft import Draft, likeliest_marks
from fairsheet.vision.decoding.thresholds import AGAINST_ORDER
from fairsheet.vision.readings.distributions import Distribution, normalized


def weigh_by_order(draft: Draft) -> Draft:
    """Weigh the slots, given that numbers ascend in every segment of a zone, as split by the chosen links."""
    posterior, marks = dict(draft.posterior), draft.marks
    for zone in split_zones(draft.sheet):
        for segment in zone.segments(marks):
            posterior.update(_weigh_ascending(draft.sheet, segment, posterior))
    return replace(draft, posterior=posterior, chosen=likeliest_marks(posterior))


def _weigh_ascending(
    sheet: Sheet, slots: Sequence[str], distribution: Mapping[str, Distribution]
) -> dict[str, Distribution]:
    """Return posteriors of slots in a row, given that its numbers ascend.

    Forward–backward algorithm on a chain whose state is the last number so far, 0 for none. Each number that is
    not greater costs `AGAINST_ORDER`.
    """
    # the reading of a slot, or the mark that is printed there
    chain = [distribution.get(slot, {sheet.field[slot].printed: 1.0}) for slot in slots]
    numbers = sorted({mark for slot in chain for mark in slot if isinstance(mark, int)})
    state = {number: index for index, number in enumerate(numbers, 1)}
    size = len(numbers) + 1
    ascends = np.arange(size)[:, None] < np.arange(size)  # (last number, next number)
    order = np.where(ascends, 1.0, AGAINST_ORDER)
    numbered, unnumbered = np.zeros((len(chain), size)), np.zeros(len(chain))
    for index, slot in enumerate(chain):
        for mark, probability in slot.items():
            if isinstance(mark, int):
                numbered[index, state[mark]] = probability
            else:
                unnumbered[index] += probability
    before, after = [np.eye(size)[0]], [np.ones(size)]
    for there, none in zip(numbered, unnumbered, strict=True):
        weights = before[-1] * none + (before[-1] @ order) * there
        before.append(weights / weights.sum())
    for there, none in zip(numbered[::-1], unnumbered[::-1], strict=True):
        weights = after[0] * none + order @ (there * after[0])
        after.insert(0, weights / weights.sum())
    posterior = {}
    for index, (name, slot) in enumerate(zip(slots, chain, strict=True)):
        if name in distribution:
            numbers_here = (before[index] @ order) * after[index + 1]
            others_here = float(before[index] @ after[index + 1])
            posterior[name] = normalized(
                {
                    mark: share * (float(numbers_here[state[mark]]) if isinstance(mark, int) else others_here)
                    for mark, share in slot.items()
                }
            )
    return posterior
