"""Response types for leaderboards and players."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from app.model.messages import Person
from app.results.badges.badges import BadgeJson


class LeaderboardEntry(Struct):
    """An entry of a leaderboard.

    - `score`: the game's own score, greater is better; [wins, games] in a game for two, [best, current] for
      streaks.
    - `moves`: moves made, `undone` of them taken back.
    - `ms`: time played, in `sittings`; both null if the entry is not a single game.
    - `first`: the player's first attempt at the deal.
    - `certified`: the deal was proved winnable before it was dealt.
    """

    rank: int
    player: Person
    score: tuple[int, ...]
    moves: int | None
    ms: int | None
    sittings: int | None
    undone: int
    hints: int
    first: bool
    certified: bool
    game: str
    at: int


class Board(Struct):
    """A page of a leaderboard, best first. `own`: the current player's entry; its rank may be a minute
    old."""

    items: list[LeaderboardEntry]
    own: LeaderboardEntry | None
    next: str | None


class PlayedGames(Struct):
    """Ids of the games that have a result."""

    items: list[str]


class SeatResult(Struct):
    """Number of games played from one seat."""

    played: int
    won: int
    drawn: int


class StreakJson(Struct):
    """Consecutive wins at deals of the server: current and longest streak."""

    current: int
    best: int


class Statistics(Struct):
    """Statistics of one player or of all players.

    A solitaire counts first attempts; `rehearsed` are the others. `average` and `spread` ([points, games]
    pairs) are of the first part of the score. `progress`: [time, points] pairs, oldest first, of a player's
    newest hundred games or of all games in the last 30 days.
    """

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


class PlayerRating(Struct):
    """A player's rating in a game. `seat`: 0 unless the seats are rated apart; `deviation`: as of now;
    `provisional`: the deviation is above 110; `games`: number of rated games."""

    rules: str
    seat: int
    rating: int
    deviation: int
    provisional: bool
    games: int


class Profile(Struct):
    """Public profile of a player. `listed` (on the leaderboards): null for other players. `online`:
    connected; only for other players who are listed, and of those at another process only with an open game
    or a challenge, and 50 more. `badges`: in the order won; omitted in the response to a change."""

    player: Person
    since: int
    listed: bool | None
    ratings: list[PlayerRating]
    online: bool | UnsetType = UNSET
    badges: list[BadgeJson] | UnsetType = UNSET


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
    """A player's ratings, oldest first: time of each rated game, or of the undo of one, in milliseconds since
    the epoch, and the rating after it; at most the newest 1000. Undone games are left out."""

    items: list[tuple[int, int]]
