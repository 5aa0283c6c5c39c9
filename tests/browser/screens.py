"""Every screen and the way to it, for checks of all screens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import quote

from playwright.async_api import Cookie, expect

from engine import Game
from engine.analysis import analyst_of
from tests.browser.crowd import ALONE, CHARTED, SOLITAIRES, crowd, finish, give_up, playable
from tests.browser.games import ALL, FAMILIES, TWO, line, play_line
from tests.browser.visitor import SEARCH_MS, Visitor
from tests.people.browser.people import PASSWORD, new_name, sign_up

PLAYED = next(game for game in FAMILIES if (analyst := analyst_of(game)) and analyst.levels)
HINTED = next(
    game for game in SOLITAIRES if (analyst := analyst_of(game)) and "winnable" in analyst.abilities
)

Way = Callable[[Visitor], Awaitable[None]]


async def lobby(visitor: Visitor) -> None:
    """Show the lobby with something in every list."""
    challenger = (await visitor.guest())["name"]
    watched = await visitor.make(TWO.id)
    await visitor.be_another()
    await visitor.guest()
    await visitor.join(watched)
    await visitor.be_another()
    own = (await visitor.guest())["name"]
    cookies = await visitor.context.cookies()
    await visitor.be_another()
    await visitor.make(TWO.id, to=own, clock={"days": 3})
    await use_cookies(visitor, cookies)
    await visitor.make(TWO.id, to=challenger)
    await visitor.make(TWO.id, seat="both")
    await visitor.make(TWO.id)
    await visitor.go("/")
    for kind in ("mine", "challenges", "live"):
        await expect(visitor.page.locator(f"[data-list={kind}] li").first).to_be_visible()


async def use_cookies(visitor: Visitor, cookies: Sequence[Cookie]) -> None:
    """Become the player of these cookies again."""
    await visitor.be_another()
    for cookie in cookies:
        name, value = cookie["name"], cookie["value"]
        await visitor.context.add_cookies([{"name": name, "value": value, "url": visitor.base}])


async def new(visitor: Visitor) -> None:
    """Show the form of a challenge by name, with a clock of one's own."""
    await visitor.go(f"/new/{TWO.id}?to=Somebody")
    await visitor.page.locator("[name=clock][value=own]").check()
    await visitor.page.locator("summary").click()


async def waiting(visitor: Visitor) -> None:
    await visitor.sit(await visitor.make(TWO.id))


async def joining(visitor: Visitor) -> None:
    made = await visitor.make(TWO.id)
    await visitor.be_another()
    await visitor.go(f"/g/{made}")
    await visitor.at_screen("join")


async def begun(visitor: Visitor, game: Game[Any] = TWO) -> str:
    """Create a game with both seats and four moves; return its id."""
    made = await visitor.make(game.id, seat="both")
    await play_line(made, game, 4, visitor, visitor)
    return made


async def table(visitor: Visitor) -> None:
    """Show the middle of a game, with a piece picked."""
    await visitor.sit(await begun(visitor))
    await visitor.word(line(TWO)[4].split()[0]).click()


async def over(visitor: Visitor) -> None:
    await table(visitor)
    await visitor.post(f"/api/games/{visitor.game}/resign")
    await expect(visitor.dialog("over")).to_be_visible()


async def replay(visitor: Visitor) -> None:
    made = await begun(visitor)
    await visitor.post(f"/api/games/{made}/resign")
    await visitor.go(f"/g/{made}?ply=3")


async def analysed(visitor: Visitor) -> None:
    """Show an ended game with its curve as a table."""
    made = await begun(visitor, PLAYED)
    await visitor.post(f"/api/games/{made}/resign")
    await visitor.go(f"/g/{made}?ply=3&analyse=1")
    await expect(visitor.page.locator("[data-analysis=done]")).to_be_visible(timeout=SEARCH_MS)
    await visitor.page.locator("[data-picture=values] summary").click()


async def hinted(visitor: Visitor) -> None:
    """Show a solitaire with a hint in the strip and on the board."""
    await visitor.sit(await visitor.make(HINTED.id))
    await visitor.act("hint").click()
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    await expect(visitor.page.locator("[data-hint]")).to_be_visible(timeout=SEARCH_MS)


async def leaderboards(visitor: Visitor) -> None:
    """Show leaderboards with something in every column."""
    await crowd(visitor, 4000000030, 3)
    await visitor.go(f"/leaderboards/{ALONE.id}?deal=4000000030")
    await expect(visitor.page.locator("tr[data-own]")).to_be_visible()


async def ranked(visitor: Visitor) -> None:
    """Show the end of a solitaire, with its ranks."""
    await visitor.sit(await playable(visitor, 10))
    await give_up(visitor, visitor.game, 10)
    await visitor.page.locator(".result-more summary").click()
    await expect(visitor.act("board")).to_be_visible()


