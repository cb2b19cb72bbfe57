"""Checks of a single ledger: the points of its gyrodynes, and whether the dice pay for the actions of a round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableSheet, finding_on
from fairsheet.engine.recorded.pulsar.played import position
from fairsheet.engine.recorded.pulsar.played.draft import median_place, median_value
from fairsheet.engine.recorded.pulsar.played.draw import BOARDS, ROUNDS
from fairsheet.engine.recorded.pulsar.played.setup import (
    KNOWN_HEADQUARTERS,
    MEDIAN,
    Setup,
    board_of_row,
    written_row,
)
from fairsheet.languages.messages import Message

MOST_ACTIONS = 4  # in a turn: two dice, a red one, and the action that split one
PLAIN_ACTIONS, PLAIN_WITH_RED = 2, 3
LEAST_CHANGE, MOST_CHANGE = -2, 3  # of a die, by a modifier and a technology


class Action(NamedTuple):
    """An action in a round that leaves a mark: its field, its price if known, and whether it may have split a die."""

    field: str
    price: int | None
    may_split: bool


def ledger_findings(sheet: TableSheet, table: Sheets, setup: Setup) -> Findings:
    """Check gyrodyne-points, action-budget, action-budget-unknown, action-budget-plain, die-match."""
    for number_of_round in range(1, ROUNDS + 1):
        yield from _gyrodyne_points(sheet, table, setup, number_of_round)
        yield from budget_findings(sheet, setup, number_of_round)


def _gyrodyne_points(sheet: TableSheet, table: Sheets, setup: Setup, number_of_round: int) -> Findings:
    marks, box = sheet.record.marks, f"round-{number_of_round}.gyrodynes"
    spinning = [n for n in position.CLAIMS if 1 <= sheet.number_or_0(f"claim-{n}.spin") <= number_of_round]
    sizes = [size for n in spinning for size in position.SIZES if f"claim-{n}.size-{size}" in marks]
    if box not in marks or len(sizes) != len(spinning) or not position.has_ink(marks, "claim-"):
        return
    row = setup.rows[number_of_round - 1]
    if row == MEDIAN:
        roll = setup.rolls[number_of_round - 1]
        row = median_value(median_place(roll)) if roll else None
    if spinning and not isinstance(row, int):
        return
    row_points = row if isinstance(row, int) else 0
    points = sum(position.POINTS[size] + row_points for size in sizes)
    if marks[box] != points:
        fields = (box, *(f"claim-{n}.spin" for n in spinning))
        why = Message(
            "Gyrodynes of round {number}: {written} written, {points} computed from the spinning ones.",
            number=number_of_round,
            points=points,
            written=marks[box],
        )
        on_table = written_row(table, setup, number_of_round) if spinning else []
        yield from cross_sheet_findings("gyrodyne-points", "error", why, [(sheet, fields), *on_table])


def budget_findings(sheet: TableSheet, setup: Setup, number_of_round: int) -> Findings:
    """Check action-budget, action-budget-unknown, action-budget-plain, die-match: for one round."""
    marks = sheet.record.marks
    actions = _actions(sheet, setup, number_of_round)
    fields = tuple(action.field for action in actions)
    red = f"draft-{number_of_round}.bonus"
    if len(actions) > MOST_ACTIONS:
        why = Message(
            "{done} At most {most} are possible.", done=_counted(actions, number_of_round), most=MOST_ACTIONS
        )
        if _knows_boards(sheet, setup):
            yield finding_on(sheet, "action-budget", "error", fields, why)
        else:
            yield finding_on(sheet, "action-budget-unknown", "warn", fields, why)
        return
    if len(actions) > PLAIN_ACTIONS and red not in marks and position.has_ink(marks, "draft-"):
        why = Message(
            "{done} More than two need a red die, but none is written.",
            done=_counted(actions, number_of_round),
        )
        yield finding_on(sheet, "action-budget-plain", "warn", fields, why)
    elif len(actions) > PLAIN_WITH_RED and red in marks and not any(action.may_split for action in actions):
        why = Message(
            "{done} More than three need an action that splits a die, but there is none.",
            done=_counted(actions, number_of_round),
        )
        yield finding_on(sheet, "action-budget-plain", "warn", fields, why)
    dice = [mark for field in _dice_fields(number_of_round) if isinstance(mark := marks.get(field), int)]
    both = all(field in marks for field in _dice_fields(number_of_round)[:2])
    if (
        both
        and len(actions) <= len(dice)
        and not any(action.may_split for action in actions)
        and not _can_pay(actions, dice)
    ):
        inked = tuple(field for field in _dice_fields(number_of_round) if field in marks)
        why = Message("The dice of round {number} do not pay for all its actions.", number=number_of_round)
        yield finding_on(sheet, "die-match", "warn", (*inked, *fields), why)


def _counted(actions: Sequence[Action], number_of_round: int) -> Message:
    """Say how many actions were done in a round."""
    words = Message(
        "Round {number} has {count} actions (technologies, projects, transmitters, newly spinning gyrodynes)."
    )
    return words.filled(count=len(actions), number=number_of_round)


def _dice_fields(number_of_round: int) -> tuple[str, str, str]:
    draft = f"draft-{number_of_round}"
    return f"{draft}.die-1", f"{draft}.die-2", f"{draft}.bonus"


def _can_pay(actions: Sequence[Action], dice: Sequence[int]) -> bool:
    """Return whether each action can have its own die that modifiers and technologies change to its price."""
    return any(
        all(
            action.price is None or LEAST_CHANGE <= action.price - die <= MOST_CHANGE
            for action, die in zip(actions, chosen, strict=True)
        )
        for chosen in permutations(dice, len(actions))
    )


def _actions(sheet: TableSheet, setup: Setup, number_of_round: int) -> list[Action]:
    """Return what was patented, done, taken and turned over in a round."""
    marks, headquarters, facts = sheet.record.marks, position.position_of(sheet).headquarters, setup.facts
    actions = []
    for technology in position.TECHNOLOGIES:
        if marks.get(field := f"tech.t{technology}") == number_of_round:
            side = setup.sides.get(board_of_row(int(technology[0])))
            actions.append(Action(field, facts.price(technology, side), facts.may_split(technology, side)))
    for project in position.PROJECTS:
        if marks.get(field := f"hq.p{project}") == number_of_round:
            price = facts.price_of_project(project, headquarters)
            actions.append(Action(field, price, facts.project_may_split(project, headquarters)))
    for n in position.TRANSMITTERS:
        if marks.get(field := f"tx-{n}.taken") == number_of_round:
            actions.append(Action(field, None, may_split=False))
    for n in position.CLAIMS:
        if marks.get(field := f"claim-{n}.spin") == number_of_round:
            size = next((size for size in position.SIZES if f"claim-{n}.size-{size}" in marks), None)
            actions.append(Action(field, position.SPIN[size] if size else None, may_split=False))
    return actions


def _knows_boards(sheet: TableSheet, setup: Setup) -> bool:
    """Return whether all effects of the technologies and the headquarters are known."""
    without = setup.game.chosen.get("hq") == "no"
    return all(setup.sides.get(board) == "A" for board in BOARDS) and (
        without or position.position_of(sheet).headquarters in KNOWN_HEADQUARTERS
    )
