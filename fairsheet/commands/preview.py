"""`fairsheet preview`: a template as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.console import complain, print_json, say, show
from fairsheet.default_names import picture_name
from fairsheet.files import write_file
from fairsheet.options import INPUT, json_option, out_option, paper_option
from fairsheet.pictures import numbered, page_pngs
from fairsheet.watching import versions
from sheets.draw import draw_blank
from sheets.errors import FairsheetError
from sheets.files import format_path
from sheets.library import load_template
from sheets.page import PAPERS, Paper

LEAST_DPI, MOST_DPI = 36, 600


@click.command("preview")
@click.argument("template", type=INPUT)
@paper_option
@click.option("--dpi", type=int, default=150, show_default=True, help="Dots per inch of the picture.")
@click.option("--watch", is_flag=True, help="Draw it again whenever it is saved, until Ctrl-C.")
@json_option
@out_option("The PNG to write; by default beside the template, such as my.preview.png.", required=False)
def command(template: Path, paper: str, dpi: int, watch: bool, as_json: bool, out: Path | None) -> None:
    """Draw the TEMPLATE of a sheet as a PNG picture.

    \b
        fairsheet preview my.sheet
        fairsheet preview my.sheet --dpi 300 -o my.png
        fairsheet preview my.sheet --watch

    Without -o the picture is my.preview.png, and every preview takes the place of the one before. A sheet of several
    pages gives my-1.png, my-2.png and so on.
    """
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise FairsheetError(
            f"{dpi} dpi cannot be drawn", where="--dpi", hint=f"give {LEAST_DPI} to {MOST_DPI}"
        )
    if watch and as_json:
        raise click.UsageError("--watch goes without --json.", click.get_current_context())
    picture = picture_name(out, template, ".preview.png")
    for _ in versions(template) if watch else (None,):
        try:
            paths = _draw(template, picture, PAPERS[paper], dpi)
        except FairsheetError as error:
            if not watch:
                raise
            complain(f"fairsheet: {error}")
            continue
        if as_json:
            print_json({"format": "fairsheet.preview/1", "files": list(map(format_path, paths))})
        else:
            for path in paths:
                (show if out is None else say)(format_path(path))


def _draw(template: Path, picture: Path, paper: Paper, dpi: int) -> list[Path]:
    """Writes the pages of a template as pictures, and says where. Raises FairsheetError."""
    pages = page_pngs(draw_blank(load_template(template), paper), dpi)
    paths = numbered(picture, len(pages))
    for path, png in zip(paths, pages, strict=True):
        write_file(path, png)
    return paths
