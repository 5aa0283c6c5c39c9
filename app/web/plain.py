"""Page content without scripts: the list of games, and the rules of each.

It is in a `<noscript>` of the document, so that a browser with scripts never shows it. Visitors without
scripts, crawlers and text browsers can read the rules. Diagrams and lessons need the board: a diagram is
reduced to its caption, a lesson is omitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from app.web.assets.build import Client
from app.web.assets.texts import ORIGINAL
from app.web.heads import Heads
from engine import GAMES, Game

Block = Mapping[str, Any]  # of a help text; docs/client.md lists the kinds


class PlainTexts:
    """Makes the HTML in one language, once per game."""

    def __init__(self, client: Client, heads: Heads, language: str = ORIGINAL) -> None:
        self._client, self._heads, self._language = client, heads, language
        self._helps: dict[str, str] = {}

    def games(self) -> str:
        """Return the families of games, each with a link to its rules."""
        firsts: dict[str, Game[Any]] = {}
        for game in GAMES.values():
            firsts.setdefault(game.family, game)
        items = []
        for game in firsts.values():
            head = self._heads.of_rules("game", game, f"/help/{game.id}")
            link = f'<a href="{escape(head.address or "")}">{escape(head.title)}</a>'
            items.append(f"<dt>{link}</dt><dd>{escape(head.description)}</dd>")
        return self._article(self._text("site.heading"), [f"<dl>{''.join(items)}</dl>"])

    def help(self, game: Game[Any]) -> str:
        """Return the rules of a game, then rulings and credits, as on the page with scripts."""
        if game.id not in self._helps:
            self._helps[game.id] = self._article(self._text("help", game), self._help(game))
        return self._helps[game.id]

    def _help(self, game: Game[Any]) -> Iterator[str]:
        blocks = [block for block in self._blocks(game.family) if _belongs(block, game)]
        chapter: list[str] = []  # a heading without content is omitted
        for block in blocks:
            if "h" in block:
                chapter = [f"<h2>{escape(block['h'])}</h2>"]
            elif "ruling" not in block and "credit" not in block and (html := _shown(block)):
                yield from (*chapter, html)
                chapter = []
        rulings = [
            f"<li><strong>{escape(block['ruling'])}</strong> {escape(block.get('p', ''))}</li>"
            for block in blocks
            if "ruling" in block
        ]
        if rulings:
            texts = self._client.catalogues.texts("lang/help", self._language)
            yield f"<h2>{escape(texts['help.rulings'])}</h2>"
            yield f"<p>{escape(texts['help.rulings.about'])}</p><ul>{''.join(rulings)}</ul>"
        credits_ = [_credit(block) for block in blocks if "credit" in block]
        if credits_:
            yield f"<h2>{escape(self._text('plain.credits'))}</h2>{''.join(credits_)}"

    def _article(self, title: str, parts: Iterable[str]) -> str:
        sheet = f'<link rel="stylesheet" href="{self._client.prefix}app/plain.css">'
        text = f"<h1>{escape(title)}</h1>{''.join(parts)}"
        return f'<noscript>{sheet}<article class="plain">{text}</article></noscript>\n'

    def _blocks(self, family: str) -> list[Block]:
        texts = self._client.catalogues.texts(f"games/{family}/help", self._language)
        blocks: list[Block] = texts.get(f"{family}.help", [])
        return blocks

    def _text(self, key: str, game: Game[Any] | None = None) -> str:
        if game:
            return self._heads.of_rules(key, game, "").title
        return self._heads.text(key, {})


def _belongs(block: Block, game: Game[Any]) -> bool:
    """Return whether a block belongs to the help of these rules."""
    options = dict(game.options)
    wanted = block.get("where", {}).items()
    return game.id in block.get("only", [game.id]) and all(options.get(key) == one for key, one in wanted)


def _shown(block: Block) -> str:
    """Return a block as HTML, "" if it needs a board."""
    for kind, tag in (("list", "ul"), ("steps", "ol")):
        if kind in block:
            return f"<{tag}>{''.join(f'<li>{escape(one)}</li>' for one in block[kind])}</{tag}>"
    if "terms" in block:
        terms = "".join(f"<dt>{escape(term)}</dt><dd>{escape(said)}</dd>" for term, said in block["terms"])
        return f"<dl>{terms}</dl>"
    if "p" not in block or "try" in block:
        return ""
    return f"<p>{escape(block['p'])}</p>"


def _credit(block: Block) -> str:
    link = ""
    if "href" in block:
        name = block.get("link", block["href"])
        link = f' <a href="{escape(block["href"])}" rel="noopener">{escape(name)}</a>'
    return f"<p>{escape(block['credit'])}{link}</p>"
