"""`fairsheet seed`: seeds from words, and seeds that nobody can choose."""

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
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file

MOST_BYTES = 100_000  # of the lines of everybody
PRIVATE = 0o600  # the secret is for its owner alone until it is revealed


@click.group("seed")
def command() -> None:
    """Make a seed: from words, or from everybody's secret, so that nobody can choose the game.

    \b
    Everybody, one after the other:
        fairsheet seed commit Ada          prints a line for all to see, and keeps the secret
    When all those lines are there, everybody:
        fairsheet seed reveal Ada.secret   prints a second line for all to see
    Anybody, with all the lines in a file:
        fairsheet seed combine lines.txt   checks them and prints the seed
    """


@command.command("new")
@json_option
@lang_option
def new(as_json: bool) -> None:
    """Print a fresh seed that people can say aloud."""
    seed = new_seed()
    print_json({"format": "fairsheet.seed/1", "seed": seed}) if as_json else show(seed)


@command.command("commit")
@click.argument("name")
@out_option("The file that keeps the secret.  [default: NAME.secret]")
@json_option
@lang_option
def commit(name: str, out: Path | None, as_json: bool) -> None:
    """Make a secret for NAME, keep it in a file, and print the commitment to it, for all to see."""
    reveal = reveal_of(name)
    path = out or Path(f"{reveal.name.replace('/', '-')}.secret")
    if kind_of(path) is not None:
        problem = "there is a secret already; with another one its commitment would be broken"
        raise FairsheetError(
            problem, where=format_path(path), hint="delete it to start again, or give -o another name"
        )
    write_file(path, f"{reveal}\n".encode(), mode=PRIVATE)
    kept = Message("the secret is in {file}; reveal it when everybody's commitment is there")
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
    """Print the secret that `commit` kept in a file, for all to see: only when all commitments are there."""
    reveals = read_lines(_text(InputFile(secret)), format_path(secret)).reveals
    if len(reveals) != 1:
        problem = f"it holds {len(reveals)} secrets, not one"
        raise FairsheetError(
            problem, where=format_path(secret), hint="give the file that `seed commit` wrote"
        )
    said: Reveal = reveals[0]
    if as_json:
        print_json({"format": "fairsheet.reveal/1", "name": said.name, "secret": said.secret})
    else:
        show(str(said))


@command.command("combine")
@click.argument("files", nargs=-1, required=True, type=INPUT, metavar="FILE...")
@json_option
@lang_option
def combine_(files: tuple[Path, ...], as_json: bool) -> None:
    """Check everybody's lines, in one file or several (- is standard input), and print the seed."""
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
        taken = Message("taken: the commitments and secrets of {names}, which match")
        say(taken.filled(names=", ".join(names)))
        show(seed)


def _text(file: InputFile) -> str:
    content = read_file(file.path, MOST_BYTES + 1) if file.data is None else file.data
    if len(content) > MOST_BYTES:
        hint = f"give at most {MOST_BYTES} bytes, the lines alone"
        raise FairsheetError("this is too long for lines of people", where=file.name, hint=hint)
    return content.decode("utf-8", "replace")
