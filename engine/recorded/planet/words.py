"""What cards of Planet Unknown are called, in both languages.

Civ cards and missions have their names on the record; the cards of events have them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.recorded.planet.components import RECORD
from engine.recorded.planet.printed import mission_numbers
from engine.recorded.printed_names import names_behind_icons
from sheets.library import load_sheet
from sheets.model import Text

TRACKS = {
    "rover": "rover", "civ": "civilizace", "tech": "technologie", "water": "voda", "biomass": "zeleň",
    "energy": "energie",
}  # fmt: skip
DIRECTIONS = {"up": ("up", "nahoru"), "down": ("down", "dolů")}
NO_ROVER = "no-rover-"
KEY_COLUMNS = 5  # of the key of missions: the number, and both sides in both languages


class Words(NamedTuple):
    """A name in both languages."""

    english: str
    czech: str


class Mission(NamedTuple):
    """What the sides of a mission card ask for."""

    neighbours: Words
    personal: Words


_EFFECTS = {  # of events, by what follows the colour
    "extra-rover": Words("one more rover", "rover navíc"),
    "extra-civ-cards": Words("a civ card more of each rank", "karta civilizace navíc v každé úrovni"),
    "extra-mission": Words("one more personal mission", "osobní mise navíc"),
    "leap-3": Words("civ, biomass or water up 3, no benefits", "civilizace, zeleň nebo voda o 3, bez výhod"),
    "turn-station": Words("turn the station to any depot", "otoč stanici na kteroukoli sekci"),
    "patch": Words("1 patch", "1 výsadba"),
    "synergy": Words("one synergy", "jedna synergie"),
    "lifepod": Words("collect a lifepod", "seber biokapsli"),
    "meteorite": Words("collect a meteorite", "seber meteorit"),
    "meteorite-back": Words("a meteorite back on a symbol", "meteorit zpět na symbol"),
    "down-any": Words("any track down 1", "kterákoli stupnice o 1 dolů"),
    "down-any-2": Words("any track down 2", "kterákoli stupnice o 2 dolů"),
    "down-any-3": Words("any track down 3", "kterákoli stupnice o 3 dolů"),
    "off-edge": Words("no tile on the edge", "žádný dílek na okraj"),
    "off-ice": Words("no tile on ice", "žádný dílek na led"),
    "one-advance": Words("one of the two advances is lost", "jeden ze dvou postupů propadá"),
    "no-milestone": Words("no benefits of milestones", "bez výhod milníků"),
    "no-synergy": Words("no synergies", "bez synergií"),
    "no-match": Words("no tile beside its own terrain", "žádný dílek vedle téhož terénu"),
    "lose-mission": Words("a personal mission is lost", "ztráta osobní mise"),
    "lose-rover": Words("a rover of two or more is lost", "ztráta roveru ze dvou a více"),
    "fewer-civ-cards": Words("a civ card less of each rank", "o kartu civilizace méně v každé úrovni"),
    "lose-lifepod-planet": Words("a lifepod on the planet is lost", "ztráta biokapsle na planetě"),
    "lose-lifepod-kept": Words("a collected lifepod is lost", "ztráta sebrané biokapsle"),
    "lose-meteorite-kept": Words("a collected meteorite is lost", "ztráta sebraného meteoritu"),
    "lose-stack": Words("a stack of the depot leaves the station", "sloupec sekce opouští stanici"),
    "synergy-or-peek": Words(
        "a synergy, or look at the next event", "synergie, nebo se podívej na příští událost"
    ),
}


def event_words(event: str) -> Words:
    """What an event does, without its colour.

    >>> event_words("green-up-rover-civ").english, event_words("red-off-ice-2").english
    ('rover or civ up 1', 'no tile on ice')
    """
    effect = event.partition("-")[2]
    first, *others = effect.split("-")
    if first in DIRECTIONS and TRACKS.keys() >= set(others):
        english, czech = DIRECTIONS[first]
        named = " nebo ".join(TRACKS[track] for track in others)
        return Words(f"{' or '.join(others)} {english} 1", f"{named} o 1 {czech}")
    if effect.startswith(NO_ROVER):
        terrain = effect.removeprefix(NO_ROVER)
        return Words(f"no rover onto {terrain}", f"rovery nesmějí na terén {TRACKS[terrain]}")
    return _EFFECTS.get(effect) or _EFFECTS[effect.rpartition("-")[0]]  # of some there are two cards


@cache
def civ_card_words() -> Mapping[str, Words]:
    """By civ card what stands on the record behind its icon.

    >>> civ_card_words()["r1-patch"].english
    '1 patch'
    """
    names = names_behind_icons(load_sheet(RECORD), "civ-card.", languages=2)
    return {card: Words(*both) for card, both in names.items()}


@cache
def mission_words() -> Mapping[int, Mission]:
    """By number the missions, as the key at the end of the record has them.

    >>> mission_words()[26].neighbours.english, mission_words()[28].personal.english
    ('most lifepods', 'all land covered')
    """
    texts = [shape.text for shape in load_sheet(RECORD).shapes if isinstance(shape, Text)]
    key = texts[-KEY_COLUMNS * len(mission_numbers()) :]
    rows = [key[at : at + KEY_COLUMNS] for at in range(0, len(key), KEY_COLUMNS)]
    return {int(row[0]): Mission(Words(row[1], row[2]), Words(row[3], row[4])) for row in rows}
