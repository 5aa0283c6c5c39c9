"""Event streams for programs: events of a player's games, as JSON lines.

Nothing is stored for them: a line is derived from the state of a game. A stream remembers what it has sent
and sends only the newest of several changes; a slow reader skips superseded lines.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import Any
from zlib import crc32

import structlog
from cachetools import LRUCache

from app.bus.notices import Bus
from app.core.errors import TryAgain
from app.core.wire import encode
from app.db.clock import now
from app.games.lists import GameLists, GameSummary
from app.games.registry import SessionRegistry
from app.games.state import control_message, listed_players, outcome_message
from app.games.stream_messages import ChallengeLine, EndLine, StartLine, StreamLine, TurnLine
from app.model.game_info import Player

DEBOUNCE = 0.1  # seconds in which changes are collected
KEEPALIVE = 15.0  # seconds without a line until an empty one is sent
OVERLAP_MS = 10_000  # lines so much older than the client's last one are repeated after a reconnect
MAX_PAST_MS = 24 * 3600 * 1000  # age of ends that are sent after a reconnect
MAX_REMEMBERED = 5000  # sent lines per stream

log = structlog.get_logger(__name__)


class Stream:
    """One client's stream. `pending`: lines to send, by game and kind."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.pending: dict[tuple[str, type[StreamLine]], StreamLine] = {}
        self.wake = asyncio.Event()
        self.ended = False
        self._sent: LRUCache[tuple[str, type[StreamLine]], int] = LRUCache(MAX_REMEMBERED)

    def put(self, lines: Iterable[StreamLine]) -> None:
        """Add lines, except those already sent."""
        for line in lines:
            if self._sent.get(key := (line.game, type(line))) != line.id:
                self.pending[key] = line
                self.wake.set()

    def take(self) -> list[StreamLine]:
        """Return the lines to send, in the order of their events."""
        lines = sorted(self.pending.values(), key=lambda line: line.id)
        self.pending.clear()
        self._sent.update({(line.game, type(line)): line.id for line in lines})
        return lines

    def end(self) -> None:
        self.ended = True
        self.wake.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield what to send until the stream ends."""
        while not self.ended:
            self.wake.clear()
            if lines := self.take():
                yield b"".join(encode(line) + b"\n" for line in lines)
            try:
                async with asyncio.timeout(KEEPALIVE):
                    await self.wake.wait()
            except TimeoutError:
                yield b"\n"


class Streams:
    """Streams of this process, fed by the bus."""

    def __init__(self, lists: GameLists, sessions: SessionRegistry, bus: Bus) -> None:
        self._lists, self._sessions = lists, sessions
        self._streams: dict[str, set[Stream]] = {}  # by player's id
        self._changed: set[str] = set()  # games
        self._missed = False  # notices may be lost
        self._noticed = asyncio.Event()
        bus.listeners.append(self._note)

    async def run(self) -> None:
        """Send changes to the streams until cancelled."""
        while True:
            await self._noticed.wait()
            self._noticed.clear()
            changed, self._changed = self._changed, set()
            missed, self._missed = self._missed, False
            try:
                if missed:
                    for stream in self._all():
                        await self._begin(stream, now() - OVERLAP_MS)
                await self._tell(changed)
            except TryAgain as error:
                log.warning("stream_update_failed", error=error.detail)
                self._changed |= changed
                self._missed |= missed
                self._noticed.set()
            except Exception:
                log.exception("stream_update_failed")
            await asyncio.sleep(DEBOUNCE)

    def stop(self) -> None:
        for stream in self._all():
            stream.end()

    async def open(self, stream: Stream, after: int | None) -> None:
        """Feed a stream until it is closed: first with the current state, or with what is newer than the line
        of id `after`. TryAgain: the database is unavailable."""
        self._streams.setdefault(stream.player.id, set()).add(stream)
        try:
            await self._begin(stream, after // 1000 if after is not None else None)
        except BaseException:
            self.close(stream)
            raise

    def close(self, stream: Stream) -> None:
        streams = self._streams.get(stream.player.id, set())
        streams.discard(stream)
        if not streams:
            self._streams.pop(stream.player.id, None)

    def _all(self) -> list[Stream]:
        return [stream for streams in self._streams.values() for stream in streams]

    def _note(self, game: str | None) -> None:
        """Note that a game has changed, None if any may have."""
        if not self._streams:
            return
        if game is None:
            self._missed = True
        else:
            session = self._sessions.peek(game)
            if session and not self._players(session.info.players, session.info.to):
                return
            self._changed.add(game)
        self._noticed.set()

    def _players(self, players: Iterable[Player | None], to: Player | None) -> set[str]:
        """Return the ids of these players who have a stream."""
        return {player.id for player in (*players, to) if player} & self._streams.keys()

    async def _begin(self, stream: Stream, since: int | None) -> None:
        """Put the current state into a stream; with `since` only what is newer, plus OVERLAP_MS, and ends."""
        player = stream.player
        summaries = await self._lists.running_for_two(player.id)
        if since is not None:
            since -= OVERLAP_MS
            summaries += await self._lists.ended_for_two(player.id, max(since, now() - MAX_PAST_MS))
        moved = await self._moved(summaries)
        for summary in summaries:
            _put(stream, summary, moved, since or 0)

    async def _tell(self, changed: set[str]) -> None:
        if not changed or not self._streams:
            return
        summaries = [one for one in await self._lists.summaries(changed) if _is_streamed(one)]
        told = {one.info.id: self._players(one.info.players, one.info.to) for one in summaries}
        moved = await self._moved([one for one in summaries if told[one.info.id]])
        for summary in summaries:
            for player in told[summary.info.id]:
                for stream in self._streams.get(player, ()):
                    _put(stream, summary, moved)

    async def _moved(self, summaries: Iterable[GameSummary]) -> dict[str, int]:
        live = {one.info.id: one.ply for one in summaries if one.status == "live"}
        return await self._lists.last_entry_times(live)


def _put(stream: Stream, summary: GameSummary, moved: Mapping[str, int], since: int = 0) -> None:
    """Put the lines of a game that are not older than `since`; a broken game does not stop the others."""
    try:
        stream.put([line for line in lines_of(summary, stream.player, moved) if line.at >= since])
    except Exception:
        log.exception("stream_update_failed", game=summary.info.id, ply=summary.ply)


def _is_streamed(summary: GameSummary) -> bool:
    return len(summary.info.players) == 2 and not summary.info.free


def lines_of(summary: GameSummary, player: Player, moved: Mapping[str, int]) -> Iterator[StreamLine]:
    """Yield all current lines of a game for two, for one of its players or the challenged one; `moved`: time
    of the last entry by game."""
    info = summary.info
    seats, to = info.seats(player), info.to
    free = next((seat for seat, other in enumerate(info.players) if other is None), 0)
    seat = seats[0] if seats else free
    opponent = listed_players(info)[1 - seat]
    terms = {"opponent": opponent, "control": control_message(info), "rated": info.rated}
    suffix = crc32(info.id.encode()) % 250 * 4  # distinguishes the lines of one millisecond

    def line(kind: Callable[..., StreamLine], at: int, order: int, **fields: Any) -> StreamLine:
        return kind(at * 1000 + suffix + order, info.id, at, info.game.id, seat, **fields)

    if summary.status == "open" and to is not None and to.id == player.id and opponent is not None:
        yield line(ChallengeLine, info.created, 0, **terms)
    if info.started is not None and seats:
        yield line(StartLine, info.started, 1, **terms)
    if summary.status == "live" and summary.turn in seats:
        at = moved.get(info.id, info.started or info.created)
        yield line(TurnLine, at, 2, ply=summary.ply)
    over = outcome_message(summary.outcome)
    if over is not None and summary.ended is not None:
        yield line(EndLine, summary.ended, 3, ply=summary.ply, over=over, declined=info.declined)
