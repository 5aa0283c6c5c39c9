"""Whatever a loaded game shows and is no entry of its log raises the revision, in the same transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.engine import write_transaction
from app.db.schema import games, logins, players
from app.games.new_entry import NewEntry
from app.games.seating import withdraw_seeks
from app.games.store import GameStore, Version
from app.games.writer import Writer
from app.lobby.pairing_store import PairingStore
from app.lobby.pools import Seek
from app.model.credential import Credential
from app.model.game_info import GameInfo, Player, Rematch
from app.moderation.store import ModerationStore
from app.people.account_store import AccountChange, AccountStore, Secrets
from app.people.audit import OPERATOR, AuditedAct
from app.people.player_data import PlayerData
from app.people.player_store import PlayerStore
from app.people.sign_in_store import NewSignIn
from app.results.ratings import MIN_MOVES_PER_SEAT
from app.results.recording import change_listing, take_over_results
from tests.app.http_players import moves
from tests.app.stored_games import HOUR, info, new_game, new_player, next_match, random_entries, running
from tests.games.test_warnings import warning_at

pytestmark = pytest.mark.postgres

Games = list[GameInfo]
Change = Callable[[], Awaitable[object]]
Changed = dict[str, tuple[Games, Change]]  # by what changes: the games that show it


class World:
    """A database, and its stores."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine, self.store = engine, GameStore(engine)
        bus = Bus()
        self.pairing = PairingStore(engine, bus, PlayerStore(engine))
        self.accounts = AccountStore(engine, bus, change_listing)
        self.data = PlayerData(engine, bus, take_over_results)
        self.moderation = ModerationStore(engine, bus)

    async def players(self, count: int = 2) -> list[Player]:
        return [await new_player(self.store) for _ in range(count)]

    async def game(self, *seated: Player | None, **changes: object) -> GameInfo:
        return await new_game(self.store, *(seated or await self.players()), **changes)

    async def end(self, game: GameInfo, moved: int = 1) -> None:
        """Let the players of a game make some moves, and one of them resign."""
        match = game.match()
        written = random_entries(game, moved)
        for text in moves()[:moved]:
            match = next_match(match, "move", text)
        written.append(NewEntry.of(game, next_match(match, "resign")))
        async with running(Writer(self.engine, Bus())) as writer:
            for entry in written:
                assert await writer.write(entry)

    async def ended(self, **changes: object) -> GameInfo:
        game = await self.game(**changes)
        await self.end(game)
        return game

    async def versions(self) -> dict[str, Version]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(games.c.id, games.c.ply, games.c.revision))
            return {row.id: Version(row.ply, row.revision) for row in rows}

    async def shown(self) -> dict[str, GameInfo]:
        """Return all games as sessions load them, without what other games decide."""
        found = [await self.store.info(game) for game in await self.versions()]
        return {
            game.id: replace(game, ratings=(), rematch=game.rematch and replace(game.rematch, casual=False))
            for game in found
            if game
        }


@pytest.fixture
def world(postgres_engine: AsyncEngine) -> World:
    return World(postgres_engine)


async def changes_of_seats(world: World) -> Changed:
    one, other, third = await world.players(3)
    store, pairing = world.store, world.pairing
    waiting, *sought = [await world.game(one, None, pair=pair) for pair in (False, True, True)]
    declined, blocked, left = [await world.game(third, None, to=other) for _ in range(3)]
    paired = await world.game((await world.players(1))[0], None)
    host, mover = Seek.of(paired), Seek.of(info((await world.players(1))[0], None))
    assert host
    assert mover

    async def withdraw() -> None:
        async with write_transaction(world.engine) as connection:
            assert await withdraw_seeks(connection, Bus(), {one.id}, HOUR, waiting.id)

    return {
        "a seat is taken": ([waiting], lambda: store.join(waiting.id, other, None, HOUR)),
        "seeks are withdrawn": (sought, withdraw),
        "a seek is joined": ([paired], lambda: pairing.join(host, mover, HOUR, moved=False)),
        "a challenge is declined": ([declined], lambda: pairing.decline(declined.id, other, "later", HOUR)),
        "a challenger is blocked": ([blocked, left], lambda: pairing.block(other.id, third.id, HOUR)),
    }


async def changes_beside_the_log(world: World) -> Changed:
    store = world.store
    ended, taught = await world.ended(), await world.game()
    async with write_transaction(world.engine) as connection:
        await connection.execute(update(games).where(games.c.id == taught.id).values(teach=True))
    one, other = ended.players
    following = info(other, one)
    rematches, warning = store.rematches, warning_at(taught.match(), 0)
    return {
        "a rematch is offered": ([ended], lambda: rematches.change(ended.id, 0, "offer", following)),
        "an offer is withdrawn": ([ended], lambda: rematches.change(ended.id, 0, "withdraw")),
        "the other seat offers": ([ended], lambda: rematches.change(ended.id, 1, "offer", following)),
        "an offer is declined": ([ended], lambda: rematches.change(ended.id, 0, "decline")),
        "a bot warns": ([taught], lambda: store.warnings.add(taught.id, warning)),
        "the person proceeds": ([taught], lambda: store.warnings.proceed(taught.id, 0, HOUR)),
    }


