"""The rules of launch for one to six players: the legal steps and their consequences.

>>> from fairsheet.engine.dealing.deal import deal
>>> from fairsheet.sheets.library.templates import load_sheet
>>> game = Launch(load_sheet("launch"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> step = game.legal_steps(state)[0]
>>> state = game.play(state, step)
>>> game.to_move(state)
2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.games.base.table import TableGame
from fairsheet.engine.games.launch import _heuristic, _numbers, _rockets, _sabotage, _sections, _system_errors
from fairsheet.engine.games.launch._board import board_of
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules.missions import Claim, open_cards
from fairsheet.languages.messages import Message, either
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet


class Launch(TableGame):
    """The rules of launch on its sheet; implements `fairsheet.engine.play.game.Game`."""

    tie_break_words: Sequence[str] = (
        Message("more extra rockets, with everything launched"),
        Message("fewer crossed errors"),
    )

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.board = board_of(sheet)
        self.rules = (*_numbers.rules(self.board), *_sections.rules(self.board))

    def endings(self, marks: Marks) -> Iterator[str]:
        """See `Game.endings`: adds `launch`."""
        yield from super().endings(marks)
        if self.board.is_launched(marks):
            yield "launch"

    def tie_break(self, marks: Marks) -> tuple[int, ...]:
        """Return the extra rockets if everything is launched, then the crossed errors, fewer being better."""
        extras = sum(extra in marks for extra in self.board.extras) if self.board.is_launched(marks) else 0
        return extras, -sum(marks.get(error) == "circled+crossed" for error in self.board.errors)

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """Return how good each of the legal steps looks to a sensible player."""
        player = state.players[state.mover]
        wanted = frozenset[str]().union(*(claim.needs for claim in self.open_claims(state, player)))
        return _heuristic.heuristic_values(self.board, player.marks, wanted, steps)

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """Return whether the number is that of the offer, on a floor of its action."""
        return number == offer.number and self.board.floor_of.get(slot) in self.board.floors_of[offer.action]

    # --- on a final sheet ---------------------------------------------------------------------------------

    def contradictions(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> Iterator[Contradiction]:
        """See `Game.contradictions`."""
        board, cards = self.board, open_cards(self.claims, deal, missions or {})
        for rule in self.rules:
            yield from rule.contradictions(marks)
        yield from self._unmet_claims(cards, marks)
        yield from _rockets.contradictions(board, marks, cards)
        yield from _sabotage.contradictions(board, marks, deal)
        if deal:
            _, most_errors = _system_errors.own_errors(board, marks)
            yield from _numbers.not_offered(board, marks, deal, most_errors)

    def _unmet_claims(self, cards: Sequence[Claim], marks: Marks) -> Iterator[Contradiction]:
        """Yield contradictions about crossed missions that cannot have been met.

        Ink only grows, and at most all errors were open at the same time.
        """
        grown = {field: "circled" if mark == "circled+crossed" else mark for field, mark in marks.items()}
        for field in self.board.mission_fields.values():
            choice = [card for card in cards if card.field == field]
            if field in marks and not any(card.is_met(grown) for card in choice):
                names = either([card.id for card in choice])
                blank = [next((each for each in card.needs if each not in marks), field) for card in choice]
                why = Message("{field} is crossed, but mission {cards} is not met", field=field, cards=names)
                yield Contradiction(tuple(dict.fromkeys([field, *blank])), why, RuleCode.MISSION)

    # --- numbers, errors, effects -------------------------------------------------------------------------

    def first_steps(self, state: State, player: Player) -> list[Step]:
        """Return every number that can be written; an error if there is none."""
        return list(_numbers.steps(self.board, state, player)) or [_system_errors.step_of(self.board, player)]

    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """Write a number, or circle an error."""
        editor = SheetEditor(player)
        match step:
            case Step(kind="number", ink=(Ink(slot, int(number), "number"),), offer=int(index)):
                _numbers.check(self.board, state, player.marks, slot, number, index)
                _sections.fill(self.board, editor, slot, number, "number")
                return editor.player(offer=index)
            case Step(kind="error", ink=(Ink(error, "circled", "error"),), offer=None):
                _system_errors.check(
                    self.board, error, player.marks, _numbers.steps(self.board, state, player)
                )
                editor.mark(error, "circled", "error")
                return editor.player()
        raise IllegalStep(
            RuleCode.TURN, "a turn starts with one number, or with an error if none can be written"
        )

    def may_decline(self, player: Player) -> bool:
        """Return True: effects may be declined."""
        return True

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield every way to use the pending effects; of equal effects only the first by mark order."""
        return _sections.steps(self.board, player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Use an effect."""
        match step:
            case Step(ink=(Ink(effect, "crossed", "bonus"), Ink(by="bonus") as target)):
                editor = SheetEditor(player)
                _sections.use(self.board, editor, effect, target)
                return editor.player()
        raise IllegalStep(RuleCode.SECTION, f"only {', '.join(player.pending)} can be used now, or declined")

    # --- sabotages and missions ---------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """Return the players after the sabotages of this turn: all others circle an error."""
        return _sabotage.apply_sabotages(self.board, state)

    def claim_ink(self, claim: Claim, later: bool) -> Ink:
        """Return the ink that crosses the letter of the mission."""
        return Ink(claim.field, "crossed", "mission")

    def play_claim(self, player: Player, claim: Claim, later: bool) -> Player:
        """Cross a mission and its rockets."""
        editor = SheetEditor(player)
        editor.make(self.claim_ink(claim, later))
        _rockets.cross(self.board, editor, claim.value(later), "mission")
        return editor.player()
