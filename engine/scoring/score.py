"""The points of a sheet: every box computed from the ink and compared with the written number; scores as values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType, structs

from fairsheet.engine.records.side_owners import owner_of
from fairsheet.engine.rules.solo.panel import ranked_box_of
from fairsheet.languages.messages import Message
from fairsheet.sheets.formulas.formula import compile_formula, needs_table
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.formulas.functions.lookups import NoEntry
from fairsheet.sheets.formulas.table_formulas import numbers_of_table
from fairsheet.sheets.library.solo_sheets import ASTRA_BOX
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import TOTAL, Name, ScoreLine, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.frozen_values import Frozen
from fairsheet.sheets.support.html_table import html_table

FORMAT = "fairsheet.score/1"

Winner = Literal["player", "astra", "opponent", "game", "draw"]


class PlayerScore(Frozen, frozen=True):
    """One player: computed total and parts, the numbers written, and the boxes with a different number.

    If sheets of the table are missing, a box that needs them is computed from those available, and is never a
    difference.
    """

    seat: int
    total: int
    parts: Mapping[str, int]
    written: Mapping[str, int]
    differences: tuple[str, ...]


class AstraScore(Frozen, frozen=True):
    """The opponent of the solo game, with its computed boxes."""

    level: int
    total: int
    parts: Mapping[str, int]


class Score(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """The points of a table. `ranking` has the seats from the winner down, with seats of equal rank together.

    If a verdict is known, seats with illegal sheets are not in `ranking`. A solo game has a `winner` unless half of it
    has no ink. If the game itself is the winner, `lacks` says in words what the players failed to reach.
    """

    players: tuple[PlayerScore, ...]
    ranking: tuple[tuple[int, ...], ...]
    format: str = FORMAT
    astra: AstraScore | UnsetType = UNSET
    winner: Winner | UnsetType = UNSET
    lacks: tuple[Message, ...] | UnsetType = UNSET

    def _repr_html_(self) -> str:
        """Return the points as a table for notebooks: a row for each part, a column for each player."""
        columns: list[tuple[str, PlayerScore | AstraScore]] = [
            (f"seat {each.seat}", each) for each in self.players
        ]
        if self.astra is not UNSET:
            columns.append(("ASTRA", self.astra))
        parts = dict.fromkeys(part for _, each in columns for part in each.parts)
        rows = [[part, *(each.parts.get(part, "") for _, each in columns)] for part in parts]
        totals = ["total", *(each.total for _, each in columns)]
        return html_table(["", *(name for name, _ in columns)], [*rows, totals])


class Ties(NamedTuple):
    """The tie-breaks between players of equal totals: by seat the values, first criterion first, and their words.

    The values are None for a player whose ink does not show them.
    """

    by_seat: Mapping[int, tuple[int, ...] | None]
    words: Sequence[str]


def ties_by_template(sheet: Sheet, marks: Marks) -> tuple[int, ...] | None:
    """Return the tie-break values of a player by the template; None if the ink does not show them."""
    needed = (tie.needs for tie in sheet.tie_breaks if tie.needs is not None)
    if not all(compile_formula(needs, sheet)(marks) for needs in needed):
        return None
    return tuple(compile_formula(tie.formula, sheet)(marks) for tie in sheet.tie_breaks)


def ranking_of(totals: Mapping[int, int], ties: Ties) -> tuple[tuple[int, ...], ...]:
    """Return the seats from the winner down, with seats of equal rank together.

    Players share a rank if nothing distinguishes their equal totals, or if the tie-break of one of them is unknown.

    >>> ranking_of({1: 46, 2: 46, 3: 50}, Ties({1: (-8,), 2: (-5,), 3: (0,)}, ["fewer uncovered cells"]))
    ((3,), (2,), (1,))
    >>> ranking_of({1: 46, 2: 46, 3: 50}, Ties({1: (-8,), 2: None, 3: None}, ["fewer uncovered cells"]))
    ((3,), (1, 2))
    """
    ranking: list[tuple[int, ...]] = []
    for total in sorted(set(totals.values()), reverse=True):
        equal = {seat: ties.by_seat[seat] for seat, other in totals.items() if other == total}
        known = {seat: tie for seat, tie in equal.items() if tie is not None}
        if len(known) < len(equal):
            ranking.append(tuple(equal))
        else:
            for tie in sorted(set(known.values()), reverse=True):
                ranking.append(tuple(seat for seat in known if known[seat] == tie))
    return tuple(ranking)


def without_rank(score: Score, seats: Collection[int]) -> Score:
    """Return the score with some seats not ranked, because their sheets are illegal.

    If one player plays alone, or the players play together, there is then no ranking and no winner.

    >>> ranked = Score((), ((2,), (1, 3)))
    >>> without_rank(ranked, {2, 3}).ranking
    ((1,),)
    """
    if not seats:
        return score
    if score.winner is not UNSET:
        return structs.replace(score, ranking=(), winner=UNSET, lacks=UNSET)
    ranking = (tuple(seat for seat in rank if seat not in seats) for rank in score.ranking)
    return structs.replace(score, ranking=tuple(filter(None, ranking)))


def score_player(
    sheet: Sheet, seat: int, marks: Marks, boxes: Mapping[str, int], unknown: Sequence[str] = ()
) -> PlayerScore:
    """Return the computed boxes of one player, with the written numbers. Raises FairsheetError without a total.

    The boxes `unknown` cannot be known from the sheets available, so a number written there is never a difference.
    """
    total = line_of_total(sheet).box
    parts = {box.id for box in sheet.score_boxes() if not box.id.startswith(ASTRA_BOX)}
    written = {box: mark for box in boxes if isinstance(mark := marks.get(box), int)}
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


def _free_parts(sheet: Sheet, marks: Marks) -> dict[str, int]:
    """Return the score boxes without a score line, which players fill in freely, with the written number or 0."""
    computed = {line.box for line in sheet.scores}
    free = [box.id for box in sheet.score_boxes() if box.id not in computed]
    return {box: mark if isinstance(mark := marks.get(box), int) else 0 for box in free}


@remembered
def boxes_of_points(sheet: Sheet) -> set[str]:
    """Return the total and the computed boxes of the score: a wrong sum there breaks no rule."""
    parts = {box.id for box in sheet.score_boxes()}
    return {line.box for line in sheet.scores if line.box in parts or line.sign == TOTAL}


def line_of_total(sheet: Sheet) -> ScoreLine:
    """Return the score line of the total. Raises FairsheetError if the sheet has none."""
    for line in sheet.scores:
        if line.sign == TOTAL:
            return line
    hint = 'give one score line the sign "="'
    problem = "this sheet has no total"
    raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=sheet.name, hint=hint)


@remembered
def compile_boxes(sheet: Sheet) -> Callable[[Marks], dict[str, int]]:
    """Return a function from one sheet's ink to the computed number of every box with a score line.

    A box that needs the whole table is left out; other boxes count the number written there.
    """
    formulas = formulas_of_boxes(sheet)
    return lambda marks: {box: int(formula(marks)) for box, formula in formulas.items()}


@remembered
def formulas_of_boxes(sheet: Sheet) -> dict[str, Formula]:
    """Return the formula of every box that has a score line and does not need the whole table."""
    return {
        line.box: compile_formula(Name(line.box), sheet)
        for line in sheet.scores
        if not needs_table(line.formula)
    }


def box_of_comparison(sheet: Sheet) -> str | None:
    """Return the first box that compares sheets of a table, which is useless for one player alone; None without one."""
    if columns_of(sheet):
        return None
    return next((line.box for line in sheet.scores if needs_table(line.formula)), None)


def boxes_of_table(sheet: Sheet, table: Mapping[int, Marks], players: int) -> dict[int, dict[str, int]]:
    """Return by the seat of its sheet every box with a score line, computed from the rest of the table's ink.

    If sheets are missing, ranks are those among the sheets available. Raises NoEntry with the seat.
    """
    joint = _joint_boxes(sheet, table, players)
    boxes_of = compile_boxes(sheet)
    computed: dict[int, dict[str, int]] = {}
    for seat, marks in table.items():
        places = {box: numbers[seat] for box, numbers in joint.items()}
        try:
            boxes = places | boxes_of({**marks, **places})
        except NoEntry as error:
            raise error.of(error.about, seat) from None
        computed[seat] = {line.box: boxes[line.box] for line in sheet.scores}
    return computed


def total_of_seat(sheet: Sheet, table: Mapping[int, Marks], players: int, seat: int) -> int:
    """Return the total of a player, faster than by `boxes_of_table`."""
    total = line_of_total(sheet).box
    own = next(each for each in table if owner_of(sheet, total, each, players) == seat)
    joint = _joint_boxes(sheet, table, players)
    if total in joint:
        return joint[total][own]
    places = {box: numbers[own] for box, numbers in joint.items()}
    return int(formulas_of_boxes(sheet)[total]({**table[own], **places}))


def _joint_boxes(sheet: Sheet, table: Mapping[int, Marks], players: int) -> dict[str, dict[int, int]]:
    """Return every box that needs the whole table, by seat."""
    return {
        line.box: numbers_of_table(line.formula, sheet, table, players, _rivals(sheet, line.box, table))
        for line in sheet.scores
        if needs_table(line.formula)
    }


def _rivals(sheet: Sheet, box: str, table: Mapping[int, Marks]) -> tuple[int, ...]:
    """Return the numbers of rivals without a sheet that are ranked in a box: that of ASTRA in some solo games."""
    rival = None if sheet.solo_level is None else ranked_box_of(sheet)
    if rival is None or rival.box != box:
        return ()
    crossed = sum(field in marks for marks in table.values() for field in rival.fields)
    return (crossed // rival.per,)


def without_sums(sheet: Sheet, marks: Marks) -> dict[str, Mark]:
    """Return the ink that the rules use, without words, sums, and marks that repeat the print."""
    printed = _printed_in_play(sheet)
    return {id_: mark for id_, mark in marks.items() if id_ in printed and printed[id_] != mark}


@remembered
def _printed_in_play(sheet: Sheet) -> dict[str, Mark | None]:
    """Return the printed mark of each field that the rules use, which excludes fields for words and for sums."""
    sums = {line.box for line in sheet.scores}
    return {
        field.id: field.printed for field in sheet.fields if field.id not in sums and field.kind != "text"
    }
