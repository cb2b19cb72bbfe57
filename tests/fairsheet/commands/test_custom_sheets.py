"""Custom sheets, given as template files: printing, scanning and scoring, and their limits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from fairsheet import print_pdf
from fairsheet.commands.new import template_text
from fairsheet.engine.records.record import Record, Table, write_record
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.pipeline.reading.picture_files import page_arrays
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.printing.label_copy import copy_place
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.simulator.camera import SCAN, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK
from fairsheet.wording.labels import labels_of
from tests.photographs import FIVE_MEGAPIXELS

GARDEN = """sheet garden "The garden"
  slots: 1..6, X

zone bed
  row at: 20, 20 gap: 1
    repeat i: 1..6
      slot bed.{i}

row at: 20, 60 gap: 4
  icon bee.1 plant size: 8; icon bee.2 plant size: 8

box score.bed from: 0 to: 18 at: 120, 20
box score.total from: 0 to: 18 at: 120, 40
score score.bed is: 3 * filled(bed)
score score.total sign: "=" is: score.bed

mission-place A at: 20, 80 w: 80 h: 15
mission A1
  letter: A first: 5 later: 2
  text: "Fill the whole bed."
  needs: full(bed)
"""
MARKS: dict[str, Mark] = {"bed.1": 2, "bed.2": 3, "bed.3": "X", "bee.2": "crossed", "score.total": 9}
WITH_MISSION = Table("otter", 2, None, {"A": "A1"})
PX_PER_MM = 10


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the template of a small sheet."""
    path = tmp_path_factory.mktemp("own") / "garden.sheet"
    path.write_text(GARDEN)
    return path


