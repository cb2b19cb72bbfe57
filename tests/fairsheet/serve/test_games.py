"""All kinds of games on the same pages: shared sheets, solo games, recorded games and custom sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from fairsheet.commands.new import template_text
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.records.record import Record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.pipeline.store.plan import placed_template
from fairsheet.serve.event_log import PHOTO_DAYS, TABLE, Started
from fairsheet.serve.games import game_at, playable_games
from fairsheet.serve.links import new_link_id
from fairsheet.sheets.library.templates import load_sheet
from tests.fairsheet.serve.client import Client, on_pages, played, run


@on_pages
async def test_only_neighbours_may_send_their_shared_sheet(client: Client) -> None:
    table = client.start("battle", ("Ada", "Ben", "Cyril"))
    sheets = {each.seat: each for each in played(table)}
    ben, cyril = table.started.links[3:5]
    await client.send(cyril, client.shown.photo(sheets[1]))  # the sheet of Ada and Ben
    await client.settled()
    assert not client.tables.standing(table.id).places()
    await client.send(ben, client.shown.photo(sheets[1]))
    await client.settled()
    assert [each.record.seat for each in client.tables.standing(table.id).places()] == [1]


@on_pages
async def test_solo_game_is_called_and_turns_are_taken_back(client: Client) -> None:
    new = f"/h/{client.tables.link}/new/{list(SCENARIOS).index('launch')}"
    answer = await client.post(new, players="solo-4", name="Ada", seed="crane")
    link = answer.headers["location"]
    page = (await client.get(f"{link}/turn")).text
    assert "Turn 1 of" in page and "ASTRA" in page
    for turn, use in enumerate(("123", "003", "213"), 1):
        for _ in range(2):  # a tap too many
            assert (await client.post(f"{link}/turn", turn=str(turn), use=use)).status == 303
    for use in ("", "111", "120", "4x1", "023"):
        assert (await client.post(f"{link}/turn", turn="4", use=use)).status == 400
    page = (await client.get(f"{link}/turn")).text
    assert "Turn 4 of" in page
    (number,) = re.findall(r'name="number" value="(\d+)"', page)
    await client.post(f"{link}/undo", number=number, back="turn")
    assert "Turn 3 of" in (await client.get(f"{link}/turn")).text


@on_pages
async def test_solo_game_is_called_to_its_end(client: Client) -> None:
    table = client.tables.start(
        Started("launch", ("Ada",), "crane", tuple(new_link_id() for _ in range(3)), 6)
    )
    (game,) = simulate(load_sheet("launch"), "crane", 1, solo=6)
    for turn in game.histories[1]:
        if turn.cards:
            assert 'name="use"' in await client.see(table, "/turn")
            used = (turn.number_card or 0, turn.action_card or 0, turn.astra_card)
            out = "on" if turn.thrown_out is True else ""
            path = f"/t/{table.started.links[0]}/turn"
            await client.post(path, turn=str(turn.turn), use="".join(map(str, used)), out=out)
    end = await client.see(table, "/turn")
    assert 'name="use"' not in end and 'class="button primary" href="' in end


@on_pages
async def test_panel_alone_gives_its_player_no_points(client: Client) -> None:
    table = client.tables.start(
        Started("launch", ("Ada",), "crane", tuple(new_link_id() for _ in range(3)), 4)
    )
    ((record,),) = (game.records for game in simulate(load_sheet("launch"), "crane", 1, solo=4))
    panel = {field: mark for field, mark in record.marks.items() if field.startswith("astra")}
    record = replace(record, game=replace(record.game, print=table.id), marks=panel, player="")
    await client.show(table, client.shown.photo(record))
    assert "0 points" not in await client.see(table)
    result = await client.see(table, "/result")
    assert '<span class="total">?</span>' in result and "BG Stats" not in result


@on_pages
async def test_both_sheets_of_a_solo_battle_are_shown(client: Client) -> None:
    links = tuple(new_link_id() for _ in range(3))
    table = client.tables.start(Started("battle", ("Ada",), "crane", links, 4))
    (game,) = simulate(load_sheet("battle"), "crane", 1, solo=4)
    sheets = [replace(each, game=replace(each.game, print=table.id), player="") for each in game.records]
    await client.show(table, client.shown.photo(sheets[0]))
    page = " ".join(re.sub("<[^>]+>", " ", await client.see(table)).split())
    assert "read; no photo of page 2 yet" in page and "Ada, right sheet no photo yet" in page
    assert "shows Ada, left sheet" in page and "Another player" not in page
    result = await client.see(table, "/result")
    assert result.count("right sheet is missing: add its photo") == 1
    await client.show(table, client.shown.photo(sheets[1]))
    assert len(client.tables.standing(table.id).places()) == len(sheets) == 2
    answers = [
        await client.get(f"/t/{link}{path}") for link in table.started.links[::2] for path in ("", "/result")
    ]
    assert [each.status for each in answers] == [200] * 4
    steps = await client.see(table, "/steps/1/1")
    images = re.findall(r'"(/t/[^"]+/blank/[^"]+)"', steps)
    assert len(set(images)) == 3 and {(await client.get(each)).status for each in images} == {200}
    await client.show(table, client.shown.photo(replace(sheets[0], player="Bea")))
    assert (await client.see(table)).count("Whose sheet is it?") == 1
    assert "undecided" not in answers[1].text and "(seat 1)" not in answers[1].text


@on_pages
async def test_only_the_host_of_a_practice_table_has_its_photos(client: Client) -> None:
    assert (await client.post(f"/h/{client.tables.link}/practice")).status == 303
    (table,) = client.tables.all()
    host, _, ada, _ = table.started.links
    assert f"/t/{host}/practice" in await client.see(table)
    assert "/practice" not in (await client.get(f"/t/{ada}")).text
    assert table.photo_days == PHOTO_DAYS
    assert (await client.post(f"/t/{ada}/practice")).status == 400
    usual = client.start()
    assert "/practice" not in await client.see(usual)
    assert (await client.post(f"/t/{usual.started.links[0]}/practice")).status == 404


@pytest.mark.parametrize(("game", "options"), [("ares-expedition", ("mode=coop",)), ("pulsar-2849", ())])
def test_recorded_game_is_read_and_ranked(game: str, options: tuple[str, ...], tmp_path: Path) -> None:
    async def evening(client: Client) -> None:
        names, links = ("Ada", "Ben"), tuple(new_link_id() for _ in range(4))
        table = client.tables.start(Started(game, names, "crane", links, options=options))
        known, host = game_at(table), table.started.links[0]
        assert (await client.get(f"/t/{host}/turn")).status == 200
        records: list[Record] = []
        records += records_of_table(known.sheets[-1], known.game)
        await client.send(host, *map(client.shown.photo, records))
        await client.settled()
        page = (await client.get(f"/t/{host}/result")).text
        assert "<article>" in page and "cannot be proved" not in page
        assert (await client.get(f"/t/{host}/sheets.pdf")).body.startswith(b"%PDF")

    run(evening, tmp_path)


@on_pages
async def test_only_permitted_players_turn_over_face_down_cards(client: Client) -> None:
    links = tuple(new_link_id() for _ in range(4))
    table = client.tables.start(
        Started(
            "planet-unknown",
            ("Ada", "Ben"),
            "crane",
            links,
            options=("events.green=10", "events.red=10", "personal=yes"),
        )
    )
    holder, ada, ben = (f"/t/{table.started.links[place]}/turn" for place in (0, 2, 3))
    for _ in range(2):  # a tap too many
        assert (await client.post(holder, reveal="civ-1", number="1")).status == 303
    assert (await client.post(ada, reveal="missions-1", number="1")).status == 303
    assert client.tables.standing(table.id).table.revealed == {"civ-1": 1, "missions-1": 1}
    pages = [(await client.get(each)).text for each in (holder, ada, ben)]
    assert [page.count("number 1</b>") for page in pages] == [1, 2, 1]
    client.tables.presence.enter(table.id, TABLE)
    pages = [(await client.get(each)).text for each in (holder, ada, ben)]
    assert ["The host turns the cards over." in page for page in pages] == [False, True, True]
    for link, name in ((ben, "missions-1"), (holder, "missions-2"), (ada, "nothing")):
        assert (await client.post(link, reveal=name, number="1")).status == 400


def test_damaged_catalogue_only_disables_its_own_game(tmp_path: Path) -> None:
    (tmp_path / "garden.sheet").write_text(template_text("garden", "rows"))
    (tmp_path / "garden.cs.po").write_bytes(b"\xff")

    async def evening(client: Client) -> None:
        answer = await client.get(f"/h/{client.tables.link}?lang=cs")
        assert answer.status == 200 and "garden.cs.po" in answer.text

    run(evening, tmp_path)


def test_custom_sheet_in_the_folder_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "garden.sheet").write_text(template_text("garden", "rows"))
    (tmp_path / "broken.sheet").write_text("sheet ???")

    async def evening(client: Client) -> None:
        games, problems = playable_games(tmp_path)
        assert len(problems) == 1 and "broken.sheet" in (await client.get(f"/h/{client.tables.link}")).text
        game = games[-1]
        assert game.template is not None
        page = (await client.get(f"/h/{client.tables.link}")).text
        page = re.sub(
            "<(svg|h2).*?</(svg|h2)>|<a [^>]*/new/|</?(ul|li|span|ol|a)[^>]*>", "", page, flags=re.DOTALL
        )
        shown = re.sub(r"\s+", " ", page[page.index("<h3>") :])
        scenarios = [f'{n}">{n + 1} {name.title()}' for n, name in enumerate(SCENARIOS)]
        alike = f"2 to 6 players, or solo; 25 to 30 minutes</h3> {' '.join(scenarios)} <h3>"
        assert shown.startswith(f"<h3>Scenarios {alike}Recorded games</h3>")
        assert 'Pulsar 2849 2 to 4 players; 60 to 90 minutes <h3>Custom sheets</h3> 12">' in shown
        new = f"/h/{client.tables.link}/new/{len(games) - 1}"
        answer = await client.post(new, players=str(game.player_counts[0]), name="Ada")
        assert answer.status == 303, answer.text
        link = answer.headers["location"]
        assert (await client.get(f"{link}/sheets.pdf")).body.startswith(b"%PDF")
        assert game.title_in("en") in (await client.get(link)).text
        (tmp_path / "garden.sheet").write_text(template_text("garden", "rows") + "\n")
        placed_template.cache_clear()
        client.tables._standing.clear()
        client.tables.resume_tasks()
        client.tables._moved(next(client.tables.all()).id)
        for path in ("", "/season"):
            answer = await client.get(f"/h/{client.tables.link}{path}")
            assert answer.status == 200 and (path or "the template has changed" in answer.text)

    run(evening, tmp_path)
