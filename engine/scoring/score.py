"""What a sheet is worth: every box computed from the ink, and compared with what is written; scores as values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType, structs

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
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.frozen_values import Frozen

FORMAT = "fairsheet.score/1"

Winner = Literal["player", "astra", "opponent", "game", "draw"]


class PlayerScore(Frozen, frozen=True):
    """One player: total and parts as computed, the numbers written, and the boxes where they differ.

    Where sheets of the table are missing, a box that needs them is computed among those available, and never differs.
    """

    seat: int
    total: int
    parts: Mapping[str, int]
    written: Mapping[str, int]
    differences: tuple[str, ...]


class AstraScore(Frozen, frozen=True):
    """The opponent of the solo game, with its boxes as computed."""

    level: int
    total: int
    parts: Mapping[str, int]


class Score(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """A table. `ranking` has the seats from the winner down, those that share a rank together; if a verdict is known,
    without those whose sheets are illegal.

    A solo game has a `winner`, unless a half of it bears no ink; where that is the game, `lacks` says in words what
    those who play lack of what they play for.
    """

    players: tuple[PlayerScore, ...]
    ranking: tuple[tuple[int, ...], ...]
    format: str = FORMAT
    astra: AstraScore | UnsetType = UNSET
    winner: Winner | UnsetType = UNSET
    lacks: tuple[Message, ...] | UnsetType = UNSET


class Ties(NamedTuple):
    """What ranks players of equal totals: by seat how much each has of it, first things first, and in words what the
    better one has. None of a player whose ink does not show it."""

    by_seat: Mapping[int, tuple[int, ...] | None]
    words: Sequence[str]


def ties_by_template(sheet: Sheet, marks: Marks) -> tuple[int, ...] | None:
    """What ranks a player among equal totals by the tie-breaks of a template; None where the ink does not show it."""
    needed = (tie.needs for tie in sheet.tie_breaks if tie.needs is not None)
    if not all(compile_formula(needs, sheet)(marks) for needs in needed):
        return None
    return tuple(compile_formula(tie.formula, sheet)(marks) for tie in sheet.tie_breaks)


def ranking_of(totals: Mapping[int, int], ties: Ties) -> tuple[tuple[int, ...], ...]:
    """The seats from the winner down, those that share a rank together: equal totals that nothing distinguishes, and
    all of a total where that is not known of one of them.

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
    """Return the score with some seats not ranked, whose sheets are illegal; who plays alone or together with them is
    not ranked either, and has not won.

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
    """What the boxes of one player say, computed, and what is written there. Raises FairsheetError without a total.

    The boxes `unknown` cannot be known from the sheets available: what is written there cannot be called wrong.
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
    """The boxes of the score that players fill in freely, having no score line, with what is written there or 0."""
    computed = {line.box for line in sheet.scores}
    free = [box.id for box in sheet.score_boxes() if box.id not in computed]
    return {box: mark if isinstance(mark := marks.get(box), int) else 0 for box in free}


@remembered
def boxes_of_points(sheet: Sheet) -> set[str]:
    """The total, and the boxes of the score that are computed: who adds up wrongly there breaks no rule."""
    parts = {box.id for box in sheet.score_boxes()}
    return {line.box for line in sheet.scores if line.box in parts or line.sign == TOTAL}


def line_of_total(sheet: Sheet) -> ScoreLine:
    """The score line of the total. Raises FairsheetError where the sheet has none."""
    for line in sheet.scores:
        if line.sign == TOTAL:
            return line
    raise FairsheetError("this sheet has no total", where=sheet.name, hint='give one score line the sign "="')


@remembered
def compile_boxes(sheet: Sheet) -> Callable[[Marks], dict[str, int]]:
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


def boxes_of_table(sheet: Sheet, table: Mapping[int, Marks], players: int) -> dict[int, dict[str, int]]:
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


def _rivals(sheet: Sheet, box: str, table: Mapping[int, Marks]) -> tuple[int, ...]:
    """The numbers of rivals without a sheet that are ranked in a box: in the solo game that of ASTRA, in some."""
    rival = None if sheet.solo_level is None else ranked_box_of(sheet)
    if rival is None or rival.box != box:
        return ()
    crossed = sum(field in marks for marks in table.values() for field in rival.fields)
    return (crossed // rival.per,)


def without_sums(sheet: Sheet, marks: Marks) -> dict[str, Mark]:
    """The ink that the rules know: no words, no boxes that only hold arithmetic, no mark that repeats the print."""
    printed = _printed_in_play(sheet)
    return {id_: mark for id_, mark in marks.items() if id_ in printed and printed[id_] != mark}


@remembered
def _printed_in_play(sheet: Sheet) -> dict[str, Mark | None]:
    """What is printed in each field that the rules know: not in those for words or for arithmetic alone."""
    sums = {line.box for line in sheet.scores}
    return {
        field.id: field.printed for field in sheet.fields if field.id not in sums and field.kind != "text"
    }
