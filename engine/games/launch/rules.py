"""The rules of launch for one to six players: which steps are legal and what follows from each.

>>> from engine.deal import deal
>>> from sheets.library import load_sheet
>>> game = Launch(load_sheet("launch"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> step = game.legal_steps(state)[0]
>>> state = game.play(state, step)
>>> game.to_move(state)
2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.deal import Deal, Offer
from engine.game import PASS, Contradiction, Habits, IllegalStep, Outside, Step
from engine.games.launch import appeal, check
from engine.games.launch.facts import BUILD_X, PREPARE, Claim, Facts
from engine.games.launch.pen import Pen, Player, habit
from engine.ink import History, Ink, Mark, Turn
from sheets.model import Sheet


class State(msgspec.Struct, frozen=True):
    """A table between two steps. The players write one after the other, then claim one after the other."""

    deal: Deal
    players: tuple[Player, ...]
    turn: int = 1
    mover: int = 0  # place in `players`
    claiming: bool = False
    claimed: Mapping[str, int] = {}  # mission card: the first turn in which somebody claimed it
    over: bool = False
    outside: Mapping[int, tuple[str, ...]] = {}  # turn: fields that absent players marked for everybody


class Launch:
    """The rules of launch on its sheet; implements `engine.game.Game`."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.facts = Facts(sheet)

    # --- the protocol -------------------------------------------------------------------------------------

    def start(
        self,
        deal: Deal,
        habits: Habits | None = None,
        seats: Sequence[int] | None = None,
        outside: Sequence[Outside] = (),
    ) -> State:
        """The state of turn 1. See `engine.game.Game.start`."""
        seats = range(1, deal.players + 1) if seats is None else seats
        players = (Player(seat, habit(self.facts, (habits or {}).get(seat, ())), {}) for seat in seats)
        felt: dict[int, tuple[str, ...]] = {}
        for event in outside:
            felt[event.turn] = felt.get(event.turn, ()) + event.ink
        return State(deal, tuple(players), outside=felt)

    def to_move(self, state: State) -> int | None:
        """The seat that decides next, or None when the game is over."""
        return None if state.over else state.players[state.mover].seat

    def turn(self, state: State) -> int:
        """The turn being played, from 1; in a game that is over the last one."""
        return state.turn

    def marks(self, state: State, seat: int) -> Mapping[str, Mark]:
        """The ink on a seat's sheet."""
        return _player(state, seat).marks

    def history(self, state: State, seat: int) -> History:
        """How that ink came about, the turn being played included."""
        player = _player(state, seat)
        return (*player.turns, Turn(state.turn, player.offer, player.ink)) if player.ink else player.turns

    def legal_steps(self, state: State) -> list[Step]:
        """Every step that the seat to move may take; of equal errors or effects only the first by habit."""
        if state.over:
            return []
        player = state.players[state.mover]
        if state.claiming:
            return [*self._claims(state, player), Step(player.seat, PASS)]
        if player.due:
            return [*self._effects(player), Step(player.seat, PASS)]
        return list(self._numbers(state, player)) or [self._error(player)]

    def play(self, state: State, step: Step) -> State:
        """The state after the step and after all that it forces. Raises IllegalStep."""
        if state.over:
            raise IllegalStep("the game is over")
        player = state.players[state.mover]
        if step.seat != player.seat:
            raise IllegalStep(f"it is seat {player.seat}'s turn to decide")
        if state.claiming:
            player = self._play_claim(state, player, step)
        elif player.due:
            player = self._play_effect(player, step)
        else:
            player = self._play_number(state, player, step)
        players = (*state.players[: state.mover], player, *state.players[state.mover + 1 :])
        return self._advance(msgspec.structs.replace(state, players=players))

    def is_over(self, marks: Mapping[str, Mark]) -> bool:
        """Whether this sheet is launched, or has all missions, all errors circled or all slots filled."""
        facts = self.facts
        return (
            all(field in marks for field in facts.mission_fields.values())
            or all(error in marks for error in facts.errors)
            or all(slot in marks for slot in facts.slots)
            or facts.is_launched(marks)
        )

    def check(
        self, marks: Mapping[str, Mark], deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> list[Contradiction]:
        """Everything about one sheet's ink that is impossible whatever the order of play."""
        return check.contradictions(self.facts, marks, deal, missions or {})

    def tie_break(self, marks: Mapping[str, Mark]) -> tuple[int, ...]:
        """More extra rockets, if both are launched, then fewer crossed errors."""
        extras = sum(extra in marks for extra in self.facts.extras) if self.facts.is_launched(marks) else 0
        return extras, -sum(marks.get(error) == "circled+crossed" for error in self.facts.errors)

    def appeals(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        player = state.players[state.mover]
        wanted = frozenset[str]().union(*(claim.needs for claim in self._open_claims(state, player)))
        return appeal.appeals(self.facts, player.marks, wanted, steps)

    # --- legal steps --------------------------------------------------------------------------------------

    def _numbers(self, state: State, player: Player) -> Iterator[Step]:
        for place, offer in enumerate(state.deal.offers(state.turn), start=1):
            for floor in self.facts.floors_of[offer.action]:
                for slot in self.facts.slots_for(floor, offer.number, player.marks):
                    yield Step(player.seat, "number", (Ink(slot, offer.number, "number"),), place)

    def _error(self, player: Player) -> Step:
        error = next(error for error in player.habit.circling if error not in player.marks)
        return Step(player.seat, "error", (Ink(error, "circled", "error"),))

    def _effects(self, player: Player) -> Iterator[Step]:
        symbols = {self.facts.symbol[effect] for effect in player.due}
        for symbol in (PREPARE, BUILD_X):
            if symbol not in symbols:
                continue
            effect = next(
                e for e in player.habit.effects if e in player.due and self.facts.symbol[e] == symbol
            )
            for target in self._targets(symbol, player.marks):
                yield Step(player.seat, symbol, (Ink(effect, "crossed", "bonus"), target))

    def _targets(self, symbol: str, marks: Mapping[str, Mark]) -> Iterator[Ink]:
        if symbol == PREPARE:
            return (Ink(arrow, "filled", "bonus") for arrow in self.facts.free_arrows(marks))
        return (Ink(slot, "X", "bonus") for slot in self.facts.slots if slot not in marks)

    def _claims(self, state: State, player: Player) -> Iterator[Step]:
        for claim in self._open_claims(state, player):
            if claim.is_met(player.marks):
                yield Step(player.seat, "claim", (Ink(claim.field, "crossed", "mission"),))

    def _open_claims(self, state: State, player: Player) -> Iterator[Claim]:
        for card in state.deal.missions.values():
            claim = self.facts.claims[card]
            if claim.field not in player.marks:
                yield claim

    # --- playing a step -----------------------------------------------------------------------------------

    def _play_number(self, state: State, player: Player, step: Step) -> Player:
        pen = Pen(self.facts, player)
        match step:
            case Step(kind="number", ink=(Ink(slot, int(number), "number"),), offer=int(place)):
                self._check_number(state, player, slot, number, place)
                pen.fill(slot, number, "number")
                return pen.player(offer=place)
            case Step(kind="error", ink=(Ink(error, "circled", "error"),), offer=None):
                if error not in self.facts.errors:
                    raise IllegalStep(f"{error} is not a system error")
                if error in player.marks:
                    raise IllegalStep(f"{error} is circled already")
                if writable := next(self._numbers(state, player), None):
                    ink = writable.ink[0]
                    problem = (
                        f"an error may only be circled when no number can be written, and {ink.mark} could"
                    )
                    raise IllegalStep(f"{problem} go into {ink.field}")
                pen.circle(error, "error")
                return pen.player()
        raise IllegalStep("a turn starts with one number, or with an error where none can be written")

    def _check_number(self, state: State, player: Player, slot: str, number: int, place: int) -> None:
        offers = state.deal.offers(state.turn)
        if not 1 <= place <= len(offers):
            raise IllegalStep(f"there is no offer {place}")
        if slot not in self.facts.floor_of:
            raise IllegalStep(f"{slot} is not a slot")
        offer, floor = offers[place - 1], self.facts.floor_of[slot]
        if number != offer.number:
            raise IllegalStep(f"offer {place} of turn {state.turn} is {_words(offer)}, not {number}")
        if floor not in self.facts.floors_of[offer.action]:
            takes = self.facts.action[floor]
            raise IllegalStep(
                f"offer {place} of turn {state.turn} is {_words(offer)}, but {floor} takes {takes}"
            )
        if slot in player.marks:
            raise IllegalStep(f"{slot} is filled already")
        if slot not in self.facts.slots_for(floor, number, player.marks):
            raise IllegalStep(f"{number} in {slot} would break the ascending order of {floor}")

    def _play_effect(self, player: Player, step: Step) -> Player:
        if step.kind == PASS and not step.ink:
            return msgspec.structs.replace(player, due=())
        match step:
            case Step(ink=(Ink(effect, "crossed", "bonus"), Ink(target, mark, "bonus"))):
                if effect not in player.due:
                    raise IllegalStep(f"{effect} cannot be used now")
                symbol = self.facts.symbol[effect]
                if Ink(target, mark, "bonus") not in self._targets(symbol, player.marks):
                    raise IllegalStep(f"{effect} does not allow {mark} in {target} now")
                pen = Pen(self.facts, player)
                pen.resolve(effect)
                if symbol == PREPARE:
                    pen.ready(target)
                else:
                    pen.fill(target, mark, "bonus")
                return pen.player()
        raise IllegalStep(f"only {', '.join(player.due)} can be used now, or declined")

    def _play_claim(self, state: State, player: Player, step: Step) -> Player:
        if step.kind == PASS and not step.ink:
            return msgspec.structs.replace(player, passed=True)
        match step:
            case Step(kind="claim", ink=(Ink(field, "crossed", "mission"),)):
                claim = next((c for c in self._open_claims(state, player) if c.field == field), None)
                if claim is None:
                    raise IllegalStep(f"{field} is no open mission of this sheet")
                if not claim.is_met(player.marks):
                    raise IllegalStep(f"mission {claim.id} is not met")
                pen = Pen(self.facts, player)
                pen.claim(field, claim.first if claim.id not in state.claimed else claim.later)
                return pen.player()
        raise IllegalStep("missions can be claimed now, or not")

    # --- the course of a turn -----------------------------------------------------------------------------

    def _advance(self, state: State) -> State:
        """Moves on to the next decision: past players who have none, phase 5, and the end of the turn."""
        while True:
            while state.mover < len(state.players):
                if self._must_decide(state, state.players[state.mover]):
                    return state
                state = msgspec.structs.replace(state, mover=state.mover + 1)
            if not state.claiming:
                players = self._sabotage(state)
                state = msgspec.structs.replace(state, players=players, mover=0, claiming=True)
                continue
            state = self._end_turn(state)
            if state.over:
                return state

    def _must_decide(self, state: State, player: Player) -> bool:
        if state.claiming:
            return not player.passed and any(True for _ in self._claims(state, player))
        return bool(player.due) or not player.ink

    def _sabotage(self, state: State) -> tuple[Player, ...]:
        """Phase 5. Who set a symbol off this turn has crossed it already and suffers nothing from it."""
        announced = [symbol for player in state.players for symbol in player.announced]
        announced += [field for field in state.outside.get(state.turn, ()) if field in self.facts.sabotages]
        if not announced:
            return state.players
        players = []
        for player in state.players:
            pen = Pen(self.facts, player)
            for symbol in announced:
                if symbol not in pen.marks:
                    pen.suffer(symbol)
            players.append(pen.player())
        return tuple(players)

    def _end_turn(self, state: State) -> State:
        """After phase 6: cards claimed for the first time are turned, and the game may end."""
        made = {ink.field for player in state.players for ink in player.ink if ink.by == "mission"}
        made.update(state.outside.get(state.turn, ()))
        claimed = dict(state.claimed)
        for card in state.deal.missions.values():
            if self.facts.claims[card].field in made:
                claimed.setdefault(card, state.turn)
        over = any(self.is_over(player.marks) for player in state.players)
        return State(
            state.deal,
            tuple(_next_turn(state.turn, player) for player in state.players),
            state.turn if over else state.turn + 1,
            0,
            False,
            claimed,
            over,
            state.outside,
        )


def _player(state: State, seat: int) -> Player:
    return next(player for player in state.players if player.seat == seat)


def _next_turn(turn: int, player: Player) -> Player:
    turns = (*player.turns, Turn(turn, player.offer, player.ink))
    return Player(player.seat, player.habit, player.marks, turns)


def _words(offer: Offer) -> str:
    return f"{offer.number} with {offer.action}"
