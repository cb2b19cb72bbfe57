"""A page to draw on that becomes SVG, in millimetres of the frame."""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import NamedTuple

from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.sheets.drawing._paths import Command
from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.palette import PALETTE
from fairsheet.sheets.drawing.typeface import MM_PER_POINT, printable, text_width
from fairsheet.sheets.model.drawn_shapes import Style
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import FRAME_PAPER, Paper

_FONTS = {"bold": "b", "condensed": "n", "condensed-bold": "n b"}  # the classes of a font of the print
_LEADING_ZERO = re.compile(r"(?<!\d)0\.")
SHORT = 8  # characters of words whose width hardly depends on the font
_ANCHORS = {"center": "m", "right": "e"}
_LOOK = (
    "path{fill:none}text{font-family:'Noto Sans',Arial,sans-serif}.b{font-weight:bold}.n{font-stretch:75%}"
    ".m{text-anchor:middle}.e{text-anchor:end}"
)


class _Element(NamedTuple):
    """An element at a place: the text before and after its coordinates."""

    start: str
    at: Point
    end: str

    def __str__(self) -> str:
        sides = (("x", self.at.x), ("y", self.at.y))
        places = "".join(f' {name}="{_numbers((at,))}"' for name, at in sides if at)
        return f"{self.start}{places}{self.end}"

    def moved(self, by: Point) -> _Element:
        """Return the element at another place; places are hundredths of a mm, so that equal ones are equal."""
        return self._replace(at=Point(round(self.at.x + by.x, 2), round(self.at.y + by.y, 2)))


class _Cluster(NamedTuple):
    """Elements that belong together, such as those of an icon, relative to their place, and their transformation."""

    elements: tuple[_Element, ...]
    at: Point
    turned: str


