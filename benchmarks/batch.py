"""Measure batches of the size of a club: speed, memory, interruptions, growth.

    python -m benchmarks.batch make PHOTOS --tables 300          (some 1,000 photos of all scenarios, 5 % of them odd)
    python -m benchmarks.batch time PHOTOS --workers 1 2
    python -m benchmarks.batch kill PHOTOS --times 100
    python -m benchmarks.batch grow --photos 10 100 1000 10000   (copies of records)
    python -m benchmarks.batch spares SPARES --tables 100        (records, and a photo of a blank sheet in each table)

Bots play short games; the simulator fills in their sheets and photographs them.
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
from fairsheet.pipeline.work.processes import default_workers
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.vision.simulator.camera import SCAN, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.traces import some_pen

SIZE = (1944, 2592)  # 5 megapixels
ODD = 0.05  # share of files that are broken, hostile or duplicates
WORKER = 0.3  # share of kills that hit a worker instead of the whole run
RECORDS = 4  # tables of records among the photos of killed runs
ANYWHERE = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}  # works outside the source folder


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("make", "time", "kill", "grow", "spares"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/batch"))
    parser.add_argument("--tables", type=int, default=300, help="tables to make")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="workers of each timed run")
    parser.add_argument("--times", type=int, default=100, help="number of kills")
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
    """Make photos of `tables` tables, with odd files among them."""
    folder.mkdir(parents=True, exist_ok=True)
    names = scenario_names()
    games = [
        (folder, names[number % len(names)], number, 2 + number // len(names) % 4) for number in range(tables)
    ]
    with ProcessPoolExecutor(default_workers()) as pool:
        photos = [photo for made in pool.map(photos_of_table, games) for photo in made]
    odd = round(len(photos) * ODD)
    make_odd(folder, photos, odd)
    print(f"{len(photos)} photos of {tables} tables, {odd} odd files")


def photos_of_table(game: tuple[Path, str, int, int]) -> list[Path]:
    """Make the photos of one table, one for each seat, and return their paths."""
    folder, name, number, players = game
    sheet, seed = load_sheet(name), f"club {number}"
    played = next(simulate(sheet, seed, players, 1, "random"))
    chance = np.random.default_rng(list(hashlib.sha256(f"{name} {seed}".encode()).digest()))
    hands = sample_hands()
    paths = []
    for record in played.records:
        hand = hands[int(chance.integers(len(hands)))]
        filled = inked_page(sheet, record, hand, some_pen(chance), chance)
        photo = photograph(filled, chance, SCAN, px_per_mm=PX_PER_MM, size=SIZE)
        path = folder / name / f"table-{number:03}" / f"seat-{record.seat}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(to_jpeg(photo, chance, SCAN))
        paths.append(path)
    return paths


def make_spares(folder: Path, tables: int) -> None:
    """Make records of tables of two, each with a photo of a blank sheet of seat 1, cycling through all levels.

    All tables are legal in a batch that leaves out the blank sheets.
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
        page = inked_page(sheet, blank, sample_hands()[0], some_pen(chance), chance)
        photo = photograph(page, chance, level, px_per_mm=PX_PER_MM)
        (place / "spare.jpg").write_bytes(to_jpeg(photo, chance, level))


def make_odd(folder: Path, photos: list[Path], count: int) -> None:
    """Make duplicates, truncated and empty files, wrong suffixes, hostile names, and damaged documents."""
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
    """Print photos per minute for each number of workers, the time of a second run, and the memory of workers."""
    for count in workers:
        with tempfile.TemporaryDirectory() as temporary:
            out = Path(temporary) / "out"
            before = children_seconds()
            first, document = run_timed(batch_command(folder, out, count))
            cpu = children_seconds() - before
            second, _ = run_timed(batch_command(folder, out, count))
            store = (out / "batch.sqlite").stat().st_size / 2**20
            print(
                f"{count} workers: {first:.0f} s, {document['photos'] / first * 60:.0f} files per minute with proof; "
                f"{cpu / document['photos'] * 1000:.0f} ms CPU per file; second run {second:.1f} s; "
                f"peak memory {most_memory():.0f} MB; store {store:.1f} MB; {document}",
                flush=True,
            )


