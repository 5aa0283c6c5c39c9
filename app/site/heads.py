"""Head of a page: title, description, canonical address, link preview.

Chats that receive a link read only this. Titles are those of the pages, from the client's catalogues; texts
used only in heads are in `static/lang/head.<language>.json`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any
from urllib.parse import quote

from app.model.game_info import GameInfo, Player
from app.site.assets.build import Client
from app.site.assets.texts import HEADS, ORIGINAL
from engine import Game, Outcome

PICTURE = "art/preview{family}.png"  # 1200x630
WIDTH, HEIGHT = 1200, 630
PARAMETER = re.compile(r"\{(\w+)\}")
TITLES = {  # by head key: key of the page's own title
    "site": "shell.title.home",
    "new": "new.title",
    "help": "help.title",
    "new.list": "games.new",
    "help.list": "games.help",
    "daily": "daily.title.today",
    "daily.date": "daily.title.past",
    "puzzles": "puzzle.title.day",
    "puzzles.grade": "puzzle.title",
    "me": "me.title",
    "settings": "me.settings",
    "account": "account.title",
    "moderation": "moderation.title",
    "privacy": "shell.privacy",
    "credits": "shell.credits",
    "docs": "docs.title",
    "missing": "error.lost.title",
}


@dataclass(frozen=True)
class Head:
    """Head of a page. `address`: below the site's, None for a missing page; `family`: whose picture a preview
    shows; `listed`: search engines may index it."""

    title: str
    description: str
    address: str | None
    family: str | None = None
    listed: bool = True


@dataclass(frozen=True)
class Ending:
    """End of a game: `moves` in effect, `score` of a solitaire."""

    outcome: Outcome
    moves: int
    score: int | None


class Heads:
    """Makes heads in one language."""

    def __init__(self, client: Client, language: str = ORIGINAL) -> None:
        self._client, self._language = client, language
        self._texts: dict[str, str] = client.catalogues.texts(HEADS, language)
        self._shown = client.catalogues.every(language)  # texts of the pages

    def simple(self, key: str, address: str | None, *, listed: bool = True, **words: str) -> Head:
        """Return the head of a page that is not about a game."""
        return Head(self.title(key, words), self.text(f"{key}.about", words), address, listed=listed)

    def missing(self) -> Head:
        return self.simple("missing", None, listed=False)

    def of_rules(self, key: str, game: Game[Any], address: str) -> Head:
        words = {"game": self._name(game), "about": self._about(game)}
        about = f"{key}.about"
        description = self.text(about, words) if about in self._texts else words["about"]
        family = self._shown.get(f"{game.family}.name", game.title)
        title = self.title(key, {"game": family} if key in TITLES else words)
        return Head(title, description, address, game.family)

    def of_game(self, info: GameInfo, ended: bool, ending: Ending | None = None) -> Head:
        """Return the head of a game's page. A private game shows no names. `ending`: None if it must not be
        shown."""
        if ending and info.public and ending.outcome.reason != "aborted":
            return self._of_result(info, ending)
        state = "ended" if ended else "live" if info.full else "open"
        words = {"game": self._name(info.game), "about": self._about(info.game)}
        names = list(dict.fromkeys(self._person(player) for player in info.players if player))
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

    def of_chain(self, head: Head, game: Game[Any], ply: int, count: int) -> Head:
        """Return the head of an ended game's replay, from the position before a chain of `count` compulsory
        moves."""
        words = {"count": str(count), "game": self._name(game)}
        title = _filled(self._shown["chain.title"], words)
        return replace(head, title=title, address=f"{head.address}?ply={ply}&chain={count}")

    def _of_result(self, info: GameInfo, ending: Ending) -> Head:
        winner = ending.outcome.winner
        names = [self._person(player) if player else "" for player in info.players]
        words = {"game": self._name(info.game), "about": self._about(info.game), "name": names[0]}
        count = {"count": str(ending.moves)}
        words["moves"] = self.text("moves.one" if ending.moves == 1 else "moves", count)
        words["score"] = str(ending.score)
        words |= {"deal": str(info.deal), "day": info.daily or ""}
        if len(names) == 1:
            deal = ".day" if info.daily else ".deal" if isinstance(info.deal, int) else ""
            key = ("result.unsolved" if winner is None else "result.solved") + deal
        elif info.free:
            key = "ended.alone"
        else:
            key = "result.drawn" if winner is None else "result.won"
            ordered = names if winner != 1 else names[::-1]
            words["names"] = self.text("and", {"one": names[0], "other": names[1]})
            words |= {"winner": ordered[0], "loser": ordered[1]}
        score = "" if ending.score is None else self.text("result.score", words)
        parts = [self._reason(info, ending, words), score, self.text("ended.about", words)]
        title = self.text(key, words)
        return Head(title, " ".join(filter(None, parts)), f"/g/{info.id}", info.game.family)

    def _reason(self, info: GameInfo, ending: Ending, words: Mapping[str, str]) -> str:
        """Return why the game ended as a sentence, the family's own or the common one; "" if there is
        none."""
        reason, winner, family = ending.outcome.reason, ending.outcome.winner, info.game.family
        kind = "alone." if len(info.players) == 1 else "drawn." if winner is None else ""
        if (common := f"reason.{kind}{reason}") in self._texts and not info.free:
            return self.text(common, words)
        texts = self._shown
        own = texts.get(f"{family}.over.{reason}.{winner}") or texts.get(f"{family}.over.{reason}", "")
        return "" if reason == "resigned" else str(own)

    def _person(self, player: Player) -> str:
        """Return the name of a player; a deleted player has none."""
        if player.bot is not None:
            return self.text("computer", {"level": str(player.bot)})
        return player.name or self.text("former", {})

    def title(self, key: str, words: Mapping[str, str]) -> str:
        """Return the page's own title, or the head's if the page has none."""
        return _filled(self._shown[TITLES[key]], words) if key in TITLES else self.text(key, words)

    def text(self, key: str, words: Mapping[str, str]) -> str:
        return _filled(self._texts[key], words)

    def _name(self, game: Game[Any]) -> str:
        name = self._shown.get(f"{game.family}.name", game.title)
        return str(self._shown.get(f"{game.family}.title.{game.id}", name))

    def _about(self, game: Game[Any]) -> str:
        return str(self._shown.get(f"{game.family}.about", ""))

    def tags(self, head: Head, site: str) -> str:
        """Return the head as HTML. `site`: origin, since link previews need absolute addresses."""
        title = head.title
        if head.address != "/":
            title = _filled(self._shown["shell.title"], {"page": title})
        picture = PICTURE.format(family=f"-{head.family}")
        if picture not in self._client.plain:
            picture = PICTURE.format(family="")
        address = site + quote(head.address or "/", safe="/?=&%")
        properties = {
            "og:type": "website",
            "og:site_name": "Richelieu",
            "og:locale": self.text("locale", {}),
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


def _filled(text: str, words: Mapping[str, str]) -> str:
    """Fill in the parameters of a text; head parameters are words, never counts."""
    return PARAMETER.sub(lambda found: words[found[1]], text)
