"""Tables played by bots: properties for every scenario, and verdicts of the proof."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from fairsheet.engine.checks.verdict import SheetVerdict
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Contradiction, Game, Outside
from fairsheet.engine.play.replay import replay
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.records.record import Record, Table, layout_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import PlayerScore, without_sums
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.engine.solver.budget import WORK_LIMIT, Budget
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks, with_marks
from tests.engine.by_hand import MISSIONS


@cache
def game_of_bots(sheet: str, seed: str, policy: str, players: int = 2) -> Played:
    """Return one game of bots."""
    (game,) = simulate(load_sheet(sheet), seed, players, 1, policy)
    return game


@cache
def solo_game(sheet: str, seed: str, policy: str = "greedy", level: int = 4) -> Played:
    """Return one solo game of a bot."""
    (game,) = simulate(load_sheet(sheet), seed, 1, 1, policy, solo=level)
    return game


def changed(record: Record, marks: Mapping[str, Mark | None]) -> Record:
    """Return the record with these marks instead; None removes a mark."""
    return replace(record, marks=with_marks(record.marks, marks))


def inked(marks: Marks, *prefixes: str, part: str = "") -> int:
    """Return the number of inked fields with one of these prefixes, whose mark contains `part`."""
    return sum(field.startswith(prefixes) and part in str(mark) for field, mark in marks.items())


def check_played(game: Game, played: Played) -> None:
    """Check that histories replay to the ink, nothing in it is impossible, and sums are correct."""
    dealt = deal(game.sheet, played.seed, len(played.records))
    final = replay(game, dealt, played.histories)
    for record in played.records:
        marks = without_sums(game.sheet, record.marks)
        assert dict(game.marks(final, record.seat)) == marks
        assert list(game.contradictions(marks, dealt)) == []
    assert any(game.is_over(record.marks) for record in played.records)
    assert not any(player.differences for player in ruleset_of(played.sheet).score(played.records).players)


def check_values_of_missions(game: Game, played: Played) -> None:
    """Check that mission boxes have values of their card, and that the first value is used if any is."""
    dealt = deal(game.sheet, played.seed, len(played.records))
    for letter, card in dealt.missions.items():
        mission, box = game.sheet.mission[card], f"mission.{letter.lower()}"
        values = [record.marks[box] for record in played.records if box in record.marks]
        assert not values or mission.first in values
        assert set(values) <= {mission.first, mission.later}


def check_alone(game: Game, played: Played, is_felt: Callable[[Ink], bool]) -> None:
    """Check that the first seat's history replays without the others', given their effects and their claims."""
    felt: dict[int, list[str]] = {}
    for seat, history in played.histories.items():
        for turn in history if seat != 1 else ():
            made = [ink.field for ink in turn.ink if is_felt(ink) or ink.field.startswith("mission.")]
            felt.setdefault(turn.turn, []).extend(made)
    outside = [Outside(turn, tuple(fields)) for turn, fields in felt.items()]
    dealt = deal(game.sheet, played.seed, len(played.records))
    final = replay(game, dealt, {1: played.histories[1]}, outside)
    assert dict(game.marks(final, 1)) == without_sums(game.sheet, played.records[0].marks)


def has_contradiction(found: Iterable[Contradiction], expected: str) -> bool:
    """Return whether a contradiction has this code, or code and words, such as 'race: .* both'."""
    return any(re.match(rf"{expected}\b", f"{each.rule}: {each.why}") for each in found)


def judged(records: Sequence[Record], seconds: float = 120) -> dict[int, SheetVerdict]:
    """Return verdicts by seat. Check that every history replays to its sheet, and every refusal has a reason."""
    sheet = layout_of(records[0])
    verdicts = {
        each.seat: each for each in ruleset_of(sheet).verify(records, Budget(WORK_LIMIT, seconds)).sheets
    }
    for each in verdicts.values():
        is_player = each.seat <= records[0].game.players
        assert (each.verdict == "legal" and is_player) == (each.history is not None)
        assert (each.verdict == "illegal") == bool(each.contradiction)
    game, table = rules_of(sheet), records[0].game
    histories = {seat: each.history for seat, each in verdicts.items() if each.history is not None}
    if table.seed is not None and len(histories) == table.players:
        final = replay(game, deal(game.sheet, table.seed, table.players, table.solo), histories)
        for record in records:
            assert dict(game.marks(final, record.seat)) == without_sums(game.sheet, record.marks)
    return verdicts


def scored(scenario: str, *sheets: Marks) -> Sequence[PlayerScore]:
    """Return the scores of sheets written with physical cards."""
    table, sheet = Table(None, len(sheets)), load_sheet(scenario)
    records = [Record.on(sheet, table, seat, marks) for seat, marks in enumerate(sheets, start=1)]
    return ruleset_of(sheet).score(records).players


def by_hand(scenario: str, *sheets: Marks) -> list[str]:
    """Return the verdicts on sheets written with any physical cards.

    The missions are known: otherwise every choice of them must be impossible, which takes four times as long.
    """
    table, sheet = Table(None, len(sheets), missions=MISSIONS), load_sheet(scenario)
    records = [Record.on(sheet, table, seat, marks) for seat, marks in enumerate(sheets, start=1)]
    return [each.verdict for each in judged(records).values()]


def words(verdicts: Mapping[int, SheetVerdict]) -> set[str]:
    """Return the verdicts that occur: legal, illegal, undecided."""
    return {each.verdict for each in verdicts.values()}


def named(verdicts: Mapping[int, SheetVerdict]) -> set[str]:
    """Return all fields that contradictions name."""
    return {field for each in verdicts.values() for found in each.contradiction for field in found.fields}
