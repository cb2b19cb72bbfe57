"""The draws of a seed for Pulsar 2849; each draw has its own stream, so that none shifts another."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.dealing.deal import Draw
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.records.record import Table

GAME = "pulsar-2849"
ROUNDS = 8
DICE = {2: 7, 3: 7, 4: 9}  # the number of dice rolled, by number of players
EVEN_START = {2: (2, 3, 4, 5), 3: (2, 3, 4, 5), 4: (1, 2, 3, 4, 5, 6)}  # dice that are set in round 1
MAP_SIDES = ("open", "dead-ends")
# technology boards, each with a side of these letters
BOARDS, SIDES = (("I", "II", "III"), ("A", "B", "C", "D"))
GOAL_TILES, GOALS = 6, 3  # goals 2k − 1 and 2k are the sides of tile k
TILES, SYSTEMS = 17, 16


class PulsarDraw(Draw, frozen=True):
    """All draws of a seed for a table."""

    turn_order: tuple[int, ...]  # the seats in the first round
    map_side: str
    tech_sides: Mapping[str, str]  # by board, I to III
    goals: tuple[int, ...]
    hq: Mapping[int, str]  # by seat; empty if the table plays without headquarters
    systems: Mapping[str, int]  # the tile of each system, such as s01
    rolls: tuple[tuple[int, ...], ...]  # by round


def drawn_of(seed: str, game: Table) -> PulsarDraw:
    """Return all draws of a seed. The table's choices take precedence: map side, no headquarters, even start.

    >>> drawn_of("coral-otter-42", Table("coral-otter-42", 3)).tech_sides
    {'I': 'B', 'II': 'B', 'III': 'A'}
    """
    tiles = _stream(seed, "systems").shuffled(range(1, TILES + 1))
    sides, goals = _stream(seed, "tech-sides"), _stream(seed, "goals")
    goal_tiles = goals.shuffled(range(1, GOAL_TILES + 1))[:GOALS]
    letters = _stream(seed, "hq").shuffled(SIDES) if game.chosen.get("hq") != "no" else []
    return PulsarDraw(
        turn_order=tuple(_stream(seed, "turn-order").shuffled(range(1, game.players + 1))),
        map_side=game.chosen.get("map") or _stream(seed, "map-side").choice(MAP_SIDES),
        tech_sides={board: sides.choice(SIDES) for board in BOARDS},
        goals=tuple(2 * tile - 1 + goals.below(2) for tile in goal_tiles),
        hq=dict(zip(range(1, game.players + 1), letters, strict=False)),
        systems={f"s{place:02d}": tile for place, tile in enumerate(tiles[:SYSTEMS], 1)},
        rolls=_rolls(seed, game),
    )


def rolls_itself(game: Table) -> bool:
    """Return whether a table chose to roll its own dice; then it also draws its own order."""
    return game.chosen.get("dice") == "own"


def _rolls(seed: str, game: Table) -> tuple[tuple[int, ...], ...]:
    """Return the dice of each round; with an even start, the first dice of round 1 fill up the fixed ones."""
    stream, count = _stream(seed, "rolls"), DICE[game.players]
    first, *later = [tuple(1 + stream.below(6) for _ in range(count)) for _ in range(ROUNDS)]
    if game.chosen.get("even-start") == "yes":
        fixed = EVEN_START[game.players]
        first = (*fixed, *first[: count - len(fixed)])
    return (first, *later)


def _stream(seed: str, draw: str) -> Stream:
    return Stream(seed, f"{GAME}/{draw}")
