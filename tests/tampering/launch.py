"""Ways to tamper with launch sheets for a cheat who knows the rules and adapts the rockets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from fairsheet.engine.games.launch._board import Board
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.rules.missions import Claim
from tests.tampering.forgery import Forgery, Kind


@dataclass
class FalseSheet(Forgery):
    """The tampered sheet."""

    @property
    def board(self) -> Board:
        assert isinstance(self.table.game, Launch)
        return self.table.game.board

    def empty(self) -> list[str]:
        return [slot for slot in self.board.slots if slot not in self.marks]

    def roomy(self) -> list[str]:
        """Return the empty slots that do not complete their section."""
        return [slot for slot in self.empty() if not self.completes(slot)]

    def completes(self, slot: str) -> bool:
        return sum(other not in self.marks for other in self.board.section_of[slot].slots) == 1

    def blank_error(self) -> str:
        return self.pick([error for error in self.board.errors if error not in self.marks])

    def open_error(self) -> str:
        return self.pick([error for error in self.board.errors if self.marks.get(error) == "circled"])

    def cross(self, rockets: int) -> None:
        """Cross rockets as the rules would."""
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
        """Take back rockets, the last ones first."""
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


def x_without_build_x(sheet: FalseSheet) -> None:
    sheet.marks[sheet.pick(sheet.roomy())] = "X"


def x_for_a_declined_build_x(sheet: FalseSheet) -> None:
    """Add an X and cross a declined build-x."""
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
    """Fill an arrow of a complete section instead of another one, and cross its idle rockets."""
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
    """Pretend to have set off a symbol although another player completed the section first."""
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
            x_without_build_x,
            x_for_a_declined_build_x,
            rocket_added,
            rocket_left_out,
            arrow_added,
            arrow_filled_late,
            mission_claimed_with_its_rockets,
            first_value_taken_late,
            sabotage_ignored,
            sabotage_claimed_as_own,
            sabotage_invented,
        ),
    )
)
