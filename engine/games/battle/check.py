"""What no order of play can explain about one sheet of battle."""

from __future__ import annotations

from collections.abc import Mapping

from engine.deal import Deal
from engine.game import Contradiction
from engine.games.base.missions import Claim
from engine.games.battle.facts import Facts, Marks


def contradictions(
    facts: Facts, claims: Mapping[str, Claim], marks: Marks, deal: Deal | None, missions: Mapping[str, str]
) -> list[Contradiction]:
    """Everything about one sheet's ink that is impossible whatever the order of play."""
    return []
