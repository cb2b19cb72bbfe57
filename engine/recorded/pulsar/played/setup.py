"""The facts that a table shares: from the table's sheet, from the seed, and from the known components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from fairsheet.engine.recorded.base.protocol import OnSheet, Sheets, TableSheet
from fairsheet.engine.recorded.pulsar.played import draw
from fairsheet.engine.recorded.pulsar.played.position import FINAL, PROJECTS, TABLE, TECHNOLOGIES
from fairsheet.engine.records.record import Table
from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks

WORTH = ("points", "cost-1", "cost-2", "gain-1", "gain-2")  # the numbers on the tile of a goal
MEDIAN = "X"  # a row that is worth the value at the median marker
LAST_ROW = {"I": 2, "II": 5, "III": 8}  # of each board
KNOWN_HEADQUARTERS = ("a2", "c2")  # the sides whose projects are known


class Goal(NamedTuple):
    """A goal of the table: its number, its points, and the cubes and points of its bonuses, if known. `stated_by` has
    the fields of the table's sheet that are the only source of each."""

    number: int | None
    points: int | None
    costs: tuple[int | None, int | None]
    gains: tuple[int | None, int | None]
    stated_by: Mapping[str, tuple[str, ...]]


class Setup(NamedTuple):
    """The known facts of a table; unknown ones are None or have no entry."""

    game: Table
    sides: Mapping[str, str]  # by board, I to III
    goals: tuple[Goal, ...]
    rows: tuple[int | str | None, ...]
    rolls: tuple[tuple[int, ...] | None, ...]
    tiles: Mapping[str, int]  # by system, such as 01
    first_order: tuple[int, ...] | None  # the seats in the first round by the seed, if the table follows it
    are_rolls_written: bool  # otherwise they are those of the seed
    facts: TableFacts

    def side_of_row(self, row: int) -> str | None:
        """Return the side of the board that has a row."""
        return self.sides.get(board_of_row(row))


class TableFacts(NamedTuple):
    """Numbers of components from the template of the table's sheet, by technology or project."""

    tables: Mapping[str, Mapping[int, int]]

    def price(self, technology: str, side: str | None) -> int | None:
        """Return the die that a technology costs on a side of its board; None if unknown."""
        return self._entry(f"price-{board_of_row(int(technology[0]))}-{side}", TECHNOLOGIES, technology)

    def price_of_project(self, project: str, headquarters: str | None) -> int | None:
        """Return the die that a project costs; None if unknown."""
        return self._entry(f"project-price-{headquarters}", PROJECTS, project)

    def is_purple(self, technology: str, side: str) -> bool:
        """Return whether a technology of board III gives points at the end."""
        return 1 + TECHNOLOGIES.index(technology) in self.tables[f"purple-{side}".lower()]

    def has_two_prices(self, technology: str) -> bool:
        """Return whether a technology has two printed prices, so that two players may patent it in one round."""
        return 1 + TECHNOLOGIES.index(technology) in self.tables["two-prices"]

    def may_split(self, technology: str, side: str | None) -> bool:
        """Return whether a technology splits a die, or may do so because its effect is unknown."""
        return side != "A" or 1 + TECHNOLOGIES.index(technology) in self.tables["splits-a"]

    def project_may_split(self, project: str, headquarters: str | None) -> bool:
        """Return whether a project splits a die, or may do so because its effect is unknown."""
        known = self.tables.get(f"project-splits-{headquarters}")
        return known is None or 1 + PROJECTS.index(project) in known

    def _entry(self, table: str, ids: Sequence[str], id_: str) -> int | None:
        return self.tables.get(table.lower(), {}).get(1 + ids.index(id_))


def board_of_row(row: int) -> str:
    """Return the board that has a row.

    >>> board_of_row(2), board_of_row(3)
    ('I', 'II')
    """
    return next(board for board in draw.BOARDS if row <= LAST_ROW[board])


def setup_of(table: Sheets, drawn: draw.PulsarDraw | None) -> Setup:
    """Return the facts from a table's sheets and its seed; written facts override the draw."""
    game = table[0].record.game
    sheet = sheet_of_table(table)
    marks = {} if sheet is None else sheet.record.marks
    facts = table_facts()
    sides = dict(drawn.tech_sides) if drawn is not None else {}
    sides |= {board: side for board in draw.BOARDS if (side := _side(marks, board)) is not None}
    follows_seed = drawn is not None and not has_own_dice(marks, drawn, game)
    rolls = written_rolls(marks, game)
    if drawn is not None and follows_seed:
        rolls = tuple(tuple(sorted(roll)) for roll in drawn.rolls)
    return Setup(
        game,
        sides,
        tuple(_goal(marks, place, drawn, facts) for place in range(1, draw.GOALS + 1)),
        tuple(_row(marks, row, sides, facts) for row in range(1, draw.ROUNDS + 1)),
        rolls,
        {
            system: tile
            for system in (f"{place:02d}" for place in range(1, draw.SYSTEMS + 1))
            if isinstance(tile := marks.get(f"system.tile-{system}"), int)
        },
        drawn.turn_order if drawn is not None and follows_seed else None,
        not follows_seed,
        facts,
    )


