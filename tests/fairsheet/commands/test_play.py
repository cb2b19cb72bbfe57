"""Commands before and during a game: sheets, print, deal, fields, simulate."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from fairsheet.pipeline.store.folders import LOG
from fairsheet.process.console import printable
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.label.label_text import parse_label_text
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.wording.labels import table_with_cards

GAME = ("--seed", "coral-otter-42", "--players", 3)


def test_print_has_the_name_of_its_table(fairsheet: Any, tmp_path: Path) -> None:
    words = ("print", "launch", "--seed", "otter", "--players", 2, "-o", tmp_path / "x.pdf", "--json")
    ended = fairsheet(*words, "--table", "Club 7")
    assert ended.code == 0 and ended.json["table"] == "Club 7"
    with pypdfium2.PdfDocument(tmp_path / "x.pdf") as document:
        printed = " ".join(document[1].get_textpage().get_text_range().split())
    assert "table Club 7" in printed and "table Club%207 seed otter check" in printed
    for name in ("", "x" * 41, "a\nb"):
        ended = fairsheet(*words, "--table", name)
        assert ended.code == 2 and "--table" in ended.err, name


def test_every_command_warns_about_a_lookalike_seed(fairsheet: Any, tmp_path: Path) -> None:
    """A letter of another alphabet or an invisible one deceives people who compare two seeds by eye."""
    seed = "p\N{CYRILLIC SMALL LETTER A}nda\N{ZERO WIDTH SPACE}"
    letters = "CYRILLIC SMALL LETTER A and ZERO WIDTH SPACE"
    problem = f"the seed {seed} is not the one that it looks like: there is {letters} in it"
    pdf, bots, out = tmp_path / "x.pdf", tmp_path / "bots", tmp_path / "out"
    game = ("launch", "--seed", seed, "--players", 2)
    for words in (
        ("print", *game, "--seat", 1, "-o", pdf),
        ("deal", *game, "--turns", 1),
        ("simulate", *game, "-o", bots),
        ("scan", pdf, "--no-names"),
        *((command, bots) for command in ("score", "verify")),
        ("report", bots, "-o", tmp_path / "x.html"),
    ):
        assert printable(problem) in fairsheet(*words).err, words
    fairsheet("batch", bots, "-o", out, "--workers", 1)
    assert "is not the one that it looks like" in (out / LOG).read_text()
    assert "looks like" not in fairsheet("deal", "launch", *GAME, "--turns", 1).err


def labels_in(pdf: Path) -> list[Label]:
    """Return the label in the line at the foot of each page."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [parse_label_text(page.get_textpage().get_text_range()) for page in document]


def test_single_sheet_takes_the_identity_of_its_print(fairsheet: Any, tmp_path: Path) -> None:
    words = ("print", "launch", "--seed", "otter", "--players", 2, "-o", tmp_path / "x.pdf")
    print_ids = []
    for _ in range(2):
        ended = fairsheet(*words)
        (print_id,) = {label.print_id for label in labels_in(tmp_path / "x.pdf")}
        assert f"Print identity {print_id}. To print one sheet of it again" in ended.err
        print_ids.append(print_id)
    assert print_ids[0] != print_ids[1]
    for more, print_id in (((), None), (("--print-id", "k7-m"), "k7-m")):
        ended = fairsheet(*words, "--seat", 2, *more, "--json")
        assert ended.json["print"] == print_id == labels_in(tmp_path / "x.pdf")[0].print_id
    fairsheet(*words, "--print-id", "K7").refused("--print-id: 'K7' is not the identity")


