"""Analyse the game of a judged table on all processors, with a progress bar; an interrupted analysis can go on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

import click
import msgspec

from fairsheet.engine.analysis.analyse import Analysis, Begin, Result, Task, analyse_game
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.records.ink import History
from fairsheet.languages.messages import Message
from fairsheet.options.options import OUTPUT
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.work.parallel import map_in_processes
from fairsheet.process.console import progress, say
from fairsheet.process.output_files import check_folder, write_file
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def _check_folder(context: click.Context, parameter: click.Parameter, folder: Path | None) -> Path | None:
    """Refuse a file with the name of the folder before the work."""
    if folder is not None:
        check_folder(folder)
    return folder


keep_option = click.option(
    "--keep",
    type=OUTPUT,
    callback=_check_folder,
    help="Keep finished parts of analyses in this folder; run the command again to go on from there.",
)


def analyse_table(
    sheet: Sheet, judged: JudgedTable, folder: Path | None = None, begin: Begin | None = None
) -> Analysis:
    """Return the analysis of a table by the histories of its proof; `sheet` is its layout.

    Finished parts are kept in `folder` and not computed again. See `analyse_game` for `begin`. Raises FairsheetError
    unless all players have legal sheets of a finished game with a seed.
    """
    rules_of(sheet)  # raises for a sheet without rules
    game, proof = judged.table.records[0].game, judged.proof
    histories = histories_of(judged)
    if game.seed is None or proof is None or any(each.verdict != "legal" for each in proof.sheets):
        problem = Message("only legal sheets of a game with a seed can be analysed")
        hint = Message("fairsheet verify shows what is wrong")
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=sheet.name, hint=hint)
    facts = msgspec.json.encode((version("fairsheet"), sheet.fingerprint, game, sorted(histories.items())))
    kept = None if folder is None else folder / f"{hashlib.sha256(facts).hexdigest()[:16]}.json"
    dealt = deal(sheet, game.seed, game.players, game.solo)
    return analyse_game(sheet, dealt, histories, partial(_perform_all, kept), begin)


def histories_of(judged: JudgedTable) -> dict[int, History]:
    """Return the histories of the proof by player; none if nothing was proved."""
    found = judged.proof.sheets if judged.proof else ()
    return {each.seat: each.history for each in found if each.history}


def _perform_all(kept: Path | None, perform: Callable[[Task], Result], tasks: Sequence[Task]) -> list[Result]:
    """Return the results of tasks. Those in the file `kept` come first, and each new one is added to it."""
    results = _read_kept(kept) if kept is not None else []
    try:
        with progress(Message("analysing"), len(tasks), len(results)) as advance:
            for result in map_in_processes(perform, tasks[len(results) :]):
                results.append(result)
                if kept is not None:
                    write_file(kept, msgspec.json.encode(results))
                advance()
    except KeyboardInterrupt:
        stopped = Message("stopped after {done} of {parts} parts; the same command goes on from there")
        if kept is None:
            stopped = Message("stopped after {done} of {parts} parts; without --keep they are lost")
        say(stopped.filled(done=len(results), parts=len(tasks)))
        raise click.Abort from None  # click prints an empty line for KeyboardInterrupt
    return results


def _read_kept(kept: Path) -> list[Result]:
    """Return the results in a file; none if there is no such file."""
    try:
        return msgspec.json.decode(kept.read_bytes(), type=list[Result])
    except (OSError, msgspec.DecodeError):
        return []
