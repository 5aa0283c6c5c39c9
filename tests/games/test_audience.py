"""The audience of a game: recipients of a change of presence, its delay, and its cost."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import wire
from app.games.audience import MAX_DELAY, PRESENCE_DELAY, VIEWER_DELAY, WAKE_SLICE, SpectatorNames
from app.games.connection import GameConnection
from app.games.session import Session
from app.model.game_info import Player
from tests.app.stored_games import info
from tests.games.simulation_loop import run
from tests.games.simulation_services import quiet_process

WHITE, BLACK = Player("white", "White"), Player("black", "Black")


class Client:
    """The socket of a client: the presence frames that it was sent, with their times, and the number of
    states."""

    def __init__(self, session: Session, player: Player | None = None) -> None:
        self.protocol = self
        self.frames: list[dict[str, Any]] = []
        self.times: list[float] = []
        self.states = 0
        self.reads = True
        part: Any = self
        self.viewer = GameConnection(part, session, player, part)
        session.audience.enter(self.viewer)
        self.viewer.send_state()

    def try_send(self, text: bytes) -> bool:
        if self.reads and (frame := msgspec.json.decode(text))["t"] == "presence":
            self.frames.append(frame)
            self.times.append(asyncio.get_running_loop().time())
        elif self.reads:
            self.states += 1
        return self.reads


async def crowded(spectators: int) -> tuple[Session, list[Client]]:
    """Return a game that has told its presence to both players and to this many spectators."""
    _, sessions = quiet_process(info(WHITE, BLACK, id="game"))
    async with sessions.open("game") as session:
        clients = [Client(session, player) for player in (WHITE, BLACK, *[None] * spectators)]
    await asyncio.sleep(2 * MAX_DELAY)
    for client in clients:
        client.frames.clear()
        client.times.clear()
    return session, clients


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
        session, clients = await crowded(300)
        encoded.clear()
        came = [Client(session) for _ in range(3)]
        states = len(encoded)
        await asyncio.sleep(2 * MAX_DELAY)
        told = [[frame["watchers"] for frame in client.frames] for client in (*clients, *came)]
        assert told == [[303]] * 304 + [[]], "the last one's state has told it already"
        assert len(encoded) == states + 1

    run(come())


@pytest.mark.parametrize(("spectators", "delay"), [(0, 0.1), (225, 1.0), (5000, MAX_DELAY)])
def test_a_spectator_who_comes_is_told_within_two_seconds(spectators: int, delay: float) -> None:
    async def come() -> float:
        session, clients = await crowded(spectators)
        came = asyncio.get_running_loop().time()
        Client(session)
        await asyncio.sleep(2 * MAX_DELAY)
        (told,) = clients[-1].times
        return told - came

    assert run(come()) == pytest.approx(delay, abs=4 * VIEWER_DELAY)


def test_that_a_player_goes_and_comes_is_told_at_once_to_any_audience() -> None:
    async def change() -> None:
        session, clients = await crowded(5000)
        white, watching = clients[0], clients[-1]
        Client(session)  # whose timer runs already
        await asyncio.sleep(MAX_DELAY / 2)
        session.audience.leave(white.viewer)
        await asyncio.sleep(2 * PRESENCE_DELAY)
        Client(session, WHITE)
        await asyncio.sleep(2 * PRESENCE_DELAY)
        changes = [[False, True], [True, True]]
        assert [frame["players"] for frame in watching.frames] == changes
        await asyncio.sleep(2 * MAX_DELAY)
        assert len(watching.frames) == 2, "the spectator was told along with them"

    run(change())


def test_a_client_that_did_not_read_is_told_the_newest_presence_when_it_does() -> None:
    async def come() -> None:
        session, (*_, slow) = await crowded(10)
        slow.reads = False
        for _ in range(3):
            Client(session)
            await asyncio.sleep(MAX_DELAY)
        slow.reads = True
        slow.viewer.wake()
        slow.viewer.wake()
        assert [frame["watchers"] for frame in slow.frames] == [13]

    run(come())


def test_a_move_reaches_more_spectators_than_are_told_in_one_turn_of_the_event_loop() -> None:
    async def move() -> None:
        session, clients = await crowded(2 * WAKE_SLICE + 30)
        session.view.publish()
        await asyncio.sleep(0)
        assert sum(client.states == 2 for client in clients) == 2 + WAKE_SLICE
        await asyncio.sleep(PRESENCE_DELAY)
        assert {client.states for client in clients} == {2}

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
