"""Requests that the guard refuses before any page handles them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Message

from fairsheet.serve import guard
from fairsheet.serve.guard import HEADERS, LARGEST_BODY, Allowance
from tests.fairsheet.serve.client import ADDRESS, ORIGIN, PROXY, Client, on_pages


@on_pages
async def test_foreign_hosts_and_foreign_pages_are_refused(client: Client) -> None:
    path = f"/t/{client.start().started.links[0]}"
    assert (await client.call("GET", path, host="evil.example")).status == 421
    assert (await client.call("GET", path, host="")).status == 421
    form = {"content-type": "application/x-www-form-urlencoded"}
    for origin in (
        {},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
    ):
        assert (await client.call("POST", f"{path}/turn", b"turn=1", {**form, **origin})).status == 403
    assert (await client.call("POST", f"{path}/turn", b"turn=1", {**form, **ORIGIN})).status == 303
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE"):
        assert (await client.call(method, path)).status == 405


@on_pages
async def test_proxy_may_send_forms_of_its_own_pages(client: Client) -> None:
    path = f"/t/{client.start().started.links[0]}/turn"
    form = {"content-type": "application/x-www-form-urlencoded"}
    for origin, status in ((PROXY, 303), (PROXY.replace("https", "http"), 403), (ORIGIN["origin"], 403)):
        answer = await client.call("POST", path, b"turn=1", {**form, "origin": origin}, host="games.example")
        assert answer.status == status
    secure = {**form, "origin": f"https://{ADDRESS}"}
    assert (await client.call("POST", path, b"turn=1", secure)).status == 403


@on_pages
async def test_every_answer_has_security_headers(client: Client) -> None:
    for path in ("/", "/nowhere", f"/h/{client.tables.link}", "/t/forged", "/static/x/serve.css"):
        answer = await client.get(path)
        assert {name.lower() for name in HEADERS} <= answer.headers.keys()
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "<script>" not in answer.text and "style=" not in answer.text


@on_pages
async def test_bodies_are_limited_by_header_and_while_received(client: Client) -> None:
    path = f"/t/{client.start().started.links[0]}/photos"
    for length in (str(LARGEST_BODY + 1), "-1", "x", "9" * 40):
        assert (await client.call("POST", path, b"", {**ORIGIN, "content-length": length})).status == 413
    kind = {"content-type": "multipart/form-data; boundary=x"}
    too_long = b"--x\r\n" + b"a" * (LARGEST_BODY + 1)
    assert (await client.call("POST", path, too_long, {**ORIGIN, **kind})).status in (400, 413)
    for charset in ("unicode_escape", "idna"):
        strange = {**kind, "content-type": f"{kind['content-type']}; charset={charset}"}
        assert (await client.call("POST", path, b"--x--", {**ORIGIN, **strange})).status == 415
    assert (await client.call("GET", "/" + "a" * 3000)).status == 414


@on_pages
async def test_charset_of_scripts_is_accepted(client: Client) -> None:
    path = f"/t/{client.start().started.links[0]}/turn"
    for charset, status in (("UTF-8", 303), ('"utf-8"', 303), ("utf-16", 415)):
        kind = {"content-type": f"application/x-www-form-urlencoded;charset={charset}"}
        assert (await client.call("POST", path, b"turn=1", {**ORIGIN, **kind})).status == status


def test_stalled_body_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "PAUSE", 0.0)

    async def receive_nothing() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def body() -> None:
        await guard.limit_body(receive_nothing)()

    with pytest.raises(guard.TooMuch) as refused:
        asyncio.run(body())
    assert refused.value.status == 408


def test_allowance_limits_the_request_rate_of_an_address() -> None:
    allowance = Allowance(rate=1.0, most=3.0)
    assert [allowance.take("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert allowance.take("b", 0.0)
    assert not allowance.take("a", 0.9) or not allowance.take("a", 0.9)
    assert allowance.take("a", 5.0)


def refusal(own: guard.Guard, method: str = "GET", path: str = "/", length: str = "0") -> int | None:
    """Return the status of the refusal of a request, or None if the guard passes it on."""
    headers = {"host": ADDRESS, "sec-fetch-site": "same-origin", "content-length": length}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    status = own._refused(
        {"type": "http", "method": method, "headers": raw, "raw_path": path.encode(), "query_string": b""},
        "a",
    )
    return None if status is None else status.value


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> guard.Guard:
    """Return a guard without an app behind it, with a stopped clock."""
    monkeypatch.setattr("time.monotonic", lambda: 0.0)

    async def app(*_: object) -> None:
        raise AssertionError

    return guard.Guard(app, [f"http://{ADDRESS}"])


def test_address_has_300_requests_and_60_uploads_at_once(own: guard.Guard) -> None:
    assert [refusal(own, "POST") for _ in range(61)] == [None] * 60 + [429]
    assert [refusal(own) for _ in range(240)] == [None] * 239 + [429]


def test_requests_are_refused_just_beyond_their_limits(own: guard.Guard) -> None:
    assert [refusal(own, path="/" + "a" * more) for more in (1999, 2000)] == [None, 414]
    lengths = (str(40 * 2**20), str(40 * 2**20 + 1), "1".zfill(12), "1".zfill(13))
    assert [refusal(own, "POST", length=length) for length in lengths] == [None, 413, None, 413]


@pytest.mark.parametrize(
    ("bodies", "status"),
    [
        ({"a": 3}, None),
        ({"a": 4}, 503),
        (dict.fromkeys(range(15), 1), None),
        (dict.fromkeys(range(16), 1), 503),
    ],
)
def test_only_few_bodies_come_at_once(own: guard.Guard, bodies: dict[str, int], status: int | None) -> None:
    own._bodies = bodies
    assert refusal(own, "POST") == status


def test_allowance_remembers_2000_addresses() -> None:
    allowance = Allowance(rate=1.0, most=1.0)
    assert all(allowance.take(str(address), 0.0) for address in range(2000))
    assert not allowance.take("1", 0.0) and allowance.take("2000", 0.0) and allowance.take("0", 0.0)


def test_body_has_between_8_and_60_seconds(own: guard.Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def wait_for(coming: Any, seconds: float) -> Any:
        waited.append(seconds)
        return await coming

    async def receive_part() -> Message:
        return {"type": "http.request", "body": bytes(1_000_000), "more_body": True}

    async def body() -> None:
        receive = guard.limit_body(receive_part)
        for _ in range(4):
            await receive()

    monkeypatch.setattr("asyncio.wait_for", wait_for)
    asyncio.run(body())
    assert waited == [8.0, 28.0, 48.0, 60.0]


@on_pages
async def test_names_and_seeds_are_escaped(client: Client) -> None:
    table = client.start(names=("<script>alert(1)</script>", '"><img src=x>'), seed="<b>&'\"{{7*7}}")
    for path in ("", "/turn", "/result", "/log", "/ask"):
        page = await client.see(table, path)
        assert "<script>alert" not in page and "<img" not in page and "<b>&'" not in page
    assert ADDRESS not in (await client.get("/t/forged")).text
