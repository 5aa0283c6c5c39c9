"""Controls that make a request: each waits for the answer, a failure is a sentence that is seen and leaves
the focus where it was, and another press tries again. An answer that comes after the page was left changes
nothing of the next one.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from playwright.async_api import Route, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.browser.app.test_leaving import RESTING, SEEN, Requests
from tests.browser.crowd import ALONE, crowd, finish
from tests.browser.fixtures import PATIENCE_MS
from tests.browser.games import TWO
from tests.browser.rows import failures, in_parts
from tests.browser.screens import HINTED, joining, lobby, over, replay, waiting
from tests.browser.visitor import Visit, Visitor
from tests.moderation.browser.test_moderation import moderator
from tests.people.browser.people import PASSWORD, sign_up
from tests.results.browser.test_daily import insert_past_day, later, today
from tests.serving import Server

# The texts that can be seen; what is only read aloud is clipped to a pixel.
VISIBLE = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const seen = []
  while (texts.nextNode()) {
    const around = texts.currentNode.parentElement
    const { width, height } = around.getBoundingClientRect()
    if (width > 1 && height > 1 && around.checkVisibility({ visibilityProperty: true }))
      seen.push(texts.currentNode.data.trim())
  }
  return seen.filter(Boolean)
}"""
SAYS_SO = f"""before => ({VISIBLE})().some((text) =>
  !before.includes(text) && /try again|does not answer/.test(text))"""
OPENED = "one => one.matches('details[open] > summary')"
WAITS = "one => one.getAttribute('aria-busy') === 'true' || one.disabled === true"


@dataclass(frozen=True)
class Press:
    """A control and the request that it makes. `late`: the answer after the page was left is the server's
    own, and not a failure; `before`: pressed before it, each if the control cannot be seen; `fill`: fields
    with their values; `choose`: a value of a menu; `busy`: what waits and has the focus, by default the
    control; `method`: of the request, where what comes before or after it has the same address."""

    control: str
    url: str
    late: bool = False
    before: tuple[str, ...] = ()
    fill: tuple[tuple[str, str], ...] = ()
    choose: str = ""
    busy: str = ""
    method: str = ""


@dataclass(frozen=True)
class Place:
    """The way to a page, and its controls."""

    name: str
    way: Callable[[Visitor, Server], Awaitable[None]]
    presses: tuple[Press, ...]


def at(path: str) -> Callable[[Visitor, Server], Awaitable[None]]:
    async def way(visitor: Visitor, _: Server) -> None:
        await visitor.go(path)

    return way


def by(screen: Callable[[Visitor], Awaitable[None]]) -> Callable[[Visitor, Server], Awaitable[None]]:
    async def way(visitor: Visitor, _: Server) -> None:
        await screen(visitor)

    return way


async def a_leaderboard(visitor: Visitor, _: Server) -> None:
    await crowd(visitor, 4000000031, 2)
    await visitor.go(f"/leaderboards/{ALONE.id}?deal=4000000031")


async def own_page(visitor: Visitor, _: Server) -> None:
    await replay(visitor)
    await visitor.go("/me")


async def a_person(visitor: Visitor, _: Server) -> None:
    other = (await sign_up(visitor))["player"]["name"]
    await visitor.be_another()
    await visitor.go(f"/people/{quote(other)}")


async def own_settings(visitor: Visitor, _: Server) -> None:
    """The settings of somebody with a token and a second session."""
    name = (await sign_up(visitor))["player"]["name"]
    await visitor.post("/api/tokens", name="my bot", scopes=["read"])
    async with httpx.AsyncClient(base_url=visitor.base) as elsewhere:
        (await elsewhere.post("/api/logins", json={"name": name, "password": PASSWORD})).raise_for_status()
    await visitor.go("/settings")


async def days(visitor: Visitor, site: Server) -> None:
    """The calendar of a month that is not the first with deals."""
    insert_past_day(site, later(f"{(await today(visitor))[:7]}-01", -1))
    await visitor.go("/daily")


async def a_past_day(visitor: Visitor, site: Server) -> None:
    day = later(await today(visitor), -3)
    insert_past_day(site, day)
    await visitor.go(f"/daily?date={day}")


async def moderation(visitor: Visitor, site: Server) -> None:
    await moderator(visitor, site)
    await visitor.go("/moderation")


async def a_moderated_person(visitor: Visitor, site: Server) -> None:
    other = (await sign_up(visitor))["player"]["name"]
    await visitor.be_another()
    await moderator(visitor, site)
    await visitor.go(f"/moderation?person={quote(other)}")


async def a_solitaire(visitor: Visitor, _: Server) -> None:
    await visitor.sit(await visitor.make(HINTED.id, deal=5))


