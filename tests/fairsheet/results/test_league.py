"""A league adds up the results of players at several tables."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.records.table_records import TableKey
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.results._table_players import PlayerOutcome
from fairsheet.results.league import Game, Standing, alike_line, nameless_line, standings, twice_line
from tests.fairsheet.here import batch, impossible, records_of, write_records


def test_league_adds_up_by_name_without_illegal_sheets(tmp_path: Path) -> None:
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


def test_league_identifies_players_only_by_name(tmp_path: Path) -> None:
    """The encoding of an accent does not matter. A name such as "seat 1" is a name."""
    composed, decomposed = "Jos\u00e9", "Jose\u0301"
    for seed, names in (("1", ("", "")), ("2", ("seat 1", composed)), ("3", ("Ada", decomposed))):
        records = records_of("colony", seed)
        named = [replace(record, player=name) for record, name in zip(records, names, strict=True)]
        write_records(tmp_path / "club" / seed, named)
    ranking = standings(batch(tmp_path / "club", tmp_path / "out").tables)
    games = sorted((each.player, each.games) for each in ranking)
    assert games == [("Ada", 1), (composed, 2), ("seat 1", 1), ("seat 1", 1), ("seat 2", 1)]


def test_league_names_nameless_players_by_seat_and_table(tmp_path: Path) -> None:
    records = [replace(record, player="") for record in records_of("colony", "first")]
    write_records(tmp_path / "club" / "north", records)
    state = batch(tmp_path / "club", tmp_path / "out", table_by="^[^/]+", league=True)
    assert {each.player for each in standings(state.tables)} == {"seat 1 of north", "seat 2 of north"}


def test_league_reports_players_identified_only_by_seat(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    for folder in club.iterdir():
        nameless = [replace(record, player="") for record in records_of("launch", folder.name)]
        write_records(folder, nameless)
    out = tmp_path / "out"
    ended = fairsheet("batch", club, "-o", out, "--league", "--workers", 1)
    message = "seat 1 and seat 2 are added up over several tables, though no name says"
    assert message in ended.err and message in (out / "report/index.html").read_text()
    ended = fairsheet("batch", club, "-o", out, "--league", "--workers", 1, "--table-by", "^[^/]+")
    assert "added up" not in ended.err and "added up" not in (out / "report/index.html").read_text()


def test_one_star_is_in_the_singular(tmp_path: Path) -> None:
    write_records(tmp_path / "club", records_of("launch", "first"))
    batch(tmp_path / "club", tmp_path / "out", league=True)
    pages = [path.read_text() for path in (tmp_path / "out" / "report" / "players").iterdir()]
    assert any("Rank 1 of 2: 1 star, " in page for page in pages)


# --- names that may belong to one player --------------------------------------------------------------------------

OUT = Path("season")


def league_of(*names: str) -> list[Standing]:
    return [Standing(name, is_named=not name.startswith("seat")) for name in names]


@pytest.mark.parametrize(
    "names", [("José", "Jose"), ("Berta", "bertha"), ("Anna M.", "AnnaM"), ("Marta", "Mara")]
)
def test_similar_names_are_reported_as_possibly_one_player(names: tuple[str, str]) -> None:
    message = alike_line(league_of("Dora", *names), OUT)
    assert message is not None and " and ".join(sorted(names)) in message and "Dora" not in message


@pytest.mark.parametrize(
    "names", [("Anna", "Anne"), ("Max", "Ma"), ("Anna", "Ana"), ("seat 1 of table-1", "seat 1 of table-11")]
)
def test_clearly_different_names_are_two_players(names: tuple[str, str]) -> None:
    assert alike_line(league_of(*names), OUT) is None


TABLE = JudgedTable(SeatedTable(TableKey("launch", "", "otter", 2, None, None, None), ()), None)


def test_players_at_one_table_are_two_players() -> None:
    game = Game(TABLE, PlayerOutcome(1, "", None, None, None, 0), None)
    jose, other, third = (Standing(name, played=(game,), is_named=True) for name in ("José", "Jose", "Dora"))
    assert alike_line([jose, other, third], OUT) is None
    message = alike_line([jose, other, Standing("Josè", is_named=True)], OUT)
    assert message is not None and "names: Jose and Josè; Josè and José; to merge two" in message
    assert ": fairsheet review season --merge" in message
    assert twice_line([jose, other], OUT) is None
    assert "have the name José, and" in str(twice_line([Standing("José", played=(game, game)), other], OUT))


def test_average_is_rounded_half_up_to_one_decimal() -> None:
    games = [Game(TABLE, PlayerOutcome(1, "Ada", None, points, 1, 0), 1) for points in (10, 10, 10, 11)]
    assert Standing("Ada", played=tuple(games)).average == 10.3


def test_named_player_without_wins_is_not_reported_as_nameless() -> None:
    game = Game(TABLE, PlayerOutcome(1, "Ada", None, None, None, 0), None)
    ada = Standing("Ada", played=(game, game), is_named=True)
    assert ada.wins == 0
    assert nameless_line([ada]) is None
    message = nameless_line([dataclasses.replace(ada, by_seat=True)])
    assert message is not None and message.startswith("Ada is added up over several tables")
