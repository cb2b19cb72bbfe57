"""The draw of a seed for Gaia Project with The Lost Fleet, line by line in words."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.recorded.gaia._box import box
from fairsheet.engine.recorded.gaia._component_names import COLOURS, words_of
from fairsheet.engine.recorded.gaia._draw import EXTENSION, GaiaDraw, placed_components
from fairsheet.engine.records.record import Table
from fairsheet.languages.messages import Message, joined

OUTLINED = "-outlined"  # ends the id of a sector whose number is outlined
NOT_A_TILE = {  # contents of holes between sectors, other than ships
    "blank": Message("nothing"),
    "asteroid": Message("asteroid"),
    "protoplanet": Message("protoplanet"),
}
AREAS = {
    "terraforming": Message("terraforming"),
    "navigation": Message("navigation"),
    "artificial-intelligence": Message("artificial intelligence"),
    "gaia-project": Message("gaia project"),
    "economy": Message("economy"),
    "science": Message("science"),
}


def draw_in_words(drawn: GaiaDraw, game: Table) -> Iterator[tuple[Message, Message]]:
    """Yield the draws in words."""
    placed = placed_components(drawn, game)
    for place, name in _places():
        if placed.get(place):
            yield name, joined("; ", map(words_of, placed[place]))
    sectors = zip([*drawn.centre_sectors, *drawn.outer_sectors], drawn.rotations, strict=True)
    yield Message("sectors, the middle first"), joined(", ", (_turned(*each) for each in sectors))
    others = iter(drawn.other_interspaces)
    holes = (ship or next(others) for ship in drawn.ship_hexes)
    between = (NOT_A_TILE.get(hole) or words_of(hole) for hole in holes)
    yield Message("between the sectors"), joined(", ", between)
    deep = zip(drawn.deep_order, drawn.deep_rotations, strict=True)
    sides = (_turned(f"{tile}{drawn.deep_sides[tile]}", turn) for tile, turn in deep)
    yield Message("deep space"), joined(", ", sides)
    yield Message("row of colours"), joined(", ", (COLOURS[home] for home in drawn.colour_row))
    if game.players > 1:
        yield Message("order of the seats"), joined(", ", drawn.seat_order)


def _turned(tile: str, turn: int) -> Message:
    """Return a sector or deep space tile in words, with the sixths of a turn by which it is turned."""
    if tile.endswith(OUTLINED):
        return Message("{tile} outlined turned by {turn}", tile=tile.removesuffix(OUTLINED), turn=turn)
    return Message("{tile} turned by {turn}", tile=tile, turn=turn)


def _places() -> Iterator[tuple[str, Message]]:
    """Yield the places of tiles and tokens that are listed, with their names; not all are in each game."""
    areas = box().areas
    yield from ((f"round-{number}", Message("round {number}", number=number)) for number in range(1, 7))
    yield from ((f"final-{number}", Message("final tile {number}", number=number)) for number in (1, 2))
    yield from ((f"booster-{letter}", Message("booster {letter}", letter=letter)) for letter in box().letters)
    for number, id_ in enumerate(areas, 1):
        yield f"standard-{number}", Message("standard tile, {area}", area=AREAS[id_])
    yield from ((f"standard-{k}", Message("standard tile, free place")) for k in range(len(areas) + 1, 10))
    yield from ((f"advanced-{id_}", Message("advanced tile, {area}", area=AREAS[id_])) for id_ in areas)
    yield f"advanced-{EXTENSION}", Message("advanced tile, extension")
    yield "extension-side", Message("extension")
    for ship in box().ships:
        yield f"federation-{ship}", Message("federation token of {ship}", ship=words_of(ship))
        yield f"tech-{ship}", Message("tech tile of {ship}", ship=words_of(ship))
    yield "level-5-token", Message("token of terraforming 5")
    yield "economy-side", Message("economy 3 and 4")
    yield "artifacts", Message("artifacts")
    yield "start-ship", Message("explored by the Automa")
