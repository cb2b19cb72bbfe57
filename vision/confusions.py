"""Digits that one hand writes alike: where the rules show that a sure 7 was meant as a 1, other sevens may be ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from vision.distributions import Distribution, likeliest
from vision.reading import Mark

SEEN = 0.8  # ink alone for a number that the rules overruled, whose digits then look like others and are no smudge
NEARLY = (
    1e-4  # what the ink must say for another number, against the one chosen, that the hand may have meant
)

Confusion = tuple[str, str]  # a digit as it looks, and what the hand meant by it


def misread_by_hand(
    chosen: Mapping[str, Mark | None], ink: Mapping[str, Distribution], doubted: Collection[str]
) -> dict[str, str]:
    """Numbers that may be others, and why: in a field that is `doubted` the rules overruled what looks the same."""
    confused: dict[Confusion, str] = {}  # with a field that shows it
    for field in doubted:
        alone = likeliest(ink[field])
        if alone != chosen[field] and ink[field][alone] >= SEEN:
            for confusion in _differing(alone, chosen[field]):
                confused.setdefault(confusion, field)
    found = {}
    for field, distribution in ink.items():
        seen = likeliest(distribution)
        for meant, probability in distribution.items():
            if seen == chosen[field] and probability >= NEARLY * distribution[seen]:
                shown = [confused.get(confusion) for confusion in _differing(seen, meant)]
                if shown and all(shown):
                    found[field] = f"as in {shown[0]} the same hand may mean {meant}"
    return found


def _differing(seen: Mark | None, meant: Mark | None) -> Iterator[Confusion]:
    """The digits in which two numbers of equally many digits differ."""
    if isinstance(seen, int) and isinstance(meant, int) and len(str(seen)) == len(str(meant)):
        yield from ((a, b) for a, b in zip(str(seen), str(meant), strict=True) if a != b)
