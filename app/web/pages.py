"""The pages: a document at every page address, which names itself and all that its page needs, and the
files of the client."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Container, Iterable
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, FastAPI
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match as RouteMatch
from starlette.types import Receive, Scope, Send

from app.clock import is_day, now, utc_day
from app.container import Services
from app.domain.daily import days_after
from app.domain.game_info import GameInfo
from app.domain.machines import has
from app.errors import Refusal, TryAgain
from app.http.middleware import READ_METHODS
from app.http.requests import services_of
from app.http.responses import error_response
from app.http.rules import rules_message
from app.messages.games import encode
from app.web.assets.client import Client, load_client
from app.web.assets.document import make_document
from app.web.assets.earlier import EarlierBuilds
from app.web.assets.files import FOREVER, REVALIDATE, File
from app.web.assets.worker import worker_file
from app.web.heads import Ending, Head, Heads
from app.web.language import VARY, language_of
from app.web.plain import PlainTexts
from engine import FAMILIES, GAMES, Game, Match

STATIC = Path(__file__).parents[2] / "static"  # beside `app`, in the repository and where it is installed
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
DAY = "public, max-age=86400"
LATER = "app/later"  # what every page loads after its data
PLIES = re.compile(r"[0-9]{1,4}")  # of the address of a chain
EVERYWHERE = ("/api/me", "/api/site")  # what every page asks for; the second saves a round trip
# The texts of the families that deals of the day are of.
SOLITAIRES = list(dict.fromkeys(f"games/{game.family}" for game in GAMES.values() if len(game.seats) == 1))
PUBLIC = ("/", "/help", "/daily", "/puzzles", "/leaderboards", "/privacy", "/credits", "/docs")
OF_RULES = ("help", "leaderboards")  # public pages of each game


@cache
def client() -> Client:
    """The client that this process serves, read once. Its rules are kept for visits without a network."""
    return load_client(STATIC, {"rules.json": encode([rules_message(game) for game in GAMES.values()])})


@cache
def heads(language: str) -> Heads:
    return Heads(client(), language)


@cache
def plain(language: str) -> PlainTexts:
    return PlainTexts(client(), heads(language), language)


router = APIRouter(include_in_schema=False)


class Pages:
    """Answers of the pages, for one request."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self.language = language_of(request, client().catalogues.languages)
        self.heads = heads(self.language)
        self.services = services_of(request)

    def show(
        self,
        head: Head,
        needed: Iterable[str],
        data: Iterable[str] = (),
        texts: Iterable[str] = (),
        *,
        plain: str = "",
        status: int = 200,
    ) -> Response:
        """`needed`: pages and families of games; `data`: what the page asks the API for first; `texts`: names
        of catalogues that it loads besides; `plain`: what it shows without scripts."""
        tags = self.heads.tags(head, self.site)
        needs = (*needed, LATER)
        document = make_document(client(), self.language, tags, needs, (*EVERYWHERE, *data), texts, plain)
        headers = {"vary": VARY, "content-language": self.language}
        return document.respond(self._request.headers, REVALIDATE, status, headers)

    @property
    def site(self) -> str:
        """The origin of the pages' addresses."""
        return self.services.settings.public_url or str(self._request.base_url).rstrip("/")

    def missing(self) -> Response:
        return self.show(self.heads.missing(), (), status=404)


Shown = Annotated[Pages, Depends(Pages)]


@router.api_route("/", methods=[*READ_METHODS])
async def lobby(pages: Shown) -> Response:
    head, data = pages.heads.simple("site", "/"), ["/api/rules", "/api/daily"]
    return pages.show(head, ["lobby/page"], data, plain=plain(pages.language).games())


@router.api_route("/me", methods=[*READ_METHODS])
async def me(pages: Shown) -> Response:
    return pages.show(pages.heads.simple("me", "/me", listed=False), ["profile/me"], ["/api/rules"])


@router.api_route("/account", methods=[*READ_METHODS])
async def account(pages: Shown) -> Response:
    return pages.show(pages.heads.simple("account", "/account", listed=False), ["account/page"])


