"""An evening keeps only what the page about privacy names, and others cannot read it."""

from __future__ import annotations

import asyncio
import hashlib
import re
import sqlite3
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlencode, urlsplit

import pytest
from msgspec.structs import replace

from benchmarks.serve import Program
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.languages.messages import Message
from fairsheet.pipeline.answers.corrections import now
from fairsheet.pipeline.base.values import TaskOptions
from fairsheet.pipeline.store.folders import LOG
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.store.store import _TABLE_OF
from fairsheet.pipeline.work._worker import _result
from fairsheet.pipeline.work.tasks import Failure, ReadFile, Result, Task
from fairsheet.process.state_folder import state_folder
from fairsheet.serve.event_log import TABLE, PhotosLimited
from fairsheet.serve.links import link_key
from fairsheet.serve.overview import PHOTOS
from fairsheet.serve.tables import Tables
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import BLANK, mark_name
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.readings.reasons import UNSEEN
from tests.fairsheet.serve.client import Client, FakeWorker, on_pages, played, run, seats_of_sheets


def digest(photo: bytes) -> str:
    """Return the SHA-256 of a photo."""
    return hashlib.sha256(photo).hexdigest()


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


def photos_in(folder: Path) -> list[bytes]:
    """Return the photos that are on the disk."""
    return [each.read_bytes() for each in (folder / PHOTOS).iterdir()]


@on_pages
async def test_results_survive_their_photos(client: Client) -> None:
    table, other = client.start(names=("Ada", "")), client.start()
    host, _, ada, _ = (f"/t/{each}" for each in table.started.links)
    records = played(table)
    (id_, mark), *_ = ((id_, mark) for id_, mark in records[0].marks.items() if id_.startswith("floor-7."))
    doubt = Doubt(id_, ((mark, 0.6), (None, 0.4)), mark, Message("faint"))
    photos = [client.shown.photo(records[0], doubt), client.shown.photo(records[1])]
    await client.show(table, *photos)
    await client.show(other, photos[0])
    before = client.tables.standing(table.id)
    (removed,) = [each.photo for each in before.photos if each.photo.sha256 == digest(photos[1])]
    client.tables.undo(table.id, removed.number, TABLE)  # a removed photo is deleted, too
    assert (await client.post(f"{ada}/delete/photos", now="now")).status == 400
    assert len(photos_in(client.tables.folder)) == 2
    assert (await client.post(f"{host}/delete/photos", now="now")).status == 303
    client.tables.undo(table.id, client.tables.standing(table.id).table.log[-2].number, TABLE)
    await client.settled()
    assert photos_in(client.tables.folder) == [photos[0]]  # the other table has it
    assert client.tables.page(digest(photos[1]), 0) is None
    client.tables._store.forget([each.key for each in before.photos], [])  # as a later release does
    client.tables._moved(table.id)
    await client.settled()
    now = client.tables.standing(table.id)
    assert now.outcome is not None and before.outcome is not None
    assert now.outcome.result == before.outcome.result
    asked = [[(each.field, each.doubt) for each in known.questions] for known in (before, now)]
    assert asked[0] == asked[1] and len(asked[0]) == 1
    page = await client.see(table)
    assert page.count("the photo is deleted") == 2 and page.count("Marks as read") == 2
    for path in ("/ask", f"/p/{digest(photos[0])}/0"):
        page = await client.see(table, path)
        assert "/blank/1/1.png" in page and "/page/" not in page and "Look at the sheet on paper" in page
    assert (await client.get(f"{host}/page/{digest(photos[0])}/0.jpg")).status == 404
    assert (await client.get(f"{host}/blank/1/1.png")).status == 200
    assert "deleted photos: 2" in await client.see(table, "/log")
    assert "/steps/1/0" in (result := await client.see(table, "/result")) and "/page/" not in result
    for kind, start in (("pdf", b"%PDF"), ("png", b"\x89PNG"), ("html", b"<!doctype")):
        assert (await client.get(f"{host}/result.{kind}")).body.startswith(start)
    await client.show(table, photos[1])
    assert sorted(photos_in(client.tables.folder)) == sorted(photos)
    for path, left in ((f"{host}/delete", [photos[0]]), (f"/t/{other.started.links[0]}/delete", [])):
        assert (await client.post(path)).status == 303
        assert photos_in(client.tables.folder) == left
    await client.settled()
    assert not rows_of_results(client)


