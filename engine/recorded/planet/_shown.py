"""The draw of a seed for Planet Unknown for people: line by line in words, and printed on a record."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.recorded.base.protocol import HiddenDraw
from fairsheet.engine.recorded.planet._draw import PlanetDraw, neighbour_cards, tiles_are_seeded
from fairsheet.engine.recorded.planet.box.component_names import (
    COLOURS,
    TERRAINS,
    civ_card_words,
    event_words,
    mission_words,
)
from fairsheet.engine.recorded.planet.box.components import CELLS, INNER, OUTER, PAIRS, Tile
from fairsheet.engine.records.record import Table
from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.model.drawn_shapes import Shape, Text
from fairsheet.sheets.model.geometry import Point
from fairsheet.sheets.model.sheet import DrawPlace

SIZE, BASELINE, LINE = 6.5, 2.6, 2.9  # points, and mm from the top of the place


def draw_in_words(drawn: PlanetDraw, game: Table) -> Iterator[tuple[Message, Message]]:
    """Yield the open draws in words, without the events."""
    yield from _station_lines(drawn, game)
    yield Message("commander"), Message("seat {seat}", seat=drawn.commander)
    if game.players == 1:
        yield Message("missions"), joined("; ", map(_personal_mission, drawn.missions.personal[1]))
    if game.players == 2:
        for number, card in enumerate(neighbour_cards(drawn, game, 1).values(), 1):
            yield Message("mission {number} of both", number=number), _mission(card)
    elif game.players > 2:
        for seat in range(1, game.players + 1):
            for side, card in neighbour_cards(drawn, game, seat).items():
                yield Message("mission of seat {seat}, {side}", seat=seat, side=Message(side)), _mission(card)


def events_by_turn(drawn: PlanetDraw) -> HiddenDraw:
    """Return the event of each turn: its colour and effect."""
    events = (joined(": ", (COLOURS[event.partition("-")[0]], event_words(event))) for event in drawn.events)
    return HiddenDraw(Message("events"), Message("event of turn"), tuple(events))


def _station_lines(drawn: PlanetDraw, game: Table) -> Iterator[tuple[Message, Message]]:
    """Yield the set-up of the station, if the table uses the stacks of the seed."""
    if not tiles_are_seeded(game):
        by_hand = Message("shuffled by hand; the option tiles=seeded uses the stacks of the seed")
        yield Message("station and tiles"), by_hand
        return
    yield Message("station and tiles"), Message("as listed here; the strips are checked against them")
    yield Message("offset of the rings"), joined("", (drawn.ring_offset,))
    yield Message("depot of seat 1 at the start"), joined("", (drawn.start_turn + 1,))


def hidden_draws(drawn: PlanetDraw, game: Table) -> list[HiddenDraw]:
    """Return the hidden draws: civ cards by rank, personal missions by seat, and stacks from the top by shape."""
    hidden = [
        HiddenDraw(
            f"civ-{rank}",
            Message("civ card of rank {rank}, number", rank=rank),
            tuple(civ_card_words()[card] for card in deck),
        )
        for rank, deck in drawn.civ_deck.items()
    ]
    if game.players > 1:
        hidden += [
            HiddenDraw(
                f"missions-{seat}",
                Message("personal mission of seat {seat}, number", seat=seat),
                tuple(map(_personal_mission, cards)),
                seat,
            )
            for seat, cards in drawn.missions.personal.items()
        ]
    if tiles_are_seeded(game):
        hidden += [
            HiddenDraw(
                f"tiles-{shape}",
                Message("{shape} tile of {cells} cells, number", shape=shape[0].upper(), cells=CELLS[shape]),
                tuple(map(_tile_words, drawn.stacks[shape])),
            )
            for shape in (*INNER, *OUTER)
        ]
    return hidden


def _personal_mission(card: int) -> Message:
    """Return a personal mission in words, with its number."""
    return joined(": ", (card, mission_words()[card].personal))


def _mission(card: int) -> Message:
    """Return a mission with a neighbour in words, with its number."""
    return joined(": ", (card, mission_words()[card].neighbours))


def _tile_words(tile: Tile) -> Message:
    pair = joined("+", (TERRAINS[terrain] for terrain in PAIRS[tile.pair]))
    return Message("{pair} meteor", pair=pair) if tile.meteor else pair


def shapes_printed(place: DrawPlace, drawn: PlanetDraw, game: Table, seat: int) -> list[Shape]:
    """Return the text of a draw place: the seat's missions, or where the tiles come from. All else is dealt, because
    most of it is hidden from the players."""
    return _tiles_printed(game) if place.id == "tiles" else missions_printed(drawn, game, seat)


def missions_printed(drawn: PlanetDraw, game: Table, seat: int) -> list[Shape]:
    """Return the numbers of a seat's missions with neighbours, or of a solo player's missions.

    Personal missions are not printed if others could read them.
    """
    cards = neighbour_cards(drawn, game, seat)
    lines: list[str]
    if game.players == 1:
        lines = [", ".join(map(str, drawn.missions.personal[1]))]
    elif game.players == 2:
        lines = [", ".join(map(str, cards.values()))]
    else:
        lines = [Message("{side}: {card}", side=Message(side), card=card) for side, card in cards.items()]
    return _lines(Message("missions:"), *lines)


def _tiles_printed(game: Table) -> list[Shape]:
    """Return the text next to the strip: whether the stacks are those of the seed."""
    if tiles_are_seeded(game):
        return _lines(Message("Tiles: the stacks of the seed, turn by turn."))
    return _lines(Message("Tiles: shuffled by hand, not those of the seed."))


def _lines(*lines: str) -> list[Shape]:
    return [
        Text(Point(0, BASELINE + LINE * number), line, SIZE, font="condensed", colour="dark")
        for number, line in enumerate(lines)
    ]
