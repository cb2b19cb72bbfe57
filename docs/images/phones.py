"""The pictures of the README that show the pages of `serve` on a phone.

`python -m docs.images.phones` in the root of a clone writes them. It needs playwright and Chromium, as the tests of
these pages do. The photos are simulated, from the records in examples/.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from tests.photographs import photographed

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
CHROMIUM = "/usr/bin/chromium"
PHONE = ViewportSize(width=360, height=640)
# seat 2 was changed after the game
OTHERS = (EXAMPLES / "tampered/seat-2.json", EXAMPLES / "legal/seat-3.json")
NAMES = ("Ada", "Ben", "Cyril")
SEED = "coral-otter-42"
COLOURS = 64  # of the palette, which keeps the files small
MS = 300_000  # how long a page may take on a slow machine


def main() -> None:
    """Write the three pictures."""
    with tempfile.TemporaryDirectory() as name, _served(Path(name) / "tables") as address, _phone() as phone:
        table = _start(phone, address)
        _follow(phone.get_by_role("link", name="Cards"))
        phone.get_by_role("button", name="Turn over the first cards").click()
        phone.get_by_role("heading", name="Turn 1").wait_for()
        _save(phone, "phone-turn.png")

        wrong = Path(name) / "seat-1.json"
        wrong.write_bytes(_with_a_wrong_total((EXAMPLES / "legal/seat-1.json").read_bytes()))
        _send(phone, table, [photographed(path) for path in (wrong, *OTHERS)])
        _follow(phone.get_by_role("link", name="Questions").first)
        phone.get_by_role("heading", name="What do you see?").wait_for()
        _save(phone, "phone-question.png")

        _follow(phone.get_by_role("link", name="Result").last)
        reason = phone.get_by_text("no legal game leads to this sheet").last
        reason.evaluate("each => each.scrollIntoView({block: 'center'})")
        _save(phone, "phone-illegal.png")


def _with_a_wrong_total(record: bytes) -> bytes:
    """Return the record with a total that is one too high, which raises a question."""
    document = json.loads(record)
    document["marks"]["score.total"] += 1
    return json.dumps(document).encode()


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serve a folder, and give the address of its home page."""
    call = [sys.executable, "-m", "fairsheet", "serve", str(folder), "--port", "0"]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield next(line.strip() for line in process.stdout if line.startswith("http"))
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _phone() -> Iterator[Any]:
    """Open a page in a browser of a phone's width."""
    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=PHONE, is_mobile=True, device_scale_factor=2)
        page.set_default_timeout(MS)
        yield page
        browser.close()


def _follow(opens: Any) -> None:
    """Click what opens another page, and wait for that page."""
    with opens.page.expect_navigation():
        opens.click()


def _start(phone: Any, address: str) -> str:
    """Start the table of the examples, and return the address of its page."""
    phone.goto(address)
    _follow(phone.get_by_role("link", name="Launch", exact=True))
    phone.get_by_label(str(len(NAMES)), exact=True).check()
    for seat, name in enumerate(NAMES, 1):
        phone.get_by_label(f"Player {seat}").fill(name)
    phone.get_by_role("textbox", name="Seed").fill(SEED)
    _follow(phone.get_by_role("button", name="Start the table"))
    return str(phone.url)


def _send(phone: Any, table: str, photos: Sequence[bytes]) -> None:
    """Send photos to a table, and wait until they are read and judged."""
    phone.goto(table)
    files = [
        {"name": f"{n}.jpg", "mimeType": "image/jpeg", "buffer": photo} for n, photo in enumerate(photos, 1)
    ]
    phone.locator("input[multiple]").set_input_files(files)
    phone.locator(".headline").wait_for()
    phone.locator(".notice[role=status]").wait_for(state="detached")


def _save(phone: Any, name: str) -> None:
    """Save what the phone shows now."""
    with Image.open(io.BytesIO(phone.screenshot())) as picture:
        picture.convert("RGB").quantize(COLOURS).save(HERE / name, optimize=True)


if __name__ == "__main__":
    main()
