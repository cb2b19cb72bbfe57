"""The docs: generated pages can be made, and every page is reached from the first."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from docs.gallery import sections
from docs.generate import GUIDE, MADE, guide_with_functions, pages
from docs.images.make import FILLED_IN, filled_in_sheets
from fairsheet.cli import COMMANDS, program
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.scan import scan

DOCS = Path(__file__).parents[2] / "docs"
GENERATED = pages()
COMMITTED = [path for path in DOCS.rglob("*.md") if not any(path.is_relative_to(folder) for folder in MADE)]
TEXTS = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in COMMITTED} | {
    name: text for name, text in GENERATED.items() if name.endswith(".md")
}  # every page, by its path below docs/


@pytest.mark.parametrize("name", [name for name in GENERATED if name.endswith(".md")])
def test_links_of_a_generated_page_lead_somewhere(name: str) -> None:
    page = DOCS / name
    pictures = {f"made/gallery/{example.name}.png" for section in sections().values() for example in section}
    made = {(DOCS / each).resolve() for each in (*GENERATED, *pictures, "made/icons.png")}
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", GENERATED[name])
    assert targets
    for target in targets:
        path = (page.parent / target).resolve()
        assert path in made or path.exists(), target


def test_a_picture_of_a_filled_in_sheet_can_be_read(tmp_path: Path) -> None:
    for name, picture in filled_in_sheets():
        picture.save(tmp_path / name)
        (seen,) = scan([tmp_path / name])
        label = seen.reading.sheets[0].label
        assert label.sheet.startswith(Path(name).stem)
        assert label.layout == load_sheet(label.sheet).fingerprint


def test_the_table_of_functions_is_up_to_date() -> None:
    assert GUIDE.read_text(encoding="utf-8") == guide_with_functions(), "run python -m docs.generate"


def test_every_generated_file_is_left_out_of_the_repository() -> None:
    ignored = (DOCS.parent / ".gitignore").read_text(encoding="utf-8").splitlines()
    folders = {f"/docs/{Path(name).parent.as_posix()}/" for name in GENERATED}
    assert folders == {f"/docs/{folder.relative_to(DOCS).as_posix()}/" for folder in MADE} <= set(ignored)


def test_pictures_that_are_made_are_shown_and_those_shown_are_made() -> None:
    made = {name for name in GENERATED if not name.endswith(".md")}
    made |= {f"made/{name}.png" for name in (*FILLED_IN, "icons")}
    shown = {name for text in TEXTS.values() for name in re.findall(r"```\{image\} /(\S+)", text)}
    assert shown == made


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = {
        (Path(page).parent / name).as_posix()
        for page in ("index.md", "reference/games.md")
        for block in re.findall(r"```\{toctree\}\n(.*?)```", TEXTS[page], re.DOTALL)
        for name in block.split("\n")
    }
    names = {
        name.removesuffix(".md") for name in TEXTS if not name.startswith(("made/", "reference/recorded/"))
    }
    assert names - {"index"} <= listed


def test_every_name_of_the_library_is_in_the_reference() -> None:
    import fairsheet

    named = set(re.findall(r"\.\. auto\w+:: fairsheet\.(\w+)", TEXTS["reference/api.md"]))
    assert named == set(fairsheet.__all__)


def commands() -> list[tuple[str, str]]:
    """Every call of the program in the code of the pages, with its page."""
    found = []
    others = [*DOCS.parent.glob("*.md"), DOCS.parent / "examples/README.md"]
    texts = TEXTS | {path.name: path.read_text(encoding="utf-8") for path in others}
    for page, text in texts.items():
        code = "\n".join(
            [*re.findall(r"```\w*\n(.*?)```", text, re.DOTALL), *re.findall(r"^    .*$", text, re.MULTILINE)]
        )
        calls = re.findall(r"^ *(?:\$ )?(?:\.venv/bin/|uv run )?fairsheet ([a-z].*)$", code, re.MULTILINE)
        calls += re.findall(r"`fairsheet ([a-z][^`]*)`", text)
        found += [(page, call.split(" #")[0].strip()) for call in calls]
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
