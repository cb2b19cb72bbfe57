"""SVG files that have only paths, read as layers of an icon."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from fairsheet.sheets.drawing.svg_path import icon_path
from fairsheet.sheets.model.drawn_shapes import Layer, Paint
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

LARGEST_SVG = 200_000  # bytes; a map of some hundred paths
MOST_PATHS = 500
SUFFIX = ".svg"  # ending of the names of such icons
_SILENT = ("title", "desc", "metadata", "namedview")  # elements that draw nothing
_WHITE = ("white", "#fff", "#ffffff")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")


class SvgPicture(NamedTuple):
    """The layers of a picture, which fill the square of icons, and its width and height in its own unit."""

    layers: tuple[Layer, ...]
    width: float
    height: float


def read_svg(data: bytes) -> SvgPicture:
    """Return the picture of an SVG file in one colour.

    Filled paths stay filled, white ones stay white, and unfilled ones become lines. Raises FairsheetError if the file
    is not SVG, has more than paths, or too many of them.
    """
    if len(data) > LARGEST_SVG:
        problem = f"an SVG picture has at most {LARGEST_SVG // 1000} kB"
        raise FairsheetError(problem, code=ErrorCode.TOO_LARGE, hint="simplify it")
    try:
        if b"<!ENTITY" in data:
            raise ValueError
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        problem = "this is not a readable SVG"
        raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, hint="save it as plain SVG") from None
    view = [float(number) for number in _NUMBER.findall(root.get("viewBox", "").lower())]
    if _name(root) != "svg" or len(view) != 4 or min(view[2:]) <= 0:
        hint = "save it with one, as plain SVG"
        raise FairsheetError("this SVG has no viewBox", code=ErrorCode.BAD_TEMPLATE, hint=hint)
    left, top, width, height = view
    layers = []
    for number, (path, fill) in enumerate(_paths(root, "black"), 1):
        if number > MOST_PATHS:
            problem = f"this SVG has more than {MOST_PATHS} paths"
            raise FairsheetError(problem, code=ErrorCode.TOO_LARGE, hint="simplify it")
        paint: Paint = "line" if fill == "none" else "hole" if fill in _WHITE else "solid"
        layers.append(Layer(icon_path(path, (left, top, width, height), fills=True), paint))
    return SvgPicture(tuple(layers), width, height)


def _paths(element: ElementTree.Element, fill: str) -> Iterator[tuple[str, str]]:
    """Yield the paths in an element with their fill, in order."""
    name = _name(element)
    if name in _SILENT or (name == "defs" and not len(element)):
        return
    if name not in ("svg", "g", "path"):
        problem = f"this SVG has a <{name}>, but only paths are drawn"
        raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, hint="turn shapes and words into paths")
    if element.get("transform"):
        hint = "save it with absolute paths, without transform"
        raise FairsheetError("this SVG moves its paths by transform", code=ErrorCode.BAD_TEMPLATE, hint=hint)
    style = dict(part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    fill = style.get("fill", element.get("fill", fill)).strip().lower()
    if name == "path":
        yield element.get("d", ""), fill
    for child in element:
        yield from _paths(child, fill)


def _name(element: ElementTree.Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2]
