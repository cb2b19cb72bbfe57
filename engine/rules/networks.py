"""Places are connected by the ways between them that are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fairsheet.sheets.model.marks import Marks


def joined(
    places: Iterable[str],
    ways_at: Mapping[str, Sequence[str]],
    ends: Mapping[str, Sequence[str]],
    marks: Marks,
) -> set[str]:
    """Return some places, and all places that drawn ways connect to them.

    >>> ways_at, ends = {"a": ["ab"], "b": ["ab", "bc"], "c": ["bc"]}, {"ab": ("a", "b"), "bc": ("b", "c")}
    >>> sorted(joined(["a"], ways_at, ends, {"ab": "drawn"}))
    ['a', 'b']
    """
    reached = set(places)
    frontier = list(reached)
    while frontier:
        for way in ways_at.get(frontier.pop(), ()):
            if way in marks:
                beyond = set(ends[way]) - reached
                reached |= beyond
                frontier += beyond
    return reached