def has_own_dice(marks: Marks, drawn: draw.PulsarDraw, game: Table) -> bool:
    """Return whether a table with a seed rolls its own dice: it chose so, or has written other rolls.

    Then it has also drawn its own order.
    """
    return draw.rolls_itself(game) or any(
        roll is not None and roll != tuple(sorted(drawn.rolls[place]))
        for place, roll in enumerate(written_rolls(marks, game))
    )


def written_rolls(marks: Marks, game: Table) -> tuple[tuple[int, ...] | None, ...]:
    """Return the dice of each round on the table's sheet, ascending; None if their number is wrong."""
    rolls = []
    for number in range(1, draw.ROUNDS + 1):
        counts = [_written(marks, f"roll-{number}.v{value}") or 0 for value in range(1, 7)]
        roll = tuple(value for value, count in enumerate(counts, 1) for _ in range(count))
        rolls.append(roll if len(roll) == draw.DICE[game.players] else None)
    return tuple(rolls)


def sheet_of_table(table: Sheets) -> TableSheet | None:
    """Return the table's sheet; None if it is missing."""
    return next((each for each in table if each.record.sheet == TABLE), None)


def written_roll(table: Sheets, setup: Setup, number: int) -> list[OnSheet]:
    """Return the table's sheet with the dice of a round, if the written dice count."""
    sheet = sheet_of_table(table)
    if sheet is None or not setup.are_rolls_written:
        return []
    return [(sheet, sheet.inked(*(f"roll-{number}.v{value}" for value in range(1, 7))))]


def written_row(table: Sheets, setup: Setup, row: int) -> list[OnSheet]:
    """Return the table's sheet with the value of a row, if that has no other source; for the median also the dice."""
    sheet, field = sheet_of_table(table), f"row.value-{row}"
    if sheet is None:
        return []
    is_known = setup.side_of_row(row) == "A" and sheet.number(field) == setup.facts.tables["rows-a"][row]
    dice = written_roll(table, setup, row) if setup.rows[row - 1] == MEDIAN else []
    fields = (*(() if is_known else sheet.inked(field)), *(field for _, inked in dice for field in inked))
    return [(sheet, fields)] if fields else []


@cache
def table_facts() -> TableFacts:
    """Return the numbers on the template of the table's sheet."""
    return TableFacts({table.id: table.entries for table in load_sheet(TABLE).tables})


def initiative_points(places: Sequence[int], players: int) -> dict[int, int]:
    """Return the points of the places on the initiative track by seat, by the formula of the final sheet."""
    points = _points_of_places()
    own = {seat: [k for k, owner in enumerate(places, 1) if owner == seat] for seat in dict.fromkeys(places)}
    return {
        seat: points({"game.players": players, **{f"rank.place-{k}": "circled" for k in held}})
        for seat, held in own.items()
    }


@cache
def _points_of_places() -> Formula:
    sheet = load_sheet(FINAL)
    line = next(line for line in sheet.scores if line.box == "final.initiative")
    return compile_formula(line.formula, sheet)


def _side(marks: Marks, board: str) -> str | None:
    circled = [side for side in draw.SIDES if f"set.tech-{board}-{side}".lower() in marks]
    return circled[0] if len(circled) == 1 else None


def _goal(marks: Marks, place: int, drawn: draw.PulsarDraw | None, facts: TableFacts) -> Goal:
    field, seeded = f"goal-{place}.tile", None if drawn is None else drawn.goals[place - 1]
    written = _written(marks, field)
    number = seeded if written is None else written
    stated_by = {"number": () if number == seeded else (field,)}
    known: dict[str, int | None] = {}
    for what in WORTH:
        noted = _written(marks, field := f"goal-{place}.{what}")
        fact = facts.tables[f"goal-{what}"].get(number or 0)
        known[what] = fact if noted is None else noted
        stated_by[what] = stated_by["number"] if noted is None else () if noted == fact else (field,)
    costs, gains = (known["cost-1"], known["cost-2"]), (known["gain-1"], known["gain-2"])
    return Goal(number, known["points"], costs, gains, stated_by)


def _row(marks: Marks, row: int, sides: Mapping[str, str], facts: TableFacts) -> int | str | None:
    mark, board = marks.get(f"row.value-{row}"), board_of_row(row)
    if _side(marks, board) == "A" or (mark is None and sides.get(board) == "A"):
        return facts.tables["rows-a"][row]
    return mark


def _written(marks: Marks, field: str) -> int | None:
    mark = marks.get(field)
    return mark if isinstance(mark, int) else None
