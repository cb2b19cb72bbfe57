"""A whole evening in browsers on a laptop and phones, with photos that the scanner reads."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest

from fairsheet.commands.new import template_text
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import Message
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.pipeline.store.plan import catalog_with, template_file_at
from fairsheet.serve.event_log import Started
from fairsheet.serve.games import PlayableGame, custom_game, game_called, game_of
from fairsheet.serve.links import new_link_id
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.trial._random_marks import random_marks
from fairsheet.trial.demonstration import photograph_sheets
from fairsheet.vision.readings.reading import Doubt
from tests.conftest import Fairsheet
from tests.fairsheet.here import write_records
from tests.fairsheet.serve.client import opened_client, played
from tests.photographs import photographed

CHROMIUM = Path("/usr/bin/chromium")
PHONE_WIDTH = 360
PHONE = {"viewport": {"width": PHONE_WIDTH, "height": 740}, "is_mobile": True, "has_touch": True}
SMALL_TARGETS = """least => [...document.querySelectorAll("a, button, input, select, summary")].flatMap(each => {
    const target = each.labels?.length && /radio|checkbox|file/.test(each.type) ? each.labels[0] : each;
    const { width, height, right } = target.getBoundingClientRect();
    const isHidden = !target.checkVisibility() || right < 0;
    const isFound = isHidden || Math.min(width, height) >= least - 0.5 || each.closest("svg.page");
    return isFound ? [] : [`${target.outerHTML.slice(0, 120)}: ${width} x ${height}`];
})"""

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no {CHROMIUM}")


@contextmanager
def serve_folder(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve a folder to the network and yield the address of the home page.
    Browsers trust network addresses less than their own machine."""
    call = [sys.executable, "-m", "fairsheet", "serve", str(folder), "--lan", "--port", str(port)]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert process.stdout is not None
        yield next(line.strip() for line in process.stdout if line.startswith("http"))
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield started
        started.close()


def open_page(browser: Any, address: str, problems: list[str], **context: Any) -> Any:
    """Open a page in a new context and collect its console errors."""
    page = browser.new_context(**context).new_page()
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto(address)
    return page


def check(page: Any) -> None:
    """Check that a page is accessible, not wider than its screen, and on phones without targets below 44 pixels."""
    violations = axe.Axe().run(page).response["violations"]
    assert not violations, [(each["id"], each["nodes"][0]["html"][:200]) for each in violations]
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), page.url
    if page.viewport_size["width"] == PHONE_WIDTH:
        assert not page.evaluate(SMALL_TARGETS, 44), page.url


def click_and_wait(opener: Any) -> None:
    """Click a link or button that opens another page, and wait for that page."""
    with opener.page.expect_navigation():
        opener.click()


def photos_of(game: str, folder: Path) -> list[Path]:
    """Return photos of a game of two bots."""
    photos = []
    for path in write_records(folder, next(simulate(load_sheet(game), "crane", 2)).records):
        photos.append(path.with_suffix(".jpg"))
        photos[-1].write_bytes(photographed(path))
    return photos


def start(laptop: Any, title: str) -> None:
    """Go from the home page to the page of a new table of Ada and Ben."""
    click_and_wait(laptop.get_by_role("link", name=title, exact=True))
    laptop.get_by_label("2", exact=True).check()
    laptop.get_by_label("Player 1").fill("Ada")
    laptop.get_by_label("Player 2").fill("Ben")
    if (seed := laptop.get_by_role("textbox", name="Seed")).count():
        seed.fill("crane")
    check(laptop)
    click_and_wait(laptop.get_by_role("button", name="Start the table"))


