"""A distributed database with two serving processes: games of all families are played to the end, and the
operator's commands work. ON_CITUS in `tests/conftest.py` names the other tests that run on one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from app.db.engine import create_engine
from app.settings import Settings
from engine import GAMES, OPENING, Game
from tests.app.http_players import Json, Person, account, guest
from tests.app.redis_server import RedisServer
from tests.app.two_processes import http_clients, two_servers, with_client
from tests.databases import migrated
from tests.distributed.cluster import distributed_database, prepared_database
from tests.serving import UNLIMITED, Server, command

pytestmark = pytest.mark.citus

Homes = tuple[httpx.AsyncClient, ...]  # a client of each process

MAX_MOVES = 60  # of a game, then a player resigns
FAMILIES = {game.family: game for game in GAMES.values()}.values()


@pytest.fixture(scope="module")
def distributed_url() -> Iterator[str]:
    with distributed_database() as url:
        yield url


@pytest.fixture(scope="module")
def servers(
    distributed_url: str, redis_server: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, ...]]:
    folder = tmp_path_factory.mktemp("distributed")
    with two_servers(distributed_url, folder, **UNLIMITED, redis_url=redis_server.new_url()) as running:
        yield running


async def play_to_the_end(game: str, people: tuple[Person, ...], homes: Homes) -> Json:
    """Play random moves, each through another process than the one before; then one player resigns."""
    chance = random.Random(game)
    state = await people[0].state(game)
    while not state["over"]:
        person = with_client(people[(state["turn"] or 0) % len(people)], homes[state["ply"] % 2])
        state = await person.state(game)
        legal = [pair[0] for pair in state["legal"] if not pair[0].endswith(OPENING)]
        if state["ply"] < MAX_MOVES and legal:
            body = {"ply": state["ply"], "move": chance.choice(legal)}
            answer = await person.post(f"/api/games/{game}/moves", body)
        else:
            answer = await person.post(f"/api/games/{game}/resign")
        assert answer.status_code == 200, answer.text
        state = answer.json()
    return state


async def new_game(rules: Game[Any], homes: Homes) -> tuple[str, tuple[Person, ...]]:
    """Return a game that is rated if it is for two, with its players by seat."""
    if len(rules.seats) == 1:
        person = await guest(homes[0])
        return (await person.create_game(rules=rules.id))["id"], (person,)
    one, two = await account(homes[0]), await account(homes[1])
    clock = {"base": 600, "increment": 5}
    game = (await one.create_game(rules=rules.id, seat=0, rated=True, clock=clock))["id"]
    assert (await two.post(f"/api/games/{game}/join")).status_code == 200
    return game, (one, two)


async def test_a_game_of_each_family_is_played_to_its_end_through_two_processes(
    servers: tuple[Server, ...], distributed_url: str, tmp_path: Path
) -> None:
    async with http_clients(servers) as homes:
        for rules in FAMILIES:
            game, people = await new_game(rules, homes)
            state = await play_to_the_end(game, people, homes)
            for home in homes:
                seen = await with_client(people[0], home).state(game)
                assert seen["over"] == state["over"], rules.id
            if len(people) == 2:
                profile = (await people[0].get(f"/api/people/{people[0].name}")).json()
                assert [one["games"] for one in profile["ratings"]] == [1], profile
        await play_a_rematch(homes)
        statistics = [f"/api/statistics/{rules.id}" for rules in FAMILIES]
        for path in ("/api/games?status=ended", "/api/games?status=live", *statistics, "/api/me"):
            assert (await people[0].get(path)).status_code == 200, path
    for words in (["verify"], ["recount"], ["sweep", "--dry-run"], ["sweep"], ["verify"]):
        done = command(*words, database_url=distributed_url)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    saved = tmp_path / "backup.gz"
    assert command("backup", str(saved), database_url=distributed_url).returncode == 0
    with migrated("sqlite", tmp_path) as make, make() as elsewhere:
        for words in (["restore", str(saved)], ["verify"]):
            done = command(*words, database_url=elsewhere)
            assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    done = command("restore", str(saved), database_url=distributed_url)
    assert (done.returncode, "0 rows added." in done.stdout) == (0, True), done.stdout + done.stderr


async def play_a_rematch(homes: Homes) -> None:
    """A game that is resigned, and its rematch, whose rows may be on another node."""
    rules = next(game for game in FAMILIES if len(game.seats) == 2)
    game, people = await new_game(rules, homes)
    await people[0].post(f"/api/games/{game}/resign")
    ply = (await people[0].state(game))["ply"]
    offered = await people[0].post(f"/api/games/{game}/offer", {"ply": ply, "what": "rematch"})
    assert offered.status_code == 200, offered.text
    other = with_client(people[1], homes[1 - homes.index(people[1].http)])
    said = await other.post(f"/api/games/{game}/answer", {"ply": ply, "what": "rematch", "yes": True})
    assert said.status_code == 200, said.text
    await play_to_the_end(said.json()["next"], people[::-1], homes)


async def test_distributing_goes_on_where_it_was_interrupted_and_can_be_repeated() -> None:
    """The first steps are taken by hand: a key is dropped, and players are a reference table."""
    with prepared_database() as url:
        engine = create_engine(Settings(database_url=url).url)
        async with engine.begin() as connection:
            await connection.execute(text("alter table entries drop constraint fk_entries_game_id_games"))
            await connection.execute(text("select create_reference_table('players')"))
        await engine.dispose()
        planned = command("distribute", "--dry-run", database_url=url)
        assert planned.returncode == 0, planned.stderr
        assert "select create_distributed_table('games', 'id');" in planned.stdout
        assert "create_reference_table" not in planned.stdout
        assert command("distribute", database_url=url).returncode == 0
        again = command("distribute", database_url=url)
        assert (again.returncode, again.stdout) == (0, "The database is already distributed.\n")


async def test_verify_names_a_game_that_does_not_exist(distributed_url: str) -> None:
    """One PostgreSQL has a key that forbids it."""
    engine = create_engine(Settings(database_url=distributed_url).url)
    board = {"board": "a board", "game": "nowhere", "player": "nobody"}
    try:
        async with engine.begin() as connection:
            await connection.execute(
                text("insert into players (id, name, created) values ('nobody', 'N', 0)")
            )
            await connection.execute(
                text(
                    """insert into standings (board, player_id, lead, second, moves, ms, at, score, undone,
 hints, sittings, first, game_id) values (:board, :player, 0, 0, 0, 0, 0, '', 0, 0, 0, true, :game)"""
                ),
                board,
            )
        done = command("verify", database_url=distributed_url)
        async with engine.begin() as connection:
            await connection.execute(text("delete from standings where game_id = :game"), board)
    finally:
        await engine.dispose()
    assert done.returncode == 1
    assert "standings.game_id names the game nowhere, which does not exist" in done.stdout
