"""What waits for a player who comes back to the lobby; notifications, where they are offered and switched."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.browser.games import TWO, line
from tests.browser.visitor import PLAIN, Visit, Visitor

# Node tests cover the display of notifications: headless Chromium shows none.
ANSWER = """(answer) => {
  Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' })
  Notification.requestPermission = async () =>
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => answer }) }"""
UNDECIDED = f"({ANSWER})('granted')"


def news(visitor: Visitor, kind: str) -> Locator:
    return visitor.page.locator(f".news [data-news={kind}]")


async def by_days(visit: Visit) -> tuple[str, Visitor, Visitor]:
    """Return a game by days, the player who waits in the lobby, and the opponent, who is to move."""
    player, opponent = await visit(None), await visit(None)
    await player.page.add_init_script(UNDECIDED)
    game = await player.make(TWO.id, seat=1, public=False, clock={"days": 2})
    await opponent.join(game)
    await player.sit(game)
    await player.go("/")
    await expect(news(player, "notify")).to_be_visible()
    await expect(player.page.locator(f"[data-list=mine] [data-game='{game}']")).to_be_visible()
    return game, player, opponent


async def test_the_lobby_tells_what_came_since_the_player_left_until_it_is_read(visit: Visit) -> None:
    game, player, opponent = await by_days(visit)
    name = (await player.state(game))["players"][0]["name"]
    await player.page.goto(f"{player.base}{PLAIN}")  # they leave the site
    await opponent.play(game, line(TWO)[0])
    await player.go("/")
    await expect(news(player, "since")).to_contain_text(f"Since you left: {name} moved.")
    await player.page.reload()
    await expect(news(player, "since")).to_be_visible()
    await news(player, "since").locator("a").click()
    await player.at_screen("table")
    await player.go("/")
    await expect(player.page.locator(f"[data-list=mine] [data-game='{game}']")).to_be_visible()
    await expect(news(player, "since")).to_have_count(0)


async def test_notifications_are_accepted_where_they_are_offered(visit: Visit) -> None:
    _, player, _ = await by_days(visit)
    await player.act("notify-accept").click()
    await expect(news(player, "notify")).to_have_count(0)
    assert await player.page.evaluate("localStorage['richelieu.notify']") == "on"


async def test_the_browser_is_asked_on_the_press_and_a_refusal_is_explained(visit: Visit) -> None:
    person = await visit("/settings")
    await person.page.evaluate(ANSWER, "denied")
    await person.act("notify").click()
    await expect(person.page.locator(".notify")).to_contain_text("blocks notifications")
    await expect(person.act("notify")).not_to_be_checked()
    await person.page.evaluate(ANSWER, "granted")
    await person.act("notify").click()
    await expect(person.act("notify")).to_be_checked()
    await expect(person.page.locator(".notify")).not_to_contain_text("blocks notifications")