def test_an_evening_with_a_laptop_and_two_phones(browser: Any, tmp_path: Path) -> None:
    photos = photos_of("journey", tmp_path)  # one number of Ada's photo is in doubt
    problems: list[str] = []
    with serve_folder(tmp_path / "evening") as address:
        laptop = open_page(browser, address, problems, color_scheme="dark")
        check(laptop)
        start(laptop, "Journey")
        check(laptop)
        table, joining = laptop.url, laptop.locator("#join ~ p").inner_text()

        phones = []
        for name in ("Ada", "Ben"):
            phone = open_page(browser, joining, problems, **PHONE)
            with phone.expect_navigation():
                phone.get_by_role("button", name=name).evaluate("each => { each.click(); each.click(); }")
            click_and_wait(phone.get_by_role("link", name="Cards"))
            phones.append(phone)
        ada, ben = phones

        accepted = laptop.locator("input[type=file]").evaluate_all("all => all.map(each => each.accept)")
        assert len(accepted) == 2
        for (
            each
        ) in accepted:  # iPhones convert HEIC to JPEG only if JPEG is first, without HEIC or a wildcard
            assert each.startswith("image/jpeg") and "*" not in each and "hei" not in each

        click_and_wait(laptop.get_by_role("link", name="Cards"))
        laptop.get_by_role("button", name="Turn over the first cards").click()
        laptop.get_by_role("heading", name="Turn 1").wait_for()
        laptop.get_by_role("button", name="Full screen").click()
        laptop.keyboard.press("ArrowRight")
        laptop.get_by_role("heading", name="Turn 2").wait_for()
        laptop.locator(".spoken", has_text="Turn 2, ").wait_for()
        assert laptop.locator("body.full").count() and not laptop.locator("nav").first.is_visible()
        check(laptop)
        laptop.get_by_role("button", name="Full screen").click()
        laptop.get_by_role("listitem").filter(has_text="Ben here").wait_for()
        for phone in phones:  # they follow without a reload
            phone.get_by_role("heading", name="Turn 2").wait_for(timeout=5000)
        check(ada)

        for phone, photo in zip(phones, photos, strict=True):
            click_and_wait(phone.get_by_role("link", name="Somebody has finished"))
            phone.locator("input[capture]").set_input_files(photo)
        laptop.goto(table)
        laptop.locator(".cards .total").last.wait_for(timeout=30_000)
        for phone in phones:
            phone.get_by_role("link", name="Marks as read").first.wait_for(timeout=10_000)
        check(ben)

        taps = 0
        click_and_wait(ada.get_by_role("link", name="Questions"))
        ada.get_by_role("heading", name="What do you see?").wait_for(timeout=30_000)
        ada.get_by_role("checkbox", name="Larger").check()
        assert ada.locator("svg.crop").nth(1).bounding_box()["width"] > 300
        check(ada)
        answers = ada.get_by_role("group", name="What do you see?")
        while answers.count():
            click_and_wait(answers.get_by_role("button").first)
            taps += 1
            assert taps <= 4
        click_and_wait(ada.get_by_role("button", name="Undo the last answer"))
        ada.get_by_role("heading", name="What do you see?").wait_for(timeout=5000)
        click_and_wait(answers.get_by_role("button").first)

        click_and_wait(ben.get_by_role("link", name="Marks as read").first)
        assert not ben.locator("svg.page a").count()  # the first sheet is Ada's
        ben.go_back()
        click_and_wait(ben.get_by_role("link", name="Marks as read").last)
        check(ben)
        fields = ben.locator("svg.page a")
        fields.nth(20).tap()  # a finger enlarges first
        boxes = [each.bounding_box() for each in fields.all()]
        assert min(min(each["width"], each["height"]) for each in boxes) >= 44
        check(ben)
        click_and_wait(fields.nth(20))
        check(ben)

        click_and_wait(ada.get_by_role("link", name="Result").first)
        ada.locator("article .ranking").wait_for(timeout=30_000)
        ada.locator("article details summary").first.click()
        check(ada)
        click_and_wait(ada.locator("#steps ~ p a").first)
        click_and_wait(ada.get_by_role("link", name="Next turn"))
        assert ada.locator("svg.page .new").count()
        check(ada)
        ada.goto(f"{ada.url.split('/steps')[0]}/log")
        check(ada)
        laptop.goto(f"{address}/season")
        assert laptop.get_by_role("cell", name="Ada").count()
        check(laptop)
    assert not problems


