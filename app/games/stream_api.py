"""Endpoints for programs: the stream of a player's games, and the export of records, as JSON lines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from app.core.errors import NO_PLAYER, Refusal, TryAgain, Unreadable
from app.core.wire import encode
from app.games.feature import Games, GamesFeature
from app.games.replay_api import log_message
from app.games.state import listed_players
from app.games.stream import Stream
from app.games.stream_messages import ExportedGame, StreamLine
from app.http.openapi import describe_lines
from app.http.requests import CurrentCredential, CurrentPlayer, ReadLimit, Reads, limit_reads
from app.http.responses import NO_STORE
from app.model.game_info import Player
from app.people.feature import PeopleFeature

router = APIRouter(prefix="/api", tags=["games"])

MAX_STREAMS = 2  # open at once, per player
MAX_EXPORTED_GAMES = 500  # in one response
ENTRIES_PER_READ = 500  # of an exported log, per additional unit of reads
HEADERS = {"cache-control": NO_STORE, "x-accel-buffering": "no"}
NDJSON = "application/x-ndjson"
Milliseconds = Annotated[int, Query(ge=0, le=2**53 - 1)]


@router.get(
    "/stream",
    response_class=StreamingResponse,
    responses=describe_lines(StreamLine, ("nobody", "no_scope", "too_many", "bad_message", "try_again")),
    dependencies=[Depends(limit_reads(2))],
)
async def stream(
    games: GamesFeature, people: PeopleFeature, found: CurrentCredential, after: Milliseconds | None = None
) -> StreamingResponse:
    """Stream events of the current player's games for two: challenges, starts, turns, ends. It starts with
    the present: challenges, running games, turns. `after`, the id of the last line received: it starts with
    what is newer, and with games that have ended since, at most a day ago; lines of the 10 s before may be
    repeated (`t`, `game` and `id` identify a line). Of several turns in a game only the newest is sent. An
    empty line is sent every 15 s. A player has at most two streams in a process."""
    if found is None:
        raise Refusal("nobody", message=NO_PLAYER)
    key, opened = f"stream {found.player.id}", Stream(found.player)
    people.connections.acquire(key, MAX_STREAMS)
    watching = ExitStack()
    watching.callback(people.connections.release, key)
    try:
        await games.streams.open(opened, after)
        watching.callback(games.streams.close, opened)
        watching.enter_context(people.auth.watch(found, opened.end))
        watching.enter_context(games.sessions.streaming(found.player.id))
    except BaseException:
        watching.close()
        raise
    return Lines(opened.lines(), watching)


class Lines(StreamingResponse):
    """Response of JSON lines; `watching` is closed when they end or the client disconnects."""

    def __init__(self, lines: AsyncIterator[bytes], watching: ExitStack) -> None:
        super().__init__(lines, media_type=NDJSON, headers=HEADERS)
        self._watching = watching

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._watching:
            await super().__call__(scope, receive, send)


@router.get(
    "/games/export",
    response_class=StreamingResponse,
    responses=describe_lines(ExportedGame, ("nobody", "no_scope", "too_many", "bad_message", "try_again")),
)
async def export(
    games: GamesFeature,
    current: CurrentPlayer,
    reads: ReadLimit,
    player: Annotated[str, Query(pattern="^[0-9A-Za-z]{1,16}$")],
    since: Milliseconds = 0,
) -> StreamingResponse:
    """Export the records of a player's ended games from `since`, one per line, in the order of their ends;
    private ones too if `player` is the current player. At most 500: repeat with the last `ended` as `since`
    until no new game comes. Each costs a unit of reads, and one more per 500 entries; the response waits
    while the limit is used up."""
    reads.take(2)
    own = current is not None and current.id == player
    found = await games.lists.exported(player, since, MAX_EXPORTED_GAMES, public=not own)
    return Lines(_exported(games, reads, found, current), ExitStack())


async def _exported(
    games: Games, reads: Reads, ids: list[str], current: Player | None
) -> AsyncIterator[bytes]:
    for game in ids:
        try:
            async with games.sessions.open(game) as session:
                record = await log_message(session, await games.daily_access.admit(session, current))
                ended = session.match.last.at if session.match.last else session.info.created
                line = ExportedGame(record, listed_players(session.info), ended)
        except Unreadable:
            continue
        except TryAgain:
            return
        except Refusal:  # hidden, or its rules are unknown
            continue
        await _take(reads, 1 + len(record.entries) // ENTRIES_PER_READ)
        yield encode(line) + b"\n"


async def _take(reads: Reads, cost: float) -> None:
    """Charge a read; wait while the limit is used up."""
    while True:
        try:
            reads.take(cost)
        except Refusal as refusal:
            await asyncio.sleep(max(0.05, min(5, refusal.retry)))
        else:
            return
