"""Collect the results of each interface for an evening in one form."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner, Result
from msgspec.structs import replace

import fairsheet
from fairsheet.asking.record_answers import judge_records, questions_of_records
from fairsheet.cli import program
from fairsheet.engine.records.record import Record
from fairsheet.pipeline.base.values import KeptSheet
from fairsheet.process.exits import ExitCode
from fairsheet.results.documents.reading_json import ReadRecord
from fairsheet.sheets.support.errors import FairsheetError
from tests.fairsheet.here import lines
from tests.fairsheet.interfaces.evenings import Evening
from tests.fairsheet.serve.client import Client, FakeWorker, run


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a table as an interface reports it. Unreported values are None.

    `sheets` has the verdict of each seat, with "open" if it is not settled.
    """

    exit: int | None = None
    sheets: dict[str, str] | None = None
    totals: dict[str, int] | None = None
    ranking: list[list[int]] | None = None
    questions: int | None = None
    error: str | None = None


def outcomes_of(evening: Evening, folder: Path, only: Sequence[str] = ()) -> dict[str, Outcome]:
    """Return the result of an evening by the name of the interface. `folder` is for its files."""
    records = str(evening.write(folder / "records"))
    runners: dict[str, Callable[[], Outcome]] = {
        "verify": lambda: _command("verify", records),
        "score": lambda: _command("score", records),
        "review": lambda: Outcome(questions=len(questions_of_records(judge_records([Path(records)])))),
        "report": lambda: _command("report", records, "-o", str(folder / "page.html")),
        "batch": lambda: _batch(records, folder / "out"),
        "serve": lambda: _serve(evening, folder / "served"),
        "library": lambda: _library(evening),
    }
    return {name: runners[name]() for name in only or runners}


def _command(*words: str) -> Outcome:
    ended = _run(*words)
    return ended if isinstance(ended, Outcome) else _result_in(json.loads(ended.stdout), _code(ended))


def _batch(records: str, out: Path) -> Outcome:
    ended = _run("batch", records, "-o", str(out), "--workers", "1")
    if isinstance(ended, Outcome):
        return ended
    (table,) = lines(out / "tables.jsonl")
    result = _result_in((table["verdict"] or {}) | (table["score"] or {}), _code(ended))
    return replace(result, questions=table["doubts"])


def _run(*words: str) -> Result | Outcome:
    ended = CliRunner().invoke(program, [*words, "--json"], standalone_mode=False)
    if isinstance(ended.exception, FairsheetError):
        return Outcome(exit=ExitCode.FAILED, error=ended.exception.problem)
    if ended.exception is not None:
        raise ended.exception
    return ended


def _code(ended: Result) -> int:
    return int(ended.return_value or ExitCode.DONE)


def _result_in(document: Mapping[str, Any], exit_: int | None = None) -> Outcome:
    """Return the result in a JSON document: a verdict, a score, or both."""
    sheets = {
        " ".join(map(str, filter(None, (each["seat"], each.get("sheet"))))): each["verdict"]
        + ("" if each.get("settled", True) else ", open")
        for each in document.get("sheets", ())
    }
    totals = {str(each["seat"]): each["total"] for each in document.get("players", ())}
    ranking = [list(seats) for seats in document.get("ranking", ())]
    return Outcome(exit_, sheets or None, totals or None, ranking or None)


def _serve(evening: Evening, folder: Path) -> Outcome:
    """Return the result on the pages after every photo has arrived."""
    shown, results = FakeWorker(), list[Outcome]()

    async def play_evening(client: Client) -> None:
        game = evening.files[0].record.game
        printed = {each.record.seat: each.record.player for each in evening.files}
        names = [printed.get(seat) or str(seat) for seat in range(1, game.players + 1)]
        table = client.start(evening.sheet, names, game.seed or "")
        photos = []
        for file in evening.files:
            doubts, unsure = file.doubts or (), file.kept.unsure
            read = KeptSheet(file.record, doubts, unsure=unsure, corrections=file.corrections)
            photos.append(shown.photo_of(read))
        await client.send(table.started.links[0], *photos)
        await client.settled()
        standing = client.tables.standing(table.id)
        outcome = standing.outcome
        assert outcome is not None and outcome.result is not None
        document: dict[str, Any] = {}
        for part in (outcome.result.verdict, outcome.result.score):
            document |= msgspec.to_builtins(part, enc_hook=str) if part is not None else {}
        results.append(replace(_result_in(document), questions=len(standing.questions)))

    run(play_evening, folder, shown)
    return results[0]


def _library(evening: Evening) -> Outcome:
    """Return the result of the library."""
    readings: list[Record | ReadRecord] = []
    for file in evening.files:
        answered = {each.field for each in file.corrections}
        doubts = tuple(each for each in file.doubts or () if each.field not in answered)
        read = ReadRecord(file.record, doubts, settled=not doubts, ink=file.kept)
        readings.append(file.record if file.doubts is None else read)
    judged = fairsheet.judge(readings)
    document: dict[str, Any] = {}
    for part in filter(None, (judged.verdict, judged.score)):
        document |= msgspec.to_builtins(part, enc_hook=str)
    return replace(_result_in(document), questions=sum(map(len, judged.questions.values())))
