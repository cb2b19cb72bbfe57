"""A season of game nights through the running program and through a batch, which end with the same games."""

from __future__ import annotations

import json
import os
import random
import re
import time
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from benchmarks.batch import make_odd
from benchmarks.serve import Program
from fairsheet.batches.again import open_batch
from fairsheet.batches.run import Watcher, judge_tables
from fairsheet.commands.new import template_text
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.records.record import Record, Table, layout_of, write_record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.engine.solver.budget import WORK_LIMIT
from fairsheet.languages.messages import Message, packed, unpacked
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.pipeline.base.values import Answer, FileReading, KeptSheet, TaskOptions
from fairsheet.pipeline.store.plan import catalog_with, template_file_at
from fairsheet.pipeline.work.tasks import FileDone, ReadFile, Result, Task
from fairsheet.results.league import games_json, standings
from fairsheet.serve.event_answers import form_value
from fairsheet.serve.event_log import Started
from fairsheet.serve.games import PlayableGame, game_of, playable_games
from fairsheet.serve.workers import Workers
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.trial._random_marks import random_marks
from fairsheet.vision.readings.reading import Doubt
from tests.fairsheet.batches.test_interrupted import Interrupted
from tests.fairsheet.here import batch, impossible
from tests.fairsheet.serve.client import JPEG, PAGE, uses_many_addresses
from tests.photographs import photographed

EVENINGS = 40
FIRST = datetime(2026, 1, 5, 20, tzinfo=UTC)  # a week before the next, so that photos become too old
SIZES = (1, 3, 4, 4, 6, 6)  # players of each table of an evening
RECORDED = (1, 3)  # the tables that play recorded games and custom sheets
NAMES = [f"{first} {last}" for first in ("Ada", "Ben", "Čeněk", "Žofie") for last in "KLMNOP"]
REAL = 8  # evenings until a table next sends photos that the scanner reads
FAKE = JPEG + b"sheet "  # begins a photo that is its own reading
PATIENCE = 180.0  # seconds until a table is proved
PROGRAM = """
from datetime import datetime
from fairsheet.cli import main
from fairsheet.serve import tables
from fairsheet.serve.pages import serving
from tests.fairsheet.serve.test_season import FakeScanner
tables.now = lambda: datetime.fromisoformat("{}")
serving.Workers = FakeScanner
main()
"""
_SHEET = msgspec.msgpack.Decoder(KeptSheet, dec_hook=unpacked)


def read_fake(task: Task) -> Result | None:
    """Return the reading of a fake photo; None for any other task."""
    content = Path(os.fsdecode(task.path)).read_bytes() if isinstance(task, ReadFile) else b""
    with suppress(msgspec.DecodeError):  # half a photo
        if content.startswith(FAKE):
            return FileDone(FileReading((_SHEET.decode(content.removeprefix(FAKE)),)), (PAGE,))
    return None


class FakeScanner(Workers):
    """Workers of the server that need no time for fake photos."""

    async def perform(self, task: Task) -> Result:
        return read_fake(task) or await super().perform(task)


class FakeReader(Interrupted):
    """The same for a batch, which stops after some tasks; never if their number is below 0."""

    def do(self, task: Task) -> Result:
        return read_fake(task) or super().do(task)


@dataclass
class Sitting:
    """A table: its form, its sheets as written, the seat of a false one (0 for none), and the links of all phones."""

    game: PlayableGame
    names: Sequence[str]
    seed: str
    level: int | None
    records: Sequence[Record]
    false: int
    links: list[str] = field(default_factory=list)  # of the host, then by seat

    def outcomes(self) -> Iterator[tuple[str, str | None, int | None]]:
        """Yield name, verdict and total of each player; no totals next to a false sheet, which may change them."""
        catalog = catalog_with(self.game.template)
        score = ruleset_of(layout_of(self.records[0], catalog), catalog).score(self.records)
        for seat, name in enumerate(self.names, 1):
            verdict = "illegal" if seat == self.false else "legal"
            (total,) = (each.total for each in score.players if each.seat == seat)
            yield name, None if self.game.template else verdict, None if self.false else total


