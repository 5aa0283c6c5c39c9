"""The service worker with the names of a build filled in: which files it keeps at once, and which later."""

from __future__ import annotations

from functools import cache

from app.web.assets.client import SHELL_SHEETS, START, Client
from app.web.assets.files import File
from app.web.assets.texts import ORIGINAL, path_of

FIRST = ("lobby/page", "help/page", "boards/move-builder")
SHELL = (SHELL_SHEETS, START, "app/theme.js", "app/print.css", "lang/en.json", "rules.json", "art/icon.svg")


@cache
def worker_file(client: Client) -> File:
    """Below /sw.js: its scope is the whole site. It names the build, so that a new one replaces it."""
    first = dict.fromkeys([*SHELL, *client.shell, *_of(client, FIRST)])
    boards = [name for name in client.needs if name.startswith("games/")]
    texts = [path for path in client.plain if path.startswith("games/") and path.endswith((".json", ".svg"))]
    later = [path for path in dict.fromkeys([*_of(client, boards), *texts]) if path not in first]
    text = client.text("app/service-worker.js")
    for name, value in (("build", client.build), ("first", " ".join(first)), ("later", " ".join(later))):
        text = text.replace(f"{{{name}}}", value)
    return File("sw.js", text.encode())


def _of(client: Client, names: tuple[str, ...] | list[str]) -> list[str]:
    """The addresses of all that these need."""
    found: dict[str, None] = {}
    for name in names:
        need = client.needs[name]
        texts = [path_of(one, ORIGINAL) for one in need.texts]
        found |= dict.fromkeys([*need.modules, *([need.sheet] if need.sheet else []), *need.sheets, *texts])
    return list(found)
