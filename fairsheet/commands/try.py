"""`fairsheet try`: test in simulation whether the sheets of a template can be read well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairsheet.engine.records.record import Record, write_record
from fairsheet.languages.messages import counted
from fairsheet.options.default_names import picture_name
from fairsheet.options.options import INPUT, OUTPUT, check_seed, json_option, out_option
from fairsheet.process.console import print_json, print_table, progress, say, show, show_folded
from fairsheet.process.exits import ExitCode
from fairsheet.process.kept_layouts import keep_layout
from fairsheet.process.output_files import write_file
from fairsheet.sheets.library.templates import read_custom
from fairsheet.sheets.model.sheet import Position, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of

if TYPE_CHECKING:  # so that help and completion do not import the scanner
    from PIL import Image

    from fairsheet.trial.trying import FieldTrial, Trial

MOST_PHOTOS = 1000
SHOWN = 20  # fields in the table; the JSON document has all
EXAMPLES = 3  # for each field in the table
PHOTOS, TRUTH = "photos", "truth"  # the folders in the folder of --keep


@click.command("try")
@click.argument("template", type=INPUT)
@click.option(
    "--photos", type=int, default=10, show_default=True, help="Take and read this number of photos."
)
@click.option(
    "--seed",
    default="try",
    show_default=True,
    callback=check_seed,
    help="Choose handwriting, pens and marks by this seed.",
)
@click.option(
    "--keep",
    type=OUTPUT,
    metavar="DIR",
    help="Keep the photos in DIR/photos, and a record of the marks written on each in DIR/truth.",
)
@json_option
@out_option(
    "Write a PNG of the misread fields to this file; default next to the template, such as my.try.png."
)
def command(
    template: Path, photos: int, seed: str, keep: Path | None, as_json: bool, out: Path | None
) -> ExitCode:
    """Fill in, photograph and read a TEMPLATE in simulation, and report what is hard to read.

    Every photo shows a page with random marks in another handwriting. Fields that are too small, too close to others
    or printed too dark are misread or in doubt. A picture shows the worst fields, or a whole page if all is well.

    With --keep practice, the photos stay in practice/photos, and a record of the marks written on each is in
    practice/truth.

    \b
        fairsheet try my.sheet
        fairsheet try my.sheet --photos 50
        fairsheet try my.sheet --keep practice
        fairsheet scan practice/photos --sheet my.sheet -o read
        fairsheet score practice/truth --sheet my.sheet

    Exit codes: 0 every field is read well, 3 some fields need a look or were not tried, 2 the template cannot be used.
    """
    from fairsheet.pipeline.reading.picture_files import png
    from fairsheet.trial.trying import try_sheet

    if not 1 <= photos <= MOST_PHOTOS:
        problem = f"{photos} photos cannot be taken"
        hint = f"give 1 to {MOST_PHOTOS}"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="--photos", hint=hint)
    picture = picture_name(out, template, ".try.png")
    if keep is not None:
        _check_keep_folder(keep)
    placed = read_custom(template)
    if keep is not None:
        keep_layout(template, placed.sheet)
    with progress("trying", photos) as advance:
        trial = try_sheet(placed.sheet, photos, seed, advance, partial(_keep, keep, placed.sheet.pages))
    worst = trial.worst()
    drawn = _picture(trial)
    if drawn is not None:
        write_file(picture, png(drawn))
    if as_json:
        print_json(_document(placed.sheet, seed, trial, None if drawn is None else picture))
    else:
        for line in _summary(template, trial):
            show_folded(line)
        _print_fields(worst, placed.positions)
        if drawn is not None:
            shown = "them" if worst else "the first page, with what was read"
            say(f"{format_path(picture)} shows {shown}")
    for error in trial.errors:
        say(f"a photo could not be read: {error}")
    return ExitCode.DONE if trial.is_legible else ExitCode.NEEDS_REVIEW


def _check_keep_folder(folder: Path) -> None:
    """Raise FairsheetError if photos that are not from a trial would be overwritten: a trial has both folders."""
    if kind_of(folder / PHOTOS) is not None and kind_of(folder / TRUTH) is None:
        problem = f"its folder {PHOTOS} is not from fairsheet try"
        raise FairsheetError(
            problem,
            code=ErrorCode.FOLDER_IN_USE,
            where=f"--keep {format_path(folder)}",
            hint="choose another folder",
        )


def _keep(folder: Path | None, pages: int, number: int, page: int, jpeg: bytes, truth: Record) -> None:
    """Write a photo, and a record of the marks written on its sheet, if a folder for them is given.

    The photos of a sheet with several pages are `1-1.jpg`, `1-2.jpg` and so on, and its record is `1.json`.
    """
    if folder is not None:
        name = f"{number}.jpg" if pages == 1 else f"{number}-{page}.jpg"
        write_file(folder / PHOTOS / name, jpeg)
        write_file(folder / TRUTH / f"{number}.json", write_record(truth))


def _picture(trial: Trial) -> Image.Image | None:
    """Return a picture of the misread and doubtful fields, otherwise of the first page read; None if none was."""
    from fairsheet.trial.contact_sheet import picture_of_page, picture_of_troubles

    worst = trial.worst()
    if worst:
        return picture_of_troubles(worst)
    return picture_of_page(*trial.first) if trial.first is not None else None


def _summary(template: Path, trial: Trial) -> list[str]:
    doubtful_fields = sum(each.deserves_a_look for each in trial.fields.values())
    if trial.is_legible:
        verdict = "the sheet is read well"
    elif doubtful_fields:
        verdict = f"{counted(doubtful_fields, 'field')} to look at"
    elif trial.is_read_well:
        verdict = "everything that was tried is read well, but not everything was tried"
    else:
        verdict = (
            "more is in doubt than on other sheets: are the fields too small or too close to each other?"
        )
    return [
        f"{template}: {counted(trial.photos, 'photo')}, {counted(trial.marks, 'mark')} in "
        f"{counted(len(trial.fields), 'field')}: {trial.misread} misread, {trial.doubtful} in doubt",
        verdict,
        *_unmarked(trial),
    ]


def _unmarked(trial: Trial) -> Iterator[str]:
    """Yield the fields and the kinds of marks that were never tried."""
    untried = {"never filled in": trial.never_marked}
    untried |= {f"{mark} was never written": ids for mark, ids in trial.never_written.items()}
    for what, fields in untried.items():
        more = f" and {len(fields) - SHOWN} more" if len(fields) > SHOWN else ""
        if fields:
            yield f"{what}, so not tried: {', '.join(fields[:SHOWN])}{more}; give more --photos"


def _print_fields(worst: Sequence[FieldTrial], positions: Mapping[str, Position]) -> None:
    """Print a table of the worst fields, each with its line in the template."""
    from fairsheet.trial.contact_sheet import format_trouble

    rows = [
        (
            each.target.id, f"{positions[each.target.id].line}" if each.target.id in positions else "",
            each.photos, each.misread, each.doubtful,
            ", ".join(dict.fromkeys(map(format_trouble, each.troubles[:EXAMPLES]))),
        )
        for each in worst[:SHOWN]
    ]  # fmt: skip
    if rows:
        print_table(("field", "line#", "photos#", "misread#", "in doubt#", "such as"), rows)
    if len(worst) > SHOWN:
        show(f"and {counted(len(worst) - SHOWN, 'more field')}")


def _document(sheet: Sheet, seed: str, trial: Trial, picture: Path | None) -> dict[str, object]:
    fields = [
        {
            "field": each.target.id,
            "photos": each.photos,
            "misread": each.misread,
            "doubtful": each.doubtful,
            "examples": [[trouble.wrote, trouble.read] for trouble in each.troubles],
        }
        for each in trial.fields.values()
    ]
    return {
        "format": "fairsheet.try/1",
        "sheet": sheet.name,
        "seed": seed,
        "photos": trial.photos,
        "marks": trial.marks,
        "errors": trial.errors,
        "never_filled": trial.never_marked,
        "never_written": trial.never_written,
        "fields": fields,
        "picture": None if picture is None else format_path(picture),
    }
