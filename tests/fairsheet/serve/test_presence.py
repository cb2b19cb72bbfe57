"""Pages show which players are here, and change by themselves when a player comes or goes."""

from __future__ import annotations

from fairsheet.languages.messages import Message
from fairsheet.serve._presence import Presence
from fairsheet.vision.readings.reading import Doubt
from tests.fairsheet.serve.client import Client, on_pages, played

HERE, AWAY, NO_PHONE = Message("here"), Message("not here now"), Message("no phone yet")
PHOTO = Message("photo sent")


@on_pages
async def test_players_come_send_photos_and_go(client: Client) -> None:
    table = client.start()
    people = client.tables.presence
    assert NO_PHONE not in await client.see(table, "/turn")  # nobody uses phones
    client.tables.join(table.id, 1)
    known = client.tables.version(table.id)
    people.enter(table.id, 1)
    people.enter(table.id, 1)  # a second page
    assert await client.tables.next_version(table.id, known, 60) != known
    page = await client.see(table, "/turn")
    assert f"{HERE}<" in page and f"{NO_PHONE}<" in page
    people._forget(table.id, 1)
    assert f"{HERE}<" in await client.see(table, "/turn")
    known = client.tables.version(table.id)
    people._forget(table.id, 1)
    assert client.tables.version(table.id) != known
    sheet = played(table)[0]
    field, mark = next((field, mark) for field, mark in sheet.marks.items() if field.startswith("floor"))
    doubt = Doubt(field, ((mark, 0.6), (None, 0.4)), mark, Message("faint"), matters=True)
    await client.show(table, client.shown.photo(sheet, doubt))
    page = await client.see(table, "/turn")
    assert f"{AWAY}, {PHOTO}, 1 question<" in page and f"{NO_PHONE}<" in page


@on_pages
async def test_player_who_opens_another_page_stays(client: Client) -> None:
    changes: list[str] = []
    people = Presence(changes.append)
    people.enter("table", 1)
    people.leave("table", 1)  # the next page opens a moment later
    people.enter("table", 1)
    people._forget("table", 1)
    assert people.here("table") == {1} and not people.here("another") and changes == ["table"]
