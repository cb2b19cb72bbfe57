"""Test the second line of defence: a rule that is stated too strictly accuses nobody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Contradiction, Game
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.certificates.evidence import request_of
from fairsheet.engine.proof.certificates.true_game import (
    broken_at_first_look,
    hold_for_true_game,
    play_alike,
)
from fairsheet.engine.proof.request import ProofRequest, Scheduler
from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets import _scenario_sheet
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import scenario_names
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.wording.formatting import AT_FAULT, format_verdict
from tests.engine.tables import game_of_bots, judged, solo_game
from tests.tampering.forgery import honest_table, records_of

TURNS = 4


def request_of_bots(name: str) -> ProofRequest:
    table = honest_table(game_of_bots(name, "alike", "greedy"), TURNS)
    return request_of(table.game.sheet, records_of(table, table.sheets))


@pytest.mark.parametrize("name", scenario_names())
def test_bots_make_most_marks_of_a_sheet(name: str) -> None:
    request = request_of_bots(name)
    game = rules_of(request.sheet)
    assert request.deal is not None
    *_, state = play_alike(game, request, request.deal, to_end=False)
    assert game.turn(state) <= TURNS + 6
    for seat, marks in request.sheets.items():
        assert len(marks.items() & game.marks(state, seat).items()) > len(marks) / 3


@pytest.mark.parametrize("name", scenario_names())
def test_all_rules_hold_for_a_true_game(name: str) -> None:
    request = request_of_bots(name)
    for cards in (request, replace(request, deal=None)):
        assert hold_for_true_game(rules_of(request.sheet), cards, set(RuleCode))
        assert broken_at_first_look(rules_of(request.sheet), cards) == set()


@pytest.mark.parametrize("name", scenario_names())
def test_first_look_finds_nothing_in_a_true_solo_game(name: str) -> None:
    played = solo_game(name, "alike")
    request = request_of(played.sheet, played.records)
    for cards in (request, replace(request, deal=None, missions={})):
        assert broken_at_first_look(rules_of(request.sheet), cards) == set()


def too_strict(sheet: Sheet, records: Sequence[Record]) -> ProofRequest:
    """Return a request with one more rule: nothing was marked in turn 2."""
    request = request_of(sheet, records)

    def constraints(model: Model, request: ProofRequest) -> Scheduler:
        scheduler = request_of(sheet, records).constraints(model, request)
        for seat, field, event in scheduler.events():
            with model.rule(RuleCode.OFFER, [(seat, field)], Message("not in turn {turn}", turn=2)):
                model.clause(-event.at(2))
        return scheduler

    return replace(request, constraints=constraints)


@pytest.mark.parametrize("name", ["mine", "battle", "launch"])
def test_too_strict_rule_makes_an_honest_sheet_undecided(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = honest_table(game_of_bots(name, "alike", "random"), TURNS)
    records = records_of(table, table.sheets)
    monkeypatch.setattr(_scenario_sheet, "request_of", too_strict)
    for each in judged(records).values():
        assert (each.verdict, each.contradicts_true_game) == ("undecided", True)
        assert format_verdict(each, table.game.sheet, deal=table.deal, doubts=None) == AT_FAULT

    def unchecked(*_: Any) -> bool:
        return True

    monkeypatch.setattr(_scenario_sheet, "hold_for_true_game", unchecked)
    assert {each.verdict for each in judged(records).values()} == {"illegal"}


def test_too_strict_first_look_makes_an_honest_sheet_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look at another sheet still counts, because no true game breaks its rule."""
    table = honest_table(game_of_bots("mine", "alike", "greedy"), TURNS)
    honest, other = records_of(table, table.sheets)
    errors: Marks = {"error.2": "crossed"}
    tampered = replace(other, marks={**other.marks, **errors})
    first_look = type(table.game).contradictions

    def too_strict(game: Game, marks: Marks, *cards: Any) -> Iterator[Contradiction]:
        if len(marks) > TURNS and not errors.items() <= marks.items():
            yield Contradiction(tuple(marks), Message("there is ink"), RuleCode.SEED)
        yield from first_look(game, marks, *cards)

    monkeypatch.setattr(type(table.game), "contradictions", too_strict)
    verdicts = judged([honest, tampered])
    assert [each.verdict for each in verdicts.values()] == ["undecided", "illegal"]
    assert verdicts[1].contradicts_true_game is True
    assert verdicts[2].contradicts_true_game is UNSET
