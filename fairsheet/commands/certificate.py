"""`fairsheet certificate`: check the certificates that `fairsheet verify --certificate` wrote."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import to_builtins

from fairsheet.engine.proof.certificates.files import CheckedCertificate
from fairsheet.languages.messages import Message, joined, listed
from fairsheet.options.certificate_folders import certificate_folders, check_folder
from fairsheet.options.options import INPUT, catalog_of, json_option, lang_option, sheet_option
from fairsheet.pipeline.answers.corrections import read_record_file
from fairsheet.process.console import print_json, show, show_folded
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.input_files import format_path
from fairsheet.wording.table_words import format_table

TRUSTED = Message(
    "not checked: whether the clauses state the rules correctly, whether the records match the paper, and whether they "
    "belong to the game that was played"
)
DEFINITIONS = Message("definitions of turns, choices and counts")


class _Group(click.Group):
    """A group that names its command in the error for a folder given instead of the command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command for these words. Fails if the first word is a folder."""
        if args and args[0] not in self.commands and Path(args[0]).is_dir():
            ctx.fail(f"To check a folder, use 'fairsheet certificate check {args[0]}'.")
        return super().resolve_command(ctx, args)


@click.group("certificate", cls=_Group)
def command() -> None:
    """Check certificates, the evidence that sheets are illegal."""


@command.command("check")
@click.argument("folder", type=INPUT)
@sheet_option("Check a custom sheet with this template.")
@json_option
@lang_option
def check(folder: Path, sheet: Sheet | None, as_json: bool) -> None:
    """Check the certificates in FOLDER without the solver that made them.

    FOLDER is that of one certificate, or the one that `verify --certificate` wrote, with all of them. The clauses must
    be those that the rules give for the records. The proof must lead from the clauses to a contradiction, step by step.
    Otherwise the command fails and gives the reason.

    \b
        fairsheet verify records --certificate evidence
        fairsheet certificate check evidence

    Other checkers of LRAT proofs, such as lrat-check and cake_lpr, accept formula.cnf and proof.lrat unchanged.
    """
    catalog = catalog_of(sheet)
    folders = certificate_folders(folder)
    checked = [(each, check_folder(each, catalog)) for each in folders]
    if as_json:
        documents = [to_builtins(found) for _, found in checked]
        if folders == [folder]:
            print_json({"format": "fairsheet.certificate-check/1", **documents[0]})
        else:
            several = [
                {"folder": format_path(each), **document}
                for each, document in zip(folders, documents, strict=True)
            ]
            print_json({"format": "fairsheet.certificate-checks/1", "certificates": several})
        return
    for each, found in checked:
        if each != folder:
            show(f"{format_path(each)}:")
        _show(each, found, catalog)
        if each != folder:
            show("")
    if folders != [folder]:
        show_folded(Message("{n} certificate holds", "{n} certificates hold", n=len(folders)))


def _show(folder: Path, found: CheckedCertificate, catalog: Catalog) -> None:
    """Show what was checked about one certificate, and what is left to trust."""
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
            "checked: {n} clause, the same as the rules give for the records",
            "checked: {n} clauses, the same as the rules give for the records",
            n=found.clauses,
        )
    )
    rules = (Message("{rule}: {n}", rule=rule or DEFINITIONS, n=n) for rule, n in found.rules.items())
    show_folded(Message("clauses by rule: {rules}", rules=joined(", ", rules)))
    show_folded(
        Message(
            "checked: {n} mark of the records, by their SHA-256",
            "checked: {n} marks of the records, by their SHA-256",
            n=found.marks,
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
