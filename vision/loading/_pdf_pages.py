"""The pages of a PDF as grey pictures. Pdfium is written in C: only a process under limits may call this."""

from __future__ import annotations

import math

import pypdfium2
from pypdfium2 import raw

from fairsheet.vision.loading._undecodable import Undecodable

DPI = 250  # a little finer than the flat page
ENOUGH_PIXELS = 12_000_000  # of a page whose pictures are finer than that: as a photo from a phone
MOST_PIXELS = 24_000_000  # of a page; larger ones than A3 are drawn coarser
LEAST_IMAGE_PIXELS = 10_000  # of an image that shows how fine a page is: a strip of a scan, but no small logo
MOST_IMAGE_PIXELS = 120_000_000  # of one image on a page: A4 at 1200 dpi
MOST_OBJECTS = 20_000  # lines, letters, images on a page; our own pages have about 2,000


def open_pdf(data: bytes) -> pypdfium2.PdfDocument:
    """Return the document. Raises Undecodable."""
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise Undecodable("locked" if "password" in str(error).lower() else "damaged") from None


def drawn(document: pypdfium2.PdfDocument, number: int) -> tuple[int, int, bytes]:
    """Return width and height of a page, counted from 1, and its pixels in grey, row by row. Raises Undecodable."""
    try:
        return _drawn(document[number - 1])
    except (pypdfium2.PdfiumError, ValueError, MemoryError, OverflowError):
        raise Undecodable("damaged") from None


def _drawn(page: pypdfium2.PdfPage) -> tuple[int, int, bytes]:
    finest = _checked_density(page)
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


def _checked_density(page: pypdfium2.PdfPage) -> float:
    """Return how fine the finest picture on a page is, in pixels a point; 0 if the page has none.

    Raises Undecodable for a page with too many objects, or an image too large to be decoded.
    """
    finest = 0.0
    for number, thing in enumerate(page.get_objects(max_depth=15), 1):
        if number > MOST_OBJECTS:
            raise Undecodable("too much")
        if thing.type == raw.FPDF_PAGEOBJ_IMAGE:
            width, height = thing.get_px_size()
            if width * height > MOST_IMAGE_PIXELS:
                raise Undecodable("too much")
            placed = _placement(thing)
            across, down = math.hypot(placed.a, placed.b), math.hypot(placed.c, placed.d)
            if width * height >= LEAST_IMAGE_PIXELS and min(across, down) > 0:
                finest = max(finest, width / across, height / down)
    return finest


def _placement(thing: pypdfium2.PdfObject) -> pypdfium2.PdfMatrix:
    """Return the matrix that places an object on its page, through all the forms that contain it."""
    matrix = thing.get_matrix()
    while thing.container is not None:
        thing = thing.container
        matrix = matrix.multiply(thing.get_matrix())
    return matrix
