"""`fairsheet lint`: whether a template is right, and whether a camera can read it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairsheet.languages.catalogues import languages
from fairsheet.languages.messages import counted
from fairsheet.options.options import INPUT, json_option
from fairsheet.process.console import print_json, say, show_folded
from fairsheet.process.exits import ExitCode
from fairsheet.sheets.language.faults import Fault, TemplateError
from fairsheet.sheets.library.templates import read_custom
from fairsheet.sheets.library.translations import catalogue_path
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path

if TYPE_CHECKING:  # spares help and completion the import of the parser of templates
    from fairsheet.sheets.lint.lint import LintFinding


@click.command("lint")
@click.argument("template", type=INPUT)
@click.option(
    "--translate",
    type=click.Choice(languages()[1:]),
    help="Write the words that its catalogue in this language lacks into it, such as my.cs.po.",
)
@json_option
def command(template: Path, translate: str | None, as_json: bool) -> ExitCode:
    """Check the TEMPLATE of a sheet: syntax, meaning, and whether a camera can read it.

    Catalogues beside it, such as my.cs.po, are checked as well: whether they have all its words, and these have room.

    \b
        fairsheet lint my.sheet
        fairsheet lint my.sheet --translate cs

    Exit codes: 0 nothing to say, 3 something that you should look at, 2 it cannot be used as it is.
    """
    from fairsheet.sheets.library.template_words import tight_words, words_of_sheets, write_catalogue
    from fairsheet.sheets.lint.lint_lines import finding_lines
    from fairsheet.trial.template_findings import findings_of

    try:
        placed = read_custom(template)
    except TemplateError as error:
        if as_json:
            print_json(_document(None, [_entry(each, "error", None) for each in error.faults]))
        raise
    if translate is not None:
        path = catalogue_path(template, translate)
        words = (*words_of_sheets([placed.sheet], template), *tight_words(placed.sheet, template))
        write_catalogue(path, translate, words)
        say(f"{format_path(path)} has the words of the sheet, to be translated")
    findings = findings_of(placed)
    if as_json:
        entries = [_entry(each, each.severity, each.about) for each in findings]
        print_json(_document(placed.sheet.name, entries))
    if findings and findings[0].severity == "error":
        raise _unusable(template, findings)
    if not as_json:
        for line in finding_lines(findings):
            show_folded(line)
        if not findings:
            fields = counted(len(placed.sheet.fields), "field")
            show_folded(f"{template}: {placed.sheet.title}, {fields}, no problems found")
    return ExitCode.NEEDS_REVIEW if findings else ExitCode.DONE


def _unusable(template: Path, findings: Sequence[LintFinding]) -> FairsheetError:
    """The first kind of finding, which is an error, with the others as its details: so each is reported once."""
    from fairsheet.sheets.lint.lint_lines import finding_lines

    first, *others = finding_lines(findings)
    more = counted(len(others), "more finding") if others else ""
    where = "" if findings[0].at else str(template)
    return FairsheetError(first, where=where, hint=more, details="\n".join(others))


def _document(sheet: str | None, findings: Sequence[dict[str, object]]) -> dict[str, object]:
    """`sheet` is None where it could not be made out."""
    return {"format": "fairsheet.lint/1", "sheet": sheet, "findings": findings}


def _entry(found: Fault | LintFinding, severity: str, about: str | None) -> dict[str, object]:
    place = {"line": found.at.line, "column": found.at.column} if found.at else {}
    return {
        "severity": severity,
        "about": about,
        "problem": found.problem,
        "hint": found.hint,
        **place,
    }
