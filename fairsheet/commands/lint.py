"""`fairsheet lint`: check whether a template is correct and whether a camera can read its sheet."""

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
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path

if TYPE_CHECKING:  # so that help and completion do not import the parser of templates
    from fairsheet.sheets.lint.lint import LintFinding


@click.command("lint")
@click.argument("template", type=INPUT)
@click.option(
    "--translate",
    type=click.Choice(languages()[1:]),
    help="Add words that are missing in the catalogue of this language, such as my.cs.po, for you to translate.",
)
@json_option
def command(template: Path, translate: str | None, as_json: bool) -> ExitCode:
    """Check the TEMPLATE of a sheet: syntax, meaning, and whether a camera can read it.

    Catalogues next to it, such as my.cs.po, are checked too: they need all words, and each word must fit its place.

    \b
        fairsheet lint my.sheet
        fairsheet lint my.sheet --translate cs

    Exit codes: 0 no problems, 3 something to look at, 2 the template cannot be used.
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
        say(f"{format_path(path)} has all words of the sheet; translate the empty ones")
    findings = findings_of(placed)
    if as_json:
        entries = [_entry(each, each.severity, each.about) for each in findings]
        print_json(_document(placed.sheet.name, entries))
    if findings and findings[0].severity == "error":
        raise _make_error(template, findings)
    if not as_json:
        for line in finding_lines(findings):
            show_folded(line)
        if not findings:
            fields = counted(len(placed.sheet.fields), "field")
            show_folded(f"{template}: {placed.sheet.title}, {fields}, no problems found")
    return ExitCode.NEEDS_REVIEW if findings else ExitCode.DONE


def _make_error(template: Path, findings: Sequence[LintFinding]) -> FairsheetError:
    """Return the first kind of finding as an error with the others as its details, so that each is reported once."""
    from fairsheet.sheets.lint.lint_lines import finding_lines

    first, *others = finding_lines(findings)
    more = counted(len(others), "more finding") if others else ""
    where = "" if findings[0].at else str(template)
    return FairsheetError(
        first, code=ErrorCode.BAD_TEMPLATE, where=where, hint=more, details="\n".join(others)
    )


def _document(sheet: str | None, findings: Sequence[dict[str, object]]) -> dict[str, object]:
    """Return the document `fairsheet.lint/1`; `sheet` is None if the template could not be parsed."""
    return {"format": "fairsheet.lint/1", "sheet": sheet, "findings": findings}


def _entry(found: Fault | LintFinding, severity: str, about: str | None) -> dict[str, object]:
    place = {"line": found.at.line, "column": found.at.column} if found.at else {}
    return {"severity": severity, "about": about, "problem": found.problem, "hint": found.hint, **place}
