"""Verdicts on the sheets of a table as values (`fairsheet.verdict/1`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType, structs

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.dealing.piles import FoundCards, PiledDeal
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import Record, deal_of
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.sheet import CheckLevel, Sheet
from fairsheet.sheets.support.html_table import html_table

FORMAT = "fairsheet.verdict/1"

Judgement = Literal["legal", "illegal", "undecided"]
VerdictWord = Literal["legal", "illegal", "undecided", "in conflict"]
_WORST_FIRST: tuple[Judgement, ...] = ("illegal", "undecided", "legal")


class WrongSum(msgspec.Struct, frozen=True):
    """The written number in a box of points that was added up wrongly, and the number computed from the other marks."""

    written: int
    computed: int


class Finding(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """The result of an unmet check: `error` makes a sheet illegal, `warn` leaves it undecided, `note` is a remark.

    Without the ink of one of the `culprits`, there would be no finding. `is_missing` is true if no marks contradict
    each other, but one among the culprits is missing. `compares` are sheets whose marks contradict each other, if any
    of them may be wrong. `wrong_sum` is set if the first of the fields, a box, was added up wrongly: that is a remark.
    """

    check: str
    level: CheckLevel
    fields: tuple[str, ...]
    why: Message
    culprits: tuple[str, ...] | UnsetType = UNSET
    is_missing: bool | UnsetType = UNSET
    compares: tuple[str, ...] | UnsetType = UNSET
    wrong_sum: WrongSum | UnsetType = UNSET


class SheetVerdict(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """The verdict on one sheet: legal with a history, illegal with contradictions, or undecided within the given work.

    An undecided sheet has contradictions if it is illegal as read, but marks in doubt could change that.

    `over`: whether the game has ended on this table. `seconds`: the sheet's share of the table's time. `cut_short` is
    true if the time limit ended the search, so that a faster machine may decide more. Sheets that are checked without
    rules have a `grade` and `findings` instead of a history.

    If a table has several kinds of sheets, each verdict names its `sheet`; `seat` is 0 for a sheet of the whole table.
    `settled`: whether every likely reading of its marks gives this verdict, points and rank.

    `contradicts_true_game` is true for an undecided sheet if fairsheet is wrong: the rules that contradict it also
    contradict a game that bots played.

    `conflict_with` is set for an illegal sheet: the seats whose sheets it contradicts though it does not contradict
    itself, so that at least one of them is wrong. It is empty if the sheet is impossible by itself.
    """

    seat: int
    verdict: Judgement
    over: bool
    history: History | None
    contradiction: tuple[Contradiction, ...]
    seconds: float
    cut_short: bool | UnsetType = UNSET
    contradicts_true_game: bool | UnsetType = UNSET
    grade: Literal["consistent", "proven"] | UnsetType = UNSET
    findings: tuple[Finding, ...] | UnsetType = UNSET
    sheet: str | UnsetType = UNSET
    settled: bool = True
    conflict_with: tuple[int, ...] | UnsetType = UNSET

    def __repr__(self) -> str:
        return f"<SheetVerdict: {self._sheet_words} {self.word}{f', {self.why}' if self.why else ''}>"

    @property
    def _sheet_words(self) -> str:
        return f"seat {self.seat}" if self.sheet is UNSET else f"{self.sheet}, seat {self.seat}"

    @property
    def why(self) -> str:
        """The reasons in words: of its contradictions, and of the checks that it does not meet."""
        return "; ".join([*(each.why for each in self.contradiction), *(each.why for each in self.errors)])

    @property
    def is_doubted(self) -> bool:
        """Whether the sheet is illegal as read, but marks in doubt could change that."""
        return self.verdict == "undecided" and bool(self.contradiction)

    @property
    def word(self) -> VerdictWord:
        """The verdict in words for people: a sheet that only contradicts others is not called illegal."""
        return "in conflict" if self.verdict == "illegal" and self.is_in_conflict else self.verdict

    @property
    def lacks_only_marks(self) -> bool:
        """Whether it is illegal only because required marks are missing."""
        return bool(self.errors) and all(each.is_missing for each in self.errors)

    @property
    def is_in_conflict(self) -> bool:
        """Whether it contradicts only other sheets, any of which may be wrong."""
        return bool(self.conflict_with)

    @property
    def wrong_sums(self) -> dict[str, WrongSum]:
        """The boxes that were added up wrongly."""
        return {each.fields[0]: each.wrong_sum for each in self.findings or () if each.wrong_sum}

    @property
    def errors(self) -> list[Finding]:
        """The findings that make it illegal."""
        return [each for each in self.findings or () if each.level == "error"]

    @property
    def clashing(self) -> tuple[str, ...]:
        """The fields of its contradictions, each once."""
        return tuple(dict.fromkeys(field for each in self.contradiction for field in each.involved))


class Verdict(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """The sheets of one table, by seat; in recorded games, a seat or the table may have several.

    `cards` are set if they were unknown: one deal that fits the histories.
    """

    sheets: tuple[SheetVerdict, ...]
    format: str = FORMAT
    cards: FoundCards | UnsetType = UNSET

    def _repr_html_(self) -> str:
        """Return the verdicts with their reasons as a table for notebooks."""
        rows = [[each.seat, each.word, each.why] for each in self.sheets]
        return html_table(["seat", "verdict", "why"], rows)

    def deal_of(self, sheet: Sheet, record: Record) -> Deal | None:
        """Return the cards of a record's game, from its seed or as found; None if they are unknown."""
        if self.cards is UNSET:
            return deal_of(sheet, record)
        return PiledDeal(sheet.name, "", record.game.players, self.cards.missions, piles=self.cards.piles)

    def of_sheet(self, sheet: str, seat: int) -> SheetVerdict | None:
        """Return the verdict on a seat's sheet with a name."""
        return next(
            (each for each in self.sheets if each.seat == seat and each.sheet in (UNSET, sheet)), None
        )

    def first_in_conflict(self, verdict: SheetVerdict) -> SheetVerdict | None:
        """Return an earlier sheet in the same conflict, which has the same reasons; None if there is none."""
        if not verdict.is_in_conflict:
            return None
        earlier = (each for each in self.sheets if each.is_in_conflict and each.seat < verdict.seat)
        return next((each for each in earlier if verdict.seat in (each.conflict_with or ())), None)

    def is_outvoted(self, verdict: SheetVerdict) -> bool:
        """Return whether a sheet is in conflict with sheets that fit together."""
        return verdict.is_in_conflict and not any(
            verdict.seat in (each.conflict_with or ()) for each in self.sheets if each is not verdict
        )

    def of_seats(self, seats: Collection[int]) -> SheetVerdict | None:
        """Return the worst verdict on the sheets of some seats."""
        of_seats = [each for each in self.sheets if each.seat in seats]
        return min(of_seats, key=lambda each: _WORST_FIRST.index(each.verdict), default=None)


def with_conflicts(sheets: Sequence[SheetVerdict]) -> tuple[SheetVerdict, ...]:
    """Return the verdicts of a table with `conflict_with` on the illegal ones.

    These are the seats of other sheets with the same findings; none if a sheet has its own error.
    """

    def conflict_of(verdict: SheetVerdict) -> tuple[int, ...]:
        errors = {(each.check, each.why) for each in verdict.errors if each.compares}
        if len(errors) < len({(each.check, each.why) for each in verdict.errors}):
            return ()
        others = (each for each in sheets if each is not verdict)
        return tuple(
            sorted({each.seat for each in others if errors & {(e.check, e.why) for e in each.errors}})
        )

    return tuple(
        structs.replace(each, conflict_with=conflict_of(each)) if each.verdict == "illegal" else each
        for each in sheets
    )
