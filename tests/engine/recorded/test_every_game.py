"""Test every recorded game: documented draws, clean sheets, honest tables, and the commands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle
from pathlib import Path
from typing import Any

import pytest

from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.recorded.registry import recorded_game
from fairsheet.engine.records.record import Record, Table
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.templates import choices_of, load_sheet, sheet_names, template_path
from fairsheet.sheets.lint.lint import lint
from tests.engine.recorded.ares import ares_cases, ares_log_cases, ares_tables
from tests.engine.recorded.checking import Make, as_json, findings
from tests.engine.recorded.gaia import gaia_changes, gaia_tables
from tests.engine.recorded.planet import planet_tables
from tests.engine.recorded.planet.cases import making, strip
from tests.engine.recorded.pulsar import pulsar_cases, pulsar_ledger_cases, pulsar_tables

DRAWS = Path(__file__).parents[3] / "docs" / "interfaces" / "draws.json"
RECORDS = {
    "ares-expedition": "ares-record",
    "gaia-lost-fleet": "gaia-record",
    "planet-unknown": "planet-record",
    "pulsar-2849": "pulsar-final",
}


@pytest.mark.parametrize("game", RECORDS)
def test_draws_match_the_documented_ones(game: str) -> None:
    vectors = json.loads(DRAWS.read_text())[game]
    for seed, vector in vectors.items():
        table = Table(seed, **vector.get("game", {"players": vector.get("players", 3)}))
        drawn = recorded_game(load_sheet(RECORDS[game])).draw(seed, table)
        assert as_json(drawn) == vector.get("draw", vector)


SHEETS = [name for name in sheet_names() if load_sheet(name).has_companions]
CHOICES = choices_of("planet-record")
# every planet, and every corporation on one of them
PLANETS = [
    f"planet-record/{'/'.join(each)}" for each in zip(CHOICES["planet"], cycle(CHOICES["corporation"]))
]


@pytest.mark.parametrize("name", [*SHEETS, *(pytest.param(name, marks=pytest.mark.soak) for name in PLANETS)])
def test_sheets_are_clean(name: str) -> None:
    assert lint(load_sheet(name)) == []
    assert template_path(template_of(name)).parent.name == "recorded"


EVENTS = {"events": {"red": 8, "orange": 3, "green": 9}}
ALONE: dict[str, Any] = {"players": 1, "solo": 1}
PLAYED: dict[str, list[dict[str, Any]]] = {  # kinds of tables by sheet
    "ares-record": [
        *({"players": count} for count in (3, 4)),
        *({"players": 2, "options": {"mode": mode}} for mode in ("competitive", "coop")),
        *({"players": 1, "solo": level} for level in (1, 2, 3)),
    ],
    "gaia-record": [
        {**game, "options": options}
        for game, options in zip(
            (
                *({"players": 1, "solo": level} for level in range(1, 6)),
                *({"players": count} for count in (2, 3, 4, 4)),
            ),
            cycle([{}, {"extension": "drawn"}, {"rotations": "fair"}]),
        )
    ],
    "planet-record": [
        {"players": 3},
        {"players": 3, "options": EVENTS},
        {"players": 2, "options": {"station": "clockwise"}},
        {"players": 2, "options": {"station": "clockwise", "tiles": "seeded"}},
        {"players": 4, "options": {"personal": True}},
        ALONE,
        {**ALONE, "options": EVENTS},
        {**ALONE, "options": {**EVENTS, "tiles": "seeded"}},
        {"players": 6, "options": {"tiles": "shuffled"}},
    ],
    "pulsar-final": [
        {"players": 2, "options": {"hq": "no"}},
        {"players": 3, "options": {"dice": "own"}},
        {"players": 4},
    ],
    "pulsar-ledger": [
        {"players": 2},
        {"players": 3, "options": {"even-start": "yes", "map": "open"}},
        {"players": 3, "options": {"dice": "own"}},
    ],
}
NOTED = {"game-lost", "solo-target"}  # allowed findings on honest tables


def parts(table: Sequence[Record]) -> Iterator[list[Record]]:
    """Yield a whole table, and parts of it as if the other sheets were missing."""
    most = len(table)
    for count in {1, most - 1, most} | ({2} if most < 6 else set()):
        yield from (list(part) for part in combinations(table, count) if part)


def assert_honest(table: Sequence[Record]) -> None:
    """Assert that nobody is accused, and that written and computed values agree."""
    assert [found for found in findings(table) if found.check not in NOTED] == []
    if not {each.sheet for each in table} <= {"pulsar-table", "gaia-setup"}:
        assert all(player.differences == () for player in score_recorded(table_sheets(table)).players)


@pytest.mark.parametrize(
    ("sheet", "kind"), [(sheet, kind) for sheet, games in PLAYED.items() for kind in range(len(games))]
)
def test_plausible_table_and_its_parts_are_not_accused(sheet: str, kind: int) -> None:
    table = Table(f"plausible {kind}-0", **PLAYED[sheet][kind])
    for part in parts(records_of_table(load_sheet(sheet), table)):
        assert_honest(part)


HONEST: list[Make] = [
    *(ares_tables.competitive, ares_tables.together, ares_tables.alone, ares_cases.seeded),
    *(ares_log_cases.low, ares_log_cases.high, ares_log_cases.seeded_alone),
    *(gaia_tables.three, gaia_tables.seeded, gaia_tables.alone, gaia_changes.three_lost_fleets),
    *(lambda: gaia_tables.alone(None), lambda: gaia_tables.alone("other", 5), lambda: gaia_tables.pair("a")),
    *(planet_tables.three, planet_tables.two, making.seeded, strip.noted_alone, strip.noted_by_two),
    *(pulsar_tables.three, pulsar_tables.two, pulsar_tables.ledgers, pulsar_tables.two_ledgers),
    *(pulsar_cases.seeded, pulsar_ledger_cases.seeded, pulsar_ledger_cases.both, pulsar_ledger_cases.plain),
]


@pytest.mark.parametrize("make", HONEST)
def test_no_part_of_an_honest_table_is_accused(make: Make) -> None:
    for part in parts(make()):
        assert_honest(part)


# The input, the files of the table, the parts of the last one's score, a wrong mark, its message, and
# the exit code; a mark that only makes sums wrong breaks no rule.
COMMANDS = """
ares-coop | ares-coop seat-1 seat-2 | sum.a-total sum.b-total | tr.final=3 | tr-floor sums | 1
gaia-record --solo 4 | gaia-automa gaia-setup seat-1 | automa-score.final-1 automa-score.final-2 automa-score.research
    | vp.track=0 | scores | 3
