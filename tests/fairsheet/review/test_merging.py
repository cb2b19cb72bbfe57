"""Two names that are one player's."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from fairsheet.doubts.doubt_files import read_doubts_file
from fairsheet.engine.records.record import read_record, write_record
from fairsheet.review.merging import merge_in_records, merged_names, merges_typed
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.sheets.support.errors import FairsheetError
from tests.fairsheet.batches.here import records_of

RECORD = records_of("launch", "first")[0]


def named(player: str) -> dict[str, object]:
    return dict(merged_names(structs.replace(RECORD, player=player), {"Kovar": "Jiří Kovář", "B": "b"}))


def test_names_are_replaced_whatever_their_case() -> None:
    assert merges_typed(["Kovar = Jiří Kovář"]) == {"Kovar": "Jiří Kovář"}
    assert named("KOVAR") == {PLAYER: "Jiří Kovář"}
    assert named("Kovář") == named("") == named("Jiří Kovář") == {}
    assert named("b") == {} and named("B") == {PLAYER: "b"}
    columns = structs.replace(RECORD, player="", marks={"name.2": "Kovar", "names": "Kovar"})
    assert merged_names(columns, {"Kovar": "Ada"}) == {"name.2": "Ada"}


@pytest.mark.parametrize("word", ["Kovar", "=Ada", "Kovar=", f"Kovar={'A' * 41}"])
def test_what_is_no_merge_is_told(word: str) -> None:
    with pytest.raises(FairsheetError, match="--merge"):
        merges_typed([word])


def test_records_get_the_name_that_stays_as_a_correction(tmp_path: Path) -> None:
    paths = [tmp_path / "1.json", tmp_path / "2.json"]
    for path, player in zip(paths, ("Kovar", "Ada"), strict=True):
        path.write_bytes(write_record(structs.replace(RECORD, player=player)))
    assert merge_in_records(paths, {"kovar": "Kovář"}, by="Ada") == 1
    players = [read_record(path.read_bytes(), "")[1].player for path in paths]
    assert players == ["Kovář", "Ada"]
    kept = read_doubts_file(paths[0], load_sheet("launch"))
    assert kept is not None
    (note,) = kept.corrections
    assert (note.field, note.was, note.mark, note.by) == (PLAYER, "Kovar", "Kovář", "Ada")
    with pytest.raises(FairsheetError, match="nobody is called Kovax") as refused:
        merge_in_records(paths, {"Kovax": "Kovář"}, by="Ada")
    assert "Kovář" in str(refused.value.hint)
