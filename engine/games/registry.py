"""The scenarios by the name of their sheet. A scenario is loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from fairsheet.engine.play.declared import BoardError, Problem, problems_of
from fairsheet.languages.messages import either
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

if TYPE_CHECKING:  # commands that only need the names start without deals and the solver
    from fairsheet.engine.dealing.deal import Deal
    from fairsheet.engine.games.base.scenario import Scenario
    from fairsheet.engine.play.game import Game
    from fairsheet.engine.proof.request import ProofRequest


def _load(name: str) -> Scenario:
    match name:
        case "launch":
            from fairsheet.engine.games.launch import GAME
        case "journey":
            from fairsheet.engine.games.journey import GAME
        case "colony":
            from fairsheet.engine.games.colony import GAME
        case "mine":
            from fairsheet.engine.games.mine import GAME
        case "dome":
            from fairsheet.engine.games.dome import GAME
        case "virus":
            from fairsheet.engine.games.virus import GAME
        case "escape":
            from fairsheet.engine.games.escape import GAME
        case "battle":
            from fairsheet.engine.games.battle import GAME
    return GAME


_IN_A_CAMPAIGN = ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")
# By the name of the sheet, in the order of a campaign.
SCENARIOS: dict[str, Callable[[], Scenario]] = {name: partial(_load, name) for name in _IN_A_CAMPAIGN}


def scenario_of(sheet: Sheet) -> Scenario:
    """Return the scenario of a sheet. Raises FairsheetError if the sheet has none."""
    if sheet.name not in SCENARIOS:
        problem = f"there are no rules for the sheet '{sheet.name}'"
        hint = f"choose {either(list(SCENARIOS))}; other sheets can be printed, read and scored"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=sheet.name, hint=hint)
    return SCENARIOS[sheet.name]()


@remembered
def rules_of(sheet: Sheet) -> Game:
    """Return the rules of a sheet. Raises FairsheetError if the sheet has none."""
    return scenario_of(sheet).game_of(sheet)


def board_problems(sheet: Sheet) -> list[Problem]:
    """Return the template faults that keep the rules from using a sheet; empty if the sheet has no rules."""
    if sheet.name not in SCENARIOS:
        return []
    if problems := problems_of(sheet, scenario_of(sheet).declared_of(sheet)):
        return problems
    try:
        rules_of(sheet)
    except BoardError as error:
        return list(error.problems)
    return []


def proof_request(
    sheet: Sheet, deal: Deal | None, missions: Mapping[str, str], players: int, sheets: Mapping[int, Marks]
) -> ProofRequest:
    """Return a proof request for the sheets of a table, with the constraints of their scenario."""
    from fairsheet.engine.proof.request import ProofRequest

    return ProofRequest(scenario_of(sheet).constraints_of(sheet), sheet, deal, missions, players, sheets)
