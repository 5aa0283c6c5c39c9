"""A line of a game's chat, and who may read and write it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.domain.game_info import Player
from engine import Seat

Room = Literal["players", "watchers"]


@dataclass(frozen=True, slots=True)
class Line:
    """`seat`: of the writer, None for a spectator; `at`: milliseconds since the epoch."""

    id: int
    room: Room
    player: Player
    seat: Seat | None
    text: str
    at: int


def room_of(seat: Seat | None) -> Room:
    """Where somebody in this seat (None: a spectator) writes."""
    return "watchers" if seat is None else "players"


def rooms_read_by(seat: Seat | None, *, over: bool) -> tuple[Room, ...]:
    """What somebody in this seat reads: the other room too for a player whose game is over."""
    if seat is None:
        return ("watchers",)
    return ("players", "watchers") if over else ("players",)
