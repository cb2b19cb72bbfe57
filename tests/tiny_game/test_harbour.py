"""A recorded game as in docs/develop/add-a-recorded-game.md: printed, drawn, filled in, checked and scored."""

from __future__ import annotations

import pypdfium2
import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.recorded_tables import (
    fill_boxes,
    score_recorded,
    table_sheets,
    verify_recorded,
)
from fairsheet.engine.recorded.registry import GAMES, draw_of, recorded_game
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.printing.draw_pages import draw_table
from fairsheet.wording.labels import pages_of
from tests.tiny_game.harbour import GAME, GOODS, SHEET, HarbourDraw

TABLE = Table("otter", 3)
CATALOG = Catalog((SHEET,))


@pytest.fixture(autouse=True)
def add_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "harbour", lambda: GAME)


@pytest.fixture
def records(add_game: None) -> list[Record]:
    played = recorded_game(SHEET).play(TABLE, None, Stream("otter", "harbour/table"))
    return fill_boxes(table_sheets(played, CATALOG))


def change_marks(records: list[Record], seat: int, **marks: Mark) -> list[Record]:
    return [replace(each, marks={**each.marks, **marks}) if each.seat == seat else each for each in records]


def verdicts(records: list[Record]) -> list[tuple[str, list[str]]]:
    judged = verify_recorded(table_sheets(records, CATALOG)).sheets
    return [(each.verdict, [finding.check for finding in each.findings or ()]) for each in judged]


def test_sheet_is_sound_and_printed() -> None:
    assert lint(SHEET) == []
    pdf = draw_table([page for seat in (1, 2, 3) for page in pages_of(SHEET, TABLE, seat)], PAPERS["a4"])
    assert len(pypdfium2.PdfDocument(pdf)) == 3


def test_seed_repeats_its_draw() -> None:
    drawn = draw_of(SHEET, TABLE)
    assert isinstance(drawn, HarbourDraw)
    assert sorted(drawn.goods) == sorted(GOODS) and drawn == draw_of(SHEET, TABLE)
    assert len({draw_of(SHEET, Table(str(number), 3)) for number in range(30)}) > 1


@pytest.mark.parametrize("number", range(20))
def test_a_plausible_table_is_legal(number: int) -> None:
    played = GAME.play(TABLE, None, Stream(str(number), "harbour/table"))
    assert verdicts(fill_boxes(table_sheets(played, CATALOG))) == [("legal", [])] * 3


def test_mark_that_contradicts_its_sheet_is_illegal(records: list[Record]) -> None:
    ships = records[1].marks["ships"]
    assert isinstance(ships, int)
    (_, second, _) = verdicts(change_marks(records, 2, cranes=ships + 1))
    assert second[0] == "illegal" and "cranes-need-ships" in second[1]


def test_more_ships_than_the_box_has_are_illegal(records: list[Record]) -> None:
    judged = verdicts(change_marks(change_marks(records, 1, ships=9), 2, ships=9))
    assert any("ships-in-box" in checks and verdict == "illegal" for verdict, checks in judged)


def test_points_are_added_up_and_ranked(records: list[Record]) -> None:
    score = score_recorded(
        table_sheets(change_marks(records, 1, ships=4, cranes=3, **{"score.total": 18}), CATALOG)
    )
    assert score.players[0].total == 18
    assert sorted(seat for rank in score.ranking for seat in rank) == [1, 2, 3]
