"""A league over a season: dates, ways of counting, encounters of players, files and pages."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.table_records import table_of_record
from fairsheet.engine.scoring.score import PlayerScore, Score
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.pipeline.base.values import KeptSheet, SheetOfFile, Source, TableResult
from fairsheet.pipeline.grouping.dates import date_of
from fairsheet.pipeline.grouping.seated_tables import SeatedTable, SeatSheet
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.results._table_players import results_csv
from fairsheet.results.charts import histogram
from fairsheet.results.html_pages import rankings
from fairsheet.results.league import Standing, standings
from fairsheet.results.player_pages import against, by_sheet
from fairsheet.results.spreadsheets import csv_of
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.loading._opening import taken_at
from tests.fairsheet.here import records_of, write_records


def table(
    sheet: str, points: dict[str, int], ranking: Sequence[Sequence[int]] = (), **of_score: Any
) -> JudgedTable:
    """Return a table of players with these points, ranked by them or by `ranking`."""
    game = Table("otter", len(points))
    records = [
        replace(Record.on(load_sheet(sheet), game, seat, {}), player=name)
        for seat, name in enumerate(points, 1)
    ]
    totals = dict(enumerate(points.values(), 1))
    ranked = ranking or [(seat,) for seat in sorted(totals, key=lambda seat: -totals[seat])]
    score = Score(
        tuple(PlayerScore(seat, total, {}, {}, ()) for seat, total in totals.items()),
        tuple(map(tuple, ranked)),
        **of_score,
    )
    key = table_of_record(records[0])
    places = tuple(SeatSheet(record, None, ()) for record in records)
    return JudgedTable(SeatedTable(key, places), TableResult(None, score))


def values(league: Sequence[Standing], *names: str) -> dict[str, tuple[Any, ...]]:
    return {each.player: tuple(getattr(each, name) for name in names) for each in league}


def test_player_after_a_tie_gets_the_stars_of_the_next_rank() -> None:
    tied = table("dome", {"Ada": 50, "Ben": 50, "Cyril": 40}, [(1, 2), (3,)])
    assert values(standings([tied]), "stars") == {"Ada": (3,), "Ben": (3,), "Cyril": (2,)}


def test_game_without_stars_gives_one_per_beaten_player() -> None:
    recorded = table("pulsar-final", {"Ada": 90, "Ben": 100, "Cyril": 90}, [(2,), (1, 3)])
    assert values(standings([recorded]), "stars", "wins") == {"Ben": (2, 1), "Ada": (0, 0), "Cyril": (0, 0)}


def test_only_ranked_player_has_no_win() -> None:
    league = standings([table("dome", {"Ada": 50, "Ben": 40}, [(1,)])])
    assert values(league, "wins")["Ada"] == (0,)


def test_league_counts_by_stars_points_or_places() -> None:
    tables = [
        table("launch", {"Ada": 90, "Ben": 50}),
        table("virus", {"Ada": 50, "Ben": 60, "Cyril": 40}),
        table("dome", {"Ada": 10, "Cyril": 95}),
    ]
    by_stars, by_points, by_places = (standings(tables, by) for by in ("stars", "points", "places"))
    assert [(each.player, each.stars) for each in by_stars] == [("Ada", 5), ("Cyril", 4), ("Ben", 4)]
    assert [(each.player, each.points) for each in by_points] == [("Ada", 150), ("Cyril", 135), ("Ben", 110)]
    assert [(each.player, each.beaten, each.rank) for each in by_places] == [
        ("Ada", 2, 1), ("Ben", 2, 2), ("Cyril", 1, 3),
    ]  # fmt: skip
    best = standings(tables, "points", best=2)
    assert [(each.player, each.points, each.games) for each in best] == [
        ("Ada", 140, 3), ("Cyril", 135, 2), ("Ben", 110, 2),
    ]  # fmt: skip
    assert values(best, "wins", "average", "best") == {
        "Ada": (1, 50.0, 90), "Ben": (1, 55.0, 60), "Cyril": (1, 67.5, 95),
    }  # fmt: skip


def test_cooperative_players_win_but_beat_nobody() -> None:
    records = records_of_table(load_sheet("ares-record"), Table("otter", 2, options={"mode": "coop"}))
    won = table("ares-record", {"Ada": 30, "Ben": 20}, [(1, 2)], winner="player")
    places = tuple(
        SeatSheet(replace(place.record, game=records[0].game), None, ()) for place in won.table.places
    )
    together = JudgedTable(SeatedTable(won.table.key, places), won.result)
    names = standings([together], "places")
    assert values(names, "beaten", "wins", "games") == {"Ada": (0, 1, 1), "Ben": (0, 1, 1)}
    assert against(names[0], {id(together): [(each, each.played[0]) for each in names]}) == []


def test_player_page_compares_players_and_games() -> None:
    tables = [table("launch", {"Ada": 90, "Ben": 50, "Cyril": 50}, [(1,), (2, 3)]) for _ in range(2)]
    tables.append(table("dome", {"Ada": 10, "Ben": 95}))
    names = {each.player: each for each in standings(tables)}
    games_by_table = {
        id(each): [(other, game) for other in names.values() for game in other.played if game.outcome is each]
        for each in tables
    }
    assert against(names["Ben"], games_by_table) == [
        {"player": "Ada", "games": 3, "ahead": 1, "behind": 2, "level": 0},
        {"player": "Cyril", "games": 2, "ahead": 0, "behind": 0, "level": 2},
    ]
    assert by_sheet(names["Ada"]) == [
        {"sheet": "Dome", "games": 1, "wins": 0, "average": 10.0, "best": 10},
        {"sheet": "Launch", "games": 2, "wins": 2, "average": 90.0, "best": 90},
    ]


def test_two_sheets_of_a_solo_player_are_one_game() -> None:
    solo = table("battle", {"Ada": 50, "Ada ": 0}, [(1,)], winner="player")
    game = Table("otter", 1, 3)
    places = tuple(SeatSheet(replace(each.record, game=game), None, ()) for each in solo.table.places)
    legal, illegal = (
        SheetVerdict(1, "legal", True, None, (), 0.1),
        SheetVerdict(2, "illegal", True, None, (), 0.1),
    )
    judged = TableResult(Verdict((legal, illegal)), solo.score)
    (player,) = standings([JudgedTable(SeatedTable(solo.table.key, places), judged)])
    assert (player.games, player.illegal, player.points) == (1, 1, 0)


CHANGED = int(datetime(2026, 11, 29, 2).timestamp() * 1e9)


@pytest.mark.parametrize(
    ("name", "taken", "given", "expected"),
    [
        ("a/x.jpg", None, {}, "2026-11-28"),  # the evening began on the day before
        ("a/IMG_20261127_2015.jpg", None, {}, "2026-11-27"),
        ("a/IMG_20261127_2015.jpg", "2026-11-26T00:30:00", {}, "2026-11-25"),
        ("2026-11-24 Kavárna/9-99/x.jpg", "2026-11-26T20:30:00", {}, "2026-11-24"),
        ("2026-11-24 Kavárna/x.jpg", "2026-11-26T20:30:00", {}, "2026-11-24"),
        ("2026-11-24 Kavárna/x.jpg", None, {"/photos": "2026-10-01"}, "2026-10-01"),
        ("a/x.jpg", None, {"/photos": "2026-10-01", "/photos/a": "2026-10-02"}, "2026-10-02"),
        ("a/2026-13-45.jpg", None, {"/photos/b": "2026-10-01"}, "2026-11-28"),
    ],
)
def test_date_of_a_table(name: str, taken: str | None, given: dict[str, str], expected: str) -> None:
    record = Record("launch", "12345678", Table("otter", 2), 1, {})
    # the date in the parent folder does not count
    source = Source(Path("/2025-01-01/club/../photos") / name, name)
    seen = SheetOfFile(source, "", 0, KeptSheet(record, (), taken=taken))
    of = SeatedTable(table_of_record(record), (SeatSheet(record, (), (seen,)),))
    dates = {Path(f"/2025-01-01{folder}"): date.fromisoformat(day) for folder, day in given.items()}
    assert date_of(of, dates, {source.path: CHANGED}.get) == date.fromisoformat(expected)


def test_taken_at_reads_the_camera_time() -> None:
    def photo(moment: str | None) -> bytes:
        exif = Image.Exif()
        if moment is not None:
            exif.get_ifd(0x8769)[0x9003] = moment
        stream = io.BytesIO()
        Image.new("L", (40, 30)).save(stream, "JPEG", exif=exif)
        return stream.getvalue()

    assert taken_at(photo("2026:11:24 21:03:00")) == "2026-11-24T21:03:00"
    for other in (
        photo(None),
        photo("    :  :     :  :  "),
        photo("0001:01:01 00:00:00"),  # the day before is not a valid date
        photo("2026:11:24 21:03:00")[:60],
        b"%PDF-",
        b"",
    ):
        assert taken_at(other) is None


def write_season(folder: Path) -> Path:
    """Write two dated evenings with awkward player names, and a recorded game."""
    names = ("Jiří Kovář", '=HYPERLINK("http://x";"y")')
    for day in ("2026-11-03", "2026-11-17"):
        records = [replace(r, player=n) for r, n in zip(records_of("colony", day), names, strict=True)]
        write_records(folder / f"{day} Kavárna" / "colony", records)
    planet = records_of_table(load_sheet("planet-record"), Table("planet", 2))
    write_records(
        folder / "2026-11-17 Kavárna" / "planet",
        [replace(r, player=n) for r, n in zip(planet, names, strict=True)],
    )
    return folder


def test_season_gives_spreadsheets_and_player_pages(tmp_path: Path, fairsheet: Any) -> None:
    out, photos = tmp_path / "out", write_season(tmp_path / "club")
    call = ("batch", photos, "-o", out, "--workers", 1)
    ended = fairsheet(*call, "--league", "--csv-dialect", "semicolon", "--best", 2)
    assert ended.code == 0, ended.err
    content = (out / "league-games.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfdate;")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert [row["date"] for row in rows] == ["2026-11-03"] * 2 + ["2026-11-17"] * 4
    assert {row["player"] for row in rows} == {"Jiří Kovář", '\'=HYPERLINK("http://x";"y")'}
    recorded = [row for row in rows if row["sheet"].startswith("planet")]
    assert sorted(row["stars"] for row in recorded) in (["0", "1"], ["0", "0"])
    table_of = csv.DictReader(io.StringIO((out / "league.csv").read_text("utf-8-sig")), delimiter=";")
    assert all(re.fullmatch(r"\d+,\d", row["average"]) for row in table_of)
    assert (out / "results.csv").read_bytes().startswith(b"\xef\xbb\xbftable;sheet;")
    pages = sorted((out / "report/players").iterdir())
    assert len(pages) == 2
    assert pages[1].name.startswith("Jiří_Kovář-")
    page, index = pages[1].read_text("utf-8"), (out / "report/index.html").read_text("utf-8")
    assert "2026-11-03" in page and "Planet Unknown" in page and page.count("does not count") == 1
    assert f'href="players/{pages[1].name}"' in index
    assert index.index("<h1>League") < index.index("Jiří Kovář") < index.index("<h2>Tables")
    fairsheet(*call)
    assert not list((out / "report/players").iterdir()) and not (out / "league-games.csv").exists()
    assert (out / "results.csv").read_bytes().startswith(b"table,sheet,")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a table in `club/north` and another in `club/south`."""
    for name in ("north", "south"):
        write_records(tmp_path / "club" / name, records_of("launch", name))
    return tmp_path


