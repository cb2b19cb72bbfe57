"""What each interface says of an evening, in one form."""

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
from tests.fairsheet.serve.client import Client, Shown, run


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an interface says of a table, as far as it says it.

    `sheets` has the verdict of each seat, with "open" if it is not settled.
    """

    exit: int | None = None
    sheets: dict[str, str] | None = None
    totals: dict[str, int] | None = None
    ranking: list[list[int]] | None = None
    questions: int | None = None
    error: str | None = None


def said_of(evening: Evening, folder: Path, only: Sequence[str] = ()) -> dict[str, Said]:
    """Return what each interface says of an evening, by the name of the interface; `folder` is for its files."""
    records = str(evening.write(folder / "records"))
    ask: dict[str, Callable[[], Said]] = {
        "verify": lambda: _command("verify", records),
        "score": lambda: _command("score", records),
        "review": lambda: Said(questions=len(questions_of_records(judge_records([Path(records)])))),
        "report": lambda: _command("report", records, "-o", str(folder / "page.html")),
        "batch": lambda: _batch(records, folder / "out"),
        "serve": lambda: _serve(evening, folder / "served"),
        "library": lambda: _library(evening),
    }
    return {name: ask[name]() for name in only or ask}


def _command(*words: str) -> Said:
    ended = _run(*words)
    return ended if isinstance(ended, Said) else _of_document(json.loads(ended.stdout), _code(ended))


def _batch(records: str, out: Path) -> Said:
    ended = _run("batch", records, "-o", str(out), "--workers", "1")
    if isinstance(ended, Said):
        return ended
    (table,) = lines(out / "tables.jsonl")
    said = _of_document((table["verdict"] or {}) | (table["score"] or {}), _code(ended))
    return replace(said, questions=table["doubts"])


def _run(*words: str) -> Result | Said:
    ended = CliRunner().invoke(program, [*words, "--json"], standalone_mode=False)
    if isinstance(ended.exception, FairsheetError):
        return Said(exit=ExitCode.FAILED, error=ended.exception.problem)
    if ended.exception is not None:
        raise ended.exception
    return ended


def _code(ended: Result) -> int:
    return int(ended.return_value or ExitCode.DONE)


def _of_document(document: Mapping[str, Any], exit_: int | None = None) -> Said:
    """Return what JSON says of a table: a verdict, a score, or both in one."""
    sheets = {
        " ".join(map(str, filter(None, (each["seat"], each.get("sheet"))))): each["verdict"]
        + ("" if each.get("settled", True) else ", open")
        for each in document.get("sheets", ())
    }
    totals = {str(each["seat"]): each["total"] for each in document.get("players", ())}
    ranking = [list(seats) for seats in document.get("ranking", ())]
    return Said(exit_, sheets or None, totals or None, ranking or None)


def _serve(evening: Evening, folder: Path) -> Said:
    """Return what the pages say once everybody's photo has come in."""
    shown, found = Shown(), list[Said]()

    async def asked(client: Client) -> None:
        game = evening.files[0].record.game
        names = [str(seat) for seat in range(1, game.players + 1)]
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
        found.append(replace(_of_document(document), questions=len(standing.questions)))

    run(asked, folder, shown)
    return found[0]


def _library(evening: Evening) -> Said:
    """Return what the library says."""
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
    return replace(_of_document(document), questions=sum(map(len, judged.questions.values())))
