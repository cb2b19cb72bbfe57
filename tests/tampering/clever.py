"""Ways to tamper with a sheet for a cheat who remembers each turn of the game."""

from __future__ import annotations

from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules.offers import SHIFT
from fairsheet.sheets.model.marks import Mark
from tests.tampering.anywhere import blank_fields, prize_stolen, room, set_one, written_numbers
from tests.tampering.forgery import Forgery, Kind


def _made(forgery: Forgery, *causes: Cause, seat: int | None = None) -> list[tuple[int, Ink]]:
    """Return turn and ink of a player (by default the cheat) on the own sheet for these causes."""
    seat = seat or forgery.seat
    history = forgery.table.histories[seat]
    return [
        (turn.turn, ink)
        for turn in history
        for ink in turn.ink
        if ink.by in causes and ink.sheet in (None, seat)
    ]


def _numbers(forgery: Forgery, *, seat: int | None = None) -> list[tuple[int, str, Mark]]:
    """Return turn, field and mark of every number (in *battle*, sign) up to the turn of the table."""
    made = _made(forgery, "number", seat=seat)
    return [(turn, ink.field, ink.mark) for turn, ink in made if turn <= forgery.table.turns]


def _without(forgery: Forgery, *fields: str) -> Forgery:
    marks = {field: mark for field, mark in forgery.marks.items() if field not in fields}
    return Forgery(forgery.table, forgery.seat, marks, forgery.chance)


def numbers_of_two_turns_swapped(forgery: Forgery) -> None:
    """Swap two numbers that are in order afterwards."""
    numbers = written_numbers(forgery)
    swaps = []
    for one, first in numbers.items():
        for other, second in numbers.items():
            rest = _without(forgery, one, other)
            if first < second and second in room(rest, one) and first in room(rest, other):
                swaps.append((one, other))
    one, other = forgery.pick(swaps)
    forgery.marks[one], forgery.marks[other] = numbers[other], numbers[one]


def number_of_another_player(forgery: Forgery) -> None:
    """Write the number of another player in the same turn, in order."""
    theirs = {(turn, mark) for seat in forgery.others for turn, _, mark in _numbers(forgery, seat=seat)}
    choices = [
        (field, number)
        for turn, field, mark in _numbers(forgery)
        if isinstance(mark, int)
        for number in room(forgery, field)
        if number != mark and (turn, number) in theirs
    ]
    set_one(forgery, choices)


def first_place_taken_late(forgery: Forgery) -> None:
    """Take the first value of the mission missed by the fewest turns, or else a lost prize."""
    late = []
    for claim in forgery.table.claims:
        first, later = forgery.table.claim_inks(claim)
        theirs = [
            turn
            for seat in forgery.others
            for turn, ink in _made(forgery, "mission", seat=seat)
            if (ink.field, ink.mark) == (first.field, first.mark)
        ]
        for turn, ink in _made(forgery, "mission"):
            if first != later and (ink.field, ink.mark) == (later.field, later.mark) and turn > min(theirs):
                late.append((turn - min(theirs), later.field, first.field, first.mark))
    now = [each for each in late if each[1] in forgery.marks]
    if not now:
        return prize_stolen(forgery)
    _, old, new, mark = min(now)
    del forgery.marks[old]
    forgery.marks[new] = mark


def _cross(forgery: Forgery, *, symbol: str, on: Mark | None) -> None:
    """Cross the first of the blank or circled icons."""
    icons = forgery.table.game.sheet.fields_of_symbol(symbol)
    mark = "crossed" if on is None else f"{on}+crossed"
    free = [icon.id for icon in icons if forgery.marks.get(icon.id) == on and mark in icon.accepts]
    forgery.marks[forgery.pick(free[:1])] = mark


def number_explained_by_an_astronaut(forgery: Forgery) -> None:
    """Change a number as far as an astronaut allows, and cross one more astronaut."""
    _cross(forgery, symbol="astronaut", on=None)
    numbers = written_numbers(forgery)
    near = [(slot, n) for slot in numbers for n in room(forgery, slot) if 0 < abs(n - numbers[slot]) <= SHIFT]
    set_one(forgery, near)


def action_explained_by_an_unused_wild(forgery: Forgery) -> None:
    """Add an action, and use an earned wild (in *battle*, an astronaut) for it."""
    wilds = forgery.table.game.sheet.fields_of_symbol("wild")
    _cross(forgery, symbol="wild" if wilds else "astronaut", on="circled")
    fields = blank_fields(forgery, "icon", "link")
    set_one(forgery, [(field.id, field.accepts[0]) for field in fields])


def mission_a_turn_too_soon(forgery: Forgery) -> None:
    """Claim the mission of the next turn already."""
    soon = [ink for turn, ink in _made(forgery, "mission") if turn == forgery.table.turns + 1]
    if not soon:
        raise IndexError
    forgery.marks |= {ink.field: ink.mark for ink in soon}


def error_hidden(forgery: Forgery) -> None:
    """Replace an error with the nearest number in order to the offers of its turn (in *battle*, a sign)."""
    errors = [each for each in _made(forgery, "error") if each[0] <= forgery.table.turns]
    turn, error = forgery.pick([(turn, ink.field) for turn, ink in errors if ink.field in forgery.marks])
    offered = [offer.number for offer in forgery.table.deal.offers(turn)]
    numbers = [
        (min(abs(number - other) for other in offered), slot.id, number)
        for slot in blank_fields(forgery, "slot")
        for number in room(forgery, slot.id)
    ]
    signs = [mark for _, _, mark in _numbers(forgery) if not isinstance(mark, int)][:1]
    choices: list[tuple[str, Mark]] = [(slot, number) for _, slot, number in sorted(numbers)[:1]]
    choices += [(field.id, sign) for field in blank_fields(forgery, "sign") for sign in signs]
    set_one(forgery, choices)
    del forgery.marks[error]


KINDS: tuple[Kind, ...] = (
    numbers_of_two_turns_swapped,
    number_of_another_player,
    first_place_taken_late,
    number_explained_by_an_astronaut,
    action_explained_by_an_unused_wild,
    mission_a_turn_too_soon,
    error_hidden,
)
