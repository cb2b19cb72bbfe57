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
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from math import sqrt
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
SOLO_GAMES = 40  # greedy games of a level from which it has a mean of its own
# Student's t for 95 %, within 0.3 %: the sum of these numbers, each divided by the degrees of freedom ** index
T_95 = (1.96, 2.372, 2.822, 2.556, 1.59, 1.406)
Key = tuple[str, str, int, int | None, str]  # the first fields of a played game


class PlayedGame(msgspec.Struct, frozen=True):
    """A line of the file of games."""

    sheet: str
    seed: str
    players: int
    solo: int | None
    policy: str
    missions: tuple[str, ...]
    totals: tuple[int, ...]
    turns: int = 0  # 0 in older files, which lack it

    @property
    def key(self) -> Key:
        return self.sheet, self.seed, self.players, self.solo, self.policy


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
            play_missing(options, {game.key for game in games})
        case "table":
            TABLE.write_bytes(
                msgspec.json.Encoder().encode_lines(entry_of(name, games) for name in options.sheet)
            )
        case "compare":
            compare(games)


def play_missing(options: argparse.Namespace, have: set[Key]) -> None:
    """Play the games that the file does not have, seed by seed."""
    numbers, players = range(1, options.games + 1), [1] if options.solo else options.players
    for number, name, count, policy in product(numbers, options.sheet, players, options.policy):
        key = (name, f"par-{number}", count, options.solo, policy)
        if key not in have:
            with options.games_file.open("ab") as file:
                file.write(msgspec.json.encode(play(*key)) + b"\n")


def play(name: str, seed: str, players: int, solo: int | None, policy: str) -> PlayedGame:
    sheet = at_level(load_sheet(name), solo)
    dealt = deal(sheet, seed, players, solo)
    end = play_careful(rules_of(sheet), dealt, [1] if policy == CAREFUL else [])
    marks = {player.seat: player.marks for player in end.players}
    totals = tuple(total_of_seat(sheet, marks, players, seat) for seat in range(1, players + 1))
    missions = tuple(dealt.missions.values())
    return PlayedGame(name, seed, players, solo, policy, missions, totals, end.turn)


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
    levels = Counter(game.solo for game in greedy if game.solo is not None)
    pairs = pairs_of(games)
    return SheetPar(
        sheet,
        gain=gain_of(pair for pair in pairs if pair[0].players == 2),
        solo_gain=gain_of(pair for pair in pairs if pair[0].solo),
        points=points,
        missions=missions_of(tables, points),
        solo={
            level: round(fmean(game.totals[0] for game in greedy if game.solo == level), POINTS)
            for level, games_of_level in sorted(levels.items())
            if games_of_level >= SOLO_GAMES
        },
    )


def gain_of(pairs: Iterable[tuple[PlayedGame, PlayedGame]]) -> float:
    """Return what careful games gain over greedy ones, drawn towards 0; 0 for few pairs."""
    gains = [careful.totals[0] - greedy.totals[0] for careful, greedy in pairs]
    return max(0.0, certain_part(gains)) if len(gains) >= PAIRS else 0.0


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


def pairs_of(games: Iterable[PlayedGame]) -> list[tuple[PlayedGame, PlayedGame]]:
    """Return the careful games that were also played greedily, each with its greedy game."""
    by_key = {game.key: game for game in games}
    others = ((game, by_key.get((*key[:-1], GREEDY))) for key, game in by_key.items())
    return [(game, other) for game, other in others if other is not None and game.policy == CAREFUL]


def compare(games: Sequence[PlayedGame]) -> None:
    """Print for each sheet what careful players gain with the same cards, with 95 % intervals of the means."""
    by_game: dict[str, list[tuple[PlayedGame, PlayedGame]]] = {}
    for careful, greedy in pairs_of(games):
        table = f"level {careful.solo}" if careful.solo else f"{careful.players} players"
        by_game.setdefault(f"{careful.sheet}, {table}", []).append((careful, greedy))
    for name, pairs in sorted(by_game.items()):
        mean = fmean(greedy.totals[0] for _, greedy in pairs)
        gains = [careful.totals[0] - greedy.totals[0] for careful, greedy in pairs]
        earlier = [other.turns - game.turns for game, other in pairs if game.turns and other.turns]
        points = f"greedy {mean:.1f}, careful {mean + fmean(gains):.1f}, gain {interval(gains)}"
        percent = interval([100 * gain / mean for gain in gains])
        better, equal = sum(gain > 0 for gain in gains), gains.count(0)
        over = f", over {interval(earlier)} turns earlier" if earlier else ""
        print(f"{name}: {points} ({percent} %), better in {better} of {len(gains)}, equal in {equal}{over}")


def interval(values: Sequence[float]) -> str:
    """Return the mean of values with its 95 % interval, which one value alone does not have."""
    freedom = len(values) - 1
    if not freedom:
        return f"{values[0]:+.1f}"
    width = sum(term / freedom**index for index, term in enumerate(T_95)) * stdev(values) / sqrt(len(values))
    return f"{fmean(values):+.1f} ± {width:.1f}"


if __name__ == "__main__":
    main()
