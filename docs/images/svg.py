"""The parts of the drawings of the docs, as SVG. Lengths are pixels."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

INK, SOFT, LINE, BAD, GOOD = "#1d2733", "#5c6b7a", "#c9d3dc", "#b3261e", "#1c6e3d"


def box(x: int, y: int, width: int, words: str, colour: str = INK) -> str:
    """Return a box, 50 high, with words in its middle."""
    return rect(x, y, width, 50, "#fff", colour) + text(x + width / 2, y + 31, words, colour, "middle")


def rect(x: float, y: float, width: float, height: float, fill: str, stroke: str = "none") -> str:
    """Return a rectangle with rounded corners."""
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<rect {place} rx="7" fill="{fill}" stroke="{stroke}" stroke-width="1.6"/>'


def arrow(x: int, y: int, to_x: int, to_y: int) -> str:
    """Return a straight arrow."""
    end = f"{to_x - 6 * (to_x > x)} {to_y - 6 * (to_y > y)}"  # before the tip
    return f'<path d="M{x} {y}L{end}" stroke="{SOFT}" marker-end="url(#tip)"/>'


def text(x: float, y: float, words: str, colour: str, anchor: str = "start", size: int = 19) -> str:
    """Return a line of text; `anchor` is start, middle or end."""
    return f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'


def svg(width: float, height: float, parts: Sequence[str]) -> str:
    """Return the picture of some parts, on white."""
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
