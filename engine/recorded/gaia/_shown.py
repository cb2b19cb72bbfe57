"""What a seed draws for Gaia Project with The Lost Fleet, told line by line."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.recorded.gaia._box import box
from fairsheet.engine.recorded.gaia._component_names import words_of
from fairsheet.engine.recorded.gaia._draw import EXTENSION, GaiaDraw, placed_components
from fairsheet.engine.records.record import Table

NOT_A_TILE = {"blank": "nothing", "asteroid": "asteroid", "protoplanet": "protoplanet"}  # between sectors


def draw_in_words(drawn: GaiaDraw, game: Table) -> Iterator[tuple[str, str]]:
    """The draws in words."""
    placed = placed_components(drawn, game)
    for place, name in _places():
        if placed.get(place):
            yield name, "; ".join(words_of(component) for component in placed[place])
    sectors = zip([*drawn.centre_sectors, *drawn.outer_sectors], drawn.rotations, strict=True)
    yield (
        "sectors, the middle first",
        ", ".join(f"{sector.replace('-', ' ')} turned by {turn}" for sector, turn in sectors),
    )
    others = iter(drawn.other_interspaces)
    holes = (ship or next(others) for ship in drawn.ship_hexes)
    yield "between the sectors", ", ".join(NOT_A_TILE.get(hole) or words_of(hole) for hole in holes)
    deep = zip(drawn.deep_order, drawn.deep_rotations, strict=True)
    yield ("deep space", ", ".join(f"{tile}{drawn.deep_sides[tile]} turned by {turn}" for tile, turn in deep))
    yield "row of colours", ", ".join(words_of(home).lower() for home in drawn.colour_row)
    if game.players > 1:
        yield "order of the seats", ", ".join(map(str, drawn.seat_order))


def _places() -> Iterator[tuple[str, str]]:
    """The places of which tiles and tokens are told, each with its name; not all are in every game."""
    areas = {area: area.replace("-", " ") for area in box().areas}
    yield from ((f"round-{number}", f"round {number}") for number in range(1, 7))
    yield from ((f"final-{number}", f"final tile {number}") for number in (1, 2))
    yield from ((f"booster-{letter}", f"booster {letter}") for letter in box().letters)
    yield from ((f"standard-{k}", f"standard tile, {area}") for k, area in enumerate(areas.values(), 1))
    yield from ((f"standard-{k}", "standard tile, free place") for k in range(len(areas) + 1, 10))
    yield from ((f"advanced-{id_}", f"advanced tile, {area}") for id_, area in areas.items())
    yield f"advanced-{EXTENSION}", "advanced tile, extension"
    yield "extension-side", "extension"
    for ship in box().ships:
        yield f"federation-{ship}", f"federation token of {words_of(ship)}"
        yield f"tech-{ship}", f"tech tile of {words_of(ship)}"
    yield "level-5-token", "token of terraforming 5"
    yield "economy-side", "economy 3 and 4"
    yield "artifacts", "artifacts"
    yield "start-ship", "explored by the Automa"
