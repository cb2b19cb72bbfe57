"""Games on a custom sheet, played by bots as the template declares: its turns, draws and moves.

A move is legal if it breaks no check, zone or ladder that was met before it. So a check that asks for something at the
end of the game may be unmet during the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from fairsheet.engine.checks.consistency import checks_by_level, holds, out_of_order, setting_of
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.records.record import Record, Table, table_of
from fairsheet.engine.records.record_checks import accepts
from fairsheet.engine.scoring.score import boxes_of_table, line_of_total
from fairsheet.engine.simulation.simulate import seed_of_game
from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.library.templates import takes_seed
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.marks import BOTH, Mark, Marks
from fairsheet.sheets.model.named import fact_of, fields_named
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Attribute, Draw, Field, Move, Name, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

BOTS = ("random", "greedy")
_ORDER = -1  # stands for all zones and ladders among the numbers of broken checks


class TemplateGame(NamedTuple):
    """A finished game: its seed, its records, the turns played, and how often each move was made."""

    seed: str
    records: tuple[Record, ...]
    turns: int
    moves: Counter[str]


class _Place(NamedTuple):
    """The fields that one move marks together, and the facts that draws must match, each with its draw."""

    fields: tuple[Field, ...]
    match: tuple[tuple[Attribute | None, str], ...]


class _Step(NamedTuple):
    """A possible move: its id, and the sheet's marks after it."""

    move: str
    marks: dict[str, Mark]


def check_declared(sheet: Sheet) -> None:
    """Raise FairsheetError if bots cannot play on a sheet."""
    hint = ""
    if columns_of(sheet) or sheet.is_shared or sheet.is_of_table:
        problem = "bots play only on sheets that belong to one player each"
    elif sheet.turns is None or not sheet.moves:
        problem = "the template does not declare what players do in a turn"
        hint = (
            "add lines such as: turns 24; draw die values: 1..6; move write places: every(slot) number: die"
        )
    else:
        line_of_total(sheet)
        return
    raise FairsheetError(
        problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=sheet.name, hint=hint, about=sheet.name
    )


def play_template(sheet: Sheet, seed: str, players: int, games: int, bot: str) -> Iterator[TemplateGame]:
    """Yield games of one bot, one after the other. Raises FairsheetError if the template declares no moves."""
    check_declared(sheet)
    for number in range(1, games + 1):
        yield _play(sheet, seed_of_game(seed, number), players, bot)


def _play(sheet: Sheet, seed: str, players: int, bot: str) -> TemplateGame:
    """Return a game. The seed alone decides what comes up, so that all bots see the same."""
    table = (
        table_of(deal(sheet, seed, players)) if takes_seed(sheet) else Table(None, players, name=seed[-40:])
    )
    settings = {seat: setting_of(Record.on(sheet, table, seat, {}), players) for seat in sheet.seats(players)}
    sheets: dict[int, dict[str, Mark]] = {seat: {} for seat in settings}
    made: Counter[str] = Counter()
    turns = _play_turns(sheet, seed, bot, settings, sheets, made)
    looked_at = {seat: {**settings[seat], **marks} for seat, marks in sheets.items()}
    boxes = boxes_of_table(sheet, looked_at, players)
    records = tuple(
        Record.on(sheet, table, seat, marks | _written(sheet, boxes[seat]), f"Bot {seat}")
        for seat, marks in sheets.items()
    )
    return TemplateGame(seed, records, turns, made)


def _play_turns(
    sheet: Sheet,
    seed: str,
    bot: str,
    settings: Mapping[int, Mapping[str, Mark]],
    sheets: dict[int, dict[str, Mark]],
    made: Counter[str],
) -> int:
    """Play all turns: write the marks into `sheets` and count the moves in `made`. Return the number of turns."""
    assert sheet.turns is not None
    streams = {seat: Stream(seed, f"bot {seat} {bot}") for seat in sheets}
    draws = {draw.id: _values(draw, Stream(seed, f"draw {draw.id}")) for draw in sheet.draws}
    ends = None if sheet.turns.ends is None else compile_formula(sheet.turns.ends, sheet)
    for turn in range(1, sheet.turns.count + 1):
        drawn = {name: next(values) for name, values in draws.items()}
        for seat in list(sheets) * sheet.turns.moves:
            step = _choose(sheet, sheets[seat], {**settings[seat], **drawn}, streams[seat], bot)
            if step is not None:
                sheets[seat] = step.marks
                made[step.move] += 1
        if ends is not None and any(ends({**settings[seat], **marks}) for seat, marks in sheets.items()):
            return turn
    return sheet.turns.count


