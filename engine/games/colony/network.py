"""The tunnels of colony: a graph of places, in which some tunnels are built from the start."""

from __future__ import annotations

from engine.games.base.board import field_names
from engine.ink import Marks
from sheets.model import Sheet


class Network:
    """Places and the tunnels between them; the network is what is connected to its root.

    `ends` has the two places of every tunnel that can be drawn, `at` those tunnels by place, `built` the places that
    the tunnels there from the start connect to the root.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.root = next(
            group.id for group in sheet.groups_of_type("filled-place") if group.attrs.get("root")
        )
        self.ends: dict[str, tuple[str, ...]] = {
            field.id: field_names(field.attrs["between"]) for field in sheet.fields if field.kind == "link"
        }
        self.at: dict[str, list[str]] = {}
        for tunnel, ends in self.ends.items():
            for place in ends:
                self.at.setdefault(place, []).append(tunnel)
        built = [field_names(group.attrs["between"]) for group in sheet.groups_of_type("built-tunnel")]
        self.built = frozenset(place for ends in built for place in ends) | {self.root}

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
