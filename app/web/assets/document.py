"""HTML document of a page: index.html with the head of the address and preload links for everything that the
page will need."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape

from app.web.assets.build import LINKED, SHELL_SHEETS, Client, Needs
from app.web.assets.files import File
from app.web.assets.texts import COMMON, HEADS, direction, path_of

TITLE = re.compile(r"<title>[^<]*</title>\n|<meta name=\"description\"[^>]*>\n")
TEMPLATE = "index.html"
# Texts for a page that cannot fetch its catalogues.
FAULT = re.compile(r"shell\.(?:title|reload)|error\.(?!lost|maintenance).+")
TEXT = re.compile(r'data-t="([\w.]+)"[^>]*>(?=<)')
LABEL = re.compile(r'data-label="([\w.]+)"')


def make_document(
    client: Client,
    language: str,
    tags: str,
    needed: Iterable[str] = (),
    data: Iterable[str] = (),
    texts: Iterable[str] = (),
    plain: str = "",
) -> File:
    """Return the document of a page. `tags`: its head as HTML; `needed`: entries as in `client.needs`;
    `data`: API addresses that the page requests first; `texts`: catalogues besides those of its entries;
    `plain`: HTML before the content."""
    template = _template(client, language)
    needs = [client.needs[one] for one in dict.fromkeys(needed) if one in client.needs]
    modules = dict.fromkeys(address for need in needs for address in need.modules)
    catalogues = dict.fromkeys([COMMON, *(name for need in needs for name in need.texts), *texts])
    fetched = [f"{client.prefix}{path_of(name, language)}" for name in catalogues]
    lines = [
        *_sheets(client, needs),
        *(f'<link rel="modulepreload" href="{client.prefix}{address}">\n' for address in modules),
        *(f'<link rel="preload" href="{path}" as="fetch" crossorigin>\n' for path in (*fetched, *data)),
    ]
    shell, after = (template.shell, *lines), (template.header, plain, template.after)
    return File(TEMPLATE, "".join((template.before, tags, *shell, *after)).encode())


@dataclass(frozen=True)
class _Template:
    """Parts of index.html: before the page's tags, the shell after them, from there to the content, and from
    the content on."""

    before: str
    shell: str
    header: str
    after: str


@cache
def _template(client: Client, language: str) -> _Template:
    texts = client.catalogues.texts(COMMON, language)
    faults = {key: text for key, text in texts.items() if FAULT.fullmatch(key)}
    text = _filled(client.text(TEMPLATE), texts | client.catalogues.texts(HEADS, language))
    sheets = LINKED.findall(text)
    text = LINKED.sub("", TITLE.sub("", text))
    marks = f'data-build="{client.build}" data-languages="{" ".join(client.catalogues.languages)}"'
    text = text.replace('<html lang="en"', f'<html lang="{language}" dir="{direction(language)}" {marks}')
    text = text.replace('"/static/', f'"{client.prefix}')
    before, script, after = text.partition('<script type="module"')
    files = json.dumps({key: need.as_json() for key, need in client.needs.items()}, separators=(",", ":"))
    shell = [
        _sheet(client, SHELL_SHEETS if len(sheets) > 1 else sheets[0], sheets),
        *(f'<link rel="modulepreload" href="{client.prefix}{one}">\n' for one in client.shell),
        f"<meta name=\"files\" content='{files}'>\n",
        f'<meta name="texts" content="{escape(json.dumps(faults, ensure_ascii=False))}">\n',
    ]
    header, main, after = (script + after).partition("<main ")
    return _Template(before, "".join(shell), header, main + after)


def _filled(html: str, texts: Mapping[str, str]) -> str:
    """Fill in the texts around the page, so that nothing moves when the script starts. Empty elements with
    `data-t` get the text of that key, elements with `data-label` a name."""
    html = TEXT.sub(lambda found: f"{found[0]}{escape(texts[found[1]])}", html)
    return LABEL.sub(lambda found: f'{found[0]} aria-label="{escape(texts[found[1]])}"', html)


def _sheets(client: Client, needs: Iterable[Needs]) -> Iterator[str]:
    """Yield each style sheet once: the joined one of a need, or the remaining parts if another need has some
    of them."""
    seen: set[str] = set()
    for need in needs:
        left = [sheet for sheet in need.sheets if sheet not in seen]
        seen.update(left)
        if need.sheet and left == need.sheets:
            yield _sheet(client, need.sheet, left)
        else:
            yield from (_sheet(client, sheet, [sheet]) for sheet in left)


def _sheet(client: Client, address: str, sheets: Iterable[str]) -> str:
    """Return the link of a style sheet; `data-sheets` lists the sheets joined in it."""
    names = " ".join(sheets)
    return f'<link rel="stylesheet" href="{client.prefix}{address}" data-sheets="{names}">\n'
