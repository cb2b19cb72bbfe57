"""Test that a blank block on an honest sheet accuses nobody, except if the blank itself contradicts the rules."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from fnmatch import fnmatch

import pytest

from fairsheet.engine.records.record import Table
from fairsheet.engine.records.table_options import Option
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from tests.engine.recorded.checking import findings, with_marks

TO_FILL_IN = "exactly one is marked in every game"
ROW = "a row of a list that is kept otherwise"
NONE = "what has no ink among others that have some is not there"
ZERO = "a blank is a 0"

# By check, the blocks that it may miss, and why; # means the block of all numbers together.
EXCUSED = {
    "one-faction": (("faction",), TO_FILL_IN),
    "automa-faction": (("automa", "automa-faction"), TO_FILL_IN),
    "one-level-per-area": (
        (*("terraforming", "navigation", "artificial", "gaia", "economy", "science"), "automa", "automa-*"),
        TO_FILL_IN,
    ),
    "one-corporation": (("corp", "tr"), TO_FILL_IN),
    "one-ring-per-track": (("track-*",), TO_FILL_IN),
    "strip-rows": (("turn-*",), ROW),
    "phase-one": (("r??.*", "r#.*-*"), ROW),
    "cube-one": (("r??.*", "r#.*-cube-*"), ROW),
    "rounds-prefix": (("r??",), ROW),
    "track-last-round": (("r??",), ROW),
    "track-phase": (("r??.*", "r#.*-*", "auto-*"), ROW),
    "auto-count": (("auto-*",), ROW),
    "tr-floor": (("auto-*",), ROW),
    "sums": (("card-??", "track-*", "civ-card.*"), ROW),
    "civ-count": (("civ-card.*",), ROW),
    "final-pulsars": (("claim-*",), ROW),
    "final-gyrodynes": (("claim-*", "spare"), f"{ROW}; {ZERO}"),
    "final-total": (("claim-*", "spare"), f"{ROW}; {ZERO}"),
    "claim-final": (("claim-*",), ROW),
    "claim-order": (("claim-*.size*",), ROW),
    "gyrodyne-points": (("claim-*",), ROW),
    "awards": (("claim-*", "award"), ROW),
    "final-goals": (("goal-*",), ROW),
    "goals": (("goal-#.done", "claim-*", "tx-?"), NONE),
    "hq-pyramid": (("hq.p*",), ROW),
    "draft-replay": (("draft-*",), ROW),
    "turn-order": (("draft-*",), ROW),
    "final-initiative": (("draft-*",), ROW),
    "losses": (("draft-*", "round-#.loss"), ROW),
    "third-point": (("draft-*", "round-#.third"), ROW),
    "running-score": (("round-#.third", "round-#.green", "round-#.loss"), ZERO),
    "transmitter-points": (("tx-?", "tx-#.online", "tx-#.points", "tx-#.sale"), ZERO),
    "planet-sum": (("built.academy",), NONE),
    "sector-bound": (("built.academy", "built.lost"), NONE),
    "lost-planet-owner": (("built.lost",), NONE),
    "covered-count": (("tech.st*",), NONE),
    "ship-federation-access": (("ship.tf",), NONE),
}

KINDS: Sequence[tuple[str, int, int | None, dict[str, Option]]] = (
    ("gaia-record", 1, 3, {}),
    ("ares-coop", 2, None, {"mode": "coop"}),
    ("planet-record", 2, None, {}),
    ("pulsar-ledger", 2, None, {}),
    ("gaia-record", 3, None, {}),
    ("gaia-record", 4, None, {"extension": "drawn"}),
    ("ares-record", 3, None, {}),
    ("ares-solo", 1, 1, {}),
    ("pulsar-final", 3, None, {}),
)
ALWAYS = 4  # the first four, one of each game, always run; the others run as soak tests


def blocks(marks: Marks) -> dict[str, frozenset[str]]:
    """Return the fields with ink by block: all fields with the same beginning, up to a full stop or hyphen.

    A block may also ignore numbers. Only the first and the last of blocks that differ only in numbers are
    returned.
    """
    together = defaultdict(set)
    for field in marks:
        for name in (field, re.sub(r"\d+", "#", field)):
            ends = [found.start() for found in re.finditer(r"[.-]", name)]
            for end in ends if name == field else [*ends, len(name)]:
                together[name[:end]].add(field)
    first_names = {frozenset(fields): name for name, fields in reversed(together.items())}
    found = {name: fields for fields, name in reversed(first_names.items())}
    last = {re.sub(r"\d+", "#", name): name for name in found if "#" not in name}
    first = {re.sub(r"\d+", "#", name): name for name in reversed(found) if "#" not in name}
    outermost = {*first.values(), *last.values()}
    return {name: fields for name, fields in found.items() if name in outermost or "#" in name}


@pytest.mark.parametrize(
    ("sheet", "players", "solo", "options"),
    [*KINDS[:ALWAYS], *(pytest.param(*kind, marks=pytest.mark.soak) for kind in KINDS[ALWAYS:])],
)
def test_blank_block_accuses_nobody_at_an_honest_table(
    sheet: str, players: int, solo: int | None, options: dict[str, Option]
) -> None:
    table = records_of_table(load_sheet(sheet), Table("block-0", players, solo, options=options))
    assert [found for found in findings(table) if found.level == "error"] == []
    accused = set()
    for kind in dict.fromkeys(each.sheet.partition("/")[0] for each in table):
        place = next(k for k, each in enumerate(table) if each.sheet.partition("/")[0] == kind)
        for name, fields in blocks(table[place].marks).items():
            blank = [*table[:place], with_marks(table[place], dict.fromkeys(fields)), *table[place + 1 :]]
            accused |= {(found.check, kind, name) for found in findings(blank) if found.level == "error"}
    assert {each for each in accused if not is_excused(each[0], each[2])} == set()


def is_excused(check: str, block: str) -> bool:
    patterns, _ = EXCUSED.get(check, ((), ""))
    return any(fnmatch(block, pattern) for pattern in patterns)
