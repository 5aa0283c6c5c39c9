"""Reads of the lobby, made once for all visitors, and their delivery to visitors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, nullcontext, suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from app.bus.notices import Bus
from app.games.acts import Move
from app.games.lists import GameLists, GameSummary
from app.games.new_entry import NewEntry
from app.games.registry import SessionRegistry
from app.games.store import GameStore
from app.games.writer import Writer
from app.lobby.feed import FRAME_INTERVAL, LobbyFeed
from app.lobby.host_presence import HostPresence
from app.lobby.online import OnlinePeople
from app.lobby.own_games import OwnGames
from app.lobby.previews import Previews
from app.lobby.visitor import Visitor, Visitors
from app.model.game_info import Player, Rematch
from app.people.player_store import PlayerStore
from engine import GAMES, Entry
from tests.app.stored_games import HOUR, new_game, new_player, next_match, random_entries, running
from tests.app.two_processes import eventually
from tests.serving import PATIENCE

VISITORS = 40


class CountingLists(GameLists):
    """Game lists that count their reads."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.compared = self.listed = 0

    async def summaries(self, ids: Collection[str]) -> list[GameSummary]:
        self.compared += 1
        return await super().summaries(ids)

    async def list_games(self, **how: Any) -> list[GameSummary]:
        self.listed += 1
        return await super().list_games(**how)


class Stage:
    """A lobby of this process, on a store and a writer of its own."""

    def __init__(self, engine: AsyncEngine, writer: Writer, bus: Bus) -> None:
        self.bus, self.writer, self.store = bus, writer, GameStore(engine, bus)
        self.lists = CountingLists(engine)
        sessions = self.sessions = SessionRegistry(self.store, writer, bus)
        self.hosts, self.sent_at = HostPresence(), list[float]()
        players, visitors = PlayerStore(engine), Visitors()
        previews, own = Previews(sessions, self.store), OwnGames(sessions, self.hosts, players)
        online = OnlinePeople(visitors, sessions, self.hosts, players)
        self.lobby = LobbyFeed(self.lists, bus, self.hosts, visitors, online, previews, own)

    @asynccontextmanager
    async def visited(
        self, player: Player | None = None, count: int = VISITORS
    ) -> AsyncIterator[list[list[bytes]]]:
        """Let visitors of `player` come at once; yield the frames of each."""
        frames: list[list[bytes]] = [[] for _ in range(count)]
        present = self.hosts.count_connection(player.id, host=False) if player else nullcontext()

        def visitor(got: list[bytes]) -> Visitor:
            async def send(text: bytes) -> None:
                got.append(text)
                self.sent_at.append(asyncio.get_running_loop().time())

            return Visitor(player, send)

        with present:
            work = [self.lobby.run(), *(self.lobby.send_updates(visitor(got)) for got in frames)]
            tasks = [asyncio.create_task(one) for one in work]
            try:
                await eventually(lambda: all(frames))
                yield frames
            finally:
                for task in tasks:
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task


@pytest_asyncio.fixture
async def stage(engine: AsyncEngine) -> AsyncIterator[Stage]:
    bus = Bus()
    async with running(Writer(engine, bus)) as writer:
        yield Stage(engine, writer, bus)


async def test_changes_are_read_once_for_all_visitors(stage: Stage) -> None:
    """While a game moves all the time, in each of a few rounds: not once more for each visitor who is told of
    another one."""
    busy = await new_game(stage.store)
    async with stage.visited() as frames:

        async def move() -> None:
            while True:
                stage.bus.announce(busy.id)
                await asyncio.sleep(0)

        moving = asyncio.create_task(move())
        clock = asyncio.get_running_loop().time
        stage.lists.compared, begun = 0, clock()
        game = await new_game(stage.store)
        stage.bus.announce(game.id)
        await eventually(lambda: all(game.id.encode() in b"".join(got) for got in frames))
        rounds = (clock() - begun) / FRAME_INTERVAL
        moving.cancel()
        assert stage.lists.compared <= rounds + 2


async def test_a_visitor_is_told_at_most_four_times_a_second(stage: Stage) -> None:
    player = await new_player(stage.store)
    async with stage.visited(player, count=1) as frames:
        while len(frames[0]) < 4:
            game = await new_game(stage.store, player, player)
            stage.bus.announce(game.id)
            await asyncio.sleep(0)
    assert min(later - earlier for earlier, later in pairwise(stage.sent_at)) > 0.24


@pytest.mark.parametrize("loaded", [False, True])
async def test_a_game_that_was_joined_elsewhere_says_whose_move_it_is(stage: Stage, *, loaded: bool) -> None:
    """As at another process, whose notice has not reached the loaded game yet."""
    owner, guest = await new_player(stage.store), await new_player(stage.store)
    game = await new_game(stage.store, owner, None)
    async with AsyncExitStack() as stack:
        if loaded:
            await stack.enter_async_context(stage.sessions.open(game.id))
        frames = await stack.enter_async_context(stage.visited(owner, 1))
        (item,) = json.loads(frames[0][0])["mine"]
        assert (item["turn"], item["moved"]) == (None, game.created)
        assert await stage.store.join(game.id, guest, None, HOUR + 5000)
        stage.bus.announce(game.id)
        await eventually(lambda: len(frames[0]) > 1)
        (item,) = json.loads(frames[0][-1])["mine"]
        assert (item["ply"], item["turn"], item["moved"]) == (0, game.match().turn, HOUR + 5000)


