"""Links that stall and links that are cut: the table says so, keeps the move, and comes back by itself."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.browser.games import TWO, line, pair
from tests.browser.visitor import Visit, Visitor
from tests.databases import migrated
from tests.serving import UNLIMITED, serving

NOTICED = 7_000  # ms, M23
BACK = 3_000  # ms, M23: from the return of the link to the server's position
PING = 3_000  # ms in which the page pings at least once
LONGEST = 10_000  # ms, the longest pause between two tries to come back


class Wire:
    """A page's sockets as the test holds them. While it is stalled nothing passes either way and nobody is
    told; what was held arrives later. `mute`: no position comes through, but everything else does."""

    def __init__(self) -> None:
        self.stalled = False
        self.mute = False
        self.answered = asyncio.Event()  # something has come down to the page
        self.open: list[WebSocketRoute] = []
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []

    @classmethod
    async def under(cls, visitor: Visitor) -> Wire:
        wire = cls()
        await visitor.page.route_web_socket("**/ws/games/*", wire._join)
        return wire

    def _join(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: self._pass(server, text))
        server.on_message(lambda text: self._pass(socket, text))
        self.open.append(socket)

    def _pass(self, end: WebSocketRoute, text: str | bytes) -> None:
        if self.stalled:
            self._held.append((end, text))
        elif not (self.mute and '"t":"state"' in str(text)):
            end.send(text)
            if end in self.open:
                self.answered.set()

    def flow(self) -> None:
        self.stalled = False
        held, self._held = self._held, []
        for end, text in held:
            end.send(text)

    async def cut(self, code: int = 1001) -> None:
        await self.open.pop().close(code=code)


async def sit_with_clock(visitor: Visitor, game: str) -> Wire:
    """Sits down where the test may turn the page's clock on, so that nobody waits for a silence."""
    await visitor.page.clock.install()
    wire = await Wire.under(visitor)
    await visitor.sit(game)
    return wire


async def stall(visitor: Visitor, wire: Wire) -> None:
    """Holds the link until the page has noticed it."""
    wire.stalled = True
    await visitor.page.clock.fast_forward(NOTICED)
    await expect(visitor.screen).to_have_attribute("data-conn", "stalled")


async def flow(visitor: Visitor, wire: Wire) -> None:
    """Lets the link go, and the page try it."""
    wire.flow()
    await visitor.page.clock.fast_forward(LONGEST)
    await visitor.connected()


async def test_a_stalled_link_is_noticed_and_the_newest_position_comes_with_its_return(visit: Visit) -> None:
    made, first, second = await pair(visit)
    wire = await Wire.under(second)
    await first.sit(made)
    await second.sit(made)
    with second.cut():
        wire.stalled = True
        await expect(second.screen).to_have_attribute("data-conn", "stalled", timeout=NOTICED)
        await expect(second.page.locator(".banner")).to_be_visible()
        await expect(second.page.locator("#alert")).to_contain_text("stalled")
        await expect(second.square(line(TWO)[0].split()[0])).to_be_visible()
        await first.click_move(line(TWO)[0])
        await first.at_ply(1)
        wire.flow()
        await second.at_ply(1, within=BACK)
        await second.connected(BACK)
    said = second.page.locator("#live")
    await expect(said).to_contain_text("The connection is back.")
    await expect(said).to_contain_text((await second.told())[0])
    await expect(second.page.locator(".banner")).to_be_hidden()
    assert (await first.state(made))["view"] == (await second.state(made))["view"]


async def test_a_browser_that_lost_its_network_says_so_and_returns_at_once(visit: Visit) -> None:
    made, first, second = await pair(visit)
    await first.sit(made)
    await second.sit(made)
    with second.cut():
        await second.context.set_offline(True)
        await expect(second.screen).not_to_have_attribute("data-conn", "ok", timeout=NOTICED)
        await first.click_move(line(TWO)[0])
        await first.at_ply(1)
        await second.context.set_offline(False)
        await second.at_ply(1, within=BACK)
        await second.connected(BACK)


