"""How fast the proof is, and whether it is right: games played by bots, every sheet of which is legal.

    python benchmarks/verify.py --games 60

For every number of players and every policy `--games` games are played and proved. Every history is replayed
under the rules, by another way than the proof's own. Times are of the processor, one core, per sheet.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.replay import replay
from fairsheet.engine.records.record import deal_of
from fairsheet.engine.simulation.bots import POLICIES
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.engine.verify import TIME_LIMIT, verify_table
from fairsheet.sheets.library.templates import load_sheet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", default="launch")
    parser.add_argument("--games", type=int, default=60, help="games for every number of players and policy")
    parser.add_argument("--only", type=int, nargs="+", help="which of the games are proved, counted from 1")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--policies", nargs="+", default=list(POLICIES))
    parser.add_argument("--seed", default="benchmark")
    parser.add_argument("--limit", type=float, default=TIME_LIMIT, help="seconds for one table, by the clock")
    options = parser.parse_args()
    options.games = max(options.only or [options.games])
    every: list[float] = []
    for players in options.players:
        for policy in options.policies:
            seconds, verdicts = prove(options, players, policy)
            every += seconds
            print(f"{players} players, {policy:9}: {dict(verdicts)}, {times(seconds)}", flush=True)
    print(f"all {len(every)} sheets: {times(every)}")


def prove(options: argparse.Namespace, players: int, policy: str) -> tuple[list[float], Counter[str]]:
    """Seconds per sheet and the verdicts of some games."""
    sheet = load_sheet(options.sheet)
    game = rules_of(sheet)
    seconds: list[float] = []
    verdicts: Counter[str] = Counter()
    games = simulate(sheet, f"{options.seed} {policy} {players}", players, options.games, policy)
    for number, played in enumerate(games, start=1):
        if options.only and number not in options.only:
            continue
        start = time.process_time()
        verdict = verify_table(sheet, played.records, options.limit)
        seconds += [(time.process_time() - start) / players] * players
        verdicts.update(each.verdict for each in verdict.sheets)
        if any(each.verdict != "legal" for each in verdict.sheets):
            print(f"not legal: {played.seed!r}: {[each.contradiction for each in verdict.sheets]}")
            continue
        deal = deal_of(sheet, played.records[0])
        assert deal is not None
        histories = {each.seat: each.history for each in verdict.sheets if each.history is not None}
        state = replay(game, deal, histories)
        for record in played.records:
            ink = game.marks(state, record.seat)
            assert all(record.marks[field] == mark for field, mark in ink.items()), played.seed
    return seconds, verdicts


def times(seconds: list[float]) -> str:
    """Median, 99th percentile and greatest, in milliseconds."""
    ordered = sorted(seconds)
    median, high = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"median {1000 * median:.0f} ms, 99 % {1000 * high:.0f} ms, greatest {1000 * ordered[-1]:.0f} ms"


if __name__ == "__main__":
    main()
