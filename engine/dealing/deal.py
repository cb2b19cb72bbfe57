"""Deals: the missions of a table and, turn by turn, three offers of a number with an action.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> dealt = deal(load_sheet("launch"), "coral-otter-42", players=3)
    >>> dealt.missions
    {'A': 'A1', 'B': 'B2', 'C': 'C1'}
    >>> dealt.offers(1)[0]
    Offer(number=4, action='water')

The cards depend only on the seed, the missions only on the seed and the letters; neither depends on the number of
players. So a seed gives one pack of cards, with which any table can play any scenario.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from fairsheet.engine.dealing.cards import DECK, Card
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.dealing.solo_deck import (
    CARDS,
    FIRST_TURNS,
    LAST_TURN,
    DealtEffect,
    SoloDeck,
    SoloTurn,
    deck_of,
    effects_of_deck,
    first_passage,
    second_passage,
)
from fairsheet.languages.messages import Message
from fairsheet.sheets.label.label import MOST_SEATS, PRINT_ID
from fairsheet.sheets.library.solo_sheets import check_level, plays_solo
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.frozen_values import Frozen

FORMAT = "fairsheet.deal/1"
SEED_LENGTH = 64  # characters
TABLE_LENGTH = 40  # characters of the name of a table
PLAYER_LENGTH = 40  # characters of a name that is printed
PLAYERS = range(1, 7)
PILES = 3
TURNS = range(1, 1001)  # piles are renewed without end, but every game is much shorter

_PILE_SIZE = len(DECK) // PILES
TURNS_PER_PASS = _PILE_SIZE - 1  # the first card of a pile gives only its action


class Offer(msgspec.Struct, frozen=True):
    """A number that may be written, with its action."""

    number: int
    action: str


class DealtTurn(msgspec.Struct, frozen=True):
    """The offers of one turn, which counts from 1."""

    turn: int
    offers: tuple[Offer, ...]


class Deal(Frozen, frozen=True):
    """The cards of one table. `missions` maps a letter to the mission card on the table.

    In a game, `last_open` is the turn whose cards are open; those of later turns are an error. None: all are open.
    """

    sheet: str
    seed: str
    players: int
    missions: Mapping[str, str]
    solo: int | None = None
    last_open: int | None = None

    @property
    def known_seed(self) -> str | None:
        """The seed that deals these cards; None if there is none."""
        return self.seed or None

    def offers(self, turn: int) -> tuple[Offer, ...]:
        """Return the three offers of a turn, pile by pile.

        Raises FairsheetError for a turn outside of `TURNS`, or after the last open one.
        """
        check_turn(turn)
        self.check_open(turn)
        return self._offers_of(turn)

    def _offers_of(self, turn: int) -> tuple[Offer, ...]:
        return offers_of(self.seed, turn)

    def pile(self, number: int, passes: int) -> tuple[int, ...]:
        """Return the cards of a pile in one of its passes; see `pile_of`. Raises FairsheetError in a game."""
        self.check_open(TURNS[-1])
        return self._pile(number, passes)

    def _pile(self, number: int, passes: int) -> tuple[int, ...]:
        return pile_of(self.seed, number, passes)

    def check_open(self, turn: int) -> None:
        """Raise FairsheetError if the cards of a turn are not open yet."""
        if self.last_open is not None and turn > self.last_open:
            problem = f"the cards of turn {turn} are not open yet"
            hint = "ask for earlier turns, or begin the game with open_cards=True"
            raise FairsheetError(problem, code=ErrorCode.BAD_TURN, where="turns", hint=hint)

    def possible_offers(self, turn: int) -> tuple[Offer, ...]:
        """Return all offers that a turn can have, regardless of earlier turns."""
        return self.offers(turn)

    def turns(self, last: int, first: int = 1) -> tuple[DealtTurn, ...]:
        """Return the turns from `first` to `last`. Raises FairsheetError for a turn outside of `TURNS`."""
        check_turn(first)
        check_turn(last)
        return tuple(DealtTurn(turn, self.offers(turn)) for turn in range(first, last + 1))


class Draw(Frozen, frozen=True, rename="kebab"):
    """A seed's draw for a table of a recorded game; each game has its own subclass."""


