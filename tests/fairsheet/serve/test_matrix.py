"""Every action of a table: who may do it, before, during and after the game and when the server was restarted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from fairsheet.languages.messages import Message, render
from fairsheet.serve.event_log import TABLE, Joined, Turned, Undone
from fairsheet.sheets.library.translations import words_on_sheets
from tests.fairsheet.serve.client import Client, opened_client, played
from tests.fairsheet.serve.test_browser import (
    PHONE,
    browser,
    check,
    open_page,
    playwright,
    pytestmark,
    serve_folder,
)

__all__ = ["browser", "playwright", "pytestmark"]

LANGUAGES = ("en", "cs", "de")
STATES = ("before", "during", "after")
HOST, PLAYER, REMOVED = "host", "player", "removed player"
FOR_HOST = Message("only the host can do this")
VOID = Message("This link is not valid.")
PHOTO = "input[multiple]"  # the control that sends photos
NO_RESULT = Message("The result appears when the photos are read.")


@dataclass(frozen=True)
class Row:
    """An action: its page and control, what the next page shows, and what others see who may not do it."""

    action: str
    path: str
    control: str
    shows: Message
    others_see: Message | None = None  # None if they have no such control
    is_for_players: bool = False
    needs_result: bool = False
    states: tuple[str, ...] = STATES


MATRIX = (
    Row("send a photo", "", PHOTO, Message("Remove"), is_for_players=True),
    Row("see the result", "/result", "main a", Message("Photograph the sheets"), is_for_players=True),
    Row("see the history", "", "a[href$=log]", Message("History"), is_for_players=True),
    Row("choose another name", "", "a[href$=other]", Message("Who are you?"), is_for_players=True),
    # players may do so while the host has no page open, as here
    Row("turn over cards", "/turn", "[data-key=next]", Message("Next turn"), is_for_players=True),
    Row(
        "go from the cards to the photos",
        "/turn",
        "main a[href$='#photos']",
        Message("Take a photo"),
        is_for_players=True,
        states=("during", "after"),
    ),
    Row("change seats", "/seats", "main form .wide", Message("Names and seats"), FOR_HOST),
    Row("archive", "", "form[action$=archive] button", Message("Back from the archive")),
    Row("delete", "/delete", "main form button.table", Message("A game night"), FOR_HOST),
    *(
        Row(action, "/result", control, Message(shows), NO_RESULT, is_for_players=True, needs_result=True)
        for action, control, shows in (
            ("step through the game", "#steps ~ p a", "Next turn"),
            ("save the card", "figure img[src*=card]", "To save or send the picture, press and hold it."),
            ("save the games", "[href$='result.csv']", "Share"),
            ("see the play", "#share ~ details summary", "Add the play to BG Stats"),
        )
    ),
)


@dataclass(frozen=True)
class Case:
    """A row of the matrix for one person at a table of its own."""

    row: Row
    who: str
    state: str
    link: str
    language: str

    @property
    def is_allowed(self) -> bool:
        """Whether this person may do it; the host has no name to choose."""
        if self.row.needs_result and self.state != "after":
            return False
        by_player = self.row.is_for_players and self.who == PLAYER
        return by_player or (self.who == HOST and self.row.action != "choose another name")

    def words(self, message: Message) -> str:
        """Return a message in the language of this case."""
        return render(message, words_on_sheets(self.language))


async def cases(client: Client) -> AsyncIterator[Case]:
    """Yield all cases, each with a new table in its state."""
    languages = cycle(LANGUAGES)
    for row in MATRIX:
        for state in row.states:
            for who in (HOST, PLAYER, REMOVED):
                table = client.start()
                host, _, ada, ben = table.started.links
                client.tables.join(table.id, 1)
                client.tables.join(table.id, 2)
                joined = client.tables.standing(table.id).table.log[-1]
                assert isinstance(joined.event.what, Joined)
                client.tables.add_event(table.id, Undone(joined.number), TABLE)
                if state != "before":
                    client.tables.add_event(table.id, Turned(1), TABLE)
                if state == "after" and row.needs_result:
                    await client.show(table, *map(client.shown.photo, played(table)))
                elif state == "after":
                    client.tables.photograph(
                        table.id, client.shown.unreadable("nothing is there"), ".jpg", TABLE
                    )
                yield Case(row, who, state, {HOST: host, PLAYER: ada, REMOVED: ben}[who], next(languages))


def try_case(page: Any, base: str, case: Case, photo: Path) -> None:
    """Do what a case says in the browser, and check the next page."""
    main = page.locator("main")
    page.goto(f"{base}/t/{case.link}{case.row.path}")
    if case.who == REMOVED:
        assert case.words(VOID) in main.inner_text()
        return
    if not case.is_allowed:
        assert not page.locator(case.row.control).count()
        if case.row.others_see is not None:
            assert case.words(case.row.others_see) in main.inner_text()
        return
    if case.row.control == PHOTO:
        page.locator(PHOTO).set_input_files(photo)
    else:
        page.locator(case.row.control).first.click()
    page.locator("main", has_text=case.words(case.row.shows)).wait_for(timeout=20_000)


@pytest.mark.soak
def test_each_action_leads_to_its_next_page(browser: Any, tmp_path: Path) -> None:
    folder, photo, found = tmp_path / "evening", tmp_path / "none.jpg", list[Case]()
    photo.write_bytes(b"\xff\xd8\xff")

    async def prepare() -> None:
        async with opened_client(folder) as client:
            client.tables.resume_tasks()
            found.extend([each async for each in cases(client)])
            await client.settled()

    with ThreadPoolExecutor(1) as thread:  # the browser has the event loop of this one
        thread.submit(asyncio.run, prepare()).result()
    with serve_folder(folder) as address:
        port = urlsplit(address).port or 0
        base = address.split("/h/")[0]
        pages = {each: open_page(browser, base, [], locale=each, **PHONE) for each in LANGUAGES}
        for case in found:
            try_case(pages[case.language], base, case, photo)
    with serve_folder(folder, port):  # what was done is still there
        for case in found:
            page = pages[case.language]
            page.goto(f"{base}/t/{case.link}")
            is_gone = case.who == REMOVED or (case.row.action == "delete" and case.is_allowed)
            assert (case.words(VOID) in page.locator("main").inner_text()) == is_gone, case
            if case.is_allowed and case.row.control == PHOTO:
                assert case.words(Message("Remove")) in page.locator("main").inner_text()
        for page in pages.values():
            page.goto(address)
            check(page)
