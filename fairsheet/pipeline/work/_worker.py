"""Run tasks from stdin and write results to stdout, until the parent process is gone.

    python -m fairsheet.pipeline.work._worker

A frame is four bytes of length and a value as msgpack. The first frame has the limits and is answered by READY. Each
further frame is a task and is answered by its result. Libraries print to stderr, because stdin and stdout carry only
frames.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import IO

import msgspec

from fairsheet.languages.messages import Message, packed, unpacked
from fairsheet.pipeline.store.limits import Limits, release_memory
from fairsheet.pipeline.work.tasks import Failure, Result, Task, perform
from fairsheet.process.private_logs import trace_of
from fairsheet.sheets.support.memory import collect_seldom, limit_memory
from fairsheet.sheets.support.system import IS_POSIX, let_clock_kill, start_clock

RELEASED_EVERY = 20  # tasks: keeps memory flat and costs little time
IDLE = 3.0  # seconds without a task after which memory is released
READY = "ready"  # the first answer of a worker
_TASKS = msgspec.msgpack.Decoder(Task, dec_hook=unpacked)
_NO_MEMORY = (
    "MemoryError", "Insufficient memory", "bad_alloc", "bad allocation", "Failed to allocate", "start new thread"
)  # fmt: skip


def write_frame(stream: IO[bytes], value: object) -> None:
    """Write a value as a frame."""
    content = msgspec.msgpack.encode(value, enc_hook=packed)
    stream.write(len(content).to_bytes(4, "big") + content)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Return the content of the next frame; None if the other side is gone."""
    length = stream.read(4)
    if len(length) < 4:
        return None
    content = stream.read(int.from_bytes(length, "big"))
    return content if len(content) == int.from_bytes(length, "big") else None


def _next_frame(stream: IO[bytes]) -> bytes | None:
    """Return the next frame; release memory if the wait is long."""
    if IS_POSIX and not select.select([stream], [], [], IDLE)[0]:
        release_memory()
    return read_frame(stream)


def main() -> None:
    """Run tasks until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this
    let_clock_kill()
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    first = read_frame(sys.stdin.buffer)
    if first is None:
        return
    limits = msgspec.msgpack.decode(first, type=Limits)
    _warm_up()
    collect_seldom()
    gc.freeze()  # everything loaded so far stays to the end, so the collector can skip it
    limit_memory(limits.memory)
    write_frame(results, READY)
    done = 0
    while (frame := _next_frame(sys.stdin.buffer)) is not None:
        start_clock(limits.seconds)
        result = _result(_TASKS.decode(frame), limits)
        start_clock(0)
        write_frame(results, result)
        done += 1
        if done % RELEASED_EVERY == 0:
            release_memory()


def _warm_up() -> None:
    """Load the modules that all tasks need, so that they do not count as memory of a task."""
    for module in ("fairsheet.pipeline.reading.picture_files", "fairsheet.pipeline.reading.photos"):
        import_module(module)
    from fairsheet.engine.solver.cp_sat import new_program
    from fairsheet.vision.classify.mark_reader import mark_reader

    new_program()
    mark_reader()


def _result(task: Task, limits: Limits) -> Result:
    try:
        return perform(task)
    except MemoryError:
        return _no_memory(limits)
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        if any(each in words for each in _NO_MEMORY):
            return _no_memory(limits)
        print(trace_of(error), file=sys.stderr)  # into the log
        return Failure(Message("fairsheet failed on it ({why})", why=" ".join(words.split())[:200]))


def _no_memory(limits: Limits) -> Failure:
    return Failure(Message("it needs more than {memory} MB of memory", memory=limits.memory), "--memory")


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # nobody waits for the result any more
        main()
    os._exit(0)  # at once: the interpreter would tidy up for long
