"""The solo game: how bots fare against ASTRA, and whether all that they play is proved.

    python -m benchmarks.solo --games 500 --seed fig -o build/solo.jsonl

This many games are played of every scenario, by every policy in turn and against every level in turn. Each ends by a
rule, has both sides scored, is replayed from its history, and is proved legal with a history that replays. Times are of
the processor, one core, per sheet. Each game is a line of the file as soon as it is done; run again, the benchmark goes
on after the last of them, and reports the figures of all.
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
    """A game: what ended it, who won, the verdicts on its sheets, and the seconds that their proof took."""

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
    """The games of a scenario; those that are not in the file yet are played now."""
    lines = options.out.read_bytes().splitlines() if options.out.exists() else []
    known = {
        (each.sheet, each.seed, each.level, each.policy): each
        for each in (msgspec.json.decode(line, type=Result) for line in lines)
    }
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
    """A game that is played, scored, replayed and proved."""
    (played,) = simulate(load_sheet(name), seed, 1, 1, policy, solo=level)
    check_replay(played, played.histories)
    ended = sorted(endings(played))
    winner = ruleset_of(played.sheet).score(played.records).winner
    assert ended and isinstance(winner, str), seed
    return Result(name, seed, level, policy, ended, winner, *prove(played))


def _summary(results: Sequence[Result]) -> str:
    """How games ended, what was said of their sheets, and the times of the proof."""
    endings = Counter(ending for each in results for ending in each.endings)
    verdicts = Counter(verdict for each in results for verdict in each.verdicts)
    seconds = times([each.seconds for each in results])
    return f"{len(results)} games, ends {dict(endings)}; {dict(verdicts)}, {seconds}"


def _won_by_level(results: Sequence[Result], policy: str) -> str:
    """The share of the games of a policy that the player won, level by level and in all."""
    games = [each for each in results if each.policy == policy]
    by_level = [[each for each in games if each.level == level] for level in LEVELS]
    shares = [
        f"{sum(each.winner == 'player' for each in some) / len(some):.0%}" if some else "-"
        for some in (*by_level, games)
    ]
    return f"{', '.join(shares[:-1])}; all {shares[-1]}"


if __name__ == "__main__":
    main()
