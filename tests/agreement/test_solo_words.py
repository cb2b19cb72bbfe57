"""Reasons for solo games with one mark changed, by rules that no other game has: in words for players."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played
from tests.agreement.contradictions import names_no_id, stated
from tests.agreement.exhaustive import changes
from tests.engine.tables import solo_game


def reasons(played: Played) -> Iterator[tuple[str, str]]:
    """Return codes and reasons: of sheets with one mark of ASTRA changed, and of the proof for unchanged
    sheets."""
    sheet, game = played.sheet, rules_of(played.sheet)
    dealt = deal(sheet, played.seed, 1, 8)
    sheets = {record.seat: without_sums(sheet, record.marks) for record in played.records}
    astras = [field for field in sheet.fields if field.id.startswith(("astra", "near"))]
    for marks in sheets.values():
        for changed in changes(astras, marks, ()):
            yield from ((str(each.rule), each.why) for each in game.contradictions(changed, dealt))
    yield from ((str(each.code), each.why) for each in stated(game, dealt, sheets))


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("launch", {RuleCode.ASTRA_TRACK, RuleCode.EFFECT, RuleCode.GIVEN, RuleCode.SOLO_BONUS}),
        ("battle", {RuleCode.ASTRA_MOVE, RuleCode.EFFECT, RuleCode.GIVEN, RuleCode.SOLO_BONUS}),
    ],
)
def test_rules_of_solo_games_have_words(name: str, codes: set[RuleCode]) -> None:
    played = solo_game(name, "solo words", "random", 8)
    told = dict(reasons(played))
    assert codes <= told.keys()
    assert [why for why in told.values() if not names_no_id(why, played.sheet)] == []
