from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.engine.records.ink import History, Ink, Turn
from fairsheet.engine.records.json_documents import LARGEST, parse_json
from fairsheet.engine.records.record import Record, Table, deal_of, read_record, write_history, write_record
from fairsheet.languages.messages import Message, packed, unpacked
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError

GOOD: dict[str, Any] = {
    "format": "fairsheet.record/2",
    "sheet": "launch",
    "layout": load_sheet("launch").fingerprint,
    "game": {
        "seed": "coral-otter-42",
        "players": 3,
        "solo": None,
        "missions": {"A": "A1", "B": "B2", "C": "C1"},
        "table": "Club 7",
        "print": "k7m2qx",
    },
    "seat": 1,
    "player": "Ada",
    "marks": {"floor-1.1": 3, "floor-1.2": "X", "error.1": "circled+crossed", "score.total": 65},
}

Change = Callable[[dict[str, Any]], object]


def read(document: Any) -> Record:
    _, record = read_record(json.dumps(document).encode(), "ada.json")
    return record


def changed(change: Change) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(GOOD))
    change(document)
    return document


def refused(data: bytes) -> str:
    with pytest.raises(FairsheetError) as error:
        read_record(data, "ada.json")
    message = str(error.value)
    assert "\n" not in message
    message.encode()
    assert error.value.hint
    assert len(message) < 400
    kept = unpacked(Message, packed(error.value.as_message()))  # as a batch stores it
    assert kept == error.value.as_message()
    return message


def test_record_of_the_contract_is_read() -> None:
    record = read(GOOD)
    missions = {"A": "A1", "B": "B2", "C": "C1"}
    assert record.game == Table("coral-otter-42", 3, None, missions, "Club 7", print="k7m2qx")
    assert (record.sheet, record.seat, record.player) == ("launch", 1, "Ada")
    assert record.marks == GOOD["marks"]
    dealt = deal_of(load_sheet("launch"), record)
    assert dealt is not None
    assert dealt.missions == record.game.missions


def test_files_with_a_byte_order_mark_are_read() -> None:
    _, record = read_record(b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), "ada.json")
    assert record == read(GOOD)


def test_record_of_the_former_format_has_the_newest_layout() -> None:
    former = {**GOOD, "format": "fairsheet.record/1", "game": {**GOOD["game"]}}
    del former["layout"], former["game"]["table"], former["game"]["print"]
    record = read(former)
    assert (record.layout, record.game.name) == (load_sheet("launch").fingerprint, None)
    document = json.loads(write_record(record))
    assert document == {**GOOD, "game": {**GOOD["game"], "table": None, "print": None}}


def test_optional_parts_may_be_left_out() -> None:
    record = read({**GOOD, "game": {"seed": None, "players": 2}, "player": "", "marks": {}})
    assert (record.game.solo, record.game.missions, record.game.name) == (None, None, None)
    assert read({key: value for key, value in GOOD.items() if key != "player"}).player == ""
    physical_cards = {"seed": None, "players": 6, "missions": {"A": "A2", "B": "B1", "C": "C2"}}
    assert read({**GOOD, "game": physical_cards}).game.missions == physical_cards["missions"]


