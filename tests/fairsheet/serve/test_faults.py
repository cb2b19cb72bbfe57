"""An evening on a disk that fails once, at each of its writes in turn."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.records.record import Record
from fairsheet.languages.messages import Message
from fairsheet.process.output_files import write_file
from fairsheet.serve.event_log import TableState
from fairsheet.vision.readings.reading import Doubt
from tests.fairsheet.serve.client import Answer, Client, FakeWorker, played, run

FIELD = "score.total"


class Disk:
    """A disk whose write number `fails_at` (from 1) fails; none for 0."""

    def __init__(self, fails_at: int) -> None:
        self.fails_at, self.written, self.failed = fails_at, 0, ""

    def write(self, what: str) -> None:
        self.written += 1
        if self.written == self.fails_at:
            self.failed = what
            raise OSError(5, "Input/output error")

    def before(self, action: Callable[..., Any]) -> Callable[..., Any]:
        """Return an action that counts as one write."""

        def write_and_act(*values: Any, **named: Any) -> Any:
            self.write(action.__name__)
            return action(*values, **named)

        return write_and_act


@dataclass
class Connection:
    """A connection to a store on such a disk. It does not wait for the real disk."""

    real: sqlite3.Connection
    disk: Disk

    def execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        if statement.startswith("pragma synchronous"):
            statement = "pragma synchronous=off"
        self._write(statement)
        return self.real.execute(statement, values)

    def executemany(self, statement: str, rows: Sequence[Sequence[object]]) -> sqlite3.Cursor:
        self._write(statement)
        return self.real.executemany(statement, rows)

    def _write(self, statement: str) -> None:
        if statement.startswith(("insert", "delete", "update")):
            try:
                self.disk.write(statement)
            except OSError as error:
                raise sqlite3.OperationalError("disk I/O error") from error

    def __enter__(self) -> None:
        self.real.__enter__()

    def __exit__(self, *error: Any) -> None:
        if error[0] is None and self.real.in_transaction:
            try:
                self._write("update: commit")
            except sqlite3.OperationalError:
                self.real.rollback()
                raise
        self.real.__exit__(*error)

    def close(self) -> None:
        self.real.close()


@dataclass
class Evening:
    """An evening: its pages, its newest table, and its photos."""

    client: Client
    photos: Sequence[bytes] = ()

    @property
    def table(self) -> TableState:
        return next(self.client.tables.all())

    @property
    def host(self) -> str:
        return f"/t/{self.table.started.links[0]}"

    async def start(self) -> Answer:
        new = f"/h/{self.client.tables.link}/new/{list(SCENARIOS).index('launch')}"
        return await self.client.post(new, players="2", name=["Ada", "Ben"], seed="crane")

    async def join(self) -> Answer:
        return await self.client.post(f"/j/{self.table.started.links[1]}", seat="2")

    async def give_seat(self) -> Answer:
        (asked, *_) = self.client.tables.standing(self.table.id).table.requests
        return await self.client.post(f"{self.host}/seat", number=str(asked.number))

    async def turn(self) -> Answer:
        return await self.client.post(f"{self.host}/turn", turn=str(self.table.turn + 1))

    async def send(self) -> Answer:
        return await self.client.send(self.table.started.links[0], *self.photos)

    async def answer(self) -> Answer:
        page = (await self.client.get(f"{self.host}/ask")).text
        key = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        return await self.client.post(f"{self.host}/ask", **key, mark="blank")

    async def correct(self) -> Answer:
        (sheet, *_) = self.client.tables.standing(self.table.id).places()
        path = f"{self.host}/f/{sheet.seen[0].sha256}/0/{FIELD}"
        return await self.client.post(path, mark="77")

    async def undo(self) -> Answer:
        return await self.client.post(f"{self.host}/undo", number=str(self.table.log[-1].number))

    async def change_seats(self) -> Answer:
        return await self.client.change_seats(self.table, ["Ada", "Zoë"], ["1", "2"])

    async def limit_photos(self) -> Answer:
        return await self.client.post(f"{self.host}/delete/photos", days="7")

    async def delete_photos(self) -> Answer:
        return await self.client.post(f"{self.host}/delete/photos", now="now")

    async def archive(self) -> Answer:
        return await self.client.post(f"{self.host}/archive")

    async def delete(self) -> Answer:
        return await self.client.post(f"{self.host}/delete")

    async def finish_tasks(self) -> None:
        """Wait until everything is read, judged and removed, also after failures."""
        while True:
            await self.client.settled()
            known = self.client.tables.standing(self.table.id) if list(self.client.tables.all()) else None
            is_read = not known or all(each.found for each in known.photos)
            if is_read and (not known or not known.places() or (known.outcome and known.outcome.result)):
                return
            await asyncio.sleep(0.001)

    def facts(self) -> dict[str, object]:
        """Return what people did and see."""
        kept = self.client.tables
        found: dict[str, object] = {"deleted": [each.game for each in kept.deleted]}
        for number, each in enumerate(kept.all()):
            known = kept.standing(each.id)
            found[f"table {number}"] = (
                each.started.names, each.turn, each.joined, each.is_archived, each.photo_days,
                {(photo.sha256, photo.reading is not None) for photo in each.photos},
                [(answer.field, answer.mark) for answer in each.answers], len(each.log),
                known.outcome and known.outcome.verdict,
            )  # fmt: skip
        found["photos"] = len(list((kept.folder / "photos").iterdir()))
        return found


STEPS = (
    Evening.start, Evening.join, Evening.join, Evening.give_seat, Evening.turn, Evening.send, Evening.answer,
    Evening.correct, Evening.undo, Evening.change_seats, Evening.limit_photos, Evening.delete_photos, Evening.archive,
    Evening.start, Evening.turn, Evening.send, Evening.delete,
)  # fmt: skip


async def do(step: Callable[[Evening], Awaitable[Answer]], evening: Evening) -> None:
    """Do a step. If the disk fails, repeat it, as the page does."""
    answer = await step(evening)
    if answer.status != 303:
        assert answer.status == 503 and "make room" in answer.text
        assert (await step(evening)).status == 303
    await evening.finish_tasks()


def play(folder: Path, disk: Disk, records: Sequence[Record]) -> dict[str, object]:
    """Play an evening on a disk, and return its facts after a restart."""
    shown, before = FakeWorker(), list[dict[str, object]]()

    async def evening(client: Client) -> None:
        now = Evening(client)
        first, second = records
        id_, mark = next((id_, mark) for id_, mark in first.marks.items() if id_.startswith("floor-7."))
        doubt = Doubt(id_, ((mark, 0.6), (None, 0.4)), mark, Message("faint"))
        now.photos = shown.photo(first, doubt), shown.photo(second)
        writer: Any = client.tables._writer
        writer._connection = Connection(writer._connection, disk)
        for step in STEPS:
            await do(step, now)
        while len(list((folder / "photos").iterdir())):  # a removal is tried again
            await client.settled()
            await asyncio.sleep(0.001)
        before.append(now.facts())

    async def morning(client: Client) -> None:
        await Evening(client).finish_tasks()
        before.append(Evening(client).facts())

    run(evening, folder, shown)
    run(morning, folder, shown)
    assert before[0] == before[1]
    return before[1]


@pytest.mark.soak
def test_nothing_confirmed_is_lost_if_any_write_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = list[Record]()

    async def prepare(client: Client) -> None:
        records.extend(played(client.start()))

    run(prepare, tmp_path / "first")
    monkeypatch.setattr("fairsheet.serve.tables.RETRY_AFTER", 0.0)
    monkeypatch.setattr("os.fsync", lambda file: None)
    unlink = Path.unlink
    expected, failed = dict[str, object](), list[str]()
    for number in count():
        disk = Disk(number)
        monkeypatch.setattr("fairsheet.serve.tables.write_file", disk.before(write_file))
        monkeypatch.setattr(
            Path, "unlink",
            lambda path, *given, disk=disk, **named: (
                disk.before(unlink) if path.suffix == ".jpg" else unlink
            )(path, *given, **named),
        )  # fmt: skip
        facts = play(tmp_path / str(number), disk, records)
        expected = expected or facts
        assert facts == expected, (number, disk.failed)
        failed.append(disk.failed)
        if number and not disk.failed:
            break
    print(f"{number - 1} writes failed, one at a time")
    assert len(failed) > 40 and {"write_file", "unlink", "update: commit"} < set(failed)
