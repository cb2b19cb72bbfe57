"""The state of a batch in one SQLite file: what was read and proved, under keys of all that it depends on.

One process writes. A file's key covers its content, a table's those of its records, and both the program; so what is
found under a key never changes, and a run that was killed goes on where it was.

A later release keeps what people said and asked for: answers, corrections, events, the plan and its files. What can be
computed again is dropped if its tables may have changed.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from fairsheet.languages.messages import packed, unpacked
from fairsheet.pipeline.base.values import Answer, FileReading, JoinResult, Source, TableResult
from fairsheet.pipeline.store.folders import STORE
from fairsheet.process.output_files import make_folder, remove_unfinished
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path

VERSION = 7  # of the computed tables below; raise it when what is kept in them changes
OLDEST = 5  # whose other tables are these; they never change, a new one may be added
_TOO_NEW = 2_000_000_000  # ns; a file changed so shortly before it was hashed may change again unseen

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

_ELSEWHERE = "choose another folder for the outputs; what people answered is in this file alone"
_HINTS = {  # by the code of SQLite's error
    sqlite3.SQLITE_FULL: "make room and call it again: what is done is kept",
    sqlite3.SQLITE_CORRUPT: _ELSEWHERE,
    sqlite3.SQLITE_NOTADB: _ELSEWHERE,
}

_KEEP_CROP = "insert or replace into crop values (?, ?, ?, ?)"
Crop = tuple[str, int, str, bytes]  # the content of a file, the number of a sheet there, a field, its picture

Result = FileReading | JoinResult | TableResult
Found = TypeVar("Found", FileReading, JoinResult, TableResult)
_TABLE_OF = {FileReading: "file", JoinResult: "joined", TableResult: "judged"}


class Store:
    """The file, open for reading and writing."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def hash_of(self, path: bytes, size: int, mtime: int) -> str | None:
        """The SHA-256 of a file that has not changed since it was hashed."""
        row = self._one(
            "select sha256, hashed from hash where path=? and size=? and mtime=?", path, size, mtime
        )
        return str(row[0]) if row and int(row[1]) - mtime > _TOO_NEW else None

    def changed(self, path: Path) -> int | None:
        """When a file that was hashed had changed last, in ns of Unix time."""
        row = self._one("select mtime from hash where path=?", os.fsencode(path.absolute()))
        return int(row[0]) if row else None

    def keep_hash(self, path: bytes, size: int, mtime: int, sha256: str) -> None:
        """Remember the SHA-256 of a file as it is now."""
        row = (path, size, mtime, time.time_ns(), sha256)
        self._write("insert or replace into hash values (?, ?, ?, ?, ?)", *row)

    def found(self, kind: type[Found], key: str) -> Found | None:
        """What was read of a file, what several photos of a sheet say together, or what is said of a table."""
        row = self._one(f"select found from {_TABLE_OF[kind]} where key=?", key)
        return msgspec.msgpack.decode(row[0], type=kind, dec_hook=unpacked) if row else None

    def keep(self, key: str, found: Result, crops: Iterable[Crop] = (), *, failed: bool = False) -> None:
        """Keep what was found, with pictures of fields; `failed` where a worker died of it, or gave it up."""
        statement = f"insert or replace into {_TABLE_OF[type(found)]} values (?, ?, ?)"
        with self._connection:
            self._connection.execute(statement, (key, msgspec.msgpack.encode(found, enc_hook=packed), failed))
            self._connection.executemany(_KEEP_CROP, crops)

    def has_file(self, key: str) -> bool:
        """Whether it is known what stands in a file."""
        return self._one("select 1 from file where key=?", key) is not None

    def has_failed(self, key: str) -> bool:
        """Whether a worker died of a file, or gave it up."""
        row = self._one("select failed from file where key=?", key)
        return row is not None and bool(row[0])

    def keep_crops(self, crops: Iterable[Crop]) -> None:
        """Keep pictures of fields, each with the content of its file and the number of its sheet there."""
        with self._connection:
            self._connection.executemany(_KEEP_CROP, crops)

    def crop(self, sha256: str, number: int, field: str) -> bytes | None:
        """The picture that is kept of one field of a sheet."""
        row = self._one(
            "select jpeg from crop where sha256=? and number=? and field=?", sha256, number, field
        )
        return bytes(row[0]) if row else None

    def crops(self, sha256: str, number: int) -> dict[str, bytes]:
        """The pictures of the fields in doubt of a sheet, as JPEG by field."""
        rows = self._connection.execute(
            "select field, jpeg from crop where sha256=? and number=?", (sha256, number)
        )
        return {str(field): bytes(jpeg) for field, jpeg in rows}

    def forget_failures(self) -> None:
        """Have another try at the files, sheets and tables that a worker died of."""
        with self._connection:
            for table in _TABLE_OF.values():
                self._connection.execute(f"delete from {table} where failed")

    def page_key(self, name: str) -> str | None:
        """What the page of the report that bears this name was made from."""
        row = self._one("select key from page where name=?", name)
        return str(row[0]) if row else None

    def keep_page_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        """Remember what pages were made from: of each its name and the key."""
        with self._connection:
            self._connection.executemany("insert or replace into page values (?, ?)", keys)

    def written(self, name: str) -> list[str]:
        """The SHA-256 of what was written last into a record; of two where the writing may have been stopped."""
        row = self._one("select hashes from written where name=?", name)
        return str(row[0]).split() if row else []

    def keep_written(self, hashes: Sequence[tuple[str, str]]) -> None:
        """Remember what is written into records: of each its name and the hashes with a blank between them."""
        with self._connection:
            self._connection.executemany("insert or replace into written values (?, ?)", hashes)

    def answers(self) -> list[Answer]:
        """All answers, in a fixed order."""
        rows = self._connection.execute("select found from answer order by sha256, number, field")
        return [msgspec.msgpack.decode(row[0], type=Answer) for row in rows]

    def keep_answer(self, answer: Answer) -> None:
        """Keep an answer, in place of an earlier one about the same field."""
        row = (answer.sha256, answer.number, answer.field, msgspec.msgpack.encode(answer))
        with self._for_certain():
            self._write("insert or replace into answer values (?, ?, ?, ?)", *row)

    def forget_answer(self, answer: Answer) -> None:
        """Take an answer back."""
        row = (answer.sha256, answer.number, answer.field)
        with self._for_certain():
            self._write("delete from answer where sha256=? and number=? and field=?", *row)

    def keep_event(self, about: str, what: bytes) -> int:
        """Add what happened at an evening's table to all that happened before; gives its number, from 1."""
        with self._for_certain(), self._connection:
            added = self._connection.execute("insert into event (about, what) values (?, ?)", (about, what))
        return added.lastrowid or 0

    def events(self) -> list[tuple[int, str, bytes]]:
        """All that ever happened, in order: of each its number, the table, and what."""
        return self._connection.execute("select number, about, what from event order by number").fetchall()

    def begin(self, plan: bytes, listed: list[tuple[Source, str, str]]) -> None:
        """Keep what this run does and which files it is about, each with its SHA-256 and key.

        Both are empty for a file with a problem.
        """
        rows = [
            (index, os.fsencode(source.path.absolute()), source.name, source.problem, sha256, key)
            for index, (source, sha256, key) in enumerate(listed)
        ]
        with self._connection:
            self._connection.execute("insert or replace into setting values ('plan', ?)", (plan,))
            self._connection.execute("delete from listed")
            self._connection.executemany("insert into listed values (?, ?, ?, ?, ?, ?)", rows)

    def listed(self) -> list[tuple[Source, str, str]]:
        """The files of the last run, as `begin` took them."""
        rows = self._connection.execute("select path, name, problem, sha256, key from listed order by place")
        return [
            (Source(Path(os.fsdecode(path)), name, problem), sha256, key)
            for path, name, problem, sha256, key in rows
        ]

    def keep_unread(self, source: Source, problem: str) -> None:
        """Keep of a file that this run is about why it cannot be read, until the next run looks at it."""
        self._write(
            "update listed set problem=?, sha256='', key='' where path=? and name=?",
            *(problem, os.fsencode(source.path.absolute()), source.name),
        )

    def progress(self) -> tuple[int, int]:
        """How many files of the last run are done with, also those that cannot be read, and how many there are."""
        row = self._one(
            "select count(*) filter (where problem is not null or file.key is not null), count(*)"
            " from listed left join file using (key)"
        )
        assert row is not None
        return int(row[0]), int(row[1])

    def plan(self) -> bytes | None:
        """What the last run did, as `begin` took it."""
        row = self._one("select value from setting where name='plan'")
        return bytes(row[0]) if row else None

    @contextmanager
    def _for_certain(self) -> Iterator[None]:
        """Has what is written outlive a power cut at once: what people said cannot be computed again."""
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
    """The store of a folder of outputs; without `new` it must be there. Raises FairsheetError.

    Only one process has it at a time.
    """
    path = out / STORE
    if new:
        make_folder(out)
    elif not path.is_file():
        raise FairsheetError(
            "there is no batch in this folder", where=str(out), hint="make one: fairsheet batch DIR -o OUT"
        )
    try:
        with (out / ".batch.lock").open("a") as lock, _alone(lock, out):
            connection = sqlite3.connect(path)
            try:
                _prepare(connection, path)
                yield Store(connection)
            finally:
                connection.close()
    except sqlite3.Error as error:
        hint = _HINTS.get(
            getattr(error, "sqlite_errorcode", 0) & 0xFF,
            "see that the disk is there, and who may write to it",
        )
        raise FairsheetError(f"cannot be written ({error})", where=format_path(path), hint=hint) from error
    except OSError as error:
        problem = f"cannot be written ({error.strerror or error})"
        hint = "choose another place, or make room"
        raise FairsheetError(problem, where=format_path(error.filename or out), hint=hint) from error


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("pragma user_version").fetchone()[0]
    if version > VERSION:
        raise FairsheetError("a later release wrote it", where=format_path(path), hint="update fairsheet")
    if 0 < version < OLDEST:
        problem = "an early release wrote it, whose answers cannot be read"
        raise FairsheetError(problem, where=format_path(path), hint="choose another folder for the outputs")
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=normal")
    drop = [f"drop table {name};" for name in _COMPUTED] if 0 < version < VERSION else []
    mark = f"pragma user_version={VERSION};"
    connection.executescript("\n".join(["begin;", *drop, _TABLES, mark, "commit;"]))


@contextmanager
def _alone(lock: IO[str], out: Path) -> Iterator[None]:
    """Keeps other batches out of the folder, and removes what an earlier run left that was killed: its lock says that
    it began, and not that it ended."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        hint = "wait until it is done, or stop it"
        raise FairsheetError(
            "another batch or review is at work in this folder", where=str(out), hint=hint
        ) from None
    if lock.tell():
        remove_unfinished(out)
    else:
        lock.write("at work")
        lock.flush()
        os.fsync(lock.fileno())  # before anything that a power cut could leave unfinished
    yield
    lock.truncate(0)
