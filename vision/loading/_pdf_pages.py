"""Draw the pages of a PDF as grey pictures. Pdfium is written in C: call it only in a process with limits."""

from __future__ import annotations

import math

import pypdfium2
from pypdfium2 import raw

from fairsheet.vision.loading._undecodable import Undecodable

DPI = 250  # a little finer than the flat page
ENOUGH_PIXELS = 12_000_000  # of a page with finer pictures: like a photo from a phone
MOST_PIXELS = 24_000_000  # of a page; pages larger than A3 are drawn coarser
# of an image that shows the resolution of a page: a strip of a scan, not a small logo
LEAST_IMAGE_PIXELS = 10_000
MOST_IMAGE_PIXELS = 120_000_000  # of one image on a page: A4 at 1200 dpi
MOST_OBJECTS = 20_000  # lines, letters, images on a page; our own pages have about 2,000


def open_pdf(data: bytes) -> pypdfium2.PdfDocument:
    """Open the document. Raises Undecodable."""
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise Undecodable("locked" if "password" in str(error).lower() else "damaged") from None


def draw_page(document: pypdfium2.PdfDocument, number: int) -> tuple[int, int, bytes]:
    """Return width and height of a page, counted from 1, and its grey pixels, row by row. Raises Undecodable."""
    try:
        return _draw_page(document[number - 1])
    except (pypdfium2.PdfiumError, ValueError, MemoryError, OverflowError):
        raise Undecodable("damaged") from None


def _draw_page(page: pypdfium2.PdfPage) -> tuple[int, int, bytes]:
    finest = _check_density(page)
    across, down = page.get_size()
    area = max(across * down, 1.0)
    # the declared page size may be unrelated to the paper
    scale = max(DPI / 72, min(finest, (ENOUGH_PIXELS / area) ** 0.5))
    scale = min(scale, (MOST_PIXELS / area) ** 0.5)
    width, height = max(1, math.ceil(across * scale)), max(1, math.ceil(down * scale))
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_Gray)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    flags = raw.FPDF_GRAYSCALE | raw.FPDF_ANNOT
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    rows = memoryview(bitmap.buffer).cast("B")
    return width, height, b"".join(rows[y * bitmap.stride :][:width] for y in range(height))


def _check_density(page: pypdfium2.PdfPage) -> float:
    """Return the density of the finest picture on a page, in pixels per point; 0 if the page has none.

    Raises Undecodable if a page has too many objects, or an image too large to decode.
    """
    finest = 0.0
    for number, item in enumerate(page.get_objects(max_depth=15), 1):
        if number > MOST_OBJECTS:
            raise Undecodable("too much")
        if item.type == raw.FPDF_PAGEOBJ_IMAGE:
            width, height = item.get_px_size()
            if width * height > MOST_IMAGE_PIXELS:
                raise Undecodable("too much")
            placed = _placement(item)
            across, down = math.hypot(placed.a, placed.b), math.hypot(placed.c, placed.d)
            if width * height >= LEAST_IMAGE_PIXELS and min(across, down) > 0:
                finest = max(finest, width / across, height / down)
    return finest


def _placement(item: pypdfium2.PdfObject) -> pypdfium2.PdfMatrix:
    """Return the matrix that places an object on its page, through all forms that contain it."""
    matrix = item.get_matrix()
    while item.container is not None:
        item = item.container
        matrix = matrix.multiply(item.get_matrix())
    return matrix
