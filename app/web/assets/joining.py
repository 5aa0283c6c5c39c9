"""Module bundling: modules that are always loaded together become one file, since many small requests cost
seconds on a slow link.

There is no build step: when the server starts it wraps each module in a function that returns its exports, in
the order of imports. An *entry* is a module named by the document or imported dynamically (`import()`).
Modules reached from the same entries form one joined module. A module keeps its address: an entry's address
serves its joined module, other addresses a few lines that re-export, so that each module has a single
instance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.web.assets.modules import Module, closure, relative

SHELL = "joined/shell.js"  # modules needed by every page, or by more than a third of the entries


@dataclass(frozen=True)
class Joined:
    """Joined modules. `texts`: by address; `home`: address of the joined module that contains a module;
    `needs`: addresses of the joined modules that one imports, itself included."""

    texts: dict[str, str]
    home: dict[str, str]
    needs: dict[str, list[str]]

    def addresses(self, modules: Iterable[str]) -> list[str]:
        """Return the joined modules that contain these modules, with all that they import."""
        found = [address for path in modules for address in self.needs[self.home[path]]]
        return list(dict.fromkeys(found))


def join(modules: Mapping[str, Module], start: str, entries: Iterable[str]) -> Joined:
    """Join all modules that the entries import. `start`: the entry of every page."""
    named: dict[str, str] = {}
    for path, module in modules.items():
        if (other := named.setdefault(module.name, path)) != path:
            raise ValueError(f"{path} and {other} get the same name when they are joined: {module.name}")
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
    """Return the modules of each address. An imported module is reached by at least as many entries as its
    importer, so that joined modules never import each other in a cycle."""
    reached: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        for path in closure(modules, [entry]):
            reached[path].add(entry)
    core = [path for path in modules if path.startswith("core/")]  # shared by several screens
    shell = set(closure(modules, [start, *core])) - {start}
    groups: dict[str, list[str]] = defaultdict(list)
    names: dict[frozenset[str], str] = {}
    for path in closure(modules, [*entries, *core]):
        by = frozenset(reached[path])
        if path in shell or len(by) > len(entries) // 3:
            address = SHELL
        elif len(by) == 1:
            (address,) = by
        else:
            address = names.setdefault(by, f"joined/{len(names) + 1}.js")
        groups[address].append(path)
    return dict(groups)


def _joined_text(
    modules: Mapping[str, Module], address: str, paths: list[str], home: Mapping[str, str]
) -> str:
    imports: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        for one in modules[path].imports:
            if home[one.path] != address:
                imports[home[one.path]].add(modules[one.path].name)
    lines = [
        f"import {{ {', '.join(sorted(names))} }} from '{relative(address, other)}'\n"
        for other, names in imports.items()
    ]
    lines += [_function(modules[path], address) for path in paths]
    lines.append(f"export {{ {', '.join(modules[path].name for path in paths)} }}\n")
    if address in paths:
        lines.append(_export_again(modules[address]))
    return "".join(lines)


def _function(module: Module, address: str) -> str:
    """Return a module as an immediately invoked function."""
    exports = ", ".join(f"{name}: {expression}" for name, expression in module.exports.items())
    text = f"{module.body(address)};return {{ {exports} }}\n"
    return f"// {module.path}\nconst {module.name} = (() => {{\n{text}}})()\n"


def _facade(module: Module, address: str) -> str:
    """Return the re-export served at the address of a module that is joined elsewhere."""
    line = f"import {{ {module.name} }} from '{relative(module.path, address)}'\n"
    return line + _export_again(module)


def _export_again(module: Module) -> str:
    return f"export const {{ {', '.join(module.exports)} }} = {module.name}\n" if module.exports else ""
