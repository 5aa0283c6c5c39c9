"""Page routes: the HTML document of each page, and the client's static files."""

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
from app.domain.analysts import has
from app.domain.daily import days_after
from app.domain.game_info import GameInfo
from app.errors import Refusal, TryAgain
from app.http.middleware import READ_METHODS
from app.http.requests import services_of
from app.http.responses import error_response
from app.http.rules import rules_message
from app.messages.games import encode
from app.web.assets.build import Client, load_client
from app.web.assets.document import make_document
from app.web.assets.earlier import EarlierBuilds
from app.web.assets.files import FOREVER, REVALIDATE, File
from app.web.assets.service_worker import service_worker_file
from app.web.heads import Ending, Head, Heads
from app.web.language import VARY, language_of
from app.web.plain import PlainTexts
from engine import FAMILIES, GAMES, Game, Match

STATIC = Path(__file__).parents[2] / "static"  # beside `app`, in the repository and when installed
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
CACHE_ONE_DAY = "public, max-age=86400"
DEFERRED = "app/later"  # loaded by every page after its data
PLIES = re.compile(r"[0-9]{1,4}")  # in the query of a chain
COMMON_DATA = ("/api/me", "/api/site")  # requested by every page
# Catalogues of the families with daily deals.
SOLITAIRES = list(dict.fromkeys(f"games/{game.family}" for game in GAMES.values() if len(game.seats) == 1))
PUBLIC_PATHS = ("/", "/help", "/daily", "/puzzles", "/leaderboards", "/privacy", "/credits", "/docs")
PAGES_PER_GAME = ("help", "leaderboards")  # public ones


@cache
def client() -> Client:
    """Return the client that this process serves, read once. The list of rules is included for offline
    use."""
    return load_client(STATIC, {"rules.json": encode([rules_message(game) for game in GAMES.values()])})


@cache
def heads(language: str) -> Heads:
    return Heads(client(), language)


@cache
def plain(language: str) -> PlainTexts:
    return PlainTexts(client(), heads(language), language)


router = APIRouter(include_in_schema=False)


class Pages:
    """Responses with pages, for one request."""

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
        """Return a page. `needed`: pages and families of games; `data`: API addresses that it requests first;
        `texts`: further catalogues; `plain`: content shown without scripts."""
        tags = self.heads.tags(head, self.site)
        needs = (*needed, DEFERRED)
        document = make_document(client(), self.language, tags, needs, (*COMMON_DATA, *data), texts, plain)
        headers = {"vary": VARY, "content-language": self.language}
        return document.respond(self._request.headers, REVALIDATE, status, headers)

    @property
    def site(self) -> str:
        """Return the origin of the pages."""
        return self.services.settings.public_url or str(self._request.base_url).rstrip("/")

    def missing(self) -> Response:
        return self.show(self.heads.missing(), (), status=404)


CurrentPages = Annotated[Pages, Depends(Pages)]


@router.api_route("/", methods=[*READ_METHODS])
async def lobby(pages: CurrentPages) -> Response:
    head, data = pages.heads.simple("site", "/"), ["/api/rules", "/api/daily"]
    return pages.show(head, ["lobby/page"], data, plain=plain(pages.language).games())


@router.api_route("/me", methods=[*READ_METHODS])
async def me(pages: CurrentPages) -> Response:
    return pages.show(pages.heads.simple("me", "/me", listed=False), ["profile/me"], ["/api/rules"])


@router.api_route("/account", methods=[*READ_METHODS])
async def account(pages: CurrentPages) -> Response:
    return pages.show(pages.heads.simple("account", "/account", listed=False), ["account/page"])


@router.api_route("/moderation", methods=[*READ_METHODS])
async def moderation(pages: CurrentPages) -> Response:
    """Same document for every visitor; the API returns 404 to non-moderators."""
    return pages.show(pages.heads.simple("moderation", "/moderation", listed=False), ["moderation/page"])


@router.api_route("/privacy", methods=[*READ_METHODS])
async def privacy(pages: CurrentPages) -> Response:
    return pages.show(pages.heads.simple("privacy", "/privacy"), ["site/privacy"])


@router.api_route("/credits", methods=[*READ_METHODS])
async def credits_page(pages: CurrentPages) -> Response:
    helps = [f"games/{family}/help" for family in FAMILIES]
    return pages.show(pages.heads.simple("credits", "/credits"), ["site/credits"], ["/api/rules"], helps)


@router.api_route("/new/{rules}", methods=[*READ_METHODS])
async def new_game(rules: str, pages: CurrentPages) -> Response:
    game = GAMES.get(rules)
    if not game:
        return pages.missing()
    head = replace(pages.heads.of_rules("new", game, f"/new/{rules}"), listed=False)
    return pages.show(head, ["new-game/page"], ["/api/rules"], [f"games/{game.family}"])


@router.api_route("/new", methods=[*READ_METHODS])
@router.api_route("/help", methods=[*READ_METHODS])
async def game_list(request: Request, pages: CurrentPages) -> Response:
    """All games, with a link to each game's page below this address."""
    path = request.url.path
    head = pages.heads.simple(f"{path[1:]}.list", path)
    return pages.show(head, ["site/games"], ["/api/rules"], plain=plain(pages.language).games())


@router.api_route("/people", methods=[*READ_METHODS])
async def people() -> Response:
    """Redirect to the leaderboards, which list the players."""
    return RedirectResponse("/leaderboards", 308)


