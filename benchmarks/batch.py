"""A batch as a club would have it, and what is asked of it: speed, memory, interruptions, growth.

    python -m benchmarks.batch make PHOTOS --tables 300          (some 1,000 photos of all scenarios, 5 % of them odd)
    python -m benchmarks.batch time PHOTOS --workers 1 2
    python -m benchmarks.batch kill PHOTOS --times 100
    python -m benchmarks.batch grow --photos 10 100 1000 10000   (copies of records)

Games are short ones of bots; their sheets are filled in and photographed by the simulator.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Self

import cv2
import msgspec
import numpy as np
from msgspec.structs import replace

from fairsheet.engine.records.record import Record, write_record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.options.labels import labels_of
from fairsheet.scanning.picture_files import page_arrays
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.page import PAPERS
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.vision.simulator.camera import SCAN, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import some_pen

PX_PER_MM = 8
SIZE = (1944, 2592)  # 5 megapixels
ODD = 0.05  # share of files that are broken, hostile or duplicates
SAMPLED_EVERY = 2.0  # seconds
WORKER = 0.3  # how often a worker is killed in place of the whole run
RECORDS = 4  # tables of records among the photos of runs that are killed
ANYWHERE = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}  # runs also outside the source folder
PAPER = PAPERS["a4"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("folder", type=Path)
    making.add_argument("--tables", type=int, default=300)
    making.add_argument("--policy", default="random")
    timing = commands.add_parser("time")
    timing.add_argument("folder", type=Path)
    timing.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    killing = commands.add_parser("kill")
    killing.add_argument("folder", type=Path)
    killing.add_argument("--times", type=int, default=100)
    killing.add_argument("--seed", default="kill")
    growing = commands.add_parser("grow")
    growing.add_argument("--photos", type=int, nargs="+", default=[10, 100, 1000, 10_000])
    options = parser.parse_args()
    match options.command:
        case "make":
            make(options.folder, options.tables, options.policy)
        case "time":
            time_runs(options.folder, options.workers)
        case "kill":
            kill_runs(options.folder, options.times, random.Random(options.seed))
        case "grow":
            grow(options.photos)


def make(folder: Path, tables: int, policy: str) -> None:
    """Photos of this many tables, and odd files among them."""
    folder.mkdir(parents=True, exist_ok=True)
    names = scenario_names()
    games = [
        (folder, names[number % len(names)], number, 2 + number // len(names) % 4, policy)
        for number in range(tables)
    ]
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        photos = [photo for made in pool.map(photos_of_table, games) for photo in made]
    odd = round(len(photos) * ODD)
    make_odd(folder, photos, odd)
    print(f"{len(photos)} photos of {tables} tables, {odd} odd files")


def photos_of_table(game: tuple[Path, str, int, int, str]) -> list[Path]:
    """The photos of one table, one for each seat."""
    folder, name, number, players, policy = game
    sheet, seed = load_sheet(name), f"club {number}"
    played = next(simulate(sheet, seed, players, 1, policy))
    chance = np.random.default_rng(list(hashlib.sha256(f"{name} {seed}".encode()).digest()))
    hands = sample_hands()
    pdf = draw_pages(sheet, labels_of(sheet, played.records[0].game, [r.seat for r in played.records]), PAPER)
    paths = []
    truth = truth_of(folder) / f"table-{number:03}.json"
    truth.parent.mkdir(parents=True, exist_ok=True)
    truth.write_bytes(msgspec.json.encode(played.records))
    for record, page in zip(played.records, page_arrays(pdf, PX_PER_MM), strict=True):
        hand = hands[int(chance.integers(len(hands)))]
        filled = fill_in(
            page,
            sheet,
            record.marks,
            hand,
            some_pen(chance),
            chance,
            px_per_mm=PX_PER_MM,
            origin=PAPER.offset,
        )
        photo = photograph(filled, chance, SCAN, px_per_mm=PX_PER_MM, size=SIZE)
        path = folder / name / f"table-{number:03}" / f"seat-{record.seat}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(to_jpeg(photo, chance, SCAN))
        paths.append(path)
    return paths


def truth_of(folder: Path) -> Path:
    """Where the records of the sheets on the photos in a folder are, by table."""
    return folder.with_name(f"{folder.name}-truth")


def make_odd(folder: Path, photos: list[Path], count: int) -> None:
    """Duplicates, cut-off and empty files, wrong endings, hostile names, and a picture that claims to be huge."""
    chance = random.Random(count)
    (folder / "odd").mkdir(exist_ok=True)
    for number in range(count):
        photo = chance.choice(photos)
        content = photo.read_bytes()
        name, content = [
            (f"copy-{number}.jpg", content),
            (f"cut-{number}.jpg", content[: len(content) // 3]),
            (f"empty-{number}.jpg", b""),
            (f"text-{number}.jpg", b"this is no picture"),
            (f"photo-{number}.txt", content),
            (f"line\nbreak \u202egpj.{number}.jpg", content),
            (f"broken-{number}.pdf", b"%PDF-1.4 and nothing more"),
            (f"=HYPERLINK({number}).json", b'{"format": "fairsheet.record/1"'),
        ][number % 8]
        (folder / "odd" / name).write_bytes(content)


def batch_command(folder: Path, out: Path, workers: int) -> list[str]:
    code = "from fairsheet.cli import main; main()"
    return [
        sys.executable,
        "-c",
        code,
        "batch",
        str(folder),
        "-o",
        str(out),
        "--workers",
        str(workers),
        "--json",
    ]


def time_runs(folder: Path, workers: list[int]) -> None:
    """Photos a minute for each number of workers, the second run, the memory of workers, and what was read wrong."""
    for count in workers:
        with tempfile.TemporaryDirectory() as temporary:
            out = Path(temporary) / "out"
            before = children_seconds()
            with Memory() as memory:
                first, document = timed(batch_command(folder, out, count), memory.watch)
            cpu = children_seconds() - before
            second, _ = timed(batch_command(folder, out, count))
            store = (out / "batch.sqlite").stat().st_size / 2**20
            print(
                f"{count} workers: {first:.0f} s, {document['photos'] / first * 60:.0f} files a minute with proof; "
                f"{cpu / document['photos'] * 1000:.0f} ms of the processor a file; again {second:.1f} s; "
                f"{memory.format()}; store {store:.1f} MB; {document}",
                flush=True,
            )
            compare(folder, out)


class Memory:
    """Samples how much memory the workers of a process have, MB."""

    def __init__(self) -> None:
        self._samples: list[float] = []
        self._done = Event()
        self._thread: Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def watch(self, pid: int) -> None:
        self._thread = Thread(target=self._sample, args=(pid,))
        self._thread.start()

    def _sample(self, pid: int) -> None:
        children = Path(f"/proc/{pid}/task/{pid}/children")
        while not self._done.wait(SAMPLED_EVERY):
            with suppress(OSError):
                pages = [
                    int(Path(f"/proc/{child}/statm").read_text().split()[1])
                    for child in children.read_text().split()
                ]
                if pages:
                    self._samples.append(max(pages) * resource.getpagesize() / 2**20)

    def format(self) -> str:
        if not self._samples:
            return "memory not sampled"
        quarters = [self._samples[(len(self._samples) - 1) * part // 4] for part in range(5)]
        course = ", ".join(f"{megabytes:.0f}" for megabytes in quarters)
        return f"the largest worker has {max(self._samples):.0f} MB, over the run {course}"


def compare(folder: Path, out: Path) -> None:
    """What of the marks on the photos was read wrong, with and without a doubt, and what is said of their tables."""
    truth = {
        record.game.seed: {each.seat: each.marks for each in records}
        for file in sorted(truth_of(folder).iterdir())
        for records in [msgspec.json.decode(file.read_bytes(), type=list[Record])]
        for record in records[:1]
    }
    said: Counter[str] = Counter()
    for line in (out / "tables.jsonl").read_text().splitlines():
        table = json.loads(line)
        said[f"table without seats {table['missing']}" if table["missing"] else "table complete"] += 1
        said.update(f"sheet {sheet['verdict']}" for sheet in (table["verdict"] or {"sheets": []})["sheets"])
    for line in (out / "photos.jsonl").read_text().splitlines():
        file = json.loads(line)
        is_odd = file["file"].startswith("odd/")
        said["odd file with an error" if is_odd else "photo with an error"] += file["error"] is not None
        said["odd file read" if is_odd else "photo read"] += file["error"] is None
        for sheet in file["sheets"]:
            record = msgspec.json.decode((out / sheet["record"]).read_bytes(), type=Record)
            marks = truth[record.game.seed][record.seat]
            wrong = [
                field
                for field in marks.keys() | record.marks.keys()
                if marks.get(field) != record.marks.get(field)
            ]
            said["sheet read without an error" if not wrong else "sheet read with an error"] += 1
            said["marks"] += len(marks)
            said["marks read wrong"] += len(wrong)
            said["sheets read wrong without a doubt"] += bool(wrong) and not sheet["doubts"]
    print("  " + "; ".join(f"{words}: {number}" for words, number in sorted(said.items())), flush=True)


def children_seconds() -> float:
    """Seconds of the processor that all commands so far have taken, with their workers."""
    now = os.times()
    return now.children_user + now.children_system


def timed(
    command: list[str], started: Callable[[int], None] = lambda pid: None, cwd: Path | None = None
) -> tuple[float, dict[str, int]]:
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ANYWHERE
    )
    started(process.pid)
    printed, said = process.communicate()
    assert process.returncode in (0, 1, 2, 3) and printed, said
    return time.perf_counter() - start, json.loads(printed)


def kill_runs(folder: Path, times: int, chance: random.Random) -> None:
    """Runs killed at random moments, the parent or a worker, and resumed: do they end as an undisturbed run does?"""
    with tempfile.TemporaryDirectory() as temporary:
        club, whole, disturbed = (Path(temporary) / name for name in ("club", "whole", "disturbed"))
        several_of_each(folder, club)
        whole.mkdir()
        command = batch_command(
            club, Path("out"), 2
        )  # in two folders, since the report names that of the results
        seconds, document = timed(command, cwd=whole)
        print(f"undisturbed {seconds:.1f} s: {document}", flush=True)
        expected = outputs(whole)
        killed, runs, wrong = 0, 0, 0
        while killed < times:
            shutil.rmtree(disturbed, ignore_errors=True)
            disturbed.mkdir()
            while kill_once(command, disturbed, chance.uniform(0.3, seconds), chance):
                killed += 1
            found = outputs(disturbed)
            others = sorted(
                name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name)
            )
            runs, wrong = runs + 1, wrong + bool(others)
            print(f"{killed} killed in {runs} runs, {wrong} wrong {' '.join(others)}".rstrip(), flush=True)


def several_of_each(photos: Path, club: Path) -> None:
    """A copy of a folder of photos with a second and third one of a sheet, or in place of its photo two of parts of it
    that leave nothing out, in turn; and with the records of some tables."""
    shutil.copytree(photos, club)
    for number, path in enumerate(sorted(club.rglob("*.jpg"))):
        photo = cv2.imread(str(path))
        if photo is None:  # one of the odd files
            continue
        height, width = photo.shape[:2]
        upper, lower = photo.copy(), photo.copy()
        upper[height * 3 // 5 : height * 4 // 5, : width // 2] = 128  # something lies on the sheet
        lower[height * 2 // 5 : height * 3 // 5, width // 2 :] = 128
        if number % 2:
            path.unlink()
            more = {"upper": upper, "lower": lower}
        else:
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle=2, scale=0.97)
            turned = cv2.warpAffine(photo, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
            more = {"turned": turned, "upper": upper}
        for name, picture in more.items():
            cv2.imwrite(str(path.with_stem(f"{path.stem}-{name}")), picture)
    for number in range(RECORDS):
        played = next(simulate(load_sheet("launch"), f"kill {number}", 3, 1, "random"))
        write_records(club / f"records-{number}", played.records)


def write_records(folder: Path, records: Iterable[Record]) -> None:
    folder.mkdir(parents=True)
    for record in records:
        (folder / f"seat-{record.seat}.json").write_bytes(write_record(record))


def outputs(folder: Path) -> dict[str, bytes]:
    """All that a run left, but for its store, log and lock, by name; whatever was left half done is among it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(("batch.sqlite", "batch.log", ".batch.lock"))
    }


