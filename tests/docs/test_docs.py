"""The docs: generated pages are up to date, and every page is reached from the first."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from docs.generate import pages
from docs.images.make import FILLED_IN
from fairsheet.cli import COMMANDS, program
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.scan import scan

DOCS = Path(__file__).parents[2] / "docs"
GENERATED = pages()


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == GENERATED[name], "run python -m docs.generate"


@pytest.mark.parametrize("name", FILLED_IN)
def test_a_picture_of_a_filled_in_sheet_shows_the_present_layout(name: str) -> None:
    (seen,) = scan([DOCS / f"images/{name}.png"])
    label = seen.reading.sheets[0].label
    assert label.layout == load_sheet(label.sheet).fingerprint, "run python -m docs.images.make"


def test_no_generated_page_is_left_over() -> None:
    assert {f"games/{path.name}" for path in (DOCS / "games").iterdir()} <= set(GENERATED)


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = {
        name
        for page in ("index.md", "games.md")
        for block in re.findall(
            r"```\{toctree\}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL
        )
        for name in block.split("\n")
    }
    names = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    within_others = {name for name in names if name.startswith("recorded/")}  # see docs/generate.py
    assert names - within_others - {"index"} <= listed


def test_every_name_of_the_library_is_in_the_reference() -> None:
    import fairsheet

    named = set(re.findall(r"\.\. auto\w+:: fairsheet\.(\w+)", (DOCS / "api.md").read_text(encoding="utf-8")))
    assert named == set(fairsheet.__all__)


def commands() -> list[tuple[str, str]]:
    """Every call of the program in the code of the pages, with its page."""
    found = []
    for page in sorted([*DOCS.rglob("*.md"), *DOCS.parent.glob("*.md"), DOCS.parent / "examples/README.md"]):
        text = page.read_text(encoding="utf-8")
        code = "\n".join(
            [*re.findall(r"```\w*\n(.*?)```", text, re.DOTALL), *re.findall(r"^    .*$", text, re.MULTILINE)]
        )
        calls = re.findall(r"^ *(?:\$ )?(?:\.venv/bin/|uv run )?fairsheet ([a-z].*)$", code, re.MULTILINE)
        calls += re.findall(r"`fairsheet ([a-z][^`]*)`", text)
        found += [(page.name, call.split(" #")[0].strip()) for call in calls]
    return sorted(set(found))


@pytest.mark.parametrize(("page", "call"), commands())
def test_what_the_pages_call_is_there(page: str, call: str) -> None:
    name, *words = call.split()
    assert name in COMMANDS, page
    command = program.get_command(click.Context(program), name)
    if isinstance(command, click.Group) and words and words[0] in command.commands:
        command = command.commands[words[0]]
    assert command is not None
    known = {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    if isinstance(command, click.Group):
        known |= {option for each in command.commands.values() for p in each.params for option in p.opts}
    options = re.findall(r"(?<![\w-])--?[a-z][a-z-]*", " ".join(words))
    assert set(options) <= known | {"--help", "-h"}, page


def test_calls_are_found() -> None:
    assert len(commands()) > 80
