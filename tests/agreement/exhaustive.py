"""All possible plays on a small board, and all sheets that look similar."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeVar

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.play.game import Game
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Field

MIXED = 1000  # tables that are searched for variety

T = TypeVar("T")
Table = tuple[Marks, ...]  # the ink on the sheets of a table, by seat


def reachable(game: Game, deal: Deal, turns: int) -> list[Table]:
    """Return every table at the end of one of the first turns, without duplicates, in the order of play."""
    found: dict[object, Table] = {}
    states = [game.start(deal)]
    while states:
        ends: dict[object, Any] = {}
        for state in states:
            for end in ends_of_turn(game, state, game.turn(state)):
                table = _table(game, end, deal)
                key = _key(table)
                found.setdefault(key, table)
                ends.setdefault(key, end)
        states = [end for end in ends.values() if game.to_move(end) is not None and game.turn(end) <= turns]
    return list(found.values())


def some_reachable(game: Game, deal: Deal, turns: int, games: int) -> list[Table]:
    """Return the tables at the end of the first turns of some random games, the same every time."""
    chance = random.Random(games)
    found: dict[object, Table] = {}
    for _ in range(games):
        state = game.start(deal)
        while game.to_move(state) is not None and game.turn(state) <= turns:
            turn = game.turn(state)
            state = game.play(state, chance.choice(game.legal_steps(state)))
            if game.to_move(state) is None or game.turn(state) != turn:
                table = _table(game, state, deal)
                found.setdefault(_key(table), table)
    return list(found.values())


def _table(game: Game, state: Any, deal: Deal) -> Table:
    return tuple(dict(game.marks(state, seat)) for seat in range(1, deal.players + 1))


def _key(table: Table) -> object:
    return tuple(frozenset(marks.items()) for marks in table)


def spread(items: Sequence[T], most: int | None) -> list[T]:
    """Return at most this many of the items, the same every time, in their order."""
    if most is None or len(items) <= most:
        return list(items)
    places = random.Random(len(items)).sample(range(len(items)), most)
    return [items[place] for place in sorted(places)]


def varied(tables: Sequence[Table], most: int | None) -> list[Table]:
    """Return at most this many tables, the same every time, each with a pair of marks that is new."""
    mixed = spread(tables, None if most is None else MIXED)
    random.Random(len(tables)).shuffle(mixed)
    new: list[Table] = []
    others: list[Table] = []
    seen: set[object] = set()
    for table in mixed:
        pairs = {pair for marks in table for pair in _pairs(marks)}
        (others if pairs <= seen else new).append(table)
        seen |= pairs
    return [*new, *others][:most]


def _pairs(marks: Marks) -> Iterator[object]:
    """Return pairs of marks of a sheet, and the count of numbers; the numbers' values make no difference."""
    numbers = sum(isinstance(mark, int) for mark in marks.values())
    fields = [(field, mark if isinstance(mark, str) else "") for field, mark in marks.items()]
    return ((numbers, *pair) for pair in combinations(sorted(fields), 2))


def ends_of_turn(game: Game, state: Any, turn: int) -> Iterator[Any]:
    """Yield every state to which a turn can lead, some perhaps several times."""
    if game.to_move(state) is None or game.turn(state) != turn:
        yield state
        return
    for step in game.legal_steps(state):
        yield from ends_of_turn(game, game.play(state, step), turn)


def changes(fields: Sequence[Field], marks: Marks, numbers: Sequence[int]) -> Iterator[dict[str, Mark]]:
    """Yield the ink with one mark made, removed or changed, for every field and every mark that it can have.

    Only the given numbers are used: others behave the same.
    """
    for field in fields:
        if field.kind == "text" or (field.kind == "box" and "mission" not in field.attrs):
            continue
        rest = {name: mark for name, mark in marks.items() if name != field.id}
        if field.id in marks:
            yield rest
        for mark in marks_of(field, numbers):
            if mark != marks.get(field.id):
                yield {**rest, field.id: mark}


def marks_of(field: Field, numbers: Sequence[int]) -> Iterator[Mark]:
    """Return the marks that a field can have in a record."""
    for mark in field.accepts:
        if not isinstance(mark, int) or field.kind == "box" or mark in numbers:
            yield mark


def values_of_missions(game: Game, missions: Mapping[str, str]) -> list[int]:
    """Return the numbers that a box for a mission can hold."""
    cards = [game.sheet.mission[card] for card in missions.values()]
    return [value for card in cards for value in (card.first, card.later) if value is not None]
