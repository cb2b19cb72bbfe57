"""The tunnels of colony: a graph of places, in which some tunnels are built from the start."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.declared import Places, fields, groups
from engine.ink import Marks


class Tunnel(msgspec.Struct, frozen=True):
    """A tunnel between two places: one that can be drawn, or one that is there from the start."""

    id: str
    between: Places


TUNNELS, BUILT_TUNNELS = fields("link", Tunnel), groups("built-tunnel", Tunnel)


class Network:
    """Places and the tunnels between them; the network is what is connected to its root.

    `ends` has the two places of every tunnel that can be drawn, `at` those tunnels by place, `built` the places that
    the tunnels there from the start connect to the root.
    """

    def __init__(self, roots: Iterable[str], tunnels: Iterable[Tunnel], built: Iterable[Tunnel]) -> None:
        self.ends = {tunnel.id: tunnel.between for tunnel in tunnels}
        self.at: dict[str, list[str]] = {}
        for tunnel, ends in self.ends.items():
            for place in ends:
                self.at.setdefault(place, []).append(tunnel)
        self.built = frozenset(place for tunnel in built for place in tunnel.between).union(roots)

    def reached(self, marks: Marks) -> frozenset[str]:
        """The places that are connected to the root by drawn and built tunnels."""
        reached = set(self.built)
        frontier = list(reached)
        while frontier:
            for tunnel in self.at.get(frontier.pop(), ()):
                if tunnel in marks:
                    new = [place for place in self.ends[tunnel] if place not in reached]
                    reached.update(new)
                    frontier += new
        return frozenset(reached)

    def open_tunnels(self, marks: Marks) -> list[str]:
        """The tunnels that can be drawn next: those that begin at a place already connected."""
        reached = self.reached(marks)
        return [
            tunnel
            for tunnel, ends in self.ends.items()
            if tunnel not in marks and any(place in reached for place in ends)
        ]
