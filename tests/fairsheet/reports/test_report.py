"""The report: a page that needs no other file and escapes all text."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import msgspec
import pytest

from fairsheet.engine.checks.consistency import consistency_of
from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.recorded.recorded_tables import table_sheets, verify_recorded
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import Message
from fairsheet.reports._text import tables_text
from fairsheet.reports.contents import Picture, ReportSheet, ReportTable
from fairsheet.reports.html import page_data, tables_page
from fairsheet.reports.narrative import MEANING_IN_CONFLICT, table_view
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.placement.place import place
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.readings.reasons import BESIDE_UNSEEN, UNSEEN
from fairsheet.wording.formatting import MOST_UNSEEN
from tests.engine.recorded.checking import changed, with_marks
from tests.engine.recorded.gaia import gaia_tables
from tests.engine.recorded.pulsar import pulsar_ledger_cases

NAME = "<b>Ada & Bo</b>"
SEED = "a<script>b"
PICTURE = Picture("data:image/png;base64,AAAA", 'the "photo"')


def example_table() -> ReportTable:
    """Return a table with a legal and an illegal sheet, a doubtful mark and a wrong sum."""
    sheet = load_sheet("launch")
    records = [
        Record.on(sheet, Table(SEED, 2), seat, {"floor-1.1": 3, "error.1": "circled", "score.total": 7}, NAME)
        for seat in (1, 2)
    ]
    history = (Turn(1, 2, (Ink("floor-1.1", 3, "number"), Ink("rockets.1-1", "crossed", "bonus"))),)
    clash = Contradiction(("floor-1.1", "error.1"), Message("numbers ascend; <i>always</i>"), "ascend")
    doubt = Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, Message("<u>smudged</u>"), 4)
    sheet_verdicts = (
        SheetVerdict(1, "legal", True, history, (), 0.1),
        SheetVerdict(2, "illegal", True, None, (clash,), 0.1),
    )
    shown = (
        ReportSheet(
            records[0], (PICTURE,), (doubt,), {"floor-1.1": "The total may be <em>5</em>."}, "<s>read"
        ),
        ReportSheet(records[1], (Picture("overlays/seat-2.jpg", "<p>"),)),
    )
    return ReportTable(sheet, shown, Verdict(sheet_verdicts), ruleset_of(sheet).score(records), ("a <note>",))


@pytest.fixture
def page() -> str:
    return tables_page([example_table()], "a <foot>")


def text_of(page: str) -> str:
    """Return the visible text in one line."""
    body = page[page.index("<body>") :]
    words = re.sub(r"<[^>]*>", " ", re.sub(r"</?(b|bdi|span)\b[^>]*>", "", body))
    return unescape(" ".join(words.split()))


def test_undecided_sheet_is_not_called_illegal() -> None:
    table = example_table()
    assert table.verdict is not None
    sheets = tuple(
        msgspec.structs.replace(each, verdict="undecided") if each.contradiction else each
        for each in table.verdict.sheets
    )
    text = text_of(tables_page([replace(table, verdict=Verdict(sheets))], ""))
    assert "1 sheet contradicts the rules as read" in text and "illegal with these marks" not in text


def test_texts_are_escaped(page: str) -> None:
    for text in (NAME, "<script", "<i>", "<u>", "<em>", "<s>", "<note>", "<foot>", "<p>'"):
        assert text not in page
    assert "&lt;b&gt;Ada &amp; Bo&lt;/b&gt;" in page
    assert "<title>Launch: a&lt;script&gt;b</title>" in page


def test_page_loads_no_remote_resources(page: str) -> None:
    assert re.findall(r'src="([^"]*)"', page) == ["data:image/png;base64,AAAA", "overlays/seat-2.jpg"]
    assert "default-src 'none'" in page
    assert "href=" not in page
    assert "url(" not in page


@pytest.mark.parametrize(
    "words",
    [
        "numbers ascend",
        "3 floor 1, 1st slot",
        "write 3 in [floor 1, 1st slot]",
        "This contradicts the rules:",
        "1 sheet is illegal with these marks",
        "1 mark is still in doubt",
        "#4 floor 1, 1st slot: 3, or 8 (40%). <u>smudged</u>",
        "The total may be <em>5</em>.",
        "1 turn, turn by turn",
        "total: 7 written, -5 computed",
        f"{NAME} (seat 1) and {NAME} (seat 2) share the first place with -5 points",
    ],
)
def test_page_explains_reasons_doubts_wrong_sums_and_equal_names(page: str, words: str) -> None:
    assert words in text_of(page)


@pytest.mark.parametrize(("unseen", "is_asked"), [(MOST_UNSEEN, True), (MOST_UNSEEN + 1, False)])
def test_report_asks_about_a_few_unseen_marks(unseen: int, is_asked: bool) -> None:
    table = example_table()
    fields = [field.id for field in table.sheet.fields][:unseen]
    why = (UNSEEN, *[BESIDE_UNSEEN] * (unseen - 1))  # nobody counts these apart
    faint = Doubt(table.sheet.fields[-1].id, ((3, 0.6), (8, 0.4)), 3, Message("faint"))
    doubts = (
        *(Doubt.of(each, ((None, 1.0),), None, reason) for each, reason in zip(fields, why, strict=True)),
        faint,
    )
    page = text_of(
        tables_page([replace(table, sheets=(replace(table.sheets[0], doubts=doubts), *table.sheets[1:]))])
    )
    assert ("5 marks are still in doubt" in page) == (": blank" in page) == is_asked
    assert (f"{unseen - 1} fields: " in page and "1 field: " in page) != is_asked
    assert f"The winner is unknown: {unseen} fields cannot be seen." in page


def test_questions_have_a_number_only_if_a_picture_shows_it() -> None:
    table, number = example_table(), "#4"
    assert number in tables_page([table]) and number not in tables_text([table])
    without = replace(table.sheets[0], pictures=(replace(PICTURE, has_numbers=False),))
    assert number not in tables_page([replace(table, sheets=(without, table.sheets[1]))])


@pytest.mark.parametrize(("players", "solo"), [(3, None), (1, 4)])
def test_wrong_sum_is_below_the_sheet_that_shows_it(players: int, solo: int | None) -> None:
    (played,) = simulate(load_sheet("battle"), "crane", players, solo=solo)
    records = [
        msgspec.structs.replace(each, marks={**each.marks, box: int(each.marks[box]) + 1})
        for each in played.records
        for box in ["near-score.water" if each.seat == 1 else "far-score.water"]
    ]
    score = ruleset_of(played.sheet).score(records)
    shown = table_view(ReportTable(played.sheet, tuple(map(ReportSheet, records)), None, score)).sheets
    owners = ("", "") if solo else ("Bot 1, ", "Bot 3, ", "Bot 1, ")
    sides = ("near", "far", "far")
    for each, owner, side in zip(shown, owners, sides, strict=False):
        (wrong,) = each.differences
        assert wrong.startswith(f"{owner}Water, {side} side: ")


def test_ranking_lists_the_best_player_first() -> None:
    (played,) = simulate(load_sheet("journey"), "coral-otter-42", 3, policy="casual")
    records = played.records
    score = ruleset_of(played.sheet).score(records)
    page = tables_page([ReportTable(load_sheet("journey"), tuple(map(ReportSheet, records)), None, score)])
    ranking = page[page.index('class="ranking"') : page.index("</ol>")]
    totals = re.findall(r'class="total">(-?\d+)<', ranking)
    assert totals == [str(total) for total in sorted((each.total for each in score.players), reverse=True)]


@pytest.mark.parametrize("name", scenario_names())
def test_the_parts_add_up_to_the_total(name: str) -> None:
    sheet = load_sheet(name)
    (played,) = simulate(sheet, "coral-otter-42", 3, policy="casual")
    records = played.records
    table = ReportTable(
        sheet, tuple(map(ReportSheet, records)), None, ruleset_of(played.sheet).score(records)
    )
    page = tables_page([table])
    points = page[page.index("<tbody>") : page.index("</table>")]
    *parts, total = [
        [int(cell) for cell in re.findall(r"<td[^>]*>(-?\d+)</td>", row)] for row in points.split("<tr")[1:]
    ]
    assert [sum(column) for column in zip(*parts, strict=True)] == total
    heads = re.findall(r"<th>([^<]+)</th>", points)
    assert len(set(heads)) == len(heads) == len(parts) + 1


def test_numbers_that_need_a_missing_sheet_have_a_question_mark() -> None:
    sheet = load_sheet("journey")
    (played,) = simulate(sheet, "coral-otter-42", 3, policy="casual")
    records = played.records[:2]
    page = tables_page(
        [ReportTable(sheet, tuple(map(ReportSheet, records)), None, ruleset_of(played.sheet).score(records))]
    )
    assert re.search(r"<th>Most zones</th><td[^>]*>\d+\?</td>", page)
    assert "The sheet of player 3 is missing" in page
    assert "sheets are missing" in page


def test_report_shows_sheets_without_points_or_verdict() -> None:
    record = Record.on(load_sheet("battle"), Table("x", 2), 1, {}, "Ada")
    page = tables_page([ReportTable(load_sheet("battle"), (ReportSheet(record),), None, None)])
    assert "Ada" in page
    assert "Where the points come from" not in page


@pytest.mark.parametrize(
    ("track", "words"),
    [(140, "Player 1 loses, 78 to 182."), (36, "A draw: 78 points each."), (35, "Player 1 wins, 78 to 77.")],
)
def test_headline_names_the_winner_against_an_automa(track: int, words: str) -> None:
    own, automa = gaia_tables.alone()
    total = automa.marks["automa-score.total"]
    assert isinstance(total, int)
    marks: Marks = {"automa-vp.track": track, "automa-score.total": total - 140 + track}
    records, sheet = [own, with_marks(automa, marks)], load_sheet("gaia-record")
    shown = tuple(map(ReportSheet, records))
    view = table_view(ReportTable(sheet, shown, None, ruleset_of(sheet).score(records)))
    assert view.headline == words


def test_sheet_that_only_contradicts_another_is_in_conflict() -> None:
    both = {"federation.ft-ore": 2}  # there are three tiles
    records = changed(gaia_tables.three(), {"1": both, "2": both, "3": {"federation.ft-ore": None}})
    verdict = verify_recorded(table_sheets(records))
    table = ReportTable(load_sheet("gaia-record"), tuple(map(ReportSheet, records)), verdict, None)
    assert [each.meaning == MEANING_IN_CONFLICT for each in table_view(table).sheets[:3]] == [
        True,
        True,
        False,
    ]


def test_solo_winner_is_shown_once_or_as_unknown() -> None:
    (played,) = simulate(load_sheet("journey"), "coral-otter-42", 1, policy="casual", solo=4)
    (whole,) = played.records
    ink = {field: mark for field, mark in whole.marks.items() if not field.startswith("astra")}
    open_ = Verdict((SheetVerdict(1, "undecided", True, None, (), 0.1),))
    for record, words, astra in (
        (whole, "ASTRA wins against ", 1),
        (msgspec.structs.replace(whole, marks=ink), "Winner unknown: ", 0),
    ):
        score = ruleset_of(played.sheet).score([record])
        view = table_view(ReportTable(played.sheet, (ReportSheet(record),), open_, score))
        assert view.headline.startswith(words) and len(view.ties) == astra


def test_report_shows_the_use_of_each_solo_card() -> None:
    (played,) = simulate(load_sheet("journey"), "coral-otter-42", 1, policy="casual", solo=8)
    history, shown = played.histories[1], tuple(map(ReportSheet, played.records))
    verdict = Verdict((SheetVerdict(1, "legal", True, history, (), 0.1),))
    (sheet,) = table_view(ReportTable(played.sheet, shown, verdict, None)).sheets
    for words, count in (
        ("back into the box", sum(turn.thrown_out is True for turn in history)),
        ("to ASTRA", sum(bool(turn.cards) and turn.thrown_out is not True for turn in history)),
    ):
        assert sum(card.endswith(words) for _, cards, _ in sheet.turns for card, _ in cards) == count > 0


def test_sheets_of_one_player_have_different_names() -> None:
    records = pulsar_ledger_cases.both()
    table = ReportTable(load_sheet("pulsar-final"), tuple(map(ReportSheet, records)), None, None)
    names = [each.name for each in table_view(table).sheets]
    assert len(set(names)) == len(names)


def test_several_tables_have_a_list_of_contents() -> None:
    page = tables_page([example_table(), example_table()])
    assert re.findall(r'href="#([^"]*)"', page) == re.findall(r'id="([^"]*)"', page) == ["table-1", "table-2"]


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


CHECKED = """
sheet quarry "The quarry"
  slots: 1..6
