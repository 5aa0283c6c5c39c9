"""The head of each page: link previews in chats, and the status of unknown addresses."""

from __future__ import annotations

import json
import re
from html import unescape

import httpx
from starlette.requests import Request

from app.model.game_info import Player
from app.results.daily.days import days_after
from app.site.assets.texts import PSEUDO, pseudo
from app.site.heads import HEIGHT, WIDTH, Ending, Head, Heads
from app.site.language import language_of
from app.site.pages import STATIC, client
from engine import FAMILIES, GAMES, Outcome
from tests.app.http_players import PAIR, guest, moves, new_board
from tests.app.in_process import serving_here
from tests.app.solitaire_games import resign_over_http, solitaire_info
from tests.app.stored_games import info
from tests.serving import UNLIMITED

FOR_TWO = next(game for game in GAMES.values() if len(game.seats) == 2)
SOLITAIRE = next(game for game in GAMES.values() if len(game.seats) == 1)
CASTLE = GAMES["beleaguered_castle"]  # cannot be lost by a move, and has a deal of the day
HTML_NAME = "<b onclick=x>'\"&"
PICTURES = sorted(STATIC.glob("art/preview*.png"))


def tags(text: str) -> dict[str, str]:
    """Return the title, the canonical address and the named tags of a document."""
    found = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', text))
    found["title"] = re.findall(r"<title>([^<]*)</title>", text)[0]
    if canonical := re.search(r'<link rel="canonical" href="([^"]*)">', text):
        found["canonical"] = canonical[1]
    return {name: unescape(value) for name, value in found.items()}


async def test_an_open_game_invites_by_name_until_it_is_full(http: httpx.AsyncClient) -> None:
    one, other = await guest(http), await guest(http)
    made = await one.create_game(rules=FOR_TWO.id)
    head = tags((await http.get(made["url"])).text)
    assert re.fullmatch(rf"{one.name} invites you to \w.*", head["og:title"])
    assert head["title"] == f"{head['og:title']} · Richelieu"
    assert head["og:url"] == head["canonical"] == f"{str(http.base_url).rstrip('/')}{made['url']}"
    assert head["og:image"].endswith(f"/static/art/preview-{FOR_TWO.family}.png")
    assert (await http.get(head["og:image"])).headers["content-type"] == "image/png"
    assert head["twitter:card"] == "summary_large_image"
    await other.post(f"/api/games/{made['id']}/join")
    head = tags((await http.get(made["url"])).text)
    orders = ((one.name, other.name), (other.name, one.name))
    assert head["og:title"].startswith(tuple(f"{first} and {second} play" for first, second in orders))
    assert "robots" not in head


async def test_a_private_game_names_no_people(http: httpx.AsyncClient) -> None:
    one = await guest(http)
    for body in ({"rules": FOR_TWO.id}, {"rules": FOR_TWO.id, "seat": "both"}, {"rules": SOLITAIRE.id}):
        made = await one.create_game(**body, public=False)
        text = (await http.get(made["url"])).text
        assert one.name not in text
        assert tags(text)["robots"] == "noindex"
        assert tags(text)["og:title"] != "Page not found"


async def test_the_page_of_an_ended_game_tells_who_won_and_how(http: httpx.AsyncClient) -> None:
    board = await new_board(http, *moves()[:3], rules=PAIR.id)
    one, other = board.people
    await one.post(f"/api/games/{board.id}/resign")
    head = tags((await http.get(f"/g/{board.id}")).text)
    assert head["og:title"].startswith(f"{other.name} beat {one.name} at ")
    assert head["og:title"].endswith(" in 3 moves")
    assert head["description"].startswith(f"{one.name} resigned. ")
    address = f"/g/{board.id}?ply=2&chain=3"
    chain = tags((await http.get(address)).text)
    assert chain["og:title"].startswith("A 3-link chain: ")
    assert chain["og:url"].endswith(address)
    for wrong in ("ply=2&chain=x", "ply=2", "chain=3"):
        assert tags((await http.get(f"/g/{board.id}?{wrong}")).text)["og:title"] == head["og:title"], wrong


