"""Rules for the whole project: imports between packages, one version, valid links, no foreign hosts."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from fairsheet.cli import COMMANDS
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game
from fairsheet.sheets.library.templates import load_sheet, scenario_names

ROOT = Path(__file__).parent.parent
TOP_PACKAGES = ("languages", "sheets", "templates", "engine", "vision", "fairsheet", "tools")
MAY_IMPORT = {
    "languages": {"languages"},
    "sheets": {"languages", "sheets", "templates"},
    "templates": {"templates"},
    "engine": {"engine", "languages", "sheets"},
    "vision": {"languages", "sheets", "vision"},
    "fairsheet": set(TOP_PACKAGES) - {"tools"},
    "tools": {"sheets", "tools", "vision"},
}
PUBLIC_HOSTS = {
    "app.bgstatsapp.com", "creativecommons.org", "files.pythonhosted.org", "github.com", "openfontlicense.org",
    "pypi.org", "scripts.sil.org", "semver.org", "www.apache.org", "www.w3.org",
}  # fmt: skip
OWN_OR_RESERVED = re.compile(r"127\.0\.0\.1|[\w.-]+\.example\.?")  # names reserved by RFC 2606
TEXT = {".py", ".md", ".toml", ".sheet", ".lark", ".txt", ".json", ".lock", ".html", ".css", ""}


def modules(package: str) -> Iterator[Path]:
    return (ROOT / package).rglob("*.py")


def texts() -> list[Path]:
    folders = [ROOT / name for name in (*TOP_PACKAGES, "docs", "examples", "benchmarks", ".ci")]
    files = [path for path in ROOT.iterdir() if path.is_file()]
    files += [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    own_files = (path for path in files if path.name != ".git" and "__pycache__" not in path.parts)
    return [path for path in own_files if path.suffix in TEXT]


def module_name(path: Path) -> str:
    """Return the name by which a module is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts if parts[0] in ("fairsheet", "tools") else ("fairsheet", *parts)).removesuffix(
        ".__init__"
    )


PATHS = {module_name(path): path for package in TOP_PACKAGES for path in modules(package)}


def package_of(name: str) -> str:
    """Return the package of a module. A package is in itself."""
    return name if PATHS[name].name == "__init__.py" else name.rpartition(".")[0]


