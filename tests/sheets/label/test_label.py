"""The label of a page survives its code and its line of words; foreign or damaged labels are refused."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.sheets.label._confusables import _exchange
from fairsheet.sheets.label.label import (
    FORMAT,
    PRINT_ID,
    SHEET_NAME,
    Label,
    copy_modules,
    decode_code,
    decode_label,
    encode_label,
    label_modules,
)
from fairsheet.sheets.label.label_text import _MOST_WORK, NO_CARDS, label_text, parse_label_text
from fairsheet.sheets.support.errors import FairsheetError

LABEL = Label(
    "launch", "3f9a01bc", "coral-otter-42", players=3, seat=1, missions=("A1", "B2", "C1"), print_id="k7m2qx"
)
ROOT = Path(__file__).parents[3]
SEEDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=64)
DATA_MATRIX = zxingcpp.BarcodeFormats(zxingcpp.DataMatrix)
# tables and players
NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=10)
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
    print_id=st.none() | st.from_regex(PRINT_ID, fullmatch=True).filter(lambda id_: id_ != "-"),
    player=st.just("") | NAMES,
    ink_saving=st.booleans(),
    language=st.sampled_from(["en", "cs", "de", "pt"]),
)


@given(LABELS)
def test_the_code_has_the_whole_label(label: Label) -> None:
    assert decode_label(encode_label(label)) == label


@given(LABELS)
@settings(max_examples=25)
def test_the_words_have_the_label_except_the_player(label: Label) -> None:
    assert parse_label_text(label_text(label)) == msgspec.structs.replace(label, player="")


@pytest.mark.parametrize(
    "seed",
    [
        "a",
        "coral-otter-42",
        "¡¡",
        "Jiří a Günther",
        "Žluťoučký kůň",
        "x" * 64,
        "\N{CJK UNIFIED IDEOGRAPH-6F22}" * 64,
    ],
)
def test_printed_code_is_read_back(seed: str) -> None:
    label = msgspec.structs.replace(LABEL, seed=seed)
    rows = label_modules(label)
    assert len(rows) == len(rows[0]), "the code is square"
    light = np.array([[module == "0" for module in row] for row in rows], dtype=np.uint8) * 255
    picture = np.pad(np.kron(light, np.ones((4, 4), dtype=np.uint8)), 16, constant_values=255)
    (code,) = zxingcpp.read_barcodes(picture, formats=DATA_MATRIX)
    assert decode_code(code.text, code.bytes) == label


def test_code_of_an_ordinary_game_keeps_large_modules() -> None:
    assert len(label_modules(LABEL)) <= 26


def test_a_printed_name_does_not_change_the_copy() -> None:
    named = msgspec.structs.replace(LABEL, player="Ji\u0159\u00ed Kov\u00e1\u0159")
    assert copy_modules(named) == copy_modules(LABEL)
    assert decode_label(encode_label(named)) == named


@given(st.integers(0, len(encode_label(LABEL)) - 1), st.characters(codec="ascii"))
def test_a_changed_character_is_noticed(place: int, other: str) -> None:
    text = encode_label(LABEL)
    changed = text[:place] + other + text[place + 1 :]
    if changed != text:
        with pytest.raises(FairsheetError):
            decode_label(changed)


@given(st.text(max_size=60) | st.from_regex(r"f1[0-9a-z]{13}.{0,40}", fullmatch=True))
def test_foreign_codes_are_refused(text: str) -> None:
    with pytest.raises(FairsheetError):
        decode_label(text)


def test_a_later_format_asks_for_a_later_release() -> None:
    with pytest.raises(FairsheetError, match="later one"):
        decode_label(f"f{FORMAT + 1}{encode_label(LABEL)[2:]}")
    line = label_text(LABEL).replace("fairsheet 1", f"fairsheet {FORMAT + 1}")
    with pytest.raises(FairsheetError, match="later one"):
        parse_label_text(line)


def test_numbers_beyond_four_bits_are_refused() -> None:
    with pytest.raises(FairsheetError, match="up to 15"):
        encode_label(msgspec.structs.replace(LABEL, seat=16))


def test_a_seed_that_is_not_unicode_cannot_be_printed() -> None:
    with pytest.raises(FairsheetError, match="label"):
        encode_label(msgspec.structs.replace(LABEL, seed="\udc80"))


# the test vectors of docs/interfaces/label.md
LINE = label_text(LABEL)
START = LINE[: LINE.index(" missions")]
VECTORS = [
    (LABEL, "f10r21zk80vrc8glaunch k7m2qx A1 B2 C1\ncoral-otter-42", "TKP9NFHR"),
    (
        msgspec.structs.replace(LABEL, table="Club 7", player="Ada"),
        "f14zz1zk80vrc8glaunch k7m2qx A1 B2 C1\ncoral-otter-42\ntClub 7\npAda",
        "TTAHETCT",
    ),
    (
        Label("ares-coop", "3f9a01bc", None, 2, 0, table="Club 7", options=("mode=coop",), print_id="k7m2qx"),
        "f1ahy9zk80vr80gares-coop k7m2qx\n\nomode=coop\ntClub 7",
        "F97XE49R",
    ),
    (
        msgspec.structs.replace(LABEL, ink_saving=True),
        "f1dc89zk80vrc8glaunch k7m2qx A1 B2 C1\ncoral-otter-42\ni",
        "9AHPPMT7",
    ),
    (
        msgspec.structs.replace(LABEL, language="cs"),
        "f171fszk80vrc8glaunch k7m2qx A1 B2 C1\ncoral-otter-42\nlcs",
        "MF4EX79C",
    ),
]


@pytest.mark.parametrize(("label", "code", "check"), VECTORS)
def test_the_format_does_not_change(label: Label, code: str, check: str) -> None:
    page = (ROOT / "docs/interfaces/label.md").read_text(encoding="utf-8")
    assert encode_label(label) == code and code.replace("\n", "\n    ") in page
    assert label_text(label).endswith(f" check {check}") and label_text(label) in page


def test_a_game_without_a_seed_names_its_cards() -> None:
    physical = msgspec.structs.replace(LABEL, seed=None)
    assert "physical cards check" in label_text(physical)
    line = label_text(physical, NO_CARDS)
    assert "no cards check" in line and parse_label_text(line) == physical


@pytest.mark.parametrize(
    "table", ["Seeds", "5eed", "physical cards", "no cards", "the table", "Schneckenstein", "Café Seeds"]
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


def test_names_that_make_the_code_too_fine_are_refused() -> None:
    longest = msgspec.structs.replace(LABEL, seed="x" * 64, table="y" * 40)
    assert len(label_modules(longest)) <= 52 and decode_label(encode_label(longest)) == longest
    with pytest.raises(FairsheetError, match="shorten the name of the table or player, or the seed"):
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
        ("TKP9NFHR", "TKP9NFHr after"),
        ("TKP9NFHR", "TKP9NFHB"),
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
        ("TKP9NFHR", "TKP9NFTT"),
        ("seed", ""),
    ],
)
def test_lines_with_a_wrong_check_code_are_refused(printed: str, read: str) -> None:
    with pytest.raises(FairsheetError):
        parse_label_text(LINE.replace(printed, read))


@pytest.mark.parametrize("seed", ["\N{HONEYBEE}" * 64, "0O1l5S" * 10])
def test_the_longest_seeds_are_read(seed: str) -> None:
    label = msgspec.structs.replace(LABEL, seed=seed)
    assert parse_label_text(label_text(label)) == label


@pytest.mark.parametrize("text", ["0O1l5S" * 130, "x" * 20_000, LINE[:-15] * 6])
def test_long_texts_are_refused(text: str) -> None:
    with pytest.raises(FairsheetError):
        parse_label_text(f"{START} seed {text} check TKP9NFHR")


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
def test_a_damaged_line_has_bounded_work(monkeypatch: pytest.MonkeyPatch, seed: str, characters: int) -> None:
    tried: list[int] = []
    monkeypatch.setattr("fairsheet.sheets.label._confusables._exchange", _counting(tried))
    with pytest.raises(FairsheetError, match="damaged"):
        parse_label_text(f"{START} seed {seed} check TKP9NFHR")
    assert sum(tried) <= characters


def _counting(tried: list[int]) -> Callable[..., object]:
    def exchanged(plain: Sequence[Sequence[str]], chosen: Sequence[Any]) -> object:
        tried.append(sum(map(len, plain)))
        return _exchange(plain, chosen)

    return exchanged


@given(st.text(max_size=200))
def test_other_text_is_not_a_label(text: str) -> None:
    with pytest.raises(FairsheetError):
        parse_label_text(text)
