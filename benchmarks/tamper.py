"""Falsified sheets of any scenario, crude and subtle, and what the proof says of them.

    PYTHONPATH=. python benchmarks/tamper.py --sheet journey --games 2

Bots play games; some are broken off early. Then one sheet is changed in one way, as it is or with other marks changed
too until nothing about it contradicts itself at first sight (`cover`). What must be impossible by an argument of
its own, or because no way to play leads to it, must not be called legal; what some way to play leads to must not
be called illegal. A falsified sheet may well be one that the rules allow: then a history proves it, which is replayed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.tampering.cover import cover_up
from benchmarks.tampering.forgery import Forgery, Honest, Kind, falsify, honest_table, records_of, replays
from benchmarks.tampering.judges import Opinion, opinion
from benchmarks.tampering.kinds import kinds_of
from benchmarks.tampering.playing import try_every_step
from engine.bots import POLICIES
from engine.proof.verdict import SheetVerdict, Verdict
from engine.proof.verify import verify_table
from engine.score import without_sums
from engine.simulate import simulate
from sheets.library import load_sheet, sheet_names
from sheets.model import Sheet

SHORT = 6  # turns up to which every step is tried


@dataclass
class Tally:
    """What was said of the sheets falsified in one way. `legal` are counted by why that is right."""

    verdicts: Counter[str] = field(default_factory=Counter)
    legal: Counter[str] = field(default_factory=Counter)
    expected: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        self.verdicts += other.verdicts
        self.legal += other.legal
        self.expected += other.expected
        self.seconds += other.seconds
        self.wrong += other.wrong
        return self

    def __str__(self) -> str:
        seconds = f"{sum(self.seconds):.1f} s, {max(self.seconds, default=0.0):.1f} s at most"
        said = ", ".join(f"{count} {word}" for word, count in sorted(self.verdicts.items()))
        return f"{self.verdicts.total()} sheets: {said}; legal {dict(self.legal)}; {seconds}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", nargs="+", default=list(sheet_names()), choices=list(sheet_names()))
    parser.add_argument("--games", type=int, default=1, help="for every number of players and policy")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--policies", nargs="+", default=["random", "casual"], choices=list(POLICIES))
    parser.add_argument(
        "--turns", type=int, nargs="+", default=[4, 99], help="turns after which games are broken off"
    )
    parser.add_argument("--kinds", nargs="+", help="ways to falsify; all by default")
    parser.add_argument("--cover", choices=["no", "yes", "both"], default="both", help="cover up, or not")
    parser.add_argument("--seed", default="falsified")
    parser.add_argument("--limit", type=float, default=30.0, help="seconds for one table, by the clock")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of the processor, for one sheet")
    parser.add_argument(
        "--most", type=int, default=3000, help="steps tried at most to see what can be played"
    )
    parser.add_argument("--show", action="store_true", help="show contradictions, and what is undecided")
    options = parser.parse_args()
    wrong = [falsify_all(load_sheet(name), options) for name in options.sheet]
    if any(wrong):
        raise SystemExit(1)


def falsify_all(sheet: Sheet, options: argparse.Namespace) -> int:
    """Prints what is said of one scenario's sheets; returns how many verdicts were wrong."""
    end = time.process_time() + options.seconds
    by_kind: dict[str, Tally] = {}
    for number, table in enumerate(tables(sheet, options)):
        for kind in kinds_of(sheet):
            if (options.kinds and kind.__name__ not in options.kinds) or time.process_time() > end:
                continue
            for covered in {"no": [False], "yes": [True], "both": [False, True]}[options.cover]:
                chance = random.Random(f"{kind.__name__} {number} {covered}")
                by_kind.setdefault(kind.__name__, Tally())
                by_kind[kind.__name__] += judge(table, kind, chance, covered, options)
    every = Tally()
    by_kind = {name: tally for name, tally in by_kind.items() if tally.seconds}
    for name, tally in by_kind.items():
        every += tally
        print(f"  {name}: {tally}", flush=True)
    for wrong in every.wrong:
        print(f"  WRONG {wrong}")
    print(f"{sheet.name}: {len(by_kind)} ways, {every}; {dict(every.expected)}", flush=True)
    return len(every.wrong)