class DrawnDeal(Deal, frozen=True, kw_only=True):
    """A deal for a recorded game: a draw, and no turns."""

    draw: Draw

    def offers(self, turn: int) -> tuple[Offer, ...]:
        """Return no offers."""
        return ()

    def turns(self, last: int, first: int = 1) -> tuple[DealtTurn, ...]:
        """Return no turns."""
        return ()


class SoloDeal(Deal, frozen=True):
    """The cards of a solo game. `gone` are the cards that have left the game so far, one a turn.

    The turns of the second passage are known when all cards of the first have been used.
    """

    gone: tuple[Card, ...] = ()

    @property
    def known(self) -> tuple[SoloTurn, ...]:
        """All turns whose cards are known."""
        return _solo_turns(self._deck, self.gone[:FIRST_TURNS])[: self.last_open]

    @property
    def deck(self) -> SoloDeck:
        """The order of the cards. Raises FairsheetError in a game."""
        self.check_open(TURNS[-1])
        return self._deck

    @property
    def _deck(self) -> SoloDeck:
        return solo_deck_of(self.seed)

    @property
    def effects(self) -> tuple[DealtEffect, ...]:
        """The effect cards in order, each twice; those of turn 36 come after the last cards.

        Raises FairsheetError in a game; `solo_turn` has those of a turn.
        """
        return effects_of_deck(self.deck)

    def solo_turn(self, turn: int) -> SoloTurn:
        """Return the cards of a turn, none after the last turn. Raises FairsheetError if they are not known yet."""
        check_turn(turn)
        self.check_open(turn)
        known = self.known
        if turn <= len(known):
            return known[turn - 1]
        if len(self.gone) < FIRST_TURNS:
            problem = f"the cards of turn {turn} depend on those used in the first {FIRST_TURNS} turns"
            hint = "give the history of these turns"
            raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where="turns", hint=hint)
        return SoloTurn(turn, (), ())

    def without(self, card: Card) -> SoloDeal:
        """Return the deal after a turn in which a card has left the game."""
        return msgspec.structs.replace(self, gone=(*self.gone, card))

    def offers(self, turn: int) -> tuple[Offer, ...]:
        """Return the six ways to use two of three cards, one for its number and one for its action (see `PAIRS`)."""
        cards = self.solo_turn(turn).cards
        return tuple(Offer(cards[one].number, cards[other].action) for one, other in PAIRS if cards)

    def possible_offers(self, turn: int) -> tuple[Offer, ...]:
        """Return all offers that a turn can have; in an unknown second passage, a place can have several cards."""
        self.check_open(turn)
        if turn > LAST_TURN:
            return ()
        if turn <= len(self.known) or len(self.gone) >= FIRST_TURNS:
            return tuple(dict.fromkeys(self.offers(turn)))
        sources = self.deck.sources[(turn - FIRST_TURNS - 1) * CARDS :][:CARDS]
        places = [self.known[source - 1].cards[kept : kept + 2] for source, kept in sources]
        pairs = ((one, other) for n, a in PAIRS for one in places[n] for other in places[a])
        return tuple(dict.fromkeys(Offer(one.number, other.action) for one, other in pairs))


# The cards of each offer of a solo turn, from 0: one for its number, another for its action.
PAIRS: tuple[tuple[int, int], ...] = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))


class DealtSoloTurn(msgspec.Struct, frozen=True):
    """The cards of a solo turn, in the order in which they come up, and the effect cards before the last of them."""

    turn: int
    cards: tuple[Card, ...]
    effects: tuple[str, ...]


def deal(sheet: Sheet, seed: str, players: int, solo: int | None = None) -> Deal:
    """Return the cards that a seed deals for a sheet that does not belong to a recorded game.

    Raises FairsheetError for a bad seed or number of players.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> dealt = deal(load_sheet("launch"), "coral-otter-42", players=3)
    >>> dealt.missions, [(offer.number, offer.action) for offer in dealt.offers(turn=1)]
    ({'A': 'A1', 'B': 'B2', 'C': 'C1'}, [(4, 'water'), (5, 'plant'), (10, 'robot')])
    """
    check_seed(seed)
    assert not sheet.seed_draws  # see `fairsheet.engine.recorded.registry.drawn_deal`
    check_players(players, solo, most=most_players(sheet))
    if solo is not None:
        return SoloDeal(sheet.name, seed, players, _missions(sheet, seed), solo)
    if sheet.is_shared and players == 1:
        problem = "its sheets are shared between neighbours"
        hint = "deal for 2 players or more"
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=sheet.name, hint=hint)
    return Deal(sheet.name, seed, players, _missions(sheet, seed))


