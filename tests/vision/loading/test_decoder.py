"""A decoder process that an attacker has taken over: it runs commands from the file."""

from __future__ import annotations

import io
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading import _decoder
from fairsheet.vision.loading._decoder import Decoder, decoder
from fairsheet.vision.loading._decoder_process import MOST_GRAY
from fairsheet.vision.loading._opening import load_decoders, open_file
from fairsheet.vision.loading._undecodable import Undecodable
from fairsheet.vision.loading.load import Photo, PhotoFile, load_pages

RAMP = np.tile(np.linspace(20, 230, 400).astype(np.uint8), (500, 1))
TAKEN_OVER = """
import ctypes, os, resource, signal, socket, subprocess, sys
sys.path[:] = sys.argv[1:]
from fairsheet.vision.loading import _decoder_process as process
from fairsheet.vision.loading import _sandbox
open_file = process.open_file
def obeyed(data):
    if not data.startswith(b"do "):
        return open_file(data)
    try:
        exec(data[3:].decode(), globals())
    except (OSError, MemoryError, ValueError):
        raise process.Undecodable("locked") from None
    return open_file(PICTURE)
process.open_file = obeyed
def answer(**what):
    frame = sys._getframe()
    while "key" not in frame.f_locals:
        frame = frame.f_back
    process._write(os.fdopen(3, "wb", closefd=False), process.Answer(**what), frame.f_locals["key"])
"""


def png() -> bytes:
    stream = io.BytesIO()
    Image.fromarray(RAMP).save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def taken_over(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Decoder]]:
    """Return a function that starts a decoder that runs commands from files, after some lines of a program."""
    started: list[Decoder] = []
    monkeypatch.setattr(_decoder, "_idle", started)

    def start(before: str = "") -> Decoder:
        program = f"{TAKEN_OVER}\nPICTURE = {png()!r}\n{before}\nprocess.main()\n"
        monkeypatch.setattr(_decoder, "_PROGRAM", program)
        started.append(Decoder())
        return started[-1]

    yield start
    for each in started:
        each.close()


def outcome_of(decoder: Decoder, order: str) -> str:
    """Return the outcome of a command."""
    try:
        decoder.open(f"do {order}".encode())
        return "done"
    except Undecodable as error:
        return error.problem


def run(decoder: Decoder, order: str) -> str:
    """Return the outcome of a command, and check that the next picture is read."""
    outcome = outcome_of(decoder, order)
    reads_on(decoder)
    return outcome


def reads_on(decoder: Decoder) -> None:
    """Assert that the next picture is read."""
    decoder.forget()
    decoder.start()
    gray = decoder.open(png()).page(1)
    assert gray is not None and np.array_equal(gray, RAMP)


def test_linux_has_two_sandboxes() -> None:
    with decoder() as mine:
        assert mine.holds == ("landlock", "seccomp")


def test_the_decoder_runs_commands(taken_over: Callable[[], Decoder]) -> None:
    """Check that commands run; otherwise the tests below would prove nothing."""
    assert run(taken_over(), "os.getpid()") == "done"


WITHOUT = {
    "all": "",
    "landlock": "_sandbox._seccomp = lambda: False",
    "limits": "_sandbox._seccomp = _sandbox._landlock = lambda: False",
}


UNREACHABLE = """\
open({store!r}).read()
open({store!r}, 'w').write('x')
open({store!r} + '.new', 'w')
os.listdir({folder!r})
os.read({inherited}, 1)
socket.socket()
socket.socket(socket.AF_UNIX)
bytearray(2 ** 30)
os.memfd_create('more')
[os.write(4, bytes(2 ** 20)) for _ in range(64)]
if 'SECRET' not in os.environ: raise OSError
"""
FORBIDDEN = """\
os.fork()
os.posix_spawn('/bin/true', ['true'], {{}})
os.execv('/bin/true', ['true'])
os.kill({parent}, 0)
os.stat('/')
os.ftruncate(4, 2 ** 40)
os.posix_fallocate(4, 0, 2 ** 40)
resource.setrlimit(resource.RLIMIT_FSIZE, (2 ** 40, 2 ** 40))
"""