zone bed
  row at: 10, 10 gap: 3
    repeat i: 1..3
      slot bed.{i}
row at: 10, 60
  box score.total from: 0 to: 9
score score.total sign: "=" is: filled(bed)
check low level: warn
  needs: filled(bed) >= 2
  text: "Hardly anything was carted."
"""


@pytest.mark.parametrize(
    ("marks", "meaning", "reason"),
    [
        ({"bed.1": 1, "bed.2": 2}, "They do not prove how the game was played", None),
        ({"bed.1": 1}, "Nothing here is impossible", "warn: Hardly anything was carted."),
        ({"bed.1": 3, "bed.2": 2}, "Not all of this can be right", "numbers ascend"),
    ],
)
def test_sheet_without_rules_is_only_checked(marks: dict[str, int], meaning: str, reason: str | None) -> None:
    sheet = place(parse(CHECKED, "quarry.sheet")).sheet
    record = Record.on(sheet, Table(None, 1), 1, marks)
    verdict, score = consistency_of(sheet, [record]), ruleset_of(sheet).score([record])
    text = text_of(tables_page([ReportTable(sheet, (ReportSheet(record),), verdict, score)]))
    assert meaning in text
    assert "order of play that obeys" not in text and "No order of play" not in text
    assert "--work" not in text
    if reason is not None:
        assert reason in text and f"{marks['bed.1']} 1st slot from the left, at the top left" in text


@pytest.mark.parametrize("name", ["batch.html", "player.html", "report.html"])
def test_keys_can_scroll_each_wide_table(name: str) -> None:
    text = page_data(name)
    assert text.count('class="scroll"') == text.count('class="scroll" tabindex="0"') > 0
