"""A database that fails just after a commit: what is applied is answered so, never with `try_again`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Any

import httpx
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.types import Receive, Scope, Send

from app.db.clock import now
from app.main import create_app
from app.model.game_info import MoveWarning
from app.ops.people import set_moderator
from app.people.accounts import CLOSING_TIMEOUT_MS
from app.settings import Settings
from app.site.feature import Site
from tests.app.browsers import PASSWORD, Browser, new_name
from tests.app.http_players import PAIR, moves
from tests.app.two_processes import eventually
from tests.serving import PATIENCE, UNLIMITED


class Outage:
    """The database is away from the first commit of a request on."""

    began = False


_outage: ContextVar[Outage | None] = ContextVar("outage", default=None)


def _begin(_: Any) -> None:
    if outage := _outage.get():
        outage.began = True


def _fail(*_: Any) -> None:
    outage = _outage.get()
    if outage and outage.began:
        raise OperationalError("away", {}, OSError("away"))


@contextmanager
def away_after_commit(engine: AsyncEngine) -> Iterator[Outage]:
    """Let each statement fail that follows a commit of this task within the block."""
    event.listen(engine.sync_engine, "commit", _begin)
    event.listen(engine.sync_engine, "before_cursor_execute", _fail)
    outage = Outage()
    token = _outage.set(outage)
    try:
        yield outage
    finally:
        _outage.reset(token)
        event.remove(engine.sync_engine, "commit", _begin)
        event.remove(engine.sync_engine, "before_cursor_execute", _fail)


@asynccontextmanager
async def serving_here(url: str) -> AsyncIterator[tuple[Site, Callable[[], Awaitable[Browser]]]]:
    """Serve in this task, so that requests share its context. Yield the site and a function that opens
    browsers. No bot moves."""
    app = create_app(Settings(database_url=url, spare_work=False, **UNLIMITED))
    async with app.router.lifespan_context(app) as state, AsyncExitStack() as stack:
        assert state

        async def with_services(scope: Scope, receive: Receive, send: Send) -> None:
            scope["state"] = dict(state)
            await app(scope, receive, send)

        async def open_browser() -> Browser:
            client = httpx.AsyncClient(
                transport=httpx.ASGITransport(with_services), base_url="http://here", timeout=PATIENCE
            )
            return Browser(await stack.enter_async_context(client))

        site: Site = state["site"]
        site.games.sessions.seat_bot = None
        yield site, open_browser


async def test_what_is_applied_is_never_answered_with_try_again(database_url: str) -> None:
    async with serving_here(database_url) as (site, open_browser):
        engine, outages = site.games.store.engine, list[Outage]()
        person, other, guest, moderator = [await open_browser() for _ in range(4)]
        name, new, newest, old, theirs = (new_name() for _ in range(5))
        for one in (person, guest):
            await one.become_guest()
        shown = (await person.create_game(seat=0))["id"]
        assert (await guest.post(f"/api/games/{shown}/join")).status_code == 200
        code = (await other.sign_up(old))["recovery"]
        await guest.create_game(to=old)
        open_game = (await guest.create_game(seat=0))["id"]
        clock = {"base": 660, "increment": 7}
        await guest.create_game(pair=True, seat=0, clock=clock)
        taught = await _warned_game(site, guest)
        await moderator.sign_up(theirs)
        assert await set_moderator(engine, theirs, moderator=True) == 0
        site.people.auth.revoke([f"player {(await moderator.me() or {})['id']}"])

        async def failing(asked: list[tuple[Browser, str, str, object]]) -> list[tuple[str, str]]:
            """Send requests; return those that are refused, or commit nothing."""
            found = []
            for browser, method, path, body in asked:
                with away_after_commit(engine) as outage:
                    answer = await browser.call(method, path, body)
                outages.append(outage)
                if answer.is_error or not outage.began:
                    found.append((f"{method} {path}", answer.text))
            for outage in outages:
                outage.began = False  # what goes on in the background finds the database again
            return found

        async def shows_new_name() -> bool:
            return bool((await guest.state(shown))["players"][0]["name"] == newest)

        secret = f"{PASSWORD}s"
        wrong = await failing(
            [
                (person, "POST", "/api/accounts", {"name": name, "password": PASSWORD}),
                (person, "PATCH", "/api/me", {"name": new, "listed": False}),
                (moderator, "POST", f"/api/moderation/people/{new}/rename", {"name": newest}),
                (other, "POST", "/api/accounts/recover", {"name": old, "code": code, "password": secret}),
                (other, "PUT", f"/api/me/blocks/{newest}", None),
                (other, "POST", "/api/games", {"rules": PAIR.id, "pair": True, "clock": clock}),
                (other, "POST", "/api/games", {"rules": PAIR.id, "bot": {"level": 1}, "seat": 0}),
                (guest, "POST", f"/api/games/{taught}/proceed", {"ply": 1}),
                (guest, "POST", "/api/logins", {"name": old, "password": secret}),
            ]
        )
        assert wrong == []
        await eventually(shows_new_name)
        wrong = await failing(
            [
                (moderator, "POST", f"/api/moderation/games/{open_game}/close", {}),
                (moderator, "POST", f"/api/moderation/people/{old}/close", {}),
                (person, "DELETE", "/api/me", {"password": PASSWORD}),
            ]
        )
        assert wrong == []
        await site.people.accounts.finish_all_closing(now() + CLOSING_TIMEOUT_MS + 1)
        over = await moderator.state(shown)
        assert (over["status"], over["players"][0]["name"]) == ("ended", "")


async def _warned_game(site: Site, guest: Browser) -> str:
    """Create a game in which a teaching bot has warned of the first move."""
    game: str = (await guest.create_game(seat=0, bot={"level": 1, "teach": True}))["id"]
    made = await guest.post(f"/api/games/{game}/moves", {"ply": 0, "move": moves()[0]})
    assert made.status_code == 200, made.text
    state = PAIR.apply(PAIR.start(0), moves()[0])
    warning = MoveWarning(1, PAIR.show(state), "chain", (PAIR.legal(state)[0],))
    await site.games.store.warnings.add(game, warning)
    return game
