"""Test seeds from everybody's secret: documented vectors, and messages about wrong lines."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairsheet.engine.dealing.fair_seed import (
    Commitment,
    Reveal,
    combine,
    commitment_to,
    read_lines,
    reveal_of,
)
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.lookalikes import skeleton

DOCUMENT = Path(__file__).parents[3] / "docs" / "organise" / "fair-seeds.md"
ADA = Reveal("Ada", "4k2mwq7tnh0s9xzbc3ea")
BEN = Reveal("Ben", "0123456789abcdefghjk")
CYRILLIC_ADA = Reveal("Ad\N{CYRILLIC SMALL LETTER A}", BEN.secret)
names = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=20)
secrets = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=20, max_size=40)


def vectors() -> dict[str, Any]:
    found = re.search(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    document: dict[str, Any] = json.loads(found.group(1))
    return document


def test_seeds_match_the_documented_vectors() -> None:
    known = vectors()
    people = {each["name"]: Reveal(each["name"], each["secret"]) for each in known["people"]}
    for each in known["people"]:
        assert commitment_to(people[each["name"]]).hash == each["commitment"]
    for each in known["seeds"]:
        reveals = [people[name] for name in each["names"]]
        assert combine([commitment_to(reveal) for reveal in reveals], reveals) == each["seed"]


@given(st.dictionaries(names, secrets, min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_lines_in_any_order_give_one_seed(people: dict[str, str], random: Any) -> None:
    reveals = [reveal_of(name, secret) for name, secret in people.items()]
    if len({skeleton(reveal.name) for reveal in reveals}) < len(reveals):
        return  # two names that look alike
    lines = [*(str(commitment_to(reveal)) for reveal in reveals), *map(str, reveals)]
    commitments, reveals, warnings = read_lines("\n".join(lines))
    seed = combine(commitments, reveals)
    assert not warnings
    random.shuffle(lines)
    assert combine(*read_lines("> hello\n\n" + "\r\n".join(lines + lines))[:2]) == seed


@given(secrets, secrets)
def test_another_secret_gives_another_seed(one: str, other: str) -> None:
    seeds = {
        combine([commitment_to(r), commitment_to(BEN)], [r, BEN])
        for r in (Reveal("Ada", one), Reveal("Ada", other))
    }
    assert len(seeds) == len({one, other})


def test_generated_secrets_differ() -> None:
    made = [reveal_of("Ada").secret for _ in range(20)]
    assert len(set(made)) == 20
    assert all(reveal_of("Ada", secret).secret == secret for secret in made)


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x07b"])
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(FairsheetError, match="name"):
        reveal_of(name)


@pytest.mark.parametrize("secret", ["", "short", "with blanks in it, and long", "ž" * 20, "x" * 201])
def test_bad_secrets_are_refused(secret: str) -> None:
    with pytest.raises(FairsheetError, match="secret"):
        reveal_of("Ada", secret)


@pytest.mark.parametrize(
    ("commitments", "reveals", "message"),
    [
        ([ADA, BEN], [ADA], "no reveal of Ben"),
        ([ADA], [ADA, BEN], "no commitment of Ben"),
        ([], [ADA, BEN], "no commitment of Ada and Ben"),
        ([ADA], [ADA], "1 of at least 2 people"),
        ([], [], "0 of at least 2 people"),
        ([ADA, BEN], [ADA, Reveal("Ben", "0123456789abcdefghjj")], "secret of Ben does not match"),
        ([ADA, Reveal("Ben", ADA.secret)], [ADA, BEN], "secret of Ben does not match"),
        ([ADA, BEN], [ADA, BEN, Reveal("Ben", ADA.secret)], "two different ones of Ben"),
        ([ADA, BEN, Reveal("Ada", BEN.secret)], [ADA, BEN], "two different ones of Ada"),
        ([ADA, Reveal("ada", BEN.secret)], [ADA, Reveal("ada", BEN.secret)], "Ada and ada look alike"),
        ([ADA, CYRILLIC_ADA], [ADA, CYRILLIC_ADA], "look alike"),
    ],
)
def test_mismatched_lines_are_named(commitments: list[Reveal], reveals: list[Reveal], message: str) -> None:
    with pytest.raises(FairsheetError, match=message):
        combine([commitment_to(reveal) for reveal in commitments], reveals)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("commitment 12ab Ada", "lines, line 2 is passed over: a commitment has 64 hexadecimal digits"),
        (f"commitment {'g' * 64} Ada", "64 hexadecimal digits"),
        (
            f"commitment {'a' * 64} A\N{ZERO WIDTH SPACE}da",
            "is not a name of 1 to 40 visible characters",
        ),
        (f"commitment {'a' * 64} {'Ada' * 14}", "is not a name of 1 to 40"),
        ("commitment", "64 hexadecimal digits"),
        ("reveal 4k2mwq7tnh0s9xzbc3ea", "'' is not a name"),
        ("reveal a Mal", "a secret of 1 characters can be guessed"),
        ("Ada: reveal the truth, please", "a secret of 3 characters can be guessed"),
    ],
)
def test_unusable_line_is_skipped_with_a_warning(line: str, message: str) -> None:
    commitments, reveals, warnings = read_lines(f"\n{line}")
    assert not commitments and not reveals
    assert len(warnings) == 1 and message in warnings[0]


def test_lines_are_found_in_a_chat() -> None:
    committed = f"[18:05] Ada: {commitment_to(ADA)}\n12/11/26, 18:06 - Ben: {commitment_to(BEN)}"
    chat = f"{committed}\n[18:07] Ada: ok, {ADA}\n{BEN}"
    assert read_lines(chat) == ([commitment_to(ADA), commitment_to(BEN)], [ADA, BEN], [])


def test_commitment_after_a_reveal_causes_a_warning() -> None:
    lines = [commitment_to(ADA), ADA, commitment_to(BEN), BEN, commitment_to(ADA)]
    found = read_lines("\n".join(map(str, lines)))
    assert combine(found.commitments, found.reveals) == combine(
        [commitment_to(ADA), commitment_to(BEN)], [ADA, BEN]
    )
    assert [warning.partition(";")[0] for warning in found.warnings] == [
        "lines, line 3: the commitment of Ben comes after the reveal of Ada"
    ]


def test_copied_commitment_is_refused() -> None:
    stolen = Commitment("Eve", commitment_to(ADA).hash)
    with pytest.raises(FairsheetError, match="secret of Eve does not match"):
        combine([commitment_to(ADA), stolen], [ADA, Reveal("Eve", ADA.secret)])
