"""Contradictions: unsure marks read otherwise, where that lifts some."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product

from fairsheet.vision.decoding._draft import Draft
from fairsheet.vision.decoding.thresholds import MOST_CHECKS, MOST_RIVALS, WEAK
from fairsheet.vision.readings.distributions import Distribution, written
from fairsheet.vision.readings.reading import Mark
from fairsheet.vision.readings.rule_hints import AGAINST_RULES, Conflict


def without_conflicts(draft: Draft) -> Draft:
    """The sheet with unsure marks read otherwise where that lifts contradictions and the ink can bear it.

    Fields are tried one by one, the least sure first, and pairs of fields when no single one helps any more. The
    ink can bear a change that makes it less likely by no more than `AGAINST_RULES`, however many contradictions
    that lifts: one slip or cheat can make several.
    """
    ink, posterior, rules = draft.ink, draft.posterior, draft.rules
    state = _State(draft.chosen, list(rules.conflicts(draft.marks)))
    checks = 0
    for count in (1, 2):
        tried: set[frozenset[str]] = set()
        while checks < MOST_CHECKS:
            fields = next(
                (fields for fields in _weak(state, posterior, count) if frozenset(fields) not in tried), None
            )
            if fields is None:
                break
            tried.add(frozenset(fields))
            best, least = state, (len(state.conflicts), 0.0)
            for marks in product(*(_rivals(posterior[field], state.chosen[field]) for field in fields)):
                changed = {**state.chosen, **dict(zip(fields, marks, strict=True))}
                cost = sum(
                    math.log(ink[field][state.chosen[field]] / ink[field][changed[field]]) for field in fields
                )
                if cost > -math.log(AGAINST_RULES):
                    continue
                left = list(rules.conflicts(written(changed)))
                checks += 1
                if len(left) < len(state.conflicts) and (len(left), cost) < least:
                    best, least = _State(changed, left), (len(left), cost)
            state = best
    return replace(draft, chosen=state.chosen)


@dataclass(frozen=True)
class _State:
    """Marks of the sheet and the contradictions that they leave."""

    chosen: Mapping[str, Mark | None]
    conflicts: list[Conflict]


def _weak(state: _State, posterior: Mapping[str, Distribution], count: int) -> Iterator[tuple[str, ...]]:
    """Unsure fields of contradictions, or pairs of them, the least sure first."""
    touched = {field for conflict in state.conflicts for field in conflict.fields if field in posterior}
    sure = {field: posterior[field][state.chosen[field]] for field in touched}
    weak = sorted((field for field in touched if sure[field] < WEAK), key=lambda field: (sure[field], field))
    yield from combinations(weak[:MOST_RIVALS] if count > 1 else weak, count)


def _rivals(distribution: Distribution, chosen: Mark | None) -> list[Mark | None]:
    """Other marks that the ink does not rule out, the likeliest first."""
    ranked = sorted(distribution, key=lambda mark: -distribution[mark])
    return [mark for mark in ranked if mark != chosen and distribution[mark] > AGAINST_RULES][:3]
