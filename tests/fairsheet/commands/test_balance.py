"""`fairsheet simulate my.sheet`: the table, the page and the records of simulated games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine.simulation.test_template_games import MILL, MOVES


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    path = tmp_path / "mill.sheet"
    path.write_text(MILL + MOVES)
    return path


def test_the_balance_is_a_table_and_a_page(fairsheet: Any, mill: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ended = fairsheet("simulate", mill, "--seed", "otter", "--players", 2, "--games", 5, "-o", out)
    assert ended.code == 0 and "score.moon" in ended.out
    assert "greedy bot: " in ended.out and "points on average" in ended.out
    page = (out / "balance.html").read_text()
    assert "<svg" in page and "score.bees" in page and "5 simulated games by each bot" in page
    assert fairsheet("verify", *sorted((out / "otter").iterdir()), "--sheet", mill).code == 0
    assert {each.name for each in (out / "otter-5").iterdir()} == {"seat-1.json", "seat-2.json"}


def test_the_balance_has_a_document(fairsheet: Any, mill: Path, tmp_path: Path) -> None:
    words = (
        "simulate",
        mill,
        "--seed",
        "otter",
        "--players",
        2,
        "--games",
        4,
        "--policy",
        "random",
        "--json",
    )
    document = fairsheet(*words, "-o", tmp_path / "out").json
    assert document["format"] == "fairsheet.simulate/1" and document["policy"] == "random"
    assert [each["turns"] for each in document["tables"]] == [10] * 4
    greedy = document["balance"]["greedy"]
    assert len(greedy["totals"]) == 8 and [each["box"] for each in greedy["areas"]] == [
        "score.bed", "score.bees", "score.moon",
    ]  # fmt: skip
    assert isinstance(document["findings"], list)
    assert document == fairsheet(*words, "-o", tmp_path / "out").json


def test_the_balance_is_in_the_language_of_the_command(fairsheet: Any, mill: Path, tmp_path: Path) -> None:
    words = (
        "simulate",
        mill,
        "--seed",
        "otter",
        "--players",
        2,
        "--games",
        2,
        "-o",
        tmp_path / "out",
        "--lang",
        "cs",
    )
    assert "hladový bot" in fairsheet(*words).out
    assert 'lang="cs"' in (tmp_path / "out" / "balance.html").read_text()


def test_a_sheet_without_moves_cannot_be_simulated(fairsheet: Any, mill: Path, tmp_path: Path) -> None:
    mill.write_text(MILL)
    ended = fairsheet("simulate", mill, "--players", 2, "-o", tmp_path / "out")
    assert ended.code == 2 and "mill.sheet:1:7: mill: the template does not declare" in ended.err
    assert "draw die values" in ended.err and not (tmp_path / "out").exists()


def test_other_bots_do_not_play_custom_sheets(fairsheet: Any, mill: Path) -> None:
    ended = fairsheet("simulate", mill, "--players", 2, "--policy", "keen")
    assert ended.code == 2 and "give random or greedy" in ended.err
