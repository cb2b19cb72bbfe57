"""`fairsheet preview --watch`: the picture and its page follow the template."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from fairsheet.process.watching import versions
from fairsheet.trial.preview_server import Preview, PreviewServer, open_in_browser, preview_html

GOOD = 'sheet x "X"\nzone z\n  slot a at: 10, 10\n'


def test_versions_yields_after_each_change(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("a")
    changes: list[Callable[[], object]] = [
        lambda: None,
        lambda: path.write_text("ab"),
        lambda: path.unlink(),
        lambda: path.write_text("abc"),
    ]
    waits: list[int] = []

    def wait() -> None:
        waits.append(len(waits))
        changes[waits[-1]]()

    seen = versions(lambda: [path], wait)
    next(seen)
    assert waits == []
    next(seen)
    assert waits == [0, 1]
    next(seen)
    assert waits == [0, 1, 2, 3]


def test_file_saved_during_drawing_is_drawn_again(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("a")
    looks = iter(range(10))

    def wait() -> None:
        next(looks)  # raises an error after these looks if the change is never noticed

    seen = versions(lambda: [path], wait)
    next(seen)
    path.write_text("ab")
    next(seen)


def save(path: Path, text: str) -> None:
    """Save atomically, as editors do."""
    path.with_suffix(".new").write_text(text)
    path.with_suffix(".new").replace(path)


def fetch(address: str) -> bytes:
    with urlopen(address, timeout=60) as answer:
        content: bytes = answer.read()
    return content


def test_picture_follows_the_template(tmp_path: Path) -> None:
    path = tmp_path / "x.sheet"
    path.write_text(GOOD)
    command = [sys.executable, "-um", "fairsheet", "preview", str(path), "--dpi", "36", "--watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        try:
            first_line = process.stdout.readline()
            address = first_line.removeprefix("the preview is at ").removesuffix(" until Ctrl-C\n")
            assert address.startswith("http://127.0.0.1:"), first_line
            assert process.stdout.readline() == f"{path.with_suffix('.preview.png')}\n"
            first = path.with_suffix(".preview.png").read_bytes()
            assert fetch(f"{address}version") == b"1" and b"<title>X: preview" in fetch(address)
            assert fetch(f"{address}1/1.png") == first
            save(path, GOOD + "nonsense\n")
            assert "x.sheet:4:1: there is no word nonsense" in process.stdout.readline()
            assert fetch(f"{address}version") == b"2" and b"there is no word nonsense" in fetch(address)
            assert fetch(f"{address}2/1.png") == first  # the last version that could be drawn
            save(path, GOOD + "slot b at: 40, 40\n")
            assert process.stdout.readline() == f"{path.with_suffix('.preview.png')}\n"
            second = path.with_suffix(".preview.png").read_bytes()
            assert second != first and fetch(f"{address}3/1.png") == second
            page = fetch(address).decode()
            assert "nonsense" not in page and "the slot is in no zone" in page  # the finding of lint
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
        finally:
            process.kill()


def test_watch_excludes_json(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "x.sheet").write_text(GOOD)
    fairsheet("preview", tmp_path / "x.sheet", "--watch", "--json").refused(
        "--watch cannot be combined with --json"
    )


def test_page_shows_faults_above_the_picture_and_escapes_html() -> None:
    page = preview_html(Preview("<b>", (b"x", b"y"), "x.sheet:1:1: <i> is no word", "    <i>\n    ^"), 7)
    assert "<b>" not in page and "<i>" not in page and "&lt;i&gt; is no word" in page
    assert page.index("is no word") < page.index('src="/7/1.png"') < page.index('src="/7/2.png"')
    assert 'class="wrong"' not in preview_html(Preview("x", (b"x",)), 8)


def test_server_only_serves_the_current_preview() -> None:
    with PreviewServer() as server:
        server.show(Preview("x", (b"one", b"two")))
        assert fetch(f"{server.address}1/2.png") == b"two"
        for path in ("1/3.png", "0/1.png", "../x.sheet", "favicon.ico"):
            with pytest.raises(HTTPError, match="404"):
                fetch(server.address + path)
        port = server.address.removeprefix("http://127.0.0.1:").removesuffix("/")
        with urlopen(Request(server.address, headers={"Host": f"localhost:{port}"}), timeout=60) as answer:
            assert answer.status == 200
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"localhost:{port}.evil.example"):
            with pytest.raises(HTTPError, match="421"):
                urlopen(Request(server.address, headers={"Host": host}), timeout=60)
    with pytest.raises(OSError):
        fetch(server.address)


def test_text_browsers_are_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "get", lambda: SimpleNamespace(open=opened.append))
    monkeypatch.setattr(threading.Thread, "start", lambda thread: thread.run())
    open_in_browser("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]
    text = webbrowser.GenericBrowser("w3m")
    monkeypatch.setattr(text, "open", opened.append)
    monkeypatch.setattr(webbrowser, "get", lambda: text)
    open_in_browser("http://127.0.0.1:2/")
    assert len(opened) == 1
