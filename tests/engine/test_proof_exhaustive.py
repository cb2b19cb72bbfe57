"""The proof against exhaustive search: every table that a small game can reach, and tables that it cannot."""

import random
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest

from engine.deal import Deal, Offer
from engine.games.launch.rules import Launch
from engine.ink import Mark
from engine.proof.budget import Budget
from engine.proof.offers import guessed_deal
from engine.proof.prove import prove
from engine.proof.request import ProofRequest
from sheets.library import load_sheet
from sheets.model import Call, Group, Mission, Name, Number, Operation, Sheet

SECTIONS = ("section.1-1", "section.1-4", "section.7-1", "section.8-1")
ROWS = ("row.9", "row.10")
ERRORS = ("error.1", "error.2", "error.3")
EXTRAS = ("extra-rocket.1", "extra-rocket.2")
MISSIONS = {"A": "A1", "B": "B1", "C": "C2"}
Key = tuple[object, ...]


def small_launch() -> Sheet:
    """Three floors of 4, 2 and 3 slots, four rockets in the rows, three errors: all rules of launch at work."""
    sheet = load_sheet("launch")
    groups = [g for g in sheet.groups if g.id in (*SECTIONS, *ROWS)]
    groups.append(Group("group.errors", "system-errors", {"fields": ERRORS}))
    slots = {slot for group in groups for slot in _names(group.attrs.get("slots", ()))}
    zones = [
        msgspec.structs.replace(zone, slots=tuple(slot for slot in zone.slots if slot in slots))
        for zone in sheet.zones
        if slots & set(zone.slots)
    ]
    kept = {
        *slots,
        *ERRORS,
        *EXTRAS,
        *(field for group in groups for v in group.attrs.values() for field in _names(v)),
    }
    fields = [
        field
        for field in sheet.fields
        if field.id in kept
        or field.symbol == "mission"
        or (field.symbol == "arrow" and field.attrs["section"] in SECTIONS)
    ]
    open_errors = Operation(">=", (Call("open", (Name("group.errors"),)), Number(1)))
    missions = [
        Mission("A1", "A", "", Call("full", (Name("floor-7"),)), 2, 1),
        Mission("B1", "B", "", Call("full", (Name("floor-1"),)), 2, 1),
        Mission("C2", "C", "", open_errors, 2, 1),
    ]
    return Sheet(
        "launch", "Small", 1, tuple(fields), tuple(zones), tuple(groups), (), tuple(missions), (), ()
    )


def _names(attribute: object) -> tuple[str, ...]:
    return tuple(map(str, attribute)) if isinstance(attribute, tuple) else (str(attribute),)


def a_deal(sheet: Sheet, chance: random.Random, players: int, turns: int) -> Deal:
    """One offer a turn, of numbers that soon get into each other's way."""
    actions = ("water", "astronaut", "astronaut", "robot")
    offers = tuple((Offer(chance.choice((3, 6, 8, 13)), chance.choice(actions)),) for _ in range(turns))
    return guessed_deal(sheet, players, MISSIONS, offers)


def key(marks: Mapping[str, Mark]) -> Key:
    """A sheet up to the choice among equal errors, rockets and extras."""
    equal = (*ERRORS, *EXTRAS)
    rest = frozenset((f, m) for f, m in marks.items() if f not in equal and not f.startswith("row-rocket"))
    circled = sorted(str(marks[error]) for error in ERRORS if error in marks)
    rockets = sum(field.startswith("row-rocket") for field in marks)
    return rest, tuple(circled), rockets, sum(extra in marks for extra in EXTRAS)


def reachable(game: Launch, deal: Deal, turns: int) -> dict[Key, tuple[Mapping[str, Mark], ...]]:
    """Every table at the end of a turn, by its key."""
    seats = range(1, deal.players + 1)
    found: dict[Key, tuple[Mapping[str, Mark], ...]] = {}
    level = [game.start(deal)]
    for turn in range(1, turns + 1):
        ends: dict[Key, Any] = {}
        for state in level:
            for end in ends_of_turn(game, state, turn):
                sheets = tuple(game.marks(end, seat) for seat in seats)
                keys = tuple(map(key, sheets))
                found.setdefault(keys, sheets)
                ends.setdefault((keys, tuple(sorted(end.claimed.items()))), end)
        level = [end for end in ends.values() if game.to_move(end) is not None]
    return found


def ends_of_turn(game: Launch, state: Any, turn: int) -> Iterable[Any]:
    if game.to_move(state) is None or game.turn(state) != turn:
        yield state
        return
    for step in game.legal_steps(state):
        yield from ends_of_turn(game, game.play(state, step), turn)


def neighbours(
    game: Launch, tables: list[tuple[Mapping[str, Mark], ...]], chance: random.Random
) -> Iterable[tuple[Mapping[str, Mark], ...]]:
    """Tables like those that can be reached: sheets of different games, and sheets with a mark more or fewer."""
    fields = [field for field in game.sheet.fields if not field.id.startswith("row-")]
    while True:
        table = [dict(chance.choice(tables)[seat]) for seat in range(len(tables[0]))]
        for _ in range(chance.choice((0, 1, 1, 2))):
            marks = chance.choice(table)
            field = chance.choice(fields)
            if field.id in marks:
                del marks[field.id]
            else:
                marks[field.id] = chance.choice(field.accepts)
        yield tuple(table)


def fits(game: Launch, deal: Deal, table: Iterable[Mapping[str, Mark]], turns: int) -> bool:
    """Whether nothing is wrong with the sheets in themselves, and the search has gone as far as they can."""
    return all(
        not game.check(marks, None)
        and sum(isinstance(m, int) for m in marks.values()) + sum(error in marks for error in ERRORS) <= turns
        for marks in table
    )


@pytest.mark.parametrize(("players", "turns", "seed"), [(1, 6, 0), (1, 5, 2), (2, 3, 0)])
def test_the_proof_agrees_with_exhaustive_search(players: int, turns: int, seed: int) -> None:
    game, chance = Launch(small_launch()), random.Random(seed)
    deal = a_deal(game.sheet, chance, players, turns)
    found = reachable(game, deal, turns)
    tables = list(found.values())

    def outcome(table: Iterable[Mapping[str, Mark]]) -> str:
        sheets = dict(enumerate(table, start=1))
        return prove(game, ProofRequest(game.sheet, deal, MISSIONS, players, sheets), Budget(20)).outcome

    for table in chance.sample(tables, 40):
        assert outcome(table) == "possible", table
    asked = 0
    for table in neighbours(game, tables, chance):
        if fits(game, deal, table, turns):
            expected = "possible" if tuple(map(key, table)) in found else "impossible"
            assert outcome(table) == expected, table
            asked += expected == "impossible"
        if asked == 40:
            break
