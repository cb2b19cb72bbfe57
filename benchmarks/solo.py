"""The solo game: how bots fare against ASTRA, and whether all that they play is proved.

    python benchmarks/solo.py --games 500

So many games are played of every scenario, by every policy in turn and against every level in turn. Each ends by a
rule, has both sides scored, is replayed from its history, and is proved legal with a history that replays. Times are of
the processor, one core, per sheet. The share of games won is told by level and by policy.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Mapping

from benchmarks.verify import times
from engine.deal import LEVELS
from engine.games import rules_of
from engine.ink import History
from engine.proof.verify import verify_table
from engine.record import deal_of
from engine.replay import replay
from engine.score import score_table
from engine.simulate import Played, simulate
from sheets.library import load_sheet

POLICIES = ("random", "greedy", "ambitious")
SCENARIOS = ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", nargs="+", default=list(SCENARIOS))
    parser.add_argument("--games", type=int, default=48, help="games of every scenario")
    parser.add_argument("--policies", nargs="+", default=list(POLICIES))
    parser.add_argument("--seed", default="benchmark")
    parser.add_argument("--no-proof", action="store_true", help="play, score and replay only")
    options = parser.parse_args()
    for name in options.sheets:
        print(f"{name}: {_scenario(name, options)}", flush=True)


def _scenario(name: str, options: argparse.Namespace) -> str:
    """The figures of a scenario, in words."""
    endings: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    won: defaultdict[str, list[bool]] = defaultdict(list)
    seconds: list[float] = []
    for number in range(options.games):
        level = LEVELS[number % len(LEVELS)]
        policy = options.policies[number // len(LEVELS) % len(options.policies)]
        seed = f"{options.seed} {number}"
        (played,) = simulate(load_sheet(name), seed, 1, 1, policy, solo=level)
        winner = score_table(played.sheet, played.records).winner
        won[f"level {level}"].append(winner == "player")
        won[policy].append(winner == "player")
        endings.update(_endings(played))
        if not options.no_proof:
            start = time.process_time()
            verdict = verify_table(played.sheet, played.records)
            seconds.append(time.process_time() - start)
            found = {each.verdict for each in verdict.sheets}
            verdicts.update(found)
            if found != {"legal"}:
                print(f"not legal: {name} {seed!r} level {level} {policy}: {verdict.sheets}")
                continue
            _replay(played, {each.seat: each.history or () for each in verdict.sheets})
    shares = ", ".join(f"{key} {100 * sum(each) / len(each):.0f} %" for key, each in won.items())
    proofs = f"; {dict(verdicts)}, {times(seconds)}" if seconds else ""
    return f"{options.games} games, ends {dict(endings)}; won {shares}{proofs}"


def _endings(played: Played) -> set[str]:
    """What ended a game; its own histories must replay."""
    _replay(played, played.histories)
    game = rules_of(played.sheet)
    found = {ending for record in played.records for ending in game.endings(record.marks)}
    assert found, played.seed
    return found


def _replay(played: Played, histories: Mapping[int, History]) -> None:
    game, deal = rules_of(played.sheet), deal_of(played.sheet, played.records[0])
    assert deal is not None
    state = replay(game, deal, histories)
    for record in played.records:
        ink = game.marks(state, record.seat)
        assert all(record.marks[field] == mark for field, mark in ink.items()), played.seed


if __name__ == "__main__":
    main()
