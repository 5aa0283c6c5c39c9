"""Stalled and closed connections: the table shows it, keeps the move, and reconnects."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.browser.games import TWO, line, pair
from tests.browser.visitor import Visit, Visitor
from tests.databases import migrated
from tests.people.browser.people import PASSWORD, sign_up
from tests.serving import UNLIMITED, serving

DETECTED_MS = 7_000
MAX_BACKOFF_MS = 10_000  # between two attempts to reconnect


class SocketProxy:
    """A proxy between the sockets of a page and the server. While `stalled` nothing passes either way and
    neither side is closed; what was held back arrives later."""

    def __init__(self) -> None:
        self.stalled = False
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []

    @classmethod
    async def install(cls, visitor: Visitor) -> SocketProxy:
        proxy = cls()
        visitor.excuse("already in CLOSING or CLOSED state")  # logged for late frames of `resume`
        await visitor.page.route_web_socket("**/ws/games/*", proxy._connect)
        return proxy

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: self._forward(server, text))
        server.on_message(lambda text: self._forward(socket, text))

    def _forward(self, end: WebSocketRoute, text: str | bytes) -> None:
        if self.stalled:
            self._held.append((end, text))
        else:
            end.send(text)

    def resume(self) -> None:
        self.stalled = False
        held, self._held = self._held, []
        for end, text in held:
            end.send(text)


async def open_table_with_clock(visitor: Visitor, game: str) -> SocketProxy:
    """Open the table with a fake clock in the page, so that no test waits for a timeout."""
    await visitor.page.clock.install()
    proxy = await SocketProxy.install(visitor)
    await visitor.sit(game)
    return proxy


async def stall(visitor: Visitor, proxy: SocketProxy) -> None:
    """Stall the connection until the page has detected it."""
    proxy.stalled = True
    await visitor.page.clock.fast_forward(DETECTED_MS)
    await expect(visitor.screen).to_have_attribute("data-conn", "stalled")


async def resume(visitor: Visitor, proxy: SocketProxy) -> None:
    """End the stall and wait until the page has reconnected."""
    proxy.resume()
    await visitor.page.clock.fast_forward(MAX_BACKOFF_MS)
    await visitor.connected()


@pytest.mark.smoke
async def test_move_made_while_stalled_is_kept_can_be_withdrawn_and_is_applied_once(visit: Visit) -> None:
    made, first, second = await pair(visit)
    proxy = await open_table_with_clock(first, made)
    move = line(TWO)[0]
    banner, pending = first.page.locator(".banner"), first.squares("[data-pending]")
    with first.cut():
        await stall(first, proxy)
        await expect(banner).to_be_visible()
        await first.told("alert", "stalled")
        await first.click_move(move)
        await expect(pending.first).to_be_visible()
        await first.page.keyboard.press("Escape")
        await expect(pending).to_have_count(0)
        await first.click_move(move)
        await expect(banner).to_contain_text("kept")
        await expect(pending.first).to_be_visible()
        assert await first.screen.get_attribute("data-ply") == "0"
        assert (await second.state(made))["ply"] == 0
        await resume(first, proxy)
        await first.at_ply(1)
    await first.told("live", "The connection is back.")
    await expect(banner).to_be_hidden()
    await expect(pending).to_have_count(0)
    log = (await first.get(f"/api/games/{made}/log"))["entries"]
    assert [entry[3] for entry in log] == [move]


async def test_kept_move_is_dropped_with_a_message_when_the_game_has_ended_meanwhile(visit: Visit) -> None:
    made, first, second = await pair(visit)
    proxy = await open_table_with_clock(first, made)
    with first.cut():
        await stall(first, proxy)
        await first.click_move(line(TWO)[0])
        await second.post(f"/api/games/{made}/resign")
        await resume(first, proxy)
        await expect(first.screen).to_have_attribute("data-status", "ended")
    await first.told("live", "not played")  # the badge of the win may be told next
    await expect(first.dialog("over")).to_be_visible()
    assert (await first.state(made))["told"] == []


async def test_player_who_was_signed_out_in_another_tab_is_told_and_signs_in_again(visit: Visit) -> None:
    first, second = await visit(None), await visit(None)
    name = (await sign_up(first))["player"]["name"]
    made = await first.make(TWO.id, seat=0)
    await second.join(made)
    await first.sit(made)
    lobby, other = [await first.context.new_page() for _ in range(2)]
    for tab, path in ((lobby, "/"), (other, "/me")):
        await tab.goto(f"{first.base}{path}")
        await expect(tab.locator("#my-name")).to_have_text(name)
    await other.locator("[data-act=sign-out]").first.click()
    for tab in (first.page, lobby):
        await expect(tab.locator("dialog[data-kind=signed-out]")).to_contain_text(f"{name} was signed out")
        await expect(tab.locator("#my-name")).not_to_have_text(name)
        await expect(tab.locator("#sign-in")).to_be_visible()
    guests = {await tab.locator("#my-name").inner_text() for tab in (first.page, lobby)}
    assert len(guests) == 1
    await expect(first.screen).to_have_attribute("data-seat", "none")
    await first.dialog("signed-out").locator("[data-act=sign-in]").click()
    await first.page.locator("[name=name]").fill(name)
    await first.page.locator("[name=password]").fill(PASSWORD)
    await first.page.locator("form [data-act=sign-in]").click()
    await first.at_screen("table")
    await expect(first.screen).to_have_attribute("data-seat", "0")
    await expect(lobby.locator("#my-name")).to_have_text(name)
    await expect(lobby.locator("dialog[data-kind=signed-out]")).to_have_count(0)


@pytest.fixture
def own_database(tmp_path: Path) -> Iterator[str]:
    """A database for one test, whose server is restarted."""
    with migrated("sqlite", tmp_path) as make, make() as url:
        yield url


async def test_players_reconnect_after_a_server_restart_and_the_kept_move_is_applied(
    own_database: str, tmp_path: Path, visit: Visit
) -> None:
    with serving(own_database, tmp_path, **UNLIMITED) as running:
        first = await visit(None, at=running.url)
        made = await first.make(TWO.id, seat="both")
        await first.sit(made)
        await first.click_move(line(TWO)[0])
        await first.at_ply(1)
        with first.cut():
            running.send(signal.SIGKILL)
            running.wait()
            await expect(first.screen).not_to_have_attribute("data-conn", "ok")
            await first.click_move(line(TWO)[1])
            await expect(first.squares("[data-pending]").first).to_be_visible()
            with serving(own_database, tmp_path, port=int(running.url.rsplit(":", 1)[1]), **UNLIMITED):
                await first.at_ply(2)
                await first.connected()
                assert len((await first.state(made))["told"]) == 2
                await first.page.goto("about:blank")
