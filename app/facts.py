"""What is known of a game besides its log: its rules, its deal, who sits where. A value, like the match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from engine import Entry, Game, Match, Seat

Status = Literal["open", "live", "ended"]


@dataclass(frozen=True, slots=True)
class Player:
    """A person, by the id that never changes and the name of today."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Facts:
    """`deal`: a number, the bytes of a secret, or None where nothing is dealt; `chosen`: by the player, so it
    is no secret; `position`: the text the game was started from; `free`: one person holds both seats;
    `players`: by seat, None where it is free; times in milliseconds since the epoch."""

    id: str
    game: Game[Any]
    deal: int | bytes | None
    chosen: bool
    position: str | None
    free: bool
    public: bool
    creator: str
    created: int
    started: int | None
    players: tuple[Player | None, ...]

    def match(self, log: Iterable[Entry] = ()) -> Match:
        """The match after our own log."""
        return Match.resume(self.game, self._deal, log, position=self.position, free=self.free)

    def replay(self, log: Iterable[Entry]) -> Match:
        """The match after a log that is not trusted; IllegalMove names the ply."""
        return Match.replay(self.game, self._deal, log, position=self.position, free=self.free)

    @property
    def _deal(self) -> int | bytes:
        return 0 if self.deal is None else self.deal

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.players

    def seat(self, player: Player | None, turn: Seat | None) -> Seat | None:
        """The seat of a player: of both the one to move (0 when nobody is); None for a spectator."""
        if player is None:
            return None
        held = [seat for seat, other in enumerate(self.players) if other and other.id == player.id]
        return (turn or 0) if len(held) > 1 else next(iter(held), None)

    def status(self, match: Match) -> Status:
        if match.outcome:
            return "ended"
        return "live" if self.full else "open"

    def deal_shown(self, over: bool) -> int | str | None:
        """The deal as JSON, None while it is secret or where nothing is dealt."""
        if self.deal is None or (self.game.hides and not self.chosen and not over):
            return None
        return self.deal.hex() if isinstance(self.deal, bytes) else self.deal

    @property
    def commit(self) -> str | None:
        """The hex sha256 of a secret deal, shown from the start, so that the end can be verified."""
        if not isinstance(self.deal, bytes) or self.chosen:
            return None
        return sha256(self.deal).hexdigest()
