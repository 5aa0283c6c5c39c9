"""Data left after the deletion of an account: games under a former player, nothing else."""

from __future__ import annotations

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.clock import now
from app.db.schema import games, metadata
from app.games.store import GameStore
from app.model.game_info import Player
from app.people.player_data import PlayerData
from app.results.recording import take_over_results
from app.serving import open_server
from app.settings import Settings
from tests.app.browsers import PASSWORD, Browser, code_of, new_name
from tests.app.http_players import PAIR, board_of, moves, open_socket
from tests.app.in_process import LocalServer
from tests.app.solitaire_games import HIDING
from tests.app.stored_games import info
from tests.app.two_processes import eventually
from tests.serving import PATIENCE


async def tables_with(engine: AsyncEngine, *words: str) -> set[tuple[str, str]]:
    """Return the tables that contain one of these words, with the word."""
    found = set()
    async with engine.connect() as connection:
        for table in metadata.sorted_tables:
            for row in await connection.execute(select(table)):
                found |= {(table.name, word) for word in words if word in str(row)}
    return found


@pytest.mark.databases("sqlite", "postgres")
async def test_a_deleted_account_is_found_in_no_table_and_in_no_line_of_the_log(
    server: LocalServer, browser: Browser, other: Browser, stored: AsyncEngine
) -> None:
    browser.http.headers["user-agent"] = "Unmistakable/7.0"
    guest = await browser.become_guest()
    name = new_name()
    await browser.sign_up(name)
    await other.become_guest()
    game = (await board_of(browser, other, *moves()[:2])).id
    solitaire = (await browser.create_game(rules=HIDING.id))["id"]
    assert (await browser.call("POST", f"/api/games/{solitaire}/resign")).status_code == 200
    running = (await browser.create_game(rules=HIDING.id))["id"]
    report = {"text": "Somebody is rude", "game": game}
    assert (await browser.call("POST", "/api/reports", report)).status_code == 204
    token = {"name": "my own bot", "scopes": ["read"]}
    assert (await browser.call("POST", "/api/tokens", token)).status_code == 201
    words = (name, guest["id"], "Unmistakable", "my own bot", "Somebody is rude")
    assert {word for _, word in await tables_with(stored, *words)} == set(words)
    url = f"{server.ws}/ws/games/{game}"
    async with (
        open_socket(url, browser.headers_of_socket()) as own,
        open_socket(url, other.headers_of_socket()) as opposite,
    ):
        await own.state()
        await opposite.state()
        assert code_of(await browser.call("DELETE", "/api/me", {}))[:2] == (401, "bad_login")
        assert (await browser.call("DELETE", "/api/me", {"password": PASSWORD})).status_code == 204
        assert await own.close_code() == 1008
        while not (state := await opposite.expect("state"))["over"] or state["players"][0]["name"]:
            pass  # the name and the game end in any order
        assert state["over"]["winner"] == 1, "the running game is resigned"
    assert browser.cookie == ""
    revoked = {("revocations", guest["id"])}  # which says for an hour who has to be forgotten

    async def forgotten() -> bool:
        return await tables_with(stored, *words) <= revoked

    await eventually(forgotten, PATIENCE)  # presence is written a moment after a connection was closed
    assert name not in str(server.logs)
    for seen in (game, solitaire, running):
        former = (await other.state(seen))["players"][0]
        assert former["name"] == ""
        assert former["id"] not in (guest["id"], "")
    assert (await other.http.get(f"/api/people/{name}")).status_code == 404
    assert (await other.http.get("/api/people/~")).status_code == 404
    assert (await other.sign_in(name)).status_code == 401
    await browser.sign_up(name)
    assert (await browser.me() or {})["id"] != guest["id"], "the name is free, the games are not theirs"


async def test_a_guest_without_games_leaves_nothing(browser: Browser, stored: AsyncEngine) -> None:
    guest = await browser.become_guest()
    assert (await browser.call("DELETE", "/api/me", {})).status_code == 204
    found = await tables_with(stored, guest["id"], guest["name"])
    assert found <= {("revocations", guest["id"])}
    assert await browser.me() is None


async def ended_game(one: Browser, other: Browser) -> str:
    """Return a game of two people that the second has resigned."""
    game = (await board_of(one, other, *moves()[:2])).id
    assert (await other.call("POST", f"/api/games/{game}/resign")).status_code == 200
    return game


async def test_the_rematch_of_a_deleted_player_cannot_be_accepted_nor_offered(
    browser: Browser, other: Browser
) -> None:
    await browser.sign_up()
    await other.become_guest()
    game = await ended_game(browser, other)
    ply = (await browser.state(game))["ply"]
    rematch = {"ply": ply, "what": "rematch"}
    assert (await browser.call("POST", f"/api/games/{game}/offer", rematch)).status_code == 200
    assert "answer:rematch" in (await other.state(game))["acts"]
    assert (await browser.call("DELETE", "/api/me", {"password": PASSWORD})).status_code == 204
    assert (await other.state(game))["acts"] == []
    accepted = await other.call("POST", f"/api/games/{game}/answer", {**rematch, "yes": True})
    assert code_of(accepted)[:2] == (403, "closed")
    offered = await other.call("POST", f"/api/games/{game}/offer", rematch)
    assert code_of(offered)[:2] == (403, "closed")
    assert (await other.state(game))["next"] is None


@pytest.mark.databases("postgres")
async def test_nobody_is_seated_with_a_player_whose_deletion_has_begun(
    server: LocalServer, browser: Browser, other: Browser, stored: AsyncEngine
) -> None:
    """What `DELETE /api/me` does first is done here; then everything is tried that seats two people."""
    name = new_name()
    await browser.sign_up(name)
    leaver = (await browser.me() or {})["id"]
    await other.sign_up()
    game = await ended_game(browser, other)
    rematch = {"ply": (await browser.state(game))["ply"], "what": "rematch"}
    await other.call("POST", f"/api/games/{game}/offer", rematch)
    clock = {"base": 660, "increment": 7}  # of this test only: the server may have other games that wait
    waiting = [(await browser.create_game(seat=0, clock=clock, pair=pair))["id"] for pair in (False, True)]
    challenge = (await other.create_game(to=name))["id"]
    challenger = (await other.me() or {})["id"]
    cookie = {"cookie": browser.cookie}
    await PlayerData(stored, Bus(), take_over_results).close(leaver, now() - 120_000)
    seated = [
        await other.call("POST", f"/api/games/{waiting[0]}/join"),
        await other.call("POST", f"/api/games/{waiting[1]}/join"),
    ]
    assert [answer.status_code for answer in seated] == [409, 409]
    late = info(Player(challenger, ""), None, to=Player(leaver, name))
    with pytest.raises(Refusal, match="closed"):
        await GameStore(stored).create_game(late)
    paired = (await other.create_game(seat=1, clock=clock, pair=True))["id"]
    assert paired not in waiting
    for path, body in ((f"/api/games/{challenge}/join", {}), ("/api/games", {"rules": PAIR.id})):
        async with httpx.AsyncClient(base_url=server.url, headers=cookie) as leaving:
            assert (await leaving.post(path, json=body)).status_code in (401, 403, 409)
    async with open_server(Settings(database_url=server.database_url)) as services:
        await services.people.accounts.finish_all_closing(now())
    assert await tables_with(stored, leaver) <= {("revocations", leaver)}
    async with stored.connect() as connection:
        over = select(games.c.reason).where(games.c.id.in_([*waiting, challenge]))
        assert list(await connection.scalars(over)) == ["aborted"] * 3
