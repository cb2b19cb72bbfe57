"""What the template of the record has on paper, and the program needs besides: cards, missions, spaces of tracks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fairsheet.engine.recorded.planet.box.components import RECORD, TERRAINS
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.named import fields_named


@cache
def civ_cards() -> tuple[str, ...]:
    """All civ cards, rank by rank.

    >>> len(civ_cards()), civ_cards()[-1]
    (36, 'r4-trade-set')
    """
    return _cards("civ-cards")


@cache
def tile_cards() -> tuple[str, ...]:
    """The civ cards with which a tile more is taken, nobody knows when.

    >>> tile_cards()
    ('r1-free-tile-no-advance', 'r3-free-tile')
    """
    return _cards("tile-cards")


def _cards(group: str) -> tuple[str, ...]:
    return tuple(field.removeprefix("civ-card.") for field in fields_named(load_sheet(RECORD), group))


@cache
def mission_numbers() -> range:
    """The numbers of all missions; each card has a side for neighbours and a personal one."""
    bounds = load_sheet(RECORD).field["mission-card.all"].bounds
    assert bounds is not None
    return range(bounds[0], bounds[1] + 1)


@cache
def terrains_of(missions: str) -> Mapping[int, str]:
    """By number the missions of a table of the template, each with its terrain.

    >>> terrains_of("edge-missions")[5], terrains_of("few-missions")[18]
    ('rover', 'tech')
    """
    entries = load_sheet(RECORD).table[missions].entries
    return {card: TERRAINS[terrain - 1] for card, terrain in entries.items()}


@cache
def most_energy() -> Mapping[int, int]:
    """Return by number the personal missions that limit energy buildings, each with its limit.

    >>> most_energy()
    {24: 5}
    """
    return load_sheet(RECORD).table["few-energy"].entries


@cache
def missions_in(missions: str) -> frozenset[int]:
    """The numbers of the missions of a table of the template.

    >>> sorted(missions_in("lifepod-missions"))
    [26, 28]
    """
    return frozenset(load_sheet(RECORD).table[missions].keys)


@cache
def lifepods() -> int:
    """How many lifepods every planet has."""
    return len(fields_named(load_sheet(RECORD), "lifepods.scored"))


@cache
def turns_noted() -> range:
    """The turns for which the strip has room."""
    return range(1, len(load_sheet(RECORD).groups_of_type("turn")) + 1)


@cache
def signs_of(name: str, track: str) -> tuple[str, ...]:
    """What the spaces of a track of a sheet give besides medals, from space 0; without anything, no letters.

    >>> signs_of("planet-record/gaia/republic", "civ")[2], signs_of("planet-record/gaia/flux", "tech").index("t2")
    ('c1', 5)
    """
    sheet = load_sheet(name)
    return tuple(
        str(sheet.field[field].attrs.get("gives", "")) for field in fields_named(sheet, f"track.{track}")
    )


def how_cards_are_counted(name: str) -> str:
    """Whether the corporation of a sheet takes one civ card at each milestone: `exact`, `loose`, or `emptying` where it
    may take so many that decks run out."""
    return str(load_sheet(name).group["civ-cards"].attrs["counted"])
