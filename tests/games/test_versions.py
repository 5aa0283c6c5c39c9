"""Games of an older version continue by its rules after an upgrade; their results join those of the newest.

The games are written as a server of the older version did, and then played at one that has both.
"""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.db.clock import now
from app.games.check import check
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.games.writer import Writer
from app.model.game_info import GameInfo, Player
from engine import GAMES, OPENING, PAST, Entry, Game
from engine.text_form import finish
from tests.app.http_players import Person, guest
from tests.app.stored_games import info, running

OLD = [game for game in PAST.values() if game.id in GAMES]
OLD_SOLITAIRE = next(game for game in OLD if len(game.seats) == 1)


@pytest.fixture
def store(stored: AsyncEngine) -> GameStore:
    """The store of the running server's database."""
    return GameStore(stored)


async def written(
    store: GameStore, *people: Person, game: Game[Any], moves: list[str], **changes: Any
) -> GameInfo:
    """Return a game of these people that has just begun, after some moves, in the database."""
    begin = now()
    players = (Player(person.id, person.name) for person in people)
    made = info(*players, game=game, created=begin, started=begin, **changes)
    await store.create_game(made)
    match = made.match()
    async with running(Writer(store.engine, Bus())) as writer:
        for text in moves:
            match = match.then(Entry(match.ply, match.turn, "move", text, begin))
            assert await writer.write(NewEntry.of(made, match))
    return made


def forbidden_before(old: Game[Any]) -> tuple[bytes, list[str], str, str | None]:
    """Return a deal, moves from its start, and a move after them that the newest version permits and this one
    forbids, with the rule."""
    new = GAMES[old.id]
    for seed in count():
        deal, chance, played = seed.to_bytes(16), random.Random(seed), list[str]()
        state = old.start(deal)
        while old.outcome(state) is None and len(played) < 40:
            for move in new.completions(state):
                if not old.permits(state, move):
                    return deal, played, move, old.why(state, move)
            played.append(chance.choice([move for move in old.legal(state) if not move.endswith(OPENING)]))
            state = old.apply(state, played[-1])
    raise AssertionError("unreachable")


async def test_a_solitaire_of_an_older_version_ends_by_its_rules_and_stands_on_the_leaderboard_of_the_newest(
    http: httpx.AsyncClient, store: GameStore
) -> None:
    """The same move is forbidden in the older version, and scores in the newest."""
    deal, moves, move, rule = forbidden_before(OLD_SOLITAIRE)
    earlier, later = await guest(http), await guest(http)
    made = await written(store, earlier, game=OLD_SOLITAIRE, moves=moves, deal=deal, free=False)
    newest = await written(store, later, game=GAMES[made.game.id], moves=moves, deal=deal, free=False)
    async with earlier.game_socket(made.id) as socket, later.game_socket(newest.id) as other:
        versions = [(await player.state())["version"] for player in (socket, other)]
        assert versions == [made.game.version, newest.game.version]
        refused = await socket.answer("move", ply=len(moves), move=move)
        assert (refused["t"], refused["detail"]["rule"]) == ("refused", rule)
        assert (await other.answer("move", ply=len(moves), move=move))["ply"] == len(moves) + 1
        ends = [await player.answer("resign") for player in (socket, other)]
    assert ends[0]["score"] < ends[1]["score"]
    board = (await http.get(f"/api/leaderboards/{made.game.id}?deal={deal.hex()}&class=open")).json()
    assert [item["player"]["id"] for item in board["items"]] == [later.id, earlier.id]
    log = (await earlier.get(f"/api/games/{made.id}/log")).json()
    assert (log["version"], log["deal"]) == (made.game.version, deal.hex())
    before = await store.stored_game(made.id)
    await store.rebuild_results(earlier.id)
    after = await store.stored_game(made.id)
    assert (after.results, finish(check(after)).differs_at) == (before.results, None)


async def test_a_variation_is_tried_by_the_version_that_it_asks_for(visitor: Person) -> None:
    deal, moves, move, rule = forbidden_before(OLD_SOLITAIRE)
    asked = {"rules": OLD_SOLITAIRE.id, "deal": deal.hex(), "moves": [*moves, move]}
    newest = await visitor.post("/api/lines", asked)
    assert (newest.status_code, newest.json()["version"]) == (200, GAMES[OLD_SOLITAIRE.id].version)
    older = await visitor.post("/api/lines", asked | {"version": OLD_SOLITAIRE.version})
    assert (older.status_code, older.json()["error"]["detail"]["rule"]) == (422, rule)
    unknown = await visitor.post("/api/lines", asked | {"version": 99})
    assert (unknown.status_code, unknown.json()["error"]["detail"]["field"]) == (422, "version")
