"""Solo bonuses are circled each time the player earns them, and each is crossed once, later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from fairsheet.engine.play.editor import SheetEditor, next_of
from fairsheet.engine.play.game import Contradiction, few_of
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules.solo.panel import Panel, SoloPart
from fairsheet.engine.rules.solo.panel_in_time import PanelInTime
from fairsheet.engine.solver.constraint_model import Term
from fairsheet.languages.messages import Message, either
from fairsheet.sheets.model.marks import Marks, is_circled, is_crossed


def circle(panel: Panel, editor: SheetEditor, times: int) -> None:
    """Circle the solo bonuses that were earned `times` times, while any are left."""
    part: SoloPart = editor.before.solo
    for _ in range(times * panel.bonuses.gain):
        bonus = next_of(part.order(panel.bonuses.fields, "circled"), editor.marks)
        if bonus is not None:
            editor.make(panel.ink(bonus, "circled"))


def contradictions(
    panel: Panel, earning: Sequence[str], marks: Marks, by_astra: Iterable[int] = (0,)
) -> Iterator[Contradiction]:
    """Yield a contradiction if the number of circled bonuses is not the number earned.

    `by_astra`: possible numbers of those marks that ASTRA made, which earned nothing.
    """
    circled = [bonus for bonus in panel.bonuses.fields if is_circled(marks, bonus)]
    most, gain = len(panel.bonuses.fields), panel.bonuses.gain
    earned = sorted({min((len(earning) - made) * gain, most) for made in by_astra})
    if len(circled) not in earned:
        why = Message(
            "{circled} solo bonuses are circled, but {earned} were earned ({gain} each time)",
            circled=len(circled),
            earned=either(earned),
            gain=gain,
        )
        fields = (*circled, *earning) or panel.bonuses.fields[:1]
        yield Contradiction.counting(fields, why, RuleCode.SOLO_BONUS, few=few_of(circled, earning))


def in_time(
    sheet: PanelInTime, earning: Sequence[str], earned_by: Callable[[int], Iterable[Term]], per_bonus: int = 1
) -> None:
    """State that solo bonuses were crossed after they were circled, as many as the panel shows.

    `earning` are the marks that earned them. `earned_by(turn)` is the number of earning events by the end of a turn, as
    a sum; `per_bonus` of them are needed each time.
    """
    model, bonuses = sheet.model, sheet.panel.bonuses
    crossed = [bonus for bonus in bonuses.fields if is_crossed(sheet.marks, bonus)]
    why = Message(
        "the crossed solo bonus was used after it was earned",
        "each of the {n} crossed solo bonuses was used after it was earned",
        n=len(crossed),
    )
    with model.rule(RuleCode.SOLO_BONUS, sheet.name(*crossed, *earning), why):
        sheet.exactly(sheet.thrown, crossed)
        if crossed:
            for turn in sheet.turns:
                spent: list[Term] = [(-per_bonus, literal) for _, literal in sheet.until(sheet.thrown, turn)]
                earned = [(bonuses.gain * factor, literal) for factor, literal in earned_by(turn)]
                model.linear([*earned, *spent], 0, None)
