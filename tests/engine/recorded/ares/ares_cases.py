"""Cases for the checks of Ares Expedition's records, just met and just unmet; cards and corporations from a seed."""

from __future__ import annotations

from fairsheet.engine.recorded.ares._draw import drawn_of
from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.ares import ares_tables
from tests.engine.recorded.ares.ares_tables import competitive
from tests.engine.recorded.case_tables import cases, names
from tests.engine.recorded.checking import Case, changed

SEED = "coral-otter-42"
DRAWN = drawn_of(SEED)


def seeded() -> list[Record]:
    """Return three players with the corporations that the seed offers."""
    return changed(
        competitive(SEED),
        {
            str(seat): {f"corp.{before}": None, f"corp.{DRAWN.corporations_of(seat)[0]}": "crossed"}
            for seat, before in ((1, "credicor"), (2, "ecoline"), (3, "helion"))
        },
    )


def cards(line: int, number: int, units: int | None, points: int | None) -> dict[str, Mark | None]:
    return {
        f"card-{line:02d}.number": number,
        f"card-{line:02d}.units": units,
        f"card-{line:02d}.points": points,
    }


CASES: list[Case] = cases(
    names(globals(), ares_tables),
    f"""
tr-floor-competitive error competitive | 1: tr.final=11 | 1: tr.final=10
tr-lost-bound warn competitive | 1: tr.lost=6 | 1: tr.lost=7
tr-lost-bound warn competitive | 1: tr.lost=7 tableau.card-11=x | 1: tr.lost=7
card-unique error competitive | 2: cards(3,21,-,1) | 2: cards(3,23,-,2)
card-unique error competitive | 2: cards(3,21,-,1) | 2: cards(3,4,-,2)
card-points-fixed error competitive | | 1: card-03.points=1
card-points-fixed error competitive | 2: cards(3,73,-,1) | 2: cards(3,73,-,2)
card-points-variable error competitive | | 1: card-05.points=4
card-no-points warn competitive | 2: cards(3,2,-,0) | 2: cards(3,2,-,1)
card-units-own error competitive | | 1: card-07.units=6
card-units-own error competitive | 1: cards(8,59,9,3) tableau.blue=9 | 1: cards(8,59,9,3) tableau.blue=10
card-units-own error together | 1: tableau.blue=9 tableau.red=8 tableau.green=5
    | 1: tableau.blue=9 tableau.red=8 tableau.green=6
card-units-bound error competitive | 1: card-06.units,card-06.points=12 | 1: card-06.units,card-06.points=13
card-units-bound error competitive | 1: corp.credicor=- corp.saturn-systems=x card-06.units,card-06.points=13
    | 1: corp.credicor=- corp.saturn-systems=x card-06.units,card-06.points=14
card-units-bound error competitive | 1: cards(8,161,-,2) | 1: cards(8,161,-,2) cards(9,165,-,1) cards(10,204,-,1)
card-units-bound error competitive | 1: cards(8,146,23,11) | 1: cards(8,146,24,12)
card-units-bound error competitive | 2: cards(3,63,9,9) | 2: cards(3,63,10,10)
card-units-same error competitive | 1: cards(8,63,3,3) | 1: cards(8,63,4,4)
card-colour-count error competitive | 1: tableau.blue=4 | 1: tableau.blue=3
card-colour-count error competitive | 1: tableau.green=3 | 1: tableau.green=2
corp-unique error competitive | | 2: corp.ecoline=- corp.credicor=x
corp-seed note seeded | 1: corp.{DRAWN.corporations_of(1)[0]}=- corp.{DRAWN.corporations_of(1)[1]}=x
    | 1: corp.{DRAWN.corporations_of(1)[0]}=- corp.{DRAWN.corporation_pairs[-1]}=x
one-corporation error competitive | | 1: corp.unmi=x
one-corporation error competitive | | 1: corp.credicor=-
one-corporation error competitive | | 1: tr.final=-
one-corporation warn competitive | 1: left.plants,left.heat=- | 1: left.money,left.plants,left.heat=-
sums note competitive | | 1: score.cards=16
sums note competitive | 1: score.total=- | 1: score.total=54
sums note competitive | | 1: score.tie-break=24
hand-sold warn competitive | 1: left.hand=0 | 1: left.hand=1 score.tie-break=28
seat error competitive | 2: seat.2=x | 2: seat.3=x
card-colour-count error competitive | 2: cards(3,65,-,3) cards(4,66,-,1) tableau.red=2
    | 2: cards(3,65,-,3) cards(4,66,-,1) tableau.red=1
""",
    *(
        (
            f"card-colour-count error competitive | 1: tableau.{colour}=20 3: tableau.{colour}={there_are - 20} "
            f"| 1: tableau.{colour}=20 3: tableau.{colour}={there_are - 19}"
        )
        for colour, there_are in (("blue", 64), ("red", 38), ("green", 106))
    ),
)
