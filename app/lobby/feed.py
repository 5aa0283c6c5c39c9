"""The lobby: open games whose hosts are connected, live games, and each player's unfinished games.

One loop takes up what the bus reports. The shared lists are read when they gain or lose a game, at most once
per second, for all visitors; a player's own games when they change, and after each move in those with a
running clock. Moves on shown boards are taken up every BOARDS_INTERVAL seconds. Each visitor has a task that
sends the difference between what it was sent and the newest state (`app/lobby/visitor.py`): a slow client
skips states.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from app.bus.notices import Bus
from app.core.errors import TryAgain
from app.core.wire import encode
from app.db.clock import now
from app.games.lists import GameLists, GameSummary
from app.lobby.host_presence import HostPresence
from app.lobby.lists import MAX_BOARDS, MAX_LISTED, NO_LISTS, shared_difference
from app.lobby.online import OnlinePeople
from app.lobby.own_games import OwnGames, WantedRematches
from app.lobby.previews import Previews
from app.lobby.visitor import Frame, Visitor, Visitors, wake
from app.model.game_info import Rematch

FRAME_INTERVAL = 0.25  # seconds between two rounds of the loop, and between two frames to a visitor
READ_INTERVAL = 1.0  # seconds between two reads of the shared lists
BOARDS_INTERVAL = 2.0  # seconds between two frames of moves
BOT_GAME_LISTED_MS = 1800_000  # after its last move a game against a bot stays listed so long

log = structlog.get_logger(__name__)


class LobbyFeed:
    """The lists of one process, read while a visitor is connected. Only the loop changes the shared lists."""

    def __init__(
        self,
        store: GameLists,
        bus: Bus,
        hosts: HostPresence,
        visitors: Visitors,
        online: OnlinePeople,
        previews: Previews,
        own_games: OwnGames,
    ) -> None:
        self._store, self._bus, self._hosts = store, bus, hosts
        self._visitors, self._online = visitors, online
        self._previews, self._own_games = previews, own_games
        self._rematches = WantedRematches()
        self._lists = NO_LISTS
        self._stale = True  # the shared lists need a read
        self._hosts_version = -1  # version of the hosts at the last read
        self._read_at = 0.0  # loop time of that read
        self._moved: dict[str, GameSummary] = {}  # games on shown boards with unsent moves
        self._waiting: list[asyncio.Future[None]] = []  # for the newest lists
        self._asked = asyncio.Event()  # set when somebody waits

    async def run(self) -> None:
        """Keep the lists and tell the visitors until cancelled."""
        clock = asyncio.get_running_loop().time
        boards_at = clock() + BOARDS_INTERVAL
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(FRAME_INTERVAL):
                    await self._asked.wait()
            self._asked.clear()
            await self._attempt(self._refresh)
            if clock() >= boards_at:
                boards_at = clock() + BOARDS_INTERVAL
                await self._attempt(self._tell_moves)
                await self._attempt(self._look_for_extras)

    async def _attempt(self, step: Callable[[], Awaitable[None]]) -> None:
        try:
            await step()
        except TryAgain as error:
            log.warning("lobby_refresh_failed", step=step.__name__, error=error.detail)
        except Exception:
            log.exception("lobby_refresh_failed", step=step.__name__)

    async def send_updates(self, visitor: Visitor) -> None:
        """Send the lobby to a visitor until cancelled: now, and on every change."""
        with self._visitors.admit(visitor):
            while True:
                visitor.changed.clear()
                try:
                    for frame in await self._next_frames(visitor):
                        await visitor.send(encode(frame))
                except TryAgain as error:
                    log.warning("lobby_update_failed", error=error.detail)
                    visitor.changed.set()
                await asyncio.sleep(FRAME_INTERVAL)
                await visitor.changed.wait()

    async def is_host(self, player: str) -> bool:
        """Return whether this player has a public open game or an open challenge. True if the database is
        unavailable; reading the player's own games corrects it."""
        try:
            return await self._store.is_host(player)
        except TryAgain:
            return True

    async def _refresh(self) -> None:
        if not self._visitors:
            self._lists, self._stale = NO_LISTS, True
            changed, self._bus.games = self._bus.games, {}
            for known in changed.values():
                if known and _may_have_rematch(summary := GameSummary.of(*known)):
                    self._rematches.note(summary.info, summary.info.rematch)  # for whoever comes back
            self._moved.clear()
            return
        waiting, self._waiting = self._waiting, []
        fault: Exception | None = None
        try:
            await self._compare()
            is_due = waiting or asyncio.get_running_loop().time() >= self._read_at + READ_INTERVAL
            outdated = self._stale or self._hosts_version != self._hosts.version
            if outdated and is_due and any(visitor.sees_lists for visitor in self._visitors):
                await self._read_lists()
        except Exception as error:
            fault = error
            raise
        finally:
            for one in waiting:
                if fault and not one.done():
                    one.set_exception(fault)
                elif not one.done():
                    one.set_result(None)

    async def _compare(self) -> None:
        """Apply changed games to the lists. Only games not reported by a session of this process are read."""
        if self._bus.missed:
            self._bus.missed = False
            self._mark_all_stale()
        changed, self._bus.games = self._bus.games, {}
        unknown = [game for game, known in changed.items() if known is None]
        try:
            summaries = await self._store.summaries(unknown) if unknown else []
            ended = [one.info.id for one in summaries if _may_have_rematch(one)]
            rematches = await self._store.rematches(ended) if ended else {}
        except Exception:
            self._bus.games = changed | self._bus.games
            raise
        for summary in summaries:
            self._take(summary, rematches.get(summary.info.id))
        for summary in (GameSummary.of(*known) for known in changed.values() if known):
            self._take(summary, summary.info.rematch)

    def _mark_all_stale(self) -> None:
        """Mark everything for a read, and the shown boards for sending: changes may have been missed."""
        self._stale = True
        self._bus.games |= dict.fromkeys(self._lists.live)
        for visitor in self._visitors:
            self._bus.games |= dict.fromkeys(visitor.summaries)
            visitor.mark_stale()

    def _take(self, summary: GameSummary, rematch: Rematch | None) -> None:
        info, over = summary.info, _may_have_rematch(summary)
        if over:
            self._rematches.note(info, rematch)
        for host in _hosts_of(summary):
            self._hosts.set_host(host)
        present = self._hosts.has(info.creator) or self._hosts.has(info.id)
        self._stale |= self._lists.is_changed_by(summary, present=present)
        shown = self._lists.shows_board(info.id)
        for player in {player.id for player in (*info.players, info.to) if player}:
            for visitor in self._visitors.of(player):
                shown |= info.id in visitor.summaries
                if visitor.is_concerned(summary):
                    visitor.mark_stale()
                elif over:
                    visitor.changed.set()  # a rematch may be offered
        if shown:
            self._moved[info.id] = summary

    async def _read_lists(self) -> None:
        self._stale, self._hosts_version = False, self._hosts.version
        self._read_at = asyncio.get_running_loop().time()
        try:
            waiting = await self._store.open_games(self._hosts.ids(), MAX_LISTED)
            since = now() - BOT_GAME_LISTED_MS
            live = await self._store.list_games(
                status="live", watched=True, moved_since=since, most=MAX_LISTED
            )
            boards = await self._previews.read(live[:MAX_BOARDS])
        except Exception:
            self._stale = True
            raise
        known, self._lists = self._lists, self._lists.following(waiting, live, boards)
        if shared_difference(known, self._lists).changes:
            wake([visitor for visitor in self._visitors if visitor.sees_lists])

    async def _tell_moves(self) -> None:
        moved, self._moved = self._moved, {}
        try:
            boards = await self._previews.read(moved.values()) if moved else {}
        except TryAgain:
            self._moved = moved | self._moved
            raise
        shared = any(map(self._lists.shows_board, boards))
        self._lists = self._lists.moved(boards)
        wake([one for one in self._visitors if one.move_own(boards) or (shared and one.sees_lists)])

    async def _look_for_extras(self) -> None:
        """Look for absences in games with a running clock, and for arrivals of challenged players."""
        for visitor in self._visitors:
            if await self._own_games.have_changed(visitor.summaries, visitor.extras):
                visitor.mark_stale()

    async def _next_frames(self, visitor: Visitor) -> list[Frame]:
        if visitor.stale:
            await self._read_own(visitor)
        if visitor.sees_lists and visitor.sent is None:
            newest = asyncio.get_running_loop().create_future()
            self._waiting.append(newest)
            self._asked.set()
            await newest
        rematches = self._rematches.of(visitor.player.id) if visitor.player else []
        return visitor.next_frames(self._lists, rematches, self._online.count())

    async def _read_own(self, visitor: Visitor) -> None:
        visitor.stale = False
        player = visitor.player
        if player is None:
            return
        try:
            games = await self._store.unfinished(player.id, MAX_LISTED)
            extras = await self._own_games.read(games)
            moved = visitor.set_own(games, extras, await self._previews.read(games))
        except BaseException:
            visitor.stale = True
            raise
        self._moved |= {summary.info.id: summary for summary in moved}
        if len(games) < MAX_LISTED:  # a full list may lack open games
            self._hosts.set_host(player.id, host=any(player.id in _hosts_of(summary) for summary in games))


def _may_have_rematch(summary: GameSummary) -> bool:
    """Return whether this is an ended game for two, of which there may be a rematch."""
    return summary.status == "ended" and summary.info.of_two


def _hosts_of(summary: GameSummary) -> set[str]:
    """Return the hosts of an open game: its creator if it is public, and the challenged player."""
    info = summary.info
    if summary.status != "open":
        return set()
    people = {info.creator} if info.public else set()
    return people | {info.to.id} if info.to else people
