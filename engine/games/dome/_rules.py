"""The rules of dome for two to six players: the legal steps and their consequences.

The first step of a turn is a number, the second its action, the third a cut that is pending after an X. Changing a
number by an astronaut uses up the action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.dome import _dome_parts, _garden, _heuristic, _towers
from fairsheet.engine.games.dome._board import Board, board_of
from fairsheet.engine.games.dome._dome_parts import CUT
from fairsheet.engine.games.dome._proof import SheetModel
from fairsheet.engine.play.editor import Player, SheetEditor, next_of
from fairsheet.engine.play.equals import is_choice
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import crosses_on, numbers_on
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules import actions
from fairsheet.engine.rules.ascending import Openings
from fairsheet.engine.rules.ladders import Ladder
from fairsheet.engine.rules.missions import Claim, unmet_claims
from fairsheet.engine.solver.matching import unmatched
from fairsheet.languages.messages import Message, counted, joined
from fairsheet.sheets.model.marks import Marks

_NAMED = 5  # more marks are counted, not named
_ACTIONS = {
    "robot": "it builds the whole next part or half from a foot, if the number has its parity",
    "energy": "it crosses the topmost row of a table that is not crossed",
    "plant": "it circles a plant on the level of the number",
    "water": "it circles the water on the level of the number",
    "astronaut": "it crosses one astronaut",
    "planning": "an X goes where a tower can grow",
}


def rules(board: Board) -> tuple[Rule[SheetModel], ...]:
    """Return the rules of a sheet."""
    return (
        *_towers.rules(board),
        OwnRule(board, None, _garden.in_time),
        OwnRule(board, _dome_parts.contradictions, lambda sheet: sheet.dome.constrain()),
        *(Ladder(rows) for rows in board.areas.values()),
        OwnRule(board, _check_actions, lambda sheet: _state_actions(sheet, board)),
    )


class Dome(NumberGame[SheetEditor]):
    """The rules of dome on its sheet; implements `fairsheet.engine.play.game.Game`."""

    stars: Sequence[int] = (3, 2, 1)
    board: Board
    board_of, rules_of = staticmethod(board_of), staticmethod(rules)
    values_of = staticmethod(_heuristic.heuristic_values)
    forced = CUT

    def unmet_claims(self, cards: Sequence[Claim], marks: Marks) -> Iterator[Contradiction]:
        """Yield contradictions about missions claimed for both values, or not met at the end."""
        by_fields: dict[tuple[str, str], list[Claim]] = {}
        for card in cards:
            by_fields.setdefault((card.field, card.later_field), []).append(card)
        for (star, seal), choice in by_fields.items():
            if star in marks and seal in marks:
                why = Message(
                    "{star} and {seal} are both circled, but a mission is claimed once", star=star, seal=seal
                )
                yield Contradiction((star, seal), why, RuleCode.MISSION)
            elif star in marks or seal in marks:
                yield from unmet_claims(star if star in marks else seal, choice, marks)

    def editor(self, player: Player) -> SheetEditor:
        """See `NumberGame.editor`."""
        return SheetEditor(player)

    def zones(self, marks: Marks) -> list[Sequence[str]]:
        """See `NumberGame.zones`: the towers."""
        return [tower.slots for tower in self.board.towers]

    def openings(self, zones: Iterable[Sequence[str]], marks: Marks) -> Openings:
        """See `NumberGame.openings`: the slots where a tower can grow."""
        towers = [self.board.tower_of[zone[0]] for zone in zones]
        growing = {slot for tower in towers for slot in _towers.growing_slots(tower, marks)}
        found = super().openings(zones, marks)
        return {slot: bounds for slot, bounds in found.items() if slot in growing}

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """See `NumberGame.refusal`: the tower does not grow there, or would not ascend."""
        return _towers.refusal(self.board.tower_of[slot], slot, number, marks)

    def react_to_number(self, editor: SheetEditor, slot: str) -> None:
        """Take a value of the end of a tower if it is reached."""
        _towers.take_end(self.board, editor, slot)

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return next(self._choices(player, self.offered(state, player)), None) is not None

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield the ways to take the action, or the parts that can be cut."""
        if player.pending == (CUT,):
            cuts = _dome_parts.open_cuts(self.board, player.marks)
            return (Step(player.seat, CUT, (Ink(cut, "drawn", "action"),)) for cut in cuts)
        action = self.offered(state, player)
        return (Step(player.seat, action, ink) for ink in self._choices(player, action))

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Take the action, or cut a part. After the cut, the X takes a value if it is at the end of its tower."""
        editor = self.editor(player)
        editor.pending = []
        if player.pending == (CUT,):
            editor.make(_dome_parts.cut_of(self.board, player, step))
            _towers.take_end(self.board, editor, next(ink.field for ink in player.ink if ink.mark == "X"))
            return editor.player()
        offered = self.offered(state, player)
        if step.kind != offered:
            raise actions.not_offered(offered)
        if not any(self._is_choice(player, step.ink, ink) for ink in self._choices(player, offered)):
            what = " and ".join(f"{ink.mark} in {ink.field}" for ink in step.ink) or "nothing"
            raise IllegalStep(RuleCode.ACTION, f"{offered} does not allow {what} now: {_ACTIONS[offered]}")
        for ink in step.ink:
            editor.make(ink)
            if ink.mark == "X" and _dome_parts.open_cuts(self.board, editor.marks):
                editor.pending = [CUT]
            elif ink.mark == "X":
                _towers.take_end(self.board, editor, ink.field)
        return editor.player()

    def _choices(self, player: Player, action: str) -> Iterator[tuple[Ink, ...]]:
        """Yield the marks that can be chosen together for an action after the number. Of equal ones only the first."""
        board, marks = self.board, player.marks
        match action:
            case "robot":
                yield from _dome_parts.choices(board, player, "action")
            case "energy":
                for rows in board.areas.values():
                    if (row := next_of(rows, marks)) is not None:
                        yield (Ink(row, "crossed", "action"),)
            case "plant" | "water":
                yield from ((ink,) for ink in _garden.choices(board, player, action, "action"))
            case "astronaut":
                if (astronaut := next_of(player.mark_order(board.astronauts, "crossed"), marks)) is not None:
                    yield (Ink(astronaut, "crossed", "action"),)
            case "planning":
                for tower in board.towers:
                    yield from ((Ink(slot, "X", "action"),) for slot in _towers.growing_slots(tower, marks))

    def _is_choice(self, player: Player, made: tuple[Ink, ...], choice: tuple[Ink, ...]) -> bool:
        """Return whether marks, in any order, can be chosen together, or one equals the only choice."""
        if len(made) == len(choice) == 1:
            return is_choice(made[0], choice, self.board.equals, player.marks)
        return len(made) == len(choice) and set(made) == set(choice)

    def claim_ink(self, claim: Claim, later: bool) -> Ink:
        """Return the ink that circles the star in the first turn, and the seal later."""
        return Ink(claim.later_field if later else claim.field, "circled", "mission")


class SoloDome(PrizeGame, Dome):
    """Dome against ASTRA. Effects cross high values at the ends of towers; circled ones earn solo bonuses."""


def _check_actions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions unless every action has a number of its own: on its level, of its parity, or any number."""
    numbers, choices = numbers_on(board, marks), _numbers_for_actions(board, marks)
    for fields in unmatched(choices):
        places = {place for field in fields for place in choices[field]}
        slots = [slot for place, slot in enumerate(numbers) if place in places]
        why = _too_many(fields, slots)
        yield Contradiction.counting((*fields, *slots), why, RuleCode.ACTION, few=fields)


