"""Two simulated serving processes, with checks of every answer that they give to players.

In games with a clock the time of a player runs out while commits are slow, answers are lost and processes are
killed: the flag falls once, when it is due, whether a process has the game loaded or not.

Each answer is checked against the database at the moment when it is sent: it shows only committed entries,
and the reason of a refusal is true. What can only be known later is checked at the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from app.core.errors import Refusal, TryAgain
from app.games import acts
from app.games import messages as wire
from app.games.connection import GameConnection
from app.games.game_clock import Loaded
from app.games.handlers import entry_of_act
from app.games.presence_sync import PresenceSync
from app.games.registry import SessionRegistry
from app.games.session import Session
from app.games.stalls import Stalls
from app.games.sync import ProcessSync
from app.lobby.host_presence import HostPresence
from app.model.game_info import GameInfo, Player
from engine import Entry, IllegalMove, Match, Seat
from engine.entry import QUIET_ACTS
from tests.games.simulation_loop import now
from tests.games.simulation_services import (
    Faults,
    NoRemotePresence,
    SimulatedBus,
    SimulatedDatabase,
    SimulatedStore,
    SimulatedWriter,
    keep_time,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """`code`: done, the code of a refusal, or lost; `log`: the entries that the answer shows."""

    code: str
    log: tuple[Entry, ...] = ()


@dataclass(slots=True)
class Attempt:
    """A message that was sent to one process."""

    player: Player
    message: acts.Act
    ready: bool  # the player was seated and no seat was free when it was sent
    code: str = ""


SPECTATOR = Player("spectator", "Spectator")


class SimulatedSpectator:
    """A spectator's socket on a session, whose client does not read now and then: each frame, merged into the
    state before it, shows what is committed."""

    def __init__(self, simulation: Simulation, session: Session) -> None:
        self._simulation = simulation
        self.protocol = self
        self.on_writable: Callable[[], None]
        self.ply, self._told, self._reads = -1, list[str](), True
        part: Any = self
        self.viewer = GameConnection(part, session, None, part, steps=True)
        session.audience.enter(self.viewer)
        self.viewer.send_state()

    def try_send(self, text: bytes) -> bool:
        faults = self._simulation.faults
        if self._reads and faults.happens(faults.slow):
            self._reads = False
            asyncio.get_running_loop().call_later(faults.random.expovariate(1), self._read)
        if not self._reads:
            return False
        frame = msgspec.json.decode(text)
        over = None
        if frame["t"] == "step" and frame["ply"] == self.ply + 1:
            self._told.append(frame["told"])
        elif frame["t"] == "state":
            self._told, over = frame["told"], frame["over"]
        else:
            assert frame["t"] == "presence", frame
            return True
        self.ply = frame["ply"]
        self._simulation.check_shown(self.ply, self._told, over)
        return True

    def _read(self) -> None:
        self._reads = True
        self.on_writable()

    def fail(self) -> None:
        self._simulation.violations.append("a state could not be sent to a spectator")


class Process:
    """A serving process; a kill loses everything except the database."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._tasks: dict[asyncio.Task[Answer], None] = {}  # in order, so that a seed is deterministic
        self.spectator: SimulatedSpectator | None = None
        self.start()

    def start(self) -> None:
        database = self._simulation.database
        self._bus = SimulatedBus(database)
        store = SimulatedStore(database, self._bus)
        self._writer = SimulatedWriter(database, self._bus)
        self.sessions = SessionRegistry(store, self._writer, self._bus)
        presence = PresenceSync(self.sessions, HostPresence(), NoRemotePresence(), self._bus, Stalls())
        sync = ProcessSync(self.sessions, store, self._bus, presence)
        self.sync = asyncio.create_task(sync.run())
        self._timekeeper = asyncio.create_task(keep_time(database, self.sessions))
        self._spectating = asyncio.create_task(self._spectate())

    def kill(self) -> None:
        self._simulation.database.buses.discard(self._bus)
        self._writer.kill()
        for task in (self.sync, self._timekeeper, self._spectating, *self._tasks):
            task.cancel()
        for session in self.sessions.loaded().values():
            session.close()

    async def _spectate(self) -> None:
        """Run a spectator who connects to this process, disconnects and reconnects, if the game has any."""
        while self._simulation.watched:
            await self._simulation.faults.delay()
            try:
                async with self.sessions.open(self._simulation.game) as session:
                    self.spectator = SimulatedSpectator(self._simulation, session)
                    await asyncio.sleep(self._simulation.faults.viewing_time())
                    session.audience.leave(self.spectator.viewer)
            except TryAgain:
                continue

    async def request(self, player: Player, message: acts.Act | wire.Join | None) -> Answer:
        """Send a request to this process; code `lost`: it was killed before it could answer."""
        task = asyncio.create_task(self._handle(player, message))
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)
        await asyncio.wait([task])
        return Answer("lost") if task.cancelled() else task.result()

    async def _handle(self, player: Player, message: acts.Act | wire.Join | None) -> Answer:
        await self._simulation.faults.delay()
        try:
            async with self.sessions.open(self._simulation.game) as session:
                if isinstance(message, wire.Join):
                    await session.join(player, message.seat)
                elif message is not None:
                    await session.act(player, message)
                return Answer("done", tuple(session.log))
        except Refusal as refusal:
            return Answer(refusal.code)


