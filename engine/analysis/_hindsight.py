"""The best game of a player that a search finds if it knows all cards. No player could see that it was there."""

from __future__ import annotations

from fairsheet.engine.play.game import Game, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.simulation.playouts import Known, Plans, play_out, promising_steps, total_of

WORK = 7_000  # steps that a search plays; one to five seconds
MOST_STEPS = 12  # alternatives tried in one decision


def best_game(game: Game, start: State, seat: int, played: Plans) -> State:
    """Return the last state of the best game found for a player who knows all cards.

    The other players take their played steps as long as the rules allow them, otherwise greedy steps. The search begins
    with the played game. It walks along the best game so far, plays every promising other step to the end of the game,
    and begins again with further steps until its work is done.
    """
    rivals = {key: plan for key, plan in played.items() if key[1] != seat}
    line: list[Step] = []
    known: Known = {}
    end = play_out(game, start, played, known, line)
    tried: set[tuple[Step, ...]] = set()
    work = 0
    for limit in range(2, MOST_STEPS + 1):
        state, done = start, 0
        while game.to_move(state) is not None:
            if game.to_move(state) == seat and not state.claiming:
                for step in promising_steps(game, state, limit):
                    path = (*(each for each in line[:done] if each.seat == seat), step)
                    if path in tried or work > WORK:
                        continue
                    tried.add(path)
                    rest: list[Step] = [step]
                    other = play_out(game, game.play(state, step), rivals, known, rest)
                    work += len(rest)
                    if total_of(game, other, seat) > total_of(game, end, seat):
                        line, end = [*line[:done], *rest], other
            state = game.play(state, line[done])
            done += 1
    return end
