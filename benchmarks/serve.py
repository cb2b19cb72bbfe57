"""Measure the time from sending photos until their readings are shown, and the memory of the server.

    python -m benchmarks.serve a.jpg b.heic c.jpg

The photos show sheets of one game. They are sent to a new server: the first, then the second, then all others at once.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import IO
from urllib.parse import urlencode, urlsplit

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PARTS = {"Content-Type": "multipart/form-data; boundary=x"}


class Program:
    """A server of a folder, with a simple client. `program` are the arguments of Python."""

    def __init__(self, folder: Path, *program: str, stderr: IO[bytes] | None = None) -> None:
        call = [sys.executable, *(program or ("-m", "fairsheet")), "serve", str(folder), "--port", "0"]
        self.process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=stderr, text=True)
        assert self.process.stdout is not None
        self.home = urlsplit(next(line.strip() for line in self.process.stdout if line.startswith("http")))

    def ask(
        self, path: str, body: bytes | None = None, kind: dict[str, str] = FORM, phone: int = 0
    ) -> tuple[str, str]:
        """Send a request from the address of a phone, and return the Location header and the text of the response."""
        connection = HTTPConnection(self.home.netloc, timeout=60, source_address=(f"127.0.0.{1 + phone}", 0))
        headers = {"Origin": f"http://{self.home.netloc}", **kind}
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        return answer.getheader("Location", ""), answer.read().decode()

    def send(self, table: str, photo: Path, phone: int = 0) -> tuple[str, str]:
        """Send a photo, and return the same as `ask`."""
        head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'
        return self.ask(f"{table}/photos", head + photo.read_bytes() + b"\r\n--x--\r\n", PARTS, phone)

    def memory(self) -> int:
        """Return the memory (MB) of the server and its workers, with shared memory counted once (PSS)."""
        listed = subprocess.run(
            ["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True
        ).stdout
        parents = dict(line.split() for line in listed.splitlines())
        mine = {str(self.process.pid)}
        while more := {each for each, parent in parents.items() if parent in mine} - mine:
            mine |= more
        kilobytes = 0
        for each in mine:
            with suppress(OSError):  # the process has ended meanwhile
                rolled = Path(f"/proc/{each}/smaps_rollup").read_text()
                kilobytes += int(re.findall(r"^Pss: +(\d+)", rolled, re.M)[0])
        return kilobytes // 1024


def measure(program: Program, photos: Sequence[Path], game: str, players: int, seed: str) -> None:
    """Send the photos, and print the times and the memory."""
    time.sleep(4)
    print(f"idle: {program.memory()} MB")
    new = re.search(rf'href="([^"]+)">((?!</a>).)*{game}</span></a>', program.ask(program.home.path)[1], re.S)
    assert new is not None, f"there is no game {game}"
    table, _ = program.ask(new[1], urlencode({"players": players, "seed": seed}).encode())
    read, most = 0, 0
    for group in ([photos[0]], [photos[1]], photos[2:]):
        read, begun = read + len(group), time.monotonic()
        with ThreadPoolExecutor(len(group)) as phones:
            list(phones.map(lambda photo: program.send(table, photo), group))
        while len(set(re.findall(r"/p/(\w+/\d+)", program.ask(table)[1]))) < read:
            most = max(most, program.memory())
            time.sleep(0.05)
        print(f"{', '.join(each.name for each in group)}: {time.monotonic() - begun:.2f} s")
    print(f"peak: {most} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("photos", nargs="+", type=Path)
    parser.add_argument("--game", default="Launch", help="title of the game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", default="crane")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder) / "evening")
        try:
            measure(program, given.photos, given.game, given.players, given.seed)
        finally:
            program.process.terminate()
            program.process.wait()


if __name__ == "__main__":
    main()
