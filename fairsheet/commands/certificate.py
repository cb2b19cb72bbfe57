"""`fairsheet certificate`: checks what `fairsheet verify --certificate` wrote."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import to_builtins

from fairsheet.languages.messages import Message, listed
from fairsheet.options.certificate_folders import check_folder
from fairsheet.options.options import INPUT, catalog_of, json_option, lang_option, sheet_option
from fairsheet.pipeline.answers.corrections import read_record_file
from fairsheet.process.console import print_json, show, show_folded
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.wording.table_words import format_table

TRUSTED = Message(
    "not checked: that the clauses state the rules rightly, that the records say what is on paper, and that they are "
    "of the game that was played"
)


class _Group(click.Group):
    """A group whose error for a folder in place of a command names the command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of these words."""
        if args and args[0] not in self.commands and Path(args[0]).is_dir():
            ctx.fail(f"A folder is checked with 'fairsheet certificate check {args[0]}'.")
        return super().resolve_command(ctx, args)


@click.group("certificate", cls=_Group)
def command() -> None:
    """Check certificates: evidence that sheets are illegal."""


@command.command("check")
@click.argument("folder", type=INPUT)
@sheet_option("Of a custom sheet, its template.")
@json_option
@lang_option
def check(folder: Path, sheet: Sheet | None, as_json: bool) -> None:
    """Check the certificate in FOLDER, without the solver that made it.

    Its clauses must be those that the rules state of its records, and its proof must lead from them to a contradiction,
    step by step. Anything else is refused with the reason.

    \b
        fairsheet verify records --certificate evidence
        fairsheet certificate check evidence/1-seat-2

    Other checkers of LRAT proofs, such as lrat-check and cake_lpr, take formula.cnf and proof.lrat as they are.
    """
    catalog = catalog_of(sheet)
    found = check_folder(folder, catalog)
    if as_json:
        print_json({"format": "fairsheet.certificate-check/1", **to_builtins(found)})
        return
    of_sheet, record = read_record_file(folder / found.records[0].file, catalog)
    show_folded(
        Message(
            "{table}: no legal game leads to the sheet of seat {seats}",
            "{table}: no legal game leads to the sheets of seats {seats} together",
            n=len(found.seats),
            table=format_table(of_sheet, record.game, record.game.name),
            seats=listed(found.seats),
        )
    )
    show_folded(
        Message(
            "checked: {n} clause, which is what the rules state of the records",
            "checked: {n} clauses, which are what the rules state of the records",
            n=found.clauses,
        )
    )
    show_folded(
        Message(
            "checked: a proof of {n} step, from the clauses to a contradiction",
            "checked: a proof of {n} steps, from the clauses to a contradiction",
            n=found.steps,
        )
    )
    show_folded(TRUSTED)
    for each in found.records:
        show(f"{each.file}: SHA-256 {each.sha256}")
