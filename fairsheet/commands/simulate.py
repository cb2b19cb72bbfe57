"""`fairsheet simulate`: let bots play games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.simulation.bots import POLICY_NAMES
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import Message
from fairsheet.options.default_names import safe_name, unused_folder
from fairsheet.options.options import (
    TypedTable,
    catalog_of,
    json_option,
    lang_option,
    out_option,
    players_for,
    sheet_or_game_argument,
    table_options,
)
from fairsheet.options.recorded_evenings import check_no_options, recorded_table, simulate_tables, write_table
from fairsheet.options.seeds import given_or_new_seed, new_seed, print_seed
from fairsheet.process.console import print_json, print_table, progress, say, show_folded
from fairsheet.process.output_files import make_folder, write_file
from fairsheet.process.spoken import command_language
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.library.templates import is_custom
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.trial.bot_files import write_played

if TYPE_CHECKING:  # only custom sheets need it
    from fairsheet.engine.simulation.balance import BotBalance
    from fairsheet.engine.simulation.template_games import TemplateGame

MOST_GAMES = 100_000
TEMPLATE_GAMES = 1000
PAGE = "balance.html"
SEED, FOLDER = Message("seed"), Message("folder")


@click.command("simulate")
@sheet_or_game_argument
@table_options
@click.option("--games", type=int, help="Play this number of games; default 1, with a TEMPLATE.sheet 1000.")
@click.option(
    "--policy",
    type=click.Choice(POLICY_NAMES),
    default="greedy",
    show_default=True,
    help="Let the bots play by this policy; careful takes minutes a game.",
)
@click.option(
    "--photos", is_flag=True, help="Also make photos of the sheets, filled in by hand, with printed names."
)
@json_option
@lang_option
@out_option("Write a folder for each game into this folder; default a new one such as launch-games.")
def command(
    sheet: Sheet,
    typed: TypedTable,
    games: int | None,
    policy: str,
    photos: bool,
    as_json: bool,
    out: Path | None,
) -> None:
    """Let bots play games, and keep the records and histories.

    For a recorded game, fairsheet fills in the sheets of plausible tables, which have no histories.

    For a template, a random and a greedy bot play as its lines `turns`, `draw` and `move` declare. A table and
    balance.html in the folder show where the points come from, and what is dead or dominates. The folder keeps the
    records of the bot of --policy.

    Without -o, the games are in a new folder, such as launch-games, launch-games-2 and so on.

    \b
        fairsheet simulate launch --seed coral-otter-42 --players 3
        fairsheet simulate launch --seed soak --players 4 --games 100 --policy random -o games
        fairsheet simulate gaia-lost-fleet --seed coral-otter-42 --players 3
        fairsheet simulate my.sheet --games 1000
    """
    if games is None:
        games = TEMPLATE_GAMES if is_custom(sheet) else 1
    if not 1 <= games <= MOST_GAMES:
        problem = f"{games} games cannot be played"
        hint = f"give 1 to {MOST_GAMES}"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="--games", hint=hint)
    if sheet.game is not None:
        seed = new_seed() if typed.seed is None else typed.seed
        game = recorded_table(sheet, replace(typed, seed=seed))
        if typed.seed is None:
            print_seed(seed)
        _simulate_recorded(sheet, game, games, out, photos, as_json)
        return
    check_no_options(typed.options)
    players = players_for(sheet, typed.players, typed.solo)
    if is_custom(sheet):
        from fairsheet.engine.simulation.template_games import check_declared

        check_declared(sheet)
        seed = given_or_new_seed(typed.seed)
        _simulate_template(sheet, seed, players, games, policy, out, photos, as_json)
        return
    sheet = at_level(sheet, typed.solo)
    rules_of(sheet)  # raises an error for a sheet without rules before any file is written
    out = out or unused_folder(Path(f"{sheet.name}-games"))
    make_folder(out)
    tables = []
    with progress(Message("playing"), games) as advance:
        for played in simulate(sheet, given_or_new_seed(typed.seed), players, games, policy, typed.solo):
            folder = out / safe_name(played.seed)
            write_played(played, folder)
            if photos:
                from fairsheet.trial.demonstration import photograph_sheets

                photograph_sheets(played.records, folder, say)
            turns = max(turn.turn for history in played.histories.values() for turn in history)
            tables.append({"seed": played.seed, "folder": format_path(folder), "turns": turns})
            advance()
    if as_json:
        print_json({"format": "fairsheet.simulate/1", "sheet": sheet.name, "players": players, "policy": policy,
                    "tables": tables})  # fmt: skip
    else:
        heads = (SEED, Message("turns#"), FOLDER)
        print_table(heads, [(t["seed"], t["turns"], t["folder"]) for t in tables])


def _simulate_recorded(
    sheet: Sheet, game: Table, games: int, out: Path | None, photos: bool, as_json: bool
) -> None:
    """Write the sheets of plausible tables of a recorded game."""
    out = out or unused_folder(Path(f"{sheet.game}-games"))
    make_folder(out)
    tables = []
    with progress(Message("filling in"), games) as advance:
        for seed, records in simulate_tables(sheet, game, games):
            tables.append(_write_game(seed, records, out, photos, BUNDLED))
            advance()
    if as_json:
        print_json({"format": "fairsheet.simulate/1", "sheet": sheet.name, "players": game.players, "policy": None,
                    "tables": tables})  # fmt: skip
    else:
        print_table((SEED, FOLDER), [(table["seed"], table["folder"]) for table in tables])


def _simulate_template(
    sheet: Sheet,
    seed: str,
    players: int,
    games: int,
    policy: str,
    out: Path | None,
    photos: bool,
    as_json: bool,
) -> None:
    """Play games on a custom sheet with each bot, and show the balance."""
    from fairsheet.engine.simulation.balance import balance_of, findings_of_balance
    from fairsheet.engine.simulation.template_games import BOTS, play_template
    from fairsheet.trial.balance_page import HEADS, area_rows, balance_page, summary_lines

    if policy not in BOTS:
        problem = f"the bot {policy} does not play custom sheets"
        hint = f"give {' or '.join(BOTS)}"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--policy", hint=hint)
    out = out or unused_folder(Path(f"{sheet.name}-games"))
    make_folder(out)
    tables: list[dict[str, object]] = []
    bots: dict[str, BotBalance] = {}
    with progress(Message("playing"), games * len(BOTS)) as advance:
        for bot in BOTS:
            played: list[TemplateGame] = []
            for game in play_template(sheet, seed, players, games, bot):
                played.append(game)
                if bot == policy:
                    entry = _write_game(game.seed, game.records, out, photos, catalog_of(sheet))
                    tables.append({**entry, "turns": game.turns})
                advance()
            bots[bot] = balance_of(sheet, played)
    findings = findings_of_balance(sheet, bots)
    page = balance_page(sheet, games, bots, findings, command_language())
    write_file(out / PAGE, page.encode())
    if as_json:
        print_json({"format": "fairsheet.simulate/1", "sheet": sheet.name, "players": players, "policy": policy,
                    "tables": tables, "balance": bots, "findings": findings})  # fmt: skip
        return
    print_table(HEADS, area_rows(bots))
    for line in (*summary_lines(bots), *findings):
        show_folded(line)
    say(Message("{file} has charts", file=format_path(out / PAGE)))


def _write_game(
    seed: str, records: Sequence[Record], out: Path, photos: bool, catalog: Catalog
) -> dict[str, object]:
    """Write the records of a game, and photos of its sheets if wanted; return its entry in the JSON document."""
    folder = out / safe_name(seed)
    write_table(records, folder)
    if photos:
        from fairsheet.trial.demonstration import photograph_sheets

        photograph_sheets(records, folder, say, catalog)
    return {"seed": seed, "folder": format_path(folder)}
