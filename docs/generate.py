"""Make the pages and pictures of the docs that follow from the program: `python -m docs.generate`.

`make docs` does this before it builds the site. On the site, a page `docs/made/NAME.md` replaces the page of that name
that is committed, which is only a notice (see `docs/conf.py`). Only `docs/design/functions.md` is committed as it is
written here, because designers need it without the site.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

from docs import errors, gallery
from docs.images.engine import readings_picture, turn_picture
from docs.images.make import filled_in_sheets, icons
from docs.images.proof import turns_picture, way_picture
from fairsheet.commands.sheets import game_rows
from fairsheet.engine.games.registry import SCENARIOS, scenario_of
from fairsheet.engine.play.declared import Declaration, format_attributes
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.recorded.registry import recorded_game
from fairsheet.languages.messages import as_sentence
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.language.choices import chosen_in, template_of
from fairsheet.sheets.library.templates import choices_of, load_sheet, sheet_names
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.wording.formatting import in_words_of_sheet, mission_words

DOCS = Path(__file__).parent
ENGINE = DOCS.parent / "engine"
FUNCTIONS_PAGE = DOCS / "design" / "functions.md"
# everything that is generated but not committed, and nothing else
MADE = (DOCS / "made", DOCS / "play" / "games")
GOLDEN = DOCS.parent / "tests" / "agreement" / "golden"  # verdicts on sheets that were tampered with
IMPORT = re.compile(r"^from fairsheet\.engine\.rules(?:\.(\w+) import| import ([\w, ]+)$)", re.MULTILINE)
# the rules of every scenario come first
EVERYWHERE = tuple(RuleCode)[: tuple(RuleCode).index(RuleCode.SEED) + 1]


def pages() -> dict[str, str]:
    """Return the generated pages and drawings as text, by their path below docs/."""
    sheets = list(map(load_sheet, sorted(SCENARIOS)))
    written = {f"play/games/{sheet.name}.md": _game(sheet, sheets) for sheet in sheets}
    written |= {f"play/games/{sheets[0].game}.md": _recorded(sheets) for sheets in _recorded_games()}
    return {
        **written,
        "made/errors.md": errors.page(),
        "made/gallery.md": gallery.page(),
        "made/vocabulary.md": _vocabulary(sheets),
        "made/rules.md": _rules(sheets),
        "made/rule-readings.svg": readings_picture(),
        "made/turn.svg": turn_picture(),
        "made/proof-way.svg": way_picture(),
        "made/proof-legal.svg": turns_picture(tampered=False),
        "made/proof-tampered.svg": turns_picture(tampered=True),
    }


def functions_page() -> str:
    """Return the page of all functions of formulas: how each is written, and what it gives."""
    rows = [(f"`{function.usage}`", function.gives) for function in FUNCTIONS.values()]
    return _page(
        "# Functions of formulas",
        "This page is for designers of sheets. It lists every function that a score line, a mission or a check can "
        "use. [The layout language](language.md#formulas) explains formulas, and the "
        "[gallery](gallery.md) shows each function in an example.",
        _table(("function", "gives"), rows),
    )


def _game(sheet: Sheet, sheets: Iterable[Sheet]) -> str:
    """Return the page of one scenario: its rules by code, and its missions."""
    codes = _codes_of(sheet.name)
    elsewhere = set().union(*(_codes_of(other.name) for other in sheets if other is not sheet))
    own = [code for code in codes if code not in elsewhere]
    shared = [code for code in codes if code in elsewhere]
    missions = [
        (mission.id, mission_words(mission, sheet))
        for mission in sorted(sheet.missions, key=lambda mission: mission.id)
    ]
    return _page(
        f"# {sheet.title}",
        f"This page is for players who look up a verdict. It lists every rule that fairsheet checks on a sheet of "
        f"*{sheet.name}*; verdicts name a rule by its code. It does not teach the game: you need the rulebook.",
        "## Its own rules",
        _table(("code", "rule"), [(f"`{code}`", code.sentence) for code in own]),
        "## Shared rules",
        _table(("code", "rule"), [(f"`{code}`", code.sentence) for code in shared]),
        "## Missions",
        "One card of each letter is open. Players who claim it in the first turn with a claim get the first value, "
        "later players the second.",
        _table(("card", "asks for"), missions),
        "The rules of all scenarios: [rules by code](../../trust/rules.md).",
    )


def _recorded_games() -> list[list[Sheet]]:
    """Return the sheets of each recorded game."""
    games: dict[str, list[Sheet]] = {}
    for sheet in map(load_sheet, sheet_names()):
        if sheet.game is not None:
            games.setdefault(sheet.game, []).append(sheet)
    return list(games.values())


def _recorded(sheets: Sequence[Sheet]) -> str:
    """Return the page of a recorded game: what a person wrote about it, and its checks."""
    notes = DOCS / "play" / "recorded" / f"{sheets[0].game}.md"
    return _page(
        f"# {sheets[0].game_title}",
        "This page is for players of this game, which has its own box and rules. It shows how to print, fill in and "
        "score its sheets, and lists every check: an *error* makes a sheet illegal, a *warn* leaves it undecided, a "
        "*note* is a remark. [Recorded games](../recorded.md) explains what all such games have in common.",
        *([notes.read_text(encoding="utf-8").strip()] if notes.exists() else ()),
        *_choices_of_table(sheets),
        *(
            part
            for sheet in sheets
            for part in (
                f"## `{template_of(sheet.name)}`",
                _table(
                    ("check", "level", "message if it is not met"),
                    [
                        (f"`{id_}`", level, " ".join(texts))
                        for (id_, level), texts in _checks_of(sheet).items()
                    ],
                ),
            )
        ),
        "## Between the sheets, and with the seed",
        _table(
            ("check", "rule"),
            [(f"`{id_}`", rule) for id_, rule in recorded_game(sheets[0]).checks_in_python.items()],
        ),
    )


def _choices_of_table(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Return what a table of a recorded game can choose: options and levels."""
    (_, _, names), *rows = game_rows(str(sheets[0].game))
    yield "## What a table can choose"
    yield f"`fairsheet print {sheets[0].game}` prints all sheets of a table, of {names.partition(': ')[2]}."
    yield _table(("with", "is"), [(f"`{given}`", words) for _, given, words in rows])


