"""Draws the pictures of docs/how-a-proof-works.md as SVG; `docs.generate` writes them. Lengths are pixels."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from engine.deal import deal
from sheets.library import load_sheet

SEED, PLAYERS, TURNS = "coral-otter-42", 3, 12
INK, SOFT, LINE, BAD, GOOD = "#1d2733", "#5c6b7a", "#c9d3dc", "#b3261e", "#1c6e3d"
ROWS = (  # number and action of a mark, its field, whether it is on the sheet as it was played, as it was changed
    (8, "astronaut", "floor-8.2", True, True),
    (12, "astronaut", "floor-8.3", True, True),
    (11, "water", "floor-7.4", True, False),
    (12, "water", "floor-7.4", False, True),
)


def turns_picture(tampered: bool) -> str:
    """Which turns could have given some numbers of the sheet in examples/, as it was played or as it was changed."""
    dealt = deal(load_sheet("launch"), SEED, PLAYERS)
    rows = [(number, action, field) for number, action, field, *shown in ROWS if shown[tampered]]
    left, top, step, high = 270, 54, 42, 40
    width, height = left + TURNS * step + 20, top + len(rows) * high + 20
    found = {
        field: [
            turn for turn in range(1, TURNS + 1)
            if any((offer.number, offer.action) == (number, action) for offer in dealt.offers(turn))
        ]
        for number, action, field in rows
    }  # fmt: skip
    clash = [turn for turn in range(1, TURNS + 1) if sum(turns == [turn] for turns in found.values()) > 1]
    parts = [_text(20, 34, "turn", SOFT)]
    for turn in range(1, TURNS + 1):
        x = left + (turn - 0.5) * step
        if turn in clash:
            parts.append(_rect(x - step / 2, 14, step, height - 28, "#fbe9e7"))
        parts.append(_text(x, 34, str(turn), BAD if turn in clash else SOFT, "middle"))
    for index, (number, action, field) in enumerate(rows):
        y = top + (index + 0.5) * high
        parts.append(f'<path d="M20 {y - high / 2}H{width - 20}" stroke="{LINE}"/>')
        parts.append(_text(20, y + 5, f"{number} with {action}", INK))
        parts.append(_text(left - 12, y + 5, field, SOFT, "end"))
        for turn in found[field]:
            colour = BAD if turn in clash else GOOD
            parts.append(f'<circle cx="{left + (turn - 0.5) * step}" cy="{y}" r="9" fill="{colour}"/>')
    return _svg(width, height, parts)


def way_picture() -> str:
    """From the sheets of a table to the three verdicts."""
    boxes = (
        (15, 60, 150, "sheets of a table", INK), (205, 60, 140, "first look", INK),
        (385, 60, 180, "constraint model", INK), (655, 60, 110, "replay", INK), (825, 60, 120, "undecided", SOFT),
        (205, 170, 140, "illegal", BAD), (385, 170, 180, "illegal", BAD), (655, 170, 110, "legal", GOOD),
    )  # fmt: skip
    parts = [_box(*box) for box in boxes]
    parts += [
        _arrow(165, 85, 205, 85),
        _arrow(345, 85, 385, 85),
        _arrow(565, 85, 655, 85),
        _arrow(765, 85, 825, 85),
    ]
    parts += [_arrow(275, 110, 275, 170), _arrow(475, 110, 475, 170), _arrow(710, 110, 710, 170)]
    parts += [
        _text(285, 146, "contradicts itself", SOFT, size=14), _text(485, 146, "no turns fit", SOFT, size=14),
        _text(720, 146, "same ink, mark for mark", SOFT, size=14), _text(606, 76, "schedule", SOFT, "middle", 14),
        f'<path d="M700 60C690 20 490 20 477 52" fill="none" stroke="{SOFT}" marker-end="url(#tip)"/>',
        _text(590, 22, "cannot be played: look for another", SOFT, "middle", 14),
        _text(796, 76, "gave up", SOFT, "middle", 12),
    ]  # fmt: skip
    return _svg(960, 235, parts)


def _box(x: int, y: int, width: int, words: str, colour: str) -> str:
    return _rect(x, y, width, 50, "#fff", colour) + _text(x + width / 2, y + 31, words, colour, "middle")


def _rect(x: float, y: float, width: float, height: float, fill: str, stroke: str = "none") -> str:
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<rect {place} rx="7" fill="{fill}" stroke="{stroke}" stroke-width="1.6"/>'


def _arrow(x: int, y: int, to_x: int, to_y: int) -> str:
    end = f"{to_x - 6 * (to_x > x)} {to_y - 6 * (to_y > y)}"  # before the tip
    return f'<path d="M{x} {y}L{end}" stroke="{SOFT}" marker-end="url(#tip)"/>'


def _text(x: float, y: float, words: str, colour: str, anchor: str = "start", size: int = 16) -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    tip = (
        '<marker id="tip" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0L8 4L0 8Z" fill="{SOFT}"/></marker>'
    )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="Noto Sans, DejaVu Sans, Arial, sans-serif">\n<defs>{tip}</defs>\n'
        f'<rect width="{width}" height="{height}" rx="10" fill="#fff"/>\n{body}\n</svg>\n'
    )
