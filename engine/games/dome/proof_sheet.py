"""One sheet of dome in time: the turns in which its marks can have been made, whatever the others did.

Plants of a level and astronauts are counted, not told apart; so are the rows of a table, crossed from the top.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.base.board import ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.proof_sheet import NumberSheet
from engine.games.dome.board import Board, Piece
from engine.ink import Marks
from engine.proof.model import FALSE, TRUE, BoolVar, Model
from engine.proof.offers import Offers
from engine.proof.timeline import Choice
from engine.rules.codes import RuleCode


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.board = board
        self.plants = {level.id: self.some_turns(level.plants) for level in board.levels}
        self.waters = {level.id: self.some_turns((level.water,)) for level in board.levels}
        self.rows = {area: self.some_turns(rows) for area, rows in board.areas.items()}
        every = list(self.turns)
        self.cuts = {part.cut: Choice(model, every) for part in board.parts if part.cut in marks}
        self.pieces = board.pieces(marks)
        self.built: dict[Piece, Choice] = {
            piece: Choice(model, every) for piece in self.pieces if all(link in marks for link in piece.links)
        }
        self.events.update(self.cuts)
        self.events.update({link: event for piece, event in self.built.items() for link in piece.links})

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        for level in self.board.levels:
            self.exactly(self.plants[level.id], level.plants)
            self.exactly(self.waters[level.id], (level.water,))
        for area, rows in self.board.areas.items():
            self.exactly(self.rows[area], rows)
        self._growth()
        self._levels()
        self._parity()
        self._chain()
        self._cuts()

    # --- actions ------------------------------------------------------------------------------------------

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        return {
            ROBOT: [event.at(turn) for event in self.built.values()],
            PLANT: [made[turn] for made in self.plants.values()],
            ENERGY: [made[turn] for made in self.rows.values()],
            WATER: [made[turn] for made in self.waters.values()],
            PLANNING: [event.at(turn) for event in self.crosses.values()],
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        levels, pieces = self.board.levels, self.built
        return {
            ROBOT: [piece.links[0] for piece in pieces],
            PLANT: [plant for level in levels for plant in level.plants],
            ENERGY: [row for rows in self.board.areas.values() for row in rows],
            WATER: [level.water for level in levels],
        }.get(action, [])

    def _levels(self) -> None:
        """A plant or water is circled on the level of the number of its turn."""
        for level in self.board.levels:
            fields = [symbol for symbol in level.symbols if symbol in self.marks]
            slots = [slot for slot in level.slots if slot in self.numbers]
            why = f"the symbols of {level.id} were circled in turns with a number on its floors"
            with self.model.rule(RuleCode.LOCATION, self.name(*fields, *slots), why):
                for turn in self.turns:
                    there = [self.numbers[slot].at(turn) for slot in slots]
                    for made in (self.plants[level.id], self.waters[level.id]):
                        self.model.implies(made[turn], *there)

    # --- towers -------------------------------------------------------------------------------------------

    def _growth(self) -> None:
        """Every slot is filled after its neighbour on the way to the start floors; an X may follow a number at once."""
        for slot, event in self.filled.items():
            neighbour = self.board.inward(slot)
            if neighbour is None:
                continue
            at_once = slot in self.crosses and neighbour in self.numbers
            why = f"{neighbour} was filled before {slot}"
            with self.model.rule(RuleCode.GROWTH, self.name(neighbour, slot), why):
                for turn in self.turns:
                    before = turn if at_once else turn - 1
                    grown = self.filled[neighbour].by(before) if neighbour in self.filled else FALSE
                    self.model.implies(event.at(turn), grown)

    # --- the dome -----------------------------------------------------------------------------------------

    def _parity(self) -> None:
        """What is built in a turn has the parity of its number."""
        for piece, event in self.built.items():
            others = [slot for slot, number in self.number_in.items() if bool(number % 2) != piece.odd]
            why = f"{piece.links[0]} was built with an {'odd' if piece.odd else 'even'} number"
            with self.model.rule(RuleCode.PARITY, self.name(*piece.links), why):
                for turn in self.turns:
                    for slot in others:
                        self.model.clause(-event.at(turn), -self.numbers[slot].at(turn))

    def _chain(self) -> None:
        """What is built has everything built between it and one of the feet."""
        for turn in self.turns:
            done = [self.built[p].by(turn - 1) if p in self.built else FALSE for p in self.pieces]
            from_left, from_right = _all_before(self.model, done), _all_before(self.model, done[::-1])[::-1]
            for place, piece in enumerate(self.pieces):
                if piece in self.built:
                    why = f"{piece.links[0]} was built on from a foot of the dome"
                    with self.model.rule(RuleCode.CHAIN, self.name(*piece.links), why):
                        now = self.built[piece].at(turn)
                        self.model.implies(now, from_left[place], from_right[place])

    def _cuts(self) -> None:
        """Every X cuts a part that is not built, unless none is left; halves are built after their cut."""
        model = self.model
        of_cut = {part.cut: part for part in self.board.parts}
        for piece, event in self.built.items():
            for cut in self.cuts:
                if piece.links[0] in of_cut[cut].halves:
                    why = f"{cut} was made before {piece.links[0]} was built"
                    with model.rule(RuleCode.CUT, self.name(cut, *piece.links), why):
                        for turn in self.turns:
                            model.implies(event.at(turn), self.cuts[cut].by(turn - 1))
        why = f"seat {self.seat} cut a part of the dome with each X, as long as there was one to cut"
        with model.rule(RuleCode.CUT, self.name(*self.crosses, *self.cuts), why):
            for turn in self.turns:
                written = [event.at(turn) for event in self.crosses.values()]
                made = [event.at(turn) for event in self.cuts.values()]
                terms = [(1, literal) for literal in made] + [(-1, literal) for literal in written]
                if len(self.cuts) == len(self.crosses):
                    model.linear(terms, 0, 0)
                    continue
                model.linear(terms, None, 0)
                for gone in self._gone(turn - 1):
                    for literal in written:
                        model.implies(literal, gone, *made)

    def _gone(self, turn: int) -> Iterator[BoolVar]:
        """For every part whether it can be cut no more by the end of a turn."""
        for part in self.board.parts:
            if part.cut in self.cuts:
                yield self.cuts[part.cut].by(turn)
            else:
                yield self.events[part.halves[0]].by(turn) if part.halves[0] in self.events else FALSE

    # --- errors -------------------------------------------------------------------------------------------

    def closed(self, number: int, turn: int) -> Iterator[list[BoolVar]]:
        """A slot is closed by ink, by a number of its tower, or because the tower has not grown there."""
        for slot, tower in self.board.tower_of.items():
            reasons = self.kept_out(slot, number, turn, tower.slots)
            neighbour = self.board.inward(slot)
            if neighbour is not None:
                reasons.append(-self.filled[neighbour].by(turn) if neighbour in self.filled else TRUE)
            yield reasons


def _all_before(model: Model, done: Sequence[BoolVar]) -> list[BoolVar]:
    """For each place whether all before it is done."""
    found = [TRUE]
    for literal in done[:-1]:
        found.append(model.all_of((found[-1], literal)))
    return found
