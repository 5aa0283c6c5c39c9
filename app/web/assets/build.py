"""Client build: all files of the client in memory, read once, so that a change on disk never mixes two
versions.

A *built* file is served below `/static/@<build>/` and never changes: modules are joined (`joining.py`), a
page's style sheets are one file, and catalogues have no whitespace (`texts.py`). Files below `/static/`
without a build are those of the repository, to be read by people. The build is the hash of all built files.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from app.web.assets.files import File
from app.web.assets.joining import Joined, join
from app.web.assets.modules import Module, closure, matching
from app.web.assets.texts import Catalogues

START = "app/start.js"
CLASSIC = ("app/theme.js", "app/old-browser.js", "app/service-worker.js")  # scripts that are not modules
SHELL_SHEETS = "joined/shell.css"
LINKED = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\n')
# Includes its line if it has one of its own; no string of a sheet looks like a comment.
COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n|/\*.*?\*/", re.MULTILINE | re.DOTALL)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)  # strings in sheets have no line breaks


@dataclass(frozen=True)
class Needs:
    """Files that a page, a family's board or another entry needs besides the shell: addresses of modules,
    address of the joined style sheet, the sheets in it, and names of catalogues."""

    modules: list[str]
    sheet: str | None
    sheets: list[str]
    texts: list[str]

    def as_json(self) -> list[Any]:
        return [self.modules, self.sheet, self.sheets, self.texts]


@dataclass(frozen=True, eq=False)
class Client:
    """A client build. `plain`, `built`: files by path; `shell`: addresses of the modules that every page
    needs; `needs`: by entry, such as `lobby/page`, or `games/<family>` for a board."""

    build: str
    shell: list[str]
    plain: dict[str, File]
    built: dict[str, File]
    needs: dict[str, Needs]
    catalogues: Catalogues

    @property
    def prefix(self) -> str:
        return f"/static/@{self.build}/"

    def text(self, path: str) -> str:
        return self.plain[path].body.decode()


def load_client(folder: Path, generated: Mapping[str, bytes]) -> Client:
    """Load the client from a folder. `generated`: further built files. ValueError: it is inconsistent."""
    return make_client({path: File(path, body) for path, body in _read(folder)}, generated)


def make_client(plain: dict[str, File], generated: Mapping[str, bytes]) -> Client:
    modules = _modules(plain)
    entries = find_entries(modules)
    joined = join(modules, START, entries)
    catalogues = Catalogues(plain)
    texts = joined.texts | dict(catalogues.built())
    sheets = LINKED.findall(plain["index.html"].body.decode())
    texts[SHELL_SHEETS] = _join_sheets(plain, sheets)
    needs = dict(_needs(plain, modules, joined, entries, set(sheets), catalogues))
    for need in needs.values():
        if need.sheet:
            texts[need.sheet] = _join_sheets(plain, need.sheets)
    built = plain | {path: File(path, text.encode()) for path, text in texts.items()}
    built |= {path: File(path, body) for path, body in generated.items()}
    shell = [one for one in joined.addresses([START]) if one != START]
    return Client(_hash(built), shell, plain, built, needs, catalogues)


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file.relative_to(folder).as_posix(), file.read_bytes()


def _hash(files: dict[str, File]) -> str:
    tree = sha256()
    for path in sorted(files):
        tree.update(f"{path} {files[path].tag}\n".encode())
    return tree.hexdigest()[:12]


def _modules(plain: dict[str, File]) -> dict[str, Module]:
    scripts = [path for path in plain if path.endswith(".js") and path not in CLASSIC]
    return {path: Module(path, plain[path].body.decode()) for path in scripts}


def pages(modules: dict[str, Module]) -> list[str]:
    """Return the page modules as named by the router, such as `lobby/page`."""
    return re.findall(r"'([\w-]+/[\w-]+)'\]", modules["app/routes.js"].text)


def find_entries(modules: dict[str, Module]) -> list[str]:
    """Return the modules that are not imported statically: pages, and dynamic imports."""
    found = {f"{page}.js": None for page in pages(modules)}
    for module in modules.values():
        found |= dict.fromkeys(module.dynamic(modules))
    found.pop(START, None)
    return list(found)


def _needs(
    plain: dict[str, File],
    modules: dict[str, Module],
    joined: Joined,
    entries: Iterable[str],
    shell: set[str],
    catalogues: Catalogues,
) -> Iterator[tuple[str, Needs]]:
    """Yield the needs of each entry: style sheets beside a page or board, those named by its modules, and the
    catalogue of a board's family."""
    start = set(joined.addresses([START]))
    for entry in entries:
        name, folder = entry.removesuffix(".js"), posixpath.dirname(entry)
        inner = closure(modules, [entry])
        named = [sheet for path in inner for sheet in modules[path].sheets(plain)]
        own = matching([f"{folder}/${{name}}.css"], plain) if _owns_folder(name, modules) else []
        asked = {text for path in inner for text in catalogues.asked(modules[path])}
        if name == f"{folder}/board":
            name = folder
            asked.add(folder)
        sheets = [path for path in dict.fromkeys((*named, *own)) if path not in shell]
        addresses = [one for one in (*joined.addresses([entry]), entry) if one not in start]
        sheet = f"joined/{name.replace('/', '-')}.css" if sheets else None
        yield name, Needs(list(dict.fromkeys(addresses)), sheet, sheets, sorted(asked))


def _owns_folder(name: str, modules: dict[str, Module]) -> bool:
    return name.endswith("/board") or name in pages(modules)


def _join_sheets(plain: dict[str, File], sheets: Iterable[str]) -> str:
    """Return the sheets concatenated, each under its path, without comments and indentation."""
    texts = ((path, COMMENT.sub("", plain[path].body.decode())) for path in sheets)
    return "".join(f"/* {path} */\n{INDENT.sub('', text)}" for path, text in texts)
