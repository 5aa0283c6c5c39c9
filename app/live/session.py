"""One live game in this process, under a lock: judge, write, broadcast, in that order.

Acts go one at a time: the match judges (pure), the writer commits, and only then the session takes the new
match and broadcasts it. No process owns a game: when the ply was taken by another one, the session reads the
log on and judges again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import time
from typing import NamedTuple

import structlog

from app.clock import now, utc_day
from app.db.batch import NewEntry
from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.writer import Writer
from app.domain.game_info import GameInfo, Player
from app.errors import Refusal, TryAgain, refusal
from app.live.acts import entry_of, is_entry_of, is_of_rematch, is_slow
from app.live.audience import SLICE, Audience
from app.live.claims import Claims
from app.live.endings import Endings
from app.live.grace import Grace
from app.live.machines import MachineSeat
from app.live.rematch import change_rematch
from app.live.replay import extend
from app.live.state import Access, Snapshot, state_for
from app.live.steps import StepEncoder
from app.messages import games as messages
from engine import Entry, IllegalMove, Match, Seat
from engine.entry import QUIET

logger = structlog.get_logger(__name__)

TRIES = 5  # of an act whose ply was taken by other processes
CLOCK_AGE = 0.1  # seconds after which a frame with a running clock is encoded anew

# messages that are meant for one ply
WITH_PLY = (
    messages.Move | messages.Undo | messages.Redo | messages.Offer | messages.Withdraw | messages.Answer
)

ANSWER_TIME = 5.0  # seconds
CHAT_KNOWN = 500  # lines of the chat that are known to be sent

Answer = Callable[[BaseException | None], None]  # called once: None, done; otherwise why not


class Arrival(NamedTuple):
    """When a message came, in milliseconds since the epoch, and the latency of its connection."""

    at: int
    latency: int


class FifoLock:
    """A lock that serves waiters in their order, and can be taken synchronously when it is free (set
    `locked`); asyncio.Lock cannot. Given back by `release` or at the end of `async with`."""

    __slots__ = ("_waiters", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._waiters: deque[asyncio.Future[None]] = deque()

    def release(self) -> None:
        """Hands the lock to the first waiter, if there is one."""
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self.locked = False

    async def __aenter__(self) -> None:
        if not self.locked:
            self.locked = True
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if not waiter.cancelled():  # the lock had been handed over already
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()


class PendingAnswer:
    """The answer to one act, given once: when its outcome is known, or after ANSWER_TIME seconds without one.
    Then it is `try_again` only if the act was certainly not applied, and `internal` otherwise. `writing`: an
    entry is on its way to the database; `task`: that carries the act out, if there is one; `given_up`: the
    answer was given before the outcome was known."""

    __slots__ = ("_answer", "_timer", "given_up", "task", "writing")

    def __init__(self, answer: Answer, *, writing: bool) -> None:
        self._answer = answer
        self.writing = writing
        self.given_up = False
        self.task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(ANSWER_TIME, self._give_up)

    def __call__(self, error: BaseException | None) -> None:
        """Gives the outcome: None, done; otherwise why not."""
        self._timer.cancel()
        if not self.given_up:
            self._answer(error)

    def _give_up(self) -> None:
        self.given_up = True
        if self.writing or self.task is None:
            message = "the database does not answer; the state follows when it is known"
            self._answer(Refusal("internal", message=message))
        else:
            self.task.cancel()
            self._answer(TryAgain())


class Session:
    """One game: its info, its match, its log and its audience. `version` counts the states."""

    def __init__(
        self,
        info: GameInfo,
        log: list[Entry],
        match: Match,
        store: GameStore,
        writer: Writer,
        bus: Bus,
        on_local_presence: Callable[[], None] = lambda: None,
    ) -> None:
        self.info = info
        self.log = log
        self.match = match
        self.version = 0
        self.claims = Claims(self, self._on_presence)
        self.audience = Audience(self._on_presence, on_local_presence, self._broadcast, self.claims.time)
        self.audience.set_seats(info.players)
        self.finished: set[str] = set()  # players who are known to have finished this deal of the day
        self.chat_sent: deque[int] = deque(maxlen=CHAT_KNOWN)  # ids of lines of the chat
        self._store, self._writer, self._bus = store, writer, bus
        self.lock = FifoLock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._texts: dict[tuple[Seat | None, Access], bytes] = {}  # encoded states
        self._snapshot = Snapshot(info, match)
        self._before: Snapshot | None = None  # the one before, where one move leads from there
        self._step: StepEncoder | None = None  # from there, when the first client has asked for it
        self._encoded_at = 0.0  # when the oldest of these was, in seconds since the epoch
        self.endings = Endings(self)
        self.machine: MachineSeat | None = None  # where a machine has a seat
        self._grace = Grace(log) if info.control else None

    # What players and spectators see

    def seat(self, player: Player | None) -> Seat | None:
        """The seat of a player, None for a spectator; of both seats the one to move."""
        seats = self.info.seats_by_player.get(player.id) if player else None
        if seats is None:
            return None
        return seats[0] if len(seats) == 1 else self.match.turn or 0

    def access(self, player: Player | None) -> Access:
        """What this player may see of a deal of today: `finished` says who has finished it."""
        if self.info.daily is None or not self.info.is_closed(utc_day(now())):
            return Access.OPEN
        own = self.seat(player) is not None
        if (own and self.match.outcome is not None) or (player and player.id in self.finished):
            return Access.OPEN
        return Access.WITHOUT_DEAL if own else Access.CLOSED

    def state(self, player: Player | None) -> messages.State:
        """The whole state for this player."""
        presence = self.audience.presence
        return state_for(
            self.info, self.match, self.seat(player), presence, self.access(player), self.claims.seats
        )

    def state_text(self, player: Player | None) -> bytes:
        """The same as JSON, encoded once for each kind of reader."""
        if self.match.clocks:
            self._forget_old_clocks()
        reader = self.seat(player), self.access(player)
        text = self._texts.get(reader)
        if text is None:
            text = self._texts[reader] = messages.encode(self.state(player))
        return text

    def step_text(self, player: Player | None, access: Access) -> bytes | None:
        """What the newest version changed, as JSON, encoded once for each kind of reader. None: more than one
        move, or what this player may see, which was `access`, so that a whole state is needed."""
        before = self._before
        if before is None or access is Access.CLOSED:
            return None
        if self.info.daily is not None and access is not self.access(player):
            return None
        if self.match.clocks:
            self._forget_old_clocks()
        seat = was = self.seat(player)
        if self.info.free and seat is not None:
            was = before.match.turn or 0
        if self._step is None:
            self._step = StepEncoder(before, self._snapshot)
        return self._step.text(was, seat)

    def _forget_old_clocks(self) -> None:
        """Drops the encoded texts, if they show a running clock as it was too long ago."""
        at = time()
        if at - self._encoded_at > CLOCK_AGE:
            self._encoded_at = at
            if self._step:
                self._step.forget()
            self._texts.clear()

    def _broadcast(self) -> None:
        """Wakes every viewer: the players first, then the spectators, many of them in slices."""
        audience = self.audience
        for viewer in list(audience.players):
            viewer.wake()
        if len(audience.spectators) > SLICE:
            audience.wake_spectators()
            return
        for viewer in list(audience.spectators):
            viewer.wake()

    def _tell(self, *, step: bool) -> None:
        """Makes a new version, and sends it: as a step from the one before, or as a whole."""
        self._texts.clear()
        before, self._snapshot = self._snapshot, Snapshot(self.info, self.match, self.claims.seats)
        self._before, self._step = before if step else None, None
        self.version += 1
        self._broadcast()

    def _on_presence(self) -> None:
        self._texts.clear()
        if self.claims.update():
            self._tell(step=False)

    def close(self) -> None:
        """Ends what the session does by itself, when it is evicted."""
        self.endings.close()
        self.claims.close()
        if self.machine:
            self.machine.close()

    # Acts

    async def act(self, player: Player, message: messages.Act) -> None:
        """Carries out a message. Returns after the commit.

        Raises Refusal with the reason; TryAgain means that nothing was applied."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.submit(player, message, partial(_resolve, done))
        await done

    def submit(self, player: Player, message: messages.Act, answer: Answer, latency: float = 0) -> None:
        """The same without waiting: `answer` is called with None after the commit, or if the message was
        carried out before; otherwise with what `act` would raise. It takes no task while the lock is free
        and no other process writes to this game. `latency`: of the player's connection, in seconds."""
        arrival = Arrival(int(time() * 1000), int(latency * 1000)) if self.match.clocks else None
        if self.lock.locked or (not isinstance(message, messages.Move) and is_slow(message)):
            self._submit_in_task(player, message, answer, arrival)
            return
        try:
            match = self._judge(player, message, arrival)
        except Refusal as error:
            if self._may_be_behind(message, error):
                self._submit_in_task(player, message, answer, arrival)
            else:
                answer(error)
            return
        if match is None:
            answer(None)
            return
        written = self._writer.send(NewEntry.of(self.info, match))
        self.lock.locked = True
        pending = PendingAnswer(answer, writing=True)
        written.add_done_callback(partial(self._after_write, match, player, message, pending, arrival))

    def _after_write(
        self,
        match: Match,
        player: Player,
        message: messages.Act,
        answer: PendingAnswer,
        arrival: Arrival | None,
        future: asyncio.Future[bool],
    ) -> None:
        """Takes the match whose last entry was committed; judges again if its ply was taken."""
        error = asyncio.CancelledError() if future.cancelled() else future.exception()
        written = error is None and future.result()
        try:
            if written:
                self._advance(match)
        except Exception as fault:
            error = fault
        self.lock.release()
        if error is None and not written:
            answer.writing = False
            self._submit_in_task(player, message, answer, arrival, behind=True)
        else:
            self._finish(answer, error)

    def _submit_in_task(
        self,
        player: Player,
        message: messages.Act,
        answer: Answer,
        arrival: Arrival | None,
        *,
        behind: bool = False,
    ) -> None:
        """The same as `submit` where it has to wait: for the lock, or (`behind`) for the entries of other
        processes."""
        pending = answer if isinstance(answer, PendingAnswer) else PendingAnswer(answer, writing=False)
        acting = self._act(player, message, pending, arrival, behind=behind)
        task = pending.task = asyncio.create_task(acting)
        self._tasks.add(task)

        def finish(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            self._finish(pending, asyncio.CancelledError() if task.cancelled() else task.exception())

        task.add_done_callback(finish)

    def _finish(self, answer: PendingAnswer, error: BaseException | None) -> None:
        """Gives an answer. Where it was given up before, and nothing was applied, the state is told again;
        after a fault of ours the log is read, since nobody knows whether it was."""
        answer(error)
        if error is not None and not isinstance(error, (Refusal, asyncio.CancelledError)):
            task = asyncio.create_task(self._find_out())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if answer.given_up and error is not None and answer.writing:
            self._tell(step=False)

    async def _act(
        self,
        player: Player,
        message: messages.Act,
        pending: PendingAnswer,
        arrival: Arrival | None,
        *,
        behind: bool,
    ) -> None:
        async with self.lock:
            if behind:
                await self.read_on()
            if is_of_rematch(message):
                await self._rematch(player, message, pending)
                return
            if isinstance(message, messages.Claim):
                await self.claims.check_absence()
            for _ in range(TRIES):
                try:
                    match = self._judge(player, message, arrival)
                except Refusal as error:
                    if self._may_be_behind(message, error) and await self.read_on():
                        continue
                    raise
                if match is None:
                    return
                pending.writing = True
                if await self.write(match):
                    return
                pending.writing = False
            raise TryAgain("too much contention, try again")

    async def write(self, match: Match) -> bool:
        """Writes the last entry of a match and takes the match. False: the ply was taken, and the log is
        read on."""
        written = await self._writer.send(NewEntry.of(self.info, match))
        if written:
            self._advance(match)
        else:
            await self.read_on()
        return written

    def _judge(self, player: Player, message: messages.Act, arrival: Arrival | None = None) -> Match | None:
        """The match after the message; None: it was carried out before. Refusal says why not."""
        seat = self.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="only the players of this game may act")
        return None if self._is_repeat(seat, message) else self._apply(seat, player, message, arrival)

    def _may_be_behind(self, message: messages.Act, error: Refusal) -> bool:
        """Whether a refusal may only mean that another process knows more: the player may have got the seat,
        or seen the game at this ply, there."""
        if isinstance(message, WITH_PLY) and message.ply > self.match.ply:
            return True
        return error.code in ("not_seated", "not_live")

    def _is_repeat(self, seat: Seat, message: messages.Act) -> bool:
        """Whether the log already has this message's entry: it was sent again after a lost answer."""
        start = message.ply if isinstance(message, WITH_PLY) else self.match.ply - 1
        if start >= self.match.ply:
            return False
        for entry in map(self.log.__getitem__, range(max(start, 0), self.match.ply)):
            if is_entry_of(entry, message) and (entry.seat == seat or self.info.free):
                return True
            if entry.act not in QUIET:
                break
        return False

    def _apply(self, seat: Seat, player: Player, message: messages.Act, arrival: Arrival | None) -> Match:
        """The match after the message. Refusal: over, not live, stale, not your turn, against the rules."""
        match = self.match
        withdraws = isinstance(message, messages.Abort) and player.id == self.info.creator
        if not match.outcome and not self.info.full and not withdraws:
            raise Refusal("not_live", message="a seat is still free")
        at = arrival.at if arrival else int(time() * 1000)
        moves = isinstance(message, messages.Move)
        if moves and arrival and self._grace and match.clocks:
            at -= self._grace.of(match.clocks, seat, match.ply, arrival.latency)
        if match.last:
            at = max(at, match.last.at)
        if isinstance(message, messages.Move):
            entry = Entry(message.ply, seat, "move", message.move, at)
        else:
            entry = entry_of(message, match, self.info, seat, at)
            if isinstance(message, messages.Claim) and seat not in self.claims.seats and not match.outcome:
                raise Refusal("illegal_move", rule="too_early", message="the opponent has not been away")
        try:
            return match.then(entry)
        except IllegalMove as error:
            raise refusal(error) from None

    async def _rematch(
        self,
        player: Player,
        message: messages.Offer | messages.Withdraw | messages.Answer,
        pending: PendingAnswer,
    ) -> None:
        """Carries out a message about the rematch, under the lock."""
        await self.read_on()
        seat = self.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="only the players of this game may act")
        pending.writing = True
        found = await change_rematch(self._store.rematches, self.info, self.match, seat, message)
        pending.writing = False
        await self._take(replace(self.info, rematch=found), [])
        if found.next:
            self._bus.announce(found.next)

    async def join(self, player: Player, seat: Seat | None) -> Seat:
        """Takes a seat and returns it; the player's own, if they have one. Refusal: `seat_taken`,
        `game_over`."""
        async with self.lock:
            taken = self.seat(player)
            if self.match.outcome:
                raise Refusal("game_over", message="the game is over")
            if taken is not None:
                return taken
            joined = await self._store.join(self.info.id, player, seat, now())
            if joined:
                await self._take(joined, [])  # without reading: the database may be unavailable by now
            else:
                await self.read_on()
            taken = self.seat(player)
            if taken is None:
                raise Refusal("game_over" if self.match.outcome else "seat_taken", seat=seat)
            logger.info("seat taken", game=self.info.id, seat=taken, player=player.id)
            return taken

    # What other processes have written

    async def refresh(self) -> None:
        """Reads info and log on: another process has changed them."""
        async with self.lock:
            await self.read_on()

    async def _find_out(self) -> None:
        """Reads on after a fault of ours, if the database answers; else the next act does."""
        try:
            await self.refresh()
        except TryAgain as error:
            logger.info("log not read after a fault", game=self.info.id, error=str(error.detail))

    async def take(self, entries: list[Entry]) -> None:
        """Takes entries that another process has written; known ones are passed over."""
        async with self.lock:
            await self._take(self.info, [entry for entry in entries if entry.ply >= self.match.ply])

    async def read_on(self) -> bool:
        """Takes what the store has; returns whether there was anything new."""
        info = await self._store.info(self.info.id)
        return await self._take(info or self.info, await self._store.log(self.info.id, self.match.ply))

    async def _take(self, info: GameInfo, entries: list[Entry]) -> bool:
        if not entries and info == self.info:
            return False
        match = await extend(self.match, entries)
        step = info == self.info and _is_step(self.match, match)
        if info != self.info:
            self.info = info
            self.audience.set_seats(info.players)
        self.match = match
        self.log.extend(entries)
        if self._grace:
            self._grace.charge_foreign(entries)
        self._after_change(step=step)
        return True

    def _advance(self, match: Match) -> None:
        if match.last:
            self.log.append(match.last)
            if self._grace:
                self._grace.charge(match.last)
        if match.outcome:
            logger.info("game over", game=self.info.id, ply=match.ply, reason=match.outcome.reason)
            if self.info.rated:
                self._bus.reread([self.info.id])  # for what it has changed in the ratings
        before, self.match = self.match, match
        self._after_change(step=_is_step(before, match))

    def _after_change(self, *, step: bool) -> None:
        """Tells what is new, here and to the lobby. `step`: one move led there, and did not end the game."""
        if self.audience.incomplete:
            self.audience.recount()
            step = not self.claims.update() and step
        self._tell(step=step)
        self._bus.announce(self.info.id)
        if self.match.clocks or self.match.full:
            self.endings.watch()
        if self.machine:
            self.machine.watch()


def _is_step(before: Match, after: Match) -> bool:
    """Whether one move leads from a match to the next one, and did not end it."""
    last = after.last
    return after.ply == before.ply + 1 and after.outcome is None and last is not None and last.act == "move"


def _resolve(done: asyncio.Future[None], error: BaseException | None) -> None:
    if error is None and not done.done():
        done.set_result(None)
    elif error is not None and not done.done():
        done.set_exception(error)
