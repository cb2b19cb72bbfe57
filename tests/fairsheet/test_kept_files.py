"""Files of earlier releases stay readable: one of each kind is kept, and later releases add a folder of their own."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import fairsheet as library
from fairsheet.batches.again import open_batch
from fairsheet.pipeline.store.folders import STORE
from tests.fairsheet.serve.client import Client, run

KEPT = Path(__file__).parents[1] / "data" / "kept"

pytestmark = pytest.mark.parametrize("kept", sorted(KEPT.iterdir()), ids=lambda folder: folder.name)


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def includes(new: Any, old: Any) -> bool:
    """Return whether a document has everything of an earlier one. New names may be added to objects."""
    if isinstance(old, dict):
        return isinstance(new, dict) and all(name in new and includes(new[name], old[name]) for name in old)
    if isinstance(old, list):
        return isinstance(new, list) and len(new) == len(old) and all(map(includes, new, old))
    return bool(new == old)


def test_a_seed_deals_the_same_game(fairsheet: Any, kept: Path) -> None:
    assert includes(fairsheet("deal", "launch", "--seed", "coral-otter-42", "--players", 2, "--json").json,
                    document(kept / "deal.json"))  # fmt: skip


def test_records_and_histories_are_legal_and_scored_the_same(fairsheet: Any, kept: Path) -> None:
    records = [library.read_record(kept / f"seat-{seat}.json") for seat in (1, 2)]
    histories = [document(kept / f"history-{seat}.json") for seat in (1, 2)]
    replayed = library.replay(library.deal("launch", "coral-otter-42", players=2), histories)
    for record, again in zip(records, replayed, strict=True):
        assert again.marks.items() <= record.marks.items()
    assert fairsheet("verify", kept / "seat-1.json", kept / "seat-2.json").code == 0
    scored = fairsheet("score", kept / "seat-1.json", kept / "seat-2.json", "--json").json
    assert includes(scored, document(kept / "score.json"))


def test_doubts_are_known(fairsheet: Any, kept: Path) -> None:
    """The misread mark makes the sheet illegal only as read, and its doubt is kept next to the record."""
    (sheet,) = fairsheet("verify", kept / "doubtful" / "seat-1.json", "--json").json["sheets"]
    assert sheet["verdict"] == "undecided"


def test_prints_are_read(fairsheet: Any, kept: Path) -> None:
    """The code, the markers and the layout; that of the garden is kept, because its template was changed."""
    (launch,) = fairsheet("scan", kept / "print.pdf", "--json").json["photos"][0]["sheets"]
    game = launch["record"]["game"]
    assert (game["seed"], game["table"], game["print"]) == ("coral-otter-42", "Club 7", "k7m2qx")
    (layout,) = (kept / "garden-layouts").iterdir()
    garden = fairsheet("scan", kept / "garden.pdf", "--sheet", kept / "garden.sheet", "--json")
    assert garden.json["photos"][0]["sheets"][0]["record"]["layout"] == layout.name.partition(".")[0]


def test_a_certificate_is_checked(fairsheet: Any, kept: Path) -> None:
    assert fairsheet("certificate", "check", kept / "certificate").code == 0


def test_a_store_is_opened(kept: Path, tmp_path: Path) -> None:
    (tmp_path / STORE).write_bytes(gzip.decompress((kept / f"{STORE}.gz").read_bytes()))
    with open_batch(tmp_path) as batch:
        assert len(batch.store.listed()) == 2 and batch.plan.league


def test_an_evening_is_served(kept: Path, tmp_path: Path) -> None:
    """Its players joined, turned over a card, answered a question and deleted their photos."""
    (tmp_path / STORE).write_bytes(gzip.decompress((kept / "evening.sqlite.gz").read_bytes()))

    async def see(client: Client) -> None:
        (table,) = client.tables.all()
        assert table.started.names == ("Ada", "Ben") and table.joined == {1, 2}
        assert (table.turn, len(table.answers)) == (1, 1)
        outcome = client.tables.standing(table.id).outcome
        assert outcome is not None and outcome.score is not None and outcome.verdict == "legal"
        assert [each.total for each in outcome.score.players] == [35, -10]

    run(see, tmp_path)
