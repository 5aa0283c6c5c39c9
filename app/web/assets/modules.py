"""Parser for imports and exports of the client's JavaScript modules; produces a module's text as a function
body.

The bundler (`joining.py`) supports a closed list of `import` and `export` forms. Any other form raises a
ValueError with file and line, at server start and in the tests.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from app.web.assets.scanning import Scanner, Unclear

WORD = re.compile(r"(?<![\w$#])(?<!(?<!\.\.)\.)(?:import|export)(?![\w$])")  # not part of a name or access
IMPORT = re.compile(
    r"^import(?: (?:\{(?P<names>[\w$\s,]*)\}|\* as (?P<all>[\w$]+)) from)? '(?P<path> +)'[ \t]*$",
    re.MULTILINE,
)
DYNAMIC = re.compile(r"import\(\s*(?P<quote>['`])(?P<path>\.\.?/[^'`\\]+)(?P=quote),?\s*\)")
ADDRESS = re.compile(r"import\.meta\.url(?![\w$])")
DECLARATION = re.compile(
    r"^export (?=(?P<kind>const|class|(?:async )?function\*?) (?P<name>[\w$]+))", re.MULTILINE
)
EXPORTS = re.compile(r"^export \{(?P<names>[\w$\s,]*)\}(?: from '(?P<path> +)')?[ \t]*$", re.MULTILINE)
CONSTANT = re.compile(r"^(?:export )?(?:const|class|(?:async )?function\*?) ([\w$]+)", re.MULTILINE)
OWN_NAME = re.compile(r"(?<![\w$.])\$\w")
STATEMENT = re.compile(r"^[^\s)\]}].*(?:\n(?=[\s)\]}]).*|\n$)*", re.MULTILINE)
FIRST_OF_ASYNC = re.compile(r"(?<![\w$.])(?:async|await)(?![\w$])")
BRACKET = re.compile(r"[([{]|[)\]}]|,|\n(?![\s,])")
SHEET = re.compile(r"/static/(?P<path>[^'`\n]+\.css)(?=['`])")
VARIABLE = re.compile(r"\$\{[^}]*\}")
RESERVED = re.compile(
    "arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|"
    "extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|"
    "private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield"
)
LINE_END = re.compile(r"[ \t]*(?:\n|\Z)")


@dataclass(frozen=True)
class Import:
    """A static import. `names`: those that the module at `path` must export."""

    path: str
    names: list[str]
    line: int


class Module:
    """A module. `path`: below the static folder; `imports`: in order; `exports`: by name, the expression
    inside the module. ValueError: a form that cannot be joined."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.name = name_of(path)
        self.imports: list[Import] = []
        self.exports: dict[str, str] = {}
        self._later: list[tuple[str, int]] = []  # paths of dynamic imports, with their offsets
        self._edits: list[tuple[int, int, Callable[[str], str]]] = []  # spans, replacement at an address
        try:
            scanner = Scanner(text)
        except Unclear as error:
            raise self._refusal(str(error), error.place) from error
        self._code = scanner.code
        self._imported = 0  # end of the imports, which come first
        for start, end in scanner.comments:
            self._drop(start, end)
        self._sheets = [found["path"] for found in SHEET.finditer(text) if self._is_quoted(*found.span())]
        self._check_code()
        self._constants = set(CONSTANT.findall(self._code))
        for found in WORD.finditer(self._code):
            self._read(found.start())

    def dynamic(self, paths: Collection[str]) -> list[str]:
        """Return those of `paths` that the module may import dynamically; a variable in the address matches
        one folder or file. ValueError: an address without a variable does not exist."""
        for path, place in self._later:
            if "$" not in path and path not in paths:
                raise self._refusal(f"{path} is imported, but does not exist", place)
        return matching((path for path, _ in self._later), paths)

    def sheets(self, paths: Iterable[str]) -> list[str]:
        """Return those of `paths` that the module names as style sheets."""
        return matching(self._sheets, paths)

    def body(self, address: str) -> str:
        """Return the text as a function body in the file at `address`."""
        parts, place = [], 0
        for start, end, text_at in sorted(self._edits, key=lambda edit: edit[0]):
            if start >= place:  # skip comments within replaced statements
                parts += [self.text[place:start], text_at(address)]
                place = end
        return "".join((*parts, self.text[place:].rstrip(), "\n"))

    def _is_quoted(self, start: int, end: int) -> bool:
        return self._code[start - 1] == self._code[end] != " "

    def _check_code(self) -> None:
        if self.text.startswith("#!"):
            raise self._refusal("a hashbang line", 0)
        if found := OWN_NAME.search(self._code):
            raise self._refusal("names starting with $ are reserved for joined modules", found.start())
        for statement in STATEMENT.finditer(self._code) if "await" in self._code else ():
            first = FIRST_OF_ASYNC.search(statement[0])
            if first and first[0] == "await":
                raise self._refusal("top-level await", statement.start() + first.start())

    def _read(self, start: int) -> None:
        """Process the `import` or `export` at this offset."""
        if found := IMPORT.match(self._code, start):
            self._read_import(found)
        elif found := DYNAMIC.match(self.text, start):
            path = resolve(self.path, found["path"])
            self._later.append((path, start))
            self._edits.append((*found.span("path"), lambda at: relative(at, path)))
        elif found := ADDRESS.match(self._code, start):
            url = "new URL('{}', import.meta.url).href"
            self._edits.append((*found.span(), lambda at: url.format(relative(at, self.path))))
        elif found := DECLARATION.match(self._code, start):
            if found["kind"] == "const" and _declares_several(self._code, found.end()):
                raise self._refusal("one export declares several constants", start)
            self._export(found["name"], found["name"], start)
            self._edits.append((*found.span(), lambda _: ""))
        elif found := EXPORTS.match(self._code, start):
            self._read_exports(found)
        else:
            raise self._refusal("this form of import or export cannot be joined", start)

    def _read_import(self, found: re.Match[str]) -> None:
        if self._code[self._imported : found.start()].strip():
            raise self._refusal("an import after other code", found.start())
        self._imported = found.end()
        pairs = _pairs(found["names"] or "")
        path = self._import(found, [outer for outer, _ in pairs])
        names = found["all"] or ", ".join(f"{outer}: {inner}" for outer, inner in pairs)
        self._constants |= {found["all"], *(inner for _, inner in pairs)}
        bound = f"const {names if found['all'] else f'{{ {names} }}'} = {name_of(path)};" if names else ";"
        self._edits.append((*found.span(), lambda _: bound))

    def _read_exports(self, found: re.Match[str]) -> None:
        pairs = _pairs(found["names"])
        path = self._import(found, [inner for inner, _ in pairs]) if found["path"] else None
        for inner, outer in pairs:
            if not path and inner not in self._constants:
                what = f"{inner} is exported but not declared by const, function or class"
                raise self._refusal(what, found.start())
            self._export(outer, f"{name_of(path)}.{inner}" if path else inner, found.start())
        self._edits.append((*found.span(), lambda _: ";"))

    def _import(self, found: re.Match[str], names: list[str]) -> str:
        """Add an import and return the path of its module."""
        address = self.text[slice(*found.span("path"))]
        if not address.startswith("."):
            raise self._refusal(f"{address} is imported, but is not a relative path", found.start())
        path = resolve(self.path, address)
        self.imports.append(Import(path, names, self._line(found.start())))
        return path

    def _export(self, outer: str, expression: str, place: int) -> None:
        if RESERVED.fullmatch(outer) or outer in self.exports:
            raise self._refusal(f"{outer} is exported twice, or is a reserved word", place)
        self.exports[outer] = expression

    def _drop(self, start: int, end: int) -> None:
        """Remove a comment, with its line if it has one of its own."""
        before = self.text[:start].rstrip(" \t")
        after = LINE_END.match(self.text, end)
        if after and (not before or before.endswith("\n")):
            start, end, left = len(before), after.end(), ""
        elif after:
            start, left = len(before), ""
        else:
            left = "\n" if "\n" in self.text[start:end] else " "
        self._edits.append((start, end, lambda _: left))

    def _line(self, place: int) -> int:
        return self.text.count("\n", 0, place) + 1

    def _refusal(self, what: str, place: int) -> ValueError:
        return ValueError(f"{self.path}:{self._line(place)}: {what}")


