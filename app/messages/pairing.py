"""Challenges, blocks, ratings and the stream of a player's games: bodies and answers, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from app.messages.games import Body, Control, Log, Over, Person

DeclineWord = Literal["later", "clock", "rated", "no"]


class Decline(Body):
    """Declines a challenge with a word: not now, another clock, not rated (or rated), no."""

    word: DeclineWord


class Blocks(Struct):
    """The people whom the current player blocks, by name."""

    items: list[Person]


class RatingEntry(Struct):
    """An entry of a rating list. Ratings of games without an end for long become uncertain: `deviation` is as
    of now. `provisional`: more than 110 of it."""

    rank: int
    player: Person
    rating: int
    deviation: int
    games: int
    provisional: bool | UnsetType = UNSET


class Ratings(Struct):
    """A page of a rating list, the highest first. `own`: the current player's entry, of a list that was asked
    for with provisional ratings; null: they are not on it."""

    items: list[RatingEntry]
    next: str | None
    own: RatingEntry | UnsetType | None = UNSET


class RatingCurve(Struct):
    """A player's ratings, the oldest first: the end of each rated game in milliseconds since the epoch, and
    the rating after it; at most the newest 1000."""

    items: list[tuple[int, int]]


class ExportedGame(Struct):
    """A line of an export: the record of a game, its players by seat, and when it ended, in milliseconds
    since the epoch."""

    record: Log
    players: list[Person | None]
    ended: int


# Lines of the stream. `id` is a number that grows with the time of what is told, `at` that time in
# milliseconds since the epoch; after a reconnection with `?after=` a line may come again.


class ChallengeLine(Struct, tag="challenge", tag_field="t"):
    """Somebody challenges the current player: join the game, or decline it. `seat`: the free one."""

    id: int
    game: str
    at: int
    rules: str
    seat: int
    opponent: Person
    control: Control | None
    rated: bool


class StartLine(Struct, tag="start", tag_field="t"):
    """A game for two of the current player has begun."""

    id: int
    game: str
    at: int
    rules: str
    seat: int
    opponent: Person | None
    control: Control | None
    rated: bool


class TurnLine(Struct, tag="turn", tag_field="t"):
    """The current player is to move. It is told again when the log went on without a move: with an offer, or
    its answer."""

    id: int
    game: str
    at: int
    rules: str
    seat: int
    ply: int


class EndLine(Struct, tag="end", tag_field="t"):
    """A game for two of the current player has ended. `declined`: the word with which their challenge was
    declined."""

    id: int
    game: str
    at: int
    rules: str
    seat: int
    ply: int
    over: Over
    declined: DeclineWord | None


Line = ChallengeLine | StartLine | TurnLine | EndLine
