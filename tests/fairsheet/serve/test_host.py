"""The host decides about seats, phones, photos, and tables to archive or delete."""

from __future__ import annotations

import hashlib
import re
from contextlib import closing

from msgspec.structs import replace

from fairsheet.engine.dealing.fair_seed import commitment_to, reveal_of
from fairsheet.languages.messages import Message
from fairsheet.serve.event_log import TABLE, Joined, Started, TableState, Turned
from fairsheet.serve.links import link_key, new_link_id
from fairsheet.serve.tables import MOST_REQUESTS, Tables
from tests.fairsheet.serve.client import Client, on_pages, played, seats_of_sheets


@on_pages
async def test_each_seat_can_be_taken_once(client: Client) -> None:
    table = client.start()
    joining = f"/j/{table.started.links[1]}"
    assert "Ben" in (await client.get(joining)).text
    answer = await client.post(joining, seat="2")
    assert answer.headers["location"] == f"/t/{table.started.links[3]}/turn"
    for _ in range(2):  # a player who took the seat wrongly keeps no link to it
        client.tables.undo(table.id, client.tables.standing(table.id).table.log[-1].number, TABLE)
        assert (await client.get(answer.headers["location"])).status == 404
        before, answer = answer, await client.post(joining, seat="2")
        assert (await client.get(before.headers["location"])).status == 404
        assert (await client.get(answer.headers["location"])).status == 200
    for seat in ("0", "3", "-1", "²", ""):
        assert (await client.post(joining, seat=seat)).status == 400


@on_pages
async def test_phone_returns_to_its_seat_and_another_asks(client: Client) -> None:
    table = client.start()
    host, joining = f"/t/{table.started.links[0]}", f"/j/{table.started.links[1]}"
    old = await client.post(joining, seat="2")
    cookie = {"cookie": old.headers["set-cookie"].split(";")[0]}
    again = (await client.call("GET", joining, headers=cookie)).headers["location"]
    assert old.headers["location"] == f"{again}/turn"
    assert "Who are you?" in (await client.call("GET", f"{joining}?other", headers=cookie)).text
    for agrees in (False, True):
        asked = await client.post(joining, seat="2")
        cookie = {"cookie": asked.headers["set-cookie"].split(";")[0]}
        assert "The host is asked" in (await client.call("GET", joining, headers=cookie)).text
        page = (await client.get(host)).text
        (number,) = re.findall(r'name="number" value="(\d+)">This is the phone of Ben', page)
        assert "phone of Ben" not in (await client.get(old.headers["location"])).text
        for link in (again, f"/t/{table.started.links[2]}"):
            assert (await client.post(f"{link}/seat", number=number)).status == 400
        await client.post(f"{host}/{'seat' if agrees else 'undo'}", number=number)
        assert (await client.get(again)).status == (404 if agrees else 200)
    new = (await client.call("GET", joining, headers=cookie)).headers["location"]
    assert "You are Ben" in (await client.get(new)).text
    for _ in range(MOST_REQUESTS):
        assert (await client.post(joining, seat="2")).status == 303
    assert (await client.post(joining, seat="2")).status == 400


@on_pages
async def test_shared_seed_starts_again_with_a_new_phone(client: Client) -> None:
    table = client.tables.start(Started("launch", ("Ada", "Ben"), None, ("h", "j", "a", "b"), is_fair=True))
    host, joining, *links = table.started.links
    ada, ben = (reveal_of(name) for name in table.started.names)
    assert (await client.post(f"/j/{joining}", seat="1")).headers["location"] == f"/t/{links[0]}"
    await client.post(f"/t/{links[0]}/seed", commit=commitment_to(ada).hash)
    await client.post(f"/j/{joining}", seat="1")
    (asked,) = client.tables.standing(table.id).table.requests
    await client.post(f"/t/{host}/seat", number=str(asked.number))
    now = client.tables.standing(table.id).table
    assert not now.commitments and now.seed_round == 1
    for link, reveal in zip(now.links, (ada, ben), strict=True):
        assert (await client.post(f"/t/{link}/seed", commit=commitment_to(reveal).hash)).status == 303
    for link, reveal in zip(now.links, (ada, ben), strict=True):
        assert (await client.post(f"/t/{link}/seed", tell=reveal.secret)).status == 303
    assert client.tables.standing(table.id).table.started.seed