def test_host_practises_alone_on_a_phone(browser: Any, tmp_path: Path) -> None:
    problems: list[str] = []
    with serve_folder(tmp_path / "evening") as address:
        phone = open_page(browser, address, problems, locale="cs", color_scheme="dark", **PHONE)
        click_and_wait(phone.locator("form[action$=practice] button"))
        check(phone)
        click_and_wait(phone.locator("nav a[href$=turn]"))
        phone.locator("[data-key=next]").click()
        phone.locator(".offers-big li svg.icon path").first.wait_for()
        check(phone)
        click_and_wait(phone.locator("a[href$='#photos']"))
        click_and_wait(phone.locator("form[action$=practice] button"))
        phone.locator(".cards .total").last.wait_for(timeout=60_000)
        click_and_wait(phone.locator("main a[href$=ask]"))
        click_and_wait(phone.locator(".answers button").first)
        click_and_wait(phone.locator("main a[href$=result]"))
        phone.locator(".ranking .legal").last.wait_for(timeout=60_000)
        phone.goto(f"{address}/season")
        assert not phone.locator(".standings").count()  # practice does not count
    assert not problems


def test_next_turn_of_a_solo_game_shows_its_cards(browser: Any, tmp_path: Path) -> None:
    with serve_folder(tmp_path) as address:
        phone = open_page(browser, address, [], **PHONE)
        click_and_wait(phone.get_by_role("link", name=game_called("launch").title_in("en"), exact=True))
        physical, seed = phone.locator("[name=physical]"), phone.locator("[name=seed]")
        physical.check()
        assert not seed.is_visible()
        phone.locator("summary").click()
        phone.get_by_label("level 4").check()
        assert seed.is_visible() and not physical.is_visible()  # a solo game needs its seed
        click_and_wait(phone.get_by_role("button", name="Start the table"))
        click_and_wait(phone.get_by_role("link", name="Cards"))
        check(phone)
        for turn in (2, 3):
            phone.locator("input[name=use]").first.check()
            phone.get_by_role("button", name="Next turn").click()
            phone.locator(f"button[name=turn][value='{turn}']").wait_for()


def test_photo_is_sent_though_the_page_was_refreshed_meanwhile(browser: Any, tmp_path: Path) -> None:
    photo = tmp_path / "none.jpg"
    photo.write_bytes(b"\xff\xd8\xff")
    with serve_folder(tmp_path / "evening") as address:
        laptop = open_page(browser, address, [])
        start(laptop, game_called("launch").title_in("en"))
        camera = laptop.locator("input[multiple]").element_handle()
        laptop.evaluate(
            "document.querySelector('main').append('old'); document.body.dataset.version = ''; refresh()"
        )
        laptop.wait_for_function("each => !each.isConnected", arg=camera)
        camera.set_input_files(photo)
        laptop.get_by_role("button", name="Remove").wait_for()


def test_keys_control_the_steps_of_a_game(browser: Any, tmp_path: Path, fairsheet: Fairsheet) -> None:
    write_records(tmp_path, next(simulate(load_sheet("launch"), "crane", 2)).records)
    game = tmp_path / "game.html"
    fairsheet("verify", tmp_path, "--html", game)
    page = open_page(browser, game.as_uri(), [], **PHONE)
    page.get_by_role("slider").press("End")  # the final steps of a game need scrolling
    check(page)


def test_two_phones_make_a_seed(browser: Any, tmp_path: Path) -> None:
    problems: list[str] = []
    with serve_folder(tmp_path / "evening") as address:
        laptop = open_page(browser, address, problems)
        click_and_wait(laptop.get_by_role("link", name="Launch", exact=True))
        laptop.get_by_label("All phones make the seed").check()
        check(laptop)
        click_and_wait(laptop.get_by_role("button", name="Start the table"))
        check(laptop)
        joining = laptop.locator("#join ~ p").inner_text()
        for seat in (1, 2):
            phone = open_page(browser, joining, problems, **PHONE)
            click_and_wait(phone.get_by_role("button", name=f"Player {seat}"))
        laptop.get_by_role("link", name="Sheets as PDF").wait_for(timeout=10_000)
        laptop.get_by_text("How the seed was made").click()
        assert laptop.locator("pre").inner_text().count("reveal") == 2
        check(laptop)
    assert not problems


