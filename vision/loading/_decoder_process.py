"""The program of the process that `fairsheet.vision.loading._decoder` starts: decodes files, closed off from all else.

It reads requests from stdin, each the number of a page, a count of bytes and a random key. If the number is 0, as many
bytes of a new file follow. It answers on stdout with the length of an `Answer`, the key and the answer. Pixels go into
the file that it was given as stderr. Decoders in C may print what they like: after the start nobody hears it.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
from importlib import import_module
from typing import IO, Annotated

import msgspec
import numpy as np
from msgspec import Meta
from PIL import Image

from fairsheet.vision.loading._opening import LEAST_SIDE, OpenFile, gray_of, load_decoders, open_file
from fairsheet.vision.loading._sandbox import close_down
from fairsheet.vision.loading._undecodable import Problem, Undecodable

REQUEST, HEAD = struct.Struct("<IQQ"), struct.Struct("<IQ")
MOST_GRAY = 32 * 2**20  # bytes of one picture in grey: more than `KEPT_PIXELS`
MEMORY = 900  # MB more than an idle process has
CPU_SECONDS = 10.0  # of the processor, for opening a file and for each page; the counts come first


Size = Annotated[int, Meta(ge=0, lt=2**32)]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a request: a file has `pages`, a page a `width` and `height`, or is a thumbnail without either.

    Of a `problem` the size that is wrong. `holds` is in the first answer: what holds this process.
    """

    pages: Size = 0
    width: Size = 0
    height: Size = 0
    taken: Annotated[str, Meta(pattern=r"\A(199|20\d)\d-\d\d-\d\dT[\d:]{8}([+-]\d\d:\d\d)?\Z")] | None = None
    problem: Problem | None = None
    most: Size = 0
    holds: tuple[str, ...] = ()


def main() -> None:
    """Answer requests until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # for the clock below; a parent may have ignored it
    answers, pixels = (os.fdopen(os.dup(stream), "wb") for stream in (1, 2))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    _load()
    holds = close_down(MEMORY, MOST_GRAY)
    _write(answers, Answer(holds=tuple(holds)), 0)
    file = OpenFile(0, lambda number: None)
    requests = sys.stdin.buffer
    while len(head := requests.read(REQUEST.size)) == REQUEST.size:
        number, size, key = REQUEST.unpack(head)
        _start_clock(CPU_SECONDS)
        try:
            if number:
                answer = _draw(file, number, pixels)
            else:
                file = open_file(requests.read(size))
                answer = Answer(pages=file.count, taken=file.taken)
        except Undecodable as error:
            answer = Answer(problem=error.problem, width=error.width, height=error.height, most=error.most)
        _start_clock(0)
        _write(answers, answer, key)


def _load() -> None:
    """Load all that decoding needs: later nothing can be loaded."""
    for module in ("_strptime", "fairsheet.vision.loading._pdf_pages"):
        import_module(module)
    load_decoders()
    for mode in ("RGBA", "P", "CMYK", "LAB", "I", "I;16", "F"):  # which load some modules of Pillow and numpy
        gray_of(Image.new(mode, (LEAST_SIDE, LEAST_SIDE)))


def _draw(file: OpenFile, number: int, pixels: IO[bytes]) -> Answer:
    gray = file.page(number)
    if gray is None:
        return Answer()
    pixels.seek(0)
    pixels.write(np.ascontiguousarray(gray).data)
    pixels.flush()
    return Answer(height=gray.shape[0], width=gray.shape[1])


def _write(answers: IO[bytes], answer: Answer, key: int) -> None:
    content = msgspec.msgpack.encode(answer)
    answers.write(HEAD.pack(len(content), key) + content)
    answers.flush()


def _start_clock(seconds: float) -> None:
    """Have this process killed after these seconds of the processor, where the system can; 0 stops the clock."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)