def _state_actions(sheet: SheetModel, board: Board) -> None:
    """State that every action took a turn; see `actions.limit_idle_turns`."""
    actions.limit_idle_turns(sheet, len(_numbers_for_actions(board, sheet.marks)))


def _numbers_for_actions(board: Board, marks: Marks) -> dict[str, tuple[int, ...]]:
    """Return the first mark of every action, with the places, from 0, of the numbers that can have brought it."""
    numbers = numbers_on(board, marks)
    choices: dict[str, tuple[int, ...]] = {}
    index = {slot: number for number, slot in enumerate(numbers)}
    for level in board.levels:
        at = tuple(index[slot] for slot in level.slots if slot in numbers)
        choices |= {symbol: at for symbol in level.symbols if symbol in marks}
    for piece in _dome_parts.pieces(board, marks):
        built = [link for link in piece.links if link in marks]
        if built:
            choices[built[0]] = tuple(index[s] for s, n in numbers.items() if bool(n % 2) == piece.odd)
    rows = [row for area in board.areas.values() for row in area]
    for field in (*crosses_on(board, marks), *board.astronauts, *rows):
        if field in marks:
            choices[field] = tuple(index.values())
    return choices


def _too_many(fields: Sequence[str], slots: Sequence[str]) -> Message:
    if not slots:
        return Message("{field} took an action, but no number on the sheet could bring it", field=fields[0])
    return Message(
        "{fields} took an action each, but only 1 number could bring them",
        "{fields} took an action each, but only {n} numbers could bring them",
        fields=joined(", ", fields) if len(fields) <= _NAMED else counted(len(fields), "mark"),
        n=len(slots),
    )
