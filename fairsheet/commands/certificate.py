"""`fairsheet certificate`: checks what `fairsheet verify --certificate` wrote."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import to_builtins

from fairsheet.languages.messages import counted, joined
from fairsheet.options.certificate_folders import check_folder
from fairsheet.options.options import INPUT, catalog_of, json_option, sheet_option
from fairsheet.process.console import print_json, show
from fairsheet.sheets.model.sheet import Sheet


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
    """Check certificates: evidence that sheets cannot have come about."""


@command.command("check")
@click.argument("folder", type=INPUT)
@sheet_option("Of a custom sheet, its template.")
@json_option
def check(folder: Path, sheet: Sheet | None, as_json: bool) -> None:
    """Check the certificate in FOLDER, without the solver that made it.

    Its clauses must be those that the rules state of its records, and its proof must lead from them to a contradiction,
    step by step. Anything else is refused with the reason.

    \b
        fairsheet verify records --certificate evidence
        fairsheet certificate check evidence/1-seat-2

    Other checkers of LRAT proofs, such as lrat-check and cake_lpr, take formula.cnf and proof.lrat as they are.
    """
    found = check_folder(folder, catalog_of(sheet))
    if as_json:
        print_json({"format": "fairsheet.certificate-check/1", **to_builtins(found)})
        return
    seats = joined(", ", found.seats)
    whose = (
        f"the sheet of seat {seats}" if len(found.seats) == 1 else f"the sheets of seats {seats}, together,"
    )
    show(
        f"{whose} cannot have come about ({counted(found.clauses, 'clause')}, steps of their proof: {found.steps})"
    )
    for record in found.records:
        show(f"{record.file}: SHA-256 {record.sha256}")
