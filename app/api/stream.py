"""HTTP for programs: the stream of a player's games, and the export of records, as lines of JSON."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from app.api.openapi import describe_lines
from app.api.replays import log_message
from app.container import Services
from app.domain.game_info import Player
from app.errors import Refusal, TryAgain
from app.http.requests import AppServices, CurrentCredential, CurrentPlayer, ReadLimit, Reads, limit_reads
from app.http.responses import NO_STORE
from app.live.state import listed_players
from app.live.stream import Stream
from app.messages.games import encode
from app.messages.pairing import ExportedGame, Line

router = APIRouter(prefix="/api", tags=["games"])

STREAMS = 2  # of one player at once
EXPORTED = 500  # games in one answer
LONG = 500  # entries of a log for which a unit of reads is charged
HEADERS = {"cache-control": NO_STORE, "x-accel-buffering": "no"}
NDJSON = "application/x-ndjson"
Milliseconds = Annotated[int, Query(ge=0, le=2**53 - 1)]


@router.get(
    "/stream",
    response_class=StreamingResponse,
    responses=describe_lines(Line, ("nobody", "no_scope", "too_many", "bad_message", "try_again")),
    dependencies=[Depends(limit_reads(2))],
)
async def stream(
    services: AppServices, found: CurrentCredential, after: Milliseconds | None = None
) -> StreamingResponse:
    """What happens in the current player's games for two, for as long as the client listens: challenges,
    games that start, turns, ends. `after`: the id of the last line received; lines of the last 10 s before
    it may come again. An empty line every 15 s."""
    if found is None:
        raise Refusal("nobody", message="become a guest first: POST /api/players/guest")
    key, opened = f"stream {found.player.id}", Stream(found.player)
    await services.connection_limits.acquire(key, STREAMS)
    watching = ExitStack()
    watching.callback(services.connection_limits.release, key)
    try:
        await services.streams.open(opened, after)
        watching.callback(services.streams.close, opened)
        watching.enter_context(services.auth.watch(found, opened.end))
        watching.enter_context(services.sessions.streaming(found.player.id))
    except BaseException:
        watching.close()
        raise
    return Lines(opened.lines(), watching)


class Lines(StreamingResponse):
    """Lines of JSON; `watching` is closed when they end, or the client disconnects."""

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
    services: AppServices,
    current: CurrentPlayer,
    reads: ReadLimit,
    player: Annotated[str, Query(pattern="^[0-9A-Za-z]{1,16}$")],
    since: Milliseconds = 0,
) -> StreamingResponse:
    """The records of a player's ended games from `since` on, in the order of their ends, one a line; private
    ones too where `player` is the current one. At most 500: ask again with the last `ended` as `since` until
    there is no game that you do not have. Each costs a unit of reads, and comes late when they are used
    up."""
    await reads.take(2)
    own = current is not None and current.id == player
    found = await services.stream_store.exported(player, since, EXPORTED, public=not own)
    return Lines(_exported(services, reads, found, current), ExitStack())


async def _exported(
    services: Services, reads: Reads, ids: list[str], current: Player | None
) -> AsyncIterator[bytes]:
    for game in ids:
        try:
            async with services.sessions.open(game) as session:
                record = await log_message(session, await services.daily_access.admit(session, current))
                ended = session.match.last.at if session.match.last else session.info.created
                line = ExportedGame(record, listed_players(session.info), ended)
        except TryAgain:
            return
        except Refusal:  # it is hidden, or there are no rules of it
            continue
        await _take(reads, 1 + len(record.entries) // LONG)
        yield encode(line) + b"\n"


async def _take(reads: Reads, cost: float) -> None:
    """Charges a read, and waits while the units are used up."""
    while True:
        try:
            await reads.take(cost)
        except Refusal as refusal:
            await asyncio.sleep(max(0.05, min(5, refusal.retry)))
        else:
            return