@on_pages
async def test_the_host_accepts_the_photo_of_another_phone_and_gives_it_to_others(client: Client) -> None:
    table = client.start()
    host, _, ada, ben = table.started.links
    await client.send(ben, client.shown.photo(played(table)[0]))
    assert await seats_of_sheets(client, table) == []
    page = await client.see(table)
    (sha256,) = set(re.findall(r'name="sha256" value="(\w+)"', page))
    assert "Whose sheet is it?" in page
    for seat in (1, 2):
        form = {"sha256": sha256, "number": "0", "seat": str(seat)}
        assert (await client.post(f"/t/{ada}/assign", **form)).status == 400
        assert (await client.post(f"/t/{host}/assign", **form)).status == 303
        assert await seats_of_sheets(client, table) == [seat]
        assert "gave a sheet to" in await client.see(table, "/log")
    for wrong in ({"seat": "3"}, {"sha256": "0" * 64}):
        assert (await client.post(f"/t/{host}/assign", **{**form, **wrong})).status == 400


@on_pages
async def test_a_sheet_with_another_printed_name_waits_for_the_host(client: Client) -> None:
    table = client.start(names=("Ada", "Čeněk"))
    first, second = played(table)
    await client.show(table, client.shown.photo(replace(first, player="ada")))
    await client.show(table, client.shown.photo(replace(second, player="Žofie")))
    assert await seats_of_sheets(client, table) == [1]
    assert "with the name Žofie; the host decides whose it is" in await client.see(table)
    await client.change_seats(table, ["Ada", "Žofie"], ["1", "2"])
    assert await seats_of_sheets(client, table) == [1, 2]


@on_pages
async def test_phones_and_sheets_move_with_their_players(client: Client) -> None:
    table = client.start()
    host, joining, ada, ben = table.started.links
    assert (await client.get(f"/t/{ada}/seats")).status == 400
    assert (await client.post(f"/t/{ada}/seats", name=["A", "B"], seat=["1", "2"])).status == 400
    for same in (["1", "1"], ["1", "3"], ["²", "1"], ["x", "2"]):
        answer = await client.change_seats(table, ["Zoë", "Ben"], same)
        assert answer.status == 400 and "the same seat" in answer.text and 'value="Zoë"' in answer.text
    assert (await client.change_seats(table, ["\x00", "Ben"], ["1", "2"])).status == 400
    first, second = (
        replace(each, player=name) for each, name in zip(played(table), ("Ada", "Ben"), strict=True)
    )
    await client.post(f"/j/{joining}", seat="1")
    await client.send(ada, client.shown.photo(first))
    await client.send(host, client.shown.photo(replace(second, player="")))
    assert await seats_of_sheets(client, table) == [1, 2]
    await client.change_seats(table, ["Ada", "Ben"], ["2", "1"])
    assert await seats_of_sheets(client, table) == [2]  # the sheet without a name waits for the host
    assert "You are Ada" in (await client.get(f"/t/{ada}")).text
    assert "You are Ben" in (await client.get(f"/t/{ben}")).text
    (sheet,) = client.tables.standing(table.id).places()
    page = (await client.get(f"/t/{ada}/p/{sheet.seen[0].sha256}/0")).text
    assert "Tap a wrong mark" in page
    log = (await client.get(f"/t/{ada}/log")).text
    assert "<bdi>Ada</bdi></b> joined" in log and "changed names or seats: Ben and Ada" in log
    client.tables.undo(table.id, client.tables.standing(table.id).table.log[-1].number, TABLE)
    assert await seats_of_sheets(client, table) == [1, 2]


@on_pages
async def test_stale_form_of_seats_changes_nothing(client: Client) -> None:
    table = client.start()
    seats = f"/t/{table.started.links[0]}/seats"
    for names, order in ((["Ada", "Ben"], ["2", "1"]), (["Ben", "Ada"], ["1", "2"])):
        (changed,) = re.findall(r'name="changed" value="(\d+)"', (await client.get(seats)).text)
        assert (await client.change_seats(table, names, order)).status == 303
        for number in (changed, "", str(client.tables.standing(table.id).table.seats_changed)):
            wrong = names if number == changed else names[:1]
            answer = await client.post(seats, name=wrong, seat=order[: len(wrong)], changed=number)
            assert answer.status == 400 and "the same seat" not in answer.text
            assert answer.text.index('value="Ben"') < answer.text.index('value="Ada"')
        assert client.tables.standing(table.id).table.started.names == ("Ben", "Ada")


@on_pages
async def test_a_player_may_come_late_and_sheets_of_fewer_players_count(client: Client) -> None:
    table = client.start()
    assert (await client.change_seats(table, ["Ada", "Ben"], ["1", "2"], "Zoë")).status == 303
    now = client.tables.standing(table.id).table
    assert now.started.names == ("Ada", "Ben", "Zoë")
    assert (await client.get(f"/t/{now.links[2]}")).status == 200
    assert "Zoë" in (await client.get(f"/j/{table.started.links[1]}")).text
    await client.show(table, *map(client.shown.photo, played(table)))
    assert await seats_of_sheets(client, table) == [1, 2]
    outcome = client.tables.standing(table.id).outcome
    assert outcome is not None and list(outcome.table.missing) == [3]


