from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from fairsheet.engine.analysis import _hindsight, _turns
from fairsheet.engine.analysis._hindsight import best_game
from fairsheet.engine.analysis._turns import Estimate, PlayedTurn, SeatTurn, study_turn
from fairsheet.engine.analysis.analyse import PlayerAnalysis, analyse_game, analyse_seat
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game, Step
from fairsheet.engine.play.replay import replay
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History, Ink
from fairsheet.engine.simulation.bots import POLICIES
from fairsheet.engine.simulation.careful import careful_step, play_careful
from fairsheet.engine.simulation.playouts import greedy_step, play_out, redealt, total_of
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def turn_of(
    turn: int, value: float, *, others: float = 0.0, loss: float = 0.0, left: float = 0.0
) -> SeatTurn:
    better = (Ink("floor-1.1", 3, "number"),) if loss else ()
    return SeatTurn(turn, value, Estimate(others, 0.0), Estimate(loss, 0.0), left, better)


def parts_of(player: PlayerAnalysis) -> list[tuple[float, float, float]]:
    return [(turn.luck, turn.others, turn.loss) for turn in player.turns]


def test_sums_are_exact_in_500_games() -> None:
    random = Random(1)
    for _ in range(500):
        total, par = random.randrange(-20, 200), random.randrange(500, 1500) / 10
        studied = [
            turn_of(
                turn,
                random.gauss(par, 9),
                others=random.gauss(0, 5),
                loss=max(0.0, random.gauss(0, 5)),
                left=max(0.0, random.gauss(0, 5)),
            )
            for turn in range(1, random.randrange(2, 40))
        ]
        best = total + random.randrange(60)
        player = analyse_seat(1, total, best, par, 12.0, [*studied, turn_of(40, total)])
        moved = sum(round(10 * (turn.luck + turn.others - turn.loss)) for turn in player.turns)
        assert round(10 * player.par) + moved == 10 * total
        assert all(turn.loss >= 0 for turn in player.turns)
        assert sum(turn.loss for turn in player.turns) <= best - total + 0.05 * len(studied)


def test_points_are_luck_or_of_others_or_lost() -> None:
    studied = [turn_of(1, 101.0, others=-3.0), turn_of(2, 98.0, loss=6.0)]
    assert parts_of(analyse_seat(1, 98, 120, 100.0, 0.0, studied)) == [(4.0, -3.0, 0.0), (3.0, 0.0, 6.0)]
    # a careful player would have gained 4 points, half of them after the first turn
    assert parts_of(analyse_seat(1, 98, 120, 100.0, 4.0, studied)) == [(6.0, -3.0, 0.0), (1.0, 0.0, 6.0)]


def test_a_plan_that_stays_possible_is_lost_once() -> None:
    studied = [
        turn_of(1, 100.0, loss=8.0, left=8.0),
        turn_of(2, 100.0, loss=8.0, left=5.0),
        turn_of(3, 100.0, loss=5.0),
        turn_of(4, 100.0),
    ]
    player = analyse_seat(1, 100, 150, 100.0, 0.0, studied)
    assert [turn.loss for turn in player.turns] == [0.0, 3.0, 5.0, 0.0]
    assert [bool(turn.better) for turn in player.turns] == [False, True, True, False]


def test_nobody_loses_more_than_the_way_to_the_best_game() -> None:
    studied = [turn_of(1, 80.0, loss=20.0), turn_of(2, 100.0, others=25.0)]
    assert parts_of(analyse_seat(1, 100, 100, 100.0, 0.0, studied)) == [(0.0, -20.0, 0.0), (-5.0, 25.0, 0.0)]
    assert parts_of(analyse_seat(1, 100, 105, 100.0, 0.0, studied)) == [(0.0, -15.0, 5.0), (-5.0, 25.0, 0.0)]
    unaided = [turn_of(1, 80.0, loss=20.0), turn_of(2, 100.0)]
    assert parts_of(analyse_seat(1, 100, 105, 100.0, 0.0, unaided)) == [(-15.0, 0.0, 5.0), (20.0, 0.0, 0.0)]


def turn_with_a_bad_step(game: Game, begun: State) -> PlayedTurn:
    """Return a turn that player 1 begins with the worst step; all others are greedy."""
    values = game.heuristic_values(begun, steps := game.legal_steps(begun))
    taken = [(begun, steps[values.index(min(values))])]
    state = game.play(*taken[0])
    while state.turn == begun.turn and not state.over:
        taken.append((state, greedy_step(game, state)))
        state = game.play(*taken[-1])
    return tuple(taken)


def test_a_bad_turn_costs_points_and_a_greedy_one_nothing(dome: tuple[Game, State]) -> None:
    game, begun = dome
    turn = turn_with_a_bad_step(game, begun)
    bad, greedy = study_turn(game.sheet, turn, (), (1, 2))
    assert bad.loss.mean > 0
    assert bad.better
    assert bad.better != game.turn_played(game.play(*turn[-1]), 1, begun.turn).ink
    assert (greedy.loss, greedy.better) == (Estimate(0.0, 0.0), ())
    assert greedy.value > bad.value


