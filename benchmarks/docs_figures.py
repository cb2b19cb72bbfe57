"""The times of the proof that docs/inside/measured.md gives, as the rows of its table.

    python -m benchmarks.docs_figures

Run it on a quiet machine, and write what it prints into the page.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from benchmarks.verify import prove
from fairsheet.engine.games.registry import SCENARIOS

POLICIES = ("random", "greedy", "casual")
PLAYERS = (2, 3, 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3, help="games for every number of players and policy")
    parser.add_argument("--limit", type=float, default=20, help="seconds for one table, by the clock")
    given = parser.parse_args()
    times = {name: sorted(_seconds(name, given.games, given.limit)) for name in SCENARIOS}
    print(_row("ms", times))
    print(_row("---", ["---"] * len(times)))
    print(_row("median of a sheet", [f"{1000 * each[len(each) // 2]:.0f}" for each in times.values()]))
    print(_row("greatest", [f"{1000 * each[-1]:,.0f}" for each in times.values()]))


def _seconds(name: str, games: int, limit: float) -> list[float]:
    """Seconds of the processor for each sheet of a scenario's games; `prove` prints what is not legal."""
    options = argparse.Namespace(sheet=name, games=games, only=None, limit=limit, seed="final")
    return [each for players in PLAYERS for policy in POLICIES for each in prove(options, players, policy)[0]]


def _row(head: str, cells: Iterable[str]) -> str:
    return f"| {' | '.join((head, *cells))} |"


if __name__ == "__main__":
    main()