def tables(sheet: Sheet, options: argparse.Namespace) -> Iterator[Honest]:
    """Games of bots, each broken off after some numbers of turns."""
    for game in range(options.games):
        for players in options.players:
            for policy in options.policies:
                seed = f"{options.seed} {policy} {players} {game}"
                for played in simulate(sheet, seed, players, 1, policy):
                    for turns in options.turns:
                        yield honest_table(played, turns)


def judge(
    table: Honest, kind: Kind, chance: random.Random, covered: bool, options: argparse.Namespace
) -> Tally:
    """What is said of one sheet falsified in this way, if there is an occasion."""
    forgery = falsify(table, kind, chance)
    if forgery is None or (covered and not cover_up(forgery)):
        return Tally()
    sheets = {seat: without_sums(table.game.sheet, marks) for seat, marks in forgery.sheets.items()}
    playing = try_every_step(table, sheets, options.most) if table.turns <= SHORT else None
    certain = opinion(forgery, playing)
    start = time.process_time()
    verdict = verify_table(records_of(table, forgery.sheets), options.limit)
    tally = Tally(seconds=[time.process_time() - start])
    said = next(each for each in verdict.sheets if each.seat == forgery.seat)
    tally.verdicts[said.verdict] += 1
    tally.expected["left to the proof" if certain is None else f"must be {certain.verdict}"] += 1
    if said.verdict == "legal":
        tally.legal[why_legal(verdict, forgery, playing)] += 1
    where = f"{kind.__name__}{' covered' if covered else ''}, {table.deal.seed!r}, turn {table.turns}"
    if problem := wrong(verdict, said, certain, forgery):
        tally.wrong.append(f"{where}, seat {forgery.seat}: {problem}; {changes(forgery)}")
    if options.show:
        print(f"    {where}: {said.verdict}, {changes(forgery)}, {[c.why for c in said.contradiction][:1]}")
    return tally


def wrong(verdict: Verdict, said: SheetVerdict, certain: Opinion | None, forgery: Forgery) -> str | None:
    """What is wrong with a verdict, if anything."""
    words = [each.verdict for each in verdict.sheets]
    if set(words) == {"legal"}:
        histories = {each.seat: each.history for each in verdict.sheets if each.history is not None}
        if not replays(forgery.table, forgery.sheets, histories):
            return "a history that does not lead to the sheet"
    if said.verdict == "illegal" and not all(
        each.why and (each.fields or not forgery.marks) for each in said.contradiction
    ):
        return "illegal without a reason"
    match certain:
        case Opinion("legal", why) if "illegal" in words:
            return f"called illegal, but {why}"
        case Opinion("illegal", why, alone) if said.verdict == "legal" and (alone or set(words) == {"legal"}):
            return f"called legal, but {why}"
    return None


def why_legal(verdict: Verdict, forgery: Forgery, playing: str | None) -> str:
    """Why it is right that a falsified sheet is called legal."""
    sheet = forgery.table.game.sheet
    if without_sums(sheet, forgery.marks) == without_sums(sheet, forgery.honest):
        return "only sums differ"
    if playing == "reached":
        return "played in another way, too"
    if any(each.verdict == "illegal" for each in verdict.sheets):
        return "another sheet is blamed"
    if all(each.verdict == "legal" for each in verdict.sheets):
        return "its history replays"
    return "others undecided"


def changes(forgery: Forgery) -> str:
    """The marks that were changed."""
    fields: Sequence[str] = sorted({*forgery.honest, *forgery.marks})
    honest, marks = forgery.honest, forgery.marks
    pairs = [(f, honest.get(f), marks.get(f)) for f in fields if honest.get(f) != marks.get(f)]
    return ", ".join(f"{field}: {old} -> {new}" for field, old, new in pairs)


if __name__ == "__main__":
    main()
