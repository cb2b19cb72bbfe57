"""Judge a table: its verdict, its points, its questions. Every interface shows this judgement."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from msgspec import UNSET, structs

from fairsheet.engine.checks.verdict import Judgement, SheetVerdict, Verdict, VerdictWord
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.records.record import Record, SheetKey, layout_of
from fairsheet.engine.records.side_owners import players_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import Score, boxes_of_points, without_rank
from fairsheet.engine.solver.budget import TIME_LIMIT, WORK_LIMIT, Budget
from fairsheet.languages.messages import Message, joined
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

    The store keeps the result under `key`. `day` is when it was played, for a league; `name` distinguishes it from
    other tables. `certificates` are there if the table was proved in this process, and `error` is why its points could
    not be added up.
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
        """One word for the table; None where nothing can be proved, of a custom sheet say."""
        found = {each.verdict for each in self.proof.sheets} if self.proof else set()
        order: tuple[Judgement, ...] = ("illegal", "undecided", "legal")
        return next((word for word in order if word in found), None)

    @property
    def word(self) -> VerdictWord | None:
        """Return the verdict as people read it: in conflict if no sheet is illegal by itself."""
        words = {each.word for each in self.proof.sheets} if self.proof else set()
        return "in conflict" if "in conflict" in words and "illegal" not in words else self.verdict

    @property
    def has_two_sheets(self) -> bool:
        """Whether a seat has two different sheets: the table is undecided, and neither proved nor ranked."""
        return bool(self.table.two_sheets)

    @property
    def is_unproved(self) -> bool:
        """Whether its proof came to no end; its problem says why."""
        return self.result is not None and self.result.verdict is None and self.result.problem is not None

    @property
    def is_doubted(self) -> bool:
        """Whether a sheet is illegal as read, but doubts could change that."""
        return self.proof is not None and any(each.is_doubted for each in self.proof.sheets)

    @property
    def exit_code(self) -> ExitCode:
        """1 if a sheet is illegal however its doubts are answered, 3 if anything is open.

        Neither a missing seat is, nor whose sheet one is.
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
    work: float = WORK_LIMIT,
    time_limit: float = TIME_LIMIT,
    name: str | None = None,
    are_points_shown: bool = True,
) -> JudgedTable:
    """Return a table with its verdict and, if `are_points_shown`, its points; `catalog` has the layouts of its sheets.

    If the points cannot be added up, there are none, and the error says why. Raises FairsheetError unless the records
    belong together.
    """
    if table.two_sheets:
        return replace(undecided(table), name=name)
    found, certificates, error = prove_table(
        table.records, table.uncertain, catalog, work, time_limit, are_points_shown=are_points_shown
    )
    return replace(as_judged(table, found, catalog), name=name, error=error, certificates=certificates)


def undecided(table: SeatedTable) -> JudgedTable:
    """Return a table with two sheets of a seat, which is undecided whatever its rules say."""
    sheets = tuple(SheetVerdict(each.record.seat, "undecided", False, None, (), 0.0) for each in table.places)
    return JudgedTable(table, TableResult(Verdict(sheets), None, table.two_sheets))


def prove_table(
    records: Sequence[Record],
    uncertain: Sequence[Uncertain],
    catalog: Catalog = BUNDLED,
    work: float = WORK_LIMIT,
    time_limit: float = TIME_LIMIT,
    *,
    are_points_shown: bool = True,
) -> tuple[TableResult, Certificates, FairsheetError | None]:
    """Return the verdict and the points of the records of a table, of which some marks are `uncertain`, the
    certificates of the verdict, and why the points could not be added up.

    There is no verdict on a sheet without rules and checks. Raises FairsheetError unless the records belong together.
    """
    sheet = layout_of(records[0], catalog)
    found = TableResult(None, None)
    certificates: Certificates = {}
    rules = ruleset_of(sheet, catalog)
    if rules.is_proved or sheet.has_checks:
        verdict, certificates = rules.certify(records, Budget(work, time_limit))
        found = TableResult(verdict, None)
        if any(each.doubts or each.unsure for each in uncertain):
            from fairsheet.pipeline.judging._misreadings import doubted  # spares other tables its import

            verdict, raised = doubted(records, verdict, uncertain, catalog)
            found = TableResult(verdict, None, raised=raised)
    if not are_points_shown:
        return found, certificates, None
    try:
        return structs.replace(found, score=rules.score(records)), certificates, None
    except FairsheetError as error:
        return found, certificates, error


def known_ranks(
    score: Score, table: SeatedTable, illegal: Collection[SheetKey], catalog: Catalog = BUNDLED
) -> Score:
    """Return the points of a table without ranks that are not known: of players some of whose points stand on illegal
    sheets, and of all if a field that matters cannot be seen."""
    if any(doubt.is_covered for each in table.uncertain for doubt in each.doubts):
        return without_rank(score, {player.seat for player in score.players})
    seats: set[int] = set()
    for record in table.records:
        if record.key in illegal:
            sheet = layout_of(record, catalog)
            seats |= {record.seat, *players_of(sheet, [record.seat], record.game.players)}
    return without_rank(score, seats)


def as_judged(table: SeatedTable, found: TableResult | None, catalog: Catalog = BUNDLED) -> JudgedTable:
    """Return a table with its result: with the doubts that the proof raised, and whether each sheet is settled."""
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
        found = structs.replace(found, score=known_ranks(found.score, table, illegal, catalog))
    return JudgedTable(table, found)


def _with_settled(verdict: Verdict, table: SeatedTable, catalog: Catalog) -> Verdict:
    """Return the verdict with whether each sheet is settled: illegal, or without a doubt that matters. Doubts about a
    sheet that neighbours share matter to both. If a part of a sheet has to be photographed, only marks that can be seen
    make it illegal."""
    said = {id(found): found for found in verdict.sheets}
    for place in table.places:
        record, doubts = place.record, about_marks(place.doubts or ())
        found = verdict.of_sheet(*record.key)
        if found is None or not doubts or found.verdict == "illegal":
            continue
        sheet = layout_of(record, catalog)
        for seat in players_of(sheet, [record.seat], record.game.players) | {record.seat}:
            if (own := verdict.of_sheet(record.sheet, seat)) is not None:
                said[id(own)] = structs.replace(said[id(own)], settled=False)
        if unseen_part(doubts) and found.verdict != "legal":
            said[id(found)] = structs.replace(
                said[id(found)],
                verdict="undecided",
                contradiction=(),
                findings=UNSET if found.findings is UNSET else (),
            )
    return structs.replace(verdict, sheets=tuple(said.values()))


def two_sheets_line(table: SeatedTable) -> str:
    """Return that a seat of a table has two sheets, and what to do; the notes of the seat name the files."""
    hint = Message("give the sheets of each table alone, and of each sheet the photo from the end")
    return joined(" ", (table.two_sheets, hint))


def doubts_about_verdict(
    found: SheetVerdict, sheet: Sheet, doubts: Sequence[Doubt] | None
) -> Sequence[Doubt] | None:
    """Return the doubts that could change the verdict on a sheet: none if it is illegal, none about words and sums if
    it is legal."""
    doubts = doubts and about_marks(doubts)
    if doubts and found.verdict == "illegal":
        return ()
    if doubts and found.verdict == "legal":
        sums = () if ruleset_of(sheet).judges_sums else boxes_of_points(sheet)
        return [each for each in doubts if each.field not in sums and sheet.field[each.field].kind != "text"]
    return doubts
