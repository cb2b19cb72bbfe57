"""Serve a folder: open the port, accept the names of this machine, and show the link in the terminal."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import tempfile
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import closing
from errno import EADDRINUSE
from pathlib import Path
from typing import cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from fairsheet.languages.messages import Message
from fairsheet.pipeline.store.folders import LOG, STORE
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.work.processes import default_workers
from fairsheet.process.console import say, show
from fairsheet.process.output_files import make_folder
from fairsheet.process.private_logs import PrivateFormatter
from fairsheet.serve.links import link_key
from fairsheet.serve.overview import PHOTOS
from fairsheet.serve.pages._app import app_of
from fairsheet.serve.pages._home_pages import is_local
from fairsheet.serve.tables import Tables
from fairsheet.serve.workers import Workers
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path

LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
MOST_WORKERS = 4
CONNECTIONS = 400  # at once
REQUEST_WITHIN = 10.0  # seconds for the first line and the headers of a request
RECEIVED_WITHIN = 60.0  # seconds for the client to receive the rest of a response


class _Protocol(H11Protocol):
    """HTTP that closes a connection without a complete request in time, so that slow clients cannot occupy it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and self.cycle.response_complete:  # and the next request is incomplete
            self._expect_request()

    def _expect_request(self) -> None:
        self.loop.call_later(REQUEST_WITHIN, self._give_up, self.cycle)

    def _give_up(self, before: object) -> None:
        if self.cycle is before and not self.transport.is_closing():
            self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.loop.call_later(RECEIVED_WITHIN, self.transport.abort)  # an unread response fills memory


def serve(folder: Path, host: str, port: int, public_url: str | None = None) -> None:
    """Serve the tables of a folder until interrupted; players open `public_url` if a proxy is in front.

    Raises FairsheetError if the folder or port cannot be used.
    """
    os.umask(0o077)  # only the owner may read what is written from here on
    key = link_key()
    with _open_listener(host, port) as listener, open_store(folder, new=True) as store:
        make_folder(folder / PHOTOS)
        _make_private(folder)
        os.environ["TMPDIR"] = str((folder / PHOTOS).absolute())  # uploads are written nowhere else
        tempfile.tempdir = None
        with (folder / LOG).open("ab", buffering=0) as log:
            workers = Workers(min(default_workers(), MOST_WORKERS), log.fileno())
            with closing(workers), closing(Tables(folder, store, workers.perform, key)) as tables:
                workers.prepare()
                port = listener.getsockname()[1]
                address = public_url or f"http://{_public_host(host)}:{port}"
                _show_address(f"{address}/h/{tables.link}")
                origins = {f"http://{each}" for each in _allowed_hosts(host, port)} | {address}
                asyncio.run(_run(tables, address, origins, listener, has_proxy=public_url is not None))


def _make_private(folder: Path) -> None:
    """Take away what others may do with the photos, the store and the log of an earlier release."""
    files = [folder / name for name in (STORE, f"{STORE}-wal", f"{STORE}-shm", LOG)]
    try:
        (folder / PHOTOS).chmod(0o700)
        for path in files:
            if path.exists():
                path.chmod(0o600)
    except OSError as error:
        problem = Message("{folder}: other users of this machine may be able to read it ({why})")
        say(problem.filled(folder=format_path(folder), why=str(error.strerror)))


async def _run(
    tables: Tables, address: str, origins: set[str], listener: socket.socket, *, has_proxy: bool
) -> None:
    log = logging.StreamHandler()
    log.setFormatter(PrivateFormatter())
    log.addFilter(_has_failure)
    logging.basicConfig(handlers=[log], level=logging.ERROR)
    config = uvicorn.Config(
        app_of(tables, address, origins),
        http=_Protocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=has_proxy,
        forwarded_allow_ips=LOCAL,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
    )
    await uvicorn.Server(config).serve([listener])


def _has_failure(record: logging.LogRecord) -> bool:
    """Return whether a log record has a trace to print: a record without one has only its message, which is private.

    A request that the end of the program cancels is no failure.
    """
    if not record.exc_info:  # None, or False from asyncio
        return False
    return record.exc_info[0] is not CancelledError


def _open_listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port. Raises FairsheetError if that is not possible."""
    try:
        return socket.create_server((host, port), reuse_port=False, backlog=128)
    except OSError as error:
        hint = "choose another --port, or 0 for any free one"
        in_use = error.errno == EADDRINUSE
        raise FairsheetError(
            "another program uses this port" if in_use else f"cannot listen here ({error.strerror})",
            code=ErrorCode.OUT_OF_RESOURCES,
            where=f"{host}:{port}",
            hint=hint,
        ) from None


def _public_host(host: str) -> str:
    """Return the host name or address for links."""
    return _own_address() if host == EVERYWHERE else host


def _own_address() -> str:
    """Return the address of this machine in its network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation (RFC 5737)
        except OSError:
            return LOCAL
        return str(probe.getsockname()[0])


def _allowed_hosts(host: str, port: int) -> Iterator[str]:
    """Yield the Host headers that browsers may use for this machine."""
    names = [LOCAL, "localhost", _public_host(host).lower()]
    if host == EVERYWHERE:
        name = socket.gethostname().lower()
        names += [name, f"{name}.local"]
    for each in names:
        yield f"{each}:{port}"
        if port == 80:
            yield each


def _show_address(address: str) -> None:
    for line in () if is_local(address) else qr_lines(address):
        show(line)
    show(address)
    if is_local(address):
        say(Message("only browsers on this machine can open it, until Ctrl-C; --lan lets phones in"))
    else:
        say(Message("everybody in the network who has this link can open it, until Ctrl-C"))


def qr_lines(address: str) -> Iterator[str]:
    """Yield the lines of an address's QR code; each character shows two rows of it."""
    import numpy as np
    import zxingcpp

    code = zxingcpp.create_barcode(address, zxingcpp.BarcodeFormat.QRCode)
    dark = np.asarray(code.to_image(scale=1, add_quiet_zones=True)) < 128
    if len(dark) % 2:
        dark = np.vstack([dark, np.zeros((1, dark.shape[1]), bool)])
    signs = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}
    for above, below in zip(dark[::2].tolist(), dark[1::2].tolist(), strict=True):
        yield "".join(signs[pair] for pair in zip(above, below, strict=True))
