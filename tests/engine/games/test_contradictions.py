"""Test `check` on one sheet, independent of the order of play, in the scenarios with numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import FEW
from fairsheet.engine.scoring.score import without_sums
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine.games.colony import test_games as colony
from tests.engine.games.mine import test_games as mine
from tests.engine.tables import changed as changed_record
from tests.engine.tables import game_of_bots, has_contradiction, judged

# An honest sheet by scenario, or a sheet without ink.
HONEST: Mapping[str, Marks] = {
    "journey": without_sums(
        load_sheet("journey"), game_of_bots("journey", "changed-13", "greedy").records[0].marks
    ),
    "colony": colony.ADA,
    "mine": mine.bens_sheet(),
    "dome": {},
    "virus": {"target.1-left": "circled", "floor-1.5": "struck"},
    "escape": {"ship-1.4": 8},
}
MISSIONS = {"A": "A1", "B": "B1", "C": "C1"}
OPEN = {"colony": {**MISSIONS, "B": "B2"}, "mine": {**MISSIONS, "C": "C2"}}
# By scenario, changes of that sheet and the expected finding: the code of the rule, or code and words.
# `-` removes a mark; `.*` means all fields with this beginning.
CASES = {
    "journey": """
    trajectory.1=17 trajectory.2=16 -> ascend
    cut.33=drawn -> energy: .* too few energies crossed
    energy.12=crossed -> energy: .* without being circled
    energy.11=circled energy.12=circled -> energy: .* crossed at once
    trajectory.35=X tank.12=circled -> tank
    multiplier.4-high=circled+crossed -> race: .* circled and crossed
    planning.1=crossed planning.2=crossed planning.6=crossed -> planning
    wild.astronaut-3=crossed -> wild: .* without being circled
    wild.astronaut-2=circled wild.astronaut-3=crossed -> wild: 1 too many wilds circled: 1 for 1 crossed
    wild.astronaut-3=circled -> wild: 1 too many
    mission.a=1 -> first-claim
    error.1=- error.2=crossed -> order: error
    plant.*=circled robot.*=circled -> action
    """,
    "colony": """
    building.r1-c4=12 -> ascend
    building.r5-c6=13 building.r6-c5=15 -> nothing
    error.3=crossed -> order: error
    antenna-factor.3=crossed -> order: antenna-factor
    planning.4=crossed -> planning
    planning.5=crossed -> order: planning
    building.r2-c5=X tank.r2-c5=circled -> tank
    greenhouse.ne-3=circled -> order: greenhouse
    tunnel.r6-c4-east=drawn -> tunnel
    antenna.r4-c4=circled -> antenna
    antenna.r2-c6=circled -> antenna
    tunnel.r5-c3-east=drawn tunnel.r5-c4-east=drawn -> antenna: .* is not circled, but
    quarter-bonus.nw-high=circled+crossed -> race
    quarter-bonus.nw-low=circled -> race
    quarter-bonus.se-high=circled -> race: .* still blank
    quarter-bonus.nw-high=crossed -> race: neither .* is circled
    quarter-bonus.ne-low=circled -> race: .* is not crossed
    astronaut.1=crossed -> action
    mission.a=5 -> first-claim
    mission.c=8 -> mission
    building.r1-c2=0 building.r1-c6=16 building.r5-c6=17 -> number
    """,
    "mine": """
    level-2.12=3 -> ascend
    error.3=crossed -> order: error
    mine-pearl.l1-c9=- -> mineral
    mine-pearl.l3-c11=circled -> mineral
    tower.2=- -> extraction
    tower.12=circled -> extraction
    mine-plant.g2-c2=crossed -> extraction: .* without being circled
    mine-plant.g2-c2=circled -> extraction
    mine-water.g1-c11=circled+crossed -> extraction
    main-water.base-factor=- -> factory
    secondary-pearl.bonus-1=crossed -> factory
    main-ruby.ruby-11=circled -> order: main-ruby
    main-ruby.ruby-10=circled -> goods
    main-water.fill-bonus=- -> race
    main-plant.fill-bonus=circled -> race
    main-water.fill-bonus=circled+crossed -> race
    main-planning.planning-5=crossed -> planning
    mine-plant.g2-c11=circled -> location
    mine-plant.g1-c1=circled mine-plant.g2-c1=circled -> location
    main-plant.energy-1=crossed -> action
    mission.a=9 -> first-claim
    mission.b=11 -> mission
    level-1.12=17 level-1.11=16 level-2.10=17 level-3.10=17 -> number
    """,
    "dome": """
    tower-1.6=9 tower-1.7=9 -> ascend
    tower-1.5=3 tower-1.7=9 -> growth
    tower-1.8=3 -> growth
    bonus.1-top-high=circled -> race: .* still blank
    tower-3.1=1 tower-3.2=2 tower-3.3=3 -> race: neither .* is circled
    bonus.1-top-high=circled+crossed -> race
    bonus.1-top-high=circled bonus.1-top-low=circled -> race
    bonus.1-top-low=circled -> race: .* is not crossed
    dome.1-left=drawn -> cut: .* built alone
    dome.2-left=drawn dome.2-right=drawn -> chain
    cut.3=drawn -> cut
    tower-1.6=9 tower-1.7=X -> cut
    harvest-upgrade.2=crossed -> order: harvest
    error.2=crossed -> order: error
    tower-1.6=9 plant.5-left=circled -> action
    tower-1.6=9 dome.8-left=drawn dome.8-right=drawn -> action
    tower-1.6=9 plant.4-left=circled dome-upgrade.1=crossed -> action
    tower-1.6=0 plant.4-left=circled -> number
    mission.a-first=circled mission.a-later=circled -> mission: .* claimed once
    mission.b-later=circled -> mission: .* is not met
    """,
    "virus": """
    floor-1.1=9 floor-1.7=9 -> ascend
    target.4-left=circled -> set-up
    floor-1.5=3 -> set-up
    plant-track.2=crossed -> order: plant-track
    plant.1-left-1=circled -> track: 1 too few plants
    water-track.1=crossed -> track: 1 too many drops
    plant-score.1=crossed -> row
    activation.red=crossed -> set-off: .* is not circled
    target.1-middle=circled -> set-off: .* is not crossed
    plant-track.{1..5}=crossed -> set-off: .* but activation
    floor-2.1=struck -> strike
    floor-1.6=struck -> strike
    floor-1.1=1 floor-1.2=2 floor-1.3=3 floor-1.4=4 -> evacuation
    tank.4-left=circled -> tank
    floor-4.4=X -> planning
    planning.1=crossed -> planning
    wild.astronaut-2=circled -> wild: 1 too many
    wild.astronaut-2=crossed -> wild: .* without being circled
    error.2=crossed -> order: error
    energy.1-left-2=circled -> action
    walkway.1-left-to-1-middle=drawn -> action
    floor-1.7=4 tank.3-left=circled plant.3-left-1=circled -> location
    floor-1.7=0 -> number
    mission.a=9 -> first-claim
    mission.b=11 -> mission
    mission.a=8 evacuated.2-right=circled evacuated.3-left=circled -> mission
    """,
    "escape": """
    ship-1.2=17 ship-1.3=16 -> ascend
    ship-6.5=9 -> open
    airlock.6b-6g=drawn -> open
    ship-1.1=X ship-1.8=X -> airlock
    ship-1.3=X tank.1-a=circled -> tank
    double.6=circled+crossed -> race: .* circled and crossed
    double.6=circled -> race: .* is empty
    planning.1=crossed -> planning
    ship-1.2=X planning.2=crossed -> order: planning
    wild.3=crossed -> wild: .* without being circled
    wild.3=circled -> wild: 1 too many
    error.2=crossed -> order: error
    mission.a=1 -> first-claim
    mission.b=9 -> mission
    plant.*=circled reactor.*=circled -> action
    plant.1-upper-left=circled reactor.1-upper=circled -> location
    """,
}


def changes(scenario: str, words: str) -> Iterator[tuple[str, Mark | None]]:
    """Yield the changes in words such as `floor-1.1=9 track.{1..2}=crossed ring.*=circled wild.3=-`."""
    for word in words.split():
        name, _, mark = word.partition("=")
        value: Mark | None = None if mark == "-" else int(mark) if mark.isdecimal() else mark
        if name.endswith("*"):
            names = [field for field in load_sheet(scenario).field if field.startswith(name[:-1])]
        elif run := re.search(r"\{(\d+)\.\.(\d+)\}", name):
            names = [name.replace(run[0], str(k)) for k in range(int(run[1]), int(run[2]) + 1)]
        else:
            names = [name]
        for each in names:
            assert each in load_sheet(scenario).field, each
            yield each, value


@pytest.mark.parametrize("scenario", CASES)
def test_honest_sheets_contain_no_contradiction(scenario: str) -> None:
    assert (
        list(
            rules_of(load_sheet(scenario)).contradictions(
                HONEST[scenario], None, OPEN.get(scenario, MISSIONS)
            )
        )
        == []
    )


@pytest.mark.parametrize(
    ("scenario", "case"),
    [(name, line.strip()) for name, lines in CASES.items() for line in lines.strip().splitlines()],
)
def test_check_finds_marks_that_no_order_explains(scenario: str, case: str) -> None:
    words, _, expected = case.partition(" -> ")
    changed = {**HONEST[scenario], **dict(changes(scenario, words))}
    marks = {field: mark for field, mark in changed.items() if mark is not None}
    found = list(rules_of(load_sheet(scenario)).contradictions(marks, None, OPEN.get(scenario, MISSIONS)))
    assert has_contradiction(found, expected) if expected != "nothing" else not found
    for contradiction in found:
        assert contradiction.fields and contradiction.why
        assert all(field in load_sheet(scenario).field for field in contradiction.involved)
        assert len(contradiction.fields) <= FEW or not contradiction.counted


def test_wrong_count_names_few_fields() -> None:
    record, _ = game_of_bots("journey", "changed-13", "greedy").records
    found = judged([changed_record(record, {"cut.33": "drawn"})])[1].contradiction
    (contradiction,) = (each for each in found if each.rule == "energy")
    assert contradiction.fields == ("cut.33",)
    assert contradiction.why.startswith("2 too few energies crossed: ")
