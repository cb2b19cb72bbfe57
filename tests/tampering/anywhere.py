"""Ways to tamper with any sheet, by the kinds, symbols, marks, zones and missions of its layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from fairsheet.engine.records.slots import ERROR
from fairsheet.engine.rules.missions import Claim
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field
from tests.tampering.forgery import Forgery, Kind

# --- marks and fields to change -------------------------------------------------------------------------------


def _fields(forgery: Forgery, *kinds: str) -> Iterator[Field]:
    """Yield the fields of some kinds that have no printed mark, except missions."""
    for field in forgery.table.game.sheet.fields:
        if field.kind in kinds and field.printed is None and "mission" not in field.attrs:
            yield field


def _inked(forgery: Forgery, *kinds: str) -> list[Field]:
    return [field for field in _fields(forgery, *kinds) if field.id in forgery.marks]


def blank_fields(forgery: Forgery, *kinds: str) -> list[Field]:
    return [field for field in _fields(forgery, *kinds) if field.id not in forgery.marks]


def written_numbers(forgery: Forgery) -> dict[str, int]:
    """Return the written numbers by slot."""
    return {
        field.id: mark
        for field in _inked(forgery, "slot")
        if isinstance(mark := forgery.marks[field.id], int)
    }


def room(forgery: Forgery, slot: str) -> range:
    """Return the numbers that keep the order of a slot in all of its zones."""
    accepted = [mark for mark in forgery.table.game.sheet.field[slot].accepts if isinstance(mark, int)]
    least, most = min(accepted) - 1, max(accepted) + 1
    for zone in forgery.table.game.sheet.zones:
        if slot not in zone.slots:
            continue
        place = zone.slots.index(slot)
        marks = [forgery.marks.get(other) for other in zone.slots]
        least = max([least, *(mark for mark in marks[:place] if isinstance(mark, int))])
        most = min([most, *(mark for mark in marks[place + 1 :] if isinstance(mark, int))])
    return range(least + 1, most)


def _offered(forgery: Forgery) -> set[int]:
    """Return the numbers offered up to the turn of the table."""
    deal = forgery.table.deal
    return {offer.number for turn in range(1, forgery.table.turns + 1) for offer in deal.offers(turn)}


def set_one(forgery: Forgery, choices: Sequence[tuple[str, Mark]]) -> None:
    """Set one of some marks."""
    field, mark = forgery.pick(choices)
    forgery.marks[field] = mark


# --- numbers ------------------------------------------------------------------------------------------------------


def number_off_by_one(forgery: Forgery) -> None:
    """Change a number by one, regardless of its neighbours."""
    field = forgery.table.game.sheet.field
    numbers = written_numbers(forgery).items()
    set_one(forgery, [(s, n + by) for s, n in numbers for by in (-1, 1) if n + by in field[s].accepts])


def number_in_order(forgery: Forgery) -> None:
    """Replace a number with another one that is offered and in order."""
    offered = _offered(forgery)
    numbers = written_numbers(forgery)
    set_one(forgery, [(s, n) for s in numbers for n in room(forgery, s) if n in offered and n != numbers[s]])


def number_never_offered(forgery: Forgery) -> None:
    """Replace a number with one in order that was never offered."""
    field, offered = forgery.table.game.sheet.field, _offered(forgery)
    choices = [(s, n) for s in written_numbers(forgery) for n in room(forgery, s)]
    set_one(forgery, [(s, n) for s, n in choices if n not in offered and n in field[s].accepts])


def two_numbers_swapped(forgery: Forgery) -> None:
    numbers = written_numbers(forgery)
    one, other = forgery.pick(
        [(a, b) for a in numbers for b in numbers if a < b and numbers[a] != numbers[b]]
    )
    forgery.marks[one], forgery.marks[other] = numbers[other], numbers[one]


def number_moved(forgery: Forgery) -> None:
    """Move a number to another slot where it is in order."""
    choices = []
    for slot, number in written_numbers(forgery).items():
        rest = Forgery(forgery.table, forgery.seat, dict(forgery.marks), forgery.chance)
        del rest.marks[slot]
        choices += [(slot, new.id) for new in blank_fields(forgery, "slot") if number in room(rest, new.id)]
    old, new = forgery.pick(choices)
    forgery.marks[new] = forgery.marks.pop(old)


def number_added(forgery: Forgery) -> None:
    """Add a number that is offered and in order."""
    offered, blank = _offered(forgery), blank_fields(forgery, "slot")
    set_one(forgery, [(slot.id, n) for slot in blank for n in room(forgery, slot.id) if n in offered])


def number_left_out(forgery: Forgery) -> None:
    del forgery.marks[forgery.pick(list(written_numbers(forgery)))]


def number_into_x(forgery: Forgery) -> None:
    field = forgery.table.game.sheet.field
    set_one(forgery, [(slot, "X") for slot in written_numbers(forgery) if "X" in field[slot].accepts])


def x_added(forgery: Forgery) -> None:
    set_one(forgery, [(slot.id, "X") for slot in blank_fields(forgery, "slot") if "X" in slot.accepts])


def x_moved(forgery: Forgery) -> None:
    old = forgery.pick([field.id for field in _inked(forgery, "slot") if forgery.marks[field.id] == "X"])
    x_added(forgery)
    del forgery.marks[old]


# --- errors -------------------------------------------------------------------------------------------------------


def _errors(forgery: Forgery, *, inked: bool) -> list[Field]:
    return [f for f in _fields(forgery, "icon") if f.symbol == ERROR and (f.id in forgery.marks) == inked]


def error_added(forgery: Forgery) -> None:
    """Add the next error."""
    error = forgery.pick(_errors(forgery, inked=False)[:1])
    forgery.marks[error.id] = error.accepts[0]


def error_left_out(forgery: Forgery) -> None:
    """Remove the last error."""
    del forgery.marks[forgery.pick(_errors(forgery, inked=True)[-1:]).id]


def error_instead_of_a_number(forgery: Forgery) -> None:
    number_left_out(forgery)
    error_added(forgery)


def number_instead_of_an_error(forgery: Forgery) -> None:
    error_left_out(forgery)
    number_added(forgery)


# --- icons, links, signs ------------------------------------------------------------------------------------------

OTHERS = ("icon", "link", "sign")


def _added(forgery: Forgery, kind: str) -> None:
    set_one(forgery, [(field.id, forgery.pick(field.accepts)) for field in blank_fields(forgery, kind)])


def _left_out(forgery: Forgery, kind: str) -> None:
    del forgery.marks[forgery.pick(_inked(forgery, kind)).id]


def _turned(forgery: Forgery, kind: str) -> None:
    """Replace a mark with another accepted one: a circle with a cross, or with both."""
    choices = [
        (f.id, mark) for f in _inked(forgery, kind) for mark in f.accepts if mark != forgery.marks[f.id]
    ]
    set_one(forgery, choices)


def _moved(forgery: Forgery, kind: str) -> None:
    """Move a mark to a blank field of the same symbol."""
    old = forgery.pick(_inked(forgery, kind))
    mark = forgery.marks[old.id]
    new = forgery.pick(
        [f for f in blank_fields(forgery, kind) if f.symbol == old.symbol and mark in f.accepts]
    )
    forgery.marks[new.id] = forgery.marks.pop(old.id)


def _of(kind: str, name: str, change: Callable[[Forgery, str], None]) -> Kind:
    def tamper(forgery: Forgery) -> None:
        change(forgery, kind)

    tamper.__name__ = f"{kind}_{name}"
    return tamper


def _of_marks() -> Iterator[Kind]:
    """Yield each change of each kind of field, such as `icon_added`."""
    for kind in OTHERS:
        yield _of(kind, "added", _added)
        yield _of(kind, "left_out", _left_out)
        yield _of(kind, "turned", _turned)
        yield _of(kind, "moved", _moved)


def mark_of_another_player(forgery: Forgery) -> None:
    """Copy a mark of another sheet of the table that this one lacks."""
    others = forgery.others.values()
    fields = list(_fields(forgery, *OTHERS))
    set_one(
        forgery,
        [(f.id, o[f.id]) for o in others for f in fields if f.id in o and o[f.id] != forgery.marks.get(f.id)],
    )


def prize_stolen(forgery: Forgery) -> None:
    """Circle a prize that another player won, instead of crossing it."""
    lost = [
        f.id for f in _inked(forgery, "icon") if forgery.marks[f.id] == "crossed" and "circled" in f.accepts
    ]
    won = {id_ for other in forgery.others.values() for id_, mark in other.items() if mark == "circled"}
    set_one(forgery, [(field, "circled") for field in lost if field in won])


# --- missions -----------------------------------------------------------------------------------------------------


def _claimed(forgery: Forgery, claim: Claim) -> bool:
    return claim.field in forgery.marks or claim.later_field in forgery.marks


def mission_claimed(forgery: Forgery) -> None:
    """Claim an unclaimed mission for either value, met or not."""
    claims = [claim for claim in forgery.table.claims if not _claimed(forgery, claim)]
    set_one(forgery, [(ink.field, ink.mark) for claim in claims for ink in forgery.table.claim_inks(claim)])


def mission_left_out(forgery: Forgery) -> None:
    claims = [claim for claim in forgery.table.claims if _claimed(forgery, claim)]
    fields = [f for claim in claims for f in {claim.field, claim.later_field} if f in forgery.marks]
    del forgery.marks[forgery.pick(sorted(fields))]


def mission_for_its_other_value(forgery: Forgery) -> None:
    """Exchange the first value of a mission for the later one, or the other way round."""
    claimed = [forgery.table.claim_inks(claim) for claim in forgery.table.claims if _claimed(forgery, claim)]
    first, later = forgery.pick([inks for inks in claimed if inks[0] != inks[1]])
    now, other = (first, later) if forgery.marks.get(first.field) == first.mark else (later, first)
    del forgery.marks[now.field]
    forgery.marks[other.field] = other.mark


def mission_for_no_value(forgery: Forgery) -> None:
    """Write a value that is not on the card."""
    boxes = [
        field for field in forgery.table.game.sheet.fields if field.kind == "box" and "mission" in field.attrs
    ]
    claimed = [(box.id, int(box.accepts[-1])) for box in boxes if box.id in forgery.marks]
    set_one(forgery, [(box, n) for box, most in claimed for n in range(most + 1) if n != forgery.marks[box]])


# --- a whole turn, a whole sheet ------------------------------------------------------------------------------------


def part_of_another_sheet(forgery: Forgery) -> None:
    """Copy all marks of another player in one zone or of one symbol."""
    sheet = forgery.table.game.sheet
    parts = [zone.slots for zone in sheet.zones]
    symbols = {field.symbol for field in _fields(forgery, *OTHERS) if field.symbol}
    parts += [tuple(field.id for field in sheet.fields_of_symbol(symbol)) for symbol in sorted(symbols)]
    part = forgery.pick(parts)
    other = forgery.pick(list(forgery.others.values()))
    for field in part:
        forgery.marks.pop(field, None)
        if field in other:
            forgery.marks[field] = other[field]


def sum_changed(forgery: Forgery) -> None:
    """Write a wrong sum, which makes no sheet illegal."""
    box = forgery.pick(forgery.table.game.sheet.score_boxes())
    set_one(forgery, [(box.id, number) for number in box.accepts])


KINDS: tuple[Kind, ...] = (
    number_off_by_one,
    number_in_order,
    number_never_offered,
    two_numbers_swapped,
    number_moved,
    number_added,
    number_left_out,
    number_into_x,
    x_added,
    x_moved,
    error_added,
    error_left_out,
    error_instead_of_a_number,
    number_instead_of_an_error,
    *_of_marks(),
    mark_of_another_player,
    prize_stolen,
    mission_claimed,
    mission_left_out,
    mission_for_its_other_value,
    mission_for_no_value,
    part_of_another_sheet,
    sum_changed,
)
