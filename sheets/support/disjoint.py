"""Groups of fields without a field in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable


def count_disjoint(groups: Iterable[Collection[str]]) -> int:
    """Count groups, small ones first, that share no field with a group counted before.

    >>> count_disjoint([("a", "b"), ("b",), ("c", "d")])
    2
    """
    seen: set[str] = set()
    count = 0
    for fields in sorted(groups, key=len):
        if seen.isdisjoint(fields):
            seen.update(fields)
            count += 1
    return count
