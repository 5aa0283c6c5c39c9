"""Games and entries for tests below the HTTP layer: values of GameInfo, and entries of random games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.search_client import SearchClient
from app.bus.notices import Bus
from app.core.ids import new_id
from app.games.acts import Move
from app.games.check import Fold
from app.games.new_entry import NewEntry
from app.games.session import Session
from app.games.store import GameStore
from app.games.writer import Writer
from app.http.requester import Requester
from app.model.game_info import GameInfo, Player
from app.people.player_store import PlayerStore
from app.wiring import Services
from engine import Entry, Game, Match
from tests.app.http_players import PAIR, moves

HOUR = 1_790_000_000_000  # a full hour, in milliseconds since the epoch


async def new_player(store: GameStore) -> Player:
    player, _ = await PlayerStore(store.engine).create_guest(HOUR)
    return player


def client_of(services: Services, player: Player) -> SearchClient:
    """Return the client of a player's requests, who does not disconnect."""
    who = Requester.of(player, "")
    return services.analysis.client(who, asyncio.Event().wait)


def info(*players: Player | None, game: Game[Any] = PAIR, **changes: Any) -> GameInfo:
    """Return a game created by the first of the players."""
    creator = next(player for player in players if player)
    given: dict[str, Any] = {
        "id": new_id(),
        "game": game,
        "deal": None,
        "chosen": False,
        "position": None,
        "free": None not in players and len({player.id for player in players if player}) == 1,
        "public": True,
        "creator": creator.id,
        "created": HOUR,
        "started": None if None in players else HOUR,
        "players": players,
    }
    return GameInfo(**(given | changes))


async def new_game(store: GameStore, *players: Player | None, **changes: Any) -> GameInfo:
    """Create a game in the store; without players, one of two new players."""
    made = info(*(players or (await new_player(store), await new_player(store))), **changes)
    await store.create_game(made)
    return made


@asynccontextmanager
async def running(writer: Writer) -> AsyncIterator[Writer]:
    """Run a writer until the block ends."""
    task = asyncio.create_task(writer.run())
    try:
        yield writer
    finally:
        writer.stop()
        await task


@asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[Writer]:
    """Yield a writer that runs until the block ends."""
    async with running(Writer(engine, Bus())) as writer:
        yield writer


async def write_all(writer: Writer, entries: Iterable[NewEntry]) -> None:
    """Write entries one after the other."""
    for entry in entries:
        assert await writer.write(entry)


async def write_entries(engine: AsyncEngine, entries: Iterable[NewEntry]) -> None:
    """Write entries by a writer of their own."""
    async with writing(engine) as writer:
        await write_all(writer, entries)


def random_entries(game: GameInfo, count: int | None = None, seed: int = 1, at: int = HOUR) -> list[NewEntry]:
    """Return the first `count` entries of a random game (None: all), one second apart from `at` on, ready
    to be written."""
    match, written = game.match(), []
    for text in moves(seed, game.game)[:count]:
        match = next_match(match, "move", text, at)
        written.append(NewEntry.of(game, match))
    return written


def timed_entries(game: GameInfo, count: int | None = None) -> list[NewEntry]:
    """Return `random_entries` of a game with a base/increment clock: each entry that charges it spends 300 of
    the 1,000 milliseconds that passed."""
    match, written = game.match(), []
    for text in moves(1, game.game)[:count]:
        spent = 300 if match.clocks and match.clocks.running is not None else None
        entry = Entry(match.ply, match.turn, "move", text, HOUR + 1000 * match.ply, spent)
        match = match.then(entry)
        written.append(NewEntry.of(game, match))
    return written


def next_match(match: Match, act: Any, text: str = "", at: int = HOUR) -> Match:
    """Return the match after an act of the seat to move, in a game that began at `at`."""
    return match.then(Entry(match.ply, match.turn, act, text, at + 1000 * match.ply))


async def play(session: Session, *texts: str) -> None:
    """Let the players of a loaded game make the next moves."""
    for text in texts:
        mover = session.info.players[session.match.turn or 0]
        assert mover
        await session.act(mover, Move(session.match.ply, text))


async def fold(store: GameStore, game: GameInfo) -> Fold:
    """Return the summary of the log that the row of the game holds."""
    return (await store.stored_game(game.id)).fold
