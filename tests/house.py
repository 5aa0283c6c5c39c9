"""The house as it stands: who imports whom, and the laws about it as functions from modules to breaches."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine import GAMES, PAST

ROOT = Path(__file__).parents[1]
AWAY = {"node_modules", "__pycache__", "build", "data"}  # folders that are not ours
FAMILIES = tuple(sorted({game.family for game in (*GAMES.values(), *PAST.values())}))

# What the engine may take from the standard library: nothing with a clock, chance, files or sockets.
PURE = {
    *("__future__", "abc", "ast", "bisect", "collections", "contextlib", "dataclasses", "enum", "fractions"),
    *(
        "functools",
        "hashlib",
        "heapq",
        "importlib",
        "itertools",
        "math",
        "operator",
        "re",
        "string",
        "struct",
        "types",
    ),
    "typing",
}
FRONT = {"argparse", "io", "json", "pathlib", "sys"}  # for engine.__main__ besides
IMPURE = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}

# Whom each room of the engine imports; a game's own files may take SHARED and each other.
SHARED = {"engine.game", "engine.rng", "engine.grid", "engine.cards"}
ENGINE: Mapping[str, set[str]] = {
    "engine.rng": set(),
    "engine.grid": set(),
    "engine.cards": set(),
    "engine.clock": set(),
    "engine.game": {"engine.rng"},
    "engine.entry": {"engine.game"},
    "engine.checks": {"engine.game", "engine.entry", "engine.match"},
    "engine.match": {"engine.game", "engine.clock", "engine.rng", "engine.entry", "engine.checks"},
    "engine.perft": {"engine.game"},
    "engine.record": {
        "engine",
        *("engine.game", "engine.clock", "engine.rng", "engine.entry", "engine.match"),
    },
    "engine.__main__": {"engine", "engine.game", "engine.entry", "engine.match", "engine.record"},
}

MIGRATIONS = {"app.db.schema", "app.db.engine"}  # what migrations import of the app
NOT_SERVING = {"alembic", "httpx", "hypothesis", "playwright", "pytest", "tests"}


@dataclass(frozen=True)
class Module:
    """`imports`: modules by full name, ours or others'; `first`: those of them that are imported when the
    module is, not within a function nor for types only; `types`: those imported for types only; `calls`:
    names of the functions that it calls."""

    imports: frozenset[str]
    first: frozenset[str]
    types: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()


Services = Mapping[str, Module]  # by full name: engine.match; a package by its own: engine


def files(root: Path = ROOT) -> Iterator[Path]:
    """Our own files, relative to the root."""
    for folder, folders, names in os.walk(root):
        folders[:] = [
            name for name in folders if not (name in AWAY or name.startswith(".") or ".egg" in name)
        ]
        yield from (Path(folder, name).relative_to(root) for name in names)


def house(root: Path = ROOT) -> Services:
    sources = {
        ".".join(file.with_suffix("").parts).removesuffix(".__init__"): (root / file).read_text("utf-8")
        for file in files(root)
        if file.suffix == ".py" and len(file.parts) > 1
    }
    return built(sources)


def built(sources: Mapping[str, str]) -> Services:
    """The modules with these names and source texts. No source imports relatively: a breach if one does."""
    found = {}
    for name, source in sources.items():
        tree = ast.parse(source)
        pairs = [(ours(other, sources), when) for other, when in _imports(tree, "at once")]
        called = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        running = frozenset(other for other, when in pairs if when != "for types")
        found[name] = Module(
            frozenset(other for other, _ in pairs),
            frozenset(other for other, when in pairs if when == "at once"),
            frozenset(other for other, _ in pairs) - running,
            frozenset(called),
        )
    return found


def ours(dotted: str, known: Mapping[str, object]) -> str:
    """The module of ours that holds this name, or the name."""
    parts = dotted.split(".")
    heads = (".".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((head for head in heads if head in known), dotted)


When = Literal["at once", "later", "for types"]  # "later": when the function that imports it runs


def _imports(tree: ast.AST, when: When) -> Iterator[tuple[str, When]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, when) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((f"{module}.{alias.name}", when) for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _imports(ast.Module(node.body, []), "for types")
            yield from _imports(ast.Module(node.orelse, []), when)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _imports(node, "later" if when == "at once" else when)
        else:
            yield from _imports(node, when)


def family(module: str) -> str | None:
    """The family whose own file this module of the engine is."""
    stem = module.removeprefix("engine.").split(".")[0]
    return stem if stem in FAMILIES else None


def may_import(module: str, other: str) -> bool:
    """Whether a module of the engine may import another of the engine."""
    if module == "engine":
        return other not in ("engine.record", "engine.__main__") and not other.startswith("engine.analysis")
    if module.startswith("engine.analysis"):
        return other != "engine.__main__"
    if module in ENGINE:
        return other in ENGINE[module]
    return other in SHARED or (family(module) is not None and family(other) == family(module))


def engine_breaches(house: Services) -> Iterator[str]:
    for name, module in sorted(house.items()):
        if name.partition(".")[0] != "engine":
            continue
        apart = name.startswith("engine.analysis")
        if not (name == "engine" or name in ENGINE or family(name) or apart):
            yield f"{name} is no room of the drawing, and no game's own file"
        for other in sorted(module.imports):
            top = other.partition(".")[0]
            if top == "engine":
                if not may_import(name, other):
                    yield f"{name} imports {other}"
            elif not (top in PURE or (name == "engine.__main__" and top in FRONT) or apart):
                yield f"{name} imports {other}"
        if not apart and name != "engine.__main__":
            yield from (f"{name} calls {call}" for call in sorted(module.calls & IMPURE))


def app_breaches(house: Services) -> Iterator[str]:
    """What the app and the migrations import that is not theirs to import."""
    for name, module in sorted(house.items()):
        top = name.partition(".")[0]
        if top not in ("app", "migrations"):
            continue
        for other in sorted(module.imports):
            strange = top == "migrations" and other.startswith("app.") and other not in MIGRATIONS
            if other.partition(".")[0] == "tests" or strange:
                yield f"{name} imports {other}"


def relative_imports(house: Services) -> Iterator[str]:
    for name, module in sorted(house.items()):
        yield from (f"{name} imports {other}" for other in sorted(module.imports) if other.startswith("."))


def serving_breaches(house: Services) -> Iterator[str]:
    """What a server would import on its way up that is only for tests and commands."""
    reached, waiting = set[str](), {"app.main", "app.__main__"} & set(house)
    while waiting:
        name = waiting.pop()
        reached.add(name)
        parents = {name.rpartition(".")[0]} & set(house)
        waiting |= ({other for other in house[name].first if other in house} | parents) - reached
        for other in sorted(house[name].first):
            if other.partition(".")[0] in NOT_SERVING:
                yield f"{name} imports {other} at once"


def circles(house: Services) -> Iterator[str]:
    """Modules that import each other in a cycle when they run; imports for types only are left out."""
    done: set[str] = set()

    def walk(name: str, way: tuple[str, ...]) -> Iterator[str]:
        if name in way:
            yield " -> ".join((*way[way.index(name) :], name))
        elif name not in done:
            for other in sorted((house[name].imports - house[name].types) & set(house)):
                yield from walk(other, (*way, name))
            done.add(name)

    for name in sorted(house):
        yield from walk(name, ())
