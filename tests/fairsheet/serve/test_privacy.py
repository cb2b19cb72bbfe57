"""What is kept of an evening, and who can read it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from fairsheet.process.state_folder import state_folder
from fairsheet.serve.links import link_key
from fairsheet.serve.tables import Tables
from fairsheet.sheets.support.errors import FairsheetError
from tests.fairsheet.serve.client import Client, on_pages


def stored(client: Client) -> bytes:
    """Return the content of the store."""
    return b"".join(each.read_bytes() for each in client.tables.folder.glob("batch.sqlite*"))


@on_pages
async def test_copy_of_the_folder_opens_no_table(client: Client) -> None:
    table = client.start()
    joining = table.started.links[1]
    client.tables.join(table.id, 1)
    asked = (await client.post(f"/j/{joining}", seat="1")).headers["set-cookie"].split("=")[1].split(";")[0]
    await client.change_seats(table, ["Ada", "Ben"], ["1", "2"], "Zoë")
    number = client.tables.standing(table.id).table.log[1].number
    client.tables.undo(table.id, number, 0)
    again = client.tables.join(table.id, 1)
    links = [client.tables.link, *table.started.links, *client.tables.standing(table.id).table.links]
    assert again in links and asked not in links and len(set(links)) == 7
    await client.settled()
    assert not [each for each in (*links, asked) if each.encode() in stored(client)]
    for key, is_same in ((link_key(), True), (b"another user's", False)):
        with closing(Tables(client.tables.folder, client.tables._store, client.shown.perform, key)) as tables:
            assert (tables.link == client.tables.link) == is_same
            assert (tables.table_to_join(joining) is not None) == is_same
            open_ = {each for each in links if tables.guest(each) is not None}
            void = {client.tables.link, joining, table.started.links[2]}  # Ada's first phone was removed
            assert open_ == (set(links) - void if is_same else set())


def test_key_of_links_is_private_and_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert link_key() == link_key()
    file = state_folder() / "links.key"
    assert not file.stat().st_mode & 0o077
    file.write_bytes(b"")
    with pytest.raises(FairsheetError, match="delete it"):
        link_key()
    monkeypatch.setenv("XDG_STATE_HOME", str(file))
    with pytest.raises(FairsheetError):
        link_key()
