"""The twelve goals: whether a position fulfils them, and their points."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.base.cross_sheet import Statement
from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.pulsar.played.position import SIZES, Counted, Position, has_ink
from fairsheet.engine.recorded.pulsar.played.setup import Goal, Setup
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.support.phrases import there_are_message

SAME_2, SAME_3, DIFFERENT_2, ANY_3 = 1, 2, 3, 4  # goals 1 and 2 count gyrodynes of one size, 3 and 4 all
ONE_SIZE, ANY_SIZE = {SAME_2: 2, SAME_3: 3}, {DIFFERENT_2: 2, ANY_3: 3}
COUNTED: Mapping[int, tuple[Counted, int]] = {  # what the other goals count, and how many they need
    5: ("online", 3),
    6: ("online", 4),
    7: ("stations", 9),
    8: ("stations", 11),
    9: ("patents", 5),
    10: ("patents", 6),
    11: ("projects", 5),
    12: ("runs", 3),
}
WHY = {
    SAME_2: Message("The goal requires two spinning gyrodynes of one size."),
    SAME_3: Message("The goal requires three spinning gyrodynes of one size."),
    DIFFERENT_2: Message("The goal requires two spinning gyrodynes of different sizes."),
    ANY_3: Message("The goal requires three spinning gyrodynes."),
    5: Message("The goal requires three online transmitters."),
    6: Message("The goal requires four online transmitters."),
    7: Message("The goal requires nine stations, not counting extra ones."),
    8: Message("The goal requires eleven stations, not counting extra ones."),
    9: Message("The goal requires five patents."),
    10: Message("The goal requires six patents."),
    11: Message("The goal requires five projects."),
    12: Message("The goal requires three gate runs."),
}
# field of the table's sheet with the points, by the crossed field of a player's sheet
POINTS = {"done": "points", "bonus-1": "gain-1", "bonus-2": "gain-2"}
COUNTS_AS_GOAL = "7b"  # on side A of board III; whether it fulfils or only rewards a goal is unclear


def reached(position: Position, goal: int) -> int:
    """Return how many of the things that a goal counts the player has."""
    if goal in COUNTED:
        return len(position.fields_of(COUNTED[goal][0]))
    return _gyrodynes([len(position.spinning[size]) for size in SIZES], goal)


def _gyrodynes(spinning: Sequence[int], goal: int) -> int:
    """Return what a goal counts of spinning gyrodynes: the most of one size, the different sizes, or all."""
    if goal in ONE_SIZE:
        return max(spinning)
    return sum(count > 0 for count in spinning) if goal == DIFFERENT_2 else sum(spinning)


def fulfils(position: Position, goal: int) -> bool:
    """Return whether a position fulfils a single goal."""
    needed = COUNTED[goal][1] if goal in COUNTED else {**ONE_SIZE, **ANY_SIZE}[goal]
    return reached(position, goal) >= needed


def fulfils_both(position: Position, one_size: int, any_size: int) -> bool:
    """Return whether a position fulfils both goals that count gyrodynes if no gyrodyne counts for both.

    `one_size` is goal 1 or 2, `any_size` 3 or 4.
    """
    spinning = [len(position.spinning[size]) for size in SIZES]
    return any(
        count >= ONE_SIZE[one_size]
        and _gyrodynes([*spinning[:k], count - ONE_SIZE[one_size], *spinning[k + 1 :]], any_size)
        >= ANY_SIZE[any_size]
        for k, count in enumerate(spinning)
    )


def has_counted_ink(position: Position, goal: int) -> bool:
    """Return whether the block that a goal counts is filled in at all."""
    what: Counted = COUNTED[goal][0] if goal in COUNTED else "claims"
    return bool(position.fields_of(what) or (what == "runs" and position.projects))


def goal_points(marks: Marks, goals: Sequence[Goal]) -> int | None:
    """Return the points of the crossed goals and bonuses; None if a number is unknown, or if points are written but
    nothing is crossed."""
    if "final.goals" in marks and not has_ink(marks, "goal-"):
        return None
    points = 0
    for place, goal in enumerate(goals, 1):
        for field, worth in _points_by_field(place, goal):
            if field in marks:
                if worth is None:
                    return None
                points += worth
    return points


def agreed_points(players: Iterable[Marks], goals: Sequence[Goal]) -> set[str]:
    """Return the fields of the table's sheet with points that agree with the written points of some players."""
    return {
        field
        for marks in players
        if goal_points(marks, goals) == marks.get("final.goals")
        for field in _points_of_table(marks, goals)
    }


def _points_of_table(marks: Marks, goals: Sequence[Goal]) -> dict[str, int]:
    """Return the points of crossed goals and bonuses that only the table's sheet states, by field of that sheet."""
    return {
        field: worth
        for place, goal in enumerate(goals, 1)
        for crossed, worth in _points_by_field(place, goal)
        if crossed in marks and worth is not None
        for field in goal.stated_by[POINTS[crossed.rpartition(".")[2]]]
    }


