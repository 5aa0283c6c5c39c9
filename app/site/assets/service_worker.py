"""Service worker script with the file names of a build: precached files, and files cached later."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from app.site.assets.build import Client
from app.site.assets.files import File
from app.site.assets.texts import COMMON, FAMILY, path_of

GAMES = re.compile(r"games/\w+/(?:games\.json|[\w-]+\.svg)")  # published games and drawings
FIRST = ("app/later", "pages/lobby/page", "pages/help/page", "board/picks")
SHELL = (
    "app/base.css",
    "app/print.css",
    "app/theme.js",
    "app/tokens.css",
    "art/fonts/lora.woff2",
    "art/icon.svg",
    "board/boards.css",
    "rules.json",
)


@cache
def service_worker_file(client: Client, language: str) -> File:
    """Return the script at /sw.js, whose scope is the whole site. It contains the build, so that a new build
    replaces it, and caches the texts of one language."""
    common = path_of(COMMON, language)
    first = dict.fromkeys([*SHELL, common, *client.shell, *_of(client, FIRST, language)])
    boards = [name for name in client.needs if FAMILY.fullmatch(name)]
    modules = [one for path, paths in client.modules.items() if path.startswith("games/") for one in paths]
    helps = [path_of(f"{name}/help", language) for name in boards]
    games = [path for path in client.plain if GAMES.fullmatch(path)]
    wanted = dict.fromkeys([*_of(client, boards, language), *modules, *helps, *games])
    later = [path for path in wanted if path not in first]
    text = client.text("app/service-worker.js")
    for name, value in (("build", client.build), ("first", " ".join(first)), ("later", " ".join(later))):
        text = text.replace(f"{{{name}}}", value)
    return File("sw.js", text.encode())


def _of(client: Client, names: Iterable[str], language: str) -> list[str]:
    found: dict[str, None] = {}
    for name in names:
        need = client.needs[name]
        texts = [path_of(one, language) for one in need.texts]
        found |= dict.fromkeys([*need.modules, *need.sheets, *texts])
    return list(found)
