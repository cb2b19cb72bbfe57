"""The ways into the program: what good input looks like, how it is damaged, and what takes it.

Taking an input ends in one of two ways: it is used, or refused in one line. Everything else is a finding.
"""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
import pypdfium2
from PIL import Image

from benchmarks.fuzzing.mutations import Mutation, any_text, damaged_bytes, damaged_json, damaged_text
from fairsheet.cli import main
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.replay import IllegalHistory, replay
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import table_of, write_history, write_record
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.options.labels import labels_of
from fairsheet.sheets.label.label import Label, decode_label, encode_label
from fairsheet.sheets.label.label_text import label_text, parse_label_text
from fairsheet.sheets.library.templates import load_sheet, template_path
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.support.errors import FairsheetError

LABEL = Label("launch", "73f4521e", "coral-otter-42", 3, 1, missions=("A1", "B2", "C1"))
SMALL = """\
sheet garden "Garden"
let bed: list(a, "{pad(1, 2)}")
zone z
  slot a at: 10, 10
repeat k: 1..3
  icon i.{k} plant at: 10 + 10 * k, 60
box sum at: 30, 30 to: 99
score sum label: "Sum {item(bed, 2)}" sign: "=" is: filled(a) + count(circled, i.1)
"""
PHOTO_DPI = 60  # small pictures are quick to read, and no less odd
STREAM = "--json"


@dataclass(frozen=True)
class Target:
    """A way in. `good` gives inputs to damage; `take` returns whether one was used, and raises what it finds."""

    good: Callable[[], list[bytes]]
    damage: Mutation
    take: Callable[[bytes, Path], bool]

    def attempt(self, number: int, seed: str, folder: Path) -> bool:
        """Take the damaged input of a number."""
        return self.take(self.input(number, seed), folder)

    def input(self, number: int, seed: str) -> bytes:
        """The damaged input of a number; the same on every machine."""
        chance = random.Random(f"{seed} {number}")
        return self.damage(chance.choice(self.good()), chance)


class Finding(Exception):
    """The program did with an input what it never should."""


def _command(folder: Path, name: str, data: bytes, *words: str) -> bool:
    (folder / name).write_bytes(data)
    with contextlib.chdir(folder):
        return _run(*words)


def _run(*words: str) -> bool:
    """Whether the program did what it was asked to. Raises Finding unless it did or refused in one line."""
    shown = io.BytesIO()
    out, err = (io.TextIOWrapper(stream, "utf-8", "backslashreplace") for stream in (io.BytesIO(), shown))
    code: object = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(words)
        except SystemExit as ended:
            code = ended.code
    said = shown.getvalue().decode()
    if "unexpected" in said or "Traceback" in said or code not in (0, 1, 2, 3):
        raise Finding(f"exit code {code}: {said[:2000]}")
    if code == 2 and not said.startswith("fairsheet"):
        raise Finding(f"no error: {said[:500]}")
    if any(len(line) > 2_500 for line in said.splitlines()):
        raise Finding(f"a long line: {said[:300]}")
    return code != 2


@cache
def _played() -> Played:
    (played,) = simulate(load_sheet("launch"), "coral-otter-42", 2, policy="casual")
    return played


@cache
def _records() -> list[bytes]:
    return [write_record(record) for record in _played().records]


@cache
def _histories() -> list[bytes]:
    return [write_history(history) for history in _played().histories.values()]


@cache
def _photos() -> list[bytes]:
    sheet = load_sheet("launch")
    pdf = draw_pages(sheet, labels_of(sheet, table_of(deal(sheet, "x", 2)), [1]), PAPERS["a4"])
    with pypdfium2.PdfDocument(pdf) as document:
        picture = document[0].render(scale=PHOTO_DPI / 72).to_pil().convert("L")
    return [pdf, *(_encoded(picture, kind) for kind in ("PNG", "JPEG", "TIFF", "WEBP", "GIF", "BMP"))]


def _encoded(picture: Image.Image, kind: str) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind)
    return stream.getvalue()


def _doubts() -> list[bytes]:
    doubt = {"field": "floor-6.1", "candidates": [[1, 0.6], [2, 0.4]], "chosen": 1, "because": "near"}
    kept = {"format": "fairsheet.doubts/3", "photo": "x.jpg", "doubts": [doubt]}
    return [msgspec.json.encode(kept), msgspec.json.encode({**kept, "crops": {}, "corrections": []})]


def _take_doubts(data: bytes, folder: Path) -> bool:
    (folder / "x.json").write_bytes(_records()[0])
    return _command(folder, "x.doubts", data, "score", "x.json", STREAM)


def _take_history(data: bytes, folder: Path) -> bool:
    sheet = load_sheet("launch")
    try:
        history = msgspec.json.decode(data, type=History)
        replay(rules_of(sheet), deal(sheet, "coral-otter-42", 2), {1: history, 2: _played().histories[2]})
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, IllegalHistory):
        return False
    return True


def _take_label(decode: Callable[[bytes], Label]) -> Callable[[bytes, Path], bool]:
    def take(data: bytes, folder: Path) -> bool:
        try:
            decode(data)
        except FairsheetError:
            return False
        return True

    return take


TARGETS = {
    "record": Target(
        _records, damaged_json, lambda data, folder: _command(folder, "x.json", data, "score", "x.json")
    ),
    "doubts": Target(_doubts, damaged_json, _take_doubts),
    "history": Target(_histories, damaged_json, _take_history),
    "template": Target(
        lambda: [SMALL.encode(), template_path("launch").read_bytes()],
        damaged_text,
        lambda data, folder: _command(folder, "x.sheet", data, "lint", "x.sheet", STREAM),
    ),
    "label": Target(
        lambda: [encode_label(LABEL).encode()],
        damaged_bytes,
        _take_label(lambda data: decode_label(data.decode("utf-8", "replace"))),
    ),
    "label-text": Target(
        lambda: [label_text(LABEL).encode()],
        damaged_text,
        _take_label(lambda data: parse_label_text(data.decode("utf-8", "replace"))),
    ),
    "seed": Target(
        lambda: [b"coral-otter-42"],
        any_text,
        lambda data, folder: _run(
            "deal", "launch", f"--seed={data.decode()}", "--players", "2", "--turns", "2", STREAM
        ),
    ),
    "photo": Target(
        _photos,
        damaged_bytes,
        lambda data, folder: _command(folder, "x.jpg", data, "scan", "x.jpg", "--no-names", STREAM),
    ),
}
