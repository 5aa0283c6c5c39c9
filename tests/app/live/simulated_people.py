"""People of a simulated world: they play what they have seen, send things twice and to both processes, lose
answers, and try what is not allowed."""

from __future__ import annotations

import asyncio

from app.domain.game_info import Player
from app.messages import games as wire
from engine import OPENING, Entry
from tests.app.live.simulated_world import Answer, Process, World


class Actor:
    """Somebody who plays. `known`: the longest log that he was shown."""

    def __init__(self, world: World, player: Player) -> None:
        self._world, self._player = world, player
        self._chance = world.weather.chance
        self._known: tuple[Entry, ...] = ()

    async def play(self, acts: int) -> None:
        """Sends so many messages, or fewer if the game ends."""
        if not await self._seated():
            return
        for _ in range(acts):
            await self._world.weather.pause()
            await self._look()
            match = self._world.ledger.info.match(self._known)
            if match.outcome:
                return
            mine = self._world.ledger.info.seat(self._player, match.turn) == match.turn
            if mine or self._chance.random() < 0.1:
                await self._send(self._chosen())

    async def _seated(self) -> bool:
        """Joins, if need be; False: others were faster."""
        while self._world.seat_of(self._player) is None:
            answer = await self._somewhere().request(self._player, wire.Join())
            if answer.code in ("seat_taken", "game_over"):
                return False
        return True

    def _somewhere(self) -> Process:
        return self._chance.choice(self._world.processes)

    async def _look(self) -> None:
        self._see(await self._somewhere().request(self._player, None))

    def _see(self, answer: Answer) -> None:
        self._world.hear(answer.log)
        if len(answer.log) > len(self._known):
            self._known = answer.log

    def _chosen(self) -> wire.Act:
        """What he sends next."""
        chance, info = self._chance, self._world.ledger.info
        known = self._known if chance.random() < 0.85 else self._known[: chance.randint(0, len(self._known))]
        match = info.match(known)
        ply = len(known)
        kind = chance.random()
        if kind < 0.03:
            return wire.Resign()
        if kind < 0.08:
            return wire.Move(ply, "nowhere")
        if kind < 0.2 and info.free:
            return chance.choice((wire.Undo(ply), wire.Redo(ply)))
        legal = [move for move in match.legal if not move.endswith(OPENING)]
        return wire.Move(ply, chance.choice(legal))

    async def _send(self, message: wire.Act) -> None:
        """Sends a message until it is answered, or until he would rather look again."""
        chance, processes = self._chance, self._world.processes
        while True:
            where = processes if chance.random() < 0.2 else [self._somewhere()]
            asked = [self._world.ask(process, self._player, message) for process in where]
            answers = await asyncio.gather(*asked)
            got = [answer for answer in answers if chance.random() < 0.9 and answer.code != "lost"]
            for answer in got:
                self._see(answer)
            if any(answer.code != "try_again" for answer in got) or chance.random() < 0.5:
                return


async def play(world: World, players: list[Player], acts: int, kills: int) -> None:
    """The whole of it: people play while processes are killed, then all is looked through.

    TimeoutError: somebody was never answered."""

    async def disaster() -> None:
        for _ in range(kills):
            await asyncio.sleep(world.weather.chance.uniform(0, 2))
            process = world.weather.chance.choice(world.processes)
            process.kill()
            await world.weather.pause()
            process.start()

    async with asyncio.timeout(1000):
        await asyncio.gather(disaster(), *(Actor(world, player).play(acts) for player in players))
        await world.settle()
