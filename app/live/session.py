"""The games that somebody looks at: play, write, tell, in that order.

A Session is one live game in this process. Its acts go one at a time: the match judges (pure), the writer
commits, and only then the session takes the new match and rings. No process owns a game: when the ply was
taken, the session reads on from the log and judges again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import structlog

from app.clock import now, utc_day
from app.cluster.bus import Bus
from app.cluster.presence import NOBODY, Connected
from app.db.batch import Line
from app.db.games import GameStore
from app.db.writer import Writer
from app.domain.game_info import GameInfo, Player
from app.errors import Refusal, TryAgain, refusal
from app.live import state as frames
from app.live.bell import Watcher, ring
from app.live.gate import FifoLock
from app.live.slices import extend
from app.messages import games as wire
from app.messages.framing import framed
from engine import Entry, IllegalMove, Match, Seat
from engine.entry import QUIET

events = structlog.get_logger(__name__)

TRIES = 5  # of an act that others were faster than
DRAW_AGAIN = 0.5  # seconds until the end of a full log is tried again; doubled each time, up to 30
PRESENCE = 0.1  # seconds in which comings and goings are told together


AIMED = (wire.Move, wire.Undo, wire.Redo)  # messages that are meant for one ply

Answer = Callable[[BaseException | None], None]  # called once: None, it is done; or why it is not


class Session:
    """One game: its facts, its match, its log, and who looks at it. `version` counts what frames show."""

    def __init__(
        self,
        info: GameInfo,
        log: list[Entry],
        match: Match,
        store: GameStore,
        writer: Writer,
        bus: Bus,
        moved: Callable[[], None] = lambda: None,
    ) -> None:
        self.info = info
        self.log = log
        self.match = match
        self.version = 0
        self.presence_version = 0
        self.watchers: set[Watcher] = set()
        self.elsewhere = NOBODY  # who looks through other processes
        self._store, self._writer, self._bus, self._moved = store, writer, bus, moved
        self._gate = FifoLock()
        self._acting: set[asyncio.Task[None]] = set()
        self.finished: set[str] = set()  # players who are known to have finished this deal of the day
        self._frames: dict[tuple[Seat | None, bool], bytes] = {}
        self._sheets: dict[bool, frames.StateEncoder] = {}  # from which the frames are made
        self._presence: wire.Presence | None = None
        self._audience: tuple[list[Watcher], list[Watcher]] | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._drawing: asyncio.Task[None] | None = None

    # What is seen

    def seat(self, player: Player | None) -> Seat | None:
        """The seat of a player, None for a spectator; of both seats the one to move."""
        held = self.info.seats(player)
        if len(held) > 1:
            return self.match.turn or 0
        return held[0] if held else None

    def closed(self, player: Player | None) -> bool:
        """Whether this is a deal of today that the asker has not finished."""
        if self.info.daily is None or not self.info.closed(utc_day(now())):
            return False
        over = self.match.outcome is not None and self.seat(player) is not None
        return not over and (player is None or player.id not in self.finished)

    def state(self, player: Player | None) -> wire.State:
        """The whole state for this asker."""
        closed = self.closed(player)
        return frames.state(self.info, self.match, self.seat(player), self.presence(), closed=closed)

    def frame(self, player: Player | None) -> bytes:
        """The same as a frame, encoded once for every audience."""
        audience = self.seat(player), self.closed(player)
        frame = self._frames.get(audience)
        if frame is None:
            seat, closed = audience
            if closed not in self._sheets:
                sheet = frames.StateEncoder(self.info, self.match, self.presence(), closed=closed)
                self._sheets[closed] = sheet
            frame = self._frames[audience] = framed(self._sheets[closed].text(seat))
        return frame

    def here(self) -> Connected:
        """Who looks through this process."""
        players, spectators = self.audience()
        return Connected(frozenset(w.player.id for w in players if w.player), len(spectators))

    def presence(self) -> wire.Presence:
        """Who is connected, by seat, and how many watch, through all processes."""
        if self._presence is None:
            here = self.here()
            connected = here.players | self.elsewhere.players
            online = [player is not None and player.id in connected for player in self.info.players]
            self._presence = wire.Presence(online, here.watchers + self.elsewhere.watchers)
        return self._presence

    def presence_frame(self) -> bytes:
        """The same as a frame."""
        return framed(wire.encode(self.presence()))

    def audience(self) -> tuple[list[Watcher], list[Watcher]]:
        """Who looks: the players, and the spectators."""
        if self._audience is None:
            seated = {player.id for player in self.info.players if player}
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

    def hear_of(self, elsewhere: Connected) -> None:
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
        """Carries out a message. Returns after the commit.

        Raises Refusal with the reason; TryAgain means that nothing was applied."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ask(player, message, partial(_settle, done))
        await done

    def ask(self, player: Player, message: wire.Act, answer: Answer) -> None:
        """The same without waiting: `answer` is called with None after the commit, or if the message was
        carried out before; otherwise with what `act` would raise. If nobody is in the way it takes no task.
        """
        if self._gate.shut:
            self._act_in_turn(player, message, answer)
            return
        try:
            match = self._answered(player, message)
        except Refusal as error:
            if self._early(message, error):
                self._act_in_turn(player, message, answer)
            else:
                answer(error)
            return
        if match is None:
            answer(None)
            return
        fate = self._writer.send(Line.of(self.info, match))
        self._gate.shut = True
        fate.add_done_callback(partial(self._written, match, player, message, answer))

    def _written(
        self, match: Match, player: Player, message: wire.Act, answer: Answer, fate: asyncio.Future[bool]
    ) -> None:
        """Takes the match whose last line is in the log now; or asks anew, if another line is."""
        error = asyncio.CancelledError() if fate.cancelled() else fate.exception()
        written = error is None and fate.result()
        try:
            if written:
                self._advance(match)
        except Exception as fault:
            error = fault
        self._gate.leave()
        if error is None and not written:
            self._act_in_turn(player, message, answer, late=True)
        else:
            answer(error)

    def _act_in_turn(self, player: Player, message: wire.Act, answer: Answer, *, late: bool = False) -> None:
        """The long way of `ask`: after whoever acts now, reading on where another process was faster."""
        task = asyncio.create_task(self._act(player, message, late=late))
        self._acting.add(task)

        def ended(task: asyncio.Task[None]) -> None:
            self._acting.discard(task)
            answer(asyncio.CancelledError() if task.cancelled() else task.exception())

        task.add_done_callback(ended)

    async def _act(self, player: Player, message: wire.Act, *, late: bool) -> None:
        async with self._gate:
            if late:
                await self._read_on()
            for _ in range(TRIES):
                try:
                    match = self._answered(player, message)
                except Refusal as error:
                    if self._early(message, error) and await self._read_on():
                        continue
                    raise
                if match is None:
                    return
                if await self._writer.send(Line.of(self.info, match)):
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
        if isinstance(message, AIMED) and message.ply > self.match.ply:
            return True
        return error.code in ("not_seated", "not_live")

    def _repeats(self, seat: Seat, message: wire.Act) -> bool:
        """Whether the log already has this message's line: it was sent again after a lost answer."""
        start = message.ply if isinstance(message, AIMED) else self.match.ply - 1
        if start >= self.match.ply:
            return False
        act, text = message.name, message.move if isinstance(message, wire.Move) else ""
        for entry in map(self.log.__getitem__, range(max(start, 0), self.match.ply)):
            if entry.act == act and entry.text == text and (entry.seat == seat or self.info.free):
                return True
            if entry.act not in QUIET:
                break
        return False

    def _judged(self, seat: Seat, player: Player, message: wire.Act) -> Match:
        """The match after the message. Refusal: over, not live, stale, not your turn, against the rules."""
        match = self.match
        withdraws = isinstance(message, wire.Abort) and player.id == self.info.creator
        if not match.outcome and not self.info.full and not withdraws:
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
        async with self._gate:
            held = self.seat(player)
            if self.match.outcome:
                raise Refusal("game_over", message="the game is over")
            if held is not None:
                return held
            joined = await self._store.join(self.info.id, player, seat, now())
            if joined:
                await self._take(joined, [])  # without reading: the database may be away by now
            else:
                await self._read_on()
            held = self.seat(player)
            if held is not None:
                events.info("seat taken", game=self.info.id, seat=held, player=player.id)
            else:
                raise Refusal("game_over" if self.match.outcome else "seat_taken", seat=seat)
            return held

    async def refresh(self) -> None:
        """Reads on, facts too: somebody else has changed them."""
        async with self._gate:
            await self._read_on()

    async def take(self, entries: list[Entry]) -> None:
        """Takes lines that somebody else has written; those that are known already are passed over."""
        async with self._gate:
            await self._take(self.info, [entry for entry in entries if entry.ply >= self.match.ply])

    async def _read_on(self) -> bool:
        """Takes what the store knows; answers whether there was anything new."""
        info = await self._store.info(self.info.id)
        return await self._take(info or self.info, await self._store.log(self.info.id, self.match.ply))

    async def _take(self, info: GameInfo, entries: list[Entry]) -> bool:
        if not entries and info == self.info:
            return False
        match = await extend(self.match, entries)
        if info != self.info:
            self.info, self._presence, self._audience = info, None, None
        self.match = match
        self.log.extend(entries)
        self._changed()
        return True

    def _advance(self, match: Match) -> None:
        if match.last:
            self.log.append(match.last)
        if match.outcome:
            events.info("game over", game=self.info.id, ply=match.ply, reason=match.outcome.reason)
        self.match = match
        self._changed()

    def _forget(self) -> None:
        """Whatever is shown has to be made anew."""
        self._sheets.clear()
        self._frames.clear()

    def _changed(self) -> None:
        self._forget()
        self.version += 1
        self._ring()
        self._bus.ring(self.info.id)
        self.end_if_full()

    def end_if_full(self) -> None:
        """Has a match of two players that came to its full length ended as a draw."""
        if self.match.drawn_by_length and (self._drawing is None or self._drawing.done()):
            self._drawing = asyncio.create_task(self._draw())

    async def _draw(self) -> None:
        """Writes the claim that ends a match of full length, as often as it takes."""
        wait = DRAW_AGAIN
        while self.match.drawn_by_length:
            try:
                async with self._gate:
                    if self.match.drawn_by_length:
                        await self._claim_draw()
            except TryAgain as error:
                events.warning("full log not ended", game=self.info.id, error=str(error.detail))
                await asyncio.sleep(wait)
                wait = min(30.0, wait * 2)

    async def _claim_draw(self) -> None:
        match = self.match
        at = max(now(), match.last.at if match.last else 0)
        ended = match.then(Entry(match.ply, None, "claim", "draw", at), by_server=True)
        if await self._writer.send(Line.of(self.info, ended)):
            self._advance(ended)
        else:
            await self._read_on()

    # The bell

    def _ring(self) -> None:
        """Wakes everybody who looks."""
        self._ringing = ring(*self.audience()) or self._ringing


def _settle(done: asyncio.Future[None], error: BaseException | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
