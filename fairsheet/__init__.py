"""fairsheet as a library: print, deal, read, prove and score sheets of flip-and-write games.

    >>> import fairsheet
    >>> fairsheet.deal("launch", "coral-otter-42", players=3).offers(1)[0]
    Offer(number=4, action='water')

Each name of `__all__` is loaded when it is first used. So importing the package is fast and changes nothing in the
process, and a program that only deals never loads the scanner or the solver. All other modules are internal and may
change from release to release.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairsheet.api.analysing import analyse, par
    from fairsheet.api.batching import batch
    from fairsheet.api.designing import lint, photograph, preview
    from fairsheet.api.judged import JudgedReadings, judge
    from fairsheet.api.playing import Game, simulate
    from fairsheet.api.public import (
        cards,
        deal,
        load_sheet,
        print_pdf,
        read_record,
        replay,
        score,
        summands,
        verify,
        write_record,
    )
    from fairsheet.api.record_tools import check_certificate, correct, fields
    from fairsheet.api.reporting import report
    from fairsheet.api.scanning import overlay, probabilities, scan
    from fairsheet.engine.analysis.analyse import Analysis, PlayerAnalysis, TurnAnalysis
    from fairsheet.engine.analysis.worth import Par
    from fairsheet.engine.checks.verdict import Finding, SheetVerdict, Verdict, WrongSum
    from fairsheet.engine.dealing.cards import Card
    from fairsheet.engine.dealing.deal import Deal, DealtTurn, Draw, DrawnDeal, Offer, SoloDeal
    from fairsheet.engine.dealing.piles import FoundCards
    from fairsheet.engine.dealing.solo_deck import SoloTurn
    from fairsheet.engine.play.game import Contradiction, Reason, Step
    from fairsheet.engine.play.known import Known
    from fairsheet.engine.proof.certificates.files import CertifiedRecord, CheckedCertificate
    from fairsheet.engine.records.ink import History, Ink, Turn
    from fairsheet.engine.records.record import Record, Table
    from fairsheet.engine.scoring.score import AstraScore, PlayerScore, Score
    from fairsheet.engine.simulation.simulate import Played
    from fairsheet.results.documents.reading_json import Reading, ReadPhoto, ReadRecord
    from fairsheet.results.outputs import BatchSummary
    from fairsheet.sheets.lint.lint import LintFinding
    from fairsheet.sheets.model.marks import Mark
    from fairsheet.sheets.model.sheet import Field, Sheet
    from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
    from fairsheet.vision.readings.kept import KeptReading
    from fairsheet.vision.readings.reading import Doubt, FieldReading

    __version__: str

__all__ = [
    "Analysis",
    "AstraScore",
    "BatchSummary",
    "Card",
    "CertifiedRecord",
    "CheckedCertificate",
    "Contradiction",
    "Deal",
    "DealtTurn",
    "Doubt",
    "Draw",
    "DrawnDeal",
    "ErrorCode",
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
    "Known",
    "LintFinding",
    "Mark",
    "Offer",
    "Par",
    "Played",
    "PlayerAnalysis",
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
    "TurnAnalysis",
    "Verdict",
    "WrongSum",
    "__version__",
    "analyse",
    "batch",
    "cards",
    "check_certificate",
    "correct",
    "deal",
    "fields",
    "judge",
    "lint",
    "load_sheet",
    "overlay",
    "par",
    "photograph",
    "preview",
    "print_pdf",
    "probabilities",
    "read_record",
    "replay",
    "report",
    "scan",
    "score",
    "simulate",
    "summands",
    "verify",
    "write_record",
]

_HOMES = {
    "api.analysing": "analyse par",
    "api.batching": "batch",
    "api.designing": "lint photograph preview",
    "api.judged": "JudgedReadings judge",
    "api.playing": "Game simulate",
    "api.record_tools": "check_certificate correct fields",
    "api.reporting": "report",
    "api.scanning": "overlay probabilities scan",
    "engine.analysis.analyse": "Analysis PlayerAnalysis TurnAnalysis",
    "engine.analysis.worth": "Par",
    "engine.checks.verdict": "Finding SheetVerdict Verdict WrongSum",
    "engine.dealing.cards": "Card",
    "engine.dealing.deal": "Deal DealtTurn Draw DrawnDeal Offer SoloDeal",
    "engine.dealing.piles": "FoundCards",
    "engine.dealing.solo_deck": "SoloTurn",
    "engine.play.game": "Contradiction Reason Step",
    "engine.play.known": "Known",
    "engine.proof.certificates.files": "CertifiedRecord CheckedCertificate",
    "engine.records.ink": "History Ink Turn",
    "engine.records.record": "Record Table",
    "engine.scoring.score": "AstraScore PlayerScore Score",
    "engine.simulation.simulate": "Played",
    "results.documents.reading_json": "ReadPhoto ReadRecord Reading",
    "results.outputs": "BatchSummary",
    "sheets.lint.lint": "LintFinding",
    "sheets.model.marks": "Mark",
    "sheets.model.sheet": "Field Sheet",
    "sheets.support.errors": "ErrorCode FairsheetError",
    "vision.readings.kept": "KeptReading",
    "vision.readings.reading": "Doubt FieldReading",
}  # the names that each module defines; all other names are in `api.public`


if not TYPE_CHECKING:  # type checkers see the imports above, and no other names

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name == "__version__":  # rarely needed, and slow to find
            return import_module("importlib.metadata").version("fairsheet")
        home = next((module for module, names in _HOMES.items() if name in names.split()), "api.public")
        value = getattr(import_module(f"fairsheet.{home}"), name)
        globals()[name] = value  # later uses skip this function
        return value


def __dir__() -> list[str]:
    return __all__