async def an_ended_solitaire(visitor: Visitor, _: Server) -> None:
    await visitor.go(f"/g/{await finish(visitor)}")


def opened(part: str) -> str:
    return f"details[data-part={part}] > summary"


GAMES = "/api/games$"
PLACES: tuple[Place, ...] = (
    Place(
        "lobby",
        by(lobby),
        (
            Press(f"[data-act=play-now][data-rules={TWO.id}]", GAMES, late=True),
            Press("[data-act=play-today]", GAMES),
            Press("[data-list=mine] [data-act=dismiss]", "/abort$"),
            Press(".online > summary", "/players/online$", late=True),
            Press("[data-list=challenges] [data-act=accept]", "/join$"),
            Press(
                "[data-act=decline-later]",
                "/decline$",
                late=True,
                before=("[data-act=decline]",),
                busy="[data-list=challenges] [data-act=decline]",
            ),
        ),
    ),
    Place(
        "daily",
        days,
        (Press("[data-act=play-now]", GAMES), Press("[data-act=earlier]", "/calendar", late=True)),
    ),
    Place("past day", a_past_day, (Press("[data-act=rehearse]", GAMES),)),
    Place(
        "leaderboard",
        a_leaderboard,
        (Press("[data-act=check]", "/check$", late=True), Press("[data-act=play-now]", GAMES)),
    ),
    Place(
        "own page",
        own_page,
        (
            Press(
                "[name=result]", "status=ended.*result=won", late=True, choose="won", busy="[data-list=ended]"
            ),
        ),
    ),
    Place("person", a_person, (Press("[data-act=block]", "/blocks/"),)),
    Place(
        "settings",
        own_settings,
        (
            Press(opened("sessions"), "/sessions$", late=True),
            Press("[data-act=end-session]", "/sessions/", before=(opened("sessions"),)),
            Press(
                "[data-act=sign-out-everywhere]", "/sessions$", before=(opened("sessions"),), method="DELETE"
            ),
            Press(opened("tokens"), "/tokens$", late=True),
            Press("[data-act=end-token]", "/tokens/", before=(opened("tokens"),)),
            Press(
                "[data-act=create-token]",
                "/tokens$",
                before=(opened("tokens"),),
                fill=(("token", "my bot"),),
                method="POST",
            ),
            Press(opened("blocks"), "/blocks$"),
            Press("[data-act=listed]", "/api/me$", late=True, method="PATCH"),
            Press("[data-act=rename]", "/api/me$", late=True, before=(opened("name"),), method="PATCH"),
            Press(
                "[data-act=change-password]",
                "/api/me$",
                before=(opened("password"),),
                fill=(("old", PASSWORD), ("password", PASSWORD)),
            ),
            Press("[data-act=sign-out]", "/logins/current$"),
            Press(
                "[data-act=confirm]",
                "/api/me$",
                before=(opened("delete"), "[data-act=delete-account]"),
                fill=(("password", PASSWORD),),
                busy="[data-act=delete-account]",
                method="DELETE",
            ),
        ),
    ),
    Place(
        "account",
        at("/account"),
        (
            Press(
                "[data-act=sign-up]", "/accounts$", fill=(("name", "Ada of the rows"), ("password", PASSWORD))
            ),
        ),
    ),
    Place(
        "moderation",
        moderation,
        (Press("[data-act=find-person]", "/people\\?", late=True, fill=(("find-person", "a"),)),),
    ),
    Place(
        "moderated person",
        a_moderated_person,
        (
            Press(
                "[data-act=confirm]",
                "/mute$",
                late=True,
                before=("[data-act=mute-1]",),
                fill=(("reason", "Rude."),),
            ),
        ),
    ),
    Place("new game", at(f"/new/{TWO.id}"), (Press("[data-act=create]", GAMES),)),
    Place("invitation", by(joining), (Press("[data-act=join]", "/join$"),)),
    Place(
        "puzzle",
        at("/puzzles"),
        (Press("[data-act=earlier]", "/calendar", late=True, before=(opened("calendar"),)),),
    ),
    Place("waiting table", by(waiting), (Press("[data-waiting] [data-act=abort]", "/abort$"),)),
    Place("result", by(over), (Press("[data-act=again]", GAMES),)),
    Place(
        "solitaire",
        a_solitaire,
        (
            Press("[data-act=hint]", "/hint$"),
            Press("[data-act=new-deal]", GAMES, before=("[data-act=more]",), busy="[data-act=more]"),
        ),
    ),
    Place(
        "replay",
        by(replay),
        (Press("[data-act=both]", GAMES, before=("[data-act=play-on]",), busy="[data-act=play-on]"),),
    ),
    Place("ended solitaire", an_ended_solitaire, (Press("[data-act=new-deal]", GAMES, late=True),)),
)


