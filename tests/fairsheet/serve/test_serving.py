"""Connections with incomplete requests are closed, and fresh workers replace used ones."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import subprocess
import sys
from asyncio import CancelledError
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from fairsheet.pipeline.base.values import TaskOptions
from fairsheet.pipeline.work.tasks import ReadFile, Unread
from fairsheet.process.exits import ExitCode
from fairsheet.serve.overview import PHOTOS
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


def serve_once(folder: Path) -> str:
    """Serve a folder until its address is known, and return the path of its home page."""
    call = [sys.executable, "-m", "fairsheet", "serve", str(folder), "--port", "0"]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    return urlsplit(address).path


def test_stop_with_an_open_page_prints_no_error(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "fairsheet", "serve", str(tmp_path / "games"), "--port", "0"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        home = urlsplit(process.stdout.readline().strip())

        def answer(method: str, path: str) -> HTTPResponse:
            connection = HTTPConnection(home.netloc)
            connection.request(method, path, headers={"Origin": f"http://{home.netloc}"})
            return connection.getresponse()

        table = answer("POST", f"{home.path}/practice").headers["Location"]
        page = answer("GET", f"{table}/events")
        assert page.read(1)
        process.send_signal(signal.SIGINT)
        _, printed = process.communicate(timeout=60)
    assert process.returncode == ExitCode.INTERRUPTED and "ERROR" not in printed


@pytest.mark.parametrize(
    ("error", "is_printed"), [(None, False), (False, False), (CancelledError(), False), (OSError(), True)]
)
def test_only_failures_are_logged(error: BaseException | Literal[False] | None, is_printed: bool) -> None:
    exc_info = (type(error), error, None) if error else error
    record = logging.makeLogRecord({"exc_info": exc_info})
    assert serving._has_failure(record) == is_printed


def readable_by_others(folder: Path) -> list[Path]:
    """Return the files of a folder that others may read, outside the folders that others may not enter."""
    found = [path for path in folder.iterdir() if path.stat().st_mode & 0o077]
    return [path for path in found if path.name != ".batch.lock"]


def test_others_cannot_read_what_is_kept(tmp_path: Path) -> None:
    old, new, copy = (tmp_path / name for name in ("old", "new", "copy"))
    serve_once(new)
    assert not new.stat().st_mode & 0o077 and not readable_by_others(new)
    old.mkdir()
    shutil.copytree(new, old, dirs_exist_ok=True)
    for path in old.iterdir():
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert old / PHOTOS in readable_by_others(old)
    home = serve_once(old)
    assert not readable_by_others(old)
    shutil.copytree(old, copy)  # a backup has the same links
    assert serve_once(copy) == home != "/h/"


def test_missing_rights_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    serving._make_private(tmp_path)
    assert "other users of this machine may be able to read it" in capsys.readouterr().err