OPTIONS = ("--workers", 1, "--league", "--date")


def dates(out: Path) -> list[str]:
    """Return the dates of all games in the folder of a batch."""
    return [row["date"] for row in csv.DictReader((out / "league-games.csv").open(newline=""))]


def test_option_date_applies_to_all_files_or_a_folder(folder: Path, fairsheet: Any) -> None:
    (folder / "docs").mkdir()
    call = ("batch", "club", "-o", "out", *OPTIONS)
    more = ("--date", "club/south=2026-11-25", "--date", "docs=2026-01-01")
    ended = fairsheet(*call, "2026-11-24", *more, cwd=folder)
    assert "/docs=2026-01-01: the batch has no file there" in ended.err
    assert dates(folder / "out") == ["2026-11-24"] * 2 + ["2026-11-25"] * 2
    fairsheet(*call[:-1], cwd=folder)
    assert dates(folder / "out") == ["2026-11-24"] * 2 + ["2026-11-25"] * 2
    fairsheet(*call, "24.11.", cwd=folder).refused("this is not a date", "2026-11-24")
    fairsheet(*call, "east=2026-11-24", cwd=folder).refused("no such file or folder")


def test_run_reports_files_of_the_last_run_that_it_omits(folder: Path, fairsheet: Any) -> None:
    options = ("-o", "../out", *OPTIONS)
    fairsheet("batch", "north", *options, "north=2026-11-03", cwd=folder / "club")
    ended = fairsheet("batch", "south", *options, "south=2026-11-10", cwd=folder / "club")
    assert "left out: 2 files of the last run, such as seat-1.json: not below the given folders" in ended.err
    assert "the batch has no file there" not in ended.err
    ended = fairsheet("batch", "north", "south", *options[:-1], cwd=folder / "club")
    assert "left out" not in ended.err
    assert dates(folder / "out") == ["2026-11-03"] * 2 + ["2026-11-10"] * 2


