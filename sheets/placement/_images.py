"""Images: PNG and SVG files in the template's folder, placed as print."""

from __future__ import annotations

import io
from collections.abc import Mapping

from fairsheet.sheets.drawing.svg_file import SUFFIX, SvgPicture, read_svg
from fairsheet.sheets.language.faults import FaultFound
from fairsheet.sheets.language.lines import LineReader
from fairsheet.sheets.language.template_files import LARGEST_IMAGES
from fairsheet.sheets.model.drawn_shapes import Icon, Image
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.placement._containers import Box
from fairsheet.sheets.placement._fields import ICON
from fairsheet.sheets.support.errors import FairsheetError

MOST_PIXELS = 4_000_000  # of an image, for example 150 by 200 mm at 300 dpi


def image_box(line: LineReader, files: Mapping[str, bytes]) -> Box:
    """Return the box of an image. A width or height that the line omits follows from the picture."""
    name, at = line.argument(0), line.line.arguments[0].at
    if name not in files:
        problem = f"there is no readable picture {name} in the template's folder"
        raise FaultFound(at, problem, 'write its file name in quotes: image "map.png" w: 60')
    if not (line.has("w") or line.has("h")):
        raise line.malformed(f"the image {name} lacks its width")
    picture = _read_svg(files[name], name, line) if name.endswith(SUFFIX) else None
    width, height = _size_px(files[name], name, line) if picture is None else (picture.width, picture.height)
    w, h = line.optional_size("w"), line.optional_size("h")
    w, h = w or (h or 0) * width / height, h or (w or 0) * height / width
    rect = Rect(0, 0, w, h)
    if picture is None:
        return Box(w, h, [Image(name, files[name], rect)])
    return Box(w, h, [Icon(name, rect, line.style(ICON), layers=picture.layers)])


def _read_svg(data: bytes, name: str, line: LineReader) -> SvgPicture:
    try:
        return read_svg(data)
    except FairsheetError as error:
        raise FaultFound(line.line.arguments[0].at, f"{name}: {error.problem}", error.hint) from None


def _size_px(data: bytes, name: str, line: LineReader) -> tuple[int, int]:
    """Return the width and height of a readable PNG, px."""
    import PIL.Image

    at = line.line.arguments[0].at
    if len(data) > LARGEST_IMAGES:
        raise FaultFound(at, too_large(name), "reduce it; 200 dpi are enough")
    try:
        with PIL.Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                problem = f"{name} has {picture.width} x {picture.height} pixels, too many for a sheet"
                raise FaultFound(at, problem, f"an image has at most {MOST_PIXELS // 1_000_000} million")
            picture.load()
            return picture.width, picture.height
    except (OSError, ValueError, SyntaxError, PIL.Image.DecompressionBombError):
        raise FaultFound(at, f"{name} is not a readable PNG", "save it as PNG again") from None


def too_large(what: str) -> str:
    """Return the problem for images of a sheet that take too many bytes."""
    return f"the images of a sheet may have {LARGEST_IMAGES // 1000} kB together, but {what} takes more"