def test_every_page_fits_a_finger(browser: Any, tmp_path: Path) -> None:
    folder, pages = tmp_path / "evening", list[str]()

    async def prepare() -> None:
        async with opened_client(folder) as client:
            client.tables.resume_tasks()
            table = client.start()
            client.tables.join(table.id, 1)
            client.tables.request_seat(table.id, 1)
            sheet = played(table)[0]
            field, mark = next((id_, mark) for id_, mark in sheet.marks.items() if id_.startswith("floor"))
            asked = Doubt(field, ((mark, 0.6), (None, 0.4)), mark, Message("faint"), matters=True)
            await client.show(table, client.shown.photo(sheet, asked), client.shown.unreadable("dark"))
            photo = f"{client.tables.standing(table.id).photos[0].photo.sha256}/0"
            host, joining, ada, _ = table.started.links
            names = (
                "",
                "/ask",
                f"/p/{photo}",
                f"/f/{photo}/{field}",
                "/log",
                "/seats",
                "/delete",
                "/turn",
                "/steps",
            )
            pages.extend(
                [f"/t/{host}{each}" for each in names] + [f"/t/{ada}", f"/t/{ada}/result", f"/j/{joining}"]
            )
            for game, solo, options in (("launch", 4, ()), ("planet-unknown", None, ("personal=yes",))):
                links = tuple(new_link_id() for _ in range(4 - bool(solo)))
                started = Started(game, ("Ada", "Ben")[: len(links) - 2], "crane", links, solo, options)
                pages.append(f"/t/{client.tables.start(started).started.links[0]}/turn")
            home = f"/h/{client.tables.link}"
            games = (f"{home}/new/{number}" for number in (0, 8, 9, 10, 11))
            pages.extend((home, f"{home}/season", *games))

    with ThreadPoolExecutor(1) as thread:  # the browser has the event loop of this one
        thread.submit(asyncio.run, prepare()).result()
    with serve_folder(folder) as address:
        phones = [open_page(browser, address, [], locale=each, **PHONE) for each in ("en", "cs", "de")]
        for phone, path in zip(cycle(phones), pages):
            phone.goto(address.split("/h/")[0] + path)
            check(phone)


def test_result_of_six_players_fits_on_a_phone(browser: Any, tmp_path: Path) -> None:
    folder, names = (
        tmp_path / "evening",
        ("Žofie", "Maximilian", "Anna-Lena", "Čeněk", "Barbora", "Jindřiška"),
    )

    async def prepare() -> str:
        async with opened_client(folder) as client:
            client.tables.resume_tasks()
            table = client.start(names=names)
            await client.show(table, *(client.shown.photo(each) for each in played(table)))
            return table.started.links[0]

    with ThreadPoolExecutor(1) as thread:  # the browser has the event loop of this one
        link = thread.submit(asyncio.run, prepare()).result()
    with serve_folder(folder) as address:
        result = f"{address.split('/h/')[0]}/t/{link}/result"
        for language, scheme in (("en", "light"), ("cs", "dark"), ("de", "light")):
            page = open_page(browser, result, [], locale=language, color_scheme=scheme, **PHONE)
            last = page.locator(".ranking li").nth(5).bounding_box()
            assert last["y"] + last["height"] <= page.viewport_size["height"]
            assert page.locator(".ranking .total").nth(5).inner_text().strip("−").isdecimal()
            check(page)


