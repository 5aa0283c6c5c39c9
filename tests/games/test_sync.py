"""The sync with remote updates: entries that cannot be replayed, and changes without a notice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from app.bus.notices import Bus, Topic
from app.bus.redis_bus import create_bus
from app.db.clock import now
from app.db.engine import write_transaction
from app.db.schema import entries
from app.games import sync
from app.games.acts import Answer as AnswerOffer
from app.games.acts import Move, Offer, Resign
from app.games.new_entry import NewEntry
from app.games.session import Session
from app.games.writer import Writer
from app.moderation.store import ModerationStore
from app.people.audit import OPERATOR, AuditedAct
from app.results.ratings import MIN_MOVES_PER_SEAT
from app.serving import open_server
from app.settings import Settings
from engine import Entry, Timed
from tests.app.http_players import moves
from tests.app.stored_games import HOUR, new_game, new_player, next_match, random_entries, running
from tests.app.two_processes import eventually
from tests.games.viewers import SessionViewer

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.mark.parametrize("topic", ["log", "facts"])
async def test_a_log_that_cannot_be_replayed_does_not_stop_the_sync_of_other_games(
    topic: Topic, postgres_engine: AsyncEngine, postgres_url: str, redis_url: str
) -> None:
    settings = Settings(database_url=postgres_url, redis_url=redis_url)
    other = create_bus(redis_url, "other")
    async with open_server(settings) as services:
        made = sorted([await new_game(services.games.store) for _ in range(3)], key=lambda game: game.id)
        texts = ("nonsense", "nonsense", moves()[0])
        sessions = []
        for game in made:
            async with services.games.sessions.open(game.id) as session:
                sessions.append(session)
        rows = [
            {"game_id": game.id, "ply": 0, "seat": game.match().turn, "act": "move", "text": text, "at": HOUR}
            for game, text in zip(made, texts, strict=True)
        ]

        with capture_logs() as logs:
            async with write_transaction(postgres_engine) as connection:
                await connection.execute(insert(entries), rows)
                await other.publish(connection, topic, [game.id for game in made])
            await other.flush()
            await eventually(lambda: sessions[-1].match.ply == 1 and len(logs) >= 2)
        await other.close()
    assert {line["event"] for line in logs} == {"process_sync_failed"}
    assert {line["game"] for line in logs} == {game.id for game in made[:2]}


@pytest.mark.parametrize("when", ["with the moves", "between the comparison and the reading"])
async def test_the_end_of_a_rated_game_that_is_found_brings_the_ratings_and_that_it_is_public(
    when: str, postgres_engine: AsyncEngine, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "COMPARE_INTERVAL", 0.2)
    async with open_server(Settings(database_url=postgres_url)) as services:
        store = services.games.store
        listing = {"public": False, "public_at_end": True}
        game = await new_game(store, *[await new_player(store) for _ in range(2)], rated=True, **listing)
        async with services.games.sessions.open(game.id) as session:
            match = game.match()
            for text in moves()[: 2 * MIN_MOVES_PER_SEAT]:
                match = next_match(match, "move", text)
            end = NewEntry.of(game, next_match(match, "resign"))
            async with running(Writer(postgres_engine, Bus())) as writer:
                entries_since, late = store.entries_since, list[NewEntry]()
                written = asyncio.Event()

                async def read(plies: Mapping[str, int]) -> dict[str, list[Entry]]:
                    # a read of the first moves could find all of them, before `late` has the end
                    await written.wait()
                    while late:
                        assert await writer.write(late.pop())
                    return await entries_since(plies)

                monkeypatch.setattr(store, "entries_since", read)
                for new in random_entries(game, 2 * MIN_MOVES_PER_SEAT):
                    assert await writer.write(new)
                if when == "with the moves":
                    assert await writer.write(end)
                else:
                    late.append(end)
                written.set()
                await eventually(
                    lambda: (
                        session.info.public
                        and any(rating and rating.change for rating in session.info.ratings)
                    )
                )


async def test_a_session_knows_its_own_changes_and_misses_no_other_in_between(
    postgres_engine: AsyncEngine, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "COMPARE_INTERVAL", 1000.0)
    async with open_server(Settings(database_url=postgres_url)) as services:
        store, sessions = services.games.store, services.games.sessions
        one, other = await new_player(store), await new_player(store)
        waiting = await new_game(store, one, None)

        async def is_behind(session: Session) -> bool:
            return session.is_behind((await store.versions([session.info.id]))[session.info.id])

        async with sessions.open(waiting.id) as session:
            await session.join(other, None)
            assert not await is_behind(session)
            await session.act(one, Resign())
            for player, message in (
                (one, Offer(ply=1, what="rematch")),
                (one, Offer(ply=1, what="rematch")),
                (other, AnswerOffer(ply=1, what="rematch", yes=False)),
            ):
                await session.act(player, message)
                assert not await is_behind(session)
        listing = {"public": False, "public_at_end": True}
        for renamed in (False, True):
            game = await new_game(store, one, other, rated=True, **listing)
            async with sessions.open(game.id) as session:
                for ply, text in enumerate(moves()[: 2 * MIN_MOVES_PER_SEAT]):
                    await session.act((one, other)[ply % 2], Move(ply=ply, move=text))
                if renamed:
                    act = AuditedAct(OPERATOR, "rename", other.id)
                    await ModerationStore(postgres_engine, Bus()).rename(act, other.id, "Renamed", HOUR)
                await session.act(one, Resign())
                assert session.info.public
                assert await is_behind(session) is renamed
                await session.refresh()
                assert not await is_behind(session)


async def test_a_remote_clock_is_compared_sooner_while_no_notices_are_received(
    postgres_engine: AsyncEngine, postgres_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no other game, nor one whose players are both here."""
    monkeypatch.setattr(sync, "COMPARE_INTERVAL", 1000.0)
    settings = Settings(database_url=postgres_url, redis_url=redis_url)
    async with open_server(settings) as services, AsyncExitStack() as stack:
        store = services.games.store
        player, other = await new_player(store), await new_player(store)
        clocked, slow, both = [
            await new_game(store, player, other, control=control)
            for control in (Timed(600), None, Timed(600))
        ]
        sessions = {
            game.id: await stack.enter_async_context(services.games.sessions.open(game.id))
            for game in (clocked, slow, both)
        }
        for game, viewers in ((clocked, [player]), (slow, [player]), (both, [player, other])):
            for viewer in viewers:
                sessions[game.id].audience.enter(SessionViewer(viewer))
        async with running(Writer(postgres_engine, Bus())) as writer:
            for game in (clocked, slow, both):
                assert await writer.write(random_entries(game, 1, at=now())[0])
        await asyncio.sleep(0.6)
        assert [session.match.ply for session in sessions.values()] == [0, 0, 0]
        services.bus.listening.clear()
        await eventually(lambda: sessions[clocked.id].match.ply == 1, 3)
        assert [sessions[game.id].match.ply for game in (slow, both)] == [0, 0]
