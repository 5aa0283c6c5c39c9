"""Earlier states of a game, made by replaying its log."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from app.domain.game_info import GameInfo
from app.live.cooperative_replay import in_slices, replay
from app.live.replays import Replays
from app.live.state import Access, past_state
from app.messages import games as messages
from app.workers.tasks import Replay
from engine import Entry, Match

MAX_LOCAL_ENTRIES = 200  # a longer log is replayed by a worker


@dataclass(frozen=True, slots=True)
class Past:
    """Makes earlier states of a game at `ply` entries, which is `over` or not, for a reader with `access`."""

    info: GameInfo
    ply: int
    over: bool
    presence: messages.Presence
    access: Access

    async def states(
        self, log: Sequence[Entry], first: int, replays: Replays, person: str
    ) -> list[messages.State]:
        """Return the states after `first` to all entries of a log, requested by a person. Refusal `too_many`,
        `busy`."""
        if len(log) > MAX_LOCAL_ENTRIES:
            long = Replay("frames", self.info.game.id, self._replayed, (log, first))
            return await replays.run(long, len(log), person)
        return await in_slices(self._from(await replay(self.info, log[:first]), log[first:]))

    def _replayed(self, log: Sequence[Entry], first: int) -> list[messages.State]:
        work = self._from(self.info.match(log[:first]), log[first:])
        try:
            while True:
                next(work)
        except StopIteration as end:
            states: list[messages.State] = end.value
            return states

    def _from(self, then: Match, entries: Sequence[Entry]) -> Generator[None, None, list[messages.State]]:
        """Make the states from a match on through more entries; yield once per entry."""
        states = [self.state(then)]
        for entry in entries:
            yield
            then = then.after(entry)
            states.append(self.state(then))
        return states

    def state(self, then: Match) -> messages.State:
        """Return the state at an earlier match, or at the current one."""
        return past_state(self.info, then, self.ply, self.presence, self.access, over=self.over)