def play(game: PlayableGame, names: Sequence[str], seed: str, chance: random.Random) -> Sitting:
    """Let bots play a game; on a fifth of the tables of scenarios, one sheet is from no such game."""
    count, level, false = len(names), chance.randint(1, 8) if len(names) == 1 else None, 0
    if game.template:
        sheet, ink = game.sheets[0], np.random.default_rng(chance.randrange(2**32))
        table = Table(None, count, print=seed)
        records = [Record.on(sheet, table, seat, random_marks(sheet, ink)) for seat in range(1, count + 1)]
    elif game.name in SCENARIOS:
        policy = chance.choice(("greedy", "casual", "random", "random"))
        real, other = (
            next(simulate(load_sheet(game.name), each, count, 1, policy, level)).records
            for each in (seed, f"{seed}-other")
        )
        records = list(real)
        if not level and game.name != "battle" and chance.random() < 0.2:
            false = chance.randint(1, count)
            made_up = replace(other[false - 1], game=real[0].game), impossible(real[false - 1])
            records[false - 1] = chance.choice(made_up)
    else:
        played = game_of("season", Started(game.name, tuple(names), seed, ("",) * (count + 2)))
        records = records_of_table(played.sheets[-1], played.game)
    owners = [names[min(each.seat, count) - 1] if each.seat else "" for each in records]
    named = [replace(each, player=owner) for each, owner in zip(records, owners, strict=True)]
    return Sitting(game, names, seed, level, named, false)


def fake_photo(record: Record, chance: random.Random) -> bytes:
    """Return a fake photo of a sheet. On some, a number is misread, and the scanner is unsure of it."""
    read, doubts, numbers = record, list[Doubt](), list[str]()
    if record.sheet in SCENARIOS and chance.random() < 0.5:
        kinds = {each.id: each.kind for each in layout_of(record).fields}
        numbers = [
            id_ for id_, mark in record.marks.items() if kinds[id_] == "slot" and isinstance(mark, int)
        ]
    if numbers:
        id_ = chance.choice(numbers)
        right = record.marks[id_]
        wrong = chance.choice([mark for mark in range(1, 16) if mark != right])
        read = replace(record, marks={**record.marks, id_: wrong})
        doubts = [Doubt(id_, ((wrong, 0.6), (right, 0.4)), wrong, Message("faint"))]
    return FAKE + msgspec.msgpack.encode(KeptSheet(read, tuple(doubts)), enc_hook=packed)


def real_photo(record: Record, folder: Path) -> bytes:
    """Return a photo of a printed sheet without a name, filled in by hand."""
    (folder / "record.json").write_bytes(write_record(record))
    return photographed(folder / "record.json")


