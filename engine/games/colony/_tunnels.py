"""Tunnels: each begins at a place that is connected to the rocket. Some are built from the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.play.declared import Entry, Places, fields, groups
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules import networks
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit
from fairsheet.engine.solver.timeline import Choice, Event, First
from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.model.marks import Marks


class Tunnel(Entry, frozen=True):
    """A tunnel between two places, to be drawn or built from the start."""

    between: Places


TUNNELS, BUILT_TUNNELS = fields("link", Tunnel), groups("built-tunnel", Tunnel)


class Network:
    """Places and the tunnels between them. A place is in the network if it is connected to the root.

    `ends` has the two places of every tunnel that can be drawn, `at` the tunnels of every place. `built` has the places
    that are connected to the root from the start.
    """

    def __init__(self, roots: Iterable[str], tunnels: Iterable[Tunnel], built: Iterable[Tunnel]) -> None:
        self.ends = {tunnel.id: tunnel.between for tunnel in tunnels}
        self.at: dict[str, list[str]] = {}
        for tunnel, ends in self.ends.items():
            for place in ends:
                self.at.setdefault(place, []).append(tunnel)
        self.neighbours = {  # the ends of all tunnels of a place, including itself
            place: tuple(dict.fromkeys(end for tunnel in tunnels for end in self.ends[tunnel]))
            for place, tunnels in self.at.items()
        }
        self.built = frozenset(place for tunnel in built for place in tunnel.between).union(roots)

    def reached(self, marks: Marks) -> set[str]:
        """Return the places that are connected to the root by drawn and built tunnels."""
        return networks.joined(self.built, self.at, self.ends, marks)

    def open_tunnels(self, marks: Marks) -> list[str]:
        """Return the tunnels that can be drawn next: those that begin at a connected place."""
        reached = self.reached(marks)
        return [
            tunnel
            for tunnel, ends in self.ends.items()
            if tunnel not in marks and any(place in reached for place in ends)
        ]


def contradictions(network: Network, marks: Marks) -> Iterator[Contradiction]:
    """Yield one contradiction on a final sheet about all tunnels that are not connected to the root."""
    reached = network.reached(marks)
    loose = [
        tunnel for tunnel, ends in network.ends.items() if tunnel in marks and not reached.intersection(ends)
    ]
    if loose:
        why = Message("no tunnels lead from the rocket to {loose}", loose=joined(", ", loose))
        yield Contradiction.counting(tuple(loose), why, RuleCode.TUNNEL, few=loose)


class NetworkInTime:
    """The turns in which places of a sheet were connected to the rocket."""

    def __init__(self, sheet: NumberSheet, network: Network, drawn: Mapping[str, Choice]) -> None:
        self._sheet, self._network, self._drawn = sheet, network, drawn
        self._reached: dict[str, Event | None] = {}

    def constrain(self) -> None:
        """State that a tunnel begins at a place that was connected before."""
        model = self._sheet.model
        for tunnel, event in self._drawn.items():
            ends = self._network.ends[tunnel]
            why = Message("{tunnel} was drawn from a place already connected to the rocket", tunnel=tunnel)
            with model.rule(RuleCode.TUNNEL, self._sheet.name(tunnel), why):
                for turn in event.turns:
                    model.implies(event.at(turn), *(self.connected(place, turn - 1) for place in ends))

    def connected(self, place: str, turn: int) -> Lit:
        """Return whether a place is connected to the rocket by the end of a turn, by any drawn tunnel there."""
        if place in self._network.built:
            return TRUE
        if place not in self._reached:
            ways = [self._drawn[way] for way in self._network.at[place] if way in self._drawn]
            self._reached[place] = First(self._sheet.model, ways) if ways else None
        reached = self._reached[place]
        return reached.by(turn) if reached else FALSE