FAULTS: list[tuple[Change, str, str]] = [
    (lambda d: d.update(format="fairsheet.record/3"), "format", "fairsheet.record/2"),
    (lambda d: d.update(format="fairsheet.record/1"), "", "unknown field layout"),
    (lambda d: d.pop("layout"), "", "layout"),
    (lambda d: d.update(layout=None), "layout", "expected str"),
    (lambda d: d.update(layout="00000000"), "layout", "update fairsheet"),
    (lambda d: d.update(layout="../../etc"), "layout", "no layout"),
    (lambda d: d["game"].update(table=7), "game.table", "expected str"),
    (lambda d: d["game"].update(table="a\nb"), "game.table", "character"),
    (lambda d: d["game"].update(table=""), "game.table", "1 to"),
    (lambda d: d["game"].update(table="a" * 41), "game.table", "1 to"),
    (lambda d: d.pop("format"), "format", "there is no format"),
    (lambda d: d.update(sheet="lunch"), "sheet", "lunch"),
    (lambda d: d.update(sheet=5), "sheet", "expected str"),
    (lambda d: d.update(sheet="a" * 9000), "sheet", "aaa..."),
    (lambda d: d.update(sheet="../../etc/passwd"), "sheet", "no sheet"),
    (lambda d: d.pop("marks"), "", "marks"),
    (lambda d: d["game"].pop("seed"), "game", '"seed": null means physical cards'),
    (lambda d: d.update(mark={}), "", "mark"),
    (lambda d: d.update({"\n": 1}), "", "unknown field \\n"),
    (lambda d: d.update({"{0": 1}), "", "unknown field {0"),
    (lambda d: d.update({"a" * 9000: 1}), "", "aaa..."),
    (lambda d: d["marks"].update({"a" * 9000: 1}), "marks", "aaa..."),
    (lambda d: d["marks"].update({"a" * 9000: []}), "marks.aaa", "aaa...: expected"),
    (lambda d: d["marks"].update({"a\u001b[31m": []}), "marks.a\\x1b[31m", "array"),
    (lambda d: d.update(marks=[]), "marks", "expected object"),
    (lambda d: d.update(seats=1), "", "docs/interfaces/formats.md shows the format"),
    (lambda d: d["marks"].update({"flor-1.1": 3}), "marks.flor-1.1:", "did you mean floor-1.1?"),
    (lambda d: d["marks"].update({"no\nsuch": 3}), "marks.no\\nsuch:", '"no\\nsuch"'),
    (lambda d: d["marks"].update({"floor-1.1": 16}), "marks.floor-1.1", "16 cannot be the mark of this slot"),
    (lambda d: d["marks"].update({"floor-1.1": 0}), "marks.floor-1.1", "0 cannot"),
    (lambda d: d["marks"].update({"floor-1.1": "x"}), "marks.floor-1.1", '"x" cannot'),
    (lambda d: d["marks"].update({"floor-1.1": "3"}), "marks.floor-1.1", '"3" cannot'),
    (lambda d: d["marks"].update({"floor-1.1": True}), "marks.floor-1.1", "bool"),
    (lambda d: d["marks"].update({"floor-1.1": 3.5}), "marks.floor-1.1", "float"),
    (lambda d: d["marks"].update({"floor-1.1": None}), "marks.floor-1.1", "null"),
    (lambda d: d["marks"].update({"floor-1.1": [3]}), "marks.floor-1.1", "array"),
    (lambda d: d["marks"].update({"floor-1.1": 10**30}), "marks.floor-1.1", "slot"),
    (lambda d: d["marks"].update({"arrow.2-1": "crossed"}), "marks.arrow.2-1", "it takes filled"),
    (lambda d: d["marks"].update({"error.1": "filled"}), "marks.error.1", "mark of this icon"),
    (lambda d: d["marks"].update({"score.total": 10**9}), "marks.score.total", "at most 9 digits"),
    (lambda d: d["marks"].update({"score.total": "150"}), "marks.score.total", "it takes a number"),
    (lambda d: d["marks"].update({"player": 5}), "marks.player", "it takes text"),
    (lambda d: d["marks"].update({"player": "A\nB"}), "marks.player", "it takes text"),
    (lambda d: d["game"].update(seed=""), "game.seed", "1 to 64"),
    (lambda d: d["game"].update(seed="x" * 65), "game.seed", "not 65"),
    (lambda d: d["game"].update(seed="a\u0007"), "game.seed", "U+0007"),
    (lambda d: d["game"].update(seed="\ud800"), "game.seed", "U+D800"),
    (lambda d: d["game"].update(seed=5), "game.seed", "int"),
    (lambda d: d["game"].pop("seed"), "game", "seed"),
    (lambda d: d.pop("game"), "", "game"),
    (lambda d: d["game"].update(players=0), "game.players", "0 players"),
    (lambda d: d["game"].update(players=1), "game.players", "one player alone"),
    (lambda d: d["game"].update(players=7), "game.players", "7 players"),
    (lambda d: d["game"].update(players="3"), "game.players", "expected int"),
    (lambda d: d["game"].update(solo=9), "game.solo", "levels are 1 to 8"),
    (lambda d: d["game"].update(solo=4, players=1), "layout", "without the panel of ASTRA"),
    (lambda d: d["game"].update(missions={"A": "A1"}), "game.missions.B", "choose B1 or B2"),
    (lambda d: d["game"]["missions"].update(A="B1"), "game.missions.A", "choose A1 or A2"),
    (lambda d: d["game"]["missions"].update(A=1), "game.missions", "str"),
    (lambda d: d["game"]["missions"].update({"D\n": "D1"}), "game.missions", "the letters are A, B, C"),
    (lambda d: d["game"]["missions"].update(C="C2"), "game.missions", "A1, B2, C1, not A1, B2, C2"),
    (lambda d: d.update(seat=0), "seat", "no seat 0"),
    (lambda d: d.update(seat=None), "seat", "give a seat from 1 to 3"),
    (lambda d: d.update(seat=4), "seat", "seats are 1 to 3"),
    (lambda d: d.update(seat="1"), "seat", "expected int"),
    (lambda d: d.update(player="A\u001b[31m"), "player", "printable"),
    (lambda d: d.update(player="A" * 41), "player", "40"),
    (lambda d: d.update(player=None), "player", "null"),
]


