"""Makes the pages and pictures of the docs that follow from the program: `python -m docs.generate`.

`make docs` does this before it builds the site. In the site a page `docs/made/NAME.md` takes the place of
`docs/reference/NAME.md`, which says on its own only where the whole is (see `docs/conf.py`). None of it is committed
but the table of functions, which is written into the guide to the layout language.
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
MADE = (DOCS / "made", DOCS / "reference" / "games")  # all that is generated, and nothing else
GOLDEN = DOCS.parent / "tests" / "agreement" / "golden"  # what is said of sheets that were tampered with
GUIDE = DOCS / "guides" / "layout-language.md"  # committed with its generated table
IMPORT = re.compile(r"^from fairsheet\.engine\.rules(?:\.(\w+) import| import ([\w, ]+)$)", re.MULTILINE)
EVERYWHERE = tuple(RuleCode)[
    : tuple(RuleCode).index(RuleCode.SEED) + 1
]  # the rules of every scenario come first


def pages() -> dict[str, str]:
    """The generated pages and drawings as text, by their path below docs/."""
    sheets = list(map(load_sheet, sorted(SCENARIOS)))
    written = {f"reference/games/{sheet.name}.md": _game(sheet, sheets) for sheet in sheets}
    written |= {f"reference/games/{sheets[0].game}.md": _recorded(sheets) for sheets in _recorded_games()}
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


def functions_table() -> str:
    """The functions of formulas: how each is written, and what it gives."""
    rows = [(f"`{function.usage}`", function.gives) for function in FUNCTIONS.values()]
    return _table(("function", "gives"), rows)


def guide_with_functions() -> str:
    """The guide to the layout language, which a person wrote, with the table of functions between its two remarks."""
    page = GUIDE.read_text(encoding="utf-8")
    before, begin, rest = page.partition("<!-- functions -->")
    _, end, behind = rest.partition("<!-- end of functions -->")
    return f"{before}{begin}\n\n{functions_table()}\n\n{end}{behind}"


def _game(sheet: Sheet, sheets: Iterable[Sheet]) -> str:
    """The rules of one scenario by their codes, and its missions."""
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
        f"What the program asks of a sheet of *{sheet.name}*, rule by rule. A verdict, and a step that is refused, "
        "name the rule by its code. This page does not teach the game: for that you need its rulebook.",
        "## Its own rules",
        _table(("code", "rule"), [(f"`{code}`", code.sentence) for code in own]),
        "## Rules that it shares",
        _table(("code", "rule"), [(f"`{code}`", code.sentence) for code in shared]),
        "## Missions",
        "One card of each letter lies open. The first value is for all who claim it in the first turn with a claim, "
        "the second for all later ones.",
        _table(("card", "asks for"), missions),
        "The rules of all scenarios: [rules by code](../rules.md).",
    )


def _recorded_games() -> list[list[Sheet]]:
    """The sheets of each game that is recorded."""
    games: dict[str, list[Sheet]] = {}
    for sheet in map(load_sheet, sheet_names()):
        if sheet.game is not None:
            games.setdefault(sheet.game, []).append(sheet)
    return list(games.values())


def _recorded(sheets: Sequence[Sheet]) -> str:
    """A game that is recorded: what a person wrote about it, and what is checked on its sheets, check by check."""
    notes = DOCS / "reference" / "recorded" / f"{sheets[0].game}.md"
    return _page(
        f"# {sheets[0].game_title}",
        "This game is played with its own box and recorded on these sheets. What is checked, check by check: an "
        "*error* makes a sheet illegal, a *warn* leaves it undecided, a *note* is a remark. The rules are in the box.",
        *([notes.read_text(encoding="utf-8").strip()] if notes.exists() else ()),
        *_choices_of_table(sheets),
        *(
            part
            for sheet in sheets
            for part in (
                f"## `{template_of(sheet.name)}`",
                _table(
                    ("check", "level", "what it says where it is not met"),
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
        "How such a game is recorded: [games that are recorded](../../guides/recorded-games.md).",
    )


def _choices_of_table(sheets: Sequence[Sheet]) -> Iterator[str]:
    """What a table of a recorded game can choose: options and levels."""
    (_, _, names), *rows = game_rows(str(sheets[0].game))
    yield "## What a table can choose"
    yield f"`fairsheet print {sheets[0].game}` prints all that a table has of the sheets {names.partition(': ')[2]}."
    yield _table(("with", "is"), [(f"`{given}`", words) for _, given, words in rows])


def _checks_of(sheet: Sheet) -> dict[tuple[str, str], list[str]]:
    """The words of each check of a template, by its name and level; also of checks that only some choices have."""
    words: dict[tuple[str, str], list[str]] = {}
    for check in (check for each in _choices_of(sheet) for check in each.checks):
        known = words.setdefault((check.id, check.level), [])
        if check.why not in known:
            known.append(check.why)
    return words


def _choices_of(sheet: Sheet) -> list[Sheet]:
    """The sheet with its usual choices, and with every other value of one of them."""
    template, usual = template_of(sheet.name), chosen_in(sheet.name)
    names = [sheet.name]
    for place, values in enumerate(choices_of(template).values()):
        names += ["/".join((template, *usual[:place], value, *usual[place + 1 :])) for value in values[1:]]
    return [load_sheet(name) for name in names]


def _codes_of(name: str) -> list[RuleCode]:
    """The rules of every scenario, and those that its modules name, and shared ones that they import."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ENGINE / "games" / name).rglob("*.py"))]
    shared: set[str] = set()
    while found := {module for text in texts for module in _shared_by(text)} - shared:
        paths = (path for module in found for path in _sources_of(module))
        texts += [path.read_text(encoding="utf-8") for path in paths]
        shared |= found
    named = {code for text in texts for code in _codes_in(text)}
    return [code for code in RuleCode if code in EVERYWHERE or code.name in named]