async def test_a_move_made_while_the_link_stalls_is_kept_and_played_once(visit: Visit) -> None:
    made, first, second = await pair(visit)
    wire = await sit_with_clock(first, made)
    move = line(TWO)[0]
    with first.cut():
        await stall(first, wire)
        await first.click_move(move)
        await expect(first.page.locator(".banner")).to_contain_text("kept")
        await expect(first.squares("[data-pending]").first).to_be_visible()
        assert await first.screen.get_attribute("data-ply") == "0"
        assert (await second.state(made))["ply"] == 0
        await flow(first, wire)
        await first.at_ply(1)
    log = (await first.get(f"/api/games/{made}/log"))["entries"]
    assert [entry[3] for entry in log] == [move]
    await expect(first.squares("[data-pending]")).to_have_count(0)


async def test_a_move_on_its_way_when_the_link_stalls_is_played_once(visit: Visit) -> None:
    """It was handed to a socket that swallowed it: it goes out again on the next one."""
    made, first, _ = await pair(visit)
    wire = await sit_with_clock(first, made)
    with first.cut():
        wire.stalled = True
        await first.click_move(line(TWO)[0])
        await expect(first.squares("[data-pending]").first).to_be_visible()
        await expect(first.page.locator(".status .note")).to_have_text("Sending…")
        await stall(first, wire)
        await flow(first, wire)
        await first.at_ply(1)
    assert (await first.state(made))["ply"] == 1


async def test_a_socket_that_brings_no_position_is_given_up_for_another(visit: Visit) -> None:
    made, first, _ = await pair(visit)
    wire = await sit_with_clock(first, made)
    wire.mute = True
    with first.cut():
        await wire.cut()
        await expect(first.screen).to_have_attribute("data-conn", "down")
        for _ in range(3):  # another one opens, is mute, and answers every ping
            wire.answered.clear()
            await first.page.clock.fast_forward(PING)
            await asyncio.wait_for(wire.answered.wait(), 5)
        await expect(first.screen).to_have_attribute("data-conn", "stalled")
        wire.mute = False
        await flow(first, wire)


async def test_a_kept_move_may_be_taken_back_before_anybody_saw_it(visit: Visit) -> None:
    made, first, _ = await pair(visit)
    wire = await sit_with_clock(first, made)
    with first.cut():
        await stall(first, wire)
        await first.click_move(line(TWO)[0])
        await expect(first.squares("[data-pending]").first).to_be_visible()
        await first.page.keyboard.press("Escape")
        await expect(first.squares("[data-pending]")).to_have_count(0)
        await flow(first, wire)
    assert (await first.state(made))["ply"] == 0
    await first.click_move(line(TWO)[0])
    await first.at_ply(1)


async def test_a_kept_move_is_given_up_with_a_sentence_when_the_game_has_ended_meanwhile(
    visit: Visit,
) -> None:
    made, first, second = await pair(visit)
    wire = await sit_with_clock(first, made)
    with first.cut():
        await stall(first, wire)
        await first.click_move(line(TWO)[0])
        await second.post(f"/api/games/{made}/resign")
        await flow(first, wire)
        await expect(first.screen).to_have_attribute("data-status", "ended")
    await expect(first.page.locator("#live")).to_contain_text("not played")
    await expect(first.dialog("over")).to_be_visible()
    assert (await first.state(made))["told"] == []


async def test_a_link_that_is_cut_comes_back_without_a_reload_three_times(visit: Visit) -> None:
    made, first, second = await pair(visit)
    wire = await Wire.under(first)
    await first.sit(made)
    await second.sit(made)
    await first.page.evaluate("window.unharmed = true")
    moves = line(TWO)
    with first.cut():
        for ply in range(0, 6, 2):
            await wire.cut(1001)
            await expect(first.screen).not_to_have_attribute("data-conn", "ok")
            await first.connected()
            await first.click_move(moves[ply])
            await second.at_ply(ply + 1)
            await second.click_move(moves[ply + 1])
            await first.at_ply(ply + 2)
    assert await first.page.evaluate("window.unharmed")


@pytest.fixture
def own_database(tmp_path: Path) -> Iterator[str]:
    """A database for one test, whose server comes and goes."""
    with migrated("sqlite", tmp_path) as make, make() as url:
        yield url


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
async def test_a_server_that_starts_anew_finds_its_players_where_they_were(
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
                await first.at_ply(2, within=LONGEST + BACK)
                await first.connected()
                assert len((await first.state(made))["told"]) == 2
                await first.page.goto("about:blank")
