"""Checks that every scenario passes, for tests of a new one.

def test_my_game() -> None:
    fairsheet.testing.check_game(GAME, sheet=fairsheet.load_sheet("my.sheet"))
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.play.game import PASS, Game, IllegalStep, Step
from fairsheet.engine.play.replay import IllegalHistory, replay
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.records.record_checks import check_mark
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import records_of
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError

LONGEST = 2000  # steps of a game
_TRIED = 4  # steps of a position that are played and taken back

__all__ = ["check_game", "perft"]


def check_game(
    scenario: Scenario,
    sheet: Sheet | None = None,
    *,
    players: int = 2,
    seeds: Sequence[str] = ("otter", "heron"),
) -> None:
    """Play random games of a scenario and check the promises of `fairsheet.engine.play.game.Game`.

    Steps are legal, different, text, and can be taken back; illegal ones are refused; every mark is accepted by its
    field and is in the history; the history replays; the proof calls the sheets legal. Give the `sheet` of a scenario
    that is not in the registry. Raises AssertionError with the first promise that is broken.
    """
    if sheet is None:
        names = [name for name, load in SCENARIOS.items() if load() is scenario]
        assert names, "the scenario is not in the registry: give its sheet"
        sheet = load_sheet(names[0])
    known = SCENARIOS.get(sheet.name)
    SCENARIOS[sheet.name] = lambda: scenario
    try:
        for seed in seeds:
            game = scenario.game_of(sheet)
            state = _play(game, game.start(deal(sheet, seed, players)), Stream(seed, "check"))
            _check_end(game, state)
    finally:
        if known is None:
            del SCENARIOS[sheet.name]
        else:
            SCENARIOS[sheet.name] = known


def perft(game: Game, state: State, depth: int) -> int:
    """Return the number of ways to play `depth` steps; changed rules nearly always change it."""
    if depth == 0 or game.to_move(state) is None:
        return 1
    return sum(perft(game, game.play(state, step), depth - 1) for step in game.legal_steps(state))


def _play(game: Game, state: State, chance: Stream) -> State:
    """Return the end of a game of any legal steps, with every position checked."""
    for _ in range(LONGEST):
        if game.to_move(state) is None:
            assert not game.legal_steps(state), "there are steps after the end of the game"
            return state
        steps = game.legal_steps(state)
        _check_steps(game, state, steps)
        for step in {chance.choice(steps) for _ in range(_TRIED)}:
            _check_step(game, state, step)
        state = game.play(state, chance.choice(steps))
        _check_marks(game, state)
    raise AssertionError(f"the game has more than {LONGEST} steps")


def _check_steps(game: Game, state: State, steps: Sequence[Step]) -> None:
    assert steps, f"turn {game.turn(state)}: there is no step before the end of the game"
    assert len(set(steps)) == len(steps), f"turn {game.turn(state)}: a step is listed twice"
    assert list(steps) == list(game.legal_steps(state)), "the same position has other steps when asked again"
    values = game.heuristic_values(state, steps)
    assert len(values) == len(steps), "the heuristic has not one value for each step"
    for step in steps:
        assert step.seat == game.to_move(state), f"{step}: another seat is to move"
        assert Step.parse(str(step)) == step, f"{step}: its text gives another step"
        for ink in step.ink:
            _check_mark(game.sheet, ink.field, ink.mark)


def _check_step(game: Game, state: State, step: Step) -> None:
    """Check that a step can be played, leaves its position alone, and cannot be damaged or repeated."""
    before = _seen(game, state)
    try:
        after = game.play(state, step)
    except IllegalStep as illegal:
        raise AssertionError(f"{step}: a legal step is refused: {illegal}") from None
    assert _seen(game, state) == before, f"{step}: playing it changes the position before"
    assert _seen(game, game.play(state, step)) == _seen(game, after), f"{step}: it leads to two positions"
    if step.kind != PASS:
        assert _seen(game, after) != before, f"{step}: it changes nothing"
        wrong = Ink("no.such.field", "X", step.ink[0].by) if step.ink else None
        for damaged in (
            (replace(step, ink=(wrong,)), replace(step, kind="nonsense", ink=(wrong,))) if wrong else ()
        ):
            assert not _accepts(game, state, damaged), (
                f"{step}: it is accepted with a field that does not exist"
            )
        if game.to_move(after) == step.seat and game.turn(after) == game.turn(state):
            repeated = step in game.legal_steps(after)
            assert repeated or not _accepts(game, after, step), f"{step}: it can be played twice"
    assert not _accepts(game, state, replace(step, seat=step.seat + 1)), f"{step}: any seat can play it"


def _accepts(game: Game, state: State, step: Step) -> bool:
    try:
        game.play(state, step)
    except IllegalStep:
        return False
    except Exception as error:
        raise AssertionError(f"{step}: {error!r} is raised, not IllegalStep") from error
    return True


def _seen(game: Game, state: State) -> Hashable:
    """Return everything that a caller sees of a position."""
    seats = game.sheet.seats(state.deal.players)
    ink = tuple(frozenset(game.marks(state, seat).items()) for seat in seats)
    histories = tuple(game.history(state, seat) for seat in range(1, state.deal.players + 1))
    return game.turn(state), game.to_move(state), ink, histories, game.situation(state)


def _check_marks(game: Game, state: State) -> None:
    """Check that fields accept their marks, and that the histories have every mark."""
    written: dict[int, dict[str, Mark]] = {}
    for seat in range(1, state.deal.players + 1):
        for turn in game.history(state, seat):
            for ink in turn.ink:
                marks = written.setdefault(ink.sheet or seat, {})
                both = ink.mark == "crossed" and marks.get(ink.field) == "circled"
                assert both or ink.field not in marks, f"{ink.field}: the history has its mark twice"
                marks[ink.field] = "circled+crossed" if both else ink.mark
    for seat in game.sheet.seats(state.deal.players):
        marks = dict(game.marks(state, seat))
        assert marks == written.get(seat, {}), f"seat {seat}: the history has other marks than the sheet"
        for field, mark in marks.items():
            _check_mark(game.sheet, field, mark)


def _check_mark(sheet: Sheet, field: str, mark: Mark) -> None:
    try:
        check_mark(sheet, field, mark, field)
    except FairsheetError as error:
        raise AssertionError(f"{field}: {error.problem}") from None


def _check_end(game: Game, state: State) -> None:
    """Check a finished game: replayed, looked at, and proved."""
    dealt = state.deal
    histories = {seat: game.history(state, seat) for seat in range(1, dealt.players + 1)}
    try:
        again = replay(game, dealt, histories)
    except IllegalHistory as illegal:
        raise AssertionError(f"its own history is refused: {illegal}") from None
    seats = game.sheet.seats(dealt.players)
    for seat in seats:
        assert game.marks(again, seat) == game.marks(state, seat), (
            f"seat {seat}: its history leads to other marks"
        )
        first = next(iter(game.contradictions(game.marks(state, seat), dealt)), None)
        assert first is None, (
            f"seat {seat}: a played sheet is called impossible: {first.why if first else ''}"
        )
    assert any(game.is_over(game.marks(state, seat)) for seat in seats), "no sheet shows the end of the game"
    verdict = ruleset_of(game.sheet).verify(list(records_of(game, dealt, state)))
    for each in verdict.sheets:
        assert each.verdict == "legal", f"seat {each.seat}: the proof calls a played sheet {each.verdict}"
