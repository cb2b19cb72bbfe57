"""The pages that call the turns, synchronised on all devices: cards, solo games, draws of a recorded game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairsheet.caller.solo_state import SoloCall, Use, are_possible_turns
from fairsheet.caller.solo_view import (
    CalledSoloGame,
    current_turn,
    format_rival,
    is_over,
    rival_of,
    turn_words,
)
from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import TURNS_PER_PASS, SoloDeal, deal
from fairsheet.engine.recorded.base.protocol import HiddenDraw
from fairsheet.engine.recorded.registry import draw_of, recorded_game
from fairsheet.languages.messages import Message, joined
from fairsheet.languages.terms import term
from fairsheet.serve.event_log import TABLE, DrawRevealed, Turned, Used
from fairsheet.serve.pages._forms import form_of, number_of, text_of
from fairsheet.serve.pages._visits import Visit, has_turns, redirect_to, visit
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.wording.formatting import format_missions, shuffle_words

CALLED = range(1, 62)  # turns: every turn needs room on a sheet, which has room for at most 61


async def _turn(request: Request) -> Response:
    form = await form_of(request) if request.method == "POST" else None
    at = visit(request)
    if not has_turns(at.overview):
        raise HTTPException(404)
    is_solo = isinstance(_deal_of(at), SoloDeal)
    if form is None:
        draw_page = _solo_page if is_solo else _draw_page if at.overview.played.sheet.game else _cards_page
        return draw_page(at)
    if is_solo:
        if number_of(form, "turn") == len(at.overview.table.used) + 1:  # ignore a second tap
            _use_cards(at, text_of(form, "use"), bool(text_of(form, "out")))
        return redirect_to(at, "turn")
    if name := text_of(form, "reveal"):
        _reveal(at, name, number_of(form, "number"))
        return redirect_to(at, "turn")
    if not _may_turn(at):
        raise FairsheetError("the host turns the cards over", code=ErrorCode.NOT_ALLOWED)
    turn = number_of(form, "turn")
    if turn in CALLED and abs(turn - at.overview.table.turn) == 1:
        at.add_event(Turned(turn))
    return redirect_to(at, "turn")


def _may_turn(at: Visit) -> bool:
    """Return whether a guest may turn cards over: the host, and everybody while the host has no page open."""
    return at.guest.who == TABLE or TABLE not in at.tables.presence.here(at.guest.table)


def _deal_of(at: Visit) -> object:
    """Return the deal of the table; None for a recorded game."""
    played = at.overview.played
    if played.sheet.game:
        return None
    return deal(played.playable.sheets[0], played.game.seed or "", played.game.players, played.game.solo)


def _cards_page(at: Visit) -> Response:
    """Return the page with the offers of the current turn."""
    sheet, game, turn = at.overview.played.sheet, at.overview.played.game, at.overview.table.turn
    dealt = deal(sheet, game.seed or "", game.players)
    following = dealt.offers(turn + 1) if turn and turn + 1 in CALLED else ()
    return at.page(
        "turn.html", "turn", turn=turn, missions=format_missions(sheet, dealt.missions), holds=_may_turn(at),
        offers=dealt.offers(turn) if turn else (), next_actions=[term(each.action) for each in following],
        shuffle=shuffle_words(turn), shuffles=turn % TURNS_PER_PASS == 0, more=turn + 1 in CALLED,
    )  # fmt: skip


def _solo_game(at: Visit) -> tuple[CalledSoloGame, SoloCall]:
    dealt = _deal_of(at)
    assert isinstance(dealt, SoloDeal)
    sheet = at.overview.played.sheet
    missions = format_missions(sheet, dealt.missions)
    return CalledSoloGame(sheet, dealt, missions), SoloCall(at.overview.table.used)


def _solo_page(at: Visit) -> Response:
    """Return the page with the three cards of a solo turn, and the ways to use them."""
    game, call = _solo_game(at)
    over, turn = is_over(game, call), current_turn(game, call)
    cards = () if over else turn.cards
    last = at.overview.table.last
    undo = last.number if last and isinstance(last.event.what, Used) else None
    return at.page(
        "solo.html", "turn", words=turn_words(game, call, turn), missions=game.missions, over=over, undo=undo,
        cards=cards, turn=call.turn, rival=format_rival(rival_of(game, call)), uses=list(_possible_uses(cards)),
    )  # fmt: skip


def _possible_uses(cards: Sequence[Card]) -> Iterator[tuple[str, Message]]:
    """Yield the ways to use three cards (number, action, ASTRA), each as a form value and in words."""
    called = [joined(" ", (card.number, term(card.action))) for card in cards]
    for number, action, third in permutations(range(len(cards)), 3):
        yield (
            f"{number + 1}{action + 1}{third + 1}",
            Message(
                "number {number}, action {action}; ASTRA gets {third}",
                number=cards[number].number, action=term(cards[action].action), third=called[third]
            ),
        )  # fmt: skip
    for third, words in enumerate(called, 1):
        yield f"00{third}", Message("an error; ASTRA gets {third}", third=words)


def _use_cards(at: Visit, cards: str, out: bool) -> None:
    """Use the cards of a turn: one digit each for number, action and ASTRA; the first two are 0 for an error."""
    game, call = _solo_game(at)
    number, action, third = map(int, cards) if re.fullmatch("[0-3]{3}", cards) else (0, 0, 0)
    use = Use(number or None, action or None, third, out)
    if bool(number) != bool(action) or not are_possible_turns((use,)) or is_over(game, call):
        raise FairsheetError(
            "these cards cannot be used like this", code=ErrorCode.BAD_TURN, hint="reload the page"
        )
    at.add_event(Used(use))


def _draw_page(at: Visit) -> Response:
    """Return the page with the open draws of a recorded game, the rounds so far, and the items turned over."""
    sheet, game, turn = at.overview.played.sheet, at.overview.played.game, at.overview.table.turn
    recorded, drawn = recorded_game(sheet), draw_of(sheet, game)
    by_round = recorded.by_round(drawn, game)
    rounds = list(enumerate(by_round.items[:turn], 1)) if by_round else []
    return at.page(
        "draw.html", "turn", lines=list(recorded.draw_in_words(drawn, game)), rounds=rounds, turn=turn,
        one=by_round.one if by_round else "", holds=_may_turn(at) and by_round is not None,
        more=by_round is not None and turn < len(by_round.items),
        hidden=[(each, each.items[: at.overview.table.revealed.get(each.name, 0)]) for each in _hidden_draws(at)],
    )  # fmt: skip


def _hidden_draws(at: Visit) -> list[HiddenDraw]:
    """Return the face-down draws that a guest may turn over: the shared ones, and the guest's own."""
    sheet, game = at.overview.played.sheet, at.overview.played.game
    if not sheet.game:
        return []
    hidden = recorded_game(sheet).hidden(draw_of(sheet, game), game)
    return [each for each in hidden if each.seat in (None, at.guest.who)]


def _reveal(at: Visit, name: str, number: int) -> None:
    draw = next((each for each in _hidden_draws(at) if each.name == name), None)
    seen = at.overview.table.revealed.get(name, 0)
    if draw is None or seen >= len(draw.items):
        raise FairsheetError(
            "nothing of this kind is face down", code=ErrorCode.BAD_TURN, hint="reload the page"
        )
    if number == seen + 1:  # ignore a second tap
        at.add_event(DrawRevealed(name))


ROUTES = [Route("/t/{link}/turn", _turn, methods=["GET", "POST"])]
