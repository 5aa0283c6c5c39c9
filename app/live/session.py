"""One live game in this process: judge, write, publish, in that order, under a lock.

Acts are processed one at a time: the match judges (pure), the writer commits, and only then the session
applies the new match and publishes it. No process owns a game: if another one took the ply, the session reads
the new entries and judges again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import structlog

from app import clock
from app.db.batch import NO_CHANGES, Committed, NewEntry
from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.writer import Writer, Written
from app.domain.game_info import GameInfo, MoveWarning, Player
from app.domain.presence import NO_CONNECTIONS, Connected
from app.domain.timeouts import timeout_entry
from app.errors import Refusal, TryAgain, refusal
from app.live.absence_claims import AbsenceClaims
from app.live.answers import Answer, PendingAnswer
from app.live.audience import Audience
from app.live.charging import Arrival
from app.live.conduct import find_early_end
from app.live.cooperative_replay import extend
from app.live.game_time import GameTime, Loaded
from app.live.handlers import Situation, asks_database, entry_of, is_about_rematch, is_entry_of
from app.live.lock import FifoLock
from app.live.rematch import change_rematch
from app.live.stalls import Stalls
from app.live.timeouts import Timeouts
from app.live.view import GameView
from app.live.warning import find_proceeding
from app.messages import games as messages
from engine import Entry, IllegalMove, Match, Seat
from engine.entry import QUIET_ACTS

logger = structlog.get_logger(__name__)

MAX_ATTEMPTS = 5  # of an act whose ply is taken by other processes
MAX_CHAT_IDS = 500  # of chat lines known to be sent

# messages that refer to a ply
WITH_PLY = (
    messages.Move | messages.Undo | messages.Redo | messages.Offer | messages.Withdraw | messages.Answer
)


async def _no_connections(_: str) -> Connected:
    return NO_CONNECTIONS


async def _never() -> bool:
    return False


class Others(NamedTuple):
    """Queries to other processes. `connections`: theirs to a game; `are_late`: whether one of them has not
    been heard of for seconds and is not known to be dead. Both raise TryAgain."""

    connections: Callable[[str], Awaitable[Connected]] = _no_connections
    are_late: Callable[[], Awaitable[bool]] = _never


ALONE = Others()


class Session:
    """One game: info, match, log, audience and view. `is_streaming`: whether a player has an open stream
    here; `first_move`: limit for first moves in milliseconds, 0 for none."""

    def __init__(
        self,
        info: GameInfo,
        log: list[Entry],
        match: Match,
        store: GameStore,
        writer: Writer,
        bus: Bus,
        stalls: Stalls | None = None,
        *,
        others: Others = ALONE,
        on_local_presence: Callable[[], None] = lambda: None,
        is_streaming: Callable[[str], bool] = lambda _: False,
        first_move: int = 0,
    ) -> None:
        self.info = info
        self.log = log
        self.match = match
        self.lock = FifoLock()
        self.chat_sent: deque[int] = deque(maxlen=MAX_CHAT_IDS)
        self.on_change: list[Callable[[], None]] = []  # called after each change
        self._store, self._writer, self._bus = store, writer, bus
        self._others, self._stalls = others, stalls or Stalls()
        self._tasks: set[asyncio.Task[None]] = set()
        self.claims = AbsenceClaims(self._loaded, self._stalls, is_streaming)
        self.audience = Audience(self._on_presence, on_local_presence, self.claims.time)
        self.audience.is_streaming = self.claims.follows
        self.audience.set_seats(info.players)
        self.time = GameTime(self._loaded, self._stalls, self.audience.all_heard, first_move)
        self.view = GameView(self._loaded(), self.audience, self.time.left)
        self.timeouts = Timeouts(info.id, self._next_timeout, self.end_if_due)

    def _loaded(self) -> Loaded:
        return Loaded(self.info, self.match, self.log)

    def close(self) -> None:
        """Stop the timers when the session is evicted."""
        self.timeouts.close()

    # Acts

    async def act(self, player: Player, message: messages.Act) -> None:
        """Process a message and return after the commit.

        Raises Refusal with the reason; TryAgain means that nothing was applied.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.submit(player, message, partial(_resolve, done))
        await done

    def submit(self, player: Player, message: messages.Act, answer: Answer, latency: float = 0) -> None:
        """Like `act`, but call `answer` instead of being awaited: with None after the commit or for a
        repeated message, otherwise with the error that `act` would raise.

        No task is created while the lock is free and no other process writes to this game. `latency`: of the
        player's connection, in seconds.
        """
        arrival = self.time.arrive(message, latency)
        if self.lock.locked or self.time.owes_pause or asks_database(message):
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
        written = self._writer.send(self._new_entry(match))
        self.lock.locked = True
        pending = PendingAnswer(answer, writing=True)
        written.add_done_callback(partial(self._after_write, match, player, message, pending, arrival))

    def _after_write(
        self,
        match: Match,
        player: Player,
        message: messages.Act,
        answer: PendingAnswer,
        arrival: Arrival,
        future: Written,
    ) -> None:
        """Apply the committed match; judge again if its ply was taken."""
        error = asyncio.CancelledError() if future.cancelled() else future.exception()
        committed = None if error else future.result()
        try:
            if committed:
                self._advance(match, committed)
        except Exception as fault:
            error = fault
        self.lock.release()
        if error is None and not committed:
            answer.writing = False
            self._submit_in_task(player, message, answer, arrival, behind=True)
        else:
            self._finish(player, message, arrival, answer, error)

    def _submit_in_task(
        self,
        player: Player,
        message: messages.Act,
        answer: Answer,
        arrival: Arrival,
        *,
        behind: bool = False,
    ) -> None:
        """Like `submit` when it has to wait: for the lock, for a pause, or (`behind`) for entries of other
        processes."""
        pending = answer if isinstance(answer, PendingAnswer) else PendingAnswer(answer, writing=False)
        acting = self._act(player, message, pending, arrival, behind=behind)
        task = pending.task = asyncio.create_task(acting)
        self._tasks.add(task)

        def finish(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            error = asyncio.CancelledError() if task.cancelled() else task.exception()
            self._finish(player, message, arrival, pending, error)

        task.add_done_callback(finish)

    def _finish(
        self,
        player: Player,
        message: messages.Act,
        arrival: Arrival,
        answer: PendingAnswer,
        error: BaseException | None,
    ) -> None:
        """Give the answer. If it was given up before and nothing was applied, publish the state again; after
        a server fault read the log, since the outcome is unknown."""
        answer(error)
        if error is None:
            return
        self._keep_arrival(player, message, arrival, error)
        if not isinstance(error, (Refusal, asyncio.CancelledError)):
            task = asyncio.create_task(self._find_out())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if answer.given_up and answer.writing:
            self.view.publish(self._loaded(), self.claims.seats, step=False)

    def _keep_arrival(
        self, player: Player, message: messages.Act, arrival: Arrival, error: BaseException
    ) -> None:
        """Let the arrival of this move count for its repetition if a server fault kept it from being
        judged."""
        if isinstance(error, TryAgain) or not isinstance(error, Refusal):
            self.time.keep_arrival(self.view.seat(player), message, arrival)

    @contextmanager
    def _keeping_arrival(self, player: Player, message: messages.Act, arrival: Arrival) -> Iterator[None]:
        """Keep the arrival on an error, before the lock is released to a waiting repetition of the move."""
        try:
            yield
        except BaseException as error:
            self._keep_arrival(player, message, arrival, error)
            raise

    async def _act(
        self,
        player: Player,
        message: messages.Act,
        pending: PendingAnswer,
        arrival: Arrival,
        *,
        behind: bool,
    ) -> None:
        async with self.lock:
            with self._keeping_arrival(player, message, arrival):
                if behind:
                    await self.read_new()
                await self._write_pauses()
                if is_about_rematch(message):
                    await self._rematch(player, message, pending)
                    return
                if isinstance(message, messages.Proceed):
                    await self._proceed(player, message, pending)
                    return
                if isinstance(message, messages.Claim):
                    await self._check_absence()
                for _ in range(MAX_ATTEMPTS):
                    try:
                        match = self._judge(player, message, arrival)
                    except Refusal as error:
                        if self._may_be_behind(message, error) and await self.read_new():
                            continue
                        raise
                    if match is None:
                        return
                    pending.writing = True
                    if await self.write(match):
                        return
                    pending.writing = False
                raise TryAgain("Too many acts at the same time. Try again.")

    # Judge

    def _judge(self, player: Player, message: messages.Act, arrival: Arrival | None = None) -> Match | None:
        """Return the match after the message, None if it is a repetition. Refusal: the reason."""
        seat = self.view.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="You are not a player of this game.")
        return None if self._is_repeat(seat, message) else self._apply(seat, player, message, arrival)

    def _may_be_behind(self, message: messages.Act, error: Refusal) -> bool:
        """Return whether another process may know better: the player may have taken the seat, or seen the
        game at this ply, there."""
        if isinstance(message, WITH_PLY) and message.ply > self.match.ply:
            return True
        return error.code in ("not_seated", "not_live")

    def _is_repeat(self, seat: Seat, message: messages.Act) -> bool:
        """Return whether the log already has this message's entry: it was sent again after a lost answer."""
        start = message.ply if isinstance(message, WITH_PLY) else self.match.ply - 1
        if start >= self.match.ply:
            return False
        for entry in map(self.log.__getitem__, range(max(start, 0), self.match.ply)):
            if is_entry_of(entry, message) and (entry.seat == seat or self.info.free):
                return True
            if entry.act not in QUIET_ACTS:
                break
        return False

    def _apply(self, seat: Seat, player: Player, message: messages.Act, arrival: Arrival | None) -> Match:
        """Return the match after the message. Refusal: game over, not live, stale, not your turn, against the
        rules."""
        match = self.match
        withdraws = isinstance(message, messages.Abort) and player.id == self.info.creator
        if not match.outcome and not self.info.full and not withdraws:
            raise Refusal("not_live", message="A seat is still free. Wait for an opponent.")
        arrival = self.time.first_arrival(seat, message, arrival or self.time.arrive(message, 0))
        at = max(arrival.at, match.last.at) if match.last else arrival.at
        entry = entry_of(message, Situation(self.info, match, seat, at, self.claims.seats))
        try:
            return match.then(self.time.charge(entry, arrival))
        except IllegalMove as error:
            raise refusal(error) from None

    # Write

    def _new_entry(self, match: Match, *, first_move: bool = False) -> NewEntry:
        """Return the last entry of the next match, for the writer. `first_move`: it ends the game because a
        first move was not made in time."""
        early = None
        if match.outcome and match.last:
            early = find_early_end(
                self._loaded(), match.last, self.audience, self._stalls, first_move=first_move
            )
        return NewEntry.of(self.info, match, early)

    async def write(self, match: Match, *, first_move: bool = False) -> bool:
        """Write the last entry of a match and apply it. False: the ply was taken, and the new entries were
        read. `first_move`: as in `_new_entry`."""
        committed = await self._writer.send(self._new_entry(match, first_move=first_move))
        if committed:
            self._advance(match, committed)
        else:
            await self.read_new()
        return committed is not None

    async def _rematch(
        self,
        player: Player,
        message: messages.Offer | messages.Withdraw | messages.Answer,
        pending: PendingAnswer,
    ) -> None:
        """Process a message about the rematch, under the lock."""
        await self.read_new()
        seat = self.view.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="You are not a player of this game.")
        pending.writing = True
        found = await change_rematch(self._store.rematches, self.info, self.match, seat, message)
        pending.writing = False
        await self._take(replace(self.info, rematch=found), [])
        if found.next:
            self._bus.announce(found.next)

    async def _proceed(self, player: Player, message: messages.Proceed, pending: PendingAnswer) -> None:
        """Let a bot that has warned answer the move, under the lock."""
        await self.read_new()
        if self.view.seat(player) is None:
            raise Refusal("not_seated", message="You are not a player of this game.")
        warning = find_proceeding(self.info, self.match, self.log, message.ply)
        if warning is None:
            return
        pending.writing = True
        await self._store.warnings.proceed(self.info.id, warning.ply, clock.now())
        pending.writing = False
        await self.read_new()

    async def warn(self, warning: MoveWarning) -> None:
        """Write a bot's warning, unless the game has gone on. TryAgain: it could not be written."""
        async with self.lock:
            await self._store.warnings.add(self.info.id, warning)
            await self.read_new()

    async def join(self, player: Player, seat: Seat | None) -> Seat:
        """Take a seat and return it, or the player's own seat. Refusal `seat_taken`, `game_over`."""
        async with self.lock:
            taken = self.view.seat(player)
            if self.match.outcome:
                raise Refusal("game_over", message="The game is over.")
            if taken is not None:
                return taken
            joined = await self._store.join(self.info.id, player, seat, clock.now())
            if joined:
                await self._take(joined, [])  # no read: the database may have become unavailable
            else:
                await self.read_new()
            taken = self.view.seat(player)
            if taken is None:
                raise Refusal("game_over" if self.match.outcome else "seat_taken", seat=seat)
            logger.info("seat_taken", game=self.info.id, seat=taken, player=player.id)
            return taken

    # Remote updates

    async def refresh(self) -> None:
        """Read new entries and info that another process has written."""
        async with self.lock:
            await self.read_new()

    async def _find_out(self) -> None:
        """Refresh after a server fault if the database is available; otherwise the next act does."""
        try:
            await self.refresh()
        except TryAgain as error:
            logger.info("log_read_failed", game=self.info.id, error=str(error.detail))

    async def take(self, entries: list[Entry]) -> None:
        """Apply entries that another process has written; known ones are skipped."""
        async with self.lock:
            await self._take(self.info, [entry for entry in entries if entry.ply >= self.match.ply])

    async def read_new(self) -> bool:
        """Apply what the store has; return whether anything was new."""
        info, entries = await self._store.read(self.info.id, self.match.ply)
        return await self._take(info or self.info, entries)

    async def _take(self, info: GameInfo, entries: list[Entry]) -> bool:
        if not entries and info == self.info:
            return False
        match = await extend(self.match, entries)
        step = info == self.info and _is_step(self.match, match)
        if info != self.info:
            self.info = info
            self.audience.set_seats(info.players)
        mover = None if match.turn is None else self.info.players[match.turn]
        self.log.extend(entries)
        self.time.follow(entries, offered=mover is not None and self.audience.has_socket(mover.id))
        self.match = match
        self._publish(step=step)
        return True

    # Publish

    def _advance(self, match: Match, committed: Committed = NO_CHANGES) -> None:
        """Apply a match whose last entry this process has committed, and what the commit changed besides."""
        if match.last:
            self.log.append(match.last)
            self.time.follow([match.last], offered=True)
        if match.outcome:
            self.info = self.info.at_end(match.outcome)
            logger.info("game_over", game=self.info.id, ply=match.ply, reason=match.outcome.reason)
        if committed.ratings:
            self.info = replace(self.info, ratings=committed.ratings)
        if committed.rerated:
            self._bus.reread(committed.rerated)
        before, self.match = self.match, match
        self._publish(step=_is_step(before, match))

    def _publish(self, *, step: bool) -> None:
        """Publish the new match here and in the lobby. `step`: exactly one move led to it and did not end the
        game."""
        if self.audience.incomplete:
            self.audience.recount()
            step = not self.claims.update(self.audience.presence.away) and step
        self.view.publish(self._loaded(), self.claims.seats, step=step)
        self._note_offer()
        self._bus.announce(self.info.id, (self.info, self.match))
        if self.match.clocks or self.match.full:
            self.timeouts.watch()
        for listener in self.on_change:
            listener()

    # Timers and presence

    def _on_presence(self) -> None:
        self.view.forget()
        self._note_offer()
        self._show_claims()
        self.timeouts.watch()

    def _note_offer(self) -> None:
        """Start the time of a first move when the player to move is present, at any process."""
        turn = self.match.turn
        if turn is not None and turn not in self.match.moved and self.audience.presence.players[turn]:
            self.time.offer()

    def _show_claims(self) -> None:
        """Publish which seats may claim the game, if that has changed."""
        if self.claims.update(self.audience.presence.away):
            self.view.publish(self._loaded(), self.claims.seats, step=False)

    async def _check_absence(self) -> None:
        """Before a claim, ask whether the opponent is connected to another process. TryAgain: the other
        processes cannot be asked. Refusal `too_early`: one of them is late, and may hold the opponent's
        socket."""
        self.audience.set_remote(await self._others.connections(self.info.id))
        if self._stalls.is_quiet(clock.now()) or await self._others.are_late():
            message = "The server was just out of reach. The opponent gets some seconds to reconnect."
            raise Refusal("illegal_move", rule="too_early", message=message)
        self.audience.recount()
        self.claims.update(self.audience.presence.away)

    async def _write_pauses(self) -> None:
        """Write this process's stalls since the last entry, under the lock, before anything else is judged.
        What another process has written of them is not written again."""
        while self.time.owes_pause and (pause := self.time.pause()) is not None:
            await self.write(self.match.then(pause))

    async def settle(self) -> None:
        """Write the pause owed for stalls of this process. TryAgain: it could not be written."""
        async with self.lock:
            await self._write_pauses()
        self.timeouts.watch()

    def _next_timeout(self) -> int | None:
        """Return when the next timeout is due, None if never in the current position."""
        due = [self.time.next_end(), self._stream_ends(), *self.claims.coming(self.audience.presence.away)]
        return min((at for at in due if at is not None), default=None)

    def _stream_ends(self) -> int | None:
        """Return when a stream stops counting as presence of the player whose turn it is."""
        turn = self.match.turn
        player = None if turn is None else self.info.players[turn]
        if player is None or player.id not in self.audience.counted or self.audience.has_socket(player.id):
            return None
        return self.claims.stream_counts_until(player.id)

    async def end_if_due(self, at: int) -> bool:
        """Carry out what is due at `at`, in milliseconds since the epoch: update presence and claims, end the
        game. Return whether it was ended. TryAgain: it could not be done."""
        async with self.lock:
            self._stalls.look()
            await self._write_pauses()
            if self.audience.incomplete:
                self.audience.recount()
            self._show_claims()
            entry = self.time.end(at)
            if entry is None:
                return False
            if entry.act == "flag" and await self._is_out_of_reach(entry.seat):
                raise TryAgain("Another process that may hold this player's socket is late.")
            return await self.write(self.match.then(entry), first_move=entry.act == "abort")

    async def _is_out_of_reach(self, seat: Seat | None) -> bool:
        """Return whether this player's socket may be at a process that is late. Once it serves again it must
        write its stall first."""
        player = None if seat is None else self.info.players[seat]
        if player is None or self.audience.has_socket(player.id) or not await self._others.are_late():
            return False
        self._stalls.be_quiet(clock.now())
        return True

    async def flag_if_due(self, at: int) -> bool:
        """Like `end_if_due`, after reading what other processes have written."""
        await self.refresh()
        return await self.end_if_due(at)

    async def end_if_overdue(self, at: int) -> bool:
        """End a game for two that was not joined, started or continued in time; return whether it was ended.
        `at`: milliseconds since the epoch. TryAgain: nothing was applied."""
        async with self.lock:
            await self.read_new()
            entry = timeout_entry(self.info, self.match, at)
            return entry is not None and await self.write(self.match.then(self.time.charge(entry)))

    async def abort(self, at: int, commit: Callable[[NewEntry | None], Awaitable[bool]]) -> None:
        """Abort a game for two at any point; it counts for nothing.

        `at`: milliseconds since the epoch. `commit`: writes the final entry (None: nothing to end) together
        with the caller's changes; False if its ply was taken. TryAgain: nothing was applied.
        """
        async with self.lock:
            for _ in range(MAX_ATTEMPTS):
                await self.read_new()
                match = self.match
                if match.solitaire or match.outcome:
                    await commit(None)
                    return
                stamp = max(at, match.last.at) if match.last else at
                ended = match.then(self.time.charge(Entry(match.ply, None, "abort", "", stamp)))
                if await commit(NewEntry.of(self.info, ended)):
                    self._advance(ended)
                    return
            raise TryAgain("Too many acts at the same time. Try again.")


def _is_step(before: Match, after: Match) -> bool:
    """Return whether exactly one move leads from one match to the other and does not end it."""
    last = after.last
    return after.ply == before.ply + 1 and after.outcome is None and last is not None and last.act == "move"


def _resolve(done: asyncio.Future[None], error: BaseException | None) -> None:
    if error is None and not done.done():
        done.set_result(None)
    elif error is not None and not done.done():
        done.set_exception(error)
