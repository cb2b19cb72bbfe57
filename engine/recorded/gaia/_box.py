"""The components in the box of Gaia Project with The Lost Fleet, read from the templates. The order of the ids decides
the draws of seeds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from fairsheet.sheets.library.templates import load_sheet

GAME = "gaia-lost-fleet"
RECORD, AUTOMA, SETUP = "gaia-record", "gaia-automa", "gaia-setup"
ROUNDS = 6


class Box(NamedTuple):
    """The components of each kind. Homes are the planet types on which base-game factions start."""

    areas: tuple[str, ...]
    homes: tuple[str, ...]
    planets: tuple[str, ...]  # the counted ones
    round_tiles: tuple[str, ...]
    final_tiles: tuple[str, ...]
    boosters: tuple[str, ...]
    letters: tuple[str, ...]  # of the drawn boosters
    standard_tech: tuple[str, ...]
    ship_tech: tuple[str, ...]
    advanced_tech: tuple[str, ...]
    federations: tuple[str, ...]
    ship_federations: tuple[str, ...]
    artifacts: tuple[str, ...]
    economy_sides: tuple[str, ...]
    extension_sides: tuple[str, ...]
    ships: tuple[str, ...]
    tech_ships: tuple[str, ...]  # with a place for a tech tile


@cache
def box() -> Box:
    """Return the components, from the players' record and, if they are not there, from the set-up sheet."""
    return Box(
        areas=tuple(group.id.removeprefix("level.") for group in load_sheet(RECORD).groups_of_type("level")),
        homes=beginning_with("three-step."),
        planets=_at("planets"),
        round_tiles=_at("round-1"),
        final_tiles=_at("final-1"),
        boosters=_at("booster-a"),
        letters=_at("boosters"),
        standard_tech=_at("standard-tech"),
        ship_tech=_at("ship-tech"),
        advanced_tech=_at("advanced"),
        federations=_at("federations"),
        ship_federations=_at("ship-federations"),
        artifacts=_at("artifacts"),
        economy_sides=_at("economy-side", SETUP),
        extension_sides=_at("extension-side", SETUP),
        ships=_at("ships"),
        tech_ships=tuple(
            ship
            for ship in _at("ships")
            if f"tech-{ship}" in {place.id for place in load_sheet(SETUP).draw_places}
        ),
    )


def beginning_with(prefix: str) -> tuple[str, ...]:
    """Return the field ids of the players' record that begin with a prefix, without it.

    >>> beginning_with("tinker-1.")
    ('step-1', 'charge-4', 'qic-1')
    """
    ids = (field.id for field in load_sheet(RECORD).fields)
    return tuple(id_.removeprefix(prefix) for id_ in ids if id_.startswith(prefix))


@cache
def numbers(table: str, sheet: str = RECORD) -> Mapping[int, int]:
    """Return a table of numbers of a template.

    >>> numbers("shuttles")
    {1: 2, 2: 2, 3: 3, 4: 3}
    """
    return load_sheet(sheet).table[table].entries


def _at(place: str, sheet: str = RECORD) -> tuple[str, ...]:
    """Return the components that can lie at a place."""
    parts = load_sheet(sheet).drawn_parts
    return tuple(dict.fromkeys(part.component for part in parts if part.place == place))
