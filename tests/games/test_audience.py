"""The audience of a game: recipients of a change of presence, its delay, and its cost."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import wire
from app.games.audience import (
    MAX_DELAY,
    PRESENCE_DELAY,
    VIEWER_DELAY,
    WAKE_SLICE,
    Audience,
    SpectatorNames,
)
from app.games.connection import GameConnection
from app.games.game_clock import Loaded
from app.games.stalls import Stalls
from app.games.state import Access
from app.model.game_info import Player
from tests.app.stored_games import info
from tests.games.simulation_loop import run

WHITE, BLACK = Player("white", "White"), Player("black", "Black")


class Client:
    """The socket of a client, with the presence frames that it was sent."""

    def __init__(self) -> None:
        self.protocol = self
        self.frames: list[dict[str, Any]] = []
        self.states = 0
        self.reads = True
        self.viewer: GameConnection

    def try_send(self, text: bytes) -> bool:
        if self.reads and (frame := msgspec.json.decode(text))["t"] == "presence":
            self.frames.append(frame)
        elif self.reads:
            self.states += 1
        return self.reads


class TimedAudience(Audience):
    """An audience that notes when its viewers are woken."""

    times: list[float]

    def wake(self) -> None:
        self.times.append(asyncio.get_running_loop().time())
        for viewer in (*self.players, *self.spectators):
            viewer.wake()


class Table:
    """The part of a session that its viewers use; `times`: the times of presence broadcasts."""

    version = 1

    def __init__(self) -> None:
        self.times: list[float] = []
        self.clients: list[Client] = []
        self.view = self
        game = info(WHITE, BLACK)
        self.audience = TimedAudience(
            Loaded(game, game.match(), []), Stalls(), lambda: None, lambda: None, lambda _: False
        )
        self.audience.times = self.times

    def access(self, _: Player | None) -> Access:
        return Access.OPEN

    def state_text(self, _: Player | None) -> bytes:
        return b'{"t":"state"}'

    def enter(self, player: Player | None = None) -> Client:
        """Return a client that has been sent the state."""
        client = Client()
        part: Any = client
        table: Any = self
        client.viewer = GameConnection(part, table, player, table)
        self.clients.append(client)
        self.audience.enter(client.viewer)
        client.viewer.send_state()
        return client

    def leave(self, client: Client) -> None:
        self.clients.remove(client)
        self.audience.leave(client.viewer)

    async def settle(self) -> None:
        """Wait until everything is sent, then forget the messages."""
        await asyncio.sleep(2 * MAX_DELAY)
        self.times.clear()
        for client in self.clients:
            client.frames.clear()


async def crowded(spectators: int) -> Table:
    """Return a table that has sent its presence to players and to this many spectators."""
    table = Table()
    for player in (WHITE, BLACK, *[None] * spectators):
        table.enter(player)
    await table.settle()
    return table


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The messages that are encoded."""
    found: list[object] = []
    encode = wire.encode

    def note(message: Any) -> bytes:
        found.append(message)
        return encode(message)

    monkeypatch.setattr(wire, "encode", note)
    return found


def test_a_presence_is_encoded_once_for_all_its_viewers(encoded: list[object]) -> None:
    async def come() -> None:
        table = await crowded(300)
        encoded.clear()
        for _ in range(3):
            table.enter()
        await asyncio.sleep(2 * MAX_DELAY)
        *others, last = table.clients
        assert [[frame["watchers"] for frame in client.frames] for client in others] == [[303]] * 304
        assert not last.frames  # its state has told it already
        assert len(encoded) == 1

    run(come())


@pytest.mark.parametrize(("spectators", "delay"), [(0, 0.1), (225, 1.0), (5000, MAX_DELAY)])
def test_a_spectator_who_comes_is_told_within_two_seconds(spectators: int, delay: float) -> None:
    async def come() -> float:
        table = await crowded(spectators)
        came = asyncio.get_running_loop().time()
        table.enter()
        await asyncio.sleep(2 * MAX_DELAY)
        (told,) = table.times
        return told - came

    assert run(come()) == pytest.approx(delay, abs=4 * VIEWER_DELAY)


def test_that_a_player_goes_and_comes_is_told_at_once_to_any_audience() -> None:
    async def change() -> None:
        table = await crowded(5000)
        white, watching = table.clients[0], table.clients[-1]
        table.enter()  # whose timer runs already
        await asyncio.sleep(MAX_DELAY / 2)
        table.leave(white)
        await asyncio.sleep(2 * PRESENCE_DELAY)
        table.enter(WHITE)
        await asyncio.sleep(2 * PRESENCE_DELAY)
        assert [frame["players"] for frame in watching.frames] == [[False, True], [True, True]]
        await asyncio.sleep(2 * MAX_DELAY)
        assert len(table.times) == 2  # the spectator was told along with them

    run(change())


def test_a_client_that_did_not_read_is_told_the_newest_presence_when_it_does() -> None:
    async def come() -> None:
        table = await crowded(10)
        slow = table.clients[-1]
        slow.reads = False
        for _ in range(3):
            table.enter()
            await asyncio.sleep(MAX_DELAY)
        slow.reads = True
        slow.viewer.wake()
        slow.viewer.wake()
        assert [frame["watchers"] for frame in slow.frames] == [13]

    run(come())


def test_a_move_reaches_more_spectators_than_are_told_in_one_turn_of_the_event_loop() -> None:
    async def move() -> None:
        table = await crowded(2 * WAKE_SLICE + 30)
        table.version += 1
        Audience.wake(table.audience)
        await asyncio.sleep(0)
        assert sum(client.states == 2 for client in table.clients) == 2 + WAKE_SLICE
        await asyncio.sleep(PRESENCE_DELAY)
        assert {client.states for client in table.clients} == {2}

    run(move())


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("abcde"))))
def test_names_of_present_arrivals_are_told_once_and_in_order(
    events: list[tuple[bool, str]],
) -> None:
    names, there = SpectatorNames(), list[str]()
    for comes, name in events:
        if comes:
            names.add(name)
            there.append(name)
        elif name in there:
            names.remove(name)
            there.remove(name)
        assert names.first(3) == sorted(set(there))[:3]
