"""The answers about boards, daily deals and people, as types: the second half of `app.wire`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from app.messages.games import Person


class LeaderboardEntry(Struct):
    """A line of a board. `score` is the game's own, greater is better; of a game for two it is [wins, games],
    of streaks [best, current]. `moves` were made, `undone` of them taken back; `ms` is time played, in
    `sittings`; null where a line is no single game. `first`: the person's first attempt at the deal."""

    rank: int
    player: Person
    score: tuple[int, ...]
    moves: int | None
    ms: int | None
    sittings: int | None
    undone: int
    hints: int
    first: bool
    game: str
    at: int


class Board(Struct):
    """A page of a board, the best first; `own` is the asker's line, whose rank may be a minute old."""

    items: list[LeaderboardEntry]
    own: LeaderboardEntry | None
    next: str | None


class Attempt(Struct):
    """The asker's attempt at a deal of the day: the first, or if he had met the deal before, the newest.
    `counted`: it stands on the day's board, or will when it ends within the day."""

    game: str
    status: Literal["live", "ended"]
    counted: bool


class Daily(Struct):
    """The deals of a UTC day by game, null while they are a secret to the asker. `commit` is the hex sha256
    of the day's secret, known the day before; `secret` its hex digits, known the day after. A deal is
    HMAC-SHA256(secret, "id date"): its first 4 bytes, or 16 where cards are hidden."""

    date: str
    today: str
    deals: dict[str, int | str | None]
    commit: str
    secret: str | None
    mine: dict[str, Attempt]


class Calendar(Struct):
    """A month of daily deals: the first day there ever was, the days of this month that were dealt, and by
    day the games that the asker has finished in their day."""

    month: str
    first: str
    today: str
    days: list[str]
    finished: dict[str, list[str]]


class SeatResult(Struct):
    """Games from one seat."""

    played: int
    won: int
    drawn: int


class StreakJson(Struct):
    """Consecutive wins at deals that the server dealt: now, and the most there were."""

    current: int
    best: int


class Statistics(Struct):
    """Games of one person or of everybody. A solitaire counts first attempts; `rehearsed` are the others.
    `average` and `spread` ([points, games] pairs) are of the first part of the score. `progress` has
    [time, points] pairs, the oldest first: a person's newest hundred games, or everybody's last 30 days."""

    rules: str
    played: int
    won: int
    rehearsed: int
    seats: list[SeatResult]
    best: tuple[int, ...] | None
    average: float | None
    streak: StreakJson | None
    spread: list[tuple[int, int]]
    progress: list[tuple[int, float]]


class Profile(Struct):
    """A person as everybody sees him; `listed` (on the boards) is told to himself only."""

    player: Person
    since: int
    listed: bool | None
