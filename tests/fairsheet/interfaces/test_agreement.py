"""Every interface says the same of a table. What each says is kept in a file; where they still differ is listed."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import msgspec
import pytest

from tests.fairsheet.interfaces.evenings import KINDS, evening, names
from tests.fairsheet.interfaces.said import Said, said_of

# Regenerate it: python -m tests.fairsheet.interfaces
KEPT = Path(__file__).parent / "said.json"
SHEETS = ("launch", "journey", "mine", "virus", "battle")
EVENINGS = [(kind, sheet) for kind, sheet in names() if sheet in SHEETS]
# One sheet of each kind is tested always, the others where there is time.
ALWAYS = {(kind, SHEETS[number % 4]) for number, kind in enumerate(KINDS)}

# By kind, the interfaces that say otherwise than `batch`, and in what.
DIFFER = {
    "missing seat": {"verify": {"exit"}},  # as it should be: the other seats are judged
    "photos that differ": {"serve": {"questions", "totals"}},  # which knows the order of the photos
}


def kept() -> dict[str, dict[str, Said]]:
    """Return what each interface said of the evenings."""
    return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, dict[str, Said]])


@pytest.mark.parametrize(
    ("kind", "sheet"),
    [each if each in ALWAYS else pytest.param(*each, marks=pytest.mark.soak) for each in EVENINGS],
)
def test_interfaces_say_what_they_said(kind: str, sheet: str, tmp_path: Path) -> None:
    assert said_of(evening(kind, sheet), tmp_path) == kept()[f"{kind}, {sheet}"]


def differences(said: dict[str, Said]) -> dict[str, set[str]]:
    """Return by interface in what it says otherwise than `batch`; what it does not say is no difference."""
    batch = msgspec.structs.asdict(said["batch"])
    differ = defaultdict[str, set[str]](set)
    for name, each in said.items():
        for what, value in msgspec.structs.asdict(each).items():
            if value is not None and value != batch[what]:
                differ[name].add(what)
    return dict(differ)


@pytest.mark.parametrize("kind", KINDS)
def test_interfaces_differ_only_where_it_is_known(kind: str) -> None:
    found = defaultdict[str, set[str]](set)
    for name, said in kept().items():
        if name.startswith(f"{kind}, "):
            for interface, what in differences(said).items():
                found[interface] |= what
    assert found == DIFFER.get(kind, {})
