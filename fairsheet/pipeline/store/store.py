"""Store the state of a batch in one SQLite file: readings and proofs, under keys of everything they depend on.

One process writes. The key of a file covers its content, the key of a table its records, and both the program. So a
result never changes under its key, and a run continues after it was killed.

A later release keeps everything from people: answers, corrections, events, the plan and its files. Computed results are
dropped if their tables may have changed.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from fairsheet.languages.messages import Message, packed, unpacked
from fairsheet.pipeline.base.values import Answer, FileReading, JoinResult, Source, TableResult
from fairsheet.pipeline.store.folders import STORE
from fairsheet.process.output_files import make_folder, remove_unfinished
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.sheets.support.system import lock_file

VERSION = 7  # of the computed tables below; raise it when their content changes
OLDEST = 5  # the first version with these other tables; they never change, but new ones may be added
LOCKED_FOR = 30.0  # seconds that a write in a thread waits for another program that locks the file
_TOO_NEW = 2_000_000_000  # ns; a file that changed this shortly before its hash may change again unnoticed

_COMPUTED = ("file", "joined", "judged", "page", "crop")
_TABLES = """
create table if not exists file (key text primary key, found blob, failed integer not null);
create table if not exists joined (key text primary key, found blob, failed integer not null);
create table if not exists judged (key text primary key, found blob, failed integer not null);
create table if not exists page (name text primary key, key text);
create table if not exists crop
    (sha256 text, number integer, field text, jpeg blob, primary key (sha256, number, field));
create table if not exists hash (path blob primary key, size integer, mtime integer, hashed integer, sha256 text);
create table if not exists written (name text primary key, hashes text);
create table if not exists answer
    (sha256 text, number integer, field text, found blob, primary key (sha256, number, field));
create table if not exists listed
    (place integer primary key, path blob, name text, problem text, sha256 text, key text);
