"""Test that every rule has one code, in refusals, contradictions, the proof and the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.generate import _rules
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.replay import IllegalHistory, replay
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.engine.records.record import Record, table_of
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from tests.engine.tables import judged

ROOT = Path(__file__).parents[3]
ROW = re.compile(r"^\| `([a-z-]+)` \| (.+?) \| .* \|$", re.MULTILINE)  # with a verdict's words


def test_docs_list_every_rule() -> None:
    rows = ROW.findall(_rules([load_sheet(name) for name in scenario_names()]))
    assert sorted(rows) == sorted((code.value, code.sentence) for code in RuleCode)


def test_every_rule_is_used_in_the_engine() -> None:
    used = set()
    for path in (ROOT / "engine").rglob("*.py"):
        used.update(re.findall(r"RuleCode\.([A-Z_]+)", path.read_text(encoding="utf-8")))
    assert used == {code.name for code in RuleCode}


@pytest.mark.parametrize("name", ["launch", "colony", "mine", "dome", "escape"])
def test_needless_error_is_one_rule_in_play_replay_and_proof(name: str) -> None:
    """In the first turn every sheet accepts some number."""
    game = rules_of(load_sheet(name))
    dealt = deal(game.sheet, "codes", 2)
    mark = "circled" if name == "launch" else "crossed"
    error = Ink("error.1", mark, "error")
    with pytest.raises(IllegalStep) as refused:
        game.play(game.start(dealt), Step(1, "error", (error,)))
    with pytest.raises(IllegalHistory) as broken:
        replay(game, dealt, {1: (Turn(1, None, (error,)),)})
    found = judged([Record.on(game.sheet, table_of(dealt), 1, {"error.1": mark})])[1].contradiction
    assert refused.value.rule == broken.value.rule == RuleCode.ERROR
    assert [RuleCode.ERROR in each.codes for each in found] == [True]
