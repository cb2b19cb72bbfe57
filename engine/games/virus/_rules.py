"""The rules of virus for two to six players: the legal steps and their consequences.

Before the first turn every player chooses an empty target and strikes a slot of its quarter. The first step of a turn
is a number, the second its action or a wild. Full rows of a track need a third step. In the incidents every struck slot
is a step. After claims that activate a virus, incidents and claims are repeated.
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
    """Return the rules of a sheet."""
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
        OwnRule(board, None, lambda sheet: sheet.state_quarters()),
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
        # by mission card: the virus that its first claim activates
        self.virus_of = {mission.id: self.board.set_off_by[mission.letter] for mission in sheet.missions}

    def unmet_claims(self, cards: Sequence[Claim], marks: Marks) -> Iterator[Contradiction]:
        """Return contradictions about missions that cannot have been met. Rings drawn after the game do not count."""
        return mission_contradictions(cards, _evacuation.without_late_rings(self.board, marks))

    def is_over(self, marks: Marks) -> bool:
        """Return whether this sheet ends the game, or its rings show that the game has ended."""
        return super().is_over(marks) or bool(_evacuation.late_rings(self.board, marks))

    def first_steps(self, state: State, player: Player) -> list[Step]:
        """Return the set-up steps in turn 0; later numbers, or an error."""
        if state.turn:
            return super().first_steps(state, player)
        return _set_up.steps(self.board, player.seat)

    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """Set up in turn 0; later write a number, or cross an error. Complete quarters wait for the action."""
        if state.turn:
            return self._evacuate_complete(super().play_first(state, player, step))
        editor = self.editor(player)
        _set_up.play(editor, step)
        return editor.player()

    def editor(self, player: Player) -> VirusEditor:
        """See `NumberGame.editor`."""
        return VirusEditor(self.board, player)

    def choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """Yield an open walkway, or the next energy or plant of the quarter of this turn's number."""
        if action == ROBOT:
            yield from (Ink(way, "drawn", by) for way in _tracks.open_walkways(self.editor(player)))
        elif (quarter := self.board.quarter_of.get(slot_just_written(player))) is not None:
            fields = quarter.energies if action == ENERGY else quarter.plants
            if (symbol := next_of(player.mark_order(fields, "circled"), player.marks)) is not None:
                yield Ink(symbol, "circled", by)

    def do(self, editor: VirusEditor, action: str, ink: Ink) -> None:
        """See `WildGame.do`: a plant or a tank also crosses the next symbol of its track."""
        super().do(editor, action, ink)
        if action in self.board.tracks:
            _tracks.advance(editor, action, ink.by)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """See `NumberGame.refusal`: the floor would not ascend."""
        return ascending.refusal(slot, number, self.board.floor_of[slot])

    def react_to_error(self, editor: VirusEditor, error: str) -> None:
        """See `NumberGame.react_to_error`: some errors cause a propagation on this sheet."""
        if error in self.board.infecting:
            editor.broadcast.append(error)

    def may_decline(self, player: Player) -> bool:
        """Return whether the pending item is an action. Effects of full rows and viruses may not be declined."""
        return player.pending[:1] == (ACTION,)

    def decline(self, state: State, player: Player) -> Player:
        """Return the player after declining the action."""
        return self._evacuate_complete(msgspec.structs.replace(player, pending=()))

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield the ways to resolve the first pending item."""
        if player.pending[0] == ACTION:
            return self.action_steps(state, player)
        if isinstance(pending := player.pending[0], Striking):
            return _propagation.steps(self.board, player, pending)
        return _tracks.row_steps(self.board, player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Resolve the first pending item."""
        pending = player.pending[0]
        if isinstance(pending, Striking):
            return _propagation.strike(self.board, player, pending, step)
        if pending == ACTION:
            acting = msgspec.structs.replace(player, pending=player.pending[1:])
            return self._evacuate_complete(self.act(state, acting, step).player())
        return self._evacuate_complete(_tracks.take_for_row(self.board, player, step))

    def _evacuate_complete(self, player: Player) -> Player:
        """Return the player after complete quarters are evacuated, if nothing is pending."""
        if player.pending:
            return player
        editor = self.editor(player)
        _evacuation.evacuate(editor)
        return editor.player()

    def incidents(self, state: State) -> tuple[Player, ...]:
        """See `TableGame.incidents`: phase 5 applies this turn's viruses and spreads, then the propagations."""
        return _set_off.apply_incidents(self.board, state)

    def play_claim(self, player: Player, claim: Claim, later: bool) -> Player:
        """Write the value. The first claim of a mission activates its virus."""
        editor = self.editor(player)
        editor.make(self.claim_ink(claim, later))
        if not later:
            _set_off.activate_claimed(editor, self.virus_of[claim.id])
        return editor.player()

    def after_claims(self, state: State) -> tuple[Player, ...] | None:
        """See `TableGame.after_claims`: first claims activate viruses for all players, so phase 5 is repeated."""
        outside = state.outside.get(state.turn, ())
        claimed = {
            self.virus_of[card] for card in state.deal.missions.values() if self.claims[card].field in outside
        }
        return _set_off.apply_claim_incidents(self.board, state, claimed)

    def end_game(self, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """See `TableGame.end_game`: players may draw rings round quarters with empty slots."""
        ended = []
        for player in players:
            editor = self.editor(player)
            _evacuation.draw_late_rings(editor)
            ended.append(editor.player())
        return tuple(ended)
