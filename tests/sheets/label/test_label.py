"""The label of a page survives its code and its line of words; what is foreign or damaged is refused."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.sheets.label._confusables import _exchanged
from fairsheet.sheets.label.label import FORMATS, SHEET_NAME, Label, decode_label, encode_label, label_modules
from fairsheet.sheets.label.label_text import _MOST_WORK, NO_CARDS, label_text, parse_label_text
from fairsheet.sheets.support.errors import FairsheetError

LABEL = Label("launch", "3f9a01bc", "coral-otter-42", players=3, seat=1, missions=("A1", "B2", "C1"))
SEEDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=64)
DATA_MATRIX = zxingcpp.BarcodeFormats(zxingcpp.DataMatrix)
NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=10)  # of tables
LABELS = st.builds(
    Label,
    sheet=st.from_regex(SHEET_NAME, fullmatch=True),
    layout=st.binary(min_size=4, max_size=4).map(bytes.hex),
    seed=st.none() | SEEDS,
    players=st.integers(1, 8),
    seat=st.integers(0, 8),
    solo=st.none() | st.integers(1, 8),
    missions=st.lists(st.from_regex(r"[A-C][1-4]", fullmatch=True), max_size=3).map(tuple),
    page=st.integers(1, 9),
    table=st.none() | NAMES,
    options=st.lists(
        st.from_regex(r"[a-d]{1,4}(\.[a-d]{1,4})?=[a-d0-9]{1,4}", fullmatch=True), max_size=3
    ).map(tuple),
)


@given(LABELS)
def test_code_says_the_whole_label(label: Label) -> None:
    assert decode_label(encode_label(label)) == label


@given(LABELS)
@settings(max_examples=50)
def test_words_say_the_whole_label(label: Label) -> None:
    assert parse_label_text(label_text(label)) == label


@pytest.mark.parametrize(
    "seed",
    ["a", "coral-otter-42", "Žluťoučký kůň", "x" * 64, "\N{CJK UNIFIED IDEOGRAPH-6F22}" * 64, "\0\n\t"],
)
def test_printed_code_is_read_back(seed: str) -> None:
    label = msgspec.structs.replace(LABEL, seed=seed)
    rows = label_modules(label)
    assert len(rows) == len(rows[0]), "the code is square"
    light = np.array([[module == "0" for module in row] for row in rows], dtype=np.uint8) * 255
    picture = np.pad(np.kron(light, np.ones((4, 4), dtype=np.uint8)), 16, constant_values=255)
    (code,) = zxingcpp.read_barcodes(picture, formats=DATA_MATRIX)
    assert decode_label(code.bytes) == label


def test_code_of_an_ordinary_game_keeps_large_modules() -> None:
    assert len(label_modules(LABEL)) <= 26


@given(st.integers(0, 8 * len(encode_label(LABEL)) - 1))
def test_a_flipped_bit_is_noticed(bit: int) -> None:
    data = bytearray(encode_label(LABEL))
    data[bit // 8] ^= 1 << bit % 8
    with pytest.raises(FairsheetError):
        decode_label(bytes(data))


@given(st.binary(max_size=60))
def test_foreign_codes_are_refused(data: bytes) -> None:
    with pytest.raises(FairsheetError):
        decode_label(data)


def test_a_later_format_asks_for_a_later_release() -> None:
    data = bytearray(encode_label(LABEL))
    data[1] = FORMATS[-1] + 1
    with pytest.raises(FairsheetError, match="later one"):
        decode_label(bytes(data))
    line = label_text(LABEL).replace("fairsheet 1", f"fairsheet {FORMATS[-1] + 1}")
    with pytest.raises(FairsheetError, match="later one"):
        parse_label_text(line)


def test_numbers_beyond_four_bits_are_refused() -> None:
    with pytest.raises(FairsheetError, match="up to 15"):
        encode_label(msgspec.structs.replace(LABEL, seat=16))


def test_a_seed_that_is_no_unicode_cannot_be_printed() -> None:
    with pytest.raises(FairsheetError, match="label"):
        encode_label(msgspec.structs.replace(LABEL, seed="\udc80"))


# The first release printed this; it must stay readable for ever.
LINE = "fairsheet 1 launch 3f9a01bc seat 1 of 3 page 1 missions A1+B2+C1 seed coral-otter-42 check 97KAKFHR"
CODE = "f501eaa63f9a01bc31106c61756e636800413120423220433100636f72616c2d6f747465722d3432"
NAMED_LINE = (
    "fairsheet 2 launch 3f9a01bc seat 1 of 3 page 1 missions A1+B2+C1 table Club%207 seed coral-otter-42 "
    "check RENX33RC"
)
NAMED_CODE = "f50227123f9a01bc31106c61756e636800413120423220433100436c7562203700636f72616c2d6f747465722d3432"
OWN_CARDS_LINE = "fairsheet 1 launch 3f9a01bc seat 1 of 3 page 1 missions A1+B2+C1 own cards check 4AEEPEE4"


def test_formats_do_not_change() -> None:
    assert label_text(LABEL) == LINE
    assert encode_label(LABEL).hex() == CODE


def test_a_label_with_the_name_of_a_table_has_a_format_of_its_own() -> None:
    """The test vector of docs/reference/label.md."""
    named = msgspec.structs.replace(LABEL, table="Club 7")
    assert label_text(named) == NAMED_LINE
    assert encode_label(named).hex() == NAMED_CODE


def test_physical_cards_were_called_own_cards() -> None:
    physical = msgspec.structs.replace(LABEL, seed=None)
    assert "physical cards check" in label_text(physical)
    line = label_text(physical, NO_CARDS)
    assert "no cards check" in line and parse_label_text(line) == physical
    assert parse_label_text(OWN_CARDS_LINE) == physical
    assert parse_label_text(OWN_CARDS_LINE.replace("own cards", "0wncards")) == physical


@pytest.mark.parametrize(
    "table", ["Seeds", "5eed", "physical cards", "own cards", "the table", "Schneckenstein", "Café Seeds"]
)
@pytest.mark.parametrize("seed", [None, "seed table seed", "physical cards"])
def test_the_name_of_a_table_may_hold_the_words_of_the_line(table: str, seed: str | None) -> None:
    label = msgspec.structs.replace(LABEL, table=table, seed=seed)
    assert parse_label_text(label_text(label)) == label


@pytest.mark.parametrize(
    "missions",
    [("A-seedling",), ("A1", "table1"), ("A1", "B-seed-2"), ("A-5eed", "B-Tab1e"), ("Aécards-seed",)],
)
@pytest.mark.parametrize("table", [None, "seed table"])
@pytest.mark.parametrize("seed", [None, "seed table seed"])
def test_missions_may_hold_the_words_of_the_line(
    missions: tuple[str, ...], table: str | None, seed: str | None
) -> None:
    label = msgspec.structs.replace(LABEL, missions=missions, table=table, seed=seed)
    assert parse_label_text(label_text(label)) == label


def test_a_name_that_would_make_the_code_too_fine_is_refused() -> None:
    longest = msgspec.structs.replace(LABEL, seed="x" * 64, table="y" * 40)
    assert len(label_modules(longest)) <= 52 and decode_label(encode_label(longest)) == longest
    with pytest.raises(FairsheetError, match="shorten the name of the table, or the seed"):
        encode_label(msgspec.structs.replace(longest, table="\N{SNOWMAN}" * 40))


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("", ""),
        ("coral", "cora1"),
        ("coral", "c0ral"),
        ("3f9a01bc", "3f9aO1bc"),
        ("3f9a01bc", "3f9aOlbc"),
        ("missions", "rnissions"),
        ("launch", "1aunch"),
        ("seat 1", "seat I"),
        ("coral-otter-42", "coral- otter -42"),
        (" ", ""),
        ("fairsheet", "some words before fairsheet"),
        ("97KAKFHR", "97kAKFHR after"),
        ("97KAKFHR", "97KAKFHB"),
        ("-", "_"),
    ],
)
def test_confusables_are_corrected(printed: str, read: str) -> None:
    assert parse_label_text(LINE.replace(printed, read) if printed else LINE) == LABEL


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("coral", "floral"),
        ("seat 1", "seat 2"),
        ("of 3", "of 4"),
        ("A1", "A2"),
        ("97KAKFHR", "97KAKFTT"),
        ("seed", ""),
    ],
)
def test_what_the_check_code_does_not_prove_is_refused(printed: str, read: str) -> None:
    with pytest.raises(FairsheetError):
        parse_label_text(LINE.replace(printed, read))


@pytest.mark.parametrize("seed", ["\N{HONEYBEE}" * 64, "0O1l5S" * 10])
def test_the_longest_seeds_are_read(seed: str) -> None:
    label = msgspec.structs.replace(LABEL, seed=seed)
    assert parse_label_text(label_text(label)) == label


@pytest.mark.parametrize("text", ["0O1l5S" * 130, "x" * 20_000, LINE[:-14] * 6])
def test_long_texts_are_refused(text: str) -> None:
    with pytest.raises(FairsheetError):
        parse_label_text(f"{LINE[:46]} seed {text} check 97KAKFHR")


@pytest.mark.parametrize(
    ("seed", "characters"),
    [
        ("0O1l" * 12, _MOST_WORK),
        ("0O1l" * 190, _MOST_WORK),
        ("ii" * 300, _MOST_WORK),
        ("0O1l" * 12 + "\u0130", 1),  # it has no look-alike in any line: only the format is read
        ("0O1l" * 12 + "\N{REPLACEMENT CHARACTER}" + "clrnvv" * 20, 1),
    ],
)
def test_the_work_for_a_damaged_line_is_bounded(
    monkeypatch: pytest.MonkeyPatch, seed: str, characters: int
) -> None:
    tried: list[int] = []
    monkeypatch.setattr("fairsheet.sheets.label._confusables._exchanged", _counting(tried))
    with pytest.raises(FairsheetError, match="damaged"):
        parse_label_text(f"{LINE[:46]} seed {seed} check 97KAKFHR")
    assert sum(tried) <= characters


def _counting(tried: list[int]) -> Callable[..., object]:
    def exchanged(plain: Sequence[Sequence[str]], chosen: Sequence[Any]) -> object:
        tried.append(sum(map(len, plain)))
        return _exchanged(plain, chosen)

    return exchanged


@given(st.text(max_size=200))
def test_other_text_is_no_label(text: str) -> None:
    with pytest.raises(FairsheetError):
        parse_label_text(text)