def write_deal(dealt: Deal, last: int, first: int = 1) -> bytes:
    """Return the JSON of a deal (`fairsheet.deal/1`) with its turns from `first` to `last`."""
    turns = solo_turns(dealt, last, first) if isinstance(dealt, SoloDeal) else dealt.turns(last, first)
    document = {
        "sheet": dealt.sheet,
        "seed": dealt.seed,
        "players": dealt.players,
        "solo": dealt.solo,
        "missions": dealt.missions,
        "turns": turns,
        "format": FORMAT,
    }
    return msgspec.json.encode(document)


def solo_turns(dealt: SoloDeal, last: int = LAST_TURN + 1, first: int = 1) -> tuple[DealtSoloTurn, ...]:
    """Return the known turns from `first` to `last` in the form of JSON."""
    known = (turn for turn in dealt.known if first <= turn.turn <= last)
    return tuple(DealtSoloTurn(turn.turn, turn.cards, turn.effects) for turn in known)


def check_seed(seed: str, where: str = "seed") -> None:
    """Raise FairsheetError unless the text can be a seed: 1 to 64 characters, no control characters.

    Seeds are compared exactly: capitals, spaces and the encoding of accents all matter.

    >>> check_seed("")
    Traceback (most recent call last):
    fairsheet.sheets.support.errors.FairsheetError: seed: a seed has 1 to 64 characters, not 0; give any word, or none
    """
    _check_name(seed, Message("a seed"), SEED_LENGTH, where, ErrorCode.BAD_SEED)


def check_table_name(name: str, where: str = "table") -> None:
    """Raise FairsheetError unless the text can name a table: 1 to 40 characters, no control characters.

    Names are compared exactly, like seeds.
    """
    _check_name(name, Message("the name of a table"), TABLE_LENGTH, where)


def check_player_name(name: str, where: str) -> None:
    """Raise FairsheetError unless the text can be printed as the name of a player."""
    _check_name(name, Message("the name of a player"), PLAYER_LENGTH, where)
    if unseen := next((each for each in name if not each.isprintable()), None):
        # records refuse it, too
        problem = Message(
            "the name of a player cannot have the character U+{code}", code=f"{ord(unseen):04X}"
        )
        hint = Message("use letters, signs and plain spaces")
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where=where, hint=hint)


def check_print_id(print_id: str, where: str) -> None:
    """Raise FairsheetError unless the text can be the identity of a print run."""
    if not PRINT_ID.fullmatch(print_id):
        hint = "give 1 to 16 small letters, digits and hyphens"
        problem = f"{print_id!r:.60} is not the identity of a print"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where=where, hint=hint)


def _check_name(
    text: str, noun: Message, longest: int, where: str, code: ErrorCode = ErrorCode.BAD_NAME
) -> None:
    if not 1 <= len(text) <= longest:
        problem = Message(
            "{noun} has 1 to {longest} characters, not {length}", noun=noun, longest=longest, length=len(text)
        )
        raise FairsheetError(problem, code=code, where=where, hint=Message("give any word, or none"))
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cs"):
            problem = Message(
                "{noun} cannot have the control character U+{code}", noun=noun, code=f"{ord(character):04X}"
            )
            hint = Message("use letters, digits and other characters that can be printed")
            raise FairsheetError(problem, code=code, where=where, hint=hint)


def most_players(sheet: Sheet) -> int:
    """Return how many people can play at one table: the limit of the cards or, without cards, of the label."""
    return PLAYERS[-1] if has_cards(sheet) else MOST_SEATS


def check_players(
    players: int, solo: int | None = None, where: str = "players", most: int = PLAYERS[-1]
) -> None:
    """Raise FairsheetError unless this number of players is allowed, and is 1 for an opponent of level `solo`."""
    if not PLAYERS[0] <= players <= most:
        problem = Message("{players} players cannot play", players=players)
        hint = Message("{least} to {most} can", least=2 if most == PLAYERS[-1] else 1, most=most)
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=where, hint=hint)
    if solo is not None:
        check_level(solo, "solo" if where == "players" else where)
    if solo is not None and players != 1:
        problem = Message("the one-player mode is for 1 player")
        hint = Message("leave out the level or the players")
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=where, hint=hint)


