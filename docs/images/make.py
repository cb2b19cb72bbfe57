"""The pictures of the docs that show our own sheets.

`python -m docs.images.make` in the root of a clone writes those that are committed: sheets.png with all sheets, blank,
and overlay.png with what was read from a photo of a demo. `docs.generate` makes the chart of all icons and the
filled-in sheets of recorded games with the site.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image, ImageChops

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.records.record import Table, table_of
from fairsheet.options.options import TypedTable
from fairsheet.options.recorded_evenings import recorded_table, records_of_table
from fairsheet.process.console import say
from fairsheet.process.inputs import OVERLAY
from fairsheet.sheets.drawing.icon_chart import draw_icon_chart
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.draw_pages import draw_pages, draw_table
from fairsheet.trial.demonstration import run_demo
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import BALLPOINT_BLUE
from fairsheet.wording.labels import labels_of, pages_of

HERE = Path(__file__).parent
SEED = "coral-otter-42"
PLAYERS = 3
SEAT = 2
FILLED_IN = ("ares-record", "gaia-record", "planet-record", "pulsar-final")  # sheets of recorded games
WIDTH = 900  # px
COLUMNS = 4  # of the picture of all sheets
SMALL, GAP, EDGE = 430, 16, "white"  # px of a page in it, and between pages
MARGIN = 0.055  # share of a page that is blank paper on every side
COLOURS = 128  # of the palette, which keeps the files small


def main() -> None:
    """Write the pictures that are committed."""
    _save(_all_sheets(), "sheets.png")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_demo(load_sheet("launch"), Table(SEED, PLAYERS), folder, say)
        with Image.open(folder / "overlays" / f"seat-{SEAT}{OVERLAY}") as overlay:
            _save(_fitted(overlay, WIDTH), "overlay.png")


def icons() -> Iterator[tuple[str, Image.Image]]:
    """Return the chart of all icons, with the name of its file."""
    yield "icons.png", _fitted(_trimmed(_page(draw_icon_chart(), 0)), WIDTH).quantize(COLOURS)


def filled_in_sheets() -> Iterator[tuple[str, Image.Image]]:
    """Return a filled-in sheet of each recorded game, with the name of its file."""
    for name in FILLED_IN:
        yield f"{name}.png", _fitted(_filled_in(load_sheet(name)), WIDTH).quantize(COLOURS)


def _filled_in(sheet: Sheet) -> Image.Image:
    """Return the first page of a player's sheet at a plausible table, filled in by hand."""
    game = recorded_table(sheet, TypedTable(SEED, PLAYERS))
    record = next(each for each in records_of_table(sheet, game) if each.seat == SEAT)
    played = load_sheet(record.sheet)
    page = np.array(_page(draw_table(pages_of(played, record.game, SEAT), PAPERS["a4"]), 0).convert("RGB"))
    scale = page.shape[0] / PAPERS["a4"].height
    rng = np.random.default_rng(SEAT)
    inked = fill_in(
        page, played, record.marks, sample_hands()[0], BALLPOINT_BLUE, rng,
        px_per_mm=scale, origin=PAPERS["a4"].offset,
    )  # fmt: skip
    return Image.fromarray(inked)


def _all_sheets() -> Image.Image:
    """Return every sheet as printed for the first seat, side by side."""
    pages = []
    for name in scenario_names():
        sheet = load_sheet(name)
        game = table_of(deal(sheet, SEED, PLAYERS))
        page = _page(draw_pages(sheet, labels_of(sheet, game, [1])[:1]), 0)
        edge = round(page.width * MARGIN)
        pages.append(_fitted(page.crop((edge // 2, edge, page.width - edge // 2, page.height - edge)), SMALL))
    rows = math.ceil(len(pages) / COLUMNS)
    w, h = pages[0].size
    whole = Image.new("RGB", (COLUMNS * (w + GAP) - GAP, rows * (h + GAP) - GAP), EDGE)
    for place, page in enumerate(pages):
        whole.paste(page, (place % COLUMNS * (w + GAP), place // COLUMNS * (h + GAP)))
    return whole


def _page(pdf: bytes, number: int) -> Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        picture: Image.Image = document[number].render(scale=2).to_pil()
    return picture


def _trimmed(picture: Image.Image) -> Image.Image:
    """Return the picture without the blank paper around it."""
    page = picture.convert("RGB")
    return page.crop(ImageChops.difference(page, Image.new("RGB", page.size, EDGE)).getbbox())


def _fitted(picture: Image.Image, width: int) -> Image.Image:
    small = picture.convert("RGB")
    return small.resize((width, round(small.height * width / small.width)), Image.Resampling.LANCZOS)


def _save(picture: Image.Image, name: str) -> None:
    picture.quantize(COLOURS).save(HERE / name, optimize=True)


if __name__ == "__main__":
    main()
