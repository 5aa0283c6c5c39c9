"""Every statement on the path of a game names the game, or the player that its rows are placed by, so that a
distributed PostgreSQL can route it to one node.

The statements are recorded at the driver, including those of the writer; the names are looked for in
their parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from app.db.schema import metadata
from app.games import acts
from app.model.game_info import GameInfo, Player
from app.settings import Settings
from app.wiring import Services, open_services
from engine import GAMES
from tests.app.http_players import moves
from tests.app.stored_games import info, new_player, play

pytestmark = pytest.mark.postgres

SOLITAIRE = next(game for game in GAMES.values() if len(game.seats) == 1 and not game.hides)
TABLE = re.compile(r"\b(?:from|join|into|update)\s+(\w+)", re.IGNORECASE)

PLAYER_TABLES = {  # placed by player
    *("players", "standings", "streaks", "ratings", "blocks", "attempts"),
}
BACKGROUND_TABLES = {  # read and written by background tasks; an act in a game reads the day at most once
    *("presence", "places", "buckets", "revocations", "key_values", "sign_ins", "tokens"),
    *("former_names", "days"),
}
EXCEPTIONS = {  # statements on games that name only their player, by a part of their text
    "games.creator =": "at the creation of an open game: how many others the creator has, by an index of few",
    "games.creator IN": "at a join: what the players have opened by Play now, by the same index",
    "attempts.player_id =": "at the creation of a solitaire: whether the player has tried its deal",
}


class Sent:
    """Recorded statements, each with its parameters, arrays flattened."""

    def __init__(self) -> None:
        self.statements: list[tuple[str, set[object]]] = []

    def note(self, statement: str, parameters: object) -> None:
        self.statements.append((statement, set(_flat(parameters))))

    def execute(self, *given: Any) -> None:
        """Record a statement of SQLAlchemy."""
        self.note(given[2], given[3])

    def watch(self, connection: Any, *_: object) -> None:
        """Record a statement of the driver itself, by which the writer sends moves."""
        connection.driver_connection.add_query_logger(lambda sent: self.note(sent.query, sent.args))


@contextmanager
def sent_by(services: Services) -> Iterator[Sent]:
    """Yield the statements of the pools of a process while the block runs."""
    sent = Sent()
    engines = [services.games.store.engine.sync_engine, services.games.writer.engine.sync_engine]
    for engine in engines:
        event.listen(engine, "checkout", sent.watch)
        event.listen(engine, "before_cursor_execute", sent.execute)
    yield sent
    for engine in engines:
        event.remove(engine, "checkout", sent.watch)
        event.remove(engine, "before_cursor_execute", sent.execute)


def _flat(parameters: object) -> Iterator[object]:
    """Values in arrays, and in the rows of one statement for several, are parameters too."""
    if isinstance(parameters, list | tuple):
        for value in parameters:
            yield from _flat(value)
    elif not isinstance(parameters, dict):
        yield parameters


def complaint(statement: str, named: set[object], games: set[str], people: set[str]) -> str | None:
    """Return the fault of a statement, or None if it can be placed."""
    tables = set(TABLE.findall(statement)) & set(metadata.tables)
    if not tables - BACKGROUND_TABLES or named & games:
        return None
    by_player = bool(named & people)
    if by_player and tables <= PLAYER_TABLES:
        return None
    if by_player and any(part in statement for part in EXCEPTIONS):
        return None
    return f"names neither game nor player: {statement} {named}"


async def act(services: Services, game: GameInfo, player: Player, *messages: acts.Act) -> None:
    async with services.games.sessions.open(game.id) as session:
        for message in messages:
            await session.act(player, message)


async def play_for_two(services: Services) -> tuple[GameInfo, set[str]]:
    """Create, join, move, ask for a takeback, end, and offer a rematch."""
    store = services.games.store
    first, second = await new_player(store), await new_player(store)
    game = info(first, None)
    await store.create_game(game)
    async with services.games.sessions.open(game.id) as session:
        await session.join(second, None)
        await play(session, *moves()[:4])
        await session.act(first, acts.Offer(ply=4, what="takeback"))
        await session.act(second, acts.Resign())
        await session.act(first, acts.Offer(ply=session.match.ply, what="rematch"))
    return game, {first.id, second.id}


async def play_alone(services: Services) -> tuple[GameInfo, set[str]]:
    """Create a solitaire, move, undo, redo and resign."""
    player = await new_player(services.games.store)
    game = info(player, game=SOLITAIRE, deal=1, free=False)
    await services.games.store.create_game(game)
    move = SOLITAIRE.legal(SOLITAIRE.start(1))[0]
    await act(services, game, player, acts.Move(ply=0, move=move), acts.Undo(ply=1), acts.Redo(ply=2))
    await act(services, game, player, acts.Resign())
    return game, {player.id}


async def test_every_statement_of_a_game_names_it_or_its_player(postgres_url: str) -> None:
    async with open_services(Settings(database_url=postgres_url)) as services:
        with sent_by(services) as sent:
            two, pair = await play_for_two(services)
            alone, person = await play_alone(services)
            for game in (two, alone):
                await services.games.store.info(game.id)
                await services.games.store.log(game.id)
            await services.games.store.versions([two.id])
    people, games = pair | person, {two.id, alone.id}
    complaints = [complaint(*statement, games, people) for statement in sent.statements]
    assert [found for found in complaints if found] == []
    for table in ("entries", "games", "seats", "results", "rematches", "standings", "streaks"):
        assert any(re.search(rf"\b{table}\b", statement) for statement, _ in sent.statements), table
    for part in EXCEPTIONS:
        assert any(part in statement for statement, _ in sent.statements), f"no longer sent: {part}"