@router.api_route("/moderation", methods=[*READ_METHODS])
async def moderation(pages: Shown) -> Response:
    """The document of everybody: whoever is no moderator is told by its data that there is nothing here."""
    return pages.show(pages.heads.simple("moderation", "/moderation", listed=False), ["moderation/page"])


@router.api_route("/privacy", methods=[*READ_METHODS])
async def privacy(pages: Shown) -> Response:
    return pages.show(pages.heads.simple("privacy", "/privacy"), ["site/privacy"])


@router.api_route("/credits", methods=[*READ_METHODS])
async def credits_page(pages: Shown) -> Response:
    helps = [f"games/{family}/help" for family in FAMILIES]
    return pages.show(pages.heads.simple("credits", "/credits"), ["site/credits"], ["/api/rules"], helps)


@router.api_route("/new/{rules}", methods=[*READ_METHODS])
async def new_game(rules: str, pages: Shown) -> Response:
    game = GAMES.get(rules)
    if not game:
        return pages.missing()
    head = replace(pages.heads.of_rules("new", game, f"/new/{rules}"), listed=False)
    return pages.show(head, ["new-game/page"], ["/api/rules"], [f"games/{game.family}"])


@router.api_route("/new", methods=[*READ_METHODS])
@router.api_route("/help", methods=[*READ_METHODS])
async def game_list(request: Request, pages: Shown) -> Response:
    """All games, each with a link to its page below this address."""
    path = request.url.path
    head = pages.heads.simple(f"{path[1:]}.list", path)
    return pages.show(head, ["site/games"], ["/api/rules"], plain=plain(pages.language).games())


@router.api_route("/people", methods=[*READ_METHODS])
async def people() -> Response:
    """The people who play are listed on the leaderboards."""
    return RedirectResponse("/leaderboards", 308)


@router.api_route("/help/{rules}", methods=[*READ_METHODS])
async def help_text(rules: str, pages: Shown) -> Response:
    game = GAMES.get(rules)
    if not game:
        return pages.missing()
    head = pages.heads.of_rules("help", game, f"/help/{rules}")
    needed = ["help/page", "boards/move-builder", f"games/{game.family}"]
    texts = [f"games/{game.family}/help"]
    return pages.show(head, needed, ["/api/rules"], texts, plain=plain(pages.language).help(game))


@router.api_route("/leaderboards", methods=[*READ_METHODS])
@router.api_route("/leaderboards/{rules}", methods=[*READ_METHODS])
async def leaderboards(pages: Shown, rules: str | None = None, date: str | None = None) -> Response:
    game = GAMES.get(rules or "")
    if (rules and not game) or not _was_dealt(date):
        return pages.missing()
    if not game:
        return pages.show(
            pages.heads.simple("leaderboards", "/leaderboards"), ["leaderboard/page"], ["/api/rules"]
        )
    head = pages.heads.of_rules("leaderboard", game, f"/leaderboards/{game.id}")
    return pages.show(head, ["leaderboard/page"], ["/api/rules"], [f"games/{game.family}"])


@router.api_route("/daily", methods=[*READ_METHODS])
async def daily(pages: Shown, date: str | None = None) -> Response:
    if not await _has_day(pages.services, date):
        return pages.missing()
    head = pages.heads.simple("daily", "/daily")
    if date:
        about = pages.heads.simple("daily", "/daily").description
        head = Head(pages.heads.title("daily.date", {"day": date}), about, f"/daily?date={date}")
    query = f"?date={date}" if date else ""
    return pages.show(head, ["daily/page"], ["/api/rules", f"/api/daily{query}"], SOLITAIRES)


