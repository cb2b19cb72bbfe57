"""`fairsheet seed`: make seeds from words, and shared seeds that no player can choose."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.engine.dealing.fair_seed import (
    Commitment,
    Reveal,
    combine,
    commitment_to,
    read_lines,
    reveal_of,
)
from fairsheet.languages.messages import Message
from fairsheet.options.options import INPUT, json_option, lang_option, out_option
from fairsheet.options.seeds import new_seed
from fairsheet.process.console import print_json, say, show
from fairsheet.process.inputs import InputFile, input_files
from fairsheet.process.output_files import write_file
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file

MOST_BYTES = 100_000  # of one file of lines
PRIVATE = 0o600  # only the owner may read the secret until it is revealed


@click.group("seed")
def command() -> None:
    """Make a seed: from words, or from a secret of each player, so that no player can choose the game.

    \b
    Each player:
        fairsheet seed commit Ada          keeps a secret and prints a line for all players
    When all these lines are known, each player:
        fairsheet seed reveal Ada.secret   prints a second line for all players
    Any player, with all lines in a file:
        fairsheet seed combine lines.txt   checks the lines and prints the seed
    """


@command.command("new")
@json_option
@lang_option
def new(as_json: bool) -> None:
    """Print a new seed that is easy to say aloud."""
    seed = new_seed()
    print_json({"format": "fairsheet.seed/1", "seed": seed}) if as_json else show(seed)


@command.command("commit")
@click.argument("name")
@out_option("Write the secret to this file; default NAME.secret.")
@json_option
@lang_option
def commit(name: str, out: Path | None, as_json: bool) -> None:
    """Make a secret for NAME, keep it in a file, and print its commitment for all players."""
    reveal = reveal_of(name)
    path = out or Path(f"{reveal.name.replace('/', '-')}.secret")
    if kind_of(path) is not None:
        problem = "the file already has a secret, and its commitment needs this secret"
        hint = "to start again, delete it or give -o with another name"
        raise FairsheetError(problem, code=ErrorCode.FILE_EXISTS, where=format_path(path), hint=hint)
    write_file(path, f"{reveal}\n".encode(), mode=PRIVATE)
    kept = Message("the secret is in {file}; reveal it when you have the commitments of all players")
    say(kept.filled(file=format_path(path)))
    commitment = commitment_to(reveal)
    if as_json:
        print_json({"format": "fairsheet.commitment/1", "name": commitment.name, "hash": commitment.hash})
    else:
        show(str(commitment))


@command.command("reveal")
@click.argument("secret", type=INPUT)
@json_option
@lang_option
def reveal(secret: Path, as_json: bool) -> None:
    """Print the SECRET that `commit` kept in a file. Do this only when you have the commitments of all players."""
    reveals = read_lines(_text(InputFile(secret)), format_path(secret)).reveals
    if len(reveals) != 1:
        problem = f"the file has {len(reveals)} secrets instead of one"
        hint = "give the file that fairsheet seed commit wrote"
        raise FairsheetError(problem, code=ErrorCode.BAD_COMMITMENT, where=format_path(secret), hint=hint)
    revealed: Reveal = reveals[0]
    if as_json:
        print_json({"format": "fairsheet.reveal/1", "name": revealed.name, "secret": revealed.secret})
    else:
        show(str(revealed))


@command.command("combine")
@click.argument("files", nargs=-1, required=True, type=INPUT, metavar="FILE...")
@json_option
@lang_option
def combine_(files: tuple[Path, ...], as_json: bool) -> None:
    """Check the lines of all players, in one file or several (- is standard input), and print the seed."""
    commitments: list[Commitment] = []
    reveals: list[Reveal] = []
    for file in input_files(files):
        lines = read_lines(_text(file), file.name)
        commitments += lines.commitments
        reveals += lines.reveals
        for warning in lines.warnings:
            say(warning)
    seed = combine(commitments, reveals)
    names = sorted({commitment.name for commitment in commitments})
    if as_json:
        print_json({"format": "fairsheet.seed/1", "seed": seed, "names": names})
    else:
        taken = Message("the commitments and secrets of {names} match")
        say(taken.filled(names=", ".join(names)))
        show(seed)


def _text(file: InputFile) -> str:
    content = read_file(file.path, MOST_BYTES + 1) if file.data is None else file.data
    if len(content) > MOST_BYTES:
        hint = f"give only the lines of the players, at most {MOST_BYTES} bytes"
        raise FairsheetError("the file is too long", code=ErrorCode.TOO_LARGE, where=file.name, hint=hint)
    return content.decode("utf-8", "replace")
