"""The pages that call the turns, in step on all devices: of cards, of the solo game, of what a seed draws."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairsheet.caller.solo_state import SoloCall, Use, fits
from fairsheet.caller.solo_view import CalledSoloGame, format_rival, is_over, rival_of, turn_of, turn_words
from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import TURNS, SoloDeal, deal
from fairsheet.engine.recorded.base.protocol import HiddenDraw
from fairsheet.engine.recorded.registry import draw_of, recorded_game
from fairsheet.languages.messages import Message, joined
from fairsheet.languages.terms import term
from fairsheet.serve.event_log import TABLE, Revealed, Turned, Used
from fairsheet.serve.pages._forms import form_of, number_of, text_of
from fairsheet.serve.pages._visits import Visit, back_to, has_turns, visit
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.wording.formatting import format_missions


async def _turn(request: Request) -> Response:
    at = visit(request)
    if not has_turns(at.standing):
        raise HTTPException(404)
    is_solo = isinstance(_dealt(at), SoloDeal)
    if request.method == "GET":
        return _solo_cards(at) if is_solo else _draw(at) if at.standing.played.sheet.game else _cards(at)
    form = await form_of(request)
    if is_solo:
        if number_of(form, "turn") == len(at.standing.table.used) + 1:  # a second tap is none
            _use(at, text_of(form, "use"), bool(text_of(form, "out")))
        return back_to(at, "turn")
    if name := text_of(form, "reveal"):
        _reveal(at, name, number_of(form, "number"))
        return back_to(at, "turn")
    if at.guest.who != TABLE:
        raise FairsheetError("only the host turns cards over")
    turn = number_of(form, "turn")
    if turn in TURNS and abs(turn - at.standing.table.turn) == 1:
        at.happens(Turned(turn))
    return back_to(at, "turn")


def _dealt(at: Visit) -> object:
    """The cards of the table; None where it is one of a game that is recorded."""
    played = at.standing.played
    if played.sheet.game:
        return None
    return deal(played.playable.sheets[0], played.game.seed or "", played.game.players, played.game.solo)


def _cards(at: Visit) -> Response:
    """The offers of the turn that the table is at."""
    sheet, game, turn = at.standing.played.sheet, at.standing.played.game, at.standing.table.turn
    dealt = deal(sheet, game.seed or "", game.players)
    following = dealt.offers(turn + 1) if turn and turn + 1 in TURNS else ()
    return at.page(
        "turn.html", "turn", turn=turn, missions=format_missions(sheet, dealt.missions), holds=at.guest.who == TABLE,
        offers=dealt.offers(turn) if turn else (), next_actions=[term(each.action) for each in following],
    )  # fmt: skip


def _solo_game(at: Visit) -> tuple[CalledSoloGame, SoloCall]:
    dealt = _dealt(at)
    assert isinstance(dealt, SoloDeal)
    sheet = at.standing.played.sheet
    missions = format_missions(sheet, dealt.missions)
    return CalledSoloGame(sheet, dealt, missions), SoloCall(at.standing.table.used)


def _solo_cards(at: Visit) -> Response:
    """The three cards of a turn against ASTRA, and where each may go."""
    game, call = _solo_game(at)
    over, turn = is_over(game, call), turn_of(game, call)
    cards = () if over else turn.cards
    last = at.standing.table.last
    undo = last.number if last and isinstance(last.event.what, Used) else None
    return at.page(
        "solo.html", "turn", words=turn_words(game, call, turn), missions=game.missions, over=over, undo=undo,
        cards=cards, turn=call.turn, rival=format_rival(rival_of(game, call)), uses=list(_uses(cards)),
    )  # fmt: skip


def _uses(cards: Sequence[Card]) -> Iterator[tuple[str, Message]]:
    """The ways to use three cards, as they are typed and in words: for the number, for the action, for ASTRA."""
    called = [joined(" ", (card.number, term(card.action))) for card in cards]
    for number, action, third in permutations(range(len(cards))):
        yield (
            f"{number + 1}{action + 1}{third + 1}",
            Message(
                "number {number}, action {action}; ASTRA gets {third}",
                number=cards[number].number, action=term(cards[action].action), third=called[third],
            ),
        )  # fmt: skip
    for third, words in enumerate(called, 1):
        yield f"00{third}", Message("an error; ASTRA gets {third}", third=words)


def _use(at: Visit, cards: str, out: bool) -> None:
    """Use the cards of a turn: three digits for number, action and ASTRA's card; the first two are 0 for an error."""
    game, call = _solo_game(at)
    number, action, third = map(int, cards) if re.fullmatch("[0-3]{3}", cards) else (0, 0, 0)
    use = Use(number or None, action or None, third, out)
    if bool(number) != bool(action) or not fits((use,)) or is_over(game, call):
        raise FairsheetError("these cards cannot be used so", hint="look at the page again")
    at.happens(Used(use))


def _draw(at: Visit) -> Response:
    """What a seed draws for a recorded game and lies open, what came up in the rounds so far, and was turned over."""
    sheet, game, turn = at.standing.played.sheet, at.standing.played.game, at.standing.table.turn
    recorded, drawn = recorded_game(sheet), draw_of(sheet, game)
    by_round = recorded.by_round(drawn, game)
    rounds = list(enumerate(by_round.items[:turn], 1)) if by_round else []
    return at.page(
        "draw.html", "turn", lines=list(recorded.draw_in_words(drawn, game)), rounds=rounds, turn=turn,
        one=by_round.one if by_round else "", holds=at.guest.who == TABLE and by_round is not None,
        more=by_round is not None and turn < len(by_round.items),
        hidden=[(each, each.items[: at.standing.table.revealed.get(each.name, 0)]) for each in _hidden(at)],
    )  # fmt: skip


def _hidden(at: Visit) -> list[HiddenDraw]:
    """What lies face down and a guest may look at: what is nobody's, and the guest's own."""
    sheet, game = at.standing.played.sheet, at.standing.played.game
    if not sheet.game:
        return []
    hidden = recorded_game(sheet).hidden(draw_of(sheet, game), game)
    return [each for each in hidden if each.seat in (None, at.guest.who)]


def _reveal(at: Visit, name: str, number: int) -> None:
    draw = next((each for each in _hidden(at) if each.name == name), None)
    seen = at.standing.table.revealed.get(name, 0)
    if draw is None or seen >= len(draw.items):
        raise FairsheetError("nothing of this lies face down", hint="look at the page again")
    if number == seen + 1:  # a second tap is none
        at.happens(Revealed(name))


ROUTES = [Route("/t/{link}/turn", _turn, methods=["GET", "POST"])]
