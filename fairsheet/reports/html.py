"""Make the report of an evening as a web page that needs no other file; all text in it is escaped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.languages.messages import Message, as_sentence, counted, joined, listed, render
from fairsheet.languages.terms import term
from fairsheet.reports.contents import ReportTable
from fairsheet.reports.narrative import table_view
from fairsheet.sheets.model.marks import mark_name
from fairsheet.wording.formatting import VERDICTS, format_day, format_number, read_words
from fairsheet.wording.table_words import format_rank

LANGUAGES = 16  # languages whose templates are cached; each custom template with a catalogue adds one
WORDING = (  # functions that templates may call by name
    as_sentence, counted, format_day, format_number, format_rank, joined, listed, mark_name, read_words, term,
)  # fmt: skip
GENERATOR = '<meta name="generator" content="fairsheet report">'


def tables_page(tables: Sequence[ReportTable], foot: str = "", language: Catalogue = ENGLISH) -> str:
    """Return the HTML page of one or more tables, one after the other."""
    views = [table_view(table) for table in tables]
    return _template(language).render(
        tables=views, style=page_data("report.css"), foot=foot, generator=Markup(GENERATOR), below=""
    )


def table_part(table: ReportTable, language: Catalogue = ENGLISH, below: str = "") -> Markup:
    """Return the part of the page about a table, for a page that shows `below` under its ranking."""
    template = _template(language)
    context = template.new_context({"table": table_view(table), "below": below})
    return Markup("".join(template.blocks["table"](context)))


def is_report(content: bytes) -> bool:
    """Check whether a file is such a page."""
    return GENERATOR.encode() in content[:1000]


@lru_cache(LANGUAGES)
def _template(language: Catalogue) -> Template:
    meanings = {**VERDICTS, "undecided": Message("not decided")}  # the page gives the reason further down
    return page_template("report.html", language, meanings=meanings)


def page_template(name: str, language: Catalogue = ENGLISH, **names: object) -> Template:
    """Return a bundled page template in a language; `names` are further names that it may use."""

    def translate(value: object) -> object:
        return render(value, language) if isinstance(value, Message) else value

    environment = page_environment(page_data, translate)
    environment.filters["said"] = translate
    environment.globals.update(names, language=language.language)
    return environment.get_template(name)


def page_environment(read: Callable[[str], str], translate: Callable[..., object]) -> Environment:
    """Return an environment for templates that `read` returns by name; all text is escaped.

    `translate` is applied to each value that they show.
    """
    environment = Environment(
        loader=FunctionLoader(read),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=translate,
    )
    environment.globals.update({"Message": Message}, **{each.__name__: each for each in WORDING})
    return environment


def page_data(name: str) -> str:
    """Return a bundled page or style sheet."""
    return (files("fairsheet") / "data" / "pages" / name).read_text(encoding="utf-8")
