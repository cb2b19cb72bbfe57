"""Ten evenings that are played with the pages alone: no dead end, and no page asks to be reloaded."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
import uvicorn
from msgspec.structs import replace

from fairsheet.engine.records.record import Record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import Message
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.pipeline.base.values import KeptSheet
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.work.tasks import Failure, JudgeTable, Result, Task
from fairsheet.serve.event_log import Seated, Started, TableState
from fairsheet.serve.games import game_at
from fairsheet.serve.links import link_key
from fairsheet.serve.overview import Overview
from fairsheet.serve.pages._app import app_of
from fairsheet.serve.tables import Tables
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.readings.reading import Doubt
from tests.fairsheet.serve.client import FakeWorker, played
from tests.fairsheet.serve.test_browser import (
    PHONE,
    browser,
    check,
    click_and_wait,
    open_page,
    playwright,
    pytestmark,
    records_of,
    start,
)

__all__ = ["browser", "playwright", "pytestmark"]

SOON, PROVED = 30_000, 120_000  # ms
MOST_TAPS = 6  # from the home page to the first cards, for the host; a player needs one
COUNT_TAPS = (
    "addEventListener('pointerdown', () => { sessionStorage.taps = 1 + Number(sessionStorage.taps ?? 0); })"
)
DEAD_ENDS = ("This cannot be done", "This link is not valid", "reload", "failed on this request")


class Reader(FakeWorker):
    """A worker that reads prepared sheets, and judges in a thread."""

    async def perform(self, task: Task) -> Result:
        return await asyncio.to_thread(lambda: asyncio.run(super(Reader, self).perform(task)))


@dataclass
class Server:
    """The pages of a folder in a thread, which can be restarted."""

    folder: Path
    reader: Reader = field(default_factory=Reader)
    port: int = 0

    def start(self) -> None:
        """Start, on the port of before."""
        self._started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._started.wait(60)

    def stop(self) -> None:
        """Stop, as Ctrl-C does."""
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()

    def standing(self) -> Overview:
        """Return the overview of the newest table."""

        async def look() -> Overview:
            return self.tables.standing(next(self.tables.all()).id)

        return asyncio.run_coroutine_threadsafe(look(), self._loop).result(60)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        with (
            socket.create_server(("127.0.0.1", self.port)) as listener,
            open_store(self.folder, new=True) as store,
        ):
            self.port = listener.getsockname()[1]
            address = f"http://127.0.0.1:{self.port}"
            with closing(Tables(self.folder, store, self.reader.perform, link_key())) as self.tables:
                self.home = f"{address}/h/{self.tables.link}"
                config = uvicorn.Config(app_of(self.tables, address, {address}), log_config=None,
                                        timeout_graceful_shutdown=1)  # fmt: skip
                self._server = uvicorn.Server(config)
                self._started.set()
                await self._server.serve([listener])


@dataclass
class Party:
    """The devices of an evening. The host has the page of the table open."""

    server: Server
    browser: Any
    host: Any
    folder: Path
    night: Night
    records: Sequence[Record] = ()  # of a custom game
    joining: str = ""
    phones: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def state(self) -> TableState:
        """The newest table."""
        return self.server.standing().table

    def open(self, address: str, **context: Any) -> Any:
        """Open a page that counts its taps."""
        page = open_page(self.browser, address, self.problems, **context)
        page.add_init_script(COUNT_TAPS)
        page.evaluate(COUNT_TAPS)
        return page

    def scan(self, name: str) -> Any:
        """Scan the code of the table with a new phone, and tap a name: one tap until the cards."""
        phone = self.open(self.joining, **PHONE)
        click_and_wait(phone.get_by_role("button", name=name))
        self.phones[name] = phone
        return phone

    def photo(self, record: Record, *doubts: Doubt) -> Path:
        """Return a photo of a sheet."""
        content = self.server.reader.photo_of(KeptSheet(record, doubts, unsure=()))
        path = self.folder / f"{len(self.server.reader.sheets)}.jpg"
        path.write_bytes(content)
        return path

    def send(self, device: Any, photo: Path) -> None:
        """Send a photo from the page of the table."""
        click_and_wait(device.get_by_role("link", name="Table", exact=True))
        device.locator("input[capture]").set_input_files(photo)

    def open_seats(self) -> None:
        """Open the form of names and seats."""
        click_and_wait(self.host.get_by_role("link", name="Names and seats"))


def dead_phone(party: Party) -> None:
    """Ada's phone is dead: she scans the code with another one, and the host agrees."""
    party.phones.pop("Ada").context.close()
    phone = party.scan("Ada")
    party.host.get_by_role("button", name="This is the phone of Ada").click()
    phone.wait_for_url("**/t/**", timeout=SOON)


def late_player(party: Party) -> None:
    party.open_seats()
    party.host.get_by_label("A player who comes late").fill("Zoë")
    click_and_wait(party.host.get_by_role("button", name="Save"))
    party.scan("Zoë")


