"""Response types for leaderboards, daily deals and players."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from app.messages.games import Person


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


class Attempt(Struct):
    """The current player's attempt at a daily deal: the first one, or the newest if they had met the deal
    before. `counted`: the first one, ended within the day or not ended yet; leaderboards leave out some
    ends."""

    game: str
    status: Literal["live", "ended"]
    counted: bool


class Place(Struct):
    """Rank of the current player's attempt at a daily deal within its class: `unaided` without help, else
    `open`. `of`: players ranked, the current one included; `worse`: number of those with a worse result."""

    of_class: Literal["unaided", "open"] = field(name="class")
    rank: int
    worse: int
    of: int


class Places(Struct):
    """The current player's places at the deals of a day, by game; attempts that count only."""

    items: dict[str, Place]


class Solved(Struct):
    """Number of players who started a daily deal, and who solved it; only first attempts that ended within
    the day."""

    started: int
    solved: int


class PassedOver(Struct):
    """A candidate for a daily deal that was skipped as `lost`, or as `unknown` within the node limit."""

    number: int
    verdict: str


class CertifiedDeal(Struct):
    """The candidate that was proved winnable, the solver's version, and its node limit."""

    number: int
    version: int
    nodes: int
    skipped: list[PassedOver]


class Certificate(Struct):
    """Proof for the deals of a day. `nonce`: HMAC-SHA256(secret, "certificate date")."""

    date: str
    nonce: str
    deals: dict[str, CertifiedDeal]


class Daily(Struct):
    """Daily deals of a UTC day.

    - `deals`: by game; null while the deal is secret to the current player. A deal is HMAC-SHA256(secret, "id
      date"): its first 4 bytes, or 16 where cards are hidden.
    - `commit`: hex SHA-256 of the day's secret, published the day before; `secret`: its hex digits, published
      the day after.
    - `skipped`: number n of skipped candidates, where not 0; the deal is then that of "id date n". A game
      whose deal is secret is omitted.
    - `winnable`: games whose deal was proved winnable before the day began.
    - `certificate`: the proof, public once the day is over: the number of each such deal, the solver's
      version and node limit, and its verdicts on the candidates before.
    - `seal`: hex SHA-256 of the certificate's JSON with sorted keys and no spaces; null if nothing was proved
      in time.
    - `featured`: game of the day.
    - `solved`, `best` (best scores found by a search): empty until the day is over.
    - `streak`: the current player's consecutive days with a deal won without help; `played`: with a deal that
      counts on leaderboards.
    """

    date: str
    today: str
    deals: dict[str, int | str | None]
    skipped: dict[str, int]
    commit: str
    seal: str | None
    certificate: Certificate | None
    winnable: list[str]
    secret: str | None
    mine: dict[str, Attempt]
    featured: str
    solved: dict[str, Solved]
    best: dict[str, tuple[int, ...]]
    streak: StreakJson | None
    played: StreakJson | None


class Calendar(Struct):
    """A month of daily deals. `first`: first day that ever had deals; `days`: days of this month with deals;
    `finished`: by day, the games that the current player finished on that day; `solved`: those won without
    help."""

    month: str
    first: str
    today: str
    days: list[str]
    finished: dict[str, list[str]]
    solved: dict[str, list[str]]


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


class BadgeJson(Struct):
    """A milestone proved by a player's results: `win.FAMILY`, `perfect.FAMILY`, `clean`, `clean.10` or
    `week`. `game`: the game that won it; `at`: when that game ended."""

    id: str
    at: int
    game: str


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
