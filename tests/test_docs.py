"""The docs: generated pages are up to date, and every page is reached from the first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.generate import pages

DOCS = Path(__file__).parent.parent / "docs"
GENERATED = pages()


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == GENERATED[name], "run python -m docs.generate"


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
    assert names - {"index"} <= listed


def test_every_name_of_the_library_is_in_the_reference() -> None:
    import fairsheet

    named = set(re.findall(r"\.\. auto\w+:: fairsheet\.(\w+)", (DOCS / "api.md").read_text(encoding="utf-8")))
    assert named == set(fairsheet.__all__)
