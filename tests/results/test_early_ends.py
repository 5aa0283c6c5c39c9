"""Games that players leave early: counted and excused ones, and what stays permitted meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from app.core.error_messages import encode_error
from app.core.errors import Refusal
from app.db.clock import now
from app.db.schema import early_ends
from app.games.acts import Abort, Move, Resign
from app.games.messages import NewGame
from app.games.session import Session
from app.model.game_info import Player
from app.ops.retention import DailySweep
from app.results.conduct import EARLY_END_MAX_AGE_MS, HOUR_MS, MINUTE_MS
from app.results.early_ends import pairing_pause_of
from app.wiring import Services
from engine import Entry, Timed
from tests.app.http_players import PAIR, moves
from tests.app.stored_games import client_of, new_game, new_player, play

MOVES = moves()


class Seated:
    """A player's socket."""

    heard = 0

    def __init__(self, player: Player) -> None:
        self.player = player

    def wake(self) -> None: ...

    def send_frame(self, text: bytes) -> None: ...


@pytest.fixture(autouse=True)
def games_may_be_older_than_the_test(services: Services) -> None:
    services.games.stalls.began -= HOUR_MS


async def counted(services: Services, player: Player) -> list[str]:
    """Return the kinds of a player's early ends."""
    async with services.games.store.engine.connect() as connection:
        query = select(early_ends.c.kind).where(early_ends.c.player_id == player.id)
        return list(await connection.scalars(query))


async def paired(services: Services, *people: Player, rated: bool = False) -> Session:
    """Return the session of a game that pairing made."""
    services.games.stalls.quiet_until = 0  # of a machine that is busy with other tests
    for player in people:
        wish = NewGame(rules=PAIR.id, pair=True, rated=rated)
        game = (await services.lobby.creation.create(player, wish, client_of(services, player))).id
    async with services.games.sessions.open(game) as session:
        return session


async def test_three_aborts_after_pairing_close_pairing_and_nothing_else(services: Services) -> None:
    host, rude = await new_player(services.games.store), await new_player(services.games.store)
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
        await services.lobby.creation.join(rude, seek.info.id, None)
    assert refused.value.code == "paused_pairing"
    by_link = await services.lobby.creation.create(
        host, NewGame(rules=PAIR.id, public=False), client_of(services, host)
    )
    await services.lobby.creation.join(rude, by_link.id, None)
    await services.lobby.creation.create(rude, NewGame(rules=PAIR.id), client_of(services, rude))
    assert await counted(services, host) == []
    async with services.games.store.engine.connect() as connection:
        assert await pairing_pause_of(connection, rude.id, now() + 5 * MINUTE_MS) is None


async def test_rated_pairings_that_are_resigned_before_they_count_close_pairing(services: Services) -> None:
    host, rude = [replace(await new_player(services.games.store), account=True) for _ in range(2)]
    for leaves, count in ((False, 1), (True, 1), (False, 2), (False, 3)):
        session = await paired(services, host, rude, rated=True)
        await play(session, *MOVES[:2])
        if leaves:
            viewer = Seated(host)
            session.audience.enter(viewer)
            session.audience.leave(viewer)
        await session.act(rude, Resign())
        assert await counted(services, rude) == ["resigned"] * count
    with pytest.raises(Refusal, match="paused_pairing"):
        await paired(services, rude, rated=True)
    assert await counted(services, host) == []


async def test_a_barred_player_who_waits_for_an_opponent_is_not_paired_either(services: Services) -> None:
    host, rude = await new_player(services.games.store), await new_player(services.games.store)
    boards = [await paired(services, host, rude) for _ in range(3)]
    seek = await paired(services, rude)
    for session in boards:
        await session.act(rude, Abort())
    assert (await paired(services, host)).info.id != seek.info.id


@pytest.mark.parametrize("why", ["stall", "pause", "restart", "left", "silent", "waits"])
async def test_an_abort_counts_for_nothing_after_an_outage_or_without_the_opponent(
    services: Services, why: str
) -> None:
    host, player = await new_player(services.games.store), await new_player(services.games.store)
    session = await paired(services, host, player)
    assert session.info.pair
    match why:
        case "stall":
            services.games.stalls.add("test", now() - 59_000, now() - 50_000)
        case "pause":
            session.log.append(Entry(0, None, "pause", "3000", now() - 50_000))
        case "restart":
            services.games.stalls.began = now()
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
    people = await new_player(services.games.store), await new_player(services.games.store)
    for there in (True, False):
        began = now() - 2 * MINUTE_MS
        game = await new_game(
            services.games.store, *people, control=Timed(300), rated=True, created=began, started=began
        )
        async with services.games.sessions.open(game.id) as session:
            services.games.stalls.quiet_until = 0
            turn = session.match.turn or 0
            if there:
                session.audience.enter(Seated(people[1 - turn]))
            await session.end_if_due(now())
            assert session.match.outcome is not None
    assert await counted(services, people[turn]) == ["first_move"]
    assert await counted(services, people[1 - turn]) == []


async def test_early_ends_are_swept_and_stay_with_a_guest_who_signs_in(services: Services) -> None:
    host, rude = await new_player(services.games.store), await new_player(services.games.store)
    account = await new_player(services.games.store)
    session = await paired(services, host, rude)
    await session.act(rude, Abort())
    await services.people.player_data.merge(rude.id, account.id, now())
    assert await counted(services, account) == ["abort"]
    sweep, end = DailySweep(services.database.engine), now() + EARLY_END_MAX_AGE_MS
    assert (await sweep.sweep(end - HOUR_MS))["early ends"] == 0
    assert (await sweep.sweep(end, dry=True))["early ends"] == 1
    assert (await sweep.sweep(end))["early ends"] == 1
    assert await counted(services, account) == []
