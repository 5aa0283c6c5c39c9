"""Rules of the source tree that import-linter and ruff cannot express, as functions from modules to breaches.

Each yields one sentence for each breach, such as "engine.match imports time". Imports within `app` are
checked by import-linter (pyproject.toml).
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine import GAMES, PAST

ROOT = Path(__file__).parents[1]
IGNORED = {"node_modules", "__pycache__", "build", "data", "mutants"}  # folders that are not sources
FAMILIES = tuple(sorted({game.family for game in (*GAMES.values(), *PAST.values())}))

# Standard-library modules that the engine may import: none with a clock, chance, files or sockets.
PURE = {
    *("__future__", "abc", "ast", "bisect", "collections", "contextlib", "copyreg", "dataclasses", "enum"),
    *(
        "fractions",
        "functools",
        "hashlib",
        "heapq",
        "hmac",
        "importlib",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "string",
    ),
    *("re", "string", "struct", "types", "typing"),
}
PROGRESS = {"datetime", "os", "threading", "time", "tqdm"}  # the progress of a command: a thread prints it
PIPE = {"os"}  # the end of a command whose reader has left
COMMAND_LINE = {"argparse", "io", "json", "pathlib", "secrets", "sys"}  # the commands may import these too
EFFECTS = {  # event loops, threads, processes, files, sockets and clocks: nothing for the domain
    *("aiosqlite", "asyncio", "concurrent", "io", "logging", "multiprocessing", "os", "pathlib", "queue"),
    *("shutil", "socket", "sqlalchemy", "structlog", "subprocess", "sys", "tempfile", "threading", "time"),
}
DOMAIN = {  # what the features decide without input and output, besides app.model
    *("app.analysis.puzzles.puzzles",),
    *(
        "app.games.chat_text",
        "app.games.check",
        "app.games.deadlines",
        "app.games.new_game",
        "app.games.teaching",
    ),
    *("app.lobby.pools",),
    *(
        "app.people.names",
        "app.people.passwords",
    ),
    *(
        "app.results.badges.badges",
        "app.results.conduct",
        "app.results.daily.days",
        "app.results.glicko",
        "app.results.ratings",
        "app.results.results",
        "app.results.standings",
        "app.results.streaks",
    ),
}
IMPURE = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}

SHARED = {"engine.game", "engine.rng", "engine.grid", "engine.cards"}  # for all games
ENGINE: Mapping[str, set[str]] = {  # permitted imports within the engine, by module outside of the games
    "engine.rng": set(),
    "engine.grid": set(),
    "engine.cards": set(),
    "engine.clock": set(),
    "engine.game": {"engine.rng"},
    "engine.entry": {"engine.game"},
    "engine.match_state": {"engine.game", "engine.clock", "engine.entry"},
    "engine.checks": {"engine.game", "engine.clock", "engine.entry", "engine.match_state"},
    "engine.pickling": {"engine.game", "engine.entry", "engine.match_state"},
    "engine.match": {
        *("engine.game", "engine.clock", "engine.rng", "engine.entry", "engine.checks", "engine.pickling"),
        "engine.match_state",
    },
    "engine.perft": {"engine.game"},
    "engine.registry": {"engine.game"},
    "engine.record": {
        *("engine.game", "engine.clock", "engine.rng", "engine.entry", "engine.match", "engine.registry"),
        *("engine.text_form", "engine.text_reader"),
    },
    "engine.text_form": {"engine.game", "engine.clock", "engine.entry", "engine.match"},
    "engine.text_reader": {
        *("engine.game", "engine.clock", "engine.rng", "engine.entry", "engine.match", "engine.registry"),
        *("engine.match_state", "engine.text_form"),
    },
    "engine.commands": set(),
    "engine.commands.progress": set(),
    "engine.commands.pipe": set(),
    "engine.commands.positions": {
        *("engine.game", "engine.entry", "engine.match", "engine.perft", "engine.registry"),
        *("engine.text_reader", "engine.commands.progress"),
    },
    "engine.commands.logs": {
        *("engine.game", "engine.entry", "engine.match", "engine.record"),
        *("engine.commands.positions", "engine.commands.progress"),
    },
    "engine.commands.analyse": {
        *("engine.analysis", "engine.commands.positions", "engine.match"),
    },
    "engine.commands.terminal": {
        *("engine.analysis", "engine.game", "engine.rng", "engine.entry", "engine.match", "engine.record"),
        "engine.commands.positions",
    },
    "engine.daily": {"engine.game"},
    "engine.commands.daily": {
        *("engine", "engine.analysis", "engine.commands.positions", "engine.daily"),
    },
    "engine.commands.solve": {
        *(
            "engine.analysis",
            "engine.analysis.shares",
            "engine.commands.positions",
            "engine.commands.progress",
            "engine.rng",
        ),
    },
    "engine.__main__": {
        *("engine", "engine.analysis"),
        *("engine.commands.analyse", "engine.commands.daily", "engine.commands.solve", "engine.daily"),
        *("engine.commands.logs", "engine.commands.positions", "engine.commands.terminal"),
        "engine.commands.pipe",
        "engine.commands",
    },
}
MIGRATIONS = {"app.db.schema", "app.db.schema_changes", "app.db.engine"}  # permitted imports of migrations
NOT_SERVING = {"alembic", "httpx", "hypothesis", "playwright", "pytest", "tests"}

When = Literal["at once", "later", "for types"]  # "later": when the function that has the import runs


@dataclass(frozen=True)
class Module:
    """`imports`: modules by full name, ours or others'; `at_once`: those of them that are imported when this
    module is, not for types only; `calls`: names of the functions called."""

    imports: frozenset[str]
    at_once: frozenset[str]
    calls: frozenset[str]


Modules = Mapping[str, Module]  # by full name: engine.match; a package by its own: engine


def source_files(root: Path = ROOT) -> Iterator[Path]:
    """Yield our own files, relative to the root."""
    for folder, folders, names in os.walk(root):
        folders[:] = [
            name for name in folders if not (name in IGNORED or name.startswith(".") or ".egg" in name)
        ]
        yield from (Path(folder, name).relative_to(root) for name in names)


def read_modules(root: Path = ROOT) -> Modules:
    sources = {
        ".".join(file.with_suffix("").parts).removesuffix(".__init__"): (root / file).read_text("utf-8")
        for file in source_files(root)
        if file.suffix == ".py" and len(file.parts) > 1
    }
    return parse_modules(sources)


def parse_modules(sources: Mapping[str, str]) -> Modules:
    """Return the modules with these names and source texts."""
    return {name: _parse(source, sources) for name, source in sources.items()}


def _parse(source: str, known: Mapping[str, object]) -> Module:
    tree = ast.parse(source)
    pairs = [(_module_of(name, known), when) for name, when in _imports(tree, "at once")]
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return Module(
        imports=frozenset(name for name, _ in pairs),
        at_once=frozenset(name for name, when in pairs if when == "at once"),
        calls=frozenset(function.id for function in calls if isinstance(function, ast.Name)),
    )


def _module_of(dotted: str, known: Mapping[str, object]) -> str:
    """Return our module that this dotted name denotes or is in; the name itself if it is not ours."""
    parts = dotted.split(".")
    heads = (".".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((head for head in heads if head in known), dotted)


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
    """Return the game that a module of the engine belongs to, or None."""
    name = module.removeprefix("engine.").split(".")[0]
    return name if name in FAMILIES else None


def _is_command(module: str) -> bool:
    """Return whether a module of the engine belongs to its command line."""
    return module == "engine.__main__" or module.startswith("engine.commands")


def _may_import(module: str, other: str) -> bool:
    """Return whether a module of the engine may import another of the engine."""
    if module == "engine":
        return not (_is_command(other) or other.startswith("engine.analysis"))
    if module.startswith("engine.analysis"):
        return not _is_command(other)
    if module in ENGINE:
        return other in ENGINE[module]
    return other in SHARED or (family(module) is not None and family(other) == family(module))


def engine_imports_only_what_it_may(modules: Modules) -> Iterator[str]:
    """The engine imports pure modules of the standard library only; a game imports game, rng, grid, cards and
    its own files only."""
    for name, module in _engine(modules):
        analysis = name.startswith("engine.analysis")
        if not (name == "engine" or name in ENGINE or family(name) or analysis):
            yield f"{name} belongs to no game and is not listed in tests/house.py"
        for other in sorted(module.imports):
            top = other.partition(".")[0]
            if top == "engine":
                if not _may_import(name, other):
                    yield f"{name} imports {other}"
            elif not (
                top in PURE
                or (_is_command(name) and top in COMMAND_LINE)
                or (name == "engine.commands.progress" and top in PROGRESS)
                or (name == "engine.commands.pipe" and top in PIPE)
                or analysis
            ):
                yield f"{name} imports {other}"


def engine_does_no_input_or_output(modules: Modules) -> Iterator[str]:
    """The engine calls neither open nor print nor the like; its command line and its analysis may."""
    for name, module in _engine(modules):
        if not _is_command(name) and not name.startswith("engine.analysis"):
            yield from (f"{name} calls {call}" for call in sorted(module.calls & IMPURE))


def _engine(modules: Modules) -> Iterator[tuple[str, Module]]:
    return ((name, modules[name]) for name in sorted(modules) if name.partition(".")[0] == "engine")


def domain_does_no_input_or_output(modules: Modules) -> Iterator[str]:
    """The domain has no event loop, threads, files, sockets or clock."""
    for name, module in sorted(modules.items()):
        if name.startswith("app.model.") or name in DOMAIN:
            foreign = (other for other in sorted(module.imports) if other.partition(".")[0] in EFFECTS)
            yield from (f"{name} imports {other}" for other in foreign)
            yield from (f"{name} calls {call}" for call in sorted(module.calls & IMPURE))


def migrations_import_only_the_schema(modules: Modules) -> Iterator[str]:
    """Migrations import the app's schema and database engine only."""
    for name, module in sorted(modules.items()):
        if name.partition(".")[0] == "migrations":
            foreign = (other for other in sorted(module.imports) if other.startswith("app."))
            yield from (f"{name} imports {other}" for other in foreign if other not in MIGRATIONS)


