"""`fairsheet demo`: play one game from the seed to the report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
from msgspec import UNSET, structs

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.records.record import Table
from fairsheet.options.default_names import safe_name
from fairsheet.options.options import (
    TypedTable,
    out_option,
    players_for,
    result_options,
    sheet_or_game_option,
    table_options,
)
from fairsheet.options.recorded_evenings import check_no_options, recorded_table
from fairsheet.options.seeds import new_seed
from fairsheet.pipeline.judging.judging import verdict_code
from fairsheet.process.console import print_json, say, show
from fairsheet.process.exits import ExitCode
from fairsheet.process.spoken import command_language
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.model.sheet import ENGLISH, Sheet
from fairsheet.sheets.support.input_files import format_path

USUAL_PLAYERS = 3
PRINT_ID = "demo"  # not random, so that the same seed makes the same demo


@click.command("demo")
@sheet_or_game_option
@table_options
@result_options
@out_option("Write all files to this folder; default demo-SEED.")
def command(sheet: Sheet, typed: TypedTable, as_json: bool, out: Path | None) -> ExitCode:
    """Play one game with bots, then print, fill in, photograph, scan, verify and score it.

    The players are bots and the camera is simulated; the handwriting is real. The folder gets the PDF, the photos,
    overlays with the marks as read, records, histories and a report.html about all of them. For a recorded game,
    fairsheet invents a valid table.

    \b
        fairsheet demo
        fairsheet demo --seed coral-otter-42 --players 4 -o otter
        fairsheet demo --sheet journey --solo 4
        fairsheet demo --sheet pulsar-2849
    """
    from fairsheet.trial.demonstration import run_demo

    seed, solo = new_seed() if typed.seed is None else typed.seed, typed.solo
    folder = out or Path(f"demo-{safe_name(seed)}")
    if sheet.game is not None:
        usual = USUAL_PLAYERS if USUAL_PLAYERS in sheet.player_counts and solo is None else None
        table = recorded_table(sheet, replace(typed, seed=seed, players=typed.players or usual))
    else:
        check_no_options(typed.options)
        players = players_for(sheet, typed.players or (USUAL_PLAYERS if solo is None else None), solo)
        table, sheet = Table(seed, players, solo), at_level(sheet, solo)
        rules_of(sheet)  # raises an error for a sheet without rules before any file is written
    language = command_language().language
    table = structs.replace(table, print=PRINT_ID, lang=UNSET if language == ENGLISH else language)
    verdict = run_demo(sheet, table, folder, say)
    if as_json:
        print_json({"format": "fairsheet.demo/1", "sheet": sheet.name, "seed": seed, "players": table.players,
                    "folder": format_path(folder)})  # fmt: skip
    else:
        show(format_path(folder))
    return verdict_code(verdict)
