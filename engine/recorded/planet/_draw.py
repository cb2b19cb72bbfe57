"""The draws of a seed for Planet Unknown; each draw has its own stream, so that none shifts another."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fairsheet.engine.dealing.deal import Draw
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.protocol import setting_of_components
from fairsheet.engine.recorded.planet.box.components import (
    EVENTS,
    GAME,
    INNER,
    OUTER,
    RANKS,
    SECTIONS,
    SOLO_EVENTS,
    TILES,
    Tile,
    rank_of,
)
from fairsheet.engine.recorded.planet.box.printed import civ_cards, mission_numbers
from fairsheet.engine.records.record import Table
from fairsheet.sheets.model.marks import Mark

SOLO_MISSIONS, MODULE_MISSIONS, PAIR_MISSIONS = 4, 2, 3


class Missions(msgspec.Struct, frozen=True):
    """The numbers of the missions drawn."""

    personal: Mapping[int, tuple[int, ...]]  # by seat
    # item k lies between seat k and the next seat, its left neighbour; two players share all
    neighbour: tuple[int, ...]


class PlanetDraw(Draw, frozen=True):
    """All draws of a seed for a table; stacks and decks begin at the top."""

    ring_offset: int  # from 0
    start_turn: int  # of the station, from 0
    commander: int  # a seat
    stacks: Mapping[str, tuple[Tile, ...]]  # by shape
    civ_deck: Mapping[int, tuple[str, ...]]  # by rank
    missions: Missions
    events: tuple[str, ...]


def drawn_of(seed: str, game: Table) -> PlanetDraw:
    """Return all draws of a seed for a table.

    >>> drawn_of("coral-otter-42", Table("coral-otter-42", 3)).civ_deck[4][0]
    'r4-points-4'
    """
    decks = Stream(seed, f"{GAME}/civ-deck")
    stacks = Stream(seed, f"{GAME}/stacks")
    cards_of = {rank: [card for card in civ_cards() if rank_of(card) == rank] for rank in RANKS}
    return PlanetDraw(
        ring_offset=Stream(seed, f"{GAME}/ring-offset").below(SECTIONS),
        start_turn=Stream(seed, f"{GAME}/start-turn").below(SECTIONS),
        commander=1 + Stream(seed, f"{GAME}/commander").below(game.players),
        stacks={shape: tuple(stacks.shuffled(TILES)) for shape in (*INNER, *OUTER)},
        civ_deck={rank: tuple(decks.shuffled(cards_of[rank])[: game.players + 1]) for rank in RANKS},
        missions=_missions(seed, game),
        events=_events(seed, game),
    )


def _missions(seed: str, game: Table) -> Missions:
    """Deal the personal missions seat by seat, then those with neighbours."""
    cards = tuple(Stream(seed, f"{GAME}/missions").shuffled(mission_numbers()))
    each = SOLO_MISSIONS if game.solo else MODULE_MISSIONS if game.chosen.get("personal") == "yes" else 0
    personal = {seat: cards[each * (seat - 1) : each * seat] for seat in range(1, game.players + 1)}
    others = 0 if game.players == 1 else PAIR_MISSIONS if game.players == 2 else game.players
    dealt = each * game.players
    return Missions(personal if each else {}, cards[dealt : dealt + others])


def _events(seed: str, game: Table) -> tuple[str, ...]:
    """Return the deck from the top, with the chosen number of cards of each colour; empty if none were chosen."""
    chance = Stream(seed, f"{GAME}/events")
    chosen: list[str] = []
    for colour, cards in EVENTS.items():
        usual = cards if game.solo else [card for card in cards if card not in SOLO_EVENTS]
        chosen += chance.shuffled(usual)[: int(game.chosen.get(f"events.{colour}", "0"))]
    return tuple(chance.shuffled(chosen))


def tiles_are_seeded(game: Table) -> bool:
    """Return whether the table set up its station as the seed says, and did not shuffle the tiles by hand."""
    return game.chosen.get("tiles") == "seeded"


def may_lose_stack(game: Table, drawn: PlanetDraw | None) -> bool:
    """Return whether an event may have removed a stack from the station; only solo games have that event."""
    return game.solo is not None and (drawn is None or not drawn.events or "red-lose-stack" in drawn.events)


def neighbour_cards(drawn: PlanetDraw, game: Table, seat: int) -> Mapping[str, int]:
    """Return the missions of a seat with its neighbours by side: left, right, or pair-1 to pair-3 for two players."""
    cards = drawn.missions.neighbour
    if game.players == 2:
        return {f"pair-{place}": card for place, card in enumerate(cards, 1)}
    return {"left": cards[seat - 1], "right": cards[seat - 2]} if game.players > 2 else {}


def setting_of_draw(drawn: PlanetDraw | None) -> dict[str, Mark]:
    """Return the facts about a draw that formulas use; empty without a draw."""
    return {} if drawn is None else setting_of_components(placed_components(drawn))


def placed_components(drawn: PlanetDraw) -> dict[str, tuple[str, ...]]:
    """Return the draws that templates ask for: civ cards and events in the game, and which of both were drawn."""
    return {
        "set-up": ("cards", "events") if drawn.events else ("cards",),
        "civ-deck": tuple(card for deck in drawn.civ_deck.values() for card in deck),
        "events": drawn.events,
    }
