"""Write the files of a game that bots played."""

from __future__ import annotations

from pathlib import Path

from fairsheet.engine.records.record import write_history, write_record
from fairsheet.engine.simulation.simulate import Played
from fairsheet.pipeline.answers.corrections import read_record_file
from fairsheet.process.output_files import write_file
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.wording.table_words import table_heading


def write_played(played: Played, folder: Path) -> None:
    """Write `seat-<k>.json` for every sheet and `history-<k>.json` for every player.

    Raises FairsheetError, also if the folder has records of another game: with the same seed, but another sheet, level
    or number of players.
    """
    for path in sorted(folder.glob("seat-*.json")):
        _check_same_game(path, played)
    for record in played.records:
        write_file(folder / f"seat-{record.seat}.json", write_record(record))
    for seat, history in played.histories.items():
        write_file(folder / f"history-{seat}.json", write_history(history))


def _check_same_game(path: Path, played: Played) -> None:
    """Raise FairsheetError if a file is a record of another game."""
    try:
        sheet, there = read_record_file(path)
    except FairsheetError:
        return  # not a record, or not of this release
    if (there.sheet, there.game) != (played.records[0].sheet, played.records[0].game):
        problem = f"this is a record of another game: {table_heading(sheet, there, there.game.name)}"
        hint = "give another folder with -o"
        raise FairsheetError(problem, code=ErrorCode.FOLDER_IN_USE, where=format_path(path), hint=hint)
