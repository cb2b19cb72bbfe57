"""The overview of a table: its photos, sheets and questions so far, and the tasks that remain. Reads only the store."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from msgspec import structs

from fairsheet.asking.questions import to_photograph
from fairsheet.asking.table_questions import TableQuestion, questions_about
from fairsheet.engine.records.record import NO_SEAT, Record, layout_of
from fairsheet.engine.records.side_owners import players_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.solver.budget import WORK_LIMIT
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.doubt_files import about_marks
from fairsheet.pipeline.base.values import (
    FileOutcome,
    FileReading,
    KeptSheet,
    SheetOfFile,
    Source,
    TableResult,
    TaskOptions,
)
from fairsheet.pipeline.batch_state import State, joins_to_do, proofs_to_do, state_with
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.store.keys import file_key
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import Store
from fairsheet.pipeline.work.tasks import ReadFile, Task
from fairsheet.serve.event_log import TABLE, Photo, TableState
from fairsheet.serve.games import PlayedGame, game_at
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.label.ocr import ocr_available
from fairsheet.vision.readings.player_names import spelled

PHOTOS = "photos"  # the folder of photos that were sent
MOST_PAGES = 24  # pages read per file
# why a sheet does not count, in the name of its table
ELSEWHERE, NOT_YOURS, NOT_NAMED = "another table", "somebody else's sheet", "another player's name"


@dataclass(frozen=True)
class PhotoRead:
    """A photo with its reading; `found` is None until it has been read."""

    photo: Photo
    key: str
    found: FileReading | None


@dataclass(frozen=True)
class Overview:
    """All that is known of a table. `cards` are its pictures to share that were drawn already, by language."""

    table: TableState
    played: PlayedGame
    plan: Plan
    photos: tuple[PhotoRead, ...]
    state: State
    cards: dict[str, bytes] = field(default_factory=dict, compare=False)

    @cached_property
    def outcome(self) -> JudgedTable | None:
        """The judged table of the sheets that count; None if there is no sheet yet."""
        known = (each for each in self.state.tables if each.table.key.name is None)
        return next(known, None)

    @cached_property
    def provisional_outcome(self) -> JudgedTable | None:
        """The outcome; until it is proved, only with the points, which are quick to compute."""
        if self.outcome is None or self.outcome.result is not None:
            return self.outcome
        records, catalog = self.outcome.table.records, self.plan.catalog
        try:
            score = ruleset_of(layout_of(records[0], catalog), catalog).score(records)
        except FairsheetError:
            return self.outcome
        return replace(self.outcome, result=TableResult(None, score))

    @cached_property
    def open_questions(self) -> tuple[TableQuestion, ...]:
        """All questions about doubts that matter, or may matter: a sheet stays undecided while one is open."""
        if self.outcome is None:
            return ()
        return tuple(questions_about([self.outcome], self.plan.catalog, lambda wanted: {}))

    @cached_property
    def questions(self) -> tuple[TableQuestion, ...]:
        """The questions to ask: not those that another photo would answer better.

        After the photo is deleted, they are asked, because the paper may be gone.
        """
        kept = (each for each in self.open_questions if not self.table.is_deleted(each.seen[0].sha256))
        again = to_photograph(kept)
        return tuple(each for each in self.open_questions if not (each.unseen and each.source in again))

    def questions_for(self, who: int) -> list[TableQuestion]:
        """Return the questions that a person may answer."""
        return [each for each in self.questions if self.may_change(who, each.record)]

    def may_change(self, who: int, record: Record) -> bool:
        """Return whether a person may change the marks of a sheet: the host, and the players who write on it."""
        return _may_change(who, record, self.played.sheets, self.table)

    def name_on_sheet(self, seat: int) -> str:
        """Return the player's name from the sheet, if the table was started without it; otherwise ""."""
        records = (each.record for each in self.places() if each.record.seat == seat)
        return "" if self.table.name_of(seat) else next((each.player or "" for each in records), "")

    @property
    def is_full(self) -> bool:
        """Whether the game allows no more players."""
        is_solo = self.table.started.solo is not None
        return is_solo or self.table.players + 1 not in self.played.playable.player_counts

    @property
    def has_room(self) -> bool:
        """Whether a player may come late: the table is not full, and no draw depends on their number yet."""
        is_drawn = self.played.sheet.game and (self.table.turn or self.table.photos)
        return not (self.is_full or is_drawn)

    @property
    def is_proved(self) -> bool:
        """Whether the proof of the sheets that count has ended."""
        return self.outcome is not None and self.outcome.result is not None

    @property
    def has_two_sheets(self) -> bool:
        """Whether the photos show two different sheets of a seat."""
        return self.outcome is not None and self.outcome.has_two_sheets

    def counted_record(self, place: SeatSheet, seen: SheetOfFile) -> Record:
        """Return the record of a sheet; of only this photo if the table has two different sheets of a seat."""
        return seen.sheet.record if self.has_two_sheets else place.record

    def places(self) -> Sequence[SeatSheet]:
        """Return the sheets that count, by seat."""
        return self.outcome.table.places if self.outcome else ()


def plan_of(folder: Path, table: TableState) -> Plan:
    """Return how to read and judge the photos of a table; names are read only if some are not known."""
    names = not all(table.started.names) and ocr_available()
    options = TaskOptions(names=names, pages=MOST_PAGES, work=WORK_LIMIT, template=table.started.template)
    return Plan((), folder, options, overlays=False)