def _rules(sheets: Sequence[Sheet]) -> str:
    """All rules by their codes: those of every scenario, of several, and of each alone."""
    asked = {sheet.name: _codes_of(sheet.name) for sheet in sheets}
    told = _told(sheets)
    sections: dict[str, list[RuleCode]] = {}
    for code in RuleCode:
        of = [sheet.title for sheet in sheets if code in asked[sheet.name]]
        title = "Every scenario" if code in EVERYWHERE else of[0] if len(of) == 1 else "Several scenarios"
        sections.setdefault(title, []).append(code)
    return _page(
        "# Rules by code",
        "Every rule has one code. A verdict names it in `rule` of a contradiction (where it takes several rules to "
        "show what is wrong, their codes with a `+` between: `mission+turn`), a refused step bears it, and so does "
        "every constraint of [the proof](../inside/proof.md).",
        *(
            part
            for title, codes in sections.items()
            for part in (
                f"## {title}",
                _table(
                    ("code", "rule", "as a verdict says it, for example"),
                    [(f"`{code}`", code.sentence, told.get(code, "")) for code in codes],
                ),
            )
        ),
    )


def _sources_of(module: str) -> list[Path]:
    """The file of a shared module of rules, or those of a folder of them."""
    path = ENGINE / "rules" / module
    return sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def _shared_by(text: str) -> list[str]:
    """The shared modules of rules that a module imports."""
    return [module for one, several in IMPORT.findall(text) for module in (one or several).split(", ")]


@cache  # scenarios share most of their modules
def _codes_in(text: str) -> set[str]:
    """The names of the codes in the code of a module; examples in docstrings do not count."""
    return {
        node.attr
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "RuleCode"
    }


def _vocabulary(sheets: Iterable[Sheet]) -> str:
    """What the rules of each scenario read of its template."""
    return _page(
        "# The vocabulary of templates",
        "The rules of a scenario read zones, groups and fields of its [template](../guides/layout-language.md), by the "
        "names and attributes on this page. `fairsheet lint` names what is missing, unknown or of another type. "
        "A custom sheet, for which there are no rules, may use any names.",
        *(part for sheet in sheets for part in _scenario(sheet)),
    )


def _scenario(sheet: Sheet) -> Iterator[str]:
    yield f"## {sheet.title}"
    for declaration in scenario_of(sheet).declared_of(sheet):
        yield f"### {_heading(declaration)}"
        yield " ".join(cleandoc(declaration.into.__doc__ or "").split())
        rows = [
            (f"`{name}`" if name != "…" else "any other", words + ("" if required else "; may be left out"))
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


def _told(sheets: Sequence[Sheet]) -> Mapping[str, str]:
    """By code, what is said of a sheet, as the tests keep it: in contradictions, or else of what the proof asks for."""
    kept = [(sheet, (GOLDEN / f"{sheet.name}-contradictions.txt").read_text("utf-8")) for sheet in sheets]
    told: dict[str, str] = {}
    for part in (0, 2):
        for sheet, text in kept:
            said = text.partition("what the proof asks for")[part]
            for code, why in re.findall(r"^  ([a-z-]+): (.*) \[.*\]$", said, re.MULTILINE):
                told.setdefault(code, _with_places(why, sheet))
    return told


def _with_places(why: str, sheet: Sheet) -> str:
    """A sentence with the place of a field instead of its id."""
    return as_sentence(re.sub(r"[\w-]+(\.[\w-]+)+", lambda id_: in_words_of_sheet(id_[0], sheet), why))


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _page(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Writes all generated pages and pictures, and removes what an earlier call wrote."""
    for folder in MADE:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    GUIDE.write_text(guide_with_functions(), encoding="utf-8")
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")
    (DOCS / "made/gallery").mkdir()
    for name, picture in (*icons(), *filled_in_sheets()):
        picture.save(DOCS / "made" / name)
    for name, picture in gallery.pictures():
        picture.save(DOCS / "made/gallery" / name)


if __name__ == "__main__":
    main()