def test_page_shows_lost_connection_and_recovers(browser: Any, tmp_path: Path) -> None:
    no_photo = tmp_path / "no-photo.jpg"
    no_photo.write_bytes(b"\xff\xd8\xff")
    with serve_folder(tmp_path / "evening") as address:
        laptop = open_page(browser, address, [])
        start(laptop, "Launch")
        phone = open_page(browser, laptop.url, [], locale="cs", **PHONE)
        turns = open_page(browser, f"{laptop.url}/turn", [], **PHONE)
        turns.get_by_role("button", name="Turn over the first cards").wait_for()
        assert phone.locator(".lost").inner_text() == ""
    phone.get_by_text("Spojení se stolem vypadlo").wait_for(timeout=5000)
    turns.get_by_text("No connection to the table").wait_for(timeout=5000)
    check(phone)
    phone.locator("input[capture]").set_input_files(no_photo)  # both are sent when the server is back
    turns.get_by_role("button", name="Turn over the first cards").click()
    with serve_folder(tmp_path / "evening", urlsplit(address).port or 0):
        phone.get_by_text("Fotka 1").wait_for(timeout=20_000)
        turns.get_by_role("heading", name="Turn 1").wait_for(timeout=20_000)
        phone.locator(".lost", has_text="Spojení").wait_for(state="detached", timeout=20_000)


def test_page_names_each_chosen_file_that_is_no_photo(browser: Any, tmp_path: Path) -> None:
    files = [tmp_path / "first.jpg", tmp_path / "second.jpg"]
    for each in files:
        each.write_text("no photo")
    with serve_folder(tmp_path / "evening") as address:
        page = open_page(browser, address, [])
        start(page, "Launch")
        page.locator("input[multiple]").set_input_files(files)
        problems = page.locator(".progress", has_text="second.jpg: ")
        problems.wait_for()
        assert problems.inner_text().startswith("first.jpg: ")


def records_of(kind: str, folder: Path) -> tuple[PlayableGame, Sequence[Record]]:
    """Return a game of this kind with its filled-in sheets. Write the template of a custom one to the folder."""
    if kind == "solo":
        return game_called("launch"), next(simulate(load_sheet("launch"), "crane", 1, solo=4)).records
    if kind == "recorded":
        started = Started("pulsar-2849", ("Ada", "Ben"), "crane", ("",) * 4)
        played = game_of("abcde", started)
        return played.playable, records_of_table(played.sheets[-1], played.game)
    path = folder / "garden.sheet"
    path.write_text(template_text("garden", "rows"))
    game, chance = custom_game(template_file_at(path)), np.random.default_rng(1)
    sheet = game.sheets[0]
    table = Table(seed=None, players=2)
    return game, [
        Record(sheet.name, sheet.fingerprint, table, seat, random_marks(sheet, chance)) for seat in (1, 2)
    ]


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["solo", "recorded", "custom"])
def test_evening_with_another_kind_of_game(kind: str, browser: Any, tmp_path: Path) -> None:
    problems: list[str] = []
    game, records = records_of(kind, tmp_path)
    photograph_sheets(records, tmp_path / "made", lambda line: None, catalog_with(game.template))
    with serve_folder(tmp_path) as address:
        laptop = open_page(browser, address, problems)
        if kind == "solo":
            click_and_wait(laptop.get_by_role("link", name=game.title_in("en"), exact=True))
            laptop.locator("summary").click()
            laptop.get_by_label("level 4").check()
            laptop.get_by_role("textbox", name="Seed").fill("crane")
            check(laptop)
            click_and_wait(laptop.get_by_role("button", name="Start the table"))
        else:
            start(laptop, game.title_in("en"))
        table = laptop.url
        if kind != "custom":
            click_and_wait(laptop.get_by_role("link", name="Cards"))
            check(laptop)
            laptop.goto(table)
        laptop.locator("input[multiple]").set_input_files(sorted((tmp_path / "made/photos").iterdir()))
        laptop.locator(".headline").wait_for(timeout=60_000)
        laptop.locator(".notice[role=status]").wait_for(state="detached", timeout=60_000)
        check(laptop)
        click_and_wait(laptop.get_by_role("link", name="Result").last)
        laptop.locator("article").wait_for()
        check(laptop)
    assert not problems