def imports_are_absolute(modules: Modules) -> Iterator[str]:
    """No import is relative."""
    for name, module in sorted(modules.items()):
        yield from (f"{name} imports {other}" for other in sorted(module.imports) if other.startswith("."))


def a_server_imports_nothing_of_tests_and_commands(modules: Modules) -> Iterator[str]:
    """A server that starts imports no alembic, httpx or test code, not even indirectly."""
    reached, waiting = set[str](), {"app.main", "app.__main__"} & set(modules)
    while waiting:
        name = waiting.pop()
        reached.add(name)
        parents = {name.rpartition(".")[0]} & set(modules)
        waiting |= ({other for other in modules[name].at_once if other in modules} | parents) - reached
        for other in sorted(modules[name].at_once):
            if other.partition(".")[0] in NOT_SERVING:
                yield f"{name} imports {other} at once"


def no_modules_import_each_other(modules: Modules) -> Iterator[str]:
    """No modules import each other in a cycle, not for types either."""
    done: set[str] = set()

    def walk(name: str, path: tuple[str, ...]) -> Iterator[str]:
        if name in path:
            yield " -> ".join((*path[path.index(name) :], name))
        elif name not in done:
            for other in sorted(modules[name].imports & set(modules)):
                yield from walk(other, (*path, name))
            done.add(name)

    for name in sorted(modules):
        yield from walk(name, ())
