"""fairsheet as a library: print, deal, read, prove and score sheets of flip-and-write games.

    >>> import fairsheet
    >>> sheet = fairsheet.load_sheet("launch")
    >>> fairsheet.deal(sheet, "coral-otter-42", players=3).offers(1)[0]
    Offer(number=4, action='water')

Every name of `__all__` is loaded when it is first used, so importing the package costs next to nothing, changes
nothing in the process, and a program that only deals never loads the reader or the solver. All other modules are the
program's own and may change from release to release.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairsheet.api import (
        deal,
        load_sheet,
        print_pdf,
        read_record,
        replay,
        scan,
        score,
        verify,
        write_record,
    )
    from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
    from fairsheet.engine.dealing.deal import Deal, Offer
    from fairsheet.engine.play.game import Contradiction
    from fairsheet.engine.records.ink import History, Ink, Turn
    from fairsheet.engine.records.record import Record, Table
    from fairsheet.engine.scoring.score import PlayerScore, Score
    from fairsheet.scanning.reading_json import Reading, ReadPhoto, ReadRecord
    from fairsheet.sheets.model.marks import Mark
    from fairsheet.sheets.model.sheet import Sheet
    from fairsheet.sheets.support.errors import FairsheetError
    from fairsheet.vision.readings.reading import Doubt

__all__ = [
    "Contradiction",
    "Deal",
    "Doubt",
    "FairsheetError",
    "History",
    "Ink",
    "Mark",
    "Offer",
    "PlayerScore",
    "ReadPhoto",
    "ReadRecord",
    "Reading",
    "Record",
    "Score",
    "Sheet",
    "SheetVerdict",
    "Table",
    "Turn",
    "Verdict",
    "deal",
    "load_sheet",
    "print_pdf",
    "read_record",
    "replay",
    "scan",
    "score",
    "verify",
    "write_record",
]

_HOMES = {
    "Contradiction": "fairsheet.engine.play.game",
    "Deal": "fairsheet.engine.dealing.deal",
    "Doubt": "fairsheet.vision.readings.reading",
    "FairsheetError": "fairsheet.sheets.support.errors",
    "History": "fairsheet.engine.records.ink",
    "Ink": "fairsheet.engine.records.ink",
    "Mark": "fairsheet.engine.records.ink",
    "Offer": "fairsheet.engine.dealing.deal",
    "PlayerScore": "fairsheet.engine.scoring.score",
    "ReadPhoto": "fairsheet.scanning.reading_json",
    "ReadRecord": "fairsheet.scanning.reading_json",
    "Reading": "fairsheet.scanning.reading_json",
    "Record": "fairsheet.engine.records.record",
    "Score": "fairsheet.engine.scoring.score",
    "Sheet": "fairsheet.sheets.model.sheet",
    "SheetVerdict": "fairsheet.engine.checks.verdict",
    "Table": "fairsheet.engine.records.record",
    "Turn": "fairsheet.engine.records.ink",
    "Verdict": "fairsheet.engine.checks.verdict",
}  # the module of each name; those that are not here are in `fairsheet.api`


if not TYPE_CHECKING:  # type checkers see the imports above, and no other names

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_HOMES.get(name, "fairsheet.api")), name)
        globals()[name] = value  # from now on it is found without this function
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
