"""Connections that send no whole request do not stay, and fresh workers take the place of those that have worked."""

from __future__ import annotations

import asyncio
import os
from contextlib import closing
from pathlib import Path

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from fairsheet.pipeline.base.values import TaskOptions
from fairsheet.pipeline.work.tasks import ReadFile, Unread
from fairsheet.serve.pages import serving
from fairsheet.serve.pages._home_pages import is_local
from fairsheet.serve.workers import Workers


def test_a_second_request_that_stops_coming_gives_up_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "REQUEST_WITHIN", 0.05)

    async def visit() -> None:
        config = uvicorn.Config(PlainTextResponse("here"), log_level="error")
        config.load()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: serving._Protocol(config, ServerState(), {}), serving.LOCAL, 0
        )
        read, write = await asyncio.open_connection(*server.sockets[0].getsockname())
        write.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await read.readuntil(b"here")
        write.write(b"GET / HT")
        assert await asyncio.wait_for(read.read(), 10) == b""
        write.close()
        server.close()

    asyncio.run(visit())


def test_pages_say_where_no_phone_can_open_them() -> None:
    assert is_local("http://127.0.0.1:8017/h/x")
    assert not is_local("http://192.168.1.7:8017/h/x") and not is_local("http://club.local/h/x")


def test_renewed_workers_go_on(tmp_path: Path) -> None:
    options = TaskOptions(pages=1, work=1.0)
    gone = ReadFile(os.fsencode(tmp_path / "gone.jpg"), "0" * 64, options, pictures=False)

    async def at_work(workers: Workers) -> None:
        assert isinstance(await workers.perform(gone), Unread)
        await workers._renew_when_idle()
        found = await asyncio.gather(*(workers.perform(gone) for _ in range(3)))
        assert all(isinstance(each, Unread) for each in found)

    with closing(Workers(2, 2)) as workers:
        workers.prepare()
        asyncio.run(at_work(workers))