async def answer_all(client: Client, host: str) -> list[str]:
    """Answer all questions on their page with the likeliest mark, and return their fields."""
    fields = []
    while mark := re.search(r'name="mark" value="([^"]*)"', page := (await client.get(f"{host}/ask")).text):
        key = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        assert (await client.post(f"{host}/ask", **key, mark=mark[1])).status == 303
        await client.settled()
        fields.append(key["field"])
    return fields


@on_pages
async def test_no_verdict_waits_for_a_deleted_photo(client: Client) -> None:
    table = client.start()
    host = f"/t/{table.started.links[0]}"
    first, second = played(table)
    marks = [(id_, mark) for id_, mark in first.marks.items() if id_.startswith("floor-")]
    hidden = [Doubt.of(id_, ((mark, 0.6), (None, 0.4)), mark, UNSEEN) for id_, mark in marks[:6]]
    await client.show(table, client.shown.photo(first, *hidden), client.shown.photo(second))
    assert not await answer_all(client, host)
    assert "6 fields cannot be seen" in await client.see(table, "/ask")  # another photo is enough
    assert (await client.post(f"{host}/delete/photos", now="now")).status == 303
    assert set(await answer_all(client, host)) >= {each.field for each in hidden}  # the paper may be gone
    known = client.tables.standing(table.id)
    assert known.outcome is not None and known.outcome.proof is not None and known.outcome.score is not None
    assert all(each.verdict == "legal" and each.settled for each in known.outcome.proof.sheets)
    assert "cannot be seen" not in await client.see(table)


@on_pages
async def test_question_shows_the_photo_that_was_not_deleted(client: Client) -> None:
    table = client.start()
    first, _ = played(table)
    (id_, mark), *_ = ((id_, mark) for id_, mark in first.marks.items() if id_.startswith("floor-7."))

    def photo(share: float) -> bytes:
        marks = ((mark, share), (None, 1 - share))
        return client.shown.photo(first, Doubt.of(id_, marks, mark, UNSEEN))

    await client.show(table, photo(0.5))
    await client.post(f"/t/{table.started.links[0]}/delete/photos", now="now")
    assert "photo is deleted" in await client.see(table, "/ask")
    later = photo(0.6)
    await client.show(table, later)
    page = await client.see(table, "/ask")
    assert f"/page/{digest(later)}/0.jpg" in page and "photo is deleted" not in page
    assert await answer_all(client, f"/t/{table.started.links[0]}") == [id_]


@on_pages
async def test_two_sheets_of_a_player_can_be_told_apart_without_photos(client: Client) -> None:
    table = client.start()
    host = f"/t/{table.started.links[0]}"
    first, second = played(table)
    other = replace(first, marks=second.marks)
    photos = [client.shown.photo(each) for each in (first, other, second)]
    await client.show(table, *photos)
    assert (await client.post(f"{host}/delete/photos", now="now")).status == 303
    for path in ("", "/ask", "/result"):
        assert "Remove the photo that does not count" in await client.see(table, path)
    pages = [await client.see(table, f"/p/{digest(photo)}/0") for photo in photos[:2]]
    assert [page.count('class="blank"') for page in pages] == [
        len(load_sheet("launch").fields) - len(each.marks) for each in (first, other)
    ]
    id_ = next(id_ for id_ in first.marks if id_ in other.marks)
    paths = [f"/f/{digest(photo)}/0/{id_}" for photo in photos[:2]]
    assert (await client.post(f"{host}{paths[1]}", mark=BLANK)).status == 303
    await client.settled()
    shown = [re.findall("Current mark: ([^<]+)<", await client.see(table, path)) for path in paths]
    assert shown == [[mark_name(first.marks[id_])], [mark_name(None)]]  # the other sheet is not corrected
    removed = next(
        each for each in client.tables.standing(table.id).photos if each.photo.sha256 == digest(photos[1])
    )
    assert (await client.post(f"{host}/undo", number=str(removed.photo.number))).status == 303
    await client.settled()
    known = client.tables.standing(table.id).outcome
    assert known is not None and known.verdict == "legal"


def rows_of_results(client: Client) -> int:
    """Return the number of computed results in the store."""
    names = (*_TABLE_OF.values(), "crop")
    counts = (f"(select count(*) from {name})" for name in names)
    (number,) = client.tables._store._one(f"select {'+'.join(counts)}") or ()
    return int(number)


