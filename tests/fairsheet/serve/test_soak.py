"""The running program under hostile requests and repeated kills, at random from a seed."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest

from benchmarks.serve import FORM, PARTS, Program
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.pipeline.store.folders import LOG
from fairsheet.serve.event_log import Answered
from tests.fairsheet.serve.client import opened_client, played, uses_many_addresses
from tests.vision.loading.test_load import png_of_size

pytestmark = pytest.mark.soak

REQUESTS, ADDRESSES = 2_000, 200
PAGES = 40  # open pages of one table behind one address
LONGEST = 20.0  # seconds until any request is answered or its connection closed
MOST_MEMORY = 1_000  # MB, with all workers
KILLS = 50
SCRIPT = "<script>alert(1)</script>"
PATHS = (
    "/../../etc/passwd", "/static/x/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/static/%00/serve.css",
    "/t/%2e%2e%2f", "/t/{forged}", "/t/{forged}/result.pdf", "/j/{forged}", "/h/{forged}", "/h/{forged}/new/0",
    "{table}/page/../../../etc/passwd/0.jpg", "{table}/page/{forged}/99999999999.jpg", "{table}/p/{forged}/0",
    "{table}/f/{forged}/0/{{7*7}}", "{table}/steps/999999999/999999999", "{table}/blank/1/0.png", "{table}/result.exe",
    "{table}/ask?after=-1", "{table}/sheets.pdf?paper=../../x", "/?lang=../../x", "{table}?lang=%00", "/" + "a" * 4_000,
    "{table}/delete/photos", "{table}/delete/../seats",
)  # fmt: skip


UPLOADS = (
    *(png_of_size(*size, bytes(20_000_000)) for size in ((60_000, 60_000), (3_000, 6_000))),
    b"\xff\xd8\xff" + bytes(1_000), b"%PDF-1.7\n" + b"<<" * 50_000,
    b"\0\0\0\x18ftypheic" + bytes(2_000), b"RIFF\0\0\0\0WEBP", b"MM\0*" + b"\xff" * 500, SCRIPT.encode(), b"",
)  # fmt: skip


def hostile(chance: random.Random, table: str, home: str) -> tuple[str, str, bytes, dict[str, str]]:
    """Return a hostile request: method, path, body, headers."""
    forged = "".join(chance.choices("abcdefghijkmnopqrstuvwxyz_-", k=22))
    path = chance.choice(PATHS).format(table=table, forged=forged)
    players, seed = chance.choice(("2", "-1", "9" * 40, SCRIPT)), SCRIPT * chance.choice((1, 9))
    form = urlencode({"players": players, "name": SCRIPT, "seed": seed}).encode()
    length = chance.choice(("-1", "9" * 30, "99999999999"))
    action = chance.choice(("undo", "ask", "turn", "seed", "seats", "seat", "assign", "delete/photos"))
    typed = urlencode({chance.choice(("number", "days", "changed", "name")): SCRIPT}).encode()
    upload = (
        b"--x\r\nContent-Disposition: form-data; name=photo; filename=../../e.jpg\r\n\r\n"
        + chance.choice(UPLOADS)
    )
    return chance.choice((
        ("GET", path, b"", {}),
        (chance.choice(("PUT", "TRACE", "PATCH", "\tGET")), path, b"", {}),
        ("GET", table, b"", {"Host": chance.choice(("evil.example", "", "127.0.0.1:1", "a" * 9_000))}),
        ("GET", table, b"", {"X-Long": "a" * chance.choice((9_000, 60_000)), "Cookie": "lang=" + "x" * 3_000}),
        ("POST", f"{table}/turn", b"turn=1", {**FORM, "Origin": "http://evil.example"}),
        ("POST", f"{table}/photos", upload + b"\r\n--x--\r\n", PARTS),
        ("POST", f"{table}/photos", upload, {**PARTS, "Content-Length": length}),
        ("POST", f"{table}/photos", b"--x" * 3_000, PARTS),
        ("POST", f"{home}/new/{chance.randrange(12)}", form, FORM),
        ("POST", f"{table}/{action}", typed, FORM),
        ("POST", f"/t/{forged}/undo", b"number=1", FORM),
    ))  # fmt: skip


def fetch(program: Program, number: int, request: tuple[str, str, bytes, dict[str, str]]) -> tuple[int, str]:
    """Return the status and text of the answer to one of many addresses, status 0 for a closed connection."""
    method, path, body, headers = request
    connection = HTTPConnection(
        program.home.netloc, timeout=LONGEST, source_address=(f"127.0.1.{1 + number % ADDRESSES}", 0)
    )
    with closing(connection):
        try:
            connection.request(method, path, body, {"Origin": f"http://{program.home.netloc}", **headers})
            response = connection.getresponse()
            return response.status, response.read().decode(errors="replace")
        except TimeoutError:
            raise AssertionError(f"no answer to {method} {path[:80]}") from None
        except (HTTPException, OSError, ValueError):  # the client refuses some requests
            return 0, ""


def start_table(program: Program, seed: str) -> str:
    """Start a table and return its page."""
    new = f"{program.home.path}/new/{list(SCENARIOS).index('launch')}"
    table, _ = program.ask(
        new, urlencode({"players": "2", "name": ["Ada", "Ben"], "seed": seed}, doseq=True).encode()
    )
    assert table.startswith("/t/")
    return table


def open_half_sent(program: Program, table: str) -> Iterator[socket.socket]:
    """Yield open connections: event streams, stalled bodies and unfinished requests."""
    host = program.home.netloc
    unfinished = (
        f"GET {table}/events HTTP/1.1\r\nHost: {host}\r\n\r\n",
        f"POST {table}/photos HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 9999\r\n\r\n--x",
        "GET / HTTP/1.1\r\nHost:",
    )
    for number in range(240):
        connection = socket.create_connection(
            ("127.0.0.1", program.home.port or 0), 5, (f"127.0.2.{1 + number % 20}", 0)
        )
        connection.sendall(unfinished[number % 3].encode())
        yield connection


@uses_many_addresses
def test_hostile_requests_do_no_harm(tmp_path: Path) -> None:
    log = (tmp_path / "stderr").open("wb")
    program = Program(tmp_path / "evening", stderr=log)
    chance, answers = random.Random(32), Counter[int]()
    waiting: list[socket.socket] = []
    most = 0
    try:
        table = start_table(program, "crane")
        for number in range(REQUESTS):
            if number == REQUESTS // 2:
                waiting += open_half_sent(program, table)
            status, text = fetch(program, number, hostile(chance, table, program.home.path))
            answers[status] += 1
            assert status != 500 and "Traceback" not in text and SCRIPT not in text
            if number % 50 == 0:
                most = max(most, program.memory())
        for each in waiting:
            each.close()
        assert "crane" in program.ask(table)[1]
        assert most < MOST_MEMORY
        print(dict(answers), most, "MB")
    finally:
        program.process.terminate()
        assert program.process.wait(30) is not None
    log.close()
    errors = (tmp_path / "stderr").read_text() + (tmp_path / "evening" / LOG).read_text()
    assert not re.search(rf"Traceback|Ada|crane|{table}|{program.home.path}", errors), errors
    assert {each.name for each in tmp_path.iterdir()} == {"evening", "stderr"}
    kept = {each.name for each in (tmp_path / "evening").iterdir()}
    assert kept <= {
        ".batch.lock",
        "batch.log",
        "batch.sqlite",
        "batch.sqlite-wal",
        "batch.sqlite-shm",
        "photos",
    }, kept
    photos = [each.name for each in (tmp_path / "evening" / "photos").iterdir()]
    assert all(re.fullmatch(r"[0-9a-f]{64}\.[a-z]+", each) for each in photos), photos


def test_news_reach_all_pages_behind_one_address(tmp_path: Path) -> None:
    with ExitStack() as stack:
        program = Program(tmp_path / "evening")
        stack.callback(program.process.wait)
        stack.callback(program.process.kill)
        table = start_table(program, "crane")
        streams = []
        for _ in range(PAGES):
            connection = stack.enter_context(closing(HTTPConnection(program.home.netloc, timeout=LONGEST)))
            connection.request("GET", f"{table}/events")
            streams.append(connection.getresponse())
        before = [read_news(each) for each in streams]
        sent = time.monotonic()
        program.ask(f"{table}/turn", b"turn=1")
        news = [read_news(each) for each in streams]
        print(f"{PAGES} pages have news after {time.monotonic() - sent:.2f} s")
        assert len(set(news)) == 1 and not set(news) & set(before)


def read_news(stream: HTTPResponse) -> bytes:
    """Return the next version of a table that a page gets."""
    return next(line for line in stream if line.startswith(b"data:"))


async def prepare_corrections(folder: Path) -> tuple[str, str]:
    """Return the table and a field of a sheet that was read, for corrections."""
    async with opened_client(folder) as client:
        client.tables.resume_tasks()
        table = client.start()
        await client.show(table, client.shown.photo(played(table)[0]))
        (sheet,) = client.tables.standing(table.id).places()
        return f"/t/{table.started.links[0]}", f"f/{sheet.seen[0].sha256}/0/score.total"


async def marks_given(folder: Path, table: str) -> list[object]:
    """Return all marks that people gave at a table, in order."""
    async with opened_client(folder) as client:
        guest = client.tables.guest(table.removeprefix("/t/"))
        assert guest is not None
        log = client.tables.standing(guest.table).table.log
        return [each.event.what.said[0].mark for each in log if isinstance(each.event.what, Answered)]


def test_confirmed_events_survive_kills(tmp_path: Path) -> None:
    folder, chance = tmp_path / "evening", random.Random(32)
    confirmed: dict[str, tuple[int, int]] = {}  # by table: its turn and its number of photos
    corrected, field = asyncio.run(prepare_corrections(folder))
    marks = list[int]()  # those of confirmed corrections
    for kill in range(KILLS):
        program = Program(folder)
        for table, (turn, photos) in confirmed.items():
            assert f'name="turn" value="{turn + 1}"' in program.ask(f"{table}/turn")[1]
            assert program.ask(table)[1].count("Remove") >= photos
        table = start_table(program, f"crane-{kill}")
        confirmed[table] = (0, 0)
        for step in range(1, chance.randrange(2, 12)):
            turn, photos = confirmed[table]
            if step % 4 == 1:
                marks.append(20 * kill + step)
                location, _ = program.ask(f"{corrected}/{field}", f"mark={marks[-1]}".encode())
                assert location.startswith(corrected)
            elif step % 4:
                program.ask(f"{table}/turn", f"turn={turn + 1}".encode())
                confirmed[table] = (turn + 1, photos)
            else:
                head = (
                    b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n\xff\xd8\xff'
                )
                program.ask(f"{table}/photos", head + f"{kill} {step}\r\n--x--\r\n".encode(), PARTS)
                confirmed[table] = (turn, photos + 1)
        sent = HTTPConnection(program.home.netloc, timeout=5)  # a correction is in progress
        with suppress(OSError):
            origin = {"Origin": f"http://{program.home.netloc}"}
            sent.request("POST", f"{corrected}/{field}", f"mark={20 * kill + 19}", {**FORM, **origin})
        program.process.kill()
        program.process.wait()
        sent.close()
    given = asyncio.run(marks_given(folder, corrected))
    assert [each for each in given if each in marks] == marks and len(confirmed) == KILLS
    print(f"{KILLS} kills, {len(marks)} confirmed corrections, {len(given) - len(marks)} more were stored")
