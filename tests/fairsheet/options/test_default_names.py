"""Default names of output files, and files that are never overwritten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fairsheet.options.default_names import safe_name

GAME = ("--seed", "coral-otter-42", "--players")
TEMPLATE = 'sheet garden "Garden"\nslot bed at: 20, 40\n'


def test_a_print_is_named_after_its_game(fairsheet: Any, tmp_path: Path) -> None:
    words = ("print", "launch", *GAME, 3, "--print-id", "k7")
    ended = fairsheet(*words, cwd=tmp_path)
    assert (ended.code, ended.out) == (0, "launch-coral-otter-42.pdf\n")
    assert "launch-coral-otter-42.pdf" not in ended.err
    assert fairsheet(*words, cwd=tmp_path).out == ended.out  # the very same file
    assert [path.name for path in tmp_path.iterdir()] == ["launch-coral-otter-42.pdf"]


def test_print_does_not_overwrite_another_file(fairsheet: Any, tmp_path: Path) -> None:
    former = tmp_path / "launch-coral-otter-42-seat-2.pdf"
    former.write_bytes(b"mine")
    ended = fairsheet("print", "launch", *GAME, 3, "--seat", 2, cwd=tmp_path)
    assert ended.out == "launch-coral-otter-42-seat-2-2.pdf\n"
    assert former.read_bytes() == b"mine"


def test_print_of_a_table_has_its_name(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("print", "launch", *GAME, 3, "--table", "North", cwd=tmp_path)
    assert (ended.code, ended.out) == (0, "launch-coral-otter-42-North.pdf\n")


def test_seed_never_acts_as_a_path(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("print", "launch", "--seed", "../ä:b", "--players", 2, "--json", cwd=tmp_path)
    assert ended.json["file"].startswith("launch-ä-b-")
    assert (tmp_path / ended.json["file"]).is_file()


def test_file_names_keep_letters_of_every_language(fairsheet: Any, tmp_path: Path) -> None:
    game = ("--seed", "můj seed 7 čau", "--players", 3, "--table", "Stůl u okna")
    assert fairsheet("print", "virus", *game, cwd=tmp_path).out == "virus-můj-seed-7-čau-Stůl-u-okna.pdf\n"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200))
def test_safe_names_are_valid_file_names(words: str) -> None:
    name = safe_name(words)
    assert 0 < len(name) <= 80 and len(name.encode()) <= 200
    assert not set(name) & set('/\\:*?"<>|% ') and name.isprintable()
    assert name[0] not in ".-" and name[-1] not in ".-"
    assert safe_name(name) == name


def test_safe_names_of_different_words_differ() -> None:
    words = ["a", "A b", "a%20b", "a/b", ".", "..", "...", "a.", "con", "con.txt", "Nul"]
    words += ["🚀" * 64, "🚀" * 63 + "x", "ö" * 90, "x" * 90]
    assert len({safe_name(each) for each in words} | {"con", "con.txt", "Nul"}) == len(words) + 3


def test_games_of_bots_go_to_a_new_folder(fairsheet: Any, tmp_path: Path) -> None:
    for name in ("launch-games", "launch-games-2"):
        ended = fairsheet("simulate", "launch", *GAME, 2, "--json", cwd=tmp_path)
        assert ended.json["tables"][0]["folder"] == f"{name}/coral-otter-42"


def test_preview_replaces_the_last_preview(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "garden.sheet").write_text(TEMPLATE)
    (tmp_path / "garden.png").write_bytes(b"mine")
    for _ in range(2):
        assert fairsheet("preview", "garden.sheet", cwd=tmp_path).out == "garden.preview.png\n"
    assert {path.name for path in tmp_path.iterdir()} == {"garden.png", "garden.preview.png", "garden.sheet"}
    assert (tmp_path / "garden.png").read_bytes() == b"mine"
