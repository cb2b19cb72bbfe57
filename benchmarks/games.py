"""How fast bots play, how their games end, and which fields nobody ever inks.

    python benchmarks/games.py --sheet journey --games 500

Games are spread evenly over the numbers of players and the policies. Every history is replayed to the same ink.
Times are of the processor, one core, without the replay.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from engine.bots import POLICIES
from engine.games import rules_of
from engine.record import Record, deal_of
from engine.replay import replay
from engine.simulate import Played, simulate
from sheets.library import load_sheet, sheet_names
from sheets.model import Sheet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", nargs="+", default=list(sheet_names()))
    parser.add_argument("--games", type=int, default=500, help="games of every sheet, about")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--policies", nargs="+", default=list(POLICIES))
    parser.add_argument("--seed", default="benchmark")
    parser.add_argument(
        "--rare", type=float, default=0.01, help="share of sheets below which a field is listed"
    )
    options = parser.parse_args()
    for name in options.sheet:
        play(load_sheet(name), options)


def play(sheet: Sheet, options: argparse.Namespace) -> None:
    """Plays the games of one sheet and prints what came of them."""
    groups = [(players, policy) for players in options.players for policy in options.policies]
    each = max(1, round(options.games / len(groups)))
    endings: Counter[str] = Counter()
    inked: Counter[str] = Counter()
    turns: list[int] = []
    sheets, games, seconds = 0, 0, 0.0
    for players, policy in groups:
        start = time.process_time()
        for played in simulate(sheet, f"{options.seed} {policy} {players}", players, each, policy):
            seconds += time.process_time() - start
            check(sheet, played)
            games += 1
            sheets += len(played.records)
            turns.append(max(turn.turn for turn in played.histories[1]))
            endings.update(reasons(sheet, played.records))
            inked.update(field for record in played.records for field in record.marks)
            start = time.process_time()
    print(f"{sheet.name}: {games} games, {sheets} sheets, {games / seconds:.1f} games a second, all replayed")
    print(f"  turns: {min(turns)} to {max(turns)}, mean {sum(turns) / games:.1f}")
    print("  ended by: " + ", ".join(f"{why} {count / games:.0%}" for why, count in endings.most_common()))
    fields = [field.id for field in sheet.fields if field.kind != "text" and field.printed is None]
    never = [field for field in fields if not inked[field]]
    rare = [f"{field} {inked[field]}" for field in fields if 0 < inked[field] < options.rare * sheets]
    print(f"  fields inked: {len(fields) - len(never)} of {len(fields)}; never: {', '.join(never) or 'none'}")
    print(f"  in less than {options.rare:.0%} of the sheets: {', '.join(rare) or 'none'}", flush=True)


def check(sheet: Sheet, played: Played) -> None:
    """Replays a game's histories and compares the ink with the records."""
    game = rules_of(sheet)
    deal = deal_of(played.records[0])
    assert deal is not None
    state = replay(game, deal, played.histories)
    for record in played.records:
        ink = game.marks(state, record.seat)
        assert all(record.marks[field] == mark for field, mark in ink.items()), played.seed


def reasons(sheet: Sheet, records: tuple[Record, ...]) -> set[str]:
    """Why the game was over after its last turn; several reasons can meet."""
    game = rules_of(sheet)
    return {why for record in records for why in game.endings(record.marks)}


if __name__ == "__main__":
    main()
