"""The page on which a browser of this machine shows a template while it is edited.

The page asks every moment for the number of the version that is shown, and loads itself again where it is another.
"""

from __future__ import annotations

import sys
import threading
import webbrowser
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from types import TracebackType

from fairsheet.report.html import page_template

HOST = "127.0.0.1"  # nobody else's machine can reach it


@dataclass(frozen=True)
class Preview:
    """What the page shows: the pages as PNG, and above them what is wrong with the template or doubtful.

    Where the template cannot be drawn, the pages are those of the version before.
    """

    title: str = "preview"
    pages: tuple[bytes, ...] = ()
    problem: str = ""
    details: str = ""  # lines of the template with a caret under the place
    findings: tuple[str, ...] = ()


def preview_html(preview: Preview, version: int) -> str:
    """The page about a version; its pictures are at `/<version>/<page>.png`."""
    return page_template("preview.html").render(preview=preview, version=version)


class PreviewServer:
    """Serves the preview that was shown last, on a free port of this machine, while its `with` block lasts."""

    def __init__(self) -> None:
        self._shown = (Preview(), 0)
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> PreviewServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        """Where a browser finds the page."""
        return f"http://{HOST}:{self._server.server_port}/"

    @property
    def preview(self) -> Preview:
        """What is shown now."""
        return self._shown[0]

    def show(self, preview: Preview) -> None:
        """Shows another version."""
        self._shown = (preview, self._shown[1] + 1)  # one assignment: threads see the old pair or the new one

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """The kind and the content of what is at a path; None where nothing is."""
        preview, version = self._shown
        pages = {f"/{version}/{number}.png": page for number, page in enumerate(preview.pages, 1)}
        match path:
            case "/":
                return "text/html; charset=utf-8", preview_html(preview, version).encode()
            case "/version":
                return "text/plain; charset=utf-8", str(version).encode()
            case _ if path in pages:
                return "image/png", pages[path]
            case _:
                return None


class _Server(ThreadingHTTPServer):
    daemon_threads = True  # a browser that is slow to take its answer keeps nobody

    def __init__(self, shown: PreviewServer) -> None:
        super().__init__((HOST, 0), _Handler)
        self.shown = shown

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: object) -> None:
        """Browsers break off whatever they need no more; everything else is a fault of the program."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Answers a browser that asks for this very address, and no page of the web that had its own name lead here."""
        port = self.server.server_port
        if self.headers["Host"] not in (f"{HOST}:{port}", f"localhost:{port}"):
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return
        answer = self.server.shown.answer(self.path)
        if answer is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        kind, content = answer
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the terminal is for the faults of the template."""


def open_in_browser(address: str) -> None:
    """Opens a page in the browser of this machine, if it has one that draws pictures; waits for nothing."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:  # those run in the terminal, and would take it
        threading.Thread(target=browser.open, args=(address,), daemon=True).start()
