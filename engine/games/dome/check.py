"""What no order of play can explain about one sheet of dome.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Contradiction
from engine.games.base.checks import (
    crosses_on,
    numbers_on,
)
from engine.games.base.offers import unmatched
from engine.games.dome.board import Board
from engine.ink import Marks
from engine.phrases import all_of
from engine.rules import ascending, ladders, races
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim, not_met

_NAMED = 5  # so many marks are told by name, more by their number


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _towers(board, marks)
    yield from _ends(board, marks)
    yield from _parts(board, marks)
    yield from _chain(board, marks)
    yield from _cuts(board, marks)
    yield from _ladders(board, marks)
    yield from _actions(board, marks)


def _towers(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A tower ascends, begins on a start floor and has no gaps."""
    for tower in board.towers:
        yield from ascending.contradictions(tower.slots, marks, "from floor to floor", "above")
        filled = [place for place, slot in enumerate(tower.slots) if slot in marks]
        if not filled:
            continue
        gap = next((place for place in range(filled[0], filled[-1]) if place not in filled), None)
        if gap is not None:
            below = max(place for place in filled if place < gap)
            above = min(place for place in filled if place > gap)
            fields = tuple(tower.slots[place] for place in (below, gap, above))
            why = f"{tower.id} grows from floor to floor, but {fields[1]} between {fields[0]} and {fields[2]} is empty"
            yield Contradiction(fields, why, RuleCode.GROWTH)
        elif not any(slot in marks for slot in tower.start_slots):
            slots = [tower.slots[place] for place in filled]
            why = (
                f"{tower.id} begins on a start floor, but {all_of(len(tower.start_slots))} of them are empty"
            )
            yield Contradiction((*slots, *tower.start_slots), why, RuleCode.GROWTH)


def _ends(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A filled end of a tower has one of its values circled."""
    for slot, end in board.end_at.items():
        yield from races.contradictions(end.high, end.low, (slot,), marks)


def _parts(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """An uncut part is built in one go."""
    for part in board.parts:
        drawn = [half for half in part.halves if half in marks]
        if len(drawn) == 1 and part.cut not in marks:
            why = f"{drawn[0]} is built alone, but {part.id} is not cut"
            yield Contradiction((*part.halves, part.cut), why, RuleCode.CUT)


def _chain(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What is missing of the dome has nothing built inside it."""
    chain = [half for part in board.parts for half in part.halves]
    missing = [place for place, half in enumerate(chain) if half not in marks]
    if not missing:
        return
    inside = next((p for p in range(missing[0], missing[-1]) if chain[p] in marks), None)
    if inside is not None:
        left = max(place for place in missing if place < inside)
        right = min(place for place in missing if place > inside)
        why = (
            f"{chain[inside]} is built, but {chain[left]} and {chain[right]} on its way to both feet are not"
        )
        yield Contradiction((chain[left], chain[inside], chain[right]), why, RuleCode.CHAIN)


def _cuts(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every X cuts a part, as long as one is neither cut nor built."""
    crosses = crosses_on(board, marks)
    cuts = [part.cut for part in board.parts if part.cut in marks]
    left = board.open_cuts(marks)
    if len(cuts) > len(crosses):
        why = f"{len(cuts)} parts are cut, but {len(crosses)} X written: every cut comes with an X"
        yield Contradiction((*cuts, *crosses), why, RuleCode.CUT)
    elif len(cuts) < len(crosses) and left:
        done = f"{len(cuts)} of {len(crosses)} X did" if cuts else "no X did"
        why = f"an X cuts a part as long as one can be cut: {done}, and {left[0]} could have been made"
        yield Contradiction((*crosses, *cuts, left[0]), why, RuleCode.CUT)


def _ladders(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for rows in board.areas.values():
        yield from ladders.contradictions(rows, marks)


def _actions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every action was taken with a number of its own: at its level, of its parity, or anywhere."""
    numbers = numbers_on(board, marks)
    choices: dict[str, tuple[int, ...]] = {}
    place = {slot: turn for turn, slot in enumerate(numbers)}
    for level in board.levels:
        at = tuple(place[slot] for slot in level.slots if slot in numbers)
        choices |= {symbol: at for symbol in level.symbols if symbol in marks}
    for piece in board.pieces(marks):
        built = [link for link in piece.links if link in marks]
        if built:
            choices[built[0]] = tuple(place[s] for s, n in numbers.items() if bool(n % 2) == piece.odd)
    rows = [row for area in board.areas.values() for row in area]
    for field in (*crosses_on(board, marks), *board.astronauts, *rows):
        if field in marks:
            choices[field] = tuple(place.values())
    for fields in unmatched(choices):
        slots = [slot for slot in numbers if any(place[slot] in choices[field] for field in fields)]
        yield Contradiction((*fields, *slots), _too_many(fields, slots), RuleCode.ACTION)


def _too_many(fields: Sequence[str], slots: Sequence[str]) -> str:
    if not slots:
        return f"{fields[0]} took an action, but there is no number that it can have come with"
    what = ", ".join(fields) if len(fields) <= _NAMED else f"{len(fields)} marks"
    numbers = "one number" if len(slots) == 1 else f"{len(slots)} numbers"
    return f"{what} took an action each, but can have come with {numbers} only"


def unmet_claims(cards: Sequence[Claim], marks: Marks) -> Iterator[Contradiction]:
    """At most one of star and seal is circled. What is met once is met in the end."""
    by_fields: dict[tuple[str, str], list[Claim]] = {}
    for card in cards:
        by_fields.setdefault((card.field, card.later_field), []).append(card)
    for (star, seal), choice in by_fields.items():
        if star in marks and seal in marks:
            why = f"{star} and {seal} are both circled, but a mission is claimed once"
            yield Contradiction((star, seal), why, RuleCode.MISSION)
        elif star in marks or seal in marks:
            yield from not_met(star if star in marks else seal, choice, marks)
