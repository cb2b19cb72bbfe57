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
    left, top, step, high = 200, 54, 39, 42
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
    for index, (number, _, field) in enumerate(rows):
        y = top + (index + 0.5) * high
        parts.append(f'<path d="M20 {y - high / 2}H{width - 20}" stroke="{LINE}"/>')
        parts.append(_text(20, y + 7, f"{number} in {field}", INK))
        for turn in found[field]:
            colour = BAD if turn in clash else GOOD
            parts.append(f'<circle cx="{left + (turn - 0.5) * step}" cy="{y}" r="9" fill="{colour}"/>')
    return _svg(width, height, parts)


def way_picture() -> str:
    """From the sheets of a table to the three verdicts."""
    boxes = (
        (150, 20, 220, "sheets of a table", INK), (150, 120, 220, "first look", INK),
        (150, 220, 220, "constraint model", INK), (150, 320, 220, "replay by the rules", INK),
        (540, 120, 120, "illegal", BAD), (540, 220, 120, "illegal", BAD), (540, 320, 120, "legal", GOOD),
        (150, 420, 220, "undecided", SOFT),
    )  # fmt: skip
    parts = [_box(*box) for box in boxes]
    parts += [
        _arrow(260, 70, 260, 120),
        _arrow(260, 170, 260, 220),
        _arrow(260, 270, 260, 320),
        _arrow(260, 370, 260, 420),
    ]
    parts += [_arrow(370, 145, 540, 145), _arrow(370, 245, 540, 245), _arrow(370, 345, 540, 345)]
    parts += [
        _text(455, 135, "contradicts itself", SOFT, "middle"), _text(455, 235, "no turns fit", SOFT, "middle"),
        _text(455, 335, "plays it all", SOFT, "middle"), _text(272, 302, "schedule", SOFT),
        _text(272, 402, "work used up", SOFT),
        _text(102, 290, "refuses it:", SOFT, "end"), _text(102, 314, "another", SOFT, "end"),
        f'<path d="M150 345C104 345 104 245 142 245" fill="none" stroke="{SOFT}" marker-end="url(#tip)"/>',
    ]  # fmt: skip
    return _svg(680, 490, parts)


def _box(x: int, y: int, width: int, words: str, colour: str) -> str:
    return _rect(x, y, width, 50, "#fff", colour) + _text(x + width / 2, y + 31, words, colour, "middle")


def _rect(x: float, y: float, width: float, height: float, fill: str, stroke: str = "none") -> str:
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<rect {place} rx="7" fill="{fill}" stroke="{stroke}" stroke-width="1.6"/>'


def _arrow(x: int, y: int, to_x: int, to_y: int) -> str:
    end = f"{to_x - 6 * (to_x > x)} {to_y - 6 * (to_y > y)}"  # before the tip
    return f'<path d="M{x} {y}L{end}" stroke="{SOFT}" marker-end="url(#tip)"/>'


def _text(x: float, y: float, words: str, colour: str, anchor: str = "start", size: int = 19) -> str:
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
