"""Fair play: no server help for positions of running games between people.

It cannot detect a second account, another program or another person; docs/wire.md says so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from app.db.games.running import RunningGames
from app.domain.fair_play import is_past_opening, neighbour_keys, position_key, position_keys
from app.domain.game_info import GameInfo, Player
from app.errors import Refusal
from app.live.registry import SessionRegistry
from engine import GAMES, PAST, Game, Match

SAME_FAMILY = "You are playing a game of this family. Wait for its end."


class FairPlay:
    """Refuses searches and variations that concern running games between people."""

    def __init__(self, running: RunningGames, sessions: SessionRegistry) -> None:
        self._running, self._sessions = running, sessions

    async def refuse_search(self, player: Player | None, game: Game[Any], state: Any) -> None:
        """Refuse a search at a position, or a bot game that starts there. Refusal `in_play`: the player has a
        running game of the family in which both have moved, or other players are at this position."""
        for found, _, _ in await self._own(player, game):
            raise Refusal("in_play", game=found, message=SAME_FAMILY)
        await self._refuse_positions(player, game, position_keys(game, [state]))

    async def refuse_variation(self, player: Player | None, game: Game[Any], keys: Sequence[int]) -> None:
        """Refuse a variation through the positions of these keys. Refusal `in_play`: as for a search, except
        that a player may try one move from the current position of their own running game: that shows rules,
        not values."""
        own = await self._own(player, game)
        if own:
            if len(keys) <= 2 and any(position_key(one.game, one.state) == keys[0] for _, _, one in own):
                return
            raise Refusal("in_play", game=own[0][0], message=SAME_FAMILY)
        await self._refuse_positions(player, game, keys)

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
        for found, started, running in await self._own(player, info.game):
            if chosen and at >= started:
                raise Refusal("in_play", game=found, message=SAME_FAMILY)
            near = neighbour_keys(running)
            if any(position_key(info.game, state) in near for state in states):
                raise Refusal("in_play", game=found, message=SAME_FAMILY)
        if chosen:
            await self._refuse_positions(player, info.game, position_keys(info.game, states))

    async def _own(self, player: Player | None, game: Game[Any]) -> list[tuple[str, int, Match]]:
        """Return the player's running games of the family between people in which both have moved: id, start
        time, match."""
        if player is None or len(game.seats) == 1:
            return []
        found = []
        for running in await self._running.of_player(player.id, _family(game)):
            async with self._sessions.open(running) as session:
                match, info = session.match, session.info
                if match.outcome is None and len(match.moved) == 2:
                    found.append((running, info.started or info.created, match))
        return found

    async def _refuse_positions(self, player: Player | None, game: Game[Any], keys: Collection[int]) -> None:
        """Raise Refusal `in_play` if a running game between people is at a position of one of these keys: for
        its players at any time, for others once each seat has moved four times."""
        if len(game.seats) == 1:
            return
        for found, people in (await self._running.at(_family(game), keys)).items():
            if player and player.id in people:
                raise Refusal(
                    "in_play", game=found, message="This is the position of a game that you are playing."
                )
            async with self._sessions.open(found) as session:
                match = session.match
                standing = position_key(match.game, match.state) in keys
                if match.outcome is None and is_past_opening(match) and standing:
                    message = "This is the position of a running game between people."
                    raise Refusal("in_play", message=message)


def _family(game: Game[Any]) -> list[str]:
    """Return the ids of all games of the family."""
    return sorted({one.id for one in (*GAMES.values(), *PAST.values()) if one.family == game.family})
