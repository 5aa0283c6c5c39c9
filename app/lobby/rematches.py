"""Rematches that somebody offers to a player who may have left the ended game, as the lobby tells them.

Kept in memory: what this process has heard within an hour. The game's own state has an offer as long as it
stands.
"""

from __future__ import annotations

from cachetools import TTLCache

from app.domain.game_info import GameInfo, Rematch
from app.live.state import listed_players
from app.messages.lobby import WantedRematch

KEPT = 10_000  # players
SECONDS = 3600.0  # for which the offers to a player are told


class WantedRematches:
    """The offers that stand, by the player who may answer them and by the ended game."""

    def __init__(self) -> None:
        self._kept: TTLCache[str, dict[str, WantedRematch]] = TTLCache(KEPT, SECONDS)

    def note(self, info: GameInfo, said: Rematch | None) -> None:
        """Note what the players of an ended game say of another one."""
        people = listed_players(info)
        for seat, person in enumerate(info.players):
            opponent = people[1 - seat]
            if person is None or opponent is None:
                continue
            offers = {game: one for game, one in self._kept.get(person.id, {}).items() if game != info.id}
            offered = said is not None and said.offered_by == 1 - seat and not said.next
            if offered:
                offers[info.id] = WantedRematch(info.id, info.game.id, opponent)
            if offers:
                self._kept[person.id] = offers
            else:
                self._kept.pop(person.id, None)

    def of(self, player: str) -> list[WantedRematch]:
        """Return the offers to this player, the oldest first."""
        return [*self._kept.get(player, {}).values()]
