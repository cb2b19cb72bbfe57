"""One tampered sheet and its verdict, compared with the certain facts about it."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.solver.budget import WORK_LIMIT, Budget
from tests.tampering.cover import cover_up
from tests.tampering.forgery import Forgery, Honest, Kind, records_of, replays, tamper
from tests.tampering.judges import Opinion, opinion
from tests.tampering.playing import Playing, try_every_step

SHORT = 6  # turns up to which every step is tried
MOST = 3000  # steps that are tried


@dataclass(frozen=True)
class Trial:
    """A verdict on a table with a tampered sheet. `certain` is the known verdict without the proof."""

    forgery: Forgery
    playing: Playing | None
    certain: Opinion | None
    verdict: Verdict
    seconds: float  # CPU time

    @property
    def said(self) -> SheetVerdict:
        """Return the verdict on the tampered sheet."""
        return next(each for each in self.verdict.sheets if each.seat == self.forgery.seat)

    def problem(self) -> str | None:
        """Return the error in the verdict, if any."""
        words = {each.verdict for each in self.verdict.sheets}
        forgery, said = self.forgery, self.said
        for each in self.verdict.sheets:
            inked = forgery.sheets[each.seat]
            if each.verdict == "illegal" and not all(
                c.why and (c.fields or not inked) for c in each.contradiction
            ):
                return "illegal without marks and a reason"
        match self.certain:
            case Opinion("legal", why) if "illegal" in words:
                return f"called illegal, but {why}"
            case Opinion("illegal", why, alone) if said.verdict == "legal" and (alone or words == {"legal"}):
                return f"called legal, but {why}"
        if words == {"legal"}:
            histories = {each.seat: each.history for each in self.verdict.sheets if each.history is not None}
            if not replays(forgery.table, forgery.sheets, histories):
                return "a history that does not lead to the sheet"
        return None

    def why_legal(self) -> str:
        """Return why the tampered sheet is rightly called legal."""
        sheet, words = self.forgery.table.game.sheet, {each.verdict for each in self.verdict.sheets}
        if without_sums(sheet, self.forgery.marks) == without_sums(sheet, self.forgery.honest):
            return "only sums differ"
        if self.playing == "reached":
            return "some other way to play leads to it"
        if "illegal" in words:
            return "another sheet is to blame"
        return "its history replays" if words == {"legal"} else "others are undecided"


def try_out(
    table: Honest, kind: Kind, chance: random.Random, *, covered: bool, limit: float, most: int = MOST
) -> Trial | None:
    """Tamper with a sheet and prove it in at most `limit` seconds. Return None if no sheet allows it."""
    forgery = tamper(table, kind, chance)
    if forgery is None or (covered and not cover_up(forgery)):
        return None
    sheets = {seat: without_sums(table.game.sheet, marks) for seat, marks in forgery.sheets.items()}
    playing = try_every_step(table, sheets, most) if table.turns <= SHORT else None
    start = time.process_time()
    verdict = ruleset_of(table.game.sheet).verify(
        records_of(table, forgery.sheets), Budget(WORK_LIMIT, limit)
    )
    seconds = time.process_time() - start
    return Trial(forgery, playing, opinion(forgery, playing), verdict, seconds)


def changes(forgery: Forgery) -> str:
    """Return the changed marks in words."""
    honest, marks = forgery.honest, forgery.marks
    pairs = [(field, honest.get(field), marks.get(field)) for field in sorted({*honest, *marks})]
    return ", ".join(f"{field}: {old} -> {new}" for field, old, new in pairs if old != new)
