"""Verdicts in all scenarios: bots' games are legal, impossible ones are found, every stated history replays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.replay import replay
from fairsheet.engine.proof.certificates.evidence import request_of
from fairsheet.engine.proof.prove import prove
from fairsheet.engine.records.record import Record
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.solver.budget import Budget
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.tables import changed, game_of_bots, judged, named, words

SCENARIOS = (
    "journey",
    "colony",
    "mine",
    "dome",
    "virus",
    "escape",
    "battle",
)  # launch has its own in test_check and test_table

HONEST = """
journey honest random 2
colony honest random 4 | colony honest casual 3
mine honest greedy 2
dome honest reluctant 3 | dome honest casual 2
virus honest greedy 2
escape honest reluctant 2 | escape nc-escape-3 greedy 3
battle honest reluctant 3 | battle honest greedy 5
"""


def table(
    scenario: str, seed: str = "honest", policy: str = "random", players: int = 2
) -> tuple[Record, ...]:
    return game_of_bots(scenario, seed, policy, players).records


@pytest.mark.parametrize(
    "game", [game.strip() for line in HONEST.split("\n")[1:-1] for game in line.split("|")]
)
def test_table_of_bots_is_legal_and_its_histories_replay(game: str) -> None:
    scenario, seed, policy, players = game.split()
    assert words(judged(table(scenario, seed, policy, int(players)))) == {"legal"}


@pytest.mark.parametrize(
    ("scenario", "seed", "policy", "players"),
    [
        ("launch", "absent", "greedy", 3),
        ("escape", "absent", "casual", 3),
        ("journey", "absent", "random", 2),
        ("colony", "honest", "greedy", 2),
        ("mine", "honest", "random", 2),
        ("dome", "honest", "greedy", 2),
        ("virus", "honest", "random", 3),
    ],
)
def test_sheet_without_the_others_is_legal(scenario: str, seed: str, policy: str, players: int) -> None:
    game = rules_of(load_sheet(scenario))
    for record in table(scenario, seed, policy, players):
        request, marks = request_of(game.sheet, [record]), without_sums(game.sheet, record.marks)
        proof = prove(game, request, Budget(120))
        state = replay(game, deal(game.sheet, seed, players), proof.histories, proof.outside)
        assert dict(game.marks(state, record.seat)) == marks


def test_sheet_with_physical_cards_is_legal() -> None:
    record = table("escape")[0]
    assert words(judged([replace(record, game=replace(record.game, seed=None))])) == {"legal"}


@pytest.mark.parametrize(
    ("scenario", "fields"),
    [
        ("journey", [f"multiplier.{station}-high" for station in range(1, 5)]),
        ("colony", ["quarter-bonus.se-high"]),
        ("mine", [f"main-{kind}.fill-bonus" for kind in ("plant", "water", "pearl", "ruby")]),
        ("dome", [f"bonus.{tower}-{end}-high" for tower in range(1, 5) for end in ("bottom", "top")]),
        ("escape", [f"double.{ship}" for ship in range(1, 7)]),
    ],
)
def test_race_lost_to_no_player_is_illegal(scenario: str, fields: Sequence[str]) -> None:
    records = table(scenario)
    lost = next(
        field
        for field in fields
        if not any(field in each.marks or _slot_of(scenario, field) in each.marks for each in records)
    )
    verdicts = judged([changed(each, {lost: "crossed"}) for each in records], 60)
    assert words(verdicts) == {"illegal"} and lost in named(verdicts)


def _slot_of(scenario: str, field: str) -> str | None:
    """Return the slot next to a double of escape."""
    attrs = load_sheet(scenario).field[field].attrs
    return str(attrs["slot"]) if "slot" in attrs else None


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_changed_sheet_gets_a_supported_verdict(scenario: str, number: int) -> None:
    """A legal verdict needs a history that replays, and an illegal one a reason; either may result.

    The six numbers combine both policies with any field and with an inked one.
    """
    chance, game = Stream(f"one mark {number}", scenario), rules_of(load_sheet(scenario))
    played = game_of_bots(scenario, "honest", ("random", "casual")[number % 2])
    begun = {seat: history[:8] for seat, history in played.histories.items()}  # with short proofs
    state = replay(game, deal(game.sheet, played.seed, 2), begun)
    first, second = (replace(each, marks=game.marks(state, each.seat)) for each in played.records)
    fields = [
        f for f in game.sheet.fields if f.kind in ("slot", "icon", "link", "sign") and f.printed is None
    ]
    field = chance.choice([f for f in fields if f.id in first.marks] if number % 3 else fields)
    mark = chance.choice([mark for mark in (None, *field.accepts) if mark != first.marks.get(field.id)])
    judged([changed(first, {field.id: mark}), second], 60)
