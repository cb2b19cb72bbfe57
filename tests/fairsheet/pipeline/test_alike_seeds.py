"""Seeds that look alike deal different games, so messages warn about them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from fairsheet.commands import batch as batch_command
from fairsheet.commands import score
from fairsheet.sheets.support.lookalikes import disguise_lines, disguised_characters, skeleton
from tests.fairsheet.here import batch, records_of, write_records
from tests.fairsheet.serve.client import Client, run

TYPED = "coral-otter é 42"
ALIKE = {
    "coral\N{EN DASH}otter é 42": "EN DASH",
    "coral\N{NON-BREAKING HYPHEN}otter é 42": "NON-BREAKING HYPHEN",
    "coral\N{MINUS SIGN}otter é 42": "MINUS SIGN",
    "coral-otter\N{NO-BREAK SPACE}é 42": "NO-BREAK SPACE",
    "coral-otter e\N{COMBINING ACUTE ACCENT} 42": "COMBINING ACUTE ACCENT",
    "coral-otter é \N{FULLWIDTH DIGIT FOUR}2": "FULLWIDTH DIGIT FOUR",
    "coral-otter é 42\N{ZERO WIDTH SPACE}": "ZERO WIDTH SPACE",
    "c\N{CYRILLIC SMALL LETTER O}ral-otter é 42": "CYRILLIC SMALL LETTER O",
}


@pytest.mark.parametrize("seed", ALIKE)
def test_lookalike_characters_are_named(seed: str) -> None:
    assert disguised_characters(seed) == [ALIKE[seed]] and skeleton(seed) == skeleton(TYPED)


@pytest.mark.parametrize(
    "seed", [TYPED, "Příliš žluťoučký kůň", "can't", "日本", "привет", "हिन्दी", "Straße 9"]
)
def test_characters_on_keyboards_are_no_disguise(seed: str) -> None:
    assert disguise_lines([seed, seed, None]) == []


def test_alike_seeds_of_two_tables_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place, seed in enumerate((TYPED, "coral\N{EN DASH}otter é 42")):
        records = records_of("launch", seed)
        write_records(tmp_path / "club" / str(place), [replace(each, player="") for each in records])
    line = "these seeds look alike but deal different games: "
    folders = [str(each) for each in (tmp_path / "club").iterdir()]
    assert line in CliRunner().invoke(score.command, folders).stderr
    batch_command._say_unread(batch(tmp_path / "club", tmp_path / "out"))
    assert line in capsys.readouterr().err


def test_table_page_names_odd_characters_of_its_seed(tmp_path: Path) -> None:
    async def evening(client: Client) -> None:
        odd, plain = (client.start(seed=seed) for seed in ("coral\N{EN DASH}otter", "coral-otter"))
        assert "there is EN DASH in it" in (await client.get(f"/t/{odd.started.links[0]}")).text
        assert "looks like" not in (await client.get(f"/t/{plain.started.links[0]}")).text

    run(evening, tmp_path)
