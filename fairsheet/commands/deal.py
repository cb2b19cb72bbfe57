"""`fairsheet deal`: what a seed deals, as a list or called turn by turn."""

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
    as_spoken,
    check_pdf_name,
    out_option,
    paper_option,
    players_for,
    result_options,
    sheet_or_game_argument,
    table_options,
)
from fairsheet.options.recorded_evenings import (
    check_no_options,
    check_rounds,
    deal_document,
    recorded_table,
    show_draw,
    show_hidden,
)
from fairsheet.options.seeds import given_or_new_seed, new_seed, tell_seed
from fairsheet.process.console import print_json, print_table, say, show_folded
from fairsheet.process.output_files import write_file
from fairsheet.process.spoken import spoken
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, read_file
from fairsheet.wording.formatting import format_missions

USUAL_TURNS = 40  # games rarely last longer; there is no last turn
_ON_SHEETS = "Printed sheets say it: Seat 1 of 3 is for three."
_LATER_CARDS = "give --history, or let the caller in a terminal ask which card went where"
_TURN = Message("turn#")
_DECK_EMPTY = f"the deck is empty after turn {LAST_TURN}"


@click.command("deal")
@sheet_or_game_argument
@table_options
@click.option("--history", type=INPUT, metavar="FILE",
              help="The solo game so far, whose next turns are shown.")  # fmt: skip
