"""Fuzz the loading of pictures with damaged files of every format, decoded like untrusted files.

    python -m benchmarks.fuzzing.pictures --count 200

A picture is identified by its format and number; --only PNG --first 17 --count 1 --keep DIR makes it again. It must be
read, or refused in one line. Anything else is a finding, and so is a good picture that cannot be read after it.
"""

from __future__ import annotations

import argparse
import io
import random
import time
import traceback
import zlib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pillow_heif
import pypdfium2
from PIL import Image

from benchmarks.fuzzing.mutations import damage_bytes
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading.load import Photo, PhotoFile, load_pages

LONGEST = 60.0  # wall-clock seconds for two tries of ten CPU seconds each, on a busy machine
HEAD = 800  # bytes; half of the pictures are damaged only there, in the headers of the format
SIZE = 400, 500
SAVED: dict[str, list[tuple[str, str, dict[str, Any]]]] = {  # format: mode, Pillow's name of the format, options
    "JPEG": [("RGB", "JPEG", {}), ("L", "JPEG", {"progressive": True}), ("CMYK", "JPEG", {})],
    "PNG": [("L", "PNG", {}), ("RGBA", "PNG", {}), ("P", "PNG", {}), ("I;16", "PNG", {}), ("1", "PNG", {})],
    "HEIC": [("RGB", "HEIF", {}), ("L", "HEIF", {"quality": 90}), ("RGBA", "HEIF", {})],
    "AVIF": [("RGB", "AVIF", {"speed": 9}), ("RGBA", "AVIF", {"speed": 9})],
    "TIFF": [
        *(("RGB", "TIFF", {"compression": kind}) for kind in (None, "tiff_lzw", "tiff_adobe_deflate", "jpeg")),
        ("1", "TIFF", {"compression": "group4"}), ("I;16", "TIFF", {}), ("CMYK", "TIFF", {}), ("F", "TIFF", {}),
    ],
    "JPEG 2000": [("RGB", "JPEG2000", {}), ("L", "JPEG2000", {"quality_layers": [40], "no_jp2": True})],
    "WebP": [("RGB", "WEBP", {}), ("RGBA", "WEBP", {"lossless": True})],
    "PDF": [("RGB", "PDF", {}), ("1", "PDF", {}), ("L", "PDF", {"resolution": 200})],
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=SAVED, default=list(SAVED))
    parser.add_argument("--count", type=int, default=200, help="pictures of each format")
    parser.add_argument("--first", type=int, default=0, help="the number of the first picture")
    parser.add_argument("--keep", type=Path, help="folder for the pictures that cause findings")
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.count)
    found = sum(_fuzz(format_, numbers, options.keep) for format_ in options.only)
    raise SystemExit(1 if found else 0)


def _fuzz(format_: str, numbers: range, keep: Path | None) -> int:
    """Try the pictures of a format and print the outcomes. Return the number of findings."""
    counts: Counter[str] = Counter()
    slowest = 0.0
    for number in numbers:
        data, began = damaged_picture(format_, number), time.monotonic()
        try:
            outcome = _try_picture(data)
        except Exception:
            outcome = traceback.format_exc(limit=-6)
        seconds = time.monotonic() - began
        slowest = max(slowest, seconds)
        if seconds > LONGEST:
            outcome = f"{seconds:.0f} s"
        if outcome not in ("read", "refused", "ended"):
            print(f"{format_} {number}: {outcome}", flush=True)
            if keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{format_}-{number}").write_bytes(data)
            outcome = "findings"
        counts[outcome] += 1
    outcomes = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    print(f"{format_}: {len(numbers)} pictures: {outcomes}; slowest {slowest:.1f} s", flush=True)
    return counts["findings"]


def _try_picture(data: bytes) -> str:
    """Read a picture and return `read`, `refused`, or `ended` if its decoder was stopped; other texts are findings."""
    outcome = "refused"
    for page in load_pages(PhotoFile("x", data), is_foreign=True):
        match page:
            case FairsheetError():
                if not str(page).startswith("x") or len(str(page)) > 1000 or not str(page).isprintable():
                    return f"an odd error: {str(page)[:300]!r}"
                outcome = "ended" if "too much" in str(page) and "no picture" not in str(page) else outcome
            case Photo(gray=gray):
                if gray.dtype != np.uint8 or gray.ndim != 2 or not gray.size:
                    return f"no grey picture: {gray.dtype} {gray.shape}"
                outcome = "read" if outcome != "ended" else outcome
    (after,) = load_pages(PhotoFile("good.png", _good_files("PNG")[0]), is_foreign=True)
    return outcome if isinstance(after, Photo) else f"the next picture is refused: {after}"


def damaged_picture(format_: str, number: int) -> bytes:
    """Return the damaged picture of a format and number; the same on every machine with the same encoders."""
    chance = random.Random(f"pictures {format_} {number}")
    data = chance.choice(_good_files(format_))
    end = len(data) if chance.randrange(2) else HEAD
    data = damage_bytes(data[:end], chance) + data[end:]
    return _fix_checksums(data) if format_ == "PNG" and chance.randrange(4) else data


def _fix_checksums(png: bytes) -> bytes:
    """Return a PNG with correct checksums of its chunks, because decoders ignore wrong ones."""
    at, parts = 8, [png[:8]]
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        body = png[at + 4 : at + 8 + size]
        parts += [png[at : at + 4], body, zlib.crc32(body).to_bytes(4, "big")]
        at += 12 + size
    return b"".join(parts)


@cache
def _good_files(format_: str) -> list[bytes]:
    """Return valid files of a format, small so that damage hits important places."""
    pillow_heif.register_heif_opener()
    chance = np.random.default_rng(1)
    gray = np.tile(np.linspace(20, 230, SIZE[0]), (SIZE[1], 1)) + chance.normal(0, 8, SIZE[::-1])
    picture = Image.fromarray(np.clip(gray, 0, 255).astype(np.uint8))
    files = []
    for mode, name, options in SAVED[format_]:
        stream = io.BytesIO()
        shown = (
            Image.fromarray(np.asarray(picture).astype(np.uint16) * 257)
            if mode == "I;16"
            else picture.convert("RGB" if mode in ("RGBA", "P", "CMYK") else "L").convert(mode)
        )
        pages = {"save_all": True, "append_images": [shown]} if name in ("TIFF", "PDF") else {}
        shown.save(stream, name, **options, **pages)
        files.append(stream.getvalue())
    return [*files, _draw_pdf()] if format_ == "PDF" else files


def _draw_pdf() -> bytes:
    document, stream = pypdfium2.PdfDocument.new(), io.BytesIO()
    document.new_page(595, 842)
    document.save(stream)
    return stream.getvalue()


if __name__ == "__main__":
    main()
