"""Draw the picture of a trial: cut-outs of the fields that were misread or in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from PIL import Image, ImageDraw

from fairsheet.sheets.model.marks import mark_name
from fairsheet.trial.trying import FieldTrial, Trouble
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.pictures.overlay import draw_overlay, overlay_font
from fairsheet.vision.scan import SeenSheet

COLUMNS, MOST = 4, 24  # cut-outs in a row, and in all
TILE, CAPTION, EDGE = (300, 220), 46, 10  # px: a cut-out, the words below it, the space around both
FONT_SIZE = 17  # px
PAGE_SIDE = 1600  # px of the longer side of a page
FRAME = {True: (200, 120, 0), False: (190, 0, 0)}  # RGB for fields in doubt, and for misread fields


def format_trouble(trouble: Trouble) -> str:
    """Return the written and the read mark in words: '7 read as 1', 'X read as X, in doubt'."""
    wrote = mark_name(trouble.wrote)
    return f"{wrote} read as {mark_name(trouble.read)}" + (", in doubt" if trouble.in_doubt else "")


def picture_of_troubles(worst: Sequence[FieldTrial]) -> Image.Image:
    """Return cut-outs of troubles: the worst of each field first, then the next of each, at most `MOST` in all."""
    by_field = [sorted(trial.troubles, key=lambda trouble: trouble.in_doubt) for trial in worst]
    rounds = zip_longest(*by_field)
    troubles = [trouble for round_ in rounds for trouble in round_ if trouble is not None][:MOST]
    width, height = TILE[0] + EDGE, TILE[1] + CAPTION + EDGE
    rows = -(-len(troubles) // COLUMNS)
    picture = Image.new("RGB", (min(COLUMNS, len(troubles)) * width + EDGE, rows * height + EDGE), "white")
    draw = ImageDraw.Draw(picture)
    font = overlay_font(FONT_SIZE)
    for index, trouble in enumerate(troubles):
        x, y = EDGE + index % COLUMNS * width, EDGE + index // COLUMNS * height
        cutout = _fitted(Image.fromarray(trouble.cutout).convert("RGB"))
        picture.paste(cutout, (x + (TILE[0] - cutout.width) // 2, y + (TILE[1] - cutout.height) // 2))
        colour = FRAME[trouble.in_doubt]
        draw.rectangle((x, y, x + TILE[0], y + TILE[1]), outline=colour, width=2)
        draw.text((x, y + TILE[1] + 4), trouble.target.id, fill="black", font=font)
        draw.text((x, y + TILE[1] + 4 + CAPTION // 2), format_trouble(trouble), fill=colour, font=font)
    return picture


def picture_of_page(photo: Photo, seen: SeenSheet) -> Image.Image:
    """Return a picture of a page with the marks as read."""
    picture = Image.fromarray(draw_overlay(photo, [seen]))
    picture.thumbnail((PAGE_SIDE, PAGE_SIDE))
    return picture


def _fitted(picture: Image.Image) -> Image.Image:
    scale = min(TILE[0] / picture.width, TILE[1] / picture.height)
    return picture.resize(
        (round(picture.width * scale), round(picture.height * scale)), Image.Resampling.LANCZOS
    )