@pytest.mark.soak
@pytest.mark.parametrize("name", ["mine", "dome"])
def test_a_bad_step_costs_what_it_costs_with_many_other_cards(name: str) -> None:
    game = rules_of(sheet := load_sheet(name))
    begun = game.start(deal(sheet, "bad", 2))
    while begun.turn < 10:
        begun = game.play(begun, greedy_step(game, begun))
    turn = turn_with_a_bad_step(game, begun)
    bad = tuple(step for state, step in turn if state.players[state.mover].seat == 1)
    good, worse = (
        fmean(
            total_of(game, play_out(game, redealt(begun, 10, number), plans, {}), 1)
            for number in range(500, 540)
        )
        for plans in ({}, {(10, 1): bad})
    )
    loss = study_turn(game.sheet, turn, (), [1])[0].loss.mean
    assert good - worse > 10
    assert abs(loss - (good - worse)) < 8  # about two standard errors of the difference


@pytest.mark.soak
def test_better_bots_miss_less() -> None:
    game = rules_of(sheet := load_sheet("dome"))
    missed = dict.fromkeys(("careful", "greedy", "casual", "random"), 0.0)
    for seed in ("a", "d"):
        start = game.start(deal(sheet, seed, 2))
        while start.turn < 24:  # later positions have shorter playouts
            start = game.play(start, greedy_step(game, start))
        for policy in missed:
            turns = list(turns_from(game, start, policy, seed))
            studies = [
                study_turn(game.sheet, *pair, (1, 2)) for pair in zip(turns, [*turns[1:], ()], strict=True)
            ]
            for seat, studied in enumerate(zip(*studies, strict=True), start=1):
                player = analyse_seat(seat, 0, 1000, 0.0, 0.0, studied)
                missed[policy] += sum(turn.loss for turn in player.turns)
    assert missed["careful"] == 0
    assert 0 < missed["greedy"] < missed["casual"] / 2 < missed["random"] / 3


def turns_from(game: Game, state: State, policy: str, seed: str) -> Iterator[PlayedTurn]:
    """Yield the turns of two bots of a policy up to the end of the game."""
    begun, taken = state, list[tuple[State, Step]]()
    streams = {seat: Stream(seed, f"{seat}") for seat in (1, 2)}
    while (seat := game.to_move(state)) is not None:
        if policy == "careful":
            step = careful_step(game, begun, state)
        elif policy == "greedy":
            step = greedy_step(game, state)  # without chance between equals
        else:
            step = POLICIES[policy](game, state, streams[seat])
        taken.append((state, step))
        state = game.play(state, step)
        if state.turn != begun.turn or state.over:
            yield tuple(taken)
            begun, taken = state, []


def test_best_game_is_legal_and_beats_the_played_one(
    dome: tuple[Game, State], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = dome
    monkeypatch.setattr(_hindsight, "WORK", 800)
    start = game.start(dealt := deal(game.sheet, "hindsight", 2))
    best = best_game(game, start, 2, {})
    assert total_of(game, best, 2) > total_of(game, play_out(game, start, {}, {}), 2)
    again = replay(game, dealt, {seat: game.history(best, seat) for seat in (1, 2)})
    assert game.marks(again, 2) == game.marks(best, 2)


@pytest.fixture(scope="module")
def launched() -> tuple[Game, Mapping[int, History]]:
    """Return the rules of launch, and the histories of a game of two greedy players."""
    game = rules_of(sheet := load_sheet("launch"))
    end = play_careful(game, deal(sheet, "launched", 2), [])
    return game, {seat: game.history(end, seat) for seat in (1, 2)}


def test_a_greedy_game_has_no_losses(
    launched: tuple[Game, Mapping[int, History]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, histories = launched
    monkeypatch.setattr(_turns, "PLAYOUTS", 2)
    monkeypatch.setattr(_turns, "CANDIDATES", 0)
    monkeypatch.setattr(_hindsight, "WORK", 0)
    found = analyse_game(game.sheet, deal(game.sheet, "launched", 2), histories)
    assert [player.seat for player in found.players] == [1, 2]
    for player in found.players:
        assert player.best == player.total
        assert [turn.turn for turn in player.turns] == [turn.turn for turn in histories[player.seat]]
        moved = sum(turn.luck + turn.others for turn in player.turns)
        assert round(player.par + moved, 5) == player.total
        assert not any(turn.loss for turn in player.turns)


def test_only_finished_games_of_all_players_are_analysed(
    launched: tuple[Game, Mapping[int, History]],
) -> None:
    game, histories = launched
    dealt = deal(game.sheet, "launched", 2)
    early = {seat: history[:3] for seat, history in histories.items()}
    for given in (early, {1: histories[1]}):
        with pytest.raises(FairsheetError) as error:
            analyse_game(game.sheet, dealt, given)
        assert error.value.code == ErrorCode.INCOMPLETE_TABLE
    with pytest.raises(FairsheetError) as error:
        analyse_game(game.sheet, replace(dealt, sheet="lunch"), histories)
    assert error.value.code == ErrorCode.NOT_FOR_THIS_GAME
