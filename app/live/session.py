"""One live game in this process, under a lock: judge, write, publish, in that order.

Acts go one at a time: the match judges (pure), the writer commits, and only then the session takes the new
match and publishes it. No process owns a game: when the ply was taken by another one, the session reads the
log on and judges again.
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
from app.db.batch import NOTHING_ELSE, Committed, NewEntry
from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.writer import Writer, Written
from app.domain.game_info import GameInfo, MoveWarning, Player
from app.domain.presence import NO_CONNECTIONS, Connected
from app.domain.timeouts import timeout_entry
from app.errors import Refusal, TryAgain, refusal
from app.live.answers import Answer, PendingAnswer
from app.live.audience import Audience
from app.live.charging import Arrival
from app.live.claims import Claims
from app.live.conduct import find_early_end
from app.live.game_time import GameTime, Loaded
from app.live.handlers import Situation, asks_database, entry_of, is_about_rematch, is_entry_of
from app.live.lock import FifoLock
from app.live.rematch import change_rematch
from app.live.replay import extend
from app.live.stalls import Stalls
from app.live.timeouts import Timeouts
from app.live.view import GameView
from app.live.warning import find_proceeding
from app.messages import games as messages
from engine import Entry, IllegalMove, Match, Seat
from engine.entry import QUIET_ACTS

logger = structlog.get_logger(__name__)

TRIES = 5  # of an act whose ply was taken by other processes
CHAT_KNOWN = 500  # lines of the chat that are known to be sent

# messages that are meant for one ply
WITH_PLY = (
    messages.Move | messages.Undo | messages.Redo | messages.Offer | messages.Withdraw | messages.Answer
)


async def _no_connections(_: str) -> Connected:
    return NO_CONNECTIONS


async def _never() -> bool:
    return False


class Others(NamedTuple):
    """What a session asks the other processes. `connections`: theirs to a game; `are_late`: whether one of
    them has not been heard of for seconds and is not known to be dead. Both raise TryAgain."""

    connections: Callable[[str], Awaitable[Connected]] = _no_connections
    are_late: Callable[[], Awaitable[bool]] = _never


ALONE = Others()


class Session:
    """One game: its info, its match, its log, its audience and its view. `is_streaming`: whether a
    player has an open stream here; `first_move`: the limit of first moves in milliseconds, 0: none."""

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
        self.chat_sent: deque[int] = deque(maxlen=CHAT_KNOWN)  # ids of lines of the chat
        self.on_change: list[Callable[[], None]] = []  # called after each change
        self._store, self._writer, self._bus = store, writer, bus
        self._others, self._stalls = others, stalls or Stalls()
        self._tasks: set[asyncio.Task[None]] = set()
        self.claims = Claims(self._loaded, self._stalls, is_streaming)
        self.audience = Audience(self._on_presence, on_local_presence, self.claims.time)
        self.audience.is_streaming = self.claims.follows
        self.audience.set_seats(info.players)
        self.time = GameTime(self._loaded, self._stalls, self.audience.all_heard, first_move)
        self.view = GameView(self._loaded(), self.audience, self.time.left)
        self.timeouts = Timeouts(info.id, self._next_timeout, self.end_if_due)

    def _loaded(self) -> Loaded:
        return Loaded(self.info, self.match, self.log)

    def close(self) -> None:
        """End what the session does by itself, when it is evicted."""
        self.timeouts.close()

    # Acts

    async def act(self, player: Player, message: messages.Act) -> None:
        """Carry out a message and return after the commit.

        Raises Refusal with the reason; TryAgain means that nothing was applied."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.submit(player, message, partial(_resolve, done))
        await done

    def submit(self, player: Player, message: messages.Act, answer: Answer, latency: float = 0) -> None:
        """Like `act`, but call `answer` instead of being awaited: with None after the commit, or if the
        message was carried out before; otherwise with what `act` would raise.

        No task is created while the lock is free and no other process writes to this game. `latency`: of the
        player's connection, in seconds."""
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
        """Take the match whose last entry was committed; judge again if its ply was taken."""
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
        """Like `submit` where it has to wait: for the lock, for a pause, or (`behind`) for the entries of
        other processes."""
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
        """Give an answer. Where it was given up before, and nothing was applied, publish the state again;
        after a server fault read the log, since the outcome is unknown."""
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
        """Let a repetition of this move count as of now, where a server fault kept it from being judged."""
        if isinstance(error, TryAgain) or not isinstance(error, Refusal):
            self.time.keep_arrival(self.view.seat(player), message, arrival)

    @contextmanager
    def _keeping_arrival(self, player: Player, message: messages.Act, arrival: Arrival) -> Iterator[None]:
        """Keep the arrival on an error while the lock is held: before a repetition that waits for it is
        judged."""
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
                    await self.read_on()
                await self._write_pauses()
                if is_about_rematch(message):
                    await self._rematch(player, message, pending)
                    return
                if isinstance(message, messages.Proceed):
                    await self._proceed(player, message, pending)
                    return
                if isinstance(message, messages.Claim):
                    await self._check_absence()
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

    # Judge

    def _judge(self, player: Player, message: messages.Act, arrival: Arrival | None = None) -> Match | None:
        """Return the match after the message; None: it was carried out before. Refusal says why not."""
        seat = self.view.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="only the players of this game may act")
        return None if self._is_repeat(seat, message) else self._apply(seat, player, message, arrival)

    def _may_be_behind(self, message: messages.Act, error: Refusal) -> bool:
        """Return whether a refusal may only mean that another process knows more: the player may have got
        the seat, or seen the game at this ply, there."""
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
        """Return the match after the message. Refusal: over, not live, stale, not your turn, against the
        rules."""
        match = self.match
        withdraws = isinstance(message, messages.Abort) and player.id == self.info.creator
        if not match.outcome and not self.info.full and not withdraws:
            raise Refusal("not_live", message="a seat is still free")
        arrival = self.time.first_arrival(seat, message, arrival or self.time.arrive(message, 0))
        at = max(arrival.at, match.last.at) if match.last else arrival.at
        entry = entry_of(message, Situation(self.info, match, seat, at, self.claims.seats))
        try:
            return match.then(self.time.charge(entry, arrival))
        except IllegalMove as error:
            raise refusal(error) from None

    # Write

    def _new_entry(self, match: Match, *, first_move: bool = False) -> NewEntry:
        """Return the last entry of the next match. `first_move`: it ends the game since a first move was not
        made in time."""
        early = None
        if match.outcome and match.last:
            early = find_early_end(
                self._loaded(), match.last, self.audience, self._stalls, first_move=first_move
            )
        return NewEntry.of(self.info, match, early)

    async def write(self, match: Match, *, first_move: bool = False) -> bool:
        """Write the last entry of a match and take the match. False: the ply was taken, and the log is read
        on. `first_move`: as for `_new_entry`."""
        committed = await self._writer.send(self._new_entry(match, first_move=first_move))
        if committed:
            self._advance(match, committed)
        else:
            await self.read_on()
        return committed is not None

    async def _rematch(
        self,
        player: Player,
        message: messages.Offer | messages.Withdraw | messages.Answer,
        pending: PendingAnswer,
    ) -> None:
        """Carry out a message about the rematch, under the lock."""
        await self.read_on()
        seat = self.view.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="only the players of this game may act")
        pending.writing = True
        found = await change_rematch(self._store.rematches, self.info, self.match, seat, message)
        pending.writing = False
        await self._take(replace(self.info, rematch=found), [])
        if found.next:
            self._bus.announce(found.next)

    async def _proceed(self, player: Player, message: messages.Proceed, pending: PendingAnswer) -> None:
        """Let a machine that has warned answer, under the lock."""
        await self.read_on()
        if self.view.seat(player) is None:
            raise Refusal("not_seated", message="only the players of this game may act")
        warning = find_proceeding(self.info, self.match, self.log, message.ply)
        if warning is None:
            return
        pending.writing = True
        await self._store.warnings.proceed(self.info.id, warning.ply, clock.now())
        pending.writing = False
        await self.read_on()

    async def warn(self, warning: MoveWarning) -> None:
        """Write the warning of the machine at this game, unless the game has gone on. TryAgain: it could not
        be written."""
        async with self.lock:
            await self._store.warnings.add(self.info.id, warning)
            await self.read_on()

    async def join(self, player: Player, seat: Seat | None) -> Seat:
        """Take a seat and return it; the player's own, if they have one. Refusal: `seat_taken`,
        `game_over`."""
        async with self.lock:
            taken = self.view.seat(player)
            if self.match.outcome:
                raise Refusal("game_over", message="the game is over")
            if taken is not None:
                return taken
            joined = await self._store.join(self.info.id, player, seat, clock.now())
            if joined:
                await self._take(joined, [])  # without reading: the database may be unavailable by now
            else:
                await self.read_on()
            taken = self.view.seat(player)
            if taken is None:
                raise Refusal("game_over" if self.match.outcome else "seat_taken", seat=seat)
            logger.info("seat_taken", game=self.info.id, seat=taken, player=player.id)
            return taken

    # Read what other processes have written

    async def refresh(self) -> None:
        """Read info and log on: another process has changed them."""
        async with self.lock:
            await self.read_on()

    async def _find_out(self) -> None:
        """Read on after a server fault, if the database answers; otherwise the next act does."""
        try:
            await self.refresh()
        except TryAgain as error:
            logger.info("log_not_read_after_fault", game=self.info.id, error=str(error.detail))

    async def take(self, entries: list[Entry]) -> None:
        """Take entries that another process has written; known ones are passed over."""
        async with self.lock:
            await self._take(self.info, [entry for entry in entries if entry.ply >= self.match.ply])

    async def read_on(self) -> bool:
        """Take what the store has; return whether there was anything new."""
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

    def _advance(self, match: Match, committed: Committed = NOTHING_ELSE) -> None:
        """Take a match whose last entry this process has committed, and what that changed besides."""
        if match.last:
            self.log.append(match.last)
            self.time.follow([match.last], offered=True)
        if match.outcome:
            self.info = self.info.at_end(match.outcome)
            logger.info("game_over", game=self.info.id, ply=match.ply, reason=match.outcome.reason)
        if committed.ratings:
            self.info = replace(self.info, ratings=committed.ratings)
        if committed.rated_again:
            self._bus.reread(committed.rated_again)
        before, self.match = self.match, match
        self._publish(step=_is_step(before, match))

    def _publish(self, *, step: bool) -> None:
        """Show what is new, here and in the lobby. `step`: one move led there, and did not end the game."""
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

    # What happens by itself

    def _on_presence(self) -> None:
        self.view.forget()
        self._note_offer()
        self._show_claims()
        self.timeouts.watch()

    def _note_offer(self) -> None:
        """Begin the time of a first move when the player to move is present, at any process."""
        turn = self.match.turn
        if turn is not None and turn not in self.match.moved and self.audience.presence.players[turn]:
            self.time.offer()

    def _show_claims(self) -> None:
        """Publish who may claim the game now, where that has changed."""
        if self.claims.update(self.audience.presence.away):
            self.view.publish(self._loaded(), self.claims.seats, step=False)

    async def _check_absence(self) -> None:
        """Before a claim: ask whether the opponent is connected to another process by now. TryAgain: the
        other processes cannot be asked. Refusal `too_early`: one of them is late, and may hold the
        opponent's socket."""
        self.audience.set_remote(await self._others.connections(self.info.id))
        if self._stalls.is_quiet(clock.now()) or await self._others.are_late():
            message = "the server has just been out of reach: the opponent gets some seconds to come back"
            raise Refusal("illegal_move", rule="too_early", message=message)
        self.audience.recount()
        self.claims.update(self.audience.presence.away)

    async def _write_pauses(self) -> None:
        """Write the stalls of this process since the last entry, under the lock, before anything else is
        judged. What another process has written of them is not written again."""
        while self.time.owes_pause and (pause := self.time.pause()) is not None:
            await self.write(self.match.then(pause))

    async def settle(self) -> None:
        """Write the pause that is owed for stalls of this process. TryAgain: it could not be written."""
        async with self.lock:
            await self._write_pauses()
        self.timeouts.watch()

    def _next_timeout(self) -> int | None:
        """Return when something is due next that needs no player; None: never, as things are."""
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
        """Do what is due at `at`, in milliseconds since the epoch: update presence and claims, and end the
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
                raise TryAgain("another process may hold the socket of this player, and is late")
            return await self.write(self.match.then(entry), first_move=entry.act == "abort")

    async def _is_out_of_reach(self, seat: Seat | None) -> bool:
        """Return whether this player's socket may be at a process that is late. When it serves again it has
        to write its stall first."""
        player = None if seat is None else self.info.players[seat]
        if player is None or self.audience.has_socket(player.id) or not await self._others.are_late():
            return False
        self._stalls.be_quiet(clock.now())
        return True

    async def flag_if_due(self, at: int) -> bool:
        """Like `end_if_due`, with what other processes have written until now."""
        await self.refresh()
        return await self.end_if_due(at)

    async def end_if_overdue(self, at: int) -> bool:
        """End a game for two that nobody joined, began or went on with; return whether that was done. `at`
        in milliseconds since the epoch. TryAgain: nothing was applied."""
        async with self.lock:
            await self.read_on()
            entry = timeout_entry(self.info, self.match, at)
            return entry is not None and await self.write(self.match.then(self.time.charge(entry)))

    async def abort(self, at: int, commit: Callable[[NewEntry | None], Awaitable[bool]]) -> None:
        """End a game for two at any point, so that it counts for nothing. `at` in milliseconds since the
        epoch; `commit` writes the entry that ends it (None: there is nothing to end) with what belongs to it;
        False: its ply was taken. TryAgain: nothing was applied."""
        async with self.lock:
            for _ in range(TRIES):
                await self.read_on()
                match = self.match
                if match.solitaire or match.outcome:
                    await commit(None)
                    return
                stamp = max(at, match.last.at) if match.last else at
                ended = match.then(self.time.charge(Entry(match.ply, None, "abort", "", stamp)))
                if await commit(NewEntry.of(self.info, ended)):
                    self._advance(ended)
                    return
            raise TryAgain("too much contention, try again")


def _is_step(before: Match, after: Match) -> bool:
    """Return whether one move leads from a match to the next one, and did not end it."""
    last = after.last
    return after.ply == before.ply + 1 and after.outcome is None and last is not None and last.act == "move"


def _resolve(done: asyncio.Future[None], error: BaseException | None) -> None:
    if error is None and not done.done():
        done.set_result(None)
    elif error is not None and not done.done():
        done.set_exception(error)
