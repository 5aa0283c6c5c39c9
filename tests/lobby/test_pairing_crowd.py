"""A crowd that asks to be paired at two processes at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from tests.app.fixtures import RedisSettings
from tests.app.http_players import Person, guest
from tests.app.two_processes import http_clients, two_servers
from tests.lobby.test_pairing import pair
from tests.serving import PATIENCE, UNLIMITED
from tests.soak import size

SIZES = [2] * size(whole=200, ordinary=5) + [size(whole=500, ordinary=50)]  # people at once


async def press(person: Person) -> tuple[str, float]:
    """Press Play a person; return the game and the seconds until the answer."""
    begun = monotonic()
    _, state = await pair(person)
    return state["game"], monotonic() - begun


async def game_of(person: Person, game: str) -> str:
    """Return the running game after a press: the one answered, or the one that the player was moved to."""
    end = monotonic() + PATIENCE
    while (state := await person.state(game))["status"] != "live":
        assert monotonic() < end, state
        game = state["next"] or game
        await asyncio.sleep(0.05)
    assert person.id in {player["id"] for player in state["players"]}
    return game


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.postgres
async def test_a_crowd_is_answered_and_everybody_meets_a_present_opponent(
    postgres_url: str, redis_settings: RedisSettings, tmp_path: Path
) -> None:
    """Also if the opponent is connected to the other process; nobody meets somebody who has left it."""
    count = 2  # processes
    with two_servers(postgres_url, tmp_path, **UNLIMITED, **redis_settings) as servers:
        async with http_clients(servers) as clients:
            gone = await guest(clients[0])
            left = (await pair(gone))[1]["game"]
            async with Person(clients[-1]).game_socket(left) as watcher:
                # Who presses at another process before it knows that the host has left may join them.
                async with gone.game_socket(left):
                    while not any((await watcher.expect("presence"))["players"]):
                        pass
                while any((await watcher.expect("presence"))["players"]):
                    pass
            host, joining = await guest(clients[0]), await guest(clients[-1])
            game = (await pair(host))[1]["game"]
            async with host.game_socket(game), Person(clients[-1]).game_socket(game) as watcher:
                while not any((await watcher.expect("presence"))["players"]):
                    pass
                assert await game_of(joining, (await pair(joining))[1]["game"]) == game
            for number in SIZES:
                people = [
                    replace(await guest(clients[n % count]), http=clients[n % count]) for n in range(number)
                ]
                answers = await asyncio.gather(*map(press, people))
                pairs = zip(people, answers, strict=True)
                found = Counter([await game_of(person, game) for person, (game, _) in pairs])
                assert set(found.values()) == {2}, "everybody sits in one game, with one other person"
                waits = sorted(wait for _, wait in answers)
                middle, late = waits[number // 2], waits[number * 19 // 20]
                # The figures of docs/performance.md
                print(  # noqa: T201
                    f"{number} presses on {count} processes: p50 {middle:.2f} s, p95 {late:.2f} s"
                )
            waiting = (await Person(clients[-1]).get("/api/games?status=open")).json()["items"]
            assert [item["id"] for item in waiting] == [left]
