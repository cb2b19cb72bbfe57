"""Write the headline of a report: who has won or leads a table, with how many points."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from fairsheet.engine.checks.verdict import SheetVerdict
from fairsheet.engine.records.record import NO_SEAT
from fairsheet.engine.records.table_records import missing_seats
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import AstraScore, Score
from fairsheet.languages.messages import Message, as_sentence, counted, joined, listed
from fairsheet.reports.contents import ReportTable, sheet_of
from fairsheet.wording.missing_parts import unknown_winner_line, unranked_line
from fairsheet.wording.points import Points
from fairsheet.wording.table_words import astra_lines, lacking_words


def headline(table: ReportTable, points: Points, names: Mapping[int, str]) -> str:
    """Return who won or leads, with how many points; for a team, the sum of their common sheet.

    The headline says if nothing is decided yet, or if fields are hidden. A player with an illegal sheet is not ranked.
    """
    doubts = [doubt for each in table.sheets for doubt in each.doubts or ()]
    if any(doubt.is_covered for doubt in doubts):
        return Message(
            "The winner is unknown: {n} field cannot be seen.",
            "The winner is unknown: {n} fields cannot be seen.",
            n=sum(doubt.is_unseen for doubt in doubts),
        )
    sentence = _headline(table, points, names)
    is_ranked = bool(points.seats) and not is_won_together(table)
    return Message("As read, {said}", said=sentence) if is_ranked and is_as_read(table.found) else sentence


def is_as_read(found: Collection[SheetVerdict]) -> bool:
    """Check whether a ranking holds only for the sheets as read."""
    return any(each.verdict == "undecided" for each in found)


def _headline(table: ReportTable, points: Points, names: Mapping[int, str]) -> str:
    score = table.score
    assert score is not None  # because there are points
    common = [player for player in score.players if player.seat == NO_SEAT]
    if isinstance(score.astra, AstraScore):
        return _headline_of_solo(points, score, names)
    if isinstance(score.winner, str):
        if any("opponent" in sheet_of(table, each).attrs for each in table.records):
            return _headline_against(points, common[0].total, score.winner, names)
        return _headline_of_target(points, score, names)
    if is_won_together(table):
        return as_sentence(unknown_winner_line(table.sheet, table.records))
    if common:
        return Message("{total} for the whole table.", total=counted(common[0].total, "point"))
    if not points.seats:
        return Message("Nobody can be ranked: pages are missing.")
    by_rank = list(zip(points.ranks, points.seats, strict=True))
    best = [names[seat] for rank, seat in by_rank if rank == 1]
    if not best:
        return Message("Nobody is ranked.")
    others = [names[seat] for rank, seat in by_rank if rank is None]
    result = _result_of_ranking(table, best, points.totals[points.seats[0]])
    if not others:
        return as_sentence(result)
    words = Message("{said}; {names} is not ranked.", "{said}; {names} are not ranked.")
    return words.filled(n=len(others), names=listed(others), said=result)


def _result_of_ranking(table: ReportTable, best: Sequence[str], total: str) -> Message:
    """Return who wins or leads a game with a ranking."""
    unranked = unranked_line(table.sheet, table.records, table.catalog)
    missing = bool(missing_seats(table.sheet, table.records)) or unranked is not None
    if missing or any(not each.over for each in table.found):
        words = Message(
            "{names} leads with {total}; the game is not over",
            "{names} lead with {total}; the game is not over",
        )
        if missing:
            words = Message(
                "{names} leads with {total}; sheets are missing",
                "{names} lead with {total}; sheets are missing",
            )
        return words.filled(n=len(best), names=listed(best), total=total)
    return Message(
        "{names} wins with {total}",
        "{names} share the first place with {total}",
        n=len(best),
        names=listed(best),
        total=total,
    )


def is_won_together(table: ReportTable) -> bool:
    """Check whether there is no ranking: the players win or lose together, or one plays alone."""
    score = table.score
    if score is not None and (isinstance(score.winner, str) or isinstance(score.astra, AstraScore)):
        return True
    return ruleset_of(table.sheet, table.catalog).play_together(table.records)


def _headline_against(points: Points, other: int, winner: str, names: Mapping[int, str]) -> str:
    """Return who won against an opponent with its own sheet."""
    name, total = names[points.seats[0]], points.total.values[0]
    match winner:
        case "player":
            return Message("{name} wins, {total} to {other}.", name=name, total=total, other=other)
        case "opponent":
            return Message("{name} loses, {total} to {other}.", name=name, total=total, other=other)
    return Message("A draw: {total} each.", total=counted(total, "point"))


def _headline_of_target(points: Points, score: Score, names: Mapping[int, str]) -> str:
    """Return whether a solo player or a team has won, with how many points."""
    who, won = [names[seat] for seat in points.seats], score.winner == "player"
    total = counted(score.players[-1].total, "point")
    why = total if won else joined(": ", (total, lacking_words(score)))
    if not who:
        return Message("Won, with {why}.", why=why) if won else Message("Lost, with {why}.", why=why)
    words = Message("{names} loses with {why}.", "{names} lose together, with {why}.")
    if won:
        words = Message("{names} wins with {why}.", "{names} win together, with {why}.")
    return words.filled(n=len(who), names=listed(who), why=why)


def _headline_of_solo(points: Points, score: Score, names: Mapping[int, str]) -> str:
    """Return who won against ASTRA, with both totals; or that the winner is unknown."""
    assert isinstance(score.astra, AstraScore)
    name, total, astra = names[points.seats[0]], points.total.values[0], score.astra.total
    match score.winner:
        case "player":
            return Message(
                "{name} wins against ASTRA, {total} to {astra}.", name=name, total=total, astra=astra
            )
        case "astra":
            return Message(
                "ASTRA wins against {name}, {astra} to {total}.", name=name, astra=astra, total=total
            )
        case "draw":
            return Message(
                "A draw: {name} and ASTRA have {total} each.", name=name, total=counted(total, "point")
            )
    return as_sentence(astra_lines(score)[-1])