create table if not exists setting (name text primary key, value blob);
create table if not exists event (number integer primary key, about text, what blob);
"""

_ELSEWHERE = Message("choose another output folder; only this file has people's answers")
_HINTS = {  # by the code of SQLite's error
    sqlite3.SQLITE_FULL: Message("make room and call the command again: finished work is kept"),
    sqlite3.SQLITE_CORRUPT: _ELSEWHERE,
    sqlite3.SQLITE_NOTADB: _ELSEWHERE,
}

_KEEP_CROP = "insert or replace into crop values (?, ?, ?, ?)"
Crop = tuple[str, int, str, bytes]  # the content of a file, the number of a sheet there, a field, its picture

Result = FileReading | JoinResult | TableResult
Found = TypeVar("Found", FileReading, JoinResult, TableResult)
_TABLE_OF = {FileReading: "file", JoinResult: "joined", TableResult: "judged"}


class Store:
    """An open store, for reading and writing."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def opened_again(self) -> Store:
        """Return this store with a connection of its own, for one thread at a time, which waits for a locked file."""
        _, _, path = self._connection.execute("pragma database_list").fetchone()
        connection = sqlite3.connect(path, timeout=LOCKED_FOR, check_same_thread=False)
        return Store(connection)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def hash_of(self, path: bytes, size: int, mtime: int) -> str | None:
        """Return the SHA-256 of a file that has not changed since it was hashed, otherwise None."""
        row = self._one(
            "select sha256, hashed from hash where path=? and size=? and mtime=?", path, size, mtime
        )
        return str(row[0]) if row and int(row[1]) - mtime > _TOO_NEW else None

    def changed(self, path: Path) -> int | None:
        """Return when a hashed file last changed, in ns of Unix time."""
        row = self._one("select mtime from hash where path=?", os.fsencode(path.absolute()))
        return int(row[0]) if row else None

    def keep_hash(self, path: bytes, size: int, mtime: int, sha256: str) -> None:
        """Store the SHA-256 of a file as it is now."""
        row = (path, size, mtime, time.time_ns(), sha256)
        self._write("insert or replace into hash values (?, ?, ?, ?, ?)", *row)

    def found(self, kind: type[Found], key: str) -> Found | None:
        """Return the stored reading of a file, joined sheet or result of a table; None if there is none."""
        row = self._one(f"select found from {_TABLE_OF[kind]} where key=?", key)
        return msgspec.msgpack.decode(row[0], type=kind, dec_hook=unpacked) if row else None

    def keep(self, key: str, found: Result, crops: Iterable[Crop] = (), *, failed: bool = False) -> None:
        """Store a result with pictures of fields; `failed` if a worker died of it or gave it up."""
        statement = f"insert or replace into {_TABLE_OF[type(found)]} values (?, ?, ?)"
        with self._connection:
            self._connection.execute(statement, (key, msgspec.msgpack.encode(found, enc_hook=packed), failed))
            self._connection.executemany(_KEEP_CROP, crops)

    def has_file(self, key: str) -> bool:
        """Check whether the reading of a file is stored."""
        return self._one("select 1 from file where key=?", key) is not None

    def has_failed(self, key: str) -> bool:
        """Check whether a worker died of a file, or gave it up."""
        row = self._one("select failed from file where key=?", key)
        return row is not None and bool(row[0])

    def keep_crops(self, crops: Iterable[Crop]) -> None:
        """Store pictures of fields, each with the hash of its file and the number of its sheet there."""
        with self._connection:
            self._connection.executemany(_KEEP_CROP, crops)

    def crop(self, sha256: str, number: int, field: str) -> bytes | None:
        """Return the stored JPEG of one field of a sheet, or None."""
        row = self._one(
            "select jpeg from crop where sha256=? and number=? and field=?", sha256, number, field
        )
        return bytes(row[0]) if row else None

    def crops(self, sha256: str, number: int) -> dict[str, bytes]:
        """Return the JPEG pictures of the fields in doubt of a sheet, by field."""
        rows = self._connection.execute(
            "select field, jpeg from crop where sha256=? and number=?", (sha256, number)
        )
        return {str(field): bytes(jpeg) for field, jpeg in rows}

    def forget_failures(self) -> None:
        """Delete the results of files, sheets and tables that a worker died of, so that they are tried again."""
        with self._connection:
            for table in _TABLE_OF.values():
                self._connection.execute(f"delete from {table} where failed")

    def page_key(self, name: str) -> str | None:
        """Return the key of the content of a report page, by its name."""
        row = self._one("select key from page where name=?", name)
        return str(row[0]) if row else None

    def keep_page_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        """Store pairs of a page's name and the key of its content."""
        with self._connection:
            self._connection.executemany("insert or replace into page values (?, ?)", keys)

    def written(self, name: str) -> list[str]:
        """Return the SHA-256 of the last written text of a record; two if the writing may have been interrupted."""
        row = self._one("select hashes from written where name=?", name)
        return str(row[0]).split() if row else []

    def keep_written(self, hashes: Sequence[tuple[str, str]]) -> None:
        """Store pairs of a record's name and the hashes of its text, separated by a space."""
        with self._connection:
            self._connection.executemany("insert or replace into written values (?, ?)", hashes)

    def answers(self) -> list[Answer]:
        """Return all answers, in a fixed order."""
        rows = self._connection.execute("select found from answer order by sha256, number, field")
        return [msgspec.msgpack.decode(row[0], type=Answer) for row in rows]

    def keep_answer(self, answer: Answer) -> None:
        """Store an answer; it replaces an earlier one about the same field."""
        row = (answer.sha256, answer.number, answer.field, msgspec.msgpack.encode(answer))
        with self._durably():
            self._write("insert or replace into answer values (?, ?, ?, ?)", *row)

    def forget_answer(self, answer: Answer) -> None:
        """Delete an answer."""
        row = (answer.sha256, answer.number, answer.field)
        with self._durably():
            self._write("delete from answer where sha256=? and number=? and field=?", *row)

    def keep_event(self, number: int, about: str, what: bytes) -> None:
        """Append an event at a table of an evening under its number, from 1."""
        with self._durably(), self._connection:
            self._connection.execute("insert into event values (?, ?, ?)", (number, about, what))

    def has_event(self, number: int) -> bool:
        """Check whether the event with this number is stored."""
        return self._one("select 1 from event where number=?", number) is not None

    def replace_events(self, about: str, number: int, by: bytes) -> None:
        """Delete all events of a table and append one of the folder instead, under its number.

        Joined photos and judged tables are deleted too, of all tables, because their keys name no table: earlier states
        of this one had results of their own. A batch in the folder keeps its results, and so those of all tables.
        """
        self._connection.execute("pragma secure_delete=on")
        with self._durably(), self._connection:
            self._connection.execute("delete from event where about=?", (about,))
            self._connection.execute("insert into event values (?, '', ?)", (number, by))
            if self.plan() is None:
                self._connection.execute("delete from joined")
                self._connection.execute("delete from judged")

    def forget(self, keys: Sequence[str], photos: Sequence[str]) -> None:
        """Delete computed results, and the pictures of photos by their SHA-256, also from the journal."""
        self._connection.execute("pragma secure_delete=on")
        with self._connection:
            for table in _TABLE_OF.values():
                self._connection.executemany(f"delete from {table} where key=?", [(key,) for key in keys])
            self._connection.executemany("delete from crop where sha256=?", [(each,) for each in photos])
        self._connection.execute("pragma wal_checkpoint(truncate)")

    def events(self) -> list[tuple[int, str, bytes]]:
        """Return all events in order, each with its number, its table and its content."""
        return self._connection.execute("select number, about, what from event order by number").fetchall()

    def begin(self, plan: bytes, listed: list[tuple[Source, str, str]]) -> None:
        """Store the plan of this run and its files, each with its SHA-256 and key.

        Both are empty for a file with a problem.
        """
        rows = [
            (index, os.fsencode(source.path.absolute()), source.name, _kept(source.problem), sha256, key)
            for index, (source, sha256, key) in enumerate(listed)
        ]
        with self._connection:
            self._connection.execute("insert or replace into setting values ('plan', ?)", (plan,))
            self._connection.execute("delete from listed")
            self._connection.executemany("insert into listed values (?, ?, ?, ?, ?, ?)", rows)

    def listed(self) -> list[tuple[Source, str, str]]:
        """Return the files of the last run, as given to `begin`."""
        rows = self._connection.execute("select path, name, problem, sha256, key from listed order by place")
        return [
            (Source(Path(os.fsdecode(path)), name, _restored(problem)), sha256, key)
            for path, name, problem, sha256, key in rows
        ]

    def keep_unread(self, source: Source, problem: Message) -> None:
        """Store why a file of this run cannot be read, until the next run tries it."""
        self._write(
            "update listed set problem=?, sha256='', key='' where path=? and name=?",
            *(_kept(problem), os.fsencode(source.path.absolute()), source.name),
        )

    def progress(self) -> tuple[int, int]:
        """Return how many files of the last run are finished, unreadable ones included, and how many there are."""
        row = self._one(
            "select count(*) filter (where problem is not null or file.key is not null), count(*)"
            " from listed left join file using (key)"
        )
        assert row is not None
        return int(row[0]), int(row[1])

    def plan(self) -> bytes | None:
        """Return the plan of the last run, as given to `begin`."""
        row = self._one("select value from setting where name='plan'")
        return bytes(row[0]) if row else None

    @contextmanager
    def _durably(self) -> Iterator[None]:
        """Make writes survive a power cut: people's answers cannot be computed again."""
        self._connection.execute("pragma synchronous=full")
        yield
        self._connection.execute("pragma synchronous=normal")

    def _one(self, statement: str, *values: object) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._connection.execute(statement, values).fetchone()
        return row

    def _write(self, statement: str, *values: object) -> None:
        with self._connection:
            self._connection.execute(statement, values)


