"""Test missions over fields without known turns: they accuse nobody."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.mine._board import Board
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import template_path
from fairsheet.sheets.placement.place import place
from tests.engine.tables import changed

# By scenario, a condition for all its missions. Astronauts, rockets and error boxes have no effect individually.
CONDITIONS: Mapping[str, str] = {
    "battle": "count(crossed, near-error.1) >= 1 or count(crossed, far-error.1) >= 1",
    "colony": "count(crossed, every(astronaut)) >= 1",
    "dome": "count(crossed, every(astronaut)) >= 2",
    "escape": "count(circled, every(times-two)) >= 1",
    "journey": "count(crossed, every(astronaut)) >= 1",
    "launch": "count(crossed, every(row-rocket)) >= 1",
    "mine": "count(crossed, every(astronaut)) >= 1",
    "virus": "count(crossed, every(astronaut)) >= 1",
}


# One error box of launch, which are counted together: none of the inked boxes may replace it.
ONE_ERROR = "count(circled, error.5) < 1 and open(group.errors) >= 1"


@cache
def played_with(name: str, condition: str) -> Played:
    """Return a game of bots of a scenario in which every mission has this condition."""
    path = template_path(name)
    text = re.sub(r"(?m)^  needs: .*$", f"  needs: {condition}", path.read_text(encoding="utf-8"))
    (played,) = simulate(place(parse(text, path.name)).sheet, "unknown0", 2, 1, "random")
    return played


@pytest.mark.parametrize(("name", "condition"), [*CONDITIONS.items(), ("launch", ONE_ERROR)])
def test_honest_table_is_accused_of_nothing(name: str, condition: str) -> None:
    played = played_with(name, condition)
    assert any(field.startswith("mission.") for record in played.records for field in record.marks)
    verdicts = ruleset_of(played.sheet).verify(played.records).sheets
    assert "illegal" not in {each.verdict for each in verdicts}


def test_otherwise_impossible_table_is_illegal_with_a_reason() -> None:
    played = played_with("mine", CONDITIONS["mine"])
    game, dealt = rules_of(played.sheet), deal(played.sheet, played.seed, 2)
    first, second = played.records
    shorter = [changed(first, {slot: None}) for slot in Board(played.sheet).slots if slot in first.marks]
    fewer = next(
        each
        for each in shorter
        if not list(game.contradictions(without_sums(played.sheet, each.marks), dealt))
    )
    verdict = ruleset_of(played.sheet).verify([fewer, second])
    (illegal,) = [each for each in verdict.sheets if each.verdict == "illegal"]
    assert illegal.seat == 1
    assert illegal.contradiction[0].why != "no order of play leads to this sheet"
