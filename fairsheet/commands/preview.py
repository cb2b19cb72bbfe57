"""`fairsheet preview`: a template as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.console import path_words, print_json, say, show
from fairsheet.files import write_file
from fairsheet.options import INPUT, json_option, out_option, paper_option
from fairsheet.pictures import numbered, page_pngs
from sheets.draw import draw_blank
from sheets.errors import FairsheetError
from sheets.library import load_template
from sheets.page import PAPERS

LEAST_DPI, MOST_DPI = 36, 600


@click.command("preview")
@click.argument("template", type=INPUT)
@paper_option
@click.option("--dpi", type=int, default=150, show_default=True, help="Dots per inch of the picture.")
@json_option
@out_option("The PNG to write; by default beside the template, such as my.preview.png.", required=False)
def command(template: Path, paper: str, dpi: int, as_json: bool, out: Path | None) -> None:
    """Draw the TEMPLATE of a sheet as a PNG picture.

    \b
        fairsheet preview my.sheet
        fairsheet preview my.sheet --dpi 300 -o my.png

    Without -o the picture is my.preview.png, and every preview takes the place of the one before. A sheet of several
    pages gives my-1.png, my-2.png and so on.
    """
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise FairsheetError(
            f"{dpi} dpi cannot be drawn", where="--dpi", hint=f"give {LEAST_DPI} to {MOST_DPI}"
        )
    sheet = load_template(template)
    named = out is not None
    out = out or template.with_suffix(".preview.png")
    if out.suffix.lower() != ".png":
        raise FairsheetError("the picture is a PNG", where=str(out), hint=f"name it {out.stem or 'x'}.png")
    pages = page_pngs(draw_blank(sheet, PAPERS[paper]), dpi)
    paths = numbered(out, len(pages))
    for path, png in zip(paths, pages, strict=True):
        write_file(path, png)
        if not as_json:
            (say if named else show)(path_words(path))
    if as_json:
        print_json({"format": "fairsheet.preview/1", "files": list(map(path_words, paths))})
