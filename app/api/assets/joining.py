"""Modules that are always loaded together, joined into one: many small requests cost a slow link seconds.

Nothing is built beforehand and nothing is lost for the debugger: when the server starts it puts the text of
each module into a function of its own, whose result is what the module exports, in the order of their
imports. An *entry* is a module that the document names, or that a module imports later (`import()`).
Modules reached from the same entries make one joined module. A module keeps its address: at that of an
entry its joined module is found, at others a few lines that pass on the exports, so that there is one
instance of a module, whoever imports it.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.api.assets.modules import DECLARATION, DYNAMIC, EXPORTS, IMPORT, Module, closure, renamed, resolve

SHELL = "joined/shell.js"  # what every page needs, and what most of them do
FIRST = "lobby/page.js"  # what most visits begin with: what it shares with other pages is one file
FIRST_SHARED = "joined/lobby.js"
TABLES = frozenset({"table/page.js", "replay/replay.js", "puzzles/page.js"})  # pages around one board
TABLES_SHARED = "joined/tables.js"  # what more than one of them needs, and nothing else does
AWAIT = re.compile(r"^(?:const [^=\n]+= )?await\b", re.MULTILINE)


@dataclass(frozen=True)
class Joined:
    """`texts`: by address; `home`: the address of the joined module that a module is in; `needs`: the
    addresses of the joined modules that one imports, itself among them."""

    texts: dict[str, str]
    home: dict[str, str]
    needs: dict[str, list[str]]

    def addresses(self, modules: Iterable[str]) -> list[str]:
        """The joined modules that these are in, with all that those import."""
        found = [address for path in modules for address in self.needs[self.home[path]]]
        return list(dict.fromkeys(found))


def join(modules: Mapping[str, Module], start: str, entries: Iterable[str]) -> Joined:
    """All modules that the entries import, joined. `start`: the entry of every page."""
    groups = _group(modules, start, [start, *entries])
    home = {path: address for address, paths in groups.items() for path in paths}
    texts, needs = {}, {}
    for address, paths in groups.items():
        texts[address] = _joined_text(modules, address, paths, home)
        needs[address] = list(dict.fromkeys(home[path] for path in closure(modules, paths)))
    for path, address in home.items():
        if path != address:
            texts[path] = _facade(modules[path], address)
    return Joined(texts, home, needs)


def _group(modules: Mapping[str, Module], start: str, entries: list[str]) -> dict[str, list[str]]:
    """The modules of each address. What a module imports is reached by at least as many entries as itself,
    so that joined modules never import each other in a circle; nor do those that the lobby shares, which
    import only what the lobby shares too, or the shell, nor what the pages of TABLES share: it imports
    besides only what further entries reach, which import nothing of it."""
    reached: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        for path in closure(modules, [entry]):
            reached[path].add(entry)
    core = [path for path in modules if path.startswith("core/")]  # what several screens use
    shell = set(closure(modules, [start, *core])) - {start}
    groups: dict[str, list[str]] = defaultdict(list)
    names: dict[frozenset[str], str] = {}
    for path in closure(modules, [*entries, *core]):
        by = frozenset(reached[path])
        if path in shell or (len(by) > len(entries) // 3 and path not in entries):
            address = SHELL
        elif len(by) == 1:
            (address,) = by
        elif FIRST in by:
            address = FIRST_SHARED
        elif by <= TABLES:
            address = TABLES_SHARED
        else:
            address = names.setdefault(by, f"joined/{len(names) + 1}.js")
        groups[address].append(path)
    return dict(groups)


def _joined_text(
    modules: Mapping[str, Module], address: str, paths: list[str], home: Mapping[str, str]
) -> str:
    imports: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        for found in modules[path].imports:
            if home[found] != address:
                imports[home[found]].add(modules[found].name)
    lines = [
        f"import {{ {', '.join(sorted(names))} }} from '{_relative(address, other)}'\n"
        for other, names in imports.items()
    ]
    lines += [_function(modules, modules[path], address) for path in paths]
    lines.append(f"export {{ {', '.join(modules[path].name for path in paths)} }}\n")
    if address in paths:
        lines.append(_export_again(modules[address]))
    return "".join(lines)


def _function(modules: Mapping[str, Module], module: Module, address: str) -> str:
    """A module as a function that is called at once."""

    def bind(found: re.Match[str]) -> str:
        names, name = found["names"].strip(), modules[resolve(module.path, found["path"])].name
        if not names:
            return ""
        if names.startswith("* as "):
            return f"const {names.removeprefix('* as ')} = {name}\n"
        if not (names.startswith("{") and names.endswith("}")):
            raise ValueError(f"{module.path}: an import of an unknown form: {names}")
        pairs = ", ".join(f"{outer}: {inner}" for outer, inner in renamed(names[1:-1]))
        return f"const {{ {pairs} }} = {name}\n"

    def later(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(module.path), found["path"]))
        return f"import({found['quote']}{_relative(address, path)}{found['quote']}"

    code = DYNAMIC.sub(later, IMPORT.sub(bind, module.code))
    if re.search(r"^import\b(?!\()", code, re.MULTILINE):
        raise ValueError(f"{module.path}: an import of an unknown form")
    code = EXPORTS.sub("", DECLARATION.sub("", code))
    code = code.replace(
        "import.meta.url", f"new URL('{_relative(address, module.path)}', import.meta.url).href"
    )
    waits = "await (async " if "await" in code and AWAIT.search(code) else "("
    result = ", ".join(f"{outer}: {inner}" for outer, inner in module.exports)
    return f"// {module.path}\nconst {module.name} = {waits}() => {{\n{code}return {{ {result} }}\n}})()\n"


def _facade(module: Module, address: str) -> str:
    """What stands at the address of a module that is joined elsewhere."""
    line = f"import {{ {module.name} }} from '{_relative(module.path, address)}'\n"
    return line + _export_again(module)


def _export_again(module: Module) -> str:
    names = ", ".join(outer for outer, _ in module.exports)
    return f"export const {{ {names} }} = {module.name}\n" if names else ""


def _relative(base: str, path: str) -> str:
    # Absolute, since of a relative address `relpath` would ask for the current folder.
    found = posixpath.relpath(f"/{path}", f"/{posixpath.dirname(base)}")
    return found if found.startswith(".") else f"./{found}"
