"""A page with a name in crooked letters, like handwriting."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from fairsheet.sheets.drawing.typeface import FONTS
from fairsheet.sheets.model.page_geometry import NAME_FIELD
from fairsheet.vision.geometry.rectify import PX_PER_MM
from fairsheet.vision.simulator.traces import Picture


def with_name(blank: Picture, name: str) -> Picture:
    """Return a grey page, the frame at `PX_PER_MM`, with a name in its field."""
    page, rng = Image.fromarray(blank), np.random.default_rng(3)
    font = ImageFont.truetype(FONTS / "NotoSans-Regular.ttf", 5 * PX_PER_MM)
    x = (NAME_FIELD.x + 3) * PX_PER_MM
    for letter in name:
        size = 9 * PX_PER_MM
        drawn = Image.new("L", (size, size))
        ImageDraw.Draw(drawn).text((size // 2, size // 2 + 15), letter, 255, font, anchor="ms")
        at = (round(x - size / 2), round(NAME_FIELD.center.y * PX_PER_MM - size / 2 + rng.normal(0, 2)))
        page.paste(30, at, drawn.rotate(rng.normal(0, 3), Image.Resampling.BICUBIC))
        x += font.getlength(letter) + rng.normal(0.8, 0.1) * PX_PER_MM
    return np.asarray(page)
