"""Serve a page that shows a template in a browser of this machine while it is edited.

The page regularly asks for the number of the current version, and reloads if it has changed.
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

from fairsheet.reports.html import page_template

HOST = "127.0.0.1"  # other machines cannot reach it


@dataclass(frozen=True)
class Preview:
    """The content of the page: the sheet's pages as PNG, and above them the problem or the findings.

    If the template cannot be drawn, the pages are those of the last version.
    """

    title: str = "preview"
    pages: tuple[bytes, ...] = ()
    problem: str = ""
    details: str = ""  # lines of the template with a caret under the place
    findings: tuple[str, ...] = ()


def preview_html(preview: Preview, version: int) -> str:
    """Return the HTML page of a version; its pictures are at `/<version>/<page>.png`."""
    return page_template("preview.html").render(preview=preview, version=version)


class PreviewServer:
    """A server of the latest preview, on a free port of this machine, during its `with` block."""

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
        """The URL of the page."""
        return f"http://{HOST}:{self._server.server_port}/"

    @property
    def preview(self) -> Preview:
        """The current preview."""
        return self._shown[0]

    def show(self, preview: Preview) -> None:
        """Replace the preview by a new version."""
        # one assignment, so that threads see the old or the new pair
        self._shown = (preview, self._shown[1] + 1)

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """Return the content type and the content at a path; None if there is nothing."""
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
    daemon_threads = True  # slow browsers do not delay the exit

    def __init__(self, shown: PreviewServer) -> None:
        super().__init__((HOST, 0), _Handler)
        self.shown = shown

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: object) -> None:
        """Ignore errors of connections that the browser closed; print all others."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Answer a request whose Host is this address; refuse others, to prevent DNS rebinding by web pages."""
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
        """Print nothing, because the terminal shows the problems of the template."""


def open_in_browser(address: str) -> None:
    """Open a page in the graphical browser of this machine, if it has one; do not wait for it."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # generic browsers run in the terminal and would occupy it
    if type(browser) is not webbrowser.GenericBrowser:
        threading.Thread(target=browser.open, args=(address,), daemon=True).start()
