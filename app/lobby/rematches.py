"""Rematch offers shown in the lobby, to players who may have left the ended game.

Kept in memory: offers that this process saw within an hour. The game's own state shows an offer as long as it
stands.
"""

from __future__ import annotations

from cachetools import TTLCache

from app.games.state import listed_players
from app.lobby.messages import WantedRematch
from app.model.game_info import GameInfo, Rematch

MAX_PLAYERS = 10_000  # with offers
OFFER_TTL = 3600.0  # seconds for which a player's offers are shown


class WantedRematches:
    """Pending offers by answering player and ended game."""

    def __init__(self) -> None:
        self._offers: TTLCache[str, dict[str, WantedRematch]] = TTLCache(MAX_PLAYERS, OFFER_TTL)

    def note(self, info: GameInfo, rematch: Rematch | None) -> None:
        """Update the offers from the rematch state of an ended game."""
        people = listed_players(info)
        for seat, person in enumerate(info.players):
            opponent = people[1 - seat]
            if person is None or opponent is None:
                continue
            offers = {game: one for game, one in self._offers.get(person.id, {}).items() if game != info.id}
            offered = rematch is not None and rematch.offered_by == 1 - seat and not rematch.next
            if offered:
                offers[info.id] = WantedRematch(info.id, info.game.id, opponent)
            if offers:
                self._offers[person.id] = offers
            else:
                self._offers.pop(person.id, None)

    def of(self, player: str) -> list[WantedRematch]:
        """Return the offers to this player, oldest first."""
        return [*self._offers.get(player, {}).values()]
