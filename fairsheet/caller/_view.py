"""The caller's screen as lines of text, which depend only on the game, the state and the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from fairsheet.caller._call import TURNS, Call
from fairsheet.caller._offer_view import fewest_lines, offer_lines, widest
from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.languages.messages import Message, counted, joined, render
from fairsheet.languages.terms import term
from fairsheet.wording.formatting import shuffle_words

HELP = (  # the first line that fits is shown
    Message("→ ↓ Space Enter: next   ← ↑: back   a number and Enter: that turn   Q: end"),
    Message("→ next   ← back   number+Enter: jump   Q end"),
    Message("→ next  ← back  Q end"),
)
_LARGEST = 10_000  # characters; wider than any line to be wrapped


@dataclass(frozen=True)
class CalledGame:
    """The game to call: its deal, and the missions of the table as (letter, words)."""

    deal: Deal
    missions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Terminal:
    """The size of the screen in characters, whether it shows block characters and arrows, and the language."""

    width: int
    height: int
    blocks: bool = True
    language: Catalogue = ENGLISH

    def lines(self, words: str) -> list[str]:
        """Return words as lines that fit the width."""
        return wrap(render(words, self.language), self.width)

    def offer(self, number: int, action: str) -> Offer:
        """Return an offer in the language of the screen."""
        return Offer(number, render(term(action), self.language))

    @property
    def widest(self) -> tuple[Offer, ...]:
        """The offers that need the most room."""
        return widest([self.offer(1, action).action for action in ACTIONS])


def view(game: CalledGame, call: Call, terminal: Terminal) -> list[str]:
    """Return the screen: at most `terminal.height` lines, none wider than `terminal.width`.

    Game, missions and turn are at the top, the next actions and the keys at the foot. The offers between them are as
    large as possible. If there is too little room, first the keys are left out, then the next actions, then missions;
    the offers are always shown.
    """
    top = [
        *terminal.lines(_heading(game.deal)),
        *(line for letter, words in game.missions for line in mission_lines(letter, words, terminal)),
    ]
    turn = terminal.lines(_format_turn(call.turn))
    most_above = max(len(terminal.lines(_format_turn(turn))) for turn in TURNS[-2:])
    most_below = 1 + len(terminal.lines(_format_next(terminal.widest)))
    foot = _foot(game.deal, call, terminal)
    offers = [terminal.offer(offer.number, offer.action) for offer in game.deal.offers(call.turn)]
    return lay_out(top, turn, offers, foot, terminal, (most_above, most_below))


def lay_out(
    top: list[str],
    turn: list[str],
    offers: Sequence[Offer],
    foot: list[list[str]],
    terminal: Terminal,
    most: tuple[int, int],
) -> list[str]:
    """Return a screen of lines that fit its width: the offers large between the lines above and the parts of the foot.

    The `most` lines that the turn and the foot need in this game are reserved, so that the offers do not move. If there
    is too little room, first the last parts of the foot are left out, then the last lines of the top.
    """
    least = fewest_lines(offers, terminal.width)
    turn = _cut(turn, max(1, terminal.height - least))
    while foot and len(top) + len(turn) + least + sum(map(len, foot)) > terminal.height:
        foot = foot[:-1]
    top = _cut(top, terminal.height - len(turn) - least - sum(map(len, foot)))
    below = [line for part in foot for line in part]
    room = terminal.height - len(top) - len(turn) - len(below)
    kept_above, kept_below = max(0, most[0] - len(turn)), max(0, most[1] - len(below))
    always = room - kept_above - kept_below
    block = offer_lines(
        offers, terminal.width, max(always, min(least, room)), terminal.widest, blocks=terminal.blocks
    )
    spare = room - len(block)
    free = max(0, always - len(block))
    above_turn = ["" for _ in range(min(1, free))]
    above_offers = ["" for _ in range(min(kept_above + min(1, free - len(above_turn)), spare))]
    rest = ["" for _ in range(spare - len(above_turn) - len(above_offers))]
    return [*top, *above_turn, *turn, *above_offers, *block, *rest, *below]


def wrap(words: str, width: int) -> list[str]:
    """Return words as lines of at most `width` cells, wrapped between words; only a word wider than a line is cut.

    >>> wrap("Fill both astronaut floors", 16)
    ['Fill both', 'astronaut floors']
    """
    shown = "".join(character if character.isprintable() else "\ufffd" for character in words)
    lines = Text(shown).wrap(_wrapper(), max(width, 1))
    return [line.plain.rstrip() for line in lines]


@cache
def _wrapper() -> Console:
    return Console(width=_LARGEST, color_system=None)


def _heading(deal: Deal) -> str:
    return joined(
        "   ", (deal.sheet, Message("seed {seed}", seed=deal.seed), counted(deal.players, "player"))
    )


def mission_lines(letter: str, words: str, terminal: Terminal) -> list[str]:
    """Return the lines of a mission, with all lines after the first indented."""
    first, *others = wrap(render(words, terminal.language), terminal.width - 3)
    return [f"{letter}  {first}", *(f"   {line}" for line in others)]


def _format_turn(turn: int) -> str:
    """Return the turn, and when the piles are shuffled, which players with cards see from the height of the piles.

    >>> _format_turn(19), _format_turn(20), _format_turn(21)
    ('TURN 19   shuffle after turn 20', 'TURN 20   shuffle after this turn', 'TURN 21   piles were shuffled')
    """
    return joined("   ", (Message("TURN {turn}", turn=turn), shuffle_words(turn)))


def _foot(deal: Deal, call: Call, terminal: Terminal) -> list[list[str]]:
    """Return the parts below the offers, the most needed first; a notice replaces the keys."""
    parts = []
    if call.typed:
        parts.append(terminal.lines(Message("Go to turn {turn}_   Enter: go   Esc: stay", turn=call.typed)))
    elif call.notice:
        parts.append(terminal.lines(call.notice))
    if call.turn < TURNS[-1]:
        parts.append(terminal.lines(_format_next(deal.offers(call.turn + 1))))
    if not (call.typed or call.notice):
        parts.append([help_line(HELP, terminal)])
    return parts


def _format_next(offers: Sequence[Offer]) -> str:
    actions = joined(", ", (term(offer.action) for offer in offers))
    return Message("Next turn's actions: {actions}", actions=actions)


def help_line(choices: Sequence[str], terminal: Terminal) -> str:
    """Return the first line about the keys that fits, without arrows if the screen has none."""
    choices = [render(line, terminal.language) for line in choices]
    words = next((line for line in choices if cell_len(line) <= terminal.width), choices[-1])
    if not terminal.blocks:
        for arrow, name in (("→", ">"), ("↓ ", ""), ("←", "<"), (" ↑", "")):
            words = words.replace(arrow, name)
    return set_cell_size(words, min(cell_len(words), terminal.width))


def _cut(lines: list[str], most: int) -> list[str]:
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], "..."] if most > 0 else []
