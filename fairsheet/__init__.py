"""fairsheet as a library: print, deal, read, prove and score sheets of flip-and-write games.

    >>> import fairsheet
    >>> fairsheet.deal("launch", "coral-otter-42", players=3).offers(1)[0]
    Offer(number=4, action='water')

Every name of `__all__` is loaded when it is first used, so importing the package costs next to nothing, changes
nothing in the process, and a program that only deals never loads the reader or the solver. All other modules are the
program's own and may change from release to release.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairsheet.api.batching import BatchSummary, batch
    from fairsheet.api.designing import lint, photograph, preview
    from fairsheet.api.judged import JudgedReadings, judge
    from fairsheet.api.playing import Game
    from fairsheet.api.public import (
        deal,
        load_sheet,
        overlay,
        print_pdf,
        probabilities,
        read_record,
        replay,
        scan,
        score,
        verify,
        write_record,
    )
    from fairsheet.engine.checks.verdict import Finding, SheetVerdict, Verdict, WrongSum
    from fairsheet.engine.dealing.cards import Card
    from fairsheet.engine.dealing.deal import Deal, DealtTurn, Draw, DrawnDeal, Offer, SoloDeal
    from fairsheet.engine.dealing.piles import FoundCards
    from fairsheet.engine.dealing.solo_deck import SoloTurn
    from fairsheet.engine.play.game import Contradiction, Reason, Step
    from fairsheet.engine.records.ink import History, Ink, Turn
    from fairsheet.engine.records.record import Record, Table
    from fairsheet.engine.scoring.score import AstraScore, PlayerScore, Score
    from fairsheet.results.documents.reading_json import Reading, ReadPhoto, ReadRecord
    from fairsheet.sheets.lint.lint import LintFinding
    from fairsheet.sheets.model.marks import Mark
    from fairsheet.sheets.model.sheet import Field, Sheet
    from fairsheet.sheets.support.errors import FairsheetError
    from fairsheet.vision.readings.kept import KeptReading
    from fairsheet.vision.readings.reading import Doubt, FieldReading

    __version__: str

__all__ = [
    "AstraScore",
    "BatchSummary",
    "Card",
    "Contradiction",
    "Deal",
    "DealtTurn",
    "Doubt",
    "Draw",
    "DrawnDeal",
    "FairsheetError",
    "Field",
    "FieldReading",
    "Finding",
    "FoundCards",
    "Game",
    "History",
    "Ink",
    "JudgedReadings",
    "KeptReading",
    "LintFinding",
    "Mark",
    "Offer",
    "PlayerScore",
    "ReadPhoto",
    "ReadRecord",
    "Reading",
    "Reason",
    "Record",
    "Score",
    "Sheet",
    "SheetVerdict",
    "SoloDeal",
    "SoloTurn",
    "Step",
    "Table",
    "Turn",
    "Verdict",
    "WrongSum",
    "__version__",
    "batch",
    "deal",
    "judge",
    "lint",
    "load_sheet",
    "overlay",
    "photograph",
    "preview",
    "print_pdf",
    "probabilities",
    "read_record",
    "replay",
    "scan",
    "score",
    "verify",
    "write_record",
]

_HOMES = {
    "AstraScore": "fairsheet.engine.scoring.score",
    "BatchSummary": "fairsheet.api.batching",
    "Card": "fairsheet.engine.dealing.cards",
    "Contradiction": "fairsheet.engine.play.game",
    "Deal": "fairsheet.engine.dealing.deal",
    "DealtTurn": "fairsheet.engine.dealing.deal",
    "Doubt": "fairsheet.vision.readings.reading",
    "Draw": "fairsheet.engine.dealing.deal",
    "DrawnDeal": "fairsheet.engine.dealing.deal",
    "FairsheetError": "fairsheet.sheets.support.errors",
    "Field": "fairsheet.sheets.model.sheet",
    "FieldReading": "fairsheet.vision.readings.reading",
    "Finding": "fairsheet.engine.checks.verdict",
    "FoundCards": "fairsheet.engine.dealing.piles",
    "Game": "fairsheet.api.playing",
    "History": "fairsheet.engine.records.ink",
    "Ink": "fairsheet.engine.records.ink",
    "JudgedReadings": "fairsheet.api.judged",
    "KeptReading": "fairsheet.vision.readings.kept",
    "LintFinding": "fairsheet.sheets.lint.lint",
    "Mark": "fairsheet.sheets.model.marks",
    "Offer": "fairsheet.engine.dealing.deal",
    "PlayerScore": "fairsheet.engine.scoring.score",
    "ReadPhoto": "fairsheet.results.documents.reading_json",
    "ReadRecord": "fairsheet.results.documents.reading_json",
    "Reason": "fairsheet.engine.play.game",
    "Reading": "fairsheet.results.documents.reading_json",
    "Record": "fairsheet.engine.records.record",
    "Score": "fairsheet.engine.scoring.score",
    "Sheet": "fairsheet.sheets.model.sheet",
    "SheetVerdict": "fairsheet.engine.checks.verdict",
    "SoloDeal": "fairsheet.engine.dealing.deal",
    "SoloTurn": "fairsheet.engine.dealing.solo_deck",
    "Step": "fairsheet.engine.play.game",
    "Table": "fairsheet.engine.records.record",
    "Turn": "fairsheet.engine.records.ink",
    "Verdict": "fairsheet.engine.checks.verdict",
    "WrongSum": "fairsheet.engine.checks.verdict",
    "batch": "fairsheet.api.batching",
    "judge": "fairsheet.api.judged",
    "lint": "fairsheet.api.designing",
    "photograph": "fairsheet.api.designing",
    "preview": "fairsheet.api.designing",
}  # the module of each name; those that are not here are in `fairsheet.api.public`


if not TYPE_CHECKING:  # type checkers see the imports above, and no other names

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name == "__version__":  # asked for rarely, and takes longer than all that this module does
            return import_module("importlib.metadata").version("fairsheet")
        value = getattr(import_module(_HOMES.get(name, "fairsheet.api.public")), name)
        globals()[name] = value  # from now on it is found without this function
        return value


def __dir__() -> list[str]:
    return __all__
