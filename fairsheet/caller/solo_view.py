"""The caller's screen of a solo game, which depends only on the game, the state and the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fairsheet.caller._rival import Rival, RivalKeeper
from fairsheet.caller._view import Terminal, help_line, lay_out, mission_lines
from fairsheet.caller.solo_state import SoloCall, Use, deal_after
from fairsheet.engine.dealing.cards import ACTIONS, Card
from fairsheet.engine.dealing.deal import SoloDeal
from fairsheet.engine.dealing.solo_deck import FIRST_TURNS, LAST_TURN, SoloTurn
from fairsheet.languages.messages import Message, joined, listed
from fairsheet.languages.terms import term
from fairsheet.sheets.model.sheet import Sheet

HELP = (  # the first line that fits is shown
    Message("1 2 3: a card   E: no number fits   ← B: back   → Enter: next   Q: end"),
    Message("1 2 3 card   E error   ← back   → next   Q end"),
    Message("1-3  E error  ← →  Q end"),
)
HELP_OVER = (Message("← B: back   Q: end"),)
TIMES = {
    1: Message("EFFECT {letter} for the first time: {says}"),
    2: Message("EFFECT {letter} for the second time: {says}"),
}


@dataclass(frozen=True)
class CalledSoloGame:
    """The game to call: the sheet with ASTRA's panel, its deal, and the missions as (letter, words)."""

    sheet: Sheet
    deal: SoloDeal
    missions: tuple[tuple[str, str], ...] = ()

    @cached_property
    def rival_keeper(self) -> RivalKeeper:
        """The keeper of ASTRA's panel."""
        return RivalKeeper(self.sheet)


def solo_view(game: CalledSoloGame, call: SoloCall, terminal: Terminal) -> list[str]:
    """Return the screen: at most `terminal.height` lines, none wider than `terminal.width`."""
    turn, over = current_turn(game, call), is_over(game, call)
    seed = Message("seed {seed}", seed=game.deal.seed)
    level = Message("solo, level {level}", level=game.deal.solo or 0)
    top = terminal.lines(joined("   ", (game.deal.sheet, seed, level)))
    for letter, words in game.missions:
        top += mission_lines(letter, words, terminal)
    head = [line for words in turn_words(game, call, turn) for line in terminal.lines(words)]
    questions = [line for words in _questions(game, call, turn) for line in terminal.lines(words)]
    rival = terminal.lines(format_rival(rival_of(game, call)))
    keys = [help_line(HELP_OVER if over else HELP, terminal)]
    notice = terminal.lines(call.notice) if call.notice else []
    parts = [questions, notice, rival] if notice else [questions, rival, keys]
    shown = () if over else turn.cards
    cards = [terminal.offer(card.number, card.action) for card in shown]
    return lay_out(top, head, cards, parts, terminal, _most_lines(game, terminal))


def _most_lines(game: CalledSoloGame, terminal: Terminal) -> tuple[int, int]:
    """Return the most lines above and below the cards that a turn with at most one effect needs."""
    cards = tuple(Card(offer.number, offer.action) for offer in terminal.widest)
    turn = SoloTurn(FIRST_TURNS + 1, cards, ())
    effects = (_effect_words(game, letter, time) for letter, _ in game.missions for time in TIMES)
    above = [_passage(turn.turn), max(effects, key=len), *_move(game, turn)]
    calls = (SoloCall(undone=(Use(1, 2, 3),)), SoloCall(picked=(1, 2)), SoloCall(picked=(1,), is_error=True))
    questions = max((words for call in calls for words in _questions(game, call, turn)), key=len)
    many = [Card(1, action) for action in ACTIONS for _ in range(10)]
    below = [questions, format_rival(game.rival_keeper.rival(many)), ""]
    lines_of = [[max(1, len(terminal.lines(words))) for words in part] for part in (above, below)]
    return sum(lines_of[0]), sum(lines_of[1])


def current_turn(game: CalledSoloGame, call: SoloCall) -> SoloTurn:
    """Return the cards and effects of the turn on the screen."""
    return deal_after(game.deal, call.used).solo_turn(call.turn)


def is_over(game: CalledSoloGame, call: SoloCall) -> bool:
    """Return whether the deck is empty for the second time, or ASTRA has launched."""
    return call.turn > LAST_TURN or rival_of(game, call).has_launched


def rival_of(game: CalledSoloGame, call: SoloCall) -> Rival:
    """Return the current state of ASTRA's panel."""
    return game.rival_keeper.rival(cards_given(game, call))


def cards_given(game: CalledSoloGame, call: SoloCall) -> list[Card]:
    """Return the cards that ASTRA was given so far."""
    dealt = deal_after(game.deal, call.used)
    return [
        dealt.solo_turn(turn).cards[use.third - 1]
        for turn, use in enumerate(call.used, 1)
        if not use.thrown_out
    ]


