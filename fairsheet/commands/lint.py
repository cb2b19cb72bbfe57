"""`fairsheet lint`: whether a template is right, and whether a camera can read it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from fairsheet.console import print_json
from fairsheet.exits import ExitCode
from fairsheet.options import json_option
from sheets.errors import InputError
from sheets.faults import TemplateError
from sheets.library import read_template
from sheets.lint import Finding, lint


@click.command("lint")
@click.argument("template", type=click.Path(path_type=Path))
@json_option
def command(template: Path, as_json: bool) -> ExitCode:
    """Check the TEMPLATE of a sheet: syntax, meaning, and whether a camera can read it.

    \b
        fairsheet lint my.sheet

    Exit codes: 0 nothing to say, 3 something that you should look at, 2 it cannot be used as it is.
    """
    try:
        placed = read_template(template)
    except TemplateError as error:
        if not as_json:
            click.echo(error.report())
            if _one_screen():
                return ExitCode.FAILED
        raise
    findings = lint(placed.sheet, placed.positions)
    if as_json:
        print_json(
            {
                "format": "fairsheet.lint/1",
                "sheet": placed.sheet.name,
                "findings": list(map(_entry, findings)),
            }
        )
    else:
        for finding in findings:
            click.echo(str(finding))
        if not findings:
            click.echo(
                f"{template}: {placed.sheet.title}, {len(placed.sheet.fields)} fields, nothing to mend"
            )
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors and _one_screen() and not as_json:
        return ExitCode.FAILED
    if errors:
        raise InputError(f"{len(errors)} errors, the first: {errors[0].about}: {errors[0].problem}",
                         where=str(errors[0].at or template), mend=errors[0].mend)  # fmt: skip
    return ExitCode.NEEDS_A_PERSON if findings else ExitCode.DONE


def _one_screen() -> bool:
    """Whether results and messages reach the same eyes, who need not be told of a fault twice."""
    return sys.stdout.isatty() and sys.stderr.isatty()


def _entry(finding: Finding) -> dict[str, Any]:
    place = {"line": finding.at.line, "column": finding.at.column} if finding.at else {}
    return {
        "severity": finding.severity,
        "about": finding.about,
        "problem": finding.problem,
        "mend": finding.mend,
        **place,
    }
