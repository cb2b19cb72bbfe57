"""What a table has in common: from the table's sheet, from the seed, and from what is known of the components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.formula import compile_formula
from engine.ink import Mark
from engine.ink_formulas import Formula
from engine.record import Table
from engine.recorded import TableSheet
from engine.recorded.pulsar.draw import BOARDS, DICE, GOALS, ROUNDS, SIDES, SYSTEMS, PulsarDraw, rolls_itself
from engine.recorded.pulsar.position import FINAL, PROJECTS, TABLE, TECHNOLOGIES
from sheets.library import load_sheet

MEDIAN = "X"  # a row that is worth what the median marker shows
LAST_ROW = {"I": 2, "II": 5, "III": 8}  # of each board
KNOWN_HEADQUARTERS = ("a2", "c2")  # the sides whose projects are known


class Goal(NamedTuple):
    """A goal of the table: its number, and what is known of its points and of its bonuses' cubes and points."""

    number: int | None
    points: int | None
    costs: tuple[int | None, int | None]
    gains: tuple[int | None, int | None]


class Setup(NamedTuple):
    """What is known of a table; None, or no entry, for what is not."""

    game: Table
    sides: Mapping[str, str]  # by board, I to III
    goals: tuple[Goal, ...]
    rows: tuple[int | str | None, ...]
    rolls: tuple[tuple[int, ...] | None, ...]
    tiles: Mapping[str, int]  # by system, as 01
    first_order: tuple[int, ...] | None  # the seats in the first round, by the seed if the table goes by it
    facts: TableFacts

    def side_of_row(self, row: int) -> str | None:
        """The side of the board that has the row."""
        return self.sides.get(board_of_row(row))


class TableFacts(NamedTuple):
    """Numbers of components, as the table's template has them, by technology or project."""

    tables: Mapping[str, Mapping[int, int]]

    def price(self, technology: str, side: str | None) -> int | None:
        """The die that a technology costs on that side of its board."""
        board = board_of_row(int(technology[0]))
        return self._entry(f"price-{board}-{side}", TECHNOLOGIES, technology)

    def price_of_project(self, project: str, headquarters: str | None) -> int | None:
        """The die that a project costs."""
        return self._entry(f"project-price-{headquarters}", PROJECTS, project)

    def is_purple(self, technology: str, side: str) -> bool:
        """Whether a technology of board III brings points at the end."""
        return 1 + TECHNOLOGIES.index(technology) in self.tables[f"purple-{side}".lower()]

    def has_two_prices(self, technology: str) -> bool:
        """Whether a technology has two prices printed, so that two players may patent it in one round."""
        return 1 + TECHNOLOGIES.index(technology) in self.tables["two-prices"]

    def may_split(self, technology: str, side: str | None) -> bool:
        """Whether a technology splits a die, or may do so for all that is known."""
        return side != "A" or 1 + TECHNOLOGIES.index(technology) in self.tables["splits-a"]

    def project_may_split(self, project: str, headquarters: str | None) -> bool:
        """The same of a project."""
        known = self.tables.get(f"project-splits-{headquarters}")
        return known is None or 1 + PROJECTS.index(project) in known

    def _entry(self, table: str, ids: Sequence[str], id_: str) -> int | None:
        return self.tables.get(table.lower(), {}).get(1 + ids.index(id_))


def board_of_row(row: int) -> str:
    """The board that has a row.

    >>> board_of_row(2), board_of_row(3)
    ('I', 'II')
    """
    return next(board for board in BOARDS if row <= LAST_ROW[board])


