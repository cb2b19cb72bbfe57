"""Facts that the program reads from the record's template: cards, missions and spaces of tracks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fairsheet.engine.recorded.planet.box.components import RECORD, TERRAINS
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.named import fields_named


@cache
def civ_cards() -> tuple[str, ...]:
    """Return all civ cards, rank by rank.

    >>> len(civ_cards()), civ_cards()[-1]
    (36, 'r4-trade-set')
    """
    return _cards("civ-cards")


@cache
def tile_cards() -> tuple[str, ...]:
    """Return the civ cards that give one more tile, in an unknown turn.

    >>> tile_cards()
    ('r1-free-tile-no-advance', 'r3-free-tile')
    """
    return _cards("tile-cards")


def _cards(group: str) -> tuple[str, ...]:
    return tuple(field.removeprefix("civ-card.") for field in fields_named(load_sheet(RECORD), group))


@cache
def mission_numbers() -> range:
    """Return the numbers of all missions; each card has a side for neighbours and a personal one."""
    bounds = load_sheet(RECORD).field["mission-card.all"].bounds
    assert bounds is not None
    return range(bounds[0], bounds[1] + 1)


@cache
def terrains_of(missions: str) -> Mapping[int, str]:
    """Return the terrain of each mission in a table of the template, by number.

    >>> terrains_of("edge-missions")[5], terrains_of("few-missions")[18]
    ('rover', 'tech')
    """
    entries = load_sheet(RECORD).table[missions].entries
    return {card: TERRAINS[terrain - 1] for card, terrain in entries.items()}


@cache
def most_energy() -> Mapping[int, int]:
    """Return the limits of the personal missions that limit energy buildings, by number.

    >>> most_energy()
    {24: 5}
    """
    return load_sheet(RECORD).table["few-energy"].entries


@cache
def missions_in(missions: str) -> frozenset[int]:
    """Return the numbers of the missions in a table of the template.

    >>> sorted(missions_in("lifepod-missions"))
    [26, 28]
    """
    return frozenset(load_sheet(RECORD).table[missions].keys)


@cache
def lifepods() -> int:
    """Return the number of lifepods of each planet."""
    return len(fields_named(load_sheet(RECORD), "lifepods.scored"))


@cache
def turns_noted() -> range:
    """Return the turns for which the strip has room."""
    return range(1, len(load_sheet(RECORD).groups_of_type("turn")) + 1)


@cache
def signs_of(name: str, track: str) -> tuple[str, ...]:
    """Return what the spaces of a track give besides medals, from space 0; an empty string for nothing.

    >>> signs_of("planet-record/gaia/republic", "civ")[2], signs_of("planet-record/gaia/flux", "tech").index("t2")
    ('c1', 5)
    """
    sheet = load_sheet(name)
    return tuple(
        str(sheet.field[field].attrs.get("gives", "")) for field in fields_named(sheet, f"track.{track}")
    )


def how_cards_are_counted(name: str) -> str:
    """Return whether a corporation takes one civ card at each milestone: `exact`, `loose`, or `emptying` if it may
    take enough to empty a deck."""
    return str(load_sheet(name).group["civ-cards"].attrs["counted"])
