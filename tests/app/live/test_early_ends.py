"""Games that players leave early: counted and excused ones, and what stays permitted meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio
from sqlalchemy import select

from app.clock import now
from app.container import Services
from app.db.games.retention import RetentionStore
from app.db.results.early_ends import pairing_pause_of
from app.db.schema import early_ends
from app.domain.conduct import EARLY_END_MAX_AGE_MS, HOUR_MS, MINUTE_MS
from app.domain.game_info import Player
from app.errors import Refusal
from app.jobs.serving import open_server
from app.live.session import Session
from app.messages.errors import encode_error
from app.messages.games import Abort, Move, NewGame
from app.settings import Settings
from engine import Entry, Timed
from tests.app.http_players import PAIR, moves
from tests.app.stored_games import new_game, new_player, requester_of

MOVES = moves()


class Seated:
    """A player's socket."""

    heard = 0

    def __init__(self, player: Player) -> None:
        self.player = player

    def wake(self) -> None: ...

    def send_frame(self, text: bytes) -> None: ...


@pytest_asyncio.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_server(Settings(database_url=database_url)) as opened:
        opened.stalls.began -= HOUR_MS  # so that games may be older than the test
        yield opened


async def counted(services: Services, player: Player) -> list[str]:
    """Return the kinds of a player's early ends."""
    async with services.store.engine.connect() as connection:
        query = select(early_ends.c.kind).where(early_ends.c.player_id == player.id)
        return list(await connection.scalars(query))


async def paired(services: Services, *people: Player) -> Session:
    """Return the session of a game that pairing made."""
    services.stalls.quiet_until = 0  # of a machine that is busy with other tests
    for player in people:
        wish = NewGame(rules=PAIR.id, pair=True)
        game = (await services.games.create(player, wish, requester_of(player))).id
    async with services.sessions.open(game) as session:
        return session


async def test_three_aborts_after_pairing_close_pairing_and_nothing_else(services: Services) -> None:
    host, rude = await new_player(services.store), await new_player(services.store)
    for number in range(3):
        assert await counted(services, rude) == ["abort"] * number
        session = await paired(services, host, rude)
        await session.act(rude, Abort())
    with pytest.raises(Refusal) as refused:
        await paired(services, rude)
    detail = refused.value.detail
    assert (refused.value.code, refused.value.status, detail["count"]) == ("paused_pairing", 429, 3)
    assert 0 < detail["until"] - now() <= 5 * MINUTE_MS
    assert encode_error(refused.value)[0]["retry-after"] == str(detail["seconds"] + 1)

    seek = await paired(services, host)
    with pytest.raises(Refusal) as refused:
        await services.games.join(rude, seek.info.id, None)
    assert refused.value.code == "paused_pairing"
    by_link = await services.games.create(host, NewGame(rules=PAIR.id, public=False), requester_of(host))
    await services.games.join(rude, by_link.id, None)
    await services.games.create(rude, NewGame(rules=PAIR.id), requester_of(rude))
    assert await counted(services, host) == []
    async with services.store.engine.connect() as connection:
        assert await pairing_pause_of(connection, rude.id, now() + 5 * MINUTE_MS) is None


async def test_a_barred_player_who_waits_for_an_opponent_is_not_paired_either(services: Services) -> None:
    host, rude = await new_player(services.store), await new_player(services.store)
    boards = [await paired(services, host, rude) for _ in range(3)]
    seek = await paired(services, rude)
    for session in boards:
        await session.act(rude, Abort())
    assert (await paired(services, host)).info.id != seek.info.id


@pytest.mark.parametrize("why", ["stall", "pause", "restart", "left", "silent", "waits"])
async def test_an_abort_counts_for_nothing_after_an_outage_or_without_the_opponent(
    services: Services, why: str
) -> None:
    host, player = await new_player(services.store), await new_player(services.store)
    session = await paired(services, host, player)
    assert session.info.pair
    match why:
        case "stall":
            services.stalls.add("test", now() - 59_000, now() - 50_000)
        case "pause":
            session.log.append(Entry(0, None, "pause", "3000", now() - 50_000))
        case "restart":
            services.stalls.began = now()
            session.info = replace(session.info, started=now() - MINUTE_MS)
        case "left":
            viewer = Seated(host)
            session.audience.enter(viewer)
            session.audience.leave(viewer)
        case "silent":
            session.info = replace(session.info, started=now() - MINUTE_MS)
        case "waits":
            session.audience.enter(Seated(host))
            mover = session.info.players[session.match.turn or 0]
            session.info = replace(session.info, started=now() - MINUTE_MS)
            if mover == player:
                await session.act(player, Move(0, MOVES[0]))
                session.log[-1] = replace(session.log[-1], at=now() - MINUTE_MS)
    await session.act(player, Abort())
    assert await counted(services, player) == []


async def test_a_missing_first_move_counts_against_the_player_to_move_if_the_other_waits(
    services: Services,
) -> None:
    people = await new_player(services.store), await new_player(services.store)
    for there in (True, False):
        began = now() - 2 * MINUTE_MS
        game = await new_game(
            services.store, *people, control=Timed(300), rated=True, created=began, started=began
        )
        async with services.sessions.open(game.id) as session:
            services.stalls.quiet_until = 0
            turn = session.match.turn or 0
            if there:
                session.audience.enter(Seated(people[1 - turn]))
            await session.end_if_due(now())
            assert session.match.outcome is not None
    assert await counted(services, people[turn]) == ["first_move"]
    assert await counted(services, people[1 - turn]) == []


async def test_early_ends_are_swept_and_stay_with_a_guest_who_signs_in(services: Services) -> None:
    host, rude = await new_player(services.store), await new_player(services.store)
    account = await new_player(services.store)
    session = await paired(services, host, rude)
    await session.act(rude, Abort())
    await services.player_data.merge(rude.id, account.id, now())
    assert await counted(services, account) == ["abort"]
    retention = RetentionStore(services.store.engine)
    assert await retention.early_ends(now() + EARLY_END_MAX_AGE_MS - HOUR_MS, dry=False) == 0
    assert await retention.early_ends(now() + EARLY_END_MAX_AGE_MS, dry=True) == 1
    assert await retention.early_ends(now() + EARLY_END_MAX_AGE_MS, dry=False) == 1
    assert await counted(services, account) == []
