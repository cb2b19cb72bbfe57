"""The rules of battle for two to six players: the legal steps and their consequences.

A state has one `Player` for every sheet, whose `seat` is the sheet's. In odd turns that seat writes on the near side of
its sheet. In even turns the next seat writes on the far side. Missions are claimed on the near side in every turn. Turn
0 is set-up.

>>> from fairsheet.engine.dealing.deal import deal
>>> from fairsheet.sheets.library.templates import load_sheet
>>> game = Battle(load_sheet("battle"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=3))
>>> state = game.play(state, game.legal_steps(state)[0])
>>> game.turn(state), game.to_move(state), len(game.legal_steps(state))  # two signs are left for the neighbour
(0, 2, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.games.base.table import TableGame
from fairsheet.engine.games.battle._heuristic import View
from fairsheet.engine.games.battle.parts import asteroids, boxes, flags, moons, pending, signs, spaces
from fairsheet.engine.games.battle.parts.board import Side, board_of, writing_side
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step, off_by
from fairsheet.engine.play.number_board import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History, Ink, Turn
from fairsheet.engine.rules.missions import Claim, mission_contradictions, open_cards
from fairsheet.engine.rules.offers import offer_of
from fairsheet.languages.messages import Message, counted
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.model.sides import FAR, NEAR, next_seat

LATER = {"mission": 1, "incident": 2}  # last marks of a turn, in this order


class Battle(TableGame):
    """The rules of battle on its sheet; implements `fairsheet.engine.play.game.Game`."""

    first_turn = 0
    stars: Sequence[int] = (6, 3, 1)

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.board = board_of(sheet)

    def contradictions(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> Iterator[Contradiction]:
        """See `Game.contradictions`: if a ship has no sign, signs belong to nobody."""
        if not marks:
            return
        board = self.board
        if missing := list(signs.ships_missing(board, marks)):
            yield from missing
            return
        sides = board.player_sides(marks)
        yield from signs.contradictions(board, marks)
        for side in board.sides.values():
            yield from asteroids.contradictions(board, side, marks)
        yield from flags.contradictions(board, marks)
        yield from spaces.contradictions(board, marks)
        for side in sides:
            yield from moons.contradictions(board, side, marks)
        yield from boxes.contradictions(board, marks)
        for side in sides:
            yield from self._actions(side, marks)
        cards = [replace(card, can_be_lost=True) for card in open_cards(self.claims, deal, missions or {})]
        yield from mission_contradictions(cards, marks)
        if deal:
            for side in sides:
                yield from spaces.not_offered(board, side, marks, deal)

    def _actions(self, side: Side, marks: Marks) -> Iterator[Contradiction]:
        """Yield a contradiction if a side's marks need more actions than it has turns with a sign on a planet."""
        board = self.board
        rewards = partial(board.rewards_of, side, marks)
        bonuses = partial(board.bonuses_of, side, marks)
        turns = side.own(board.spaces, marks)
        made = [box for ladder in side.factors.values() for box in ladder.fields if box in marks]
        made += (*side.own(board.asteroids, marks), *side.own(board.moons, marks))
        made += [astronaut for astronaut in side.astronauts if astronaut in marks]
        given = len(bonuses(ROBOT)) + len(rewards(ENERGY)) + len(rewards(PLANNING))
        for name in (PLANT, WATER):
            crossed = [box for box in side.ladders[name].fields if box in marks]
            made += crossed[len(rewards(name)) + len(bonuses(name)) :]
        if len(made) - given > len(turns):
            surplus = len(made) - given - len(turns)
            why = Message(
                "{off} actions taken by the {side} side: its marks need at least {actions}, but it has {turns}",
                off=off_by(surplus),
                side=term(side.name),
                actions=len(made) - given,
                turns=counted(len(turns), "turn with a sign", "turns with a sign"),
            )
            yield Contradiction.counting((*turns, *made), why, RuleCode.ACTION, few=made[-surplus:])

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """Return False: numbers lead to planets here, and there are no slots."""
        return False

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """Return how good each of the legal steps looks to a sensible player."""
        if state.turn == 0:
            return [0.0 for _ in steps]
        view = View(self._editor(state, state.players[state.mover]))
        offers = state.deal.offers(state.turn)
        return [view.worth(step, offers) for step in steps]

    # --- whose sheet it is, and whose turn -----------------------------------------------------------------

    def to_move(self, state: State) -> int | None:
        """Return the seat that decides next, or None if the game is over."""
        if state.over:
            return None
        if state.turn == 0:
            return signs.choosing_seat(self.board, state)
        sheet = state.players[state.mover].seat
        return sheet if state.claiming else writer(sheet, state.turn, state.deal.players)

    def history(self, state: State, seat: int) -> History:
        """Return the turns of a player on both sheets, if available, including the current turn."""
        turns = [self.turn_played(state, seat, number) for number in range(state.turn + 1)]
        return tuple(turns if turns[-1].ink or state.over else turns[:-1])

    def turn_played(self, state: State, seat: int, number: int) -> Turn:
        """Return the ink of a player in a turn, on both sheets. See `Game.turn_played`."""
        players = state.deal.players
        offer, ink = None, []
        for player in state.players:
            if seat in (player.seat, next_seat(player.seat, players)):
                turn = self._turn(state, player, number)
                ink += [each for each in turn.ink if self._author(player, turn, each, players) == seat]
                if number and writer(player.seat, number, players) == seat:
                    offer = turn.offer
        return Turn(number, offer, tuple(sorted(ink, key=lambda each: LATER.get(each.by, 0))))

    def _turn(self, state: State, player: Player, number: int) -> Turn:
        """Return the turn of a sheet, complete or current."""
        return player.turns[number] if number < len(player.turns) else self.as_turn(state, player)

    def _author(self, player: Player, turn: Turn, ink: Ink, players: int) -> int:
        """Return the seat that made a mark on a sheet in a turn."""
        if ink.by in ("setup", "mission"):
            return next_seat(player.seat, players) if self.board.side_of[ink.field] == FAR else player.seat
        return writer(player.seat, turn.turn, players)

    def _editor(self, state: State, player: Player) -> BattleEditor:
        side = NEAR if state.claiming else writing_side(state.turn)
        return BattleEditor(self.board, player, self.board.sides[side])

    # --- set-up ---------------------------------------------------------------------------------------------

    sign_rule = "seat {seat} chooses a sign that no neighbour has, the same on both sheets"

    def sign_steps(self, state: State) -> list[Step]:
        """Return every sign that the seat to choose may take."""
        return signs.sign_steps(self.board, state)

    def legal_steps(self, state: State) -> list[Step]:
        """Return every step that the seat to move may take; of equal steps only the first by mark order."""
        return self.sign_steps(state) if state.turn == 0 else super().legal_steps(state)

    def play(self, state: State, step: Step) -> State:
        """Return the state after the step and all that follows. Raises IllegalStep."""
        if state.turn > 0:
            return super().play(state, step)
        if step not in self.sign_steps(state):
            raise IllegalStep(RuleCode.SIGN, self.sign_rule.format(seat=self.to_move(state)))
        after = signs.draw(self.board, state, step)
        return after if after.turn == 0 else self.begin_turn(after)

    # --- numbers and errors ---------------------------------------------------------------------------------

    def first_steps(self, state: State, player: Player) -> list[Step]:
        """Return a step for every planet that an offer leads to, with or without astronauts; otherwise an error."""
        offers = state.deal.offers(state.turn)
        return spaces.steps(self._editor(state, player), offers, self.to_move(state) or 0)

    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """Draw the sign in a space of a planet, or cross an error."""
        editor = self._editor(state, player)
        match step:
            case Step(kind="number", ink=(*crosses, Ink(by="number") as sign), offer=int(index)):
                offer, which = offer_of(state, index), f"offer {index} of turn {state.turn}"
                planet = spaces.draw(editor, offer, which, crosses, sign)
                pending.begin(editor, planet, sign.field, offer.action)
                return editor.player(offer=index)
            case Step(kind="error", ink=(Ink(error, "crossed", "error", sheet),), offer=None):
                if sheet != player.seat:
                    raise IllegalStep(RuleCode.TURN, f"this turn is played on sheet {player.seat}")
                spaces.cross_error(editor, error, self.first_steps(state, player)[0])
                return editor.player()
        raise IllegalStep(
            RuleCode.TURN, "a turn starts with a sign on a planet, or with an error if none can be drawn"
        )

    # --- bonuses and actions --------------------------------------------------------------------------------

    def may_decline(self, player: Player) -> bool:
        """Return whether what is pending may be declined: space bonuses and actions, but not asteroid rewards."""
        first: pending.Pending = player.pending[0]
        return first.source != "reward"

    def decline(self, state: State, player: Player) -> Player:
        """Return the player after declining the first pending item."""
        editor = self._editor(state, player)
        editor.pending.pop(0)
        pending.advance(editor)
        return editor.player()

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield the ways to use a bonus or the action."""
        editor, seat = self._editor(state, player), self.to_move(state) or 0
        kind = player.pending[0].action
        return (Step(seat, kind, ink) for ink in pending.choices(editor, player.pending[0]))

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Use a bonus or the action."""
        editor = self._editor(state, player)
        kind = player.pending[0].action
        if step.kind != kind:
            raise IllegalStep(
                RuleCode.ACTION, f"only {kind} can be used now{', or declined' * self.may_decline(player)}"
            )
        if step.ink not in pending.choices(editor, player.pending[0]) and not self._is_equal(editor, step):
            fields = ", ".join(f"{ink.mark} in {ink.field}" for ink in step.ink)
            raise IllegalStep(RuleCode.ACTION, f"{kind} does not allow {fields or 'nothing'} now")
        pending.make_chosen(editor, step.ink)
        return editor.player()

    def _is_equal(self, editor: BattleEditor, step: Step) -> bool:
        """Return whether a step circles an astronaut other than the first free one."""
        free = (field for field in editor.side.astronauts if field not in editor.marks)
        equals = [(editor.ink_of(field, "circled", "action"),) for field in free]
        return step.kind == ASTRONAUT and step.ink in equals

    # --- missions, the end -----------------------------------------------------------------------

    def meets(self, state: State, player: Player) -> Callable[[Claim], bool]:
        """See `TableGame.meets`: on the near side of the left-hand sheet, or on the far side of the right-hand one.

        A mission counts as met if the right-hand sheet is missing.
        """
        seats = len(self.sheet.seats(state.deal.players))
        right = [each for each in state.players if next_seat(each.seat, seats) == player.seat]
        seen = [
            self.board.seen_by(NEAR, player.marks),
            *(self.board.seen_by(FAR, each.marks) for each in right),
        ]
        return lambda claim: not right or any(map(claim.is_met, seen))

    def on_sheet(self, player: Player, ink: Ink) -> Ink:
        """Return the mark with the sheet that it is on."""
        return replace(ink, sheet=player.seat)

    def endings(self, marks: Marks) -> Iterator[str]:
        """Yield what ends the game by this sheet: all missions, the errors of one side, all spaces of planets."""
        board = self.board
        if all(field in marks for field in board.missions):
            yield "missions"
        if any(all(error in marks for error in side.errors) for side in board.sides.values()):
            yield "errors"
        if all(space in marks for space in board.spaces):
            yield "slots"

    def is_over(self, marks: Marks) -> bool:
        """Return whether this sheet ends the game, or its flags show that the game has ended."""
        return super().is_over(marks) or self.board.flags_end_game(marks)

    def end_game(self, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """Draw the flags of all planets that have none."""
        editors = [BattleEditor(self.board, player, self.board.sides[NEAR]) for player in players]
        for editor in editors:
            for planet in self.board.planets.values():
                if not planet.has_flag(editor.marks):
                    flags.draw(editor, planet, "incident")
        return tuple(editor.player() for editor in editors)


def writer(sheet: int, turn: int, players: int) -> int:
    """Return the seat that writes on a sheet in a turn."""
    return sheet if writing_side(turn) == NEAR else next_seat(sheet, players)
