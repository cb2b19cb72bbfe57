"""Make the labels of the pages of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.recorded.registry import draw_print_by_seat
from fairsheet.engine.records.record import Table, table_of
from fairsheet.engine.records.table_options import format_options
from fairsheet.languages.messages import Message
from fairsheet.sheets.drawing.typeface import format_character, without_glyph
from fairsheet.sheets.label.label import Label, LabelledPage
from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def labels_of(
    sheet: Sheet, game: Table, seats: Sequence[int], names: Mapping[int, str] | None = None
) -> list[Label]:
    """Return the labels of the pages of some seats, in order; `names` are the printed player names by seat."""
    missions = tuple(card for _, card in sorted((game.missions or {}).items()))
    return [
        Label(
            sheet.name,
            sheet.fingerprint,
            game.seed,
            game.players,
            seat,
            game.solo,
            missions,
            page,
            game.name,
            format_options(game.chosen),
            game.print,
            (names or {}).get(seat, ""),
            language=game.language,
        )
        for seat in seats
        for page in sheet.pages_of(seat)
    ]


def drawn_prints(sheet: Sheet, game: Table, seats: Sequence[int]) -> dict[int, DrawnPrint]:
    """Return by seat the print of the set-up that the seed draws."""
    return draw_print_by_seat(sheet, game, seats) if sheet.seed_draws else {}


def pages_of(
    sheet: Sheet, game: Table, seat: int, names: Mapping[int, str] | None = None
) -> list[LabelledPage]:
    """Return the pages of a seat's sheet."""
    drawn = drawn_prints(sheet, game, [seat])
    return [LabelledPage(sheet, label, drawn.get(seat)) for label in labels_of(sheet, game, [seat], names)]


def unseen_warning(what: str, words: str) -> str | None:
    """Return a warning about characters of a seed or name that a page cannot show; None if it shows all.

    >>> unseen_warning("seed", "coral-otter-42")
    >>> print(unseen_warning("seed", "to the \N{ROCKET}"))
    the seed has \N{ROCKET} (U+1F680), which cannot be seen on the page; the code on the page has it
    """
    unseen = dict.fromkeys(
        [*without_glyph(words), *(character for character in words if not character.isprintable())]
    )
    if not unseen:
        return None
    shown = ", ".join(map(format_character, unseen))
    return f"the {what} has {shown}, which cannot be seen on the page; the code on the page has it"


def table_with_cards(
    sheet: Sheet, seed: str | None, players: int, missions: str | None, name: str | None, solo: int | None
) -> Table:
    """Return the table of a game with the cards of a seed; without a seed, with physical cards or none.

    `missions` are those of physical cards, as typed: `A1,B2,C1` or `a1,b2,c1`; without them their places stay empty, to
    be filled in by hand. Raises FairsheetError if the values do not fit the sheet.
    """
    if seed is not None:
        return table_of(deal(sheet, seed, players, solo), name)
    if missions is None:
        return Table(None, players, solo, name=name)
    in_small = {id_.lower(): id_ for id_ in sheet.mission}
    typed = [id_.strip() for id_ in missions.split(",")]
    ids = [id_ if id_ in sheet.mission else in_small.get(id_.lower(), id_) for id_ in typed]
    return Table(None, players, solo, missions_by_letter(sheet, ids, "--missions"), name)


def missions_by_letter(sheet: Sheet, ids: Sequence[str], where: str) -> dict[str, str]:
    """Return the missions of a game by letter. Raises FairsheetError unless there is one for each letter."""
    unknown = next((id_ for id_ in ids if id_ not in sheet.mission), None)
    if unknown is not None:
        hint = (
            Message("choose from {choices}", choices=", ".join(sheet.mission))
            if sheet.missions
            else Message("this sheet has none: leave it out")
        )
        problem = Message("there is no mission {unknown!r}", unknown=unknown)
        raise FairsheetError(problem, code=ErrorCode.UNKNOWN_MISSION, where=where, hint=hint)
    chosen = {sheet.mission[id_].letter: id_ for id_ in ids}
    letters = sorted({mission.letter for mission in sheet.missions})
    if len(ids) != len(letters) or len(chosen) != len(letters):
        problem = Message("these are not the missions of one game: {missions}", missions=",".join(ids))
        hint = Message("give one for each of {letters}", letters=", ".join(letters))
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=where, hint=hint)
    return chosen
