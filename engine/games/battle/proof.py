"""What every legal game of battle fulfils that ends with given sheets, for the proof.

States all that happens on each sheet (`proof_sheet`), and what binds the sheets of a table: the number of turns, the
signs, who claimed missions first, on which sheet they were met, and the end.
"""

from __future__ import annotations

from functools import partial

from engine.game import Outside
from engine.games.battle.board import Board
from engine.games.battle.proof_sheet import SheetModel
from engine.ink import Marks
from engine.proof.conditions import require
from engine.proof.model import BoolVar, Model
from engine.proof.offers import Offers
from engine.proof.request import ProofRequest, Schedule
from engine.proof.solve import Solution
from engine.proof.timeline import Choice, Event, Turns
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim, Claimed, claims_in_time, claims_of
from sheets.model import Call, Expression, Name, Number, Operation
from sheets.sides import FAR, NEAR, next_seat


class TableModel:
    """The constraints of a table of battle; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.model, self.request, self.board = model, request, Board(request.sheet)
        self.cards = [claims_of(request.sheet)[card] for card in request.missions.values()]
        lasts = {seat: SheetModel.turns_on(self.board, marks) for seat, marks in request.sheets.items()}
        self.last = max(lasts.values())
        self.offers = Offers(model, request.deal, self.last)
        self.sheets = {
            seat: SheetModel(model, self.board, seat, marks, self.offers)
            for seat, marks in request.sheets.items()
        }
        self.turns = Turns(model, 0, self.last)
        for seat, sheet in self.sheets.items():
            why = f"sheet {seat} has seen {sheet.last} turns by its signs and errors"
            with model.rule(RuleCode.TURN, sheet.name(*sheet.spaces, *sheet.errors), why):
                model.clause(self.turns.played(sheet.last))
                model.clause(-self.turns.played(sheet.last + 1))
            sheet.constrain()
        self._ships()
        self.claims: dict[int, dict[str, Choice]] = {seat: {} for seat in self.sheets}
        self.first_claims: dict[str, Event] = {}
        for card in self.cards:
            self._mission(card)
        self._end()

    # --- signs --------------------------------------------------------------------------------------------

    def _ships(self) -> None:
        """Every player has the same sign on both sheets."""
        near, far = (self.board.sides[side].sign for side in (NEAR, FAR))
        for seat, sheet in self.sheets.items():
            other = next_seat(seat, self.request.players)
            if other not in self.sheets:
                continue
            why = f"seat {other} has the same sign on both sheets"
            with self.model.rule(RuleCode.SIGN, [(seat, far), (other, near)], why):
                if sheet.marks.get(far) != self.sheets[other].marks.get(near):
                    self.model.clause()

    # --- missions -----------------------------------------------------------------------------------------

    def _mission(self, claim: Claim) -> None:
        """A card is claimed in a turn in which it is met on one sheet, and for the value of that turn."""
        field = claim.field
        made = [
            Claimed(seat, field, "first" if sheet.marks[field] == claim.first else "later", sheet.turns)
            for seat, sheet in self.sheets.items()
            if field in sheet.marks
        ]
        if not made:
            return
        found = claims_in_time(self.model, claim, made, self.turns, self.request.absent)
        self.first_claims[claim.id] = found.first
        for seat, event in found.events.items():
            sheet = self.sheets[seat]
            self.claims[seat][claim.id] = event
            words = f"mission {claim.id} of seat {seat} was claimed in a turn in which it was met on one of two sheets"
            with self.model.rule(RuleCode.MISSION, sheet.name(field), words):
                for turn in sheet.turns:
                    self._met(claim, seat, turn, event.at(turn))

    def _met(self, claim: Claim, seat: int, turn: int, given: BoolVar) -> None:
        """States that where `given` holds, a player meets a mission on one of two sheets at the end of a turn."""
        needs = self.request.sheet.mission[claim.id].needs
        owned = [(self.sheets.get(seat), NEAR)]
        owned += [
            (sheet, FAR)
            for other, sheet in self.sheets.items()
            if next_seat(other, self.request.players) == seat
        ]
        if len(owned) < len(self.board.sides):
            return  # it may have been met on the sheet that is not available
        choices = [self.model.literal() for _ in owned]
        self.model.implies(given, *choices)
        for choice, (sheet, side) in zip(choices, owned, strict=True):
            assert sheet is not None
            own = counted(needs, self.board.seen_by(side, sheet.marks))
            count = partial(_bearing, sheet, side, turn)
            require(self.model, own, self.request.sheet, count, choice)

    # --- the end ------------------------------------------------------------------------------------------

    def _end(self) -> None:
        """Nothing ends the game before the last turn; where something does, all planets are settled."""
        endings = {seat: list(self._endings(sheet)) for seat, sheet in self.sheets.items()}
        for seat, sheet in self.sheets.items():
            claimed = [card.field for card in self.cards if card.id in self.claims[seat]]
            words = f"nothing on sheet {seat} ends the game before the last turn"
            with self.model.rule(RuleCode.END, sheet.name(*claimed, *sheet.errors), words):
                for events in endings[seat]:
                    self.model.clause(*(event.at(sheet.last) for event in events))
            unsettled = [
                flag
                for planet in self.board.planets.values()
                if not planet.is_settled(sheet.marks)
                for flag in planet.flags.values()
            ]
            ended = self.board.is_flagged(sheet.marks)
            over = any(endings.values())
            words = f"sheet {seat} is {'over, as its flags say' if ended else 'not settled'}, "
            words += "but nothing ended the game" if ended else "but the game is over"
            with self.model.rule(RuleCode.FLAG, sheet.name(*unsettled, *self._flags(sheet)), words):
                if (over and unsettled) or (ended and not over and not self.request.absent):
                    self.model.clause()

    def _endings(self, sheet: SheetModel) -> list[list[Event]]:
        """What on a sheet ends the game when the last of its events happens."""
        found: list[list[Event]] = []
        claims = self.claims[sheet.seat]
        if len(claims) == len(self.board.missions):
            found.append(list(claims.values()))
        for side in sheet.sides.values():
            if len(side.errors) == len(side.side.errors):
                found.append(list(side.erring.values()))
        if len(sheet.spaces) == len(self.board.spaces):
            found.append(list(sheet.spaces.values()))
        return found

    def _flags(self, sheet: SheetModel) -> list[str]:
        return [
            flag
            for planet in self.board.planets.values()
            for flag in planet.flags.values()
            if flag in sheet.marks and not planet.is_full(sheet.marks)
        ]

    # --- reading off a solution ---------------------------------------------------------------------------

    def schedule(self, solution: Solution) -> Schedule:
        """In which turn everything was chosen."""
        choices: dict[tuple[int, int], list[BoolVar]] = {}
        when: dict[int, dict[str, int]] = {}
        circled: dict[int, dict[str, int]] = {}
        for seat, sheet in self.sheets.items():
            found = when[seat] = {side.sign: 0 for side in self.board.sides.values()}
            earlier = circled[seat] = {}
            claims = {card.field: self.claims[seat].get(card.id) for card in self.cards}
            events = [*sheet.chosen(), *((field, event) for field, event in claims.items() if event)]
            for field, event in events:
                turn = event.turn(solution)
                assert turn is not None, field
                if field in found:
                    earlier[field] = found[field]
                found[field] = turn
                choices.setdefault((turn, seat), []).append(event.at(turn))
            found.update(sheet.ladder_boxes(solution))
        deal = self.offers.dealt(solution, self.request.sheet, self.request.missions, self.request.players)
        set_up = any(self.request.sheets.values())
        return Schedule(self.last if set_up else -1, deal, when, choices, self._outside(solution), circled)

    def _outside(self, solution: Solution) -> tuple[Outside, ...]:
        """What absent players must have done: first claims that are nobody else's, and the end of the game."""
        found: dict[int, list[str]] = {}
        for card in self.cards:
            made = [sheet.marks.get(card.field) for sheet in self.sheets.values()]
            if card.id in self.first_claims and card.first not in made:
                found.setdefault(self.first_claims[card.id].turn(solution) or 0, []).append(card.field)
        flagged = any(self.board.is_flagged(sheet.marks) for sheet in self.sheets.values())
        if flagged and not any(self._endings(sheet) for sheet in self.sheets.values()):
            found.setdefault(self.last, []).append(self.board.sides[NEAR].errors[-1])
        return tuple(Outside(turn, tuple(fields)) for turn, fields in sorted(found.items()))


def counted(needs: Expression, marks: Marks) -> Expression:
    """The condition with `same(sign, …)` as a count of that sign; there are none where the sign is not to be seen."""
    match needs:
        case Call("same", (Name(ship), *fields)):
            return Call("count", (Name(str(marks[ship])), *fields)) if ship in marks else Number(0)
        case Call(function, arguments):
            return Call(function, tuple(counted(each, marks) for each in arguments))
        case Operation(sign, operands):
            return Operation(sign, tuple(counted(each, marks) for each in operands))
        case _:
            return needs


def _bearing(
    sheet: SheetModel, side: str, turn: int, mark: str, fields: tuple[str, ...]
) -> list[tuple[int, BoolVar]]:
    return sheet.bearing(side, mark, fields, turn)
