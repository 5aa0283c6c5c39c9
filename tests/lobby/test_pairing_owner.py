"""The process that pairs waiting players: the owner of their rules, or any other when the owner is late."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus, owner_of
from app.db.clock import now
from app.games.store import GameStore
from app.lobby.host_presence import HostPresence
from app.lobby.pairing import TAKEOVER_AFTER_MS, Pairing
from app.lobby.pairing_store import Paired, PairingStore
from app.lobby.pools import Seek
from app.model.game_info import GameInfo, Player
from app.people.player_store import PlayerStore
from tests.app.http_players import PAIR
from tests.app.stored_games import info, new_player
from tests.app.two_processes import eventually

KEY = f"{PAIR.id} {PAIR.version} False"


@pytest.mark.parametrize("owner", ["here", "elsewhere"])
async def test_rows_that_another_process_has_opened_are_paired(
    owner: str, engine: AsyncEngine, store: GameStore
) -> None:
    """The index begins with the rows, so that it outlives a process; the owner elsewhere is dead."""
    bus, names = Bus(), [f"process {number}" for number in range(100)]
    bus.process = next(
        name for name in names if (owner_of(KEY, [name, "other"]) == name) is (owner == "here")
    )
    bus.processes = frozenset((bus.process, "other"))
    rows = PairingStore(engine, Bus(), PlayerStore(engine))
    games = []
    for player in [await new_player(store) for _ in range(2)]:  # both take the same seat
        games.append(info(player, None, created=now(), pair=True))
        seek = Seek.of(games[-1])
        assert seek
        await rows.open(games[-1], player, seek)
    running = asyncio.create_task(Pairing(rows, HostPresence(), bus).run())

    async def is_paired() -> bool:
        found = await store.info(games[0].id)
        return found is not None and found.full

    await eventually(is_paired)
    running.cancel()
    await asyncio.wait({running})
    paired, moved = [await store.info(game.id) for game in games]
    assert paired is not None
    assert paired.started is not None
    assert (paired.started >= games[1].created + TAKEOVER_AFTER_MS) is (owner == "elsewhere")
    assert [player and player.id for player in paired.players] == [game.creator for game in games]
    assert moved is not None
    assert moved.rematch is not None
    assert moved.rematch.next == paired.id, "the page of the withdrawn game leads to the other one"


class PausedStore(PairingStore):
    """Write a wish only after a read of the open games, whose result arrives when `deliver` is set."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine, Bus(), PlayerStore(engine))
        self.was_read, self.deliver = asyncio.Event(), asyncio.Event()

    async def open_seeks(self, ids: Collection[str] | None = None) -> list[Seek]:
        found = await super().open_seeks(ids)
        self.was_read.set()
        await self.deliver.wait()
        return found

    async def open(self, wish: GameInfo, player: Player, seek: Seek) -> Paired:
        await self.was_read.wait()
        return await super().open(wish, player, seek)


async def test_a_read_that_began_before_a_seek_was_written_does_not_drop_it(
    engine: AsyncEngine, store: GameStore
) -> None:
    rows = PausedStore(engine)
    pairing = Pairing(rows, HostPresence(), Bus())
    first, second = [await new_player(store) for _ in range(2)]
    opening = asyncio.create_task(
        pairing.pair(info(first, None, created=now(), pair=True), first, None, any_clock=True)
    )
    await asyncio.sleep(0)
    running = asyncio.create_task(pairing.run())
    opened = await opening
    rows.was_read.clear()
    rows.deliver.set()
    pairing.note("another")
    await rows.was_read.wait()  # the first read has been dealt with
    paired = await pairing.pair(info(second, None, created=now(), pair=True), second, 1, any_clock=True)
    running.cancel()
    await asyncio.wait({running})
    assert (paired.game, paired.joined) == (opened.game, True)


def test_a_process_that_leaves_moves_only_its_own_keys() -> None:
    processes, keys = [f"process {number}" for number in range(5)], [f"key {number}" for number in range(200)]
    owners = {key: owner_of(key, processes) for key in keys}
    assert set(owners.values()) == set(processes)
    left = processes[1:]
    assert all(owner_of(key, left) == owner for key, owner in owners.items() if owner in left)
    assert owner_of("key", []) is None
