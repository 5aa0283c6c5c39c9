"""Returns after an outage, on simulated time: the player to move does not pay for coming back."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from app.games import acts
from app.games.new_entry import NewEntry
from app.games.session import Session
from app.games.stalls import Stalls
from app.model.game_info import Player
from app.model.presence import Connected
from engine import Entry, Timed
from tests.app.http_players import moves
from tests.app.stored_games import info
from tests.games.simulation_loop import now, run
from tests.games.simulation_services import SimulatedBus, quiet_process
from tests.games.viewers import SessionViewer, wait_for_end

MOVES = moves()
PEOPLE = (Player("white", "White"), Player("black", "Black"))
SLACK_MS = 300  # for the delays of the simulated database


class Game:
    """A game of ten seconds a side whose third move is due, in a process that has not loaded it."""

    def __init__(self) -> None:
        self.stalls = Stalls()
        made = info(*PEOPLE, id="game", control=Timed(10))
        self.database, self.sessions = quiet_process(made, self.stalls)
        self.match = self.database.info.match()
        for text in MOVES[:2]:
            self.write("move", text, self.match.turn)
        assert self.match.turn is not None
        self.mover, self.opponent = PEOPLE[self.match.turn], PEOPLE[1 - self.match.turn]

    def write(self, act: Any, text: str, seat: int | None = None) -> None:
        entry = Entry(self.match.ply, seat, act, text, now())
        self.match = self.match.then(entry)
        assert self.database.insert(NewEntry.of(self.database.info, self.match), SimulatedBus(self.database))

    def restart(self, milliseconds: int) -> None:
        """All processes were down; the first one to start has written that."""
        self.write("pause", str(milliseconds))
        self.stalls.be_quiet(now())

    def lose_process(self) -> None:
        """Only the process that holds the mover's socket dies."""
        self.database.heard = {self.mover.id: now()}

    async def move(self, session: Session) -> Entry:
        """Play the mover's move and return its entry."""
        await session.act(self.mover, acts.Move(2, MOVES[2]))
        return self.database.log[-1]

    @property
    def pauses(self) -> list[int]:
        return [int(entry.text) for entry in self.database.log if entry.act == "pause"]


def play(story: Coroutine[Any, Any, None]) -> None:
    async def told() -> None:
        async with asyncio.timeout(1000):
            await story

    run(told())


def about(milliseconds: int | None, expected: int) -> bool:
    return milliseconds is not None and 0 <= milliseconds - expected <= SLACK_MS


@pytest.mark.parametrize("socket", [True, False])
def test_the_way_back_after_all_processes_were_down_costs_nothing(*, socket: bool) -> None:
    async def story() -> None:
        game = Game()
        await asyncio.sleep(7.3 + 5)
        game.restart(5000)
        async with game.sessions.open("game") as session:
            session.audience.enter(SessionViewer(game.opponent))
            await asyncio.sleep(4.5)
            assert session.clock.left(now())[game.match.turn or 0] == 2700, "the clock stands still meanwhile"
            thought = 0
            if socket:
                session.audience.enter(SessionViewer(game.mover))
                await asyncio.sleep(1)
                thought = 1000
            entry = await game.move(session)
        assert game.pauses[0] == 5000
        assert about(game.pauses[1], 4500)
        assert about(entry.spent, 7300 + thought)

    play(story())


def test_who_does_not_come_back_has_ten_seconds_more_and_then_loses() -> None:
    async def story() -> None:
        game = Game()
        await asyncio.sleep(7.3 + 5)
        game.restart(5000)
        restarted = now()
        async with game.sessions.open("game") as session:
            await wait_for_end(session)
        assert game.pauses == [5000, 10_000]
        assert [entry.act for entry in game.database.log[2:]] == ["pause", "pause", "flag"]
        assert game.database.log[-1].at >= restarted + 10_000 + 2700

    play(story())


def test_who_was_here_during_a_stall_has_nothing_to_come_back_from() -> None:
    async def story() -> None:
        game = Game()
        async with game.sessions.open("game") as session:
            session.audience.enter(SessionViewer(game.mover))
            await asyncio.sleep(3)
            game.stalls.add("event loop", now() - 2500, now())
            await asyncio.sleep(4)
            entry = await game.move(session)
        assert game.pauses == [2500]
        assert about(entry.spent, 4500)

    play(story())


@pytest.mark.parametrize("away", [1.0, 4.5, 14.0])
def test_the_way_back_from_a_dead_process_to_another_costs_nothing(away: float) -> None:
    """The opponent is connected to the other process, whose timer would end the game."""

    async def story() -> None:
        game = Game()
        await asyncio.sleep(9.7)
        game.lose_process()
        async with game.sessions.open("game") as session:
            session.audience.enter(SessionViewer(game.opponent))
            session.audience.set_remote(Connected(frozenset({game.mover.id})))
            await asyncio.sleep(away)
            session.audience.enter(SessionViewer(game.mover))
            if away > 10:
                await wait_for_end(session)
                assert game.pauses == [10_000], "no more is given"
                return
            entry = await game.move(session)
        assert about(game.pauses[0], int(away * 1000))
        assert about(entry.spent, 9700)

    play(story())


def test_a_live_process_that_still_holds_the_old_socket_means_a_lost_network() -> None:
    async def story() -> None:
        game = Game()
        await asyncio.sleep(5)
        game.lose_process()
        await asyncio.sleep(1)
        async with game.sessions.open("game") as session:
            session.audience.enter(SessionViewer(game.mover))
            game.database.heard[game.mover.id] = now() + 1  # it answers
            entry = await game.move(session)
        assert game.pauses == []
        assert about(entry.spent, 6000)

    play(story())


def test_a_process_is_lost_once() -> None:
    """Who leaves again by their own doing pays for that."""

    async def story() -> None:
        game = Game()
        await asyncio.sleep(3)
        game.lose_process()
        await asyncio.sleep(4)
        async with game.sessions.open("game") as session:
            for _ in range(2):
                viewer = SessionViewer(game.mover)
                session.audience.enter(viewer)
                await asyncio.sleep(1)
                session.audience.leave(viewer)
                await asyncio.sleep(1)
            entry = await game.move(session)
        assert len(game.pauses) == 1
        assert about(entry.spent, 7000)

    play(story())
