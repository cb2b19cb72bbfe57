"""Contradictions: change unsure marks if that removes some."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product

from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.decoding._draft import Draft
from fairsheet.vision.decoding.thresholds import MOST_CHECKS, MOST_RIVALS, WEAK
from fairsheet.vision.readings.distributions import Distribution, written
from fairsheet.vision.readings.rule_hints import AGAINST_RULES


def resolve_conflicts(draft: Draft) -> Draft:
    """Change unsure marks if that removes contradictions and the ink permits it.

    Single fields are tried first, the least sure first, then pairs of fields. A change may reduce the
    likelihood of the ink at most by the factor `AGAINST_RULES`. The number of contradictions that it removes
    does not count: one slip or cheat can cause several.
    """
    ink, posterior, rules = draft.ink, draft.posterior, draft.rules
    chosen, conflicts, checks = draft.chosen, list(rules.conflicts(draft.marks)), 0
    for count in (1, 2):
        tried: set[frozenset[str]] = set()
        while checks < MOST_CHECKS:
            touched = {field for conflict in conflicts for field in conflict.involved if field in posterior}
            weak = _unsure_groups({field: posterior[field][chosen[field]] for field in touched}, count)
            fields = next((fields for fields in weak if frozenset(fields) not in tried), None)
            if fields is None:
                break
            tried.add(frozenset(fields))
            before, least = chosen, (len(conflicts), -math.inf)
            for marks in product(*(_rivals(posterior[field], before[field]) for field in fields)):
                changed = {**before, **dict(zip(fields, marks, strict=True))}
                cost = sum(
                    math.log(ink[field][before[field]] / ink[field][changed[field]]) for field in fields
                )
                if cost > -math.log(AGAINST_RULES):
                    continue
                left = list(rules.conflicts(written(changed)))
                checks += 1
                if (len(left), cost) < least:
                    chosen, conflicts, least = changed, left, (len(left), cost)
    return replace(draft, chosen=chosen)


def _unsure_groups(sure: Mapping[str, float], count: int) -> Iterator[tuple[str, ...]]:
    """Yield unsure fields, or pairs of them, the least sure first."""
    weak = sorted((field for field in sure if sure[field] < WEAK), key=lambda field: (sure[field], field))
    yield from combinations(weak[:MOST_RIVALS] if count > 1 else weak, count)


def _rivals(distribution: Distribution, chosen: Mark | None) -> list[Mark | None]:
    """Return other marks that the ink does not rule out, the likeliest first."""
    ranked = sorted(distribution, key=lambda mark: -distribution[mark])
    return [mark for mark in ranked if mark != chosen and distribution[mark] > AGAINST_RULES][:3]
