"""The screen of the caller of a solo game, a function of the game, the state and the size of the terminal alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fairsheet.caller._offer_view import WIDEST
from fairsheet.caller._rival import Rival, RivalKeeper
from fairsheet.caller._view import Terminal, help_line, laid_out, mission_lines, wrapped
from fairsheet.caller.solo_state import SoloCall, Use, deal_after
from fairsheet.engine.dealing.cards import ACTIONS, Card
from fairsheet.engine.dealing.deal import Offer, SoloDeal
from fairsheet.engine.dealing.solo_deck import FIRST_TURNS, LAST_TURN, SoloTurn
from fairsheet.languages.messages import listed
from fairsheet.sheets.model.sheet import Sheet

HELP = (  # the first that fits in a line is shown
    "1 2 3: a card   E: no number fits   ← B: back   → Enter: on   Q: end",
    "1 2 3 card   E error   ← back   → on   Q end",
    "1-3  E error  ← →  Q end",
)
HELP_OVER = ("← B: back   Q: end",)
TIMES = {1: "for the first time", 2: "for the second time"}


@dataclass(frozen=True)
class CalledSoloGame:
    """What is called: the sheet with ASTRA's panel, the cards, and the missions as (letter, words)."""

    sheet: Sheet
    deal: SoloDeal
    missions: tuple[tuple[str, str], ...] = ()

    @cached_property
    def rival_keeper(self) -> RivalKeeper:
        """What keeps ASTRA's panel."""
        return RivalKeeper(self.sheet)


def solo_view(game: CalledSoloGame, call: SoloCall, terminal: Terminal) -> list[str]:
    """The screen: at most `terminal.height` lines, none wider than `terminal.width`."""
    turn, over = turn_of(game, call), is_over(game, call)
    width = terminal.width
    top = wrapped(f"{game.deal.sheet}   seed {game.deal.seed}   solo, level {game.deal.solo}", width)
    for letter, words in game.missions:
        top += mission_lines(letter, words, width)
    head = [line for words in turn_words(game, call, turn) for line in wrapped(words, width)]
    asked = [line for words in _questions(game, call, turn) for line in wrapped(words, width)]
    rival = wrapped(format_rival(rival_of(game, call)), width)
    keys = [help_line(HELP_OVER if over else HELP, terminal)]
    said = wrapped(call.notice, width) if call.notice else []
    parts = [asked, said, rival] if said else [asked, rival, keys]
    shown = () if over else turn.cards
    cards = [Offer(card.number, card.action) for card in shown]
    return laid_out(top, head, cards, parts, terminal, _most_lines(game, width))


def _most_lines(game: CalledSoloGame, width: int) -> tuple[int, int]:
    """The lines above and below the cards that a turn takes at most, if no two effects come up in it."""
    cards = tuple(Card(offer.number, offer.action) for offer in WIDEST)
    turn = SoloTurn(FIRST_TURNS + 1, cards, ())
    effects = (_effect_words(game, letter, time) for letter, _ in game.missions for time in TIMES)
    above = [_passage(turn.turn), max(effects, key=len), *_move(game, turn)]
    calls = (SoloCall(undone=(Use(1, 2, 3),)), SoloCall(picked=(1, 2)), SoloCall(picked=(1,), is_error=True))
    asked = max((words for call in calls for words in _questions(game, call, turn)), key=len)
    many = [Card(1, action) for action in ACTIONS for _ in range(10)]
    below = [asked, format_rival(game.rival_keeper.rival(many)), ""]
    lines_of = [[max(1, len(wrapped(words, width))) for words in part] for part in (above, below)]
    return sum(lines_of[0]), sum(lines_of[1])


def turn_of(game: CalledSoloGame, call: SoloCall) -> SoloTurn:
    """What comes up in the turn on the screen."""
    return deal_after(game.deal, call.used).solo_turn(call.turn)


def is_over(game: CalledSoloGame, call: SoloCall) -> bool:
    """Whether the deck is empty for the second time, or ASTRA has launched."""
    return call.turn > LAST_TURN or rival_of(game, call).has_launched


def rival_of(game: CalledSoloGame, call: SoloCall) -> Rival:
    """ASTRA as it stands."""
    return game.rival_keeper.rival(given_to(game, call))