@on_pages
async def test_deleted_table_leaves_no_result_and_no_name(client: Client) -> None:
    name = "Zyzzyvazq"
    other = client.start()
    await client.show(other, *map(client.shown.photo, played(other)))
    rows = rows_of_results(client)
    for photos in (0, 3):
        table = client.start(names=(name, "Ben"), seed="heron")
        sheet = replace(played(table)[0], player=name)
        marks = dict(list(sheet.marks.items())[1:])
        sheets = (sheet, replace(sheet, marks=marks), played(table)[1])
        for each in sheets[:photos]:  # every photo has another result
            await client.show(table, client.shown.photo(each))
        await client.settled()
        assert name.encode() in stored(client) and rows_of_results(client) >= rows + 2 * photos
        assert (await client.post(f"/t/{table.started.links[0]}/delete")).status == 303
        await client.settled()
        assert name.encode() not in stored(client) and rows_of_results(client) == rows
    assert (proved := client.tables.standing(other.id).outcome) is not None and proved.verdict == "legal"


def test_photos_are_deleted_after_the_time_that_the_host_chose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = FakeWorker()
    start = now()

    async def evening(client: Client) -> None:
        launch = f"/h/{client.tables.link}/new/{list(SCENARIOS).index('launch')}"
        await client.post(launch, players="2", name=["Ada", "Ben"], seed="crane")
        (table,) = client.tables.all()
        host = table.started.links[0]
        assert "kept for 30 days" in await client.see(table)
        for days, status in (("7", 303), ("2", 400), ("", 400)):
            assert (await client.post(f"/t/{host}/delete/photos", days=days)).status == status
        assert "kept for 7 days" in await client.see(table)
        assert "photos are kept for 7 days" in await client.see(table, "/log")
        old = client.start()  # a table of an early release
        await client.show(old, shown.unreadable("nothing is there"))
        await client.show(table, *map(shown.photo, played(table)))
        monkeypatch.setattr("fairsheet.serve.tables.now", lambda: start + timedelta(days=3))
        await client.show(table, shown.photo(played(table)[0]))

    async def later(client: Client) -> None:
        await client.settled()
        (table,) = [each for each in client.tables.all() if each.started.photo_days]
        known = client.tables.standing(table.id)
        assert known.outcome is not None and known.outcome.verdict == "legal"
        assert len(photos_in(tmp_path)) == left.pop(0)

    run(evening, tmp_path, shown)
    left = [4, 2, 2, 1]
    for days in (6, 8, 8, 11):
        monkeypatch.setattr("fairsheet.serve.tables.now", lambda days=days: start + timedelta(days, 60))
        run(later, tmp_path, shown)


def test_photo_is_deleted_after_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(FakeWorker):
        async def perform(self, task: Task) -> Result:
            await may_read.wait()
            return Failure(Message("the worker died")) if has_died.is_set() else await super().perform(task)

    async def evening(client: Client) -> None:
        table = client.start(names=("", ""))
        host = f"/t/{table.started.links[0]}"
        monkeypatch.setattr("fairsheet.serve.overview.ocr_available", lambda: True)
        await client.show(table, photo := client.shown.photo(played(table)[0]))
        may_read.clear()
        await client.change_seats(
            table, ["Ada", "Ben"], ["1", "2"]
        )  # without names to read, it is read again
        await client.send(host.removeprefix("/t/"), removed := client.shown.photo(played(table)[1]))
        (number,) = [
            each.number
            for each in client.tables.standing(table.id).table.photos
            if each.sha256 == digest(removed)
        ]
        client.tables.undo(table.id, number, TABLE)
        monkeypatch.setattr("fairsheet.serve.tables.now", lambda: now() + timedelta(3))
        assert (await client.post(f"{host}/delete/photos", now="now")).status == 400
        assert (await client.post(f"{host}/delete/photos", days="1")).status == 303
        await client.tables._on_disk(lambda: None)
        assert photos_in(tmp_path) == [photo]  # nobody waits for a removed photo
        may_read.set()
        await client.settled()
        assert client.tables.page(digest(removed), 0) is None
        assert (await client.post(f"{host}/delete/photos", now="now")).status == 303
        assert await seats_of_sheets(client, table) == [1] and not photos_in(tmp_path)
        has_died.set()
        await client.show(table, client.shown.photo(played(table)[1]))
        assert (await client.post(f"{host}/delete/photos", now="now")).status == 303
        assert "deleted before it was read" in await client.see(table)

    may_read, has_died = asyncio.Event(), asyncio.Event()
    may_read.set()
    run(evening, tmp_path, Slow())


