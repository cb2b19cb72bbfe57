"""What the solo game adds to the sheet and the table of a scenario in time.

A scenario's `solo.py` joins these to its own: `class SheetModel(PrizeSheet, journey.SheetModel)`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec

from fairsheet.engine.dealing.deal import SoloDeal, effects_of
from fairsheet.engine.dealing.solo_deck import LAST_TURN
from fairsheet.engine.games.base.proof_claims import ClaimTable
from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.base.proof_table import NumberTable
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.request import Schedule
from fairsheet.engine.rules.races import Race
from fairsheet.engine.rules.solo import bonuses, effects, third_card
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.rules.solo.panel_in_time import PanelEvents
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, BoolVar, Term
from fairsheet.engine.solver.solo_offers import SoloOffers
from fairsheet.engine.solver.solve import Solution
from fairsheet.engine.solver.timeline import Choice, Turns
from fairsheet.sheets.model.sheet import Sheet


class SoloSheet(NumberSheet):
    """The events of a sheet and its panel."""

    panel: Panel
    panel_events: PanelEvents

    def prepare_solo(self, panel: Panel) -> None:
        """The events of the panel."""
        self.panel = panel
        offers = cast("SoloOffers", self.offers)
        self.panel_events = PanelEvents(self.model, self.seat, self.marks, self.turns, offers, panel)

    def constrain_solo(self, deal: SoloDeal) -> None:
        """States what the panel asks for: what became of the third card of every turn."""
        third_card.in_time(self.panel_events)


class PrizeSheet(SoloSheet):
    """A sheet on which effects cross a prize each, and a prize that is circled earns solo bonuses."""

    prizes: Sequence[str]

    def prepare_prizes(self, panel: Panel, prizes: Sequence[str]) -> None:
        """The events of the panel, and which marks are prizes."""
        self.prepare_solo(panel)
        self.prizes = prizes

    @property
    def earning(self) -> Sequence[str]:
        """The marks that have earned solo bonuses."""
        return effects.circled_prizes(self.prizes, self.marks)

    def earned_by(self, turn: int) -> Iterable[Term]:
        """How often a solo bonus was earned by the end of a turn, as a sum."""
        return [(1, self.reached_by(prize, turn)) for prize in self.earning]

    def circled_by(self, prize: str, turn: int) -> BoolVar:
        """Whether a prize was circled by the end of a turn."""
        return self.reached_by(prize, turn) if prize in self.earning else FALSE

    @abstractmethod
    def reached_by(self, prize: str, turn: int) -> BoolVar:
        """Whether what a prize is for was reached by the end of a turn."""

    def constrain_solo(self, deal: SoloDeal) -> None:
        """See `SoloSheet.constrain_solo`; bonuses are those of prizes, and effects cross prizes."""
        super().constrain_solo(deal)
        bonuses.in_time(self.panel_events, self.earning, self.earned_by)
        crossed = effects.prizes_in_time(
            self.panel_events, self.prizes, deal, self.circled_by, self.reached_by
        )
        self.events.update(crossed)


class SoloTable(ClaimTable[Any]):
    """The table of a solo game. The turns of effects, and so those of turned missions, are known from the seed."""

    turns: Turns

    def offered(self) -> SoloOffers:
        """What is offered in which turn."""
        return SoloOffers(self.model, self.deal, self.turns.most)

    @property
    def deal(self) -> SoloDeal:
        """The deal of the seed."""
        return cast("SoloDeal", self.request.deal)

    def claim(self, card: str) -> None:
        """A mission takes its first value before its effect card comes up the second time, else the later one."""
        claim = self.claim_cards[card]
        letter, turned = (
            self.request.sheet.mission[card].letter,
            turned_in(self.request.sheet, self.deal, card),
        )
        for seat, player in self.players.items():
            field = self.claim_field(player, claim)
            if field not in player.marks:
                continue
            made = self.claim_made(player, claim)
            begins = self.beginning_of(turned)
            turns = [turn for turn in player.turns if made is None or (turn < begins) == (made == "first")]
            when = "before" if made == "first" else "after"
            why = f"mission {card} was claimed {when} effect card {letter} had turned it in turn {turned}"
            with self.model.rule(RuleCode.FIRST_CLAIM, player.name(field), why):
                if not turns:
                    self.model.clause()
            event = self.claims[seat][card] = Choice(self.model, turns or list(player.turns))
            if made == "first":
                self.first_claims[card] = event
                self.is_first[seat, card] = TRUE

    def beginning_of(self, turn: int) -> int:
        """When a turn begins: the turn itself, where the model has no smaller units of time."""
        return turn

    def equals(self, player: Any) -> Iterator[tuple[list[str], Mapping[int, BoolVar]]]:
        """The cards of an action that ASTRA was given, and the solo bonuses crossed."""
        yield from ((list(fields), made) for fields, made in super().equals(player))
        yield from player.panel_events.equals()

    def schedule(self, solution: Solution) -> Schedule:
        """See `Scheduler.schedule`: with the cards used in every turn, and effects after the last one."""
        events: PanelEvents = self.players[1].panel_events
        return _with_cards(super().schedule(solution), solution, events, self.deal)


class SoloNumberTable(SoloTable, NumberTable[Any]):
    """The table of a solo game whose sheet is a `SoloSheet`."""

    def state_races(self, prizes: Sequence[Race]) -> None:
        """Nobody races; effects cross prizes instead."""
        for player in self.players.values():
            player.constrain_solo(self.deal)


def turned_in(sheet: Sheet, deal: SoloDeal, card: str) -> int:
    """The turn in which the effect card of a mission comes up the second time."""
    letter = sheet.mission[card].letter
    return next(each.turn for each in effects_of(deal.seed) if (each.letter, each.time) == (letter, 2))


def _with_cards(schedule: Schedule, solution: Solution, events: PanelEvents, deal: SoloDeal) -> Schedule:
    """The schedule with the cards used in every turn, and with effects after the last one where they are crossed."""
    ways = {turn: events.offers.way(solution, turn) for turn in events.turns}
    choices: dict[tuple[int, int], Sequence[BoolVar]] = dict(schedule.choices)
    for turn in events.turns:
        used = [literal for literal in events.offers.ways(turn) if solution.holds(literal)]
        choices[turn, events.seat] = [*choices.get((turn, events.seat), ()), *used]
    after = any(
        effect.turn > LAST_TURN and events.panel.effect_icon(effect.letter, effect.time) in events.marks
        for effect in effects_of(deal.seed)
    )
    return msgspec.structs.replace(schedule, turns=schedule.turns + after, choices=choices, cards=ways)