def imported_modules(name: str) -> set[str]:
    """Return the project modules that a module imports, also in functions and only for types."""
    imports: set[str] = set()
    for node in ast.walk(ast.parse(PATHS[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            imports |= {each if each in PATHS else node.module for each in names}
    return imports & set(PATHS)


@cache
def all_imports() -> dict[str, set[str]]:
    """Return the imports of every module, including those only for types."""
    return {name: imported_modules(name) for name in PATHS}


def top_package_of(name: str) -> str:
    """Return the top-level package of a module."""
    return next(part for part in name.split(".")[1::-1] if part in TOP_PACKAGES)


@pytest.mark.parametrize("package", TOP_PACKAGES)
def test_packages_only_import_permitted_packages(package: str) -> None:
    for name in PATHS:
        if top_package_of(name) == package:
            assert {top_package_of(other) for other in all_imports()[name]} <= MAY_IMPORT[package], name


GAMES = {
    f"fairsheet.engine.{registry}.{path.name}"
    for registry in ("games", "recorded")
    for path in (ROOT / "engine" / registry).iterdir()
    if path.is_dir() and path.name not in ("base", "__pycache__")
}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_only_the_registry_imports_a_game(game: str) -> None:
    registry = game.rpartition(".")[0] + ".registry"
    for name, imported in all_imports().items():
        if name != registry and not f"{name}.".startswith(f"{game}."):
            assert not any(f"{other}.".startswith(f"{game}.") for other in imported), name


def assert_sorted(needs: Mapping[str, set[str]]) -> None:
    try:
        order = list(
            TopologicalSorter({name: others - {name} for name, others in needs.items()}).static_order()
        )
    except CycleError as cycle:
        pytest.fail(f"these import each other: {cycle.args[1]}")
    assert set(order) == set(needs)


def test_packages_have_no_import_cycle() -> None:
    """Imports only for types count: if packages need each other, a module is in the wrong place."""
    packages: dict[str, set[str]] = {}
    for name, imported in all_imports().items():
        packages.setdefault(package_of(name), set()).update(map(package_of, imported))
    assert_sorted(packages)


def test_modules_have_no_import_cycle() -> None:
    """Imports only for types count, without exception."""
    assert_sorted(all_imports())


# Modules that users run or import by their name.
PROGRAMS = {
    "fairsheet.cli", "fairsheet.__main__", "fairsheet.testing", "fairsheet.languages.extract",
    "fairsheet.sheets.library.release", "fairsheet.sheets.library.template_words", "tools.training.all_models",
    "tools.training.excerpt", "tools.training.overwritten", "tools.training.unreadable",
}  # fmt: skip
BY_NAME = "fairsheet.commands."


def test_private_modules_begin_with_an_underscore() -> None:
    used = {
        other
        for name, imported in all_imports().items()
        for other in imported
        if package_of(name) != package_of(other)
    }
    for name, path in PATHS.items():
        if path.name != "__init__.py" and name not in PROGRAMS and not name.startswith(BY_NAME):
            assert path.stem.startswith("_") == (name not in used), name


def test_package_docstrings_list_the_public_modules() -> None:
    for name, path in PATHS.items():
        if (
            path.name == "__init__.py"
            and path.parent.name != "fairsheet"
            and not f"{name}.".startswith(BY_NAME)
        ):
            inside = (each for each in PATHS if each.rpartition(".")[0] == name)
            public = {each for each in inside if PATHS[each].name != "__init__.py" and each not in PROGRAMS}
            names = {PATHS[each].stem for each in public if not PATHS[each].stem.startswith("_")}
            tree = ast.parse(path.read_text(encoding="utf-8"))
            listed = re.search(r"Other packages use: (.*)\.", ast.get_docstring(tree) or "", re.DOTALL)
            if name in GAMES:
                names = {"GAME"}
            assert set(re.split(r",\s+", listed[1]) if listed else ()) == names, name


REGISTRIES = {"fairsheet/commands", "engine/rules"}  # a module or package for each name


def test_no_folder_has_more_than_fourteen_entries() -> None:
    entries: dict[Path, set[str]] = {}
    for name, path in PATHS.items():
        inside = path.parent if path.name == "__init__.py" else path
        if name not in PROGRAMS:
            entries.setdefault(inside.parent, set()).add(inside.stem)
    wide = {path.relative_to(ROOT).as_posix() for path, names in entries.items() if len(names) > 14}
    assert wide <= REGISTRIES


# Packages where a name may repeat with the same meaning. Commands have the name of their task, and the rule or editor
# of a scenario has the name of the shared one.
OF_ONE_MEANING = ("fairsheet.commands", "fairsheet.engine.games", "fairsheet.engine.recorded")
SHARED = (*OF_ONE_MEANING, "fairsheet.engine.play", "fairsheet.engine.rules")


def test_module_names_are_unique() -> None:
    homes: dict[str, list[str]] = {}
    for name, path in PATHS.items():
        if path.name not in ("__init__.py", "__main__.py"):
            homes.setdefault(path.stem, []).append(name)
    for stem, names in homes.items():
        others = [name for name in names if not name.startswith(SHARED)]
        apart = [name for name in names if not name.startswith("fairsheet.commands")]
        assert len(names) == 1 or not others or len(apart) == 1, f"{stem}: {names}"


@pytest.mark.parametrize("name", scenario_names())
def test_rules_of_every_scenario_are_a_game(name: str) -> None:
    assert isinstance(rules_of(load_sheet(name)), Game)


def test_changelog_and_metadata_have_the_same_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert importlib.metadata.version("fairsheet") == version
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text()
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()


def test_lock_file_matches_the_project_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    ours = next(package for package in lock["package"] if package["name"] == "fairsheet")
    locked = {
        (
            wanted["name"] + (f"[{','.join(extras)}]" if (extras := wanted.get("extras")) else ""),
            wanted.get("specifier", ""),
            "extra" in wanted.get("marker", ""),
        )
        for wanted in ours["metadata"]["requires-dist"]
    }
    named = {(*split(line), False) for line in project["dependencies"]}
    named |= {(*split(line), True) for lines in project["optional-dependencies"].values() for line in lines}
    assert locked == named
    assert ours["version"] == project["version"]


def split(requirement: str) -> tuple[str, str]:
    match = re.fullmatch(r"([A-Za-z0-9_-]+(?:\[[a-z,]+\])?)(.*)", requirement)
    assert match is not None
    return match[1], match[2]


@pytest.mark.parametrize(
    "path", [p for p in texts() if p.suffix == ".md"], ids=lambda p: str(p.relative_to(ROOT))
)
def test_links_of_pages_exist(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (path.parent / target).exists(), f"{path.relative_to(ROOT)} links to {target}"


def test_files_name_only_public_hosts_and_no_local_paths() -> None:
    for path in texts():
        text = path.read_text(encoding="utf-8")
        hosts = set(re.findall(r"https?://([\w.-]+)", text))
        foreign = {host for host in hosts - PUBLIC_HOSTS if not OWN_OR_RESERVED.fullmatch(host)}
        assert not foreign, f"{path.relative_to(ROOT)}: {foreign}"
        own_paths = re.findall(r"(?<![\w.-])/(?:work|home|root|opt|mnt)/\S*", text)
        assert not own_paths, f"{path.relative_to(ROOT)}: {own_paths}"


def test_every_command_has_its_page() -> None:
    page = (ROOT / "docs" / "interfaces" / "commands.md").read_text()
    for name in COMMANDS:
        assert f"## fairsheet {name}\n" in page