@pytest.mark.parametrize(
    ("held_by", "orders"),
    [("all", UNREACHABLE + FORBIDDEN), ("landlock", UNREACHABLE), ("limits", UNREACHABLE)],
)
def test_commands_cannot_leave_the_sandbox(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    taken_over: Callable[[str], Decoder],
    held_by: str,
    orders: str,
) -> None:
    monkeypatch.setenv("SECRET", "x")
    store = tmp_path / "batch.sqlite"
    store.write_text("secret")
    with store.open() as file:
        os.set_inheritable(file.fileno(), True)
        places = {
            "store": str(store),
            "folder": str(tmp_path),
            "inherited": file.fileno(),
            "parent": os.getpid(),
        }
        decoder = taken_over(WITHOUT[held_by])
        outcomes = {order: run(decoder, order) for order in orders.format(**places).splitlines()}
    assert outcomes == dict.fromkeys(outcomes, "locked")
    assert os.fstat(decoder._pixels.fileno()).st_size <= MOST_GRAY
    assert store.read_text() == "secret" and [*tmp_path.iterdir()] == [store]


@pytest.mark.parametrize(
    "order",
    [
        "os.abort()",
        "os._exit(0)",
        "ctypes.string_at(0)",
        "while True: pass",
        "os.read(0, 1)",  # waits forever
        "os.write(3, bytes(2 ** 20))",  # an invalid answer
        "os.write(3, bytes([255] * 2 ** 20))",
        "answer(pages=1, taken='<b>')",
        "answer(pages=1, taken='2026-02-30T99:99:99')",
    ],
)
def test_misbehaving_decoders_are_killed(
    taken_over: Callable[[str], Decoder], monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    decoder = taken_over("process.CPU_SECONDS = 0.5")
    # only for the command: a busy machine takes longer to start a process
    with monkeypatch.context() as patched:
        patched.setattr(_decoder, "_WALL_SECONDS", 2)
        began = time.monotonic()
        assert outcome_of(decoder, order) == "too much"
        assert time.monotonic() - began < 10
    reads_on(decoder)


def test_the_clock_works_with_an_ignored_signal(taken_over: Callable[[str], Decoder]) -> None:
    former = signal.signal(signal.SIGPROF, signal.SIG_IGN)
    try:
        decoder = taken_over("process.CPU_SECONDS = 0.5")
    finally:
        signal.signal(signal.SIGPROF, former)
    began = time.monotonic()
    assert outcome_of(decoder, "while True: pass") == "too much"
    assert time.monotonic() - began < _decoder._WALL_SECONDS / 2


def test_its_output_is_discarded(
    taken_over: Callable[[], Decoder], capfd: pytest.CaptureFixture[str]
) -> None:
    order = (
        "print('x' * 10 ** 6, flush=True); print('x', file=sys.stderr); os.write(1, b'x'); os.write(2, b'x')"
    )
    assert run(taken_over(), order) == "done"
    assert capfd.readouterr() == ("", "")


def test_it_cannot_answer_for_the_next_file(taken_over: Callable[[], Decoder]) -> None:
    order = "answer(problem='locked')"
    assert run(taken_over(), f"{order}; {order}") == "locked"


def test_impossible_sizes_are_rejected(taken_over: Callable[[str], Decoder]) -> None:
    decoder = taken_over(
        "process._draw = lambda *_: process.Answer(width=process.MOST_GRAY, height=process.MOST_GRAY)"
    )
    with pytest.raises(Undecodable, match="too much"):
        decoder.open(png()).page(1)


def test_the_file_that_broke_it_is_blamed(taken_over: Callable[[], Decoder]) -> None:
    """Check that a process broken by the first file is replaced for the second."""
    assert run(taken_over(), "globals()['open_file'] = lambda data: os.abort()") == "too much"


def test_fatal_pages_are_left_out(taken_over: Callable[[str], Decoder]) -> None:
    program = """
def pages(data):
    return process.OpenFile(3, lambda page: os.abort() if page == 2 else open_file(data).page(1))
process.open_file = pages
"""
    taken_over(program)
    first, second, third = load_pages(PhotoFile("scan.tif", png()), is_foreign=True)
    assert isinstance(first, Photo) and isinstance(third, Photo) and (first.page, third.page) == (1, 3)
    assert str(second).startswith("scan.tif page 2: the picture takes too much")


def test_a_pdf_that_takes_minutes_to_open_is_refused(taken_over: Callable[[str], Decoder]) -> None:
    """Check a PDF without a table of objects: pdfium searches the end of each stream in all of the rest."""
    streams = b"".join(b"%d 0 obj<</Length 99999999>>stream\n" % number for number in range(1, 20_000))
    taken_over("process.CPU_SECONDS = 1")
    (error,) = load_pages(PhotoFile("scan.pdf", b"%PDF-1.4\n" + streams))
    assert "the PDF is too complex" in str(error)


def test_heic_without_its_package_is_an_error(taken_over: Callable[[str], Decoder]) -> None:
    taken_over("sys.modules['pillow_heif'] = None")
    (error,) = load_pages(Path(__file__).parents[2] / "data/photos/ramp.heic")
    assert "HEIC pictures need another package; " in str(error) and "[heif]" in str(error)


def test_a_failed_start_is_not_blamed_on_the_file(
    monkeypatch: pytest.MonkeyPatch, taken_over: Callable[[str], Decoder]
) -> None:
    with pytest.raises(FairsheetError, match="cannot start"):
        taken_over("os._exit(1)")


def test_foreign_pictures_are_decoded_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decode(*_: object, **__: object) -> None:
        raise AssertionError

    (tmp_path / "a.jpg").write_bytes(png())
    for name in ("PIL.Image.open", "simplejpeg.decode_jpeg", "simplejpeg.decode_jpeg_header"):
        monkeypatch.setattr(name, decode)
    (photo,) = load_pages(tmp_path / "a.jpg", is_foreign=True)
    assert isinstance(photo, Photo) and np.array_equal(photo.gray, RAMP)
    (error,) = load_pages(tmp_path / "a.jpg")
    assert isinstance(error, FairsheetError)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "LAB", "I", "I;16", "F"])
