"""Pages without scripts: the list of games, and the rules of each game as plain HTML."""

from __future__ import annotations

import json
import re
from html import unescape

import httpx

from app.web.pages import STATIC
from engine import FAMILIES, GAMES


def plain_of(document: str) -> str:
    """What stands in the document for readers without scripts, besides the notice."""
    (found,) = re.findall(
        r"<noscript><link [^>]*><article[^>]*>(.*?)</article></noscript>", document, re.DOTALL
    )
    return str(found)


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", html))


async def test_the_rules_of_every_game_stand_in_its_help_page(http: httpx.AsyncClient) -> None:
    for game in GAMES.values():
        html = plain_of((await http.get(f"/help/{game.id}")).text)
        text, options = text_of(html), dict(game.options)
        assert html.count("<h1>") == 1
        assert html.index("<h2>") > html.index("<h1>")
        for block in json.loads((STATIC / f"games/{game.family}/help.en.json").read_text())[
            f"{game.family}.help"
        ]:
            own = game.id in block.get("only", [game.id]) and all(
                options.get(key) == value for key, value in block.get("where", {}).items()
            )
            words = [block.get(key, "") for key in ("ruling", "credit", *(() if "try" in block else ("p",)))]
            words += [*block.get("list", ()), *block.get("steps", ())]
            words += [word for pair in block.get("terms", ()) for word in pair]
            for word in words:
                if own:
                    assert word in text, (game.id, word)
        assert re.findall(r"<h2>[^<]*</h2>(?=<h2>|$)", html) == [], "a heading that nothing follows"


async def test_rulings_and_credits_stand_apart_from_the_authors_text(http: httpx.AsyncClient) -> None:
    html = plain_of((await http.get("/help/cardinals_guards")).text)
    rules, rulings, credit = re.split(r"<h2>(?:How we read the rules|Credits and licences)</h2>", html)
    assert "<strong>" in rulings
    assert "<strong>" not in rules + credit


async def test_the_lobby_lists_the_games_with_links_to_their_rules(http: httpx.AsyncClient) -> None:
    for path in ("/", "/help", "/new"):
        links = re.findall(r'<dt><a href="(/help/\w+)">', plain_of((await http.get(path)).text))
        assert len(links) == len(FAMILIES)
        for link in links:
            assert (await http.get(link)).status_code == 200


async def test_a_page_without_plain_text_has_none(http: httpx.AsyncClient) -> None:
    assert "<article" not in (await http.get("/daily")).text
