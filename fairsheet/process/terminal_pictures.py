"""Pictures in terminals that can draw them: the graphics protocol of kitty, which some others know, too."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping

CHUNK = 4096  # characters of base64 that a terminal takes at once
_TERMS = ("xterm-kitty", "xterm-ghostty")
_PROGRAMS = ("WezTerm", "ghostty")


def draws_pictures(environment: Mapping[str, str]) -> bool:
    """Whether the terminal with these variables knows the protocol; none inside of tmux and screen, which keep it back.

    >>> draws_pictures({"TERM": "xterm-kitty"}), draws_pictures({"TERM": "screen", "KITTY_WINDOW_ID": "1"})
    (True, False)
    """
    term = environment.get("TERM", "")
    if term.startswith(("screen", "tmux")) or environment.get("TMUX") or environment.get("STY"):
        return False
    return (
        term in _TERMS
        or environment.get("TERM_PROGRAM") in _PROGRAMS
        or any(environment.get(name) for name in ("KITTY_WINDOW_ID", "KONSOLE_VERSION"))
    )


def picture_sequence(png: bytes, columns: int) -> str:
    """Return the sequence that draws a PNG at the cursor, `columns` wide, to which the terminal does not reply."""
    return "".join(_sequences(base64.standard_b64encode(png).decode(), columns))


def _sequences(data: str, columns: int) -> Iterator[str]:
    chunks = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)]
    for number, chunk in enumerate(chunks):
        what = f"a=T,f=100,q=2,c={columns}," if number == 0 else ""
        yield f"\x1b_G{what}m={int(number < len(chunks) - 1)};{chunk}\x1b\\"
