"""The rules of virus for two to six players: which steps are legal and what follows from each.

Before the first turn everybody chooses an empty target and strikes a slot of its quarter. A number is the first step
of a turn, its action, or a wild instead, the second; full rows of a track ask for a third. Then come the incidents:
every slot that is struck is a step. Claims that activate a virus lead to incidents and claims once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from fairsheet.engine.games.base.number_game import ACTION
from fairsheet.engine.games.base.wild_game import WildGame
from fairsheet.engine.games.virus import _evacuation, _heuristic, _propagation, _set_off, _set_up, _tracks
from fairsheet.engine.games.virus._board import Board, VirusEditor, board_of
from fairsheet.engine.games.virus._proof_sheet import SheetModel
from fairsheet.engine.games.virus._propagation import Striking
from fairsheet.engine.play.editor import Player, next_of, slot_just_written
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import ENERGY, ROBOT
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import ascending, wilds
from fairsheet.engine.rules.account import Tally
from fairsheet.engine.rules.actions import Actions
from fairsheet.engine.rules.ascending import Ascending
from fairsheet.engine.rules.locations import Location
from fairsheet.engine.rules.missions import Claim, mission_contradictions
from fairsheet.engine.rules.tanks import Tanks
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet

_ASCENDING = Message("numbers ascend on a floor")


def rules(board: Board) -> tuple[Rule[SheetModel], ...]:
    """The rules of a sheet."""
    sources = tuple(field for kind in board.tracks for field in board.sources(kind))
    energies = tuple(energy for quarter in board.quarters.values() for energy in quarter.energies)
    rows = [row for track in board.tracks.values() for row in track.rows]
    gifts = tuple(
        (Tally(made), Tally(tuple(row.bonus for row in rows if row.action == action)))
        for made, action in ((energies, ENERGY), (tuple(board.walkways), ROBOT))
    )
    return (
        *(Ascending(slots, _ASCENDING) for slots in board.zones),
        OwnRule(board, _set_up.contradictions),
        OwnRule(board, None, lambda sheet: sheet.in_quarters()),
        *_tracks.rules(board),
        OwnRule(board, _set_off.contradictions),
        OwnRule(board, _propagation.contradictions),
        OwnRule(board, _evacuation.contradictions),
        Tanks(board.tank_of),
        *wilds.rules_of(board),
        OwnRule(board, None, _set_up.in_time),
        *(Location(each.id, each.slots, (*each.plants, each.tank)) for each in board.quarters.values()),
        Actions(board.slots, (Tally(sources), Tally(board.astronauts), Tally(board.slots, "X")), gifts),
    )


class Virus(WildGame[VirusEditor]):
    """The rules of virus on its sheet; implements `fairsheet.engine.play.game.Game`."""

    stars: Sequence[int] = (4, 2, 1)
    board: Board
    board_of, rules_of = staticmethod(board_of), staticmethod(rules)
    values_of = staticmethod(_heuristic.heuristic_values)
    first_turn = 0
    wild_cause = "action"

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        # by mission card, the virus that its first claim activates
        self.virus_of = {mission.id: self.board.set_off_by[mission.letter] for mission in sheet.missions}

    def unmet_claims(self, cards: Sequence[Claim], marks: Marks) -> Iterator[Contradiction]:
        """Missions claimed that cannot have been; rings drawn when the game was over count for none."""
        return mission_contradictions(cards, _evacuation.without_late_rings(self.board, marks))

    def is_over(self, marks: Marks) -> bool:
        """Whether this sheet ends the game, or its rings say that it has ended."""
        return super().is_over(marks) or bool(_evacuation.late_rings(self.board, marks))

    def first_steps(self, state: State, player: Player) -> list[Step]:
        """An empty target with a slot of its quarter; then numbers, or an error."""
        if state.turn:
            return super().first_steps(state, player)
        return _set_up.steps(self.board, player.seat)

    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """Sets up; later writes a number, or crosses an error. A quarter that is complete waits for the action."""
        if state.turn:
            return self._evacuated(super().play_first(state, player, step))
        editor = self.editor(player)
        _set_up.play(editor, step)
        return editor.player()

    def editor(self, player: Player) -> VirusEditor:
        """See `NumberGame.editor`."""
        return VirusEditor(self.board, player)

    def choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """A walkway; or the next energy or plant of the quarter of this turn's number."""
        if action == ROBOT:
            yield from (Ink(way, "drawn", by) for way in _tracks.open_walkways(self.editor(player)))
        elif (quarter := self.board.quarter_of.get(slot_just_written(player))) is not None:
            fields = quarter.energies if action == ENERGY else quarter.plants
            if (symbol := next_of(player.mark_order(fields, "circled"), player.marks)) is not None:
                yield Ink(symbol, "circled", by)

    def do(self, editor: VirusEditor, action: str, ink: Ink) -> None:
        """See `WildGame.do`; a plant or a tank crosses the next symbol of its track."""
        super().do(editor, action, ink)
        if action in self.board.tracks:
            _tracks.advance(editor, action, ink.by)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """The floor would not ascend."""
        return ascending.refusal(slot, number, self.board.floor_of[slot])

    def react_to_error(self, editor: VirusEditor, error: str) -> None:
        """Some errors bring a propagation on this sheet."""
        if error in self.board.infecting:
            editor.broadcast.append(error)

    def may_decline(self, player: Player) -> bool:
        """An action may be declined; what a full row or a virus does may not."""
        return player.pending[:1] == (ACTION,)

    def decline(self, state: State, player: Player) -> Player:
        """The action is over."""
        return self._evacuated(msgspec.structs.replace(player, pending=()))

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to do what is pending first."""
        if player.pending[0] == ACTION:
            return self.action_steps(state, player)
        if isinstance(pending := player.pending[0], Striking):
            return _propagation.steps(self.board, player, pending)
        return _tracks.row_steps(self.board, player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Does what is pending first."""
        pending = player.pending[0]
        if isinstance(pending, Striking):
            return _propagation.strike(self.board, player, pending, step)
        if pending == ACTION:
            acting = msgspec.structs.replace(player, pending=player.pending[1:])
            return self._evacuated(self.act(state, acting, step).player())
        return self._evacuated(_tracks.take_for_row(self.board, player, step))

    def _evacuated(self, player: Player) -> Player:
        """With nothing more pending, complete quarters are evacuated."""
        if player.pending:
            return player
        editor = self.editor(player)
        _evacuation.evacuate(editor)
        return editor.player()

    def incidents(self, state: State) -> tuple[Player, ...]:
        """Phase 5: viruses and spreads that were set off this turn, then the propagations."""
        return _set_off.suffer(self.board, state)

    def play_claim(self, player: Player, claim: Claim, later: bool) -> Player:
        """Writes the value; the first claim of a mission activates its virus."""
        editor = self.editor(player)
        editor.make(self.claim_ink(claim, later))
        if not later:
            _set_off.claimed(editor, self.virus_of[claim.id])
        return editor.player()

    def after_claims(self, state: State) -> tuple[Player, ...] | None:
        """First claims, also of players not available, activate viruses for everybody: phase 5 comes again."""
        outside = state.outside.get(state.turn, ())
        claimed = {
            self.virus_of[card] for card in state.deal.missions.values() if self.claims[card].field in outside
        }
        return _set_off.suffer_claims(self.board, state, claimed)

    def end(self, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """Quarters with empty slots are evacuated as they stand; who likes draws rings round them."""
        ended = []
        for player in players:
            editor = self.editor(player)
            _evacuation.draw_late_rings(editor)
            ended.append(editor.player())
        return tuple(ended)
