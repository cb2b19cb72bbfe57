"""Draws the pictures of docs/trust/how-a-proof-works.md as SVG; `docs.generate` writes them. Lengths are pixels."""

from __future__ import annotations

from docs.images.svg import BAD, GOOD, INK, LINE, SOFT, arrow, box, rect, svg, text
from fairsheet.engine.dealing.deal import deal
from fairsheet.sheets.library.templates import load_sheet

SEED, PLAYERS, TURNS = "coral-otter-42", 3, 12
ROWS = (  # number and action of a mark, its field, whether it is on the sheet as it was played, as it was changed
    (8, "astronaut", "floor-8.2", True, True),
    (12, "astronaut", "floor-8.3", True, True),
    (11, "water", "floor-7.4", True, False),
    (12, "water", "floor-7.4", False, True),
)


def turns_picture(tampered: bool) -> str:
    """Return a drawing of the turns that offer some numbers of the sheet in examples/, played or tampered with."""
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
    parts = [text(20, 34, "turn", SOFT)]
    for turn in range(1, TURNS + 1):
        x = left + (turn - 0.5) * step
        if turn in clash:
            parts.append(rect(x - step / 2, 14, step, height - 28, "#fbe9e7"))
        parts.append(text(x, 34, str(turn), BAD if turn in clash else SOFT, "middle"))
    for index, (number, _, field) in enumerate(rows):
        y = top + (index + 0.5) * high
        parts.append(f'<path d="M20 {y - high / 2}H{width - 20}" stroke="{LINE}"/>')
        parts.append(text(20, y + 7, f"{number} in {field}", INK))
        for turn in found[field]:
            colour = BAD if turn in clash else GOOD
            parts.append(f'<circle cx="{left + (turn - 0.5) * step}" cy="{y}" r="9" fill="{colour}"/>')
    return svg(width, height, parts)


def way_picture() -> str:
    """Return the drawing of the way from the sheets of a table to a verdict."""
    boxes = (
        (150, 20, 220, "sheets of a table", INK), (150, 120, 220, "first look", INK),
        (150, 220, 220, "constraint model", INK), (150, 320, 220, "replay by the rules", INK),
        (540, 120, 120, "illegal", BAD), (540, 220, 120, "illegal", BAD), (540, 320, 120, "legal", GOOD),
        (150, 420, 220, "undecided", SOFT),
    )  # fmt: skip
    parts = [box(*each) for each in boxes]
    parts += [arrow(260, y, 260, y + 50) for y in (70, 170, 270, 370)]
    parts += [arrow(370, y, 540, y) for y in (145, 245, 345)]
    parts += [
        text(455, 135, "contradicts itself", SOFT, "middle"), text(455, 235, "no turns fit", SOFT, "middle"),
        text(455, 335, "plays it all", SOFT, "middle"), text(272, 302, "schedule", SOFT),
        text(272, 402, "work used up", SOFT),
        text(102, 290, "refuses it:", SOFT, "end"), text(102, 314, "another", SOFT, "end"),
        f'<path d="M150 345C104 345 104 245 142 245" fill="none" stroke="{SOFT}" marker-end="url(#tip)"/>',
    ]  # fmt: skip
    return svg(680, 490, parts)
