"""Cases for the checks of Ares Expedition's logs, of two players together and of one alone, just met and just unmet."""

from __future__ import annotations

from fairsheet.engine.recorded.ares._draw import PHASES
from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.ares import ares_tables
from tests.engine.recorded.ares.ares_cases import DRAWN, SEED
from tests.engine.recorded.ares.ares_tables import alone, together
from tests.engine.recorded.case_tables import cases, names, text_of
from tests.engine.recorded.checking import Case, changed

DUMMY = [*DRAWN.phases, *PHASES]


def seeded_alone() -> list[Record]:
    return changed(
        alone(2, SEED, DUMMY), {"1": {"corp.unmi": None, f"corp.{DRAWN.corporations_of(1)[1]}": "crossed"}}
    )


def unsummed() -> list[Record]:
    """Return two players together without log totals, and with fewer points than their boxes would show."""
    totals = dict.fromkeys(("sum.a-total", "sum.b-total", "sum.together"))
    return changed(together(), {"1": {"score.total": None}, "log": totals})


def unsummed_lost() -> list[Record]:
    return changed(unsummed(), {"log": {"verdict.won": None, "verdict.lost": "crossed"}})


def low() -> list[Record]:
    return alone(1)


def high() -> list[Record]:
    return alone(3)


def stopped(last: int, rounds: int) -> dict[str, Mark | None]:
    """Return a log without lines after the last one."""
    return {
        field: None
        for record in (together() if rounds == 15 else alone())[-1:]
        for field in record.marks
        if field[0] == "r" and last < int(field[1:3]) <= rounds
    }


# The automatic steps after rounds 11 to 20 of the solo game, without their crosses.
FULL_EARLY = ares_tables.steps(
    {
        "temp": [*(number for number in range(2, 14, 2) for _ in range(3)), 14],
        "oxygen": [2, 2, 4, 4, 5, 6, 6, 8, 8, 10, 10, 11, 12, 12],
    }
)
RISEN_NOT_CROSSED = dict.fromkeys(("auto-3.temperature", "auto-4.temperature"))

# The solo game after round 20, without later rounds and steps, and not won.
ENDED_EARLY: dict[str, Mark | None] = {
    **stopped(20, 25),
    "verdict.won": None,
    "temp.s18": None,
    "temp.s19": None,
    "oxygen.s13": None,
    "oxygen.s14": None,
}

