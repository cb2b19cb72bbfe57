"""The words by which the program itself calls things of the games, for sentences that name one of them."""

from __future__ import annotations

from fairsheet.languages.messages import Message

_TERMS = (
    *(Message("robot"), Message("energy"), Message("plant"), Message("water"), Message("astronaut")),
    *(Message("planning"), Message("wild"), Message("tank"), Message("circled"), Message("crossed")),
    *(Message("filled"), Message("circled+crossed"), Message("drawn"), Message("struck"), Message("blank")),
    *(Message("circle"), Message("cross"), Message("triangle"), Message("near"), Message("far")),
    *(Message("setup"), Message("number"), Message("action"), Message("bonus"), Message("mission")),
    *(Message("incident"), Message("race"), Message("error"), Message("astra"), Message("level")),
    *(Message("scenario"), Message("total"), Message("legal"), Message("illegal"), Message("undecided")),
)
_KNOWN = {str(each): each for each in _TERMS}


def term(word: str) -> str:
    """A word of the program as a message; what it does not know, such as a number or a name, as it is."""
    return _KNOWN.get(word, word)
