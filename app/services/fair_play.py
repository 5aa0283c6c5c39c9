"""Fair play: people do not ask the server about a game that they, or others, play against people.

It cannot prevent a second account, another program or another person; docs/wire.md says so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from app.db.games.machines import MachineStore
from app.domain.fair_play import is_past_opening, neighbour_keys, position_key, position_keys
from app.domain.game_info import GameInfo, Player
from app.errors import Refusal
from app.live.registry import SessionRegistry
from engine import GAMES, PAST, Game, Match

PLAYING = "you are in a game like this: wait for its end"


class FairPlay:
    """Refuses searches and lines that concern running games between people."""

    def __init__(self, store: MachineStore, sessions: SessionRegistry) -> None:
        self._store, self._sessions = store, sessions

    async def refuse_search(self, player: Player | None, game: Game[Any], state: Any) -> None:
        """Refuse a search at a position, or a bot that plays from it. Refusal `in_play`: the player has a
        running game of the family in which both have moved, or others play at this position."""
        for found, _, _ in await self._own(player, game):
            raise Refusal("in_play", game=found, message=PLAYING)
        await self._refuse_positions(player, game, position_keys(game, [state]))

    async def refuse_line(self, player: Player | None, game: Game[Any], keys: Sequence[int]) -> None:
        """Refuse a line through the positions of these keys. Refusal `in_play`: as for a search, but from the
        present position of their own running game a player may try one move: that tells rules, not values."""
        own = await self._own(player, game)
        if own:
            if len(keys) <= 2 and any(position_key(one.game, one.state) == keys[0] for _, _, one in own):
                return
            raise Refusal("in_play", game=own[0][0], message=PLAYING)
        await self._refuse_positions(player, game, keys)

    async def refuse_values(
        self, player: Player | None, info: GameInfo, match: Match, states: Sequence[Any]
    ) -> None:
        """Refuse the values of a game at these positions. Refusal `in_play`: one of them is the position of a
        running game of the player, or one move away from it; or this game shows positions of the player's own
        choice (one person has both seats, or it began at a position) and went on beside the running one."""
        at = match.last.at if match.last else info.created
        chosen = info.free or info.position is not None
        for found, started, running in await self._own(player, info.game):
            if chosen and at >= started:
                raise Refusal("in_play", game=found, message=PLAYING)
            near = neighbour_keys(running)
            if any(position_key(info.game, state) in near for state in states):
                raise Refusal("in_play", game=found, message=PLAYING)
        if chosen:
            await self._refuse_positions(player, info.game, position_keys(info.game, states))

    async def _own(self, player: Player | None, game: Game[Any]) -> list[tuple[str, int, Match]]:
        """Return the player's running games of the family, between people, in which both have moved: their
        ids, when they started, and their matches."""
        if player is None or len(game.seats) == 1:
            return []
        found = []
        for running in await self._store.running_games(player.id, _family(game)):
            async with self._sessions.open(running) as session:
                match, info = session.match, session.info
                if match.outcome is None and len(match.moved) == 2:
                    found.append((running, info.started or info.created, match))
        return found

    async def _refuse_positions(self, player: Player | None, game: Game[Any], keys: Collection[int]) -> None:
        """Refusal `in_play`: a running game between people stands at a position of one of these keys. Its
        players are refused at any time, everybody else once each seat has moved four times."""
        if len(game.seats) == 1:
            return
        for found, people in (await self._store.standing_at(_family(game), keys)).items():
            if player and player.id in people:
                raise Refusal("in_play", game=found, message="this is the position of a game that you play")
            async with self._sessions.open(found) as session:
                match = session.match
                standing = position_key(match.game, match.state) in keys
                if match.outcome is None and is_past_opening(match) and standing:
                    message = "this is the position of a game that people play now"
                    raise Refusal("in_play", message=message)


def _family(game: Game[Any]) -> list[str]:
    """Return the ids of the games of a family."""
    return sorted({one.id for one in (*GAMES.values(), *PAST.values()) if one.family == game.family})
