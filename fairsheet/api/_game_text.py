"""A game as text: a few lines about the game, an empty line, and one line for each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.play.game import MarkOrders, Step
from fairsheet.engine.play.notation import format_ink, parse_marks
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

HEADING = "fairsheet game 1"
LONGEST = 1_000_000  # characters
_USUAL: Cause = "action"  # the cause written with no mark of an order, where causes mean nothing


class GameText(msgspec.Struct, frozen=True):
    """The contents of a text of a game. `steps` have the number of their line and their turn, if it has one."""

    sheet: str
    layout: str | None
    seed: str
    players: int
    solo: int | None
    orders: MarkOrders
    steps: tuple[tuple[int, int | None, Step], ...]


def write_game(sheet: Sheet, dealt: Deal, orders: MarkOrders, steps: Sequence[tuple[int, Step]]) -> str:
    """Return the text of a game; `steps` are with their turns."""
    lines = [HEADING, f"sheet: {sheet.name}", f"layout: {sheet.fingerprint}", f"seed: {dealt.seed}"]
    lines.append(f"players: {dealt.players}")
    if dealt.solo is not None:
        lines.append(f"solo: {dealt.solo}")
    for seat, order in orders.items():
        if order:
            marks = (format_ink(Ink(field, mark, _USUAL), _USUAL) for field, mark in order)
            lines.append(f"order {seat}: {' '.join(marks)}")
    return "\n".join([*lines, "", *(f"t{turn} {step}" for turn, step in steps), ""])


def read_game(text: str) -> GameText:
    """Return what a text has about a game. Raises FairsheetError with the line if it is no such text."""
    lines = text.removesuffix("\n").split("\n") if len(text) <= LONGEST else []
    if not lines or lines[0] != HEADING:
        hint = f"its first line is {HEADING}"
        raise FairsheetError("this is no game", code=ErrorCode.BAD_HISTORY, where="text", hint=hint)
    end = lines.index("") if "" in lines else len(lines)
    facts = dict(_facts(lines[1:end]))
    known = ("sheet", "layout", "seed", "players", "solo")
    orders = {name: marks for name, marks in facts.items() if name not in known}
    return GameText(
        sheet=_needed(facts, "sheet"),
        layout=facts.get("layout"),
        seed=_needed(facts, "seed"),
        players=_number(_needed(facts, "players"), "players"),
        solo=_number(facts["solo"], "solo") if "solo" in facts else None,
        orders={
            _number(name.removeprefix("order "), name): [
                (ink.field, ink.mark) for ink in parse_marks(marks, _USUAL, name)
            ]
            for name, marks in orders.items()
        },
        steps=tuple(_steps(lines[end + 1 :], end + 2)),
    )


def _facts(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    names: set[str] = set()
    for number, line in enumerate(lines, start=2):
        name, colon, value = line.partition(": ")
        if name in names:
            hint = f"keep one line {name}"
            problem = f"{name!a:.60} is there twice"
            raise FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where=f"line {number}", hint=hint)
        names.add(name)
        if not colon:
            hint = "give sheet, seed and players, each as name: value, then an empty line and the steps"
            problem = f"{line!a:.60} says nothing about the game"
            raise FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where=f"line {number}", hint=hint)
        yield name, value


def _steps(lines: Sequence[str], first: int) -> Iterator[tuple[int, int | None, Step]]:
    for number, line in enumerate(lines, start=first):
        try:
            step = Step.parse(line)
        except FairsheetError as error:
            error.where = f"line {number}: {error.where}"
            raise
        word = line.partition(" ")[0]
        yield number, int(word[1:]) if word.startswith("t") else None, step


def _needed(facts: Mapping[str, str], name: str) -> str:
    if name not in facts:
        hint = f"add a line {name}: …"
        raise FairsheetError(f"it has no {name}", code=ErrorCode.BAD_HISTORY, where="text", hint=hint)
    return facts[name]


def _number(text: str, where: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        hint = "give a whole number"
        raise FairsheetError(f"{text!a:.60} is no number", code=ErrorCode.BAD_HISTORY, where=where, hint=hint)
    return int(text)
