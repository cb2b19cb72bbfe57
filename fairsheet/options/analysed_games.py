"""Analyse the game of a judged table on all processors, with a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fairsheet.engine.analysis.analyse import Analysis, Task, analyse_game
from fairsheet.engine.dealing.deal import deal
from fairsheet.languages.messages import Message
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.process.console import progress
from fairsheet.process.parallel import map_in_processes
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def analyse_table(sheet: Sheet, judged: JudgedTable) -> Analysis:
    """Return the analysis of a table by the histories of its proof; `sheet` is its layout.

    Raises FairsheetError unless all its players have legal sheets of a finished game with a seed.
    """
    game, proof = judged.table.records[0].game, judged.proof
    histories = {each.seat: each.history for each in proof.sheets if each.history} if proof else {}
    if game.seed is None or proof is None or len(histories) < len(proof.sheets):
        raise FairsheetError(
            "only legal sheets of a game with a seed can be analysed",
            code=ErrorCode.NOT_FOR_THIS_GAME,
            where=sheet.name,
            hint="fairsheet verify shows what is wrong",
        )
    return analyse_game(sheet, deal(sheet, game.seed, game.players, game.solo), histories, _with_progress)


def _with_progress(perform: Callable[[Task], Any], tasks: Sequence[Task]) -> Iterator[Any]:
    """Perform tasks in several processes, with a progress bar."""
    with progress(Message("analysing"), len(tasks)) as advance:
        for result in map_in_processes(perform, tasks):
            advance()
            yield result
