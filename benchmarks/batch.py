"""A batch as a club would have it, and what is asked of it: speed, memory, interruptions, growth.

    python -m benchmarks.batch make PHOTOS --tables 300          (some 1,000 photos of all scenarios, 5 % of them odd)
    python -m benchmarks.batch time PHOTOS --workers 1 2
    python -m benchmarks.batch kill PHOTOS --times 100
    python -m benchmarks.batch grow --photos 10 100 1000 10000   (copies of records)
    python -m benchmarks.batch spares SPARES --tables 100        (records, and a photo of a blank sheet in each table)

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
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
from msgspec.structs import replace

from benchmarks.filled_sheets import LEVELS, PX_PER_MM, inked_page
from fairsheet.engine.records.record import Record, write_record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.vision.simulator.camera import SCAN, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.traces import some_pen
from fairsheet.wording.labels import labels_of

SIZE = (1944, 2592)  # 5 megapixels
ODD = 0.05  # share of files that are broken, hostile or duplicates
WORKER = 0.3  # how often a worker is killed in place of the whole run
RECORDS = 4  # tables of records among the photos of runs that are killed
ANYWHERE = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}  # runs also outside the source folder
PAPER = PAPERS["a4"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("make", "time", "kill", "grow", "spares"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/batch"))
    parser.add_argument("--tables", type=int, default=300, help="that are made")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="of each run that is timed")
    parser.add_argument("--times", type=int, default=100, help="how often runs are killed")
    parser.add_argument("--photos", type=int, nargs="+", default=[10, 100, 1000, 10_000])
    options = parser.parse_args()
    match options.command:
        case "make":
            make(options.folder, options.tables)
        case "time":
            time_runs(options.folder, options.workers)
        case "kill":
            kill_runs(options.folder, options.times, random.Random("kill"))
        case "grow":
            grow(options.photos)
        case "spares":
            make_spares(options.folder, options.tables)


def make(folder: Path, tables: int) -> None:
    """Photos of this many tables, and odd files among them."""
    folder.mkdir(parents=True, exist_ok=True)
    names = scenario_names()
    games = [
        (folder, names[number % len(names)], number, 2 + number // len(names) % 4) for number in range(tables)
    ]
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        photos = [photo for made in pool.map(photos_of_table, games) for photo in made]
    odd = round(len(photos) * ODD)
    make_odd(folder, photos, odd)
    print(f"{len(photos)} photos of {tables} tables, {odd} odd files")


def photos_of_table(game: tuple[Path, str, int, int]) -> list[Path]:
    """The photos of one table, one for each seat."""
    folder, name, number, players = game
    sheet, seed = load_sheet(name), f"club {number}"
    played = next(simulate(sheet, seed, players, 1, "random"))
    chance = np.random.default_rng(list(hashlib.sha256(f"{name} {seed}".encode()).digest()))
    hands = sample_hands()
    labels = labels_of(sheet, played.records[0].game, [record.seat for record in played.records])
    paths = []
    for record, label in zip(played.records, labels, strict=True):
        hand = hands[int(chance.integers(len(hands)))]
        filled = inked_page(sheet, record, label, PAPER, hand, some_pen(chance), chance)
        photo = photograph(filled, chance, SCAN, px_per_mm=PX_PER_MM, size=SIZE)
        path = folder / name / f"table-{number:03}" / f"seat-{record.seat}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(to_jpeg(photo, chance, SCAN))
        paths.append(path)
    return paths


def make_spares(folder: Path, tables: int) -> None:
    """Make the records of tables of two, each with a photo of a blank print of seat 1, in all levels in turn.

    All are legal in a batch that leaves the blank sheets out.
    """
    names, levels = scenario_names(), list(LEVELS.values())
    for number in range(tables):
        sheet, chance = load_sheet(names[number % len(names)]), np.random.default_rng(number)
        level = levels[number // len(names) % len(levels)]
        played = next(simulate(sheet, f"spare {number}", 2, 1, "random"))
        blank = replace(played.records[0], marks={})
        place = folder / f"{number:03}-{level.name}"
        place.mkdir(parents=True, exist_ok=True)
        for record in played.records:
            (place / f"seat-{record.seat}.json").write_bytes(write_record(record))
        (label,) = labels_of(sheet, blank.game, [1])
        page = inked_page(sheet, blank, label, PAPER, sample_hands()[0], some_pen(chance), chance)
        photo = photograph(page, chance, level, px_per_mm=PX_PER_MM)
        (place / "spare.jpg").write_bytes(to_jpeg(photo, chance, level))


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
    words = ["batch", str(folder), "-o", str(out), "--workers", str(workers), "--json"]
    return [sys.executable, "-c", code, *words]


def time_runs(folder: Path, workers: list[int]) -> None:
    """Photos a minute for each number of workers, the second run, and the memory of workers."""
    for count in workers:
        with tempfile.TemporaryDirectory() as temporary:
            out = Path(temporary) / "out"
            before = children_seconds()
            first, document = timed(batch_command(folder, out, count))
            cpu = children_seconds() - before
            second, _ = timed(batch_command(folder, out, count))
            store = (out / "batch.sqlite").stat().st_size / 2**20
            print(
                f"{count} workers: {first:.0f} s, {document['photos'] / first * 60:.0f} files a minute with proof; "
                f"{cpu / document['photos'] * 1000:.0f} ms of the processor a file; again {second:.1f} s; "
                f"{most_memory():.0f} MB at most; store {store:.1f} MB; {document}",
                flush=True,
            )


def children_seconds() -> float:
    """Seconds of the processor that all commands so far have taken, with their workers."""
    now = os.times()
    return now.children_user + now.children_system


def most_memory() -> float:
    """MB that the largest process of all commands so far had."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def timed(command: list[str], cwd: Path | None = None) -> tuple[float, dict[str, int]]:
    start = time.perf_counter()
    ended = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=ANYWHERE)
    assert ended.returncode in (0, 1, 2, 3) and ended.stdout, ended.stderr
    return time.perf_counter() - start, json.loads(ended.stdout)


def kill_runs(folder: Path, times: int, chance: random.Random) -> None:
    """Runs killed at random moments, the parent or a worker, and resumed: do they end as an undisturbed run does?"""
    with tempfile.TemporaryDirectory() as temporary:
        club, whole, disturbed = (Path(temporary) / name for name in ("club", "whole", "disturbed"))
        several_of_each(folder, club)
        whole.mkdir()
        # in two folders, since the report names that of the results
        command = batch_command(club, Path("out"), 2)
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
        return False
    except subprocess.TimeoutExpired:
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        one_worker = workers and chance.random() < WORKER
        os.kill(int(chance.choice(workers)) if one_worker else process.pid, signal.SIGKILL)
        process.wait()
        return True


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
            store = (out / "batch.sqlite").stat().st_size / 2**20
            whole = sum(path.stat().st_size for path in out.rglob("*")) / 2**20
            print(
                f"{document['photos']} records: {first:.1f} s, {cpu:.1f} s of the processor, again {second:.1f} s, "
                f"{again:.1f} s of the processor, {most_memory():.0f} MB at most, "
                f"store {store:.1f} MB, all outputs {whole:.1f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()