@pytest.mark.parametrize(
    ("change", "place", "word"), FAULTS, ids=[f"{place} {word}" for _, place, word in FAULTS]
)
def test_faults_are_refused_with_their_place(change: Change, place: str, word: str) -> None:
    message = refused(json.dumps(changed(change)).encode())
    assert message.startswith(f"ada.json: {place}")
    assert word in message


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b" \n", "ada.json: the file is empty"),
        (b"{", "ada.json:1:2"),
        (b"\n\n  nope", "ada.json:3:3"),
        (b"null", "not a record"),
        (b"[1]", "such as a history, not a record; give the records"),
        (b"5", "not a record"),
        (b'"text"', "not a record"),
        (b"NaN", "NaN"),
        (b"\xff\xfe", "UTF-8"),
        (b'{"format": 1, "format": 1}', "is repeated"),
        (b"[" * 300_000, "nested too deeply"),
        (b'{"a":' * 150_000, "nested too deeply"),
        (b"1" * 10_000, "not a record"),
        (b'{"seat": ' + b"9" * 5000 + b"}", "a number in it has 5000 digits"),
        (b" " * (LARGEST + 1), "bytes"),
    ],
)
def test_hostile_files_are_refused(data: bytes, word: str) -> None:
    assert word in refused(data)


@settings(max_examples=50)
@given(st.binary(max_size=200) | st.text(max_size=80).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_random_bytes_give_a_record_or_an_input_error(data: bytes) -> None:
    with pytest.raises(FairsheetError):
        read_record(data, "x")


@given(st.data())
def test_changed_record_gives_a_record_or_an_input_error(data: st.DataObject) -> None:
    json_values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
        max_leaves=5,
    )
    document = json.loads(json.dumps(GOOD))
    target = data.draw(
        st.sampled_from([document, document["game"], document["marks"], document["game"]["missions"]])
    )
    target[data.draw(st.sampled_from(sorted(target)) | st.text(max_size=9))] = data.draw(json_values)
    try:
        record = read(document)
    except FairsheetError as error:
        assert "\n" not in str(error)
    else:
        assert read_record(write_record(record), "again") == (load_sheet("launch"), record)


def test_records_are_written_according_to_the_contract(sheet: Sheet) -> None:
    written = write_record(read(GOOD))
    assert json.loads(written) == GOOD
    assert list(json.loads(written)) == ["format", "sheet", "layout", "game", "seat", "player", "marks"]


def test_histories_convert_to_json_and_back() -> None:
    history = (
        Turn(1, 2, (Ink("floor-1.1", 3, "number"), Ink("x", "crossed", "bonus", sheet=2))),
        Turn(2, None, (Ink("error.1", "circled", "error"),)),
    )
    written = write_history(history)
    assert msgspec.json.decode(written, type=History) == history
    assert json.loads(written)[1] == {
        "turn": 2,
        "offer": None,
        "ink": [{"field": "error.1", "mark": "circled", "by": "error"}],
    }


@pytest.mark.parametrize(("content", "column"), [(b'{"a": "\n"}', 8), (b'{"a": "', 7), (b'{"a": 1 2}', 9)])
def test_broken_json_is_reported_by_its_place_without_words_of_python(content: bytes, column: int) -> None:
    with pytest.raises(FairsheetError) as raised:
        parse_json(content, "x.json")
    assert raised.value.where == f"x.json:1:{column}"
    assert "(" not in str(raised.value)