class Simulation:
    """One game in two processes: the messages sent, and every wrong answer in `violations`. `watched`: it has
    spectators, so that it is loaded most of the time."""

    def __init__(self, seed: int, info: GameInfo, *, watched: bool) -> None:
        self.watched = watched
        self.faults = Faults(Random(seed))
        self.database = SimulatedDatabase(info, self.faults)
        self.game = info.id
        self.attempts: list[Attempt] = []
        self.violations: list[str] = []
        self.processes = [Process(self) for _ in range(2)]

    def check_sent(self, log: Sequence[Entry]) -> None:
        """Record a violation unless this log, sent to a client, is committed."""
        if list(log) != self.database.log[: len(log)]:
            self.violations.append(f"sent before it was committed: {list(log)[-1:]}")

    def check_shown(self, ply: int, told: list[str], over: object) -> None:
        """Record a violation unless the moves and the end that a client shows at a ply are committed."""
        match = self._match(ply)
        shown = (ply, told, over is not None)
        if shown != (match.ply, list(match.told(None)), match.outcome is not None):
            self.violations.append(f"shown at ply {ply}: {told} {over}")

    async def send(self, process: Process, player: Player, message: acts.Act) -> Answer:
        """Send a message and check the answer."""
        info = self.database.info
        attempt = Attempt(player, message, info.full and info.seat(player, 0) is not None)
        self.attempts.append(attempt)
        answer = await process.request(player, message)
        attempt.code = answer.code
        self.check_sent(answer.log)
        if not self._is_correct(attempt, answer):
            self.violations.append(f"{player.id} sent {message} and received {answer.code}")
        return answer

    def _match(self, ply: int) -> Match:
        return self.database.info.match(self.database.log[:ply])

    def _entries(self, message: acts.Act) -> list[Entry]:
        """Return the entries one of which may be this message's: a move may follow quiet acts for its ply."""
        log = self.database.log
        if not isinstance(message, acts.ActAtPly):
            return log[-1:]
        end = message.ply
        while end < len(log) and log[end].act in QUIET_ACTS:
            end += 1
        return log[message.ply : end + 1]

    def _matches(self, attempt: Attempt, entry: Entry) -> bool:
        """Return whether a log entry is the act of the message."""
        info, act, text, words = self.database.info, attempt.message.name, "", entry.text
        match attempt.message:
            case acts.Move(move=text) | acts.Offer(what=text):
                pass
            case acts.Answer(what=text, yes=yes):
                act, words = "accept" if yes else "decline", words.partition(" ")[0]
        seated = info.free or (attempt.player == info.players[entry.seat or 0])
        return seated and (entry.act, words) == (act, text)

    def _is_correct(self, attempt: Attempt, answer: Answer) -> bool:
        """Return whether the answer agrees with the database."""
        log, message = self.database.log, attempt.message
        ply = message.ply if isinstance(message, acts.ActAtPly) else len(log)
        found = [entry for entry in self._entries(message) if self._matches(attempt, entry)]
        match answer.code:
            case "done":
                return any(entry in answer.log for entry in found)
            case "stale":
                quiet = QUIET_ACTS if isinstance(message, acts.Move) else ()
                return not found and any(entry.act not in quiet for entry in log[ply:])
            case "not_seated" | "not_live":
                return not attempt.ready
            case "game_over":
                return self._match(len(log)).outcome is not None
            case "not_your_turn" | "illegal_move":
                last = ply + len(self._entries(message)) if isinstance(message, acts.Move) else ply
                plies = range(ply, min(last, len(log)) + 1)
                return any(self._is_forbidden(attempt, self._match(each)) for each in plies)
            case "try_again" | "lost":
                return True
        return False

    def _is_forbidden(self, attempt: Attempt, match: Match) -> bool:
        info = self.database.info
        seat = info.seat(attempt.player, match.turn)
        at = now() if match.clocks else match.last.at if match.last else 0
        if seat is None:
            return False
        try:
            game = Loaded(info, match, [])
            match.then(entry_of_act(attempt.message, game, seat, at, frozenset()))
        except (IllegalMove, Refusal):
            return True
        return False

    async def check_final_state(self) -> None:
        """Wait until all messages are delivered, and check that processes, sessions and database agree."""
        self.faults.stop()
        await asyncio.sleep(20)
        info, log = self.database.info, self.database.log
        replayed = info.replay(log)
        if replayed.deadline is not None:
            self.violations.append(f"the time of seat {replayed.turn} is over, and nobody has said so")
        for process in self.processes:
            if process.sync.done():
                self.violations.append(f"the sync task of a process ended: {process.sync}")
            if (await process.request(SPECTATOR, None)).log != tuple(log):
                self.violations.append("a process reads a different log")
            if self.watched and process.spectator and process.spectator.ply != len(log):
                self.violations.append(f"a spectator was shown ply {process.spectator.ply} of {len(log)}")
            for session in process.sessions.loaded().values():
                if session.log != log or session.info != info or session.match.state != replayed.state:
                    self.violations.append(f"a process shows ply {session.match.ply}, the log has {len(log)}")
        self._check_log()

    def _check_log(self) -> None:
        """Check that a player sent every entry for its ply, and that no refused message is in the log."""
        codes: dict[str, set[str]] = {}
        for attempt in self.attempts:
            codes.setdefault(f"{attempt.player.id} {attempt.message}", set()).add(attempt.code)
        for entry in self.database.log:
            if entry.act == "flag":
                continue  # written by the server: the replay has checked that it was due
            senders = [attempt for attempt in self.attempts if self._could_have_written(attempt, entry)]
            if not senders:
                self.violations.append(f"no player sent {entry}")
            elif not any(codes[f"{a.player.id} {a.message}"] & {"done", "lost"} for a in senders):
                self.violations.append(f"{entry} was written, but all its senders received a refusal")

    def _could_have_written(self, attempt: Attempt, entry: Entry) -> bool:
        due = not isinstance(attempt.message, acts.ActAtPly) or entry in self._entries(attempt.message)
        return due and self._matches(attempt, entry)

    def seat_of(self, player: Player) -> Seat | None:
        return self.database.info.seat(player, 0)
