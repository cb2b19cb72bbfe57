"""What the solo game adds to the sheet and the table of a scenario in time.

A scenario's `solo_proof.py` joins these to its own: `class SheetModel(SoloSheet, journey.SheetModel)`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec

from engine.deal import SoloDeal, effects_of
from engine.game import mark_order_of
from engine.games.base.marks import is_crossed
from engine.games.base.proof_sheet import NumberSheet
from engine.games.base.proof_table import NumberTable
from engine.proof.model import FALSE, BoolVar, Term
from engine.proof.offers import Offers
from engine.proof.request import Schedule
from engine.proof.solo_offers import SoloOffers
from engine.proof.solve import Solution
from engine.proof.timeline import Choice
from engine.rules.codes import RuleCode
from engine.rules.races import Race
from engine.rules.solo import bonuses, effects, third_card
from engine.rules.solo.panel import Panel
from engine.solo_deck import LAST_TURN


class SoloSheet(NumberSheet):
    """The events of a sheet and its panel: cards given, by action, cards thrown out, prizes crossed by effects."""

    panel: Panel
    prizes: Sequence[str] = ()

    def prepare_solo(self, panel: Panel, prizes: Sequence[str]) -> None:
        """The events of the panel; `prizes` are what effects cross, and what earns solo bonuses when circled."""
        self.panel, self.prizes = panel, prizes
        self.given = {action: self.some_turns(row.fields) for action, row in panel.rows.items()}
        self.thrown = self.some_turns(
            [bonus for bonus in panel.bonuses.fields if is_crossed(self.marks, bonus)]
        )

    @property
    def solo_offers(self) -> SoloOffers:
        """The offers, with what became of each card."""
        return cast("SoloOffers", self.offers)

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
        """States what the panel asks for."""
        third_card.in_time(self)
        bonuses.in_time(self)
        self.events.update(effects.prizes_in_time(self, self.prizes, deal))


class SoloTable(NumberTable[Any]):
    """The table of a solo game. The turns of effects, and so those of turned missions, are known from the seed."""

    def offered(self) -> Offers:
        """See `NumberTable.offered`."""
        return SoloOffers(self.model, self.deal, self.last)

    @property
    def deal(self) -> SoloDeal:
        """The deal of the seed."""
        return cast("SoloDeal", self.request.deal)

    def state_races(self, prizes: Sequence[Race]) -> None:
        """Nobody races; effects cross prizes instead."""
        for player in self.players.values():
            player.constrain_solo(self.deal)

    def claim(self, card: str) -> None:
        """A mission takes its first value before its effect card comes up the second time, else the later one."""
        claim = self.claim_cards[card]
        letter = self.request.sheet.mission[card].letter
        turned = next(e.turn for e in effects_of(self.deal.seed) if (e.letter, e.time) == (letter, 2))
        for seat, player in self.players.items():
            field = self.claim_field(player, claim)
            if field not in player.marks:
                continue
            made = self.claim_made(player, claim)
            turns = [turn for turn in player.turns if made is None or (turn < turned) == (made == "first")]
            when = "before" if made == "first" else "after"
            why = f"mission {card} was claimed {when} effect card {letter} had turned it in turn {turned}"
            with self.model.rule(RuleCode.FIRST_CLAIM, player.name(field), why):
                if not turns:
                    self.model.clause()
            self.claims[seat][card] = Choice(self.model, turns or list(player.turns))

    def equals(self, player: Any) -> Iterator[tuple[list[str], Mapping[int, BoolVar]]]:
        """The cards of an action that ASTRA was given, and the solo bonuses crossed."""
        yield from ((list(fields), made) for fields, made in super().equals(player))
        order = [field for field, mark in mark_order_of(player.marks) if mark == "crossed"]
        for action, row in player.panel.rows.items():
            yield [field for field in order if field in row.fields], player.given[action]
        yield [field for field in order if field in player.panel.bonuses.fields], player.thrown

    def schedule(self, solution: Solution) -> Schedule:
        """See `Scheduler.schedule`: with the cards used in every turn, and effects after the last one."""
        schedule = super().schedule(solution)
        (player,) = self.players.values()
        offers = player.solo_offers
        ways = {turn: offers.way(solution, turn) for turn in player.turns}
        choices: dict[tuple[int, int], Sequence[Any]] = dict(schedule.choices)
        for turn in player.turns:
            used = [literal for literal in offers.ways(turn) if solution.holds(literal)]
            choices[turn, player.seat] = [*choices.get((turn, player.seat), ()), *used]
        after = any(
            effect.turn > LAST_TURN and player.panel.effect_icon(effect.letter, effect.time) in player.marks
            for effect in effects_of(self.deal.seed)
        )
        turns = schedule.turns + after
        return msgspec.structs.replace(schedule, turns=turns, choices=choices, cards=ways)
