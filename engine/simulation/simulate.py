"""Games played by bots, with their records and histories.

Game g of a seed has its own seed: `otter`, then `otter-2`, `otter-3`. So every record has the seed of its cards, and
each of the games can be played again separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairsheet.engine.dealing.deal import Deal, deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import Record, table_of
from fairsheet.engine.records.side_owners import owner_of
from fairsheet.engine.scoring.score import boxes_of_table
from fairsheet.engine.simulation.bots import CAREFUL, POLICIES, POLICY_NAMES
from fairsheet.engine.simulation.careful import play_careful
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.frozen_values import Frozen


class Played(Frozen, frozen=True):
    """A finished game: a record and a history for every seat; no histories of a custom sheet."""

    sheet: Sheet
    seed: str
    records: tuple[Record, ...]
    histories: Mapping[int, History]


def simulate(
    sheet: Sheet, seed: str, players: int, games: int = 1, policy: str = "greedy", solo: int | None = None
) -> Iterator[Played]:
    """Play games one after the other. Raises FairsheetError for a bad seed, number of players or policy."""
    if policy not in POLICY_NAMES:
        problem = f"there is no policy {policy}"
        hint = f"choose {', '.join(POLICY_NAMES)}"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="policy", hint=hint)
    if solo is not None and sheet.solo_level != solo:
        sheet = solo_sheet(sheet, solo)
    game = rules_of(sheet)
    for dealt in [deal(sheet, seed_of_game(seed, number), players, solo) for number in range(1, games + 1)]:
        state = play(game, dealt, policy)
        histories = {seat: game.history(state, seat) for seat in range(1, players + 1)}
        yield Played(sheet, dealt.seed, tuple(records_of(game, dealt, state)), histories)


def play(game: Game, dealt: Deal, policy: str) -> State:
    """Return the last state of a game played by bots of one policy."""
    if policy == CAREFUL:
        return play_careful(game, dealt, range(1, dealt.players + 1))
    streams = {seat: Stream(dealt.seed, f"bot {seat} {policy}") for seat in range(1, dealt.players + 1)}
    state = game.start(dealt)
    while (seat := game.to_move(state)) is not None:
        state = game.play(state, POLICIES[policy](game, state, streams[seat]))
    return state


def seed_of_game(seed: str, number: int) -> str:
    """Return the seed of one of several games, which count from 1."""
    return seed if number == 1 else f"{seed}-{number}"


def records_of(game: Game, dealt: Deal, state: State) -> Iterator[Record]:
    """Yield the sheets with all boxes filled in, as careful people would."""
    sheet, table = game.sheet, table_of(dealt)
    marks = {seat: game.marks(state, seat) for seat in sheet.seats(dealt.players)}
    for seat, boxes in boxes_of_table(sheet, marks, dealt.players).items():
        own = boxes
        if dealt.players == 1:  # a solo player fills in no boxes of ASTRA's sides
            own = {box: n for box, n in boxes.items() if owner_of(sheet, box, seat, players=1) == 1}
        yield Record.on(sheet, table, seat, {**marks[seat], **own}, f"Bot {min(seat, dealt.players)}")
