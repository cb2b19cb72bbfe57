"""What a seed draws for Planet Unknown; every draw has a stream of its own, so that none shifts another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.record import Table
from engine.recorded import Draw
from engine.recorded.planet.components import (
    CIV_CARDS,
    EVENTS,
    GAME,
    INNER,
    MISSIONS,
    OUTER,
    RANKS,
    SECTIONS,
    SOLO_EVENTS,
    TILES,
    Tile,
    rank_of,
)
from engine.shuffle import Stream

SOLO_MISSIONS, MODULE_MISSIONS, PAIR_MISSIONS = 4, 2, 3


def drawn_of(seed: str, game: Table) -> Draw:
    """All draws of a seed for a table: how the station stands, the commander, stacks, civ decks, missions, events.

    >>> drawn_of("coral-otter-42", Table("coral-otter-42", 3))["civ-deck"]["4"][0]
    'r4-points-4'
    """
    decks = Stream(seed, f"{GAME}/civ-deck")
    stacks = Stream(seed, f"{GAME}/stacks")
    return {
        "ring-offset": Stream(seed, f"{GAME}/ring-offset").below(SECTIONS),
        "start-turn": Stream(seed, f"{GAME}/start-turn").below(SECTIONS),
        "commander": 1 + Stream(seed, f"{GAME}/commander").below(game.players),
        "stacks": {shape: [list(tile) for tile in stacks.shuffled(TILES)] for shape in (*INNER, *OUTER)},
        "civ-deck": {
            str(rank): decks.shuffled([card for card in CIV_CARDS if rank_of(card) == rank])[
                : game.players + 1
            ]
            for rank in RANKS
        },
        "missions": _missions(seed, game),
        "events": _events(seed, game),
    }


def _missions(seed: str, game: Table) -> Draw:
    """First the personal ones seat by seat, then those with neighbours: that at place k lies between seat k and the
    next one, its left neighbour."""
    cards = Stream(seed, f"{GAME}/missions").shuffled(MISSIONS)
    each = SOLO_MISSIONS if game.solo else MODULE_MISSIONS if game.chosen.get("personal") == "yes" else 0
    personal = {str(seat): cards[each * (seat - 1) : each * seat] for seat in range(1, game.players + 1)}
    others = 0 if game.players == 1 else PAIR_MISSIONS if game.players == 2 else game.players
    return {
        "personal": personal if each else {},
        "neighbour": cards[each * game.players : each * game.players + others],
    }


def _events(seed: str, game: Table) -> list[str]:
    """The deck from the top, of so many cards of each colour as the table chose; empty where it chose none."""
    chance = Stream(seed, f"{GAME}/events")
    chosen: list[str] = []
    for colour, cards in EVENTS.items():
        usual = cards if game.solo else [card for card in cards if card not in SOLO_EVENTS]
        chosen += chance.shuffled(usual)[: int(game.chosen.get(f"events.{colour}", "0"))]
    return chance.shuffled(chosen)


def tiles_are_seeded(game: Table) -> bool:
    """Whether the table set up its station as the seed has it; without that option it took the tiles as they came."""
    return game.chosen.get("tiles") == "seeded"


def stack_of(drawn: Draw, shape: str) -> list[Tile]:
    """The tiles of a stack from the top."""
    return [Tile(*tile) for tile in drawn["stacks"][shape]]


def neighbour_cards(drawn: Draw, game: Table, seat: int) -> Mapping[str, int]:
    """The missions that a seat has with its neighbours, by the side: left, right, or pair-1 to pair-3 of two."""
    cards: Sequence[int] = drawn["missions"]["neighbour"]
    if game.players == 2:
        return {f"pair-{place}": card for place, card in enumerate(cards, 1)}
    return {"left": cards[seat - 1], "right": cards[seat - 2]} if game.players > 2 else {}


def placed_components(drawn: Draw) -> dict[str, list[str]]:
    """What templates may ask for: the civ cards and events in the game, and whether there are such draws."""
    return {
        "set-up": ["cards", *(["events"] if drawn["events"] else [])],
        "civ-deck": [card for deck in drawn["civ-deck"].values() for card in deck],
        "events": drawn["events"],
    }
