"""Many visitors of the lobby during play, on a database with very many ended games."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic

import httpx
import pytest

from tests.app.http_players import guest
from tests.bench.client import Client, connect
from tests.bench.load import Load, new_load
from tests.bench.servers import Server, running
from tests.reliability.filled import add_ended_games
from tests.serving import PATIENCE
from tests.soak import size

pytestmark = [pytest.mark.postgres, pytest.mark.soak(only=True)]

ENDED_GAMES = size(whole=1_000_000, ordinary=20_000)
VISITORS = size(whole=300, ordinary=30)
MOVES_PER_SECOND = float(size(whole=200, ordinary=30))
VISITED_SECONDS = size(whole=20, ordinary=7)  # of moves with visitors
ALONE_SECONDS = size(whole=20, ordinary=1)  # without visitors, for the printed figures
GAMES = size(whole=300, ordinary=60)  # long enough for all moves
MAX_DELAY_SECONDS = (
    2.0  # between two `boards`, and until a new open game is listed; tested with a factor of three
)


@dataclass(slots=True)
class Visitor:
    """Frames received by one visitor: the times of `boards`, and the frames that list games."""

    boards: list[float] = field(default_factory=list)
    open_games: set[str] = field(default_factory=set)

    def on_text(self, _: Client, text: bytes) -> None:
        frame = json.loads(text)
        if frame["t"] == "boards":
            self.boards.append(monotonic())
        elif frame["t"] == "lobby":
            self.open_games.update(item["id"] for item in frame["open"])


async def cpu_share(server: Server, load: Load, seconds: int) -> float:
    """Return the share of one core that the server takes while moves are made at MOVES_PER_SECOND."""
    used, start = server.cpu(), monotonic()
    await load.play_at_rate(MOVES_PER_SECOND, int(MOVES_PER_SECOND * seconds))
    return (server.cpu() - used) / (monotonic() - start)


async def test_visitors_hear_of_games_in_time_whatever_the_past_holds(
    postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await add_ended_games(postgres_url, ENDED_GAMES)
    with running("ours", postgres_url) as server:
        load = await new_load(server, GAMES)
        without = await cpu_share(server, load, ALONE_SECONDS)
        visitors = [Visitor() for _ in range(VISITORS)]
        clients = [await connect(server.port, "/ws/lobby", visitor.on_text) for visitor in visitors]
        start = monotonic()
        playing = asyncio.create_task(cpu_share(server, load, VISITED_SECONDS))
        delay = await _seconds_until_told(server, visitors)
        share = await playing
        end = monotonic()
        for client in clients:
            client.close()
        load.close()
    gaps = [later - earlier for v in visitors for earlier, later in pairwise([start, *v.boards, end])]
    with capsys.disabled():
        print(  # noqa: T201 - a measurement
            f"\n{VISITORS} visitors, {MOVES_PER_SECOND:.0f} moves/s, {ENDED_GAMES} ended games:"
            f" {without:.2f} of a core without"
            f" visitors, {share:.2f} with; boards every {max(gaps):.1f} s at most, an open game told"
            f" after {delay:.1f} s at most"
        )
    assert max(gaps) < 3 * MAX_DELAY_SECONDS
    assert delay < 3 * MAX_DELAY_SECONDS


async def _seconds_until_told(server: Server, visitors: list[Visitor]) -> float:
    """Open a game whose owner is there, and wait until all visitors have heard of it."""
    async with (
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE) as http,
        AsyncExitStack() as stack,
    ):
        await asyncio.sleep(1)
        owner = await guest(http)
        game = (await owner.create_game(seat=0))["id"]
        await stack.enter_async_context(owner.game_socket(game))
        start = monotonic()
        async with asyncio.timeout(PATIENCE):
            while not all(game in visitor.open_games for visitor in visitors):  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.02)
        return monotonic() - start
