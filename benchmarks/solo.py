"""The solo game: how bots fare against ASTRA, and whether all that they play is proved.

    python -m benchmarks.solo --games 500 --seed fig -o build/solo.jsonl

This many games are played of every scenario, by every policy in turn and against every level in turn. Each ends by a
rule, has both sides scored, is replayed from its history, and is proved legal with a history that replays. Times are of
the processor, one core, per sheet. Each game is a line of the file as soon as it is done; run again, the benchmark goes
on after the last of them, and reports the figures of all.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from benchmarks.verify import times
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.replay import replay
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import deal_of
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.engine.table_score import score_table
from fairsheet.engine.verify import verify_table
from fairsheet.sheets.library.solo_sheets import LEVELS
from fairsheet.sheets.library.templates import load_sheet

POLICIES = ("random", "greedy", "ambitious")
SCENARIOS = ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")


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
    _replay(played, played.histories)
    game = rules_of(played.sheet)
    endings = {ending for record in played.records for ending in game.endings(record.marks)}
    assert endings, seed
    winner = score_table(played.sheet, played.records).winner
    assert isinstance(winner, str), seed
    start = time.process_time()
    verdict = verify_table(played.sheet, played.records)
    seconds = time.process_time() - start
    verdicts = [each.verdict for each in verdict.sheets]
    if set(verdicts) == {"legal"}:
        _replay(played, {each.seat: each.history for each in verdict.sheets if each.history is not None})
    else:
        print(f"not legal: {name} {seed!r} level {level} {policy}: {verdict.sheets}")
    return Result(name, seed, level, policy, sorted(endings), winner, verdicts, seconds)


def _replay(played: Played, histories: Mapping[int, History]) -> None:
    game, deal = rules_of(played.sheet), deal_of(played.sheet, played.records[0])
    assert deal is not None
    state = replay(game, deal, histories)
    for record in played.records:
        ink = game.marks(state, record.seat)
        assert all(record.marks[field] == mark for field, mark in ink.items()), played.seed


def _summary(results: Sequence[Result]) -> str:
    """How games ended, what was said of their sheets, and the times of the proof."""
    endings = Counter(ending for each in results for ending in each.endings)
    verdicts = Counter(verdict for each in results for verdict in each.verdicts)
    seconds = times([each.seconds for each in results])
    return f"{len(results)} games, ends {dict(endings)}; {dict(verdicts)}, {seconds}"


def _won_by_level(results: Sequence[Result], policy: str) -> str:
    """The share of the games of a policy that the player won, level by level and in all."""
    games = [each for each in results if each.policy == policy]
    shares = [_share_won([each for each in games if each.level == level]) for level in LEVELS]
    return f"{', '.join(shares)}; all {_share_won(games)}"


def _share_won(games: Sequence[Result]) -> str:
    """How many of some games the player won.

    >>> _share_won([])
    '-'
    """
    won = sum(each.winner == "player" for each in games)
    return f"{100 * won / len(games):.0f} %" if games else "-"


if __name__ == "__main__":
    main()
