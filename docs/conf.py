"""How Sphinx builds the site of these pages (`make docs`): warnings are errors, and readers need no network."""

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
exclude_patterns = ["made/*.md", "play/recorded/*"]
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


# pages of the site whose text is outside docs/
OUTSIDE = {"play/examples": "examples/README.md", "trust/model-card": "vision/models/MODEL_CARD.md"}
# pages that `docs.generate` makes; the repository only has a notice for each
MADE = ("design/gallery", "design/vocabulary", "interfaces/errors", "trust/rules")


def _bring_in(app: Any, name: str, source: list[str]) -> None:
    """Replace a page that is only a notice by its text, and point links to the source of a page at the page."""
    root = "../" * name.count("/")  # docs/, from the page
    if name in OUTSIDE:
        text = (DOCS.parent / OUTSIDE[name]).read_text(encoding="utf-8")
        source[0] = re.sub(r"\]\((?:\.\./)+docs/", f"]({root}", text)
    elif name in MADE:
        source[0] = (DOCS / "made" / Path(name).name).with_suffix(".md").read_text(encoding="utf-8")
    for page, path in OUTSIDE.items():
        source[0] = re.sub(rf"\]\((?:\.\./)+{path}", f"]({root}{page}.md", source[0])
    source[0] = re.sub(r"(\]\([./\w-]*)\brecorded/([\w-]+\.md)", r"\1games/\2", source[0])  # with all checks


def _check_offline(app: Any, exception: Exception | None) -> None:
    """Raise an error if a page would load anything from the network."""
    if exception is None:
        for page in Path(app.outdir).rglob("*.html"):
            if found := LOADED.search(page.read_text(encoding="utf-8")):
                raise RuntimeError(f"{page} loads something from the network: {found[0]}")


def setup(app: Any) -> None:
    """Connect these functions to Sphinx, which calls this one."""
    app.add_lexer("sheet", TextLexer)
    app.connect("source-read", _bring_in)
    app.connect("build-finished", _check_offline)