def _written(sheet: Sheet, boxes: Mapping[str, int]) -> dict[str, Mark]:
    """Return the numbers for boxes, without those that do not fit into their box."""
    return {box: number for box, number in boxes.items() if sheet.field[box].holds(number)}


def _values(draw: Draw, stream: Stream) -> Iterator[int | str]:
    """Yield what comes up, turn by turn."""
    while True:
        yield from stream.shuffled(draw.values) if draw.cards else [stream.choice(draw.values)]


def _choose(
    sheet: Sheet, marks: Marks, setting: Mapping[str, Mark], stream: Stream, bot: str
) -> _Step | None:
    """Return the move of a bot; None if it has none."""
    for otherwise in (False, True):
        steps = [
            step
            for move, places in _moves(sheet)
            if move.otherwise == otherwise
            for step in _steps(sheet, move, places, {**setting, **marks}, marks)
        ]
        step = _first_legal(sheet, marks, setting, _in_order(sheet, steps, setting, stream, bot))
        if step is not None:
            return step
    return None


def _in_order(
    sheet: Sheet, steps: list[_Step], setting: Mapping[str, Mark], stream: Stream, bot: str
) -> Iterator[_Step]:
    """Yield steps in the order in which a bot prefers them."""
    if bot == "random":
        while steps:
            yield steps.pop(stream.below(len(steps)))
        return
    total = _total(sheet)
    yield from sorted(stream.shuffled(steps), key=lambda step: total({**setting, **step.marks}), reverse=True)


def _first_legal(
    sheet: Sheet, marks: Marks, setting: Mapping[str, Mark], steps: Iterator[_Step]
) -> _Step | None:
    broken_by = _broken_by(sheet)
    before = broken_by({**setting, **marks})
    return next((step for step in steps if broken_by({**setting, **step.marks}) <= before), None)


@remembered
def _total(sheet: Sheet) -> Formula:
    return compile_formula(Name(line_of_total(sheet).box), sheet)


@remembered
def _broken_by(sheet: Sheet) -> Callable[[Marks], set[int]]:
    """Return a function from marks to the numbers of the checks that they break."""
    checks = checks_by_level(sheet)["error"]

    def broken(marks: Marks) -> set[int]:
        found = {number for number, (check, is_met) in enumerate(checks) if not holds(check, is_met, marks)}
        return found | {_ORDER} if any(out_of_order(sheet, marks)) else found

    return broken


def _steps(sheet: Sheet, move: Move, places: Sequence[_Place], known: Marks, marks: Marks) -> Iterator[_Step]:
    """Yield the ways to make a move, whether legal or not. `known` has the marks, the setting and what came up."""
    if move.needs is not None and not compile_formula(move.needs, sheet)(known):
        return
    number = None if move.number is None else int(compile_formula(move.number, sheet)(known))
    for place in places:
        if all(known[draw] == wanted for wanted, draw in place.match):
            for mark in _possible_marks(move, place.fields, number):
                added = {field.id: _added(field, marks.get(field.id), mark) for field in place.fields}
                new = {id_: each for id_, each in added.items() if each is not None}
                if len(new) == len(added):
                    yield _Step(move.id, {**marks, **new})


def _possible_marks(move: Move, fields: Sequence[Field], number: int | None) -> Sequence[Mark]:
    """Return the marks that a move may write into fields, some of which they may not accept."""
    if number is not None:
        return (number,)
    return move.marks or tuple(mark for mark in fields[0].accepts if mark != BOTH)


def _added(field: Field, old: Mark | None, mark: Mark) -> Mark | None:
    """Return the mark of a field after a player adds one; None if that is impossible."""
    if old is not None:
        both = {old, mark} == {"circled", "crossed"} and BOTH in field.accepts
        return BOTH if both else None
    return mark if accepts(field, mark) and mark != field.printed else None


@remembered
def _moves(sheet: Sheet) -> list[tuple[Move, list[_Place]]]:
    """Return the moves with their places."""
    return [(move, [_place(sheet, move, place) for place in move.places]) for move in sheet.moves]


def _place(sheet: Sheet, move: Move, name: str) -> _Place:
    fields = tuple(sheet.field[id_] for id_ in fields_named(sheet, name))
    return _Place(fields, tuple((fact_of(sheet, name, fact), draw) for fact, draw in move.match))
