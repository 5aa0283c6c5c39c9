"""Limits of all people at one address together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any

import httpx
import pytest
from websockets import InvalidMessage

from app import metrics
from app.cluster import rate_limits
from app.domain import check, new_game
from app.live.replays import MAX_LOCAL_MOVES
from engine import load_text
from tests.app.browsers import open_browser
from tests.app.http_players import PAIR, account, guest, moves, open_socket
from tests.app.in_process import serving_here
from tests.serving import PATIENCE, UNLIMITED

LONG_GAME = next(game for seed in count() if len(game := moves(seed)) > MAX_LOCAL_MOVES)


async def test_sockets_count_among_the_connections_of_an_address_until_they_end(database_url: str) -> None:
    async with serving_here(database_url, **{**UNLIMITED, "limit_connections": 2}) as url:
        lobby = f"{url.replace('http', 'ws', 1)}/ws/lobby"
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http, open_socket(lobby):
            assert (await http.get("/health")).status_code == 200
            async with httpx.AsyncClient(base_url=url) as another:
                with pytest.raises(httpx.TransportError):
                    await another.get("/health")
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with open_socket(lobby), open_socket(lobby):
                        break
                except (OSError, EOFError, InvalidMessage):
                    await asyncio.sleep(0)


async def test_the_guests_of_an_address_share_buckets_and_accounts_do_not(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "monotonic", lambda: 0.0)  # nothing is refilled
    limits = UNLIMITED | {"limit_writes": 1, "limit_reads": 5, "limit_address": 2}  # three writes at once
    async with serving_here(database_url, **limits) as url, open_browser(url) as browser:
        people = [await guest(browser.http) for _ in range(3)]
        member = await account(browser.http)
        made = [await person.post("/api/games", {"rules": PAIR.id}) for person in people for _ in range(3)]
        assert [answer.status_code for answer in made] == [201] * 6 + [429] * 3
        read = [(await person.get("/api/rules")).status_code for person in people for _ in range(5)]
        assert read == [200] * 10 + [429] * 5
        assert (await member.post("/api/games", {"rules": PAIR.id})).status_code == 201
        assert (await member.get("/api/rules")).status_code == 200
    unlimited = limits | {"limit_address": 0}
    async with serving_here(database_url, **unlimited) as url, httpx.AsyncClient(base_url=url) as http:
        people = [await guest(http) for _ in range(3)]
        made = [await person.post("/api/games", {"rules": PAIR.id}) for person in people for _ in range(3)]
        assert [answer.status_code for answer in made] == [201] * 9


async def test_long_texts_and_checks_are_replayed_by_workers(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replays in the process of the server are counted: workers do not have these functions."""
    here: list[str] = []

    def counted(kind: str, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def call(given: Any) -> Any:
            here.append(kind)
            return function(given)

        return call

    def done(kind: str) -> float:
        labels = {"search": kind, "how": "done"}
        return metrics.registry.get_sample_value("richelieu_searches_total", labels) or 0

    monkeypatch.setattr(new_game, "load_text", counted("import", load_text))
    monkeypatch.setattr(check, "check", counted("check", check.check))
    short = f'[Game "{PAIR.id}"]\n\n*\n'
    long = f'[Game "{PAIR.id}"]\n{{{"a comment " * 20}}}\n\n*\n'
    async with serving_here(database_url, **UNLIMITED) as url, httpx.AsyncClient(base_url=url) as http:
        person, before = await guest(http), (done("import"), done("check"))
        for text in (short, long, long.replace("*", "1. nonsense *")):
            answer = await person.post("/api/games", {"rules": PAIR.id, "seat": "both", "position": text})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_message")
        game = (await person.create_game(seat="both"))["id"]
        for ply, move in enumerate(LONG_GAME):
            moved = await person.post(f"/api/games/{game}/moves", {"ply": ply, "move": move})
        assert moved.json()["over"]
        for _ in range(2):
            assert (await person.get(f"/api/games/{game}/check")).json()["agrees"]
        assert (done("import") - before[0], done("check") - before[1]) == (1, 1), "a verdict is kept"
    assert here == ["import"], "the short one"
