"""Print figures about the structure of the code, each with its counting rule.

    python -m benchmarks.house

Each file is counted once, in its top-level folder, although `fairsheet/` links to the others. Imports include those in
functions and for types, but not modules loaded by name.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ROOMS = ("fairsheet", "engine", "sheets", "vision", "languages", "templates")
NO_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
TYPE_ROLES = ("annotation", "returns", "slice")
CODE = "lines without blank lines, comments and docstrings"
GAME_BRANCH = r"\.game is (not )?None|is_recorded\(|has_rules\("
PRIVATE = "modules or packages whose name begins with one underscore; importers in tests not counted"
CIRCLES = "groups that all reach each other by imports, also in functions and for types"
LAYERS = "longest chain of imports between first-level parts of fairsheet/; a circle counts as one layer"
SHEETS = """classes of fairsheet/ and vision/ with a field that is a Record or Marks and a field that mentions Doubt or
    FieldReading, and classes with a field that is one of these classes"""


class Module(NamedTuple):
    """A module with its import name, its top-level folder and its package."""

    name: str
    room: str
    package: str
    text: str
    tree: ast.Module


def main() -> None:
    """Print one line for each figure."""
    modules = {module.name: module for room in ROOMS for module in load_modules(room)}
    imports = {name: find_imports(module, modules) for name, module in modules.items()}
    layer_names = {n: f"{n}.__init__".split(".")[1] for n, m in modules.items() if m.room == "fairsheet"}
    layers = merge_nodes(imports, layer_names)
    groups = merge_nodes(layers, name_circles(layers))

    def report(what: str, count: Callable[[Module], int], pattern: str) -> None:
        rooms = {room: sum(count(m) for m in modules.values() if m.room == room) for room in ROOMS}
        parts = ", ".join(f"{room} {number:,}" for room, number in rooms.items())
        print(f"{what}: {sum(rooms.values()):,} ({parts}) [{pattern}]")

    def report_names(what: str, names: Collection[str], pattern: str) -> None:
        print(f"{what}: {len(names)} ({', '.join(names) or 'none'}) [{' '.join(pattern.split())}]")

    report("code lines", count_code_lines, CODE)
    print(f"code lines of tests: {sum(map(count_code_lines, load_modules('tests'))):,} [{CODE}]")
    report("modules", lambda m: 1, "files *.py")
    report_names("layers of fairsheet/", longest_chain(groups, groups), LAYERS)
    report_names("circles of layers", sorted(name for name in groups if "+" in name), CIRCLES)
    report_names("types for a sheet that was read", sheets_as_read(modules), SHEETS)
    report_names("private modules imported from another package", private_imports(modules, imports), PRIVATE)
    report("branches on the kind of game", lambda m: len(re.findall(GAME_BRANCH, m.text)), GAME_BRANCH)
    report("files with such branches", lambda m: bool(re.search(GAME_BRANCH, m.text)), GAME_BRANCH)
    sizes = sorted((name.count("+") + 1 for name in {*name_circles(imports).values()}), reverse=True)
    report_names("circles of modules", [str(size) for size in sizes if size > 1], f"sizes of {CIRCLES}")
    report("uses of Any", count_any, "Any in an annotation or in the brackets of a subscript")


def load_modules(folder: str) -> Iterator[Module]:
    """Parse the modules of a top-level folder."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT / folder).with_suffix("").parts
        name = ".".join(("fairsheet", *([] if folder == "fairsheet" else [folder]), *parts))
        package, text = name.rpartition(".")[0], path.read_text(encoding="utf-8")
        yield Module(name.removesuffix(".__init__"), folder, package, text, ast.parse(text))


def count_code_lines(module: Module) -> int:
    """Count the lines with code. A string as a statement counts as a docstring."""
    tokens = tokenize.generate_tokens(io.StringIO(module.text).readline)
    code = (token for token in tokens if token.type not in NO_CODE)
    lines = {number for token in code for number in range(token.start[0], token.end[0] + 1)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines - {n for n, line in enumerate(module.text.split("\n"), 1) if not line.strip()})


def count_any(module: Module) -> int:
    """Count the uses of `Any` as a type."""
    roles = (getattr(node, role, None) for node in ast.walk(module.tree) for role in TYPE_ROLES)
    inside = {each for role in roles if isinstance(role, ast.expr) for each in ast.walk(role)}
    return sum("Any" in (getattr(node, "id", None), getattr(node, "attr", None)) for node in inside)


def find_imports(module: Module, known: Mapping[str, Module]) -> set[str]:
    """Return the known modules that a module imports."""
    found: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {name if name in known else node.module for name in names}
    return found & set(known)


def merge_nodes(graph: Mapping[str, set[str]], names: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the graph with nodes of equal name merged, and unnamed nodes removed."""
    merged: dict[str, set[str]] = {name: set() for name in names.values()}
    for node, name in names.items():
        merged[name] |= {names[other] for other in graph[node] if other in names} - {name}
    return merged


def name_circles(graph: Mapping[str, set[str]]) -> dict[str, str]:
    """Return the import circle of each node, as the joined names of its nodes (only its own name if there is none)."""
    reached = {node: {node, *others} for node, others in graph.items()}
    for middle in graph:
        for nodes in reached.values():
            nodes |= reached[middle] if middle in nodes else set()
    return {a: "+".join(sorted(b for b in nodes if a in reached[b])) for a, nodes in reached.items()}


def longest_chain(graph: Mapping[str, set[str]], starts: Iterable[str]) -> list[str]:
    """Return the longest chain of nodes from one of the starts; the graph must be acyclic."""
    chains = ([node, *longest_chain(graph, graph[node])] for node in sorted(starts))
    return max(chains, key=len, default=[])


def sheets_as_read(modules: Mapping[str, Module]) -> list[str]:
    """Return the classes for one sheet as read, and those that contain such a class."""
    fields: dict[str, set[str]] = {}
    for module in (m for m in modules.values() if m.room in ("fairsheet", "vision")):
        for node in (each for each in ast.walk(module.tree) if isinstance(each, ast.ClassDef)):
            types = (each.annotation for each in node.body if isinstance(each, ast.AnnAssign))
            fields[f"{module.name[10:]}.{node.name}"] = {ast.unparse(each) for each in types}
    marked = {name for name, types in fields.items() if types & {"Record", "Marks"}}
    found = {name for name in marked if re.search("Doubt|FieldReading", " ".join(fields[name]))}
    for _ in fields:
        known = {name.rpartition(".")[2] for name in found}
        found |= {name for name, types in fields.items() if types & known}
    return sorted(found)


def private_imports(modules: Mapping[str, Module], imports: Mapping[str, set[str]]) -> list[str]:
    """Return the private modules that are imported from outside their package."""
    homes = {name: re.sub(r"\._(?!_).*", "", name) for name in imports}
    pairs = ((name, other) for name in imports for other in imports[name] if homes[other] != other)
    outside = ((name, other) for name, other in pairs if homes[other] != homes[modules[name].package])
    return sorted(f"{other} by {name}" for name, other in outside)


if __name__ == "__main__":
    main()