def _checks_of(sheet: Sheet) -> dict[tuple[str, str], list[str]]:
    """Return the words of each check of a template, by name and level, also of checks that only some choices have."""
    words: dict[tuple[str, str], list[str]] = {}
    for check in (check for each in _choices_of(sheet) for check in each.checks):
        known = words.setdefault((check.id, check.level), [])
        if check.why not in known:
            known.append(check.why)
    return words


def _choices_of(sheet: Sheet) -> list[Sheet]:
    """Return the sheet with its usual choices, and with every other value of one of them."""
    template, usual = template_of(sheet.name), chosen_in(sheet.name)
    names = [sheet.name]
    for place, values in enumerate(choices_of(template).values()):
        names += ["/".join((template, *usual[:place], value, *usual[place + 1 :])) for value in values[1:]]
    return [load_sheet(name) for name in names]


def _codes_of(name: str) -> list[RuleCode]:
    """Return the rules of every scenario, those that its modules name, and shared ones that they import."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ENGINE / "games" / name).rglob("*.py"))]
    shared: set[str] = set()
    while found := {module for text in texts for module in _shared_by(text)} - shared:
        paths = (path for module in found for path in _sources_of(module))
        texts += [path.read_text(encoding="utf-8") for path in paths]
        shared |= found
    named = {code for text in texts for code in _codes_in(text)}
    return [code for code in RuleCode if code in EVERYWHERE or code.name in named]


def _rules(sheets: Sequence[Sheet]) -> str:
    """Return the page of all rules by code: those of every scenario, of several, and of one alone."""
    asked = {sheet.name: _codes_of(sheet.name) for sheet in sheets}
    examples = _examples(sheets)
    sections: dict[str, list[RuleCode]] = {}
    for code in RuleCode:
        of = [sheet.title for sheet in sheets if code in asked[sheet.name]]
        title = "Every scenario" if code in EVERYWHERE else of[0] if len(of) == 1 else "Several scenarios"
        sections.setdefault(title, []).append(code)
    return _page(
        "# Rules by code",
        "This page is for everyone who looks up the rule of a verdict. Every rule has one code. A contradiction names "
        "it in `rule`; several codes are joined by `+`, as in `mission+turn`. A refused step and every constraint of "
        "[the proof](../develop/proof.md) have the same code.",
        *(
            part
            for title, codes in sections.items()
            for part in (
                f"## {title}",
                _table(
                    ("code", "rule", "an example of a verdict"),
                    [(f"`{code}`", code.sentence, examples.get(code, "")) for code in codes],
                ),
            )
        ),
    )


def _sources_of(module: str) -> list[Path]:
    """Return the file of a shared module of rules, or the files of a folder of them."""
    path = ENGINE / "rules" / module
    return sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def _shared_by(text: str) -> list[str]:
    """Return the shared modules of rules that a module imports."""
    return [module for one, several in IMPORT.findall(text) for module in (one or several).split(", ")]


@cache  # scenarios share most of their modules
def _codes_in(text: str) -> set[str]:
    """Return the names of the codes that a module uses, without examples in docstrings."""
    return {
        node.attr
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "RuleCode"
    }


def _vocabulary(sheets: Iterable[Sheet]) -> str:
    """Return the page of what the rules of each scenario read of its template."""
    return _page(
        "# The vocabulary of templates",
        "This page is for developers of scenarios. Their rules read zones, groups and fields of a "
        "[template](../design/language.md) by these names and attributes. `fairsheet lint` names what is missing, "
        "unknown or of another type. A custom sheet, which has no rules, may use any names.",
        *(part for sheet in sheets for part in _scenario(sheet)),
    )


def _scenario(sheet: Sheet) -> Iterator[str]:
    yield f"## {sheet.title}"
    for declaration in scenario_of(sheet).declared_of(sheet):
        yield f"### {_heading(declaration)}"
        yield " ".join(cleandoc(declaration.into.__doc__ or "").split())
        rows = [
            (f"`{name}`" if name != "…" else "any other", words + ("" if required else "; optional"))
            for name, words, required in format_attributes(declaration)
        ]
        if rows:
            yield _table(("attribute", "is"), rows)


def _heading(declaration: Declaration[Any]) -> str:
    optional = ", if there are any" if declaration.optional else ""
    match declaration.kind:
        case "zone":
            return "Zones"
        case "group":
            return f"Groups of type `{declaration.name}`{optional}"
        case "field":
            return f"Fields `{declaration.name}`{optional}"


def _examples(sheets: Sequence[Sheet]) -> Mapping[str, str]:
    """Return, by code, a sentence about a sheet that the tests keep: a contradiction, or else a demand of the proof."""
    kept = [(sheet, (GOLDEN / f"{sheet.name}-contradictions.txt").read_text("utf-8")) for sheet in sheets]
    found: dict[str, str] = {}
    for part in (0, 2):
        for sheet, text in kept:
            said = text.partition("what the proof asks for")[part]
            for code, why in re.findall(r"^  ([a-z-]+): (.*) \[.*\]$", said, re.MULTILINE):
                found.setdefault(code, _with_places(why, sheet))
    return found


def _with_places(why: str, sheet: Sheet) -> str:
    """Return a sentence with the places of fields instead of their ids."""
    return as_sentence(re.sub(r"[\w-]+(\.[\w-]+)+", lambda id_: in_words_of_sheet(id_[0], sheet), why))


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _page(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Write the list of functions, and all other generated pages and pictures without those of an earlier call."""
    for folder in MADE:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")
    FUNCTIONS_PAGE.write_text(functions_page(), encoding="utf-8")
    (DOCS / "made/gallery").mkdir()
    for name, picture in (*icons(), *filled_in_sheets()):
        picture.save(DOCS / "made" / name)
    for name, picture in gallery.pictures():
        picture.save(DOCS / "made/gallery" / name)


if __name__ == "__main__":
    main()