def _declares_several(code: str, place: int) -> bool:
    """Return whether the declaration continuing here has a comma outside brackets."""
    depth = 0
    for found in BRACKET.finditer(code, place):
        if found[0] in "([{":
            depth += 1
        elif found[0] in ")]}":
            depth -= 1
        elif not depth:
            return found[0] == ","
    return False


def _pairs(names: str) -> list[tuple[str, str]]:
    """Parse `a, b as c` into pairs: a and a, b and c."""
    pairs = [part.split(" as ") for part in " ".join(names.split()).split(",") if part.strip()]
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]


def name_of(path: str) -> str:
    """Return the identifier of a module's exports in joined modules."""
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


@cache
def resolve(base: str, path: str) -> str:
    """Resolve a relative address in the module at `base` to a path below the static folder."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), path))


def relative(base: str, path: str) -> str:
    """Return the relative address from the module at `base`; inverse of `resolve`."""
    # Absolute paths: for relative ones `relpath` would read the current folder.
    found = posixpath.relpath(f"/{path}", f"/{posixpath.dirname(base)}")
    return found if found.startswith(".") else f"./{found}"


def matching(patterns: Iterable[str], paths: Iterable[str]) -> list[str]:
    """Return the paths that match a pattern; variables are written as in template literals."""
    found = "|".join(r"[^/]+".join(map(re.escape, VARIABLE.split(one))) for one in patterns)
    fits = re.compile(found).fullmatch
    return [path for path in paths if fits(path)] if found else []


def closure(modules: Mapping[str, Module], starts: Iterable[str]) -> list[str]:
    """Return these modules and all that they import, each after its imports. ValueError: a missing import, or
    a cycle."""
    order: dict[str, bool] = {}  # by path: all of its imports are included

    def visit(path: str) -> None:
        order[path] = False
        for one in modules[path].imports:
            place = f"{path}:{one.line}: {one.path} is imported"
            if one.path not in modules:
                raise ValueError(f"{place}, but does not exist")
            if missing := [name for name in one.names if name not in modules[one.path].exports]:
                raise ValueError(f"{place}, but does not export {', '.join(missing)}")
            if not order.get(one.path, True):
                raise ValueError(f"{place}, but imports this module itself: a cycle")
            if one.path not in order:
                visit(one.path)
        del order[path]
        order[path] = True

    for path in starts:
        if path not in order:
            visit(path)
    return list(order)
