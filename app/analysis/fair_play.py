"""Fair play: no server help for players of running games between people.

It cannot detect a second account, another program or another person; docs/wire.md says so.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from app.core.errors import Refusal
from app.games.lists import GameLists
from app.games.registry import SessionRegistry
from app.model.game_info import GameInfo, Player
from engine import GAMES, OPENING, PAST, Game, Match

SAME_FAMILY = "You are playing a game of this family. Wait for its end."
SAME_POSITION = "This is the position of a game that you are playing."


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A running game between people that the asking player plays."""

    id: str
    started: int
    match: Match

    @property
    def both_moved(self) -> bool:
        return len(self.match.moved) == 2

    @property
    def key(self) -> Hashable:
        """Key of the current position, without history and counters."""
        return self.match.game.key(self.match.state)

    def neighbour_keys(self) -> set[Hashable]:
        """Return the keys of the current position, the one before, and those after each legal move."""
        game, state = self.match.game, self.match.state
        moves = [move for move in self.match.legal if not move.endswith(OPENING)]
        if game.allows is not None:
            moves += game.completions(state)
        states = [state, *(game.apply(state, move) for move in moves)]
        if self.match.step:
            states.append(self.match.step.before)
        return {game.key(one) for one in states}


class FairPlay:
    """Refuses searches and variations that concern a player's own running games."""

    def __init__(self, lists: GameLists, sessions: SessionRegistry) -> None:
        self._lists, self._sessions = lists, sessions

    async def refuse_search(self, player: Player | None, game: Game[Any], state: Any) -> None:
        """Refuse a search at a position, or a bot game that starts there. Refusal `in_play`: the player has a
        running game of the family in which both have moved, or one at this position."""
        own = await self._own(player, game)
        _refuse_family(own)
        _refuse_positions(own, [game.key(state)])

    async def refuse_variation(
        self, player: Player | None, game: Game[Any], keys: Sequence[Hashable]
    ) -> None:
        """Refuse a variation through the positions of these keys. Refusal `in_play`: as for a search, except
        that a player may try one move from the current position of their own running game: that shows rules,
        not values."""
        own = await self._own(player, game)
        if len(keys) <= 2 and any(one.both_moved and one.key == keys[0] for one in own):
            return
        _refuse_family(own)
        _refuse_positions(own, keys)

    async def refuse_values(
        self, player: Player | None, info: GameInfo, match: Match, states: Sequence[Any]
    ) -> None:
        """Refuse the values of a game at these positions.

        Refusal `in_play`: a position is that of the player's own running game, or one move from it; or the
        game shows positions of the player's choice (one person has both seats, or it began at a position) and
        was played while the other one ran.
        """
        at = match.last.at if match.last else info.created
        chosen = info.free or info.position is not None
        own = await self._own(player, info.game)
        keys = [info.game.key(state) for state in states]
        for running in own:
            beside = chosen and at >= running.started
            if running.both_moved and (beside or not running.neighbour_keys().isdisjoint(keys)):
                raise Refusal("in_play", game=running.id, message=SAME_FAMILY)
        if chosen:
            _refuse_positions(own, keys)

    async def _own(self, player: Player | None, game: Game[Any]) -> list[OwnGame]:
        """Return the player's running games of the family between people in which somebody has moved."""
        if player is None or len(game.seats) == 1:
            return []
        family = sorted({one.id for one in (*GAMES.values(), *PAST.values()) if one.family == game.family})
        own = []
        for running in await self._lists.running_between_people(player.id, family):
            async with self._sessions.open(running) as session:
                match, info = session.match, session.info
                if match.outcome is None:
                    own.append(OwnGame(running, info.started or info.created, match))
        return own


def _refuse_family(own: Sequence[OwnGame]) -> None:
    for running in own:
        if running.both_moved:
            raise Refusal("in_play", game=running.id, message=SAME_FAMILY)


def _refuse_positions(own: Sequence[OwnGame], keys: Collection[Hashable]) -> None:
    for running in own:
        if running.key in keys:
            raise Refusal("in_play", game=running.id, message=SAME_POSITION)