@router.api_route("/puzzles", methods=[*READ_METHODS])
async def puzzles(
    pages: Shown, date: str | None = None, grade: str | None = None, rules: str | None = None
) -> Response:
    """404 where there is no puzzle of the date, as it is none or has not come yet, none of the grade, or none
    of the game."""
    if date is not None and not (is_day(date) and date <= utc_day(now())):
        return pages.missing()
    if rules is not None and not (rules in GAMES and has(GAMES[rules], "puzzle")):
        return pages.missing()
    if grade is not None and grade not in await _grades(pages.services, rules):
        return pages.missing()
    head = pages.heads.simple("puzzles", "/puzzles")
    if grade:
        head = replace(head, title=pages.heads.title("puzzles.grade", {}))
    given = urlencode({name: value for name, value in (("date", date), ("rules", rules)) if value})
    query = f"?{given}" if given else ""
    data = ["/api/rules"] if grade else ["/api/rules", f"/api/puzzles{query}"]
    return pages.show(head, ["puzzles/page"], data)


async def _grades(services: Services, rules: str | None) -> Container[str]:
    """The grades of the puzzles of a game, as the query names them; any number while they cannot be read."""
    try:
        sets = await services.searches.puzzle_sets()
        chosen = next(one for one in sets if rules in (None, one.game.id))
        return {str(puzzle.grade) for puzzle in chosen.puzzles}
    except (Refusal, StopIteration):
        return {str(number) for number in range(1, 101)}


def _was_dealt(date: str | None) -> bool:
    """Whether a date of the query, if there is one, is no later than tomorrow, whose commitment is public."""
    return date is None or (is_day(date) and date <= days_after(utc_day(now())))


async def _has_day(services: Services, date: str | None) -> bool:
    """Whether there is a page of a day: it has deals, or it is tomorrow, whose commitment is public. Without
    the database it is left to the page to say so."""
    try:
        return date is None or (is_day(date) and await services.daily.day(date, utc_day(now())) is not None)
    except TryAgain:
        return True


@router.api_route("/people/{name}", methods=[*READ_METHODS])
async def person(name: str, pages: Shown) -> Response:
    try:
        profile = None if "\0" in name else await pages.services.players.profile(name)
        former = None if profile else await pages.services.players.name_now(name, now())
    except TryAgain:
        return pages.show(pages.heads.simple("site", "/"), ["profile/person"])
    if former:
        return RedirectResponse(f"/people/{quote(former, safe='')}", headers={"cache-control": "no-store"})
    if not profile:
        return pages.missing()
    head = pages.heads.simple("person", f"/people/{name}", listed=False, name=profile.player.name)
    return pages.show(head, ["profile/person"], ["/api/rules"])


@router.api_route("/g/{id}", methods=[*READ_METHODS])
async def game_page(id: str, pages: Shown, ply: str = "", chain: str = "") -> Response:
    try:
        async with pages.services.sessions.open(id) as session:
            info, match = session.info, session.match
    except TryAgain:
        return pages.show(pages.heads.simple("site", "/"), ["table/page"])
    except Refusal:
        return pages.missing()
    ended = match.outcome is not None
    head = pages.heads.of_game(info, ended, _ending(info, match))
    if ended and PLIES.fullmatch(ply) and PLIES.fullmatch(chain):
        head = pages.heads.of_chain(head, info.game, int(ply), int(chain))
    parts = _table_parts(info.game, ended, waits=not info.full)
    return pages.show(head, parts, ["/api/rules", f"/api/games/{id}"])


def _ending(info: GameInfo, match: Match) -> Ending | None:
    """How a game ended, as everybody may know it: of a deal of today nothing is told."""
    if match.outcome is None or info.daily == utc_day(now()):
        return None
    score = match.game.score(match.state)
    return Ending(match.outcome, match.step.number if match.step else 0, score[0] if score else None)


def _table_parts(game: Game[object], ended: bool, waits: bool) -> list[str]:
    """What the page of a game loads: the table or the replay, and the family's board. `waits`: for an
    opponent."""
    alone = ["solitaire/controls", "solitaire/share-line"]
    live = alone if len(game.seats) == 1 else ["table/forced", "table/people", "table/chat"]
    parts = ["replay/replay"] if ended else live
    invitation = ["table/invite"] if waits and not ended else []
    return ["table/page", *parts, *invitation, f"games/{game.family}"]