@dataclass
class Night:
    """An evening at the running program; `truth` are the sheets by the hash of their photo."""

    folder: Path
    day: datetime
    truth: dict[str, Record]

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start the program, again if it was killed."""
        self.program = Program(self.folder, "-c", PROGRAM.format(self.day.isoformat()))

    def close(self) -> None:
        """Stop the program."""
        self.program.process.terminate()
        self.program.process.wait()

    def ask(self, path: str, **form: Any) -> tuple[str, str]:
        """Get a page, or send a form, from the phone that has its link; return where it leads, and its text."""
        body = urlencode(form, doseq=True).encode() if form else None
        return self.program.ask(path, body, phone=phone_with(path))

    def start_table(self, number: int, at: Sitting) -> None:
        """Start a table of a game, let all players join, and keep their links."""
        players = f"solo-{at.level}" if at.level else len(at.names)
        host, why = self.ask(
            f"{self.program.home.path}/new/{number}", players=players, name=at.names, seed=at.seed
        )
        assert host, why
        joining = re.search(r'"[^"]*(/j/[\w-]+)"', self.ask(host)[1])
        assert joining is not None
        seats = range(1, len(at.names) + 1)
        at.links += [host, *(self.ask(joining[1], seat=seat)[0].removesuffix("/turn") for seat in seats)]
        if at.game.has_cards:
            self.ask(f"{host}/turn", turn=1)

    def send(self, link: str, photo: Path) -> None:
        """Send a photo. Raises an error if this is refused or interrupted."""
        location, why = self.program.send(link, photo, phone_with(link))
        assert location, why

    def send_all(self, photos: Sequence[tuple[str, Path]], kill_after: int) -> None:
        """Send photos from several phones at once; send those again that a kill of the program interrupts."""
        with ThreadPoolExecutor(8) as phones:
            sent = {phones.submit(self.send, *each): each for each in photos}
            for number, _ in enumerate(as_completed(sent)):
                if number == kill_after:
                    self.program.process.kill()
        self.program.process.wait()
        self.start()
        for done, each in sent.items():
            if done.exception() is not None:
                self.send(*each)

    def finish(self, at: Sitting) -> None:
        """Wait for the result of a table, and answer all questions truthfully, players first."""
        end = time.monotonic() + PATIENCE
        while True:
            result = self.ask(f"{at.links[0]}/result.json")[1]
            games = json.loads(result)["games"] if result.startswith("{") else ()
            known = [each for each in games if each["verdict"] or each["total"] is not None]
            if not any(map(self.answer, reversed(at.links))) and len(known) == len(at.names):
                return
            assert time.monotonic() < end, self.ask(at.links[0])[1]
            time.sleep(0.2)

    def answer(self, link: str) -> bool:
        """Answer the first question at a phone, and return whether there was one."""
        hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', self.ask(f"{link}/ask")[1])
        key = dict(reversed(hidden))  # the first of each name
        if "field" in key:
            mark = form_value(self.truth[key["sha256"]].marks.get(key["field"]))
            self.ask(f"{link}/ask", **key, mark=mark)
        return "field" in key


def phone_with(path: str) -> int:
    """Return a number for the phone that has the link in a path: each phone has its own address."""
    return 1 + zlib.crc32(path.split("/")[2].encode()) % 250


def known_games(document: str | bytes) -> list[dict[str, Any]]:
    """Return the games of a document by date and player, without the names of their tables."""
    games = [{**each, "table": None} for each in json.loads(document)["games"]]
    return sorted(games, key=lambda each: (each["date"], each["player"]))


@pytest.mark.soak
@uses_many_addresses
def test_season_ends_with_the_same_games_in_serve_and_batch(tmp_path: Path) -> None:
    served, photos, out = tmp_path / "served", tmp_path / "photos", tmp_path / "out"
    served.mkdir()
    (served / "garden.sheet").write_text(template_text("garden", "rows"))
    games, _ = playable_games(served)
    chance, truth = random.Random(57), dict[str, Record]()
    expected = dict[tuple[str, str], list[Any]]()  # verdict and total by date and player
    for evening in range(EVENINGS):
        day = f"{(FIRST + timedelta(weeks=evening)).date()}"
        seats, tables = iter(chance.sample(NAMES, len(NAMES))), list[Sitting]()
        sent = list[tuple[str, Path]]()  # the link from which each photo is sent
        with closing(Night(served, FIRST + timedelta(weeks=evening), truth)) as night:
            for number, players in enumerate(SIZES):
                choices = [each for each in games if (each.name in SCENARIOS) != (number in RECORDED)]
                game = choices[(evening + number) % len(choices)]
                names = [next(seats) for _ in range(players)]
                tables.append(play(game, names, f"evening-{evening}-{number}", chance))
                night.start_table(games.index(game), tables[-1])
                is_real = evening % REAL == 0 and number == 2
                for record in tables[-1].records:
                    path = photos / day / f"{number}" / f"{record.sheet.replace('/', '-')}-{record.seat}.jpg"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(real_photo(record, tmp_path) if is_real else fake_photo(record, chance))
                    truth[sha256(path.read_bytes()).hexdigest()] = record
                    sent.append((tables[-1].links[min(record.seat, players)], path))
                expected |= {(day, name): of for name, *of in tables[-1].outcomes()}
            night.send_all(sent, chance.randrange(len(sent)))
            make_odd(photos / day, [path for _, path in sent], 8)
            for path in (photos / day / "odd").iterdir():
                night.program.send(chance.choice(tables).links[0], path)
            for each in tables:
                night.finish(each)
            begun = time.monotonic()
            of_serve = known_games(night.ask(f"{night.program.home.path}/season.json")[1])
            seconds, memory = time.monotonic() - begun, night.program.memory()
            print(f"{day}: {len(of_serve)} games, season in {seconds:.2f} s, {memory} MB", flush=True)
    task = TaskOptions(pages=200, work=WORK_LIMIT, template=template_file_at(served / "garden.sheet"))
    options: dict[str, Any] = {"options": task, "overlays": False, "league": True}
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            batch(photos, out, FakeReader(chance.randrange(len(truth) // 4)), **options)
    batch(photos, out, FakeReader(-1), **options)
    with open_batch(out) as opened:
        for file in opened.state.files:
            for sheet in file.found.sheets if file.found and file.sha256 in truth else ():
                wanted = truth[file.sha256]
                marks = {each.field: wanted.marks.get(each.field) for each in sheet.doubts or ()}
                for id_, mark in (marks | {PLAYER: wanted.player} if wanted.player else marks).items():
                    opened.store.keep_answer(Answer(file.sha256, 0, id_, mark, "Ada", day))
        state = judge_tables(opened.plan, opened.store, FakeReader(-1), Watcher())
    assert known_games(games_json(standings(state.tables))) == of_serve
    assert len(of_serve) == len(expected)
    for row in of_serve:
        verdict, total = expected[row["date"], row["player"]]
        assert row["verdict"] == verdict and total in (None, row["total"]), row
