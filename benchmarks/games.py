"""Measure the games of bots: speed, points, endings, and fields and missions that are never used.

    python -m benchmarks.games --sheet journey --games 200

Games are spread evenly over numbers of players and policies. Every history is replayed and must give the same ink.
Times are CPU seconds on one core, without the replay.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from itertools import product

from benchmarks.verify import check_replay, endings
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.bots import POLICIES
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.sheet import Sheet

RARE = 0.01  # share of sheets below which a field is listed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", nargs="+", default=list(scenario_names()))
    parser.add_argument("--games", type=int, default=200, help="approximate number of games of each sheet")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--policies", nargs="+", default=list(POLICIES))
    parser.add_argument("--seed", default="benchmark")
    options = parser.parse_args()
    for name in options.sheet:
        play(load_sheet(name), options)


class Tally:
    """Statistics of some games."""

    def __init__(self) -> None:
        self.games, self.seconds = 0, 0.0
        self.turns: list[int] = []
        self.points: list[int] = []
        self.endings: Counter[str] = Counter()
        self.inked: Counter[str] = Counter()
        self.claimed: Counter[str] = Counter()
        self.causes: Counter[str] = Counter()

    def add(self, sheet: Sheet, played: Played, seconds: float) -> None:
        """Add one game."""
        self.games += 1
        self.seconds += seconds
        self.turns.append(max(turn.turn for turn in played.histories[1]))
        self.points += [player.total for player in ruleset_of(sheet).score(played.records).players]
        self.endings.update(endings(played))
        self.inked.update(field for record in played.records for field in record.marks)
        self.claimed.update(claims(sheet, played))
        turns = (turn for history in played.histories.values() for turn in history)
        self.causes.update(ink.by for turn in turns for ink in turn.ink)

    def __str__(self) -> str:
        ends = ", ".join(f"{why} {count / self.games:.0%}" for why, count in self.endings.most_common())
        points, turns = sum(self.points) / len(self.points), sum(self.turns) / self.games
        return f"{points:6.1f} points, {turns:4.1f} turns ({min(self.turns)} to {max(self.turns)}), ended by {ends}"


def play(sheet: Sheet, options: argparse.Namespace) -> None:
    """Play the games of one sheet and print their statistics."""
    each = max(1, round(options.games / len(options.players) / len(options.policies)))
    tallies = {policy: Tally() for policy in options.policies}
    for players, policy in product(options.players, options.policies):
        start = time.process_time()
        for played in simulate(sheet, f"{options.seed} {policy} {players}", players, each, policy):
            seconds = time.process_time() - start
            check_replay(played, played.histories)
            tallies[policy].add(sheet, played, seconds)
            start = time.process_time()
    games = sum(tally.games for tally in tallies.values())
    sheets = sum(len(tally.points) for tally in tallies.values())
    seconds = sum(tally.seconds for tally in tallies.values())
    print(
        f"{sheet.name}: {games} games, {sheets} sheets, {games / seconds:.1f} games per second, all replayed"
    )
    for policy, tally in tallies.items():
        print(f"  {policy:9} {tally}")
    inked = sum((tally.inked for tally in tallies.values()), Counter[str]())
    fields = [field.id for field in sheet.fields if field.kind != "text" and field.printed is None]
    rare = [f"{field} {inked[field]}" for field in fields if 0 < inked[field] < RARE * sheets]
    print(f"  fields inked: {describe_share(fields, inked)}")
    print(f"  in less than {RARE:.0%} of the sheets: {', '.join(rare) or 'none'}")
    claimed = sum((tally.claimed for tally in tallies.values()), Counter[str]())
    cards = [f"{mission.id}{when}" for mission in sheet.missions for when in ("", " later")]
    print(f"  missions claimed: {describe_share(cards, claimed)}")
    causes = sum((tally.causes for tally in tallies.values()), Counter[str]())
    print("  marks by: " + ", ".join(f"{cause} {count}" for cause, count in causes.most_common()), flush=True)


def describe_share(all_: Sequence[str], counts: Counter[str]) -> str:
    """Return how many of all were counted, and which ones never."""
    never = [each for each in all_ if not counts[each]]
    return f"{len(all_) - len(never)} of {len(all_)}; never: {', '.join(never) or 'none'}"


def claims(sheet: Sheet, played: Played) -> set[str]:
    """Return the mission cards that were claimed, and those claimed again in a later turn (as "… later")."""
    letters = {field.id: str(field.attrs["mission"]) for field in sheet.fields if "mission" in field.attrs}
    turns: dict[str, set[int]] = {}
    for turn in (turn for history in played.histories.values() for turn in history):
        for ink in turn.ink:
            if ink.by == "mission" and ink.field in letters:
                turns.setdefault(letters[ink.field], set()).add(turn.turn)
    cards = played.records[0].game.missions or {}
    later = {f"{cards[letter]} later" for letter, claimed_in in turns.items() if len(claimed_in) > 1}
    return later | {cards[letter] for letter in turns}


if __name__ == "__main__":
    main()
