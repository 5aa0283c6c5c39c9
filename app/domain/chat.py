"""A line of a game's chat: who may read and write it, and which characters it keeps."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from app.domain.game_info import Player
from engine import Seat

Room = Literal["players", "watchers"]

MAX_MARKS = 3  # combining marks on one character: Vietnamese, Hebrew and Thai need two or three
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # besides control and format ones


@dataclass(frozen=True, slots=True)
class Line:
    """`seat`: of the writer, None for a spectator; `at`: milliseconds since the epoch."""

    id: int
    room: Room
    player: Player
    seat: Seat | None
    text: str
    at: int


def clean_line(text: str) -> str:
    """Return a line without invisible characters, with single spaces and at most MAX_MARKS combining marks
    on a character; "" if nothing is left to be seen."""
    kept: list[str] = []
    room = 0  # for further marks on the last character
    for char in " ".join(text.split()):
        category = unicodedata.category(char)
        if category in ("Cc", "Cf") or char in INVISIBLE:
            continue
        if category in ("Mn", "Me"):
            room -= 1
            if room < 0:
                continue
        else:
            room = 0 if char == " " else MAX_MARKS
        kept.append(char)
    return " ".join("".join(kept).split())


def room_of(seat: Seat | None) -> Room:
    """Where somebody in this seat (None: a spectator) writes."""
    return "watchers" if seat is None else "players"


def rooms_read_by(seat: Seat | None, *, over: bool) -> tuple[Room, ...]:
    """What somebody in this seat reads: the other room too for a player whose game is over."""
    if seat is None:
        return ("watchers",)
    return ("players", "watchers") if over else ("players",)
