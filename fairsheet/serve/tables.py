"""All tables of a folder: their events, overviews, and the tasks that read and prove their sheets."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections import ChainMap, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context, ContextVar
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import structs

from fairsheet.languages.messages import Message, packed, unpacked
from fairsheet.options.print_runs import new_print_id
from fairsheet.pipeline.answers.corrections import now
from fairsheet.pipeline.base.values import FileReading, JoinResult, TableResult
from fairsheet.pipeline.batch_state import state_of
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.store.keys import file_key
from fairsheet.pipeline.store.plan import restored_plan
from fairsheet.pipeline.store.store import Store
from fairsheet.pipeline.work.tasks import Failure, FileDone, ReadFile, Result, Stopped, Task, Unread
from fairsheet.process.output_files import write_file
from fairsheet.serve._deletion import files_to_remove, kept_photos
from fairsheet.serve._presence import Presence
from fairsheet.serve.event_log import (
    TABLE,
    Deleted,
    DeletedPhoto,
    Event,
    EventKind,
    Joined,
    Opened,
    Photographed,
    PhotosDeleted,
    Seated,
    SeatRequested,
    Started,
    TableState,
    Undone,
    replay_events,
)
from fairsheet.serve.games import game_of
from fairsheet.serve.links import link_of, new_link_id
from fairsheet.serve.overview import PHOTOS, Overview, overview_of, pending_tasks, photo_file, plan_of
from fairsheet.serve.shared_seed import add_seed, check_names
from fairsheet.sheets.model.sheet import ENGLISH
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

PAGE = ""  # the key of a picture of a whole flattened page, where others have a field id
MOST_PHOTOS = 120  # photos per table; removed ones count because they stay on the disk
RETRY_AFTER = 5.0  # seconds until a task that failed for a passing reason is tried again
MOST_REQUESTS = 12  # phones per table that wait for the host
DELETE_EVERY = 3600.0  # seconds between two searches for photos whose time is over
NEVER_READ = FileReading(error=Message("the photo was deleted before it was read"))
MOST_OVERVIEWS = 24  # overviews kept in memory
Perform = Callable[[Task], Awaitable[Result]]  # runs a task in a worker
T = TypeVar("T")
_writes: ContextVar[list[asyncio.Future[None]]] = ContextVar(
    "writes"
)  # of the request that is being answered
_EVENT: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Event, dec_hook=unpacked)


def _event_now(what: EventKind, who: int) -> Event:
    return Event(what, who, now().isoformat(timespec="seconds"))


def _encoded(event: Event) -> bytes:
    return msgspec.msgpack.encode(event, enc_hook=packed)


@dataclass(frozen=True)
class Guest:
    """A person with a link: the table, and the seat, or `TABLE` for the host."""

    table: str
    who: int


class Tables:
    """All tables of a folder. Use it only from the thread of the event loop.

    An event counts at once, and a thread stores it, so that the event loop never waits for the disk. A request is
    answered when its events are stored; an event that cannot be stored is withdrawn.
    """

    def __init__(self, folder: Path, store: Store, perform: Perform, key: bytes) -> None:
        self._link_of = partial(link_of, key)
        self.folder, self._store, self._perform = folder, store, perform
        self._writer = store.opened_again()
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="disk")
        self._last = 0  # the number of the last event
        self._unwritten = set[str]()  # the SHA-256 of photos that are not yet on the disk
        self._events: dict[str, list[tuple[int, Event]]] = {}
        self._standing: dict[str, Overview] = {}
        self._doing: dict[str, asyncio.Task[None]] = {}
        # key of a task that runs or has failed -> tables that wait for it
        self._waiting: defaultdict[str, set[str]] = defaultdict(set)
        self._failures: dict[str, str] = {}
        self._passing = set[str]()  # the keys of failures for a passing reason
        self._changed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._guests: dict[str, Guest] = {}
        self._links: dict[str, list[str]] = {}  # the links of each table that work
        self._joining: dict[str, str] = {}
        self.presence = Presence(self._notify)
        for number, about, what in store.events():
            self._last, event = number, _EVENT.decode(what)
            if isinstance(event.what, Opened | Started):
                self._events[about] = []
            if about in self._events:  # not if the start of the table could not be stored
                self._events[about].append((number, event))
        for about in self._events:
            self._register_links(about)
        if "" not in self._events:
            self._last, event = 1, _event_now(Opened(new_link_id()), TABLE)
            self._writer.keep_event(1, "", _encoded(event))
            self._events[""] = [(1, event)]
        opened = self._events[""][0][1].what
        assert isinstance(opened, Opened)
        self.link = self._link_of(opened.link)

    def _register_links(self, about: str) -> None:
        """Let the links of a table work that are valid now, and no others."""
        if not about:
            return
        table = self._replayed(about)
        host, joining, *_ = table.started.links
        self._joining[joining] = about
        for link in self._links.pop(about, ()):
            del self._guests[link]
        self._links[about] = [host, *filter(None, table.links)]
        self._guests[host] = Guest(about, TABLE)
        self._guests |= {link: Guest(about, seat) for seat, link in enumerate(table.links, 1) if link}

    def close(self) -> None:
        """Wait until everything is stored."""
        self._disk.shutdown()
        self._writer.close()

    def _on_disk(self, action: Callable[..., None], *values: object) -> asyncio.Future[None]:
        """Run an action in the thread that writes; the request that is being answered waits for it."""
        write = asyncio.get_running_loop().run_in_executor(self._disk, action, *values)
        _writes.get([]).append(write)
        return write

    async def stored(self, answer: Awaitable[T]) -> T:
        """Return the answer to a request when everything that it wrote is stored.

        Raises FairsheetError if something could not be stored.
        """
        writes: list[asyncio.Future[None]] = []
        _writes.set(writes)
        answered = await answer
        if writes:
            await asyncio.wait(writes)
        for error in filter(None, (each.exception() for each in writes)):
            raise FairsheetError(
                "this could not be stored",
                code=ErrorCode.CANNOT_WRITE,
                hint="make room on the disk and try again",
            ) from error
        return answered

    def _keep(self, about: str, what: EventKind, who: int, photo: tuple[Path, bytes] | None = None) -> None:
        """Apply an event, and store it after its photo."""
        self._last += 1
        number, event = self._last, _event_now(what, who)
        self._events[about].append((number, event))
        self._standing.pop(about, None)
        if isinstance(what, Started | Joined | Seated) or (
            isinstance(what, Undone) and self._has_joined(about)
        ):
            self._register_links(about)

        if isinstance(what, Photographed):
            self._unwritten.add(what.sha256)

        def store() -> None:
            if photo is not None and not photo[0].exists():
                write_file(*photo)
            self._writer.keep_event(number, about, _encoded(event))

        self._on_disk(store).add_done_callback(lambda done: self._after_write(done, number, about, what))

    def _after_write(self, done: asyncio.Future[None], number: int, about: str, what: EventKind) -> None:
        """Tell all pages about an event that was stored, and withdraw one that was not."""
        if isinstance(what, Photographed):
            self._unwritten.discard(what.sha256)
        if about not in self._events:  # it was deleted
            return
        if done.exception() is not None:
            self._events[about] = [each for each in self._events[about] if each[0] != number]
            if not any(isinstance(event.what, Started) for _, event in self._events[about]):
                self._forget(about)
                return
            self._register_links(about)
        self._moved(about)

    def _forget(self, about: str) -> None:
        """Forget a table with its links."""
        del self._events[about]
        for link in self._links.pop(about):
            del self._guests[link]
        self._joining = {link: table for link, table in self._joining.items() if table != about}
        self._standing.pop(about, None)
        self._changed.pop(about, asyncio.Event()).set()

    def _has_joined(self, about: str) -> bool:
        """Return whether the links of a table can be others than at its start."""
        return any(isinstance(event.what, Joined | Seated) for _, event in self._events[about])

    def all(self) -> Iterator[TableState]:
        """Yield all tables, newest first."""
        for about in reversed(list(self._events)):
            if about:
                yield self._state_of(about)

    @property
    def deleted(self) -> list[Deleted]:
        """The tables that were deleted, newest first."""
        events = (event.what for _, event in reversed(self._events[""]))
        return [each for each in events if isinstance(each, Deleted)]

    def delete(self, table: str) -> None:
        """Delete a table with its events, photos, pictures and readings; one line of it stays."""
        known = self.standing(table)
        events, others = self._events[table], self._kept_photos(self._events.keys() - {table})
        photos = {event.what for _, event in events if isinstance(event.what, Photographed)}
        sent = [each for each in photos if each not in others]
        keys = [file_key(known.plan.options, each.sha256, each.suffix) for each in sent]
        keys += [known.outcome.key] if known.outcome else []
        names = tuple(f"{each.sha256}{each.suffix}" for each in sent)
        what = Deleted(table, known.table.started.game, known.table.day.isoformat(), names, tuple(keys))
        self._last += 1
        number, event = self._last, _event_now(what, TABLE)
        self._events[""].append((number, event))
        self._forget(table)

        def after_write(done: asyncio.Future[None]) -> None:
            """Compute the proofs of the other tables again, or restore the table if this could not be stored."""
            if done.exception() is None:
                self._move_all()
            else:
                self._events[""].remove((number, event))
                self._events[table] = events
                self._register_links(table)
                self._moved(table)

        stored = self._on_disk(self._writer.replace_events, table, number, _encoded(event))
        stored.add_done_callback(after_write)
        self._remove_soon(number, [what])

    def delete_photos(self, table: str, days: int = 0) -> None:
        """Delete the photos of a table that were sent at least `days` ago. Their readings stay, and so do results.

        Photos that are still to be read are left for later. Raises FairsheetError for them if `days` is 0, because the
        host then waits for it.
        """
        old = [
            photo
            for photo, moment in self._kept_photos([table]).items()
            if not days or datetime.fromisoformat(moment) + timedelta(days) <= now()
        ]
        state = self._state_of(table)
        options = plan_of(self.folder, state).options
        counting = {each.sha256 for each in state.photos if each.reading is None}  # nothing else is read
        deleted = []
        for each in old:
            key = file_key(options, each.sha256, each.suffix)
            reading = self._store.found(FileReading, key)
            has_failed = key in self._failures and not (days and key in self._passing)
            if reading is not None or has_failed or each.sha256 not in counting:
                self._waiting.get(key, set()).discard(table)  # a removed photo may be being read
                deleted.append(DeletedPhoto(each.sha256, each.suffix, reading or NEVER_READ))
            elif not days:
                raise FairsheetError(
                    "the photos are still being read",
                    code=ErrorCode.WRONG_STATE,
                    hint="try again in a moment",
                )
        if not deleted:
            return
        what = PhotosDeleted(tuple(deleted))
        self._keep(table, what, TABLE)
        self._remove_soon(self._last, [what])

    def _delete_old_photos(self) -> None:
        """Delete all photos whose time is over, now and regularly."""
        asyncio.get_running_loop().call_later(DELETE_EVERY, self._delete_old_photos)
        for table in self.all():
            if table.photo_days:
                with suppress(sqlite3.Error):  # the store is locked or broken: the next time may do it
                    self.delete_photos(table.id, table.photo_days)

    def _kept_photos(self, tables: Iterable[str]) -> dict[Photographed, str]:
        """Return the photos that some tables keep, each with a moment when it was sent."""
        photos = (kept_photos(event for _, event in self._events[about]) for about in tables)
        return dict(ChainMap(*photos))

    def _remove_soon(self, number: int, events: Sequence[EventKind]) -> None:
        """Remove the files that these events deleted, if the last one, `number`, is stored. Try again if it fails."""
        names, keys = files_to_remove(events, {each.sha256 for each in self._kept_photos(self._events)})
        loop = asyncio.get_running_loop()

        def remove() -> None:
            try:
                if self._writer.has_event(number):
                    for name in names:
                        (self.folder / PHOTOS / name).unlink(missing_ok=True)
                    self._writer.forget(keys, [name.partition(".")[0] for name in names])
            except (OSError, sqlite3.Error):
                again = partial(self._remove_soon, number, events)
                loop.call_soon_threadsafe(loop.call_later, RETRY_AFTER, again)

        self._on_disk(remove)

    @cached_property
    def batch_tables(self) -> Sequence[JudgedTable]:
        """The tables of a batch whose results are in the same folder; it cannot run while the folder is served.

        Raises FairsheetError if the template of a custom sheet has changed.
        """
        if self._store.plan() is None:
            return ()
        plan = replace(restored_plan(self.folder, self._store), league=True)
        return state_of(plan, self._store).tables

    def _state_of(self, table: str) -> TableState:
        return add_seed(self._replayed(table))

    def _replayed(self, table: str) -> TableState:
        return replay_events(table, self._events[table], self._link_of)

    def guest(self, link: str) -> Guest | None:
        """Return the person with a link; None if the link is unknown."""
        return self._guests.get(link)

    def table_to_join(self, link: str) -> str | None:
        """Return the table that a link is for joining; None if the link is unknown."""
        return self._joining.get(link)

    def standing(self, table: str) -> Overview:
        """Return the overview of a table now. Raises FairsheetError if its custom template has changed."""
        if table not in self._standing:
            self._standing[table] = overview_of(self.folder, self._store, self._state_of(table))
            if len(self._standing) > MOST_OVERVIEWS:
                del self._standing[next(iter(self._standing))]
        return self._standing[table]

    def version(self, table: str) -> str:
        """Return a text that changes whenever a page of the table can change."""
        here = ".".join(map(str, sorted(self.presence.here(table))))
        return f"{self.result_version(table)}-{len(self._failures)}-{here}"

    def result_version(self, table: str) -> str:
        """Return a text that changes whenever the result of the table can change."""
        known = self.standing(table)
        read = sum(each.found is not None for each in known.photos)
        judged = known.outcome.key if known.outcome and known.outcome.result else ""
        return f"{len(known.table.log)}-{read}-{judged[:8]}"

    def start(self, started: Started) -> TableState:
        """Start a table. Raises FairsheetError if names or choices do not fit the game."""
        id_ = new_print_id()
        while id_ in self._events:
            id_ = new_print_id()
        played = game_of(id_, started)
        played.pages(started.names, None, ENGLISH)  # raises for names that cannot be printed
        if started.is_fair:
            check_names(started)
        self._events[id_] = []
        self._keep(id_, started, TABLE)
        return self.standing(id_).table

    def add_event(self, table: str, what: EventKind, who: int) -> None:
        """Apply and store an event of a table, then notify all open pages, and start the tasks that follow."""
        self._keep(table, what, who)

    def join(self, table: str, seat: int) -> str:
        """Take a free seat and return its link. Raises FairsheetError if it is taken."""
        known = self.standing(table).table
        if seat in known.joined or not 1 <= seat <= known.players:
            raise FairsheetError(
                "this player has already joined",
                code=ErrorCode.NOT_ALLOWED,
                hint="if that was a mistake, ask the host to undo it",
            )
        self.add_event(table, Joined(seat, "" if known.links[seat - 1] else new_link_id()), seat)
        return self._state_of(table).links[seat - 1]

    def request_seat(self, table: str, seat: int) -> str:
        """Ask the host for a seat that another phone has, and return the link that works if the host agrees.

        Raises FairsheetError if too many phones ask.
        """
        known = self.standing(table).table
        if len(known.requests) >= MOST_REQUESTS or not 1 <= seat <= known.players:
            raise FairsheetError(
                "too many phones ask for a seat", code=ErrorCode.TOO_LARGE, hint="ask the host"
            )
        id_ = new_link_id()
        self.add_event(table, SeatRequested(seat, id_), seat)
        return self._link_of(id_)

    def is_requested(self, table: str, link: str) -> bool:
        """Return whether a phone with this link waits for the host's answer."""
        requests = (each.event.what for each in self.standing(table).table.requests)
        return any(isinstance(each, SeatRequested) and self._link_of(each.link) == link for each in requests)

    def give_seat(self, table: str, number: int) -> None:
        """Give a seat to the phone that asked for it with this event. Raises FairsheetError if it asks no longer."""
        for each in self.standing(table).table.requests:
            if each.number == number and isinstance(each.event.what, SeatRequested):
                self.add_event(table, Joined(each.event.what.seat, each.event.what.link), TABLE)
                return
        raise FairsheetError("this phone asks no longer", code=ErrorCode.NOT_ALLOWED, hint="reload the page")

    def seat(self, table: str, names: tuple[str, ...], former: tuple[int, ...]) -> None:
        """Change names or seats; a player without a `former` seat comes late. `former` has each present seat once.

        Raises FairsheetError if names do not fit the game, or there is no room for another player.
        """
        known = self.standing(table)
        started, more = known.table.started, len(names) - len(former)
        if sorted(former) != list(range(1, known.table.players + 1)):
            raise FairsheetError(
                "two players have the same seat", code=ErrorCode.BAD_PLAYERS, hint="choose others"
            )
        if more and not known.has_room:
            problem = Message("the game has begun, and nobody can join it any more")
            if known.is_full:
                problem = Message("the table is full")
            hint = Message("start another table")
            raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, hint=hint)
        now_there = structs.replace(started, names=names)
        game_of(table, now_there).pages(names, None, ENGLISH)  # raises for names that cannot be printed
        if started.is_fair and started.seed is None:
            check_names(now_there)
        self.add_event(table, Seated(names, former, tuple(new_link_id() for _ in range(more))), TABLE)

    def undo(self, table: str, number: int, who: int) -> None:
        """Undo an event. Raises FairsheetError if another person caused it and `who` is not the host."""
        known = self.standing(table).table
        for each in known.log:
            if each.number == number and not each.is_undone:
                if not known.can_undo(each):
                    raise FairsheetError(
                        "this cannot be undone any more",
                        code=ErrorCode.WRONG_STATE,
                        hint="change it on the page of the table",
                    )
                if who not in (TABLE, each.who):
                    raise FairsheetError(
                        "somebody else did this", code=ErrorCode.NOT_ALLOWED, hint="the host can undo it"
                    )
                self.add_event(table, Undone(number), who)
                return
        raise FairsheetError("this is undone already", code=ErrorCode.WRONG_STATE, hint="reload the page")

    def photograph(self, table: str, data: bytes, suffix: str, who: int) -> str:
        """Store a photo, start reading it, and return its SHA-256. Raises FairsheetError if there are too many."""
        known = self.standing(table).table
        sha256 = hashlib.sha256(data).hexdigest()
        key = file_key(self.standing(table).plan.options, sha256, suffix)
        if not known.is_deleted(sha256) and any(
            each.sha256 == sha256 and who in each.senders for each in known.photos
        ):
            self._try_again(key)
            return sha256
        if sum(isinstance(each.event.what, Photographed) for each in known.log) >= MOST_PHOTOS:
            raise FairsheetError(
                "the table has too many photos",
                code=ErrorCode.TOO_LARGE,
                hint="start another table with the same seed",
            )
        self._failures.pop(key, None)  # it may have been deleted while it was read
        self._keep(table, Photographed(sha256, suffix), who, (photo_file(self.folder, sha256, suffix), data))
        return sha256

    def page(self, sha256: str, number: int) -> bytes | None:
        """Return the flattened page of a sheet on a photo, as JPEG; None if it is not stored."""
        return self._store.crop(sha256, number, PAGE)

    def failure(self, key: str) -> str | None:
        """Return why a task failed. It is tried again soon if the reason may pass, or if a player asks for it."""
        return self._failures.get(key)

    def try_again(self, table: str) -> None:
        """Do again what failed at a table."""
        for key in [key for key in self._failures if table in self._waiting[key]]:
            self._try_again(key)

    async def next_version(self, table: str, version: str, seconds: float) -> str:
        """Wait until a table has another version, at most `seconds`, and return its version."""
        if table in self._events and self.version(table) == version:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed[table].wait(), seconds)
        return self.version(table) if table in self._events else ""

    def resume_tasks(self) -> None:
        """Continue with what was unfinished when the server stopped, and delete old photos from now on."""
        self._remove_soon(self._last, [each.what for events in self._events.values() for _, each in events])
        self._move_all()
        self._delete_old_photos()

    def _move_all(self) -> None:
        for about in self._events:
            if about:
                self._moved(about)

    def _moved(self, table: str) -> None:
        self._standing.pop(table, None)
        self._notify(table)
        self._start_tasks(table)

    def _notify(self, table: str) -> None:
        """Let all open pages of a table look at it again."""
        self._changed.pop(table, asyncio.Event()).set()

    def _start_tasks(self, table: str) -> None:
        try:
            standing = self.standing(table)
        except FairsheetError:  # its template has changed
            return
        for key, task in pending_tasks(standing, self._store, self._failures):
            if isinstance(task, ReadFile) and task.sha256 in self._unwritten:
                continue
            self._waiting[key].add(table)
            if key not in self._doing and key not in self._failures:
                # in a context of its own, because no request waits for it
                self._doing[key] = asyncio.create_task(self._run_task(key, task), context=Context())

    async def _run_task(self, key: str, task: Task) -> None:
        try:
            result = await self._perform(task)
            if self._waiting[key] & self._events.keys():  # unless the table was deleted
                await self._keep_result(key, task, result)
        except FairsheetError:  # no worker can start; the log says why
            why = Message(
                "the computer could not start this work, perhaps for lack of memory; fairsheet tries again soon"
            )
            self._fail_for_now(key, why)
        except (sqlite3.Error, OSError) as error:  # the disk is full or locked
            self._fail_for_now(key, str(error))
        del self._doing[key]
        self._move_waiting(self._waiting[key] if key in self._failures else self._waiting.pop(key))

    def _move_waiting(self, tables: Iterable[str]) -> None:
        for table in tuple(tables):
            if table in self._events:
                self._moved(table)

    def _fail_for_now(self, key: str, reason: str) -> None:
        """Show why a task failed for a passing reason, and try it again soon."""
        self._failures[key] = reason
        self._passing.add(key)
        asyncio.get_running_loop().call_later(RETRY_AFTER, self._try_again, key)

    def _try_again(self, key: str) -> None:
        self._passing.discard(key)
        if self._failures.pop(key, None) is not None:
            self._move_waiting(self._waiting.pop(key, ()))

    async def _keep_result(self, key: str, task: Task, result: Result) -> None:
        match result:
            case FileDone(found, pictures, _):
                assert isinstance(task, ReadFile)
                crops = [(task.sha256, n, PAGE, each) for n, each in enumerate(pictures)]
                await self._on_disk(self._writer.keep, key, found, crops)
            case JoinResult() | TableResult():
                await self._on_disk(self._writer.keep, key, result)
            case Unread(reason):
                self._fail_for_now(key, reason)
            case Failure(reason) | Stopped(reason):
                self._failures[key] = reason
