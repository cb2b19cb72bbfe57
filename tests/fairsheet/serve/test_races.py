"""Forms that arrive while their table changes or is deleted."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

from fairsheet.serve.event_log import TABLE, Turned
from fairsheet.serve.links import link_key
from fairsheet.serve.pages import (
    _deletion_pages,
    _home_pages,
    _mark_pages,
    _seat_pages,
    _seed_pages,
    _table_pages,
    _turn_pages,
)
from fairsheet.serve.tables import Tables, _encoded, _event_now
from fairsheet.sheets.support.errors import FairsheetError
from tests.fairsheet.serve.client import Client, on_pages, played, run

# values for all forms of a table
FORM = {
    "turn": "1", "number": "1", "seat": "1", "days": "7", "name": ["Ada", "Ben"], "changed": "0"
}  # fmt: skip
PAGES = (_home_pages, _table_pages, _seat_pages, _deletion_pages, _seed_pages, _turn_pages, _mark_pages)
WITHOUT_FORM = ("/again", "/archive", "/practice", "/delete")
PATHS = [
    route.path
    for pages in PAGES
    for route in pages.ROUTES
    if "{link}" in route.path and "POST" in (route.methods or ()) and not route.path.endswith(WITHOUT_FORM)
]


def test_all_forms_are_known() -> None:
    assert len(PATHS) == 11


@pytest.mark.parametrize("pattern", PATHS)
def test_a_form_of_a_deleted_table_leaves_nothing(pattern: str, tmp_path: Path) -> None:
    async def send_late(client: Client) -> None:
        table = client.start()
        host, joining, *_ = table.started.links

        async def delete() -> None:
            assert (await client.post(f"/t/{host}/delete")).status == 303

        path = pattern.replace("{link}", joining if pattern.startswith("/j/") else host)
        if pattern == "/t/{link}/photos":
            photo = client.shown.photo(played(table)[0])
            answer = await client.send(host, photo, meanwhile=delete)
        else:
            answer = await client.post(re.sub("{[^}]*}", "0", path), delete, **FORM)
        assert answer.status == 404
        await client.settled()
        assert client.tables._events.keys() == {""} and not client.tables._doing
        assert await client.tables.next_version(table.id, "", 0) == ""

    run(send_late, tmp_path)


@on_pages
async def test_events_of_a_table_without_its_start_are_ignored(client: Client) -> None:
    lost = _encoded(_event_now(Turned(1), TABLE))
    await client.tables._on_disk(client.tables._writer.keep_event, 99, "lost", lost)
    again = Tables(client.tables.folder, client.tables._store, client.shown.perform, link_key())
    with closing(again):
        assert not list(again.all()) and again._last == 99


@on_pages
async def test_a_stale_form_meets_the_table_of_now(client: Client) -> None:
    table = client.start()
    host = f"/t/{table.started.links[0]}"

    async def come_late() -> None:
        assert (await client.change_seats(table, ["Ada", "Ben"], ["1", "2"], "Zoë")).status == 303

    seats = {"name": ["Ada", "Ben"], "seat": ["1", "2"], "changed": "0"}
    assert (await client.post(f"{host}/seats", come_late, **seats)).status == 400
    assert client.tables.standing(table.id).table.started.names == ("Ada", "Ben", "Zoë")
    with pytest.raises(FairsheetError):
        client.tables.seat(table.id, ("Ada", "Ben"), (1, 2))

    async def turn() -> None:
        for number in "123":
            await client.post(f"{host}/turn", turn=number)

    await client.post(f"{host}/turn", turn, turn="1")
    assert client.tables.standing(table.id).table.turn == 3

    async def join() -> None:
        client.tables.join(table.id, 1)

    answer = await client.post(f"/j/{table.started.links[1]}", join, seat="1")
    assert answer.headers["location"].startswith("/j/")  # this phone asks the host
