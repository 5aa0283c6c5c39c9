"""What a JavaScript module of ours imports and exports, read without a parser.

The formatter keeps statements of one form: imports stand at the beginning of a line, and so do exports. A
form that is not known here is a ValueError, when the server starts and in the tests.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

# Each begins with its letters, which are found many times faster than the beginnings of lines; only then the
# place where they stand is asked for. A comment has the end of the line before it.
IMPORT = re.compile(
    r"import\b(?<=^import)(?P<names>[^'\"`;=()]*?)(?:\s*\bfrom\s*)?'(?P<path>\.[^']+)'\n", re.MULTILINE
)
# No letter and no brace stands before it.
DYNAMIC = re.compile(r"import(?<![\w{]import)\(\s*(?P<quote>['`])(?P<path>\.[^'`]+)['`]")
DECLARATION = re.compile(
    r"export (?<=^export )(?=(?:(?:async )?function\*?|const|class) (?P<name>[\w$]+))", re.MULTILINE
)
PASSED_ON = re.compile(r"export \{(?<=^export \{)(?P<names>[^}]*)\} from (?P<path>'[^']+')\n", re.MULTILINE)
EXPORTS = re.compile(r"export \{(?<=^export \{)(?P<names>[^}]*)\}\n", re.MULTILINE)
EXPORT = re.compile(r"export\b(?<=^export)", re.MULTILINE)
COMMENT = re.compile(r"\n[ \t]*/(?:/[^\n]*|\*[^*]*\*+(?:[^/*][^*]*\*+)*/[ \t]*)(?=\n)")
SHEET = re.compile(r"/static/(?<=(?P<quote>['`])/static/)(?P<path>[^'`\n]+\.css)(?P=quote)")
VARIABLE = re.compile(r"\$\{[^}]*\}")


@dataclass(frozen=True)
class Module:
    """`path`: below the folder of static files; `imports`: paths of the modules that it imports
    statically."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def name(self) -> str:
        """The identifier that holds its exports where modules are joined."""
        return "$" + re.sub(r"\W", "_", self.path.removesuffix(".js"))

    @cached_property
    def code(self) -> str:
        """The text without the comments that have lines of their own; what is exported from another module is
        imported first."""
        return PASSED_ON.sub(_pass_on, COMMENT.sub("", f"\n{self.text}")[1:])

    @cached_property
    def imports(self) -> list[str]:
        return [resolve(self.path, found["path"]) for found in IMPORT.finditer(self.code)]

    @cached_property
    def exports(self) -> list[tuple[str, str]]:
        """Each exported name, and the name inside the module. ValueError: an export of an unknown form."""
        names = [(found["name"], found["name"]) for found in DECLARATION.finditer(self.code)]
        lists = [found["names"] for found in EXPORTS.finditer(self.code)]
        known = len(names) + len(lists)
        for listed in lists:
            names += [(outer, inner) for inner, outer in renamed(listed)]
        if known != len(EXPORT.findall(self.code)):
            raise ValueError(f"{self.path}: an export that is neither a declaration nor a list of names")
        return names

    def dynamic(self, paths: Iterable[str]) -> list[str]:
        """Those of `paths` that it may import later; a variable in the address stands for one folder or
        file."""
        patterns = [resolve(self.path, found["path"]) for found in DYNAMIC.finditer(self.code)]
        return matching(patterns, paths)

    def sheets(self, paths: Iterable[str]) -> list[str]:
        """Those of `paths` that it names as style sheets."""
        return matching(self._sheets, paths)

    @cached_property
    def _sheets(self) -> list[str]:
        return [found["path"] for found in SHEET.finditer(self.code)]


def _pass_on(found: re.Match[str]) -> str:
    outer = ", ".join(name for _, name in renamed(found["names"]))
    return f"import {{{found['names']}}} from {found['path']}\nexport {{ {outer} }}\n"


@cache
def resolve(base: str, path: str) -> str:
    """A relative address in the module at `base`, as a path below the folder of static files."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), path))


def matching(patterns: Iterable[str], paths: Iterable[str]) -> list[str]:
    """The paths that fit one of these patterns, in which a variable is written as in a template literal."""
    found = "|".join(r"[^/]+".join(map(re.escape, VARIABLE.split(one))) for one in patterns)
    fits = re.compile(found).fullmatch
    return [path for path in paths if fits(path)] if found else []


def renamed(names: str) -> list[tuple[str, str]]:
    """`a, b as c` as pairs: a and a, b and c."""
    pairs = [part.split(" as ") for part in names.replace("\n", " ").split(",") if part.strip()]
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]


def closure(modules: Mapping[str, Module], starts: Iterable[str]) -> list[str]:
    """These modules and all that they import, each after its imports. ValueError: one imports what is not
    there."""
    order: dict[str, None] = {}

    def visit(path: str, importer: str) -> None:
        if path in order:
            return
        if path not in modules:
            raise ValueError(f"{importer} imports {path}, which is not there")
        for found in modules[path].imports:
            visit(found, path)
        order[path] = None

    for path in starts:
        visit(path, "the server")
    return list(order)
