"""Load of games of two players who move as soon as they can, or at a fixed rate.

Every game follows a random script computed beforehand, so that the generator reads only the ply of a frame. A
fixed number of games is played concurrently; when one is over the next one starts.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

import httpx
from sqlalchemy import insert

from app.core.ids import new_id
from app.db.clock import now
from app.db.engine import create_engine, write_transaction
from app.db.schema import games, seats
from app.settings import Settings
from engine import GAMES, Entry, Game, Match
from tests.bench.client import Client, connect, frame
from tests.bench.servers import Server
from tests.serving import PATIENCE

FOR_TWO = [game for game in GAMES.values() if len(game.seats) == 2 and not game.dealt]
RULES = min(FOR_TWO, key=lambda game: len(game.legal(game.start(0))))  # the one with the fewest moves
RICH = max(FOR_TWO, key=lambda game: len(game.legal(game.start(0))))  # the one with the most
MIN_SCRIPT_MOVES = 36
RETRY_SECONDS = 0.2  # until a move is resent
PAIRS = 20  # of players, each in many games

_ply = re.compile(rb'"ply":(\d+)').search


@dataclass(frozen=True, slots=True)
class Script:
    """A game from its start to its end: the seat that moves at each ply, and the frame of the move."""

    seats: tuple[int, ...]
    frames: tuple[bytes, ...]


@cache
def scripts(game: Game[Any], count: int) -> tuple[Script, ...]:
    """Return `count` random games, all different, so that no cached position serves two games."""
    return tuple(islice(_random_scripts(game), count))


def _random_scripts(game: Game[Any]) -> Iterator[Script]:
    seed = 0
    while True:
        match, rng, seed = Match.start(game, 0), random.Random(seed), seed + 1
        seats, frames = [], []
        while not match.outcome:
            seat, move = match.turn or 0, rng.choice(match.legal)
            seats.append(seat)
            frames.append(frame(b'{"t":"move","ply":%d,"move":"%s"}' % (match.ply, move.encode())))
            match = match.then(Entry(match.ply, seat, "move", move, 0))
        if match.ply >= MIN_SCRIPT_MOVES:
            yield Script(tuple(seats), tuple(frames))


@dataclass(slots=True, eq=False)
class Seat:
    """A player in a game; `sent`: ply and time of their unanswered move."""

    game: BenchGame
    number: int
    client: Client | None = None
    sent: tuple[int, float] | None = None

    def move(self) -> None:
        """Send the next move of the script."""
        game = self.game
        assert self.client
        self.sent = game.ply, time.perf_counter()
        game.to_move, game.moves_sent = None, game.ply + 1
        self.client.send(game.script.frames[game.ply])

    def describe(self) -> str:
        """Return a description of its unanswered move."""
        ply, at = self.sent or (None, time.perf_counter())
        closed = (self.client and self.client.closed) or "open"
        return (
            f"ply {ply} of {self.game.id} by seat {self.number}, sent {time.perf_counter() - at:.1f} s ago;"
            f" the game is at {self.game.ply}, the socket is {closed}"
        )


@dataclass(slots=True, eq=False)
class BenchGame:
    """One game with its two players. `ply`: the newest that a client received; `moves_sent`: so far;
    `to_move`: the seat to move, once it has received the position."""

    id: str
    script: Script
    seats: list[Seat] = field(default_factory=list)
    ply: int = 0
    moves_sent: int = 0
    to_move: Seat | None = None

    @property
    def over(self) -> bool:
        return self.ply == len(self.script.frames)


@dataclass(slots=True)
class Load:
    """All games of one server. `moves`: made so far; `times`: seconds from each sent move to the mover's own
    new state; `not_started`: games in reserve; `exhausted`: set when none is left to replace an ended game;
    `delayed`: moves that were answered `try_again` or `internal` at first; `refused`: the first other
    refusal; `steps`: bytes of the frames with one move, to the other seat and to the seat to move."""

    games: list[BenchGame]
    moves: int = 0
    times: list[float] = field(default_factory=list)
    not_started: list[BenchGame] = field(default_factory=list)
    full_speed: bool = False
    exhausted: asyncio.Event = field(default_factory=asyncio.Event)
    delayed: int = 0
    refused: str = ""
    steps: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def on_text(self, client: Client, text: bytes) -> None:
        """Handle a frame that a player receives."""
        if text.startswith(b'{"t":"refused"'):
            self._on_refusal(client.tag, json.loads(text))
            return
        found = _ply(text) if text.startswith((b'{"t":"state"', b'{"t":"step"')) else None
        if not found:
            return
        seat: Seat = client.tag
        game, ply = seat.game, int(found[1])
        if text.startswith(b'{"t":"step"'):
            self.steps[ply < len(game.script.seats) and game.script.seats[ply] == seat.number].append(
                len(text)
            )
        if seat.sent and ply > seat.sent[0]:
            self.times.append(time.perf_counter() - seat.sent[1])
            seat.sent = None
        if ply > game.ply:
            game.ply = ply
            self.moves += 1
            if game.over and self.full_speed:
                self._next()
        if ply == game.ply == game.moves_sent and not game.over and game.script.seats[ply] == seat.number:
            game.to_move = seat
            if self.full_speed and ply:
                seat.move()

    def _on_refusal(self, seat: Seat, refusal: dict[str, Any]) -> None:
        """Resend a move that was certainly not applied, as a client does. After `internal` the state
        follows, or says `stale`."""
        code = refusal["why"]
        if code in ("try_again", "internal"):
            self.delayed += 1
        if code == "try_again" and seat.sent and seat.client:
            frame = seat.game.script.frames[seat.sent[0]]
            asyncio.get_running_loop().call_later(RETRY_SECONDS, seat.client.send, frame)
        elif code != "internal":
            self.refused = self.refused or f"{refusal} in {seat.game.id}"

    def start_games(self, at_once: int) -> None:
        """Play `at_once` games at full speed from now on."""
        self.full_speed = True
        self.not_started = [game for game in self.games if game.to_move]
        for _ in range(at_once):
            self._next()

    def _next(self) -> None:
        """Start the next game."""
        if not self.not_started:
            self.exhausted.set()
        elif seat := self.not_started.pop().to_move:
            seat.move()

    async def run_for(self, seconds: float) -> bool:
        """Let the games run for some seconds; return whether the reserve of games is exhausted by then."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.exhausted.wait(), seconds)
        return self.exhausted.is_set()

    async def play_at_rate(self, rate: float, count: int) -> list[float]:
        """Make `count` moves at a fixed rate, round robin over all games; return the seconds of each
        move. TimeoutError: for PATIENCE seconds no move was answered, or a move cannot be answered any more;
        it says which moves it waits for, and why."""
        start, self.times = time.perf_counter(), []
        for sent in range(count):
            delay = start + sent / rate - time.perf_counter()
            if delay > 0:
                await asyncio.sleep(delay)
            seat = self.games[sent % len(self.games)].to_move
            if seat:
                seat.move()
        await self._wait_for_answers()
        return self.times.copy()  # later moves are appended to the list itself

    async def _wait_for_answers(self) -> None:
        answered, patience = self.moves, time.perf_counter() + PATIENCE
        while waiting := [seat for game in self.games for seat in game.seats if seat.sent]:
            now, lost = time.perf_counter(), [seat for seat in waiting if seat.client and seat.client.closed]
            if self.moves > answered:
                answered, patience = self.moves, now + PATIENCE
            if now > patience or lost or self.refused:
                oldest = min(lost or waiting, key=lambda seat: seat.sent or (0, now))
                raise TimeoutError(
                    f"{len(waiting)} of {len(waiting) + len(self.times)} moves are not answered, {len(lost)}"
                    f" of them on sockets that are closed; {self.delayed} were delayed; refused:"
                    f" {self.refused or 'none'}. The oldest: {oldest.describe()}"
                )
            await asyncio.sleep(0.05)

    def close(self) -> None:
        for game in self.games:
            for seat in game.seats:
                if seat.client:
                    seat.client.close()


