"""Players share cards, files, plays for BG Stats, pages of players, and the steps of a game."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from zipfile import ZipFile

import numpy as np
import pytest
import zxingcpp
from msgspec.structs import replace
from PIL import Image

from fairsheet import read_record, verify
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import Message, render
from fairsheet.serve.event_log import Seated, Started, TableState
from fairsheet.serve.pages import _result_pages
from fairsheet.serve.sharing import share_card
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.model.page_geometry import FRAME
from tests.fairsheet.serve.client import Answer, Client, on_pages, opened_client, played, run
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

HOSTILE = ('=HYPERLINK("x")', "<script>x</script>", "Ž" * 40)
NOT_PRINTED = "=1+1\N{ROCKET}\N{RIGHT-TO-LEFT OVERRIDE}\N{HEBREW LETTER ALEF}" + "<b>" * 18  # only on a photo


async def show_game(client: Client, *names: str, seed: str = "crane") -> TableState:
    """Play a game of bots at a new table, and send its photos."""
    table = client.start(names=names, seed=seed)
    await client.show(table, *map(client.shown.photo, played(table)))
    return table


def rows_of(answer: Answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.text)))


def play_of(page: str) -> dict[str, Any]:
    """Return the play that a result page has for BG Stats."""
    (data,) = re.findall(r'href="https://app\.bgstatsapp\.com/createPlay\.html\?data=([^"]+)"', page)
    play: dict[str, Any] = json.loads(unquote(data))
    return play


def test_card_shows_pictures_and_is_drawn_once_for_each_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[str]()

    def counting(*values: Any) -> bytes:
        drawn.append(values[-1].language)
        return share_card.card_png(*values)

    monkeypatch.setattr(_result_pages, "card_png", counting)

    async def evening(client: Client) -> None:
        table = await show_game(client, *HOSTILE)
        path = f"/t/{table.started.links[0]}/card.png"
        cards = await asyncio.gather(*(client.get(f"/t/{link}/card.png") for link in table.started.links[2:]))
        assert len({each.body for each in cards}) == 1 and drawn == ["en"]
        with Image.open(io.BytesIO(cards[0].body)) as card:
            assert card.size == share_card.SIZE
            red, green, _ = np.moveaxis(np.asarray(card.convert("RGB")), 2, 0)
            assert np.count_nonzero((green > 200) & (red < 90)) > 30_000  # the pages of the sheets
        version = client.tables.result_version(table.id)
        client.tables.presence.enter(table.id, 1)
        await client.get(path)
        assert drawn == ["en"] and client.tables.result_version(table.id) == version
        await client.call("GET", path, headers={"accept-language": "cs"})
        client.tables.add_event(table.id, Seated(("Ada", "Ben", "Čeněk"), (1, 2, 3)), 0)
        assert (await client.get(path)).body != cards[0].body and drawn == ["en", "cs", "en"]
        waiting = client.start()
        assert (await client.get(f"/t/{waiting.started.links[0]}/card.png")).status == 400

    run(evening, tmp_path)


@on_pages
async def test_shared_pictures_have_the_red_frames_of_the_page(client: Client) -> None:
    table, (own, _) = client.start(), played(client.start())
    false = replace(own, marks={**own.marks, "floor-1.1": 15, "floor-1.3": 1})
    await client.show(table, client.shown.photo(false))
    page = await client.see(table, "/result")
    frames = [
        [float(number) for number in each]
        for each in re.findall(
            r'<rect class="clash" x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"/>', page
        )
    ]
    assert len(frames) > 1
    content = (await client.get(f"/t/{table.started.links[0]}/result.png")).body
    with Image.open(io.BytesIO(content)) as picture:
        red, green, _ = np.moveaxis(np.asarray(picture.convert("RGB")).astype(int), 2, 0)
    drawn = np.argwhere((green > 200) & (red < 90))
    (top, left), scale = drawn.min(0), np.ptp(drawn, 0) / (FRAME.h, FRAME.w)
    in_red = np.argwhere((red > 150) & (green < 70))
    in_red = (in_red[in_red[:, 0] > top] - (top, left)) / scale  # mm of the frame
    for x, y, width, height in frames:
        of_frame = (in_red > (y - 1, x - 1)) & (in_red < (y + height + 1, x + width + 1))
        found = in_red[of_frame.all(1)]
        assert found.min(0) == pytest.approx((y, x), abs=1.2) and len(found) > 50
        assert np.ptp(found, 0) == pytest.approx((height, width), abs=2)
        in_red = in_red[~of_frame.all(1)]
    assert not len(in_red)


@on_pages
async def test_files_have_the_games_of_an_evening_and_of_the_season(client: Client) -> None:
    table, other = await show_game(client, *HOSTILE), await show_game(client, "Ada", "Ben", seed="otter")
    link, home = f"/t/{table.started.links[0]}", f"/h/{client.tables.link}"
    answer = await client.get(f"{link}/result.csv")
    assert answer.headers["content-disposition"].startswith("attachment")
    rows = rows_of(answer)
    assert {each["player"] for each in rows} == {f"'{HOSTILE[0]}", *HOSTILE[1:]}
    assert {each["date"] for each in rows} == {table.day.isoformat()}
    with ZipFile(io.BytesIO((await client.get(f"{link}/result.zip")).body)) as records:
        given = [read_record(records.read(name).decode()) for name in records.namelist()]
    assert [each.seat for each in given] == [1, 2, 3]
    assert {each.verdict for each in verify(given).sheets} == {"legal"}
    games = json.loads((await client.get(f"{link}/result.json")).body)["games"]
    assert {each["player"] for each in games} == set(HOSTILE)
    for row, each in zip(rows, games, strict=True):
        assert int(row["total"]) == each["total"] and "score.total" not in each["parts"] != {}
    season = rows_of(await client.get(f"{home}/season.csv"))
    assert {each["table"] for each in season} == {table.id, other.id}
    assert len(json.loads((await client.get(f"{home}/season.json")).body)["games"]) == len(season) == 5
    for path in (f"{link}/result.xlsx", f"{home}/season.xlsx", f"/h/{link}/season.csv"):
        assert (await client.get(path)).status == 404


@on_pages
async def test_bg_stats_gets_the_whole_play(client: Client) -> None:
    table = client.start(names=HOSTILE)
    link = f"/t/{table.started.links[0]}/result"
    *others, last = map(client.shown.photo, played(table))
    await client.show(table, *others)
    assert "bgstatsapp" not in (await client.get(link)).text  # a sheet is missing
    await client.show(table, last)
    page = (await client.get(link)).text
    play = play_of(page)
    assert play["sourcePlayId"] == table.id and play["board"] == "Launch" and play["game"]["highestWins"]
    assert play["playDate"][:7] == f"{table.day:%Y-%m}" and len(play["playDate"]) == len(
        "2026-11-30 19:30:00"
    )
    assert [each["name"] for each in play["players"]] == list(HOSTILE)
    best = max(each["score"] for each in play["players"])
    for each in play["players"]:
        assert each["winner"] == (each["score"] == best) == (each["rank"] == 1) and not each["startPlayer"]
    again = await show_game(client, HOSTILE[0], "Ben")
    ids = [
        each["players"][0]["sourcePlayerId"] for each in (play, play_of(await client.see(again, "/result")))
    ]
    assert ids[0] == ids[1] != play["players"][1]["sourcePlayerId"]


@on_pages
async def test_long_names_have_a_link_for_bg_stats_without_a_code(client: Client) -> None:
    table = await show_game(client, *(f"{letter * 39}{n}" for n, letter in enumerate("ŽŘŠČĚŮ")))
    page = await client.see(table, "/result")
    assert len(play_of(page)["players"]) == 6 and 'class="qr"' not in page


@on_pages
async def test_season_has_evenings_and_a_page_for_each_player(client: Client) -> None:
    tables = [
        await show_game(client, "Ada", "<b>Ben</b>"),
        await show_game(client, "Ada", "Čeněk", seed="otter"),
    ]
    await show_game(client, "", "", seed="heron")
    home = f"/h/{client.tables.link}"
    season = (await client.get(f"{home}/season")).text
    assert all(f"/t/{table.started.links[0]}/result" in season for table in tables)
    assert "<b>Ben" not in season and "counted by seat" in season
    paths = re.findall(rf'href="({home}/season/[0-9a-f]+)"', season)
    pages = {path: (await client.get(path)).text for path in paths}
    ada = next(page for page in pages.values() if "<h1><bdi>Ada</bdi></h1>" in page)
    assert len(pages) == 5 and all(f"/t/{table.started.links[0]}/result" in ada for table in tables)
    assert "&lt;b&gt;Ben" in ada and "Čeněk" in ada
    assert not any(table.id in page for table in tables for page in (season, ada))  # only files identify them
    assert (await client.get(f"{home}/season/0000")).status == 404
    assert (await client.get(paths[0].replace(client.tables.link, tables[0].started.links[2]))).status == 404


USUAL = ("launch", "battle", "solo")  # the other games take long


@pytest.mark.parametrize(
    "game", [*USUAL, *(pytest.param(each, marks=pytest.mark.soak) for each in SCENARIOS if each not in USUAL)]
)
def test_first_and_last_turn_of_each_player_have_their_pages(game: str, tmp_path: Path) -> None:
    async def evening(client: Client) -> None:
        if game == "solo":
            table = client.tables.start(Started("launch", ("Ada",), "crane", ("host", "join", "ada"), 4))
            (solo,) = simulate(load_sheet("launch"), "crane", 1, solo=4)
            records = [
                replace(each, game=replace(each.game, print=table.id), player="") for each in solo.records
            ]
        else:
            table = client.start(game)
            records = played(table)
        await client.show(table, *map(client.shown.photo, records))
        page = await client.see(table, "/result")
        outcome = client.tables.standing(table.id).outcome
        assert outcome is not None and outcome.proof is not None
        for seat in range(1, table.players + 1):
            steps = f"/t/{table.started.links[0]}/steps/{seat}"
            assert page.index('class="ranking"') < page.index(f"{steps}/0") < page.index("/card.png")
            assert f"{steps}/1" in (await client.get(f"{steps}/0")).text
            found = next(each for each in outcome.proof.sheets if each.seat == seat)
            last = max(each.turn for each in found.history or ())
            step = (await client.get(f"{steps}/{last}")).text
            assert '<g class="new">' in step and f"{steps}/{last + 1}" not in step

    run(evening, tmp_path)


def test_each_line_of_a_card_fits() -> None:
    font = share_card._font(32, bold=True)
    for name in (*HOSTILE, NOT_PRINTED, "W" * 300, "von und zu " * 30, "x"):
        for most in (1, 2):
            lines = share_card._wrapped(name, font, 300, most)
            assert 1 <= len(lines) <= most and all(0 < font.getlength(each) <= 300 for each in lines)
            whole = "".join(lines).replace(" ", "") == name.replace(" ", "")
            assert whole or lines[-1].endswith(share_card.SHORTENED) or name == NOT_PRINTED
    assert share_card._wrapped("  Ada  Lovelace ", font, 300, 2) == ["Ada Lovelace"]


def test_podium_has_all_players_of_a_rank_or_none() -> None:
    for ranks, on_podium in (
        ((1, 2, 3, 4), 3), ((1, 1, 1), 3), ((1, 1, 1, 1), 0), ((1, 2, 2, 2), 1), ((1, 2, None), 2), ((None,), 0)
    ):  # fmt: skip
        places = [share_card._Place("Ada", "1", rank) for rank in ranks]
        assert share_card._podium(places) == places[:on_podium]


def test_shared_pages_and_codes_in_a_browser(browser: Any, tmp_path: Path) -> None:
    folder, problems = tmp_path / "evening", list[str]()

    async def prepare() -> str:
        async with opened_client(folder) as client:
            client.tables.resume_tasks()
            table = await show_game(client, *HOSTILE, "Ada")
            return table.started.links[0]

    with ThreadPoolExecutor(1) as thread:  # the browser has the event loop of this one
        link = thread.submit(asyncio.run, prepare()).result()
    with serve_folder(folder) as home:
        for language, scheme in (("cs", "dark"), ("de", "light")):
            base = home.split("/h/")[0]
            page = open_page(browser, f"{base}/t/{link}/result", problems, locale=language, color_scheme=scheme,
                             device_scale_factor=2, **PHONE)  # fmt: skip
            card = page.locator("#share ~ figure img")
            card.scroll_into_view_if_needed()
            assert card.evaluate("async each => { await each.decode(); return each.naturalWidth; }") == 1080
            box = card.bounding_box()
            assert 300 < box["width"] <= 360 and abs(box["height"] / box["width"] - 1.25) < 0.02
            page.locator("summary", has_text="BG Stats").click()
            check(page)
            add = render(Message("Add the play to BG Stats"), words_on_sheets(language))
            (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.locator(".qr").screenshot())))
            assert code.text == page.get_by_role("link", name=add).get_attribute("href")
            page.goto(f"{home}/season")
            check(page)
            page.get_by_role("link", name=HOSTILE[0]).click()
            page.get_by_role("heading", name=HOSTILE[0]).wait_for()
            check(page)
    assert not problems
