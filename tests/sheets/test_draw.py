"""The print: the same bytes for the same input, fiducials that are ArUco's, a code that reads, any seed."""

from itertools import pairwise
from typing import Any

import cv2
import msgspec
import numpy as np
import pypdfium2
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from sheets.draw import draw_blank, draw_pages
from sheets.errors import InputError
from sheets.fiducials import MARKERS
from sheets.label import Label, decode_label
from sheets.library import load_sheet
from sheets.model import Point, Sheet, Text
from sheets.page import FIDUCIALS, FOOTER, FRAME, LABEL_CODE, LABEL_TEXT, PAPERS, Paper
from sheets.palette import PALETTE, luminance
from sheets.parser import parse
from sheets.placement import place
from sheets.typeface import FONT_FILES, REPLACEMENT, load_font, printable, text_width, wrapped
from vision.raster import blank_page

MM_PER_POINT = 25.4 / 72
SCALE = 8  # px per mm
DATA_MATRIX = zxingcpp.BarcodeFormats(zxingcpp.DataMatrix)


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return load_sheet("launch")


@pytest.fixture(scope="module")
def label(sheet: Sheet) -> Label:
    return Label(
        "launch", sheet.fingerprint, "coral-otter-42", players=3, seat=1, missions=("A1", "B2", "C1")
    )


def test_same_input_gives_the_same_bytes(sheet: Sheet, label: Label) -> None:
    labels = [msgspec.structs.replace(label, seat=seat) for seat in (1, 2, 3)]
    first = draw_pages(sheet, labels)
    assert first == draw_pages(sheet, labels)
    assert first != draw_pages(sheet, labels[:2])


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_one_page_of_the_paper_for_each_label(sheet: Sheet, label: Label, paper: Paper) -> None:
    pdf = pypdfium2.PdfDocument(draw_pages(sheet, [label, msgspec.structs.replace(label, seat=2)], paper))
    assert len(pdf) == 2
    for page in pdf:
        width, height = page.get_size()
        assert width * MM_PER_POINT == pytest.approx(paper.width, abs=0.01)
        assert height * MM_PER_POINT == pytest.approx(paper.height, abs=0.01)


def test_a_preview_shows_the_longest_mission_of_each_letter(sheet: Sheet) -> None:
    page = pypdfium2.PdfDocument(draw_blank(sheet, PAPERS["a4"]))[0]
    words = " ".join(page.get_textpage().get_text_range().split())
    for letter in "ABC":
        cards = sorted((m for m in sheet.missions if m.letter == letter), key=lambda m: len(m.text))
        assert [card.text in words for card in cards] == [*(False for _ in cards[1:]), True]


def test_words_of_the_page_can_be_searched(sheet: Sheet, label: Label) -> None:
    page = pypdfium2.PdfDocument(draw_pages(sheet, [label]))[0]
    words = page.get_textpage().get_text_range()
    for expected in (sheet.title, "coral-otter-42", "Seat 1 of 3", "Unofficial companion sheet", "check"):
        assert expected in words


@pytest.mark.parametrize(
    ("change", "words"),
    [({"solo": 8, "players": 1}, "Solo, level 8"), ({"seat": 2}, "Seat 2 of 3"), ({"missions": ()}, "How")],
)
def test_header_says_whose_sheet_it_is(
    sheet: Sheet, label: Label, change: dict[str, Any], words: str
) -> None:
    page = pypdfium2.PdfDocument(draw_pages(sheet, [msgspec.structs.replace(label, **change)]))[0]
    assert words in page.get_textpage().get_text_range()


SLOTS, SIGNS = "slot a at: 20, 20", "sign s at: 60, 20 size: 10"
ICONS = "icon i plant at: 40, 20 size: 8 accepts: circled, crossed, filled"