async def new_load(server: Server, count: int, rules: Game[Any] = RULES) -> Load:
    """Create games with both players connected like our client, with steps, ready to start."""
    made, played = await new_games(server, count, rules), scripts(rules, count)
    load = Load([BenchGame(game_id, script) for game_id, script in zip(made, played, strict=True)])
    every = list(zip(load.games, made.values(), strict=True))
    for start in range(0, count, PAIRS):
        await asyncio.gather(
            *(_connect_players(server, load, game, pair) for game, pair in every[start : start + PAIRS])
        )
    await asyncio.sleep(0.5)
    return load


async def new_games(
    server: Server, count: int, rules: Game[Any] = RULES
) -> dict[str, tuple[dict[str, str], dict[str, str]]]:
    """Create games of two players that no process has loaded; return their ids."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
        people = [await _guest(http) for _ in range(2 * PAIRS)]
    pairs = (list(zip(people[:PAIRS], people[PAIRS:], strict=True)) * (count // PAIRS + 1))[:count]
    ids = await _insert_games(server.url, rules, [[player["id"] for player in pair] for pair in pairs])
    return dict(zip(ids, pairs, strict=True))


async def _guest(http: httpx.AsyncClient) -> dict[str, str]:
    http.cookies.clear()  # with the cookie of a guest the server answers with the same one
    made: dict[str, str] = (await http.post("/api/players/guest")).json()
    return made


async def _connect_players(
    server: Server, load: Load, game: BenchGame, pair: Sequence[Mapping[str, str]]
) -> None:
    """Connect the two players of a game."""
    for number, player in enumerate(pair):
        seat = Seat(game, number)
        game.seats.append(seat)
        path = f"/ws/games/{game.id}?steps=1"
        seat.client = await connect(server.port, path, load.on_text, token=player["token"], tag=seat)


async def _insert_games(url: str, rules: Game[Any], pairs: Sequence[Sequence[str]]) -> list[str]:
    """Insert games of these players in one transaction; return their ids."""
    ids = [new_id() for _ in pairs]
    at = now()  # the sweep ends games that began long ago
    game = {"rules": rules.id, "version": rules.version, "created": at, "started": at, "ply": 0, "turn": 0}
    game |= {"free": False, "public": True, "chosen": False}
    engine = create_engine(Settings(database_url=url).url)
    async with write_transaction(engine) as connection:
        rows = [{**game, "id": game_id, "creator": pair[0]} for game_id, pair in zip(ids, pairs, strict=True)]
        await connection.execute(insert(games), rows)
        seat_rows = [
            {"game_id": game_id, "seat": seat, "player_id": player}
            for game_id, pair in zip(ids, pairs, strict=True)
            for seat, player in enumerate(pair)
        ]
        await connection.execute(insert(seats), seat_rows)
    await engine.dispose()
    return ids