@router.api_route("/docs", methods=[*READ_METHODS])
async def docs(pages: Shown) -> Response:
    """Where programs find the description of the interface; it needs no data."""
    return pages.show(pages.heads.simple("docs", "/docs"), ["site/docs"])


@router.api_route("/robots.txt", methods=[*READ_METHODS])
async def robots(request: Request, pages: Shown) -> Response:
    """Pages that are not to be listed say so themselves: a page that is forbidden here has no preview in a
    chat either."""
    text = f"User-agent: *\nDisallow: /api/\nSitemap: {pages.site}/sitemap.xml\n"
    return File("robots.txt", text.encode()).respond(request.headers, DAY)


@router.api_route("/sitemap.xml", methods=[*READ_METHODS])
async def sitemap(request: Request, pages: Shown) -> Response:
    paths = [*PUBLIC, *(f"/{page}/{rules}" for page in OF_RULES for rules in GAMES)]
    places = "".join(f"<url><loc>{escape(pages.site + path)}</loc></url>" for path in paths)
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{SITEMAPS}">{places}</urlset>\n'
    return File("sitemap.xml", text.encode()).respond(request.headers, DAY)


@router.api_route("/favicon.ico", methods=[*READ_METHODS])
async def favicon(request: Request) -> Response:
    return client().plain["art/favicon.ico"].respond(request.headers, DAY)


@router.api_route("/sw.js", methods=[*READ_METHODS])
async def service_worker(request: Request) -> Response:
    """At the root, so that its scope is the whole site; it names the build, so that a new one replaces it."""
    language = language_of(request, client().catalogues.languages)
    return worker_file(client(), language).respond(request.headers, REVALIDATE, headers={"vary": VARY})


def not_found(request: Request) -> Response:
    """404: JSON below /api, /ws and /static; a plain line for a file; elsewhere the document, which says so
    in the client's words. An address of a page with a slash too many leads to the page."""
    path = request.url.path
    if path.startswith(("/api/", "/ws/", "/static/")):
        return error_response(Refusal("not_found", path=path[:200]))
    shorter = path.rstrip("/")
    if shorter != path and _is_page(request, shorter):
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(quote(shorter) + query, 308)
    if re.search(r"\.\w{2,11}$", path):
        return Response("There is no such file.\n", 404, media_type="text/plain; charset=utf-8")
    return Pages(request).missing()


def _is_page(request: Request, path: str) -> bool:
    scope = {**request.scope, "path": path}
    return request.method in READ_METHODS and any(
        route.matches(scope)[0] is RouteMatch.FULL for route in router.routes
    )


class ClientFiles:
    """The application below /static: built files for ever, of other builds too where they are kept; the
    others as they are in the repository."""

    def __init__(self, client: Client, earlier: EarlierBuilds) -> None:
        self._client, self._earlier = client, earlier

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        path = request.url.path.removeprefix("/static/")
        if request.method not in READ_METHODS:
            answer = error_response(Refusal("not_allowed"))
            answer.headers["allow"] = "GET, HEAD"
        elif file := self._client.plain.get(path):
            answer = file.respond(request.headers, REVALIDATE)
        elif file := await self._built(path):
            answer = file.respond(request.headers, FOREVER)
        else:
            answer = error_response(Refusal("not_found", path=request.url.path[:200]))
            answer.headers["cache-control"] = "no-store"
        await answer(scope, receive, send)

    async def _built(self, path: str) -> File | None:
        if path.startswith(mark := f"@{self._client.build}/"):
            return self._client.built.get(path.removeprefix(mark))
        return await asyncio.to_thread(self._earlier.find, path) if path.startswith("@") else None


def mount(app: FastAPI, builds: Path) -> None:
    """`builds`: the folder of earlier builds."""
    app.mount("/static", ClientFiles(client(), EarlierBuilds(builds)), name="static")
