"""Modules that are always loaded together, joined into one: many small requests cost a slow link seconds.

Nothing is built beforehand and nothing is lost for the debugger: when the server starts it puts the text of
each module into a function of its own, whose result is what the module exports, in the order of their
imports. An *entry* is a module that the document names, or that a module imports later (`import()`).
Modules reached from the same entries make one joined module. A module keeps its address: at that of an
entry its joined module is found, at others a few lines that pass on the exports, so that there is one
instance of a module, whoever imports it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.web.assets.modules import Module, closure, relative

SHELL = "joined/shell.js"  # what every page needs, and what more than a third of the entries do


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
    """The modules of each address. What a module imports is reached by at least as many entries as itself,
    so that joined modules never import each other in a circle."""
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
    """A module as a function that is called at once."""
    exports = ", ".join(f"{name}: {expression}" for name, expression in module.exports.items())
    text = f"{module.body(address)};return {{ {exports} }}\n"
    return f"// {module.path}\nconst {module.name} = (() => {{\n{text}}})()\n"


def _facade(module: Module, address: str) -> str:
    """What stands at the address of a module that is joined elsewhere."""
    line = f"import {{ {module.name} }} from '{relative(module.path, address)}'\n"
    return line + _export_again(module)


def _export_again(module: Module) -> str:
    return f"export const {{ {', '.join(module.exports)} }} = {module.name}\n" if module.exports else ""