@on_pages
async def test_only_a_table_with_room_asks_for_a_late_player(client: Client) -> None:
    def table_of(game: str, players: int, solo: int | None = None) -> TableState:
        names, links = tuple("ABCDEF"[:players]), tuple(new_link_id() for _ in range(players + 2))
        return client.tables.start(Started(game, names, "crane", links, solo))

    begun = table_of("planet-unknown", 2)
    client.tables.add_event(begun.id, Turned(1), TABLE)
    tables = [table_of("launch", 2), table_of("launch", 1, 4), table_of("launch", 6), begun]
    full, is_late = (
        Message("the table is full"),
        Message("the game has begun, and nobody can join it any more"),
    )
    for table, refusal in zip(tables, (None, full, full, is_late), strict=True):
        has_room = refusal is None
        seats = [str(seat) for seat in range(1, table.players + 1)]
        assert ('name="late"' in await client.see(table, "/seats")) == has_room
        assert ("<select" in await client.see(table, "/seats")) == (table.players > 1)
        assert (await client.change_seats(table, table.started.names, seats)).status == 303
        late = await client.change_seats(table, table.started.names, seats, "Zoë")
        assert late.status == (303 if has_room else 400), table.started.game
        assert refusal is None or refusal in late.text


@on_pages
async def test_seats_change_back_only_at_once(client: Client) -> None:
    table = client.start()
    host = f"/t/{table.started.links[0]}"
    await client.change_seats(table, ["Ada", "Ben"], ["1", "2"], "Zoë")
    number = client.tables.standing(table.id).table.log[-1].number
    client.tables.add_event(table.id, Joined(3), 3)
    assert (await client.post(f"{host}/undo", number=str(number))).status == 400
    assert client.tables.standing(table.id).table.started.names == ("Ada", "Ben", "Zoë")
    await client.change_seats(table, ["Ada", "Ben", "Zoë"], ["3", "2", "1"])
    for names in (("Ada", "Ben", "Zoë"), ("Zoë", "Ben", "Ada")):  # undone, and that undone
        number = client.tables.standing(table.id).table.log[-1].number
        assert (await client.post(f"{host}/undo", number=str(number))).status == 303
        assert client.tables.standing(table.id).table.started.names == names


@on_pages
async def test_restart_keeps_a_photo_that_was_sent_again(client: Client) -> None:
    first, second = client.start(), client.start()
    photo = client.shown.photo(played(first)[0])
    await client.show(first, photo)
    client.tables.delete(first.id)
    await client.show(second, photo)
    folder = client.tables.folder
    with closing(Tables(folder, client.tables._store, client.shown.perform, link_key())):
        assert [each.read_bytes() for each in (folder / "photos").iterdir()] == [photo]


@on_pages
async def test_table_is_archived_and_restored(client: Client) -> None:
    table = client.start()
    host, ada = (f"/t/{table.started.links[at]}" for at in (0, 2))
    home = f"/h/{client.tables.link}"
    assert (await client.post(f"{ada}/archive")).status == 400
    for there in (True, False):
        assert (await client.post(f"{host}/archive")).status == 303
        assert ("Archive</summary>" in (await client.get(home)).text) == there


@on_pages
async def test_deleted_table_leaves_one_line(client: Client) -> None:
    table, other = client.start(), client.start()
    host, joining, ada, _ = table.started.links
    shared, own = (client.shown.photo(each) for each in played(table))
    await client.show(table, shared, own)
    await client.show(other, shared)
    assert (await client.post(f"/t/{ada}/delete")).status == 400
    assert "for good" in (await client.get(f"/t/{host}/delete")).text
    client.shown.asked.clear()
    await client.send(host, late := client.shown.photo(played(table)[0]))  # it is being read
    answer = await client.post(f"/t/{host}/delete")
    assert answer.headers["location"] == f"/h/{client.tables.link}"
    await client.settled()
    assert "Launch: deleted" in (await client.get(answer.headers["location"])).text
    for path in (f"/t/{host}", f"/t/{ada}", f"/j/{joining}"):
        assert (await client.get(path)).status == 404
    folder = client.tables.folder
    assert [each.read_bytes() for each in (folder / "photos").iterdir()] == [shared]
    secrets = [link.encode() for link in (host, joining, ada)]
    secrets += [hashlib.sha256(each).hexdigest().encode() for each in (own, late)]
    kept = b"".join(each.read_bytes() for each in folder.glob("batch.sqlite*"))
    assert not [each for each in secrets[:3] if each in kept]
    assert await seats_of_sheets(client, other) == [1]
