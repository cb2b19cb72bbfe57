"""A league adds up what players earned at several tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from fairsheet.results.league import standings
from tests.fairsheet.here import batch, impossible, records_of, write_records


def test_a_league_adds_up_by_name_and_an_illegal_sheet_earns_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    for seed in ("first", "second"):
        records = [
            replace(r, player=name)
            for r, name in zip(records_of("colony", seed), ("Ada", "ben"), strict=True)
        ]
        if seed == "second":
            records[0] = replace(impossible(records[0]), player="ADA ")
        write_records(folder / seed, records)
    state = batch(folder, tmp_path / "out", league=True)
    assert [table.verdict for table in state.tables] == ["legal", "illegal"]
    rows = (tmp_path / "out" / "league.csv").read_text().splitlines()
    assert rows[0] == "rank,player,stars,beaten,points,games,wins,average,best,illegal,doubts"
    assert sorted(row.split(",")[1] for row in rows[1:]) == ["Ada", "ben"]
    ada = next(row for row in rows if ",Ada," in row).split(",")
    assert ada[5] == "2" and ada[9] == "1"
    index = (tmp_path / "out" / "report" / "index.html").read_text()
    assert "<summary>1 table is illegal</summary>" in index and "undecided</summary>" not in index


def test_players_of_a_league_are_one_by_their_names_alone(tmp_path: Path) -> None:
    """However an accent is written; a name like that of a nameless seat is a name."""
    composed, decomposed = "Jos\u00e9", "Jose\u0301"
    for seed, names in (("1", ("", "")), ("2", ("seat 1", composed)), ("3", ("Ada", decomposed))):
        records = records_of("colony", seed)
        named = [replace(record, player=name) for record, name in zip(records, names, strict=True)]
        write_records(tmp_path / "club" / seed, named)
    found = standings(batch(tmp_path / "club", tmp_path / "out").tables)
    games = sorted((each.player, each.games) for each in found)
    assert games == [("Ada", 1), (composed, 2), ("seat 1", 1), ("seat 1", 1), ("seat 2", 1)]


def test_who_bears_no_name_is_named_in_a_league_by_seat_and_table(tmp_path: Path) -> None:
    records = [replace(record, player="") for record in records_of("colony", "first")]
    write_records(tmp_path / "club" / "north", records)
    state = batch(tmp_path / "club", tmp_path / "out", table_by="^[^/]+", league=True)
    assert {each.player for each in standings(state.tables)} == {"seat 1 of north", "seat 2 of north"}


def test_a_league_says_whom_only_seats_make_one_player(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    for folder in club.iterdir():
        nameless = [replace(record, player="") for record in records_of("launch", folder.name)]
        write_records(folder, nameless)
    out = tmp_path / "out"
    ended = fairsheet("batch", club, "-o", out, "--league", "--workers", 1)
    said = "seat 1 and seat 2 are added up over several tables, though no name says"
    assert said in ended.err and said in (out / "report/index.html").read_text()
    ended = fairsheet("batch", club, "-o", out, "--league", "--workers", 1, "--table-by", "^[^/]+")
    assert "added up" not in ended.err and "added up" not in (out / "report/index.html").read_text()


def test_one_star_is_one_star(tmp_path: Path) -> None:
    write_records(tmp_path / "club", records_of("launch", "first"))
    batch(tmp_path / "club", tmp_path / "out", league=True)
    pages = [path.read_text() for path in (tmp_path / "out" / "report" / "players").iterdir()]
    assert any("Rank 1 of 2: 1 star, " in page for page in pages)
