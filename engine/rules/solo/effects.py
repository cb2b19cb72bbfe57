"""Effect cards: each comes up twice, and does what its scenario says; the second time its mission is turned, too.

In most scenarios an effect crosses one of some prizes, of the player's choice, that bears no mark yet.
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
    """An effect card that has come up, for the first or the second time, and is still to be carried out."""

    letter: str
    time: int


def prize_steps(prizes: Sequence[str], player: Player) -> Iterator[Step]:
    """In play: each of the prizes without a mark can be crossed."""
    for prize in prizes:
        if prize not in player.marks:
            yield Step(player.seat, SoloStep.EFFECT, (Ink(prize, "crossed", "astra"),))


def cross_prize(
    prizes: Sequence[str], editor: SheetEditor, step: Step, what: str = "one prize without a mark"
) -> None:
    """In play: crosses the prize that was chosen. Raises IllegalStep, with `what` is crossed in words."""
    match step:
        case Step(kind=SoloStep.EFFECT, ink=(Ink(prize, "crossed", "astra") as ink,)):
            if prize in prizes and prize not in editor.marks:
                editor.make(ink)
                return
    raise IllegalStep(RuleCode.EFFECT, f"an effect card has come up: {what} is crossed now")


def contradictions(panel: Panel, deal: SoloDeal, turns: int, marks: Marks) -> Iterator[Contradiction]:
    """On a final sheet: the effect cards that have come up in the turns played are crossed, and no others."""
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
    """On a final sheet: as many prizes are crossed as effects came up, as long as any were without a mark."""
    crossed = [prize for prize in prizes if is_crossed(marks, prize)]
    icons = [panel.effect_icon(each.letter, each.time) for each in _crossing(panel, deal, marks)]
    blank = [prize for prize in prizes if prize not in marks]
    if len(crossed) > len(icons) or (len(crossed) < len(icons) and blank):
        words = Message("{off} prizes crossed: {crossed} for {icons} effects")
        off = off_by(len(crossed) - len(icons))
        why = words.filled(off=off, icons=len(icons), crossed=len(crossed))
        yield Contradiction.counting(
            (*crossed, *icons, *blank), why, RuleCode.EFFECT, few=few_of(icons, crossed)
        )


def _crossing(panel: Panel, deal: SoloDeal, marks: Marks) -> Iterator[DealtEffect]:
    """The effects of the seed that came up and ask for something."""
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
    """In time: when each crossed prize was crossed: an effect crosses one that bears no mark, if any is left.

    A prize that the player has circled bore a mark from then on (`circled_by`). One that is crossed was not
    reached before the effect that crossed it, or it would have been circled (`reached_by`).
    """
    model = panel.model
    effects = list(_crossing(panel.panel, deal, panel.marks))
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
            if not turns:
                model.clause()
        for turn in turns:
            came_up = sum(effect.turn == turn for effect in effects)
            now = [(1, event.at(turn)) for event in events.values()]
            model.linear(now, None, came_up)
            free = [prize for prize in prizes if circled_by(prize, turn - 1) == FALSE and prize not in events]
            if free:  # one that nobody has marked yet was there to be crossed
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
    """The prizes that a player has circled."""
    return [prize for prize in prizes if is_circled(marks, prize)]
