"""Play the games from which par is computed, make the table of par, and compare the careful player with the greedy one.

    python -m benchmarks.par play games.jsonl --sheet dome --policy careful --games 8
    python -m benchmarks.par table games.jsonl
    python -m benchmarks.par compare games.jsonl

`play` adds a line for each game to the file, and leaves out games that it has. `table` writes the table that fairsheet
ships. `compare` takes the games with the same cards. In a careful game, seat 1 is careful and the others are greedy;
in a greedy game, all seats do the same unless they race.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import product
from math import nan, sqrt
from pathlib import Path
from statistics import fmean, stdev

import msgspec

from fairsheet.engine.analysis._par import TABLE, SheetPar
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.scoring.score import total_of_seat
from fairsheet.engine.simulation.bots import CAREFUL
from fairsheet.engine.simulation.careful import play_careful
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.library.templates import load_sheet, scenario_names

GREEDY = "greedy"
POINTS = 1  # decimals
PAIRS = 5  # careful games from which a gain counts; fewer hardly show how much gains differ
T_95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)  # two-sided, for 1, 2, ... degrees of freedom


class PlayedGame(msgspec.Struct, frozen=True):
    """A line of the file of games."""

    sheet: str
    seed: str
    players: int
    solo: int | None
    policy: str
    missions: tuple[str, ...]
    totals: tuple[int, ...]
    turns: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=["play", "table", "compare"])
    parser.add_argument("games_file", type=Path)
    parser.add_argument("--sheet", nargs="+", default=list(scenario_names()))
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--solo", type=int, help="play the solo game of this level")
    parser.add_argument("--policy", nargs="+", default=[GREEDY], choices=[GREEDY, CAREFUL])
    parser.add_argument("--games", type=int, default=8)
    options = parser.parse_args()
    lines = options.games_file.read_bytes() if options.games_file.exists() else b""
    games = msgspec.json.Decoder(PlayedGame).decode_lines(lines)
    match options.task:
        case "play":
            play_missing(
                options, {msgspec.structs.replace(game, totals=(), missions=(), turns=0) for game in games}
            )
        case "table":
            TABLE.write_bytes(
                msgspec.json.Encoder().encode_lines(entry_of(name, games) for name in options.sheet)
            )
        case "compare":
            compare(games)


def play_missing(options: argparse.Namespace, have: set[PlayedGame]) -> None:
    """Play the games that the file does not have, seed by seed."""
    numbers, players = range(1, options.games + 1), [1] if options.solo else options.players
    for number, name, count, policy in product(numbers, options.sheet, players, options.policy):
        key = PlayedGame(name, f"par-{number}", count, options.solo, policy, (), ())
        if key not in have:
            with options.games_file.open("ab") as file:
                file.write(msgspec.json.encode(play(key)) + b"\n")


def play(key: PlayedGame) -> PlayedGame:
    sheet = at_level(load_sheet(key.sheet), key.solo)
    dealt = deal(sheet, key.seed, key.players, key.solo)
    rules = rules_of(sheet)
    end = play_careful(rules, dealt, [1] if key.policy == CAREFUL else [])
    marks = {player.seat: player.marks for player in end.players}
    totals = tuple(total_of_seat(sheet, marks, key.players, seat) for seat in range(1, key.players + 1))
    missions = tuple(dealt.missions.values())
    return msgspec.structs.replace(key, missions=missions, totals=totals, turns=end.turn)


def entry_of(sheet: str, games: Sequence[PlayedGame]) -> SheetPar:
    """Return the entry of a sheet, from its greedy games, and what its careful games gain over them."""
    games = [game for game in games if game.sheet == sheet]
    greedy = [game for game in games if game.policy == GREEDY]
    tables = [game for game in greedy if game.solo is None]
    two = {game.seed: game.totals[0] for game in tables if game.players == 2}
    mean = fmean(two.values())
    points = {
        players: round(
            mean + fmean(game.totals[0] - two[game.seed] for game in tables if game.players == players),
            POINTS,
        )
        for players in sorted({game.players for game in tables})
    }
    gains = [gain for game, gain in paired_gains(games) if game.solo is None]
    return SheetPar(
        sheet,
        gain=max(0.0, certain_part(gains)) if len(gains) >= PAIRS else 0.0,
        points=points,
        missions=missions_of(tables, points),
        solo={
            level: round(fmean(game.totals[0] for game in greedy if game.solo == level), POINTS)
            for level in sorted({game.solo for game in greedy if game.solo})
        },
    )


def missions_of(games: Sequence[PlayedGame], points: dict[int, float]) -> dict[str, float]:
    """Return what each mission changes in the points, drawn towards 0 by its uncertainty."""
    beyond = [(game.missions, game.totals[0] - points[game.players]) for game in games]
    return {
        card: certain_part([rest for missions, rest in beyond if card in missions])
        for card in sorted({card for missions, _ in beyond for card in missions})
    }


def certain_part(values: Sequence[float]) -> float:
    """Return the mean of values, drawn towards 0 by its uncertainty; 0 for fewer than two values."""
    if len(values) < 2 or not (mean := fmean(values)):
        return 0.0
    return round(mean * max(0.0, 1 - stdev(values) ** 2 / len(values) / mean**2), POINTS) + 0.0


def paired_gains(games: Iterable[PlayedGame]) -> list[tuple[PlayedGame, int]]:
    """Return the careful games that were also played greedily, with the gain of the careful player."""
    by_key = {(game.sheet, game.seed, game.players, game.solo, game.policy): game for game in games}
    pairs = []
    for key, game in by_key.items():
        other = by_key.get((*key[:-1], GREEDY))
        if key[-1] == CAREFUL and other is not None:
            pairs.append((game, game.totals[0] - other.totals[0]))
    return pairs


def compare(games: Sequence[PlayedGame]) -> None:
    """Print for each sheet what careful players gain, with the 95 % interval of its mean."""
    pairs = paired_gains(games)
    by_game: dict[tuple[str, int, int], list[tuple[PlayedGame, int]]] = {}
    for game, gain in pairs:
        by_game.setdefault((game.sheet, game.players, game.solo or 0), []).append((game, gain))
    for (sheet, players, solo), found in sorted(by_game.items()):
        gains, count = [gain for _, gain in found], len(found)
        careful, mean = fmean(game.totals[0] for game, _ in found), fmean(gains)
        freedom = T_95[count - 2] if count - 2 < len(T_95) else 2.0
        width = freedom * stdev(gains) / sqrt(count) if count > 1 else nan
        name = f"{sheet}, level {solo}" if solo else f"{sheet}, {players} players"
        points = f"greedy {careful - mean:.1f}, careful {careful:.1f}, gain {mean:+.1f} ± {width:.1f}"
        better = f"better in {sum(each > 0 for each in gains)}, worse in {sum(each < 0 for each in gains)}"
        print(f"{name}: {count} games, {points}, {better}")


if __name__ == "__main__":
    main()
