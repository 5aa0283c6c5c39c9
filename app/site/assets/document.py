"""HTML document of a page: index.html with the head of the address and preload links for everything that the
page will need; and the service worker's script with the files that it caches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape

from app.site.assets.build import Client
from app.site.assets.files import File
from app.site.assets.texts import COMMON, FAMILY, HEADS, direction, path_of

TITLE = re.compile(r"<title>[^<]*</title>\n|<meta name=\"description\"[^>]*>\n")
TEMPLATE = "index.html"
# Texts for a page that cannot fetch its catalogues.
FAULT = re.compile(r"shell\.(?:title|reload)|error\.(?!lost|maintenance).+")
TEXT = re.compile(r'data-t="([\w.]+)"[^>]*>(?=<)')
LABEL = re.compile(r'data-label="([\w.]+)"')
# Of the service worker: what it caches first, and published games and drawings, which it caches later.
GAMES = re.compile(r"games/\w+/(?:games\.json|[\w-]+\.svg)")
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


def make_document(
    client: Client,
    language: str,
    tags: str,
    needed: Iterable[str] = (),
    data: Iterable[str] = (),
    texts: Iterable[str] = (),
) -> File:
    """Return the document of a page. `tags`: its head as HTML; `needed`: entries as in `client.needs`;
    `data`: API addresses that the page requests first; `texts`: catalogues besides those of its entries."""
    template = _template(client, language)
    needs = [client.needs[one] for one in dict.fromkeys(needed) if one in client.needs]
    modules = dict.fromkeys(address for need in needs for address in need.modules)
    sheets = dict.fromkeys(address for need in needs for address in need.sheets)
    catalogues = dict.fromkeys([COMMON, *(name for need in needs for name in need.texts), *texts])
    fetched = [f"{client.prefix}{path_of(name, language)}" for name in catalogues]
    lines = [
        *(f'<link rel="stylesheet" href="{client.prefix}{address}">\n' for address in sheets),
        *_preloads(client, modules),
        *(f'<link rel="preload" href="{path}" as="fetch" crossorigin>\n' for path in (*fetched, *data)),
    ]
    parts = (template.before, tags, template.shell, *lines, template.after)
    return File(TEMPLATE, "".join(parts).encode())


@dataclass(frozen=True)
class _Template:
    """Parts of index.html: before the page's tags, the shell after them, and the rest."""

    before: str
    shell: str
    after: str


@cache
def _template(client: Client, language: str) -> _Template:
    texts = client.catalogues.texts(COMMON, language)
    faults = {key: text for key, text in texts.items() if FAULT.fullmatch(key)}
    text = _filled(client.text(TEMPLATE), texts | client.catalogues.texts(HEADS, language))
    text = TITLE.sub("", text)
    marks = f'data-build="{client.build}" data-languages="{" ".join(client.catalogues.languages)}"'
    text = text.replace('<html lang="en"', f'<html lang="{language}" dir="{direction(language)}" {marks}')
    text = text.replace('"/static/', f'"{client.prefix}')
    before, script, after = text.partition('<script type="module"')
    files = json.dumps({key: need.as_json() for key, need in client.needs.items()}, separators=(",", ":"))
    shell = [
        *_preloads(client, client.shell),
        f"<meta name=\"files\" content='{files}'>\n",
        f'<meta name="texts" content="{escape(json.dumps(faults, ensure_ascii=False))}">\n',
    ]
    return _Template(before, "".join(shell), script + after)


def _filled(html: str, texts: Mapping[str, str]) -> str:
    """Fill in the texts around the page, so that nothing moves when the script starts. Empty elements with
    `data-t` get the text of that key, elements with `data-label` a name."""
    html = TEXT.sub(lambda found: f"{found[0]}{escape(texts[found[1]])}", html)
    return LABEL.sub(lambda found: f'{found[0]} aria-label="{escape(texts[found[1]])}"', html)


def _preloads(client: Client, modules: Iterable[str]) -> list[str]:
    return [f'<link rel="modulepreload" href="{client.prefix}{address}">\n' for address in modules]


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