@pytest.mark.parametrize(
    ("fields", "explained"),
    [
        ("box b to: 9 at: 20, 20", set()),
        (SLOTS, {"number", "X", "Wrong number?"}),
        ("slot a accepts: X second-try: 0 at: 20, 20", {"X"}),
        ("icon i plant at: 20, 20 size: 8", {"cross", "An icon scribbled"}),
        (ICONS, {"circle", "cross", "fill in", "An icon scribbled"}),
        (SIGNS, {"triangle", "cross or", "circle,", "A sign or an icon"}),
    ],
)
def test_a_designers_sheet_explains_what_it_has_a_use_for(fields: str, explained: set[str]) -> None:
    page = page_of_own(fields)
    words = " ".join(page.get_textpage().get_text_range(0, -1).split())
    assert ("How to write" in words) is bool(explained)
    known = (
        "number",
        "X ",
        "circle",
        "cross",
        "fill in",
        "triangle",
        "Wrong number?",
        "An icon scribbled",
        "A sign or",
    )
    for each in known:
        assert (each in words) is any(each.strip() in said for said in explained), (each, words)
    assert "Printed with fairsheet." in words and "companion" not in words


def test_what_a_designers_sheet_explains_stays_between_the_markers() -> None:
    page = page_of_own("\n".join((SLOTS, SIGNS, ICONS)))
    texts = page.get_textpage()
    right = max(texts.get_charbox(k)[2] for k in range(texts.count_chars())) * MM_PER_POINT
    assert right - PAPERS["a4"].offset.x <= FOOTER.right


def page_of_own(fields: str) -> pypdfium2.PdfPage:
    """The page of a small sheet that is none of ours."""
    sheet = place(parse(f'sheet garden "Y"\n{fields}', "garden.sheet")).sheet
    own = Label("garden", sheet.fingerprint, "a", players=2, seat=1)
    return pypdfium2.PdfDocument(draw_pages(sheet, [own]))[0]


def test_a_sheet_between_two_players_says_who_sits_where(label: Label) -> None:
    of_two = msgspec.structs.replace(label, sheet="battle", seat=3)
    page = pypdfium2.PdfDocument(draw_pages(load_sheet("battle"), [of_two]))[0]
    words = page.get_textpage().get_text_range()
    assert "Seat 3 near, seat 1 far, of 3" in words and "near side" in words


def test_fiducials_are_the_markers_of_aruco(sheet: Sheet, label: Label) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, rows in enumerate(MARKERS):
        bits = cv2.aruco.generateImageMarker(dictionary, number, 6)[1:5, 1:5] > 0
        assert rows == tuple("".join(str(int(bit)) for bit in row) for row in bits)
    page = np.pad(blank_page(sheet, label, SCALE), 40, constant_values=255)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(page)
    found = {int(number): corner[0][0] for number, corner in zip(numbers.ravel(), corners, strict=True)}
    assert len(found) == len(FIDUCIALS)
    for fiducial in FIDUCIALS:
        x, y = found[fiducial.id]
        assert x == pytest.approx(fiducial.at.x * SCALE + 40, abs=1.5)
        assert y == pytest.approx(fiducial.at.y * SCALE + 40, abs=1.5)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=64))
@settings(max_examples=12, deadline=None)
def test_any_seed_can_be_printed_and_read(sheet: Sheet, label: Label, seed: str) -> None:
    label = msgspec.structs.replace(label, seed=seed)
    scale = 16
    page = blank_page(sheet, label, scale)
    rect = LABEL_CODE.grown(1)
    code_area = page[0 : round(rect.bottom * scale), round(rect.x * scale) : round(rect.right * scale)]
    (code,) = zxingcpp.read_barcodes(np.ascontiguousarray(code_area), formats=DATA_MATRIX)
    assert decode_label(code.bytes) == label


