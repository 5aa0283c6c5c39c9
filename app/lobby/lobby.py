"""The lobby: open games whose hosts are connected, live games, and each player's unfinished games.

The bus reports changes. The shared lists are read when they gain or lose a game, at most once per second, and
encoded once for all visitors; a player's own list is read when it changes, and after each move in its games
with a running clock. Moves on the shown boards are sent separately, at most every BOARDS_INTERVAL seconds. A
visitor may receive only their own list, as on pages beside the lobby, or deltas (`app/lobby/visitor.py`); the
delta of the shared lists is encoded once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import structlog

from app.clock import now
from app.cluster.host_presence import HostPresence
from app.db.games.lists import GameLists, GameSummary
from app.db.notices import Bus
from app.domain.game_info import GameInfo, Rematch
from app.domain.presence import MAX_LISTED_ACCOUNTS
from app.errors import TryAgain
from app.live.registry import SessionRegistry
from app.lobby.items import MAX_BOARDS, MAX_LISTED, cut, encode_boards, encode_entries
from app.lobby.lists import NO_LISTS, Lists
from app.lobby.own_games import OwnGames
from app.lobby.previews import Previews
from app.lobby.rematches import WantedRematches
from app.lobby.visitor import LastSent, Visitor
from app.messages.games import encode

FRAME_INTERVAL = 0.25  # seconds between two frames to a visitor
READ_INTERVAL = 1.0  # seconds between two reads of the shared lists
BOARDS_INTERVAL = 2.0  # seconds between two frames of moves
MAX_FRAME_BYTES = 24 * 1024  # of a full frame
BOT_GAME_LISTED_MS = 1800_000  # after its last move a game against a bot stays listed so long
WAKE_SLICE = 100  # visitors woken per iteration of the event loop

log = structlog.get_logger(__name__)


class Lobby:
    """Lists and visitors of one process. Lists are read when something has changed and a visitor is
    connected."""

    def __init__(
        self,
        store: GameLists,
        bus: Bus,
        hosts: HostPresence,
        sessions: SessionRegistry,
        previews: Previews,
        own_games: OwnGames,
    ) -> None:
        self._store, self._hosts, self._sessions, self._previews = store, hosts, sessions, previews
        self._own_games = own_games
        self._rematches = WantedRematches()
        self._visitors: dict[str | None, set[Visitor]] = {}  # by player's id
        self._lists: Lists | None = None
        self._stale = True  # the shared lists need a read
        self._read_at = 0.0  # loop time of that read
        self._hosts_version = -1  # version of the hosts at that read
        self._counted = (-READ_INTERVAL, 0)  # loop time and result of the last count of people
        self._moved: dict[str, GameSummary] = {}  # games on shown boards with unsent moves
        self._bus = bus
        self._reading = asyncio.Lock()
        self._begun = self._compared = 0  # numbers of comparisons of the lists with changed games

    async def run(self) -> None:
        """Follow changes of games and of hosts until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._follow_games())
            tasks.create_task(self._follow_hosts())
            tasks.create_task(self._tell_boards())
            tasks.create_task(self._follow_extras())

    async def send_updates(self, visitor: Visitor) -> None:
        """Send the lobby to a visitor until cancelled: now, and on every change."""
        player, count = visitor.player, self._hosts.count_connection
        counted = count(player.id, visitor.probe, host=visitor.host) if player else nullcontext()
        with counted, self._visit(visitor):
            await self._send_updates(visitor)

    async def is_host(self, player: str) -> bool:
        """Return whether this player has a public open game or an open challenge. True if the database is
        unavailable; reading the player's own list corrects it."""
        try:
            return await self._store.is_host(player)
        except TryAgain:
            return True

    def online(self) -> int:
        """Return the number of people connected to the lobby or a game: players once each, other connections
        separately; other processes as last reported."""
        time = asyncio.get_running_loop().time()
        if time > self._counted[0] + READ_INTERVAL:
            self._counted = time, self.local_online() + self._hosts.remote_online
        return self._counted[1]

    def is_online(self, player: str) -> bool:
        """Return whether this player is connected to the lobby or a game. Of other processes only hosts and
        MAX_LISTED_ACCOUNTS others each are known."""
        if self._hosts.is_connected(player) or player in self._hosts.remote_people:
            return True
        return any(session.audience.has_viewer(player) for session in self._sessions.loaded().values())

    def local_people(self) -> frozenset[str]:
        """Return the ids of connected people with an account, MAX_LISTED_ACCOUNTS at most: the same ones
        while nobody comes or goes."""
        here = [visitor.player for visitor in self._everybody()]
        for session in self._sessions.loaded().values():
            here += [viewer.player for viewer in (*session.audience.players, *session.audience.spectators)]
        return frozenset(
            sorted({player.id for player in here if player and player.account})[:MAX_LISTED_ACCOUNTS]
        )

    def local_online(self) -> int:
        """Return the number of people connected to this process."""
        people = {player for player in self._visitors if player is not None}
        anonymous = len(self._visitors.get(None, ()))
        for session in self._sessions.loaded().values():
            people.update(viewer.player.id for viewer in session.audience.players if viewer.player)
            for viewer in session.audience.spectators:
                if viewer.player:
                    people.add(viewer.player.id)
                else:
                    anonymous += 1
        return len(people) + anonymous

    # Changes

    def _mark_all_stale(self) -> None:
        """Mark everything for a read, and the shown boards for sending: changes may have been missed."""
        self._stale = True
        if self._lists:
            self._bus.games |= dict.fromkeys(summary.info.id for summary in self._lists.shown())
        for visitor in self._everybody():
            self._bus.games |= dict.fromkeys(visitor.mine)
            visitor.stale = True
            visitor.changed.set()

    async def _follow_games(self) -> None:
        while True:
            await self._bus.changed.wait()
            self._bus.changed.clear()
            if self._visitors:
                await self._refresh()
                if (self._are_lists_seen and self._outdated) or self._bus.games:  # too early, or it failed
                    self._bus.changed.set()
            else:
                self._stale = True
                self._bus.games.clear()
            await asyncio.sleep(FRAME_INTERVAL)

    async def _follow_hosts(self) -> None:
        while True:
            await self._hosts.changed.wait()
            self._hosts.changed.clear()
            self._bus.changed.set()
            await asyncio.sleep(FRAME_INTERVAL)

    async def _refresh(self) -> None:
        try:
            if self._are_lists_seen:
                await self._read_lists()
            else:
                async with self._reading:
                    await self._compare()
        except TryAgain as error:
            log.warning("lobby_refresh_failed", error=error.detail)
        except Exception:
            log.exception("lobby_refresh_failed")

    @property
    def _are_lists_seen(self) -> bool:
        """Return whether any visitor sees the shared lists."""
        return any(visitor.sees_lists for visitors in self._visitors.values() for visitor in visitors)

    @property
    def _outdated(self) -> bool:
        """Return whether the shared lists may have changed since the last read."""
        return self._stale or self._hosts_version != self._hosts.version

    async def _compare(self) -> None:
        """Apply changed games to the lists. Only games not reported by a session of this process are read."""
        if self._bus.missed:
            self._bus.missed = False
            self._mark_all_stale()
        changed, self._bus.games = self._bus.games, {}
        unknown = [game for game, known in changed.items() if known is None]
        try:
            summaries = await self._store.summaries(unknown) if unknown else []
            ended = [one.info.id for one in summaries if one.status == "ended" and one.info.of_two]
            rematches = await self._store.rematches(ended) if ended else {}
        except BaseException:
            self._bus.games = changed | self._bus.games
            raise
        for summary in summaries:
            self._take(summary, rematches.get(summary.info.id))
        for summary in (GameSummary.of(*known) for known in changed.values() if known):
            self._take(summary, summary.info.rematch)

    def _take(self, summary: GameSummary, rematch: Rematch | None) -> None:
        game, lists = summary.info.id, self._lists
        if over := summary.status == "ended" and summary.info.of_two:
            self._rematches.note(summary.info, rematch)
        for host in _hosts_of(summary):
            self._hosts.set_host(host)
        if lists is None or self._differs(lists, summary):
            self._stale = True
        shown = lists is not None and any(other.info.id == game for other in lists.shown())
        info = summary.info
        for player in {player.id for player in (*info.players, info.to) if player}:
            for visitor in self._visitors.get(player, ()):
                shown |= game in visitor.mine
                if visitor.differs(summary):
                    visitor.stale = True
                    visitor.changed.set()
                elif over:
                    visitor.changed.set()
        if shown:
            self._moved[game] = summary

    def _differs(self, lists: Lists, summary: GameSummary) -> bool:
        """Return whether a game's change adds it to a shared list or removes it."""
        info = summary.info
        present = self._hosts.has(info.creator) or self._hosts.has(info.id)
        for status, known, belongs in (("open", lists.open, present), ("live", lists.live, not info.free)):
            listed = any(other.info.id == info.id for other in known)
            belongs &= info.public and summary.status == status and len(info.players) > 1
            full = len(known) == MAX_LISTED and _order(info) < _order(known[-1].info)
            if listed != belongs and not (belongs and full):
                return True
        return False

    async def _read_lists(self, *, at_once: bool = False) -> Lists:
        """Return the shared lists as of now (`at_once`) or of a second ago, and notify all visitors if they
        have changed. Of visitors who arrive together, one compares for all."""
        asked = self._begun
        async with self._reading:
            if not at_once or self._compared <= asked or self._lists is None:
                self._begun = number = self._begun + 1
                await self._compare()
                self._compared = number
            known, time = self._lists, asyncio.get_running_loop().time()
            if known and (not self._outdated or not (at_once or time >= self._read_at + READ_INTERVAL)):
                return known
            self._stale, self._read_at, self._hosts_version = False, time, self._hosts.version
            try:
                waiting = await self._store.open_games(self._hosts.ids(), MAX_LISTED)
                live = await self._store.list_games(
                    status="live", watched=True, moved_since=now() - BOT_GAME_LISTED_MS, most=MAX_LISTED
                )
                lists = known or NO_LISTS
                lists = lists.following(waiting, live, await self._previews.read(live[:MAX_BOARDS]))
            except BaseException:
                self._stale = True
                raise
            if known is None or known.version != lists.version:
                self._wake([visitor for visitor in self._everybody() if visitor.sees_lists])
            self._lists = lists
            return lists

    # Frames to visitors

    @contextmanager
    def _visit(self, visitor: Visitor) -> Iterator[None]:
        player = visitor.player.id if visitor.player else None
        visitors = self._visitors.setdefault(player, set())
        visitors.add(visitor)
        try:
            yield
        finally:
            visitors.discard(visitor)
            if not visitors and self._visitors.get(player) is visitors:
                del self._visitors[player]

    def _everybody(self) -> list[Visitor]:
        return [visitor for visitors in self._visitors.values() for visitor in visitors]

    async def _send_updates(self, visitor: Visitor) -> None:
        last_sent: LastSent | None = None
        while True:
            visitor.changed.clear()
            if visitor.whole:
                visitor.whole, last_sent = False, None
            try:
                lists = self._lists if last_sent else None  # `_follow_games` reads them for all visitors
                if not visitor.sees_lists:
                    lists = NO_LISTS
                elif lists is None:
                    lists = await self._read_lists(at_once=True)
                changed = last_sent is None or last_sent.version != lists.version
                rematches = self._rematches_text(visitor)
                if visitor.stale or (visitor.outdated and changed):
                    await self._read_mine(visitor, MAX_FRAME_BYTES - len(lists.text) - len(rematches) - 100)
            except TryAgain as error:
                log.warning("lobby_update_failed", error=error.detail)
                visitor.changed.set()
            else:
                newest = LastSent(lists.version, visitor.version, visitor.own, rematches, self.online())
                if newest.is_news(last_sent):
                    if text := visitor.frame(last_sent, newest, lists):
                        await visitor.send(text)
                    last_sent = newest
            if visitor.boards:
                boards, visitor.boards = visitor.boards, {}
                await visitor.send(encode_boards(boards.values()))
            await asyncio.sleep(FRAME_INTERVAL)
            await visitor.changed.wait()

    async def _read_mine(self, visitor: Visitor, size: int) -> None:
        """Read a visitor's own list, as JSON of at most `size` bytes."""
        visitor.stale = visitor.outdated = False
        player = visitor.player
        if player is None:
            return
        try:
            mine = await self._store.unfinished(player.id, MAX_LISTED)
            extras = await self._own_games.read(mine)
            previews = await self._previews.read(mine)
        except BaseException:
            visitor.stale = True
            raise
        known = [summary for summary in mine if summary.info.id in previews]
        known.sort(key=lambda summary: -previews[summary.info.id].moved)
        known.sort(key=lambda summary: not summary.waits_for(player))
        visitor.take_mine(known, extras)
        _, visitor.own = cut([], encode_entries(known, previews, extras), size)
        if len(mine) < MAX_LISTED:  # a full list may lack open games
            self._hosts.set_host(player.id, host=any(player.id in _hosts_of(summary) for summary in mine))

    def _rematches_text(self, visitor: Visitor) -> bytes:
        """Return the rematch offers to a visitor as JSON, b"" if there are none."""
        wanted = self._rematches.of(visitor.player.id) if visitor.player else []
        return encode(wanted) if wanted else b""

    async def _follow_extras(self) -> None:
        """Watch until cancelled for absences in games with a running clock, and for the presence of
        challenged players."""
        while True:
            await asyncio.sleep(BOARDS_INTERVAL)
            try:
                for visitor in self._everybody():
                    if visitor.extras and await self._own_games.changed(visitor.extras, visitor.challenged):
                        visitor.stale = True
                        visitor.changed.set()
            except Exception:
                log.exception("lobby_extras_failed")

    async def _tell_boards(self) -> None:
        """Send moves on the shown boards until cancelled."""
        while True:
            await asyncio.sleep(BOARDS_INTERVAL)
            moved, self._moved = self._moved, {}
            try:
                if moved and self._visitors:
                    await self._tell(moved)
            except TryAgain as error:
                log.warning("lobby_boards_failed", error=error.detail)
                self._moved = moved | self._moved
            except Exception:
                log.exception("lobby_boards_failed")

    async def _tell(self, moved: dict[str, GameSummary]) -> None:
        previews = await self._previews.read(moved.values())
        texts = {
            game: encode((game, preview.ply, preview.turn, preview.position, preview.moves))
            for game, preview in previews.items()
        }
        lists = self._lists
        shared = {summary.info.id for summary in lists.shown()} & texts.keys() if lists else set()
        if lists and shared:
            async with self._reading:
                if self._lists is lists:
                    boards = await self._previews.read(lists.shown())
                    self._lists = lists.following(lists.open, lists.live, boards)
        concerned = []
        for visitor in self._everybody():
            own = visitor.mine.keys() & texts.keys()
            visitor.outdated |= bool(own)
            shown = shared | own if visitor.sees_lists else own
            if shown:
                visitor.boards.update((game, texts[game]) for game in shown)
                concerned.append(visitor)
        self._wake(concerned)

    def _wake(self, visitors: list[Visitor]) -> None:
        """Wake visitors in slices, so that moves are handled in between."""
        for visitor in visitors[:WAKE_SLICE]:
            visitor.changed.set()
        if len(visitors) > WAKE_SLICE:
            asyncio.get_running_loop().call_soon(self._wake, visitors[WAKE_SLICE:])


def _order(info: GameInfo) -> tuple[int, str]:
    """Return the sort key of the lists, greatest first."""
    return info.created, info.id


def _hosts_of(summary: GameSummary) -> set[str]:
    """Return the hosts of an open game: its creator if it is public, and the challenged player."""
    info = summary.info
    if summary.status != "open":
        return set()
    people = {info.creator} if info.public else set()
    return people | {info.to.id} if info.to else people
