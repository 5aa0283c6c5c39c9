"""Chat lines of a game: rooms and text cleaning."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from engine import Seat

Room = Literal["players", "watchers"]

MAX_MARKS = 3  # combining marks per character: Vietnamese, Hebrew and Thai need two or three
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
)  # in addition to categories Cc and Cf


JOINERS = "\u200c\u200d"  # of Persian and Indic words (both), and of emoji (the second)
# Of a flag such as Scotland's: the code of its region and the end, after a black flag.
REGION_TAGS = re.compile("(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")


def clean_line(text: str) -> str:
    """Return a line with single spaces, at most MAX_MARKS combining marks per character, and of invisible
    characters only JOINERS within a word or emoji and REGION_TAGS; "" if nothing visible is left."""
    text = " ".join(text.split())
    tags = {at for region in REGION_TAGS.finditer(text) for at in range(*region.span())}
    kept: list[str] = []
    marks_left = 0  # on the last character
    for at, char in enumerate(text):
        category, joins = unicodedata.category(char), char in JOINERS or at in tags
        if not joins and (category in ("Cc", "Cf") or char in INVISIBLE):
            continue
        if category in ("Mn", "Me"):
            marks_left -= 1
            if marks_left < 0:
                continue
        elif not joins:
            marks_left = 0 if char == " " else MAX_MARKS
        kept.append(char)
    neighbours = zip([" ", *kept], kept, [*kept[1:], " "], strict=False)
    joined = (char for left, char, right in neighbours if char not in JOINERS or _are_joined(left, right))
    return " ".join("".join(joined).split())


def _are_joined(left: str, right: str) -> bool:
    """Return whether both are parts of words or emoji, where a joiner between them changes what is shown."""
    return all(unicodedata.category(char)[0] in "LMNS" for char in (left, right))


def room_of(seat: Seat | None) -> Room:
    """Return the room in which this seat (None: a spectator) writes."""
    return "watchers" if seat is None else "players"


def rooms_read_by(seat: Seat | None, *, over: bool) -> tuple[Room, ...]:
    """Return the rooms that this seat reads: both for a player whose game is over."""
    if seat is None:
        return ("watchers",)
    return ("players", "watchers") if over else ("players",)