def test_deletion_by_time_waits_for_a_new_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = FakeWorker()

    async def evening(client: Client) -> None:
        table = client.start()
        client.tables.add_event(table.id, PhotosLimited(1), TABLE)
        await client.show(table, *map(shown.photo, played(table)))
        keys = [each.key for each in client.tables.standing(table.id).photos]
        client.tables._store.forget(keys, [])  # as a later release does

    async def later(client: Client) -> None:
        (table,) = client.tables.all()
        with pytest.MonkeyPatch.context() as broken:
            locked = Mock(side_effect=sqlite3.OperationalError("it is locked"))
            broken.setattr(client.tables, "delete_photos", locked)
            client.tables._delete_old_photos()
            assert locked.called
        assert await seats_of_sheets(client, table) == [1, 2] and len(photos_in(tmp_path)) == 2
        client.tables._delete_old_photos()
        assert await seats_of_sheets(client, table) == [1, 2] and not photos_in(tmp_path)

    run(evening, tmp_path, shown)
    monkeypatch.setattr("fairsheet.serve.tables.now", lambda: now() + timedelta(3))
    run(later, tmp_path, shown)


@on_pages
async def test_deletion_that_fails_is_withdrawn_or_tried_again(client: Client) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fairsheet.serve.tables.RETRY_AFTER", 0.0)
        for path, method in (("/delete/photos", "keep_event"), ("/delete", "replace_events")):
            table = client.start()
            host = f"/t/{table.started.links[0]}"
            await client.show(table, client.shown.photo(played(table)[0]))
            for name, is_withdrawn in ((method, True), ("forget", False)):
                with pytest.MonkeyPatch.context() as broken:
                    full = Mock(side_effect=sqlite3.OperationalError("database or disk is full"))
                    broken.setattr(client.tables._writer, name, full)
                    answer = await client.post(f"{host}{path}", now="now")
                    assert answer.status == (503 if is_withdrawn else 303)
                    if is_withdrawn:
                        await client.settled()
                        assert await seats_of_sheets(client, table) == [1]
                        assert photos_in(client.tables.folder) and (await client.get(host)).status == 200
            while stored(client).count(b"a page"):
                await asyncio.sleep(0.01)
            assert not photos_in(client.tables.folder)


# a program that fails on the page of a result, and in a worker
BROKEN = """
import os
from fairsheet.__main__ import main
from fairsheet.serve.pages import _result_pages

def fail(at):
    raise RuntimeError(f"{at.link} {at.overview.table.started.names}")

_result_pages.report_of = fail
main()
"""


def test_logs_have_no_links_and_no_names(tmp_path: Path) -> None:
    with (tmp_path / "stderr").open("wb") as stderr:
        program = Program(tmp_path / "evening", "-c", BROKEN, stderr=stderr)
        try:
            form = urlencode({"players": "2", "name": ["Žofie", "Quirin"], "seed": "heron"}, doseq=True)
            new = f"{program.home.path}/new/{list(SCENARIOS).index('launch')}"
            table, _ = program.ask(new, form.encode())
            (joining,) = set(re.findall(r"/j/[\w-]+", program.ask(table)[1]))
            player = program.ask(joining, b"seat=2")[0].removesuffix("/turn")
            photo = tmp_path / "photo.jpg"
            photo.write_bytes(b"\xff\xd8\xff")
            program.send(player, photo)
            while "being read" in program.ask(player)[1]:
                time.sleep(0.1)
            assert "everything else" in program.ask(f"{player}/result")[1].lower()
        finally:
            program.process.terminate()
            program.process.communicate()
    log = (tmp_path / "stderr").read_text() + (tmp_path / "evening" / LOG).read_text()
    assert "RuntimeError" in log and "in fail" in log
    links = [each.path.rpartition("/")[2] for each in map(urlsplit, (table, joining, player))]
    secrets = [*links, program.home.path.rpartition("/")[2], "Žofie", "Quirin", "heron"]
    assert not [each for each in secrets if each in log or ascii(each)[1:-1] in log]


def test_worker_logs_no_message(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("fairsheet.pipeline.work._worker.perform", Mock(side_effect=ValueError("Žofie")))
    task = ReadFile(b"", "", TaskOptions(pages=1, work=1.0), pictures=False)
    assert _result(task, Limits()) == Failure(Message("fairsheet failed on it (ValueError: Žofie)"))
    assert "Žofie" not in (log := capsys.readouterr().err) and "ValueError" in log
