"""What every legal table of virus fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other, `proof_strikes` what propagations struck on it. What
binds the sheets is that of every table with numbers, and the viruses and spreads, which all sheets share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.game import Outside, mark_order_of
from engine.games.base.board import ASTRONAUT
from engine.games.base.marks import is_crossed
from engine.games.base.proof_table import NumberTable
from engine.games.virus.board import Board
from engine.games.virus.proof_sheet import SheetModel
from engine.games.virus.proof_strikes import Order, Strikes, causes_of
from engine.ink import Mark
from engine.proof.conditions import CannotState, require
from engine.proof.model import FALSE, TRUE, BoolVar, Model, Term
from engine.proof.request import ProofRequest, Schedule
from engine.proof.solve import Solution
from engine.proof.timeline import Choice, Event
from engine.rules.codes import RuleCode


class TableModel(NumberTable[SheetModel]):
    """The constraints of virus; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.board = Board(request.sheet)
        super().__init__(model, request, self.board)
        letters = {mission.id: mission.letter for mission in request.sheet.missions}
        self.card_of = {self.board.set_off_by[letters[card]]: card for card in request.missions.values()}
        self.symbol_of = {effect: symbol for symbol, effect in self.board.set_off_by.items()}
        self.effects = self._effects()
        order = Order(model)
        strikes = {
            seat: Strikes(model, order, player, causes_of(self._causes(player, order)))
            for seat, player in self.players.items()
        }
        for each in strikes.values():
            each.constrain()
        for effect, card in self.card_of.items():
            if card in self.first_claims and not request.absent:
                self._claimed_before(effect, card, strikes)

    def sheet(self, seat: int, marks: Mapping[str, Mark]) -> SheetModel:
        """See `NumberTable.sheet`."""
        return SheetModel(self.model, self.board, seat, marks, self.offers)

    def reached(self, player: SheetModel, race: object, turn: int) -> BoolVar:
        """There are no races for a prize."""
        return FALSE

    def count(self, player: SheetModel, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberTable.count`."""
        terms = player.counted(mark, fields, turn)
        if terms is None:
            raise CannotState("some of the plants or energies of a quarter")
        return terms

    # --- viruses and spreads ------------------------------------------------------------------------------

    def _effects(self) -> dict[str, Event]:
        """When each virus and spread was set off, by its field: in the turn in which the first player did it."""
        found: dict[str, Event] = {}
        for effect in (*self.board.target_of, *self.board.spreads):
            having = [seat for seat, player in self.players.items() if effect in player.marks]
            first = self.first_claims.get(self.card_of.get(effect, ""))
            if not having and first is None:
                continue
            claimed = [
                (seat, self.claim_field(self.players[seat], self.claim_cards[self.card_of[effect]]))
                for seat in self.players
                if first is not None and self.card_of[effect] in self.claims[seat]
            ]
            with self.model.rule(
                RuleCode.SET_OFF,
                [*((seat, effect) for seat in self.players), *claimed],
                f"{effect} is crossed by all, or by nobody",
            ):
                if len(having) < len(self.players):
                    self.model.clause()
            found[effect] = first or Choice(self.model, list(range(self._earliest(effect), self.last + 1)))
            if effect in self.card_of:
                self._by_a_claim(effect, first)
            else:
                self._by_a_track(effect, found[effect])
        return found

    def _earliest(self, effect: str) -> int:
        """The first turn in which an effect can be set off: a track is crossed one symbol a turn."""
        tracks = (track.symbols for track in self.board.tracks.values())
        places = (
            list(symbols).index(s) + 1 for symbols in tracks if (s := self.symbol_of[effect]) in symbols
        )
        return next(places, 1)

    def _by_a_claim(self, effect: str, first: Event | None) -> None:
        """A virus of a mission is activated by a first claim, of somebody absent if of nobody else."""
        why = f"{effect} is crossed because somebody claimed its mission first"
        with self.model.rule(RuleCode.SET_OFF, [(seat, effect) for seat in self.players], why):
            if first is None and not self.request.absent:
                self.model.clause()

    def _claimed_before(self, effect: str, card: str, strikes: Mapping[int, Strikes]) -> None:
        """Somebody met a mission of rings before the virus that its first claim activated struck anything."""
        claim = self.claim_cards[card]
        if not self.board.rings.issuperset(claim.needs):
            return
        seats = [seat for seat in self.players if self.is_first.get((seat, card)) == TRUE]
        met = {seat: self.model.literal() for seat in seats}
        why = f"mission {card} was met before {effect} struck"
        with self.model.rule(RuleCode.MISSION, [(seat, claim.field) for seat in seats], why):
            self.model.clause(*met.values())
            for seat, literal in met.items():
                rings = strikes[seat].rings_before(effect)
                require(
                    self.model, self.request.sheet.mission[card].needs, self.request.sheet, rings, literal
                )

    def _by_a_track(self, effect: str, event: Event) -> None:
        """Who crosses the symbol of a track first sets it off; nobody crosses it before."""
        symbol = self.symbol_of[effect]
        crossings = [player.crossing[symbol] for player in self.players.values() if symbol in player.crossing]
        fields = [(seat, field) for seat in self.players for field in (effect, symbol)]
        why = f"{effect} was set off in the turn in which {symbol} was first crossed"
        with self.model.rule(RuleCode.SET_OFF, fields, why):
            for turn in range(1, self.last + 1):
                for crossing in crossings:
                    self.model.implies(crossing.by(turn), event.by(turn))
                if not self.request.absent:
                    self.model.implies(event.by(turn), *(crossing.by(turn) for crossing in crossings))

    def _causes(self, player: SheetModel, order: Order) -> Iterator[tuple[str, Event, bool, BoolVar]]:
        """What caused propagations on a sheet: its field, when, whether by a claim, and whether it did at all."""
        for effect, event in self.effects.items():
            if effect not in player.marks:
                continue
            own = player.crossing.get(self.symbol_of[effect])
            suffered = TRUE
            if effect in self.board.spreads and own is not None:
                suffered = -order.no_later(own, event)
            yield effect, event, effect in self.card_of, suffered
        for error, erring in player.erring.items():
            if error in self.board.infecting:
                yield error, erring, False, TRUE

    # --- reading off a solution ---------------------------------------------------------------------------

    def equals(self, player: SheetModel) -> Iterator[tuple[list[str], Mapping[int, BoolVar]]]:
        """See `NumberTable.equals`."""
        for id_, quarter in self.board.quarters.items():
            yield [field for field in player.marks if field in quarter.plants], player.plants[id_]
            yield [field for field in player.marks if field in quarter.energies], player.energies[id_]
        symbols = self.board.panels[ASTRONAUT].symbols
        yield [field for field in player.marks if field in symbols], player.astronauts
        order = [field for field, mark in mark_order_of(player.marks) if mark == "crossed"]
        for name, panel in self.board.panels.items():
            wilds = [field for field in order if field in panel.wilds and is_crossed(player.marks, field)]
            yield wilds, player.used[name]

    def follow(self, player: SheetModel, found: dict[str, int], solution: Solution) -> None:
        """Tanks go with their slots."""
        found.update({tank: found[slot] for slot, tank in player.tanks.items()})

    def schedule(self, solution: Solution) -> Schedule:
        """See `NumberTable.schedule`; absent players also set off what nobody else can have set off."""
        schedule = super().schedule(solution)
        outside = [*schedule.outside]
        for effect, event in self.effects.items():
            turn = event.turn(solution) or 0
            if effect in self.card_of:
                if self.card_of[effect] not in self.first_claims:
                    outside.append(Outside(turn, (self.claim_cards[self.card_of[effect]].field,)))
            elif not any(
                player.crossing[self.symbol_of[effect]].turn(solution) == turn
                for player in self.players.values()
                if self.symbol_of[effect] in player.crossing
            ):
                outside.append(Outside(turn, (effect,)))
        return msgspec.structs.replace(schedule, outside=tuple(outside))