def given_to(game: CalledSoloGame, call: SoloCall) -> list[Card]:
    """The cards that ASTRA has been given so far."""
    dealt = deal_after(game.deal, call.used)
    return [
        dealt.solo_turn(turn).cards[use.third - 1]
        for turn, use in enumerate(call.used, 1)
        if not use.thrown_out
    ]


def format_rival(rival: Rival) -> str:
    """ASTRA's panel in words.

    >>> from fairsheet.caller._rival import Given
    >>> format_rival(Rival("Franklin", (Given("robot", 2, 2), Given("plant", 0, 4)), 13))
    'ASTRA (Franklin) has 2 robot (2 each) and no plant (4 each). So far 13 points.'
    """
    cards = listed([f"{each.cards or 'no'} {each.action} ({each.points} each)" for each in rival.given])
    track = "" if rival.spaces is None else f" {rival.spaces} spaces crossed."
    launched = " ASTRA HAS LAUNCHED." if rival.has_launched else ""
    return f"ASTRA ({rival.name}) has {cards}.{track} So far {rival.total} points.{launched}"


def turn_words(game: CalledSoloGame, call: SoloCall, turn: SoloTurn) -> list[str]:
    """The turn, what is left of the passage, and the effect cards that came up."""
    if rival_of(game, call).has_launched:
        return ["THE GAME IS OVER   ASTRA has launched"]
    words = [_passage(call.turn) if turn.cards else "THE GAME IS OVER   the deck is empty"]
    known = deal_after(game.deal, call.used).known[: call.turn - 1]
    before = [letter for earlier in known for letter in earlier.effects]
    effects = []
    for letter in turn.effects:
        before.append(letter)
        effects.append(_effect_words(game, letter, before.count(letter)))
    return [*words, *effects[: turn.effects_first], *_move(game, turn), *effects[turn.effects_first :]]


def _passage(turn: int) -> str:
    """The turn, and what is left of the passage."""
    if turn <= FIRST_TURNS:
        return f"TURN {turn}   first passage, turn {turn} of {FIRST_TURNS}"
    place = turn - FIRST_TURNS
    shuffled = ", the discarded cards were shuffled" if place == 1 else ""
    return f"TURN {turn}   second passage, turn {place} of {LAST_TURN - FIRST_TURNS}{shuffled}"


def _move(game: CalledSoloGame, turn: SoloTurn) -> list[str]:
    """What ASTRA does first where it has a side of its own."""
    if not (game.sheet.is_shared and turn.cards):
        return []
    side = "left" if turn.turn % 2 else "right"
    return [f"ASTRA moves first, on the {side} sheet, with card 1: {format_card(turn.cards[0])}"]


def _effect_words(game: CalledSoloGame, letter: str, time: int) -> str:
    """What an effect card does in the scenario, and what its mission is worth once it has come up twice."""
    says = game.sheet.field[f"astra-effect.{letter.lower()}-{time}"].attrs["says"]
    words = f"EFFECT {letter} {TIMES[time]}: {says}".replace("’", "'")  # which every terminal can show
    later = game.sheet.mission[game.deal.missions[letter]].later
    return f"{words} It is worth {later} from now on." if time == 2 and later is not None else words


def _questions(game: CalledSoloGame, call: SoloCall, turn: SoloTurn) -> list[str]:
    """What the caller asks, with what was answered so far."""
    if is_over(game, call):
        return ["Compare your total with ASTRA's. Back takes a turn back."]
    cards = {place: f"{place}: {format_card(card)}" for place, card in enumerate(turn.cards, 1)}
    left = "   ".join(words for place, words in cards.items() if place not in call.picked)
    if call.third is not None:
        said = f"The error's card is {cards[call.third]}." if call.is_error else (
            f"Number {turn.cards[call.picked[0] - 1].number}, action {turn.cards[call.picked[1] - 1].action}."
        )  # fmt: skip
        third = format_card(turn.cards[call.third - 1])
        return [f"{said} ASTRA gets the {third}: Enter.   For a solo bonus back into the box: X."]
    if call.is_error:
        return [f"An error, no action. Which card goes to ASTRA?   {left}"]
    if call.picked:
        number = turn.cards[call.picked[0] - 1].number
        return [f"Number {number}. Which card for its action?   {left}"]
    again = "   Enter: as before" if call.undone else ""
    return [f"Which card for its number?   {left}   E: none fits{again}"]


def format_card(card: Card) -> str:
    """A card in words.

    >>> format_card(Card(7, "plant"))
    '7 plant'
    """
    return f"{card.number} {card.action}"
