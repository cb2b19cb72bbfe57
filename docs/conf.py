"""How Sphinx builds the site of these pages (`make docs`): strictly, and so that reading it needs no network."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer

DOCS = Path(__file__).parent

project = "fairsheet"
author = "the founders of fairsheet"
copyright = "the founders of fairsheet; Apache-2.0"
release = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["images/*.py", "recorded/*"]
myst_heading_anchors = 3
highlight_language = "none"
default_role = "code"  # docstrings write names between single backticks
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_preserve_defaults = True

html_theme = "furo"
html_title = "fairsheet"
html_static_path = ["_static"]
html_css_files = ["gallery.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5f8b", "color-brand-content": "#1f5f8b"},
    "dark_css_variables": {"color-brand-primary": "#8cc4ea", "color-brand-content": "#8cc4ea"},
}

LOADED = re.compile(r'<(?:script|img|iframe)[^>]*\ssrc="(?:https?:)?//|<link[^>]*\shref="(?:https?:)?//')


ELSEWHERE = {
    "examples": "examples/README.md",
    "model-card": "vision/models/MODEL_CARD.md",
}  # pages outside docs/


def _bring_in(app: Any, name: str, source: list[str]) -> None:
    """Pages that stand elsewhere in the repository become pages of the site, and links to them lead there."""
    if name in ELSEWHERE:
        text = (DOCS.parent / ELSEWHERE[name]).read_text(encoding="utf-8")
        source[0] = re.sub(r"\]\((?:\.\./)+docs/", "](", text)
    for page, path in ELSEWHERE.items():
        source[0] = source[0].replace(f"](../{path}", f"]({page}.md")


def _check_offline(app: Any, exception: Exception | None) -> None:
    """Raises an error where a page would load anything from the network."""
    if exception is None:
        for page in Path(app.outdir).rglob("*.html"):
            if found := LOADED.search(page.read_text(encoding="utf-8")):
                raise RuntimeError(f"{page} loads something from the network: {found[0]}")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.add_lexer("sheet", TextLexer)
    app.connect("source-read", _bring_in)
    app.connect("build-finished", _check_offline)