planet-record --players 3 | seat-1 seat-2 seat-3
    | score.planet score.tracks score.lifepods score.meteorites score.civ score.neighbours score.personal
    | score.planet=1 | sums | 0
pulsar-final --players 3 | pulsar-table seat-1 seat-2 seat-3 | final.purple final.goals final.pulsars final.gyrodynes
    final.cubes final.initiative final.stations | station.extra=9 | final-stations final-total | 0
pulsar-ledger --players 2 | pulsar-table seat-1 seat-2 | final.purple final.goals final.pulsars final.gyrodynes
    final.cubes final.initiative final.stations | round-3.score=1 | running-score | 1
"""
LINES = [line.split("|") for line in COMMANDS.replace("\n    ", " ").strip().splitlines()]


@pytest.mark.parametrize("line", LINES, ids=[line[0].strip() for line in LINES])
def test_table_passes_through_all_commands(fairsheet: Any, tmp_path: Path, line: list[str]) -> None:
    typed, files, scored, wrong, checks, code = map(str.split, line)
    made = fairsheet("simulate", *typed, "--seed", "otter", "-o", tmp_path, "--json")
    assert made.code == 0
    folder = tmp_path / "otter"
    assert sorted(path.stem for path in folder.iterdir()) == files
    seats = [int(name[-1]) for name in files if name.startswith("seat-")]
    others = [None] * (len(files) - len(seats))
    verdict = fairsheet("verify", folder, "--json")
    assert (verdict.code, [each["seat"] for each in verdict.json["sheets"]]) == (0, [*seats, *others])
    assert {each["grade"] for each in verdict.json["sheets"]} == {"consistent"}
    score = fairsheet("score", folder, "--json")
    assert (score.code, "the result may be wrong" in score.err) == (0, False)
    assert set(score.json["players"][-1]["parts"]) == set(scored)
    assert all(player["differences"] == [] for player in score.json["players"])
    if typed == ["ares-coop"]:
        assert "the sheet “two together”:" in fairsheet("score", folder).out
    record = json.loads((folder / "seat-1.json").read_text())
    field, _, mark = wrong[0].partition("=")
    record["marks"][field] = int(mark)
    (folder / "seat-1.json").write_text(json.dumps(record))
    accused = fairsheet("verify", folder, "--json")
    assert [str(accused.code)] == code
    assert {found["check"] for each in accused.json["sheets"] for found in each["findings"]} >= set(checks)
