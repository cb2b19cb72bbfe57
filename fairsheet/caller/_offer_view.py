"""Draw the offers of a turn as large as the screen allows, always in the same places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product, zip_longest

from fairsheet.caller._letters import draw_large, height
from fairsheet.engine.dealing.deal import PILES, Offer

SCALES = (8, 6, 4, 3, 2, 1, 0)  # of large letters
GAP = 4  # characters between a number and its action, and between offers that are side by side

Drawn = Sequence[str]
Arrangement = Callable[[Sequence[Drawn], Sequence[Drawn]], Drawn]  # arranges numbers and actions


def widest(actions: Sequence[str]) -> tuple[Offer, ...]:
    """Return offers that need at least as much room as any offers of these actions."""
    return (Offer(15, max(actions, key=lambda action: len(draw_large(action, 1)[0]))),) * PILES


def offer_lines(
    offers: Sequence[Offer], width: int, lines: int, most: tuple[Offer, ...], *, blocks: bool = True
) -> list[str]:
    """Return the offers in at most `lines` lines of at most `width`, with the largest numbers and actions that fit.

    Sizes and places depend only on the room and on `most`, the widest offers, so that nothing moves between turns. If
    nothing large fits, the offers are plain words, one per line, or all in one line. `blocks` is whether the screen can
    show block characters.
    """
    if not offers:
        return []
    style = _style(width, lines, most, blocks)
    if style is not None:
        return list(_drawn(offers, *style, blocks))
    if lines < len(offers) and fewest_lines(offers, width) == 1:
        return [_in_a_line(offers)]
    spread = "\n\n" if lines >= 2 * len(offers) - 1 else "\n"
    return spread.join(f"{offer.number:>4}  {offer.action}" for offer in offers).split("\n")


def fewest_lines(offers: Sequence[Offer], width: int) -> int:
    """Return the minimum number of lines for offers: 1 if they fit side by side."""
    return 1 if len(_in_a_line(offers)) <= width else len(offers)


def _in_a_line(offers: Sequence[Offer]) -> str:
    return "   ".join(f"{offer.number} {offer.action}" for offer in offers)


@lru_cache(maxsize=16)
def _style(
    width: int, lines: int, most: tuple[Offer, ...], blocks: bool
) -> tuple[int, int | None, Arrangement] | None:
    """Return the most legible scale of numbers, scale of actions (None: plain capitals) and arrangement that fit.

    The most legible has large letters in both the number and the action. The result is None if nothing fits.
    """
    scales = [scale for scale in SCALES if blocks or scale > 0]
    sizes = sorted(product(scales, [*scales, None]), key=_legibility, reverse=True)
    for (number, action), arrangement in product(sizes, (_rows, _side_by_side, _columns, _tight_rows)):
        if arrangement is _tight_rows and max(number, action or 0) == 1:
            continue  # strokes of one line cannot become thinner
        drawn = _drawn(most, number, action, arrangement, blocks)
        if len(drawn) <= lines and max(map(len, drawn)) <= width:
            return number, action, arrangement
    return None


def _legibility(sizes: tuple[int, int | None]) -> tuple[int, int]:
    number, action = (1 if scale is None else height(scale) for scale in sizes)
    return min(number, action), number + action


def _drawn(
    offers: Sequence[Offer],
    number_scale: int,
    action_scale: int | None,
    arrangement: Arrangement,
    blocks: bool,
) -> Drawn:
    numbers = [draw_large(f"{offer.number:>2}", number_scale, blocks=blocks) for offer in offers]
    actions = [
        [offer.action.upper()]
        if action_scale is None
        else draw_large(offer.action, action_scale, blocks=blocks)
        for offer in offers
    ]
    return arrangement(numbers, actions)


def _rows(numbers: Sequence[Drawn], actions: Sequence[Drawn]) -> Drawn:
    """Arrange offers below each other with blank lines between them, each action to the right of its number."""
    return _stack(list(map(_join_sideways, numbers, actions)))


def _tight_rows(numbers: Sequence[Drawn], actions: Sequence[Drawn]) -> Drawn:
    """Arrange offers like `_rows` in fewer lines: with thinner lowest strokes, or without blank lines at scale 0."""
    rows = list(map(_join_sideways, numbers, actions))
    thinner = len(rows[0]) > height(0)
    return _stack([row[:-1] for row in rows]) if thinner else [line for row in rows for line in row]


def _columns(numbers: Sequence[Drawn], actions: Sequence[Drawn]) -> Drawn:
    """Arrange offers below each other, each action below its number."""
    return _stack([[*number, "", *action] for number, action in zip(numbers, actions, strict=True)])


def _side_by_side(numbers: Sequence[Drawn], actions: Sequence[Drawn]) -> Drawn:
    """Arrange offers side by side, each action below its number."""
    columns = [[*number, "", *action] for number, action in zip(numbers, actions, strict=True)]
    widths = [max(map(len, column)) + GAP for column in columns]
    return [
        "".join(f"{line:<{width}}" for line, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*columns, strict=True)
    ]


def _join_sideways(number: Drawn, action: Drawn) -> Drawn:
    """Return an action to the right of its number, vertically centred."""
    above = (len(number) - len(action)) // 2
    lines = zip_longest(number, [*[""] * above, *action], fillvalue="")
    width = max(map(len, number)) + GAP
    return [f"{left:<{width}}{right}".rstrip() for left, right in lines]


def _stack(offers: Sequence[Drawn]) -> Drawn:
    return "\n\n".join("\n".join(offer) for offer in offers).split("\n")
