"""What is refused before any page is looked for."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.types import Message

from fairsheet.serve import guard
from fairsheet.serve.guard import HEADERS, LARGEST_BODY, Allowance
from tests.fairsheet.serve.client import ADDRESS, ORIGIN, Client, run


def test_foreign_hosts_and_foreign_pages_are_refused(tmp_path: Path) -> None:
    async def visit(client: Client) -> None:
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

    run(visit, tmp_path)


def test_every_answer_says_what_browsers_must_keep_to(tmp_path: Path) -> None:
    async def visit(client: Client) -> None:
        for path in ("/", "/nowhere", f"/h/{client.tables.link}", "/t/forged", "/static/x/serve.css"):
            answer = await client.get(path)
            assert {name.lower() for name in HEADERS} <= answer.headers.keys()
            assert "unsafe" not in answer.headers["content-security-policy"]
            assert answer.headers["referrer-policy"] == "same-origin"
            assert "<script>" not in answer.text and "style=" not in answer.text

    run(visit, tmp_path)


def test_bodies_are_limited_before_and_while_they_come(tmp_path: Path) -> None:
    async def visit(client: Client) -> None:
        path = f"/t/{client.start().started.links[0]}/photos"
        for length in (str(LARGEST_BODY + 1), "-1", "x", "9" * 40):
            assert (await client.call("POST", path, b"", {**ORIGIN, "content-length": length})).status == 413
        kind = {"content-type": "multipart/form-data; boundary=x"}
        lying = b"--x\r\n" + b"a" * (LARGEST_BODY + 1)
        assert (await client.call("POST", path, lying, {**ORIGIN, **kind})).status in (400, 413)
        for charset in ("unicode_escape", "idna"):
            strange = {**kind, "content-type": f"{kind['content-type']}; charset={charset}"}
            assert (await client.call("POST", path, b"--x--", {**ORIGIN, **strange})).status == 415
        assert (await client.call("GET", "/" + "a" * 3000)).status == 414

    run(visit, tmp_path)


def test_a_body_that_stops_coming_gives_up_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "PAUSE", 0.0)

    async def nothing() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def body() -> None:
        await guard._limited(nothing)()

    with pytest.raises(guard.TooMuch) as refused:
        asyncio.run(body())
    assert refused.value.status == 408


def test_an_address_may_ask_so_often_and_then_has_to_wait() -> None:
    allowance = Allowance(rate=1.0, most=3.0)
    assert [allowance.take("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert allowance.take("b", 0.0)
    assert not allowance.take("a", 0.9) or not allowance.take("a", 0.9)
    assert allowance.take("a", 5.0)


def test_names_and_seeds_are_shown_as_they_are(tmp_path: Path) -> None:
    async def visit(client: Client) -> None:
        table = client.start(names=("<script>alert(1)</script>", '"><img src=x>'), seed="<b>&'\"{{7*7}}")
        for path in ("", "/turn", "/result", "/log", "/ask"):
            page = (await client.get(f"/t/{table.started.links[0]}{path}")).text
            assert "<script>alert" not in page and "<img" not in page and "<b>&'" not in page
        assert ADDRESS not in (await client.get("/t/forged")).text

    run(visit, tmp_path)
