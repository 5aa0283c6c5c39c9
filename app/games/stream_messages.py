"""Lines of the stream and of exports, for programs."""

from __future__ import annotations

from msgspec import Struct

from app.games.messages import Log
from app.model.messages import Control, DeclineWord, Over, Person


class ExportedGame(Struct):
    """A line of an export: record of a game, its players by seat, and when it ended, in milliseconds since
    the epoch."""

    record: Log
    players: list[Person | None]
    ended: int


class _Line(Struct):
    """A line of the stream. `id` grows with the time of the event, `at` is that time in milliseconds since
    the epoch. After a reconnect with `?after=` a line may be repeated."""

    id: int
    game: str
    at: int
    rules: str
    seat: int


class ChallengeLine(_Line, tag="challenge", tag_field="t"):
    """The current player was challenged: join the game or decline. `seat`: the free seat."""

    opponent: Person
    control: Control | None
    rated: bool


class StartLine(_Line, tag="start", tag_field="t"):
    """A game for two of the current player has started."""

    opponent: Person | None
    control: Control | None
    rated: bool


class TurnLine(_Line, tag="turn", tag_field="t"):
    """It is the current player's turn. Repeated when the log grows without a move, by an offer or its
    answer."""

    ply: int


class EndLine(_Line, tag="end", tag_field="t"):
    """A game for two of the current player has ended. `declined`: the word with which their challenge was
    declined."""

    ply: int
    over: Over
    declined: DeclineWord | None


StreamLine = ChallengeLine | StartLine | TurnLine | EndLine
