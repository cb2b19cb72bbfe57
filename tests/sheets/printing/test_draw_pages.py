"""The print: the same bytes for the same input, ArUco fiducials, a readable code, and any seed."""

import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pypdfium2
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.palette import PALETTE, luminance
from fairsheet.sheets.drawing.typeface import (
    FONT_FILES,
    MM_PER_POINT,
    REPLACEMENT,
    load_font,
    printable,
    text_width,
    wrapped,
)
from fairsheet.sheets.label.fiducials import MARKERS
from fairsheet.sheets.label.label import Label, decode_code
from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.templates import RELEASED, load_sheet, sheet_names
from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.drawn_shapes import Text
from fairsheet.sheets.model.geometry import Point
from fairsheet.sheets.model.page_geometry import (
    FIDUCIALS,
    FOOTER,
    FRAME,
    LABEL_CODE,
    LABEL_TEXT,
    PAPERS,
    Paper,
)
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.printing.draw_pages import draw_blank, draw_pages, draw_unlabelled
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.classify.areas import areas_of
from fairsheet.vision.printed.raster import blank_page, printed_page, render_page

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


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, ["Launch", "coral-otter-42", "Seat 1 of 3", "Unofficial companion sheet", "check", "How"]),
        ({"solo": 8, "players": 1}, ["Solo, level 8"]),
        ({"seat": 2, "missions": ()}, ["Seat 2 of 3", "How"]),
        ({"options": ("mode=coop",)}, ["Seat 1 of 3, mode coop"]),
        # long ones are on separate lines
        ({"options": ("events.green=9", "events.orange=3", "events.red=8")},
         ["events green 9, events orange 3,\r\nevents red 8"]),
        ({"sheet": "battle", "seat": 3}, ["Seat 3 near, seat 1 far, of 3", "near side"]),
    ],
)  # fmt: skip
def test_the_page_names_its_player(label: Label, change: dict[str, Any], words: list[str]) -> None:
    label = msgspec.structs.replace(label, **change)
    page = pypdfium2.PdfDocument(draw_pages(load_sheet(label.sheet), [label]))[0]
    text = page.get_textpage().get_text_range()
    assert all(each in text for each in words)


NUMBER, MISTAKE = {"number", "X"}, {"Wrong number?"}
RINGS, LINE = {"circle", "cross"}, {"over the faint line"}
STRUCK = {"Struck: scribble the slot black and leave its tab empty."}
WITHOUT_LINE, WITH_LINE = {"A circle or cross scribbled"}, {"A circle, cross or line scribbled"}
SCENARIO = NUMBER | RINGS | {"digits"} | MISTAKE
CROSS_ONLY = {"cross", "digits", "A cross scribbled"}
CIRCLE_OR_CROSS = RINGS | {"digits"} | WITHOUT_LINE
EXPLAINED = {
    "ares-coop": {"one is your sign", "cross", "digits"},
    **dict.fromkeys(("ares-record", "ares-solo"), CROSS_ONLY),
    "battle": {"one is your sign", "digits", "A sign, circle or cross scribbled"} | RINGS,
    **dict.fromkeys(("colony", "dome", "escape", "journey"), SCENARIO | LINE | WITH_LINE),
    "launch": SCENARIO | {"fill in"} | WITHOUT_LINE,
    "mine": SCENARIO | WITHOUT_LINE,
    "gaia-automa": {"circle", "digits", "A circle scribbled"},
    "gaia-record": {"one is your sign", "circle", "digits", "A sign or circle scribbled"},
    "gaia-setup": {"one is your sign", "digits", "A sign scribbled"},
    **dict.fromkeys(("planet-record", "pulsar-final", "pulsar-ledger"), CIRCLE_OR_CROSS),
    "pulsar-table": {"circle", "digits", "A circle scribbled"},
    "virus": SCENARIO | LINE | STRUCK | WITH_LINE,
}
CAPTIONS = set().union(*EXPLAINED.values()) | {
    "How to write", "your sign", "A cross scribbled", "A line scribbled", "A sign scribbled",
    "A sign, circle, cross or line scribbled",
}  # fmt: skip
FOOT = re.compile("|".join(re.escape(caption) for caption in sorted(CAPTIONS, key=len, reverse=True)))


