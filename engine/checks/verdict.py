"""What the proof says of the sheets of a table (`fairsheet.verdict/1`)."""

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

FORMAT = "fairsheet.verdict/1"

Judgement = Literal["legal", "illegal", "undecided"]
VerdictWord = Literal["legal", "illegal", "undecided", "in conflict"]
_WORST_FIRST: tuple[Judgement, ...] = ("illegal", "undecided", "legal")


class WrongSum(msgspec.Struct, frozen=True):
    """What is written in a box of points that was added up wrongly, and what the other marks of its sheet give."""

    written: int
    computed: int


class Finding(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """What a check says about a sheet: `error` makes it illegal, `warn` leaves it undecided, `note` is a remark.

    `culprits` are the fields without the ink of one of which nothing would be said. `is_missing` is there, and true,
    where no marks contradict each other, but one is missing among the culprits. `compares` are the sheets whose marks
    contradict each other, where any of them may have the wrong one. `wrong_sum` is there where a box, the first of the
    fields, was added up wrongly: that is a remark.
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
    """One sheet: legal with a history, illegal with contradictions, or undecided with the work given.

    Undecided with contradictions is a sheet that is illegal as it was read, where marks in doubt could change that.

    `over`: whether the game has ended on this table. `seconds`: the share of the table's time. `cut_short` is there,
    and true, where the clock ended the search, so that a faster machine may say more. Sheets that are checked by
    themselves, without rules to play them by, have a `grade` and `findings` in place of a history. Of a
    table with several kinds of sheets each verdict names its `sheet`; `seat` is 0 on one that is for the whole table.
    `settled`: whether every likely reading of its marks gives this verdict, its points and its rank.

    `conflict_with` is there for an illegal sheet: the seats whose sheets it contradicts, though it contradicts nothing
    by itself, so that at least one of them is wrong; none if it is impossible by itself.
    """

    seat: int
    verdict: Judgement
    over: bool
    history: History | None
    contradiction: tuple[Contradiction, ...]
    seconds: float
    cut_short: bool | UnsetType = UNSET
    grade: Literal["consistent", "proven"] | UnsetType = UNSET
    findings: tuple[Finding, ...] | UnsetType = UNSET
    sheet: str | UnsetType = UNSET
    settled: bool = True
    conflict_with: tuple[int, ...] | UnsetType = UNSET

    @property
    def is_doubted(self) -> bool:
        """Whether the sheet is illegal as read, but marks in doubt could change that."""
        return self.verdict == "undecided" and bool(self.contradiction)

    @property
    def word(self) -> VerdictWord:
        """The verdict as people read it: nobody's sheet is called illegal that only contradicts others."""
        return "in conflict" if self.verdict == "illegal" and self.is_in_conflict else self.verdict

    @property
    def only_lacks(self) -> bool:
        """Whether it is illegal for nothing but marks that have to be there and are missing."""
        return bool(self.errors) and all(each.is_missing for each in self.errors)

    @property
    def is_in_conflict(self) -> bool:
        """Whether it contradicts nothing but other sheets, any of which may be wrong."""
        return bool(self.conflict_with)

    @property
    def wrong_sums(self) -> dict[str, WrongSum]:
        """The boxes that were added up wrongly."""
        return {each.fields[0]: each.wrong_sum for each in self.findings or () if each.wrong_sum}

    @property
    def errors(self) -> list[Finding]:
        """Return the findings that make it illegal."""
        return [each for each in self.findings or () if each.level == "error"]

    @property
    def clashing(self) -> tuple[str, ...]:
        """The fields that its contradictions are about, each once."""
        return tuple(dict.fromkeys(field for each in self.contradiction for field in each.involved))


class Verdict(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """The sheets of one table, by seat; of games that are recorded a seat, or nobody, may have several.

    `cards` are there where they were not known: as they can have lain for the histories.
    """

    sheets: tuple[SheetVerdict, ...]
    format: str = FORMAT
    cards: FoundCards | UnsetType = UNSET

    def deal_of(self, sheet: Sheet, record: Record) -> Deal | None:
        """The cards of a record's game: those of its seed, or as they were found; None where they are not known."""
        if self.cards is UNSET:
            return deal_of(sheet, record)
        return PiledDeal(sheet.name, "", record.game.players, self.cards.missions, piles=self.cards.piles)

    def of_sheet(self, sheet: str, seat: int) -> SheetVerdict | None:
        """The verdict on a seat's sheet of a name."""
        return next(
            (each for each in self.sheets if each.seat == seat and each.sheet in (UNSET, sheet)), None
        )

    def is_repeated(self, found: SheetVerdict) -> bool:
        """Return whether an earlier sheet is in the same conflict, and so has the same reasons."""
        return any(
            each.seat < found.seat and each.is_in_conflict and found.seat in (each.conflict_with or ())
            for each in self.sheets
            if found.is_in_conflict
        )

    def is_outvoted(self, found: SheetVerdict) -> bool:
        """Return whether a sheet is in conflict with sheets that fit together."""
        return found.is_in_conflict and not any(
            found.seat in (each.conflict_with or ()) for each in self.sheets if each is not found
        )

    def of_seats(self, seats: Collection[int]) -> SheetVerdict | None:
        """The worst verdict on the sheets of some seats."""
        of_seats = [each for each in self.sheets if each.seat in seats]
        return min(of_seats, key=lambda each: _WORST_FIRST.index(each.verdict), default=None)


def with_conflicts(sheets: Sequence[SheetVerdict]) -> tuple[SheetVerdict, ...]:
    """Return the verdicts on the sheets of a table, with `conflict_with` on the illegal ones: the seats of the other
    sheets that have the same findings, or none if a sheet has an error of its own."""

    def conflict_of(found: SheetVerdict) -> tuple[int, ...]:
        errors = {(each.check, each.why) for each in found.errors if each.compares}
        if len(errors) < len({(each.check, each.why) for each in found.errors}):
            return ()
        others = (each for each in sheets if each is not found)
        return tuple(
            sorted({each.seat for each in others if errors & {(e.check, e.why) for e in each.errors}})
        )

    return tuple(
        structs.replace(each, conflict_with=conflict_of(each)) if each.verdict == "illegal" else each
        for each in sheets
    )
