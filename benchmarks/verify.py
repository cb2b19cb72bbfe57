"""Measure the speed of the proof, and check it with games of bots, whose sheets are all legal.

    python -m benchmarks.verify --games 3
    python -m benchmarks.verify --games 3 --subsets

For each scenario, number of players and policy, `--games` games are played and proved. Every history is replayed by the
rules, independently of the proof. `--subsets` proves every subset of the sheets of a table without the others. Times
are CPU seconds on one core, per sheet and per table: run it on an idle machine.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, combinations, product

from fairsheet.engine.games.registry import SCENARIOS, rules_of
from fairsheet.engine.play.replay import replay
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import Record, deal_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.bots import POLICIES
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.engine.solver.budget import TIME_LIMIT, WORK_LIMIT, Budget
from fairsheet.sheets.library.templates import load_sheet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", nargs="+", default=list(SCENARIOS))
    parser.add_argument("--games", type=int, default=3, help="games for each number of players and policy")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--policies", nargs="+", default=list(POLICIES), choices=POLICIES)
    parser.add_argument("--seed", default="benchmark")
    parser.add_argument("--limit", type=float, default=TIME_LIMIT, help="wall-clock seconds for one table")
    parser.add_argument(
        "--subsets", action="store_true", help="prove some sheets of a table without the others"
    )
    options = parser.parse_args()
    for name in options.sheet:
        sheet, sheets, tables, verdicts = load_sheet(name), list[float](), list[float](), Counter[str]()
        for players, policy in product(options.players, options.policies):
            seed = f"{options.seed} {policy} {players}"
            for played in simulate(sheet, seed, players, options.games, policy):
                sizes = range(1, players) if options.subsets else [players]
                for records in chain.from_iterable(combinations(played.records, size) for size in sizes):
                    found, taken = prove(played, options.limit, records)
                    verdicts.update(found)
                    sheets += [taken / len(records)] * len(records)
                    tables.append(taken)
        print(
            f"{name}: {dict(verdicts)}; sheets: {times(sheets)}; {len(tables)} tables: {times(tables)}",
            flush=True,
        )


def prove(played: Played, limit: float = TIME_LIMIT, some: Sequence[Record] = ()) -> tuple[list[str], float]:
    """Return the verdicts on all sheets of a game, or on some of them, and the CPU seconds of the proof.

    All should be legal; the histories of a whole game are replayed.
    """
    start = time.process_time()
    records = some or played.records
    verdict = ruleset_of(played.sheet).verify(records, Budget(WORK_LIMIT, limit))
    seconds = time.process_time() - start
    verdicts: list[str] = [each.verdict for each in verdict.sheets]
    if set(verdicts) != {"legal"}:
        print(f"not legal: {played.seed!r}: {[each.contradiction for each in verdict.sheets]}")
    elif len(records) == len(played.records):
        check_replay(played, {each.seat: each.history for each in verdict.sheets if each.history is not None})
    return verdicts, seconds


def check_replay(played: Played, histories: Mapping[int, History]) -> None:
    """Replay histories of a game and compare the ink with its records."""
    game, deal = rules_of(played.sheet), deal_of(played.sheet, played.records[0])
    assert deal is not None
    state = replay(game, deal, histories)
    for record in played.records:
        ink = game.marks(state, record.seat)
        assert all(record.marks[field] == mark for field, mark in ink.items()), played.seed


def endings(played: Played) -> set[str]:
    """Return the reasons why a game ended after its last turn; there may be several."""
    game = rules_of(played.sheet)
    return {why for record in played.records for why in game.endings(record.marks)}


def times(seconds: list[float]) -> str:
    """Return the median, the 99th percentile and the maximum in milliseconds."""
    ordered = sorted(seconds)
    median, high = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"median {1000 * median:.0f} ms, 99 % {1000 * high:.0f} ms, maximum {1000 * ordered[-1]:.0f} ms"


if __name__ == "__main__":
    main()
