"""What cards of Planet Unknown are called by who tells what a seed draws.

Civ cards and missions have their names on the record; the cards of events have them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from fairsheet.engine.recorded.base.printed_names import names_behind_icons
from fairsheet.engine.recorded.planet.box.components import RECORD
from fairsheet.engine.recorded.planet.box.printed import mission_numbers
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_shapes import Text

TRACKS = frozenset({"rover", "civ", "tech", "water", "biomass", "energy"})
DIRECTIONS = ("up", "down")
NO_ROVER = "no-rover-"
KEY_COLUMNS = 3  # of the key of missions: the number and both sides


class Mission(NamedTuple):
    """What the sides of a mission card ask for."""

    neighbours: str
    personal: str


_EFFECTS = {  # of events, by what follows the colour
    "extra-rover": "one more rover",
    "extra-civ-cards": "a civ card more of each rank",
    "extra-mission": "one more personal mission",
    "leap-3": "civ, biomass or water up 3, no benefits",
    "turn-station": "turn the station to any depot",
    "patch": "1 patch",
    "synergy": "one synergy",
    "lifepod": "collect a lifepod",
    "meteorite": "collect a meteorite",
    "meteorite-back": "a meteorite back on a symbol",
    "down-any": "any track down 1",
    "down-any-2": "any track down 2",
    "down-any-3": "any track down 3",
    "off-edge": "no tile on the edge",
    "off-ice": "no tile on ice",
    "one-advance": "one of the two advances is lost",
    "no-milestone": "no benefits of milestones",
    "no-synergy": "no synergies",
    "no-match": "no tile beside its own terrain",
    "lose-mission": "a personal mission is lost",
    "lose-rover": "a rover of two or more is lost",
    "fewer-civ-cards": "a civ card less of each rank",
    "lose-lifepod-planet": "a lifepod on the planet is lost",
    "lose-lifepod-kept": "a collected lifepod is lost",
    "lose-meteorite-kept": "a collected meteorite is lost",
    "lose-stack": "a stack of the depot leaves the station",
    "synergy-or-peek": "a synergy, or look at the next event",
}


def event_words(event: str) -> str:
    """What an event does, without its colour.

    >>> event_words("green-up-rover-civ"), event_words("red-off-ice-2")
    ('rover or civ up 1', 'no tile on ice')
    """
    effect = event.partition("-")[2]
    first, *others = effect.split("-")
    if first in DIRECTIONS and set(others) <= TRACKS:
        return f"{' or '.join(others)} {first} 1"
    if effect.startswith(NO_ROVER):
        return f"no rover onto {effect.removeprefix(NO_ROVER)}"
    return _EFFECTS.get(effect) or _EFFECTS[effect.rpartition("-")[0]]  # of some there are two cards


@cache
def civ_card_words() -> Mapping[str, str]:
    """By civ card what stands on the record behind its icon.

    >>> civ_card_words()["r1-patch"]
    '1 patch'
    """
    return names_behind_icons(load_sheet(RECORD), "civ-card.")


@cache
def mission_words() -> Mapping[int, Mission]:
    """By number the missions, as the key at the end of the record has them.

    >>> mission_words()[26].neighbours, mission_words()[28].personal
    ('most lifepods', 'all land covered')
    """
    texts = [shape.text for shape in load_sheet(RECORD).shapes if isinstance(shape, Text)]
    key = texts[-KEY_COLUMNS * len(mission_numbers()) :]
    rows = [key[at : at + KEY_COLUMNS] for at in range(0, len(key), KEY_COLUMNS)]
    return {int(row[0]): Mission(row[1], row[2]) for row in rows}
