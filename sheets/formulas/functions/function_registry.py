"""All functions of formulas, by name."""

from __future__ import annotations

from fairsheet.sheets.formulas.functions._arithmetic import ARITHMETIC
from fairsheet.sheets.formulas.functions._comparisons import ORDER
from fairsheet.sheets.formulas.functions._connected import CONNECTED
from fairsheet.sheets.formulas.functions._counting import COUNTING
from fairsheet.sheets.formulas.functions._pieces import PIECES
from fairsheet.sheets.formulas.functions._worth import WORTH
from fairsheet.sheets.formulas.functions.function import Function
from fairsheet.sheets.formulas.functions.game_facts import GAME_FACTS
from fairsheet.sheets.formulas.functions.lookups import LOOKUPS
from fairsheet.sheets.formulas.functions.ranks import RANKS

FAMILIES = (COUNTING, CONNECTED, PIECES, WORTH, ARITHMETIC, ORDER, LOOKUPS, RANKS, GAME_FACTS)

FUNCTIONS: dict[str, Function] = {each.name: each for family in FAMILIES for each in family}
