"""`fairsheet deal`: show what a seed deals, as a list or turn by turn."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import msgspec

from fairsheet.engine.dealing.deal import (
    TURNS,
    Deal,
    DealtSoloTurn,
    SoloDeal,
    check_turn,
    deal,
    solo_turns,
    write_deal,
)
from fairsheet.engine.dealing.solo_deck import CARDS, FIRST_TURNS, LAST_TURN
from fairsheet.engine.records.json_documents import LARGEST
from fairsheet.engine.records.record import read_history
from fairsheet.engine.simulation.solo_history import after_history, check_ink, turns_played
from fairsheet.languages.messages import Message, joined
from fairsheet.languages.terms import term
from fairsheet.options.options import (
    INPUT,
    TypedTable,
    check_pdf_name,
    out_option,
    paper_option,
    players_for,
    result_options,
    sheet_or_game_argument,
    table_options,
    translate_sheet,
)
from fairsheet.options.recorded_evenings import (
    check_no_options,
    check_rounds,
    deal_document,
    recorded_table,
    show_draw,
    show_hidden,
)
from fairsheet.options.seeds import given_or_new_seed, new_seed, print_seed
from fairsheet.process.console import print_json, print_table, say, show_folded
from fairsheet.process.output_files import write_file
from fairsheet.process.spoken import command_language
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, read_file
from fairsheet.wording.formatting import format_missions

USUAL_TURNS = 40  # games rarely last longer, but have no fixed end
_ON_SHEETS = "Printed sheets show it: seat 1 of 3 means three players."
_LATER_CARDS = "give --history, or use the caller in a terminal, which asks for the cards used"
_TURN = Message("turn#")
_DECK_EMPTY = f"the deck is empty after turn {LAST_TURN}"


@click.command("deal")
@sheet_or_game_argument
@table_options
@click.option("--history", type=INPUT, metavar="FILE",
              help="Show the turns that follow this history of a solo game.")  # fmt: skip
@click.option(
    "--turns",
    type=int,
    help=f"Show this number of turns; default {USUAL_TURNS}, in a solo game all known turns.",
)
@click.option(
    "--from",
    "first",
    type=int,
    metavar="TURN",
    help="Begin with this turn; default: 1, or the turn at which you stopped.",
)
@click.option(
    "--reveal",
    multiple=True,
    metavar="NAME[.N]",
    help="In a recorded game: show all face-down cards of this name, or only the Nth; can be given several times.",
)
@paper_option
@result_options
@out_option("Write the turns to this PDF, for a table without a screen.")
def command(
    sheet: Sheet,
    typed: TypedTable,
    history: Path | None,
    turns: int | None,
    first: int | None,
    reveal: tuple[str, ...],
    paper: str,
    as_json: bool,
    out: Path | None,
) -> None:
    """Show the missions and turns that a seed deals.

    In a terminal, without --turns, --json or -o, this is the caller of the table. The right and down arrows, Space and
    Enter show the next turn. The left and up arrows go back, a number and Enter goes to that turn, and Q ends. With
    the same seed, the caller later continues where you left it, and you can omit --players.

    \b
        fairsheet deal launch --seed coral-otter-42 --players 3
        fairsheet deal launch --seed coral-otter-42 --players 3 --from 12
        fairsheet deal launch --seed coral-otter-42 --players 3 --turns 20
        fairsheet deal launch --seed coral-otter-42 --players 3 -o caller.pdf
    \b
    In the solo game the caller also asks which cards you used, because the cards of the second passage depend on it:
        fairsheet deal launch --seed coral-otter-42 --solo 4
        fairsheet deal launch --seed coral-otter-42 --solo 4 --history history-1.json
    \b
    For a recorded game the command shows the open setup. It shows face-down cards, or the cards of a round, only if
    you ask for them:
        fairsheet deal ares-expedition --seed coral-otter-42 --players 3
        fairsheet deal ares-expedition --seed coral-otter-42 --players 3 --reveal oceans.1
        fairsheet deal ares-expedition --seed coral-otter-42 --solo 2 --from 3 --turns 1
    """
    check_pdf_name(out)
    request = TurnRequest(first, turns, paper, as_json, out)
    if sheet.seed_draws:
        _check_recorded(sheet, history, request, reveal)
        _deal_recorded(sheet, typed, request, reveal)
        return
    if reveal:
        hint = "leave it out"
        problem = "only recorded games have face-down cards"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--reveal", hint=hint)
    check_no_options(typed.options)
    if typed.solo is not None:
        _deal_solo(sheet, typed, typed.solo, history, request)
        return
    if history is not None:
        problem = "only a solo game has a history"
        hint = "also give --solo LEVEL"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--history", hint=hint)
    begin, last = _parse_turns(first, turns)
    if not has_cards(sheet):
        hint = "if it uses the cards of fairsheet, write cards: yes after the title in its first line"
        problem = "this game has no cards to deal"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=sheet.name, hint=hint)
    players = typed.players
    if players is None and typed.seed is not None:
        from fairsheet.caller.calling import players_before

        players = players_before(sheet, typed.seed)
    if players is None and request.is_called:
        players = click.prompt(f"How many players? {_ON_SHEETS}", type=int, prompt_suffix=" ")
    elif players is None:
        raise click.UsageError(f"Missing option '--players'. {_ON_SHEETS}", click.get_current_context())
    players = players_for(sheet, players)
    dealt = deal(sheet, given_or_new_seed(typed.seed), players)
    if request.is_called:
        from fairsheet.caller.calling import call_table

        call_table(sheet, dealt, first)
        return
    if out is not None:
        from fairsheet.caller.on_paper import caller_on_paper

        caller = caller_on_paper(
            translate_sheet(sheet), dealt, begin, last, paper, command_language().language
        )
        _write_caller(out, caller, begin, last, dealt)
    if as_json:
        print_json(msgspec.Raw(write_deal(dealt, last, begin)))
    elif out is None:
        _show_missions(sheet, dealt)
        rows = [
            (turn.turn, *(_format_offer(offer.number, offer.action) for offer in turn.offers))
            for turn in dealt.turns(last, begin)
        ]
        offers = [Message("offer {offer}", offer=place) for place in (1, 2, 3)]
        print_table((_TURN, *offers), rows)


@dataclass(frozen=True)
class TurnRequest:
    """The turns to show and how to show them: `count` turns from `first`, on paper if `out` is given."""

    first: int | None
    count: int | None
    paper: str
    as_json: bool
    out: Path | None

    @property
    def is_called(self) -> bool:
        """Return whether the turns are called in a terminal, one after the other."""
        if self.count is not None or self.as_json or self.out is not None:
            return False
        return sys.stdin.isatty() and sys.stdout.isatty()


def _parse_turns(first: int | None, count: int | None) -> tuple[int, int]:
    """Return the first and the last turn to show. Raises FairsheetError if the game has no such turn."""
    if count is not None:
        check_turn(count, where="--turns")
    if first is not None:
        check_turn(first, where="--from")
    begin = first or TURNS[0]
    last = min(begin + USUAL_TURNS - 1, TURNS[-1]) if count is None else begin + count - 1
    if last not in TURNS:
        hint = f"the last one is {TURNS[-1]}"
        raise FairsheetError(f"there is no turn {last}", code=ErrorCode.BAD_TURN, where="--turns", hint=hint)
    return begin, last


def _check_recorded(sheet: Sheet, history: Path | None, request: TurnRequest, reveal: Sequence[str]) -> None:
    """Raise FairsheetError for options that a recorded game does not have, or that conflict."""
    if history is not None:
        problem = "a recorded game has no history"
        hint = "leave it out"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--history", hint=hint)
    if request.out is not None:
        hint = f"print its sheets with the cards of the seed: fairsheet print {sheet.name}"
        problem = "a recorded game has no caller on paper"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--out", hint=hint)
    if reveal and request.as_json:
        problem = "the JSON document already has the face-down cards"
        hint = "leave out --json or --reveal"
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--json", hint=hint)
    for option, given in (("--from", request.first), ("--turns", request.count)):
        if given is not None and reveal:
            problem = "face-down cards do not belong to a round"
            hint = f"leave out {option} or --reveal"
            raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where=option, hint=hint)
        if given is not None and request.as_json:
            problem = "the JSON document already has all rounds"
            hint = f"leave out {option} or --json"
            raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where=option, hint=hint)


def _deal_recorded(sheet: Sheet, typed: TypedTable, request: TurnRequest, reveal: Sequence[str]) -> None:
    """Show what a seed draws for a recorded game."""
    seed = new_seed() if typed.seed is None else typed.seed
    game = recorded_table(sheet, replace(typed, seed=seed))
    check_rounds(sheet, game, request.first, request.count)
    if typed.seed is None:
        print_seed(seed)
    if request.as_json:
        print_json(deal_document(sheet, game))
    elif reveal:
        show_hidden(sheet, game, reveal)
    else:
        show_draw(sheet, game, request.first, request.count)


def _deal_solo(
    sheet: Sheet, typed: TypedTable, level: int, history: Path | None, request: TurnRequest
) -> None:
    """Show the known turns of the solo game, or the turns after a history."""
    _check_solo_limits(request.first, request.count)
    played = () if history is None else read_history(read_file(history, LARGEST + 1), str(history))
    if history is not None and typed.seed is None:
        problem = "a history belongs to one seed"
        hint = "also give --seed"
        raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where="--history", hint=hint)
    players = players_for(sheet, typed.players, level)
    begun = deal(sheet, given_or_new_seed(typed.seed), players, level)
    assert isinstance(begun, SoloDeal)
    dealt = begun
    if history is not None:
        dealt = after_history(begun, played, str(history))
        check_ink(solo_sheet(sheet, level), begun, played, str(history))
    if request.is_called:
        from fairsheet.caller.calling import call_solo

        call_solo(solo_sheet(sheet, level), begun, None if history is None else played, request.first)
        return
    _show_solo(sheet, dealt, request.first or turns_played(played) + 1, request)


def _show_solo(sheet: Sheet, dealt: SoloDeal, begin: int, request: TurnRequest) -> None:
    """Show the known turns from `begin`."""
    last = LAST_TURN + 1 if request.count is None else begin + request.count - 1
    turns = solo_turns(dealt, last, begin)
    if not turns and len(dealt.gone) < FIRST_TURNS:
        problem = f"turn {begin} is not known yet because it depends on the cards used before"
        raise FairsheetError(problem, code=ErrorCode.BAD_TURN, where="--from", hint=_LATER_CARDS)
    if request.out is not None:
        from fairsheet.caller.on_paper import solo_caller_on_paper

        if not turns:
            raise FairsheetError(
                _DECK_EMPTY,
                code=ErrorCode.BAD_TURN,
                where=format_path(request.out),
                hint="there is nothing to print",
            )
        pdf = solo_caller_on_paper(sheet, dealt, turns, request.paper, command_language().language)
        _write_caller(request.out, pdf, turns[0].turn, turns[-1].turn, dealt)
    if request.as_json:
        print_json(msgspec.Raw(write_deal(dealt, last, begin)))
    elif request.out is None:
        _show_missions(sheet, dealt)
        rows = [(turn.turn, *format_cards_of(turn), ", ".join(turn.effects)) for turn in turns]
        if rows:
            cards = [Message("card {card}", card=place) for place in (1, 2, 3)]
            print_table((_TURN, *cards, Message("effects")), rows)
    if not turns:
        say(_DECK_EMPTY)
    elif turns[-1].turn < min(last, LAST_TURN):
        say(f"the cards after turn {turns[-1].turn} depend on the cards used before; {_LATER_CARDS}")


def _check_solo_limits(first: int | None, count: int | None) -> None:
    """Raise FairsheetError if --from or --turns goes beyond the deck and the effect cards below it."""
    check_turn(1 if first is None else first, "--from")
    check_turn(1 if count is None else count, "--turns")
    if (first or 1) + (count or 1) - 1 > LAST_TURN + 1:
        problem = f"a solo game has at most {LAST_TURN} turns"
        where = "--from" if count is None else "--turns"
        hint = f"ask for turns 1 to {LAST_TURN}"
        raise FairsheetError(problem, code=ErrorCode.BAD_TURN, where=where, hint=hint)


def _show_missions(sheet: Sheet, dealt: Deal) -> None:
    for letter, words in format_missions(sheet, dealt.missions):
        show_folded(joined("  ", (letter, words)), hang=3)


def _write_caller(out: Path, pdf: bytes, first: int, last: int, dealt: Deal) -> None:
    """Write the caller on paper and print which turns it has."""
    write_file(out, pdf)
    words = Message("{file}: turns {first} to {last} of seed {seed}")
    say(words.filled(file=format_path(out), first=first, last=last, seed=dealt.seed))


def format_cards_of(turn: DealtSoloTurn) -> list[str]:
    """Return the three cards of a solo turn in words, or blanks if the deck was empty."""
    return [_format_offer(card.number, card.action) for card in turn.cards] or [""] * CARDS


def _format_offer(number: int, action: str) -> str:
    """Return a number and an action, aligned for a column."""
    return joined(" ", (f"{number:>2}", term(action)))
