"""The gallery of the layout language: examples of three to seven lines, each with a picture that the printer draws.

`python -m docs.generate` writes the page and draws the pictures.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pypdfium2
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.scoring.score import boxes_of_table
from fairsheet.sheets.drawing.icons import ICONS
from fairsheet.sheets.drawing.typeface import MM_PER_POINT
from fairsheet.sheets.formulas.functions.function import Example
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import BODY, FRAME, PAPERS, Paper
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.placement.validation import ink_rect
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.printing.under_ink import printed_rect
from fairsheet.vision.pictures.marked_page import PX_PER_MM, marked_page
from fairsheet.wording.labels import labels_of

HEAD = 'sheet demo "Demo"\n'
EXAMPLES = Path(__file__).with_name("gallery_examples.txt")
EXAMPLE = re.compile(
    r"(?:(?P<name>.+): )?(?P<title>.+)\n(?P<says>.+)\n\n(?P<lines>(?: {4}.*\n)+)"
    r"(?:\nWritten: (?P<marks>.+))?(?:\nMissions: (?P<missions>.+))?\s*"
)
BIRDS = (
    b'<svg viewBox="0 0 100 30">'
    b'<path fill="none" d="M5 20q10-14 20 0 10-14 20 0M55 12q9-12 18 0 9-12 18 0"/></svg>'
)
EDGE = 2.5  # mm of blank paper around the example
COLOURS = 32  # of the palette, which keeps the files small

INTRODUCTION = """\
This page is for designers. It shows every word of the [layout language](../design/language.md) except `include`, which
needs a second file, and every function of its formulas, with what the printer makes of them. To try an example, write
it below a first line such as `sheet demo "Demo"`, and watch it with `fairsheet preview demo.sheet --watch`. Green marks
were written by a player; boxes have what their score lines give."""


def sections() -> dict[str, tuple[Example, ...]]:
    """Return the examples by the titles of their sections."""
    found: dict[str, tuple[Example, ...]] = {}
    _, *texts = EXAMPLES.read_text(encoding="utf-8").split("\n## ")
    for section in texts:
        title, *examples = section.split("\n### ")
        found[title.strip()] = tuple(map(_read_example, examples))
    of_functions = (
        _titled(function.example, function.example.title or function.name)
        for function in FUNCTIONS.values()
        if function.example is not None
    )
    return found | {"Formulas": (*of_functions, *found["Formulas"])}


def _titled(example: Example, title: str, name: str | None = None) -> Example:
    return replace(example, title=title, name=name or title.partition(",")[0])


def _read_example(text: str) -> Example:
    """Return the example that `gallery_examples.txt` describes in this text."""
    found = EXAMPLE.fullmatch(text)
    assert found is not None, text
    marks, missions = (
        dict(re.findall(r"([^\s,]+) ([^\s,]+)", found[key] or "")) for key in ("marks", "missions")
    )
    example = Example(
        says=found["says"],
        lines=dedent(found["lines"]),
        marks={id_: int(mark) if mark.lstrip("-").isdecimal() else mark for id_, mark in marks.items()},
        missions=missions,
    )
    return _titled(example, found["title"], found["name"])


def sheet_of(example: Example) -> Sheet:
    """Return the sheet that the lines of an example make."""
    head = "" if example.lines.startswith("sheet ") else HEAD
    template = parse(head + example.lines, f"{example.name}.sheet")
    return place(replace(template, images={"hills.png": _hills(), "birds.svg": BIRDS})).sheet


def _hills() -> bytes:
    """Return the picture that an example places."""
    picture = Image.new("L", (400, 240), 250)
    pen = ImageDraw.Draw(picture)
    pen.ellipse((300, 20, 350, 70), 215)
    for points, grey in (((0, 240), (130, 60), (260, 240)), 190), (((120, 240), (270, 110), (400, 240)), 160):
        pen.polygon(points, grey)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def page() -> str:
    """Return the page as Markdown."""
    return "\n\n".join(["# Gallery", INTRODUCTION, *_icons(), *_sections()]) + "\n"


def _icons() -> Iterator[str]:
    yield "## Icons"
    yield f"The {len(ICONS)} icons for `icon` and `picture`; `fairsheet icons -o icons.pdf` prints them."
    yield "![all icons with their names](../made/icons.png)"
    stretchable = ", ".join(f"`{name}`" for name, icon in ICONS.items() if icon.stretchable)
    yield f"In the order of the chart: {', '.join(f'`{name}`' for name in ICONS)}."
    yield f"These fill any rectangle (`w: 20 h: 8`), the others a square: {stretchable}."


def _sections() -> Iterator[str]:
    for title, examples in sections().items():
        yield f"## {title}"
        for example in examples:
            yield f"### {example.title}"
            yield example.says
            yield '<div class="example">'
            yield f"```text\n{example.lines.rstrip()}\n```"
            yield f"![{example.title}](../made/gallery/{example.name}.png)"
            yield "</div>"


def pictures() -> Iterator[tuple[str, Image.Image]]:
    """Return the picture of every example, by the name of its file."""
    for example in (example for section in sections().values() for example in section):
        yield f"{example.name}.png", picture_of(example).quantize(COLOURS)


def marks_of(example: Example, sheet: Sheet) -> dict[str, Mark]:
    """Return the marks that the picture shows: those of the example, and boxes as their score lines give them."""
    setting = setting_of(_record_of(example, sheet), 1)
    tables = {seat: {**setting, **marks} for seat, marks in enumerate((example.marks, *example.others), 1)}
    boxes = boxes_of_table(sheet, tables, len(tables))[1]
    return {**boxes, **example.marks}


def _record_of(example: Example, sheet: Sheet) -> Record:
    return Record.on(sheet, Table(None, 1 + len(example.others), None, example.missions or None), 1)


def picture_of(example: Example) -> Image.Image:
    """Return the part of the printed page that the example fills, with its marks, or in colour without marks.

    Landscape and half pages are shown whole.
    """
    sheet = sheet_of(example)
    if sheet.paper != "a4":
        return _in_colour(sheet, PAPERS["a4"]).reduce(3)
    page = max(field.page for field in sheet.fields)
    label = labels_of(sheet, _record_of(example, sheet).game, [1])[page - 1]
    marks = marks_of(example, sheet)
    picture = (
        marked_page(sheet, label, marks) if marks else _in_colour(sheet, Paper("frame", FRAME.w, FRAME.h))
    )
    shown = [printed_rect(shape) for shape in sheet.shapes if shape.page == page]
    shown += [ink_rect(field) for field in sheet.fields if field.page == page and field.id != "player"]
    shown += [place.rect for place in sheet.mission_places if place.page == page]
    return _trimmed(picture.crop(_pixels(shown)))


def _in_colour(sheet: Sheet, paper: Paper) -> Image.Image:
    """Return the first page of the print for two players, at `PX_PER_MM`."""
    pdf = draw_pages(sheet, labels_of(sheet, Table(None, 2, None), [1, 2]), paper)
    with pypdfium2.PdfDocument(pdf) as document:
        picture: Image.Image = document[0].render(scale=PX_PER_MM * MM_PER_POINT).to_pil()
    return picture


def _pixels(rects: list[Rect]) -> tuple[int, int, int, int]:
    """Return the rectangle around all of these with an edge, in pixels of the picture of a frame."""
    left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
    right, bottom = max(rect.right for rect in rects), max(rect.bottom for rect in rects)
    top = max(top - EDGE, BODY.y)  # the line for the name is just above
    sides = (left - EDGE - FRAME.x, top - FRAME.y, right + EDGE - FRAME.x, bottom + EDGE - FRAME.y)
    first, second, third, fourth = (round(side * PX_PER_MM) for side in sides)
    return first, second, third, fourth


def _trimmed(picture: Image.Image) -> Image.Image:
    """Return the picture without most of the blank paper around the drawing."""
    drawn = ImageChops.difference(picture, Image.new("RGB", picture.size, "white")).getbbox()
    if drawn is None:
        return picture
    edge = round(EDGE * PX_PER_MM)
    left, top, right, bottom = drawn
    return picture.crop(
        (
            max(0, left - edge),
            max(0, top - edge),
            min(picture.width, right + edge),
            min(picture.height, bottom + edge),
        )
    )