def kill_once(command: list[str], folder: Path, after: float, chance: random.Random) -> bool:
    """Whether a run in a folder, or one of its workers, was killed before the run's end."""
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ANYWHERE
    )
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        if workers and chance.random() < WORKER:
            os.kill(int(chance.choice(workers)), signal.SIGKILL)
            process.wait()
            return True
        process.kill()
        process.wait()
        return True
    return False


def grow(counts: list[int]) -> None:
    """Seconds, memory and size for ever more files: records of one game, each time played by others."""
    sheet = load_sheet("launch")
    for count in counts:
        with tempfile.TemporaryDirectory() as temporary:
            folder, out = Path(temporary) / "in", Path(temporary) / "out"
            played = next(simulate(sheet, "grow", 4, 1, "random"))
            for number in range(count // 4 or 1):
                below = folder / f"table-{number:05}"
                write_records(
                    below, [replace(bot, player=f"{bot.player} of {number}") for bot in played.records]
                )
            command = [*batch_command(folder, out, 2), "--table-by", "table-[0-9]+"]
            before = children_seconds()
            first, document = timed(command)
            between = children_seconds()
            second, _ = timed(command)
            cpu, again = between - before, children_seconds() - between
            memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            store = (out / "batch.sqlite").stat().st_size / 2**20
            whole = sum(path.stat().st_size for path in out.rglob("*")) / 2**20
            print(
                f"{document['photos']} records: {first:.1f} s, {cpu:.1f} s of the processor, again {second:.1f} s, "
                f"{again:.1f} s of the processor, {memory:.0f} MB at most, "
                f"store {store:.1f} MB, all outputs {whole:.1f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()
