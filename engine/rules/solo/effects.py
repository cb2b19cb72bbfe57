"""Effect cards: each comes up twice and has its scenario's effect; the second time, its mission is turned over, too.

In most scenarios, an effect crosses one of some prizes that has no mark yet; the player chooses which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from fairsheet.engine.dealing.deal import SoloDeal, effects_of
from fairsheet.engine.dealing.solo_deck import LAST_TURN, DealtEffect
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step, few_of, off_by
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules.solo.panel import Panel, SoloStep
from fairsheet.engine.rules.solo.panel_in_time import PanelInTime
from fairsheet.engine.solver.constraint_model import FALSE, Lit
from fairsheet.engine.solver.timeline import Choice
from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.model.marks import Marks, is_circled, is_crossed


class PendingEffect(msgspec.Struct, frozen=True):
    """An effect card that has come up, for the first or the second time, and has not acted yet."""

    letter: str
    time: int


def prize_steps(prizes: Sequence[str], player: Player) -> Iterator[Step]:
    """Yield a step for each prize without a mark: it can be crossed."""
    for prize in prizes:
        if prize not in player.marks:
            yield Step(player.seat, SoloStep.EFFECT, (Ink(prize, "crossed", "astra"),))


def cross_prize(
    prizes: Sequence[str], editor: SheetEditor, step: Step, what: str = "one prize without a mark"
) -> None:
    """Cross the prize that was chosen. Raises IllegalStep, with the possible crosses in words as `what`."""
    match step:
        case Step(kind=SoloStep.EFFECT, ink=(Ink(prize, "crossed", "astra") as ink,)):
            if prize in prizes and prize not in editor.marks:
                editor.make(ink)
                return
    raise IllegalStep(RuleCode.EFFECT, f"an effect card has come up: {what} is crossed now")


def contradictions(panel: Panel, deal: SoloDeal, turns: int, marks: Marks) -> Iterator[Contradiction]:
    """Yield effect cards that came up in the turns played but are not crossed, or the other way round."""
    for effect in effects_of(deal.seed):
        icon = panel.effect_icon(effect.letter, effect.time)
        if effect.turn <= turns and icon not in marks:
            why = Message(
                "effect card {letter} came up in turn {turn}, but {icon} is not crossed",
                letter=effect.letter,
                turn=effect.turn,
                icon=icon,
            )
            yield Contradiction((icon,), why, RuleCode.EFFECT)
        elif effect.turn > turns + (turns == LAST_TURN) and icon in marks:
            why = Message(
                "{icon} is crossed, but in {turns} turns effect card {letter} did not come up then",
                icon=icon,
                turns=turns,
                letter=effect.letter,
            )
            yield Contradiction((icon,), why, RuleCode.EFFECT)


def unpaid_prizes(
    prizes: Sequence[str], panel: Panel, deal: SoloDeal, marks: Marks
) -> Iterator[Contradiction]:
    """Yield a contradiction unless as many prizes are crossed as effects came up, while any had no mark."""
    crossed = [prize for prize in prizes if is_crossed(marks, prize)]
    icons = [panel.effect_icon(each.letter, each.time) for each in _acting_effects(panel, deal, marks)]
    blank = [prize for prize in prizes if prize not in marks]
    if len(crossed) > len(icons) or (len(crossed) < len(icons) and blank):
        words = Message("{off} prizes crossed: {crossed} for {icons} effects")
        off = off_by(len(crossed) - len(icons))
        why = words.filled(off=off, icons=len(icons), crossed=len(crossed))
        yield Contradiction.counting(
            (*crossed, *icons, *blank), why, RuleCode.EFFECT, few=few_of(icons, crossed)
        )


def _acting_effects(panel: Panel, deal: SoloDeal, marks: Marks) -> Iterator[DealtEffect]:
    """Yield the effects of the seed that came up and act."""
    for effect in effects_of(deal.seed):
        if panel.effects[effect.letter].acts and panel.effect_icon(effect.letter, effect.time) in marks:
            yield effect


def prizes_in_time(
    panel: PanelInTime,
    prizes: Sequence[str],
    deal: SoloDeal,
    circled_by: Callable[[str, int], Lit],
    reached_by: Callable[[str, int], Lit],
) -> dict[str, Choice]:
    """State when each crossed prize was crossed: an effect crosses one without a mark, if any is left.

    `circled_by` says whether the player has circled a prize, so that it has a mark. `reached_by` says whether the
    player has reached it: a crossed prize was not reached before its effect, because it would have been circled.
    """
    model = panel.model
    effects = list(_acting_effects(panel.panel, deal, panel.marks))
    turns = sorted({effect.turn for effect in effects})
    crossed = [prize for prize in prizes if is_crossed(panel.marks, prize)]
    icons = [panel.panel.effect_icon(each.letter, each.time) for each in effects]
    events: dict[str, Choice] = {}
    why = Message("no effect came up that crosses a prize")
    if turns:
        why = Message("the effects of turn {turns} crossed one prize each", turns=listed(turns))
    with model.rule(RuleCode.EFFECT, panel.name(*crossed, *icons), why):
        for prize in crossed:
            events[prize] = Choice(model, turns)
        for turn in turns:
            came_up = sum(effect.turn == turn for effect in effects)
            now = [(1, event.at(turn)) for event in events.values()]
            model.linear(now, None, came_up)
            free = [prize for prize in prizes if circled_by(prize, turn - 1) == FALSE and prize not in events]
            if free:  # a prize without a mark could be crossed
                model.linear(now, came_up, None)
                continue
            marked = [(1, event.by(turn)) for event in events.values()]
            marked += [(1, circled_by(prize, turn - 1)) for prize in prizes if prize not in events]
            all_marked = model.at_least(marked, len(prizes))
            model.linear(now, came_up, None, given=(-all_marked,))
    for prize, event in events.items():
        why = Message("an effect crossed {prize} before the player could circle it", prize=prize)
        with model.rule(RuleCode.EFFECT, panel.name(prize), why):
            for turn in turns:
                model.implies(event.at(turn), -reached_by(prize, turn - 1))
    return events


def circled_prizes(prizes: Sequence[str], marks: Marks) -> list[str]:
    """Return the prizes that a player has circled."""
    return [prize for prize in prizes if is_circled(marks, prize)]
