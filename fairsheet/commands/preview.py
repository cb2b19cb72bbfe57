"""`fairsheet preview`: draw a template as a picture, or show it in a browser while you edit it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairsheet.options.default_names import picture_name
from fairsheet.options.options import INPUT, out_option, paper_option, result_options
from fairsheet.process.console import complain_about, print_json, say, show
from fairsheet.process.output_files import write_file
from fairsheet.process.spoken import command_language
from fairsheet.process.watching import versions
from fairsheet.sheets.language.template_files import files_of
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.library.translations import in_language
from fairsheet.sheets.model.page_geometry import PAPERS, Paper
from fairsheet.sheets.printing.draw_pages import draw_blank
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path

if TYPE_CHECKING:  # so that help and completion do not import the parser of templates
    from fairsheet.sheets.placement.place import Placed


@click.command("preview")
@click.argument("template", type=INPUT)
@paper_option
@click.option(
    "--dpi",
    type=int,
    default=150,
    show_default=True,
    help="Draw the picture at this resolution, in dots per inch.",
)
@click.option(
    "--watch",
    is_flag=True,
    help="Draw the template again after each save and show it in a browser, until Ctrl-C.",
)
@click.option(
    "--browser/--no-browser", default=True, show_default=True, help="With --watch: open the browser."
)
@result_options
@out_option("Write the PNG to this file; default next to the template, such as my.preview.png.")
def command(
    template: Path, paper: str, dpi: int, watch: bool, browser: bool, as_json: bool, out: Path | None
) -> None:
    """Draw the TEMPLATE of a sheet as a PNG picture.

    \b
        fairsheet preview my.sheet
        fairsheet preview my.sheet --dpi 300 -o my.png
        fairsheet preview my.sheet --watch

    Without -o the picture is my.preview.png, and each preview replaces the last. A sheet with several pages gives
    my-1.png, my-2.png and so on.

    With --watch a page in your browser shows the sheet as last saved and what `fairsheet lint` finds in it. If the
    sheet cannot be drawn, the page shows the error. Only this machine can open the page, and only while the command
    runs.
    """
    from fairsheet.pipeline.reading.picture_files import check_dpi

    check_dpi(dpi, "--dpi")
    if watch and as_json:
        raise click.UsageError("--watch cannot be combined with --json.", click.get_current_context())
    picture = picture_name(out, template, ".preview.png")
    if watch:
        _watch(template, picture, PAPERS[paper], dpi, browser and sys.stdout.isatty(), out is None)
        return
    paths, _ = _draw(read_template(template), picture, PAPERS[paper], dpi)
    if as_json:
        print_json({"format": "fairsheet.preview/1", "files": list(map(format_path, paths))})
    else:
        _print_names(paths, out is None)


def _watch(
    template: Path, picture: Path, paper: Paper, dpi: int, browser: bool, is_default_name: bool
) -> None:
    """Draw every saved version of the template, in a browser and as pictures, until interrupted."""
    from fairsheet.sheets.lint.lint_lines import finding_lines
    from fairsheet.trial.preview_server import Preview, PreviewServer, open_in_browser
    from fairsheet.trial.template_findings import findings_of

    with PreviewServer() as server:
        say(f"the preview is at {server.address} until Ctrl-C")
        opened = False
        for _ in versions(lambda: files_of(template)):
            try:
                placed = read_template(template)
                paths, pages = _draw(placed, picture, paper, dpi)
            except FairsheetError as error:
                server.show(replace(server.preview, problem=str(error), details=error.details, findings=()))
                complain_about(error)
            else:
                findings = finding_lines(findings_of(placed))
                server.show(Preview(placed.sheet.title, tuple(pages), findings=tuple(findings)))
                _print_names(paths, is_default_name)
            if browser and not opened:
                open_in_browser(server.address)
                opened = True


def _print_names(paths: Sequence[Path], is_default_name: bool) -> None:
    """Print the names of the pictures, on stdout if fairsheet chose them, otherwise on stderr."""
    for path in paths:
        (show if is_default_name else say)(format_path(path))


def _draw(placed: Placed, picture: Path, paper: Paper, dpi: int) -> tuple[list[Path], list[bytes]]:
    """Write the pages of a sheet as PNG files and return their paths and contents. Raises FairsheetError."""
    from fairsheet.pipeline.reading.picture_files import numbered, page_pngs

    sheet = in_language(placed.sheet, command_language().language, Path(placed.template.file))
    pages = page_pngs(draw_blank(sheet, paper), dpi)
    paths = numbered(picture, len(pages))
    for path, png in zip(paths, pages, strict=True):
        write_file(path, png)
    return paths, pages
