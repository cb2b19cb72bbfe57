from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageChops

from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading._opening import load_decoders, open_file
from fairsheet.vision.loading.load import Photo, load_pages
from tests.photographs import load_photos

HEIC = Path(__file__).parents[2] / "data/photos/ramp.heic"  # RAMP, encoded with libheif and x265
RAMP = np.tile(np.linspace(20, 230, 400).astype(np.uint8), (500, 1))


def save_pdf(path: Path, *widths: int) -> Path:
    """Save a PDF of blank pages of these widths."""
    document = pypdfium2.PdfDocument.new()
    for width in widths:
        document.new_page(width, 842)
    document.save(path)
    return path


def only(path: Path) -> np.ndarray:
    (photo,) = load_photos(path)
    assert photo.name == str(path)
    return photo.gray


def decoded_here(path: Path) -> np.ndarray:
    """Decode a picture in this process, in which constants can be changed."""
    load_decoders()
    gray = open_file(path.read_bytes()).page(1)
    assert gray is not None
    return gray


@pytest.mark.parametrize("suffix", ["jpg", "png", "heic", "avif", "tiff", "webp", "jp2", "j2k"])
def test_every_format_gives_the_same_picture(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"photo.{suffix}"
    if suffix == "heic":  # the program only decodes it
        path.write_bytes(HEIC.read_bytes())
    else:
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


@pytest.mark.parametrize(
    ("dtype", "most"),
    [
        *((np.uint16, most) for most in (200, 4095, 65535)),
        *((np.int32, most) for most in (200, 4095, 65535)),
        *((np.float32, most) for most in (1, 200)),
    ],
)
def test_numbers_of_every_depth_become_grey(tmp_path: Path, dtype: type, most: int) -> None:
    numbers = RAMP.astype(np.float64) / RAMP.max() * most
    Image.fromarray(numbers.astype(dtype)).save(tmp_path / "scan.tif")
    assert np.abs(only(tmp_path / "scan.tif").astype(int) - RAMP).max() <= 32


@pytest.mark.parametrize("mode", ["I;16", "I;16B"])
def test_numbers_with_0_as_white_are_inverted(tmp_path: Path, mode: str) -> None:
    ink = Image.frombytes(
        mode,
        RAMP.shape[::-1],
        ((255 - RAMP).astype(np.uint16) * 257).astype("<>"[mode == "I;16B"] + "u2").tobytes(),
    )
    ink.save(tmp_path / "scan.tif", tiffinfo={262: 0})
    assert np.array_equal(only(tmp_path / "scan.tif"), RAMP)


@pytest.mark.parametrize("is_inverted", [False, True])
@pytest.mark.parametrize("adobe", [False, True])
def test_inks_may_be_stored_either_way(tmp_path: Path, is_inverted: bool, adobe: bool) -> None:
    black = Image.merge("CMYK", [*[Image.new("L", RAMP.shape[::-1])] * 3, Image.fromarray(255 - RAMP)])
    inks = ImageChops.invert(black) if is_inverted else black
    inks.save(tmp_path / "scan.jpg", quality=95)
    data = (tmp_path / "scan.jpg").read_bytes()
    marker = data.index(b"\xff\xee")
    if not adobe:
        (tmp_path / "scan.jpg").write_bytes(data[:marker] + data[marker + 16 :])
    assert np.abs(only(tmp_path / "scan.jpg").astype(int) - RAMP).max() <= 6


def test_only_lightness_counts(tmp_path: Path) -> None:
    channels = [Image.fromarray(RAMP), *(Image.new("L", RAMP.shape[::-1], level) for level in (90, 200))]
    Image.merge("LAB", channels).save(tmp_path / "scan.tif")
    assert np.array_equal(only(tmp_path / "scan.tif"), RAMP)


@pytest.mark.parametrize(
    ("mode", "colour"), [("1", 255), ("L", 255), ("RGB", (255, 255, 255)), ("RGB", (90, 90, 90)), ("P", 0)]
)
def test_a_transparent_colour_is_paper(tmp_path: Path, mode: str, colour: int | tuple[int, ...]) -> None:
    picture = Image.fromarray(np.where(np.arange(400) < 200, 255, 0).astype(np.uint8)[None].repeat(400, 0))
    picture.convert(mode).save(tmp_path / "scan.png", transparency=colour)
    gray = only(tmp_path / "scan.png")
    assert gray.shape == (400, 400) and (gray[:, :200] == 255).all()
    assert (gray[:, 200:] == (255 if mode == "P" else 0)).all()


def test_transparent_parts_are_paper(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (400, 400), (0, 0, 0, 0))
    picture.save(tmp_path / "a.png")
    assert only(tmp_path / "a.png").min() == 255


def test_pages_of_a_pdf(tmp_path: Path) -> None:
    photos = list(load_photos(save_pdf(tmp_path / "scan.pdf", 595, 595, 595)))
    assert [photo.page for photo in photos] == [1, 2, 3]
    assert photos[0].gray.shape == pytest.approx((842 * 250 / 72, 595 * 250 / 72), abs=2)
    assert photos[1].name.endswith("scan.pdf page 2")


def jpeg() -> bytes:
    data = io.BytesIO()
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (500, 400), dtype=np.uint8)).save(data, "jpeg")
    return data.getvalue()


