"""Two processes and the people who play through them: what they send, and whether the answers are true.

Everything is checked against the ledger at the moment when it is said: nobody is told what is not written,
and every refusal gives a reason that holds. What could only be known later is checked at the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from app.cluster.owners import Owners
from app.domain.game_info import GameInfo, Player
from app.errors import Refusal, TryAgain
from app.live.registry import SessionRegistry
from app.live.session import Session
from app.live.sync import ClusterSync
from app.messages import games as wire
from engine import Entry, IllegalMove, Match, Seat
from tests.app.live.simulated_services import (
    Ledger,
    NoPlaces,
    NoPresences,
    SimulatedBus,
    SimulatedStore,
    SimulatedWriter,
    Weather,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """`code`: done, the code of a refusal, or lost; `log`: what the answer shows."""

    code: str
    log: tuple[Entry, ...] = ()


@dataclass(slots=True)
class Attempt:
    """A message that was sent to one process."""

    player: Player
    message: wire.Act
    ready: bool  # the player sat, and every seat was taken, when it was sent
    code: str = ""


NOBODY = Player("nobody", "Nobody")


class Onlooker:
    """A spectator's socket: what it is woken for, it is told."""

    player = None

    def __init__(self, world: World, session: Session) -> None:
        self._world, self._session = world, session

    def wake(self) -> None:
        self._world.hear(self._session.log)


class Process:
    """A serving process: killed, it loses all but the ledger."""

    def __init__(self, world: World, writer: type[SimulatedWriter]) -> None:
        self._world, self._make_writer = world, writer
        self._tasks: dict[asyncio.Task[Answer], None] = {}  # in their order: a seed tells one story
        self.start()

    def start(self) -> None:
        ledger = self._world.ledger
        self._bus = SimulatedBus(ledger)
        store = SimulatedStore(ledger, self._bus)
        self._writer = self._make_writer(ledger, self._bus)
        self.sessions = SessionRegistry(store, self._writer, self._bus)
        neighbours = ClusterSync(self.sessions, store, Owners(), NoPresences(), NoPlaces(), self._bus)
        self.meeting = asyncio.create_task(neighbours.run())
        self._watching = asyncio.create_task(self._watch())

    def kill(self) -> None:
        self._world.ledger.buses.discard(self._bus)
        self._writer.kill()
        for task in (self.meeting, self._watching, *self._tasks):
            task.cancel()

    async def _watch(self) -> None:
        """Somebody looks at the game through this process, goes and comes again."""
        while True:
            await self._world.weather.pause()
            try:
                async with self.sessions.open(self._world.game) as session:
                    onlooker = Onlooker(self._world, session)
                    session.audience.enter(onlooker)
                    await asyncio.sleep(self._world.weather.stay())
                    session.audience.leave(onlooker)
            except TryAgain:
                continue

    async def request(self, player: Player, message: wire.Act | wire.Join | None) -> Answer:
        """Asks this process; lost: it was killed before it could answer."""
        task = asyncio.create_task(self._handle(player, message))
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)
        await asyncio.wait([task])
        return Answer("lost") if task.cancelled() else task.result()

    async def _handle(self, player: Player, message: wire.Act | wire.Join | None) -> Answer:
        await self._world.weather.pause()
        try:
            async with self.sessions.open(self._world.game) as session:
                if isinstance(message, wire.Join):
                    await session.join(player, message.seat)
                elif message is not None:
                    await session.act(player, message)
                return Answer("done", tuple(session.log))
        except Refusal as refusal:
            return Answer(refusal.code)