def write(path: Path, sheet: Sheet, game: Table, marks: Marks, seat: int = 1) -> Path:
    """Write a record and return its path."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(write_record(Record.on(sheet, game, seat, marks, "Ada")))
    return path


def scan_file(path: Path, sheet: Sheet, page: NDArray[np.uint8], marks: Marks) -> Path:
    """Write a scan of a page that was filled in with these marks, and return its path."""
    chance, origin = np.random.default_rng(1), PAPERS["a4"].offset
    filled = fill_in(
        page, sheet, marks, sample_hands()[0], GEL_BLACK, chance, px_per_mm=PX_PER_MM, origin=origin
    )
    photo = photograph(filled, chance, SCAN, px_per_mm=PX_PER_MM, size=FIVE_MEGAPIXELS)
    path.write_bytes(to_jpeg(photo, chance, SCAN))
    return path


@pytest.fixture(scope="module")
def photo(garden: Path) -> Path:
    """Return a scan of that sheet, filled in."""
    sheet = read_template(garden).sheet
    labels = labels_of(sheet, WITH_MISSION, [2])
    (page,) = page_arrays(draw_pages(sheet, labels), PX_PER_MM)
    return scan_file(garden.with_name("ada.jpg"), sheet, page, MARKS)


@pytest.fixture
def record(garden: Path, tmp_path: Path) -> Path:
    """Return a record of that sheet."""
    return write(tmp_path / "seat-1.json", read_template(garden).sheet, WITH_MISSION, MARKS)


def test_custom_sheet_is_printed_by_its_path(fairsheet: Any, garden: Path, tmp_path: Path) -> None:
    ended = fairsheet("print", garden, "--seed", "otter", "--players", 2, "-o", tmp_path / "x.pdf", "--json")
    assert ended.code == 0
    assert (ended.json["sheet"], ended.json["pages"]) == ("garden", 2)
    with pypdfium2.PdfDocument(tmp_path / "x.pdf") as document:
        words = document[1].get_textpage().get_text_range()
    assert f"fairsheet 1 garden {read_template(garden).sheet.fingerprint} seat 2 of 2" in " ".join(
        words.split()
    )


def test_print_does_not_overwrite_the_template(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "garden.sheet").write_text(GARDEN)
    ended = fairsheet("print", "garden.sheet", "--players", 2, "-o", "garden.sheet", cwd=tmp_path)
    ended.refused("garden.sheet", "writing would destroy it")
    assert (tmp_path / "garden.sheet").read_text() == GARDEN


def test_custom_sheet_may_have_no_missions(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "plain.sheet").write_text('sheet plain "Plain"\nslot a at: 10, 10\n')
    words = ("print", "plain.sheet", "--players", 2, "--physical-cards", "-o", "x.pdf")
    assert fairsheet(*words, cwd=tmp_path).code == 0
    fairsheet(*words, "--missions", "A1", cwd=tmp_path).refused("'A1'", "this sheet has none")


def test_photo_of_a_custom_sheet_is_scored(fairsheet: Any, garden: Path, photo: Path, tmp_path: Path) -> None:
    ended = fairsheet("scan", photo, "--sheet", garden, "--no-names", "-o", tmp_path / "records")
    assert ended.code in (0, 3), ended.err
    record = json.loads((tmp_path / "records" / "ada.json").read_text())
    assert (record["sheet"], record["seat"], record["game"]["missions"]) == ("garden", 2, {"A": "A1"})
    assert record["marks"] == MARKS
    ended = fairsheet("score", tmp_path / "records" / "ada.json", "--sheet", garden, "--json")
    assert ended.code == 3 and "the sheet of player 1 is missing" in ended.err
    assert ended.json["players"][0]["parts"] == {"score.bed": 9}


def test_photo_of_a_custom_sheet_needs_its_template(fairsheet: Any, photo: Path) -> None:
    fairsheet("verify", photo).refused("ada.jpg", "no sheet 'garden'", "--sheet garden.sheet")


def test_photo_of_a_lost_layout_is_refused(fairsheet: Any, garden: Path, photo: Path, tmp_path: Path) -> None:
    (tmp_path / "garden.sheet").write_text(GARDEN.replace("20, 60", "20, 61"))
    ended = fairsheet("scan", photo, "--sheet", tmp_path / "garden.sheet")
    ended.refused(
        "ada.jpg",
        read_template(garden).sheet.fingerprint,
        "copy garden-layouts from the computer that printed the page",
    )
    ended.refused(f"{tmp_path / 'garden.sheet'}:1:7 has the layout ")


def test_label_of_an_impossible_game_is_refused(garden: Path) -> None:
    sheet = read_template(garden).sheet
    good = Label("garden", sheet.fingerprint, None, 2, 1, missions=("A1",))
    rules_for(sheet, good)
    for bad in (replace(good, players=15), replace(good, missions=("A1", "A1")), replace(good, solo=5)):
        with pytest.raises(FairsheetError, match="label"):
            rules_for(sheet, bad)


@pytest.mark.parametrize("command", ["score", "verify"])
def test_record_of_a_custom_sheet_needs_its_template(fairsheet: Any, record: Path, command: str) -> None:
    fairsheet(command, record).refused("sheet", "'garden'", "--sheet garden.sheet")


def test_sheet_must_fit_the_record(fairsheet: Any, garden: Path, record: Path, table: list[Path]) -> None:
    ended = fairsheet("score", record, "--sheet", "launch")
    ended.refused("seat-1.json: sheet", "no sheet 'garden'", "--sheet garden.sheet")
    ended = fairsheet("score", *table, "--sheet", garden)
    assert ended.code == 0 and ended.out == fairsheet("score", *table).out


@pytest.mark.parametrize(
    ("words", "problem"),
    [(["simulate", "--players", 2], "does not declare what players do in a turn"),
     (["demo", "--sheet"], "no rules for the sheet 'garden'")],
)  # fmt: skip
def test_bots_need_rules_or_declared_moves(
    fairsheet: Any, garden: Path, tmp_path: Path, words: list[object], problem: str
) -> None:
    fairsheet(*words, garden, "-o", tmp_path / "games").refused(problem)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "problem"),
    [("score", "this is a template, not a record"), ("verify", "this is a template, not a record"),
     ("scan", "this is a template, not a photo")],
)  # fmt: skip
def test_template_is_no_record_and_no_photo(fairsheet: Any, garden: Path, command: str, problem: str) -> None:
    fairsheet(command, garden).refused("garden.sheet", problem)


def test_custom_sheet_cannot_take_the_name_of_a_bundled_one(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.sheet").write_text(GARDEN.replace("sheet garden", "sheet launch"))
    for words in (["print", "mine.sheet", "--players", 2, "-o", "x.pdf"], ["fields", "mine.sheet"],
                  ["lint", "mine.sheet"]):  # fmt: skip
        ended = fairsheet(*words, cwd=tmp_path)
        (line,) = ended.err.splitlines()
        assert line.startswith("fairsheet: mine.sheet:1:7: fairsheet has another sheet launch")
        fault = line.removeprefix("fairsheet: ")
        assert ended.code == 2 and ended.out == f'{fault}\n    sheet launch "The garden"\n          ^\n'
    assert [path.name for path in tmp_path.iterdir()] == ["mine.sheet"]


def test_unknown_sheet_name_hints_at_template_files(fairsheet: Any) -> None:
    fairsheet("fields", "gardenia").refused("'gardenia'", "give your own as a file")


def test_freely_filled_box_is_part_of_the_score(fairsheet: Any, tmp_path: Path) -> None:
    template = tmp_path / "garden.sheet"
    template.write_text(
        GARDEN.replace("is: score.bed\n", "is: score.bed + score.extra\nbox score.extra to: 9 at: 120, 60\n")
    )
    marks: dict[str, Mark] = {"bed.1": 2, "score.extra": 7, "score.total": 10}
    record = write(tmp_path / "seat-1.json", read_template(template).sheet, Table("otter", 2), marks)
    (player,) = fairsheet("score", record, "--sheet", template, "--json").json["players"]
    assert player["parts"] == {"score.bed": 3, "score.extra": 7}
    assert (player["total"], player["differences"]) == (10, [])


# --- games without cards ------------------------------------------------------------------------------------------

QUIZ = """sheet quiz "Quiz evening"