def bonus_cubes(marks: Marks, goals: Sequence[Goal]) -> int:
    """Return the least number of cubes that the crossed bonuses cost; unknown costs count 0."""
    return sum(
        cost or 0
        for place, goal in enumerate(goals, 1)
        for k, cost in enumerate(goal.costs, 1)
        if f"goal-{place}.bonus-{k}" in marks
    )


def _points_by_field(place: int, goal: Goal) -> list[tuple[str, int | None]]:
    return [
        (f"goal-{place}.done", goal.points),
        (f"goal-{place}.bonus-1", goal.gains[0]),
        (f"goal-{place}.bonus-2", goal.gains[1]),
    ]


def is_unclear(position: Position, setup: Setup) -> bool:
    """Return whether the player may have the technology whose effect on goals is unclear."""
    return COUNTS_AS_GOAL in position.patents and setup.sides.get("III", "A") == "A"


def goal_findings(
    sheet: TableSheet, position: Position, setup: Setup, corroborated: Collection[str]
) -> Iterator[Statement]:
    """Check goals, final-goals, final-cubes: fulfilled goals, their points, and the cubes of their bonuses.

    `sheet` is completed with goals and cubes of the seat's other sheet, and `position` comes from both.
    `corroborated` are fields of the table's sheet whose points another player used.
    """
    if not is_unclear(position, setup):
        yield from _goals_done(sheet, position, setup.goals)
        yield from _points_of_goals(sheet, setup.goals, corroborated)
    yield from _cubes_of_bonuses(sheet, setup.goals)


def _goals_done(sheet: TableSheet, position: Position, goals: Sequence[Goal]) -> Iterator[Statement]:
    """Check goals: each crossed goal is fulfilled, and no gyrodyne counts for two."""
    done = {
        goal.number: (f"goal-{place}.done", goal.stated_by["number"])
        for place, goal in enumerate(goals, 1)
        if goal.number is not None and f"goal-{place}.done" in sheet.record.marks
    }
    for goal, (field, table_fields) in done.items():
        if has_counted_ink(position, goal) and not fulfils(position, goal):
            why = Message(
                "{clause}, but {there_are}.",
                clause=WHY[goal],
                there_are=there_are_message(reached(position, goal)),
            )
            yield Statement(Finding("goals", "error", (field, *_counted(position, goal)), why), table_fields)
    same_size, mixed = ([goal for goal in done if goal in some] for some in (ONE_SIZE, ANY_SIZE))
    for one, other in product(same_size, mixed):
        if fulfils(position, one) and fulfils(position, other) and not fulfils_both(position, one, other):
            fields = (done[one][0], done[other][0], *position.all_spinning)
            why = Message("The gyrodynes are too few for both goals, because none counts twice.")
            yield Statement(Finding("goals", "error", fields, why), (*done[one][1], *done[other][1]))


def _points_of_goals(
    sheet: TableSheet, goals: Sequence[Goal], corroborated: Collection[str]
) -> Iterator[Statement]:
    """Check final-goals: the box has the points of the crossed goals and bonuses."""
    marks = sheet.record.marks
    points, written = goal_points(marks, goals), sheet.number("final.goals")
    if points is None or written in (None, points):
        return
    fields = ("final.goals", *(field for field in marks if field.startswith("goal-")))
    why = Message("Goals and bonuses: {written} written, {points} computed.", points=points, written=written)
    possible = (
        field
        for field, worth in _points_of_table(marks, goals).items()
        if field not in corroborated
        and (field.endswith(".tile") or worth + sheet.number_or_0("final.goals") > points)
    )
    yield Statement(Finding("final-goals", "error", fields, why), tuple(possible))


def _cubes_of_bonuses(sheet: TableSheet, goals: Sequence[Goal]) -> Iterator[Statement]:
    """Check final-cubes: the cubes paid at the end cover the crossed bonuses."""
    marks = sheet.record.marks
    cubes, paid = bonus_cubes(marks, goals), sheet.number_or_0("end.paid")
    if has_ink(marks, "end.") and cubes > paid:
        fields = ("end.paid", *(field for field in marks if ".bonus-" in field))
        why = Message(
            "The bonuses of the goals cost {cubes} cubes, but {paid} are paid.", cubes=cubes, paid=paid
        )
        table_fields = _sources(marks, goals, {"bonus-1": "cost-1", "bonus-2": "cost-2"})
        yield Statement(Finding("final-cubes", "error", fields, why), table_fields)


def _sources(marks: Marks, goals: Sequence[Goal], counted: Mapping[str, str]) -> tuple[str, ...]:
    """Return the fields of the table's sheet that are the only source for crossed goals' and bonuses' numbers."""
    fields = (
        field
        for place, goal in enumerate(goals, 1)
        for crossed, what in counted.items()
        if f"goal-{place}.{crossed}" in marks
        for field in goal.stated_by[what]
    )
    return tuple(dict.fromkeys(fields))


def _counted(position: Position, goal: int) -> tuple[str, ...]:
    """Return the fields that a goal counts."""
    return position.fields_of(COUNTED[goal][0]) if goal in COUNTED else position.all_spinning
