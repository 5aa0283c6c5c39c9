"""Client build: all files of the client in memory, read once, so that a change on disk never mixes two
versions.

A *built* file is served below `/static/@<build>/` and never changes: catalogues are complete and have no
whitespace (`texts.py`), scripts and style sheets are those of `static/`, or of `dist/` where
`tools/build_client.js` has bundled them. Files below `/static/` without a build are those of the repository,
to be read by people. The build is the hash of all built files.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import structlog

from app.site.assets.files import File
from app.site.assets.texts import Catalogues

log = structlog.get_logger(__name__)

START = "app/start.js"
CLASSIC = ("app/theme.js", "app/old-browser.js", "app/service-worker.js")  # scripts that are not modules
NEEDS = "files.json"  # what pages and later parts need besides their modules
MANIFEST = "manifest.json"  # of the bundled client
BOARD = re.compile(r"(games/\w+)/board\.js")
CODE = (".js", ".css", ".ts")
# At the start of a line: comments import types.
IMPORT = re.compile(r"^(?:import|export)\b[\w$\s{},*]*'(\.[^']+)'", re.MULTILINE)


@dataclass(frozen=True)
class Needs:
    """Files that a page, a family's board or another entry needs besides the shell: addresses of modules and
    style sheets, and names of catalogues."""

    modules: list[str]
    sheets: list[str]
    texts: list[str]

    def as_json(self) -> list[list[str]]:
        return [self.modules, self.sheets, self.texts]


@dataclass(frozen=True)
class Code:
    """Scripts and style sheets, as written or bundled. `modules`: by the path of a module in `static/`, the
    files that load with it."""

    modules: dict[str, list[str]]
    files: dict[str, File]


@dataclass(frozen=True, eq=False)
class Client:
    """A client build. `plain`, `built`: files by path; `modules`: as in `Code`; `shell`: addresses of the
    modules that every page needs; `needs`: by entry, as `pages/lobby/page`, or `games/<family>` for a
    board."""

    build: str
    modules: dict[str, list[str]]
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


def load_client(static: Path, bundle: Path, generated: Mapping[str, bytes]) -> Client:
    """Load the client from its folders. `bundle`: of the bundled client, which need not exist; `generated`:
    further built files."""
    plain = {path: File(path, body) for path, body in _read(static)}
    code, catalogues = _bundled(plain, bundle) or _as_written(plain), Catalogues(plain)
    built = {path: file for path, file in plain.items() if not path.endswith(CODE) or path in CLASSIC}
    built |= code.files
    built |= {path: File(path, text.encode()) for path, text in catalogues.built()}
    built |= {path: File(path, body) for path, body in generated.items()}
    shell = code.modules[START]
    needs = dict(_needs(plain, code, set(shell)))
    return Client(_hash(built), code.modules, shell, plain, built, needs, catalogues)


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file.relative_to(folder).as_posix(), file.read_bytes()


def _hash(files: Mapping[str, File]) -> str:
    tree = sha256()
    for path in sorted(files):
        tree.update(f"{path} {files[path].tag}\n".encode())
    return tree.hexdigest()[:12]


def _as_written(plain: Mapping[str, File]) -> Code:
    texts = {path: file.body.decode() for path, file in plain.items() if path.endswith(".js")}
    modules = closures({path: text for path, text in texts.items() if path not in CLASSIC})
    return Code(modules, {path: file for path, file in plain.items() if path.endswith(CODE)})


def _bundled(plain: Mapping[str, File], folder: Path) -> Code | None:
    """Return the bundled client; None if there is none, or only one of other sources."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        return None
    if manifest["sources"] != _hash_of_sources(plain):
        log.warning("client_bundle_outdated", folder=str(folder))
        return None
    return Code(
        manifest["modules"], {path: File(path, body) for path, body in _read(folder) if path != MANIFEST}
    )


def _hash_of_sources(plain: Mapping[str, File]) -> str:
    """Return the hash of all scripts and style sheets, as `tools/build_client.js` computes it."""
    tree = sha256()
    for path in sorted(plain):
        if path.endswith((".js", ".css")):
            tree.update(f"{path} {sha256(plain[path].body).hexdigest()}\n".encode())
    return tree.hexdigest()


def _needs(plain: Mapping[str, File], code: Code, shell: set[str]) -> Iterator[tuple[str, Needs]]:
    """Yield the needs of each entry that files.json lists, whose style sheets come after those of the entries
    in `with`; and of each family's board: the catalogues of `games` and its own, the style sheets of its
    folder after those of a files.json there."""
    listed: dict[str, Any] = json.loads(plain[NEEDS].body)
    boards = listed.pop("games")

    def modules(path: str) -> list[str]:
        return [one for one in code.modules[path] if one not in shell]

    for name, asked in listed.items():
        before = [sheet for other in asked.get("with", ()) for sheet in listed[other]["sheets"]]
        sheets = [*before, *asked.get("sheets", ())]
        yield name, Needs(modules(f"{name}.js"), sheets, asked.get("texts", []))
    for path in plain:
        if found := BOARD.fullmatch(path):
            family = found[1]
            own = json.loads(plain[name].body) if (name := f"{family}/{NEEDS}") in plain else {}
            sheets = [one for one in plain if one.startswith(f"{family}/") and one.endswith(".css")]
            yield family, Needs(modules(path), [*own.get("sheets", []), *sheets], [family, *boards["texts"]])


def imports(path: str, text: str) -> list[str]:
    """Return the modules that a module imports. `path`: below the static folder."""
    folder = posixpath.dirname(path)
    return [posixpath.normpath(posixpath.join(folder, found)) for found in IMPORT.findall(text)]


def closures(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return for each module all that loads with it: itself, then what it imports, nearest first."""
    direct = {path: imports(path, text) for path, text in texts.items()}
    found = {}
    for path in texts:
        reached = {path: None}
        for other in (waiting := [path]):
            new = [one for one in direct.get(other, ()) if one not in reached]
            reached |= dict.fromkeys(new)
            waiting += new
        found[path] = list(reached)
    return found
