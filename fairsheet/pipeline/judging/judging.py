"""Judge a table: its verdict, its points, its questions. Every interface shows this judgement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from msgspec import UNSET, structs

from fairsheet.engine.checks.verdict import Judgement, SheetVerdict, Verdict, VerdictWord
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.records.record import Record, SheetKey, layout_of
from fairsheet.engine.records.side_owners import by_owner, players_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import Score, boxes_of_points, without_rank
from fairsheet.engine.solver.budget import Budget
from fairsheet.languages.messages import Message, as_message, joined
from fairsheet.pipeline.base.doubt_files import about_marks
from fairsheet.pipeline.base.values import TableResult, Uncertain
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.process.exits import ExitCode, worst
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.formatting import unseen_part

Certificates = Mapping[int, Sequence[Certificate | None]]  # by seat, one for each contradiction


@dataclass(frozen=True)
class JudgedTable:
    """A table with its verdict and points; `result` is None if it is not proved yet.

    The store keeps the result under `key`. `day` is the date of play, for a league; `name` distinguishes the table from
    others. `certificates` exist only if the table was proved in this process. `error` says why its points could not be
    computed.
    """

    table: SeatedTable
    result: TableResult | None
    key: str = ""
    day: date | None = None
    name: str | None = None
    error: FairsheetError | None = None
    certificates: Certificates = field(default_factory=dict)

    @property
    def proof(self) -> Verdict | None:
        """The verdict on its sheets; None if there is none yet."""
        return self.result.verdict if self.result else None

    @property
    def score(self) -> Score | None:
        """Its points and ranking."""
        return self.result.score if self.result else None

    @property
    def verdict(self) -> Judgement | None:
        """The verdict on the table as one word; None if there is no proof, for example for a sheet without rules."""
        found = {each.verdict for each in self.proof.sheets} if self.proof else set()
        order: tuple[Judgement, ...] = ("illegal", "undecided", "legal")
        return next((word for word in order if word in found), None)

    @property
    def word(self) -> VerdictWord | None:
        """The verdict in the words for people: "in conflict" if no sheet is illegal by itself."""
        words = {each.word for each in self.proof.sheets} if self.proof else set()
        return "in conflict" if "in conflict" in words and "illegal" not in words else self.verdict

    @property
    def has_two_sheets(self) -> bool:
        """Whether a seat has two different sheets: the table is undecided, without proof and ranking."""
        return bool(self.table.two_sheets)

    @property
    def is_unproved(self) -> bool:
        """Whether its proof failed; `result.problem` says why."""
        return self.result is not None and self.result.verdict is None and self.result.problem is not None

    @property
    def is_doubted(self) -> bool:
        """Whether a sheet is illegal as read, but doubts could change that."""
        return self.proof is not None and any(each.is_doubted for each in self.proof.sheets)

    @property
    def exit_code(self) -> ExitCode:
        """1 if a sheet is illegal under every answer to its doubts, 3 if anything is open.

        A missing seat and an unknown player leave nothing open.
        """
        is_apart = any(place.not_joined for place in self.table.places)
        is_open = self.is_unproved or any(each.doubts for each in self.table.uncertain) or is_apart
        codes = [ExitCode.NEEDS_REVIEW if is_open else ExitCode.DONE]
        return worst([*codes, verdict_code(self.proof)] if self.proof else codes)


def verdict_code(verdict: Verdict) -> ExitCode:
    """Return 1 if a sheet is illegal, 3 if one is undecided."""
    found = {sheet.verdict for sheet in verdict.sheets}
    if "illegal" in found:
        return ExitCode.ILLEGAL
    return ExitCode.NEEDS_REVIEW if "undecided" in found else ExitCode.DONE


def judge(
    table: SeatedTable,
    catalog: Catalog = BUNDLED,
    *,
    budget: Budget | None = None,
    name: str | None = None,
    are_points_shown: bool = True,
) -> JudgedTable:
    """Return a table with its verdict and, if `are_points_shown`, its points; `catalog` has the layouts of its sheets.

    `budget` limits the proof, with a default. If the points cannot be computed, the score is None and `error` says why.
    Raises FairsheetError if the records do not belong together.
    """
    if table.two_sheets:
        return replace(undecided(table), name=name)
    found, certificates, error = prove_table(
        table.records, table.uncertain, catalog, budget, are_points_shown=are_points_shown
    )
    return replace(as_judged(table, found, catalog), name=name, error=error, certificates=certificates)


def undecided(table: SeatedTable) -> JudgedTable:
    """Return a table with two sheets for one seat as undecided, without a proof."""
    sheets = tuple(SheetVerdict(each.record.seat, "undecided", False, None, (), 0.0) for each in table.places)
    return JudgedTable(table, TableResult(Verdict(sheets), None, as_message(table.two_sheets)))


def prove_table(
    records: Sequence[Record],
    uncertain: Sequence[Uncertain],
    catalog: Catalog = BUNDLED,
    budget: Budget | None = None,
    *,
    are_points_shown: bool = True,
) -> tuple[TableResult, Certificates, FairsheetError | None]:
    """Prove and score the records of a table. Return the result, the certificates, and the error if scoring failed.

    `uncertain` has the marks of each record that may be misread. A sheet without rules and checks gets no verdict.
    Raises FairsheetError if the records do not belong together.
    """
    sheet = layout_of(records[0], catalog)
    result = TableResult(None, None)
    certificates: Certificates = {}
    rules = ruleset_of(sheet, catalog)
    if rules.is_proved or sheet.has_checks:
        verdict, certificates = rules.certify(records, budget)
        result = TableResult(verdict, None)
        if any(each.doubts or each.unsure for each in uncertain):
            from fairsheet.pipeline.judging._misreadings import doubted  # spares other tables its import

            verdict, raised = doubted(records, verdict, uncertain, catalog)
            result = TableResult(verdict, None, raised=raised)
    if not are_points_shown:
        return result, certificates, None
    try:
        return structs.replace(result, score=rules.score(records)), certificates, None
    except FairsheetError as error:
        return result, certificates, error


def known_score(
    score: Score, table: SeatedTable, illegal: Collection[SheetKey], catalog: Catalog = BUNDLED
) -> Score:
    """Return the points of a table without what is unknown: some ranks, and wrong sums that may be misread.

    Players lose their rank if some of their points are on an illegal sheet. All players lose it if a field that matters
    is covered.
    """
    unsure: defaultdict[int, set[str]] = defaultdict(set)
    for place in table.places:
        fields = {place.record.seat: dict.fromkeys(place.doubted)}
        sheet, players = layout_of(place.record, catalog), place.record.game.players
        for seat, boxes in by_owner(sheet, fields, players).items():
            unsure[seat].update(boxes)
    score = structs.replace(
        score,
        players=tuple(
            structs.replace(
                each, differences=tuple(box for box in each.differences if box not in unsure[each.seat])
            )
            for each in score.players
        ),
    )
    if any(doubt.is_covered for each in table.uncertain for doubt in each.doubts):
        return without_rank(score, {player.seat for player in score.players})
    seats: set[int] = set()
    for record in table.records:
        if record.key in illegal:
            sheet = layout_of(record, catalog)
            seats |= {record.seat, *players_of(sheet, [record.seat], record.game.players)}
    return without_rank(score, seats)


def as_judged(table: SeatedTable, found: TableResult | None, catalog: Catalog = BUNDLED) -> JudgedTable:
    """Return a table with its result: the doubts from the proof are added, and each sheet is marked settled or not."""
    if found is None:
        return JudgedTable(table, None)
    if found.raised:
        table = table.with_doubts(found.raised)
    if found.verdict is not None:
        found = structs.replace(found, verdict=_with_settled(found.verdict, table, catalog))
    if found.score is not None:
        sheets = [
            (record.key, found.verdict.of_sheet(*record.key)) for record in table.records if found.verdict
        ]
        illegal = [key for key, each in sheets if each is not None and each.verdict == "illegal"]
        found = structs.replace(found, score=known_score(found.score, table, illegal, catalog))
    return JudgedTable(table, found)


def _with_settled(verdict: Verdict, table: SeatedTable, catalog: Catalog) -> Verdict:
    """Return the verdict with `settled` of each sheet: it is illegal, or no doubt about it matters.

    Doubts about a sheet that neighbours share count for both. If part of a sheet must be photographed again, it is
    illegal only if the visible marks make it so. A number that may be misread is not called a wrong sum.
    """
    settled = {id(found): found for found in verdict.sheets}
    for place in table.places:
        record, doubts = place.record, about_marks(place.doubts or ())
        found = verdict.of_sheet(*record.key)
        if found is not None and not found.wrong_sums.keys().isdisjoint(place.doubted):
            sure = [
                each
                for each in found.findings or ()
                if not (each.wrong_sum and each.fields[0] in place.doubted)
            ]
            settled[id(found)] = structs.replace(settled[id(found)], findings=tuple(sure))
        if found is None or not doubts or found.verdict == "illegal":
            continue
        sheet = layout_of(record, catalog)
        for seat in players_of(sheet, [record.seat], record.game.players) | {record.seat}:
            if (own := verdict.of_sheet(record.sheet, seat)) is not None:
                settled[id(own)] = structs.replace(settled[id(own)], settled=False)
        if unseen_part(doubts) and found.verdict != "legal":
            settled[id(found)] = structs.replace(
                settled[id(found)],
                verdict="undecided",
                contradiction=(),
                findings=UNSET if found.findings is UNSET else (),
            )
    return structs.replace(verdict, sheets=tuple(settled.values()))


def two_sheets_line(table: SeatedTable) -> str:
    """Return a line that says which seats have two sheets and what to do; the notes of the seat name the files."""
    hint = Message("give the files of one table at a time, and only the last photo of each sheet")
    return joined(" ", (table.two_sheets, hint))


def doubts_about_verdict(
    found: SheetVerdict, sheet: Sheet, doubts: Sequence[Doubt] | None
) -> Sequence[Doubt] | None:
    """Return the doubts that could change the verdict on a sheet.

    An illegal sheet has none. On a legal sheet, doubts about text and sums are left out.
    """
    doubts = doubts and about_marks(doubts)
    if doubts and found.verdict == "illegal":
        return ()
    if doubts and found.verdict == "legal":
        sums = () if ruleset_of(sheet).judges_sums else boxes_of_points(sheet)
        return [each for each in doubts if each.field not in sums and sheet.field[each.field].kind != "text"]
    return doubts