@click.option(
    "--turns",
    type=int,
    help=f"How many turns to show.  [default: {USUAL_TURNS}; of a solo game all that are known]",
)
@click.option("--from", "first", type=int, metavar="TURN", help="The turn to begin with.")
@click.option(
    "--reveal",
    multiple=True,
    metavar="NAME[.N]",
    help="Of a recorded game, show what lies face down: all of that name, or the Nth. Can be given several times.",
)
@paper_option
@result_options
@out_option("A PDF of the caller on paper, for a table without a screen.")
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

    In a terminal, without --turns or --json, it is the caller of the table: the right and down arrows, Space and
    Enter turn over the next turn, the left and up arrows go back, a number and Enter goes to that turn, Q ends.
    Called again with the same seed it goes on where it was left, and need not be told --players.

    \b
        fairsheet deal launch --seed coral-otter-42 --players 3
        fairsheet deal launch --seed coral-otter-42 --players 3 --from 12
        fairsheet deal launch --seed coral-otter-42 --players 3 --turns 20
        fairsheet deal launch --seed coral-otter-42 --players 3 -o caller.pdf
    \b
    In the solo game the caller also asks which cards were used, since those of the second passage depend on it:
        fairsheet deal launch --seed coral-otter-42 --solo 4
        fairsheet deal launch --seed coral-otter-42 --solo 4 --history history-1.json
    \b
    Of a game that is recorded it shows what lies open when it is set up, and what lies face down, or comes up in a
    round, only if asked for:
        fairsheet deal ares-expedition --seed coral-otter-42 --players 3
        fairsheet deal ares-expedition --seed coral-otter-42 --players 3 --reveal oceans.1
        fairsheet deal ares-expedition --seed coral-otter-42 --solo 2 --from 3 --turns 1
    """
    check_pdf_name(out)
    wanted = Wanted(first, turns, paper, as_json, out)
    if sheet.seed_draws:
        _check_recorded(sheet, history, wanted, reveal)
        _deal_recorded(sheet, typed, wanted, reveal)
        return
    if reveal:
        hint = "leave it out: the caller turns over turn by turn"
        raise FairsheetError("only recorded games have anything face down", where="--reveal", hint=hint)
    check_no_options(typed.options)
    if typed.solo is not None:
        _deal_solo(sheet, typed, typed.solo, history, wanted)
        return
    if history is not None:
        problem = "only the solo game depends on what was played"
        raise FairsheetError(problem, where="--history", hint="give --solo LEVEL, too")
    begin, last = _turns_asked_for(first, turns)
    if not has_cards(sheet):
        hint = (
            "if it is played with the cards of fairsheet, write cards: yes behind the title in its first line"
        )
        raise FairsheetError("there is nothing to deal: this game has no cards", where=sheet.name, hint=hint)
    players = typed.players
    if players is None and typed.seed is not None:
        from fairsheet.caller.calling import players_before

        players = players_before(sheet, typed.seed)
    if players is None and wanted.is_called:
        players = click.prompt(f"How many play? {_ON_SHEETS}", type=int, prompt_suffix=" ")
    elif players is None:
        raise click.UsageError(f"Missing option '--players'. {_ON_SHEETS}", click.get_current_context())
    players = players_for(sheet, players)
    dealt = deal(sheet, given_or_new_seed(typed.seed), players)
    if wanted.is_called:
        from fairsheet.caller.calling import call_table

        call_table(sheet, dealt, first)
        return
    if out is not None:
        from fairsheet.caller.on_paper import caller_on_paper

        caller = caller_on_paper(as_spoken(sheet), dealt, begin, last, paper, spoken().language)
        _write_caller(out, caller, begin, last, dealt)
    if as_json:
        print_json(msgspec.Raw(write_deal(dealt, last, begin)))
    elif out is None:
        _show_missions(sheet, dealt)
        rows = [
            (turn.turn, *(_offered(offer.number, offer.action) for offer in turn.offers))
            for turn in dealt.turns(last, begin)
        ]
        offers = [Message("offer {offer}", offer=place) for place in (1, 2, 3)]
        print_table((_TURN, *offers), rows)


@dataclass(frozen=True)
class Wanted:
    """Which turns are wanted, and how: `count` of them from `first`, on paper where `out` is given."""

    first: int | None
    count: int | None
    paper: str
    as_json: bool
    out: Path | None

    @property
    def is_called(self) -> bool:
        """Whether they are called in a terminal, one after the other."""
        if self.count is not None or self.as_json or self.out is not None:
            return False
        return sys.stdin.isatty() and sys.stdout.isatty()


def _turns_asked_for(first: int | None, count: int | None) -> tuple[int, int]:
    """The first and the last turn that are shown. Raises FairsheetError for one that there is not."""
    if count is not None:
        check_turn(count, where="--turns")
    if first is not None:
        check_turn(first, where="--from")
    begin = first or TURNS[0]
    last = min(begin + USUAL_TURNS - 1, TURNS[-1]) if count is None else begin + count - 1
    if last not in TURNS:
        raise FairsheetError(f"there is no turn {last}", where="--turns", hint=f"the last one is {TURNS[-1]}")
    return begin, last


def _check_recorded(sheet: Sheet, history: Path | None, wanted: Wanted, reveal: Sequence[str]) -> None:
    """Raises FairsheetError for what only the caller of a scenario knows, and for options that do not go together."""
    if history is not None:
        raise FairsheetError("a recorded game has no history", where="--history", hint="leave it out")
    if wanted.out is not None:
        hint = f"its sheets have what the seed draws: fairsheet print {sheet.name}"
        raise FairsheetError("a recorded game has no caller on paper", where="--out", hint=hint)
    if reveal and wanted.as_json:
        problem = "the document tells all that the seed draws, what lies face down with it"
        raise FairsheetError(problem, where="--json", hint="leave out --json or --reveal")
    for option, given in (("--from", wanted.first), ("--turns", wanted.count)):
        if given is not None and reveal:
            problem = "what lies face down is of no round"
            raise FairsheetError(problem, where=option, hint=f"leave out {option} or --reveal")
        if given is not None and wanted.as_json:
            problem = "the document tells all rounds that the seed draws"
            raise FairsheetError(problem, where=option, hint=f"leave out {option} or --json")


def _deal_recorded(sheet: Sheet, typed: TypedTable, wanted: Wanted, reveal: Sequence[str]) -> None:
    """Shows what a seed draws for a game that is recorded."""
    made = new_seed() if typed.seed is None else typed.seed
    game = recorded_table(sheet, replace(typed, seed=made))
    check_rounds(sheet, game, wanted.first, wanted.count)
    if typed.seed is None:
        tell_seed(made)
    if wanted.as_json:
        print_json(deal_document(sheet, game))
    elif reveal:
        show_hidden(sheet, game, reveal)
    else:
        show_draw(sheet, game, wanted.first, wanted.count)


def _deal_solo(sheet: Sheet, typed: TypedTable, level: int, history: Path | None, wanted: Wanted) -> None:
    """Shows the turns of the solo game that are known, or those after a history."""
    _check_solo_limits(wanted.first, wanted.count)
    played = () if history is None else read_history(read_file(history, LARGEST + 1), str(history))
    if history is not None and typed.seed is None:
        problem = "a history is of the game of one seed"
        raise FairsheetError(problem, where="--history", hint="give --seed, too")
    players = players_for(sheet, typed.players, level)
    begun = deal(sheet, given_or_new_seed(typed.seed), players, level)
    assert isinstance(begun, SoloDeal)
    dealt = begun
    if history is not None:
        dealt = after_history(begun, played, str(history))
        check_ink(solo_sheet(sheet, level), begun, played, str(history))
    if wanted.is_called:
        from fairsheet.caller.calling import call_solo

        call_solo(solo_sheet(sheet, level), begun, None if history is None else played, wanted.first)
        return
    _show_solo(sheet, dealt, wanted.first or turns_played(played) + 1, wanted)


def _show_solo(sheet: Sheet, dealt: SoloDeal, begin: int, wanted: Wanted) -> None:
    """Shows the turns from `begin` that are known."""
    last = LAST_TURN + 1 if wanted.count is None else begin + wanted.count - 1
    turns = solo_turns(dealt, last, begin)
    if not turns and len(dealt.gone) < FIRST_TURNS:
        problem = f"turn {begin} is not known yet: it depends on the cards used before"
        raise FairsheetError(problem, where="--from", hint=_LATER_CARDS)
    if wanted.out is not None:
        from fairsheet.caller.on_paper import solo_caller_on_paper

        if not turns:
            raise FairsheetError(_DECK_EMPTY, where=format_path(wanted.out), hint="there is nothing to print")
        pdf = solo_caller_on_paper(sheet, dealt, turns, wanted.paper, spoken().language)
        _write_caller(wanted.out, pdf, turns[0].turn, turns[-1].turn, dealt)
    if wanted.as_json:
        print_json(msgspec.Raw(write_deal(dealt, last, begin)))
    elif wanted.out is None:
        _show_missions(sheet, dealt)
        rows = [(turn.turn, *format_cards_of(turn), ", ".join(turn.effects)) for turn in turns]
        if rows:
            cards = [Message("card {card}", card=place) for place in (1, 2, 3)]
            print_table((_TURN, *cards, Message("effects")), rows)
    if not turns:
        say(_DECK_EMPTY)
    elif turns[-1].turn < min(last, LAST_TURN):
        say(f"the cards after turn {turns[-1].turn} depend on those used before; {_LATER_CARDS}")


def _check_solo_limits(first: int | None, count: int | None) -> None:
    """Raises FairsheetError for a --from or --turns beyond the deck, with the effect cards below it."""
    check_turn(1 if first is None else first, "--from")
    check_turn(1 if count is None else count, "--turns")
    if (first or 1) + (count or 1) - 1 > LAST_TURN + 1:
        problem = f"a solo game has {LAST_TURN} turns at most"
        where = "--from" if count is None else "--turns"
        raise FairsheetError(problem, where=where, hint=f"ask for turns 1 to {LAST_TURN}")


def _show_missions(sheet: Sheet, dealt: Deal) -> None:
    for letter, words in format_missions(sheet, dealt.missions):
        show_folded(joined("  ", (letter, words)), hang=3)


def _write_caller(out: Path, pdf: bytes, first: int, last: int, dealt: Deal) -> None:
    """Writes the caller on paper, and says which turns it has."""
    write_file(out, pdf)
    words = Message("{file}: turns {first} to {last} of seed {seed}")
    say(words.filled(file=format_path(out), first=first, last=last, seed=dealt.seed))


def format_cards_of(turn: DealtSoloTurn) -> list[str]:
    """The three cards of a solo turn; blanks where the deck was empty."""
    return [_offered(card.number, card.action) for card in turn.cards] or [""] * CARDS


def _offered(number: int, action: str) -> str:
    """A number and an action in a column of them."""
    return joined(" ", (f"{number:>2}", term(action)))
