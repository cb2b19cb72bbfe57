"""The label in words: the line at the foot of a page that text recognition reads where the code is lost.

    fairsheet 1 launch 3f9a01bc seat 1 of 3 page 1 missions A1+B2+C1 seed coral-otter-42 check 97KAKFHR

A game with real cards has the words `own cards` in place of its seed.

Recognition confuses look-alikes and sets spaces where there are none. The line is therefore read without its
spaces, and look-alikes are exchanged until the check code fits; what the code does not prove is refused.
docs/label.md gives the format.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from urllib.parse import quote, unquote

from sheets.confusables import loose_pattern, spellings
from sheets.errors import FairsheetError
from sheets.label import LABEL_FORMAT, Label, damaged, later_format

_CHECK_ALPHABET = "3479ACEFHKMNPRTX"  # no two of these look alike
LONGEST_MISSIONS = 99  # characters of all missions of a game together
_MOST_EXCHANGES = 3  # characters exchanged in a line; 32 bits of check code prove no more
_MOST_WORK = 5_000_000  # characters of all readings that are tried: 50,000 readings of an ordinary line
_LONGEST_TEXT = 4_000  # characters that are searched for a line; the longest line has a quarter of it
_DIGITS = "0123456789"
_VISIBLE = "".join(map(chr, range(33, 127)))
_ALPHABETS = {  # of the parts, in the order of `_line`
    "sheet": "abcdefghijklmnopqrstuvwxyz0123456789-",
    "layout": "0123456789abcdef",
    "seat": _DIGITS,
    "players": _DIGITS,
    "page": _DIGITS,
    "solo": _DIGITS,
    "missions": _VISIBLE,
    "seed": _VISIBLE,
}
_LINE = re.compile(  # a seed: 64 characters of at most 12, four bytes %-encoded
    f"{loose_pattern('fairsheet')}(?P<format>.)(?P<sheet>.{{1,40}}?)(?P<layout>.{{8}})"
    f"{loose_pattern('seat')}(?P<seat>.{{1,2}}?){loose_pattern('of')}(?P<players>.{{1,2}}?)"
    f"{loose_pattern('page')}(?P<page>.{{1,2}}?)(?:{loose_pattern('solo')}(?P<solo>.))?"
    f"(?:{loose_pattern('missions')}(?P<missions>.{{1,{LONGEST_MISSIONS}}}?))?"
    f"(?:{loose_pattern('owncards')}|{loose_pattern('seed')}(?P<seed>.{{1,768}}))"
    f"{loose_pattern('check')}(?P<check>.{{8}})"
)


def label_text(label: Label) -> str:
    """The label as one line of words; a seed is %-encoded but for ASCII letters, digits and `-._~`."""
    line = _line(
        label.sheet,
        label.layout,
        str(label.seat),
        str(label.players),
        str(label.page),
        "" if label.solo is None else str(label.solo),
        joined_missions(label.missions),
        quote(label.seed or "", safe=""),
    )
    return f"{line} check {_check_code(line)}"


def joined_missions(missions: Iterable[str]) -> str:
    """The ids of missions as the line has them, which finds no more than `LONGEST_MISSIONS` characters."""
    return "+".join(quote(mission, safe="") for mission in missions)


def parse_label_text(text: str) -> Label:
    """The label of a line that `label_text` wrote and text recognition read; other text may surround it.

    Raises FairsheetError where there is no such line, where it is of a later format, and where no exchange of
    look-alikes makes its check code fit.
    """
    found = _LINE.search("".join(text.split())[:_LONGEST_TEXT])
    if found is None:
        raise FairsheetError("the text of the page holds no label", where="label")
    for (format_,), _ in spellings([(found["format"], _DIGITS)], 0, 1):
        if format_ != str(LABEL_FORMAT):
            raise later_format(format_)
    code = found["check"].upper()
    parts = [(found[name] or "", alphabet) for name, alphabet in _ALPHABETS.items()]
    for reading, exchanges in spellings(parts, _MOST_EXCHANGES, _MOST_WORK // len(found[0])):
        wrong = sum(a != b for a, b in zip(_check_code(_line(*reading)), code, strict=True))
        if wrong <= 1 and wrong + exchanges <= _MOST_EXCHANGES:
            return _label(*reading)
    raise damaged()


def _line(
    sheet: str, layout: str, seat: str, players: str, page: str, solo: str, missions: str, seed: str
) -> str:
    solo_words = f" solo {solo}" if solo else ""
    mission_words = f" missions {missions}" if missions else ""
    return (
        f"fairsheet {LABEL_FORMAT} {sheet} {layout} seat {seat} of {players} page {page}"
        f"{solo_words}{mission_words} {f'seed {seed}' if seed else 'own cards'}"
    )


def _label(
    sheet: str, layout: str, seat: str, players: str, page: str, solo: str, missions: str, seed: str
) -> Label:
    return Label(
        sheet=sheet,
        layout=layout,
        seed=unquote(seed) or None,
        players=int(players),
        seat=int(seat),
        solo=int(solo) if solo else None,
        missions=tuple(unquote(mission) for mission in missions.split("+")) if missions else (),
        page=int(page),
    )


def _check_code(line: str) -> str:
    """The CRC-32 of the line as eight characters."""
    return "".join(_CHECK_ALPHABET[int(digit, 16)] for digit in f"{zlib.crc32(line.encode()):08x}")