def children_seconds() -> float:
    """Return the CPU seconds of all commands so far, including their workers."""
    now = os.times()
    return now.children_user + now.children_system


def most_memory() -> float:
    """Return the peak memory (MB) of the largest process of all commands so far."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def run_timed(command: list[str], cwd: Path | None = None) -> tuple[float, dict[str, int]]:
    start = time.perf_counter()
    ended = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=ANYWHERE)
    assert ended.returncode in (0, 1, 2, 3) and ended.stdout, ended.stderr
    return time.perf_counter() - start, json.loads(ended.stdout)


def kill_runs(folder: Path, times: int, chance: random.Random) -> None:
    """Kill runs at random moments (the parent or a worker), resume them, and compare with an undisturbed run."""
    with tempfile.TemporaryDirectory() as temporary:
        club, whole, disturbed = (Path(temporary) / name for name in ("club", "whole", "disturbed"))
        copy_with_several_photos(folder, club)
        whole.mkdir()
        # each run in its own folder with the same name for the results, because the report shows it
        command = batch_command(club, Path("out"), 2)
        seconds, document = run_timed(command, cwd=whole)
        print(f"undisturbed {seconds:.1f} s: {document}", flush=True)
        expected = read_outputs(whole)
        killed, runs, wrong = 0, 0, 0
        while killed < times:
            shutil.rmtree(disturbed, ignore_errors=True)
            disturbed.mkdir()
            while kill_once(command, disturbed, chance.uniform(0.3, seconds), chance):
                killed += 1
            actual = read_outputs(disturbed)
            different = sorted(
                name for name in expected.keys() | actual.keys() if expected.get(name) != actual.get(name)
            )
            runs, wrong = runs + 1, wrong + bool(different)
            print(f"{killed} kills in {runs} runs, {wrong} wrong {' '.join(different)}".rstrip(), flush=True)


def copy_with_several_photos(photos: Path, club: Path) -> None:
    """Copy a folder of photos with several photos of each sheet, and records of some tables.

    In turn, a sheet gets two additional photos, or its photo is replaced by two partly covered ones that together show
    everything.
    """
    shutil.copytree(photos, club)
    for number, path in enumerate(sorted(club.rglob("*.jpg"))):
        photo = cv2.imread(str(path))
        if photo is None:  # one of the odd files
            continue
        height, width = photo.shape[:2]
        upper, lower = photo.copy(), photo.copy()
        upper[height * 3 // 5 : height * 4 // 5, : width // 2] = 128  # something covers the sheet
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


def read_outputs(folder: Path) -> dict[str, bytes]:
    """Return the output files of a run by name, including partial ones, but not its store, log and lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(("batch.sqlite", "batch.log", ".batch.lock"))
    }


def kill_once(command: list[str], folder: Path, after: float, chance: random.Random) -> bool:
    """Start a run, kill it or one of its workers after some seconds, and return whether it was still running."""
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
    """Print seconds, memory and size for increasing numbers of files: records of one game with different players."""
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
            first, document = run_timed(command)
            between = children_seconds()
            second, _ = run_timed(command)
            cpu, again = between - before, children_seconds() - between
            store = (out / "batch.sqlite").stat().st_size / 2**20
            whole = sum(path.stat().st_size for path in out.rglob("*")) / 2**20
            print(
                f"{document['photos']} records: {first:.1f} s ({cpu:.1f} s CPU), second run {second:.1f} s "
                f"({again:.1f} s CPU), peak memory {most_memory():.0f} MB, "
                f"store {store:.1f} MB, all outputs {whole:.1f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()
