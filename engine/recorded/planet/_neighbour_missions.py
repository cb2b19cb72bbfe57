"""Missions with neighbours: which cards lie between which players, and how many points they give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from typing import NamedTuple

from fairsheet.engine.recorded.base.protocol import Sheets, TableSheet
from fairsheet.engine.recorded.planet._draw import PlanetDraw, neighbour_cards
from fairsheet.engine.recorded.planet.box.printed import missions_in
from fairsheet.engine.records.record import SheetKey
from fairsheet.sheets.model.sides import next_seat

WIN, TIE, LOSE = 5, 2, 0
SIDES = {"left": "right", "right": "left"}  # where the neighbour's sheet has the same card
PAIR_PLACES = ("pair-1", "pair-2", "pair-3")
ALL = "all"
BOX = "score.neighbours"
PERSONAL = range(1, 5)  # the places of personal missions


class Place(NamedTuple):
    """The place of a card and its value on a sheet."""

    sheet: TableSheet
    side: str

    @property
    def card_field(self) -> str:
        """The field of the card's number."""
        return f"mission-card.{self.side}"

    @property
    def value_field(self) -> str:
        """The field of the value."""
        if self.side in PAIR_PLACES:
            return f"mission-pair.value-{self.side[-1]}"
        return f"mission-{self.side}.value"

    @property
    def card(self) -> int | None:
        """The number of the card; None if it is not written."""
        return self.sheet.number(self.card_field)

    @property
    def value(self) -> int | None:
        """The value; None if it is not written."""
        return self.sheet.number(self.value_field)


def points(card: int, own: int, others: Iterable[int]) -> int:
    """Return the points of a card for a player with the `own` value, if the others have theirs.

    >>> points(7, 21, [18]), points(4, 3, [3]), points(27, 4, [2])
    (5, 2, 0)
    """
    sign = -1 if card in missions_in("fewer-wins") else 1
    best = max(sign * other for other in others)
    return WIN if sign * own > best else TIE if sign * own == best else LOSE


def cards_not_copied(sheet: TableSheet, drawn: PlanetDraw) -> list[dict[str, int]]:
    """Return the cards by side that the seed prints on a sheet and nobody wrote, in each possible order: two players
    may list them in any order."""
    record = sheet.record
    between = neighbour_cards(drawn, record.game, record.seat)
    written = {side: card for side in between if (card := Place(sheet, side).card) is not None}
    blank = [side for side in between if side not in written]
    if record.game.players != 2:
        return [{side: between[side] for side in blank}]
    left = [card for card in between.values() if card not in written.values()]
    return [dict(zip(blank, order, strict=True)) for order in permutations(left, len(blank))]


def neighbour_points(table: Sheets, drawn: PlanetDraw | None) -> dict[int, int]:
    """Return the points of all missions with neighbours by seat, for seats whose points are known."""
    by_seat = {}
    for each in table:
        parts = list(_parts(each, table, drawn))
        if parts and None not in parts:
            by_seat[each.record.seat] = sum(part for part in parts if part is not None)
    return by_seat


def _parts(sheet: TableSheet, table: Sheets, drawn: PlanetDraw | None) -> Iterator[int | None]:
    """Yield the points of each card of a player; None if they are unknown."""
    game = sheet.record.game
    for place, other in meetings(sheet, table):
        card = _known_card(place, other, drawn)
        if card is None or place.value is None or other is None or other.value is None:
            yield None
        else:
            yield points(card, place.value, [other.value])
    if game.players == 1:
        yield 0
        return
    if any(place.value is not None or place.card is not None for place in _everybody(table)):
        yield _part_of_all(sheet, table)


def _everybody(table: Sheets) -> list[Place]:
    """Return the places of the card for which all players compete."""
    return [Place(one, ALL) for one in table]


def _part_of_all(sheet: TableSheet, table: Sheets) -> int | None:
    """Return a player's points for the card for which all compete; None if they are unknown."""
    everybody, own = _everybody(table), Place(sheet, ALL)
    values = [place.value for place in everybody if place.sheet is not sheet and place.value is not None]
    card = next((place.card for place in everybody if place.card is not None), None)
    if card is None or own.value is None or len(values) < sheet.record.game.players - 1:
        return None
    return points(card, own.value, values)


def unsure_points(sheet: TableSheet, table: Sheets, known: int) -> tuple[int, ...]:
    """Return the points other than `known` that the missions of a player may give.

    The rules do not say what players get who share the best value of the card for which all compete. fairsheet counts
    the points of a tie between neighbours; none or all of the points are possible, too.
    """
    if sheet.record.game.players == 1 or _part_of_all(sheet, table) != TIE:
        return ()
    return known - TIE + LOSE, known - TIE + WIN


def meetings(sheet: TableSheet, table: Sheets) -> Iterator[tuple[Place, Place | None]]:
    """Yield the places of a player's cards, each with the place on the other player's sheet, if that is known."""
    seats = {one.record.seat: one for one in table}
    seat, players = sheet.record.seat, sheet.record.game.players
    if players == 2:
        other = seats.get(3 - seat)
        for side in PAIR_PLACES:
            yield Place(sheet, side), None if other is None else _of_card(other, Place(sheet, side))
    elif players > 2:
        left = next_seat(seat, players)
        right = next(one for one in range(1, players + 1) if next_seat(one, players) == seat)
        for side, neighbour in (("left", left), ("right", right)):
            yield (Place(sheet, side), Place(seats[neighbour], SIDES[side]) if neighbour in seats else None)


def _of_card(other: TableSheet, place: Place) -> Place | None:
    """Return the place of the same card on the other player's sheet; two players may list cards in any order."""
    if place.card is None or all(Place(other, side).card is None for side in PAIR_PLACES):
        return Place(other, place.side)
    return next((Place(other, side) for side in PAIR_PLACES if Place(other, side).card == place.card), None)


def _known_card(place: Place, other: Place | None, drawn: PlanetDraw | None) -> int | None:
    """Return the number of a card, as written on either sheet or drawn; None if the sheets differ."""
    written = {one.card for one in (place, other) if one is not None and one.card is not None}
    if not written and drawn is not None:
        record = place.sheet.record
        written = {neighbour_cards(drawn, record.game, record.seat)[place.side]}
    return written.pop() if len(written) == 1 else None


def boxes_of_table(table: Sheets, drawn: PlanetDraw | None) -> Mapping[SheetKey, Mapping[str, int]]:
    """Return the known points of missions with neighbours, by sheet and seat.

    Two players who did not write the numbers of their cards may have listed them in different orders: their written
    points are accepted.
    """
    known = neighbour_points(table, drawn)
    orders_may_differ = any(
        place.card is None
        for each in table
        for place, _ in meetings(each, table)
        if place.side in PAIR_PLACES
    )
    return {
        each.record.key: {BOX: known[each.record.seat]}
        for each in table
        if each.record.seat in known and not (orders_may_differ and BOX in each.record.marks)
    }
