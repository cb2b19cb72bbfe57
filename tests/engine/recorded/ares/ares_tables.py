"""Tables of Ares Expedition by hand: the worked examples and a solo game, with all boxes filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.recorded.ares._draw import PHASES
from fairsheet.engine.recorded.recorded_tables import fill_boxes, table_sheets
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark

Marks = dict[str, Mark]
Cards = Sequence[tuple[int, int | None]]  # number, and how many it counts

TRACKS = {"temp": 19, "oxygen": 14, "ocean": 9}


def record(
    game: Table, seat: int, corporation: str, rating: int, forests: int, cards: Cards, **left: int
) -> Record:
    """Return a player's sheet without its boxes."""
    marks: Marks = {f"corp.{corporation}": "crossed", "tr.final": rating, "forest.points": forests}
    for line, (number, units) in enumerate(cards, 1):
        marks[f"card-{line:02d}.number"] = number
        if units is not None:
            marks[f"card-{line:02d}.units"] = units
    for what in ("money", "plants", "heat"):
        marks[f"left.{what}"] = left.get(what, 0)
    return Record.on(load_sheet("ares-record"), game, seat, marks)


def competitive(seed: str | None = None) -> list[Record]:
    """Return three players, the first as in the worked example."""
    game = Table(seed, 3)
    first = record(game, 1, "credicor", 31, 7, EXAMPLE, money=12, plants=4, heat=9)
    others = [
        record(game, 2, "ecoline", 24, 3, [(4, None), (19, None)]),
        record(game, 3, "helion", 22, 2, [(8, None)]),
    ]
    return fill_boxes(table_sheets([first, *others]))


EXAMPLE: Cards = [(23, None), (159, None), (182, None), (30, 5), (24, 7), (153, 3), (18, 7)]


def together() -> list[Record]:
    """Return the worked example of two who play together."""
    game = Table(None, 2, options={"mode": "coop"})
    one = record(game, 1, "credicor", 27, 6, [(44, None), (46, 5), (35, 22), (63, 2)])
    two = record(game, 2, "ecoline", 29, 5, [(6, None), (8, None), (12, 4), (173, None)])
    log = Record.on(load_sheet("ares-coop"), game, NO_SEAT, coop_log() | {"verdict.won": "crossed"})
    return fill_boxes(table_sheets([one, two, log]))


def coop_log(rounds: int = 15) -> Marks:
    """Return rounds that alternate development with action and construction with production; all contain steps."""
    marks: Marks = {}
    for number in range(1, rounds + 1):
        odd = number % 2
        for who, phase in (("a", PHASES[0 if odd else 1]), ("b", PHASES[2 if odd else 3])):
            marks[f"r{number:02d}.{who}-{phase}"] = "crossed"
            cube = "neutral" if number == 1 or (number, who) == (2, "a") else "copper"
            marks[f"r{number:02d}.{who}-cube-{cube}"] = "crossed"
    return marks | steps(
        {track: [1 + k * (rounds - 1) // last for k in range(last)] for track, last in TRACKS.items()}
    )


def steps(rounds: Mapping[str, Sequence[int]]) -> Marks:
    """Return the cells of the tracks with the rounds of their steps."""
    return {
        f"{track}.s{place:0{1 if track == 'ocean' else 2}d}": number
        for track, numbers in rounds.items()
        for place, number in enumerate(numbers, 1)
    }


def alone(level: int = 2, seed: str | None = None, dummy: Sequence[str] = PHASES * 5) -> list[Record]:
    """Return a won game of 25 rounds with alternating own phases; oxygen, then temperature rises automatically."""
    game = Table(seed, 1, level)
    by_itself = 3 - level
    marks: Marks = {f"level.{('low', 'medium', 'high')[level - 1]}": "crossed"}
    marks["dummy.from-cards" if seed is None else "dummy.from-seed"] = "crossed"
    for number in range(1, 26):
        marks[f"r{number:02d}.own-{PHASES[1 + number // 2 % 4 if number % 2 else 0]}"] = "crossed"
        marks[f"r{number:02d}.dummy-{dummy[number - 1]}"] = "crossed"
    risen = {"temp": [15] * by_itself + [20] * by_itself, "oxygen": [5] * by_itself + [11] * by_itself}
    made = {
        track: sorted([*risen.get(track, []), *_own(last - len(risen.get(track, [])))])
        for track, last in TRACKS.items()
    }
    if by_itself:
        targets = ("oxygen", "oxygen", "temperature", "temperature")
        marks |= {f"auto-{place}.{target}": "crossed" for place, target in enumerate(targets, 1)}
    marks |= (
        {f"dummy-tr.p{place}": "crossed" for place in range(1, 6)} | steps(made) | {"verdict.won": "crossed"}
    )
    log = Record.on(load_sheet("ares-solo"), game, NO_SEAT, marks)
    player = record(game, 1, "unmi", 47 - 4 * by_itself, 4, [(1, None)])
    return fill_boxes(table_sheets([player, log]))


def _own(count: int) -> list[int]:
    """Return the rounds of own steps, in even rounds with development as own phase."""
    return [2 + 2 * (k % 12) for k in range(count)]
