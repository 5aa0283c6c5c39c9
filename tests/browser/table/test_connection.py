"""Stalled and closed connections: the table shows it, keeps the move, and reconnects."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.browser.account.people import PASSWORD, sign_up
from tests.browser.games import TWO, line, pair
from tests.browser.table.test_announcements import LISTEN
from tests.browser.visitor import Visit, Visitor
from tests.databases import migrated
from tests.serving import UNLIMITED, serving

DETECTED_MS = 7_000
RECOVERED_MS = 3_000  # from the end of the stall to the position of the server
PING_MS = 3_000  # the page pings at least once in this time
MAX_BACKOFF_MS = 10_000  # between two attempts to reconnect
SAID = "(sentence) => spoken.some(([, text]) => text.includes(sentence))"


class SocketProxy:
    """A proxy between the sockets of a page and the server. While `stalled` nothing passes either way and
    neither side is closed; what was held back arrives later. `mute`: states are dropped, all else passes."""

    def __init__(self) -> None:
        self.stalled = False
        self.mute = False
        self.answered = asyncio.Event()  # the page has received something
        self.open: list[WebSocketRoute] = []
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
        self.open.append(socket)

    def _forward(self, end: WebSocketRoute, text: str | bytes) -> None:
        if self.stalled:
            self._held.append((end, text))
        elif not (self.mute and '"t":"state"' in str(text)):
            end.send(text)
            if end in self.open:
                self.answered.set()

    def resume(self) -> None:
        self.stalled = False
        held, self._held = self._held, []
        for end, text in held:
            end.send(text)

    async def cut(self, code: int = 1001) -> None:
        await self.open.pop().close(code=code)


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


async def test_stalled_connection_is_detected_and_the_newest_state_shown_after_reconnect(
    visit: Visit,
) -> None:
    made, first, second = await pair(visit)
    proxy = await SocketProxy.install(second)
    await first.sit(made)
    await second.sit(made)
    with second.cut():
        proxy.stalled = True
        await expect(second.screen).to_have_attribute("data-conn", "stalled", timeout=DETECTED_MS)
        await expect(second.page.locator(".banner")).to_be_visible()
        await expect(second.page.locator("#alert")).to_contain_text("stalled")
        await expect(second.square(line(TWO)[0].split()[0])).to_be_visible()
        await first.click_move(line(TWO)[0])
        await first.at_ply(1)
        await second.page.evaluate(LISTEN)
        proxy.resume()
        await second.at_ply(1, within=RECOVERED_MS)
        await second.connected(RECOVERED_MS)
    await second.page.wait_for_function(SAID, arg="The connection is back.")
    shown = await second.page.locator(".moves li").first.inner_text()
    await second.page.wait_for_function(SAID, arg=shown.replace("–", " to "))  # moves are read in words
    await expect(second.page.locator(".banner")).to_be_hidden()
    assert (await first.state(made))["view"] == (await second.state(made))["view"]


async def test_offline_browser_shows_it_and_reconnects_at_once_when_online(visit: Visit) -> None:
    made, first, second = await pair(visit)
    await first.sit(made)
    await second.sit(made)
    with second.cut():
        await second.context.set_offline(True)
        await expect(second.screen).not_to_have_attribute("data-conn", "ok", timeout=DETECTED_MS)
        await first.click_move(line(TWO)[0])
        await first.at_ply(1)
        await second.context.set_offline(False)
        await second.at_ply(1, within=RECOVERED_MS)
        await second.connected(RECOVERED_MS)


@pytest.mark.smoke
async def test_move_made_while_stalled_is_kept_and_applied_once(visit: Visit) -> None:
    made, first, second = await pair(visit)
    proxy = await open_table_with_clock(first, made)
    move = line(TWO)[0]
    with first.cut():
        await stall(first, proxy)
        await first.click_move(move)
        await expect(first.page.locator(".banner")).to_contain_text("kept")
        await expect(first.squares("[data-pending]").first).to_be_visible()
        assert await first.screen.get_attribute("data-ply") == "0"
        assert (await second.state(made))["ply"] == 0
        await resume(first, proxy)
        await first.at_ply(1)
    log = (await first.get(f"/api/games/{made}/log"))["entries"]
    assert [entry[3] for entry in log] == [move]
    await expect(first.squares("[data-pending]")).to_have_count(0)


async def test_move_in_flight_when_the_connection_stalls_is_applied_once(visit: Visit) -> None:
    """It was sent on a socket that lost it: it is sent again on the next one."""
    made, first, _ = await pair(visit)
    proxy = await open_table_with_clock(first, made)
    with first.cut():
        proxy.stalled = True
        await first.click_move(line(TWO)[0])
        await expect(first.squares("[data-pending]").first).to_be_visible()
        await expect(first.page.locator("#message")).to_have_text("Sending…")
        await stall(first, proxy)
        await resume(first, proxy)
        await first.at_ply(1)
    assert (await first.state(made))["ply"] == 1


async def test_socket_that_sends_no_state_is_replaced_by_another(visit: Visit) -> None:
    made, first, _ = await pair(visit)
    proxy = await open_table_with_clock(first, made)
    proxy.mute = True
    with first.cut():
        await proxy.cut()
        await expect(first.screen).to_have_attribute("data-conn", "down")
        for _ in range(3):  # the next one opens, sends no state, and answers every ping
            proxy.answered.clear()
            await first.page.clock.fast_forward(PING_MS)
            await asyncio.wait_for(proxy.answered.wait(), 5)
        await expect(first.screen).to_have_attribute("data-conn", "stalled")
        proxy.mute = False
        await resume(first, proxy)


async def test_kept_move_can_be_withdrawn_before_it_is_sent(visit: Visit) -> None:
    made, first, _ = await pair(visit)
    proxy = await open_table_with_clock(first, made)
    with first.cut():
        await stall(first, proxy)
        await first.click_move(line(TWO)[0])
        await expect(first.squares("[data-pending]").first).to_be_visible()
        await first.page.keyboard.press("Escape")
        await expect(first.squares("[data-pending]")).to_have_count(0)
        await resume(first, proxy)
    assert (await first.state(made))["ply"] == 0
    await first.click_move(line(TWO)[0])
    await first.at_ply(1)


async def test_kept_move_is_dropped_with_a_message_when_the_game_has_ended_meanwhile(
    visit: Visit,
) -> None:
    made, first, second = await pair(visit)
    proxy = await open_table_with_clock(first, made)
    await first.page.evaluate(LISTEN)  # the badge of the win may be told next
    with first.cut():
        await stall(first, proxy)
        await first.click_move(line(TWO)[0])
        await second.post(f"/api/games/{made}/resign")
        await resume(first, proxy)
        await expect(first.screen).to_have_attribute("data-status", "ended")
    await first.page.wait_for_function(SAID, arg="not played")
    await expect(first.dialog("over")).to_be_visible()
    assert (await first.state(made))["told"] == []


async def test_closed_socket_reconnects_without_reload_three_times(visit: Visit) -> None:
    made, first, second = await pair(visit)
    proxy = await SocketProxy.install(first)
    await first.sit(made)
    await second.sit(made)
    await first.page.evaluate("window.unharmed = true")
    moves = line(TWO)
    with first.cut():
        for ply in range(0, 6, 2):
            await proxy.cut(1001)
            await expect(first.screen).not_to_have_attribute("data-conn", "ok")
            await first.connected()
            await first.click_move(moves[ply])
            await second.at_ply(ply + 1)
            await second.click_move(moves[ply + 1])
            await first.at_ply(ply + 2)
    assert await first.page.evaluate("window.unharmed")


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


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
async def test_players_reconnect_after_a_server_restart_and_the_kept_move_is_applied(
    way: signal.Signals, own_database: str, tmp_path: Path, visit: Visit
) -> None:
    with serving(own_database, tmp_path, **UNLIMITED) as running:
        first = await visit(None, at=running.url)
        made = await first.make(TWO.id, seat="both")
        await first.sit(made)
        await first.click_move(line(TWO)[0])
        await first.at_ply(1)
        with first.cut():
            running.send(way)
            running.wait()
            await expect(first.screen).not_to_have_attribute("data-conn", "ok")
            await first.click_move(line(TWO)[1])
            await expect(first.squares("[data-pending]").first).to_be_visible()
            with serving(own_database, tmp_path, port=int(running.url.rsplit(":", 1)[1]), **UNLIMITED):
                await first.at_ply(2, within=MAX_BACKOFF_MS + RECOVERED_MS)
                await first.connected()
                assert len((await first.state(made))["told"]) == 2
                await first.page.goto("about:blank")