@pytest.mark.parametrize("name", sheet_names())
def test_the_foot_explains_what_the_sheet_accepts(name: str) -> None:
    page = page_of(load_sheet(name))
    assert explained_on(page) == EXPLAINED[name] | {"How to write"}


SLOTS, SIGNS = "slot a at: 20, 20", "sign s at: 60, 20 size: 10"
ICONS = "icon i plant at: 40, 20 size: 8 accepts: circled, crossed"
FILLED = "icon k plant at: 40, 40 size: 8 accepts: filled"
LINK, BOX = "link l from: (80, 20) to: (90, 20)", "box b to: 19 at: 100, 20"
STRUCK_SLOTS = "slot a accepts: 1..5, X, struck at: 20, 20"
ALL_MARKS = "\n".join((STRUCK_SLOTS, SIGNS, ICONS, FILLED, LINK, BOX))


@pytest.mark.parametrize(
    ("fields", "explained"),
    [
        ("writing w w: 40 h: 8 at: 20, 20", set()),
        (BOX, {"digits"}),
        (SLOTS, NUMBER | MISTAKE),
        ("slot a accepts: X correction-box: 0 at: 20, 20", {"X"}),
        (STRUCK_SLOTS, NUMBER | STRUCK | MISTAKE),
        ("icon i plant at: 20, 20 size: 8", {"cross", "A cross scribbled"}),
        (ICONS, RINGS | WITHOUT_LINE),
        (FILLED, {"fill in"}),
        (LINK, LINE | {"A line scribbled"}),
        (f"{LINK} printed: drawn", set()),
        (f"{ICONS}\n{LINK}", RINGS | LINE | WITH_LINE),
        (SIGNS, {"one is your sign", "A sign scribbled"}),
        (f"{SIGNS} accepts: cross", {"your sign", "A sign scribbled"}),
    ],
)
def test_a_designers_sheet_explains_the_marks_it_uses(fields: str, explained: set[str]) -> None:
    page = page_of(own_of(fields))
    assert explained_on(page) == (explained | {"How to write"} if explained else set())
    words = words_of(page)
    assert "Printed with fairsheet." in words and "companion" not in words


def test_the_foot_shows_the_icons_of_a_custom_sheet() -> None:
    """The first icon that accepts a mark shows how to make it."""
    lines = "icon i {} at: 40, 20 size: 8\nicon k {} at: 40, 40 size: 8 accepts: filled"

    def foot_of(crossed: str, filled: str) -> np.ndarray:
        page = page_of(own_of(lines.format(crossed, filled)))
        top, bottom = (round((PAPERS["a4"].offset.y + y) / MM_PER_POINT) for y in (FOOTER.y, LABEL_TEXT.y))
        return np.asarray(page.render(scale=1).to_pil().convert("L"))[top:bottom]

    usual = foot_of("sabotage", "arrow")
    assert (foot_of("heart", "arrow") != usual).any() and (foot_of("sabotage", "key") != usual).any()
    assert (foot_of("heart", "arrow") != foot_of("sabotage", "key")).any()


def test_the_foot_explains_marks_in_the_sheets_words() -> None:
    words = 'mark crossed text: "harvested"\nmark circle text: "mine"\nmark circled text: "a bee saw it"'
    shown = words_of(page_of(own_of(f"{ICONS}\n{SIGNS}\n{words}")))
    assert all(each in shown for each in ("harvested", "mine", "a bee saw it", "triangle"))
    assert "your sign" not in shown
    too_long = f'{ICONS}\nmark crossed text: "{"harvested " * 12}"'
    assert explained_on(page_of(own_of(too_long))) == RINGS | WITHOUT_LINE | {"How to write"}


def test_names_are_printed_on_sheets_without_a_name_box() -> None:
    named = place(parse(f'sheet garden "Y"\n{SLOTS}', "garden.sheet")).sheet
    nameless = place(parse(f'sheet garden "Y" name: no\n{SLOTS}', "garden.sheet")).sheet
    assert named.fingerprint != nameless.fingerprint and set(named.field) - set(nameless.field) == {"player"}
    label = Label("garden", nameless.fingerprint, None, players=2, seat=1, player="Ada")
    words = words_of(pypdfium2.PdfDocument(draw_pages(nameless, [label]))[0])
    assert "Ada" in words and "Name" not in words


