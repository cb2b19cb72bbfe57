"""Three games made with the guide alone: their templates are sound, their balance is known, and photos are read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.balance import balance_of, findings_of_balance
from fairsheet.engine.simulation.template_games import BOTS, play_template
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.trial.template_findings import findings_of
from fairsheet.trial.trying import USUAL, try_sheet

FOLDER = Path(__file__).parents[2] / "data" / "designed"
GAMES = ("harbour", "island", "farm")
CONSTRUCTS = ("icons", "colours", "columns", "sides")  # sheets without a game
GAME_COUNT = 12
MISREAD = 0.002  # highest share of marks that are wrong without a question


@cache
def sheet_of(game: str) -> Sheet:
    return read_template(FOLDER / f"{game}.sheet").sheet


def findings(sheet: Sheet) -> str:
    bots = {bot: balance_of(sheet, play_template(sheet, "otter", 2, GAME_COUNT, bot)) for bot in BOTS}
    return "\n".join(findings_of_balance(sheet, bots))


@pytest.mark.parametrize("game", (*GAMES, *CONSTRUCTS))
def test_lint_finds_nothing(game: str) -> None:
    assert findings_of(read_template(FOLDER / f"{game}.sheet")) == []


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_legal_games_and_mark_every_field(game: str) -> None:
    sheet, marked = sheet_of(game), set[str]()
    for bot in BOTS:
        for played in play_template(sheet, "otter", 2, GAME_COUNT, bot):
            verdict = ruleset_of(sheet).checked(played.records)
            assert [each.verdict for each in verdict.sheets] == ["legal", "legal"], played.seed
            marked.update(*(record.marks for record in played.records))
    assert {field.id for field in sheet.fields if field.kind != "text"} - marked == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_games_have_no_dead_area(game: str) -> None:
    found = findings(sheet_of(game))
    assert "dead" not in found and "never" not in found


def test_the_greedy_bot_gains_over_the_random_one() -> None:
    random, greedy = (
        balance_of(sheet_of("farm"), play_template(sheet_of("farm"), "otter", 2, 20, bot)) for bot in BOTS
    )
    assert greedy.mean > 1.2 * random.mean and "gains little" not in findings(sheet_of("farm"))


@pytest.mark.parametrize("game", GAMES)
def test_a_photo_of_each_game_is_read(game: str) -> None:
    trial = try_sheet(sheet_of(game), 2, "designed")
    assert trial.marks > 10 and trial.misread == 0 and not trial.errors


@pytest.mark.soak
@pytest.mark.parametrize("game", (*GAMES, *CONSTRUCTS))
def test_fifty_photos_of_each_sheet_are_read(game: str) -> None:
    trial = try_sheet(sheet_of(game), 50, "games")
    assert not trial.errors and not trial.never_marked
    assert trial.misread <= MISREAD * trial.marks and trial.doubtful <= USUAL * trial.marks