def test_it_gives_the_same_picture(mode: str) -> None:
    """Check every way to store it: the process cannot load modules that rare pictures need."""
    load_decoders()
    picture, exif, tried = Image.new(mode, (300, 400)), Image.Exif(), 0
    exif.get_ifd(0x8769)[0x9003] = "2026:11:24 21:03:00"
    for format_ in ("JPEG", "PNG", "TIFF", "WEBP", "AVIF", "JPEG2000", "GIF", "BMP", "HEIF"):
        stream = io.BytesIO()
        try:
            picture.save(stream, format_, exif=exif)
        except (OSError, KeyError, RuntimeError, ValueError):
            continue  # the format lacks this mode
        (photo,) = load_pages(PhotoFile("x", stream.getvalue()), is_foreign=True)
        here = open_file(stream.getvalue())
        assert isinstance(photo, Photo) and photo.taken == here.taken
        assert np.array_equal(photo.gray, np.asarray(here.page(1)))
        assert format_ not in ("JPEG", "WEBP", "HEIF") or here.taken == "2026-11-24T21:03:00"
        tried += 1
    assert tried


def test_it_ends_with_its_parent() -> None:
    """Check that the process ends, and is used only by its parent."""
    with decoder() as mine:
        process = mine._process
    assert process is not None and process.poll() is None
    if (child := os.fork()) == 0:
        os._exit(len(_decoder._idle))
    assert os.waitpid(child, 0)[1] == 0
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(10) == 0


def test_answers_are_not_mixed_up_after_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    with decoder() as mine:
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(_decoder, "_read", interrupted)
            mine.open(b"no picture")
        assert mine.open(png()).count == 1


def test_parallel_files_have_separate_processes() -> None:
    with decoder() as one, decoder() as other:
        files = one.open(png()), other.open(png())
        assert all(np.array_equal(RAMP, np.asarray(file.page(1))) for file in files)