async def test_the_page_of_an_ended_solitaire_tells_deal_moves_and_score(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    game = (await person.create_game(rules=CASTLE.id, deal=4711))["id"]
    state = await resign_over_http(person, game, moves=2)
    head = tags((await http.get(f"/g/{game}")).text)
    assert re.fullmatch(
        rf"{person.name} reached score {state['score'][0]} at .+, deal 4711, in 2 moves", head["og:title"]
    )
    assert head["description"].startswith(f"{person.name} gave up. Score {state['score'][0]}. ")


async def test_a_game_at_a_deal_of_today_and_a_private_game_tell_no_result(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    for body in ({"rules": CASTLE.id, "deal": "daily"}, {"rules": CASTLE.id, "deal": 4711, "public": False}):
        game = (await person.create_game(**body))["id"]
        await resign_over_http(person, game, moves=1)
        head = tags((await http.get(f"/g/{game}")).text)
        texts = head["og:title"] + head["description"]
        assert not re.search("score|move[s ]? |4711|gave up", texts.replace("move by move", "").lower()), (
            texts
        )


def test_a_solved_deal_of_an_earlier_day_names_the_day() -> None:
    game = solitaire_info(Player("1", "Ann"), CASTLE, deal=4711, daily="2026-11-21")
    head = Heads(client()).of_game(game, ended=True, ending=Ending(Outcome(0, "out"), 96, 52))
    assert re.fullmatch(r"Ann won .+, deal of 2026-11-21, in 96 moves", head.title)
    assert "Score 52." in head.description


def test_a_draw_a_bot_and_a_single_move_are_told_in_words() -> None:
    heads, game = Heads(client()), info(Player("1", "Ann"), Player("2", "Bot", bot=3), game=FOR_TWO)
    drawn = heads.of_game(game, True, Ending(Outcome(None, "agreed"), 40, None))
    assert drawn.title.startswith("Ann and the computer (level 3) drew at ")
    assert drawn.description.startswith("A draw by agreement. ")
    lost = heads.of_game(game, True, Ending(Outcome(1, "flag"), 1, None))
    assert re.fullmatch(r"the computer \(level 3\) beat Ann at .+ in one move", lost.title)
    assert lost.description.startswith("Ann ran out of time. ")
    aborted = heads.of_game(game, True, Ending(Outcome(None, "aborted"), 0, None))
    assert "beat" not in aborted.title


async def test_every_page_has_a_title_and_a_description_of_its_own(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    paths = ["/", "/me", "/daily", "/leaderboards", "/docs", "/puzzles", f"/people/{person.name}"]
    paths += ["/settings", "/account", "/moderation", "/privacy", "/credits"]
    paths += [
        f"/{page}/{rules}" for page in ("new", "help", "leaderboards") for rules in (FOR_TWO.id, SOLITAIRE.id)
    ]
    heads = {path: tags((await http.get(path)).text) for path in paths}
    assert len({head["title"] for head in heads.values()}) == len(paths)
    for path, head in heads.items():
        assert head["description"] == head["og:description"] != "", path
        assert head["canonical"].startswith(str(http.base_url))
    assert person.name in heads[f"/people/{person.name}"]["title"]
    unlisted = {path.split("/")[1] for path, head in heads.items() if head.get("robots") == "noindex"}
    assert unlisted == {"me", "settings", "account", "moderation", "people", "new"}


async def test_an_address_of_nothing_is_404_in_a_document(http: httpx.AsyncClient) -> None:
    for path in (
        *("/g/abcdefgh", "/g/%00", "/g/abcdefgh?ply=3", "/people/nobody", "/people/%00"),
        *("/help/xx", "/new/xx", "/leaderboards/xx", f"/leaderboards/{SOLITAIRE.id}?date=2999-01-01"),
        *("/puzzles?date=hello", "/puzzles?date=2999-01-01", "/puzzles?grade=x", "/puzzles?grade=99"),
        *("/daily?date=hello", "/daily?date=2999-01-01", "/daily?date=1999-01-01", "/daily?date="),
    ):
        answer = await http.get(path)
        assert answer.status_code == 404, path
        assert tags(answer.text)["title"] == "Page not found · Richelieu", path
        assert tags(answer.text)["robots"] == "noindex", path
        assert "canonical" not in tags(answer.text), path


async def test_the_deals_of_today_and_tomorrow_have_a_page_by_their_date(http: httpx.AsyncClient) -> None:
    today = (await http.get("/api/daily")).json()["today"]
    for date in (today, days_after(today)):
        answer = await http.get(f"/daily?date={date}")
        assert answer.status_code == 200
        assert date in tags(answer.text)["title"]
    assert (await http.get(f"/daily?date={days_after(today, 2)}")).status_code == 404


async def test_addresses_are_those_of_the_public_url(database_url: str) -> None:
    known = {"public_url": "https://games.example/", **UNLIMITED}
    async with serving_here(database_url, **known) as url, httpx.AsyncClient(base_url=url) as visitor:
        head = tags((await visitor.get("/daily", headers={"host": "elsewhere.example"})).text)
    assert head["canonical"] == "https://games.example/daily"
    assert head["og:image"] == "https://games.example/static/art/preview.png"


async def test_a_page_is_in_the_language_that_the_cookie_names_from_the_first_byte(
    http: httpx.AsyncClient,
) -> None:
    answer = await http.get(f"/help/{FOR_TWO.id}", headers={"cookie": f"language={PSEUDO}"})
    text = answer.text
    assert f'<html lang="{PSEUDO}" dir="ltr"' in text
    assert pseudo("How to play") in tags(text)["title"]
    assert pseudo("with boards to try each rule on") in tags(text)["og:description"]
    assert f">{pseudo('Lobby')}</a>" in text
    faults = json.loads(tags(text)["texts"])
    assert faults["error.offline.title"] == pseudo("The server does not answer")
    assert pseudo("needs JavaScript") in text
    fetched = re.findall(r'href="([^"]+\.json)" as="fetch"', text)
    assert len(fetched) > 3
    assert [url for url in fetched if not url.endswith(f"{PSEUDO}.json")] == []
    assert answer.headers["content-language"] == PSEUDO
    assert {"accept-language", "cookie"} <= set(answer.headers["vary"].split(", "))
    assert f"lang/{PSEUDO}.json" in (await http.get("/sw.js", headers={"cookie": f"language={PSEUDO}"})).text


def test_the_chosen_language_goes_first_then_those_of_the_browser() -> None:
    for cookie, wishes, language in (
        ("", "", "en"),
        ("", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("", "fr, en;q=0.5, de;q=0.7", "de"),
        ("", "de;q=0, en", "en"),
        ("", "de;q=x, *", "en"),
        ("", "pt-BR", "pt-BR"),
        ("auto", "de", "de"),
        ("en", "de", "en"),
        ("fr", "de", "de"),
        (PSEUDO, "de", PSEUDO),
        ("", PSEUDO, "en"),
    ):
        headers = [(b"accept-language", wishes.encode())]
        if cookie:
            headers.append((b"cookie", f"language={cookie}".encode()))
        request = Request({"type": "http", "headers": headers})
        assert language_of(request, ["en", "de", "pt-BR"]) == language, (cookie, wishes)


def test_names_are_text_in_every_tag() -> None:
    """The rule of names refuses such a name; the head does not rely on it."""
    heads = Heads(client())
    open_game = info(Player("1", HTML_NAME), None, game=FOR_TWO)
    ended = info(Player("1", HTML_NAME), Player("2", HTML_NAME), game=FOR_TWO)
    for head in (
        heads.of_game(open_game, ended=False),
        heads.of_game(ended, True, Ending(Outcome(0, "resigned"), 9, None)),
        heads.simple("person", f"/people/{HTML_NAME}", name=HTML_NAME),
        Head(HTML_NAME, HTML_NAME, f'/"{HTML_NAME}'),
    ):
        text = heads.tags(head, f'https://"{HTML_NAME}')
        assert "<b" not in text
        assert "'" not in text
        assert text.count('"') == 2 * len(re.findall(r'\w="', text))


def test_every_family_and_the_site_have_a_light_picture_of_the_size_that_previews_ask_for() -> None:
    names = {f"preview-{family}.png" for family in FAMILIES} | {"preview.png"}
    assert {path.name for path in PICTURES} == names
    for path in PICTURES:
        body = path.read_bytes()
        assert len(body) <= 150_000, path
        assert (int.from_bytes(body[16:20]), int.from_bytes(body[20:24])) == (WIDTH, HEIGHT), path