def test_several_scenarios_tables_and_games_share_one_pdf(fairsheet: Any, tmp_path: Path) -> None:
    words = ("--players", 2, "--seed", "otter", "--print-id", "eve", "-o", tmp_path / "x.pdf", "--json")
    ended = fairsheet("print", "launch", "journey", "--tables", "Club 1..2, North", "--games", 2, *words)
    tables = ended.json["tables"]
    assert [(each["sheet"], each["table"], each["seed"], each["print"]) for each in tables[:5]] == [
        ("launch", "Club 1", "otter", "eve-1"),
        ("launch", "Club 1", "otter-2", "eve-2"),
        ("journey", "Club 1", "otter", "eve-3"),
        ("journey", "Club 1", "otter-2", "eve-4"),
        ("launch", "Club 2", "otter", "eve-5"),
    ]
    assert (len(tables), ended.json["pages"], tables[-1]["table"]) == (12, 24, "North")
    assert ended.json["sheet"] is None and ended.json["print"] is None
    printed = dict.fromkeys(
        (each.sheet, each.table, each.seed, each.print_id) for each in labels_in(tmp_path / "x.pdf")
    )
    assert list(printed) == [(each["sheet"], each["table"], each["seed"], each["print"]) for each in tables]


def test_sheets_of_one_recorded_game_share_a_table(fairsheet: Any, tmp_path: Path) -> None:
    words = ("pulsar-ledger", "pulsar-table", "--players", 2, "-o", tmp_path / "x.pdf", "--json")
    ended = fairsheet("print", *words)
    assert (ended.json["sheet"], ended.json["sheets"]) == ("pulsar-2849", ["pulsar-table", "pulsar-ledger"])
    assert {label.print_id for label in labels_in(tmp_path / "x.pdf")} == {ended.json["print"]}


@pytest.mark.parametrize("game", ["launch", "ares-expedition"])
def test_print_puts_names_on_the_sheets_of_their_seats(fairsheet: Any, tmp_path: Path, game: str) -> None:
    words = ("print", game, "-o", tmp_path / "x.pdf", "--json")
    names = fairsheet(*words, "--players", 3, "--names", "Ada,,Günther").json["names"]
    assert names == ["Ada", None, "Günther"]
    assert fairsheet(*words, "--names", "Ada,Ben,Cyril").json["players"] == 3
    assert fairsheet(*words, "--players", 3, "--names", "Jiří Kovář", "--seat", 2).json["names"] == [
        "Jiří Kovář"
    ]
    with pypdfium2.PdfDocument(tmp_path / "x.pdf") as document:
        assert "Jiří Kovář" in document[0].get_textpage().get_text_range()
    (page,) = fairsheet("scan", tmp_path / "x.pdf", "--json").json["photos"][:1]
    assert page["sheets"][0]["record"]["player"] == "Jiří Kovář"


def test_solo_player_has_the_name_on_both_sheets(fairsheet: Any, tmp_path: Path) -> None:
    words = ("print", "battle", "--solo", 4, "--names", "Ada", "-o", tmp_path / "x.pdf", "--json")
    assert fairsheet(*words).json["names"] == ["Ada", "Ada"]


def test_names_of_several_tables_are_given_table_by_table(fairsheet: Any, tmp_path: Path) -> None:
    words = ("launch", "--tables", "Club 01..02", "--names", "Ada,Ben,Cyril,Ben", "-o", tmp_path / "x.pdf")
    tables = fairsheet("print", *words, "--json").json["tables"]
    assert [(each["table"], each["names"]) for each in tables] == [
        ("Club 01", ["Ada", "Ben"]),
        ("Club 02", ["Cyril", "Ben"]),
    ]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("--names Ada,Ada,Ben", "--names: two players are called Ada"),
        ("--names A,A,B", "--names: two players are called A"),
        ("--names Ada,аda,Ben", "--names: Ada and аda look alike"),
        ("--names Ada,Ben", "--names: 2 names for 3 players"),
        (f"--names {'x' * 41},,", "--names: the name of a player has 1 to 40 characters, not 41"),
        ("--names A,B,C --tables A,B", "--names: 3 names for 2 tables"),
        (
            "--names A,B,C,D --tables A,B",
            "--names: 4 names for 2 tables of 3 players; give 6, one table after the other",
        ),
        ("--table A --tables A,B", "--table: --table and --tables cannot be combined"),
        ("--tables A,A", "--tables: two tables are called A"),
        ("--tables C3..1", "--tables: 'C3..1' counts down; write it like C1..3"),
        ("--tables 1..501", "--tables: 501 tables are too many"),
        ("--tables A,B --print-id abcdefghijklmnop", "--print-id: 'abcdefghijklmnop-2' is not the identity"),
    ],
)
def test_impossible_names_or_tables_fail(fairsheet: Any, tmp_path: Path, words: str, problem: str) -> None:
    fairsheet("print", "launch", "--players", 3, *words.split(), cwd=tmp_path).refused(problem)


