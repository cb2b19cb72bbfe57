"""The wheel contains everything that the program needs, and is the same from every clone."""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HERE = {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "0"}
ELSEWHERE = {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "7"}
PACKAGES = ("sheets", "templates", "engine", "vision", "fairsheet")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("source"))


def build_wheel(source: Path) -> Path:
    """Build a wheel from a copy of the project's source in this folder."""
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, source / package, symlinks=True, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    build = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, "dist"],
        cwd=source, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}, check=True, capture_output=True,
    )  # fmt: skip
    (built,) = (source / "dist").glob("*.whl")
    return built


def test_wheel_contains_all_data_files(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    data = {
        ("" if package == "fairsheet" else "fairsheet/") + path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and path.suffix != ".md"
    }
    assert {"fairsheet/templates/launch.sheet", "fairsheet/sheets/language/grammar.lark"} <= data
    # sources of the shipped models
    trained = {path for path in data if path.startswith("fairsheet/vision/models/trained/")}
    assert data - held == trained


def test_wheel_has_one_top_level_name(wheel: Path) -> None:
    top = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {"fairsheet"}


def test_two_copies_make_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    copy = tmp_path / "another place"
    copy.mkdir()
    assert build_wheel(copy).read_bytes() == wheel.read_bytes()


@pytest.mark.soak
def test_two_clones_make_the_same_files(tmp_path: Path) -> None:
    """Build as the Makefile does, with the umask, time zone, language and hashes of two people."""
    made = []
    for name, umask, own in (("one", 0o022, HERE), ("another place", 0o077, ELSEWHERE)):
        clone = tmp_path / name
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], umask=umask, check=True)
        (clone / ".venv").symlink_to(ROOT / ".venv")
        ready = "-o .venv/bin/fairsheet -o .venv/bin/pytest"  # make must not install into this .venv
        subprocess.run(
            ["make", *ready.split(), "sdist"],
            cwd=clone, umask=umask, env={**os.environ, **own}, check=True, capture_output=True,
        )  # fmt: skip
        made.append({each.name: sha256(each.read_bytes()).digest() for each in (clone / "dist").iterdir()})
    assert made[0] == made[1] and len(made[0]) == 2


def test_installed_program_needs_no_source(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(place)  # as an installation does with plain Python
    check = f"assert all(path.startswith({str(place)!r}) for path in fairsheet.sheets.__path__)"
    print_sheets(tmp_path / "x.pdf", program=place, first=f"import fairsheet.sheets\n{check}\n")
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


def test_wheel_prints_the_same_pdf_as_source(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(place)
    print_sheets(tmp_path / "wheel.pdf", program=place, environment=HERE)
    print_sheets(tmp_path / "source.pdf", program=ROOT, environment=ELSEWHERE)
    assert (tmp_path / "wheel.pdf").read_bytes() == (tmp_path / "source.pdf").read_bytes()


@pytest.mark.soak
def test_examples_type_check_against_an_ordinary_install(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv")
    (packages,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(packages)
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    programs = [*(ROOT / "examples").glob("*.py"), ROOT / "tests/fairsheet/program.py"]
    for page in (ROOT / "docs/interfaces").glob("*.md"):
        if examples := doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8")):
            programs.append(tmp_path / f"{page.stem}_page.py")
            programs[-1].write_text("".join(each.source for each in examples), encoding="utf-8")
    python = str(tmp_path / "venv/bin/python")
    command = ["-m", "mypy", "--strict", "--config-file=", "--python-executable", python, *map(str, programs)]
    ended = subprocess.run(
        [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout


def print_sheets(pdf: Path, *, program: Path, first: str = "", environment: Mapping[str, str] = HERE) -> None:
    """Print a table's sheets with the program in a folder, after running the code `first` there."""
    words = ["print", "launch", "--seed", "x", "--players", "2", "--print-id", "abc", "-o", str(pdf)]
    code = f"{first}from fairsheet.cli import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=pdf.parent, env={**os.environ, **environment, "PYTHONPATH": str(program)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
