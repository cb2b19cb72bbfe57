"""Analyse the game of a judged table on all processors, with a progress bar; an interrupted analysis can go on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import msgspec

from fairsheet.engine.analysis.analyse import Analysis, Begin, Result, Task, analyse_game
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.records.ink import History
from fairsheet.languages.messages import Message
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.work.parallel import map_in_processes
from fairsheet.process.console import progress
from fairsheet.process.output_files import write_file
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


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
        raise FairsheetError(
            "only legal sheets of a game with a seed can be analysed",
            code=ErrorCode.NOT_FOR_THIS_GAME,
            where=sheet.name,
            hint="fairsheet verify shows what is wrong",
        )
    facts = msgspec.json.encode((version("fairsheet"), sheet.fingerprint, game, sorted(histories.items())))
    kept = None if folder is None else folder / f"{hashlib.sha256(facts).hexdigest()[:16]}.json"
    dealt = deal(sheet, game.seed, game.players, game.solo)
    return analyse_game(sheet, dealt, histories, partial(_perform_all, kept), begin)


def histories_of(judged: JudgedTable) -> dict[int, History]:
    """Return the histories of the proof by player; none if nothing was proved."""
    found = judged.proof.sheets if judged.proof else ()
    return {each.seat: each.history for each in found if each.history}


def _perform_all(
    kept: Path | None, perform: Callable[[Task], Result], tasks: Sequence[Task]
) -> Iterator[Result]:
    """Yield the results of tasks, those in the file `kept` first; after each new result, the file has it too."""
    done = _read_kept(kept) if kept is not None else []
    results: list[Result] = []
    with progress(Message("analysing"), len(tasks)) as advance:
        for result in chain(done, map_in_processes(perform, tasks[len(done) :])):
            results.append(result)
            if kept is not None and len(results) > len(done):
                write_file(kept, msgspec.json.encode(results))
            advance()
            yield result


def _read_kept(kept: Path) -> list[Result]:
    """Return the results in a file; none if there is no such file."""
    try:
        return msgspec.json.decode(kept.read_bytes(), type=list[Result])
    except (OSError, msgspec.DecodeError):
        return []
