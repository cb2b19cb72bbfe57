"""Connections with incomplete requests are closed, and fresh workers replace used ones."""

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


def test_stalled_second_request_closes_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_local_addresses_are_recognized() -> None:
    assert is_local("http://127.0.0.1:8017/h/x")
    assert not is_local("http://192.168.1.7:8017/h/x") and not is_local("http://club.local/h/x")


def test_renewed_workers_continue_to_work(tmp_path: Path) -> None:
    options = TaskOptions(pages=1, work=1.0)
    missing = ReadFile(os.fsencode(tmp_path / "gone.jpg"), "0" * 64, options, pictures=False)

    async def perform_and_renew(workers: Workers) -> None:
        assert isinstance(await workers.perform(missing), Unread)
        await workers._renew_when_idle()
        results = await asyncio.gather(*(workers.perform(missing) for _ in range(3)))
        assert all(isinstance(each, Unread) for each in results)

    with closing(Workers(2, 2)) as workers:
        workers.prepare()
        asyncio.run(perform_and_renew(workers))