# --- print --------------------------------------------------------------------------------------------------------


def page_sizes(path: Path) -> list[tuple[float, float]]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_size() for page in document]


@pytest.mark.parametrize(("paper", "size"), [("a4", (595.3, 841.9)), ("letter", (612, 792))])
def test_every_seat_has_a_page(fairsheet: Any, tmp_path: Path, paper: str, size: tuple[float, float]) -> None:
    ended = fairsheet("print", "launch", *GAME, "--paper", paper, "-o", tmp_path / "new" / "x.pdf")
    assert (ended.code, ended.out) == (0, "")
    assert page_sizes(tmp_path / "new" / "x.pdf") == [pytest.approx(size, abs=0.2)] * 3


def test_missions_may_be_typed_in_small_letters() -> None:
    chosen = {"A": "A1", "B": "B2", "C": "C2"}
    assert table_with_cards(load_sheet("launch"), None, 3, "a1, b2,C2", None, None).missions == chosen


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--physical-cards", "--seed", "otter"), "physical cards need no seed"),
        (("--missions", "A1,B2,C2"), "a seed deals its missions"),
        (("--physical-cards", "--missions", "A1,B2"), "not the missions of one game"),
        (("--physical-cards", "--missions", "A1,A2,C1"), "not the missions of one game"),
        (("--physical-cards", "--missions", "A9,B1,C1"), "no mission 'A9'"),
    ],
)
def test_options_that_physical_cards_exclude_are_refused(
    fairsheet: Any, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    fairsheet("print", "launch", "--players", 3, *arguments, "-o", tmp_path / "x.pdf").refused(words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("seed", "warning"),
    [("to the 🚀", "🚀 (U+1F680), which"), ("a\u200bb", "has U+200B, which"), ("Žofie é", None)],
)
def test_awkward_seed_gives_a_warning(fairsheet: Any, tmp_path: Path, seed: str, warning: str | None) -> None:
    pdf = tmp_path / "x.pdf"
    ended = fairsheet("print", "launch", "--seed", seed, "--players", 2, "--seat", 1, "-o", pdf, "--json")
    assert (ended.code, ended.json["seed"], pdf.exists()) == (0, seed, True)
    assert warning in ended.err if warning else ended.err == ""


def test_print_without_a_seed_makes_and_shows_one(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("print", "launch", "--players", 2, "-o", tmp_path / "x.pdf")
    assert ended.code == 0
    assert re.search(r"seed [a-z]+-[a-z]+-\d+\.", ended.err)


# --- deal ---------------------------------------------------------------------------------------------------------


def test_same_seed_gives_the_same_deal(fairsheet: Any) -> None:
    one, two = (fairsheet("deal", "launch", *GAME, "--turns", 25, "--json").json for _ in range(2))
    assert one == two
    assert one["format"] == "fairsheet.deal/1"
    assert [turn["turn"] for turn in one["turns"]] == list(range(1, 26))
    assert all(len(turn["offers"]) == 3 for turn in one["turns"])
    first, shown = one["turns"][0]["offers"][0], fairsheet("deal", "launch", *GAME, "--turns", 1).out
    assert f"{first['number']} {first['action']}" in shown


# --- fields -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "width"), [("a4", 210.0), ("letter", 215.9)])
def test_fields_lie_on_the_page(fairsheet: Any, paper: str, width: float) -> None:
    document = fairsheet("fields", "launch", "--paper", paper, "--json").json
    assert document["pages"][0]["width_mm"] == width
    for field in document["fields"]:
        assert 0 < field["x_mm"] < field["x_mm"] + field["w_mm"] < width
    totals = [field for field in document["fields"] if field["id"] == "score.total"]
    assert len(totals[0]["cells"]) >= 3


# --- simulate -----------------------------------------------------------------------------------------------------


def test_simulate_does_not_overwrite_records_of_another_game(fairsheet: Any, tmp_path: Path) -> None:
    words = ("simulate", "dome", "--seed", "otter", "-o", tmp_path, "--policy", "random")
    assert fairsheet(*words, "--solo", 4).code == 0
    before = (tmp_path / "otter" / "seat-1.json").read_bytes()
    for other in (("--solo", 5), ("--players", 2)):
        problem = "this is a record of another game: dome, seed otter, solo, level 4; give another folder"
        fairsheet(*words, *other).refused(problem)
    assert (tmp_path / "otter" / "seat-1.json").read_bytes() == before
    assert fairsheet(*words, "--solo", 4).code == 0


def test_simulated_games_leave_records_and_histories(table: list[Path]) -> None:
    for path in table:
        record = json.loads(path.read_text())
        history = json.loads(path.with_name(path.name.replace("seat", "history")).read_text())
        inked = {ink["field"] for turn in history for ink in turn["ink"]}
        assert inked == {field for field in record["marks"] if not field.startswith("score.")}


def test_each_simulated_game_has_its_own_folder(fairsheet: Any, tmp_path: Path) -> None:
    words = ("simulate", "launch", *GAME, "--games", 2, "--policy", "random", "-o", tmp_path, "--json")
    ended = fairsheet(*words)
    folders = [Path(game["folder"]) for game in ended.json["tables"]]
    assert sorted(tmp_path.iterdir()) == sorted(folders)
    assert len({(folder / "seat-1.json").read_bytes() for folder in folders}) == 2


def test_blanks_around_a_seed_are_removed_with_a_warning(fairsheet: Any) -> None:
    bare, blanks = (
        fairsheet("deal", "launch", "--seed", seed, "--players", 2, "--json")
        for seed in ("otter", " otter\u3000")
    )
    assert blanks.json == bare.json and "blanks around the seed" in blanks.err and not bare.err


# --- what cannot be done ------------------------------------------------------------------------------------------

BAD = {
    "no such sheet": (["deal", "nonsense", *GAME], "nonsense"),
    "blank seed": (["deal", "launch", "--seed", " \u3000", "--players", 2], "consist of blanks"),
    "empty seed": (["deal", "launch", "--seed", "", "--players", 2], "1 to 64 characters"),
    "long seed": (["deal", "launch", "--seed", "x" * 65, "--players", 2], "1 to 64 characters"),
    "control character": (["deal", "launch", "--seed", "a\tb", "--players", 2], "U+0009"),
    "no players": (["deal", "launch", "--seed", "x", "--players", 0], "0 players"),
    "too many players": (["simulate", "launch", "--seed", "x", "--players", 99, "-o", "x"], "99 players"),
    "no such seat": (["print", "launch", *GAME, "--seat", 4, "-o", "x.pdf"], "no seat 4"),
    "seat zero": (["print", "launch", *GAME, "--seat", 0, "-o", "x.pdf"], "no seat 0"),
    "no turns": (["deal", "launch", *GAME, "--turns", 0], "no turn 0"),
    "too many turns": (["deal", "launch", *GAME, "--turns", 1_000_000], "turns"),
    "no games": (["simulate", "launch", *GAME, "--games", 0, "-o", "x"], "0 games"),
    "level 9": (["deal", "launch", "--seed", "x", "--solo", 9], "--solo: there is no opponent of level 9"),
    "level 0": (["simulate", "launch", "--seed", "x", "--solo", 0, "-o", "x"], "no opponent of level 0"),
    "solo for two": (["deal", "launch", "--solo", 3, "--players", 2], "--players: the solo game is for one"),
    "solo turn 37": (["deal", "launch", "--solo", 3, "--from", 37], "at most 35 turns"),
    "history of no solo": (["deal", "launch", *GAME, "--history", "x.json"], "give --solo LEVEL"),
    "history of nothing": (["deal", "launch", "--solo", 3, "--history", "x.json"], "x.json"),
    "one player": (["deal", "launch", "--seed", "x", "--players", 1], "one player alone"),
    "print for one": (["print", "launch", "--players", 1, "-o", "x.pdf"], "one player alone"),
    "no seed for no seat": (["print", "launch", "--players", 3, "--seat", 4, "-o", "x.pdf"], "no seat 4"),
    "no seed for missions": (
        ["print", "launch", "--players", 3, "--missions", "A1"],
        "a seed deals its missions",
    ),
    "no seed for no place": (["print", "launch", "--players", 3, "-o", "."], "cannot be written"),
    "no seed for too many": (["deal", "launch", "--players", 99], "99 players"),
    "no seed for a demo of too many": (["demo", "--players", 99], "99 players"),
    "no seed for games of too many": (["simulate", "launch", "--players", 99, "-o", "x"], "99 players"),
    "no seed for games nowhere": (["simulate", "launch", *GAME, "-o", "/dev/null/x"], "cannot be written"),
    "no seed for a demo nowhere": (["demo", "--players", 3, "-o", "/dev/null/x"], "cannot be written"),
    "scan of no seed": (["scan", "x.jpg", "--sheet", "launch", "--seed", ""], "--seed: a seed has"),
    "scan of too many": (["scan", "x.jpg", "--sheet", "launch", "--players", 9], "--players: 9 players"),
    "scan of one player": (["scan", "x.jpg", "--sheet", "launch", "--players", 1], "one player alone"),
    "scan of no seat": (["scan", "x.jpg", "--sheet", "launch", *GAME, "--seat", 4], "no seat 4"),
    "solo in words": (["deal", "launch", "--players", 1, "--solo", "easy"], "not a valid integer"),
    "capital letters": (["print", "LAUNCH", *GAME, "-o", "x.pdf"], "'LAUNCH'; did you mean launch?"),
    "print without players": (["print", "launch"], "--players"),
    "solo seat": (["print", "launch", "--solo", 3, "--seat", 2, "-o", "x.pdf"], "no seat 2"),
    "fields of level 9": (["fields", "launch", "--solo", 9], "no opponent of level 9"),
}


@pytest.mark.parametrize(("words", "problem"), BAD.values(), ids=BAD)
def test_impossible_options_fail(fairsheet: Any, tmp_path: Path, words: list[object], problem: str) -> None:
    fairsheet(*words, cwd=tmp_path).refused(problem)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("sheet", "count"), [("journey", 2), ("battle", 3)])
def test_solo_print_has_the_panel(fairsheet: Any, tmp_path: Path, sheet: str, count: int) -> None:
    words = ("--seed", "otter", "--solo", 4, "--print-id", "k7", "-o", tmp_path / "x.pdf", "--json")
    ended = fairsheet("print", sheet, *words)
    assert (ended.code, ended.json["pages"], ended.json["solo"]) == (0, count, 4)
    with pypdfium2.PdfDocument(tmp_path / "x.pdf") as document:
        panel = " ".join(document[1].get_textpage().get_text_range().split())
    assert "ASTRA level 4 Franklin" in panel and "page 2 solo 4 print k7 missions" in panel
    fields = fairsheet("fields", sheet, "--solo", 4, "--json").json["fields"]
    (robot,) = (field for field in fields if field["id"] == "astra.robot.14")
    assert (robot["page"], robot["accepts"]) == (2, ["crossed"])


def test_solo_deal_continues_from_its_history(fairsheet: Any, tmp_path: Path) -> None:
    game = ["deal", "journey", "--seed", "coral-otter-42", "--solo", 4, "--json"]
    first = json.loads(fairsheet(*game).out)
    assert (first["players"], first["solo"], len(first["turns"])) == (1, 4, 21)
    history = [{**turn, "offer": None, "ink": [], "astra_card": 2} for turn in first["turns"]]
    (tmp_path / "h.json").write_text(json.dumps(history))
    after = json.loads(fairsheet(*game, "--history", tmp_path / "h.json").out)
    assert [turn["turn"] for turn in after["turns"]] == [*range(22, 36)]
    for turn in history:
        turn["cards"][0]["number"] += 1
    (tmp_path / "h.json").write_text(json.dumps(history))
    fairsheet(*game, "--history", tmp_path / "h.json").refused("h.json: turn 1: the seed deals other cards")


def test_solo_battle_has_two_records_and_one_history(fairsheet: Any, tmp_path: Path) -> None:
    played = fairsheet("simulate", "battle", "--solo", 4, "--seed", "otter", "-o", "games", cwd=tmp_path)
    assert played.code == 0, played.err
    folder = tmp_path / "games" / "otter"
    assert {file.name for file in folder.iterdir()} == {"history-1.json", "seat-1.json", "seat-2.json"}
    first, second = folder / "seat-1.json", folder / "seat-2.json"
    score = json.loads(fairsheet("score", "--json", first, second).out)
    assert len(score["players"]) == 1 and score["winner"] in ("player", "astra", "draw")
    both = fairsheet("verify", "--json", first, second)
    history, none = [sheet["history"] for sheet in json.loads(both.out)["sheets"]]
    assert (both.code, none) == (0, None)
    assert {ink.get("sheet") for turn in history for ink in turn["ink"]} == {1, 2}
    for record, lacking, side in ((first, 2, "right"), (second, 1, "left")):
        alone = fairsheet("verify", record)
        assert (alone.code, f"the {side} sheet is missing" in alone.err) == (3, True)
        assert "undecided, the rest of the game is missing" in alone.out
        scored = fairsheet("score", record)
        assert (scored.code, f"the sheet of player {lacking} is missing" in scored.err) == (2, True)


def test_solo_game_is_played_scored_and_verified(fairsheet: Any, tmp_path: Path) -> None:
    played = fairsheet("simulate", "launch", "--solo", 3, "--seed", "otter", "-o", "games", cwd=tmp_path)
    assert played.code == 0, played.err
    record = tmp_path / "games" / "otter" / "seat-1.json"
    assert "ASTRA, level 3:" in fairsheet("score", record).out
    score = json.loads(fairsheet("score", "--json", record).out)
    assert (score["astra"]["level"], score["winner"]) in [(3, "astra"), (3, "player"), (3, "draw")]
    assert fairsheet("verify", record).code == 0
    verdict = json.loads(fairsheet("verify", "--json", record).out)
    (tmp_path / "h.json").write_text(json.dumps(verdict["sheets"][0]["history"]))
    dealt = fairsheet(
        "deal", "launch", "--solo", 3, "--seed", "otter", "--history", tmp_path / "h.json", "--json"
    )
    assert dealt.code == 0, dealt.err

    document = json.loads(record.read_text())
    for change, code, problem in (
        ({"solo": 4}, 2, "is of an opponent of level 3, not 4"),
        ({"seed": None}, 3, "undecided"),
        ({"players": 2}, 2, "players"),
    ):
        other = tmp_path / "other.json"
        other.write_text(json.dumps({**document, "game": {**document["game"], **change}}))
        ended = fairsheet("verify", other)
        assert ended.code == code, ended.err
        assert problem in ended.out + ended.err