def setup_of(table: Sequence[TableSheet], drawn: PulsarDraw | None) -> Setup:
    """What the sheets of a table and its seed tell; what is written holds against what the seed draws."""
    game = table[0].record.game
    marks = next((each.record.marks for each in table if each.record.sheet == TABLE), {})
    facts = table_facts()
    sides = dict(drawn.tech_sides) if drawn is not None else {}
    sides |= {board: side for board in BOARDS if (side := _side(marks, board)) is not None}
    goes_by_seed = drawn is not None and not has_own_dice(marks, drawn, game)
    rolls = written_rolls(marks, game)
    if drawn is not None and goes_by_seed:
        rolls = tuple(tuple(sorted(roll)) for roll in drawn.rolls)
    return Setup(
        game,
        sides,
        tuple(_goal(marks, place, drawn, facts) for place in range(1, GOALS + 1)),
        tuple(_row(marks, row, sides, facts) for row in range(1, ROUNDS + 1)),
        rolls,
        {
            system: tile
            for system in (f"{place:02d}" for place in range(1, SYSTEMS + 1))
            if isinstance(tile := marks.get(f"system.tile-{system}"), int)
        },
        drawn.turn_order if drawn is not None and goes_by_seed else None,
        facts,
    )


def has_own_dice(marks: Mapping[str, Mark], drawn: PulsarDraw, game: Table) -> bool:
    """Whether a table with a seed rolls dice of its own: it says so, or has written down other rolls.

    Then it has drawn its order for itself, too.
    """
    return rolls_itself(game) or any(
        roll is not None and roll != tuple(sorted(drawn.rolls[place]))
        for place, roll in enumerate(written_rolls(marks, game))
    )


def written_rolls(marks: Mapping[str, Mark], game: Table) -> tuple[tuple[int, ...] | None, ...]:
    """The dice of each round on the table's sheet, ascending; None where they are not as many as are rolled."""
    rolls = []
    for number in range(1, ROUNDS + 1):
        counts = [_written(marks, f"roll-{number}.v{value}") or 0 for value in range(1, 7)]
        roll = tuple(value for value, count in enumerate(counts, 1) for _ in range(count))
        rolls.append(roll if len(roll) == DICE[game.players] else None)
    return tuple(rolls)


@cache
def table_facts() -> TableFacts:
    """The numbers on the template of the table's sheet."""
    return TableFacts({table.id: table.entries for table in load_sheet(TABLE).tables})


def initiative_points(places: Sequence[int], players: int) -> dict[int, int]:
    """By seat, what the places on the initiative track bring at the end, by the formula of the final sheet."""
    points = _points_of_places()
    own = {seat: [k for k, there in enumerate(places, 1) if there == seat] for seat in dict.fromkeys(places)}
    return {
        seat: points({"game.players": players, **{f"rank.place-{k}": "circled" for k in there}})
        for seat, there in own.items()
    }


@cache
def _points_of_places() -> Formula:
    sheet = load_sheet(FINAL)
    line = next(line for line in sheet.scores if line.box == "final.initiative")
    return compile_formula(line.formula, sheet)


def _side(marks: Mapping[str, Mark], board: str) -> str | None:
    circled = [side for side in SIDES if f"set.tech-{board}-{side}".lower() in marks]
    return circled[0] if len(circled) == 1 else None


def _goal(marks: Mapping[str, Mark], place: int, drawn: PulsarDraw | None, facts: TableFacts) -> Goal:
    number = _written(marks, f"goal-{place}.tile")
    if number is None and drawn is not None:
        number = drawn.goals[place - 1]

    def known(what: str) -> int | None:
        written = _written(marks, f"goal-{place}.{what}")
        return written if written is not None else facts.tables[f"goal-{what}"].get(number or 0)

    return Goal(
        number,
        known("points"),
        (known("cost-1"), known("cost-2")),
        (known("gain-1"), known("gain-2")),
    )


def _row(
    marks: Mapping[str, Mark], row: int, sides: Mapping[str, str], facts: TableFacts
) -> int | str | None:
    mark = marks.get(f"row.value-{row}")
    if mark is None and sides.get(board_of_row(row)) == "A":
        return facts.tables["rows-a"][row]
    return mark


def _written(marks: Mapping[str, Mark], field: str) -> int | None:
    mark = marks.get(field)
    return mark if isinstance(mark, int) else None
