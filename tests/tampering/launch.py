"""Sheets of launch tampered with by a cheat who knows its rules: rockets in step where that can be done."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.launch._board import Board
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.sheets.model.marks import Mark
from tests.tampering.forgery import Forgery, Kind


@dataclass(frozen=True)
class FalseSheet:
    """The sheet that is tampered with, at its table."""

    board: Board
    deal: Deal
    turns: int
    marks: dict[str, Mark]
    others: list[Mapping[str, Mark]]
    chance: random.Random

    def pick(self, fields: Iterator[str] | list[str]) -> str:
        """Any of the fields. Raises IndexError if there are none, and this kind of tampering cannot be tried."""
        return self.chance.choice(list(fields))

    def numbers(self) -> list[str]:
        return [slot for slot in self.board.slots if isinstance(self.marks.get(slot), int)]

    def empty(self) -> list[str]:
        return [slot for slot in self.board.slots if slot not in self.marks]

    def fits(self, slot: str, number: int) -> bool:
        """Whether the number would stand in order, were the slot empty."""
        rest = {field: mark for field, mark in self.marks.items() if field != slot}
        return slot in self.board.slots_for(self.board.floor_of[slot], number, rest)

    def is_open(self, slot: str) -> bool:
        """Whether the section of a slot is incomplete, so that nothing else depends on it."""
        return not self.board.is_complete(self.board.section_of[slot], self.marks)

    def cross(self, rockets: int) -> None:
        """Crosses rockets as the rules would."""
        for _ in range(rockets):
            row = next((r for r in self.board.rows if r.value not in self.marks), None)
            if row is not None:
                left = [rocket for rocket in row.rockets if rocket not in self.marks]
                self.marks[left[0]] = "crossed"
                if len(left) == 1:
                    self.marks[row.value] = "crossed"
            elif error := next((e for e in self.board.errors if self.marks.get(e) == "circled"), None):
                self.marks[error] = "circled+crossed"
            elif extra := next((e for e in self.board.extras if e not in self.marks), None):
                self.marks[extra] = "crossed"

    def uncross(self, rockets: int) -> None:
        """Takes back rockets, the last ones first."""
        for _ in range(rockets):
            if extra := next((e for e in reversed(self.board.extras) if e in self.marks), None):
                del self.marks[extra]
            elif error := next(
                (e for e in self.board.errors if self.marks.get(e) == "circled+crossed"), None
            ):
                self.marks[error] = "circled"
            else:
                rows = [r for r in self.board.rows if any(x in self.marks for x in r.rockets)]
                row = rows[-1]
                self.marks.pop(row.value, None)
                del self.marks[next(x for x in reversed(row.rockets) if x in self.marks)]


def number_off_by_one_in_order(sheet: FalseSheet) -> None:
    choices = [(slot, n) for slot in sheet.numbers() for n in _near(sheet, slot) if sheet.fits(slot, n)]
    slot, number = sheet.chance.choice(choices)
    sheet.marks[slot] = number


def _near(sheet: FalseSheet, slot: str) -> list[int]:
    number = int(sheet.marks[slot])
    return [near for near in (number - 1, number + 1) if near in sheet.board.numbers]


def number_never_offered_to_its_floor(sheet: FalseSheet) -> None:
    offered = {offer for turn in range(1, sheet.turns + 1) for offer in sheet.deal.offers(turn)}
    slot = sheet.pick([s for s in sheet.numbers() if s not in sheet.board.floors["floor-1"]])
    action = sheet.board.action[sheet.board.floor_of[slot]]
    taken = {offer.number for offer in offered if offer.action == action}
    sheet.marks[slot] = int(
        sheet.pick([str(n) for n in sheet.board.numbers if n not in taken and sheet.fits(slot, n)])
    )


def number_moved_to_another_floor(sheet: FalseSheet) -> None:
    moves = [
        (old, new)
        for old in sheet.numbers()
        if sheet.is_open(old)
        for new in sheet.empty()
        if sheet.board.floor_of[new] != sheet.board.floor_of[old]
        and sheet.fits(new, int(sheet.marks[old]))
        and sum(slot not in sheet.marks for slot in sheet.board.section_of[new].slots) > 1
    ]
    old, new = sheet.chance.choice(moves)
    sheet.marks[new] = sheet.marks.pop(old)


def number_moved_along_its_floor(sheet: FalseSheet) -> None:
    moves = [
        (old, new)
        for old in sheet.numbers()
        if sheet.is_open(old)
        for new in sheet.empty()
        if sheet.board.floor_of[new] == sheet.board.floor_of[old]
        and (
            sheet.board.section_of[new] == sheet.board.section_of[old]
            or sum(slot not in sheet.marks for slot in sheet.board.section_of[new].slots) > 1
        )
    ]
    old, new = sheet.chance.choice(moves)
    sheet.marks[new] = sheet.marks.pop(old)


def two_numbers_swapped_in_order(sheet: FalseSheet) -> None:
    numbers = {slot: int(sheet.marks[slot]) for slot in sheet.numbers()}
    swaps = [
        (one, two)
        for one in numbers
        for two in numbers
        if one < two
        and numbers[one] != numbers[two]
        and sheet.board.floor_of[one] != sheet.board.floor_of[two]
        and sheet.fits(one, numbers[two])
        and sheet.fits(two, numbers[one])
    ]
    one, two = sheet.chance.choice(swaps)
    sheet.marks[one], sheet.marks[two] = sheet.marks[two], sheet.marks[one]


def number_of_another_offer(sheet: FalseSheet) -> None:
    """A number becomes one that the same floor was offered in some turn: only the turns can tell."""
    offers = [offer for turn in range(1, sheet.turns + 1) for offer in sheet.deal.offers(turn)]
    changes = [
        (slot, offer.number)
        for slot in sheet.numbers()
        for offer in offers
        if sheet.board.floor_of[slot] in sheet.board.floors_of[offer.action]
        and offer.number != sheet.marks[slot]
        and sheet.fits(slot, offer.number)
    ]
    slot, number = sheet.chance.choice(changes)
    sheet.marks[slot] = number


def one_number_more(sheet: FalseSheet) -> None:
    offers = [offer for turn in range(1, sheet.turns + 1) for offer in sheet.deal.offers(turn)]
    choices = [
        (slot, offer.number)
        for slot in sheet.empty()
        if sum(each not in sheet.marks for each in sheet.board.section_of[slot].slots) > 1
        for offer in offers
        if sheet.board.floor_of[slot] in sheet.board.floors_of[offer.action]
        and sheet.fits(slot, offer.number)
    ]
    slot, number = sheet.chance.choice(choices)
    sheet.marks[slot] = number


def one_number_fewer(sheet: FalseSheet) -> None:
    del sheet.marks[sheet.pick([slot for slot in sheet.numbers() if sheet.is_open(slot)])]


def error_instead_of_a_number_in_an_open_section(sheet: FalseSheet) -> None:
    one_number_fewer(sheet)
    sheet.marks[sheet.pick([e for e in sheet.board.errors if e not in sheet.marks])] = "circled"


def number_for_its_floor_instead_of_an_error(sheet: FalseSheet) -> None:
    one_number_more(sheet)
    del sheet.marks[sheet.pick([e for e in sheet.board.errors if sheet.marks.get(e) == "circled"])]


def x_without_build_x(sheet: FalseSheet) -> None:
    slots = [
        s for s in sheet.empty() if sum(x not in sheet.marks for x in sheet.board.section_of[s].slots) > 1
    ]
    sheet.marks[sheet.pick(slots)] = "X"


def x_moved_between_open_sections(sheet: FalseSheet) -> None:
    old = sheet.pick([s for s in sheet.board.slots if sheet.marks.get(s) == "X" and sheet.is_open(s)])
    slots = [
        s for s in sheet.empty() if sum(x not in sheet.marks for x in sheet.board.section_of[s].slots) > 1
    ]
    del sheet.marks[old]
    sheet.marks[sheet.pick(slots)] = "X"


def x_for_a_declined_build_x(sheet: FalseSheet) -> None:
    """An X more, and a build-x that was declined is crossed."""
    build = sheet.pick(
        [
            b
            for b in sheet.board.builds
            if b not in sheet.marks and sheet.board.is_complete(sheet.board.home_of[b], sheet.marks)
        ]
    )
    sheet.marks[build] = "crossed"
    slots = [
        s for s in sheet.empty() if sum(x not in sheet.marks for x in sheet.board.section_of[s].slots) > 1
    ]
    sheet.marks[sheet.pick(slots)] = "X"


def rocket_added(sheet: FalseSheet) -> None:
    sheet.cross(1)


def rocket_left_out(sheet: FalseSheet) -> None:
    sheet.uncross(1)


def arrow_added(sheet: FalseSheet) -> None:
    sheet.marks[
        sheet.pick(
            [
                a
                for a in sheet.board.section_of_arrow
                if a not in sheet.marks
                and not sheet.board.is_complete(sheet.board.section_of_arrow[a], sheet.marks)
            ]
        )
    ] = "filled"


def arrow_filled_late(sheet: FalseSheet) -> None:
    """An arrow of a complete section is filled instead of another one, and its idle rockets crossed."""
    board = sheet.board
    spare = sheet.pick(
        [
            a
            for a, section in board.section_of_arrow.items()
            if a in sheet.marks and not board.is_complete(section, sheet.marks)
        ]
    )
    late = sheet.pick(
        [
            i
            for i, a in board.arrow_of.items()
            if a not in sheet.marks and board.is_complete(board.home_of[i], sheet.marks)
        ]
    )
    del sheet.marks[spare]
    sheet.marks[board.arrow_of[late]], sheet.marks[late] = "filled", "crossed"
    sheet.cross(board.rockets[late])


def _leave_out_error(sheet: FalseSheet) -> None:
    del sheet.marks[sheet.pick([e for e in sheet.board.errors if sheet.marks.get(e) == "circled"])]


def _add_error(sheet: FalseSheet) -> None:
    sheet.marks[sheet.pick([e for e in sheet.board.errors if e not in sheet.marks])] = "circled"


def error_crossed(sheet: FalseSheet) -> None:
    sheet.marks[sheet.pick([e for e in sheet.board.errors if sheet.marks.get(e) == "circled"])] = (
        "circled+crossed"
    )


def mission_claimed_with_its_rockets(sheet: FalseSheet) -> None:
    board = sheet.board
    card = sheet.chance.choice(
        [c for c in sheet.deal.missions.values() if board.claims[c].field not in sheet.marks]
    )
    sheet.marks[board.claims[card].field] = "crossed"
    sheet.cross(board.claims[card].first)


def first_value_taken_late(sheet: FalseSheet) -> None:
    board = sheet.board
    claimed = [
        c
        for c in sheet.deal.missions.values()
        if board.claims[c].field in sheet.marks
        and any(board.claims[c].field in other for other in sheet.others)
    ]
    card = board.claims[sheet.chance.choice(claimed)]
    sheet.cross(card.first - card.later)


def sabotage_ignored(sheet: FalseSheet) -> None:
    symbol = sheet.pick(list(sheet.board.suffered(sheet.marks)))
    del sheet.marks[symbol]
    _leave_out_error(sheet)


def sabotage_claimed_as_own(sheet: FalseSheet) -> None:
    """The player completed the section too, but later, and pretends to have set the symbol off."""
    own = [
        s for s in sheet.board.sabotages if s in sheet.marks and s not in sheet.board.suffered(sheet.marks)
    ]
    sheet.pick(own)
    _leave_out_error(sheet)


def sabotage_invented(sheet: FalseSheet) -> None:
    symbol = sheet.pick([s for s in sheet.board.sabotages if s not in sheet.marks])
    sheet.marks[symbol] = "crossed"
    _add_error(sheet)


def _of_forgery(kind: Callable[[FalseSheet], None]) -> Kind:
    @wraps(kind)
    def tamper(forgery: Forgery) -> None:
        game = forgery.table.game
        assert isinstance(game, Launch)
        table, others = forgery.table, list(forgery.others.values())
        kind(FalseSheet(game.board, table.deal, table.turns, forgery.marks, others, forgery.chance))

    return tamper


_KINDS: tuple[Callable[[FalseSheet], None], ...] = (
    number_off_by_one_in_order,
    number_never_offered_to_its_floor,
    number_moved_to_another_floor,
    number_moved_along_its_floor,
    two_numbers_swapped_in_order,
    number_of_another_offer,
    one_number_more,
    one_number_fewer,
    error_instead_of_a_number_in_an_open_section,
    number_for_its_floor_instead_of_an_error,
    x_without_build_x,
    x_moved_between_open_sections,
    x_for_a_declined_build_x,
    rocket_added,
    rocket_left_out,
    arrow_added,
    arrow_filled_late,
    error_crossed,
    mission_claimed_with_its_rockets,
    first_value_taken_late,
    sabotage_ignored,
    sabotage_claimed_as_own,
    sabotage_invented,
)

KINDS = tuple(map(_of_forgery, _KINDS))
