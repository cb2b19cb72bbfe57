"""The targets of fuzzing: good inputs, ways to damage them, and the functions that take them.

An input must be used, or refused in one line. Everything else is a finding.
"""

from __future__ import annotations

import contextlib
import io
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from unittest import mock

import msgspec
import pypdfium2
from PIL import Image

from benchmarks.fuzzing.mutations import (
    Mutation,
    damage_bytes,
    damage_json,
    damage_text,
    damage_words,
    random_text,
)
from fairsheet.cli import main
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.replay import IllegalHistory, replay
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import table_of, write_history, write_record
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.doubt_files import Correction, DoubtsFile, doubts_document
from fairsheet.sheets.label.label import Label, decode_label, encode_label
from fairsheet.sheets.label.label_text import label_text, parse_label_text
from fairsheet.sheets.library.templates import load_sheet, read_custom
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.kept import KeptReading
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.wording.labels import labels_of

SEED = "coral-otter-42"
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
EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
PHOTO_DPI = 60  # small pictures are quick to read
STREAM = "--json"


@dataclass(frozen=True)
class Target:
    """A target. `good` returns inputs to damage; `take` returns whether an input was used, and raises findings."""

    good: Callable[[], list[bytes]]
    damage: Mutation
    take: Callable[[bytes, Path], bool]

    def attempt(self, number: int, seed: str, folder: Path) -> bool:
        """Take the damaged input of this number."""
        return self.take(self.input(number, seed), folder)

    def input(self, number: int, seed: str) -> bytes:
        """Return the damaged input of this number; the same on every machine."""
        chance = random.Random(f"{seed} {number}")
        return self.damage(chance.choice(self.good()), chance)


class Finding(Exception):
    """The program reacted to an input in a forbidden way."""


def _command(folder: Path, name: str, data: bytes, *words: str) -> bool:
    (folder / name).write_bytes(data)
    with contextlib.chdir(folder):
        return _run(*words)


def _run(*words: str) -> bool:
    """Run a command and return whether it succeeded. Raises Finding unless it succeeded or refused in one line."""
    shown = io.BytesIO()
    out, err = (io.TextIOWrapper(stream, "utf-8", "backslashreplace") for stream in (io.BytesIO(), shown))
    code: object = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(words)
        except SystemExit as ended:
            code = ended.code
    stderr = shown.getvalue().decode()
    if "unexpected" in stderr or "Traceback" in stderr or code not in (0, 1, 2, 3):
        raise Finding(f"exit code {code}: {stderr[:2000]}")
    if code == 2 and not stderr.startswith("fairsheet"):
        raise Finding(f"no error message: {stderr[:500]}")
    if any(len(line) > 2_500 for line in stderr.splitlines()):
        raise Finding(f"a long line: {stderr[:300]}")
    return code != 2


@cache
def _play(solo: int | None = None) -> Played:
    players = 2 if solo is None else 1
    (played,) = simulate(load_sheet("launch"), SEED, players, policy="casual", solo=solo)
    return played


@cache
def _records() -> list[bytes]:
    return [write_record(record) for record in _play().records]


@cache
def _labels() -> tuple[Label, ...]:
    sheet = load_sheet("launch")
    own = labels_of(sheet, table_of(deal(sheet, SEED, 2)), [1])
    others = (load_sheet(name) for name in ("battle", "ares-record", "gaia-setup", "pulsar-table"))
    return (*own, *(Label(each.name, each.fingerprint, SEED, 2, 1) for each in others))


@cache
def _certificate() -> Path:
    """Make a certificate for a table with a wrong mark, and return its folder."""
    folder = Path(mkdtemp())
    first, second = (msgspec.json.decode(record) for record in _records())
    field = next(
        id_ for id_, mark in first["marks"].items() if id_.startswith("floor-") and type(mark) is int
    )
    first["marks"][field] = 17 - first["marks"][field]
    for seat, record in enumerate((first, second), start=1):
        (folder / f"{seat}.json").write_bytes(msgspec.json.encode(record))
    with contextlib.chdir(folder):
        _run("verify", "1.json", "2.json", "--certificate", "found")
    return next((folder / "found").iterdir())


@cache
def _photos() -> list[bytes]:
    pdf = draw_pages(load_sheet("launch"), list(_labels()[:1]), PAPERS["a4"])
    with pypdfium2.PdfDocument(pdf) as document:
        picture = document[0].render(scale=PHOTO_DPI / 72).to_pil().convert("L")
    return [pdf, *(_encode(picture, kind) for kind in ("PNG", "JPEG", "TIFF", "WEBP", "GIF", "BMP"))]


def _encode(picture: Image.Image, kind: str) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind)
    return stream.getvalue()


