"""The icons by name, and a function that draws one into its rectangle."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.icon_paths import Drawing, TextSpot, commands, read_drawings
from fairsheet.sheets.drawing.svg_file import SUFFIX
from fairsheet.sheets.drawing.typeface import CAP_HEIGHT, MM_PER_POINT, fitted_size
from fairsheet.sheets.model.drawn_shapes import Icon, Layer, Style
from fairsheet.sheets.model.geometry import Point
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

# share of the line width, for the outline of solid parts that are pale because ink may cover them
OUTLINE = 0.5

ICONS = read_drawings(Path(__file__).with_name("icons.txt"))


def draw_icon(canvas: Canvas, icon: Icon) -> None:
    """Draw an icon as large as fits its rectangle (a stretchable one fills it), with its text.

    Raises FairsheetError for a name that is not in ICONS.
    """
    is_picture = icon.name.endswith(SUFFIX)
    drawing = Drawing(list(icon.layers), [], stretchable=is_picture) if icon.layers else ICONS.get(icon.name)
    if drawing is None:
        hint = f"use one of {', '.join(sorted(ICONS))}"
        raise FairsheetError(f"there is no icon {icon.name!r}", code=ErrorCode.BAD_TEMPLATE, hint=hint)
    w, h = icon.rect.w, icon.rect.h
    if not drawing.stretchable:
        w = h = min(w, h)
    layers = drawing.layers if icon.text else drawing.bare or drawing.layers
    with canvas.placed(icon.rect.center, icon.turn):
        for layer in layers:
            canvas.path(commands(layer.path, w, h), _layer_style(layer, icon.style))
        if icon.text:
            _draw_text(canvas, drawing.text, icon, w, h)


@cache
def _layer_style(layer: Layer, style: Style) -> Style:
    main = style.stroke or "mid"
    width = style.width * layer.weight
    match layer.paint:
        case "line":
            return Style(main, None, width)
        case "solid":
            return Style(main, "light", OUTLINE * style.width) if main == "mid" else Style(None, main)
        case "body":
            return Style(main, style.fill or "paper", width)
        case "shade":
            return Style(None, style.fill or "pale")
        case "gap":
            return Style("paper", None, width)
        case "hole":
            return Style(None, "paper")


def _draw_text(canvas: Canvas, spot: TextSpot, icon: Icon, w: float, h: float) -> None:
    most = spot.height * h / 100 / CAP_HEIGHT / MM_PER_POINT
    size = fitted_size(icon.text, most, spot.width * w / 100, "bold")
    half_height = size * MM_PER_POINT * CAP_HEIGHT / 2
    at = Point((spot.x - 50) * w / 100, (spot.y - 50) * h / 100 + half_height)
    canvas.text(at, icon.text, size, "center", "bold", icon.style.stroke or "mid")
