"""An X goes into any empty slot; it crosses a planning symbol while one is left."""

from __future__ import annotations

from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules.account import Account, Tally
from fairsheet.languages.messages import Message


def symbols_crossed(slots: tuple[str, ...], symbols: tuple[str, ...]) -> Account:
    """Return the rule that as many symbols are crossed as X are written, while any are left."""
    words = Message("{off} planning symbols crossed: {made} for {earned} X")
    return Account(RuleCode.PLANNING, words, Tally(slots, "X"), Tally(symbols))
