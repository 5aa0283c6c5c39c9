"""Moves beside one guest who posts long games as text as fast as the write limits allow."""

from __future__ import annotations

import asyncio
import random
import statistics
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx

from engine import Entry, Game, Match
from engine.text_form import make_text
from tests.bench.load import FOR_TWO, new_load
from tests.bench.measures import Size
from tests.bench.servers import Server
from tests.serving import PATIENCE

AT_ONCE = 8  # requests of the stranger
MAX_TEXT_MOVES = 1200  # the body has room for few more


@dataclass(frozen=True, slots=True)
class Beside:
    """The 95th percentile of moves in milliseconds without the stranger and beside them; `moves` of the text;
    `posted`: texts that were replayed meanwhile."""

    alone: float
    beside: float
    moves: int
    posted: int


async def strangers(server: Server, size: Size) -> Beside:
    """Measure moves at a fixed rate, without and with a stranger. AssertionError: no text was replayed."""
    load = await new_load(server, size.games)
    count = int(size.pace * size.seconds)
    match = max((long_match(game, seed) for game in FOR_TWO for seed in range(4)), key=lambda made: made.ply)
    body = {"rules": match.game.id, "seat": "both", "position": text_of(match)}
    alone = _p95(await load.play_at_rate(size.pace, count))
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE) as http:
        assert (await http.post("/api/players/guest")).status_code == 201  # the client keeps the cookie
        assert (await http.post("/api/games", json=body)).status_code == 201
        posted = [0]
        posting = [asyncio.create_task(_post(http, body, posted)) for _ in range(AT_ONCE)]
        beside = _p95(await load.play_at_rate(size.pace, count))
        for task in posting:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
    load.close()
    return Beside(alone, beside, match.ply, posted[0])


def long_match(game: Game[Any], seed: int) -> Match:
    """Return a long random match that has not ended."""
    match, chance = Match.start(game, 0), random.Random(seed)
    while match.ply < MAX_TEXT_MOVES:
        moves = chance.sample(match.legal, min(8, len(match.legal)))
        entries = (Entry(match.ply, match.turn, "move", move, 0) for move in moves)
        following = next((after for entry in entries if not (after := match.then(entry)).outcome), None)
        if following is None:
            break
        match = following
    return match


def text_of(match: Match) -> str:
    """Return a match as text."""
    work = make_text(match)
    try:
        while True:
            next(work)
    except StopIteration as end:
        text: str = end.value
        return text


async def _post(http: httpx.AsyncClient, body: dict[str, Any], posted: list[int]) -> None:
    """Post a text again and again, as soon as the server takes it. AssertionError: it is refused for good."""
    while True:
        answer = await http.post("/api/games", json=body)
        posted[0] += answer.status_code == 201
        if answer.status_code != 201:
            assert answer.status_code in (429, 503), answer.text
            await asyncio.sleep(float(answer.headers.get("retry-after", 1)))


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[18] * 1e3
