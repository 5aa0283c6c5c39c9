"""Chat lines of a game: rooms and text cleaning."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from app.domain.game_info import Player
from engine import Seat

Room = Literal["players", "watchers"]

MAX_MARKS = 3  # combining marks per character: Vietnamese, Hebrew and Thai need two or three
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
)  # in addition to categories Cc and Cf


@dataclass(frozen=True, slots=True)
class Line:
    """A chat line. `seat`: the writer's, None for a spectator; `at`: milliseconds since the epoch."""

    id: int
    room: Room
    player: Player
    seat: Seat | None
    text: str
    at: int


def clean_line(text: str) -> str:
    """Return a line without invisible characters, with single spaces and at most MAX_MARKS combining marks
    per character; "" if nothing visible is left."""
    kept: list[str] = []
    marks_left = 0  # on the last character
    for char in " ".join(text.split()):
        category = unicodedata.category(char)
        if category in ("Cc", "Cf") or char in INVISIBLE:
            continue
        if category in ("Mn", "Me"):
            marks_left -= 1
            if marks_left < 0:
                continue
        else:
            marks_left = 0 if char == " " else MAX_MARKS
        kept.append(char)
    return " ".join("".join(kept).split())


def room_of(seat: Seat | None) -> Room:
    """Return the room in which this seat (None: a spectator) writes."""
    return "watchers" if seat is None else "players"


def rooms_read_by(seat: Seat | None, *, over: bool) -> tuple[Room, ...]:
    """Return the rooms that this seat reads: both for a player whose game is over."""
    if seat is None:
        return ("watchers",)
    return ("players", "watchers") if over else ("players",)
