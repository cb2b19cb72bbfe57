"""Measure solo games: results of bots against ASTRA, and whether all their games are proved legal.

    python -m benchmarks.solo --games 500 --seed fig -o build/solo.jsonl

`--games` is the number of games of every scenario; policies and levels alternate. Each game must end by a rule, have
both sides scored, replay from its history, and be proved legal with a history that replays. Times are CPU seconds on
one core, per sheet. Each finished game is a line of the file. A further run continues after the last of them and
reports the figures of all.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchmarks.verify import check_replay, endings, prove, times
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.solo_sheets import LEVELS
from fairsheet.sheets.library.templates import load_sheet

POLICIES = ("random", "greedy", "ambitious")


class Result(msgspec.Struct, frozen=True):
    """A game with its endings, winner, the verdicts on its sheets, and the seconds of their proof."""

    sheet: str
    seed: str
    level: int
    policy: str
    endings: Sequence[str]
    winner: str
    verdicts: Sequence[str]
    seconds: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", nargs="+", default=list(SCENARIOS))
    parser.add_argument("--games", type=int, default=48, help="games of every scenario")
    parser.add_argument("--policies", nargs="+", default=list(POLICIES))
    parser.add_argument("--seed", default="benchmark")
    parser.add_argument("-o", "--out", type=Path, default=Path("build/solo.jsonl"))
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    for name in options.sheets:
        results = list(_results(name, options))
        print(f"{name}: {_summary(results)}", flush=True)
        for policy in options.policies:
            print(f"    {policy:9} won by level: {_won_by_level(results, policy)}", flush=True)


def _results(name: str, options: argparse.Namespace) -> Iterator[Result]:
    """Yield the games of a scenario; play those that are not in the file yet."""
    lines = options.out.read_bytes() if options.out.exists() else b""
    games = msgspec.json.Decoder(Result).decode_lines(lines)
    known = {(each.sheet, each.seed, each.level, each.policy): each for each in games}
    for number in range(options.games):
        level = LEVELS[number % len(LEVELS)]
        policy = options.policies[number // len(LEVELS) % len(options.policies)]
        seed = f"{options.seed} {number}"
        result = known.get((name, seed, level, policy))
        if result is None:
            result = _play(name, seed, level, policy)
            with options.out.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
        yield result


def _play(name: str, seed: str, level: int, policy: str) -> Result:
    """Play, score, replay and prove a game."""
    (played,) = simulate(load_sheet(name), seed, 1, 1, policy, solo=level)
    check_replay(played, played.histories)
    ended = sorted(endings(played))
    winner = ruleset_of(played.sheet).score(played.records).winner
    assert ended and isinstance(winner, str), seed
    return Result(name, seed, level, policy, ended, winner, *prove(played))


def _summary(results: Sequence[Result]) -> str:
    """Return the endings, the verdicts, and the times of the proof."""
    endings = Counter(ending for each in results for ending in each.endings)
    verdicts = Counter(verdict for each in results for verdict in each.verdicts)
    seconds = times([each.seconds for each in results])
    return f"{len(results)} games, endings {dict(endings)}; {dict(verdicts)}, {seconds}"


def _won_by_level(results: Sequence[Result], policy: str) -> str:
    """Return the share of games that the player won with a policy, by level and in all."""
    games = [each for each in results if each.policy == policy]
    by_level = [[each for each in games if each.level == level] for level in LEVELS]
    shares = [
        f"{sum(each.winner == 'player' for each in some) / len(some):.0%}" if some else "-"
        for some in (*by_level, games)
    ]
    return f"{', '.join(shares[:-1])}; all {shares[-1]}"


if __name__ == "__main__":
    main()
