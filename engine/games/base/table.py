"""The course of a game: players write in order, incidents happen, players claim missions, the turn ends.

A scenario defines the marks and what follows from them; see the abstract methods of `TableGame`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

import msgspec

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.play.editor import MarkOrder, Player, SheetEditor
from fairsheet.engine.play.game import PASS, Contradiction, IllegalStep, MarkOrders, Outside, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State, player_of
from fairsheet.engine.records.ink import History, Ink, Turn
from fairsheet.engine.records.slots import ERROR, slots_of
from fairsheet.engine.rules import end
from fairsheet.engine.rules.missions import Claim, claims_of
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet


class TableGame(ABC):
    """The part of `fairsheet.engine.play.game.Game` that all scenarios share."""

    first_turn = 1  # 0 if the players set something up before turn 1
    tie_break_words: Sequence[str] = (Message("fewer crossed errors"),)
    stars: Sequence[int] = (1,)

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.claims = claims_of(sheet)
        self.claim_fields = {(claim.field, claim.later_field) for claim in self.claims.values()}
        self.slots = slots_of(sheet)
        self.errors = tuple(field.id for field in sheet.fields_of_symbol(ERROR))

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def first_steps(self, state: State, player: Player) -> Sequence[Step]:
        """Return the steps with which a player can begin the turn: numbers, or an error."""

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield the ways to use what is pending, except to decline it: none by default."""
        return iter(())

    def may_decline(self, player: Player) -> bool:
        """Return whether what is pending may be declined: no, by default."""
        return False

    @abstractmethod
    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """Play a step that begins a turn, and all that follows. Raises IllegalStep."""

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Play a step of what is pending, and all that follows. Raises IllegalStep."""
        raise IllegalStep(RuleCode.TURN, "nothing is pending")

    def incidents(self, state: State) -> tuple[Player, ...]:
        """Return the players after what they did to each other this turn: unchanged by default.

        If something is pending then, the players decide about it, and this is called again.
        """
        return state.players

    def claim_ink(self, claim: Claim, later: bool) -> Ink:
        """Return the mark for a mission claimed in its first turn, or later: the value itself, by default."""
        return Ink(claim.field, claim.value(later), "mission")

    def play_claim(self, player: Player, claim: Claim, later: bool) -> Player:
        """Return the player after claiming a mission in its first turn, or later: only the mark is made by default."""
        editor = SheetEditor(player)
        editor.make(self.on_sheet(player, self.claim_ink(claim, later)))
        return editor.player()

    def decline(self, state: State, player: Player) -> Player:
        """Return the player after declining everything that is pending."""
        return msgspec.structs.replace(player, pending=())

    def after_claims(self, state: State) -> tuple[Player, ...] | None:
        """Return the players if the claims cause more incidents and claims this turn, otherwise None."""
        return None

    def has_begun(self, state: State, player: Player) -> bool:
        """Return whether a player has played the step that begins the turn."""
        return bool(player.ink)

    def begin_turn(self, state: State) -> State:
        """Return the state after the events at the beginning of a turn: unchanged by default."""
        return state

    def after_step(self, state: State, before: Player, player: Player) -> Player:
        """Return the player after the effects of the latest marks, in any phase of a turn: unchanged by default."""
        return player

    def close_turn(self, state: State) -> tuple[Player, ...]:
        """Return the players after the last events of a turn. If something is pending then, they decide about it."""
        return state.players

    def next_deal(self, state: State) -> Deal:
        """Return the cards after the turn that is over."""
        return state.deal

    def as_turn(self, state: State, player: Player) -> Turn:
        """Return the turn of a player for the history."""
        return Turn(state.turn, player.offer, player.ink)

    def situation(self, state: State) -> Hashable:
        """See `Game.situation`: rules depend on the last ink of a turn, but not on the order of the ink before it."""
        players = tuple(
            (
                *(frozenset(player.marks.items()), frozenset(player.ink), player.ink[-1:]),
                *(player.offer, player.pending, player.broadcast, player.passed, player.solo),
            )
            for player in state.players
        )
        where = (state.turn, state.mover, state.claiming, state.closing, state.over)
        return (*where, frozenset(state.claimed.items()), players)

    def endings(self, marks: Marks) -> Iterator[str]:
        """Yield what ends the game by this sheet: all missions claimed, all errors inked, all slots filled."""
        yield from end.endings(self.claim_fields, self.errors, self.slots, marks)

    def is_over(self, marks: Marks) -> bool:
        """Return whether this ink alone ends the game."""
        return any(True for _ in self.endings(marks))

    def contradictions(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> Iterator[Contradiction]:
        """See `Game.contradictions`: none by default."""
        return iter(())

    def tie_break(self, marks: Marks) -> tuple[int, ...]:
        """See `Game.tie_break`: fewer crossed errors, by default."""
        return (-sum(error in marks for error in self.errors),)

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> Sequence[float]:
        """Return how good each of the steps looks: all alike by default."""
        return [0.0] * len(steps)

    def turns_seen(self, marks: Marks) -> int | None:
        """Return how many turns a sheet has seen: None by default, because ink alone rarely shows it."""
        return None

    def rival_gains(self, state: State, steps: Sequence[Step]) -> Sequence[float]:
        """See `Game.rival_gains`: nobody gains by default."""
        return [0.0] * len(steps)

    def wins_tie(self, marks: Marks) -> bool:
        """Return whether the solo player wins if ASTRA has the same points: a draw by default."""
        return False

    def meets(self, state: State, player: Player) -> Callable[[Claim], bool]:
        """Return a function that says whether a player can claim a mission now."""
        return lambda claim: bool(claim.is_met(player.marks))

    def on_sheet(self, player: Player, ink: Ink) -> Ink:
        """Return a mark as it is recorded, with the sheet on which the player writes this turn."""
        return ink

    def has_ended(self, state: State) -> bool:
        """Return whether the last turn is over. Absent players end the game by their last error."""
        outside_ink = state.outside.get(state.turn, ())
        return self.errors[-1] in outside_ink or any(self.is_over(player.marks) for player in state.players)

    def end_game(self, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """Return the players after the events at the end of the game: unchanged by default."""
        return players

    # --- the protocol -------------------------------------------------------------------------------------

    def start(
        self,
        deal: Deal,
        mark_orders: MarkOrders | None = None,
        seats: Sequence[int] | None = None,
        outside: Sequence[Outside] = (),
    ) -> State:
        """Return the state of the first turn. See `fairsheet.engine.play.game.Game.start`."""
        seats = self.sheet.seats(deal.players) if seats is None else seats
        orders = {seat: (mark_orders or {}).get(seat, ()) for seat in seats}
        players = (self.new_player(seat, order) for seat, order in orders.items())
        outside_ink: dict[int, tuple[str, ...]] = {}
        for event in outside:
            outside_ink[event.turn] = outside_ink.get(event.turn, ()) + event.ink
        return self.begin_turn(State(deal, tuple(players), self.first_turn, outside=outside_ink))

    def new_player(self, seat: int, order: Sequence[tuple[str, Mark]]) -> Player:
        """Return a player with a blank sheet, who makes marks in this order."""
        return Player(seat, MarkOrder(order), {})

    def to_move(self, state: State) -> int | None:
        """Return the seat that decides next, or None if the game is over."""
        return None if state.over else state.players[state.mover].seat

    def turn(self, state: State) -> int:
        """Return the number of the current turn, from 1; after the game that of the last turn."""
        return state.turn

    def marks(self, state: State, seat: int) -> Marks:
        """Return the ink on a seat's sheet."""
        return player_of(state, seat).marks

    def history(self, state: State, seat: int) -> History:
        """Return the turns that made that ink, including the current one."""
        player = player_of(state, seat)
        return (*player.turns, self.as_turn(state, player)) if player.ink else player.turns

    def turn_played(self, state: State, seat: int, number: int) -> Turn:
        """Return the ink of a player in a turn. See `Game.turn_played`."""
        turns = self.history(state, seat)
        return next((turn for turn in turns if turn.turn == number), Turn(number, None, ()))

    def legal_steps(self, state: State) -> list[Step]:
        """Return every step that the seat to move may take; of equal steps only the first by mark order."""
        if state.over:
            return []
        player = state.players[state.mover]
        if state.claiming:
            return [*self._claim_steps(state, player), self._passing(state)]
        if player.pending:
            declining = [self._passing(state)] if self.may_decline(player) else []
            return [*self.pending_steps(state, player), *declining]
        return list(self.first_steps(state, player))

    def play(self, state: State, step: Step) -> State:
        """Return the state after the step and all that follows. Raises IllegalStep."""
        if state.over:
            raise IllegalStep(RuleCode.END, "the game is over")
        before, seat = state.players[state.mover], self.to_move(state)
        player = before
        if step.seat != seat:
            raise IllegalStep(RuleCode.TURN, f"it is seat {seat}'s turn to decide")
        if state.claiming:
            player = self._play_claim(state, player, step)
        elif not player.pending:
            player = self.play_first(state, player, step)
        elif step.kind == PASS and not step.ink and self.may_decline(player):
            player = self.decline(state, player)
        else:
            player = self.play_pending(state, player, step)
        player = self.after_step(state, before, player)
        players = (*state.players[: state.mover], player, *state.players[state.mover + 1 :])
        return self._advance(msgspec.structs.replace(state, players=players))

    def _passing(self, state: State) -> Step:
        return Step(self.to_move(state) or 0, PASS)

    # --- missions -----------------------------------------------------------------------------------------

    def open_claims(self, state: State, player: Player) -> Iterator[Claim]:
        """Yield the missions of the table that a player has not claimed."""
        for card in state.deal.missions.values():
            claim = self.claims[card]
            if claim.field not in player.marks and claim.later_field not in player.marks:
                yield claim

    def _claim_steps(self, state: State, player: Player) -> Iterator[Step]:
        for claim in filter(self.meets(state, player), self.open_claims(state, player)):
            now = self.on_sheet(player, self.claim_ink(claim, claim.id in state.claimed))
            yield Step(player.seat, "claim", (now,))

    def _play_claim(self, state: State, player: Player, step: Step) -> Player:
        if step.kind == PASS and not step.ink:
            return msgspec.structs.replace(player, passed=True)
        match step:
            case Step(kind="claim", ink=(Ink(field, mark, "mission") as ink,)):
                fits = (c for c in self.open_claims(state, player) if field in (c.field, c.later_field))
                claim = next(fits, None)
                if claim is None:
                    raise IllegalStep(RuleCode.MISSION, f"{field} is no open mission of this sheet")
                if not self.meets(state, player)(claim):
                    raise IllegalStep(RuleCode.MISSION, f"mission {claim.id} is not met")
                later = claim.id in state.claimed
                now = self.on_sheet(player, self.claim_ink(claim, later))
                if field != now.field:
                    why = f"mission {claim.id} is claimed in {now.field} now, not in {field}"
                    raise IllegalStep(RuleCode.FIRST_CLAIM, why)
                if ink != now:
                    why = f"mission {claim.id} is worth {claim.value(later)} now, not {mark}"
                    raise IllegalStep(RuleCode.FIRST_CLAIM, why)
                return self.play_claim(player, claim, later)
        raise IllegalStep(RuleCode.TURN, "missions can be claimed now, or not")

    # --- the course of a turn -----------------------------------------------------------------------------

    def _advance(self, state: State) -> State:
        """Advance to the next decision: skip players without one, apply incidents, and end the turn."""
        while True:
            for mover in range(state.mover, len(state.players)):
                if self._must_decide(state, state.players[mover]):
                    return msgspec.structs.replace(state, mover=mover)
            if state.closing:
                state = self._end_turn(state)
                if state.over:
                    return state
                continue
            if not state.claiming:
                players = self.incidents(state)
                claiming = not any(player.pending for player in players)
                state = msgspec.structs.replace(state, players=players, mover=0, claiming=claiming)
                continue
            again = self.after_claims(state)
            if again is not None:
                state = msgspec.structs.replace(state, players=again, mover=0, claiming=False)
                continue
            players = self.close_turn(state)
            state = msgspec.structs.replace(state, players=players, mover=0, claiming=False, closing=True)

    def _must_decide(self, state: State, player: Player) -> bool:
        if state.claiming:
            return not player.passed and any(True for _ in self._claim_steps(state, player))
        return bool(player.pending) or not (state.closing or self.has_begun(state, player))

    def _end_turn(self, state: State) -> State:
        """End the turn after the claims: turn cards claimed for the first time, and end the game if it is over."""
        made = {ink.field for player in state.players for ink in player.ink}
        made.update(state.outside.get(state.turn, ()))
        claimed = dict(state.claimed)
        for card in state.deal.missions.values():
            if self.claims[card].field in made:
                claimed.setdefault(card, state.turn)
        over = self.has_ended(state)
        players = self.end_game(state.players) if over else state.players
        after = State(
            self.next_deal(state),
            tuple(self.next_player(state, player) for player in players),
            state.turn if over else state.turn + 1,
            claimed=claimed,
            over=over,
            outside=state.outside,
        )
        return after if over else self.begin_turn(after)

    def next_player(self, state: State, player: Player) -> Player:
        """Return the player at the beginning of the next turn."""
        turns = (*player.turns, self.as_turn(state, player))
        return Player(player.seat, player.mark_order, player.marks, turns, solo=player.solo)
