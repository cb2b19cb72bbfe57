"""`fairsheet seed`: two people make a seed from their commitments."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import Fairsheet


def test_two_people_make_a_common_seed(fairsheet: Fairsheet, tmp_path: Path) -> None:
    lines = []
    for step in ("commit", "reveal"):
        for name in ("Ada", "Ben"):
            ended = fairsheet("seed", step, name if step == "commit" else f"{name}.secret", cwd=tmp_path)
            assert ended.code == 0, ended.err
            lines.append(ended.out)
    assert os.name == "nt" or (tmp_path / "Ada.secret").stat().st_mode & 0o077 == 0
    (tmp_path / "lines.txt").write_text("".join(lines), encoding="utf-8")
    ended = fairsheet("seed", "combine", "lines.txt", cwd=tmp_path)
    assert ended.code == 0, ended.err
    seed = ended.out.strip()
    (tmp_path / "again.txt").write_text("".join(lines), encoding="utf-8")
    assert fairsheet("seed", "combine", "lines.txt", "again.txt", "--json", cwd=tmp_path).json == {
        "format": "fairsheet.seed/1", "seed": seed, "names": ["Ada", "Ben"],
    }  # fmt: skip
    assert fairsheet("deal", "launch", "--seed", seed, "--players", 2, "--turns", 1).code == 0

    fairsheet("seed", "commit", "Ada", cwd=tmp_path).refused("the file already has a secret")
    fairsheet("seed", "combine", "Ada.secret", cwd=tmp_path).refused("no commitment of Ada")
    fairsheet("seed", "reveal", "lines.txt", cwd=tmp_path).refused("the file has 2 secrets instead of one")


def test_a_new_seed_is_one_word(fairsheet: Fairsheet) -> None:
    ended = fairsheet("seed", "new")
    assert ended.code == 0
    assert len(ended.out.split()) == 1


def test_secret_is_always_private_to_its_owner(
    fairsheet: Fairsheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check_mode_and_fail(descriptor: int) -> None:
        assert os.fstat(descriptor).st_mode & 0o077 == 0
        raise OSError("before it has its name")

    monkeypatch.setattr(os, "fsync", check_mode_and_fail)
    fairsheet("seed", "commit", "Ada", "-o", tmp_path / "secret").refused("before it has its name")
    assert not list(tmp_path.iterdir())


def test_file_with_too_many_lines_is_refused(fairsheet: Fairsheet, tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("a word of greeting\n" * 10_000)
    fairsheet("seed", "combine", tmp_path / "lines.txt").refused("lines.txt: the file is too long")
