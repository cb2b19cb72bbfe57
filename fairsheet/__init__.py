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
    from engine.deal import Deal, Offer
    from engine.game import Contradiction
    from engine.ink import History, Ink, Mark, Turn
    from engine.proof.verdict import SheetVerdict, Verdict
    from engine.record import Record, Table
    from engine.score import PlayerScore, Score
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
    from fairsheet.readings import Reading, ReadPhoto, ReadRecord
    from sheets.errors import FairsheetError
    from sheets.model import Sheet
    from vision.reading import Doubt

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
    "Contradiction": "engine.game",
    "Deal": "engine.deal",
    "Doubt": "vision.reading",
    "FairsheetError": "sheets.errors",
    "History": "engine.ink",
    "Ink": "engine.ink",
    "Mark": "engine.ink",
    "Offer": "engine.deal",
    "PlayerScore": "engine.score",
    "ReadPhoto": "fairsheet.readings",
    "ReadRecord": "fairsheet.readings",
    "Reading": "fairsheet.readings",
    "Record": "engine.record",
    "Score": "engine.score",
    "Sheet": "sheets.model",
    "SheetVerdict": "engine.proof.verdict",
    "Table": "engine.record",
    "Turn": "engine.ink",
    "Verdict": "engine.proof.verdict",
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
