"""What goes into the store comes out again, as values; and the keys of its tables decide who was first."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import create_engine
from app.db.game_lists import GameLists
from app.db.games import GameStore
from app.db.players import PlayerStore
from app.domain import names
from app.domain.check import Fold
from app.domain.game_info import Player
from app.errors import TryAgain
from app.settings import Settings
from tests.app.playing import PAIR
from tests.app.written import HOUR, fold, info, new_game, new_player


async def test_a_guest_is_found_by_id_and_by_token(store: GameStore) -> None:
    people = PlayerStore(store.engine)
    player, token = await people.create_guest(HOUR)
    assert await people.player(player.id) == player
    assert await people.player_by_token(token) == player
    assert await people.player("nobody") is None
    assert await people.player_by_token(token + "x") is None


async def test_a_name_that_is_taken_is_drawn_again(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["Brass Heron", "Brass Heron", "Brass Heron", "Calm Otter"])
    monkeypatch.setattr(names, "guest", lambda _: next(drawn))
    first, second = await new_player(store), await new_player(store)
    assert (first.name, second.name) == ("Brass Heron", "Calm Otter")


async def test_the_secret_is_made_once_however_many_ask_first(store: GameStore) -> None:
    found = await asyncio.gather(*(store.secret() for _ in range(8)))
    assert len(set(found)) == 1
    assert len(found[0]) == 64
    assert await store.secret() == found[0]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"deal": 0, "chosen": True},
        {"deal": 2**32 - 1},
        {"deal": bytes(range(16))},
        {"deal": b"\x11" * 16, "chosen": True},  # its hex is all digits
        {"position": "any text, \u2660 \U0001f0a1 too", "started": None},
        {"public": False, "created": 1},
    ],
)
async def test_a_game_comes_back_as_it_was_made(store: GameStore, changes: dict[str, Any]) -> None:
    players = (await new_player(store), None) if "position" in changes else [await new_player(store)] * 2
    made = info(*players, **changes)
    await store.create_game(made)
    assert await store.info(made.id) == made


async def test_a_game_that_there_is_not_is_none(store: GameStore) -> None:
    assert await store.info("nothing") is None
    assert await store.log("nothing") == []


async def test_the_second_seat_starts_the_game(store: GameStore) -> None:
    first, second = await new_player(store), await new_player(store)
    game = await new_game(store, None, first)
    assert await fold(store, game) == Fold(0, None, None, None, None, None)
    joined = await store.join(game.id, second, None, HOUR + 5)
    assert joined is not None
    assert joined == await store.info(game.id)
    assert (joined.players, joined.started) == ((second, first), HOUR + 5)
    assert await fold(store, game) == Fold(0, joined.match().turn, None, None, None, None)


async def test_a_seat_that_is_taken_or_that_there_is_not_cannot_be_had(store: GameStore) -> None:
    first, second = await new_player(store), await new_player(store)
    game = await new_game(store, first, None)
    assert not await store.join(game.id, second, 0, HOUR)
    assert not await store.join(game.id, second, 7, HOUR)
    assert not await store.join("nothing", second, None, HOUR)
    assert await store.join(game.id, second, 1, HOUR)
    assert not await store.join(game.id, await new_player(store), None, HOUR)


async def test_of_many_who_want_one_seat_one_has_it(store: GameStore) -> None:
    game = await new_game(store, await new_player(store), None)
    others = [await new_player(store) for _ in range(6)]
    took = await asyncio.gather(*(store.join(game.id, other, None, HOUR) for other in others))
    (winner,) = [other for other, joined in zip(others, took, strict=True) if joined]
    found = await store.info(game.id)
    assert found is not None
    assert found.players[1] == winner


async def test_lists_go_back_from_the_newest(store: GameStore) -> None:
    player = await new_player(store)
    made = [await new_game(store, player, None, created=HOUR + n // 2) for n in range(7)]  # some at one time
    newest = sorted(made, key=lambda game: (game.created, game.id), reverse=True)
    found = [glance.info for glance in await GameLists(store.engine).list_games(player=player.id, most=4)]
    assert found == newest[:4]
    last = found[-1]
    rest = await GameLists(store.engine).list_games(player=player.id, before=(last.created, last.id))
    assert [glance.info for glance in rest] == newest[4:]


async def test_lists_keep_to_what_is_asked(store: GameStore) -> None:
    player, other = await new_player(store), await new_player(store)
    waits = await new_game(store, player, None)
    plays = await new_game(store, player, other)
    alone = await new_game(store, player, player)
    hidden = await new_game(store, player, other, public=False)

    async def ids(**asked: object) -> set[str]:
        return {glance.info.id for glance in await GameLists(store.engine).list_games(**asked)}  # type: ignore[arg-type]

    assert await ids() == {waits.id, plays.id, alone.id}
    assert await ids(public=False) == {waits.id, plays.id, alone.id, hidden.id}
    assert await ids(status="open") == {waits.id}
    assert await ids(status="live") == {plays.id, alone.id}
    assert await ids(status="live", watched=True) == {plays.id}
    assert await ids(status="ended") == set()
    assert await ids(status="nonsense") == set()
    assert await ids(player=other.id) == {plays.id}
    assert await ids(rules=PAIR.id) == {waits.id, plays.id, alone.id}
    assert await ids(rules="nonsense") == set()


async def test_every_game_is_found_once(store: GameStore) -> None:
    player = await new_player(store)
    made = {(await new_game(store, player, None)).id for _ in range(5)}
    assert sorted([game async for game in GameLists(store.engine).ids()]) == sorted(made)


async def test_without_a_database_it_is_to_be_tried_again() -> None:
    away = create_engine(Settings(database_url="postgresql://nobody@127.0.0.1:9/games").url)
    nobody = Player("nobody", "Nobody")
    store = GameStore(away)
    for asked in (
        store.ping(),
        store.info("x"),
        PlayerStore(store.engine).create_guest(0),
        store.join("x", nobody, None, 0),
    ):
        with pytest.raises(TryAgain):
            await asked
    await away.dispose()


async def test_what_is_read_is_what_was_committed(engine: AsyncEngine, store: GameStore) -> None:
    """A writer that fails leaves nothing behind."""
    player = await new_player(store)
    game = info(player, Player("stranger", "Nobody We Know"))  # the seat fails, after the game was written
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await store.create_game(game)
    assert await GameStore(engine).info(game.id) is None
