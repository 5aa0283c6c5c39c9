"""Page routes: the HTML document of each page, and the client's static files."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
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

from app.core.errors import Refusal, TryAgain
from app.core.wire import encode
from app.db.clock import is_day, now, utc_day
from app.games.new_game import rules_message
from app.http.responses import error_response
from app.model.analysts import has
from app.results.daily.days import days_after
from app.site.assets.build import Client, load_client
from app.site.assets.document import make_document, service_worker_file
from app.site.assets.export import EarlierBuilds
from app.site.assets.files import FOREVER, REVALIDATE, File
from app.site.feature import Site, SiteFeature
from app.site.heads import Ending, Head, Heads
from app.site.language import VARY, language_of
from engine import FAMILIES, GAMES, Game, Match

# Beside `app`, in the repository and when installed.
STATIC = Path(__file__).parents[2] / "static"
BUNDLE = STATIC.with_name("dist")
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
    return load_client(
        STATIC, BUNDLE, {"rules.json": encode([rules_message(game) for game in GAMES.values()])}
    )


@cache
def heads(language: str) -> Heads:
    return Heads(client(), language)


router = APIRouter(include_in_schema=False)


class Pages:
    """Responses with pages, for one request."""

    def __init__(self, request: Request, site: SiteFeature) -> None:
        self._request, self.feature = request, site
        self.language = language_of(request, client().catalogues.languages)
        self.heads = heads(self.language)

    def show(
        self,
        head: Head,
        needed: Iterable[str],
        data: Iterable[str] = (),
        texts: Iterable[str] = (),
        *,
        status: int = 200,
    ) -> Response:
        """Return a page. `needed`: pages and families of games; `data`: API addresses that it requests first;
        `texts`: further catalogues."""
        tags = self.heads.tags(head, self.origin)
        needs = (*needed, DEFERRED)
        document = make_document(client(), self.language, tags, needs, (*COMMON_DATA, *data), texts)
        headers = {"vary": VARY, "content-language": self.language}
        return document.respond(self._request.headers, REVALIDATE, status, headers)

    @property
    def origin(self) -> str:
        return self.feature.settings.public_url or str(self._request.base_url).rstrip("/")

    def missing(self) -> Response:
        return self.show(self.heads.missing(), (), status=404)


CurrentPages = Annotated[Pages, Depends(Pages)]


def _add_page(
    path: str,
    key: str,
    entry: str,
    data: Sequence[str] = (),
    texts: Sequence[str] = (),
    *,
    listed: bool = True,
) -> None:
    """Add a page that depends on nothing but its address. `key`: of its head; others: as for `Pages.show`."""

    async def page(pages: CurrentPages) -> Response:
        return pages.show(pages.heads.simple(key, path, listed=listed), [entry], data, texts)

    router.add_api_route(path, page)


RULES = ("/api/rules",)
_add_page("/", "site", "pages/lobby/page", ("/api/rules", "/api/daily"))
_add_page("/me", "me", "pages/profile/me", RULES, listed=False)
_add_page("/settings", "settings", "pages/settings/page", listed=False)
_add_page("/account", "account", "pages/account/page", listed=False)
# The same for every visitor: the API answers 404 to all but moderators.
_add_page("/moderation", "moderation", "pages/moderation/page", listed=False)
_add_page("/privacy", "privacy", "pages/site/privacy")
_add_page("/credits", "credits", "pages/site/credits", RULES, [f"games/{one}/help" for one in FAMILIES])
_add_page("/new", "new.list", "pages/site/games", RULES)
_add_page("/help", "help.list", "pages/site/games", RULES)
_add_page("/docs", "docs", "pages/site/docs")


@router.get("/new/{rules}")
async def new_game(rules: str, pages: CurrentPages) -> Response:
    game = GAMES.get(rules)
    if not game:
        return pages.missing()
    head = replace(pages.heads.of_rules("new", game, f"/new/{rules}"), listed=False)
    return pages.show(head, ["pages/new/page"], ["/api/rules"], [f"games/{game.family}"])


@router.get("/people")
async def people() -> Response:
    """Redirect to the leaderboards, which list the players."""
    return RedirectResponse("/leaderboards", 308)


@router.get("/help/{rules}")
async def help_text(rules: str, pages: CurrentPages) -> Response:
    game = GAMES.get(rules)
    if not game:
        return pages.missing()
    head = pages.heads.of_rules("help", game, f"/help/{rules}")
    needed = ["pages/help/page", "board/picks", f"games/{game.family}"]
    texts = [f"games/{game.family}/help"]
    return pages.show(head, needed, ["/api/rules"], texts)


@router.get("/leaderboards")
@router.get("/leaderboards/{rules}")
async def leaderboards(pages: CurrentPages, rules: str | None = None, date: str | None = None) -> Response:
    game = GAMES.get(rules or "")
    tomorrow = days_after(utc_day(now()))  # whose commitment is public
    was_dealt = date is None or (is_day(date) and date <= tomorrow)
    if (rules and not game) or not was_dealt:
        return pages.missing()
    if not game:
        return pages.show(
            pages.heads.simple("leaderboards", "/leaderboards"), ["pages/leaderboards/page"], ["/api/rules"]
        )
    head = pages.heads.of_rules("leaderboard", game, f"/leaderboards/{game.id}")
    return pages.show(head, ["pages/leaderboards/page"], ["/api/rules"], [f"games/{game.family}"])


@router.get("/daily")
async def daily(pages: CurrentPages, date: str | None = None) -> Response:
    if not await _has_day(pages.feature, date):
        return pages.missing()
    head = pages.heads.simple("daily", "/daily")
    if date:
        about = pages.heads.simple("daily", "/daily").description
        head = Head(pages.heads.title("daily.date", {"day": date}), about, f"/daily?date={date}")
    query = f"?date={date}" if date else ""
    return pages.show(head, ["pages/daily/page"], ["/api/rules", f"/api/daily{query}"], SOLITAIRES)


@router.get("/puzzles")
async def puzzles(
    pages: CurrentPages, date: str | None = None, grade: str | None = None, rules: str | None = None
) -> Response:
    """404 if there is no puzzle of the date (invalid, or in the future), of the grade, or of the game."""
    if date is not None and not (is_day(date) and date <= utc_day(now())):
        return pages.missing()
    if rules is not None and not (rules in GAMES and has(GAMES[rules], "puzzle")):
        return pages.missing()
    if grade is not None and grade not in await pages.feature.analysis.puzzles.grades(rules):
        return pages.missing()
    head = pages.heads.simple("puzzles", "/puzzles")
    if grade:
        head = replace(head, title=pages.heads.title("puzzles.grade", {}))
    given = urlencode({name: value for name, value in (("date", date), ("rules", rules)) if value})
    query = f"?{given}" if given else ""
    data = ["/api/rules"] if grade else ["/api/rules", f"/api/puzzles{query}"]
    return pages.show(head, ["table/puzzles/page"], data)


async def _has_day(site: Site, date: str | None) -> bool:
    """Return whether a day has a page: it has deals, or it is tomorrow. True while the database is
    unavailable: the page then shows the error."""
    try:
        return date is None or (
            is_day(date) and await site.results.daily.day(date, utc_day(now())) is not None
        )
    except TryAgain:
        return True


@router.get("/people/{name}")
async def person(name: str, pages: CurrentPages) -> Response:
    try:
        profile = None if "\0" in name else await pages.feature.people.players.profile(name)
        former = None if profile else await pages.feature.people.players.name_now(name, now())
    except TryAgain:
        return pages.show(pages.heads.simple("site", "/"), ["pages/profile/person"])
    if former:
        return RedirectResponse(f"/people/{quote(former, safe='')}", headers={"cache-control": "no-store"})
    if not profile:
        return pages.missing()
    head = pages.heads.simple("person", f"/people/{name}", listed=False, name=profile.player.name)
    return pages.show(head, ["pages/profile/person"], ["/api/rules"])


@router.get("/g/{id}")
async def game_page(id: str, pages: CurrentPages, ply: str = "", chain: str = "") -> Response:
    try:
        async with pages.feature.games.sessions.open(id) as session:
            info, match, closed = session.info, session.match, session.view.is_closed
    except TryAgain:
        return pages.show(pages.heads.simple("site", "/"), ["table/live/page"])
    except Refusal:
        return pages.missing()
    ended = match.outcome is not None
    head = pages.heads.of_game(info, ended, None if closed else _ending(match))
    if ended and PLIES.fullmatch(ply) and PLIES.fullmatch(chain):
        head = pages.heads.of_chain(head, info.game, int(ply), int(chain))
    parts = _table_parts(info.game, ended, waits=not info.full)
    return pages.show(head, parts, ["/api/rules", f"/api/games/{id}"])


def _ending(match: Match) -> Ending | None:
    """Return how a game ended, None if it is running."""
    if match.outcome is None:
        return None
    score = match.game.score(match.state)
    return Ending(match.outcome, match.step.number if match.step else 0, score[0] if score else None)


def _table_parts(game: Game[object], ended: bool, waits: bool) -> list[str]:
    """Return the entries of a game's page: table or replay, and the family's board. `waits`: for an
    opponent."""
    alone = ["table/solitaire/controls", "table/solitaire/daily-deal"]
    live = alone if len(game.seats) == 1 else ["table/live/forced", "table/live/people", "table/live/chat"]
    parts = ["table/replay/replay"] if ended else live
    invitation = ["table/live/waiting/card"] if waits and not ended else []
    return ["table/live/page", *parts, *invitation, f"games/{game.family}"]


@router.get("/robots.txt")
async def robots(request: Request, pages: CurrentPages) -> Response:
    """robots.txt. Pages that must not be indexed have a robots tag: disallowing them here would also remove
    their link previews."""
    text = f"User-agent: *\nDisallow: /api/\nSitemap: {pages.origin}/sitemap.xml\n"
    return File("robots.txt", text.encode()).respond(request.headers, CACHE_ONE_DAY)


@router.get("/sitemap.xml")
async def sitemap(request: Request, pages: CurrentPages) -> Response:
    paths = [*PUBLIC_PATHS, *(f"/{page}/{rules}" for page in PAGES_PER_GAME for rules in GAMES)]
    places = "".join(f"<url><loc>{escape(pages.origin + path)}</loc></url>" for path in paths)
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{SITEMAPS}">{places}</urlset>\n'
    return File("sitemap.xml", text.encode()).respond(request.headers, CACHE_ONE_DAY)


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    return client().plain["art/favicon.ico"].respond(request.headers, CACHE_ONE_DAY)


@router.get("/sw.js")
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
    return Pages(request, request.scope["state"]["site"]).missing()


def _is_page(request: Request, path: str) -> bool:
    scope = {**request.scope, "path": path}
    return request.method == "GET" and any(
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
        if request.method != "GET":
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
