"""Every screen that there is, each with a way to it, for what must hold on all of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import expect

from tests.browser.games import ALL, TWO, line
from tests.browser.visitor import Visitor

Way = Callable[[Visitor], Awaitable[None]]


async def lobby(visitor: Visitor) -> None:
    """With something in every list."""
    await visitor.make(TWO.id, seat="both")
    await visitor.make(TWO.id)
    await visitor.go("/")
    await expect(visitor.page.locator("[data-list=mine] li").first).to_be_visible()


async def new(visitor: Visitor) -> None:
    await visitor.go(f"/new/{TWO.id}")
    await visitor.page.locator("summary").click()


async def waiting(visitor: Visitor) -> None:
    await visitor.sit(await visitor.make(TWO.id))


async def joining(visitor: Visitor) -> None:
    made = await visitor.make(TWO.id)
    await visitor.context.clear_cookies()
    await visitor.go(f"/g/{made}")
    await visitor.at_screen("join")


async def table(visitor: Visitor) -> None:
    """In the middle of a game, with a piece picked."""
    made = await visitor.make(TWO.id, seat="both")
    for move in line(TWO)[:4]:
        await visitor.play(made, move)
    await visitor.sit(made)
    await visitor.word(line(TWO)[4].split()[0]).click()


async def watching(visitor: Visitor) -> None:
    made = await visitor.make(TWO.id, seat="both")
    await visitor.play(made, line(TWO)[0])
    await visitor.context.clear_cookies()
    await visitor.sit(made)


async def asking(visitor: Visitor) -> None:
    """The question before resigning."""
    await table(visitor)
    await visitor.act("resign").click()
    await expect(visitor.dialog("confirm")).to_be_visible()


async def over(visitor: Visitor) -> None:
    await table(visitor)
    await visitor.post(f"/api/games/{visitor.game}/resign")
    await expect(visitor.dialog("over")).to_be_visible()


async def replay(visitor: Visitor) -> None:
    made = await visitor.make(TWO.id, seat="both")
    for move in line(TWO)[:4]:
        await visitor.play(made, move)
    await visitor.post(f"/api/games/{made}/resign")
    await visitor.go(f"/g/{made}?ply=3")


async def me(visitor: Visitor) -> None:
    await replay(visitor)
    await visitor.make(TWO.id)
    await visitor.go("/me")


async def rules(visitor: Visitor) -> None:
    await visitor.go(f"/help/{ALL[0].id}")


async def rules_over_the_table(visitor: Visitor) -> None:
    await table(visitor)
    await visitor.more("help")
    await expect(visitor.dialog("help")).to_be_visible()


async def keys(visitor: Visitor) -> None:
    await table(visitor)
    await visitor.page.keyboard.press("?")
    await expect(visitor.dialog("keys")).to_be_visible()


async def actions(visitor: Visitor) -> None:
    """The actions that stand behind "More"."""
    await table(visitor)
    await visitor.act("more").click()


async def lost(visitor: Visitor) -> None:
    visitor.excuse("status of 404")
    await visitor.go("/g/nowhere1")


async def docs(visitor: Visitor) -> None:
    await visitor.go("/docs")


SCREENS: tuple[Way, ...] = (
    lobby,
    new,
    waiting,
    joining,
    table,
    watching,
    asking,
    over,
    replay,
    me,
    rules,
    rules_over_the_table,
    keys,
    actions,
    lost,
    docs,
)
