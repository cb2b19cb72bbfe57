"""The files of a game that bots played."""

from __future__ import annotations

from pathlib import Path

from engine.record import write_history, write_record
from engine.simulate import Played
from fairsheet.files import write_file


def write_played(played: Played, folder: Path) -> None:
    """Write `seat-<k>.json` of every sheet and `history-<k>.json` of every player. Raises FairsheetError."""
    for record in played.records:
        write_file(folder / f"seat-{record.seat}.json", write_record(record))
    for seat, history in played.histories.items():
        write_file(folder / f"history-{seat}.json", write_history(history))
