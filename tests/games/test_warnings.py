"""Warnings of teaching bots: processes that end, searches that fail, rows, restored databases."""

from __future__ import annotations

import asyncio

import httpx
import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.bot_store import BotStore
from app.bus.notices import Bus
from app.games.store import GameStore
from app.games.teaching import MAX_WARNINGS, standing_warning
from app.games.warning_store import WarningStore
from app.games.writer import Writer
from app.model.game_info import GameInfo, MoveWarning
from engine import Match
from tests.analysis.test_bots import until_turn
from tests.app.http_players import guest
from tests.app.in_process import LocalServer
from tests.app.stored_games import HOUR, new_game, new_player, random_entries, running
from tests.games.test_teaching import act, move, teaching_game


@pytest.mark.slow
async def test_a_judgement_that_fails_or_is_given_up_keeps_nobody_waiting(
    searching: LocalServer, client: httpx.AsyncClient
) -> None:
    folder = searching.settings.data
    person = await guest(client)
    game = (made := await teaching_game(person))["id"]
    (folder / "faulty").touch()
    await move(person, made["state"], -1)
    state = await until_turn(person, game, 0, 1)
    assert (state["ply"], state["warning"]) == (2, None)
    (folder / "faulty").unlink()
    (folder / "wait").touch()
    state = await move(person, state, -1)
    assert (await act(person, game, "resign")).status_code == 200
    (folder / "wait").unlink()
    await asyncio.sleep(0)
    assert (await person.state(game))["warning"] is None


# Rows.


@pytest_asyncio.fixture
async def taught(engine: AsyncEngine, store: GameStore) -> GameInfo:
    """A game of a person against a bot that teaches, in which both have moved."""
    bot = await BotStore(engine).player(1, HOUR)
    game = await new_game(store, await new_player(store), bot, teach=True)
    async with running(Writer(engine, Bus())) as writer:
        for entry in random_entries(game)[:3]:
            assert await writer.write(entry)
    return game


def warning_at(match: Match, ply: int) -> MoveWarning:
    """Return a warning in the position of a match, whose line has the last legal moves."""
    line, state = list[str](), match.state
    for _ in range(3):
        line.append(match.game.legal(state)[-1])
        state = match.game.apply(state, line[-1])
    return MoveWarning(ply, match.game.show(match.state), "changes_hands", tuple(line), plies=7)


async def loaded(store: GameStore, game: GameInfo) -> tuple[GameInfo, Match]:
    info, log = await store.read(game.id)
    assert info
    return info, info.match(log)


async def test_of_two_processes_that_warn_of_one_move_one_writes_it(
    engine: AsyncEngine, store: GameStore, taught: GameInfo
) -> None:
    _, match = await loaded(store, taught)
    warning = warning_at(match, 3)
    stores = [WarningStore(engine, Bus()) for _ in range(2)]
    await asyncio.gather(*(one.add(taught.id, warning) for one in stores))
    info, match = await loaded(store, taught)
    assert info.warnings == (warning,)
    assert standing_warning(info, match) == warning


async def test_a_warning_that_comes_after_the_answer_is_not_written(
    store: GameStore, taught: GameInfo
) -> None:
    _, match = await loaded(store, taught)
    await store.warnings.add(taught.id, warning_at(match, 2))
    assert (await loaded(store, taught))[0].warnings == ()


async def test_a_fourth_warning_is_not_written(
    engine: AsyncEngine, store: GameStore, taught: GameInfo
) -> None:
    async with running(Writer(engine, Bus())) as writer:
        for number, entry in enumerate(random_entries(taught)[3:7]):
            _, match = await loaded(store, taught)
            await store.warnings.add(taught.id, warning_at(match, 3 + number))
            assert await writer.write(entry)
    info, _ = await loaded(store, taught)
    assert [warning.ply for warning in info.warnings] == [3, 4, 5][:MAX_WARNINGS]


async def test_the_bot_watch_passes_over_a_game_whose_bot_waits(
    engine: AsyncEngine, store: GameStore, taught: GameInfo
) -> None:
    bots = BotStore(engine)
    _, match = await loaded(store, taught)
    assert match.turn == 1
    late = HOUR + 10**9
    assert await bots.waiting(late, 10) == [taught.id]
    await store.warnings.add(taught.id, warning_at(match, 3))
    assert await bots.waiting(late, 10) == []
    await store.warnings.proceed(taught.id, 3, late)
    assert await bots.waiting(late, 10) == [taught.id]