@router.api_route("/help/{rules}", methods=[*READ_METHODS])
async def help_text(rules: str, pages: CurrentPages) -> Response:
    game = GAMES.get(rules)
    if not game:
        return pages.missing()
    head = pages.heads.of_rules("help", game, f"/help/{rules}")
    needed = ["help/page", "boards/move-builder", f"games/{game.family}"]
    texts = [f"games/{game.family}/help"]
    return pages.show(head, needed, ["/api/rules"], texts, plain=plain(pages.language).help(game))


@router.api_route("/leaderboards", methods=[*READ_METHODS])
@router.api_route("/leaderboards/{rules}", methods=[*READ_METHODS])
async def leaderboards(pages: CurrentPages, rules: str | None = None, date: str | None = None) -> Response:
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
async def daily(pages: CurrentPages, date: str | None = None) -> Response:
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
    pages: CurrentPages, date: str | None = None, grade: str | None = None, rules: str | None = None
) -> Response:
    """404 if there is no puzzle of the date (invalid, or in the future), of the grade, or of the game."""
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
    """Return the puzzle grades of a game as query texts; any number while they cannot be read."""
    try:
        sets = await services.searches.puzzle_sets()
        chosen = next(one for one in sets if rules in (None, one.game.id))
        return {str(puzzle.grade) for puzzle in chosen.puzzles}
    except (Refusal, StopIteration):
        return {str(number) for number in range(1, 101)}


def _was_dealt(date: str | None) -> bool:
    """Return whether a date is missing or no later than tomorrow, whose commitment is public."""
    return date is None or (is_day(date) and date <= days_after(utc_day(now())))


async def _has_day(services: Services, date: str | None) -> bool:
    """Return whether a day has a page: it has deals, or it is tomorrow. True while the database is
    unavailable: the page then shows the error."""
    try:
        return date is None or (is_day(date) and await services.daily.day(date, utc_day(now())) is not None)
    except TryAgain:
        return True


@router.api_route("/people/{name}", methods=[*READ_METHODS])
async def person(name: str, pages: CurrentPages) -> Response:
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
async def game_page(id: str, pages: CurrentPages, ply: str = "", chain: str = "") -> Response:
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
    """Return how a game ended as far as it is public, None for a daily deal of today."""
    if match.outcome is None or info.daily == utc_day(now()):
        return None
    score = match.game.score(match.state)
    return Ending(match.outcome, match.step.number if match.step else 0, score[0] if score else None)


def _table_parts(game: Game[object], ended: bool, waits: bool) -> list[str]:
    """Return the entries of a game's page: table or replay, and the family's board. `waits`: for an
    opponent."""
    alone = ["solitaire/controls", "solitaire/share-line"]
    live = alone if len(game.seats) == 1 else ["table/forced", "table/people", "table/chat"]
    parts = ["replay/replay"] if ended else live
    invitation = ["table/invite"] if waits and not ended else []
    return ["table/page", *parts, *invitation, f"games/{game.family}"]


@router.api_route("/docs", methods=[*READ_METHODS])
async def docs(pages: CurrentPages) -> Response:
    """API documentation page; it needs no data."""
    return pages.show(pages.heads.simple("docs", "/docs"), ["site/docs"])


@router.api_route("/robots.txt", methods=[*READ_METHODS])
async def robots(request: Request, pages: CurrentPages) -> Response:
    """robots.txt. Pages that must not be indexed have a robots tag: disallowing them here would also remove
    their link previews."""
    text = f"User-agent: *\nDisallow: /api/\nSitemap: {pages.site}/sitemap.xml\n"
    return File("robots.txt", text.encode()).respond(request.headers, CACHE_ONE_DAY)


@router.api_route("/sitemap.xml", methods=[*READ_METHODS])
async def sitemap(request: Request, pages: CurrentPages) -> Response:
    paths = [*PUBLIC_PATHS, *(f"/{page}/{rules}" for page in PAGES_PER_GAME for rules in GAMES)]
    places = "".join(f"<url><loc>{escape(pages.site + path)}</loc></url>" for path in paths)
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{SITEMAPS}">{places}</urlset>\n'
    return File("sitemap.xml", text.encode()).respond(request.headers, CACHE_ONE_DAY)


@router.api_route("/favicon.ico", methods=[*READ_METHODS])
async def favicon(request: Request) -> Response:
    return client().plain["art/favicon.ico"].respond(request.headers, CACHE_ONE_DAY)


@router.api_route("/sw.js", methods=[*READ_METHODS])
async def service_worker(request: Request) -> Response:
    """Service worker at the root, so that its scope is the whole site. It contains the build, so that a new
    build replaces it."""
    language = language_of(request, client().catalogues.languages)
    return service_worker_file(client(), language).respond(
        request.headers, REVALIDATE, headers={"vary": VARY}
    )


def not_found(request: Request) -> Response:
    """Return a 404: JSON below /api, /ws and /static; plain text for a file; otherwise the client's error
    page. A page address with extra slashes is redirected."""
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
    """ASGI application below /static: built files, cached forever, of earlier builds too; others as in the
    repository."""

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
    """Mount the static files. `builds`: folder of earlier builds."""
    app.mount("/static", ClientFiles(client(), EarlierBuilds(builds)), name="static")
