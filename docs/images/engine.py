"""Draws the pictures of docs/develop/rules-engine.md as SVG; `docs.generate` writes them. Lengths are pixels."""

from __future__ import annotations

from docs.images.svg import GOOD, INK, LINE, SOFT, arrow, box, rect, svg, text


def readings_picture() -> str:
    """Return the drawing of a rule and its three readings: what each is given, and what uses it."""
    rows = (
        ("in play", "a state of the game", "bots, the replay of histories"),
        ("on a final sheet", "the marks of one sheet", "the first look of a proof"),
        ("in time", "events of a whole table", "the solver, in a proof"),
    )
    parts = [box(20, 120, 150, "one rule"), text(95, 196, "one code,", SOFT, "middle", 16)]
    parts += [text(95, 217, "one module", SOFT, "middle", 16)]
    parts += [
        text(350, 34, "its three readings", SOFT, "middle", 16),
        text(660, 34, "used by", SOFT, "middle", 16),
    ]
    for index, (name, reads, asked_by) in enumerate(rows):
        y = 50 + index * 95
        parts.append(arrow(170, 145, 240, y + 25))
        parts.append(box(240, y, 220, name, GOOD))
        parts.append(text(350, y + 69, reads, SOFT, "middle", 16))
        parts.append(arrow(460, y + 25, 520, y + 25))
        parts.append(box(520, y, 290, asked_by))
    return svg(830, 335, parts)


def turn_picture() -> str:
    """Return the drawing of the phases of a turn."""
    phases = (
        ("write", "seat by seat:", "a number or an error,", "then what is pending"),
        ("incidents", "all at once:", "races lost, sabotages,", "what others set off"),
        ("claim", "seat by seat:", "missions now met,", "or pass"),
        ("end of turn", "mission cards turn over,", "the game ends", "or the next one begins"),
    )
    parts = []
    for index, (name, *lines) in enumerate(phases):
        x = 20 + index * 215
        parts.append(rect(x, 56, 190, 150, "#fff", LINE))
        parts.append(text(x + 95, 92, name, INK, "middle"))
        parts += [text(x + 95, 125 + 24 * k, line, SOFT, "middle", 16) for k, line in enumerate(lines)]
        if index:
            parts.append(arrow(x - 25, 131, x, 131))
    parts.append(_back(330, 115, 206, "something is left to decide"))
    parts.append(_back(545, 330, 56, "a claim set something off", above=True))
    return svg(875, 268, parts)


def _back(x: int, to_x: int, y: int, words: str, *, above: bool = False) -> str:
    """Return an arrow back to an earlier phase."""
    bend, words_y = (y - 34, y - 26) if above else (y + 34, y + 54)
    tip = y - 6 if above else y + 6
    line = f"M{x} {y}C{x} {bend} {to_x} {bend} {to_x} {tip}"
    drawn = f'<path d="{line}" fill="none" stroke="{SOFT}" marker-end="url(#tip)"/>'
    return drawn + text((x + to_x) / 2, words_y if not above else y - 32, words, SOFT, "middle", 16)
