"""Sheets of launch tampered with by a cheat who knows its rules: rockets in step where that can be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.launch._board import Board
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.rules.missions import Claim
from tests.tampering.forgery import Forgery, Kind


@dataclass
class FalseSheet(Forgery):
    """The sheet that is tampered with."""

    @property
    def board(self) -> Board:
        assert isinstance(self.table.game, Launch)
        return self.table.game.board

    @property
    def offers(self) -> list[Offer]:
        """All offers up to the turn of the table."""
        return [offer for turn in range(1, self.table.turns + 1) for offer in self.table.deal.offers(turn)]

    def floor(self, slot: str) -> str:
        return self.board.floor_of[slot]

    def numbers(self) -> dict[str, int]:
        return {slot: mark for slot in self.board.slots if isinstance(mark := self.marks.get(slot), int)}

    def empty(self) -> list[str]:
        return [slot for slot in self.board.slots if slot not in self.marks]

    def roomy(self) -> list[str]:
        """The empty slots that do not complete their section."""
        return [slot for slot in self.empty() if not self.completes(slot)]

    def completes(self, slot: str) -> bool:
        return sum(other not in self.marks for other in self.board.section_of[slot].slots) == 1

    def fits(self, slot: str, number: int) -> bool:
        """Whether the number would stand in order, were the slot empty."""
        rest = {field: mark for field, mark in self.marks.items() if field != slot}
        return slot in self.board.slots_for(self.floor(slot), number, rest)

    def is_open(self, slot: str) -> bool:
        """Whether the section of a slot is incomplete, so that nothing else depends on it."""
        return not self.board.is_complete(self.board.section_of[slot], self.marks)

    def blank_error(self) -> str:
        return self.pick([error for error in self.board.errors if error not in self.marks])

    def open_error(self) -> str:
        return self.pick([error for error in self.board.errors if self.marks.get(error) == "circled"])

    def move(self, moves: list[tuple[str, str]]) -> None:
        """Moves a mark from one field to another."""
        old, new = self.pick(moves)
        self.marks[new] = self.marks.pop(old)

    def write(self, numbers: list[tuple[str, int]]) -> None:
        """Writes one of some numbers into its slot."""
        slot, number = self.pick(numbers)
        self.marks[slot] = number

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
    near = [(slot, number + by) for slot, number in sheet.numbers().items() for by in (-1, 1)]
    sheet.write([(slot, n) for slot, n in near if n in sheet.board.numbers and sheet.fits(slot, n)])


def number_never_offered_to_its_floor(sheet: FalseSheet) -> None:
    slot = sheet.pick([s for s in sheet.numbers() if s not in sheet.board.floors["floor-1"]])
    action = sheet.board.action[sheet.floor(slot)]
    taken = {offer.number for offer in sheet.offers if offer.action == action}
    sheet.write([(slot, n) for n in sheet.board.numbers if n not in taken and sheet.fits(slot, n)])


def number_moved_to_another_floor(sheet: FalseSheet) -> None:
    numbers = [(slot, number) for slot, number in sheet.numbers().items() if sheet.is_open(slot)]
    moves = [(old, new, number) for old, number in numbers for new in sheet.roomy()]
    sheet.move(
        [(old, new) for old, new, n in moves if sheet.floor(new) != sheet.floor(old) and sheet.fits(new, n)]
    )


def number_moved_along_its_floor(sheet: FalseSheet) -> None:
    moves = [(old, new) for old in sheet.numbers() if sheet.is_open(old) for new in sheet.empty()]
    section = sheet.board.section_of
    sheet.move(
        [
            (old, new)
            for old, new in moves
            if sheet.floor(new) == sheet.floor(old)
            and (section[new] == section[old] or not sheet.completes(new))
        ]
    )


def two_numbers_swapped_in_order(sheet: FalseSheet) -> None:
    numbers = sheet.numbers()
    swaps = [
        (one, two)
        for one in numbers
        for two in numbers
        if one < two
        and numbers[one] != numbers[two]
        and sheet.floor(one) != sheet.floor(two)
        and sheet.fits(one, numbers[two])
        and sheet.fits(two, numbers[one])
    ]
    one, two = sheet.pick(swaps)
    sheet.marks[one], sheet.marks[two] = numbers[two], numbers[one]


def _offered_in(sheet: FalseSheet, slots: list[str]) -> list[tuple[str, int]]:
    """The numbers in order that were offered some time to the floors of slots."""
    offers = [(slot, offer) for slot in slots for offer in sheet.offers]
    return [
        (slot, offer.number)
        for slot, offer in offers
        if sheet.floor(slot) in sheet.board.floors_of[offer.action] and sheet.fits(slot, offer.number)
    ]


def number_of_another_offer(sheet: FalseSheet) -> None:
    """A number becomes one that the same floor was offered in some turn: only the turns can tell."""
    numbers = sheet.numbers()
    sheet.write([(slot, n) for slot, n in _offered_in(sheet, list(numbers)) if n != numbers[slot]])


def one_number_more(sheet: FalseSheet) -> None:
    sheet.write(_offered_in(sheet, sheet.roomy()))


def one_number_fewer(sheet: FalseSheet) -> None:
    del sheet.marks[sheet.pick([slot for slot in sheet.numbers() if sheet.is_open(slot)])]


def error_instead_of_a_number_in_an_open_section(sheet: FalseSheet) -> None:
    one_number_fewer(sheet)
    sheet.marks[sheet.blank_error()] = "circled"


def number_for_its_floor_instead_of_an_error(sheet: FalseSheet) -> None:
    one_number_more(sheet)
    del sheet.marks[sheet.open_error()]


def x_without_build_x(sheet: FalseSheet) -> None:
    sheet.marks[sheet.pick(sheet.roomy())] = "X"


def x_moved_between_open_sections(sheet: FalseSheet) -> None:
    written = [slot for slot in sheet.board.slots if sheet.marks.get(slot) == "X" and sheet.is_open(slot)]
    sheet.move([(old, new) for old in written for new in sheet.roomy()])


def x_for_a_declined_build_x(sheet: FalseSheet) -> None:
    """An X more, and a build-x that was declined is crossed."""
    board = sheet.board
    complete = [build for build in board.builds if board.is_complete(board.home_of[build], sheet.marks)]
    sheet.marks[sheet.pick([build for build in complete if build not in sheet.marks])] = "crossed"
    x_without_build_x(sheet)


def rocket_added(sheet: FalseSheet) -> None:
    sheet.cross(1)


def rocket_left_out(sheet: FalseSheet) -> None:
    sheet.uncross(1)


def arrow_added(sheet: FalseSheet) -> None:
    sheet.marks[sheet.pick(sheet.board.free_arrows(sheet.marks))] = "filled"


def arrow_filled_late(sheet: FalseSheet) -> None:
    """An arrow of a complete section is filled instead of another one, and its idle rockets crossed."""
    board, marks = sheet.board, sheet.marks
    sections = board.section_of_arrow.items()
    filled = [a for a, section in sections if a in marks and not board.is_complete(section, marks)]
    blank = [
        i for i, a in board.arrow_of.items() if a not in marks and board.is_complete(board.home_of[i], marks)
    ]
    spare, late = sheet.pick(filled), sheet.pick(blank)
    del marks[spare]
    marks[board.arrow_of[late]], marks[late] = "filled", "crossed"
    sheet.cross(board.rockets[late])


def error_crossed(sheet: FalseSheet) -> None:
    sheet.marks[sheet.open_error()] = "circled+crossed"


def _claims(sheet: FalseSheet, *, made: bool) -> list[Claim]:
    return [claim for claim in sheet.table.claims if (claim.field in sheet.marks) == made]


def mission_claimed_with_its_rockets(sheet: FalseSheet) -> None:
    claim = sheet.pick(_claims(sheet, made=False))
    sheet.marks[claim.field] = "crossed"
    sheet.cross(claim.first)


def first_value_taken_late(sheet: FalseSheet) -> None:
    others = sheet.others.values()
    claims = _claims(sheet, made=True)
    claim = sheet.pick([each for each in claims if any(each.field in other for other in others)])
    sheet.cross(claim.first - claim.later)


def sabotage_ignored(sheet: FalseSheet) -> None:
    del sheet.marks[sheet.pick(sheet.board.suffered(sheet.marks))]
    del sheet.marks[sheet.open_error()]


def sabotage_claimed_as_own(sheet: FalseSheet) -> None:
    """The player completed the section too, but later, and pretends to have set the symbol off."""
    suffered = sheet.board.suffered(sheet.marks)
    sheet.pick([s for s in sheet.board.sabotages if s in sheet.marks and s not in suffered])
    del sheet.marks[sheet.open_error()]


def sabotage_invented(sheet: FalseSheet) -> None:
    sheet.marks[sheet.pick([s for s in sheet.board.sabotages if s not in sheet.marks])] = "crossed"
    sheet.marks[sheet.blank_error()] = "circled"


def _of_forgery(kind: Callable[[FalseSheet], None]) -> Kind:
    @wraps(kind)
    def tamper(forgery: Forgery) -> None:
        kind(FalseSheet(**vars(forgery)))

    return tamper


KINDS: tuple[Kind, ...] = tuple(
    map(
        _of_forgery,
        (
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
        ),
    )
)
