"""Service worker script with the file names of a build: precached files, and files cached later."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from app.web.assets.build import SHELL_SHEETS, START, Client
from app.web.assets.files import File
from app.web.assets.texts import COMMON, FAMILY, path_of

GAMES = re.compile(r"games/\w+/(?:games\.json|[\w-]+\.svg)")  # published games and drawings
FIRST = ("lobby/page", "help/page", "boards/move-builder")
SHELL = (SHELL_SHEETS, START, "app/theme.js", "app/print.css", "rules.json", "art/icon.svg")


@cache
def service_worker_file(client: Client, language: str) -> File:
    """Return the script at /sw.js, whose scope is the whole site. It contains the build, so that a new build
    replaces it, and caches the texts of one language."""
    common = path_of(COMMON, language)
    first = dict.fromkeys([*SHELL, common, *client.shell, *_of(client, FIRST, language)])
    boards = [name for name in client.needs if name.startswith("games/")]
    helps = [path_of(f"{name}/help", language) for name in boards if FAMILY.fullmatch(name)]
    games = [path for path in client.plain if GAMES.fullmatch(path)]
    later = [
        path for path in dict.fromkeys([*_of(client, boards, language), *helps, *games]) if path not in first
    ]
    text = client.text("app/service-worker.js")
    for name, value in (("build", client.build), ("first", " ".join(first)), ("later", " ".join(later))):
        text = text.replace(f"{{{name}}}", value)
    return File("sw.js", text.encode())


def _of(client: Client, names: Iterable[str], language: str) -> list[str]:
    """Return the addresses of everything that these entries need."""
    found: dict[str, None] = {}
    for name in names:
        need = client.needs[name]
        texts = [path_of(one, language) for one in need.texts]
        found |= dict.fromkeys([*need.modules, *([need.sheet] if need.sheet else []), *need.sheets, *texts])
    return list(found)
