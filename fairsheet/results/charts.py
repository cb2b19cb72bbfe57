"""Draw charts as SVG in the colours of the page. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup, escape

WIDTH, HEIGHT, FOOT = 360, 120, 18  # px
BARS = 16  # at most
WIDEST = 40  # px of a bar


def histogram(values: Sequence[int]) -> Markup | None:
    """Return a histogram of some numbers with bars of equal ranges; None if all numbers are equal."""
    if len(set(values)) < 2:
        return None
    low, high = min(values), max(values)
    step = -(-(high - low + 1) // BARS)
    counts = Counter((value - low) // step for value in values)
    bars = (high - low) // step + 1
    most, width = max(counts.values()), min(WIDEST, WIDTH / bars)
    shapes = []
    for number in range(bars):
        height = counts[number] / most * (HEIGHT - 14)
        first, last = low + number * step, low + (number + 1) * step - 1
        words = f"{first}" if step == 1 else f"{first}–{last}"
        left, top = number * width + 1, HEIGHT - height
        shapes.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{width - 2:.1f}" height="{height:.1f}" rx="2">'
            f"<title>{escape(words)}: {counts[number]}</title></rect>"
        )
        if number in (0, bars - 1):
            anchor, x = ("start", left) if number == 0 else ("end", left + width - 2)
            place = f'x="{x:.1f}" y="{HEIGHT + FOOT - 4}" text-anchor="{anchor}"'
            shapes.append(f"<text {place}>{escape(first if number == 0 else min(last, high))}</text>")
    view = f'viewBox="0 0 {WIDTH} {HEIGHT + FOOT}" role="img"'
    return Markup(f'<svg class="chart" {view}>{"".join(shapes)}</svg>')
