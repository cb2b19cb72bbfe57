"""The program of the process that `fairsheet.vision.loading._decoder` starts; it decodes files in a sandbox.

It reads requests from stdin: the number of a page, a count of bytes and a random key. If the number is 0, this
count of bytes of a new file follows. It answers on stdout with the length of an `Answer`, the key and the
answer. Pixels go into the file passed as stderr. Anything that decoders in C print after the start is
discarded.
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

from fairsheet.sheets.support.system import let_clock_kill, start_clock
from fairsheet.vision.loading._opening import LEAST_SIDE, OpenFile, gray_of, load_decoders, open_file
from fairsheet.vision.loading._sandbox import enter_sandbox
from fairsheet.vision.loading._undecodable import Problem, Undecodable

REQUEST, HEAD = struct.Struct("<IQQ"), struct.Struct("<IQ")
MOST_GRAY = 32 * 2**20  # bytes of one grey picture; more than `KEPT_PIXELS`
MEMORY = 900  # MB more than an idle process uses
CPU_SECONDS = 10.0  # CPU seconds for opening a file and for each page; the limits on counts are reached first


Size = Annotated[int, Meta(ge=0, lt=2**32)]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a request.

    A file has `pages`. A page has `width` and `height`, or neither if it is a thumbnail. If the `problem` is
    the size, they give it. The first answer has `holds`: the protections of this process.
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
    let_clock_kill()
    answers, pixels = (os.fdopen(os.dup(stream), "wb") for stream in (1, 2))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    _load()
    holds = enter_sandbox(MEMORY, MOST_GRAY)
    _write(answers, Answer(holds=tuple(holds)), 0)
    file = OpenFile(0, lambda number: None)
    requests = sys.stdin.buffer
    while len(head := requests.read(REQUEST.size)) == REQUEST.size:
        number, size, key = REQUEST.unpack(head)
        start_clock(CPU_SECONDS)
        try:
            if number:
                answer = _draw(file, number, pixels)
            else:
                file = open_file(requests.read(size))
                answer = Answer(pages=file.count, taken=file.taken)
        except Undecodable as error:
            answer = Answer(problem=error.problem, width=error.width, height=error.height, most=error.most)
        start_clock(0)
        _write(answers, answer, key)


def _load() -> None:
    """Load everything that decoding needs: nothing can be loaded later."""
    for module in ("_strptime", "fairsheet.vision.loading._pdf_pages"):
        import_module(module)
    load_decoders()
    for mode in ("RGBA", "P", "CMYK", "LAB", "I", "I;16", "F"):  # these load some modules of Pillow and numpy
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