class SvgCanvas(Canvas):
    """Collects the elements of pages. Each style, shape and icon is written once."""

    def __init__(self) -> None:
        self.paper = FRAME_PAPER
        self._saves_ink = False
        self._language = ENGLISH
        self._elements: list[str | _Element | _Cluster] = []
        self._classes: dict[str, str] = {}  # rules of CSS, and the names of their classes
        self._shapes: dict[str, str] = {}  # attributes of paths from their start, and their ids
        self._origin = Point(0, 0)  # in the innermost group

    def begin_page(
        self, page: Paper | None = None, *, ink_saving: bool = False, language: Catalogue = ENGLISH
    ) -> None:
        """See `Canvas.begin_page`; pages lie one over the other until `placed` moves them."""
        self._saves_ink, self._language = ink_saving, language

    def end_page(self) -> None:
        """Do nothing: pages need no end."""

    def to_svg(self, width: float, height: float, title: str) -> str:
        """Return the picture, `width` by `height` mm."""
        rules = "".join(f".{name}{{{rule}}}" for rule, name in self._classes.items())
        shapes = [f'<path id="{name}" {shape}/>' for shape, name in self._shapes.items()]
        clusters = Counter(each.elements for each in self._elements if isinstance(each, _Cluster))
        names = {
            cluster: f"g{number}" for number, (cluster, times) in enumerate(clusters.items()) if times > 1
        }
        shapes += [f'<g id="{name}">{"".join(map(str, cluster))}</g>' for cluster, name in names.items()]
        drawn: list[str | _Element] = []
        for each in self._elements:
            if not isinstance(each, _Cluster):
                drawn.append(each)
            elif name := names.get(each.elements):
                turned = f' transform="{_move(each.at)}{each.turned}"' if each.turned else ""
                at = Point(0, 0) if turned else each.at
                drawn.append(_Element(f'<use href="#{name}"{turned}', at, "/>"))
            elif each.turned:
                drawn += [f'<g transform="{_move(each.at)}{each.turned}">', *each.elements, "</g>"]
            else:
                drawn += [element.moved(each.at) for element in each.elements]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" stroke-linecap="round" '
            f'stroke-linejoin="round"><title>{escape(title)}</title><style>{_LOOK}{rules}</style>'
            f"<defs>{''.join(shapes)}</defs>{''.join(map(str, drawn))}</svg>"
        )

    @contextmanager
    def group(self, **attributes: str) -> Iterator[None]:
        """Put everything drawn inside the block into an element with these attributes."""
        words = "".join(
            f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in attributes.items()
        )
        self._elements.append(f"<g{words}>")
        yield
        self._elements.append("</g>")

    @contextmanager
    def placed(self, at: Point, turn: float = 0, scale: float = 1.0) -> Iterator[None]:
        """See `Canvas.placed`."""
        outer, first = self._origin, len(self._elements)
        at = Point(outer.x + at.x, outer.y + at.y)
        turned = f"rotate({_numbers((turn,))})scale({_numbers((scale,))})" if turn or scale != 1 else ""
        self._origin = Point(0, 0) if turned else at
        yield
        self._origin = outer
        inside = self._elements[first:]
        elements = [each for each in inside if isinstance(each, _Element)]
        if elements == inside and len(elements) > 1 - bool(turned):
            if not turned:
                elements = [each.moved(Point(-at.x, -at.y)) for each in elements]
            self._elements[first:] = [_Cluster(tuple(elements), at, turned)]
        elif turned:
            self._elements[first:] = [f'<g transform="{_move(at)}{turned}">', *inside, "</g>"]

    def veil(self, rect: Rect, strength: float) -> None:
        """See `Canvas.veil`."""
        with self.group(opacity=f"{strength:g}"):
            self.rects([rect], "paper")

    def image(self, png: bytes, w: float, h: float) -> None:
        """See `Canvas.image`."""
        size = f'width="{w:g}" height="{h:g}"'
        self._add(
            f'<image {size} href="data:image/png;base64,{base64.b64encode(png).decode()}"',
            Point(-w / 2, -h / 2),
            "/>",
        )

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        align: str = "left",
        font: str = "regular",
        colour: str = "ink",
    ) -> None:
        """See `Canvas.text`."""
        style = f"font-size:{_numbers((size * MM_PER_POINT,))}px;fill:{_colour(colour)}"
        classes = " ".join(filter(None, (self._class(style), _FONTS.get(font), _ANCHORS.get(align))))
        words = printable(self.translate(text), font)
        # browsers use another font if they lack this one: the text keeps its width
        width = _numbers((text_width(words, size, font),))
        fitted = f' textLength="{width}" lengthAdjust="spacingAndGlyphs"' if len(words) > SHORT else ""
        self._add(f'<text class="{classes}"', at, f"{fitted}>{escape(words, quote=False)}</text>")

    def _paint(self, path: tuple[Command, ...], style: Style, *, ink_saving: bool = False) -> None:
        rules = []
        if style.fill is not None:
            rules.append(f"fill:{_colour(style.fill)}")
        if style.stroke is not None:
            rules.append(f"stroke:{_colour(style.stroke)};stroke-width:{_numbers((style.width,))}")
            if style.dash:
                rules.append(f"stroke-dasharray:{_numbers(style.dash)}")
        start = Point(*path[0][1])
        moved = (
            (letter, tuple(at - (start.y if i % 2 else start.x) for i, at in enumerate(numbers)))
            for letter, numbers in path
        )
        shape = "".join(f"{letter}{_numbers(numbers)}" for letter, numbers in moved)
        attributes = f'class="{self._class(";".join(rules))}" d="{shape}"'
        name = self._shapes.setdefault(attributes, f"p{len(self._shapes)}")
        self._add(f'<use href="#{name}"', start, "/>")

    def _add(self, start: str, at: Point, end: str) -> None:
        self._elements.append(_Element(start, at, end).moved(self._origin))

    def _class(self, rule: str) -> str:
        return self._classes.setdefault(rule, f"c{len(self._classes)}")


def _colour(name: str) -> str:
    return "#" + "".join(f"{round(255 * level):02x}" for level in PALETTE[name])


def _move(at: Point) -> str:
    return f"translate({_numbers((at.x, at.y))})"


def _numbers(numbers: Sequence[float]) -> str:
    words = " ".join(f"{round(number, 2) + 0.0:g}" for number in numbers)
    return _LEADING_ZERO.sub(".", words).replace(" -", "-")
