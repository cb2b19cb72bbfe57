"""Merge two names of one player."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from fairsheet.asking.merging import check_found, merge_in_records, merged_names, parse_merges
from fairsheet.engine.records.record import read_record, write_record
from fairsheet.pipeline.base.doubt_files import read_doubts_file
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.lookalikes import skeleton
from tests.conftest import Fairsheet
from tests.fairsheet.here import records_of, write_records

RECORD = records_of("launch", "first")[0]


def merged_marks(player: str) -> dict[str, object]:
    return dict(merged_names(structs.replace(RECORD, player=player), {"Kovar": "Jiří Kovář", "B": "b"}))


def test_names_are_replaced_in_any_case() -> None:
    assert parse_merges(["Kovar = Jiří Kovář"]) == {"Kovar": "Jiří Kovář"}
    assert merged_marks("KOVAR") == {PLAYER: "Jiří Kovář"}
    assert merged_marks("Kovář") == merged_marks("") == merged_marks("Jiří Kovář") == {}
    assert merged_marks("b") == {} and merged_marks("B") == {PLAYER: "b"}
    columns = structs.replace(RECORD, player="", marks={"name.2": "Kovar", "names": "Kovar"})
    assert merged_names(columns, {"Kovar": "Ada"}) == {"name.2": "Ada"}


def test_merges_chain_and_ambiguous_merges_are_refused() -> None:
    assert parse_merges(["A=B", "B=C", "ada=Ada", "Bo=ada"]) == {
        "A": "C",
        "B": "C",
        "ada": "Ada",
        "Bo": "Ada",
    }
    with pytest.raises(FairsheetError, match="a cannot become both B and C"):
        parse_merges(["A=B", "a=C"])
    columns = structs.replace(RECORD, player="", marks={"name.2": "Kovář"})
    with pytest.raises(FairsheetError, match="no player is named Kovar") as refused:
        check_found({"kovář": "Ada", "Kovar": "Ada"}, [columns])
    assert refused.value.hint == "did you mean Kovář?"
    with pytest.raises(FairsheetError, match="A would become itself again"):
        parse_merges(["A=B", "B=A"])


def test_merge_matches_names_as_a_league_does() -> None:
    """Blanks inside a name and letters of another alphabet do not matter."""
    assert merged_marks("KOVAR ") == {PLAYER: "Jiří Kovář"}
    record = structs.replace(RECORD, player="Jiri  Kovar")
    assert merged_names(record, {"jiri kovar": "Jiří Kovář"}) == {PLAYER: "Jiří Kovář"}
    assert skeleton("ВЕРА") == skeleton("вера") == skeleton("Bepa")


def test_merge_renames_records_without_doubts(fairsheet: Fairsheet, tmp_path: Path) -> None:
    write_records(tmp_path, [structs.replace(RECORD, player="Kovar")])
    (tmp_path / "history-1.json").write_text("[]")
    ended = fairsheet("review", tmp_path, "--merge", "Kovar=Kovář")
    assert ended.code == 0 and "1 sheet renamed: Kovar is Kovář now" in ended.err
    (path,) = tmp_path.glob("seat-*.json")
    assert read_record(path.read_bytes(), "")[1].player == "Kovář"


@pytest.mark.parametrize("word", ["Kovar", "=Ada", "Kovar=", f"Kovar={'A' * 41}"])
def test_malformed_merges_are_refused(word: str) -> None:
    with pytest.raises(FairsheetError, match="--merge"):
        parse_merges([word])


def test_merge_is_stored_as_a_correction(tmp_path: Path) -> None:
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
    with pytest.raises(FairsheetError, match="no player is named Kovax") as refused:
        merge_in_records(paths, {"Kovax": "Kovář"}, by="Ada")
    assert "Kovář" in str(refused.value.hint)
