"""What is written at a plausible table of Gaia Project beside the final positions: rounds, the Automa, the set-up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.gaia._box import AUTOMA, ROUNDS, box, numbers
from fairsheet.engine.recorded.gaia._draw import GaiaDraw, sides_of
from fairsheet.engine.recorded.gaia._final import TILES, markers, most_of_automa
from fairsheet.engine.records.record import Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark

START_POINTS = 10
SIGNS = ("circle", "cross", "triangle")


def rounds_of(chance: Stream, game: Table, placed: dict[str, tuple[str, ...]]) -> dict[int, dict[str, Mark]]:
    """By seat what is written as the game goes: nothing at some tables."""
    seats = range(1, game.players + 1)
    rounds: dict[int, dict[str, Mark]] = {seat: {} for seat in seats}
    if chance.below(4) == 0:
        return rounds
    sides = sides_of(game.players)
    letters = box().letters[: sides + 3]
    held: Sequence[str] = ()
    for number in range(1, ROUNDS + 1):
        before, held = held, chance.shuffled(letters)
        while any(a == b for a, b in zip(before, held[: len(seats)], strict=False)):
            held = chance.shuffled(letters)
        places = chance.shuffled(range(1, sides + 1))
        for seat in seats:
            rounds[seat] |= {
                f"round-{number}.booster-{held[seat - 1]}": "circled",
                f"round-{number}.pass-{places[seat - 1]}": "circled",
                f"round-{number}.hits": chance.below(4),
            }
    for seat in seats:
        points = accumulate((chance.below(25) for _ in range(ROUNDS)), initial=START_POINTS)
        rounds[seat] |= {f"round-{number}.vp": vp for number, vp in enumerate(points) if number}
    return rounds


def automa_of(
    chance: Stream, game: Table, drawn: GaiaDraw, placed: dict[str, tuple[str, ...]], name: str
) -> dict[str, Mark]:
    """The Automa's sheet."""
    sheet = load_sheet(AUTOMA)
    level = sheet.groups_of_type("chosen")[0].attrs["fields"]
    assert isinstance(level, tuple)
    chosen = str(level[(game.solo or 1) - 1])
    marks: dict[str, Mark] = {chosen: "circled", f"automa-faction.{name}": "circled"}
    points = sheet.field[chosen].attrs["value"]
    track = points if isinstance(points, int) else 0
    for number, tile in enumerate(drawn.round_tiles, 1):
        gain = _pass_points(tile, number, game.solo or 1)
        marks[f"automa-pass.r{number}"] = gain
        track += gain
    ships = {*placed["start-ship"], *(ship for ship in box().tech_ships if chance.below(2))}
    marks |= {f"automa-ship.{ship}": "circled" for ship in sorted(ships)}
    for area in box().areas:
        marks[f"automa-{area}.l{chance.below(6)}"] = "circled"
    for place in TILES:
        most = most_of_automa(drawn.final_tiles[place - 1], drawn)
        marks[f"automa-final.count-{place}"] = chance.below(13 if most is None else min(12, most) + 1)
    return marks | {"automa-vp.track": track + chance.below(60)}


def _pass_points(tile: str, number: int, level: int) -> int:
    """What the Automa of a level takes from the tile of a round, as its sheet has it."""
    points = load_sheet(AUTOMA).group[f"pass.{tile}"].attrs["early" if number <= ROUNDS // 2 else "late"]
    return int(str(points)) and int(str(points)) + numbers("gains", AUTOMA)[level]


def set_up_of(chance: Stream, game: Table, drawn: GaiaDraw) -> dict[str, Mark]:
    """The set-up sheet; some tables of two sides note where the neutral marker stands."""
    marks: dict[str, Mark] = {"table.signed": chance.choice(SIGNS)}
    if game.players <= 2 and chance.below(2):
        marks |= {f"marker.{tile}": markers()[drawn.final_tiles[tile - 1]].number for tile in TILES}
    return marks
