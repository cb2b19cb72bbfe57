"""The constraints that the solo game adds to the table of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import msgspec

from fairsheet.engine.dealing.deal import SoloDeal, effects_of
from fairsheet.engine.dealing.solo_deck import LAST_TURN
from fairsheet.engine.games.base.proof_claims import ClaimTable, S
from fairsheet.engine.games.base.proof_table import N, NumberTableModel
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.request import Schedule
from fairsheet.engine.rules.races import Race
from fairsheet.engine.rules.solo import bonuses, effects, third_card
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.rules.solo.panel_in_time import PanelInTime
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Solution
from fairsheet.engine.solver.solo_offers import SoloOffers
from fairsheet.engine.solver.timeline import Choice, Turns
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet


class SoloTable(ClaimTable[S]):
    """The table of a solo game. The seed gives the turns of effects, and so the turns in which missions are turned."""

    turns: Turns
    panel_in_time: PanelInTime

    def offered(self) -> SoloOffers:
        """Return the offers of each turn."""
        return SoloOffers(self.model, self.deal, self.turns.most)

    @property
    def deal(self) -> SoloDeal:
        """The deal of the seed."""
        return cast("SoloDeal", self.request.deal)

    def state_claim(self, card: str) -> None:
        """State that a mission has its first value only before its effect card comes up the second time."""
        claim = self.claim_cards[card]
        letter = self.request.sheet.mission[card].letter
        turned = turn_of_second_effect(self.request.sheet, self.deal, card)
        for seat, player in self.players.items():
            field = self.claim_field(player, claim)
            if field not in player.marks:
                continue
            made = self.claimed_value(player, claim)
            begins = self.start_of(turned)
            turns = [turn for turn in player.turns if made is None or (turn < begins) == (made == "first")]
            before = Message(
                "mission {card} was claimed for its higher value, before effect {letter} came up in turn {turned}"
            )
            after = Message(
                "mission {card} was claimed for its lower value, after effect {letter} came up in turn {turned}"
            )
            why = (before if made == "first" else after).filled(card=card, letter=letter, turned=turned)
            with self.model.rule(RuleCode.FIRST_CLAIM, player.name(field), why):
                if not turns:
                    self.model.clause()
            event = self.claims[seat][card] = Choice(self.model, turns or list(player.turns))
            if made == "first":
                self.first_claims[card] = event
                self.is_first[seat, card] = TRUE

    def equals(self, player: S) -> Iterator[tuple[list[str], Mapping[int, Lit]]]:
        """Yield the fields of the panel too: ASTRA's cards of each action, and crossed solo bonuses."""
        yield from ((list(fields), made) for fields, made in super().equals(player))
        if player.seat == self.panel_in_time.seat:
            yield from self.panel_in_time.equals()

    def schedule(self, solution: Solution) -> Schedule:
        """See `Scheduler.schedule`: adds the cards used in every turn, and effects after the last turn."""
        schedule, events = super().schedule(solution), self.panel_in_time
        ways = {turn: events.offers.way(solution, turn) for turn in events.turns}
        choices: dict[tuple[int, int], Sequence[Lit]] = dict(schedule.choices)
        for turn in events.turns:
            used = [literal for literal in events.offers.ways(turn) if solution.holds(literal)]
            choices[turn, events.seat] = [*choices.get((turn, events.seat), ()), *used]
        after = any(
            effect.turn > LAST_TURN and events.panel.effect_icon(effect.letter, effect.time) in events.marks
            for effect in effects_of(self.deal.seed)
        )
        return msgspec.structs.replace(schedule, turns=schedule.turns + after, choices=choices, cards=ways)


class SoloNumberTableModel(SoloTable[N], NumberTableModel[N]):
    """The table of a solo game with numbers. Effects cross the prizes of its races, as opponents do."""

    def sheet(self, seat: int, marks: Marks) -> N:
        """See `NumberTableModel.sheet`: the panel belongs to the sheet."""
        sheet, panel = super().sheet(seat, marks), Panel(self.request.sheet)
        offers = cast("SoloOffers", self.offers)
        self.panel_in_time = PanelInTime(self.model, seat, marks, sheet.turns, offers, panel)
        return sheet

    def state_races(self, prizes: Sequence[Race]) -> None:
        """State what happened to the third card of every turn, and to the prizes, if there are any."""
        third_card.in_time(self.panel_in_time)
        if prizes:
            self._state_prizes({race.prize: race for race in prizes})

    def _state_prizes(self, races: Mapping[str, Race]) -> None:
        """State that each effect crosses a prize, and that a circled prize earns solo bonuses."""
        (player,) = self.players.values()
        earning = effects.circled_prizes(tuple(races), player.marks)

        def reached_by(prize: str, turn: int) -> Lit:
            """Return whether a prize is reached by a turn; never if the player left an optional prize blank."""
            lost = races[prize].optional and prize not in earning
            return FALSE if lost else player.reached(races[prize], turn)

        def circled_by(prize: str, turn: int) -> Lit:
            return reached_by(prize, turn) if prize in earning else FALSE

        bonuses.in_time(
            self.panel_in_time, earning, lambda turn: [(1, reached_by(prize, turn)) for prize in earning]
        )
        crossed = effects.prizes_in_time(self.panel_in_time, tuple(races), self.deal, circled_by, reached_by)
        player.events.update(crossed)


def turn_of_second_effect(sheet: Sheet, deal: SoloDeal, card: str) -> int:
    """Return the turn in which the effect card of a mission comes up the second time."""
    letter = sheet.mission[card].letter
    return next(each.turn for each in effects_of(deal.seed) if (each.letter, each.time) == (letter, 2))