column at: 20, 20 gap: 6
  repeat r: 1..3
    box points.{r} from: 0 to: 10
box score.total from: 0 to: 30 at: 100, 20
score score.total sign: "=" is: value(every("points.*"))
"""
POINTS: dict[str, Mark] = {"points.1": 7, "points.3": 10, "score.total": 17}


@pytest.fixture
def quiz(tmp_path: Path) -> Path:
    """Return the template of a sheet for a game without cards."""
    path = tmp_path / "quiz.sheet"
    path.write_text(QUIZ)
    return path


def words_of(pdf: Path) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return " ".join(document[0].get_textpage().get_text_range().split())


HERD = """sheet herd "The herd"
option mode values: apart, together
box sheep from: 0 to: 9 at: 10, 10
box score.total from: 0 to: 99 at: 30, 10
mission-place A at: 10, 40 w: 80 h: 15
mission A1 letter: A text: "No sheep." needs: sheep = 0
mission A2 letter: A text: "Some sheep." needs: sheep > 0
score score.total sign: "=" is: if(chosen(mode, together), 10, 1) * sheep + game.players + 50 * dealt(A2)
"""


def test_formulas_use_options_players_and_missions(fairsheet: Any, tmp_path: Path) -> None:
    template = tmp_path / "herd.sheet"
    template.write_text(HERD)
    words = ("--players", 3, "--physical-cards", "--missions", "A2", "-o", "x.pdf")
    printed = fairsheet("print", template, "--option", "mode=together", *words, cwd=tmp_path)
    assert printed.code == 0, printed.err
    read = fairsheet("scan", "x.pdf", "--sheet", template, "--json", cwd=tmp_path).json
    (record, *_) = (sheet["record"] for photo in read["photos"] for sheet in photo["sheets"])
    (tmp_path / "ada.json").write_text(json.dumps({**record, "marks": {"sheep": 4}}))
    scored = fairsheet("score", tmp_path / "ada.json", "--sheet", template, "--json").json
    assert scored["players"][0]["total"] == 40 + 3 + 50
    fairsheet("print", template, "--option", "mode=alone", *words, cwd=tmp_path).refused("cannot be chosen")


def test_template_of_an_unknown_recorded_game_is_refused(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "herd.sheet").write_text(HERD.replace('"The herd"', '"The herd" game: herd'))
    printed = fairsheet("print", "herd.sheet", "--players", 2, cwd=tmp_path)
    assert printed.code == 2 and "the program records no game herd; leave out game:" in printed.err


def test_game_without_cards_prints_without_seed_and_players(fairsheet: Any, quiz: Path) -> None:
    document = fairsheet("print", quiz, "--json", cwd=quiz.parent).json
    assert (document["seed"], document["players"], document["pages"]) == (None, 1, 1)
    assert document["file"] == "quiz.pdf"
    words = words_of(quiz.with_suffix(".pdf"))
    assert "seat 1 of 1" in words  # in the label at the foot
    assert "Seat" not in words and words.count("cards") == words.count("no cards") == 1


def test_game_without_cards_may_have_seats_table_and_seed(fairsheet: Any, quiz: Path) -> None:
    out = quiz.with_name("x.pdf")
    words = ("print", quiz, "--players", 2, "--table", "Club 7", "-o", out, "--json")
    assert fairsheet(*words).json["seed"] is None
    assert "table Club 7" in words_of(out) and "Seat 1 of 2" in words_of(out)
    assert fairsheet(*words, "--seed", "otter").json["seed"] == "otter"
    assert "seed otter" in words_of(out)


def test_option_players_replaces_a_torn_label(fairsheet: Any, quiz: Path) -> None:
    sheet = read_template(quiz).sheet
    (page,) = page_arrays(draw_pages(sheet, labels_of(sheet, Table(None, 1), [1])), PX_PER_MM)
    copy, frame = copy_place(sheet, 1), PAPERS["a4"].offset
    assert copy is not None
    top, left = round((frame.y + copy.y) * PX_PER_MM), round((frame.x + copy.x) * PX_PER_MM)
    page[top : top + round(copy.h * PX_PER_MM), left : left + round(copy.w * PX_PER_MM)] = 255
    page[: 40 * PX_PER_MM, 165 * PX_PER_MM : 192 * PX_PER_MM] = 255  # the code
    page[275 * PX_PER_MM : 280 * PX_PER_MM, 20 * PX_PER_MM : 190 * PX_PER_MM] = 255  # the line at the foot
    torn = scan_file(quiz.with_name("torn.jpg"), sheet, page, POINTS)
    ended = fairsheet("scan", torn, "--sheet", quiz, "--players", 1, "--no-names", "--json")
    (seen,) = ended.json["photos"][0]["sheets"]
    assert (seen["record"]["seat"], seen["record"]["marks"]) == (1, POINTS)


def test_game_without_cards_takes_up_to_fifteen_players(fairsheet: Any, quiz: Path) -> None:
    words = ("print", quiz, "--players", 15, "--seat", 15, "-o", "x.pdf", "--json")
    assert fairsheet(*words, cwd=quiz.parent).json["pages"] == 1
    (photo,) = fairsheet("scan", "x.pdf", "--sheet", quiz, "--json", cwd=quiz.parent).json["photos"]
    assert photo["sheets"][0]["record"]["seat"] == 15
    record = write(quiz.with_name("1.json"), read_template(quiz).sheet, Table(None, 15), POINTS, seat=15)
    assert fairsheet("score", record, "--sheet", quiz, "--json").json["players"][0]["total"] == 17
    for players in (16, 0):
        ended = fairsheet("print", quiz, "--players", players, cwd=quiz.parent)
        ended.refused("--players: ", "players cannot play; 1 to 15 can")
    fairsheet("print", "launch", "--players", 7).refused("--players: 7 players cannot play; 2 to 6 can")


def test_template_limits_the_number_of_players(fairsheet: Any, quiz: Path) -> None:
    head, lines = quiz.read_text(encoding="utf-8").split("\n", 1)
    few = quiz.with_name("few.sheet")
    few.write_text(f"{head} players: 2, 3\n{lines}", encoding="utf-8")
    assert fairsheet("print", few, "--players", 3, "-o", "x.pdf", "--json", cwd=few.parent).json["pages"] == 3
    with pytest.raises(FairsheetError, match="players: 6 players cannot play with this sheet"):
        print_pdf(read_template(few).sheet, players=6)
    problem = "--players: 6 players cannot play with this sheet; it is for 2 or 3"
    fairsheet("print", few, "--players", 6, cwd=few.parent).refused(problem)
    few.write_text(f"{head} players: few\n{lines}", encoding="utf-8")
    refused = fairsheet("print", few, cwd=few.parent)
    assert "players are whole numbers, not few; such as players: 2, 3, 4" in refused.err


def test_outputs_of_a_game_without_cards_mention_no_cards(fairsheet: Any, quiz: Path) -> None:
    sheet, folder = read_template(quiz).sheet, quiz.with_name("read")
    for table in ("Owls", "Foxes"):
        write(folder / f"{table}.json", sheet, Table(None, 1, name=table), POINTS)
    ended = fairsheet("score", folder, "--sheet", quiz)
    assert "quiz, 1 player, table Foxes" in ended.out and "cards" not in ended.out, ended.err
    (folder / "Foxes.json").unlink()
    ended = fairsheet("report", folder, "--sheet", quiz, cwd=quiz.parent)
    assert (quiz.parent / "quiz.html").is_file() and "cards" not in ended.out, ended.err
    assert "physical" not in (quiz.parent / "quiz.html").read_text()


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """Return the template of a sheet with a column for each player."""
    path = tmp_path / "night.sheet"
    path.write_text(template_text("night", "columns"))
    return path


def test_report_names_every_player_of_a_column_sheet(fairsheet: Any, night: Path, tmp_path: Path) -> None:
    marks: dict[str, Mark] = {
        "name.1": "OWLS", "round-1.1": 7, "score.total.1": 9, "name.2": "FOXES", "round-1.2": 9, "score.total.2": 9,
    }  # fmt: skip
    record = write(tmp_path / "1.json", read_template(night).sheet, Table(None, 1), marks)
    assert fairsheet("verify", record, "--sheet", night).out.startswith("all players: ")
    ended = fairsheet("report", record, "--sheet", night, "-o", tmp_path / "x.html")
    assert ended.code in (0, 3), ended.err
    page = " ".join((tmp_path / "x.html").read_text().split())
    assert "FOXES wins with 19 points" in page and "2 players" in page and "The sheet of all players" in page
    assert "OWLS, total: 9 written, 13 computed" in page
    assert "FOXES, total: 9 written, 19 computed" in page


def test_batch_has_a_row_for_each_column(fairsheet: Any, night: Path, tmp_path: Path) -> None:
    sheet, folder, out = read_template(night).sheet, tmp_path / "read", tmp_path / "out"
    for table, points in (("A", 7), ("B", 3)):
        marks: dict[str, Mark] = {"name.1": "OWLS", "round-1.1": points, "name.2": "FOXES", "round-1.2": 9}
        write(folder / f"{table}.json", sheet, Table(None, 1, name=table), marks)
    ended = fairsheet("batch", folder, "-o", out, "--sheet", night, "--league")
    assert ended.code in (0, 3), ended.err
    rows = [line.split(",") for line in (out / "results.csv").read_text().splitlines()[1:]]
    assert [(row[0], row[3], row[4], row[6], row[7]) for row in rows] == [
        ("A", "1", "OWLS", "13", "2"), ("A", "2", "FOXES", "19", "1"),
        ("B", "1", "OWLS", "9", "2"), ("B", "2", "FOXES", "19", "1"),
    ]  # fmt: skip
    league = [line.split(",")[1:5] for line in (out / "league.csv").read_text().splitlines()[1:]]
    assert league == [["FOXES", "2", "2", "38"], ["OWLS", "0", "0", "22"]]
    index, pages = (out / "report" / "index.html").read_text(), (out / "report" / "tables").iterdir()
    assert "FOXES" in index and "physical" not in "".join([index, *(page.name for page in pages)])


def test_deal_refuses_a_sheet_without_cards(fairsheet: Any, quiz: Path) -> None:
    fairsheet("deal", quiz, "--players", 2).refused("no cards to deal", "cards: yes")
    quiz.write_text(QUIZ.replace('"Quiz evening"', '"Quiz evening" cards: yes'))
    assert fairsheet("deal", quiz, "--seed", "otter", "--players", 1, "--json").json["turns"]
    fairsheet("deal", quiz, "--seed", "otter").refused("Missing option '--players'")
    assert fairsheet("print", quiz, "--players", 2, "--json", cwd=quiz.parent).json["seed"] is not None


def test_comparing_formula_needs_two_players(fairsheet: Any, quiz: Path) -> None:
    quiz.write_text(
        QUIZ + "box score.place to: 9 at: 100, 60\nscore score.place is: ranked(points.1, 5, 3)\n"
    )
    ended = fairsheet("print", quiz, cwd=quiz.parent)
    ended.refused("quiz.sheet:9:1: score.place compares players, but there is only one; give --players 2")
    assert fairsheet("print", quiz, "--players", 2, cwd=quiz.parent).code == 0


def test_different_templates_with_one_name_are_refused(fairsheet: Any, quiz: Path) -> None:
    other = quiz.with_name("other.sheet")
    other.write_text(QUIZ.replace("to: 10", "to: 9"))
    ended = fairsheet("sheets", quiz, other)
    assert ended.code == 2
    assert f"{other}:1:7: {quiz} is a different template with the same name quiz; rename one" in ended.err
    other.write_text(QUIZ)
    assert fairsheet("sheets", quiz, other, "--json").json["sheets"][-1]["sheet"] == "quiz"


def test_sheet_shared_by_neighbours_needs_two_players(fairsheet: Any, quiz: Path) -> None:
    quiz.write_text(QUIZ + "box far.1 to: 9 at: 100, 60\n  facts side: far\n")
    fairsheet("print", quiz, cwd=quiz.parent).refused("neighbours share its sheets", "--players 2")


def test_missing_lookup_entry_names_its_place(fairsheet: Any, tmp_path: Path) -> None:
    template = tmp_path / "herd.sheet"
    template.write_text(
        'sheet herd "Herd"\n'
        "repeat i: 1..2\n"
        "  box cows.{i} from: 0 to: 9 at: 20, 20 * i\n"
        "    facts player: i\n"
        "  box score.total.{i} from: 0 to: 99 at: 60, 20 * i\n"
        "    facts player: i\n"
        '  score score.total.{i} sign: "=" is: lookup(cows.{i}, 0, 0, 1, 5, 2, 9)\n'
        "check few\n"
        '  text: "There are few cows."\n'
        "  needs: lookup(cows.1, 1, 5) = 5\n"
    )
    record = tmp_path / "herd.json"
    write(record, read_template(template).sheet, Table(None, 1), {"cows.1": 2, "cows.2": 7})
    problem = f"{template}:7:3: score.total", "no entry for 7 (seat 2); it has 0, 1, 2: add one"
    fairsheet("score", record, "--sheet", template).refused(*problem)
    problem = f"{template}:8:1: few", "no entry for 2; it has 1: add one"
    fairsheet("verify", record, "--sheet", template).refused(*problem)
    template.write_text(template.read_text().partition("check few")[0])
    write(record, read_template(template).sheet, Table(None, 1), {"cows.2": 7})
    page = tmp_path / "evening.html"
    fairsheet("report", record, "--sheet", template, "-o", page)
    assert f"The points cannot be added up: {template}:7:3: score.total" in page.read_text()


def test_column_sheet_is_printed_once_for_all_players(fairsheet: Any, night: Path) -> None:
    words = ("print", night, "-o", night.with_name("night.pdf"))
    for players in ([], ["--players", 1], ["--players", 5]):
        ended = fairsheet(*words, *players, "--json")
        assert (ended.json["pages"], ended.json["players"]) == (1, 1)
    ended = fairsheet(*words, "--players", 7)
    ended.refused("--players 7", "columns for 6 players")


def test_part_of_the_score_may_have_a_label(fairsheet: Any, garden: Path, tmp_path: Path) -> None:
    template = tmp_path / "garden.sheet"
    template.write_text(GARDEN.replace("is: 3 * filled(bed)", 'is: 3 * filled(bed) label: "full bed"'))
    record = write(tmp_path / "1.json", read_template(template).sheet, WITH_MISSION, MARKS)
    assert "full bed" in fairsheet("score", record, "--sheet", template).out
    fairsheet("report", record, "--sheet", template, "-o", tmp_path / "x.html")
    assert "<th>full bed</th>" in (tmp_path / "x.html").read_text()
    (player, *_) = fairsheet("score", record, "--sheet", template, "--json").json["players"]
    assert "score.bed" in player["parts"]