def swapped_seats(party: Party) -> None:
    party.open_seats()
    for seat, other in (("2", 0), ("1", 1)):
        party.host.get_by_label("Seat").nth(other).select_option(seat)
    click_and_wait(party.host.get_by_role("button", name="Save"))


def lost_network(party: Party) -> None:
    """Ben's phone loses the network while the host turns a card."""
    ben = party.phones["Ben"]
    ben.context.set_offline(True)
    ben.locator(".lost", has_text="No connection").wait_for(timeout=SOON)
    next_turn(party)
    ben.context.set_offline(False)
    ben.get_by_role("heading", name="Turn 2").wait_for(timeout=SOON)


def restarted_server(party: Party) -> None:
    party.server.stop()
    party.phones["Ben"].locator(".lost", has_text="No connection").wait_for(timeout=SOON)
    party.server.start()
    next_turn(party)
    party.phones["Ben"].get_by_role("heading", name="Turn 2").wait_for(timeout=SOON)


def wrong_photo(party: Party) -> None:
    """Ada photographs a sheet of another evening, and removes it."""
    ada, sheet = party.phones["Ada"], played(party.state)[0]
    party.send(ada, party.photo(replace(sheet, game=replace(sheet.game, seed="heron"))))
    ada.get_by_text("another table").wait_for(timeout=SOON)
    click_and_wait(ada.get_by_role("button", name="Remove"))


def one_phone_for_two(party: Party) -> None:
    """Ben photographs Ada's sheet, and the host accepts it."""
    party.send(party.phones["Ben"], party.photo(sheets_of(party)[0]))
    form = party.host.locator("form", has_text="Whose sheet is it?").first
    form.get_by_role("button", name="Ada").wait_for(timeout=SOON)
    click_and_wait(form.get_by_role("button", name="Ada"))


def deleted_photos(party: Party) -> None:
    """The host deletes the photos at once; the result stays."""
    click_and_wait(party.host.get_by_role("link", name="Table", exact=True))
    click_and_wait(party.host.get_by_role("link", name="Delete …"))
    check(party.host)
    click_and_wait(party.host.get_by_role("button", name="Delete all photos now"))


def next_turn(party: Party) -> None:
    """Turn over the next cards on the host's page of cards, and return to the page of the table."""
    click_and_wait(party.host.get_by_role("link", name="Cards"))
    party.host.locator("[data-key=next]").click()
    party.host.get_by_role("heading", name=re.compile(r"Turn \d")).wait_for(timeout=SOON)
    click_and_wait(party.host.get_by_role("link", name="Table", exact=True))


MOMENTS = BEFORE, DURING, PHOTOS, AFTER = (
    "before the game",
    "during the game",
    "when photos are sent",
    "after the game",
)


@dataclass(frozen=True)
class Night:
    """An evening: its game as the home page calls it, its players, and what goes wrong when."""

    game: str
    names: tuple[str, ...] = ("Ada", "Ben")
    kind: str = ""  # of game: "solo", "recorded" or "custom"; "" for a scenario
    taps: tuple[str, ...] = ()  # more choices in the form, by their labels
    mishaps: Mapping[str, Callable[[Party], None]] = field(default_factory=dict)

    @property
    def mishap_names(self) -> list[str]:
        """The names of the mishaps, for the name of the test."""
        return [each.__name__ for each in self.mishaps.values()]


NIGHTS = (
    Night("Launch", mishaps={BEFORE: dead_phone, AFTER: deleted_photos}),
    Night("Launch", mishaps={BEFORE: late_player}),
    Night("Journey", ("Ada", "Ben", "Čeněk"), mishaps={PHOTOS: wrong_photo}),
    Night("Launch", ("Ada", "Ben", "Čeněk", "Dora"), mishaps={DURING: lost_network}),
    Night("Launch", ("Ada", "Ben", "Čeněk", "Dora", "Eva", "Filip"), mishaps={DURING: restarted_server}),
    Night("Launch", mishaps={DURING: swapped_seats, PHOTOS: one_phone_for_two}),
    Night("Launch", ("Ada",), taps=("level 4",), kind="solo", mishaps={PHOTOS: dead_phone}),
    Night("Pulsar 2849", kind="recorded", mishaps={BEFORE: dead_phone, PHOTOS: one_phone_for_two}),
    Night("Garden", kind="custom", mishaps={BEFORE: swapped_seats, PHOTOS: dead_phone}),
    Night("Launch", taps=("All phones make the seed",), mishaps={DURING: dead_phone}),
)  # fmt: skip


def sheets_of(party: Party) -> Sequence[Record]:
    """Return the filled-in sheets of the newest table, with the names that were printed on them."""
    table, kind = party.state, party.night.kind
    printed, *changed = (
        each.event.what.names for each in table.log if isinstance(each.event.what, Started | Seated)
    )
    if changed and len(changed[-1]) > len(printed):  # printed again for a player who came late
        printed = changed[-1]
    records = party.records
    if kind == "recorded":
        game = game_at(table)
        records = records_of_table(game.sheets[-1], game.game)
    elif kind != "custom":
        sheet, seed = load_sheet(table.started.game), table.started.seed or ""
        (simulated,) = simulate(sheet, seed, table.players, solo=table.started.solo)
        records = simulated.records
    return [
        replace(
            each, player=printed[each.seat - 1] if each.seat else "", game=replace(each.game, print=table.id)
        )
        for each in records
    ]


