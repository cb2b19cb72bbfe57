"""Names of Planet Unknown's cards for draws in words.

Civ cards and missions have their names on the record; event cards have theirs here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from fairsheet.engine.recorded.base.printed_names import names_behind_icons
from fairsheet.engine.recorded.planet.box.components import RECORD
from fairsheet.engine.recorded.planet.box.printed import mission_numbers
from fairsheet.languages.messages import Message, either
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_shapes import Text

TERRAINS = {  # and their tracks
    "rover": Message("rover"),
    "civ": Message("civ"),
    "tech": Message("tech"),
    "water": Message("water"),
    "biomass": Message("biomass"),
    "energy": Message("energy"),
}
COLOURS = {"green": Message("green"), "orange": Message("orange"), "red": Message("red")}  # of events
NO_ROVER = "no-rover-"
KEY_COLUMNS = 3  # of the key of missions: the number and the texts of both sides


class Mission(NamedTuple):
    """The texts of the two sides of a mission card."""

    neighbours: Message
    personal: Message


_EFFECTS = {  # of events, by the part of the id after the colour
    "extra-rover": Message("one more rover"),
    "extra-civ-cards": Message("one more civ card of each rank"),
    "extra-mission": Message("one more personal mission"),
    "leap-3": Message("civ, biomass or water up 3, no benefits"),
    "turn-station": Message("turn the station to any depot"),
    "patch": Message("1 patch"),
    "synergy": Message("one synergy"),
    "lifepod": Message("collect a lifepod"),
    "meteorite": Message("collect a meteorite"),
    "meteorite-back": Message("a meteorite back on a symbol"),
    "down-any": Message("any track down 1"),
    "down-any-2": Message("any track down 2"),
    "down-any-3": Message("any track down 3"),
    "off-edge": Message("no tile on the edge"),
    "off-ice": Message("no tile on ice"),
    "one-advance": Message("one of the two advances is lost"),
    "no-milestone": Message("no benefits of milestones"),
    "no-synergy": Message("no synergies"),
    "no-match": Message("no tile next to its own terrain"),
    "lose-mission": Message("a personal mission is lost"),
    "lose-rover": Message("a rover of two or more is lost"),
    "fewer-civ-cards": Message("one civ card fewer of each rank"),
    "lose-lifepod-planet": Message("a lifepod on the planet is lost"),
    "lose-lifepod-kept": Message("a collected lifepod is lost"),
    "lose-meteorite-kept": Message("a collected meteorite is lost"),
    "lose-stack": Message("a stack of the depot leaves the station"),
    "synergy-or-peek": Message("a synergy, or look at the next event"),
}


def event_words(event: str) -> Message:
    """Return the effect of an event, without its colour.

    >>> event_words("green-up-rover-civ"), event_words("red-off-ice-2")
    ('rover or civ up 1', 'no tile on ice')
    """
    effect = event.partition("-")[2]
    first, *others = effect.split("-")
    if first in ("up", "down") and TERRAINS.keys() >= set(others):
        tracks = either([TERRAINS[track] for track in others])
        if first == "up":
            return Message("{tracks} up 1", tracks=tracks)
        return Message("{tracks} down 1", tracks=tracks)
    if effect.startswith(NO_ROVER):
        return Message("no rover onto {terrain}", terrain=TERRAINS[effect.removeprefix(NO_ROVER)])
    return _EFFECTS.get(effect) or _EFFECTS[effect.rpartition("-")[0]]  # some events have two cards


@cache
def civ_card_words() -> Mapping[str, Message]:
    """Return the text after the icon of each civ card on the record, by card.

    >>> civ_card_words()["r1-patch"]
    '1 patch'
    """
    return names_behind_icons(load_sheet(RECORD), "civ-card.")


@cache
def mission_words() -> Mapping[int, Mission]:
    """Return the missions by number, from the key at the end of the record.

    >>> mission_words()[26].neighbours, mission_words()[28].personal
    ('most lifepods', 'all land covered')
    """
    texts = [shape.text for shape in load_sheet(RECORD).shapes if isinstance(shape, Text)]
    key = texts[-KEY_COLUMNS * len(mission_numbers()) :]
    rows = [key[at : at + KEY_COLUMNS] for at in range(0, len(key), KEY_COLUMNS)]
    return {int(row[0]): Mission(Message(row[1]), Message(row[2])) for row in rows}