async def daily(visitor: Visitor) -> None:
    """Show the daily page with a finished and shared deal, one in progress, and others to play."""
    await finish(visitor, rules=SOLITAIRES[0].id, deal="daily")
    await visitor.make(SOLITAIRES[1].id, deal="daily")
    await visitor.go("/daily")
    await visitor.act("share").click()
    await visitor.page.evaluate(
        "for (const one of document.querySelectorAll('main details')) one.open = true"
    )
    await expect(visitor.page.locator(".daily-line:visible")).to_be_visible()


async def me(visitor: Visitor) -> None:
    """Show the account of a player with games and statistics, all of them open."""
    for deal in range(1, 6):  # fewer make no chart
        await finish(visitor, rules=CHARTED.id, deal=deal)
    made, own = await visitor.make(TWO.id, seat=0), await visitor.context.cookies()
    await visitor.be_another()
    await visitor.join(made)
    await visitor.post(f"/api/games/{made}/resign")
    await use_cookies(visitor, own)
    await visitor.make(TWO.id)
    await visitor.go("/me")
    await expect(visitor.page.locator("[data-picture]").first).to_be_visible()
    await visitor.page.evaluate(
        "document.querySelectorAll('main details').forEach(one => { one.open = true })"
    )


async def person(visitor: Visitor) -> None:
    """Show the public page of another player."""
    await finish(visitor)
    name = (await visitor.guest())["name"]
    await visitor.be_another()
    await visitor.go(f"/people/{quote(name)}")


async def sign_up_refused(visitor: Visitor) -> None:
    """Show the form with an error at a field."""
    await visitor.go("/account")
    await visitor.act("sign-up").click()
    await expect(visitor.page.locator("[data-field=name] .error")).to_be_visible()


async def code_to_keep(visitor: Visitor) -> None:
    await visitor.go("/account")
    await visitor.page.locator("[name=name]").fill(new_name())
    await visitor.page.locator("[name=password]").fill(PASSWORD)
    await visitor.act("sign-up").click()
    await expect(visitor.page.locator("[data-recovery]")).to_be_visible()


async def my_account(visitor: Visitor) -> None:
    """Show the account with all parts open, and with a visible token."""
    await sign_up(visitor)
    await visitor.go("/settings")
    await visitor.page.evaluate(
        "document.querySelectorAll('[data-part]').forEach(one => { one.open = true })"
    )
    await visitor.page.locator("[name=token]").fill("my bot")
    await visitor.act("create-token").click()
    await expect(visitor.page.locator(".secret")).to_be_visible()
    await expect(visitor.page.locator("[data-session]")).to_be_visible()


async def reporting(visitor: Visitor) -> None:
    """Show the form over the page of another person."""
    await person(visitor)
    await visitor.act("report").click()
    await expect(visitor.dialog("report")).to_be_visible()


def only(name: str, path: str) -> Way:
    """Return the way to a page that is the same for everybody."""

    async def way(visitor: Visitor) -> None:
        await visitor.go(path)

    way.__name__ = name
    return way


privacy, credits_page = only("privacy", "/privacy"), only("credits", "/credits")
rules, docs = only("rules", f"/help/{ALL[0].id}"), only("docs", "/docs")
puzzle, game_list = only("puzzle", "/puzzles"), only("game_list", "/help")


async def keys(visitor: Visitor) -> None:
    await table(visitor)
    await visitor.page.keyboard.press("?")
    await expect(visitor.dialog("keys")).to_be_visible()


async def settings_over_a_game(visitor: Visitor) -> None:
    await table(visitor)
    await visitor.more("settings")
    await expect(visitor.dialog("settings")).to_be_visible()


async def new_refused(visitor: Visitor) -> None:
    """Show the form with the levels of the bots, and with a sentence at a field in an opened part."""
    await visitor.go(f"/new/{PLAYED.id}?position=nonsense")
    await visitor.page.locator("[name=who][value=computer]").check()
    visitor.excuse("status of 422")
    await visitor.act("create").click()
    await expect(visitor.page.locator("[data-field=position] .error")).to_be_visible()


async def press_refused(visitor: Visitor) -> None:
    """Show the lobby with a toast and an opened menu."""
    await visitor.go("/")
    await visitor.page.evaluate(
        "import('/static/core/toast.js').then(({ toast }) => toast('No answer. '.repeat(50)))"
    )
    await visitor.page.locator("[data-menu=more] button").first.click()
    await expect(visitor.page.locator(".toast")).to_be_visible()


async def lost(visitor: Visitor) -> None:
    visitor.excuse("status of 404")
    await visitor.go("/g/nowhere1")


SCREENS: tuple[Way, ...] = (
    lobby,
    new,
    waiting,
    joining,
    table,
    over,
    replay,
    analysed,
    hinted,
    puzzle,
    leaderboards,
    ranked,
    daily,
    me,
    person,
    sign_up_refused,
    code_to_keep,
    my_account,
    reporting,
    privacy,
    credits_page,
    rules,
    keys,
    settings_over_a_game,
    new_refused,
    press_refused,
    lost,
    docs,
    game_list,
)
