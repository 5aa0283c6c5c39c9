"""Catalogues of pages: each page loads the texts of all modules that may run in it, so none shows a key."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable

from app.site.assets.build import CLASSIC, START, closures
from app.site.assets.texts import CATALOGUE, COMMON, HEADS, ORIGINAL
from app.site.pages import client

CLIENT = client()
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.MULTILINE | re.DOTALL)
MODULES = {
    path: COMMENT.sub("", CLIENT.text(path))
    for path in CLIENT.plain
    if path.endswith(".js") and path not in CLASSIC and not path.startswith("vendor/")
}
CLOSURES = closures(MODULES)
DYNAMIC = re.compile(r"\bimport\(\s*['`](\.[^'`]+)['`]")
VARIABLE = re.compile(r"\$\{[^}]*\}")


def matching(patterns: Iterable[str], paths: Iterable[str]) -> list[str]:
    """Return the paths that match a pattern; variables are written as in template literals."""
    found = "|".join(r"[^/]+".join(map(re.escape, VARIABLE.split(one))) for one in patterns)
    return [path for path in paths if found and re.fullmatch(found, path)]


def later(path: str) -> list[str]:
    """Return the modules that a module imports dynamically."""
    folder = posixpath.dirname(path)
    patterns = [posixpath.normpath(posixpath.join(folder, one)) for one in DYNAMIC.findall(MODULES[path])]
    return matching(patterns, MODULES)


IMPORTED_LATER = [(path, entry) for path in MODULES if path != "app/pages.js" for entry in later(path)]
PAGES = later("app/pages.js")
# A thumbnail draws only: it has its family's parser of positions, which knows words too.
LATER = {entry for _, entry in IMPORTED_LATER if entry not in PAGES and not entry.endswith("/thumbnail.js")}
ENTRIES = (*PAGES, *LATER)
REACHED = {entry: MODULES.keys() & CLOSURES[entry] for entry in (*ENTRIES, START)}

STRING = re.compile(r"'([\w-][\w.:-]*)'")
TEMPLATE = re.compile(r"`([\w-]+\.[\w.-]*)\$\{")
KEYS = {  # catalogue by key
    key: found["name"]
    for path in CLIENT.plain
    if (found := CATALOGUE.fullmatch(path)) and found["language"] == ORIGINAL
    if found["name"] not in (COMMON, HEADS) and not found["name"].endswith("/help")
    for key in json.loads(CLIENT.plain[path].body)
}
PREPARE = re.compile(r"\bprepare\(([^)]*)\)")
# A text of a family that is none of its names, and what loads it.
OF_FAMILY = re.compile(
    r"amily\}\.(?!name\b|about\b|art\b|thumbnail\b|(?:title|seat|level)\.\$\{[\w.]+\}['`])[\w$]"
)
LOADS_FAMILY = re.compile(r"\bfind\(\w|`games/\$\{[\w.]+\}")


def asked(path: str) -> set[str]:
    """Return the catalogues with a key that occurs in the module as a string or matches one of its template
    prefixes; never the common one."""
    heads = tuple(TEMPLATE.findall(MODULES[path]))
    strings = STRING.findall(MODULES[path])
    return {KEYS[key] for key in strings if key in KEYS} | {
        name for key, name in KEYS.items() if heads and key.startswith(heads)
    }


ASKED = {path: asked(path) for path in MODULES}


def wanted(entry: str) -> set[str]:
    """Return the catalogues that the modules of an entry ask for."""
    return set().union(*(ASKED[path] for path in REACHED[entry]))


def listed(entry: str) -> set[str]:
    """Return the catalogues that files.json lists for an entry."""
    needs = CLIENT.needs.get(entry.removesuffix(".js").removesuffix("/board"))
    return set(needs.texts) if needs else set()


def prepared(path: str) -> set[str]:
    """Return what a module loads by `prepare` with names of entries."""
    calls = "".join(PREPARE.findall(MODULES[path]))
    names = matching(re.findall(r"['`]([^'`]+)['`]", calls), CLIENT.needs)
    return {text for name in names for text in CLIENT.needs[name].texts}


def loaded_in(path: str, loaded: dict[str, set[str]]) -> set[str]:
    """Return the catalogues loaded wherever a module runs, given those loaded for each entry."""
    inside = [loaded[entry] for entry, paths in REACHED.items() if path in paths]
    return set.intersection(*inside) if inside else set()


def loaded_by_entry() -> dict[str, set[str]]:
    """Return the catalogues loaded by entry; an entry imported later also has those of all its importers, and
    those that one prepares with it."""
    every = set(KEYS.values())
    loaded = dict.fromkeys(LATER, every) | {page: listed(page) for page in PAGES} | {START: set()}
    while True:
        fewer = {
            entry: set.intersection(
                *(loaded_in(path, loaded) | prepared(path) for path, one in IMPORTED_LATER if one == entry)
            )
            | set().union(*map(prepared, REACHED[entry]))
            for entry in LATER
        }
        if all(loaded[entry] == names for entry, names in fewer.items()):
            return loaded
        loaded |= fewer


def family_of(path: str) -> set[str]:
    """Return the catalogue of a family's module, which comes with `find` of its rules."""
    return {posixpath.dirname(path)} if path.startswith("games/") else set()


def test_what_runs_on_every_page_speaks_in_common_texts() -> None:
    assert {path: ASKED[path] for path in REACHED[START] if ASKED[path]} == {}


def test_each_page_and_later_part_has_the_texts_of_its_modules() -> None:
    loaded = loaded_by_entry()
    missing = {
        entry: lacking
        for entry in ENTRIES
        if (lacking := wanted(entry) - loaded[entry] - set().union(*map(family_of, REACHED[entry])))
    }
    assert missing == {}


def test_a_page_that_shows_texts_of_a_family_loads_them() -> None:
    """The names of games are common; everything else comes with `find`, `prepare` or `load`."""
    silent = {
        page: asking
        for page in PAGES
        if (asking := [path for path in REACHED[page] if OF_FAMILY.search(MODULES[path])])
        and not any(LOADS_FAMILY.search(MODULES[path]) for path in REACHED[page] - REACHED[START])
    }
    assert silent == {}