def start_table(party: Party) -> None:
    """Go from the home page to the page of the new table, and let players join with one tap."""
    host, night = party.host, party.night
    click_and_wait(host.get_by_role("link", name=night.game, exact=True))
    if night.kind != "solo":
        host.get_by_label(str(len(night.names)), exact=True).check()
    else:
        host.locator("summary").first.click()
    for label in night.taps:
        host.get_by_label(label).check()
    for seat, name in enumerate(night.names, 1):
        host.get_by_label(f"Player {seat}").fill(name)
    click_and_wait(host.get_by_role("button", name="Start the table"))
    assert taps(host) + 2 <= MOST_TAPS  # to the cards, and the first ones turned over
    party.joining = urljoin(host.url, host.locator("#join ~ p a").get_attribute("href"))
    for name in night.names:
        assert taps(party.scan(name)) == 1


def finish(party: Party) -> None:
    """Send a photo of each sheet from the phone of its player, answer the questions, and open the result."""
    for number, record in enumerate(sheets_of(party)):
        device = party.phones.get(record.player, party.host)
        doubted = [each for each in record.marks.items() if each[0].startswith("floor-7.")][:1]
        doubts = [Doubt(id_, ((mark, 0.6), (None, 0.4)), mark, Message("faint")) for id_, mark in doubted]
        party.send(device, party.photo(record, *doubts) if not number else party.photo(record))
        device.get_by_text(re.compile("shows ")).first.wait_for(timeout=SOON)
    for device in (party.host, *party.phones.values()):
        device.locator(".headline").wait_for(timeout=SOON)  # without a tap after the photo
    ada = party.phones["Ada"]
    if asked := len(party.server.standing().questions):
        ada.locator("nav .count", has_text=str(asked)).wait_for(timeout=SOON)
        for _ in range(asked):
            click_and_wait(ada.get_by_role("link", name="Questions"))
            click_and_wait(ada.locator(".answers button").first)
    for device in (party.host, *party.phones.values()):
        click_and_wait(device.get_by_role("link", name="Result").first)
        device.locator("article").wait_for(timeout=SOON)
        device.locator(".notice[role=status]").wait_for(state="detached", timeout=PROVED)


def taps(device: Any) -> int:
    """Return how many times a device was tapped."""
    return int(device.evaluate("sessionStorage.taps"))


def has_dead_end(device: Any) -> bool:
    """Return whether a page asks to be reloaded, says that nothing can be done, or leads nowhere."""
    words = device.locator("main").inner_text()
    controls = device.locator("main a, main button, body > nav a").count()
    return any(each in words for each in DEAD_ENDS) or not controls


@dataclass
class Failing(Reader):
    """A reader whose proofs take too long at first."""

    fails: bool = True

    async def perform(self, task: Task) -> Result:
        is_late = self.fails and isinstance(task, JudgeTable)
        return Failure(Message("it took too long")) if is_late else await super().perform(task)


def test_a_phone_asks_again_for_a_proof_that_failed(browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path, reader := Failing())
    server.start()
    try:
        phone = open_page(browser, server.home, [], **PHONE)
        start(phone, "Launch")
        for record in played(server.standing().table):
            photo = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": reader.photo(record)}
            phone.locator("input[capture]").set_input_files(photo)
        again = phone.locator("form[action$=again] button")
        again.wait_for(timeout=SOON)
        check(phone)
        reader.fails = False
        click_and_wait(again)
        phone.locator(".cards .legal").last.wait_for(timeout=PROVED)
        assert not again.count()
    finally:
        server.stop()


@pytest.mark.soak
@pytest.mark.parametrize("night", NIGHTS, ids=lambda night: f"{night.game} {', '.join(night.mishap_names)}")
def test_night(night: Night, browser: Any, tmp_path: Path) -> None:
    records: Sequence[Record] = ()
    if night.kind == "custom":
        _, records = records_of("custom", tmp_path)
    server = Server(tmp_path)
    server.start()
    party = Party(server, browser, None, tmp_path, night, records)
    party.host = party.open(server.home)
    try:
        start_table(party)
        for moment in MOMENTS:
            if moment == DURING and party.phones["Ada"].url.endswith("/turn") and night.kind == "":
                next_turn(party)
                for phone in party.phones.values():
                    phone.get_by_role("heading", name="Turn 1").wait_for(timeout=SOON)
            if moment == AFTER:
                finish(party)
            if moment in night.mishaps:
                night.mishaps[moment](party)
            assert not any(map(has_dead_end, (party.host, *party.phones.values()))), moment
        for device in (party.host, *party.phones.values()):
            check(device)
        outcome = server.standing().outcome
        assert outcome is not None and outcome.result is not None
    finally:
        server.stop()
    assert [each for each in party.problems if "ERR_" not in each] == []
