"""The ruleset of a sheet. Only this module decides the kind of its game."""

from __future__ import annotations

from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.rulesets.formula_sheet import FormulaSheet
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.sheet import Sheet


def ruleset_of(sheet: Sheet, catalog: Catalog = BUNDLED) -> FormulaSheet:
    """Return the ruleset that judges and scores tables with such a sheet; `catalog` has the layouts of their other
    sheets.
    """
    if sheet.game is not None:
        from fairsheet.engine.rulesets._recorded_sheet import RecordedSheet

        return RecordedSheet(sheet, catalog)
    if sheet.name in SCENARIOS:
        from fairsheet.engine.rulesets._scenario_sheet import ScenarioSheet

        return ScenarioSheet(sheet, catalog)
    return FormulaSheet(sheet, catalog)