async def test_a_move_of_a_loaded_game_causes_no_statement_of_the_lobby(stage: Stage) -> None:
    people = await new_player(stage.store), await new_player(stage.store)
    game = await new_game(stage.store, *people)
    async with stage.visited() as frames, stage.sessions.open(game.id) as session:
        await asyncio.sleep(2 * FRAME_INTERVAL)
        stage.lists.compared = stage.lists.listed = 0
        for ply in range(3):
            player = game.players[session.match.turn or 0]
            assert player
            await session.act(player, Move(ply, session.match.legal[0]))
        await eventually(lambda: all(b'"boards"' in got[-1] for got in frames))
        assert (stage.lists.compared, stage.lists.listed) == (0, 0)


async def test_other_processes_are_told_of_hosts_only(stage: Stage) -> None:
    """A visitor is a host from the first open game or challenge until the last."""
    host, guest = await new_player(stage.store), await new_player(stage.store)
    async with stage.visited(host, count=1), stage.visited(guest, count=1):
        assert (stage.hosts.connected(), stage.hosts.is_connected(guest.id)) == (frozenset(), True)
        for changes, expected in (({}, host.id), ({"public": False, "to": guest}, guest.id)):
            game = await new_game(stage.store, host, None, **changes)
            stage.bus.announce(game.id)
            await eventually(lambda: bool(stage.hosts.ids()))
            assert stage.hosts.ids() == stage.hosts.connected() == {expected}
            aborted = game.match().then(Entry(0, 0, "abort", "", HOUR))
            assert await stage.writer.write(NewEntry.of(game, aborted))
            stage.bus.announce(game.id)
            await eventually(lambda: not stage.hosts.ids())
        await new_game(stage.store, host, None)
    assert await stage.lobby.is_host(host.id)
    assert not await stage.lobby.is_host(guest.id)


async def test_a_frame_has_the_newest_games_and_at_most_24_kilobytes(stage: Stage) -> None:
    both = [game for game in GAMES.values() if len(game.seats) > 1 and not game.dealt]
    long = max(both, key=lambda game: len(game.show(game.start(0))))
    viewer, waiting, own = await new_player(stage.store), list[str](), list[str]()
    with ExitStack() as connected:
        for number in range(18):
            person = await new_player(stage.store)
            connected.enter_context(stage.hosts.count_connection(person.id))
            for game in range(3):
                made = await new_game(stage.store, person, None, created=HOUR + 3 * number + game)
                waiting.append(made.id)
        for number in range(53):
            made = await new_game(stage.store, viewer, viewer, game=long, created=HOUR + number)
            own.append(made.id)
        async with stage.visited(viewer, count=1) as frames:
            text = frames[0][0]
    frame = json.loads(text)
    for name, newest in (("open", waiting[::-1]), ("mine", own[::-1])):
        listed = [item["id"] for item in frame[name]]
        assert listed == newest[: len(listed)]
        assert 15 < len(listed) <= 50
    assert len(text) <= 24 * 1024


async def test_many_visitors_are_told_in_turns_of_the_event_loop_so_that_moves_are_answered_in_between(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.lobby.visitor.WAKE_SLICE", 5)
    async with stage.visited() as frames:
        await asyncio.sleep(2 * FRAME_INTERVAL)  # all of them wait for what is new
        game = await new_game(stage.store)
        told, known = [0], [len(got) for got in frames]
        stage.bus.announce(game.id)

        def all_told() -> bool:
            return all(len(got) > before for got, before in zip(frames, known, strict=True))

        async with asyncio.timeout(PATIENCE):
            while not all_told():
                await asyncio.sleep(0)
                told.append(sum(len(got) - before for got, before in zip(frames, known, strict=True)))
        steps = [after - before for before, after in pairwise(told)]
        assert max(steps) <= 5
        assert sum(steps) == VISITORS


async def test_a_rematch_offered_while_nobody_is_in_the_lobby_is_told_to_whoever_comes_back(
    stage: Stage,
) -> None:
    asker, asked = await new_player(stage.store), await new_player(stage.store)
    game = await new_game(stage.store, asker, asked)
    ended = next_match(game.match(), "resign")
    running_lobby = asyncio.create_task(stage.lobby.run())
    try:
        stage.bus.announce(game.id, (replace(game, rematch=Rematch(offered_by=0)), ended))
        await eventually(lambda: not stage.bus.games)
    finally:
        running_lobby.cancel()
        with suppress(asyncio.CancelledError):
            await running_lobby
    async with stage.visited(asked, 1) as frames:
        (rematch,) = json.loads(frames[0][0])["rematches"]
        assert (rematch["game"], rematch["opponent"]["id"]) == (game.id, asker.id)


async def test_a_game_that_two_readers_cannot_replay_at_once_is_logged_once(stage: Stage) -> None:
    game = await new_game(stage.store)
    assert await stage.writer.write(random_entries(game, 1)[0])
    async with stage.store.engine.begin() as connection:
        await connection.execute(text("update entries set text = 'nonsense'"))
    (summary,) = await stage.lists.summaries([game.id])
    previews = Previews(SessionRegistry(stage.store, stage.writer, stage.bus), stage.store)
    with capture_logs() as logs:
        found = await asyncio.gather(previews.read([summary]), previews.read([summary]))
    assert not any(found)
    assert [log["event"] for log in logs] == ["preview_failed"]