def check_alone(sheet: Sheet, players: int, solo: int | None, where: str, hint: str) -> None:
    """Raise FairsheetError if one player would play a scenario without an opponent."""
    if players == 1 and solo is None and plays_solo(sheet):
        problem = Message("one player alone plays against ASTRA")
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=where, hint=hint)


def check_turn(turn: int, where: str = "turns") -> None:
    """Raise FairsheetError unless the turn is one of `TURNS`."""
    if turn not in TURNS:
        hint = f"ask for {TURNS[0]} to {TURNS[-1]}"
        raise FairsheetError(f"there is no turn {turn}", code=ErrorCode.BAD_TURN, where=where, hint=hint)


def missions_by_letter(sheet: Sheet) -> dict[str, list[str]]:
    """Return the mission cards of a sheet by letter, in order; one card of each letter is used."""
    letters = sorted({mission.letter for mission in sheet.missions})
    return {letter: [m.id for m in sheet.missions if m.letter == letter] for letter in letters}


def _missions(sheet: Sheet, seed: str) -> dict[str, str]:
    cards = missions_by_letter(sheet)
    return {letter: Stream(seed, f"mission {letter}").choice(sorted(ids)) for letter, ids in cards.items()}


@lru_cache(maxsize=4096)
def offers_of(seed: str, turn: int) -> tuple[Offer, ...]:
    """Return the three offers that a seed deals in a turn (from 1), pile by pile."""
    passes, index = divmod(turn - 1, TURNS_PER_PASS)
    return offers_on([pile_of(seed, number, passes) for number in range(1, PILES + 1)], index)


def offers_on(piles: Sequence[Sequence[int]], index: int) -> tuple[Offer, ...]:
    """Return the offers of piles after `index` of their cards were turned over."""
    pairs = [(DECK[pile[index] - 1], DECK[pile[index + 1] - 1]) for pile in piles]
    return tuple(Offer(below.number, top.action) for top, below in pairs)


def solo_stack_of(seed: str) -> tuple[int | str, ...]:
    """Return the deck of the solo game, top card first, as places in `DECK`, from 1, and letters of effect cards."""
    return solo_deck_of(seed).first


@lru_cache(maxsize=1024)
def pile_of(seed: str, number: int, passes: int) -> tuple[int, ...]:
    """Return the cards of a pile (1 to 3) in its pass (from 0), top card first, as their places in `DECK`, from 1.

    From the second pass on, the card left over from the pass before is on top.
    """
    if passes == 0:
        return _deck(seed)[(number - 1) * _PILE_SIZE : number * _PILE_SIZE]
    return next_pass(pile_of(seed, number, passes - 1), seed, number, passes)


def next_pass(pile: Sequence[int], seed: str, number: int, passes: int) -> tuple[int, ...]:
    """Return a pile as a seed shuffles it for its pass, given the pile in the pass before."""
    *given, left_over = pile
    return (left_over, *Stream(seed, f"pile {number} pass {passes + 1}").shuffled(given))


@lru_cache(maxsize=1024)
def _solo_turns(deck: SoloDeck, gone: tuple[Card, ...]) -> tuple[SoloTurn, ...]:
    """Return the turns of the first passage and, when all its cards are used, those of the second."""
    first = first_passage(deck)
    return first if len(gone) < FIRST_TURNS else first + second_passage(deck, gone)


def effects_of(seed: str) -> tuple[DealtEffect, ...]:
    """Return the effect cards of a solo game in order, each twice; those of turn 36 come after the last cards."""
    return effects_of_deck(solo_deck_of(seed))


@lru_cache(maxsize=1024)
def solo_deck_of(seed: str) -> SoloDeck:
    """Return the deck that a seed shuffles for the solo game."""
    return deck_of(seed, _deck(seed))


@lru_cache(maxsize=256)
def _deck(seed: str) -> tuple[int, ...]:
    return tuple(Stream(seed, "deck").shuffled(range(1, len(DECK) + 1)))
