"""Connections that send no whole request do not stay."""

from __future__ import annotations

import asyncio

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from fairsheet.serve.pages import serving
from fairsheet.serve.pages._home_pages import is_local


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
