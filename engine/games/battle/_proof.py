"""The constraints that every legal game of battle satisfies, for the proof.

The module states the events of each sheet (`proof_sheet`) and what connects the sheets of a table. These are the number
of turns, the signs, first claims of missions, the sheets on which missions were met, and the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from fairsheet.engine.games.base.proof_claims import ClaimTable
from fairsheet.engine.games.battle.parts import asteroids, boxes, moons, spaces
from fairsheet.engine.games.battle.parts.board import board_of, writing_side
from fairsheet.engine.games.battle.parts.proof_sheet import SheetModel, SideModel
from fairsheet.engine.play.number_board import PLANT, WATER
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.request import ProofRequest, Schedule, Subject
from fairsheet.engine.records.ink import Cause, History
from fairsheet.engine.solver.conditions import alternatives, require
from fairsheet.engine.solver.constraint_model import Lit, Model, Solution
from fairsheet.engine.solver.timeline import Event, Turns
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation
from fairsheet.sheets.model.sides import FAR, NEAR, next_seat


class TableModel(ClaimTable[SheetModel]):
    """The constraints of a table of battle; see `fairsheet.engine.proof.request.Constraints`."""

    met_words = Message(
        "mission {card} was met on one of two sheets in the turn in which player {seat} claimed it"
    )

    def __init__(self, model: Model, request: ProofRequest) -> None:
        super().__init__(model, request)
        self.board = board_of(request.sheet)
        self.turns = Turns(model, 0, max(self.turns_on(seat) for seat in request.sheets))
        self.offers = self.offered()
        for seat, marks in request.sheets.items():
            with model.part(seat):
                self.players[seat] = self.sheet(seat, marks)
        self.state_turns()
        for seat, sheet in self.players.items():
            with model.part(seat):
                self.constrain(sheet)
        self.state_signs()
        for card in request.missions.values():
            self.state_claim(card)
            for seat in self.players:
                self.state_met(card, seat)
        self._end()

    def turns_on(self, seat: int) -> int:
        """Return how many turns a sheet has seen."""
        marks = self.request.sheets[seat]
        return sum(spaces.turns_of(self.board, side, marks) for side in self.board.sides.values())

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """Return the events of one sheet. Each side writes in every other turn."""
        turns = range(1, self.turns_on(seat) + 1)
        sides = [
            SideModel(
                *(self.model, self.board, seat, side, marks, self.offers),
                [turn for turn in turns if writing_side(turn) == side.name],
            )
            for side in self.board.sides.values()
        ]
        return SheetModel(self.model, self.board, seat, marks, sides, turns)

    def constrain(self, sheet: SheetModel) -> None:
        """State what the marks of a sheet require of each other."""
        sheet.constrain()
        for side in sheet.sides.values():
            spaces.in_time(side)
            asteroids.in_time(side)
            boxes.factors_in_time(side)
            moons.in_time(side)
            for action in (PLANT, WATER):
                boxes.ladder_in_time(side, action)
            spaces.errors_in_time(side)

    def state_turns(self) -> None:
        """State that all sheets have seen the same number of turns."""
        for seat, sheet in self.players.items():
            seen = self.turns_on(seat)
            why = Message("sheet {seat} shows {seen} turns by signs and errors", seat=seat, seen=seen)
            with self.model.rule(RuleCode.TURN, sheet.name(*sheet.errors[::-1], *sheet.spaces), why):
                self.model.clause(self.turns.played(seen))
                self.model.clause(-self.turns.played(seen + 1))

    def state_signs(self) -> None:
        """State that every player has the same sign on both sheets."""
        near, far = (self.board.sides[side].sign for side in (NEAR, FAR))
        sheets = self.request.sheets
        for seat, marks in sheets.items():
            other = next_seat(seat, self.request.players)
            if other in sheets:
                why = Message("player {seat} has different signs on the two sheets", seat=other)
                with self.model.rule(RuleCode.SIGN, [(seat, far), (other, near)], why):
                    if marks.get(far) != sheets[other].get(near):
                        self.model.clause()

    # --- missions -----------------------------------------------------------------------------------------

    def state_met_in(self, card: str, seat: int, turn: int, given: Lit) -> None:
        """See `ClaimTable.state_met_in`: the mission is met on one of two sheets, unless one of them is missing."""
        needs = self.request.sheet.mission[card].needs
        owned = [(self.players[seat], NEAR)]
        owned += [
            (sheet, FAR)
            for other, sheet in self.players.items()
            if next_seat(other, len(self.request.sheet.seats(self.request.players))) == seat
        ]
        if len(owned) < len(self.board.sides):
            return  # it may have been met on the missing sheet
        choices = alternatives(self.model, given, len(owned))
        for choice, (sheet, side) in zip(choices, owned, strict=True):
            own = counted(needs, self.board.seen_by(side, sheet.marks))
            with self.model.part(sheet.seat):
                require(self.model, own, self.request.sheet, partial(sheet.bearing, side, turn), choice)

    # --- the end ------------------------------------------------------------------------------------------

    def _end(self) -> None:
        """State that nothing ends the game before the last turn, and that a game that has ended has all flags."""
        endings = {seat: self._endings(sheet) for seat, sheet in self.players.items()}
        over = any(endings.values())
        for seat, sheet in self.players.items():
            words = Message("nothing on sheet {seat} ended the game before its last turn", seat=seat)
            with self.model.rule(RuleCode.END, sheet.name(*self.claimed_fields(seat), *sheet.errors), words):
                for events in endings[seat]:
                    self.model.clause(*(event.at(turn) for event in events for turn in self.last_turns(seat)))
            planets, marks = self.board.planets.values(), sheet.marks
            missing = [flag for planet in planets if not planet.has_flag(marks) for flag in planet.flags]
            flags = [flag for planet in planets if not planet.is_full(marks) for flag in planet.flags]
            drawn = [flag for flag in flags if flag in marks]
            words = (
                Message("sheet {seat} has the flags of a finished game, but nothing ended it", seat=seat)
                if drawn
                else Message("sheet {seat} has planets without a flag, but the game is over", seat=seat)
            )
            with self.model.rule(RuleCode.FLAG, sheet.name(*missing, *drawn), words):
                if (over and missing) or (drawn and not over and not self.request.absent):
                    self.model.clause()

        flagged = any(self.board.flags_end_game(sheet.marks) for sheet in self.players.values())
        if flagged and self.request.absent and not over:
            self.state_end_by_absent()

    def last_turns(self, seat: int) -> Sequence[int]:
        """Return the turns in which something on a sheet can end the game: its last turn."""
        return [self.turns_on(seat)]

    def _endings(self, sheet: SheetModel) -> list[list[Event]]:
        """Return what ends the game by this sheet: groups of events that end it when all have happened."""
        result: list[list[Event]] = []
        claims = self.claims[sheet.seat]
        if len(claims) == len(self.board.missions):
            result.append(list(claims.values()))
        for side in sheet.sides.values():
            if len(side.errors) == len(side.side.errors):
                result.append(list(side.erring.values()))
        if len(sheet.spaces) == len(self.board.spaces):
            result.append(list(sheet.spaces.values()))
        return result

    # --- games played, and reading a solution ---------------------------------------------------------------

    def as_played(self, histories: Mapping[int, History]) -> None:
        """See `ClaimTable.as_played`: adds fields that were first circled and then crossed."""
        super().as_played(histories)
        made = self.turns_made(histories)
        for seat, player in self.players.items():
            for field, event in player.circled_and_crossed():
                self.model.clause(*(event.at(time) for time in self.times_in(made[seat, field][0][0])))

    def turns_made(self, histories: Mapping[int, History]) -> dict[Subject, list[tuple[int, Cause]]]:
        """See `ClaimTable.turns_made`: of equal symbols and equal spots of a moon, the first one is marked first."""
        made = super().turns_made(histories)
        for seat, player in self.players.items():
            for planet in self.board.planets.values():
                spots = [side.side.own(planet.moons, player.marks) for side in player.signers]
                for fields in (*planet.symbols.values(), *spots):
                    equals = [(seat, field) for field in fields if field in player.marks]
                    made.update(zip(equals, sorted(made[subject] for subject in equals), strict=True))
        return made

    def schedule(self, solution: Solution) -> Schedule:
        """Return the turn of every choice; of a table without ink not even that of the signs."""
        result = super().schedule(solution)
        choices = {key: list(literals) for key, literals in result.choices.items()}
        circled: dict[int, dict[str, int]] = {seat: {} for seat in self.players}
        for seat, player in self.players.items():
            for field, event in player.circled_and_crossed():
                turn = event.turn(solution)
                assert turn is not None, field
                circled[seat][field] = turn
                choices.setdefault((turn, seat), []).append(event.at(turn))
        turns = result.turns if any(self.request.sheets.values()) else -1
        return msgspec.structs.replace(result, turns=turns, choices=choices, circled=circled)


def counted(needs: Expression, marks: Marks) -> Expression:
    """Return the condition with `same(sign, …)` as a count of that sign. The count is 0 if the sign is missing."""
    match needs:
        case Call("same", (Name(ship), *fields)):
            return Call("count", (Name(str(marks[ship])), *fields)) if ship in marks else Number(0)
        case Call(function, arguments):
            return Call(function, tuple(counted(each, marks) for each in arguments))
        case Operation(sign, operands):
            return Operation(sign, tuple(counted(each, marks) for each in operands))
        case _:
            return needs
