"""The wheel: everything that the program needs travels in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("sheets", "templates", "engine", "vision", "fairsheet")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the source."""
    source = tmp_path_factory.mktemp("source")
    for room in ROOMS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / room, source / room, symlinks=True, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    build = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, "dist"], cwd=source, check=True, capture_output=True)
    (built,) = (source / "dist").glob("*.whl")
    return built


def test_data_files_travel_in_the_wheel(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    data = {
        ("" if room == "fairsheet" else "fairsheet/") + path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and path.suffix != ".md"
    }
    assert {"fairsheet/templates/launch.sheet", "fairsheet/sheets/language/grammar.lark"} <= data
    # what the shipped ones are made of
    trained = {path for path in data if path.startswith("fairsheet/vision/models/trained/")}
    assert data - held == trained


def test_the_wheel_brings_one_name(wheel: Path) -> None:
    top = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {"fairsheet"}


def test_an_installed_program_needs_no_source(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(place)  # installing does no more, as the wheel is plain Python
    code = (
        "import fairsheet.sheets\n"
        f"assert all(path.startswith({str(place)!r}) for path in fairsheet.sheets.__path__)\n"
        "from fairsheet.cli import main; main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, "print", "launch", "--seed", "x", "--players", "2", "-o", "x.pdf"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(place)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")
