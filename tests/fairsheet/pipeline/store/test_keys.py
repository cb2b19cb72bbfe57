"""Keys of stored results: they differ if a result may differ."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from fairsheet.engine.records.record import Record, Table, write_record
from fairsheet.pipeline.base.values import TaskOptions
from fairsheet.pipeline.store.keys import file_key, joined_key, judged_key
from fairsheet.pipeline.store.plan import template_file_at
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.support.errors import FairsheetError
from tests.fairsheet.here import OPTIONS, batch


def test_every_key_depends_on_included_templates(tmp_path: Path) -> None:
    """Another formula changes results, and another line changes the places in messages."""

    def keys(folder: str, parts: str) -> tuple[str, ...]:
        template = tmp_path / folder / "herd.sheet"
        template.parent.mkdir()
        template.write_text('sheet herd "Herd"\nbox cows to: 9 at: 20, 20\ninclude barn\n')
        (template.parent / "barn.parts").write_text(parts)
        options = replace(OPTIONS, template=template_file_at(template))
        record = Record("herd", "12345678", Table(None, 1), 1, {"cows": 7})
        return file_key(options, "12", ".jpg"), joined_key(options, (), {}), judged_key(options, [record])

    line = "formula twice is: 2 * cows\n"
    first = keys("first", line)
    assert keys("copy", line) == first
    for folder, other in (("other", "formula twice is: 3 * cows\n"), ("longer", f"# barn\n{line}")):
        assert not set(keys(folder, other)) & set(first)


def test_results_of_a_changed_template_are_not_stored(tmp_path: Path) -> None:
    """The file may change before a worker starts or while it runs."""
    template, out = tmp_path / "herd.sheet", tmp_path / "out"

    def save(points: int) -> TaskOptions:
        template.write_text(
            'sheet herd "Herd"\nbox cows to: 9 at: 20, 20\nbox score.total to: 99 at: 60, 20\n'
            f'score score.total sign: "=" is: {points} * cows\n'
        )
        return replace(OPTIONS, template=template_file_at(template))

    def total(options: TaskOptions) -> int:
        (table,) = batch(tmp_path / "herd.json", out, options=options).tables
        assert table.result is not None and table.result.score is not None
        return table.result.score.players[0].total

    def write() -> None:
        record = Record.on(read_template(template).sheet, Table(None, 1), 1, {"cows": 7})
        (tmp_path / "herd.json").write_bytes(write_record(record))

    former, latter = save(2), save(3)
    write()
    with pytest.raises(FairsheetError, match=r"herd.sheet: the template has changed since the batch began"):
        total(former)
    assert total(latter) == 21
    newest = save(4)
    write()
    assert total(newest) == 28, "although this process has loaded the former template"