class World:
    """One game in two processes, and all that was said of it."""

    def __init__(self, seed: int, info: GameInfo, writer: type[SimulatedWriter] = SimulatedWriter) -> None:
        self.weather = Weather(Random(seed))
        self.ledger = Ledger(info, self.weather)
        self.game = info.id
        self.attempts: list[Attempt] = []
        self.wrong: list[str] = []
        self.processes = [Process(self, writer) for _ in range(2)]

    def hear(self, log: Sequence[Entry]) -> None:
        """Somebody is told this."""
        if list(log) != self.ledger.log[: len(log)]:
            self.wrong.append(f"told before it was written: {list(log)[-1:]}")

    async def ask(self, process: Process, player: Player, message: wire.Act) -> Answer:
        """Sends a message and judges the answer."""
        info = self.ledger.info
        attempt = Attempt(player, message, info.full and info.seat(player, 0) is not None)
        self.attempts.append(attempt)
        answer = await process.request(player, message)
        attempt.code = answer.code
        self.hear(answer.log)
        if not self._holds(attempt, answer):
            self.wrong.append(f"{player.id} sent {message} and was told {answer.code}")
        return answer

    def _match(self, ply: int) -> Match:
        return self.ledger.info.match(self.ledger.log[:ply])

    def _written(self, attempt: Attempt, line: Entry) -> bool:
        """Whether a line of the log is what was asked for."""
        info, message = self.ledger.info, attempt.message
        text = message.move if isinstance(message, wire.Move) else ""
        held = info.free or (attempt.player == info.players[line.seat or 0])
        return held and (line.act, line.text) == (message.name, text)

    def _holds(self, attempt: Attempt, answer: Answer) -> bool:
        """Whether the answer is true by the ledger."""
        log, message = self.ledger.log, attempt.message
        ply = message.ply if isinstance(message, wire.Move | wire.Undo | wire.Redo) else len(log)
        match answer.code:
            case "done":
                lines = log[ply : ply + 1] if ply < len(log) else log[-1:]
                return any(self._written(attempt, line) and line in answer.log for line in lines)
            case "stale":
                return ply < len(log) and not self._written(attempt, log[ply])
            case "not_seated" | "not_live":
                return not attempt.ready
            case "game_over":
                return self._match(len(log)).outcome is not None
            case "not_your_turn" | "illegal_move":
                return self._forbidden(attempt, self._match(ply))
            case "try_again" | "lost":
                return True
        return False

    def _forbidden(self, attempt: Attempt, match: Match) -> bool:
        seat = self.ledger.info.seat(attempt.player, match.turn)
        text = attempt.message.move if isinstance(attempt.message, wire.Move) else ""
        at = match.last.at if match.last else 0
        try:
            match.then(Entry(match.ply, seat, attempt.message.name, text, at))  # type: ignore[arg-type]
        except IllegalMove:
            return True
        return False

    async def settle(self) -> None:
        """Waits until all is quiet, and looks whether everybody agrees."""
        self.weather.clear()
        await asyncio.sleep(20)
        info, log = self.ledger.info, self.ledger.log
        replayed = info.replay(log)
        for process in self.processes:
            if process.meeting.done():
                self.wrong.append(f"a process hears no more: {process.meeting}")
            if (await process.request(NOBODY, None)).log != tuple(log):
                self.wrong.append("a process reads another log")
            for session in process.sessions.loaded().values():
                if session.log != log or session.info != info or session.match.state != replayed.state:
                    self.wrong.append(f"a process shows ply {session.match.ply}, the log has {len(log)}")
        self._check_log()

    def _check_log(self) -> None:
        """Every line is what somebody sent for this ply, and what was refused is not there."""
        codes: dict[str, set[str]] = {}
        for attempt in self.attempts:
            codes.setdefault(f"{attempt.player.id} {attempt.message}", set()).add(attempt.code)
        for ply, line in enumerate(self.ledger.log):
            askers = [attempt for attempt in self.attempts if self._asks(attempt, ply, line)]
            if not askers:
                self.wrong.append(f"nobody sent {line}")
            elif not any(codes[f"{a.player.id} {a.message}"] & {"done", "lost"} for a in askers):
                self.wrong.append(f"{line} was written, but everybody was told that it was not")

    def _asks(self, attempt: Attempt, ply: int, line: Entry) -> bool:
        message = attempt.message
        due = message.ply == ply if isinstance(message, wire.Move | wire.Undo | wire.Redo) else True
        return due and self._written(attempt, line)

    def seat_of(self, player: Player) -> Seat | None:
        return self.ledger.info.seat(player, 0)
