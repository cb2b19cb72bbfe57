"""Print the caller on paper: a PDF with a row for every turn, for a table without a screen."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.dealing.deal import TURNS, TURNS_PER_PASS, Deal, DealtSoloTurn, SoloDeal
from fairsheet.engine.dealing.solo_deck import FIRST_TURNS
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.library.translations import in_language
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import ENGLISH, Sheet
from fairsheet.sheets.printing.caller_page import EFFECTS_COLUMN, SOLO_TURNS_A_PAGE, CallerRow, draw_caller
from fairsheet.wording.formatting import format_missions

_SHUFFLED = Message("then shuffled")


def caller_on_paper(
    sheet: Sheet, dealt: Deal, first: int, last: int, paper: str, language: str = ENGLISH
) -> bytes:
    """Return a PDF, in a language, with a row for every turn from `first` to `last`."""
    rows = [
        CallerRow(
            turn.turn,
            tuple((offer.number, offer.action) for offer in turn.offers),
            tuple(offer.action for offer in dealt.offers(turn.turn + 1)) if turn.turn < TURNS[-1] else (),
            _SHUFFLED if turn.turn % TURNS_PER_PASS == 0 else "",
        )
        for turn in dealt.turns(last, first)
    ]
    sheet = in_language(sheet, language)
    title = Message(
        "{sheet} · seed {seed} · {players}",
        sheet=sheet.title, seed=dealt.seed, players=counted(dealt.players, "player")
    )  # fmt: skip
    return draw_caller(title, format_missions(sheet, dealt.missions), rows, PAPERS[paper], language=language)


def solo_caller_on_paper(
    sheet: Sheet, dealt: SoloDeal, turns: Sequence[DealtSoloTurn], paper: str, language: str = ENGLISH
) -> bytes:
    """Return a PDF, in a language, with a row for each of these turns of a solo game."""
    rows = [
        CallerRow(
            turn.turn,
            tuple((card.number, card.action) for card in turn.cards),
            effects=turn.effects,
            note=_SHUFFLED if turn.turn == FIRST_TURNS else "" if turn.cards else Message("the end"),
        )
        for turn in turns
    ]
    sheet = in_language(sheet, language)
    title = Message("{sheet} · seed {seed} · solo", sheet=sheet.title, seed=dealt.seed)
    missions = format_missions(sheet, dealt.missions)
    return draw_caller(
        title, missions, rows, PAPERS[paper],
        a_page=SOLO_TURNS_A_PAGE, last_column=EFFECTS_COLUMN, language=language,
    )  # fmt: skip