async def changes_of_rematches(world: World) -> Changed:
    ended = await world.ended()
    one, other = ended.players
    following, rematches = info(other, one), world.store.rematches
    return {
        "a rematch is offered": ([ended], lambda: rematches.change(ended.id, 0, "offer", following)),
        "a rematch is accepted": ([ended], lambda: rematches.change(ended.id, 1, "accept", following)),
    }


async def changes_of_people(world: World) -> Changed:
    one, account, guest, gone, unwanted, former = await world.players(6)
    shown = {
        player.id: [await world.game(player, None), await world.game(player, player)]
        for player in (one, guest, gone, unwanted, former)
    }
    offered = await world.game(gone, account)
    await world.end(offered)
    await world.end(shown[one.id][1])
    await world.store.rematches.change(offered.id, 0, "offer", info(account, gone))
    async with write_transaction(world.engine) as connection:
        row = {"password": "", "recovery": b"", "changed": HOUR}
        await connection.execute(insert(logins).values(player_id=account.id, **row))
        await connection.execute(update(players).where(players.c.id == account.id).values(account=HOUR))
    new = NewSignIn("session", "token", "")
    change = AccountChange(name="Renamed")
    act = AuditedAct(OPERATOR, "rename", unwanted.id)
    accounts, data, moderation = world.accounts, world.data, world.moderation
    signing_up = Credential(one, "")
    return {
        "a guest signs up": (
            shown[one.id],
            lambda: accounts.create(signing_up, "Anna", Secrets("", b""), new, HOUR),
        ),
        "an account is renamed": (shown[one.id], lambda: accounts.change(one.id, change, HOUR)),
        "a moderator renames": (
            shown[unwanted.id],
            lambda: moderation.rename(act, unwanted.id, "Otto", HOUR),
        ),
        "a guest is merged": (shown[guest.id], lambda: data.merge(guest.id, account.id, HOUR)),
        "a player leaves": ([*shown[gone.id], offered], lambda: data.close(gone.id, HOUR)),
        "a player is deleted": (shown[former.id], lambda: data.anonymise(former.id, HOUR)),
    }


async def changes_at_the_end(world: World) -> Changed:
    hidden = await world.game(public=False, public_at_end=True, rated=True)
    rated, closed, undone = [await world.game(rated=True) for _ in range(3)]
    await world.end(undone, 2 * MIN_MOVES_PER_SEAT)
    moderation, act = world.moderation, AuditedAct(OPERATOR, "act")
    return {
        "a private rated game ends": ([hidden], lambda: world.end(hidden)),
        "a rated game ends": ([rated], lambda: world.end(rated, 2 * MIN_MOVES_PER_SEAT)),
        "a rating is undone": ([undone], lambda: moderation.undo_rating(act, undone.id, HOUR)),
        "a game is removed": ([closed], lambda: moderation.close_game(act, closed.id, None, HOUR)),
    }


@pytest.mark.parametrize(
    "prepare",
    [changes_of_seats, changes_beside_the_log, changes_of_rematches, changes_of_people, changes_at_the_end],
)
async def test_every_change_that_loaded_games_show_raises_their_revision(
    prepare: Callable[[World], Awaitable[Changed]], world: World
) -> None:
    for what, (concerned, change) in (await prepare(world)).items():
        versions, shown = await world.versions(), await world.shown()
        await change()
        after, now_shown = await world.versions(), await world.shown()
        for game in concerned:
            assert after[game.id].revision > versions[game.id].revision, (what, game.id)
        for key, before in shown.items():
            changed = now_shown[key] != before
            assert not changed or after[key].revision > versions[key].revision, (what, before, now_shown[key])
            assert now_shown[key].revision == after[key].revision


async def test_a_change_that_is_refused_raises_nothing(world: World) -> None:
    ended = await world.ended()
    before = await world.versions()
    with pytest.raises(Refusal):
        await world.store.rematches.change(ended.id, 0, "accept", info(*ended.players))
    assert (await world.versions())[ended.id] == before[ended.id]


async def test_a_repeated_message_about_a_rematch_counts_too(world: World) -> None:
    """The session that has sent it counts one, without knowing what it changed."""
    ended = await world.ended()
    for expected in (1, 2, 3):
        assert await world.store.rematches.change(ended.id, 0, "withdraw") == Rematch()
        assert (await world.versions())[ended.id].revision == expected