CASES: list[Case] = cases(
    names(globals(), ares_tables),
    f"""
phase-one error together | | log: r03.a-research=x
phase-one warn together | | log: r03.b-action=-
phase-one error alone | | log: r25.dummy-action=x
phase-one warn alone | | log: r25.dummy-research=-
phase-no-repeat error together | log: r03.a-development=- r03.a-research=x
    | log: r03.a-development=- r03.a-construction=x
phase-no-repeat error alone | | log: r02.own-development=- r02.own-construction=x
rounds-prefix warn together | log: stopped(14,15) | log: stopped(14,15)
    {text_of({field: None for field in together()[-1].marks if field.startswith("r13.")})}
rounds-full warn together | log: stopped(14,15) | log: stopped(14,15) temp.s19=-
rounds-prefix warn alone | log: stopped(24,25) | log: stopped(24,25) r23.own-research,r23.dummy-action=-
rounds-full warn alone | | log: stopped(24,25) ocean.s9=-
cube-one warn together | | log: r05.a-cube-copper=-
cube-one error together | | log: r05.a-cube-neutral=x
cube-pool error together | | log: r05.a-cube-copper=- r05.a-cube-neutral=x
cube-pool error together | log: stopped(14,15) r02.a-cube-neutral=- r02.a-cube-copper=x
    | log: r02.a-cube-neutral=- r02.a-cube-copper=x
dummy-block error alone | log: r21.dummy-development,r22.dummy-construction=-
    r21.dummy-construction,r22.dummy-development=x | log: r21.dummy-development=- r21.dummy-construction=x
dummy-seed error seeded_alone | log: r21.dummy-{PHASES[0]}=- r21.dummy-{PHASES[1]}=x r22.dummy-{PHASES[1]}=-
    r22.dummy-{PHASES[0]}=x | log: r20.dummy-{DUMMY[19]}=- r20.dummy-{DUMMY[18]}=x
dummy-source error alone | | log: dummy.from-seed=x
auto-count error high | | log: auto-1.oxygen=x
""",
    *(
        f"auto-count warn alone | | log: {field}=-"
        for field in alone()[-1].marks
        if field.startswith("auto-")
    ),
    """
auto-count error alone | | log: auto-1.temperature=x
auto-count error alone | log: ENDED_EARLY | log: stopped(19,25)
auto-split warn low | | log: auto-3.oxygen=x
auto-steps error alone | log: oxygen.s03=6 | log: oxygen.s03=4 oxygen.s04=7
dummy-tr warn alone | log: ENDED_EARLY | log: dummy-tr.p5=-
dummy-tr error alone | log: ENDED_EARLY | log: stopped(19,25) auto-4.temperature=-
track-prefix warn together | log: ocean.s9,verdict.won=- | log: ocean.s8=-
track-order error together | log: ocean.s8,ocean.s9=13 | log: ocean.s8=14 ocean.s9=13
track-phase error together | log: r14.a-construction=- r14.a-research=x r14.b-production=- r14.b-action=x
    r15.b-action=- r15.b-production=x r13.b-action=- r13.b-research=x | log: r14.a-construction=- r14.a-research=x
track-prefix warn alone | log: ocean.s9,verdict.won=- | log: ocean.s8=-
track-order error alone | log: ocean.s8=18 | log: ocean.s8=20
track-phase error alone | log: ocean.s2=6 | log: ocean.s2=5
track-phase error alone | log: temp.s05=4 | log: temp.s05=5
track-phase error alone | log: oxygen.s04=6 | log: oxygen.s04=5
track-last-round error together | log: ocean.s9=15 | log: stopped(14,15) ocean.s9=15
track-last-round error alone | log: ENDED_EARLY temp.s18=21 | log: ENDED_EARLY temp.s18=22
tr-floor error together | 1: tr.final=23 | 1: tr.final=22
tr-floor error together | 1: tr.final=20 tr.lost=3 forest.points=9 | 1: tr.final=20 tr.lost=2
tr-floor error alone | | 1: tr.final=42
# No parameter can rise if the tracks are full.
tr-floor error alone | log: FULL_EARLY | log: FULL_EARLY auto-3.temperature,auto-4.temperature=-
tr-floor error alone | log: RISEN_NOT_CROSSED | log: RISEN_NOT_CROSSED 1: tr.final=42
sums note together | log: sum.together=- | log: sum.together=84
sums error together | log: sum.a-total=- | log: sum.a-total=44 sum.together=86
sums error alone | log: sum.total=- | log: sum.total=3
coop-verdict error together | 1: tr.final=22 tr.lost=1 log: sum.a-total=38 sum.together=80
    | log: sum.a-total=37 sum.together=79
coop-verdict error together | | log: ocean.s9=-
game-lost note together | | log: ocean.s9,verdict.won=-
game-lost note alone | | log: ocean.s9,verdict.won=-
coop-verdict error together | log: verdict.won=- verdict.lost=x ocean.s9=- | log: verdict.won=- verdict.lost=x
coop-verdict error together | | log: verdict.lost=x
coop-verdict error unsummed | 1: tr.final=22 tr.lost=1 | 1: tr.final=21
coop-verdict error unsummed_lost | 1: tr.final=21 tr.lost=2 | 1: tr.final=22
coop-verdict error together | log: ocean.s9=15 | log: ocean.s9=16
solo-verdict error alone | | log: ocean.s9=-
solo-verdict error alone | | log: verdict.lost=x
solo-verdict error alone | log: verdict.won=- verdict.lost=x ocean.s9=- | log: verdict.won=- verdict.lost=x
solo-level error alone | log: level.medium=- | log: level.medium=- level.low=x
""",
)
