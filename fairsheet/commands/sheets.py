"""`fairsheet sheets`: what can be printed, and what the program can do with each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from engine.games import has_rules
from engine.proof.verify import can_verify
from engine.recorded import is_recorded
from engine.score import TOTAL
from fairsheet.console import print_json, print_table
from fairsheet.options import INPUT, json_option
from sheets.choices import Choices
from sheets.faults import Fault, TemplateError
from sheets.library import choices_of, has_cards, load_sheet, read_custom, sheet_names
from sheets.model import Sheet
from sheets.placement import Placed


@click.command("sheets")
@click.argument("templates", nargs=-1, type=INPUT, metavar="[FILE.sheet]...")
@json_option
def command(templates: tuple[Path, ...], as_json: bool) -> None:
    """List the sheets that can be printed, and custom sheets by their templates, with what each can do.

    A sheet that leaves a choice, such as the planet of a player, is listed once, with its usual layout; --json tells
    what can be chosen.

    Every sheet can be printed and scanned. What else the program can do with it: deal its cards, or draw what a
    recorded game is set up with; play it with bots, or make up plausible tables of a recorded game; prove whether a
    sheet can have come about, or check what its rules and its template ask for; and add up its score.
    """
    listed: list[tuple[str, Sheet, Choices]] = [
        *((name, load_sheet(name), choices_of(name)) for name in sheet_names()),
        *((sheet.name, sheet, {}) for sheet in _custom_sheets(templates)),
    ]
    if as_json:
        entries = [
            {
                "sheet": name,
                "title": sheet.title,
                "pages": sheet.pages,
                "layout": sheet.fingerprint,
                "can": abilities(sheet),
                **({"choices": choices} if choices else {}),
            }
            for name, sheet, choices in listed
        ]
        print_json({"format": "fairsheet.sheets/1", "sheets": entries})
    else:
        rows = [
            ("/".join((name, *(f"<{choice}>" for choice in choices))), sheet.title, sheet.pages,
             sheet.fingerprint, ", ".join(abilities(sheet)))
            for name, sheet, choices in listed
        ]  # fmt: skip
        print_table(("sheet", "title", "pages#", "layout", "can"), rows)


def _custom_sheets(templates: Sequence[Path]) -> list[Sheet]:
    """The sheets of templates. Raises FairsheetError where two different ones have one name, by which photos and
    records know them.
    """
    first: dict[str, Placed] = {}
    for path in templates:
        placed = read_custom(path)
        other = first.setdefault(placed.sheet.name, placed)
        if other.sheet.fingerprint != placed.sheet.fingerprint:
            problem = f"{other.template.file} is another template of the name {placed.sheet.name}"
            hint = "give one of them another name: photos and records know their sheet by it"
            raise TemplateError([Fault(placed.name_at, problem, hint)], placed.template.text)
    return [placed.sheet for placed in first.values()]


def abilities(sheet: Sheet) -> list[str]:
    """What the program can do with a sheet besides printing and reading it.

    >>> abilities(load_sheet("launch"))
    ['deal', 'play', 'prove', 'score']
    """
    able = {
        "deal": has_cards(sheet) or is_recorded(sheet),
        "play": has_rules(sheet) or is_recorded(sheet),
        "prove": has_rules(sheet),
        "check": can_verify(sheet) and not has_rules(sheet),
        "score": any(line.sign == TOTAL for line in sheet.scores),
    }
    return [what for what, is_able in able.items() if is_able]