@contextmanager
def open_store(out: Path, *, new: bool) -> Iterator[Store]:
    """Open the store of an output folder for one process; without `new` it must exist.

    Raises FairsheetError if it does not exist, another process uses it, or it cannot be read or written.
    """
    path = out / STORE
    if new:
        make_folder(out)
    elif not path.is_file():
        raise FairsheetError(
            Message("there is no batch in this folder"),
            code=ErrorCode.NO_BATCH,
            where=str(out),
            hint=Message("make one: fairsheet batch DIR -o OUT"),
        )
    try:
        with (out / ".batch.lock").open("a") as lock, _locked(lock, out):
            connection = sqlite3.connect(path)
            try:
                _prepare(connection, path)
                yield Store(connection)
            finally:
                connection.close()
    except sqlite3.Error as error:
        hint = _HINTS.get(
            getattr(error, "sqlite_errorcode", 0) & 0xFF,
            Message("check that the disk is connected and that you may write to it"),
        )
        problem = Message("cannot be written ({why})", why=str(error))
        raise FairsheetError(
            problem, code=ErrorCode.CANNOT_WRITE, where=format_path(path), hint=hint
        ) from error
    except OSError as error:
        problem = Message("cannot be written ({why})", why=str(error.strerror or error))
        hint = Message("choose another place, or make room")
        raise FairsheetError(
            problem, code=ErrorCode.CANNOT_WRITE, where=format_path(error.filename or out), hint=hint
        ) from error


def _kept(problem: Message | None) -> bytes | None:
    return None if problem is None else msgspec.msgpack.encode(problem, enc_hook=packed)


def _restored(problem: bytes | str | None) -> Message | None:
    """Return what `_kept` made; it was a plain text in earlier stores."""
    if isinstance(problem, bytes):
        return msgspec.msgpack.decode(problem, type=Message, dec_hook=unpacked)
    return None if problem is None else Message(problem)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("pragma user_version").fetchone()[0]
    if version > VERSION:
        raise FairsheetError(
            Message("a later release wrote it"),
            code=ErrorCode.NEWER_RELEASE,
            where=format_path(path),
            hint=Message("update fairsheet"),
        )
    if 0 < version < OLDEST:
        problem = Message("an early release wrote it; its answers cannot be read")
        hint = Message("choose another output folder")
        raise FairsheetError(problem, code=ErrorCode.BAD_BATCH, where=format_path(path), hint=hint)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=normal")
    drop = [f"drop table {name};" for name in _COMPUTED] if 0 < version < VERSION else []
    mark = f"pragma user_version={VERSION};"
    connection.executescript("\n".join(["begin;", *drop, _TABLES, mark, "commit;"]))


@contextmanager
def _locked(lock: IO[str], out: Path) -> Iterator[None]:
    """Lock the folder against other batches, and remove unfinished files of a killed run.

    The content of the lock file shows that a run began and did not end.
    """
    try:
        lock_file(lock)
    except BlockingIOError:
        raise FairsheetError(
            Message("another batch or review is at work in this folder"),
            code=ErrorCode.FOLDER_IN_USE,
            where=str(out),
            hint=Message("wait until it is done, or stop it"),
        ) from None
    if lock.tell():
        remove_unfinished(out)
    else:
        lock.write("at work")
        lock.flush()
        os.fsync(lock.fileno())  # before any file that a power cut could leave unfinished
    yield
    lock.truncate(0)
