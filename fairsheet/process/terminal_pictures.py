"""Draw pictures in terminals that support the graphics protocol of kitty."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping

CHUNK = 4096  # characters of base64 that a terminal accepts at once
_TERMS = ("xterm-kitty", "xterm-ghostty")
_PROGRAMS = ("WezTerm", "ghostty")


def draws_pictures(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal with these variables supports the protocol; tmux and screen block it.

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
    """Return the escape sequence that draws a PNG at the cursor, `columns` wide, without a reply of the terminal."""
    return "".join(_sequences(base64.standard_b64encode(png).decode(), columns))


def _sequences(data: str, columns: int) -> Iterator[str]:
    chunks = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)]
    for number, chunk in enumerate(chunks):
        what = f"a=T,f=100,q=2,c={columns}," if number == 0 else ""
        yield f"\x1b_G{what}m={int(number < len(chunks) - 1)};{chunk}\x1b\\"
