"""The games that somebody looks at: play, write, tell, in that order.

A Session is one live game in this process. Its acts go one at a time: the match judges (pure), the writer
commits, and only then the session takes the new match and rings. No process owns a game: when the ply was
taken, the session reads on from the log and judges again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import time
from typing import Protocol

import structlog

from app import frames, wire
from app.batch import Line
from app.bus import Bus
from app.errors import Refusal, TryAgain, refusal
from app.facts import Facts, Player
from app.presence import NOBODY, Here
from app.store import Store
from app.writer import Writer
from engine import Entry, IllegalMove, Match, Seat
from engine.entry import QUIET

events = structlog.get_logger(__name__)

SLICE = 100  # spectators woken in one go
LINGER = 30.0  # seconds a session stays when nobody looks any more
PRESENCE = 0.1  # seconds in which comings and goings are told together


def now() -> int:
    """The server's time in milliseconds since the epoch."""
    return int(time() * 1000)


class Watcher(Protocol):
    """Somebody who looks at a game: a socket."""

    @property
    def player(self) -> Player | None: ...

    def wake(self) -> None: ...


class Session:
    """One game: its facts, its match, its log, and who looks at it. `version` counts what frames show."""

    def __init__(
        self,
        facts: Facts,
        log: list[Entry],
        store: Store,
        writer: Writer,
        bus: Bus,
        moved: Callable[[], None] = lambda: None,
    ) -> None:
        self.facts = facts
        self.log = log
        self.match = facts.match(log)
        self.version = 0
        self.presence_version = 0
        self.watchers: set[Watcher] = set()
        self.elsewhere = NOBODY  # who looks through other processes
        self._store, self._writer, self._bus, self._moved = store, writer, bus, moved
        self._lock = asyncio.Lock()
        self._frames: dict[Seat | None, bytes] = {}
        self._shown: wire.State | None = None  # to spectators; from it every seat's frame is made
        self._presence: wire.Presence | None = None
        self._audience: tuple[list[Watcher], list[Watcher]] | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    # What is seen

    def seat(self, player: Player | None) -> Seat | None:
        """The seat of a player, None for a spectator; of both seats the one to move."""
        return self.facts.seat(player, self.match.turn)

    def state(self, player: Player | None) -> wire.State:
        """The whole state for this asker."""
        return frames.state(self.facts, self.match, self.seat(player), self.presence())

    def frame(self, player: Player | None) -> bytes:
        """The same as a frame, encoded once for every audience."""
        seat = self.seat(player)
        frame = self._frames.get(seat)
        if frame is None:
            if self._shown is None:
                self._shown = frames.shown(self.facts, self.match, self.presence())
            frame = wire.encode(frames.seated(self._shown, self.facts, self.match, seat))
            self._frames[seat] = frame
        return frame

    def here(self) -> Here:
        """Who looks through this process."""
        players, spectators = self.audience()
        return Here(frozenset(w.player.id for w in players if w.player), len(spectators))

    def presence(self) -> wire.Presence:
        """Who is connected, by seat, and how many watch, through all processes."""
        if self._presence is None:
            here = self.here()
            connected = here.players | self.elsewhere.players
            online = [player is not None and player.id in connected for player in self.facts.players]
            self._presence = wire.Presence(online, here.watchers + self.elsewhere.watchers)
        return self._presence

    def presence_frame(self) -> bytes:
        """The same as a frame."""
        return wire.encode(self.presence())

    def audience(self) -> tuple[list[Watcher], list[Watcher]]:
        """Who looks: the players, and the spectators."""
        if self._audience is None:
            seated = {player.id for player in self.facts.players if player}
            players, spectators = list[Watcher](), list[Watcher]()
            for watcher in self.watchers:
                plays = watcher.player and watcher.player.id in seated
                (players if plays else spectators).append(watcher)
            self._audience = players, spectators
        return self._audience

    # Who looks

    def enter(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self._came_or_went()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self._came_or_went()

    def _came_or_went(self) -> None:
        self._audience = None
        self._moved()
        self._presence_changed()

    def hear_of(self, elsewhere: Here) -> None:
        """Takes what other processes say of who looks."""
        if elsewhere != self.elsewhere:
            self.elsewhere = elsewhere
            self._presence_changed()

    def _presence_changed(self) -> None:
        self._presence = None
        self._forget()
        if self._presence_timer is None:
            self._presence_timer = asyncio.get_running_loop().call_later(PRESENCE, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_timer = None
        self.presence_version += 1
        self._ring()

    # Acts

    async def act(self, player: Player, message: wire.Act) -> None:
        """Carries out a message, or finds that it was carried out before. Returns after the commit.

        Raises Refusal with the reason; TryAgain means that nothing was applied."""
        async with self._lock:
            for _ in range(5):
                try:
                    match = self._answered(player, message)
                except Refusal as error:
                    if self._early(message, error) and await self._read_on():
                        continue
                    raise
                if match is None:
                    return
                if await self._writer.write(Line.of(self.facts.id, match)):
                    self._advance(match)
                    return
                await self._read_on()
            raise TryAgain("others were faster five times")

    def _answered(self, player: Player, message: wire.Act) -> Match | None:
        """The match after the message; None: it was carried out before. Refusal says why not."""
        seat = self.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="only the players of this game may act")
        return None if self._repeats(seat, message) else self._judged(seat, player, message)

    def _early(self, message: wire.Act, error: Refusal) -> bool:
        """Whether a refusal may only mean that another process knows more than we: the asker may have been
        told there that he has a seat, or that the game has come to this ply."""
        if isinstance(message, wire.Move | wire.Undo | wire.Redo) and message.ply > self.match.ply:
            return True
        return error.code in ("not_seated", "not_live")

    def _repeats(self, seat: Seat, message: wire.Act) -> bool:
        """Whether the log already has this message's line: it was sent again after a lost answer."""
        act, text = message.name, message.move if isinstance(message, wire.Move) else ""
        start = message.ply if isinstance(message, wire.Move | wire.Undo | wire.Redo) else self.match.ply - 1
        for entry in self.log[max(start, 0) :] if start < self.match.ply else []:
            if entry.act == act and entry.text == text and (entry.seat == seat or self.facts.free):
                return True
            if entry.act not in QUIET:
                break
        return False

    def _judged(self, seat: Seat, player: Player, message: wire.Act) -> Match:
        """The match after the message. Refusal: over, not live, stale, not your turn, against the rules."""
        match = self.match
        withdraws = isinstance(message, wire.Abort) and player.id == self.facts.creator
        if not match.outcome and not self.facts.full and not withdraws:
            raise Refusal("not_live", message="a seat is still free")
        at = max(now(), match.last.at if match.last else 0)
        match message:
            case wire.Move(ply=ply, move=move):
                entry = Entry(ply, seat, "move", move, at)
            case wire.Undo(ply=ply):
                entry = Entry(ply, seat, "undo", "", at)
            case wire.Redo(ply=ply):
                entry = Entry(ply, seat, "redo", "", at)
            case wire.Resign():
                entry = Entry(match.ply, seat, "resign", "", at)
            case wire.Abort():
                entry = Entry(match.ply, seat, "abort", "", at)
        try:
            return match.then(entry)
        except IllegalMove as error:
            raise refusal(error) from None

    async def join(self, player: Player, seat: Seat | None) -> Seat:
        """Takes a seat and returns it; the one he has, if he has one. Refusal: `seat_taken`, `game_over`."""
        async with self._lock:
            held = self.seat(player)
            if self.match.outcome:
                raise Refusal("game_over", message="the game is over")
            if held is not None:
                return held
            await self._store.join(self.facts.id, player, seat, now())
            await self._read_on()
            held = self.seat(player)
            if held is not None:
                events.info("seat taken", game=self.facts.id, seat=held, player=player.id)
            else:
                raise Refusal("game_over" if self.match.outcome else "seat_taken", seat=seat)
            return held

    async def refresh(self) -> None:
        """Reads on, facts too: somebody else has changed them."""
        async with self._lock:
            await self._read_on()

    async def take(self, entries: list[Entry]) -> None:
        """Takes lines that somebody else has written; those that are known already are passed over."""
        async with self._lock:
            self._take(self.facts, [entry for entry in entries if entry.ply >= self.match.ply])

    async def _read_on(self) -> bool:
        """Takes what the store knows; answers whether there was anything new."""
        facts = await self._store.facts(self.facts.id)
        return self._take(facts or self.facts, await self._store.log(self.facts.id, self.match.ply))

    def _take(self, facts: Facts, entries: list[Entry]) -> bool:
        if not entries and facts == self.facts:
            return False
        match = self.match
        for entry in entries:
            match = match.after(entry)
        if facts != self.facts:
            self.facts, self._presence, self._audience = facts, None, None
        self.match = match
        self.log.extend(entries)
        self._changed()
        return True

    def _advance(self, match: Match) -> None:
        if match.last:
            self.log.append(match.last)
        if match.outcome:
            events.info("game over", game=self.facts.id, ply=match.ply, reason=match.outcome.reason)
        self.match = match
        self._changed()

    def _forget(self) -> None:
        """Whatever is shown has to be made anew."""
        self._shown = None
        self._frames.clear()

    def _changed(self) -> None:
        self._forget()
        self.version += 1
        self._ring()
        self._bus.ring(self.facts.id)

    # The bell

    def _ring(self) -> None:
        """Wakes everybody who looks: the players first, many spectators in slices, so that a move never
        holds up the loop for long. A slice that comes late shows the newest frame anyway."""
        players, spectators = self.audience()
        for watcher in (*players, *spectators[:SLICE]):
            watcher.wake()
        if len(spectators) > SLICE:
            self._ringing = asyncio.create_task(_wake_in_slices(spectators[SLICE:]))


async def _wake_in_slices(watchers: list[Watcher]) -> None:
    for start in range(0, len(watchers), SLICE):
        await asyncio.sleep(0)
        for watcher in watchers[start : start + SLICE]:
            watcher.wake()


class Sessions:
    """The sessions of this process, by game; each is read from the store when first asked for."""

    def __init__(self, store: Store, writer: Writer, bus: Bus) -> None:
        self._store, self._writer, self._bus = store, writer, bus
        self.moved = asyncio.Event()  # somebody came or went
        self._sessions: dict[str, Session] = {}
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self._holders: dict[str, int] = {}

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator[Session]:
        """The session of a game, kept at least as long as the block. Refusal: `not_found`."""
        self._holders[id] = self._holders.get(id, 0) + 1
        try:
            yield self._sessions.get(id) or await self._load(id)
        finally:
            self._holders[id] -= 1
            if not self._holders[id]:
                del self._holders[id]
                if id in self._sessions:
                    asyncio.get_running_loop().call_later(LINGER, self._drop, id)

    def held(self) -> dict[str, Session]:
        """The sessions that are kept just now, by game."""
        return dict(self._sessions)

    def known(self) -> set[str]:
        """The games that are kept, and those that are just being read."""
        return self._sessions.keys() | self._loading.keys()

    def knows(self, id: str) -> bool:
        """Whether a game is one of them."""
        return id in self._sessions or id in self._loading

    async def arrived(self, id: str) -> Session | None:
        """The session of a game, if it is kept; if it is just being read, when that is done. What it read
        may be older than a notice that has come meanwhile."""
        if id in self._loading:
            await asyncio.wait([self._loading[id]])
        return self._sessions.get(id)

    async def _load(self, id: str) -> Session:
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._read(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _read(self, id: str) -> Session:
        facts = await self._store.facts(id) if id.isalnum() and id.isascii() else None
        if facts is None:
            raise Refusal("not_found", game=id[:40])
        log = await self._store.log(id)
        session = Session(facts, log, self._store, self._writer, self._bus, self.moved.set)
        self._sessions[id] = session
        return session

    def _drop(self, id: str) -> None:
        if id not in self._holders:
            self._sessions.pop(id, None)
