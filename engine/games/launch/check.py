"""What no order of play can explain about one sheet of launch.

Each contradiction names the smallest set of fields that shows it; a field can be named because it is blank.
What needs an order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.deal import Deal
from engine.game import Contradiction
from engine.games.launch.board import IDLE_ROCKETS, ROCKETS, SABOTAGE, Board
from engine.games.launch.offers import offer_contradictions
from engine.ink import Marks
from engine.phrases import counted
from engine.rules import ascending
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim, open_cards


def contradictions(
    board: Board, marks: Marks, deal: Deal | None, missions: Mapping[str, str]
) -> list[Contradiction]:
    """Everything about one sheet's ink that is impossible whatever the order of play.

    `missions` has the cards that lie open as far as they are known; a deal knows them itself.
    """
    cards = open_cards(board.claims, deal, missions)
    return [
        *_ascending(board, marks),
        *_effects(board, marks),
        *_pairs(board, marks),
        *_rows(board, marks),
        *_after_rows(board, marks),
        *_missions(board, marks, cards),
        *_budget(board, marks, cards),
        *_sabotage(board, marks, deal),
        *(offer_contradictions(board, marks, deal) if deal else ()),
    ]


def _ascending(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for floor, slots in board.floors.items():
        yield from ascending.contradictions(slots, marks, f"on {floor}", "to the right of")
        for slot in slots:
            mark = marks.get(slot)
            if isinstance(mark, int) and mark not in board.numbers:
                yield Contradiction((slot,), f"no card has the number {mark}", RuleCode.NUMBER)


def _effects(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Effects are crossed exactly when their section is complete, except those that may be declined."""
    for section in board.sections.values():
        blank = next((slot for slot in section.slots if slot not in marks), None)
        for effect in section.effects:
            symbol, crossed = board.symbol[effect], effect in marks
            if blank is not None:
                if crossed and symbol != SABOTAGE:
                    why = f"{effect} is crossed, but its section is not complete: {blank} is empty"
                    yield Contradiction((effect, blank), why, RuleCode.SECTION)
            elif symbol in (ROCKETS, SABOTAGE) and not crossed:
                why = f"the section of {effect} is complete, so it must be crossed"
                yield Contradiction((effect, *section.slots), why, RuleCode.SECTION)
            elif symbol == IDLE_ROCKETS:
                yield from _idle(board, marks, effect)


def _idle(board: Board, marks: Marks, idle: str) -> Iterator[Contradiction]:
    """In a complete section idle rockets are crossed exactly if their arrow is filled in."""
    arrow, slots = board.arrow_of[idle], board.home_of[idle].slots
    if idle in marks and arrow not in marks:
        yield Contradiction((idle, arrow), f"{idle} is crossed without its arrow filled in", RuleCode.IDLE)
    if arrow in marks and idle not in marks:
        why = f"{arrow} is filled in and the section complete, so {idle} must be crossed"
        yield Contradiction((arrow, idle, *slots), why, RuleCode.IDLE)


