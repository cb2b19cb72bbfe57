"""Check the verdicts of the proof on tampered sheets of any scenario, crude and subtle.

    python -m benchmarks.tamper --sheet journey --games 2

Bots play games, and some are stopped early. Then one sheet is changed in one way. A *covered* change also adapts other
marks until quick checks find no contradiction. An independent argument or a search decides for some sheets whether they
are possible: impossible ones must not be legal, possible ones must not be illegal. If the rules allow a tampered sheet,
the history that proves it is replayed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.sheet import Sheet
from tests.tampering.forgery import Honest, honest_table
from tests.tampering.kinds import kinds_of
from tests.tampering.trial import Trial, changes, try_out

PLAYERS, POLICIES = (2, 3), ("random", "casual", "keen")
LIMIT = 30.0  # wall-clock seconds for one table


@dataclass
class Tally:
    """The verdicts on some tampered sheets, and the reasons why legal ones are right."""

    verdicts: Counter[str] = field(default_factory=Counter)
    legal: Counter[str] = field(default_factory=Counter)
    certain: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    wrong: int = 0

    def add(self, trial: Trial) -> None:
        self.verdicts[trial.said.verdict] += 1
        if trial.said.verdict == "legal":
            self.legal[trial.why_legal()] += 1
        self.certain[f"must be {trial.certain.verdict}" if trial.certain else "left to the proof"] += 1
        self.seconds.append(trial.seconds)
        self.wrong += trial.problem() is not None

    def __str__(self) -> str:
        mean, most = sum(self.seconds) / len(self.seconds), max(self.seconds)
        counts = (_counts(each) for each in (self.verdicts, self.legal, self.certain))
        verdicts, legal, certain = counts
        return (
            f"{self.verdicts.total()} sheets: {verdicts}, {self.wrong} wrong; legal because {legal or '-'}; "
            f"before the proof: {certain}; {mean:.2f} s per table, maximum {most:.1f} s"
        )


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{count} {word}" for word, count in sorted(counter.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", nargs="+", default=list(scenario_names()), choices=list(scenario_names()))
    parser.add_argument("--games", type=int, default=1, help="games for each number of players and policy")
    parser.add_argument(
        "--turns", type=int, nargs="+", default=[4, 99], help="turns after which games are stopped"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="CPU seconds for one scenario")
    parser.add_argument("--kind", nargs="+", help="kinds of tampering; default: all")
    parser.add_argument("--show", action="store_true", help="show every tampered sheet")
    options = parser.parse_args()
    if sum([tamper_all(load_sheet(name), options) for name in options.sheet]):
        raise SystemExit(1)


def tamper_all(sheet: Sheet, options: argparse.Namespace) -> int:
    """Print the results for the sheets of one scenario; return the number of wrong verdicts."""
    end = time.process_time() + options.seconds
    every, by_kind = Tally(), dict[str, Tally]()
    for number, table in enumerate(honest_tables(sheet, options)):
        for kind in kinds_of(sheet):
            name = kind.__name__
            if options.kind and name not in options.kind:
                continue
            for covered in (False, True):
                if time.process_time() > end:
                    continue
                chance = random.Random(f"{name} {number} {covered}")
                trial = try_out(table, kind, chance, covered=covered, limit=LIMIT)
                if trial is None:
                    continue
                every.add(trial)
                by_kind.setdefault(name, Tally()).add(trial)
                if trial.problem() or options.show:
                    show(f"{name}{' covered' * covered}", trial)
    for name, tally in sorted(by_kind.items()):
        print(f"  {name}: {tally}")
    print(f"{sheet.name}, {len(by_kind)} ways, {every}", flush=True)
    return every.wrong


def honest_tables(sheet: Sheet, options: argparse.Namespace) -> Iterator[Honest]:
    """Yield games of bots, each stopped after the given turns, and in the turn before a mission is first claimed."""
    for game, players, policy in product(range(1, options.games + 1), PLAYERS, POLICIES):
        (played,) = simulate(sheet, f"tampered {policy} {players} {game}", players, 1, policy)
        claims = {
            turn.turn - 1
            for h in played.histories.values()
            for turn in h
            if "mission" in (i.by for i in turn.ink)
        }
        for turns in [*options.turns, *sorted(claims)[:1]]:
            yield honest_table(played, turns)


def show(name: str, trial: Trial) -> None:
    """Print one tampered sheet and its verdict."""
    forgery, said = trial.forgery, trial.said
    problem = f"WRONG, {trial.problem()}: " if trial.problem() else ""
    print(
        f"    {problem}{name}, seat {forgery.seat} of {forgery.table.deal.seed!r}, turn {forgery.table.turns}"
    )
    print(f"        {changes(forgery)}")
    print(f"        {said.verdict}; {'; '.join(found.why for found in said.contradiction[:2])}", flush=True)


if __name__ == "__main__":
    main()
