"""GameStore and PlayerStore: written values are read back equal; primary keys decide races."""

from __future__ import annotations

import asyncio
from dataclasses import MISSING, fields
from typing import Any

import pytest
from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from app.analysis.bot_store import BotStore
from app.bus.notices import Bus
from app.core.errors import Refusal, TryAgain
from app.db.database import Database
from app.db.engine import write_transaction
from app.db.key_values import cookie_secret
from app.db.schema import games
from app.games import rows as game_rows
from app.games.check import Fold
from app.games.lists import GameLists
from app.games.store import GameStore
from app.model.game_info import GameInfo, Player
from app.people import names
from app.people.player_store import PlayerStore
from app.settings import Settings
from app.site.health import check_ready
from engine import Timed
from engine.clock import Daily
from tests.app.http_players import PAIR
from tests.app.solitaire_games import WINNING, new_solitaire, resigned_entries, won_entries
from tests.app.stored_games import HOUR, fold, info, new_game, new_player, writing
from tests.app.two_processes import eventually
from tests.db.test_growth import counted_statements


async def test_a_guest_whose_name_is_taken_gets_another(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(["Brass Heron", "Brass Heron", "Brass Heron", "Calm Otter"])
    monkeypatch.setattr(names, "guest_name", lambda _: next(drawn))
    first, second = await new_player(store), await new_player(store)
    assert (first.name, second.name) == ("Brass Heron", "Calm Otter")


async def test_concurrent_first_requests_get_one_secret(store: GameStore) -> None:
    found = await asyncio.gather(*(cookie_secret(store.engine) for _ in range(8)))
    assert len(set(found)) == 1
    assert len(found[0]) == 64
    assert await cookie_secret(store.engine) == found[0]


async def test_a_new_game_is_read_back_equal(store: GameStore) -> None:
    player = await new_player(store)
    cases: list[dict[str, Any]] = [
        {},
        {"deal": 0, "chosen": True},
        {"deal": 2**32 - 1},
        {"deal": bytes(range(16))},
        {"deal": b"\x11" * 16, "chosen": True},  # its hex has digits only
        {"position": "any text, \u2660 \U0001f0a1 too", "started": None},
        {"public": False, "created": 1},
        {"first": False, "daily": "2026-11-21", "certified": True, "difficulty": "easy"},
        {"control": Timed(300, 2), "rated": True, "public_at_end": True},
        {"control": Daily(3), "pair": True, "to": player, "teach": True},
    ]
    stored_later = {"declined", "rematch", "ratings", "warnings"}  # no new game has them
    optional = {one.name for one in fields(GameInfo) if one.compare and one.default is not MISSING}
    assert optional - stored_later <= set().union(*cases), "add a case for the new field"
    for changes in cases:
        made = info(*((player, None) if "position" in changes else (player, player)), **changes)
        await store.create_game(made)
        assert await store.info(made.id) == made, changes


async def test_a_free_seat_is_taken_once_and_that_starts_the_game(store: GameStore) -> None:
    first, second, third = [await new_player(store) for _ in range(3)]
    game = await new_game(store, None, first)
    assert await fold(store, game) == Fold(0, None, None, None, None, None)
    for seat in (1, 7):
        assert not await store.join(game.id, second, seat, HOUR)
    assert not await store.join("nothing", second, None, HOUR)
    joined = await store.join(game.id, second, None, HOUR + 5)
    assert joined is not None
    assert joined == await store.info(game.id)
    assert (joined.players, joined.started) == ((second, first), HOUR + 5)
    assert await fold(store, game) == Fold(0, joined.match().turn, None, None, None, None)
    for free in (None, 0):
        assert not await store.join(game.id, third, free, HOUR)


async def test_of_concurrent_joins_of_one_seat_one_succeeds(store: GameStore) -> None:
    game = await new_game(store, await new_player(store), None)
    others = [await new_player(store) for _ in range(6)]
    took = await asyncio.gather(*(store.join(game.id, other, None, HOUR) for other in others))
    (winner,) = [other for other, joined in zip(others, took, strict=True) if joined]
    found = await store.info(game.id)
    assert found is not None
    assert found.players[1] == winner


async def test_of_rematches_that_both_offer_at_once_there_is_one(store: GameStore) -> None:
    game = await new_game(store)
    async with write_transaction(store.engine) as connection:
        await connection.execute(update(games).where(games.c.id == game.id).values(ended=HOUR))
    following = [info(*game.players[::-1]) for _ in range(6)]
    offers = [store.rematches.change(game.id, n % 2, "offer", made) for n, made in enumerate(following)]
    assert await asyncio.gather(*offers)
    found = await store.info(game.id)
    assert found
    assert found.rematch
    assert [made.id for made in following if await store.info(made.id)] == [found.rematch.next]


async def test_an_ended_solitaire_is_listed_with_its_score_without_another_statement(
    store: GameStore,
) -> None:
    """A score that cannot be read is left out, and hides no game."""
    player = await new_player(store)
    won, damaged, running = [await new_solitaire(store, player, deal=min(WINNING)) for _ in range(3)]
    async with writing(store.engine) as writer:
        for line in [*won_entries(won), *resigned_entries(damaged), *resigned_entries(running)[:-1]]:
            assert await writer.write(line)
    async with store.engine.begin() as connection:
        await connection.execute(update(games).where(games.c.id == damaged.id).values(score="much"))
    with counted_statements(store.engine) as statements:
        found = await GameLists(store.engine).list_games(player=player.id)
    scores = {glance.info.id: glance.score for glance in found}
    assert scores == {won.id: (52,), damaged.id: (), running.id: ()}
    reads = [sql for sql, _ in statements if sql.startswith("SELECT")]
    assert len(reads) == 2, "the games and their seats"


async def test_a_game_against_a_bot_is_watched_only_while_it_moves(store: GameStore) -> None:
    player, other = await new_player(store), await new_player(store)
    people = await new_game(store, player, other)
    bot = await BotStore(store.engine).player(1, HOUR)
    played = await new_game(store, player, bot)
    for since, listed in ((HOUR - 1, {people.id, played.id}), (HOUR, {people.id})):
        found = await GameLists(store.engine).list_games(watched=True, moved_since=since)
        assert {glance.info.id for glance in found} == listed


async def test_lists_are_filtered_by_status_rules_player_and_privacy(store: GameStore) -> None:
    player, other = await new_player(store), await new_player(store)
    waiting = await new_game(store, player, None)
    playing = await new_game(store, player, other)
    alone = await new_game(store, player, player)
    hidden = await new_game(store, player, other, public=False)

    async def ids(**asked: object) -> set[str]:
        return {glance.info.id for glance in await GameLists(store.engine).list_games(**asked)}  # type: ignore[arg-type]

    assert await ids() == {waiting.id, playing.id, alone.id}
    assert await ids(public=False) == {waiting.id, playing.id, alone.id, hidden.id}
    assert await ids(status="open") == {waiting.id}
    assert await ids(status="live") == {playing.id, alone.id}
    assert await ids(status="live", watched=True) == {playing.id}
    assert await ids(status="ended") == set()
    assert await ids(status="nonsense") == set()
    assert await ids(player=other.id) == {playing.id}
    assert await ids(rules=PAIR.id) == {waiting.id, playing.id, alone.id}
    assert await ids(rules="nonsense") == set()


async def test_games_of_a_version_that_the_engine_does_not_have_are_left_out_and_shorten_no_page(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_rows, "_logged", set())
    player = await new_player(store)
    made = [await new_game(store, player, None, created=HOUR + n) for n in range(6)]
    newer = [made[4].id, made[3].id]
    async with store.engine.begin() as connection:
        await connection.execute(update(games).where(games.c.id.in_(newer)).values(version=99))
    lists = GameLists(store.engine)
    with capture_logs() as logged:
        for _ in range(2):
            page = await lists.list_games(player=player.id, most=2)
            assert [glance.info.id for glance in page] == [made[5].id, made[2].id]
        assert [game.info.id for game in await lists.open_games([player.id])] == [made[5].id]
        with pytest.raises(Refusal, match="not_found") as refused:
            await store.info(newer[0])
    assert refused.value.detail["message"].endswith(f"{PAIR.id}, version 99")
    assert [(event["rules"], event["version"]) for event in logged] == [(PAIR.id, 99)], "said once"


async def test_an_unreachable_database_raises_try_again() -> None:
    away = Database(Settings(database_url="postgresql://nobody@127.0.0.1:9/games"))
    stranger = Player("stranger", "Stranger")
    store = GameStore(away.engine)
    for asked in (
        check_ready(away, Bus()),
        store.info("x"),
        PlayerStore(store.engine).create_guest(0),
        store.join("x", stranger, None, 0),
    ):
        with pytest.raises(TryAgain):
            await asked
    await away.close()


class _FailingBus(Bus):
    async def publish(self, *_: object) -> None:
        raise ValueError("the notice cannot be written")


async def test_a_failed_transaction_leaves_nothing(engine: AsyncEngine, store: GameStore) -> None:
    """The notice, last of the transaction, fails after the rows of the game and its seats were inserted."""
    game = info(await new_player(store), await new_player(store))
    with pytest.raises(ValueError, match="the notice"):
        await GameStore(engine, _FailingBus()).create_game(game)
    assert await GameStore(engine).info(game.id) is None


@pytest.mark.postgres
async def test_a_join_waits_for_who_holds_the_game_and_finds_it_ended(postgres_engine: AsyncEngine) -> None:
    store = GameStore(postgres_engine)
    creator, other = await new_player(store), await new_player(store)
    game = await new_game(store, creator, None, started=None)
    waiting = text("select count(*) from pg_locks where not granted")

    async def is_waiting() -> bool:
        async with postgres_engine.connect() as connection:
            return bool(await connection.scalar(waiting))

    async with write_transaction(postgres_engine) as connection:
        await connection.execute(update(games).where(games.c.id == game.id).values(ended=HOUR))
        joining = asyncio.create_task(store.join(game.id, other, None, HOUR))
        await eventually(is_waiting)
    assert await joining is None
    stored = await store.info(game.id)
    assert stored
    assert stored.players == (creator, None)