def test_date_for_all_stays_with_files_of_that_run(folder: Path, fairsheet: Any) -> None:
    (folder / "beside").mkdir()
    fairsheet("batch", "../club/north", "-o", "out", *OPTIONS, "2026-11-03", cwd=folder / "beside")
    options = ("-o", "../beside/out", *OPTIONS)
    ended = fairsheet("batch", "north", "south", *options, "south=2026-11-10", cwd=folder / "club")
    assert "left out" not in ended.err
    assert dates(folder / "beside/out") == ["2026-11-03"] * 2 + ["2026-11-10"] * 2
    ended = fairsheet("batch", "north", *options, "2026-11-04", cwd=folder / "club")
    assert (
        "--date 2026-11-04: all files keep the date of an earlier run; to change it, give --date FOLDER=20"
        in ended.err
    )
    ended = fairsheet("batch", "north", *options, "north=2026-11-04", cwd=folder / "club")
    assert "earlier run" not in ended.err and dates(folder / "beside/out") == ["2026-11-04"] * 2


def test_csv_escapes_formulas_after_other_separators() -> None:
    shown = {" =1": "' =1", "a,=1": "a,'=1", "x;=1": '"x;\'=1"', "Kovář, Jiří": "Kovář, Jiří"}
    rows = csv_of(["x"], [[cell] for cell in shown], "semicolon").decode("utf-8-sig")
    assert rows.split("\r\n") == ["x", *shown.values(), ""]
    assert (
        csv_of(["x"], [[-57.5]], "semicolon").endswith(b"-57,5\r\n")
        and csv_of(["x"], [[57.5]]) == b"x\n57.5\n"
    )


