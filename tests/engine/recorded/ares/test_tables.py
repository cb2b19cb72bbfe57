"""Test draws and plausible tables of Ares Expedition, and its sheets in the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

import fairsheet as fairsheet_library
from fairsheet.engine.dealing.deal import DrawnDeal
from fairsheet.engine.recorded.ares._draw import OCEANS, PHASES, corporations, drawn_of
from fairsheet.engine.recorded.recorded_tables import table_sheets
from fairsheet.engine.records.record import Table, read_record, write_record
from fairsheet.options.options import TypedTable
from fairsheet.options.recorded_evenings import recorded_table, records_of_table
from fairsheet.results.documents.fields_json import fields_document
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.support.errors import FairsheetError
from tests.engine.recorded.ares.ares_tables import together


@pytest.mark.parametrize("seed", ["a", "coral-otter-42", "Žluťoučký kůň"])
def test_every_draw_is_a_permutation_of_the_box(seed: str) -> None:
    drawn = drawn_of(seed)
    assert [sorted(block) for block in drawn.dummy_phases] == [sorted(PHASES)] * 4
    assert sorted(drawn.corporation_pairs) == sorted(corporations()) and len(set(corporations())) == 12
    assert sorted(drawn.ocean_order) == sorted(OCEANS)


def test_numbers_are_shown_as_ranges() -> None:
    fields = {each["id"]: each for each in fields_document(load_sheet("ares-record"), PAPERS["a4"])["fields"]}
    assert fields["card-01.number"]["kind"] == "slot"
    assert fields["card-01.number"]["accepts"] == [{"min": 1, "max": 208, "also": []}]
    assert fields["card-01.points"]["accepts"] == [{"min": -2, "max": 99, "also": []}]
    assert [len(fields[f"card-01.{what}"]["cells"]) for what in ("number", "units", "points")] == [3, 2, 3]


def test_record_of_the_table_has_no_seat() -> None:
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
            "these options do not fit together: only two play together",
        ),
        ({"game": {"seed": None, "players": 2, "missions": {"A": "A1"}}}, "no missions to deal"),
        ({"marks": {"temp.s01": 26}}, "26 cannot be the mark of this slot"),
        ({"marks": {"temp.s01": 26}}, "temp.s01 .19th slot from the top, under “Temperature”"),
    ],
)
def test_impossible_records_are_refused(changes: dict[str, Any], problem: str) -> None:
    document = json.loads(write_record(together()[-1])) | changes
    with pytest.raises(FairsheetError, match=problem):
        read_record(json.dumps(document).encode(), "log.json")


def test_sheets_of_two_tables_are_not_combined() -> None:
    coop, other = together(), records_of_table(load_sheet("ares-record"), Table("one", 3))
    with pytest.raises(FairsheetError, match="different tables"):
        table_sheets([*coop, other[0]])
    with pytest.raises(FairsheetError, match="two records of seat 1 on ares-record"):
        table_sheets([coop[0], coop[0]])
    with pytest.raises(FairsheetError, match=r"two records of the sheet .* on ares-coop"):
        table_sheets([coop[2], coop[2]])


def test_two_players_must_choose_their_mode() -> None:
    record = load_sheet("ares-record")
    with pytest.raises(FairsheetError, match="with 2 players mode must be chosen"):
        recorded_table(record, TypedTable(players=2))
    with pytest.raises(FairsheetError, match="only two play together"):
        recorded_table(record, TypedTable(players=3, options=("mode=coop",)))
    assert recorded_table(record, TypedTable(players=3)).chosen == {}
    assert recorded_table(load_sheet("ares-coop"), TypedTable()).chosen == {"mode": "coop"}
    assert recorded_table(load_sheet("ares-solo"), TypedTable(solo=3)).solo == 3


def test_paper_game_has_no_caller(fairsheet: Any, tmp_path: Path) -> None:
    out = tmp_path / "caller.pdf"
    refused = fairsheet("deal", "ares-record", "--seed", "otter", "--players", "3", "-o", out)
    assert refused.code == 2 and "fairsheet print ares-record" in refused.err
    assert not out.exists()


def test_corporations_offered_by_the_seed_are_printed_on_the_record() -> None:
    pdf = fairsheet_library.print_pdf(load_sheet("ares-record"), seed="coral-otter-42", players=3, seat=2)
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()
    assert "the seed offers Interplanetary C. or Teractor" in text
    assert drawn_of("coral-otter-42").corporations_of(2) == ("interplanetary-cinematics", "teractor")
    unseeded = fairsheet_library.print_pdf(load_sheet("ares-record"), players=3, seat=2)
    assert "offers" not in pypdfium2.PdfDocument(unseeded)[0].get_textpage().get_text_range()


def test_library_prints_and_deals_the_sheets() -> None:
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
