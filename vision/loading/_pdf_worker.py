"""Draws the pages of a PDF: the program that `fairsheet.vision.loading._pdf` starts as a process of its own.

    python _pdf_worker.py FIRST <scan.pdf

Pdfium is written in C, cannot be interrupted, and opening a PDF or drawing a page of a few bytes may ask it for hours
of work or all the memory there is. So it works under limits, and where it dies only this process does. On stdout come
JSON lines: first `{"pages": n}` or `{"problem": …}`, then for each page from FIRST on `{"width", "height"}`, followed
by that many bytes of grey, or `{"problem": …}`. What a problem is called is said in `fairsheet.vision.loading._pdf`.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import pypdfium2
from pypdfium2 import raw

DPI = 250  # a little finer than the flat page
ENOUGH_PIXELS = 12_000_000  # of a page whose pictures are finer than that: as a photo from a phone
MOST_PIXELS = 24_000_000  # of a page; larger ones than A3 are drawn coarser
LEAST_IMAGE_PIXELS = (
    10_000  # of an image that says how fine a page is: a strip of a scan does, a small logo does not
)
MOST_IMAGE_PIXELS = 120_000_000  # of one image on a page: A4 at 1200 dpi
MOST_OBJECTS = 20_000  # lines, letters, images on a page; our own pages have about 2,000
CPU_SECONDS = 4  # for opening the PDF, and for a page: ten times what a scan takes; the counts come first
MEMORY = 600 * 2**20  # bytes of address space; a scan of A4 takes a fifth of it


def main() -> None:
    """See above."""
    limit_address_space()
    out = sys.stdout.buffer
    data = sys.stdin.buffer.read()
    limit_time()
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        tell(out, problem="locked" if "password" in str(error).lower() else "damaged")
        return
    count = len(document)
    tell(out, pages=count)
    for number in range(int(sys.argv[1]), count + 1):
        limit_time()
        try:
            width, height, pixels = drawn(document, number)
        except (pypdfium2.PdfiumError, ValueError, MemoryError, OverflowError):
            tell(out, problem="damaged")
        except TooMuch:
            tell(out, problem="too much")
        else:
            tell(out, width=width, height=height)
            out.write(pixels)
        out.flush()


class TooMuch(Exception):
    """A page that would take too much work."""


def tell(out: Any, **what: object) -> None:
    """One line for `fairsheet.vision.loading._pdf`."""
    out.write(json.dumps(what).encode() + b"\n")
    out.flush()


def drawn(document: pypdfium2.PdfDocument, number: int) -> tuple[int, int, bytes]:
    """Width and height of a page, counted from 1, and its pixels in grey, row by row.

    Raises PdfiumError, ValueError, MemoryError for a damaged page, TooMuch for one with too much on it.
    """
    page = document[number - 1]
    finest = checked_density(page)
    across, down = page.get_size()
    area = max(across * down, 1.0)
    # the size that a page declares may have nothing to do with its paper
    scale = max(DPI / 72, min(finest, (ENOUGH_PIXELS / area) ** 0.5))
    scale = min(scale, (MOST_PIXELS / area) ** 0.5)
    width, height = max(1, math.ceil(across * scale)), max(1, math.ceil(down * scale))
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_Gray)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    flags = raw.FPDF_GRAYSCALE | raw.FPDF_ANNOT
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    rows = memoryview(bitmap.buffer).cast("B")
    return width, height, b"".join(rows[y * bitmap.stride :][:width] for y in range(height))


def checked_density(page: pypdfium2.PdfPage) -> float:
    """Return how fine the finest picture on a page is, in pixels a point; 0 if the page has none.

    Raises TooMuch for a page with too many objects, or an image too large to be decoded.
    """
    finest = 0.0
    for number, thing in enumerate(page.get_objects(max_depth=15), 1):
        if number > MOST_OBJECTS:
            raise TooMuch
        if thing.type == raw.FPDF_PAGEOBJ_IMAGE:
            width, height = thing.get_px_size()
            if width * height > MOST_IMAGE_PIXELS:
                raise TooMuch
            placed = placement(thing)
            across, down = math.hypot(placed.a, placed.b), math.hypot(placed.c, placed.d)
            if width * height >= LEAST_IMAGE_PIXELS and min(across, down) > 0:
                finest = max(finest, width / across, height / down)
    return finest


def placement(thing: pypdfium2.PdfObject) -> pypdfium2.PdfMatrix:
    """Return the matrix that places an object on its page, through all the forms that contain it."""
    matrix = thing.get_matrix()
    while thing.container is not None:
        thing = thing.container
        matrix = matrix.multiply(thing.get_matrix())
    return matrix


def limit_address_space() -> None:
    """Where the system can: so much address space and no more."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def limit_time() -> None:
    """Where the system can: only a limited time of the processor from now on, then the process ends."""
    if sys.platform != "win32":
        import resource

        usage = resource.getrusage(resource.RUSAGE_SELF)
        most = math.ceil(usage.ru_utime + usage.ru_stime) + CPU_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main()