def test_captions_without_room_at_the_foot_are_left_out() -> None:
    page = page_of(own_of(ALL_MARKS))
    shown = NUMBER | {"one is your sign", "fill in"} | RINGS | LINE | STRUCK | MISTAKE
    assert explained_on(page) == shown | {"How to write"}


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("name", [*sheet_names(), "all marks"])
def test_captions_at_the_foot_do_not_overlap(name: str, paper: Paper) -> None:
    sheet = own_of(ALL_MARKS) if name == "all marks" else load_sheet(name)
    texts = page_of(sheet, paper).get_textpage()
    high = (paper.height - paper.offset.y - FOOTER.y) / MM_PER_POINT
    lines = [texts.get_rect(k) for k in range(texts.count_rects())]
    at_foot = [line for line in lines if line[3] < high]
    assert len(at_foot) > 5
    for left, bottom, right, _ in at_foot:
        assert left * MM_PER_POINT - paper.offset.x >= FOOTER.x - 0.1
        assert right * MM_PER_POINT - paper.offset.x <= FOOTER.right
        assert bottom * MM_PER_POINT >= paper.height - paper.offset.y - FOOTER.bottom
    for one, other in combinations(at_foot, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


@pytest.mark.parametrize("fields", [ALL_MARKS, f"{ICONS}\n{SLOTS}\n{BOX}"], ids=["all marks", "some"])
def test_words_of_a_half_page_are_legible_and_separate(fields: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[float] = []
    text = Canvas.text

    def noted(canvas: Canvas, at: Point, words: Any, size: float, *rest: Any, **named: Any) -> None:
        sizes.extend([size] if words else [])
        text(canvas, at, words, size, *rest, **named)

    monkeypatch.setattr(Canvas, "text", noted)
    sheet = place(parse(f'sheet garden "Gypsy" paper: a5\n{fields}', "garden.sheet")).sheet
    texts = page_of(sheet).get_textpage()
    assert min(sizes) * sheet.scale > 5.99
    lines = [texts.get_rect(k) for k in range(texts.count_rects())]
    half = PAPERS["a4"].half
    assert max(line[2] for line in lines) * MM_PER_POINT < half.width - half.offset.x
    for one, other in combinations(lines, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


@pytest.mark.parametrize("path", sorted(RELEASED.glob("*.json.gz")), ids=lambda path: path.name[:-8])
def test_no_field_is_read_where_the_foot_is_printed(path: Path) -> None:
    name, fingerprint = path.name.removesuffix(".json.gz").rsplit("-", 1)
    for field in BUNDLED.sheet(name, fingerprint).fields:
        for area in areas_of(field):
            reach = max(area.h, area.w) if area.turn % 180 else area.h
            assert area.y + reach * (0.5 + area.margin) < FOOTER.y, field.id


def explained_on(page: pypdfium2.PdfPage) -> set[str]:
    """Return the captions at the foot of a page, the longer ones by their beginning."""
    width, height = page.get_size()
    high, low = (height - (PAPERS["a4"].offset.y + y) / MM_PER_POINT for y in (FOOTER.y, LABEL_TEXT.y))
    words = " ".join(page.get_textpage().get_text_bounded(0, low, width, high).split())
    return set(FOOT.findall(words))


def words_of(page: pypdfium2.PdfPage) -> str:
    return " ".join(page.get_textpage().get_text_range().split())


def own_of(fields: str) -> Sheet:
    """Return a small custom sheet."""
    return place(parse(f'sheet garden "Y"\n{fields}', "garden.sheet")).sheet


def page_of(sheet: Sheet, paper: Paper = PAPERS["a4"]) -> pypdfium2.PdfPage:
    label = Label(sheet.name, sheet.fingerprint, "a", players=2, seat=1)
    return pypdfium2.PdfDocument(draw_pages(sheet, [label], paper))[0]


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


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=64))
@settings(max_examples=6, deadline=None)
def test_any_seed_can_be_printed_and_read(sheet: Sheet, label: Label, seed: str) -> None:
    label = msgspec.structs.replace(label, seed=seed)
    scale = 16
    page = blank_page(sheet, label, scale)
    rect = LABEL_CODE.grown(1)
    code_area = page[0 : round(rect.bottom * scale), round(rect.x * scale) : round(rect.right * scale)]
    (code,) = zxingcpp.read_barcodes(np.ascontiguousarray(code_area), formats=DATA_MATRIX)
    assert decode_code(code.text, code.bytes) == label


def test_header_and_footer_avoid_the_code_and_the_edges(sheet: Sheet, label: Label) -> None:
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
    with pytest.raises(FairsheetError, match="no page 2"):
        draw_pages(sheet, [msgspec.structs.replace(label, page=2)])
    with pytest.raises(FairsheetError, match="no mission 'Z9'"):
        draw_pages(sheet, [msgspec.structs.replace(label, missions=("Z9",))])
    odd = msgspec.structs.replace(sheet, shapes=(Text(Point(20, 30), "x", 8, colour="mauve"),))
    with pytest.raises(FairsheetError, match="mauve"):
        draw_blank(odd, Paper("frame", FRAME.w, FRAME.h))
    with pytest.raises(FairsheetError, match="px per mm"):
        blank_page(sheet, label, 0)


def test_blank_page_is_the_frame_in_grey(sheet: Sheet, label: Label) -> None:
    page = blank_page(sheet, label, 7.5)
    assert page.dtype == np.uint8
    assert page.shape == (round(FRAME.h * 7.5), round(FRAME.w * 7.5))


@pytest.mark.parametrize("name", [name for name in sheet_names() if load_sheet(name).missions])
def test_composed_pages_equal_drawn_ones(name: str) -> None:
    sheet, scale = load_sheet(name), 3
    by_letter = [[m.id for m in sheet.missions if m.letter == letter] for letter in "ABC"]
    first, last = (tuple(ids[k] for ids in by_letter) for k in (0, -1))
    for missions in (first, (first[0], last[1], first[2])):
        page = printed_page(sheet, 1, missions, scale)
        drawn = draw_unlabelled(sheet, 1, missions, Paper("frame", FRAME.w, FRAME.h))
        assert (page.gray == render_page(drawn, 0, page.gray.shape[1], page.gray.shape[0])).all()
        assert printed_page(sheet, 1, missions, scale) is page
    with pytest.raises(ValueError, match="read-only"):
        page.gray[0, 0] = 0
    with pytest.raises(FairsheetError, match="no mission 'Z9'"):
        printed_page(sheet, 1, ("Z9",), scale)


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


def test_colours_too_dark_under_ink_are_recognised() -> None:
    assert luminance("ink") == 0
    beside_ink = {"ink", "dark", "pen", "red", "green", "blue", "violet", "brown"}
    assert {colour for colour in PALETTE if luminance(colour) <= 0.49} == beside_ink


def test_tints_of_the_actions_differ_in_grey() -> None:
    tints = sorted(
        luminance(name) for name in ("robot", "energy", "plant", "water", "astronaut", "planning", "wild")
    )
    assert min(b - a for a, b in pairwise(tints)) > 0.02
    assert tints[0] > 0.75


DRAWN = """
sheet herd "The herd"
draw-place oceans at: 4, 2 w: 60 h: 8
panel at: 4, 20 w: 30 h: 9 drawn: oceans, money-4
  icon ocean drop size: 9
  text "money" at: 12, 2
"""


def test_only_components_that_a_seed_draws_are_printed() -> None:
    sheet = place(parse(DRAWN, "herd.sheet")).sheet
    label = Label("herd", sheet.fingerprint, "otter", 2, 1)
    words = {"oceans": (Text(Point(0, 4), "four coins", 9),)}

    def printed(*drawn: DrawnPrint) -> str:
        page = pypdfium2.PdfDocument(draw_pages(sheet, [label], drawn=dict(enumerate(drawn, 1))))[0]
        return str(page.get_textpage().get_text_range())

    assert "money" in printed()
    assert "four coins" not in printed()
    assert "money" in (there := printed(DrawnPrint({"oceans": ("money-4",)}, words)))
    assert "four coins" in there
    assert "money" not in printed(DrawnPrint({"oceans": ("cards",)}, words))
    assert "money" in printed(DrawnPrint({"players": ("3",)}, seeded=False))
    assert "money" not in printed(DrawnPrint({"oceans": ("cards",)}, seeded=False))


def test_a_drawn_part_needs_a_place_and_what_lies_there() -> None:
    with pytest.raises(TemplateError, match="drawn takes a place and a component"):
        place(parse('sheet herd "The herd"\npanel at: 4, 20 w: 30 h: 9 drawn: oceans\n', "herd.sheet"))
