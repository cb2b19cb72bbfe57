"""Show what a mark in doubt could change: the total of its player, and the ranking."""

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
    """Return for each record, by field, how other candidates of a doubt would change the score of the table, in words.

    Each candidate is tried separately. A doubt that changes no total and no rank has no entry. Legality is not checked,
    because each candidate would need a proof. `catalog` is that of `ruleset_of`.
    """

    return [
        {
            doubt.field: words
            for doubt in of_record
            if (
                words := _format_effect(
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
    """Yield each other candidate of a doubt and the score of the table with it.

    Candidates below the probability `least` are left out, and so are candidates whose score cannot be computed.
    """
    for mark, share in doubt.candidates:
        if mark != doubt.chosen and share >= least:
            other = corrected(record, {doubt.field: mark})
            table = [other if each is record else each for each in records]
            with suppress(FairsheetError):
                yield mark, ruleset_of(sheet, catalog).score(table)


def changes_ranking(score: Score, other: Score) -> bool:
    """Return whether another score ranks the players differently; players without a rank do not count."""
    ranked = {seat for seats in score.ranking for seat in seats}
    left = {seat for seats in other.ranking for seat in seats} - ranked
    return without_rank(other, left).ranking != score.ranking


def _format_effect(score: Score, otherwise: Sequence[tuple[Mark | None, Score]]) -> str:
    before = {player.seat: player.total for player in score.players}
    words = Message("{mark} makes the total of player {seat} {total}, not {before}")
    changes = [
        words.filled(mark=mark_name(mark), seat=player.seat, total=player.total, before=before[player.seat])
        for mark, other in otherwise
        for player in other.players
        if player.total != before[player.seat]
    ]
    if any(changes_ranking(score, other) for _, other in otherwise):
        changes.append(Message("the ranking would change"))
    return listed(changes) if changes else ""
