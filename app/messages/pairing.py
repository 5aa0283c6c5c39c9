"""Request and response types for challenges, blocks, ratings, and the stream of a player's games."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from app.messages.games import Body, Control, Log, Over, Person

DeclineWord = Literal["later", "clock", "rated", "no"]


class Decline(Body):
    """Reason to decline a challenge: not now, another clock, not rated (or rated), or no."""

    word: DeclineWord


class Blocks(Struct):
    """Players that the current player blocks, by name."""

    items: list[Person]


class RatingEntry(Struct):
    """An entry of a rating list. `deviation`: as of now, it grows while no game ends; `provisional`: it is
    above 110."""

    rank: int
    player: Person
    rating: int
    deviation: int
    games: int
    provisional: bool | UnsetType = UNSET


class Ratings(Struct):
    """A page of a rating list, highest first. `own`: the current player's entry, only if the list was
    requested with provisional ratings; null if they are not on it."""

    items: list[RatingEntry]
    next: str | None
    own: RatingEntry | UnsetType | None = UNSET


class RatingCurve(Struct):
    """A player's ratings, oldest first: end of each rated game in milliseconds since the epoch, and the
    rating after it; at most the newest 1000."""

    items: list[tuple[int, int]]


class ExportedGame(Struct):
    """A line of an export: record of a game, its players by seat, and when it ended, in milliseconds since
    the epoch."""

    record: Log
    players: list[Person | None]
    ended: int


# Lines of the stream. `id` grows with the time of the event, `at` is that time in milliseconds since the
# epoch.
# After a reconnect with `?after=` a line may be repeated.


class ChallengeLine(Struct, tag="challenge", tag_field="t"):
    """The current player was challenged: join the game or decline. `seat`: the free seat."""

    id: int
    game: str
    at: int
    rules: str
    seat: int
    opponent: Person
    control: Control | None
    rated: bool


class StartLine(Struct, tag="start", tag_field="t"):
    """A game for two of the current player has started."""

    id: int
    game: str
    at: int
    rules: str
    seat: int
    opponent: Person | None
    control: Control | None
    rated: bool


class TurnLine(Struct, tag="turn", tag_field="t"):
    """It is the current player's turn. Repeated when the log grows without a move, by an offer or its
    answer."""

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