@in_parts(4)
async def test_a_pressed_control_waits_tells_a_failure_and_is_forgotten_when_the_page_is_left(
    visit: Visit, site: Server, part: slice
) -> None:
    visitor = await visit(None)
    await visitor.page.add_init_script("localStorage.setItem('richelieu.hints', 'told')")
    found: dict[str, Any] = {}
    requests = Requests(visitor)

    async def check(place: Place) -> None:
        await visitor.forget()
        await place.way(visitor, site)
        path = visitor.page.url.removeprefix(visitor.base)
        for press in place.presses:
            if press is not place.presses[0]:
                await come_back(visitor, path)
            try:
                problems = await misbehaviour(visitor, requests, press)
            except TimeoutError:
                problems = ["makes no request"]
            if problems:
                found[f"{place.name}: {press.control}"] = problems

    with visitor.cut():
        broken = await failures(PLACES[part], check)
    assert (found, broken) == ({}, {})


async def come_back(visitor: Visitor, path: str) -> None:
    """Go to a page by a link from the one that it was left for, or from a control that fails."""
    if visitor.page.url.removeprefix(visitor.base) == path:
        await visitor.go(RESTING)
    await visitor.page.evaluate("path => follow(path)", path)
    await visitor.page.wait_for_url(f"{visitor.base}{path}")
    await visitor.ready()


async def misbehaviour(visitor: Visitor, requests: Requests, press: Press) -> list[str]:
    """Press a control and let its request fail, press it again and leave the page; return what is wrong."""
    page = visitor.page
    waits = page.locator(press.busy or press.control).first
    problems = []
    async with held(visitor, press) as arrived:
        await do(visitor, press)
        route = await asyncio.wait_for(arrived.get(), PATIENCE_MS / 1000)
        if not await waits.evaluate(WAITS):
            problems.append("does not wait")
        before = await page.evaluate(VISIBLE)
        await route.abort()
        await expect(waits).not_to_have_attribute("aria-busy", "true")
        try:
            await page.wait_for_function(SAYS_SO, arg=before)
        except PlaywrightTimeout:
            new = [text for text in await page.evaluate(VISIBLE) if text not in before]
            problems.append(f"shows {new}")
        if not await waits.evaluate(
            "one => one === document.activeElement || one.contains(document.activeElement)"
        ):
            problems.append("loses the focus")
    async with held(visitor, press) as arrived:
        await do(visitor, press)
        route = await asyncio.wait_for(arrived.get(), PATIENCE_MS / 1000)
        await page.evaluate("path => follow(path)", RESTING)
        await page.wait_for_function("path => location.pathname === path", arg=RESTING)
        await visitor.ready()
        await visitor.painted()
        seen = await page.evaluate(SEEN)
        if press.late:
            await route.continue_()
        else:
            await route.fulfill(status=503, json={"error": {"code": "try_again", "detail": {}}})
        await requests.settle()
        after = await page.evaluate(SEEN)
        problems += [
            f"{name}: {seen[name]!r} -> {value!r}" for name, value in after.items() if value != seen[name]
        ]
    return problems


async def do(visitor: Visitor, press: Press) -> None:
    """Press the control, after what shows it and with its fields filled in; a menu chooses its value."""
    page = visitor.page
    control = page.locator(press.control).first
    for before in press.before:
        if not await control.is_visible():
            opener = page.locator(before).first
            await opener.wait_for()
            if not await opener.evaluate(OPENED):
                await fill(visitor, press)
                await opener.click()
    await control.wait_for()
    await fill(visitor, press)
    if press.choose:
        await control.focus()
        await control.select_option(press.choose)
        return
    if await control.evaluate(OPENED):
        await control.click()
    await control.click()


async def fill(visitor: Visitor, press: Press) -> None:
    for name, value in press.fill:
        field = visitor.page.locator(f"[name={name}]:visible")
        if await field.count():
            await field.first.fill(value)


@asynccontextmanager
async def held(visitor: Visitor, press: Press) -> AsyncIterator[asyncio.Queue[Route]]:
    """Hold the requests of a control; the queue has them in order."""
    arrived: asyncio.Queue[Route] = asyncio.Queue()
    url = re.compile(press.url)

    async def hold(route: Route) -> None:
        if press.method in ("", route.request.method):
            await arrived.put(route)
        else:
            await route.continue_()

    await visitor.page.route(url, hold)
    try:
        yield arrived
    finally:
        await visitor.page.unroute(url)
