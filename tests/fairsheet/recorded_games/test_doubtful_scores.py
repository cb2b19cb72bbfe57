"""`score` warns about sheets that `verify` objects to, so that no wrong mark decides silently."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.records.record import Record
from fairsheet.options.recorded_evenings import write_table
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.ares import ares_tables
from tests.engine.recorded.checking import Make, changed, with_marks
from tests.engine.recorded.gaia import gaia_tables
from tests.engine.recorded.planet import planet_tables
from tests.engine.recorded.pulsar import pulsar_tables


def score_of(fairsheet: Any, folder: Path, records: Sequence[Record], *options: str) -> Any:
    """Write the records and run `score` on them."""
    write_table(records, folder)
    return fairsheet("score", folder, *options)


CONTRADICTED = (
    "the sheet of seat 1 has a contradiction, so the result may be wrong: fairsheet verify shows why"
)
LOOKED_AT = "the sheet of seat 1 has to be looked at, so the result may be wrong: fairsheet verify shows why"


@pytest.mark.parametrize(
    ("make", "changes"),
    [
        (ares_tables.competitive, {"card-04.units": 50}),  # points, cards and total are 5
        (gaia_tables.three, {"score.final-1": 5}),
        (planet_tables.three, {"score.personal": 20}),
        (pulsar_tables.three, {"end.paid": 8}),
    ],
)
def test_score_names_a_contradicted_sheet(
    fairsheet: Any, tmp_path: Path, make: Make, changes: dict[str, Mark | None]
) -> None:
    table = changed(make(), {"1": changes})
    score = score_of(fairsheet, tmp_path, table)
    assert score.code == 1
    assert CONTRADICTED in score.err.splitlines()


def without_tracker() -> tuple[list[Record], list[Record]]:
    """Return a table, and the same table without the first player's mark on a track."""
    whole = planet_tables.three()
    (ring,) = (field for field in whole[0].marks if field.startswith("track-water."))
    return whole, changed(whole, {"1": {ring: None}})


def test_number_that_a_missing_mark_may_explain_counts(fairsheet: Any, tmp_path: Path) -> None:
    whole, blank = without_tracker()
    before, after = (score_recorded(table_sheets(table)) for table in (whole, blank))
    assert after.ranking == before.ranking
    assert after.players == before.players
    score = score_of(fairsheet, tmp_path, blank)
    assert score.code == 3
    assert LOOKED_AT in score.err.splitlines()
    player = before.players[0]
    assert f"{player.total}?" in score.out
    assert f"{player.parts['score.tracks']}?" in score.out


def test_number_that_no_missing_mark_explains_is_corrected() -> None:
    whole, blank = without_tracker()
    honest = score_recorded(table_sheets(whole)).players[0]
    cheat = score_recorded(table_sheets(changed(blank, {"1": {"score.tracks": 99}}))).players[0]
    assert cheat.total == honest.total
    assert cheat.parts["score.tracks"] < honest.parts["score.tracks"]
    assert cheat.differences == ("score.tracks",)


def test_score_names_a_contradicted_sheet_of_the_table(fairsheet: Any, tmp_path: Path) -> None:
    *players, log = ares_tables.together()
    score = score_of(fairsheet, tmp_path, [*players, with_marks(log, {"verdict.lost": "crossed"})])
    assert score.code == 1
    assert "the sheet “two together” has a contradiction, so the result may be wrong" in score.err


def test_winner_is_unknown_if_a_step_may_be_missing(fairsheet: Any, tmp_path: Path) -> None:
    step = "temp.s11"
    table = ares_tables.alone()
    *players, log = table
    assert score_recorded(table_sheets(table)).winner == "player"
    lost = with_marks(log, {step: None, "verdict.won": None, "verdict.lost": "crossed"})
    assert score_recorded(table_sheets([*players, lost])).winner == "game"
    score = score_of(fairsheet, tmp_path, [*players, with_marks(log, {step: None, "verdict.won": "crossed"})])
    assert score.code in (1, 3)
    assert "winner unknown" in score.out
