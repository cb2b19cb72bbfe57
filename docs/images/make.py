"""Makes the pictures of the README from a demo: `python docs/images/make.py` in the root of a clone."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from fairsheet.console import say
from fairsheet.demo import run_demo
from sheets.library import load_sheet

HERE = Path(__file__).parent
SEED = "coral-otter-42"
SEAT = 2
WIDTH = 900  # px
COLOURS = 128  # of the palette, which keeps the files small


def main() -> None:
    """Writes sheet.png, the printed page, and overlay.png, what was read from its photo."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_demo(load_sheet("launch"), SEED, 3, folder, say)
        with pypdfium2.PdfDocument(folder / "sheets.pdf") as document:
            page = document[SEAT - 1].render(scale=2).to_pil()
        with Image.open(folder / "overlays" / f"seat-{SEAT}.jpg") as overlay:
            _save(overlay, "overlay.png")
        _save(page, "sheet.png")


def _save(picture: Image.Image, name: str) -> None:
    small = picture.convert("RGB").resize((WIDTH, round(picture.height * WIDTH / picture.width)))
    small.quantize(COLOURS).save(HERE / name, optimize=True)


if __name__ == "__main__":
    main()
