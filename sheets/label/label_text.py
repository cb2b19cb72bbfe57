"""The label in words: a line at the foot of a page for text recognition, in case the code is lost.

    fairsheet 1 launch 3f9a01bc seat 1 of 3 page 1 print k7m2qx missions A1+B2+C1 seed coral-otter-42 check …

Optional parts are ` saving ink` after the solo level, a language other than English (` lang cs`), a print id, and
missions. The table's options (` chose mode=coop`) and name (` table Club%207`) are optional too. Instead of a seed, a
game with physical cards has these two words, and one without cards has `no cards`. Only the code has the player's
name: people read it at the head of the page.

Recognition confuses characters and inserts spaces. The line is therefore read without spaces, and confusable
characters are exchanged until the check code fits. A line that the code does not prove is refused.
docs/interfaces/label.md defines the format.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote, unquote

from fairsheet.sheets.label._confusables import loose_pattern, spellings
from fairsheet.sheets.label.label import FORMAT, LONGEST_SHEET, Label, damaged, later_format
from fairsheet.sheets.model.sheet import ENGLISH
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

_CHECK_ALPHABET = "3479ACEFHKMNPRTX"  # no two of these look alike
LONGEST_MISSIONS = 99  # characters of all missions of a game together
LONGEST_OPTIONS = 120  # characters of all options of a table together
_MOST_EXCHANGES = 3  # characters exchanged in a line; 32 check bits cannot prove more
_MOST_WORK = 5_000_000  # characters of all tried readings: 50,000 readings of an ordinary line
_LONGEST_TEXT = 4_000  # characters searched for a line; the longest line has a third of them
_DIGITS = "0123456789"
_VISIBLE = "".join(map(chr, range(33, 127)))
_ALPHABETS = {  # of the parts, in the order of `_line`
    "sheet": "abcdefghijklmnopqrstuvwxyz0123456789-/",
    "layout": "0123456789abcdef",
    "seat": _DIGITS,
    "players": _DIGITS,
    "page": _DIGITS,
    "solo": _DIGITS,
    "language": "abcdefghijklmnopqrstuvwxyz",
    "print": "abcdefghijklmnopqrstuvwxyz0123456789-",
    "missions": _VISIBLE,
    "options": "abcdefghijklmnopqrstuvwxyz0123456789-.=+",
    "table": _VISIBLE,
    "seed": _VISIBLE,
}
PHYSICAL_CARDS, NO_CARDS = "physical cards", "no cards"  # instead of a seed
_CARDS = (PHYSICAL_CARDS, NO_CARDS)


def _loose(words: str) -> str:
    return loose_pattern(words.replace(" ", ""))


_LATER_PARTS = re.compile("|".join(map(_loose, ("chose", "table", *_CARDS, "seed"))))
# Compiled by its first search, because few photos need it. A seed: 64 characters of at most 12, four bytes %-encoded;
# the name of a table: 40 of them.
_LINE = (
    f"{loose_pattern('fairsheet')}(?P<format>.)(?P<sheet>.{{1,{LONGEST_SHEET}}}?)(?P<layout>.{{8}})"
    f"{loose_pattern('seat')}(?P<seat>.{{1,2}}?){loose_pattern('of')}(?P<players>.{{1,2}}?)"
    f"{loose_pattern('page')}(?P<page>.{{1,2}}?)(?:{loose_pattern('solo')}(?P<solo>.))?"
    f"(?P<saving>{_loose('saving ink')})?"
    f"(?:{loose_pattern('lang')}(?P<language>.{{2}}))?"
    f"(?:{loose_pattern('print')}(?P<print>.{{1,16}}?))?"
    f"(?:{loose_pattern('missions')}(?P<missions>.{{1,{LONGEST_MISSIONS}}}?))?"
    f"(?:{loose_pattern('chose')}(?P<options>.{{1,{LONGEST_OPTIONS}}}?))?"
    f"(?:{loose_pattern('table')}(?P<table>.{{1,480}}?))?"
    f"(?:(?P<cards>{'|'.join(map(_loose, _CARDS))})|{_loose('seed')}(?P<seed>.{{1,768}}))"
    f"{loose_pattern('check')}(?P<check>.{{8}})"
)


class _Parts(NamedTuple):
    """The parts of a line as written; empty if omitted."""

    sheet: str
    layout: str
    seat: str
    players: str
    page: str
    solo: str
    language: str
    print: str
    missions: str
    options: str
    table: str
    seed: str


def label_text(label: Label, cards: str = PHYSICAL_CARDS) -> str:
    """Return the label as one line of words; `cards` replaces a seed: `PHYSICAL_CARDS` or `NO_CARDS`.

    Names are %-encoded except ASCII letters, digits and `-._~`.
    """
    parts = _Parts(
        label.sheet,
        label.layout,
        str(label.seat),
        str(label.players),
        str(label.page),
        "" if label.solo is None else str(label.solo),
        "" if label.language == ENGLISH else label.language,
        label.print_id or "",
        joined_missions(label.missions),
        "+".join(label.options),
        _quote_name(label.table or ""),
        quote(label.seed or "", safe=""),
    )
    line = _line(parts, cards, label.ink_saving)
    return f"{line} check {_check_code(line)}"


def joined_missions(missions: Iterable[str]) -> str:
    """Return the ids of missions as in the line, which has room for `LONGEST_MISSIONS` characters."""
    return "+".join(map(_quote_name, missions))


def _quote_name(name: str) -> str:
    """Return a name %-encoded. If it contains the first word of a later part, its letters c and e are encoded too.

    Each of these words has one of the two letters.
    """
    quoted = quote(name, safe="")
    if _LATER_PARTS.search(quoted) is None:
        return quoted
    return "".join(f"%{ord(each):02X}" if each in "CEce" else quote(each, safe="") for each in name)


def parse_label_text(text: str) -> Label:
    """Return the label of a line that `label_text` wrote and text recognition read; other text may surround it.

    Raises FairsheetError if there is no such line, if its format is later, or if no exchange of confusable characters
    makes its check code fit.
    """
    found = re.search(_LINE, "".join(text.split())[:_LONGEST_TEXT])
    if found is None:
        problem = "the text of the page has no label"
        raise FairsheetError(problem, code=ErrorCode.DAMAGED_LABEL, where="label")
    for (format_,), _ in spellings([(found["format"], _DIGITS)], 0, 1):
        if format_ != str(FORMAT):
            raise later_format(format_)
    code = found["check"].upper()
    cards = next((words for words in _CARDS if re.fullmatch(_loose(words), found["cards"] or "")), "")
    saving = found["saving"] is not None
    parts = [(found[name] or "", alphabet) for name, alphabet in _ALPHABETS.items()]
    for reading, exchanges in spellings(parts, _MOST_EXCHANGES, _MOST_WORK // len(found[0])):
        line = _line(_Parts(*reading), cards, saving)
        wrong = sum(a != b for a, b in zip(_check_code(line), code, strict=True))
        if wrong <= 1 and wrong + exchanges <= _MOST_EXCHANGES:
            return _label(_Parts(*reading), saving)
    raise damaged()


def _line(parts: _Parts, cards: str, ink_saving: bool) -> str:
    """Return the line without its check code; `cards` are the words that replace a seed."""
    solo = f" solo {parts.solo}" if parts.solo else ""
    saving = " saving ink" if ink_saving else ""
    language = f" lang {parts.language}" if parts.language else ""
    print_id = f" print {parts.print}" if parts.print else ""
    missions = f" missions {parts.missions}" if parts.missions else ""
    options = f" chose {parts.options}" if parts.options else ""
    table = f" table {parts.table}" if parts.table else ""
    return (
        f"fairsheet {FORMAT} {parts.sheet} {parts.layout} seat {parts.seat} of {parts.players} page {parts.page}"
        f"{solo}{saving}{language}{print_id}{missions}{options}{table} {f'seed {parts.seed}' if parts.seed else cards}"
    )


def _label(parts: _Parts, ink_saving: bool) -> Label:
    return Label(
        sheet=parts.sheet,
        layout=parts.layout,
        seed=unquote(parts.seed) or None,
        players=int(parts.players),
        seat=int(parts.seat),
        solo=int(parts.solo) if parts.solo else None,
        missions=tuple(unquote(mission) for mission in parts.missions.split("+")) if parts.missions else (),
        page=int(parts.page),
        table=unquote(parts.table) or None,
        options=tuple(parts.options.split("+")) if parts.options else (),
        print_id=parts.print or None,
        ink_saving=ink_saving,
        language=parts.language or ENGLISH,
    )


def _check_code(line: str) -> str:
    """Return the CRC-32 of the line as eight characters."""
    return "".join(_CHECK_ALPHABET[int(digit, 16)] for digit in f"{zlib.crc32(line.encode()):08x}")
