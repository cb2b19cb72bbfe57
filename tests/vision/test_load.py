from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from pillow_heif import register_heif_opener

from sheets.errors import InputError
from vision.load import load_photos

register_heif_opener()

RAMP = np.tile(np.linspace(20, 230, 400).astype(np.uint8), (500, 1))


def only(path: Path) -> np.ndarray:
    (photo,) = load_photos(path)
    assert photo.name == str(path)
    return photo.gray


@pytest.mark.parametrize("suffix", ["jpg", "png", "heic", "tiff", "webp"])
def test_every_format_gives_the_same_picture(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"photo.{suffix}"
    Image.fromarray(RAMP).convert("RGB").save(path)
    assert np.abs(only(path).astype(int) - RAMP).max() <= 6


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "LA", "P", "CMYK", "I;16", "1"])
def test_every_mode_becomes_grey(tmp_path: Path, mode: str) -> None:
    path = tmp_path / ("photo.jpg" if mode == "CMYK" else "photo.png")
    if mode == "I;16":
        Image.fromarray(RAMP.astype(np.uint16) * 257).save(path)
    else:
        Image.fromarray(RAMP).convert("RGB").convert(mode).save(path)
    gray = only(path)
    assert gray.dtype == np.uint8 and gray.shape == RAMP.shape
    assert gray[:, :50].mean() < 60 < 190 < gray[:, -50:].mean()


def test_see_through_parts_are_paper(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (400, 400), (0, 0, 0, 0))
    picture.save(tmp_path / "a.png")
    assert only(tmp_path / "a.png").min() == 255


def test_pages_of_a_pdf(tmp_path: Path) -> None:
    document = pypdfium2.PdfDocument.new()
    for _ in range(3):
        document.new_page(595, 842)
    document.save(tmp_path / "scan.pdf")
    photos = list(load_photos(tmp_path / "scan.pdf"))
    assert [photo.page for photo in photos] == [1, 2, 3]
    assert photos[0].gray.shape == pytest.approx((842 * 250 / 72, 595 * 250 / 72), abs=2)
    assert photos[1].name.endswith("scan.pdf page 2")


def jpeg() -> bytes:
    data = io.BytesIO()
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (500, 400), dtype=np.uint8)).save(data, "jpeg")
    return data.getvalue()


def png_of_size(width: int, height: int) -> bytes:
    """A tiny file that claims to be a huge picture."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"0"))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"hello there", "no picture"),
        (jpeg()[: len(jpeg()) // 2], "cut off"),
        (jpeg()[:30], "cut off|no picture"),
        (png_of_size(10000, 10000), "megapixels"),
        (png_of_size(60000, 60000), "pixels"),
        (png_of_size(100, 100), "too few"),
        (png_of_size(1000, 1000), "cut off"),
        (b"%PDF-1.7 nonsense", "PDF is damaged"),
        (b"II*\0" + b"\xff" * 40, "no picture|cut off"),
    ],
)
def test_bad_files_are_refused_by_name(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "bad.jpg"
    path.write_bytes(data)
    with pytest.raises(InputError, match=words) as caught:
        list(load_photos(path))
    assert "bad.jpg" in str(caught.value)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(load_photos(tmp_path / "none.jpg"))
    with pytest.raises(InputError, match="folder"):
        list(load_photos(tmp_path))