@cache
def _doubts() -> list[bytes]:
    record = _play().records[0]
    field, mark = next((field, mark) for field, mark in record.marks.items() if type(mark) is int)
    doubt = Doubt(field, ((mark, 0.6), (2, 0.3), (None, 0.1)), mark, Message("near"))
    reading = KeptReading((1,), dict(record.marks), (FieldReading(field, doubt.candidates),))
    correction = Correction(field, 2, mark, "Ada", "2026-11-22T18:30:00+01:00")
    kept = DoubtsFile("x.jpg", (doubt,), {field: b"crop"}, (correction,), ("y.jpg",), ("z.png",), reading)
    return [doubts_document(kept), doubts_document(DoubtsFile("x.jpg", (doubt,)))]


def _take_doubts(data: bytes, folder: Path) -> bool:
    (folder / "x.json").write_bytes(_records()[0])
    return _command(folder, "x.doubts", data, "score", "x.json", STREAM)


def _take_history(data: bytes, folder: Path) -> bool:
    sheet = load_sheet("launch")
    try:
        history = msgspec.json.decode(data, type=History)
        replay(rules_of(sheet), deal(sheet, SEED, 2), {1: history, 2: _play().histories[2]})
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, IllegalHistory):
        return False
    return True


def _take_template(data: bytes, folder: Path) -> bool:
    """Check that print accepts every template that lint accepts."""
    (folder / "x.sheet").write_bytes(data)
    with contextlib.chdir(folder):
        if not _run("lint", "x.sheet", STREAM):
            return False
        counts = read_custom(Path("x.sheet")).sheet.player_counts or (2,)
        for players in {min(counts), max(counts)}:
            if not _run("print", "x.sheet", "--seed", SEED, "--players", str(players), "-o", "x.pdf"):
                raise Finding(f"lint accepts what print refuses for {players} players")
    return True


def _take_certificate(name: str) -> Callable[[bytes, Path], bool]:
    def take(data: bytes, folder: Path) -> bool:
        shutil.copytree(_certificate(), folder / "found", dirs_exist_ok=True)
        return _command(folder, f"found/{name}", data, "certificate", "check", "found", STREAM)

    return take


def _take_label_of_photo(data: bytes, folder: Path) -> bool:
    """Scan a photo of a page with this label; anybody can print one."""
    try:
        label = decode_label(encode_label(msgspec.json.decode(data, type=Label)))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, FairsheetError):
        return False
    with (
        mock.patch("fairsheet.vision.scan.read_label", return_value=label),
        mock.patch("fairsheet.vision.scan.check_copy"),
    ):
        return _command(folder, "x.png", _photos()[1], "scan", "x.png", "--no-names", STREAM)


def _take_code(data: bytes, folder: Path) -> bool:
    """Decode the text of a code as if its checksum were correct."""
    with mock.patch("binascii.crc_hqx", return_value=mock.ANY):
        return _take_label(decode_label, data)


def _take_label(decode: Callable[[str], Label], data: bytes) -> bool:
    try:
        decode(data.decode("utf-8", "replace"))
    except FairsheetError:
        return False
    return True


TARGETS = {
    "record": Target(
        _records, damage_json, lambda data, folder: _command(folder, "x.json", data, "score", "x.json")
    ),
    "doubts": Target(_doubts, damage_json, _take_doubts),
    "history": Target(lambda: [write_history(_play().histories[1])], damage_json, _take_history),
    "solo-history": Target(
        lambda: [write_history(_play(4).histories[1])],
        damage_json,
        lambda data, folder: _command(
            folder,
            "x.json",
            data,
            "deal",
            "launch",
            "--seed",
            SEED,
            "--solo",
            "4",
            "--history",
            "x.json",
            STREAM,
        ),
    ),
    "certificate": Target(
        lambda: [(_certificate() / "certificate.json").read_bytes()],
        damage_json,
        _take_certificate("certificate.json"),
    ),
    "proof": Target(
        lambda: [(_certificate() / "proof.lrat").read_bytes()], damage_words, _take_certificate("proof.lrat")
    ),
    "template": Target(
        lambda: [SMALL.encode(), *(path.read_bytes() for path in sorted(EXAMPLES.glob("*/*.sheet")))],
        damage_words,
        _take_template,
    ),
    "label": Target(
        lambda: [msgspec.json.encode(each) for each in _labels()], damage_json, _take_label_of_photo
    ),
    "label-code": Target(
        lambda: [encode_label(each).encode() for each in _labels()], damage_bytes, _take_code
    ),
    "label-text": Target(
        lambda: [label_text(each).encode() for each in _labels()],
        damage_text,
        lambda data, folder: _take_label(parse_label_text, data),
    ),
    "seed": Target(
        lambda: [SEED.encode()],
        random_text,
        lambda data, folder: _run(
            "deal", "launch", f"--seed={data.decode()}", "--players", "2", "--turns", "2", STREAM
        ),
    ),
    "photo": Target(
        _photos,
        damage_bytes,
        lambda data, folder: _command(folder, "x.jpg", data, "scan", "x.jpg", "--no-names", STREAM),
    ),
}
