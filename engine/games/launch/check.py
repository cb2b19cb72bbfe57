"""What no order of play can explain about one sheet of launch."""

from __future__ import annotations

from collections.abc import Mapping

from engine.deal import Deal
from engine.game import Contradiction
from engine.games.launch.facts import Facts
from engine.ink import Mark


def contradictions(facts: Facts, marks: Mapping[str, Mark], deal: Deal | None) -> list[Contradiction]:
    return []
