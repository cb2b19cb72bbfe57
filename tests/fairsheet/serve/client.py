"""Call pages without sockets or processes, with photos whose readings the test chooses."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace
from PIL import Image

from fairsheet.engine.records.record import Record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import FileReading, KeptSheet
from fairsheet.pipeline.reading.picture_files import jpeg
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.work.tasks import FileDone, ReadFile, Result, Task, perform
from fairsheet.serve.event_log import Started, TableState
from fairsheet.serve.links import link_key, new_link_id
from fairsheet.serve.pages._app import app_of
from fairsheet.serve.tables import Tables
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.readings.reading import Doubt

ADDRESS = "127.0.0.1:8765"
uses_many_addresses = pytest.mark.skipif(
    sys.platform == "darwin", reason="each phone needs an address 127.x.x.x, and macOS has only 127.0.0.1"
)
ORIGIN = {"origin": f"http://{ADDRESS}"}
PROXY = "https://games.example"
JPEG = b"\xff\xd8\xff"
PAGE = jpeg(Image.new("RGB", (300, 424), "#00ff00"), 80) + b"a page"  # readers ignore what follows a picture


@dataclass
class FakeWorker:
    """A worker that reads prepared sheets: the number in a photo is the index of its sheet."""

    sheets: list[KeptSheet | str] = field(default_factory=list)
    asked: list[Task] = field(default_factory=list)

    async def perform(self, task: Task) -> Result:
        self.asked.append(task)
        await asyncio.sleep(0)
        if not isinstance(task, ReadFile):
            return perform(task)
        shown = self.sheets[int(Path(task.path.decode()).read_bytes().removeprefix(JPEG))]
        if isinstance(shown, str):
            return FileDone(FileReading(error=Message(shown)))
        return FileDone(FileReading((shown,)), (PAGE,))

    def photo(self, record: Record, *doubts: Doubt) -> bytes:
        """Return a photo of a record with doubts about it."""
        return self.photo_of(KeptSheet(record, doubts, unsure=()))

    def photo_of(self, sheet: KeptSheet) -> bytes:
        """Return a photo that shows this sheet."""
        self.sheets.append(sheet)
        return JPEG + str(len(self.sheets) - 1).encode()

    def unreadable(self, why: str) -> bytes:
        """Return a photo that cannot be read."""
        self.sheets.append(why)
        return JPEG + str(len(self.sheets) - 1).encode()


@dataclass
class Answer:
    """An answer: status, headers and body."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Client:
    """The pages of a folder, called directly."""

    tables: Tables
    shown: FakeWorker

    def __post_init__(self) -> None:
        self.app = app_of(self.tables, f"http://{ADDRESS}", {f"http://{ADDRESS}", PROXY})

    async def call(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] = {}, host: str = ADDRESS,
        meanwhile: Callable[[], Awaitable[object]] | None = None,
    ) -> Answer:  # fmt: skip
        """Call a page; `meanwhile` runs when a part of the body has arrived."""
        target, _, query = path.partition("?")
        all_headers = {"host": host, **headers}
        scope = {
            "type": "http", "method": method, "path": target, "raw_path": target.encode(), "root_path": "",
            "query_string": query.encode(), "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8765), "scheme": "http",
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in all_headers.items()],
        }  # fmt: skip
        parts = [body[:3], body[3:]] if meanwhile else [body]
        answer, sent = Answer(), iter(enumerate(parts, 1))

        async def receive() -> Any:
            number, part = next(sent, (0, b""))
            if not number:
                return {"type": "http.disconnect"}
            if meanwhile and number == len(parts):
                await meanwhile()
            return {"type": "http.request", "body": part, "more_body": number < len(parts)}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                answer.body += message.get("body", b"")

        await self.app(scope, receive, send)
        return answer

    async def get(self, path: str) -> Answer:
        return await self.call("GET", path)

    async def post(
        self, path: str, meanwhile: Callable[[], Awaitable[object]] | None = None, **form: str | Sequence[str]
    ) -> Answer:
        headers = {**ORIGIN, "content-type": "application/x-www-form-urlencoded"}
        body = urlencode(form, doseq=True).encode()
        return await self.call("POST", path, body, headers, meanwhile=meanwhile)

    async def send(
        self, link: str, *photos: bytes, meanwhile: Callable[[], Awaitable[object]] | None = None
    ) -> Answer:
        parts = b"".join(
            b'--x\r\nContent-Disposition: form-data; name="photo"; filename="../../e.jpg"\r\n\r\n'
            + each
            + b"\r\n"
            for each in photos
        )
        headers = {**ORIGIN, "content-type": "multipart/form-data; boundary=x"}
        return await self.call(
            "POST", f"/t/{link}/photos", parts + b"--x--\r\n", headers, meanwhile=meanwhile
        )

    async def show(self, table: TableState, *photos: bytes) -> None:
        """Send photos as the host, and wait until they are read."""
        assert (await self.send(table.started.links[0], *photos)).status == 303
        await self.settled()

    async def change_seats(
        self, table: TableState, names: Sequence[str], seats: Sequence[str], late: str = ""
    ) -> Answer:
        """Change names and seats as the host, with a form that is opened now."""
        changed = str(self.tables.standing(table.id).table.seats_changed)
        path = f"/t/{table.started.links[0]}/seats"
        return await self.post(path, name=names, seat=seats, late=late, changed=changed)

    async def see(self, table: TableState, path: str = "") -> str:
        """Return the text of a page of a table as the host sees it."""
        return (await self.get(f"/t/{table.started.links[0]}{path}")).text

    def start(
        self, game: str = "launch", names: Sequence[str] = ("Ada", "Ben"), seed: str = "crane"
    ) -> TableState:
        """Start a table without its form."""
        links = tuple(new_link_id() for _ in range(len(names) + 2))
        return self.tables.start(Started(game, tuple(names), seed, links))

    async def settled(self) -> None:
        """Wait until all started tasks are done."""
        await self.tables._on_disk(lambda: None)  # after all earlier writes
        while self.tables._doing:
            await asyncio.wait(self.tables._doing.values())


@asynccontextmanager
async def opened_client(folder: Path, shown: FakeWorker | None = None) -> AsyncIterator[Client]:
    """Open the pages of a folder without starting its tasks."""
    with open_store(folder, new=True) as store:
        worker = shown or FakeWorker()
        with closing(Tables(folder, store, worker.perform, link_key())) as tables:
            yield Client(tables, worker)


def run(
    test: Callable[[Client], Coroutine[Any, Any, None]], folder: Path, shown: FakeWorker | None = None
) -> None:
    """Run a test with the pages of a folder."""

    async def run_test() -> None:
        async with opened_client(folder, shown) as client:
            client.tables.resume_tasks()
            await test(client)
            await client.settled()

    asyncio.run(run_test())


def on_pages(test: Callable[[Client], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """Make a test that runs with the pages of a new folder."""

    def with_pages(tmp_path: Path) -> None:
        run(test, tmp_path)

    return with_pages


def played(table: TableState) -> list[Record]:
    """Return the sheets of a game of bots at a table."""
    started = table.started
    (game,) = simulate(load_sheet(started.game), started.seed or "", table.players)
    return [replace(each, game=replace(each.game, print=table.id), player="") for each in game.records]


async def seats_of_sheets(client: Client, table: TableState) -> list[int]:
    """Return the seats of the sheets that count, when everything is read."""
    await client.settled()
    return [each.record.seat for each in client.tables.standing(table.id).places()]