def format_rival(rival: Rival) -> str:
    """Return ASTRA's panel in words.

    >>> from fairsheet.caller._rival import Given
    >>> format_rival(Rival("Franklin", (Given("robot", 2, 2), Given("plant", 0, 4)), 13))
    'ASTRA (Franklin) has 2 robot (2 each) and no plant (4 each). So far 13 points.'
    """
    some, none = Message("{cards} {action} ({points} each)"), Message("no {action} ({points} each)")
    cards = listed(
        [
            (some if each.cards else none).filled(
                cards=each.cards, action=term(each.action), points=each.points
            )
            for each in rival.given
        ]
    )
    sentences = [Message("ASTRA ({name}) has {cards}.", name=rival.name, cards=cards)]
    if rival.spaces is not None:
        sentences.append(Message("{spaces} spaces crossed.", spaces=rival.spaces))
    sentences.append(Message("So far {total} points.", total=rival.total))
    if rival.has_launched:
        sentences.append(Message("ASTRA has launched."))
    return joined(" ", sentences)


def turn_words(game: CalledSoloGame, call: SoloCall, turn: SoloTurn) -> list[str]:
    """Return the turn, its place in the passage, ASTRA's move and the effect cards, in their order."""
    if rival_of(game, call).has_launched:
        return [Message("The game is over: ASTRA has launched")]
    words = [_passage(call.turn) if turn.cards else Message("The game is over: the deck is empty")]
    known = deal_after(game.deal, call.used).known[: call.turn - 1]
    before = [letter for earlier in known for letter in earlier.effects]
    effects = []
    for letter in turn.effects:
        before.append(letter)
        effects.append(_effect_words(game, letter, before.count(letter)))
    return [*words, *effects[: turn.effects_first], *_move(game, turn), *effects[turn.effects_first :]]


def _passage(turn: int) -> str:
    """Return the turn and its place in the passage."""
    if turn <= FIRST_TURNS:
        return Message("Turn {turn} of {turns} in the first passage", turn=turn, turns=FIRST_TURNS)
    place = turn - FIRST_TURNS
    words = Message("Turn {turn}, {place} of {turns} in the second passage")
    if place == 1:
        words = Message(
            "Turn {turn}, {place} of {turns} in the second passage; the discarded cards were shuffled"
        )
    return words.filled(turn=turn, place=place, turns=LAST_TURN - FIRST_TURNS)


def _move(game: CalledSoloGame, turn: SoloTurn) -> list[str]:
    """Return ASTRA's move, which comes first, if ASTRA has its own side of the sheet."""
    if not (game.sheet.is_shared and turn.cards):
        return []
    words = Message("ASTRA moves first, on the right sheet, with card 1: {card}")
    if turn.turn % 2:
        words = Message("ASTRA moves first, on the left sheet, with card 1: {card}")
    return [words.filled(card=format_card(turn.cards[0]))]


def _effect_words(game: CalledSoloGame, letter: str, time: int) -> str:
    """Return the effect of a card in the scenario, and, the second time, the new value of its mission."""
    says = game.sheet.field[f"astra-effect.{letter.lower()}-{time}"].attrs["says"]
    plain = str(says).replace("’", "'")  # every terminal can show '
    words = TIMES[time].filled(letter=letter, says=Message(plain))
    later = game.sheet.mission[game.deal.missions[letter]].later
    if time == 1 or later is None:
        return words
    return Message("{words} It is worth {later} from now on.", words=words, later=later)


def _questions(game: CalledSoloGame, call: SoloCall, turn: SoloTurn) -> list[str]:
    """Return the question of the caller, with the answers so far."""
    if is_over(game, call):
        return [Message("Compare your total with ASTRA's. To take a turn back, press B.")]
    cards = {place: joined(": ", (place, format_card(card))) for place, card in enumerate(turn.cards, 1)}
    left = joined("   ", (words for place, words in cards.items() if place not in call.picked))
    if call.third is not None:
        third = format_card(turn.cards[call.third - 1])
        if call.is_error:
            said = Message("The error's card is {card}.", card=cards[call.third])
        else:
            number, action = (turn.cards[place - 1] for place in call.picked[:2])
            said = Message(
                "Number {number}, action {action}.", number=number.number, action=term(action.action)
            )
        return [
            Message(
                "{said} ASTRA gets the {card}: Enter.   For a solo bonus back into the box: X.",
                said=said,
                card=third,
            )
        ]
    if call.is_error:
        return [Message("An error, no action. Which card goes to ASTRA?   {cards}", cards=left)]
    if call.picked:
        number_ = turn.cards[call.picked[0] - 1].number
        return [Message("Number {number}. Which card for its action?   {cards}", number=number_, cards=left)]
    words = Message("Which card for its number?   {cards}   E: none fits")
    if call.undone:
        words = Message("Which card for its number?   {cards}   E: none fits   Enter: as before")
    return [words.filled(cards=left)]


def format_card(card: Card) -> Message:
    """Return a card in words.

    >>> format_card(Card(7, "plant"))
    '7 plant'
    """
    return joined(" ", (card.number, term(card.action)))
