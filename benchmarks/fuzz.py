"""Fuzz fairsheet with damaged records, doubts, histories, certificates, templates, labels, seeds and photos.

    python -m benchmarks.fuzz --inputs 10000 --photos 1000

Each input has a number, so that a run can continue where another ended (--first), and a finding can be reproduced
(--only NAME --first NUMBER --inputs 1 --keep DIR). The inputs of a target run in a separate process, which is restarted
if one takes too long, needs too much memory, or crashes it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
import traceback
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fuzzing.targets import TARGETS

LONGEST = 10.0  # CPU seconds for one input
PATIENCE = 600.0  # wall-clock seconds, generous because the machine may be busy
MOST_MEMORY = 2**30  # bytes of the process that takes the inputs, including its libraries
ADDRESSES = 8 * 2**30  # bytes of address space; libraries reserve many more than they use

SEED = "fuzz"
FORK = multiprocessing.get_context("fork")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=TARGETS, default=list(TARGETS))
    parser.add_argument("--inputs", type=int, default=10_000, help="inputs for each target except photos")
    parser.add_argument("--photos", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--keep", type=Path, help="folder for the inputs that cause findings")
    options = parser.parse_args()
    found = 0
    for name in options.only:
        count = options.photos if name == "photo" else options.inputs
        found += _fuzz(name, range(options.first, options.first + count), options.keep)
    raise SystemExit(1 if found else 0)


def _fuzz(name: str, numbers: range, keep: Path | None) -> int:
    """Try the inputs of one target and print the outcomes. Return the number of findings."""
    counts: Counter[str] = Counter()
    memory, slowest, number, began = 0, 0.0, numbers.start, time.monotonic()
    while number < numbers.stop:
        ours, theirs = FORK.Pipe()
        process = FORK.Process(target=_take_all, args=(name, range(number, numbers.stop), theirs))
        process.start()
        theirs.close()
        while number < numbers.stop:
            finding, seconds = "", PATIENCE
            try:
                if ours.poll(PATIENCE):
                    finding, used, seconds, memory = ours.recv()
                    counts["used" if used else "refused"] += not finding
                else:
                    finding = f"no end after {PATIENCE:g} s"
            except EOFError:
                process.join()
                finding = f"the process ended with exit code {process.exitcode}"
            if seconds > LONGEST:
                finding = finding or f"{seconds:.1f} s"
            if memory > MOST_MEMORY:
                finding = finding or f"{memory / 2**20:.0f} MB"
            slowest = max(slowest, seconds)
            number += 1
            if finding:
                counts["findings"] += 1
                print(f"{name} {number - 1}: {finding}", flush=True)
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / f"{name}-{number - 1}").write_bytes(TARGETS[name].input(number - 1, SEED))
                break
        process.kill()
        process.join()
    seconds = time.monotonic() - began
    outcomes = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    print(f"{name}: {len(numbers)} inputs in {seconds:.0f} s: {outcomes}; slowest {slowest:.1f} s, "
          f"{memory / 2**20:.0f} MB", flush=True)  # fmt: skip
    return counts["findings"]


def _take_all(name: str, numbers: range, answers: Connection) -> None:
    """Take the inputs in the child process, and report the outcome, seconds and peak memory of each."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    TARGETS[name].good()  # creating the good inputs does not count
    with TemporaryDirectory() as folder:
        for number in numbers:
            finding, used, began = "", False, time.process_time()
            try:
                used = TARGETS[name].attempt(number, SEED, Path(folder))
            except BaseException:
                finding = traceback.format_exc(limit=-6)
            seconds = time.process_time() - began
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            answers.send((finding, used, seconds, memory))


if __name__ == "__main__":
    main()
