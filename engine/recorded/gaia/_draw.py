"""The draws of a seed for Gaia Project with The Lost Fleet; each has its own stream, so that none shifts another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from fairsheet.engine.dealing.deal import Draw
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.protocol import setting_of_components
from fairsheet.engine.recorded.gaia._box import GAME, ROUNDS, box
from fairsheet.engine.recorded.gaia._layouts import LAYOUTS
from fairsheet.engine.recorded.gaia._map import FAIR, ROTATIONS, drawn_map
from fairsheet.engine.records.record import Table
from fairsheet.sheets.model.marks import Mark

T = TypeVar("T")

EXTENSION, DRAWN = "extension", "drawn"  # the option, and its value
FOR_POINTS, FOR_SHIPS = "vp-25", "ships-3"  # the sides of the extension, by what they require


class GaiaDraw(Draw, frozen=True, kw_only=True, omit_defaults=True):
    """All draws of a seed for a table: the ids of components in the order of their places."""

    round_tiles: tuple[str, ...]
    final_tiles: tuple[str, ...]
    boosters: tuple[str, ...]
    standard_tech: tuple[str, ...]
    advanced_tech: tuple[str, ...]
    level_5_token: str
    economy_side: str
    extension_side: str
    ship_tech: tuple[str, ...]
    ship_federations: Mapping[str, str]  # by ship
    artifacts: tuple[str, ...]
    centre_sectors: tuple[str, ...]  # the map begins here, see `MapDraw`
    outer_sectors: tuple[str, ...]
    rotations: tuple[int, ...]
    ship_hexes: tuple[str | None, ...]
    other_interspaces: tuple[str, ...]
    deep_order: tuple[str, ...]
    deep_sides: Mapping[str, str]
    deep_rotations: tuple[int, ...]
    colour_row: tuple[str, ...]
    automa_start_ship: str | None = None  # for solo games
    seat_order: tuple[int, ...]


def drawn_of(seed: str, game: Table) -> GaiaDraw:
    """Return all draws of a seed for a table.

    >>> drawn_of("coral-otter-42", Table("coral-otter-42", 3)).final_tiles
    ('fs-distance', 'fs-sectors')
    """

    def shuffled(draw: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(Stream(seed, f"{GAME}/{draw}").shuffled(items))

    parts = box()
    final_tiles = shuffled("final-tiles", parts.final_tiles)[:2]
    ships = ships_in_play(game.players)
    map_draw = drawn_map(seed, game.players, final_tiles, fair=game.chosen.get(ROTATIONS) == FAIR)
    return GaiaDraw(
        round_tiles=shuffled("round-tiles", parts.round_tiles)[:ROUNDS],
        final_tiles=final_tiles,
        boosters=shuffled("boosters", parts.boosters)[: sides_of(game.players) + 3],
        standard_tech=shuffled("standard-tech", parts.standard_tech),
        advanced_tech=shuffled("advanced-tech", parts.advanced_tech)[: len(parts.areas) + 1],
        level_5_token=shuffled("level-5-token", parts.federations)[0],
        economy_side=shuffled("economy-side", parts.economy_sides)[0],
        extension_side=_extension_side(game, shuffled("extension-side", parts.extension_sides)[0]),
        ship_tech=shuffled("ship-tech", parts.ship_tech)[
            : len([one for one in ships if one in parts.tech_ships])
        ],
        ship_federations=dict(zip(ships, shuffled("ship-federations", parts.ship_federations), strict=False)),
        artifacts=shuffled("artifacts", parts.artifacts)[: 0 if game.players == 1 else game.players],
        **map_draw._asdict(),
        colour_row=shuffled("colour-row", parts.homes),
        automa_start_ship=shuffled("automa-start-ship", parts.tech_ships)[0] if game.players == 1 else None,
        seat_order=shuffled("seat-order", range(1, game.players + 1)),
    )


def sides_of(players: int) -> int:
    """Return the number of sides that take boosters and pass, including the Automa."""
    return max(2, players)


def ships_in_play(players: int) -> tuple[str, ...]:
    """Return the ships of a game, in the order of the box."""
    return tuple(ship for ship in box().ships if ship in LAYOUTS[players].ships)


def setting_of_draw(drawn: GaiaDraw | None, game: Table) -> dict[str, Mark]:
    """Return the facts about a draw that formulas use; empty without a draw."""
    return {} if drawn is None else setting_of_components(placed_components(drawn, game))


def placed_components(drawn: GaiaDraw, game: Table) -> dict[str, tuple[str, ...]]:
    """Return the components that the seed put at each place, as templates ask for them."""
    ships, sides = ships_in_play(game.players), sides_of(game.players)
    tech_ships = [ship for ship in ships if ship in box().tech_ships]
    return {
        **{f"round-{number}": (tile,) for number, tile in enumerate(drawn.round_tiles, 1)},
        **{f"final-{number}": (tile,) for number, tile in enumerate(drawn.final_tiles, 1)},
        **{f"booster-{letter}": (tile,) for letter, tile in zip(box().letters, drawn.boosters, strict=False)},
        "boosters": box().letters[: sides + 3],
        "passes": tuple(str(place) for place in range(1, sides + 1)),
        **{f"standard-{place}": (tile,) for place, tile in enumerate(drawn.standard_tech, 1)},
        **{
            f"advanced-{at}": (t,)
            for at, t in zip((*box().areas, EXTENSION), drawn.advanced_tech, strict=True)
        },
        "advanced": drawn.advanced_tech,
        "standard-tech": box().standard_tech,
        "federations": box().federations,
        "planets": box().planets,
        "level-5-token": (drawn.level_5_token,),
        "economy-side": (drawn.economy_side,),
        "extension-side": (drawn.extension_side,),
        **{f"tech-{ship}": (tile,) for ship, tile in zip(tech_ships, drawn.ship_tech, strict=True)},
        "ship-tech": drawn.ship_tech,
        **{f"federation-{ship}": (token,) for ship, token in drawn.ship_federations.items()},
        "ship-federations": tuple(drawn.ship_federations.values()),
        **{f"artifact-{place}": (one,) for place, one in enumerate(drawn.artifacts, 1)},
        "artifacts": drawn.artifacts,
        **{f"colour-{place}": (home,) for place, home in enumerate(drawn.colour_row, 1)},
        "ships": ships,
        "sectors": tuple(sorted(sector[:2] for sector in LAYOUTS[game.players].sectors)),
        "deep-space": LAYOUTS[game.players].deep_space,
        **(
            {f"marker-{number}": (tile,) for number, tile in enumerate(drawn.final_tiles, 1)}
            if sides == 2
            else {}
        ),
        "start-ship": () if drawn.automa_start_ship is None else (drawn.automa_start_ship,),
    }


def _extension_side(game: Table, drawn: str) -> str:
    """Return the side of the extension; with three or more players that with ships, unless the table draws it."""
    if game.players < 3:
        return FOR_POINTS
    return drawn if game.chosen.get(EXTENSION) == DRAWN else FOR_SHIPS
