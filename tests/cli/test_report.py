"""The report: a page that needs no other file and believes no text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from engine.deal import deal
from engine.game import Contradiction
from engine.ink import Ink, Mark, Turn
from engine.proof.verdict import SheetVerdict
from engine.record import Record, Table
from engine.score import PlayerScore, Score, score_table
from fairsheet.report import SeatReport, report_html
from sheets.library import load_sheet

NAME = "<b>Ada & Bo</b>"


@pytest.fixture
def page(tmp_path: Path) -> str:
    """The report of a legal and an illegal sheet."""
    picture = tmp_path / "photo.jpg"
    Image.new("L", (3000, 4000), 128).save(picture)
    sheet = load_sheet("launch")
    history = (Turn(1, 2, (Ink("floor-1.1", 3, "number"), Ink("rockets.1-1", "crossed", "bonus"))),)
    clash = Contradiction(("floor-2.1", "floor-2.2"), "numbers ascend", "ascend")
    verdicts = [
        SheetVerdict(1, "legal", True, history, (), 0.1),
        SheetVerdict(2, "illegal", True, None, (clash,), 0.1),
    ]
    players = [PlayerScore(seat, 10 * seat, {"score.errors": 5}, {}, ()) for seat in (1, 2)]
    seats = [
        SeatReport(verdict.seat, NAME, picture, picture, "7 marks read", verdict, player)
        for verdict, player in zip(verdicts, players, strict=True)
    ]
    score = Score(tuple(players), ((2,), (1,)))
    return report_html(sheet, deal(sheet, "a<script>b", 2), seats, score, ["Ada before <Bo>"], "a note")


def test_texts_are_no_markup(page: str) -> None:
    assert NAME not in page
    assert "&lt;b&gt;Ada &amp; Bo&lt;/b&gt;" in page
    assert "<script" not in page


def test_nothing_is_fetched(page: str) -> None:
    assert page.count('src="data:image/jpeg;base64,') == page.count("src=") == 4
    assert "href=" not in page
    assert len(page) < 200_000


def test_verdicts_and_their_reasons_are_told(page: str) -> None:
    assert "numbers ascend" in page
    assert "floor-2.1, floor-2.2" in page
    assert "write 3 in floor-1.1" in page
    assert "There is no history" in page
    assert "found from the marks as read and corrected" in " ".join(page.split())


def test_the_winner_stands_first(page: str) -> None:
    assert page.index(">20</td>") < page.index(">10</td>")


def test_the_two_sides_of_a_shared_sheet_are_told_apart(tmp_path: Path) -> None:
    picture = tmp_path / "photo.jpg"
    Image.new("L", (30, 40), 128).save(picture)
    sheet = load_sheet("battle")
    game = Table("x", 2)
    ink: tuple[dict[str, Mark], ...] = ({"near-planning.1": "crossed", "near-plant.1": "crossed"}, {})
    score = score_table([Record("battle", game, seat, marks) for seat, marks in enumerate(ink, 1)])
    verdict = SheetVerdict(1, "illegal", True, None, (), 0.1)
    seats = [SeatReport(each.seat, "Ada", picture, picture, "", verdict, each) for each in score.players]
    page = report_html(sheet, deal(sheet, "x", 2), seats, score, [], "")
    result = page[page.index("<h2>Result") : page.index("<h2>Photos")]
    head = re.findall(r"<th[^>]*>([^<]*)</th>", result)
    assert {"near-plants", "far-plants", "near-planning", "far-planning"} <= set(head)
    assert len(head) == len(set(head))
    rows = [re.findall(r"<td[^>]*>(?:<[^>]*>)?([^<]*)<", row) for row in result.split("<tr>")[2:]]
    parts = slice(head.index("total") + 1, len(head))
    assert [sum(map(int, row[parts])) for row in rows] == [int(row[head.index("total")]) for row in rows]
    planning = min(int(row[head.index("near-planning")]) for row in rows)
    assert planning == -sheet.ladder["near-planning"].values[1] < 0


def test_how_a_tie_was_broken_is_told(page: str) -> None:
    assert page.index("Ada before &lt;Bo&gt;") < page.index("Photos and what was read")


def test_every_element_is_closed(page: str) -> None:
    class Elements(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []

        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in {"meta", "img", "br"}:
                self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    elements = Elements()
    elements.feed(page)
    assert elements.open == []
