"""What sheets are worth: every box computed from the ink, compared with what is written; the ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.columns import players_of
from engine.formula import NoEntry, compile_formula, fields_in, needs_table
from engine.games import has_rules, rules_of
from engine.ink import Mark
from engine.ink_formulas import Formula
from engine.phrases import listed
from engine.record import Record, missions_of
from engine.rules.solo.panel import ranked_box_of
from engine.sides import by_owner
from engine.solo_pages import blank_half
from engine.table_formulas import numbers_of_table
from sheets.catalog import BUNDLED, Catalog
from sheets.columns import columns_of
from sheets.errors import FairsheetError
from sheets.model import Name, ScoreLine, Sheet
from sheets.remembered import remembered
from sheets.solo import ASTRA_BOX, ASTRA_TOTAL

FORMAT = "fairsheet.score/1"
TOTAL = "="  # the sign before the box of the total

Winner = Literal["player", "astra", "opponent", "game", "draw"]


class PlayerScore(msgspec.Struct, frozen=True):
    """One player: total and parts as computed, the numbers written, and the boxes where they differ.

    Where sheets of the table are missing, a box that needs them is computed among those available, and never differs.
    """

    seat: int
    total: int
    parts: Mapping[str, int]
    written: Mapping[str, int]
    differences: tuple[str, ...]


class AstraScore(msgspec.Struct, frozen=True):
    """The opponent of the solo game, with its boxes as computed."""

    level: int
    total: int
    parts: Mapping[str, int]


class Score(msgspec.Struct, frozen=True):
    """A table. `ranking` has the seats from the winner down, those that share a rank together.

    A solo game has a `winner`, unless a half of it bears no ink.
    """

    players: tuple[PlayerScore, ...]
    ranking: tuple[tuple[int, ...], ...]
    format: str = FORMAT
    astra: AstraScore | UnsetType = UNSET
    winner: Winner | UnsetType = UNSET


class Tie(msgspec.Struct, frozen=True):
    """Equal totals of ranks that follow each other: what the better seats have, how much of it, how much the others."""

    better: tuple[int, ...]
    others: tuple[int, ...]
    words: str
    numbers: tuple[int, int]


def score_table(sheet: Sheet, records: Sequence[Record], catalog: Catalog = BUNDLED) -> Score:
    """Totals, parts and ranking of one table's records on such sheets. Raises FairsheetError if they differ.

    A sheet with columns has a player for each of them. Where sheets are missing, the ranking is that of the players
    whose sheets are available. Of a game that is recorded on several sheets `catalog` has those of the other records.
    """
    if sheet.game is not None:
        from engine.recorded.tables import score_recorded, table_sheets  # which themselves need this module

        return score_recorded(table_sheets(records, catalog))
    check_table(sheet, records)
    sheet, records = players_of(sheet, records)
    players = records[0].game.players
    if sheet.is_shared and missing_seats(sheet, records):
        raise FairsheetError(
            format_missing(missing_seats(sheet, records)),
            where=sheet.name,
            hint="give all: everybody's points stand on two of them",
        )
    table = {record.seat: record.marks for record in records}
    boxes = by_owner(sheet, boxes_of_table(sheet, table, players), players)
    marks = by_owner(sheet, table, players)
    unknown = unknown_boxes(sheet, records)
    scored = sorted(table) if sheet.solo_level is None else [1]
    scores = [score_player(sheet, seat, marks[seat], boxes[seat], unknown) for seat in scored]
    tie_break = _tie_break(sheet, table, players)
    keys = {score.seat: (score.total, tie_break[score.seat]) for score in scores}
    seats = sorted(keys, key=lambda seat: keys[seat], reverse=True)
    ranking = tuple(tuple(group) for _, group in groupby(seats, key=lambda seat: keys[seat]))
    if sheet.solo_level is None:
        return Score(tuple(scores), ranking)
    astra = _astra_score(sheet.solo_level, boxes[min(boxes)])
    winner: Winner | UnsetType = UNSET
    if blank_half(sheet, records) is None:
        winner = _winner(sheet, scores[0].total, astra.total, table)
    return Score(tuple(scores), ranking, astra=astra, winner=winner)


def _astra_score(level: int, boxes: Mapping[str, int]) -> AstraScore:
    """What ASTRA has, part by part."""
    parts = {box: value for box, value in boxes.items() if box.startswith(ASTRA_BOX) and box != ASTRA_TOTAL}
    return AstraScore(level, boxes[ASTRA_TOTAL], parts)


def _winner(sheet: Sheet, player: int, astra: int, table: Mapping[int, Mapping[str, Mark]]) -> Winner:
    """Who has won; where both have as much, the rules of the scenario may know of something else."""
    if player == astra:
        game = rules_of(sheet)
        return "player" if any(game.wins_tie(marks) for marks in table.values()) else "draw"
    return "player" if player > astra else "astra"


def broken_ties(sheet: Sheet, records: Sequence[Record], score: Score) -> list[Tie]:
    """By what players of equal totals were told apart, from the best of them down."""
    tie_break = _tie_break(sheet, {record.seat: record.marks for record in records}, records[0].game.players)
    total = {player.seat: player.total for player in score.players}
    ties = []
    for better, others in pairwise(score.ranking):
        one, other = better[0], others[0]
        if total[one] == total[other]:
            words = zip(_tie_break_words(sheet), tie_break[one], tie_break[other], strict=True)
            said, *numbers = next((said, a, b) for said, a, b in words if a != b)
            ties.append(Tie(better, others, said, (abs(numbers[0]), abs(numbers[1]))))
    return ties


def _tie_break(
    sheet: Sheet, table: Mapping[int, Mapping[str, Mark]], players: int
) -> Mapping[int, tuple[int, ...]]:
    """By player, the tie-break of the game, or of a template; without any, equal totals share a rank."""
    marks = by_owner(sheet, table, players)
    if not has_rules(sheet):
        formulas = [compile_formula(tie.formula, sheet) for tie in sheet.tie_breaks]
        return {seat: tuple(formula(marks[seat]) for formula in formulas) for seat in marks}
    game = rules_of(sheet)
    return {seat: game.tie_break(marks[seat]) for seat in marks}


def _tie_break_words(sheet: Sheet) -> Sequence[str]:
    if not has_rules(sheet):
        return [tie.words for tie in sheet.tie_breaks]
    return rules_of(sheet).tie_break_words


def missing_seats(sheet: Sheet, records: Sequence[Record]) -> tuple[int, ...]:
    """The seats of a table of which there is no record; of a game that is recorded every player has a sheet."""
    available, players = {record.seat for record in records}, records[0].game.players
    seats = sheet.seats(players) if sheet.game is None else range(1, players + 1)
    return tuple(seat for seat in seats if seat not in available)


def format_missing(seats: Sequence[int]) -> str:
    """That the sheets of some seats are missing.

    >>> format_missing((3,)), format_missing((2, 3, 4))
    ('the sheet of seat 3 is missing', 'the sheets of seats 2, 3 and 4 are missing')
    """
    if len(seats) == 1:
        return f"the sheet of seat {seats[0]} is missing"
    return f"the sheets of seats {listed(seats)} are missing"


def unknown_boxes(sheet: Sheet, records: Sequence[Record]) -> tuple[str, ...]:
    """The boxes that cannot be known without the sheets that are missing; none where all are available.

    They are those whose formula needs the whole table, and after them those that count such a box.
    """
    if not missing_seats(sheet, records):
        return ()
    found = [line.box for line in sheet.scores if needs_table(line.formula)]
    for box in found:  # grows meanwhile
        found += [
            line.box
            for line in sheet.scores
            if line.box not in found and box in fields_in(line.formula, sheet)
        ]
    return tuple(found)


def score_player(
    sheet: Sheet,
    seat: int,
    marks: Mapping[str, Mark],
    boxes: Mapping[str, int],
    unknown: Sequence[str] = (),
) -> PlayerScore:
    """What the boxes of one player say, computed, and what is written there. Raises FairsheetError without a total.

    The boxes `unknown` cannot be known from the sheets available: what is written there cannot be called wrong.
    """
    total = line_of_total(sheet).box
    parts = {box.id for box in sheet.score_boxes()}
    written = {box: mark for box in boxes if isinstance(mark := marks.get(box), int)}
    parts = {box for box in parts if not box.startswith(ASTRA_BOX)}
    computed = {box: value for box, value in boxes.items() if box in parts and box != total}
    return PlayerScore(
        seat=seat,
        total=boxes[total],
        parts=_free_parts(sheet, marks) | computed,
        written=written,
        differences=tuple(
            box for box, value in written.items() if value != boxes[box] and box not in unknown
        ),
    )


def _free_parts(sheet: Sheet, marks: Mapping[str, Mark]) -> dict[str, int]:
    """The boxes of the score that players fill in freely, having no score line, with what is written there or 0."""
    computed = {line.box for line in sheet.scores}
    free = [box.id for box in sheet.score_boxes() if box.id not in computed]
    return {box: mark if isinstance(mark := marks.get(box), int) else 0 for box in free}


def line_of_total(sheet: Sheet) -> ScoreLine:
    """The score line of the total. Raises FairsheetError where the sheet has none."""
    for line in sheet.scores:
        if line.sign == TOTAL:
            return line
    raise FairsheetError("this sheet has no total", where=sheet.name, hint='give one score line the sign "="')


@remembered
def compile_boxes(sheet: Sheet) -> Callable[[Mapping[str, Mark]], dict[str, int]]:
    """A function from one sheet's ink to every box that has a score line, with its number computed from the rest.

    A box that needs the whole table is left out; others count it by the number that is written in it.
    """
    formulas = formulas_of_boxes(sheet)
    return lambda marks: {box: int(formula(marks)) for box, formula in formulas.items()}


@remembered
def formulas_of_boxes(sheet: Sheet) -> dict[str, Formula]:
    """Of every box that has a score line and does not need the whole table, how it is computed."""
    return {
        line.box: compile_formula(Name(line.box), sheet)
        for line in sheet.scores
        if not needs_table(line.formula)
    }


def box_of_comparison(sheet: Sheet) -> str | None:
    """The first box that compares sheets of a table, so that one player alone has nothing to compare; None without."""
    if columns_of(sheet):
        return None
    return next((line.box for line in sheet.scores if needs_table(line.formula)), None)


def boxes_of_table(
    sheet: Sheet, table: Mapping[int, Mapping[str, Mark]], players: int
) -> dict[int, dict[str, int]]:
    """By the seat of its sheet, every box that has a score line, computed from the rest of the table's ink.

    Where sheets are missing, ranks are those among the sheets available. Raises NoEntry naming the seat.
    """
    joint = {
        line.box: numbers_of_table(line.formula, sheet, table, players, _rivals(sheet, line.box, table))
        for line in sheet.scores
        if needs_table(line.formula)
    }
    boxes_of = compile_boxes(sheet)
    found: dict[int, dict[str, int]] = {}
    for seat, marks in table.items():
        places = {box: numbers[seat] for box, numbers in joint.items()}
        try:
            boxes = places | boxes_of({**marks, **places})
        except NoEntry as error:
            raise error.of(error.about, seat) from None
        found[seat] = {line.box: boxes[line.box] for line in sheet.scores}
    return found


def _rivals(sheet: Sheet, box: str, table: Mapping[int, Mapping[str, Mark]]) -> tuple[int, ...]:
    """The numbers of rivals without a sheet that are ranked in a box: in the solo game that of ASTRA, in some."""
    rival = None if sheet.solo_level is None else ranked_box_of(sheet)
    if rival is None or rival.box != box:
        return ()
    crossed = sum(field in marks for marks in table.values() for field in rival.fields)
    return (crossed // rival.per,)


def without_sums(sheet: Sheet, marks: Mapping[str, Mark]) -> dict[str, Mark]:
    """The ink that the rules know: no words, no boxes that only hold arithmetic, no mark that repeats the print."""
    sums = {line.box for line in sheet.scores}
    return {
        id_: mark
        for id_, mark in marks.items()
        if id_ not in sums and sheet.field[id_].kind != "text" and sheet.field[id_].printed != mark
    }


def check_table(sheet: Sheet, records: Sequence[Record]) -> None:
    """Raises FairsheetError unless the records are seats of one table on such sheets, with the same missions."""
    if not records:
        raise FairsheetError("there is no record", hint="give the records of one table")
    first = records[0]
    for record in records[1:]:
        if table_of_record(record) != table_of_record(first):
            problem = f"the records of seats {first.seat} and {record.seat} are from different tables"
            if record.sheet == first.sheet and record.layout != first.layout:
                problem += f", printed with the layouts {first.layout} and {record.layout}"
            raise FairsheetError(problem, hint="give the records of one table")
    if (first.sheet, first.layout) != (sheet.name, sheet.fingerprint):
        problem = f"these are records of the sheet {first.sheet} {first.layout}"
        raise FairsheetError(
            problem, where=f"{sheet.name} {sheet.fingerprint}", hint="give the sheet they name"
        )
    missions = missions_of(sheet, records)
    for record in records:
        if record.game.missions and dict(record.game.missions) != dict(missions):
            problem = f"the record of seat {record.seat} has other missions than its table"
            raise FairsheetError(problem, hint="give all records of a table the same missions")
    seats = [record.seat for record in records]
    if twice := sorted({seat for seat in seats if seats.count(seat) > 1}):
        hint = seat_twice_hint(sheet)
        raise FairsheetError(f"there are two records of seat {twice[0]}", hint=hint)


def seat_twice_hint(sheet: Sheet) -> str:
    """What to do about two records of one seat."""
    if sheet.pages == 1:
        return "give one record for each seat"
    return "scan the photos of all pages of a sheet together: they make one record"


def table_of_record(
    record: Record, sheet: Sheet | None = None
) -> tuple[str, str, str | None, int, int | None, str | None]:
    """What the records of one table have in common, missions aside.

    `sheet` is the layout; those of a game that is recorded on several sheets have the game in common, not the sheet.
    """
    game = record.game
    if sheet is not None and sheet.game is not None:
        return sheet.game, "", game.seed, game.players, game.solo, game.name
    return record.sheet, record.layout, game.seed, game.players, game.solo, game.name
