"""Under which keys a batch keeps what was done: they differ where a result may."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from engine.record import Record, Table
from fairsheet.batch.plan import file_key, joined_key, judged_key
from tests.batch.here import OPTIONS


def test_what_a_template_includes_is_part_of_every_key(tmp_path: Path) -> None:
    """Another formula makes other results, and another line another place that messages name."""

    def keys(folder: str, parts: str) -> tuple[str, ...]:
        template = tmp_path / folder / "herd.sheet"
        template.parent.mkdir()
        template.write_text('sheet herd "Herd"\nbox cows to: 9 at: 20, 20\ninclude barn\n')
        (template.parent / "barn.parts").write_text(parts)
        options = replace(OPTIONS, template=str(template))
        record = Record("herd", "12345678", Table(None, 1), 1, {"cows": 7})
        return file_key(options, "12", ".jpg"), joined_key(options, (), {}), judged_key(options, [record])

    line = "formula twice is: 2 * cows\n"
    first = keys("first", line)
    assert keys("copy", line) == first
    for folder, other in (("other", "formula twice is: 3 * cows\n"), ("longer", f"# barn\n{line}")):
        assert not set(keys(folder, other)) & set(first)
