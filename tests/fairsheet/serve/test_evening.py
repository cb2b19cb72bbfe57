"""An evening by its pages: started, photographed, asked about, corrected, undone; by whom what can be done."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path

from msgspec.structs import replace

from fairsheet.batches.work.tasks import Failure, JudgeTable, Result, Task
from fairsheet.languages.messages import Message
from fairsheet.serve.events import TABLE, Turned
from fairsheet.serve.pages._visits import drawn
from fairsheet.vision.readings.reading import Doubt
from tests.fairsheet.serve.at_home import Home, Shown, played, run


def test_a_table_is_started_by_its_form_and_played_to_its_result(tmp_path: Path) -> None:
    async def evening(home: Home) -> None:
        house = f"/h/{home.house.link}"
        games = re.findall(rf'href="({house}/new/\d+)">([^<]+)<', (await home.get(house)).text)
        launch = next(path for path, title in games if title == "Launch")
        assert 'name="seed"' in (await home.get(launch)).text
        answer = await home.post(launch, players="2", name=["Ada", "Čeněk"], seed="crane")
        assert answer.status == 303
        link = answer.headers["location"]
        (table,) = home.house.tables()
        assert "no photo yet" in (await home.get(link)).text
        photos = [home.shown.photo(each) for each in played(table)]
        assert (await home.send(table.started.links[0], *photos)).status == 303
        await home.settled()
        page = (await home.get(link)).text
        assert page.count("badge legal") == 2 and "shows Čeněk" in page
        result = (await home.get(f"{link}/result")).text
        assert "Čeněk" in result and "Where the points come from" in result
        assert "Čeněk" in (await home.get(f"{house}/season")).text
        assert (await home.get(f"{link}/sheets.pdf")).body.startswith(b"%PDF")
        assert (await home.get(f"{link}/steps/1/3")).status == 200
        page = (await home.get(f"{link}/result.html")).text
        assert "<article" in page

    run(evening, tmp_path)


def test_what_is_wrong_in_the_form_of_a_table_is_said_above_it(tmp_path: Path) -> None:
    async def evening(home: Home) -> None:
        new = f"/h/{home.house.link}/new/5"
        answer = await home.post(new, players="2", name=["Ada", "Ada"], seed="x" * 65)
        assert answer.status == 400 and 'role="alert"' in answer.text and "seed" in answer.text
        assert (await home.post(new, players="77")).status == 400
        assert (await home.post(new, name=["<script>"])).status == 400
        assert not list(home.house.tables())

    run(evening, tmp_path)


def test_a_doubt_is_asked_answered_and_the_answer_undone(tmp_path: Path) -> None:
    async def evening(home: Home) -> None:
        table = home.start()
        link = f"/t/{table.started.links[0]}"
        first, second = played(table)
        field, mark = next((id_, mark) for id_, mark in first.marks.items() if id_.startswith("floor-7."))
        doubt = Doubt(field, ((mark, 0.6), (None, 0.4)), mark, Message("faint"))
        await home.send(table.started.links[0], home.shown.photo(first, doubt), home.shown.photo(second))
        await home.settled()
        page = (await home.get(f"{link}/ask")).text
        key = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        assert key["field"] == field and f'value="{mark}"' in page and 'value="blank"' in page
        assert (await home.post(f"{link}/ask", **key, mark=str(mark))).status == 303
        await home.settled()
        assert home.house.standing(table.id).questions == ()
        log = (await home.get(f"{link}/log")).text
        assert f": {mark}" in log
        last = home.house.standing(table.id).table.last
        assert last is not None
        assert (await home.post(f"{link}/undo", number=str(last.number))).status == 303
        await home.settled()
        assert len(home.house.standing(table.id).questions) == 1
        assert "undid" in (await home.get(f"{link}/log")).text

    run(evening, tmp_path)


def test_points_are_there_before_the_proof(tmp_path: Path) -> None:
    class Slow(Shown):
        async def perform(self, task: Task) -> Result:
            return (
                Failure("it took too long") if isinstance(task, JudgeTable) else await super().perform(task)
            )

    async def evening(home: Home) -> None:
        table = home.start()
        link = f"/t/{table.started.links[0]}"
        await home.send(table.started.links[0], *map(home.shown.photo, played(table)))
        await home.settled()
        for path in (link, f"{link}/result"):
            page = (await home.get(path)).text
            assert "it took too long" in page and "wins with" in page and "badge legal" not in page

    run(evening, tmp_path, Slow())


def test_a_player_changes_the_own_sheet_and_no_other(tmp_path: Path) -> None:
    async def evening(home: Home) -> None:
        table = home.start()
        holder, _, ada, ben = table.started.links
        first, second = played(table)
        await home.send(ben, home.shown.photo(first))  # somebody else's sheet
        await home.settled()
        assert not home.house.standing(table.id).places()
        assert "who has to send it" in (await home.get(f"/t/{ben}")).text
        await home.send(ada, home.shown.photo(first))
        await home.send(holder, home.shown.photo(second))
        await home.settled()
        places = {each.record.seat: each.seen[0] for each in home.house.standing(table.id).places()}
        assert places.keys() == {1, 2}
        own, other = (f"{places[seat].sha256}/0/score.total" for seat in (1, 2))
        assert (await home.post(f"/t/{ada}/f/{other}", mark="999")).status == 404
        assert (await home.post(f"/t/{ada}/f/{own}", mark="no number")).status == 400
        assert (await home.post(f"/t/{ada}/f/{own}", mark="12")).status == 303
        await home.settled()
        records = {each.record.seat: each.record for each in home.house.standing(table.id).places()}
        assert records[1].marks["score.total"] == 12
        assert records[2].marks["score.total"] == second.marks["score.total"]
        page = (await home.get(f"/t/{ada}/log")).text
        numbers = {each.number for each in home.house.standing(table.id).table.log if each.event.who != 1}
        assert not any(f'value="{number}"' in page for number in numbers)
        for number in numbers:
            assert (await home.post(f"/t/{ada}/undo", number=str(number))).status == 400
        assert (await home.get(f"/h/{ada}")).status == 404

    run(evening, tmp_path)


def test_a_photo_of_another_table_and_one_that_cannot_be_read_are_said_so(tmp_path: Path) -> None:
    async def evening(home: Home) -> None:
        table, other = home.start(), home.start(seed="heron")
        link = table.started.links[0]
        await home.send(link, home.shown.photo(played(other)[0]), home.shown.unreadable("hold it closer"))
        await home.settled()
        page = (await home.get(f"/t/{link}")).text
        assert "another table" in page and "heron" in page and "hold it closer" in page
        assert (await home.send(link, b"GIF89a")).status == 400
        assert (await home.send(link)).status == 400

    run(evening, tmp_path)


def test_a_sheet_of_the_same_seed_joins_whatever_its_print(tmp_path: Path) -> None:
    async def evening(home: Home) -> None:
        table = home.start()
        first, second = played(table)
        friend = replace(second, game=replace(second.game, print="elsew", name="Club 7"))
        await home.send(table.started.links[0], home.shown.photo(first), home.shown.photo(friend))
        await home.settled()
        outcome = home.house.standing(table.id).outcome
        assert outcome is not None and outcome.verdict == "legal" and not outcome.table.missing

    run(evening, tmp_path)


def test_seats_are_taken_once(tmp_path: Path) -> None:
    async def evening(home: Home) -> None:
        table = home.start()
        joining = f"/j/{table.started.links[1]}"
        assert "Ben" in (await home.get(joining)).text
        answer = await home.post(joining, seat="2")
        assert answer.headers["location"] == f"/t/{table.started.links[3]}"
        assert (await home.post(joining, seat="2")).status == 400
        for seat in ("0", "3", "-1", "²", ""):
            assert (await home.post(joining, seat=seat)).status == 400

    run(evening, tmp_path)


def test_cards_are_turned_by_who_holds_the_table(tmp_path: Path) -> None:
    async def evening(home: Home) -> None:
        table = home.start()
        holder, _, ada, _ = (f"/t/{each}" for each in table.started.links)
        before = (await home.get(f"{ada}/turn")).text
        assert "offers-big" in before and 'class="number"' not in before
        assert (await home.post(f"{ada}/turn", turn="1")).status == 400
        assert (await home.post(f"{holder}/turn", turn="1")).status == 303
        assert (
            await home.post(f"{holder}/turn", turn="9")
        ).status == 303  # not the next one: nothing happens
        page = (await home.get(f"{ada}/turn")).text
        assert page.count('class="number"') == 3 and home.house.standing(table.id).table.turn == 1

    run(evening, tmp_path)


def test_everything_is_there_after_the_house_was_left(tmp_path: Path) -> None:
    shown = Shown()

    async def evening(home: Home) -> None:
        table = home.start()
        first, second = played(table)
        home.house.happens(table.id, Turned(1), TABLE)
        await home.send(table.started.links[0], shown.photo(first), shown.photo(second))

    async def morning(home: Home) -> None:
        await home.settled()
        (table,) = home.house.tables()
        known = home.house.standing(table.id)
        assert known.table.turn == 1 and known.outcome is not None and known.outcome.verdict == "legal"
        assert known.table.started.names == ("Ada", "Ben")

    run(evening, tmp_path, shown)
    run(morning, tmp_path, shown)


def test_pages_speak_the_language_of_who_looks(tmp_path: Path) -> None:
    async def evening(home: Home) -> None:
        link = f"/t/{home.start().started.links[0]}"
        for language, words in (("cs", "Výsledek"), ("de", "Ergebnis"), ("en", "Result")):
            answer = await home.call("GET", link, headers={"accept-language": f"{language}-XX,fr;q=0.5"})
            assert f'<html lang="{language}">' in answer.text and f">{words}<" in answer.text
        chosen = await home.call("GET", f"{link}?lang=cs", headers={"accept-language": "de"})
        assert ">Výsledek<" in chosen.text and "lang=cs" in chosen.headers["set-cookie"]
        assert ">Result<" in (await home.get(f"{link}?lang=../../xx")).text

    run(evening, tmp_path)


def test_one_thread_draws_whatever_is_asked_for_at_once() -> None:
    async def drawings() -> set[str]:
        return set(await asyncio.gather(*(drawn(lambda: threading.current_thread().name) for _ in range(8))))

    assert len(asyncio.run(drawings())) == 1
