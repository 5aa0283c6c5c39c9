"""What the head of a page tells others about it: title, description, canonical address, link preview.

A chat that is sent a link reads nothing else. The sentences stand in `static/lang/head.en.json` and in the
catalogues of the families.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote

from app.domain.game_info import GameInfo
from app.web.assets.client import Client
from engine import GAMES, Game

PICTURE = "art/preview{family}.png"  # 1200x630
WIDTH, HEIGHT = 1200, 630


@dataclass(frozen=True)
class Head:
    """`address`: of the page, below the site's, None for a page of nothing; `family`: whose picture a
    preview shows; `listed`: whether search engines may list it."""

    title: str
    description: str
    address: str | None
    family: str | None = None
    listed: bool = True


class Heads:
    """Makes heads in one language."""

    def __init__(self, client: Client, language: str = "en") -> None:
        self._client = client
        self._texts: dict[str, str] = json.loads(client.text(f"lang/head.{language}.json"))
        self._families: dict[str, dict[str, Any]] = {}
        for family in {game.family for game in GAMES.values()}:
            path = f"games/{family}/{language}.json"
            self._families[family] = json.loads(client.text(path)) if path in client.plain else {}

    def simple(self, key: str, address: str | None, *, listed: bool = True, **words: str) -> Head:
        """Of a page that is about no game."""
        return Head(self.text(key, words), self.text(f"{key}.about", words), address, listed=listed)

    def missing(self) -> Head:
        return self.simple("missing", None, listed=False)

    def of_rules(self, key: str, game: Game[Any], address: str) -> Head:
        """Of a page about the rules of a game."""
        words = {"game": self._name(game), "about": self._about(game)}
        about = f"{key}.about"
        description = self.text(about, words) if about in self._texts else words["about"]
        return Head(self.text(key, words), description, address, game.family)

    def of_game(self, info: GameInfo, ended: bool) -> Head:
        """Of a game's page. A private game names no people."""
        state = "ended" if ended else "live" if info.full else "open"
        words = {"game": self._name(info.game), "about": self._about(info.game)}
        former = self.text("former", {})  # who has deleted their account has no name
        names = list(dict.fromkeys(player.name or former for player in info.players if player))
        key = state
        if not info.public:
            key = "open.private" if state == "open" else "live.private"
        elif len(names) == 1:
            key = f"{state}.alone" if state != "open" else state
            words["name"] = names[0]
        else:
            words["names"] = self.text("and", {"one": names[0], "other": names[-1]})
        title, about = self.text(key, words), self.text(f"{state}.about", words)
        return Head(title, about, f"/g/{info.id}", info.game.family, listed=info.public)

    def text(self, key: str, words: Mapping[str, str]) -> str:
        return self._texts[key].format_map(words)

    def _name(self, game: Game[Any]) -> str:
        texts = self._families[game.family]
        return str(
            texts.get(f"{game.family}.title.{game.id}") or texts.get(f"{game.family}.name") or game.title
        )

    def _about(self, game: Game[Any]) -> str:
        return str(self._families[game.family].get(f"{game.family}.about", ""))

    def tags(self, head: Head, site: str) -> str:
        """The head as HTML. `site`: the origin of the addresses, which link previews need whole."""
        title = self.text("title", {"page": head.title}) if head.address != "/" else head.title
        picture = PICTURE.format(family=f"-{head.family}")
        if picture not in self._client.plain:
            picture = PICTURE.format(family="")
        address = site + quote(head.address or "/", safe="/?=&%")
        properties = {
            "og:type": "website",
            "og:site_name": "Richelieu",
            "og:title": head.title,
            "og:description": head.description,
            "og:url": address,
            "og:image": f"{site}/static/{picture}",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
        }
        names = {"description": head.description, "twitter:card": "summary_large_image"}
        if not head.listed:
            names["robots"] = "noindex"
        lines = [f"<title>{escape(title)}</title>"]
        lines += [f'<meta name="{name}" content="{escape(text)}">' for name, text in names.items()]
        lines += [f'<meta property="{name}" content="{escape(text)}">' for name, text in properties.items()]
        if head.address:
            lines.append(f'<link rel="canonical" href="{escape(address)}">')
        return "".join(f"{line}\n" for line in lines)
