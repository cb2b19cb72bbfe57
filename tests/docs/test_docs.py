"""The docs: generated pages can be made, and every page can be reached from the first."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import click

from docs.gallery import sections
from docs.generate import FUNCTIONS_PAGE, MADE, functions_page, pages
from docs.images.make import FILLED_IN, filled_in_sheets
from fairsheet.cli import COMMANDS, program
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.scan import scan

DOCS = Path(__file__).parents[2] / "docs"
generated = cache(pages)


@cache
def texts() -> dict[str, str]:
    """Return the text of every page, by its path below docs/."""
    committed = (p for p in DOCS.rglob("*.md") if not any(p.is_relative_to(folder) for folder in MADE))
    written = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in committed}
    return written | {name: text for name, text in generated().items() if name.endswith(".md")}


def test_links_of_generated_pages_lead_somewhere() -> None:
    pictures = {f"made/gallery/{example.name}.png" for section in sections().values() for example in section}
    made = {(DOCS / each).resolve() for each in (*generated(), *pictures, "made/icons.png")}
    for name in generated():
        if name.endswith(".md"):
            targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", generated()[name])
            assert targets, name
            for target in targets:
                path = ((DOCS / name).parent / target).resolve()
                assert path in made or path.exists(), (name, target)


def test_pictures_of_filled_in_sheets_can_be_read(tmp_path: Path) -> None:
    for name, picture in filled_in_sheets():
        picture.save(tmp_path / name)
        (seen,) = scan([tmp_path / name])
        label = seen.reading.sheets[0].label
        assert label.sheet.startswith(Path(name).stem)
        assert label.layout == load_sheet(label.sheet).fingerprint


def test_git_ignores_every_generated_file() -> None:
    ignored = (DOCS.parent / ".gitignore").read_text(encoding="utf-8").splitlines()
    folders = {f"/docs/{Path(name).parent.as_posix()}/" for name in generated()}
    assert folders == {f"/docs/{folder.relative_to(DOCS).as_posix()}/" for folder in MADE} <= set(ignored)


def test_pages_show_exactly_the_generated_pictures() -> None:
    made = {name for name in generated() if not name.endswith(".md")}
    made |= {f"made/{name}.png" for name in (*FILLED_IN, "icons")}
    shown = {name for text in texts().values() for name in re.findall(r"```\{image\} /(\S+)", text)}
    assert shown == made


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = {
        (Path(page).parent / name).as_posix()
        for page in ("index.md", "play/games.md")
        for block in re.findall(r"```\{toctree\}\n(.*?)```", texts()[page], re.DOTALL)
        for name in block.split("\n")
    }
    names = {name.removesuffix(".md") for name in texts() if not name.startswith(("made/", "play/recorded/"))}
    assert names - {"index"} <= listed


def test_every_page_begins_with_its_audience() -> None:
    for name, text in texts().items():
        if name != "index.md" and not name.startswith("play/recorded/"):  # parts of generated pages
            assert re.match(r"# .*\n\nThis page is for \w", text), name


def test_every_name_of_the_library_is_in_the_reference() -> None:
    import fairsheet

    named = set(re.findall(r"\.\. auto\w+:: fairsheet\.(\w+)", texts()["interfaces/api.md"]))
    assert named == set(fairsheet.__all__)


def commands() -> list[tuple[str, str]]:
    """Return each page with each call of the program in its code."""
    calls_by_page = []
    others = [*DOCS.parent.glob("*.md"), DOCS.parent / "examples/README.md"]
    written = texts() | {path.name: path.read_text(encoding="utf-8") for path in others}
    for page, text in written.items():
        code = "\n".join(
            [*re.findall(r"```\w*\n(.*?)```", text, re.DOTALL), *re.findall(r"^    .*$", text, re.MULTILINE)]
        )
        calls = re.findall(r"^ *(?:\$ )?(?:\.venv/bin/|uv run )?fairsheet ([a-z].*)$", code, re.MULTILINE)
        calls += re.findall(r"`fairsheet ([a-z][^`]*)`", text)
        calls_by_page += [(page, call.split(" #")[0].strip()) for call in calls]
    return sorted(set(calls_by_page))


def test_commands_and_options_on_pages_exist() -> None:
    calls = commands()
    assert len(calls) > 80
    for page, call in calls:
        name, *words = call.split()
        assert name in COMMANDS, page
        command = program.get_command(click.Context(program), name)
        if isinstance(command, click.Group) and words and words[0] in command.commands:
            command = command.commands[words[0]]
        assert command is not None
        known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
        if isinstance(command, click.Group):
            known |= {option for each in command.commands.values() for p in each.params for option in p.opts}
        options = re.findall(r"(?<![\w-])--?[a-z][a-z-]*", " ".join(words))
        assert set(options) <= known | {"--help", "-h"}, page


def test_the_list_of_functions_is_up_to_date() -> None:
    """It is committed, because designers need it without the site; `python -m docs.generate` writes it."""
    assert FUNCTIONS_PAGE.read_text(encoding="utf-8") == functions_page()