def png_of_size(width: int, height: int, content: bytes = b"0") -> bytes:
    """Return a small file that claims to be a huge picture; its content is packed."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(content)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"hello there", "not a picture"),
        (jpeg()[: len(jpeg()) // 2], "cut off"),
        (jpeg()[:30], "cut off|not a picture"),
        (png_of_size(10000, 10000), "megapixels"),
        (png_of_size(60000, 60000), "pixels"),
        (png_of_size(100, 100), "too few"),
        (png_of_size(1000, 1000), "cut off"),
        (b"%PDF-1.7 nonsense", "PDF is damaged"),
        (b"II*\0" + b"\xff" * 40, "not a picture|cut off"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 900 900\n", "not a picture"),
    ],
)
def test_bad_files_are_refused_by_name(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "bad.jpg"
    path.write_bytes(data)
    with pytest.raises(FairsheetError, match=words) as caught:
        list(load_photos(path))
    assert "bad.jpg" in str(caught.value)


def tiff_of_pages(count: int) -> bytes:
    data = io.BytesIO()
    pages = [Image.fromarray(RAMP + page) for page in range(count)]
    pages[0].save(data, "tiff", save_all=True, append_images=pages[1:])
    return data.getvalue()


def test_pages_go_on_after_a_bad_one(tmp_path: Path) -> None:
    first, bad, last = load_pages(save_pdf(tmp_path / "scan.pdf", 595, 5, 595))
    assert isinstance(first, Photo) and isinstance(last, Photo) and last.page == 3
    assert isinstance(bad, FairsheetError) and bad.where == f"{tmp_path / 'scan.pdf'} page 2"
    assert "too few" in str(bad)


def pdf_of(
    contents: list[bytes], resources: bytes = b"", others: Sequence[bytes] = (), trailer: bytes = b""
) -> bytes:
    """Return a PDF with a page for each content; `others` are objects after pages and contents."""
    count = len(contents)
    kids = b" ".join(b"%d 0 R" % (3 + page) for page in range(count))
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<%s>>/Contents %d 0 R>>"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count),
        *(page % (resources, 3 + count + number) for number in range(count)),
        *(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content) for content in contents),
        *others,
    ]
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF"
    return data + table + end % (len(objects) + 1, trailer, len(data))


def test_a_pdf_with_a_password_is_refused(tmp_path: Path) -> None:
    """Check a document encrypted with a non-empty password."""
    encrypted = b"<</Filter/Standard/V 1/R 2/P -4/O<" + b"41" * 32 + b">/U<" + b"42" * 32 + b">>>"
    secret = b"/Encrypt 3 0 R/ID[<%s><%s>]" % (b"00" * 16, b"00" * 16)
    (tmp_path / "scan.pdf").write_bytes(pdf_of([], others=[encrypted], trailer=secret))
    with pytest.raises(FairsheetError, match=r"scan\.pdf: the PDF is locked.*without a password"):
        list(load_photos(tmp_path / "scan.pdf"))


def test_a_thousand_pages_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FairsheetError, match=r"scan\.pdf: 1000 pages are too many"):
        list(load_photos(save_pdf(tmp_path / "scan.pdf", *[595] * 1000)))


def tiff_of_size(side: int) -> bytes:
    """Return a tiny file that claims to be a huge picture."""
    tags = {256: side, 257: side, 258: 8, 259: 1, 262: 1, 273: 8, 277: 1, 278: side, 279: 1}
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags.items())
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + struct.pack("<I", 0)


def webp_of_size(side: int) -> bytes:
    """Return the same as WebP, whose sides are at most 16,383."""
    data = io.BytesIO()
    Image.new("L", (500, 400), 200).save(data, "webp", lossless=True)
    body = bytearray(data.getvalue())
    at = body.index(b"VP8L") + 9
    bits = int.from_bytes(body[at : at + 4], "little") >> 28 << 28
    body[at : at + 4] = (bits | (side - 1) << 14 | (side - 1)).to_bytes(4, "little")
    return bytes(body)


def heic_of_size(side: int) -> bytes:
    """Return the same as HEIC."""
    height, width = RAMP.shape
    claimed = HEIC.read_bytes().replace(struct.pack(">II", width, height), struct.pack(">II", side, side))
    assert claimed != HEIC.read_bytes()
    return claimed


def jpeg_of_size(side: int) -> bytes:
    """Return the same as JPEG."""
    data = jpeg()
    at = data.index(b"\xff\xc0") + 5  # of the frame header: marker, length, depth
    return data[:at] + struct.pack(">HH", side, side) + data[at + 4 :]


def gif_of_size(side: int) -> bytes:
    """Return the same as GIF: set the size of the screen and of its one picture."""
    stream = io.BytesIO()
    Image.fromarray(RAMP).save(stream, "gif")
    return stream.getvalue().replace(struct.pack("<HH", 400, 500), struct.pack("<HH", side, side))


def avif_of_size(side: int) -> bytes:
    """Return the same as AVIF: change the box with the size."""
    size = saved("avif").index(b"ispe") + 8
    return saved("avif")[:size] + struct.pack(">II", side, side) + saved("avif")[size + 8 :]


def jp2_of_size(side: int) -> bytes:
    """Return the same as JPEG 2000: change the box of the header and the stream."""
    return saved("jp2").replace(struct.pack(">II", 500, 400), struct.pack(">II", side, side)).replace(
        struct.pack(">II", 400, 500), struct.pack(">II", side, side)
    )  # fmt: skip


@cache
def saved(suffix: str) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(RAMP).save(stream, "jpeg2000" if suffix == "jp2" else suffix)
    return stream.getvalue()


@pytest.mark.parametrize(
    "data",
    [avif_of_size(10_000), avif_of_size(60_000), jp2_of_size(10_000), jp2_of_size(60_000), jpeg_of_size(10_000),
     jpeg_of_size(65_500), gif_of_size(10_000), gif_of_size(65_500), tiff_of_size(10_000), tiff_of_size(60_000),
     webp_of_size(16_000), heic_of_size(12_000), heic_of_size(60_000)],
    ids=["avif", "larger-avif", "jp2", "larger-jp2", "jpeg", "larger-jpeg", "gif", "larger-gif", "tiff",
         "larger-tiff", "webp", "heic", "larger-heic"],
)  # fmt: skip
def test_decompression_bombs_are_refused_undecoded(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(data)
    words = r"bomb: .*(megapixels are too many|far too many pixels|damaged)"
    with pytest.raises(FairsheetError, match=words):
        list(load_photos(path))


@pytest.mark.parametrize("suffix", ["avif", "jp2"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_picture_that_is_cut_is_damaged(tmp_path: Path, suffix: str, share: float) -> None:
    (tmp_path / "photo").write_bytes(saved(suffix)[: int(share * len(saved(suffix)))])
    (error,) = load_pages(tmp_path / "photo")
    assert isinstance(error, FairsheetError) and error.problem == "the picture is damaged or cut off"


@pytest.mark.parametrize("share", [0.3, 0.5, 0.9, 0.99])
def test_a_cut_tiff_is_an_error(tmp_path: Path, share: float, recwarn: pytest.WarningsRecorder) -> None:
    data = tiff_of_pages(3)
    (tmp_path / "scan.tif").write_bytes(data[: int(share * len(data))])
    *_, last = load_pages(tmp_path / "scan.tif")
    assert isinstance(last, FairsheetError) and str(last).startswith(str(tmp_path / "scan.tif"))
    assert not recwarn.list


def test_pages_of_a_tiff_are_counted_only_as_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scan.tif").write_bytes(tiff_of_pages(5))
    counted: list[int] = []
    assert len(list(load_pages(tmp_path / "scan.tif", counted.append))) == 5 and counted == [5]
    monkeypatch.setattr("fairsheet.vision.loading._opening.MOST_PAGES", 3)
    load_decoders()
    assert open_file(tiff_of_pages(50)).count == 4


def test_libtiff_prints_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = io.BytesIO()
    Image.fromarray(RAMP).save(data, "tiff", compression="tiff_lzw")
    broken = bytearray(data.getvalue())
    broken[200:4000] = bytes(reversed(broken[200:4000]))
    (tmp_path / "scan.tif").write_bytes(broken)
    list(load_pages(tmp_path / "scan.tif"))
    os.write(2, b"still here")
    assert capfd.readouterr().err == "still here"


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "I", "F", "I;16"])
def test_large_pictures_are_reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    monkeypatch.setattr("fairsheet.vision.loading._opening.KEPT_PIXELS", RAMP.size // 4)
    if mode in ("I", "I;16"):
        picture = Image.fromarray((RAMP.astype(np.uint16) << 8).astype("i4" if mode == "I" else "u2"))
    else:
        picture = Image.fromarray(RAMP).convert("RGB" if mode in ("RGBA", "P") else mode).convert(mode)
    picture.save(tmp_path / "photo.tif")
    gray = decoded_here(tmp_path / "photo.tif")
    assert gray.shape == (250, 200) and np.abs(gray.astype(int) - RAMP[::2, ::2]).max() <= 20


def test_a_jpeg_is_decoded_no_larger_than_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairsheet.vision.loading._opening.KEPT_PIXELS", RAMP.size // 3)
    (tmp_path / "photo.jpg").write_bytes(jpeg())
    (tmp_path / "photo.jp2").write_bytes(saved("jp2"))
    assert decoded_here(tmp_path / "photo.jpg").shape == (250, 200)
    assert decoded_here(tmp_path / "photo.jp2").shape == (250, 200)


def test_long_jpeg_2000_is_decoded_coarsely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "photo.jp2").write_bytes(saved("jp2"))
    monkeypatch.setattr("fairsheet.vision.loading._opening.MOST_WAVELETS", len(saved("jp2")) // 3)
    assert decoded_here(tmp_path / "photo.jp2").shape == (250, 200)


def test_pages_with_too_many_lines_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_bytes(pdf_of([b"0 0 m 500 800 l S\n" * 100_000, b"0 0 m 500 800 l S"]))
    counted: list[int] = []
    first, second = load_pages(tmp_path / "scan.pdf", counted.append)
    assert counted == [2]
    assert "scan.pdf page 1: the page is too complex" in str(first)
    assert isinstance(second, Photo) and second.gray.min() == 0


def test_an_image_too_large_to_be_decoded_is_refused(tmp_path: Path) -> None:
    image = (
        b"<</Type/XObject/Subtype/Image/Width 60000/Height 60000/ColorSpace/DeviceGray/BitsPerComponent 8"
        b"/Filter/FlateDecode/Length 8>>stream\n" + zlib.compress(b"") + b"\nendstream"
    )
    data = pdf_of([b"500 0 0 800 0 0 cm /I Do"], b"/XObject<</I 5 0 R>>", [image])
    (tmp_path / "scan.pdf").write_bytes(data)
    (error,) = load_pages(tmp_path / "scan.pdf")
    assert "the page is too complex" in str(error)


@pytest.mark.parametrize(
    "content, form, side",
    [
        (b"500 0 0 500 0 0 cm /I Do", b"", 1240 / 500),  # 1240 pixels on 500 points
        (b"0 320 -320 0 400 0 cm /I Do", b"", 1240 / 320),  # turned
        (b"5 0 0 5 0 0 cm /F Do", b"60 0 0 60 0 0 cm /I Do", 1240 / 300),  # in a form
        (b"20 0 0 20 0 0 cm /I Do", b"", (12e6 / (595 * 842)) ** 0.5),  # as fine as a photo at most
        (b"0 0 m 500 800 l S", b"", 250 / 72),  # no picture
    ],
)
def test_a_page_is_drawn_as_fine_as_its_picture(
    tmp_path: Path, content: bytes, form: bytes, side: float
) -> None:
    image = (
        b"<</Type/XObject/Subtype/Image/Width 1240/Height 1240/ColorSpace/DeviceGray/BitsPerComponent 8"
        b"/Filter/FlateDecode/Length 1600>>stream\n" + zlib.compress(bytes(1240**2)) + b"\nendstream"
    )
    around = b"<</Type/XObject/Subtype/Form/BBox[0 0 999 999]/Resources<</XObject<</I 5 0 R>>>>/Length %d>>"
    around += b"stream\n%s\nendstream"
    data = pdf_of([content], b"/XObject<</I 5 0 R/F 6 0 R>>", [image, around % (len(form), form)])
    (tmp_path / "scan.pdf").write_bytes(data)
    height, width = only(tmp_path / "scan.pdf").shape
    assert width == pytest.approx(595 * max(side, 250 / 72), abs=1)
    assert height == pytest.approx(842 * max(side, 250 / 72), abs=1)


def test_a_file_too_large_for_a_picture_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairsheet.vision.loading.load.MOST_PICTURE_BYTES", 100)
    (tmp_path / "photo.jpg").write_bytes(jpeg())
    with pytest.raises(FairsheetError, match="too large"):
        only(tmp_path / "photo.jpg")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(FairsheetError, match=r"pipe\.jpg: this is not a regular file"):
        list(load_photos(tmp_path / "pipe.jpg"))


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(jpeg())
    (tmp_path / "link.jpg").symlink_to(tmp_path / "photo.jpg")
    assert only(tmp_path / "link.jpg").shape == RAMP.shape


def test_names_that_are_not_text_are_shown(tmp_path: Path, name_that_is_no_text: str) -> None:
    path = tmp_path / f"{name_that_is_no_text}.jpg"
    path.write_bytes(jpeg())
    (photo,) = load_photos(path)
    assert photo.name == str(tmp_path / "f\ufffdr.jpg")


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(FairsheetError, match="no such file"):
        list(load_photos(tmp_path / "none.jpg"))
    with pytest.raises(FairsheetError, match="folder"):
        list(load_photos(tmp_path))
