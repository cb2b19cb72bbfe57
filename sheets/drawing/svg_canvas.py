"""A page to draw on that becomes SVG, in millimetres of the frame."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
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

_FONTS = {
    "bold": "font-weight:bold",
    "condensed": "font-stretch:75%",
    "condensed-bold": "font-stretch:75%;font-weight:bold",
}
_USE = re.compile(r'<use href="#(?P<name>p[^"]*)"(?: x="(?P<x>[^"]*)")?(?: y="(?P<y>[^"]*)")?/>')
_LEADING_ZERO = re.compile(r"(?<!\d)0\.")
SHORT = 8  # characters of words whose width hardly depends on the font
_ANCHORS = {"center": "text-anchor:middle", "right": "text-anchor:end"}
_INHERITED = (
    'fill="none" font-family="\'Noto Sans\',Arial,sans-serif" stroke-linecap="round" stroke-linejoin="round"'
)
_NAME_LENGTH = 5  # characters of a name, of 6 bits each


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
    """Collects the elements of pages. Each style, shape and icon is written once.

    Their names are hashes of their texts: pictures in one HTML page share names only for equal things.
    """

    def __init__(self) -> None:
        self.paper = FRAME_PAPER
        self._saves_ink = False
        self._language = ENGLISH
        self._elements: list[str | _Element | _Cluster] = []
        self._rules: dict[str, str] = {}  # of CSS, by the names of their classes
        self._shapes: dict[str, tuple[str, str]] = {}  # the class of a path, and what follows its start
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
        rules = "".join(f".{name}{{{rule}}}" for name, rule in self._rules.items())
        clusters = Counter(each.elements for each in self._elements if isinstance(each, _Cluster))
        repeated = {each: "".join(map(str, each)) for each, times in clusters.items() if times > 1}
        names = {cluster: _name_of("g", words) for cluster, words in repeated.items()}
        icons = "".join(f'<g id="{names[cluster]}">{words}</g>' for cluster, words in repeated.items())
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
        body = f"<defs>{icons}</defs>{''.join(map(str, drawn))}"
        uses = Counter(found["name"] for found in _USE.finditer(body))
        shapes = [
            f'<path id="{name}" class="{style}" d="m0 0{shape}"/>'
            for name, (style, shape) in self._shapes.items()
            if uses[name] > 1
        ]

        def place_single(use: re.Match[str]) -> str:
            if uses[use["name"]] > 1:
                return use[0]
            style, shape = self._shapes[use["name"]]
            at = _numbers((float(use["x"] or 0), float(use["y"] or 0)))
            return f'<path class="{style}" d="m{at}{shape}"/>'

        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" {_INHERITED}>'
            f"<title>{escape(title)}</title><style>{rules}</style>"
            f"<defs>{''.join(shapes)}</defs>{_USE.sub(place_single, body)}</svg>"
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
        start = f'<image {size} href="data:image/png;base64,{base64.b64encode(png).decode()}"'
        self._add(start, Point(-w / 2, -h / 2), "/>")

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
        look = f"font-size:{_numbers((size * MM_PER_POINT,))}px;fill:{_colour(colour)}"
        style = ";".join(filter(None, (look, _FONTS.get(font), _ANCHORS.get(align))))
        words = printable(self.translate(text), font)
        # browsers use another font if they lack this one: the text keeps its width
        width = _numbers((text_width(words, size, font),))
        fitted = f' textLength="{width}" lengthAdjust="spacingAndGlyphs"' if len(words) > SHORT else ""
        self._add(f'<text class="{self._class(style)}"', at, f"{fitted}>{escape(words, quote=False)}</text>")

    def _paint(self, path: tuple[Command, ...], style: Style, *, ink_saving: bool = False) -> None:
        rules = []
        if style.fill is not None:
            rules.append(f"fill:{_colour(style.fill)}")
        if style.stroke is not None:
            rules.append(f"stroke:{_colour(style.stroke)};stroke-width:{_numbers((style.width,))}")
            if style.dash:
                rules.append(f"stroke-dasharray:{_numbers(style.dash)}")
        shape = self._class(";".join(rules)), _after_start(path)
        name = _name_of("p", " ".join(shape))
        self._shapes[name] = shape
        self._add(f'<use href="#{name}"', Point(*path[0][1]), "/>")

    def _add(self, start: str, at: Point, end: str) -> None:
        self._elements.append(_Element(start, at, end).moved(self._origin))

    def _class(self, rule: str) -> str:
        name = _name_of("c", rule)
        self._rules[name] = rule
        return name


def _after_start(path: tuple[Command, ...]) -> str:
    """Return the commands of a path after its first one, each relative to the point before it."""
    words, here, begun = [], path[0][1], path[0][1]
    for letter, numbers in path[1:]:
        apart = (at - here[i % 2] for i, at in enumerate(numbers))
        words.append(f"{letter.lower()}{_numbers(apart)}")
        here = numbers[-2:] or begun
        begun = here if letter == "M" else begun
    return "".join(words)


@lru_cache(4096)
def _name_of(kind: str, text: str) -> str:
    """Return a name that only this text has, for CSS and references: a letter, and 30 bits of a hash."""
    digest = hashlib.sha256(text.encode()).digest()
    return kind + base64.urlsafe_b64encode(digest)[:_NAME_LENGTH].decode()


def _colour(name: str) -> str:
    return "#" + "".join(f"{round(255 * level):02x}" for level in PALETTE[name])


def _move(at: Point) -> str:
    return f"translate({_numbers((at.x, at.y))})"


def _numbers(numbers: Iterable[float]) -> str:
    words = " ".join(f"{round(number, 2) + 0.0:g}" for number in numbers)
    return _LEADING_ZERO.sub(".", words).replace(" -", "-")