def test_furniture_keeps_clear_of_the_code_and_of_the_frame_edges(sheet: Sheet, label: Label) -> None:
    for seed in ("x", "W" * 64):
        page = blank_page(sheet, msgspec.structs.replace(label, seed=seed), SCALE)
        left, right = round(165.5 * SCALE), round((LABEL_CODE.x + 0.3) * SCALE)
        assert (page[: round(LABEL_CODE.bottom * SCALE), left:right] == 255).all()
        text = page[
            round((LABEL_TEXT.y - 0.1) * SCALE) :,
            round(LABEL_TEXT.right * SCALE) + 2 : round(188 * SCALE) - 1,
        ]
        assert (text == 255).all()


def test_mission_cards_of_the_label_are_drawn(sheet: Sheet, label: Label) -> None:
    first = blank_page(sheet, label, SCALE)
    other = blank_page(sheet, msgspec.structs.replace(label, missions=("A2", "B2", "C1")), SCALE)
    place = next(place.rect for place in sheet.mission_places if place.letter == "A")
    area = np.s_[
        round(place.y * SCALE) : round(place.bottom * SCALE),
        round(place.x * SCALE) : round(place.right * SCALE),
    ]
    assert (first[area] != other[area]).any()


def test_what_cannot_be_printed_is_named(sheet: Sheet, label: Label) -> None:
    with pytest.raises(InputError, match="no page 2"):
        draw_pages(sheet, [msgspec.structs.replace(label, page=2)])
    with pytest.raises(InputError, match="no mission 'Z9'"):
        draw_pages(sheet, [msgspec.structs.replace(label, missions=("Z9",))])
    odd = msgspec.structs.replace(sheet, shapes=(Text(Point(20, 30), "x", 8, colour="mauve"),))
    with pytest.raises(InputError, match="mauve"):
        draw_blank(odd, Paper("frame", FRAME.w, FRAME.h))
    with pytest.raises(InputError, match="px per mm"):
        blank_page(sheet, label, 0)


def test_blank_page_is_the_frame_in_grey_and_shared(sheet: Sheet, label: Label) -> None:
    page = blank_page(sheet, label, 7.5)
    assert page.dtype == np.uint8
    assert page.shape == (round(FRAME.h * 7.5), round(FRAME.w * 7.5))
    assert blank_page(sheet, label, 7.5) is page
    with pytest.raises(ValueError, match="read-only"):
        page[0, 0] = 0


@pytest.mark.parametrize("font", FONT_FILES)
def test_fonts_have_tabular_digits_and_the_letters_of_europe(font: str) -> None:
    widths = load_font(font).face.charWidths
    assert len({widths[ord(digit)] for digit in "0123456789"}) == 1
    for letters in ("ěščřžýáíéůúťďňĚŠČŘŽ", "ąęłńśźżőűğışßæøåñçœ", "αβγδεζηθΩ", "абвгджийщэюяїєґ"):
        assert printable(letters, font) == letters


def test_a_character_without_glyph_is_replaced_visibly() -> None:
    assert printable("a\N{CJK UNIFIED IDEOGRAPH-6F22}\n\N{MINUS SIGN}1") == f"a{REPLACEMENT}{REPLACEMENT}–1"


def test_words_are_wrapped_to_the_width() -> None:
    words = "Fill both astronaut floors and the water floor."
    lines = wrapped(words, 8, 25)
    assert " ".join(lines) == words
    assert len(lines) > 1
    assert all(text_width(line, 8) <= 25 for line in lines)


def test_print_under_ink_is_mid_grey_or_lighter() -> None:
    assert luminance("ink") == 0
    under_ink = set(PALETTE) - {"ink", "dark", "pen"}
    assert all(luminance(colour) > 0.49 for colour in under_ink)


def test_tints_of_the_actions_differ_in_grey() -> None:
    tints = sorted(
        luminance(name) for name in ("robot", "energy", "plant", "water", "astronaut", "planning", "wild")
    )
    assert min(b - a for a, b in pairwise(tints)) > 0.02
    assert tints[0] > 0.75
