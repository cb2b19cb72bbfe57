"""Measure which files of scanners, phones and archives are read, and the errors of the others.

Inputs are a few scans of sheets, saved in many ways. Each line of the table has the outcome and whether it is expected:
no silent wrong marks, the right pages left out, and the expected words in the error.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageOps
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from benchmarks.filled_sheets import inked_page, some_hand, some_pen
from benchmarks.ink.__main__ import Options
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.reading.photos import scan_file
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.page_geometry import LABEL_CODE, PAPERS
from fairsheet.sheets.support.lookalikes import disguise_lines
from fairsheet.vision.readings.reading import SheetReading

SHEETS = ("launch", "dome", "colony", "journey", "escape")
SIDES = 1654, 2339  # px: A4 at 200 dpi
SEEDS = (  # each looks like a seed that can be typed on a keyboard
    "Žofie \N{EN DASH} 7", "u\N{COMBINING RING ABOVE}l", "st\N{NO-BREAK SPACE}1", "\N{FULLWIDTH DIGIT NINE}",
    "it\N{RIGHT SINGLE QUOTATION MARK}s", "\N{CYRILLIC SMALL LETTER ES}rane",
)  # fmt: skip


@dataclass(frozen=True)
class Scan:
    """A scan of a sheet, with its true marks."""

    picture: Image.Image
    marks: Marks


@dataclass(frozen=True)
class Input:
    """A file, with the expected result: scans with true marks, pages left out, or words of an error."""

    kind: str
    name: str
    data: bytes
    scans: Sequence[Scan] = ()
    left_out: tuple[int, ...] = ()
    error: str = ""


def report(options: Options) -> str:
    """Read every input; return a table of the outcomes, and the sums."""
    scans = [_scan(options, number) for number in range(len(SHEETS))]
    rows = [_row(each, options.folder) for each in _inputs(scans, np.random.default_rng(7))]
    rows += [_seed_row(seed) for seed in SEEDS]
    right = sum(row[3] == "as expected" for row in rows)
    silent = sum(row[4] for row in rows)
    lines = [f"{kind:<9} {name:<34} {outcome:<58} {verdict}" for kind, name, outcome, verdict, _ in rows]
    return "\n".join([*lines, f"inputs {len(rows)}, as expected {right}, silent wrong marks {silent}"])


def _scan(options: Options, number: int) -> Scan:
    """Return a scan (200 dpi) of a sheet from a game of bots, determined by the seed."""
    sheet = load_sheet(SHEETS[number])
    rng = np.random.default_rng([number, options.half, *options.seed.encode()])
    (played,) = simulate(sheet, f"{options.seed}-{number}", 2)
    record = played.records[number % 2]
    hand, pen = some_hand(options.half, options.handwriting, rng), some_pen("ballpoint, blue", rng)
    page = inked_page(sheet, record, hand, pen, rng)
    seen = cv2.resize(page, SIDES, interpolation=cv2.INTER_AREA).astype(float) * 0.93
    seen = cv2.GaussianBlur(seen, (0, 0), 0.6) + rng.normal(0, 2, seen.shape)
    return Scan(Image.fromarray(np.clip(seen, 0, 255).astype(np.uint8)), record.marks)


def _row(given: Input, folder: Path) -> tuple[str, str, str, str, int]:
    """Return kind, name, outcome, whether it is expected, and the number of silent wrong marks."""
    path = folder / f"{given.kind}-{given.name}".replace(" ", "-")
    path.write_bytes(given.data)
    readings = [each.reading for each in scan_file(path)]
    sheets = [sheet for each in readings for sheet in each.sheets]
    wrong = [_count_errors(reading, scan) for reading, scan in zip(sheets, given.scans, strict=False)]
    left_out = tuple(page for each in readings for page in each.left_out)
    errors = [each.error.removeprefix(str(path)).lstrip(": ") for each in readings if each.error]
    silent = sum(silent for silent, _ in wrong)
    outcome = (
        [f"{len(sheets)} read, {silent} silent, {sum(asked for _, asked in wrong)} asked"] if sheets else []
    )
    outcome += [f"left out {left_out}"] if left_out else []
    outcome += [error.split(";")[0] for error in errors]
    is_right = len(sheets) == len(given.scans) and not silent and left_out == given.left_out
    is_right &= any(given.error in each for each in errors) if given.error else not errors
    return given.kind, given.name, "; ".join(outcome), "as expected" if is_right else "UNEXPECTED", silent


def _count_errors(sheet: SheetReading, scan: Scan) -> tuple[int, int]:
    """Return the number of silent wrong fields of a reading, and the number of questions."""
    asked = {doubt.field for doubt in sheet.doubts if doubt.is_asked}
    fields = {field.id for field in sheet.sheet.fields if field.kind != "text"}
    wrong = {field for field in fields if sheet.marks.get(field) != scan.marks.get(field)}
    return len(wrong - asked - {doubt.field for doubt in sheet.doubts}), len(asked)


def _seed_row(seed: str) -> tuple[str, str, str, str, int]:
    lines = disguise_lines([seed])
    outcome = lines[0].rpartition("there is ")[2] if lines else "no warning"
    return "seed", ascii(seed), outcome, "as expected" if lines else "UNEXPECTED", 0


def _inputs(scans: Sequence[Scan], rng: np.random.Generator) -> Iterator[Input]:
    first, second, third, fourth, fifth = scans
    yield from _pdf_pages(first, second, third, fourth, fifth)
    yield from _negatives(scans)
    yield from _pages_left_out(scans, rng)
    yield from _formats(scans)
    yield from _codes(scans)


def _pdf_pages(first: Scan, second: Scan, third: Scan, fourth: Scan, fifth: Scan) -> Iterator[Input]:
    mm = 72 / 25.4

    def whole(scan: Scan, width: float) -> Callable[[Canvas], None]:
        return lambda page: _place(page, scan.picture, 0, 0, width, width * SIDES[1] / SIDES[0])

    def strips(page: Canvas) -> None:
        for top in range(0, SIDES[1], 64):
            strip = fourth.picture.crop((0, top, SIDES[0], min(top + 64, SIDES[1])))
            _place(page, strip, 0, 40 * mm - (top + strip.height) * 28.3 * mm / SIDES[0], 28.3 * mm, None)

    def in_form(page: Canvas) -> None:
        page.beginForm("page", 0, 0, 500, 707)
        _place(page, third.picture, 0, 0, 500, 707)
        page.endForm()
        page.scale(0.1, 0.1)
        page.doForm("page")

    def two(page: Canvas) -> None:
        for number, scan in enumerate((first, second)):
            _place(page, scan.picture, number * 40 * mm, 0, 40 * mm, None)

    yield Input("pdf page", "30 mm wide.pdf", _draw_pdf((30 * mm, 43 * mm), whole(first, 30 * mm)), [first])
    yield Input("pdf page", "1400 mm wide.pdf", _draw_pdf((4000, 5657), whole(second, 4000)), [second])
    yield Input("pdf page", "in a form, 18 mm.pdf", _draw_pdf((50, 71), in_form), [third])
    yield Input("pdf page", "in strips, 28 mm.pdf", _draw_pdf((28.3 * mm, 40 * mm), strips), [fourth])
    yield Input("pdf page", "two on 80 mm.pdf", _draw_pdf((80 * mm, 57 * mm), two), [first, second])
    few = fifth.picture.resize((180, 255))
    words = "too few to read a sheet"
    data = _draw_pdf((30, 42), lambda page: _place(page, few, 0, 0, 30, 42))
    yield Input("pdf page", "no pixels.pdf", data, error=words)


def _negatives(scans: Sequence[Scan]) -> Iterator[Input]:
    first, second, third, fourth, fifth = scans
    yield Input("polarity", "negative in colour.jpg", _save(ImageOps.invert(first.picture), "JPEG"), [first])
    for scan, mode, order in ((second, "I;16", "<"), (third, "I;16B", ">")):
        ink = (255 - np.asarray(scan.picture.convert("L")).astype(np.uint16)) * 257
        deep = Image.frombytes(mode, SIDES, ink.astype(f"{order}u2").tobytes())
        data = _save(deep, "TIFF", tiffinfo={262: 0})
        yield Input("polarity", f"16 bits, 0 is white, {mode}.tif", data, [scan])
    for scan, is_inverted in ((fourth, False), (fifth, True)):
        colours = np.asarray(scan.picture).astype(int)
        black = 255 - colours.max(axis=2)  # grey is printed with black ink only
        inks = np.dstack([255 - colours - black[..., None], black]).astype(np.uint8)
        picture = Image.fromarray(inks, "CMYK")
        picture = ImageChops.invert(picture) if is_inverted else picture
        data = _save(picture, "JPEG", quality=92)
        marker = data.index(b"\xff\xee")
        name = f"inks {'inverted' if is_inverted else 'not inverted'}, no Adobe.jpg"
        yield Input("polarity", name, data[:marker] + data[marker + 16 :], [scan])
        yield Input("polarity", name.replace("no Adobe.jpg", "in TIFF.tif"), _save(picture, "TIFF"), [scan])
    dark = np.full((1500, 1200, 3), 20, np.uint8)
    yield Input("polarity", "dark and empty.png", _save(Image.fromarray(dark), "PNG"), error="no sheet found")


def _pages_left_out(scans: Sequence[Scan], rng: np.random.Generator) -> Iterator[Input]:
    def paper() -> NDArray[Any]:
        return rng.normal(236, 3, SIDES[::-1])

    def picture(page: NDArray[Any]) -> Image.Image:
        return Image.fromarray(np.clip(page, 0, 255).astype(np.uint8))

    specks, holes, shadow, through = paper(), paper(), paper(), paper()
    for _ in range(60):
        place = int(rng.integers(SIDES[0])), int(rng.integers(SIDES[1]))
        cv2.circle(specks, place, int(rng.integers(1, 4)), float(rng.uniform(30, 150)), -1)
    for y in (700, 1550):
        cv2.circle(holes, (90, y), 23, 30.0, -1)
    shadow -= np.clip(1 - np.arange(SIDES[0])[::-1] / 70, 0, 1) * 210
    front = np.asarray(scans[0].picture.convert("L"))[:, ::-1].astype(float)
    through -= cv2.GaussianBlur(240 - front, (0, 0), 2.5) * 0.15
    backs = [picture(each) for each in (specks, holes, shadow, through)]
    for scan, back, what in zip(
        scans, backs, ("specks", "holes", "shadow", "print shows through"), strict=False
    ):
        data = _save(scan.picture.convert("L"), "TIFF", save_all=True, append_images=[back])
        yield Input("left out", f"{what}.tif", data, [scan], left_out=(2,))
    pages = [backs[0], scans[3].picture.convert("L"), backs[1], scans[4].picture.convert("L"), backs[3]]
    data = _save(pages[0], "PDF", save_all=True, append_images=pages[1:], resolution=200)
    yield Input("left out", "three of five.pdf", data, scans[3:], left_out=(1, 3, 5))
    small = scans[2].picture.resize((827, 1169))
    small.encoderinfo = {"tiffinfo": {254: 1}}
    data = _save(scans[2].picture, "TIFF", save_all=True, append_images=[small])
    yield Input("left out", "half the size.tif", data, [scans[2]], left_out=(2,))
    print_ = scans[1].picture.convert("L").crop((250, 600, 1400, 1800))
    data = _save(scans[1].picture.convert("L"), "TIFF", save_all=True, append_images=[print_])
    yield Input("left out", "print without a sheet.tif", data, [scans[1]], error="page 2: ")
    data = _save(backs[0], "TIFF", save_all=True, append_images=backs[1:])
    yield Input("left out", "nothing else.tif", data, left_out=(1, 2, 3, 4), error="every page is blank")


def _formats(scans: Sequence[Scan]) -> Iterator[Input]:
    first, second, third, fourth, fifth = scans
    avif = _save(first.picture, "AVIF", quality=60)
    grey = _save(third.picture.convert("L"), "AVIF").replace(b"ftypavif", b"ftypmif1", 1)
    jp2 = _save(second.picture, "JPEG2000", quality_layers=[15])
    tiles = _save(fourth.picture.convert("L"), "JPEG2000", tile_size=(512, 512))
    stream = _save(fifth.picture, "JPEG2000", no_jp2=True, quality_layers=[15])
    yield Input("format", "colour.avif", avif, [first])
    yield Input("format", "grey, brand mif1.avif", grey, [third])
    yield Input("format", "colour.jp2", jp2, [second])
    yield Input("format", "grey, tiles.jp2", tiles, [fourth])
    yield Input("format", "bare stream.j2k", stream, [fifth])
    for name, data in (("cut.avif", avif), ("cut.jp2", jp2)):
        yield Input("format", name, data[: len(data) // 3], error="damaged or cut off")
    for name, data, box, side, words in (
        ("60000 pixels.jp2", jp2, b"ihdr", 60_000, "far too many pixels"),
        ("9000 pixels.avif", avif, b"ispe....", 9_000, "are too many"),
    ):
        size = data.index(box[:4]) + len(box)
        yield Input(
            "format", name, data[:size] + struct.pack(">II", side, side) + data[size + 8 :], error=words
        )


def _codes(scans: Sequence[Scan]) -> Iterator[Input]:
    offset, px = PAPERS["a4"].offset, SIDES[0] / 210
    x, y = (offset.x + LABEL_CODE.x) * px, (offset.y + LABEL_CODE.y) * px
    kinds = zxingcpp.BarcodeFormat
    for scan, name, format_, words, at in (
        (scans[0], "parcel code over ours", kinds.DataMatrix, "PARCEL-4711", (x, y, LABEL_CODE.w * px)),
        (scans[1], "parcel code next to ours", kinds.DataMatrix, "4711", (x - 7.5 * px, y, 7 * px)),
        (scans[2], "poster code next to ours", kinds.QRCode, "WWW.POSTER", (x - 16 * px, y, 14 * px)),
        (
            scans[3],
            "half of ours under a parcel code",
            kinds.DataMatrix,
            "0815",
            (x, y, LABEL_CODE.w * px / 2),
        ),
        (
            scans[4],
            "box code below ours",
            kinds.Code128,
            "40123455",
            (x, y + (LABEL_CODE.h + 1) * px, 8 * px),
        ),
    ):
        drawn = Image.fromarray(np.asarray(zxingcpp.create_barcode(words, format_).to_image(scale=1)))
        side = round(at[2])
        picture = scan.picture.copy()
        picture.paste(drawn.resize((side, side), Image.Resampling.NEAREST), (round(at[0]), round(at[1])))
        yield Input("code", f"{name}.png", _save(picture, "PNG"), [scan])


def _place(
    page: Canvas, picture: Image.Image, x: float, y: float, width: float, height: float | None
) -> None:
    height = width * picture.height / picture.width if height is None else height
    page.drawImage(ImageReader(picture), x, y, width, height)


def _draw_pdf(size: tuple[float, float], draw: Callable[[Canvas], None]) -> bytes:
    stream = io.BytesIO()
    page = Canvas(stream, pagesize=size)
    draw(page)
    page.showPage()
    page.save()
    return stream.getvalue()


def _save(picture: Image.Image, format_: str, **how: Any) -> bytes:
    picture.encoderconfig = ()  # remove the settings of another format
    for each in how.get("append_images", ()):
        each.encoderconfig = ()
    stream = io.BytesIO()
    picture.save(stream, format_, **how)
    return stream.getvalue()