def _pairs(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every X comes from one build-x, every filled arrow from one prepare."""
    written = tuple(slot for slot in board.slots if marks.get(slot) == "X")
    arrows = tuple(arrow for arrow in board.section_of_arrow if arrow in marks)
    for made, effects, code, what in (
        (written, board.builds, RuleCode.BUILD_X, "X written"),
        (arrows, board.prepares, RuleCode.PREPARE, "arrows filled in"),
    ):
        used = tuple(effect for effect in effects if effect in marks)
        if len(made) != len(used):
            why = f"there are {len(made)} {what}, but {len(used)} {code} crossed"
            yield Contradiction((*made, *used) or effects, why, code)


def _rows(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Rows are finished from the bottom, and the value of a row is crossed exactly when it is full."""
    gap, early = "", ""  # a rocket left out, and the first crossed in a row above it
    for row in board.rows:
        blank = next((rocket for rocket in row.rockets if rocket not in marks), "")
        if gap and not early:
            early = next((rocket for rocket in row.rockets if rocket in marks), "")
        if blank and row.value in marks:
            yield Contradiction(
                (row.value, blank), f"{row.value} is crossed, but {blank} is not", RuleCode.ROW
            )
        if not blank and row.value not in marks:
            why = f"all rockets of the row are crossed, so {row.value} must be"
            yield Contradiction((row.value, *row.rockets), why, RuleCode.ROW)
        gap = gap or blank
    if early:
        yield Contradiction((gap, early), f"{early} is crossed before {gap} of a lower row", RuleCode.ORDER)


def _after_rows(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Errors and extra rockets are crossed when all rows are full, and errors only where they are circled."""
    blank = next((rocket for rocket in board.row_rockets if rocket not in marks), None)
    for error in board.errors:
        if marks.get(error) == "crossed":
            yield Contradiction((error,), f"{error} is crossed without being circled", RuleCode.ERROR)
        elif marks.get(error) == "circled+crossed" and blank:
            why = f"{error} is crossed before {blank}, and rows come first"
            yield Contradiction((error, blank), why, RuleCode.ORDER)
    for extra in board.extras:
        if extra in marks and blank:
            yield Contradiction(
                (extra, blank), f"{extra} is crossed before {blank}, and rows come first", RuleCode.ORDER
            )


def _missions(board: Board, marks: Marks, open_: Sequence[Claim]) -> Iterator[Contradiction]:
    """A crossed mission was met at some time. Ink only grows, and of errors at most all were open at once."""
    grown = {field: "circled" if mark == "circled+crossed" else mark for field, mark in marks.items()}
    for field in board.mission_fields.values():
        cards = [card for card in open_ if card.field == field]
        if field in marks and not any(card.is_met(grown) for card in cards):
            names = " or ".join(card.id for card in cards)
            blank = [next((each for each in card.needs if each not in marks), field) for card in cards]
            fields = tuple(dict.fromkeys([field, *blank]))
            yield Contradiction(
                fields, f"{field} is crossed, but mission {names} is not met", RuleCode.MISSION
            )


def _budget(board: Board, marks: Marks, open_: Sequence[Claim]) -> Iterator[Contradiction]:
    """Rockets crossed are rockets earned; only when all extra rockets are crossed can some have been lost."""
    sources = [effect for effect in board.rockets if effect in marks]
    possible = {sum(board.rockets[effect] for effect in sources)}
    for field in board.mission_fields.values():
        if field in marks:
            sources.append(field)
            values = {value for card in open_ if card.field == field for value in (card.first, card.later)}
            possible = {earned + value for earned in possible for value in values}
    spent = [rocket for rocket in (*board.row_rockets, *board.extras) if rocket in marks]
    spent += [error for error in board.errors if marks.get(error) == "circled+crossed"]
    lost = all(extra in marks for extra in board.extras)
    if len(spent) in possible or (lost and len(spent) < max(possible)):
        return
    earned = " or ".join(str(value) for value in sorted(possible))
    why = f"effects and missions gave {earned} rockets, but {len(spent)} are crossed"
    yield Contradiction((*sources, *spent), why, RuleCode.ROCKETS)


def _sabotage(board: Board, marks: Marks, deal: Deal | None) -> Iterator[Contradiction]:
    """A sabotage crossed in an open section was suffered, and an error circled for it while any was left."""
    suffered = board.suffered(marks)
    circled = tuple(error for error in board.errors if error in marks)
    if suffered and deal is not None and deal.players == 1:
        yield Contradiction(suffered[:1], f"nobody else can have set off {suffered[0]}", RuleCode.SABOTAGE)
    elif len(circled) < min(len(suffered), len(board.errors)):
        errors = counted(len(circled), "error is", "errors are")
        why = f"opponents set off {counted(len(suffered), 'sabotage')}, but {errors} circled"
        yield Contradiction((*suffered, *circled), why, RuleCode.SABOTAGE)