def test_page_ranks_like_the_results_and_omits_one_bar_charts() -> None:
    """Totals are equal, and a tie-break puts one player first."""
    tied = table("dome", {"Ada": 50, "Ben": 50, "Cyril": 50}, [(2,), (1, 3)])
    (ranking,) = rankings([tied])
    in_results = [row.split(",")[4:8:3] for row in results_csv([tied]).decode().splitlines()[1:]]
    on_page = sorted([each.name, str(rank)] for rank, each, _ in ranking.players)
    assert on_page == in_results == [["Ada", "2"], ["Ben", "1"], ["Cyril", "2"]]
    assert not ranking.charts
    (spread,) = rankings([table("dome", {"Ada": 50, "Ben": 40})])
    assert [caption for _, caption in spread.charts] == ["points"]


@pytest.mark.parametrize(
    ("numbers", "bars"),
    [([3, 5, 5], ["3: 1", "4: 0", "5: 2"]), ([1, 2, 3, 17], ["1–2: 2", "3–4: 1", "17–18: 1"])],
)
def test_histogram_counts_numbers_in_equal_ranges(numbers: list[int], bars: list[str]) -> None:
    titles = re.findall("<title>([^<]+)</title>", str(histogram(numbers)))
    assert [*titles[:2], titles[-1]] == bars
