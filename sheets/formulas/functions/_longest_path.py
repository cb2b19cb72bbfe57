"""The longest path over links: it takes no link twice, but may cross itself, as roads are counted."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence

from fairsheet.sheets.model.neighbours import connected
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

MOST_STATES = 12_000

# The state of an end that has links before and behind: the number of the part that it is connected with (0 if no taken
# link leads there), and whether an odd number of taken links leads there.
_Part = tuple[int, bool]


def longest_path(links: Sequence[tuple[str, str]]) -> int:
    """Return the number of links of the longest path. Each link is given by its two ends.

    The order of the links decides the speed: few ends should have links both before and behind them, as from left to
    right. Raises FairsheetError if too many do.

    A path is a connected selection of links in which at most two ends have an odd number of them. States that cannot
    beat a long path found greedily are dropped.

    >>> longest_path([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("b", "e")])
    4
    """
    last = {end: place for place, link in enumerate(links) for end in link}
    ends: tuple[str, ...] = ()  # ends with links before and behind
    # (parts, number of ends that stay odd): links taken
    states: dict[tuple[tuple[_Part, ...], int], int] = {((), 0): 0}
    best = least = _long_path(links)
    for place, link in enumerate(links):
        new = tuple(end for end in dict.fromkeys(link) if end not in ends)
        ends += new
        done = [ends.index(end) for end in dict.fromkeys(link) if last[end] == place]
        one, other = (ends.index(end) for end in link)
        following: dict[tuple[tuple[_Part, ...], int], int] = {}
        for (parts, odd), taken in states.items():
            parts += ((0, False),) * len(new)
            for after, count in ((parts, taken), (_with_link(parts, one, other), taken + 1)):
                odd_after = odd + sum(after[at][1] for at in done)
                if odd_after > 2 or count + len(links) - 1 - place <= least:
                    continue
                numbers = {number for number, _ in after if number}
                kept = tuple(part for at, part in enumerate(after) if at not in done)
                if numbers - {number for number, _ in kept}:  # a part is complete, so it must be the only one
                    if len(numbers) == 1:
                        best = max(best, count)
                    continue
                key = (_numbered(kept), odd_after)
                following[key] = max(count, following.get(key, 0))
        states = following
        ends = tuple(end for at, end in enumerate(ends) if at not in done)
        if len(states) > MOST_STATES:
            problem = "there are too many ways over the links to find the longest path"
            hint = "count fewer links"
            raise FairsheetError(problem, code=ErrorCode.TOO_LARGE, where="longest-path", hint=hint)
    return best


def _long_path(links: Sequence[tuple[str, str]]) -> int:
    """Return the length of a long path, often the longest; 0 if too many ends with an odd number of links remain.

    Start from all connected links. Remove the shortest ways between ends with an odd number of links, as long as the
    rest stays connected.
    """
    best = 0
    for part in _parts(links):
        left = list(part)
        while left and len(odd := _odd_ends(left)) > 2:
            for way in sorted((way for end in sorted(odd) for way in _ways(left, end, odd)), key=len):
                rest = [link for place, link in enumerate(left) if place not in way]
                if len(list(_parts(rest))) == 1:
                    left = rest
                    break
            else:
                left = []
        best = max(best, len(left))
    return best


def _odd_ends(links: Sequence[tuple[str, str]]) -> set[str]:
    """Return the ends with an odd number of links."""
    return {end for end, count in Counter(end for link in links for end in link).items() if count % 2}


def _parts(links: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Yield the links in connected groups."""
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    for one, other in links:
        neighbours[one].add(other)
        neighbours[other].add(one)
    for ends in connected(neighbours, neighbours):
        yield [link for link in links if link[0] in ends]


def _ways(links: Sequence[tuple[str, str]], start: str, goals: set[str]) -> Iterator[set[int]]:
    """Yield the shortest ways from an end to the nearest goals, as the indices of their links."""
    ways: dict[str, set[int]] = {start: set()}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        if at in goals and at != start:
            yield ways[at]
            continue
        for place, link in enumerate(links):
            if at in link and (other := link[link[0] == at]) not in ways:
                ways[other] = ways[at] | {place}
                waiting.append(other)


def _with_link(parts: tuple[_Part, ...], one: int, other: int) -> tuple[_Part, ...]:
    """Return the parts after a link between two ends is taken."""
    joined = {parts[one][0], parts[other][0]} - {0}
    number = min(joined, default=1 + max(each for each, _ in parts))
    return tuple(
        (
            number if at in (one, other) or each in joined else each,
            is_odd ^ (at in (one, other) and one != other),
        )
        for at, (each, is_odd) in enumerate(parts)
    )


def _numbered(parts: tuple[_Part, ...]) -> tuple[_Part, ...]:
    """Return the parts numbered in order of appearance, so that equal states compare equal."""
    numbers = {0: 0}
    return tuple((numbers.setdefault(number, len(numbers)), is_odd) for number, is_odd in parts)
