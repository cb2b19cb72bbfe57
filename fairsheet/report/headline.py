"""The headline of a report: who has won a table, or leads, with how many points."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from fairsheet.engine.checks.verdict import SheetVerdict
from fairsheet.engine.recorded.recorded_tables import play_together, table_sheets
from fairsheet.engine.records.record import NO_SEAT, Record
from fairsheet.engine.records.table_records import missing_seats
from fairsheet.engine.scoring.score import AstraScore, Score
from fairsheet.languages.messages import counted, listed
from fairsheet.report.contents import ReportTable, sheet_of
from fairsheet.wording.missing_parts import unknown_winner_line, unranked_line
from fairsheet.wording.points import Points
from fairsheet.wording.table_words import lacking_words


def headline(
    table: ReportTable,
    records: Sequence[Record],
    points: Points,
    names: Mapping[int, str],
    found: Collection[SheetVerdict],
) -> str:
    """Who won, or leads, with how many points; of those who play together what their common sheet adds up.

    Where nothing is decided yet, or the first of them has an illegal sheet, it says so.
    """
    said = _headline(table, records, points, names, found)
    but = reservation(found, table.score.ranking[0] if table.score and table.score.ranking else ())
    is_ranked = bool(points.seats) and not is_won_together(table, records)
    return f"{but[0].upper()}{but[1:]}, {said}" if but and is_ranked else said


def reservation(found: Collection[SheetVerdict], first: Collection[int]) -> str:
    """What is to be said against a ranking with these seats in the first place; "" where there is nothing."""
    if any(each.verdict == "undecided" for each in found):
        return "as read"
    illegal = {each.seat for each in found if each.verdict == "illegal"}.intersection(first)
    if not illegal:
        return ""
    return "on an illegal sheet" if len(illegal) == len(first) else "with an illegal sheet among them"


def _headline(
    table: ReportTable,
    records: Sequence[Record],
    points: Points,
    names: Mapping[int, str],
    found: Collection[SheetVerdict],
) -> str:
    common = [player for player in table.score.players if player.seat == NO_SEAT] if table.score else []
    if table.sheet.game is not None and table.score is not None and isinstance(table.score.winner, str):
        if any("opponent" in sheet_of(table, each).attrs for each in records):
            return _headline_against(points, common[0].total, table.score.winner, names)
        return _headline_of_target(points, table.score, names)
    if (score := table.score) is not None and isinstance(score.astra, AstraScore):
        return _headline_of_solo(points, score, names)
    if is_won_together(table, records):
        line = unknown_winner_line(table.sheet, records)
        return f"{line[:1].upper()}{line[1:]}."
    if common:
        return f"{counted(common[0].total, 'point')} for the whole table."
    if not points.seats:
        return "Nobody can be ranked: pages are missing."
    best = [names[seat] for seat, rank in zip(points.seats, points.ranks, strict=True) if rank == 1]
    total = counted(points.total.values[0], "point")
    unranked = unranked_line(table.sheet, records, table.catalog)
    missing = bool(missing_seats(table.sheet, records)) or unranked is not None
    if missing or any(not each.over for each in found):
        why = "sheets are missing" if missing else "the game is not over"
        return f"{listed(best)} {'leads' if len(best) == 1 else 'lead'} with {total}; {why}."
    if len(best) == 1:
        return f"{best[0]} wins with {total}."
    return f"{listed(best)} share the first place with {total}."


def is_won_together(table: ReportTable, records: Sequence[Record]) -> bool:
    """Whether nobody is ranked: those at the table win or lose together, or one plays alone."""
    if table.score is not None and isinstance(table.score.winner, str):
        return True
    return table.sheet.game is not None and play_together(table_sheets(records, table.catalog))


def _headline_against(points: Points, other: int, winner: str, names: Mapping[int, str]) -> str:
    """Who won against an opponent that has a sheet of its own."""
    name, total = names[points.seats[0]], points.total.values[0]
    match winner:
        case "player":
            return f"{name} wins, {total} to {other}."
        case "opponent":
            return f"{name} loses, {total} to {other}."
    return f"A draw: {counted(total, 'point')} each."


def _headline_of_target(points: Points, score: Score, names: Mapping[int, str]) -> str:
    """Whether those who play alone or together have won, with how many points."""
    who, won = [names[seat] for seat in points.seats], score.winner == "player"
    total = counted(score.players[-1].total, "point")
    why = f"{total}." if won else f"{total}: {lacking_words(score)}."
    if not who:
        return f"{'Won' if won else 'Lost'}, with {why}"
    if len(who) == 1:
        return f"{who[0]} {'wins' if won else 'loses'} with {why}"
    return f"{listed(who)} {'win' if won else 'lose'} together, with {why}"


def _headline_of_solo(points: Points, score: Score, names: Mapping[int, str]) -> str:
    """Who won against ASTRA, with how many points to how many; without a winner nothing."""
    assert isinstance(score.astra, AstraScore)
    name, total, astra = names[points.seats[0]], points.total.values[0], score.astra.total
    match score.winner:
        case "player":
            return f"{name} wins against ASTRA, {total} to {astra}."
        case "astra":
            return f"ASTRA wins against {name}, {astra} to {total}."
        case "draw":
            return f"A draw: {name} and ASTRA have {counted(total, 'point')} each."
    return ""
