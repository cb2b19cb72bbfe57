"""A league names players who may be one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairsheet.engine.records.table_records import TableKey
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.results._table_players import PlayerOutcome
from fairsheet.results.league import Game, Standing, alike_line, nameless_line, twice_line

OUT = Path("season")


def league(*names: str) -> list[Standing]:
    return [Standing(name, is_named=not name.startswith("seat")) for name in names]


@pytest.mark.parametrize(
    "names", [("José", "Jose"), ("Berta", "bertha"), ("Anna M.", "AnnaM"), ("Marta", "Mara")]
)
def test_names_that_hardly_differ_may_be_one_players(names: tuple[str, str]) -> None:
    said = alike_line(league("Dora", *names), OUT)
    assert said is not None and " and ".join(sorted(names)) in said and "Dora" not in said


@pytest.mark.parametrize(
    "names", [("Anna", "Anne"), ("Max", "Ma"), ("Anna", "Ana"), ("seat 1 of table-1", "seat 1 of table-11")]
)
def test_others_are_two_players(names: tuple[str, str]) -> None:
    assert alike_line(league(*names), OUT) is None


def test_who_sat_at_one_table_are_two_players() -> None:
    table = JudgedTable(SeatedTable(TableKey("launch", "", "otter", 2, None, None, None), ()), None)
    game = Game(table, PlayerOutcome(1, "", None, None, None, 0), None)
    jose, other, third = (Standing(name, played=(game,), is_named=True) for name in ("José", "Jose", "Dora"))
    assert alike_line([jose, other, third], OUT) is None
    said = alike_line([jose, other, Standing("Josè", is_named=True)], OUT)
    assert said is not None and "names: Jose and Josè; Josè and José; fairsheet review season --merge" in said
    assert twice_line([jose, other], OUT) is None
    assert "bear the name José, and" in str(twice_line([Standing("José", played=(game, game)), other], OUT))


def test_the_average_has_one_decimal_halves_up() -> None:
    table = JudgedTable(SeatedTable(TableKey("launch", "", "otter", 2, None, None, None), ()), None)
    games = [Game(table, PlayerOutcome(1, "Ada", None, points, 1, 0), 1) for points in (10, 10, 10, 11)]
    assert Standing("Ada", played=tuple(games)).average == 10.3


def test_who_bears_a_name_is_one_player_whoever_sat_there_and_has_won_nothing_yet() -> None:
    table = JudgedTable(SeatedTable(TableKey("launch", "", "otter", 2, None, None, None), ()), None)
    game = Game(table, PlayerOutcome(1, "Ada", None, None, None, 0), None)
    ada = Standing("Ada", played=(game, game), is_named=True)
    assert ada.wins == 0
    assert nameless_line([ada]) is None
    said = nameless_line([replace(ada, by_seat=True)])
    assert said is not None and said.startswith("Ada is added up over several tables")
