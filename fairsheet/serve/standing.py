"""What is known of a table from its photos, and what is to be done to know the rest. Pure but for the store."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from msgspec import structs

from fairsheet.asking.questions import to_photograph
from fairsheet.asking.table_questions import Asked, questions_about
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
from fairsheet.serve.event_log import TABLE, Photo, TableNow
from fairsheet.serve.games import PlayedGame, game_at
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.label.ocr import ocr_available

PHOTOS = "photos"  # the folder of what came in
MOST_PAGES = 24  # that are read of one file
ELSEWHERE, NOT_YOURS = "another table", "somebody else's sheet"


@dataclass(frozen=True)
class PhotoRead:
    """A photo with what was read of it; `found` is None as long as it is not."""

    photo: Photo
    key: str
    found: FileReading | None


@dataclass(frozen=True)
class Standing:
    """All that is known of a table."""

    table: TableNow
    played: PlayedGame
    plan: Plan
    photos: tuple[PhotoRead, ...]
    state: State

    @cached_property
    def outcome(self) -> JudgedTable | None:
        """The table of the sheets that count; None where there is none yet."""
        known = (each for each in self.state.tables if each.table.key.name is None)
        return next(known, None)

    @cached_property
    def so_far(self) -> JudgedTable | None:
        """The same, with the points alone as long as nothing is proved: they take no time."""
        if self.outcome is None or self.outcome.result is not None:
            return self.outcome
        records, catalog = self.outcome.table.records, self.plan.catalog
        try:
            score = ruleset_of(layout_of(records[0], catalog), catalog).score(records)
        except FairsheetError:
            return self.outcome
        return replace(self.outcome, result=TableResult(None, score))

    @cached_property
    def _that_matter(self) -> tuple[Asked, ...]:
        """The doubts that could change a verdict, a total or the ranking, the weightiest first; then those of names."""
        if self.outcome is None:
            return ()
        asked = questions_about([self.outcome], self.plan.catalog, lambda wanted: {})
        return tuple(
            each for each in asked if each.doubt.matters or any(each.weight[:4]) or is_name(each.field.id)
        )

    @cached_property
    def questions(self) -> tuple[Asked, ...]:
        """Those that are asked about: not what another photo shows better."""
        again = to_photograph(self._that_matter)
        return tuple(each for each in self._that_matter if not (each.unseen and each.source in again))

    def questions_for(self, who: int) -> list[Asked]:
        """Those that somebody may answer."""
        return [each for each in self.questions if self.may_change(who, each.record)]

    def may_change(self, who: int, record: Record) -> bool:
        """Whether somebody may say what stands on a sheet: who holds the table, and who writes on it."""
        return _may_change(who, record, self.played.sheets, self.table)

    def name_read(self, seat: int) -> str:
        """What a player wrote on the sheet as a name, where nobody said it; "" for none."""
        records = (each.record for each in self.places() if each.record.seat == seat)
        return "" if self.table.name_of(seat) else next((each.player or "" for each in records), "")

    def places(self) -> Sequence[SeatSheet]:
        """The sheets that count, by seat."""
        return self.outcome.table.places if self.outcome else ()


def plan_of(folder: Path, table: TableNow, played: PlayedGame) -> Plan:
    """How the photos of a table are read and judged: names where nobody said them."""
    names = not all(table.started.names) and ocr_available()
    options = TaskOptions(names=names, pages=MOST_PAGES, work=WORK_LIMIT, template=played.playable.template)
    return Plan((), folder, options, overlays=False)


def photo_file(folder: Path, sha256: str, suffix: str) -> Path:
    """Where a photo is kept: under a name of its content."""
    return folder / PHOTOS / f"{sha256}{suffix}"


def standing_of(folder: Path, store: Store, table: TableNow) -> Standing:
    """What the store knows of a table."""
    played = game_at(table)
    plan = plan_of(folder, table, played)
    photos = []
    files = []
    for number, photo in enumerate(table.photos, 1):
        key = file_key(plan.options, photo.sha256, photo.suffix)
        found = store.found(FileReading, key)
        photos.append(PhotoRead(photo, key, found))
        name = Message("photo {number}", number=number)
        source = Source(photo_file(folder, photo.sha256, photo.suffix), name)
        arrived = datetime.fromtimestamp(photo.number, UTC).isoformat()  # orders photos as they came in
        at_table = found and structs.replace(
            found,
            sheets=tuple(
                structs.replace(_at_table(each, photo.senders, table, played), taken=arrived)
                for each in found.sheets
            ),
        )
        files.append(FileOutcome(source, photo.sha256, at_table))
    state = state_with(plan, store, files, table.answers)
    return Standing(table, played, plan, tuple(photos), state)


def _at_table(read: KeptSheet, senders: Collection[int], table: TableNow, played: PlayedGame) -> KeptSheet:
    """The sheet with the table that it belongs to: this one, where it is of the same game, whatever its print; or none
    of those that count, where only somebody else's link brought it."""
    record, game = read.record, played.game
    same = (record.game.seed, record.game.players, record.game.solo) == (game.seed, game.players, game.solo)
    where: str | None = None
    if all(_kind(each.name) != _kind(record.sheet) for each in played.sheets) or not same:
        where = ELSEWHERE
    elif not any(_may_change(who, record, played.sheets, table) for who in senders):
        where = NOT_YOURS
    at = structs.replace(record.game, name=where, print=None)
    read = structs.replace(read, record=structs.replace(record, game=at))
    if 0 < record.seat <= table.players and (name := table.name_of(record.seat)):  # whatever the ink says
        named, doubts = structs.replace(read.record, player=name), about_marks(read.doubts or ())
        read = structs.replace(read, record=named, doubts=doubts, is_named_by_hand=False)
    return read


def _may_change(who: int, record: Record, sheets: Sequence[Sheet], table: TableNow) -> bool:
    sheet = next(each for each in sheets if _kind(each.name) == _kind(record.sheet))
    return who == TABLE or record.seat == NO_SEAT or who in players_of(sheet, [record.seat], table.players)


def _kind(sheet: str) -> str:
    """Which of a game's sheets one is, whatever its language or variant."""
    return sheet.split("/")[0]


def to_do(standing: Standing, store: Store, given_up: Collection[str]) -> Iterator[tuple[str, Task]]:
    """The tasks that would tell more about a table, each with the key of its result: first its photos are read.

    What was `given_up` is passed over.
    """
    unread = [each for each in standing.photos if each.found is None and each.key not in given_up]
    for each in unread:
        path = photo_file(standing.plan.out, each.photo.sha256, each.photo.suffix)
        options = standing.plan.options
        yield (
            each.key,
            ReadFile(os.fsencode(path.absolute()), each.photo.sha256, options, pictures=True, flat=True),
        )
    if not unread and standing.outcome is not None:
        tables = [standing.outcome]
        joins = joins_to_do(standing.plan, store, tables).items()
        tasks: dict[str, Task] = {key: task for key, (_, task) in joins if key not in given_up}
        for key, task in (tasks or proofs_to_do(standing.plan, tables)).items():
            if key not in given_up:
                yield key, task
