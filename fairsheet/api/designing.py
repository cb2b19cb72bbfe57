"""Check and draw templates, and simulate photos of sheets."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fairsheet.api._arguments import check, check_path, in_python
from fairsheet.api.public import catalog_of, check_paper
from fairsheet.engine.records.record import Record, check_record, layout_of
from fairsheet.sheets.model.sheet import Sheet

if TYPE_CHECKING:
    from fairsheet.sheets.lint.lint import LintFinding


@in_python
def lint(template: str | Path) -> tuple[LintFinding, ...]:
    """Return the problems that a template will cause at the table or under the camera, errors first.

    Raises FairsheetError if the syntax or meaning of the template is wrong, so that it makes no sheet.

    >>> [finding.problem for finding in lint("examples/sheets/five-dice/five-dice.sheet")]
    []
    """
    check_path(template, "template", "give the path of a template")
    from fairsheet.sheets.library.templates import read_custom
    from fairsheet.trial.template_findings import findings_of

    return tuple(findings_of(read_custom(Path(template))))


@in_python
def preview(
    template: str | Path, *, paper: Literal["a4", "letter"] = "a4", dpi: int = 150
) -> tuple[bytes, ...]:
    """Return the pages of a template as PNG pictures; `dpi` is 36 to 600.

    Raises FairsheetError if the template makes no sheet, or `dpi` is out of range.
    """
    check_path(template, "template", "give the path of a template")
    check(int, "give a whole number", dpi=dpi)
    from fairsheet.pipeline.reading.picture_files import check_dpi, page_pngs
    from fairsheet.sheets.library.templates import read_template
    from fairsheet.sheets.printing.draw_pages import draw_blank

    check_dpi(dpi, "dpi")
    return tuple(page_pngs(draw_blank(read_template(Path(template)).sheet, check_paper(paper)), dpi))


@in_python
def photograph(
    record: Record, *, seed: str = "photo", sheets: Iterable[Sheet | str | Path] = ()
) -> tuple[bytes, ...]:
    """Return simulated photos of the pages of a record as JPEG, filled in with real handwriting.

    `seed`, any text, determines the hand, the pen and the camera. Give custom sheets as `sheets`. Raises FairsheetError
    if the record does not fit its sheet.

    >>> from fairsheet import Table, load_sheet, scan
    >>> record = Record.on(load_sheet("launch"), Table("coral-otter-42", 3), seat=1, marks={"floor-1.1": 3})
    >>> scan(photograph(record)[0]).sheets[0].record.marks
    {'floor-1.1': 3}
    """
    check(Record, "give a record", record=record)
    check(str, "give any word", seed=seed)
    import numpy as np

    from fairsheet.pipeline.reading.picture_files import page_arrays
    from fairsheet.sheets.printing.draw_pages import draw_pages
    from fairsheet.trial.photographed import PAPER, PX_PER_MM, SLIPS, photographed_page
    from fairsheet.vision.simulator.handwriting import sample_hands
    from fairsheet.vision.simulator.traces import some_pen
    from fairsheet.wording.labels import drawn_prints, labels_of

    sheet = layout_of(record, catalog_of(sheets))
    check_record(sheet, record, "record")
    labels = labels_of(sheet, record.game, [record.seat], {record.seat: record.player})
    pdf = draw_pages(sheet, labels, PAPER, drawn_prints(sheet, record.game, [record.seat]))
    rng = np.random.default_rng(list(hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()))
    hands = sample_hands()
    hand, pen = hands[rng.integers(len(hands))], some_pen(rng)
    return tuple(
        photographed_page(
            page, sheet, record.marks, hand, pen, rng, px_per_mm=PX_PER_MM, number=label.page, slips=SLIPS
        )
        for page, label in zip(page_arrays(pdf, PX_PER_MM), labels, strict=True)
    )
