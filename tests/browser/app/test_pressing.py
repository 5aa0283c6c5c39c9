"""Controls that make a request: each waits for the answer, a failure is a sentence that is seen and leaves
the focus where it was, and another press tries again. An answer that comes after the page was left changes
nothing of the next one.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

import httpx
from playwright.async_api import Route, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.browser.app.test_leaving import RESTING, Requests, changes_after_leaving
from tests.browser.crowd import ALONE, crowd, finish
from tests.browser.fixtures import PATIENCE_MS
from tests.browser.games import TWO
from tests.browser.rows import failures, in_parts
from tests.browser.screens import HINTED, Way, joining, lobby, over, replay, waiting
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
    """A control and the request that it makes. `place`: where it is, a path or a name of `ways`; `late`: the
    answer after the page was left is the server's own, and not a failure; `before`: pressed before it, each
    if the control cannot be seen; `fill`: fields with their values; `choose`: a value of a menu; `busy`: what
    waits and has the focus, by default the control; `method`: of the request, where what comes before or
    after it has the same address."""

    place: str
    control: str
    url: str
    late: bool = False
    before: tuple[str, ...] = ()
    fill: tuple[tuple[str, str], ...] = ()
    choose: str = ""
    busy: str = ""
    method: str = ""


async def a_leaderboard(visitor: Visitor) -> None:
    await crowd(visitor, 4000000031, 2)
    await visitor.go(f"/leaderboards/{ALONE.id}?deal=4000000031")


async def own_page(visitor: Visitor) -> None:
    await replay(visitor)
    await visitor.go("/me")


async def a_person(visitor: Visitor) -> None:
    other = (await sign_up(visitor))["player"]["name"]
    await visitor.be_another()
    await visitor.go(f"/people/{quote(other)}")


async def own_settings(visitor: Visitor) -> None:
    """The settings of somebody with a token and a second session."""
    name = (await sign_up(visitor))["player"]["name"]
    await visitor.post("/api/tokens", name="my bot", scopes=["read"])
    async with httpx.AsyncClient(base_url=visitor.base) as elsewhere:
        (await elsewhere.post("/api/logins", json={"name": name, "password": PASSWORD})).raise_for_status()
    await visitor.go("/settings")


async def days(site: Server, visitor: Visitor) -> None:
    """The calendar of a month that is not the first with deals."""
    insert_past_day(site, later(f"{(await today(visitor))[:7]}-01", -1))
    await visitor.go("/daily")


async def a_past_day(site: Server, visitor: Visitor) -> None:
    day = later(await today(visitor), -3)
    insert_past_day(site, day)
    await visitor.go(f"/daily?date={day}")


async def moderation(site: Server, visitor: Visitor) -> None:
    await moderator(visitor, site)
    await visitor.go("/moderation")


async def a_moderated_person(site: Server, visitor: Visitor) -> None:
    other = (await sign_up(visitor))["player"]["name"]
    await visitor.be_another()
    await moderator(visitor, site)
    await visitor.go(f"/moderation?person={quote(other)}")


async def a_solitaire(visitor: Visitor) -> None:
    await visitor.sit(await visitor.make(HINTED.id, deal=5))


async def an_ended_solitaire(visitor: Visitor) -> None:
    await visitor.go(f"/g/{await finish(visitor)}")


def ways(site: Server) -> dict[str, Way]:
    """Return the ways to the places that are more than a path."""
    return {
        "lobby": lobby,
        "days": partial(days, site),
        "a past day": partial(a_past_day, site),
        "a leaderboard": a_leaderboard,
        "the own page": own_page,
        "a person": a_person,
        "settings": own_settings,
        "moderation": partial(moderation, site),
        "a moderated person": partial(a_moderated_person, site),
        "an invitation": joining,
        "a table that waits": waiting,
        "a result": over,
        "a solitaire": a_solitaire,
        "a replay": replay,
        "an ended solitaire": an_ended_solitaire,
    }


def opened(part: str) -> str:
    return f"details[data-part={part}] > summary"


GAMES = "/api/games$"
OF_SESSIONS, OF_TOKENS = (opened("sessions"),), (opened("tokens"),)
A_TOKEN = (("token", "my bot"),)
PASSWORDS = (("old", PASSWORD), ("password", PASSWORD))
NEW_ACCOUNT = (("name", "Ada of the rows"), ("password", PASSWORD))
DECLINE, DELETE = "[data-list=challenges] [data-act=decline]", "[data-act=delete-account]"
PRESSES = (
    Press("lobby", f"[data-act=play-now][data-rules={TWO.id}]", GAMES, late=True),
    Press("lobby", "[data-act=play-today]", GAMES),
    Press("lobby", "[data-list=mine] [data-act=dismiss]", "/abort$"),
    Press("lobby", ".online > summary", "/players/online$", late=True),
    Press("lobby", "[data-list=challenges] [data-act=accept]", "/join$"),
    Press("lobby", "[data-act=decline-later]", "/decline$", late=True, before=(DECLINE,), busy=DECLINE),
    Press("days", "[data-act=play-now]", GAMES),
    Press("days", "[data-act=earlier]", "/calendar", late=True),
    Press("a past day", "[data-act=rehearse]", GAMES),
    Press("a leaderboard", "[data-act=check]", "/check$", late=True),
    Press("a leaderboard", "[data-act=play-now]", GAMES),
    Press("the own page", "[name=result]", "result=won", late=True, choose="won", busy="[data-list=ended]"),
    Press("a person", "[data-act=block]", "/blocks/"),
    Press("settings", opened("sessions"), "/sessions$", late=True),
    Press("settings", "[data-act=end-session]", "/sessions/", before=OF_SESSIONS),
    Press("settings", "[data-act=sign-out-everywhere]", "/sessions$", before=OF_SESSIONS, method="DELETE"),
    Press("settings", opened("tokens"), "/tokens$", late=True),
    Press("settings", "[data-act=end-token]", "/tokens/", before=OF_TOKENS),
    Press("settings", "[data-act=create-token]", "/tokens$", before=OF_TOKENS, fill=A_TOKEN, method="POST"),
    Press("settings", opened("blocks"), "/blocks$"),
    Press("settings", "[data-act=listed]", "/api/me$", late=True, method="PATCH"),
    Press("settings", "[data-act=rename]", "/api/me$", late=True, before=(opened("name"),), method="PATCH"),
    Press("settings", "[data-act=change-password]", "/api/me$", before=(opened("password"),), fill=PASSWORDS),
    Press("settings", "[data-act=sign-out]", "/logins/current$"),
    Press(
        "settings",
        "[data-act=confirm]",
        "/api/me$",
        before=(opened("delete"), DELETE),
        fill=(("password", PASSWORD),),
        busy=DELETE,
        method="DELETE",
    ),
    Press("/account", "[data-act=sign-up]", "/accounts$", fill=NEW_ACCOUNT),
    Press("moderation", "[data-act=find-person]", "/people\\?", late=True, fill=(("find-person", "a"),)),
    Press(
        "a moderated person",
        "[data-act=confirm]",
        "/mute$",
        late=True,
        before=("[data-act=mute-1]",),
        fill=(("reason", "Rude."),),
    ),
    Press(f"/new/{TWO.id}", "[data-act=create]", GAMES),
    Press("an invitation", "[data-act=join]", "/join$"),
    Press("/puzzles", "[data-act=earlier]", "/calendar", late=True, before=(opened("calendar"),)),
    Press("a table that waits", "[data-waiting] [data-act=abort]", "/abort$"),
    Press("a result", "[data-act=again]", GAMES),
    Press("a solitaire", "[data-act=hint]", "/hint$"),
    Press("a solitaire", "[data-act=new-deal]", GAMES, before=("[data-act=more]",), busy="[data-act=more]"),
    Press("a replay", "[data-act=both]", GAMES, before=("[data-act=play-on]",), busy="[data-act=play-on]"),
    Press("an ended solitaire", "[data-act=new-deal]", GAMES, late=True),
)
PLACES = tuple(dict.fromkeys(press.place for press in PRESSES))


@in_parts(4)
async def test_a_pressed_control_waits_tells_a_failure_and_is_forgotten_when_the_page_is_left(
    visit: Visit, site: Server, part: slice
) -> None:
    visitor = await visit(None)
    await visitor.page.add_init_script("localStorage.setItem('richelieu.hints', 'told')")
    found: dict[str, Any] = {}
    requests = Requests(visitor)

    async def check(place: str) -> None:
        await visitor.forget()
        way = ways(site).get(place)
        await (way(visitor) if way else visitor.go(place))
        path = visitor.page.url.removeprefix(visitor.base)
        for number, press in enumerate(press for press in PRESSES if press.place == place):
            if number:
                await come_back(visitor, path)
            try:
                problems = await misbehaviour(visitor, requests, press)
            except TimeoutError:
                problems = ["makes no request"]
            if problems:
                found[f"{place}: {press.control}"] = problems

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
        refuse = partial(route.fulfill, status=503, json={"error": {"code": "try_again", "detail": {}}})
        answer = route.continue_ if press.late else refuse
        changes = await changes_after_leaving(visitor, requests, answer)
        problems += [f"{name}: {was!r} -> {value!r}" for name, (was, value) in changes.items()]
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
