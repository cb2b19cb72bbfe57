"""The command line: find the command, run it, and turn every error into one line and an exit code."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from fairsheet.process.console import complain, say, show
from fairsheet.process.exits import ExitCode
from fairsheet.process.output_files import begin_run
from fairsheet.process.signals import catch_signals, ignore_signals, received_signal
from fairsheet.process.spoken import translate
from fairsheet.process.streams import open_streams
from fairsheet.process.threads import keep_to_one_thread
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.memory import collect_seldom

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {  # in the order of use, with the texts of `fairsheet --help`
    "demo": "Play, print, photograph, read and prove one game; needs only the installation.",
    "sheets": "List the sheets that can be printed.",
    "print": "Print sheets as a PDF, one for each seat.",
    "seed": "Make a seed: from words, or from a secret of each player.",
    "deal": "Show the missions and turns of a seed, or call the turns one by one.",
    "cards": "Print the cards to cut out, and the order in which a seed deals them.",
    "scan": "Read photos or scans of sheets into records.",
    "review": "Answer the doubts about records, field by field.",
    "correct": "Correct marks of a record by hand, and keep the marks as read.",
    "verify": "Prove whether the sheets of a table are legal.",
    "certificate": "Check the evidence that sheets are illegal.",
    "score": "Add up the points of a table and rank its players.",
    "analyse": "Show where the points of a game came from, and which turns cost most.",
    "par": "Show par, the mean of good bots, and the best game found with the cards of a seed.",
    "report": "Make one page about an evening: ranking, points, verdicts, pictures, turns.",
    "batch": "Read, prove and score folders of photos and records, table by table.",
    "serve": "Open web pages for a game night: print, call, photograph, see who won.",
    "simulate": "Let bots play games and keep their records.",
    "fields": "List every field of a sheet and its place on the page.",
    "new": "Write a commented template to start a custom sheet with.",
    "lint": "Check a template: syntax, meaning, and whether a camera can read it.",
    "preview": "Draw a template as a PNG picture.",
    "try": "Fill in, photograph and read a template in simulation, to find fields that are hard to read.",
    "icons": "List or draw the icons that a template can name.",
}


class Program(click.Group):
    """A group that imports each command only when it is called, so that help and completion are fast."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, or print the help of a group without a subcommand.

        Raises FairsheetError, in the language of the command; errors about a template have their position in its file.
        """
        try:
            return super().invoke(ctx)
        except click.exceptions.NoArgsIsHelpError as error:
            show(error.format_message())
        except FairsheetError as error:
            from fairsheet.options.options import locate_error

            raise locate_error(error).translated(translate) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"fairsheet.commands.{cmd_name}").command
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin with the typed text, without importing the commands."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="fairsheet")
@click.option("--debug", is_flag=True, help="Show the traceback of an unexpected error.")
def program(debug: bool) -> None:
    """Print the sheets of flip-and-write games, deal from a seed, read photos, prove and score.

    \b
    To see all steps at once:
        fairsheet demo
    For your own game with three players and the seed 'coral-otter-42':
        fairsheet print launch --seed coral-otter-42 --players 3 -o sheets.pdf
        fairsheet deal launch --seed coral-otter-42 --players 3
        fairsheet scan photos -o records
        fairsheet verify records
        fairsheet score records

    Exit codes: 0 done and all legal, 1 something is illegal, 3 something needs review,
    2 the command failed.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run fairsheet and exit with its exit code.

    Without `arguments` it uses those of the process, and also sets the signals, streams and threads of the process.
    """
    own_process = arguments is None
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    if own_process:
        collect_seldom()
        keep_to_one_thread()
        catch_signals()
        open_streams()
    begin_run()
    code = _run(words)
    if own_process:
        ignore_signals()
        gc.disable()  # otherwise the interpreter searches all remaining objects again as it exits
    sys.exit(code)


def _run(words: list[str]) -> int:
    try:
        code = program.main(words, prog_name="fairsheet", standalone_mode=False)
        return ExitCode.DONE if code is None else int(code)
    except (click.Abort, KeyboardInterrupt):
        return _find_signal_code()
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "fairsheet"
        return _fail(f"{path}: {error.format_message()} Try '{path} --help'.")
    except click.ClickException as error:
        return _fail(f"fairsheet: {error}")
    except FairsheetError as error:
        code = _fail(f"fairsheet: {error}")
        if error.details and "--json" not in words:
            _show_details(error)
        return code
    except Exception as error:
        if received_signal() is not None:  # some imports turn an interrupt into another error
            return _find_signal_code()
        if "--debug" in words:
            traceback.print_exc()
        return _fail(
            f"fairsheet: unexpected {type(error).__name__}: {error}. This is a mistake in fairsheet; "
            "please report it with the output of 'fairsheet --debug ...'."
        )


def _find_signal_code() -> int:
    number = received_signal()
    return ExitCode.INTERRUPTED if number is None else 128 + number


def _show_details(error: FairsheetError) -> None:
    """Print the details of an error: below the error in a terminal, or if stdout and stderr are the same file.

    Otherwise stderr has only one line, and stdout has the error again with its details, so that it is complete.
    """
    is_below = False
    with suppress(OSError, ValueError, AttributeError):  # a stream may be missing, or may not be a file
        is_below = sys.stderr.isatty() or os.path.sameopenfile(sys.stdout.fileno(), sys.stderr.fileno())
    if is_below:
        for line in error.details.splitlines():
            say(line)
        return
    with suppress(FairsheetError):  # if details cannot be written, the error itself matters more
        show(f"{error}\n{error.details}")


def _fail(message: str) -> ExitCode:
    complain(message)
    return ExitCode.FAILED
