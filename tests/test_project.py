"""What holds for the project as a whole: who may import whom, one version, links that lead somewhere, own words."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import tomllib
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from engine.game import Game
from engine.games import rules_of
from fairsheet.cli import COMMANDS
from sheets.library import load_sheet, scenario_names

ROOT = Path(__file__).parent.parent
ROOMS = ("sheets", "templates", "engine", "vision", "fairsheet")
MAY_KNOW = {
    "sheets": {"sheets", "templates"},
    "templates": {"templates"},
    "engine": {"engine", "sheets"},
    "vision": {"vision", "sheets"},
    "fairsheet": set(ROOMS),
}
PUBLIC_HOSTS = {
    "creativecommons.org", "files.pythonhosted.org", "github.com", "openfontlicense.org", "pypi.org",
    "scripts.sil.org", "semver.org", "www.apache.org", "www.w3.org",
}  # fmt: skip
TEXT = {".py", ".md", ".toml", ".sheet", ".lark", ".txt", ".json", ".lock", ".html", ".css", ""}


def modules(room: str) -> Iterator[Path]:
    return (ROOT / room).rglob("*.py")


def texts() -> list[Path]:
    folders = [ROOT / name for name in (*ROOMS, "docs", "examples", "benchmarks", ".ci")]
    files = [path for path in ROOT.iterdir() if path.is_file()]
    files += [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    mine = (path for path in files if path.name != ".git" and "__pycache__" not in path.parts)
    return [path for path in mine if path.suffix in TEXT]


def imported_rooms(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return {name.split(".")[0] for name in names} & set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_know_only_whom_they_may(room: str) -> None:
    for path in modules(room):
        assert imported_rooms(path) <= MAY_KNOW[room], path.relative_to(ROOT)


def test_the_general_part_names_no_game() -> None:
    games = {path.name for path in (ROOT / "engine" / "games").iterdir() if path.is_dir()} - {"__pycache__"}
    assert games
    for room in ("sheets", "engine", "vision", "fairsheet"):
        for path in modules(room):
            if (ROOT / "engine" / "games") in path.parents:
                continue
            shared = {"base"} if (ROOT / "engine" / "rules") in path.parents else set()
            unknown = tuple(f"engine.games.{game}" for game in games - shared)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module:
                    assert not node.module.startswith(unknown), path


def imported_modules(name: str, paths: Mapping[str, Path]) -> set[str]:
    """The modules that one imports when it is loaded or in its functions, and the packages that they are in, which are
    loaded with them; for types alone does not count."""
    found: set[str] = set()
    blocks: list[ast.AST] = list(ast.parse(paths[name].read_text(encoding="utf-8")).body)
    while blocks:
        node = blocks.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        else:
            blocks += ast.iter_child_nodes(node)
    packages = {
        ".".join(module.split(".")[:depth]) for module in found for depth in range(1, module.count(".") + 1)
    }
    return {
        module for module in found | packages if module in paths and not f"{name}.".startswith(f"{module}.")
    }


def test_no_module_needs_itself() -> None:
    """Neither to be loaded nor later, in a function that imports: then one of the two is at the wrong place."""
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for room in ROOMS
        for path in modules(room)
    }
    imports = {name: imported_modules(name, paths) for name in paths}
    try:
        order = list(TopologicalSorter(imports).static_order())
    except CycleError as cycle:
        pytest.fail(f"these import each other: {cycle.args[1]}")
    assert len(order) == len(paths)


@pytest.mark.parametrize("name", scenario_names())
def test_every_scenario_has_all_that_a_game_is(name: str) -> None:
    assert isinstance(rules_of(load_sheet(name)), Game)


def test_one_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert importlib.metadata.version("fairsheet") == version
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_lock_file_is_in_step() -> None:
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
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (path.parent / target).exists(), f"{path.relative_to(ROOT)} links to {target}"


def test_the_project_speaks_of_itself_alone() -> None:
    for path in texts():
        text = path.read_text(encoding="utf-8")
        hosts = set(re.findall(r"https?://([\w.-]+)", text))
        assert hosts <= PUBLIC_HOSTS, f"{path.relative_to(ROOT)}: {hosts - PUBLIC_HOSTS}"
        own_paths = re.findall(r"(?<![\w.-])/(?:work|home|root|opt|mnt)/\S*", text)
        assert not own_paths, f"{path.relative_to(ROOT)}: {own_paths}"


def test_every_command_has_its_page() -> None:
    page = (ROOT / "docs" / "commands.md").read_text()
    for name in COMMANDS:
        assert f"## fairsheet {name}\n" in page