def photo_file(folder: Path, sha256: str, suffix: str) -> Path:
    """Return the path of a photo; its name is the hash of its content."""
    return folder / PHOTOS / f"{sha256}{suffix}"


def overview_of(folder: Path, store: Store, table: TableState) -> Overview:
    """Return the overview of a table from the store. Raises FairsheetError if its custom template has changed."""
    played = game_at(table)
    plan = plan_of(folder, table)
    photos = []
    files = []
    for number, photo in enumerate(table.photos, 1):
        key = file_key(plan.options, photo.sha256, photo.suffix)
        found = photo.reading or store.found(FileReading, key)
        photos.append(PhotoRead(photo, key, found))
        name = Message("photo {number}", number=number)
        source = Source(photo_file(folder, photo.sha256, photo.suffix), name)
        arrived = datetime.fromtimestamp(photo.number, UTC).isoformat()  # a fake time, in order of arrival
        at_table = found and structs.replace(
            found,
            sheets=tuple(
                structs.replace(
                    _assign_to_table(each, photo, table.assigned.get((photo.sha256, n)), table, played),
                    taken=arrived,
                )
                for n, each in enumerate(found.sheets)
            ),
        )
        files.append(FileOutcome(source, photo.sha256, at_table))
    state = state_with(plan, store, files, table.answers)
    return Overview(table, played, plan, tuple(photos), state)


def _assign_to_table(
    read: KeptSheet, photo: Photo, assigned: int | None, table: TableState, played: PlayedGame
) -> KeptSheet:
    """Return the sheet with its table: this one if the game is the same, regardless of the print.

    Otherwise it does not count. It counts only if a person who writes on it sent it, and if it has the name of its
    player, or if the host `assigned` it to a seat.
    """
    record, game = read.record, played.game
    counts = (
        {game.players} if played.sheet.game else table.player_counts
    )  # recorded games draw for their players
    same = (record.game.seed, record.game.solo) == (game.seed, game.solo) and record.game.players in counts
    where: str | None = None
    if assigned is not None:
        record = structs.replace(record, seat=assigned)
    elif record.seat != NO_SEAT:
        owner = _owner_by_name(read, table)
        record = structs.replace(record, seat=owner or record.seat)
        where = None if owner else NOT_NAMED
    if all(_kind(each.name) != _kind(record.sheet) for each in played.sheets) or not same:
        where, record = ELSEWHERE, read.record
    elif where is None and assigned is None:
        may = any(_may_change(who, record, played.sheets, table) for who in photo.senders)
        where = None if may else NOT_YOURS
    at = structs.replace(record.game, name=where, print=None)
    if where != ELSEWHERE:
        at = structs.replace(at, players=game.players)
    read = structs.replace(read, record=structs.replace(record, game=at))
    if 0 < record.seat <= table.players and where is None and (name := table.name_of(record.seat)):
        named, doubts = (
            structs.replace(read.record, player=name),
            about_marks(read.doubts or ()),
        )  # overrides the ink
        read = structs.replace(read, record=named, doubts=doubts, is_named_by_hand=False)
    return read


def _owner_by_name(read: KeptSheet, table: TableState) -> int | None:
    """Return the seat of the player whose printed name the sheet has; None if the host has to say whose it is.

    A sheet without a printed name is that of its seat, unless players changed their seats.
    """
    seat, printed = read.record.seat, "" if read.is_named_by_hand else spelled(read.record.player or "")
    known = [{spelled(name) for name in names} for names in table.known_names]
    owners = [each for each, names in enumerate(known, 1) if printed in names]
    if table.has_new_seats:
        return owners[0] if printed and len(owners) == 1 else None
    is_free = not printed or seat > table.players or not table.name_of(seat)
    return seat if is_free or seat in owners else None


def _may_change(who: int, record: Record, sheets: Sequence[Sheet], table: TableState) -> bool:
    sheet = next(each for each in sheets if _kind(each.name) == _kind(record.sheet))
    return who == TABLE or record.seat == NO_SEAT or who in players_of(sheet, [record.seat], table.players)


def _kind(sheet: str) -> str:
    """Return the kind of a sheet, without its language or variant."""
    return sheet.split("/")[0]


def pending_tasks(overview: Overview, store: Store, failed: Collection[str]) -> Iterator[tuple[str, Task]]:
    """Yield the remaining tasks of a table, each with the key of its result: reading, then joining, then proving.

    Tasks in `failed` are among them, and no other task waits for these.
    """
    unread = [each for each in overview.photos if each.found is None]
    for each in unread:
        path = photo_file(overview.plan.out, each.photo.sha256, each.photo.suffix)
        options = overview.plan.options
        yield (
            each.key,
            ReadFile(os.fsencode(path.absolute()), each.photo.sha256, options, pictures=True, flat=True),
        )
    if overview.outcome is not None and all(each.key in failed for each in unread):
        joins = joins_to_do(overview.plan, store, [overview.outcome])
        yield from ((key, task) for key, (_, task) in joins.items())
        if all(key in failed for key in joins):
            yield from proofs_to_do(overview.plan, [overview.outcome]).items()
