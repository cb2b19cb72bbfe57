"""The choices of a table for a recorded game, in words: the options of its sheets with their defaults, and solo levels.

The templates define the values of an option and the number of levels.
"""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.languages.messages import Message

OPTIONS: Mapping[str, Mapping[str, Message]] = {  # by game and option
    "ares-expedition": {
        "mode": Message("each player alone, or two together against the clock; required for two players")
    },
    "gaia-lost-fleet": {
        "extension": Message(
            "three or four players: the seed draws the side of the extension; default: it asks for three ships"
        ),
        "rotations": Message(
            "sectors are turned so that no hexes of one home type touch across their edges; default: as drawn"
        ),
    },
    "planet-unknown": {
        "events.red": Message("how many of the 20 events are red; omit for no events (solo: any number)"),
        "events.orange": Message("how many of the 20 events are orange"),
        "events.green": Message("how many of the 20 events are green"),
        "personal": Message(
            "with two personal missions for each player; default: without (solo: always four)"
        ),
        "station": Message(
            "it turns by one depot before each turn (solo: always); default: a commander turns it"
        ),
        "tiles": Message(
            "the seed decides the stacks, and strips are compared with them; default: shuffled by hand"
        ),
    },
    "pulsar-2849": {
        "map": Message("the side of the map; default: drawn by the seed"),
        "hq": Message("with headquarters or without; default: with them"),
        "even-start": Message(
            "in round 1 most dice are set, so that all players begin alike; default: they are rolled"
        ),
        "dice": Message("the table rolls its own dice and draws its own order; default: by the seed"),
    },
}

VALUES: Mapping[str, Message] = {  # of options, except numbers
    "competitive": Message("each for themselves"),
    "coop": Message("two together"),
    "drawn": Message("drawn by the seed"),
    "fair": Message("homes kept apart"),
    "yes": Message("yes"),
    "no": Message("no"),
    "clockwise": Message("turns by itself"),
    "seeded": Message("by the seed"),
    "shuffled": Message("shuffled by hand"),
    "open": Message("the open side"),
    "dead-ends": Message("the side with dead ends"),
    "own": Message("rolled at the table"),
}

LEVELS: Mapping[str, tuple[Message, ...]] = {  # by game, from level 1
    "ares-expedition": (
        Message("low: two steps rise by themselves after every fifth round"),
        Message("medium: one step rises by itself after every fifth round"),
        Message("high: no step rises by itself"),
    ),
    "gaia-lost-fleet": (
        Message("Automalein, who begins with 0 points"),
        Message("Automa, with 15"),
        Message("Automächtig, with 20"),
        Message("Ultoma, with 25"),
        Message("Alptrauma, with 10 and 1 more for each gain when it passes"),
    ),
    "planet-unknown": (Message("against the target that the events give"),),
    "pulsar-2849": (),
}  # fmt: skip


def levels_in_words() -> str:
    """Return the number of levels of each game that has a solo mode.

    >>> levels_in_words()
    'ares-expedition 1 to 3, gaia-lost-fleet 1 to 5, planet-unknown 1'
    """
    counts = {game: len(levels) for game, levels in LEVELS.items() if levels}
    return ", ".join(f"{game} 1 to {count}" if count > 1 else f"{game} 1" for game, count in counts.items())
