"""Simulated players: they move by the state they last received, send messages twice and to both processes,
lose answers, and try illegal acts."""

from __future__ import annotations

import asyncio

from app.games import acts
from app.games import messages as wire
from app.model.game_info import Player
from engine import OPENING, Entry
from tests.games.simulation_processes import Answer, Process, Simulation


class SimulatedPlayer:
    """One player. `_known`: the longest log received."""

    def __init__(self, simulation: Simulation, player: Player) -> None:
        self._simulation, self._player = simulation, player
        self._random = simulation.faults.random
        self._known: tuple[Entry, ...] = ()

    async def play(self, acts: int) -> None:
        """Send `acts` messages, or fewer if the game ends."""
        if not await self._join():
            return
        for _ in range(acts):
            await self._simulation.faults.delay()
            await self._read_state()
            match = self._simulation.database.info.match(self._known)
            if match.outcome:
                return
            mine = self._simulation.database.info.seat(self._player, match.turn) == match.turn
            if mine or match.offers or self._random.random() < 0.1:
                await self._send(self._choose_message())

    async def _join(self) -> bool:
        """Join unless already seated; False: the seat was taken by another player."""
        while self._simulation.seat_of(self._player) is None:
            answer = await self._random_process().request(self._player, wire.Join())
            if answer.code in ("seat_taken", "game_over"):
                return False
        return True

    def _random_process(self) -> Process:
        return self._random.choice(self._simulation.processes)

    async def _read_state(self) -> None:
        self._remember(await self._random_process().request(self._player, None))

    def _remember(self, answer: Answer) -> None:
        self._simulation.check_sent(answer.log)
        if len(answer.log) > len(self._known):
            self._known = answer.log

    def _choose_message(self) -> acts.Act:
        """Return the next message to send."""
        random, info = self._random, self._simulation.database.info
        known = self._known if random.random() < 0.85 else self._known[: random.randint(0, len(self._known))]
        match = info.match(known)
        ply = len(known)
        kind = random.random()
        if kind < 0.03:
            return acts.Resign()
        if kind < 0.08:
            return acts.Move(ply, "nowhere")
        if kind < 0.09:
            return acts.Abort()
        if kind < 0.2 and info.free:
            return random.choice((acts.Undo(ply), acts.Redo(ply)))
        if match.offers and kind < 0.6:
            return acts.Answer(ply, "takeback", random.random() < 0.7)
        if kind < 0.25:
            return acts.Offer(ply, "takeback")
        legal = [move for move in match.legal if not move.endswith(OPENING)]
        return acts.Move(ply, random.choice(legal))

    async def _send(self, message: acts.Act) -> None:
        """Send a message until it is answered, or give up at random and read the state again."""
        random, processes = self._random, self._simulation.processes
        while True:
            targets = processes if random.random() < 0.2 else [self._random_process()]
            requests = [self._simulation.send(process, self._player, message) for process in targets]
            answers = await asyncio.gather(*requests)
            received = [answer for answer in answers if random.random() < 0.9 and answer.code != "lost"]
            for answer in received:
                self._remember(answer)
            if any(answer.code != "try_again" for answer in received) or random.random() < 0.5:
                return


async def simulate(simulation: Simulation, players: list[Player], acts: int, kills: int) -> None:
    """Let the players play while processes are killed, then check the final state.

    TimeoutError: a message was never answered."""

    async def kill_processes() -> None:
        for _ in range(kills):
            await asyncio.sleep(simulation.faults.random.uniform(0, 2))
            process = simulation.faults.random.choice(simulation.processes)
            process.kill()
            await simulation.faults.delay()
            process.start()

    async with asyncio.timeout(1000):
        await asyncio.gather(
            kill_processes(), *(SimulatedPlayer(simulation, player).play(acts) for player in players)
        )
        await simulation.check_final_state()
