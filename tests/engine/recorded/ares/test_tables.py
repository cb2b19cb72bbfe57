"""Draws and plausible tables of Ares Expedition, and its sheets in the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

import fairsheet as fairsheet_library
from fairsheet.commands.fields import fields_document
from fairsheet.engine.dealing.deal import DrawnDeal
from fairsheet.engine.recorded.ares._draw import OCEANS, PHASES, corporations, drawn_of
from fairsheet.engine.recorded.recorded_tables import table_sheets
from fairsheet.engine.records.record import Table, read_record, write_record
from fairsheet.options.recorded_evenings import recorded_table, records_of_table, write_table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.support.errors import FairsheetError
from tests.engine.recorded.ares.ares_tables import together
from tests.engine.recorded.checking import as_json


def test_there_are_twelve_corporations() -> None:
    assert len(corporations()) == len(set(corporations())) == 12


@pytest.mark.parametrize("seed", ["a", "coral-otter-42", "Žluťoučký kůň"])
def test_every_draw_is_a_permutation_of_what_the_box_holds(seed: str) -> None:
    drawn = drawn_of(seed)
    assert [sorted(block) for block in drawn.dummy_phases] == [sorted(PHASES)] * 4
    assert sorted(drawn.corporation_pairs) == sorted(corporations())
    assert sorted(drawn.ocean_order) == sorted(OCEANS)


GAMES = [
    Table("one", 3),
    Table("two", 4),
    Table("three", 2, options={"mode": "competitive"}),
    Table("four", 2, options={"mode": "coop"}),
    *(Table("five", 1, level) for level in (1, 2, 3)),
]


def test_numbers_are_told_as_ranges() -> None:
    fields = {each["id"]: each for each in fields_document(load_sheet("ares-record"), PAPERS["a4"])["fields"]}
    assert fields["card-01.number"]["kind"] == "slot"
    assert fields["card-01.number"]["accepts"] == [{"min": 1, "max": 208, "also": []}]
    assert fields["card-01.points"]["accepts"] == [{"min": -2, "max": 99, "also": []}]
    assert [len(fields[f"card-01.{what}"]["cells"]) for what in ("number", "units", "points")] == [3, 2, 3]


def test_a_record_of_the_table_has_no_seat() -> None:
    log = together()[-1]
    written = json.loads(write_record(log))
    assert written["seat"] is None
    assert written["game"]["options"] == {"mode": "coop"}
    assert read_record(write_record(log), "log.json")[1] == log


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"seat": 1}, "this sheet is one for the table"),
        ({"game": {"seed": None, "players": 3}}, "3 players cannot play with this sheet"),
        ({"game": {"seed": None, "players": 2, "solo": 1}}, "there is no one-player game of level 1 with 2"),
        ({"game": {"seed": None, "players": 2, "options": {"mode": "apart"}}}, '"apart" cannot be chosen'),
        ({"game": {"seed": None, "players": 2, "options": {"way": "coop"}}}, 'no option "way"'),
        (
            {"sheet": "ares-record", "seat": 1, "marks": {}, "layout": load_sheet("ares-record").fingerprint}
            | {"game": {"seed": None, "players": 3, "options": {"mode": "coop"}}},
            "such options cannot be chosen: only two play together",
        ),
        ({"game": {"seed": None, "players": 2, "missions": {"A": "A1"}}}, "no missions to deal"),
        ({"marks": {"temp.s01": 26}}, "26 cannot be the mark of this slot"),
        ({"marks": {"temp.s01": 26}}, "temp.s01 .19th slot from the top, under “Temperature”"),
    ],
)
def test_records_that_cannot_be(changes: dict[str, Any], problem: str) -> None:
    document = json.loads(write_record(together()[-1])) | changes
    with pytest.raises(FairsheetError, match=problem):
        read_record(json.dumps(document).encode(), "log.json")


def test_what_is_of_two_tables_is_not_put_together() -> None:
    coop, other = together(), records_of_table(load_sheet("ares-record"), GAMES[0])
    with pytest.raises(FairsheetError, match="different tables"):
        table_sheets([*coop, other[0]])
    with pytest.raises(FairsheetError, match="two records of seat 1 on ares-record"):
        table_sheets([coop[0], coop[0]])
    with pytest.raises(FairsheetError, match="two records on ares-coop"):
        table_sheets([coop[2], coop[2]])


def test_two_must_say_how_they_play() -> None:
    record = load_sheet("ares-record")
    with pytest.raises(FairsheetError, match="with 2 players mode must be chosen"):
        recorded_table(record, seed=None, players=2)
    with pytest.raises(FairsheetError, match="only two play together"):
        recorded_table(record, seed=None, players=3, options=("mode=coop",))
    assert recorded_table(record, seed=None, players=3).chosen == {}
    assert recorded_table(load_sheet("ares-coop"), seed=None, players=None).chosen == {"mode": "coop"}
    assert recorded_table(load_sheet("ares-solo"), seed=None, players=None, solo=3).solo == 3


def test_what_a_seed_draws_is_dealt(fairsheet: Any) -> None:
    dealt = fairsheet("deal", "ares-record", "--seed", "otter", "--players", "3", "--json").json
    assert dealt["turns"] == []
    assert dealt["draw"] == as_json(drawn_of("otter"))
    hidden = fairsheet("deal", "ares-solo", "--seed", "otter", "--solo", "1").out
    assert "hidden" in hidden
    shown = fairsheet(
        "deal", "ares-solo", "--seed", "otter", "--solo", "1", "--from", "2", "--turns", "1"
    ).out
    assert drawn_of("otter").dummy_phases[0][1] in shown


def test_there_is_no_caller_on_paper(fairsheet: Any, tmp_path: Path) -> None:
    out = tmp_path / "caller.pdf"
    refused = fairsheet("deal", "ares-record", "--seed", "otter", "--players", "3", "-o", out)
    assert refused.code == 2 and "fairsheet print ares-record" in refused.err
    assert not out.exists()


def test_verify_tells_of_a_sheet_that_is_missing(fairsheet: Any, tmp_path: Path) -> None:
    fairsheet("simulate", "ares-record", "--seed", "otter", "--players", "3", "-o", tmp_path)
    whole = fairsheet("verify", tmp_path / "otter")
    assert whole.code == 0 and not whole.err
    (tmp_path / "otter" / "seat-2.json").unlink()
    assert "the sheet of seat 2 is missing" in fairsheet("verify", tmp_path / "otter").err


def test_a_table_of_several_kinds_of_sheets_is_one_everywhere(fairsheet: Any, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    write_table(together(), folder)
    assert fairsheet("batch", folder, "-o", tmp_path / "evening").code == 0
    (line,) = (tmp_path / "evening" / "tables.jsonl").read_text().splitlines()
    table = json.loads(line)
    assert (table["sheet"], table["missing"]) == ("ares-record", [])
    assert [each["seat"] for each in table["verdict"]["sheets"]] == [1, 2, None]
    rows = (tmp_path / "evening" / "results.csv").read_text().splitlines()[1:]
    assert [row.split(",")[1] for row in rows] == ["ares-record", "ares-record"]
    assert fairsheet("report", folder, "-o", tmp_path / "report.html").code == 0
    assert "win together, with 85 points." in (tmp_path / "report.html").read_text()


def test_the_corporations_that_the_seed_offers_are_printed_on_the_record() -> None:
    pdf = fairsheet_library.print_pdf(load_sheet("ares-record"), seed="coral-otter-42", players=3, seat=2)
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()
    assert "the seed offers Interplanetary C. or Teractor" in text
    assert drawn_of("coral-otter-42").corporations_of(2) == ("interplanetary-cinematics", "teractor")
    unseeded = fairsheet_library.print_pdf(load_sheet("ares-record"), players=3, seat=2)
    assert "offers" not in pypdfium2.PdfDocument(unseeded)[0].get_textpage().get_text_range()


def test_the_library_prints_and_deals_them() -> None:
    dealt = fairsheet_library.deal(load_sheet("ares-record"), "otter", players=3)
    assert isinstance(dealt, DrawnDeal)
    assert (dealt.draw, dealt.turns(5), dealt.offers(1), dealt.missions) == (drawn_of("otter"), (), (), {})
    with pytest.raises(FairsheetError, match="only two play together"):
        fairsheet_library.deal(load_sheet("ares-record"), "otter", players=4, options={"mode": "coop"})
    with pytest.raises(FairsheetError, match="5 players cannot play with this sheet"):
        fairsheet_library.deal(load_sheet("ares-record"), "otter", players=5)
    record = load_sheet("ares-record")
    with pytest.raises(FairsheetError, match=r"^options: .*mode must be chosen; give mode=\w+ or mode=\w+$"):
        fairsheet_library.print_pdf(record, players=2)
    with pytest.raises(FairsheetError, match="seed: a seed has 1 to 64 characters"):
        fairsheet_library.print_pdf(record, players=3, seed="")
    assert fairsheet_library.print_pdf(record, players=2, options={"mode": "coop"}).startswith(b"%PDF-")
    assert fairsheet_library.print_pdf(load_sheet("ares-solo"), players=1, solo=2, seed="otter").startswith(
        b"%PDF-"
    )
