"""An evening on the pages: start, photos, corrections and undo, with the rights of each person."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from pathlib import Path
from typing import ClassVar
from unittest.mock import Mock

import pypdfium2
import pytest
from msgspec.structs import replace
from starlette.exceptions import HTTPException

from fairsheet.engine.dealing.fair_seed import combine, commitment_to, reveal_of
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import KeptSheet
from fairsheet.pipeline.work.tasks import Failure, JudgeTable, Result, Task, Unread
from fairsheet.serve.event_log import TABLE, Turned, Undone
from fairsheet.serve.games import playable_games
from fairsheet.serve.pages._visits import MOST_DRAWINGS, draw_in_thread
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.readings.reasons import UNSURE_NAME
from fairsheet.wording.formatting import shuffle_words
from tests.fairsheet.here import batch, records_of, write_records
from tests.fairsheet.serve.client import ORIGIN, Client, FakeWorker, on_pages, played, run, seats_of_sheets


@on_pages
async def test_table_goes_from_its_form_to_its_result(client: Client) -> None:
    home = f"/h/{client.tables.link}"
    launch = f"{home}/new/0"
    assert launch in (await client.get(home)).text
    assert 'name="seed"' in (await client.get(launch)).text
    answer = await client.post(launch, players="2", name=["Ada", "Čeněk"], seed="crane")
    assert answer.status == 303
    link = answer.headers["location"]
    (table,) = client.tables.all()
    page = (await client.get(link)).text
    assert "no photo yet" in page and "--lan" in page and 'class="qr"' not in page
    photos = [client.shown.photo(each) for each in played(table)]
    await client.show(table, *photos)
    page = (await client.get(link)).text
    assert page.count("badge legal") == 2 and "shows Čeněk" in page
    result = (await client.get(f"{link}/result")).text
    assert "Čeněk" in result and "Where the points come from" in result
    order = ("headline", 'class="ranking"', "/steps/1/0", "/result.png", "Where the points come from")
    places = [result.index(each) for each in order]
    assert places == sorted(places)
    assert "Čeněk" in (await client.get(f"{home}/season")).text
    assert (await client.get(f"{link}/sheets.pdf")).body.startswith(b"%PDF")
    page = (await client.get(f"{link}/steps/1/3")).text
    assert '<g class="new">' in page and '<g class="read">' in page
    page = (await client.get(f"{link}/result.html")).text
    assert "<article" in page


@on_pages
async def test_form_of_a_table_shows_errors_above_it(client: Client) -> None:
    new = f"/h/{client.tables.link}/new/5"
    answer = await client.post(new, players="2", name=["Ada", "Ada"], seed="x" * 65)
    assert answer.status == 400 and 'role="alert"' in answer.text and "seed" in answer.text
    assert (await client.post(new, players="77")).status == 400
    assert (await client.post(new, name=["<script>"])).status == 400
    assert not list(client.tables.all())


@on_pages
async def test_total_that_a_missing_sheet_may_change_has_a_question_mark(client: Client) -> None:
    table = client.start("dome")
    first, _ = played(table)
    await client.show(table, client.shown.photo(first))
    for path in ("", "/result"):
        page = await client.see(table, path)
        (total,) = re.findall(r'class="total">(.+?)</span>', page)
        (headline,) = re.findall(r'class="headline">(.+?)</p>', page)
        assert total.endswith("?") and total in headline


@on_pages
async def test_unnamed_player_gets_the_name_on_the_sheet(client: Client) -> None:
    table = client.start(names=("", "Ben"))
    first, second = (replace(each, player="Zoë") for each in played(table))
    doubt = Doubt.of(PLAYER, (("Zoë", 0.6), ("Zora", 0.4)), "Zoë", UNSURE_NAME)
    written = [
        KeptSheet(each, doubts, unsure=(), is_named_by_hand=True)
        for each, doubts in ((first, (doubt,)), (second, ()))
    ]
    await client.show(table, *map(client.shown.photo_of, written))
    assert "Zora" in await client.see(table, "/ask")
    page = await client.see(table)
    assert "shows Zoë" in page and "shows Ben" in page and page.count("the name is read from the sheet") == 1
    log = await client.see(table, "/log")
    assert f"The host</bdi></b> started the table with the seed {table.started.seed}" in log
    assert "sent photo 1: shows Zoë" in log and "sent photo 2: shows Ben" in log


def test_player_whose_photo_is_not_read_yet_is_not_without_a_photo(tmp_path: Path) -> None:
    class Slow(FakeWorker):
        async def perform(self, task: Task) -> Result:
            return Failure(Message("it took too long"))

    async def evening(client: Client) -> None:
        table = client.start()
        _, _, ada, _ = table.started.links
        await client.send(ada, client.shown.photo(played(table)[0]))
        await client.settled()
        page = await client.see(table)
        assert page.count("no photo read yet") == page.count("no photo yet") == 1

    run(evening, tmp_path, Slow())


def test_points_without_a_winner_are_shown_before_the_proof(tmp_path: Path) -> None:
    class Slow(FakeWorker):
        is_slow, is_held = True, False

        async def perform(self, task: Task) -> Result:
            while self.is_held:
                await asyncio.sleep(0)
            is_late = self.is_slow and isinstance(task, JudgeTable)
            return Failure(Message("it took too long")) if is_late else await super().perform(task)

    async def evening(client: Client) -> None:
        table, other = client.start(), client.start()
        sheets = [replace(each, game=replace(each.game, print=None)) for each in played(table)]
        for each in (table, other):  # which has the same proof
            await client.show(each, *map(client.shown.photo, sheets))
        for path in ("", "/result"):
            page = await client.see(table, path)
            assert "it took too long" in page and "badge legal" not in page and "/card.png" not in page
            assert "headline" not in page and 'class="rank">1<' not in page
        assert page.count('class="total"') == 2
        for file in ("card.png", "result.csv", "result.json", "result.pdf"):
            assert (await client.get(f"/t/{table.started.links[0]}/{file}")).status == 400
        worker.is_held = True
        await client.send(other.started.links[0], client.shown.unreadable("it is blurred"))
        assert 'again"><button>' not in await client.see(other, "/ask")  # before all photos are read
        worker.is_held = False
        await client.settled()
        for worker.is_slow in (True, False):
            assert 'again"><button>' in await client.see(table, "/ask")
            assert (await client.post(f"/t/{other.started.links[2]}/again")).status == 303
            await client.settled()
            for each in (table, other):
                assert ("it took too long" in await client.see(each)) == worker.is_slow
        assert "badge legal" in await client.see(table) and not client.tables._waiting

    worker = Slow()
    run(evening, tmp_path, worker)


def test_photo_is_read_again_after_a_brief_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(FakeWorker):
        reasons: ClassVar[list[Result | Exception]] = []

        async def perform(self, task: Task) -> Result:
            reason = self.reasons.pop() if self.reasons else None
            if isinstance(reason, Exception):
                raise reason
            return reason or await super().perform(task)

    async def evening(client: Client) -> None:
        for seconds in (0.0, 3600.0):
            monkeypatch.setattr("fairsheet.serve.tables.RETRY_AFTER", seconds)
            for reason in (
                sqlite3.OperationalError("it is locked"),
                OSError("it is full"),
                Unread(Message("it is gone")),
            ):
                table = client.start(seed=f"{type(reason).__name__} {seconds}")
                photo = client.shown.photo(played(table)[0])
                Failing.reasons = [reason]
                await client.show(table, photo)
                if seconds:
                    assert "it is" in await client.see(table)
                    await client.show(table, photo)  # by hand
                while not await seats_of_sheets(client, table):
                    assert not seconds
                    await asyncio.sleep(0)
        Failing.reasons = [Failure(Message("the worker died"))]
        table = client.start()
        photo = client.shown.photo(played(table)[0])
        await client.show(table, photo)
        assert "the worker died" in (page := await client.see(table)) and 'again"><button>' in page
        await client.post(f"/t/{table.started.links[2]}/again")
        assert await seats_of_sheets(client, table) == [1]

    run(evening, tmp_path, Failing())


@on_pages
async def test_conflict_shows_its_marks_and_names_players(client: Client) -> None:
    table = client.start(names=("Ada", "Ben", "Cyril"))
    first, second, _ = played(table)
    await client.show(table, *map(client.shown.photo, (first, replace(second, marks={"score.total": 3}))))
    page = await client.see(table, "/result")
    known = client.tables.standing(table.id).outcome
    assert known is not None and known.proof is not None
    clashing = [each.clashing for each in known.proof.sheets]
    assert any(clashing) and page.count('rect class="clash"') == sum(map(len, clashing))
    result = " ".join(re.sub("<[^>]+>", " ", page).split())
    assert "The sheet of player Cyril is missing" in result and "fit together (Ada and Ben)" in result
    assert "In conflict with the sheet of player Ada: at" in result
    assert re.findall(r"(?:seat|player)s? \d", result) == ["seat 1", "seat 2"]  # next to the names


@on_pages
async def test_event_that_cannot_be_stored_is_withdrawn(client: Client) -> None:
    table = client.start()
    host = f"/t/{table.started.links[0]}"
    await client.settled()
    number = next(
        at for at, game in enumerate(playable_games(client.tables.folder)[0]) if game.name == "launch"
    )
    tables = len(list(client.tables.all()))
    with pytest.MonkeyPatch.context() as patch:
        full = Mock(side_effect=sqlite3.OperationalError("database or disk is full"))
        patch.setattr(client.tables._writer, "keep_event", full)
        for sending in (
            client.post(f"{host}/turn", turn="1"),
            client.send(table.started.links[0], client.shown.photo(played(table)[0])),
            client.post(f"/j/{table.started.links[1]}", seat="1"),
            client.post(f"/h/{client.tables.link}/new/{number}", players="2"),
        ):
            assert (answer := await sending).status == 503 and "make room on the disk" in answer.text
        state = client.tables.standing(table.id).table
        assert state.turn == 0 and not state.photos and not state.joined
        assert len(list(client.tables.all())) == tables
    assert (await client.post(f"{host}/turn", turn="1")).status == 303
    assert client.tables.standing(table.id).table.turn == 1


@on_pages
async def test_pages_answer_while_the_disk_waits(client: Client) -> None:
    table = client.start()
    host = f"/t/{table.started.links[0]}"
    await client.settled()
    is_free = threading.Event()
    client.tables._on_disk(lambda: void(is_free.wait(20)))
    turned = asyncio.create_task(client.post(f"{host}/turn", turn="1"))
    assert (await client.get(host)).status == 200 and not turned.done()
    is_free.set()
    assert (await turned).status == 303


def void(_: object) -> None:
    """Do nothing with a result."""


@on_pages
async def test_player_can_only_change_the_own_sheet(client: Client) -> None:
    table = client.start()
    holder, _, ada, ben = table.started.links
    first, second = played(table)
    await client.send(ben, client.shown.photo(first))  # the sheet of another player
    await client.settled()
    assert not client.tables.standing(table.id).places()
    page = (await client.get(f"/t/{ben}")).text
    assert "the host can accept it" in page and "Whose sheet is it?" not in page
    await client.send(ada, client.shown.photo(first))
    await client.send(holder, client.shown.photo(second))
    await client.settled()
    places = {each.record.seat: each.seen[0] for each in client.tables.standing(table.id).places()}
    assert places.keys() == {1, 2}
    own, other = (f"{places[seat].sha256}/0/score.total" for seat in (1, 2))
    assert (await client.post(f"/t/{ada}/f/{other}", mark="999")).status == 404
    assert (await client.post(f"/t/{ada}/f/{own}", mark="no number")).status == 400
    assert (await client.post(f"/t/{ada}/f/{own}", mark="12")).status == 303
    await client.settled()
    records = {each.record.seat: each.record for each in client.tables.standing(table.id).places()}
    assert records[1].marks["score.total"] == 12
    assert records[2].marks["score.total"] == second.marks["score.total"]
    page = (await client.get(f"/t/{ada}/log")).text
    numbers = {each.number for each in client.tables.standing(table.id).table.log if each.event.who != 1}
    assert not any(f'value="{number}"' in page for number in numbers)
    for number in numbers:
        assert (await client.post(f"/t/{ada}/undo", number=str(number))).status == 400
    assert (await client.get(f"/h/{ada}")).status == 404


@on_pages
async def test_photo_counts_even_if_others_sent_it_before(client: Client) -> None:
    table, again = client.start(), client.start()
    _, _, ada, ben = table.started.links
    photo = client.shown.photo(played(table)[0])
    await client.send(ben, photo)  # Ada's sheet
    await client.send(ada, photo)
    await client.send(again.started.links[0], photo)  # while the scanner reads it
    await client.settled()
    for each in (table, again):
        assert len(client.tables.standing(each.id).places()) == 1
    (page,) = client.tables.standing(table.id).places()[0].seen
    for number, status in ((0, 200), (10**30, 404)):
        path = f"/t/{ada}/page/{page.sha256}/{number}.jpg"
        assert (await client.get(path)).status == status


@on_pages
async def test_undo_can_be_undone_many_times(client: Client) -> None:
    table = client.start()
    client.tables.add_event(table.id, Turned(1), TABLE)
    events = client.tables._events[table.id]
    last, turned = events[-1]
    events += [(last + n, replace(turned, what=Undone(last + n - 1))) for n in range(1, 1501)]
    client.tables._moved(table.id)
    assert "undid something" in await client.see(table, "/log")


@on_pages
async def test_next_version_returns_at_once_after_a_change(client: Client) -> None:
    table = client.start()
    known = client.tables.version(table.id)
    client.tables.add_event(table.id, Turned(1), TABLE)
    assert await asyncio.wait_for(client.tables.next_version(table.id, known, 60), 1) != known


@on_pages
async def test_page_reports_wrong_and_unreadable_photos(client: Client) -> None:
    table, other = client.start(), client.start(seed="heron")
    link = table.started.links[0]
    await client.send(link, client.shown.photo(played(other)[0]), client.shown.unreadable("hold it closer"))
    await client.settled()
    page = (await client.get(f"/t/{link}")).text
    assert "another table" in page and "heron" in page and "hold it closer" in page
    assert (await client.send(link, b"GIF89a")).status == 400
    assert (await client.send(link)).status == 400


@on_pages
async def test_sheet_of_another_print_joins_by_its_seed(client: Client) -> None:
    table = client.start()
    first, second = played(table)
    friend = replace(second, game=replace(second.game, print="elsew", name="Club 7"))
    await client.show(table, client.shown.photo(first), client.shown.photo(friend))
    outcome = client.tables.standing(table.id).outcome
    assert outcome is not None and outcome.verdict == "legal" and not outcome.table.missing


@on_pages
async def test_errors_of_a_new_table_are_at_their_field(client: Client) -> None:
    games, _ = playable_games(client.tables.folder)
    number = next(at for at, game in enumerate(games) if game.name == "ares-expedition")
    new = f"/h/{client.tables.link}/new/{number}"
    assert "<details open>" in (await client.get(new)).text
    kind = {**ORIGIN, "content-type": "application/x-www-form-urlencoded", "accept-language": "cs"}
    for form, problem, field in (
        (b"players=2", "je třeba jednu vybrat", 'name="option-mode"'),
        (b"players=2&option-mode=coop&seed=" + b"x" * 65, "seed má 1 až 64 znaků", 'name="seed"'),
        (b"players=2&option-mode=coop&name=Ada&name=Ada", "dva hráči se jmenují Ada", 'name="name"'),
        (
            b"players=3&option-mode=coop",
            "tyto možnosti se k sobě nehodí: spolu hrají jen dva",
            'name="option-mode"',
        ),
        (b"players=9", "Kolik", 'name="players"'),
    ):
        page = (await client.call("POST", new, form, kind)).text
        alert = page.index('role="alert"')
        assert problem in page and field in page[alert:] and 'role="alert"' not in page[alert + 9 :]


@on_pages
async def test_unreadable_photo_names_its_sender_until_a_better_one_comes(client: Client) -> None:
    table = client.start()
    host, _, ada, _ = table.started.links
    await client.send(ada, client.shown.unreadable("it is blurred"))
    await client.send(host, client.shown.photo(played(table)[1]))
    await client.settled()
    page = await client.see(table)
    assert "<bdi>Ada</bdi>: it is blurred" in page[page.index('role="alert"') :]
    await client.send(ada, client.shown.photo(played(table)[0]))
    await client.settled()
    page = await client.see(table)
    assert 'role="alert"' not in page and "it is blurred" in page


@on_pages
async def test_players_turn_cards_only_while_the_host_is_away(client: Client) -> None:
    table = client.start()
    holder, _, ada, _ = (f"/t/{each}" for each in table.started.links)
    before = (await client.get(f"{ada}/turn")).text
    assert "offers-big" in before and 'class="number"' not in before
    for is_here in (True, False):
        if is_here:
            client.tables.presence.enter(table.id, TABLE)
        else:
            client.tables.presence._forget(table.id, TABLE)
        assert ('data-key="next"' in (await client.get(f"{ada}/turn")).text) != is_here
        assert (await client.post(f"{ada}/turn", turn="1")).status == (400 if is_here else 303)
    await client.post(f"{ada}/turn", turn="0")
    assert (await client.post(f"{holder}/turn", turn="1")).status == 303
    # only the next turn can be opened, so nothing happens
    assert (await client.post(f"{holder}/turn", turn="9")).status == 303
    page = (await client.get(f"{ada}/turn")).text
    assert page.count('class="number"') == 3 and client.tables.standing(table.id).table.turn == 1


@on_pages
async def test_caller_says_when_to_shuffle_and_to_photograph(client: Client) -> None:
    table, to_photos = client.start(), re.compile(r'class="button (\w+)" href="[^"]+#photos"')
    assert not to_photos.search(await client.see(table, "/turn"))
    client.tables.add_event(table.id, Turned(20), TABLE)
    page = await client.see(table, "/turn")
    assert f'<p class="notice sentence" data-said>{shuffle_words(20)}<' in page
    assert to_photos.findall(page) == ["plain"] and 'data-key="next"' in page
    client.tables.add_event(table.id, Turned(61), TABLE)  # the last turn for which a sheet has room
    page = await client.see(table, "/turn")
    assert to_photos.findall(page) == ["primary"] and 'data-key="next"' not in page
    await client.post(f"/t/{table.started.links[0]}/turn", turn="62")
    assert client.tables.standing(table.id).table.turn == 61


def test_restarted_server_restores_the_table(tmp_path: Path) -> None:
    shown = FakeWorker()

    async def evening(client: Client) -> None:
        table = client.start()
        first, second = played(table)
        client.tables.add_event(table.id, Turned(1), TABLE)
        await client.send(table.started.links[0], shown.photo(first), shown.photo(second))

    async def morning(client: Client) -> None:
        await client.settled()
        (table,) = client.tables.all()
        known = client.tables.standing(table.id)
        assert known.table.turn == 1 and known.outcome is not None and known.outcome.verdict == "legal"
        assert known.table.started.names == ("Ada", "Ben")

    run(evening, tmp_path, shown)
    run(morning, tmp_path, shown)


@on_pages
async def test_pages_use_the_language_of_the_reader(client: Client) -> None:
    link = f"/t/{client.start().started.links[0]}"
    for language, words in (("cs", "Výsledek"), ("de", "Ergebnis"), ("en", "Result")):
        answer = await client.call("GET", link, headers={"accept-language": f"{language}-XX,fr;q=0.5"})
        assert f'<html lang="{language}">' in answer.text and f">{words}<" in answer.text
    sheets = await client.call("GET", f"{link}/sheets.pdf", headers={"accept-language": "cs"})
    assert "Hráč 1 z 2" in pypdfium2.PdfDocument(sheets.body)[0].get_textpage().get_text_range()
    chosen = await client.call("GET", f"{link}?lang=cs", headers={"accept-language": "de"})
    assert ">Výsledek<" in chosen.text and "lang=cs" in chosen.headers["set-cookie"]
    assert ">Result<" in (await client.get(f"{link}?lang=../../xx")).text


def test_one_thread_draws_simultaneous_requests() -> None:
    async def names_of_threads() -> set[str]:
        return set(
            await asyncio.gather(*(draw_in_thread(lambda: threading.current_thread().name) for _ in range(8)))
        )

    async def draw_too_many() -> None:
        await asyncio.gather(
            *(draw_in_thread(threading.Event().wait, 0.01) for _ in range(MOST_DRAWINGS + 1))
        )

    assert len(asyncio.run(names_of_threads())) == 1
    with pytest.raises(HTTPException):
        asyncio.run(draw_too_many())


@on_pages
async def test_fair_seed_needs_commitments_before_secrets(client: Client) -> None:
    launch = f"/h/{client.tables.link}/new/5"
    answer = await client.post(launch, players="2", name=["Ada", "Čeněk"], fair="on")
    (table,) = client.tables.all()
    holder, _, *players = table.started.links
    assert "part" not in (await client.get(answer.headers["location"])).text.split("</nav>")[0]
    assert (await client.get(f"/t/{holder}/sheets.pdf")).status == 400
    reveals = [reveal_of(name) for name in table.started.names]
    commitments = [commitment_to(each) for each in reveals]
    ada, cenek = (f"/t/{link}/seed" for link in players)
    for _ in range(2):  # its answer was lost
        assert (await client.post(ada, commit=commitments[0].hash)).status == 303
    assert (await client.post(ada, tell=reveals[0].secret)).status == 400  # too early
    assert (await client.post(ada, commit="0" * 64)).status == 400  # a second commitment
    assert (await client.post(f"/t/{holder}/seed", commit="0" * 64)).status == 400  # has no seat
    assert (await client.post(f"/t/{holder}/undo", number="3")).status == 400
    assert (await client.post(cenek, commit=commitments[1].hash)).status == 303
    assert 'data-step="tell"' in (await client.get(f"/t/{players[0]}")).text
    assert (await client.post(cenek, tell="0" * 20)).status == 400  # another secret
    for _ in range(2):
        assert (await client.post(cenek, tell=reveals[1].secret)).status == 303
    assert (await client.post(ada, tell=reveals[0].secret)).status == 303
    (table,) = client.tables.all()
    assert table.started.seed == combine(commitments, reveals)
    page = (await client.get(f"/t/{holder}")).text
    assert f"reveal {reveals[1].secret} Čeněk" in page and "/turn" in page
    assert (await client.get(f"/t/{holder}/sheets.pdf")).status == 200


def test_season_counts_tables_of_a_batch_in_the_folder(tmp_path: Path) -> None:
    records = [replace(each, player=f"Player {each.seat}") for each in records_of("launch", "otter")]
    write_records(tmp_path / "photos", records)
    batch(tmp_path / "photos", tmp_path / "evening")

    async def evening(client: Client) -> None:
        page = (await client.get(f"/h/{client.tables.link}/season")).text
        assert "Player 1" in page and "Player 2" in page

    run(evening, tmp_path / "evening")
