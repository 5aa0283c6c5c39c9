"""One live game in this process: judge, write, publish, in that order.

All that happens to the game goes through its inbox, one event at a time: the match judges (pure), the writer
commits, and only then the session applies the new match and publishes it. No process owns a game: if another
one took the ply, the session reads the new entries and judges again.

A method with `@_event` puts itself into the inbox; it, `act` and `flag_if_due` must not be awaited within
another event. The other `async` methods run within one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

import structlog

from app.bus.notices import Bus
from app.core.errors import Refusal, TryAgain, refusal
from app.db import clock
from app.games import acts
from app.games.audience import Audience
from app.games.cooperative_replay import extend
from app.games.deadlines import timeout_entry
from app.games.game_clock import Arrival, GameClock, Loaded
from app.games.handlers import entry_of_act, is_entry_of
from app.games.inbox import Inbox
from app.games.new_entry import NO_CHANGES, Committed, NewEntry, find_early_end
from app.games.rematch_store import change_rematch
from app.games.returns import Returns
from app.games.stalls import Stalls
from app.games.store import GameStore, Version
from app.games.teaching import find_proceeding
from app.games.timeouts import Timeouts
from app.games.view import GameView
from app.games.writer import Writer
from app.model.game_info import GameInfo, MoveWarning, Player
from app.results.daily.days import Day, deal_of_day
from engine import Entry, IllegalMove, Match, Seat
from engine.entry import QUIET_ACTS

logger = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

ANSWER_TIMEOUT = 5.0  # seconds
MAX_ATTEMPTS = 5  # of an act whose ply is taken by other processes
MAX_CHAT_IDS = 500  # of chat lines known to be sent
ELSEWHERE_MS = 1000  # later, a game whose player to move is connected elsewhere is ended here


@dataclass(eq=False, slots=True)
class Acting:
    """A player's act on its way through the inbox. `writing`: something was sent to the database, so that the
    act may be applied whatever follows."""

    player: Player
    message: acts.Act
    arrival: Arrival
    writing: bool = False
    answer: asyncio.Future[None] = field(init=False)

    def begin_writing(self) -> None:
        """Note that something is sent to the database. TryAgain: the player was told that nothing is, or
        nobody waits any more."""
        if self.answer.done():
            raise TryAgain
        self.writing = True


def _event(
    work: Callable[Concatenate[Session, P], Awaitable[T]],
) -> Callable[Concatenate[Session, P], asyncio.Future[T]]:
    """Let a method be carried out as an event of the inbox."""

    def put(session: Session, /, *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        return session.inbox.put(partial(work, session, *args, **kwargs))

    return put


class Session(Loaded):
    """One game: info, match, log, audience and view. `has_stream`: whether a player has an open stream here;
    `first_move`: limit for first moves in milliseconds, 0 for none; `today`: the day of daily deals."""

    def __init__(
        self,
        info: GameInfo,
        match: Match,
        log: list[Entry],
        store: GameStore,
        writer: Writer,
        bus: Bus,
        stalls: Stalls,
        *,
        on_local_presence: Callable[[], None],
        has_stream: Callable[[str], bool],
        first_move: int,
        today: Day | None,
    ) -> None:
        super().__init__(info, match, log)
        self.inbox = Inbox()
        self.chat_sent: deque[int] = deque(maxlen=MAX_CHAT_IDS)
        self.on_change: list[Callable[[], None]] = []  # called after each change
        self.compared: Version | None = None  # of the database, when it was last found to be ahead
        self._store, self._writer, self._bus = store, writer, bus
        self._stalls = stalls
        self._tasks: set[asyncio.Task[None]] = set()
        self.audience = Audience(self, stalls, self._on_presence, on_local_presence, has_stream)
        self.clock = GameClock(self, stalls, self.audience.all_heard, first_move)
        self.returns = Returns(self, self.clock, self.audience, bus, stalls, self.settle, self._start)
        self.view = GameView(self, self.audience, self.clock, deal_of_day(info, today))
        self.timeouts = Timeouts(self, self._next_timeout, self.end_if_due)

    def close(self) -> None:
        """Stop the timers when the session is evicted."""
        self.timeouts.close()

    def _start(self, work: Awaitable[None], failed: str) -> None:
        task = asyncio.create_task(self.log_failure(work, failed))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def log_failure(self, work: Awaitable[None], failed: str) -> None:
        """Wait for something; if it fails, log the event `failed`."""
        try:
            await work
        except TryAgain as error:  # the next act tries again
            logger.info(failed, game=self.info.id, error=str(error.detail))
        except Exception:
            logger.exception(failed, game=self.info.id, ply=self.match.ply)

    # Acts

    async def act(self, player: Player, message: acts.Act) -> None:
        """Process a message and return after the commit.

        Raises Refusal with the reason; TryAgain means that nothing was applied.
        """
        await self.submit(player, message)

    def submit(self, player: Player, message: acts.Act, latency: float = 0) -> asyncio.Future[None]:
        """Put a message into the inbox. The future is resolved after the commit, or for a repeated message,
        or with the error that `act` raises. `latency`: of the player's connection, in seconds.

        After ANSWER_TIMEOUT it is resolved in any case: with `try_again` if the message was certainly not
        applied and never will be, otherwise with `internal`.
        """
        arrival = self.clock.arrive(message, latency)
        if self.clock.awaits_player:
            self.returns.on_act(player, arrival.at)
        acting = Acting(player, message, arrival)
        acting.answer = self.inbox.put(partial(self._carry_out, acting))
        timer = asyncio.get_running_loop().call_later(ANSWER_TIMEOUT, self._give_up, acting)
        acting.answer.add_done_callback(lambda _: timer.cancel())
        return acting.answer

    def _give_up(self, acting: Acting) -> None:
        if acting.answer.done():
            return
        if acting.writing:
            message = "The database is not available. The state follows when the outcome is known."
            acting.answer.set_exception(Refusal("internal", message=message))
        else:
            self._keep_arrival(acting)
            acting.answer.set_exception(TryAgain())

    async def _carry_out(self, acting: Acting) -> None:
        try:
            if self.returns.pending:
                await self.returns.pending.wait()
            if self.clock.owes_pause:
                await self._write_pauses()
            match acting.message:
                case acts.Proceed() as message:
                    await self._proceed(acting, message)
                case (
                    acts.Offer(what="rematch") | acts.Withdraw(what="rematch") | acts.Answer(what="rematch")
                ) as message:
                    await self._change_rematch(acting, message)
                case message:
                    if isinstance(message, acts.Claim):
                        await self._check_absence()
                    await self._append(acting)
        except BaseException as error:
            if isinstance(error, TryAgain) or not isinstance(error, Refusal):
                self._keep_arrival(acting)  # before a repetition, which may be next in the inbox
            if not isinstance(error, (Refusal, asyncio.CancelledError)):
                self._start(self.refresh(), "log_read_failed")  # the entry may have been written
            if acting.writing and acting.answer.done():
                self.view.publish()  # the state that was promised
            raise

    def _keep_arrival(self, acting: Acting) -> None:
        """Let the arrival of this move count for its repetition: a server fault kept it from being judged."""
        self.clock.keep_arrival(self.view.seat(acting.player), acting.message, acting.arrival)

    async def _append(self, acting: Acting) -> None:
        """Write the entry of an act. If another process took its ply, or may know better, judge again after
        reading what it has written."""
        for _ in range(MAX_ATTEMPTS):
            try:
                match = self._judge(acting)
            except Refusal as error:
                if self._may_be_behind(acting.message, error) and await self.read_new():
                    continue
                raise
            if match is None:
                return
            acting.begin_writing()
            if await self.write(match):
                return
            acting.writing = False
        raise TryAgain("Too many acts at the same time. Try again.")

    async def _change_rematch(
        self, acting: Acting, message: acts.Offer | acts.Withdraw | acts.Answer
    ) -> None:
        await self.read_new()
        seat = self._seat(acting.player)
        acting.begin_writing()
        found = await change_rematch(self._store.rematches, self.info, self.match, seat, message)
        acting.writing = False
        await self._take(replace(self.info, rematch=found, revision=self.info.revision + 1), [])
        if found.next:
            self._bus.announce(found.next)

    async def _proceed(self, acting: Acting, message: acts.Proceed) -> None:
        """Let a bot that has warned answer the move."""
        await self.read_new()
        self._seat(acting.player)
        warning = find_proceeding(self.info, self.match, self.log, message.ply)
        if warning is None:
            return
        acting.begin_writing()
        await self._store.warnings.proceed(self.info.id, warning.ply, clock.now())
        acting.writing = False
        warnings = tuple(
            replace(one, proceeded=True) if one == warning else one for one in self.info.warnings
        )
        info = replace(self.info, warnings=warnings, revision=self.info.revision + 1)
        await self._take(info, [])  # no read: it could fail

    # Judge

    def _seat(self, player: Player) -> Seat:
        """Return the seat of a player. Refusal `not_seated`: they have none."""
        seat = self.view.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="You are not a player of this game.")
        return seat

    def _judge(self, acting: Acting) -> Match | None:
        """Return the match after an act, None if it is a repetition. Refusal: not seated, game over, not
        live, stale, not your turn, against the rules."""
        player, message, match = acting.player, acting.message, self.match
        seat = self._seat(player)
        if self._is_repeat(seat, message):
            return None
        withdraws = isinstance(message, acts.Abort) and player.id == self.info.creator
        if not match.outcome and not self.info.full and not withdraws:
            raise Refusal("not_live", message="A seat is still free. Wait for an opponent.")
        arrival = self.clock.first_arrival(seat, message, acting.arrival)
        at = self.time_of_entry(arrival.at)
        entry = entry_of_act(message, self, seat, at, self.audience.claims)
        try:
            return match.then(self.clock.charge(entry, arrival))
        except IllegalMove as error:
            raise refusal(error) from None

    def _may_be_behind(self, message: acts.Act, error: Refusal) -> bool:
        """Return whether another process may know better: the player may have taken the seat, or seen the
        game at this ply, there."""
        ahead = isinstance(message, acts.ActAtPly) and message.ply > self.match.ply
        return ahead or error.code in ("not_seated", "not_live")

    def _is_repeat(self, seat: Seat, message: acts.Act) -> bool:
        """Return whether the log already has this message's entry: it was sent again after a lost answer."""
        start = message.ply if isinstance(message, acts.ActAtPly) else self.match.ply - 1
        if start >= self.match.ply:
            return False
        for entry in map(self.log.__getitem__, range(max(start, 0), self.match.ply)):
            if is_entry_of(entry, message) and (entry.seat == seat or self.info.free):
                return True
            if entry.act not in QUIET_ACTS:
                break
        return False

    # Write

    async def write(self, match: Match, *, first_move: bool = False) -> bool:
        """Write the last entry of a match and apply it. False: the ply was taken, and the new entries were
        read. `first_move`: it ends the game because a first move was not made in time."""
        early = None
        if match.outcome and match.last:
            early = find_early_end(self, match.last, self.audience, self._stalls, first_move=first_move)
        committed = await self._writer.write(NewEntry.of(self.info, match, early))
        if committed:
            self._advance(match, committed)
        else:
            await self.read_new()
        return committed is not None

    # Other events

    @_event
    async def warn(self, warning: MoveWarning) -> None:
        """Write a bot's warning, unless the game has gone on. TryAgain: it could not be written."""
        await self._store.warnings.add(self.info.id, warning)
        await self.read_new()

    @_event
    async def join(self, player: Player, seat: Seat | None) -> Seat:
        """Take a seat and return it, or the player's own seat. Refusal `seat_taken`, `game_over`."""
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

    def is_behind(self, version: Version) -> bool:
        """Return whether the database, at this version, has more than this session. An own change besides the
        log counts as one revision, so that a remote one in between is noticed."""
        return version.ply > self.match.ply or version.revision > self.info.revision

    @_event
    async def refresh(self) -> None:
        """Read new entries and info that another process has written."""
        await self.read_new()

    @_event
    async def take(self, entries: list[Entry]) -> None:
        """Apply entries that another process has written; known ones are skipped."""
        await self._take(self.info, [entry for entry in entries if entry.ply >= self.match.ply])

    async def read_new(self) -> bool:
        """Apply what the store has; return whether anything was new."""
        info, entries = await self._store.read(self.info.id, self.match.ply)
        return await self._take(info or self.info, entries)

    async def _take(self, info: GameInfo, entries: list[Entry]) -> bool:
        if info.revision != self.info.revision and info == self.info:
            self.info = replace(self.info, revision=info.revision)  # nothing that is shown has changed
        if not entries and info == self.info:
            return False
        match = await extend(self.match, entries)
        step = info == self.info and _is_step(self.match, match)
        if info != self.info:
            self.info = info
            self.audience.sort_viewers()
        self.log.extend(entries)
        self.match = match
        mover = self.mover
        self.clock.follow(entries, offered=mover is not None and self.audience.has_socket(mover.id))
        self._publish(step=step)
        return True

    # Publish

    def _advance(self, match: Match, committed: Committed = NO_CHANGES) -> None:
        """Apply a match whose last entry this process has committed, and what the commit changed besides."""
        if match.last:
            self.log.append(match.last)
            self.clock.follow([match.last], offered=True)
        if match.outcome:
            ended = self.info.at_end(match.outcome)
            if committed.ratings or ended.public != self.info.public:  # as `write_entry` has it
                ratings = committed.ratings or ended.ratings
                ended = replace(ended, ratings=ratings, revision=ended.revision + 1)
            self.info = ended
            logger.info("game_over", game=self.info.id, ply=match.ply, reason=match.outcome.reason)
        before, self.match = self.match, match
        self._publish(step=_is_step(before, match))

    def _publish(self, *, step: bool) -> None:
        """Publish the new match here and in the lobby. `step`: exactly one move led to it and did not end the
        game."""
        if self.audience.incomplete:
            self.audience.recount()
            step = not self.audience.update_claims() and step
        if self.clock.awaits_player:
            self.returns.on_publish()
        self._note_offer()
        self.view.publish(step=step)
        self._bus.announce(self.info.id, (self.info, self.match))
        if self.match.clocks or self.match.full:
            self.timeouts.watch()
        for listener in self.on_change:
            listener()

    # Timers and presence

    def _on_presence(self) -> None:
        if self.clock.awaits_player:
            self.returns.on_presence()
        self.view.forget()
        if self._note_offer():
            self.view.publish()
        self._show_claims()
        self.timeouts.watch()

    def _note_offer(self) -> bool:
        """Start the time of a first move when the player to move is present, at any process. Return whether
        its end has moved."""
        turn = self.match.turn
        if turn is None or turn in self.match.moved or not self.audience.presence.players[turn]:
            return False
        return self.clock.note_presence()

    def _show_claims(self) -> None:
        """Publish which seats may claim the game, if that has changed."""
        if self.audience.update_claims():
            self.view.publish()

    async def _check_absence(self) -> None:
        """Before a claim, ask whether the opponent is connected to another process. TryAgain: the other
        processes cannot be asked. Refusal `too_early`: one of them is late, and may hold the opponent's
        socket."""
        self.audience.set_remote(await self._bus.connections(self.info.id))
        if self._stalls.is_quiet(clock.now()) or await self._bus.are_others_late():
            message = "The server was just out of reach. The opponent gets some seconds to reconnect."
            raise Refusal("illegal_move", rule="too_early", message=message)
        self.audience.recount()
        self.audience.update_claims()

    async def _write_pauses(self) -> None:
        """Write this process's stalls since the last entry, and the return of the player to move, before
        anything else is judged. What another process has written is not written again."""
        while self.clock.owes_pause and (pause := self.clock.pause()) is not None:
            await self.write(self.match.then(pause))

    @_event
    async def settle(self) -> None:
        """Write the owed pauses. TryAgain: they could not be written."""
        await self._write_pauses()
        self.timeouts.watch()

    def _next_timeout(self) -> int | None:
        """Return when the next timeout is due, None if never in the current position."""
        end = self.clock.next_end()
        if end is not None and self.returns.is_elsewhere():
            end += ELSEWHERE_MS
        due = [at for at in (end, *self.audience.coming_changes()) if at is not None]
        return min(due, default=None)

    @_event
    async def end_if_due(self, at: int) -> bool:
        """Carry out what is due at `at`, in milliseconds since the epoch: update presence and claims, end the
        game. Return whether it was ended. TryAgain: it could not be done."""
        if self.returns.pending:
            await self.returns.pending.wait()
        self._stalls.look()
        await self._write_pauses()
        if self.audience.incomplete:
            self.audience.recount()
        self._show_claims()
        entry = self.clock.end(at)
        if entry is None:
            return False
        if entry.act == "flag" and await self.returns.is_out_of_reach(entry.seat):
            raise TryAgain("Another process may hold this player's socket.")
        return await self.write(self.match.then(entry), first_move=entry.act == "abort")

    async def flag_if_due(self, at: int) -> bool:
        """Like `end_if_due`, after reading what other processes have written."""
        await self.refresh()
        return await self.end_if_due(at)

    @_event
    async def end_if_overdue(self, at: int) -> bool:
        """End a game for two that was not joined, started or continued in time; return whether it was ended.
        `at`: milliseconds since the epoch. TryAgain: nothing was applied."""
        await self.read_new()
        entry = timeout_entry(self.info, self.match, at)
        return entry is not None and await self.write(self.match.then(self.clock.charge(entry)))

    @_event
    async def abort(self, at: int, commit: Callable[[NewEntry | None], Awaitable[bool]]) -> None:
        """Abort a game for two at any point; it counts for nothing.

        `at`: milliseconds since the epoch. `commit`: writes the final entry (None: nothing to end) together
        with the caller's changes; False if its ply was taken. TryAgain: nothing was applied.
        """
        for _ in range(MAX_ATTEMPTS):
            await self.read_new()
            match = self.match
            if match.solitaire or match.outcome:
                await commit(None)
                return
            entry = Entry(match.ply, None, "abort", "", self.time_of_entry(at))
            ended = match.then(self.clock.charge(entry))
            if await commit(NewEntry.of(self.info, ended)):
                self._advance(ended)
                return
        raise TryAgain("Too many acts at the same time. Try again.")


def _is_step(before: Match, after: Match) -> bool:
    """Return whether exactly one move leads from one match to the other and does not end it."""
    last = after.last
    return after.ply == before.ply + 1 and after.outcome is None and last is not None and last.act == "move"
