"""Catalogues of pages: each page loads the texts of all modules that may run in it, so that none shows a key;
the lobby loads few."""

from __future__ import annotations

import re

from app.web.assets.build import CLASSIC, START, find_entries, pages
from app.web.assets.modules import Module, closure, matching
from app.web.assets.texts import Catalogues, path_of
from app.web.pages import client

CLIENT = client()
SCRIPTS = [path for path in CLIENT.plain if path.endswith(".js") and path not in CLASSIC]
MODULES = {path: Module(path, CLIENT.text(path)) for path in SCRIPTS}
ENTRIES = find_entries(MODULES)
PAGES = [f"{page}.js" for page in pages(MODULES)]
# A thumbnail draws only: it has its family's parser of positions, which knows words too.
LATER = [entry for entry in ENTRIES if entry not in PAGES and not entry.endswith("/thumbnail.js")]
REACHED = {entry: set(closure(MODULES, [entry])) for entry in (*ENTRIES, START)}
IMPORTED_LATER = [(path, entry) for path, module in MODULES.items() for entry in module.dynamic(MODULES)]
LOBBY = 12_000  # bytes of texts that the lobby loads, uncompressed

PREPARED = re.compile(r"\bprepare\(\s*['`]([^'`]+)['`]")
# A text of a family that is none of its names, and what loads it.
OF_FAMILY = re.compile(
    r"amily\}\.(?!name\b|about\b|art\b|thumbnail\b|(?:title|seat|level)\.\$\{[\w.]+\}['`])[\w$]"
)
LOADS_FAMILY = re.compile(r"\bfind\(\w|`games/\$\{[\w.]+\}")


def texts(entry: str) -> set[str]:
    """Return the catalogues that the modules of an entry ask for."""
    return set(CLIENT.needs[entry.removesuffix(".js").removesuffix("/board")].texts)


def prepared(path: str) -> set[str]:
    """Return what a module loads by `prepare` with names of entries."""
    names = matching(PREPARED.findall(MODULES[path].text), CLIENT.needs)
    return {text for name in names for text in CLIENT.needs[name].texts}


def loaded_in(path: str, loaded: dict[str, set[str]]) -> set[str]:
    """Return the catalogues loaded wherever a module runs, given those loaded for each entry."""
    inside = [loaded[entry] for entry, paths in REACHED.items() if path in paths]
    return set.intersection(*inside) if inside else set()


def loaded_by_entry() -> dict[str, set[str]]:
    """Return the catalogues loaded by entry; an entry imported later also has those of all its importers."""
    loaded = {entry: set(CLIENT.needs) | set.union(*map(texts, ENTRIES)) for entry in LATER}
    loaded |= {page: texts(page) for page in PAGES} | {START: set()}
    while True:
        fewer = {
            entry: texts(entry)
            | set.intersection(*(loaded_in(path, loaded) for path, one in IMPORTED_LATER if one == entry))
            for entry in LATER
        }
        if all(loaded[entry] == names for entry, names in fewer.items()):
            return loaded
        loaded |= fewer


def test_what_runs_on_every_page_speaks_in_common_texts() -> None:
    catalogues = Catalogues(CLIENT.plain)
    asked = {path: catalogues.asked(MODULES[path]) for path in REACHED[START]}
    assert {path: names for path, names in asked.items() if names} == {}


def test_a_module_that_is_imported_later_finds_its_texts_loaded_or_prepares_them() -> None:
    loaded = loaded_by_entry()
    missing = {
        (path, entry): lacking
        for path, entry in IMPORTED_LATER
        if entry in LATER
        and (lacking := texts(entry) - loaded_in(path, loaded) - prepared(path) - prepared(entry))
    }
    assert missing == {}


def test_a_page_that_shows_texts_of_a_family_loads_them() -> None:
    """The names of games are common; everything else comes with `find`, `prepare` or `load`."""
    silent = {
        page: asking
        for page in PAGES
        if (asking := [path for path in REACHED[page] if OF_FAMILY.search(MODULES[path].text)])
        and not any(LOADS_FAMILY.search(MODULES[path].text) for path in REACHED[page] - REACHED[START])
    }
    assert silent == {}


def test_the_lobby_loads_at_most_12_kilobytes_of_texts() -> None:
    """Common texts with the names of all games, and its own."""
    names = {"lang", *CLIENT.needs["lobby/page"].texts, *CLIENT.needs["app/later"].texts}
    assert names == {"lang", "lang/lobby"}
    assert sum(len(CLIENT.built[path_of(name, "en")].body) for name in names) <= LOBBY
