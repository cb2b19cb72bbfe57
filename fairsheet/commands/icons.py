"""`fairsheet icons`: list or draw the icons that a template can name."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.options.options import json_option, out_option, paper_option
from fairsheet.process.console import print_json, say, show
from fairsheet.process.output_files import write_file
from fairsheet.sheets.drawing.icon_chart import draw_icon_chart
from fairsheet.sheets.drawing.icons import ICONS
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path

DPI = 150


@click.command("icons")
@paper_option
@json_option
@out_option("Draw the icons into this PDF or PNG; without it, only list their names.")
def command(paper: str, as_json: bool, out: Path | None) -> None:
    """List the icons that a template can name, or draw them all with their names.

    \b
        fairsheet icons
        fairsheet icons -o icons.pdf
    """
    files: list[Path] = []
    if out is not None:
        files = _write_chart(out, paper)
    if as_json:
        entries = [{"icon": name, "stretchable": drawing.stretchable} for name, drawing in ICONS.items()]
        print_json({"format": "fairsheet.icons/1", "icons": entries, "files": list(map(format_path, files))})
    elif out is None:
        for name in ICONS:
            show(name)


def _write_chart(out: Path, paper: str) -> list[Path]:
    from fairsheet.pipeline.reading.picture_files import numbered, page_pngs

    chart = draw_icon_chart(PAPERS[paper])
    match out.suffix.lower():
        case ".pdf":
            pages = {out: chart}
        case ".png":
            pngs = page_pngs(chart, DPI)
            pages = dict(zip(numbered(out, len(pngs)), pngs, strict=True))
        case _:
            name = out.stem or "icons"
            problem = "the chart is a PDF or PNG"
            hint = f"name it {name}.pdf or {name}.png"
            raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=str(out), hint=hint)
    for path, content in pages.items():
        write_file(path, content)
        say(format_path(path))
    return list(pages)
