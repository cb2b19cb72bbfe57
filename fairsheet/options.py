"""The options and arguments that several commands share, and the checks on what people type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from sheets.errors import InputError

PLAYERS_HELP = "How many play, 2 to 6."

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _complete_sheet(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from sheets.library import sheet_names

    return [name for name in sheet_names() if name.startswith(incomplete)]


def _no_solo(ctx: click.Context, parameter: click.Parameter, value: int | None) -> None:
    if value is not None:
        raise InputError(
            "the one-player game is not there yet", where="--solo", mend="play with --players 2 or more"
        )


def _not_alone(ctx: click.Context, parameter: click.Parameter, value: int) -> int:
    if value == 1:
        raise InputError(
            "the one-player game (--solo) is not there yet", where="--players 1", mend="play with 2 or more"
        )
    return value


def sheet_argument(decorated: Decorated) -> Decorated:
    """SHEET, the name of a printable sheet."""
    return click.argument("sheet", shell_complete=_complete_sheet)(decorated)


def seed_option(decorated: Decorated) -> Decorated:
    """--seed, the text from which a game is dealt."""
    return click.option("--seed", help="Any text of 1 to 64 characters; without it one is made and shown.")(
        decorated
    )


def players_option(default: int | None = None) -> Callable[[Decorated], Decorated]:
    """--players, the number of people at the table."""
    if default is None:
        return click.option("--players", type=int, required=True, callback=_not_alone, help=PLAYERS_HELP)
    return click.option(
        "--players", type=int, default=default, show_default=True, callback=_not_alone, help=PLAYERS_HELP
    )


def solo_option(decorated: Decorated) -> Decorated:
    """--solo, the level of the opponent in the one-player game."""
    return click.option(
        "--solo", type=int, metavar="LEVEL", callback=_no_solo, expose_value=False,
        help="The one-player game (not there yet).",
    )(decorated)  # fmt: skip


def paper_option(decorated: Decorated) -> Decorated:
    """--paper, a4 or letter."""
    return click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)(
        decorated
    )


def json_option(decorated: Decorated) -> Decorated:
    """--json, one JSON document on stdout in place of words for people."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(decorated)


def out_option(what: str, *, required: bool = True) -> Callable[[Decorated], Decorated]:
    """-o, where the results go."""
    return click.option("-o", "--out", type=click.Path(path_type=Path), required=required, help=what)
