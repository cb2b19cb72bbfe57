"""Tables that tests lay out by hand, with any offers, ink and missions; steps and ink of launch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.base.table import TableGame
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.play.game import PASS, Outside, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Attribute

MISSIONS = {"A": "A1", "B": "B1", "C": "C1"}
FAR = Offer(8, "robot")


class HandDeal:
    """A replacement for a Deal: the test chooses the first offers, and all later ones are 8 with robot."""

    sheet, seed, solo = "launch", "by hand", None

    def __init__(self, players: int, offers: Sequence[Sequence[Offer]], missions: Mapping[str, str]) -> None:
        self.players = players
        self.missions = missions
        self._offers = offers

    def offers(self, turn: int) -> tuple[Offer, ...]:
        return tuple(self._offers[turn - 1]) if turn <= len(self._offers) else (FAR, FAR, FAR)


def names_in(attribute: Attribute) -> tuple[str, ...]:
    """Return the fields that an attribute of a template names: one or several."""
    return tuple(str(name) for name in attribute) if isinstance(attribute, tuple) else (str(attribute),)


def laid_out(
    game: TableGame,
    *sheets: Marks,
    offers: Sequence[Sequence[Offer]] = (),
    missions: Mapping[str, str] = MISSIONS,
    mark_orders: Mapping[int, Sequence[tuple[str, Mark]]] | None = None,
    outside: Sequence[Outside] = (),
    turn: int | None = None,
) -> State:
    """Return a table in turn `turn`, 0 being the set-up, whose sheets already have ink."""
    deal: Any = HandDeal(len(sheets), offers, missions)
    state = game.start(deal, mark_orders, None, outside)
    players = (
        replace(player, marks=dict(marks)) for player, marks in zip(state.players, sheets, strict=True)
    )
    return replace(state, turn=state.turn if turn is None else turn, players=tuple(players))


def ink_of(game: TableGame, state: State, seat: int = 1, turn: int = 1) -> list[tuple[str, Mark, str]]:
    """Return what a player inked in a turn: field, mark and cause."""
    return [(ink.field, ink.mark, ink.by) for ink in game.history(state, seat)[turn - 1].ink]


def choices(game: TableGame, state: State, kind: str | None = None) -> set[str]:
    """Return the last field that each step inks, or each step of one kind."""
    steps = (step for step in game.legal_steps(state) if step.ink and kind in (None, step.kind))
    return {step.ink[-1].field for step in steps}


def offered(*actions: str, value: int = 8) -> list[list[Offer]]:
    """Return turns in which all three offers are one number with one action."""
    return [[Offer(value, action)] * 3 for action in actions]


def after(game: TableGame, state: State, *steps: Step) -> State:
    """Return the state after some steps, and check that each is offered as legal."""
    for step in steps:
        assert step in game.legal_steps(state), step
        state = game.play(state, step)
    return state


def act(seat: int, kind: str, field: str, mark: Mark, by: Cause = "action") -> Step:
    return Step(seat, kind, (Ink(field, mark, by),))


def number(seat: int, slot: str, value: int, offer: int = 1) -> Step:
    return Step(seat, "number", (Ink(slot, value, "number"),), offer)


def error(seat: int, field: str = "error.1") -> Step:
    return Step(seat, "error", (Ink(field, "circled", "error"),))


def build_x(seat: int, effect: str, slot: str) -> Step:
    return Step(seat, "build-x", (Ink(effect, "crossed", "bonus"), Ink(slot, "X", "bonus")))


def prepare(seat: int, effect: str, arrow: str) -> Step:
    return Step(seat, "prepare", (Ink(effect, "crossed", "bonus"), Ink(arrow, "filled", "bonus")))


def claim(seat: int, letter: str) -> Step:
    return Step(seat, "claim", (Ink(f"mission.{letter}", "crossed", "mission"),))


def decline(seat: int) -> Step:
    return Step(seat, PASS)


def slots_of(floor: int, count: int, first: int = 1) -> dict[str, Mark]:
    """Return a floor with ascending numbers in `count` slots, beginning at slot `first`."""
    return {f"floor-{floor}.{slot}": slot for slot in range(first, first + count)}


def circled(*fields: str) -> dict[str, Mark]:
    return dict.fromkeys(fields, "circled")


def crossed(*fields: str) -> dict[str, Mark]:
    return dict.fromkeys(fields, "crossed")


def drawn(*links: str) -> dict[str, Mark]:
    return dict.fromkeys(links, "drawn")


def rocket_rows(game: Launch, rows: int) -> dict[str, Mark]:
    """Return crosses on the lowest rows and on their values."""
    board = game.board
    return crossed(*(field for row in board.rows[:rows] for field in (*row.rockets, row.value)))
