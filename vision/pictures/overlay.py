"""Draw the overlay: the upright photo with every mark at its field, and the doubts next to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil, log2
from typing import NamedTuple

import cv2
import numpy as np
from msgspec import structs
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.languages.messages import Message, counted, joined, render
from fairsheet.sheets.drawing.typeface import FONTS
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.geometry.detection import corners_of, reduce
from fairsheet.vision.geometry.rectify import Surface
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.readings.reading import Doubt, SheetReading
from fairsheet.vision.scan import SeenSheet

LONGEST_SIDE = 1800  # px of the picture, so that tags stay legible and files small
TAG_HEIGHT = 3.2  # mm on the sheet
MARGIN = 12.0  # mm around the sheets in the picture
LINE_WIDTH = 0.45  # mm
TINT = 0.22  # share of colour over a field

Colour = tuple[int, int, int]
Picture = NDArray[np.uint8]
READ: Colour = (20, 140, 70)
DOUBT: Colour = (225, 95, 0)
UNSURE: Colour = (150, 140, 40)  # in doubt, but without effect on the result
PAPER: Colour = (255, 255, 255)

SHORT = {
    "crossed": "", "filled": "", "drawn": "", "circled": "o", "circled+crossed": "o×",
    "circle": "o", "cross": "×", "triangle": "Δ",
}  # fmt: skip
"""Words of tags for marks. "": the tint says enough; a sign in letters would cover its neighbours."""
FONT = FONTS / "NotoSans-Bold.ttf"


def draw_overlay(photo: Photo, seen: Sequence[SeenSheet], language: Catalogue = ENGLISH) -> Picture:
    """Return the photo with the readings drawn in, cut to its sheets and turned so that the first is upright.

    RGB of the shape (height, width, 3). The foot is in the `language`.
    """
    turns = _quarter_turns(seen[0].page.surface) if seen else 0
    left, top, right, bottom = _shown_part(photo.gray, seen)
    part = photo.gray[top:bottom, left:right]
    scale = LONGEST_SIDE / max(part.shape)
    upright = np.rot90(_scale(part, scale), turns)
    to_part = np.array([(1, 0, -left), (0, 1, -top), (0, 0, 1)])
    to_picture = _matrix_to_picture(turns, part.shape, scale) @ to_part
    legend = _Legend([sheet.reading for sheet in seen], upright.shape[1], language)
    whole = np.full((upright.shape[0] + legend.height, upright.shape[1], 3), 255, np.uint8)
    picture = whole[: upright.shape[0]]
    cv2.cvtColor(_brighten(upright), cv2.COLOR_GRAY2RGB, dst=picture)
    tags = [tag for sheet in seen for tag in _draw_fields(picture, sheet, to_picture)]
    for tag in tags:
        _draw_tag(whole, tag)
    whole[upright.shape[0] :] = legend.drawn(upright.shape[1])
    return whole


def _scale(gray: Gray, scale: float) -> Gray:
    """Scale a picture: halve it as often as possible, which is fast and averages pixels, then resize it."""
    size = (round(gray.shape[1] * scale), round(gray.shape[0] * scale))
    halved = reduce(gray, 2 ** max(0, int(-log2(scale))))
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(halved, size, interpolation=how), dtype=np.uint8)


def _shown_part(gray: Gray, seen: Sequence[SeenSheet]) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom (px) of the part of the photo that contains its sheets."""
    height, width = gray.shape
    if not seen:
        return 0, 0, width, height
    surfaces = [sheet.page.surface for sheet in seen]
    places = np.concatenate([each.to_photo(corners_of(each.frame.grown(MARGIN))) for each in surfaces])
    left, top = np.clip(np.floor(places.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(places.max(axis=0)), 1, (width, height)).astype(int)
    return int(left), int(top), int(right), int(bottom)


class _Tag(NamedTuple):
    """A word in a box of a height (px), drawn over the corner of its field."""

    x: int
    y: int
    words: str
    colour: Colour
    height: float


def _draw_tag(picture: Picture, tag: _Tag) -> None:
    """Draw the part of a tag inside the picture, if any."""
    size, pad = max(9, round(tag.height)), max(2, round(tag.height * 0.16))
    pixels, inside, (x, y) = _tile(tag.words, tag.colour, size, pad)
    left, top = tag.x - x, tag.y - y
    height, width = inside.shape
    upper, lower = np.clip((top, top + height), 0, picture.shape[0]).tolist()
    first, last = np.clip((left, left + width), 0, picture.shape[1]).tolist()
    part = slice(upper - top, lower - top), slice(first - left, last - left)
    np.copyto(picture[upper:lower, first:last], pixels[part], where=inside[part][..., None])


@lru_cache(maxsize=1024)  # most tags are numbers, which hundreds of photos share
def _tile(words: str, colour: Colour, size: int, pad: int) -> tuple[Picture, Picture, tuple[int, int]]:
    """Return the pixels of a tag, a mask of them, and the tag's middle (x, y)."""
    font = overlay_font(size)
    left, top, right, bottom = font.getbbox(words, anchor="mm")
    x, y = ceil(-left + pad * 1.6) + 1, ceil(-top + pad) + 1
    box = (x + left - pad * 1.6, y + top - pad, x + right + pad * 1.6, y + bottom + pad)
    shape = (ceil(box[2]) + 2, ceil(box[3]) + 2)
    image, inside = Image.new("RGB", shape), Image.new("1", shape)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(box, radius=pad * 2, fill=colour, outline=PAPER, width=1)
    draw.text((x, y), words, fill=PAPER, font=font, anchor="mm")
    ImageDraw.Draw(inside).rounded_rectangle(box, radius=pad * 2, fill=1, outline=1, width=1)
    return np.asarray(image), np.asarray(inside), (x, y)


def _draw_fields(picture: Picture, seen: SeenSheet, to_picture: NDArray[np.floating]) -> list[_Tag]:
    """Tint and outline the fields with ink or doubts; return their tags."""
    reading, surface = seen.reading, seen.page.surface
    doubts = {
        doubt.field: doubt if reading.is_whole else structs.replace(doubt, matters=False)
        for doubt in reading.doubts
    }
    px_per_mm = surface.px_per_mm * float(np.linalg.norm(to_picture[0, :2]))
    width = max(1, round(LINE_WIDTH * px_per_mm))
    tags = []
    shown = [field for field in reading.sheet.fields if field.id in reading.marks or field.id in doubts]
    outlines = _outlines(shown, surface, to_picture)
    for field, outline in zip(shown, outlines, strict=True):
        _tint(picture, outline, colour_of(doubts.get(field.id)))
    for field, outline in zip(shown, outlines, strict=True):
        colour = colour_of(doubts.get(field.id))
        thick = 2 * width if colour == DOUBT else width
        cv2.polylines(picture, [outline], True, colour, thick, cv2.LINE_AA)
        x, y = outline[1]
        words = _word(reading.marks.get(field.id), doubts.get(field.id))
        if words:
            tags.append(_Tag(int(x), int(y), words, colour, TAG_HEIGHT * px_per_mm))
    return tags


def colour_of(doubt: Doubt | None) -> Colour:
    """Return the colour of a mark by the doubt about it, if any."""
    if doubt is None:
        return READ
    return DOUBT if doubt.is_asked else UNSURE


def _tint(picture: Picture, outline: NDArray[np.int32], colour: Colour) -> None:
    """Colour the inside of an outline, which may be partly outside the picture."""
    left, top = np.maximum(outline.min(axis=0) - 1, 0)  # the edge is smoothed over a pixel
    right, bottom = np.maximum(outline.max(axis=0) + 2, 0)
    part = picture[top:bottom, left:right]
    if part.size:
        tinted = part.copy()
        cv2.fillPoly(tinted, [outline - (left, top)], colour, cv2.LINE_AA)
        picture[top:bottom, left:right] = cv2.addWeighted(tinted, TINT, part, 1 - TINT, 0)


def _outlines(
    fields: Sequence[Field], surface: Surface, to_picture: NDArray[np.floating]
) -> NDArray[np.int32]:
    """Return the corners (n, 4, 2) of fields in the picture, clockwise from the top left."""
    corners = np.array([corners_of(field.rect) for field in fields]).reshape(-1, 2)
    places = np.round(surface.to_photo(corners) @ to_picture[:, :2].T + to_picture[:, 2])
    return np.asarray(places, np.int32).reshape(-1, 4, 2)


def _quarter_turns(surface: Surface) -> int:
    """Return how often to turn the photo by 90 degrees counterclockwise so that the sheet is upright."""
    frame = surface.frame
    top, bottom = surface.to_photo(np.array([(frame.center.x, 0), (frame.center.x, frame.h)]))
    down = bottom - top
    return int(np.round(np.arctan2(down[0], down[1]) / (np.pi / 2))) * -1 % 4


def _matrix_to_picture(turns: int, shape: tuple[int, ...], scale: float) -> NDArray[np.floating]:
    """Return the matrix (2, 3) from px of the photo to px of the picture turned by `np.rot90`."""
    height, width = shape[0] - 1, shape[1] - 1
    matrices = {
        0: [(1, 0, 0), (0, 1, 0)],
        1: [(0, 1, 0), (-1, 0, width)],
        2: [(-1, 0, width), (0, -1, height)],
        3: [(0, -1, height), (1, 0, 0)],
    }
    return np.array(matrices[turns], dtype=np.float64) * scale


def _brighten(gray: Gray) -> Gray:
    """Brighten dark photos so that people can see them well."""
    paper = max(float(np.percentile(gray[::8, ::8], 90)), 60.0)
    return np.asarray(cv2.convertScaleAbs(gray, alpha=min(2.5, 235 / paper)), dtype=np.uint8)


def _word(mark: Mark | None, doubt: Doubt | None) -> str:
    """Return the text of a field's tag: the number of its doubt, if any, and its mark."""
    word = "" if mark is None else SHORT.get(str(mark), str(mark))
    return word if doubt is None else f"{doubt.tag} {word}".strip() + "?"


class _Legend:
    """The doubts that matter in words, for the foot of a picture `width` px wide.

    Unseen fields share one line. If a sheet's pages are incomplete, its doubts are left out, because only all
    pages show what matters.
    """

    def __init__(self, read: Sequence[SheetReading], width: int, language: Catalogue = ENGLISH) -> None:
        doubts = [each for sheet in read if sheet.is_whole for each in sheet.doubts if each.is_asked]
        hidden = Counter(each.because for each in doubts if each.is_unseen)
        lines = [
            *(
                f"{each.tag} {each.field}: {render(each.because, language)}"
                for each in doubts
                if not each.is_unseen
            ),
            *(render(joined(": ", (counted(n, "field"), why)), language) for why, n in hidden.items()),
        ]
        texts = [line.lstrip() for line in lines]
        if not texts and all(sheet.is_whole for sheet in read):
            texts = [render(Message("nothing to ask"), language)]
        self.colour = DOUBT if doubts else READ
        self.size = max(14, width // 48)  # to be read on a phone
        self.lines = [line for each in texts for line in _wrap(each, self.size, width - 2 * self.size)]
        self.pitch = round(self.size * 1.5)
        self.height = self.pitch * len(self.lines) + self.size

    def drawn(self, width: int) -> Picture:
        """Draw the lines, dark on white, of the shape (`height`, width, 3)."""
        image = Image.new("RGB", (width, self.height), PAPER)
        draw, font = ImageDraw.Draw(image), overlay_font(self.size)
        for number, line in enumerate(self.lines):
            place = (self.size, self.size // 2 + number * self.pitch)
            draw.text(place, line, fill=self.colour, font=font)
        return np.asarray(image)


def _wrap(words: str, size: int, width: int) -> list[str]:
    """Return words as lines of at most `width` px, except for longer single words, in a size in px."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and overlay_font(size).getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@cache
def overlay_font(size: int) -> ImageFont.FreeTypeFont:
    """Return the typeface of marks and tags in a size in px."""
    return ImageFont.truetype(str(FONT), size)
