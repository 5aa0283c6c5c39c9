"""Earlier states of a game, made by replaying its log."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from app.games import messages
from app.games.state import Access, past_state
from app.model.game_info import GameInfo
from engine import Entry, Match


@dataclass(frozen=True, slots=True)
class Past:
    """Makes earlier states of a game at `ply` entries, which is `over` or not, for a reader with `access`."""

    info: GameInfo
    ply: int
    over: bool
    presence: messages.Presence
    access: Access

    def states(self, log: Sequence[Entry], first: int) -> Generator[None, None, list[messages.State]]:
        """Make the states after `first` to all entries of a log, one entry per step."""
        then, states = self.info.match(), list[messages.State]()
        if first == 0:
            states.append(self.state(then))
        for number, entry in enumerate(log, 1):
            yield
            then = then.after(entry)
            if number >= first:
                states.append(self.state(then))
        return states

    def state(self, then: Match) -> messages.State:
        """Return the state at an earlier match, or at the current one."""
        return past_state(self.info, then, self.ply, self.presence, self.access, over=self.over)
