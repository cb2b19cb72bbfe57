"""What a mark in doubt could change: its player's total, and who is before whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import Score, without_rank
from fairsheet.languages.messages import Message, listed
from fairsheet.pipeline.answers.corrections import corrected
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.marks import Mark, mark_name
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.formatting import LEAST_LIKELY


def doubt_effects(
    sheet: Sheet,
    records: Sequence[Record],
    doubts: Sequence[Sequence[Doubt]],
    score: Score,
    catalog: Catalog = BUNDLED,
) -> list[dict[str, str]]:
    """Of each record, by field, in words, what other candidates of its doubts would change in the score of the table.

    Every candidate is tried alone; a doubt that changes no total and no rank has no entry. Whether the sheet would
    still be legal is not asked here: that takes a proof for each. `catalog` is that of `ruleset_of`.
    """

    return [
        {
            doubt.field: words
            for doubt in of_record
            if (
                words := _effect(
                    score, list(scores_otherwise(sheet, records, record, doubt, catalog, LEAST_LIKELY))
                )
            )
        }
        for record, of_record in zip(records, doubts, strict=True)
    ]


def scores_otherwise(
    sheet: Sheet,
    records: Sequence[Record],
    record: Record,
    doubt: Doubt,
    catalog: Catalog,
    least: float = 0.0,
) -> Iterator[tuple[Mark | None, Score]]:
    """The score of a table with each other candidate, from a probability on, in place of the chosen mark of a record,
    where one can be known."""
    for mark, share in doubt.candidates:
        if mark != doubt.chosen and share >= least:
            other = corrected(record, {doubt.field: mark})
            table = [other if each is record else each for each in records]
            with suppress(FairsheetError):
                yield mark, ruleset_of(sheet, catalog).score(table)


def changes_ranking(score: Score, other: Score) -> bool:
    """Return whether another score ranks players in another order; who is not ranked does not count."""
    ranked = {seat for seats in score.ranking for seat in seats}
    left = {seat for seats in other.ranking for seat in seats} - ranked
    return without_rank(other, left).ranking != score.ranking


def _effect(score: Score, otherwise: Sequence[tuple[Mark | None, Score]]) -> str:
    before = {player.seat: player.total for player in score.players}
    words = Message("{mark} makes the total of seat {seat} {total}, not {before}")
    changes = [
        words.filled(mark=mark_name(mark), seat=player.seat, total=player.total, before=before[player.seat])
        for mark, other in otherwise
        for player in other.players
        if player.total != before[player.seat]
    ]
    if any(changes_ranking(score, other) for _, other in otherwise):
        changes.append(Message("the ranking would be another"))
    return listed(changes) if changes else ""
