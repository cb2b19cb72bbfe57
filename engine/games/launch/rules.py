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

from engine.deal import Deal, Offer
from engine.game import Contradiction, IllegalStep, Step
from engine.games.base.editor import Player
from engine.games.base.table import State, TableGame, offer_of
from engine.games.launch import check, heuristic
from engine.games.launch.board import BUILD_X, PREPARE, Board
from engine.games.launch.editor import LaunchEditor, MarkOrder, mark_order
from engine.ink import Ink, Mark, Marks
from engine.rules import ascending, races
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim
from sheets.model import Sheet


class Launch(TableGame):
    """The rules of launch on its sheet; implements `engine.game.Game`."""

    tie_break_words: Sequence[str] = ("more extra rockets, with everything launched", "fewer crossed errors")

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.board = Board(sheet)

    def mark_order(self, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
        """See `TableGame.mark_order`."""
        return mark_order(self.board, order)

    def endings(self, marks: Marks) -> Iterator[str]:
        """See `Game.endings`; and the `launch`."""
        yield from super().endings(marks)
        if self.board.is_launched(marks):
            yield "launch"

    def check(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> list[Contradiction]:
        """Everything about one sheet's ink that is impossible whatever the order of play."""
        return check.contradictions(self.board, marks, deal, missions or {})

    def tie_break(self, marks: Marks) -> tuple[int, ...]:
        """More extra rockets, if both are launched, then fewer crossed errors."""
        extras = sum(extra in marks for extra in self.board.extras) if self.board.is_launched(marks) else 0
        return extras, -sum(marks.get(error) == "circled+crossed" for error in self.board.errors)

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        player = state.players[state.mover]
        wanted = frozenset[str]().union(*(claim.needs for claim in self.open_claims(state, player)))
        return heuristic.heuristic_values(self.board, player.marks, wanted, steps)

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """The number of the offer, on a floor of its action."""
        return number == offer.number and self.board.floor_of.get(slot) in self.board.floors_of[offer.action]

    # --- legal steps --------------------------------------------------------------------------------------

    def _numbers(self, state: State, player: Player) -> Iterator[Step]:
        for place, offer in enumerate(state.deal.offers(state.turn), start=1):
            for floor in self.board.floors_of[offer.action]:
                for slot in self.board.slots_for(floor, offer.number, player.marks):
                    yield Step(player.seat, "number", (Ink(slot, offer.number, "number"),), place)

    def _error(self, player: Player) -> Step:
        error = next(error for error in player.mark_order.circling if error not in player.marks)
        return Step(player.seat, "error", (Ink(error, "circled", "error"),))

    def first_steps(self, state: State, player: Player) -> list[Step]:
        """Every number that can be written, an error where there is none."""
        return list(self._numbers(state, player)) or [self._error(player)]

    def may_decline(self, player: Player) -> bool:
        """Effects may be declined."""
        return True

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Every way to use the effects that are pending; of equal ones only the first by mark_order."""
        symbols = {self.board.symbol[effect] for effect in player.pending}
        for symbol in (PREPARE, BUILD_X):
            if symbol not in symbols:
                continue
            effect = next(
                e for e in player.mark_order.effects if e in player.pending and self.board.symbol[e] == symbol
            )
            for target in self._targets(symbol, player.marks):
                yield Step(player.seat, symbol, (Ink(effect, "crossed", "bonus"), target))

    def _targets(self, symbol: str, marks: Marks) -> Iterator[Ink]:
        if symbol == PREPARE:
            return (Ink(arrow, "filled", "bonus") for arrow in self.board.free_arrows(marks))
        return (Ink(slot, "X", "bonus") for slot in self.board.slots if slot not in marks)

    # --- playing a step -----------------------------------------------------------------------------------

    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """Writes a number, or circles an error."""
        editor = LaunchEditor(self.board, player)
        match step:
            case Step(kind="number", ink=(Ink(slot, int(number), "number"),), offer=int(place)):
                self._check_number(state, player, slot, number, place)
                editor.fill(slot, number, "number")
                return editor.player(offer=place)
            case Step(kind="error", ink=(Ink(error, "circled", "error"),), offer=None):
                if error not in self.board.errors:
                    raise IllegalStep(RuleCode.INK, f"{error} is not a system error")
                if error in player.marks:
                    raise IllegalStep(RuleCode.INK, f"{error} is circled already")
                if writable := next(self._numbers(state, player), None):
                    ink = writable.ink[0]
                    problem = (
                        f"an error may only be circled when no number can be written, and {ink.mark} could"
                    )
                    raise IllegalStep(RuleCode.ERROR, f"{problem} go into {ink.field}")
                editor.circle(error, "error")
                return editor.player()
        raise IllegalStep(
            RuleCode.TURN, "a turn starts with one number, or with an error where none can be written"
        )

    def _check_number(self, state: State, player: Player, slot: str, number: int, place: int) -> None:
        offer = offer_of(state, place)
        if slot not in self.board.floor_of:
            raise IllegalStep(RuleCode.INK, f"{slot} is not a slot")
        floor = self.board.floor_of[slot]
        if number != offer.number:
            raise IllegalStep(
                RuleCode.OFFER, f"offer {place} of turn {state.turn} is {_words(offer)}, not {number}"
            )
        if floor not in self.board.floors_of[offer.action]:
            takes = self.board.action[floor]
            raise IllegalStep(
                RuleCode.OFFER,
                f"offer {place} of turn {state.turn} is {_words(offer)}, but {floor} takes {takes}",
            )
        if slot in player.marks:
            raise IllegalStep(RuleCode.INK, f"{slot} is filled already")
        if slot not in self.board.slots_for(floor, number, player.marks):
            raise ascending.refusal(slot, number, floor)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Uses an effect."""
        match step:
            case Step(ink=(Ink(effect, "crossed", "bonus"), Ink(target, mark, "bonus"))):
                if effect not in player.pending:
                    raise IllegalStep(RuleCode.SECTION, f"{effect} cannot be used now")
                symbol = self.board.symbol[effect]
                if Ink(target, mark, "bonus") not in self._targets(symbol, player.marks):
                    raise IllegalStep(RuleCode(symbol), f"{effect} does not allow {mark} in {target} now")
                editor = LaunchEditor(self.board, player)
                editor.resolve(effect)
                if symbol == PREPARE:
                    editor.ready(target)
                else:
                    editor.fill(target, mark, "bonus")
                return editor.player()
        raise IllegalStep(RuleCode.SECTION, f"only {', '.join(player.pending)} can be used now, or declined")

    def claim_ink(self, claim: Claim, later: bool) -> Ink:
        """The letter of the mission is crossed."""
        return Ink(claim.field, "crossed", "mission")

    def play_claim(self, player: Player, claim: Claim, later: bool) -> Player:
        """Crosses a mission and its rockets."""
        editor = LaunchEditor(self.board, player)
        editor.claim(claim.field, claim.value(later))
        return editor.player()

    def incidents(self, state: State) -> tuple[Player, ...]:
        """Phase 5. Who set a symbol off this turn has crossed it already and suffers nothing from it."""
        set_off = list(races.won(state, self.board.sabotages))
        players = []
        for player in state.players:
            editor = LaunchEditor(self.board, player)
            for symbol in set_off:
                if symbol not in editor.marks:
                    editor.suffer(symbol)
            players.append(editor.player())
        return tuple(players)


def _words(offer: Offer) -> str:
    return f"{offer.number} with {offer.action}"
