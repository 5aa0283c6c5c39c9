"""Answers about leaderboards, daily deals and players, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from app.messages.games import Person


class LeaderboardEntry(Struct):
    """An entry of a leaderboard. `score` is the game's own, greater is better; of a game for two it is
    [wins, games], of streaks [best, current]. `moves` were made, `undone` of them taken back; `ms` is time
    played, in `sittings`; null where an entry is no single game. `first`: the player's first attempt at
    the deal; `certified`: it was proved to be winnable before it was dealt."""

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
    """A page of a leaderboard, the best first; `own` is the current player's entry, whose rank may be a
    minute old."""

    items: list[LeaderboardEntry]
    own: LeaderboardEntry | None
    next: str | None


class Attempt(Struct):
    """The current player's attempt at a deal of the day: the first, or if they had met the deal before, the
    newest. `counted`: it is on the day's leaderboard, or will be if it ends within the day."""

    game: str
    status: Literal["live", "ended"]
    counted: bool


class Place(Struct):
    """Where the current player's attempt at a deal of the day stands among the results of its class:
    `unaided` where it is without help, else `open`. `of` players are ranked, the current one among them, and
    the results of `worse` of them are worse."""

    of_class: Literal["unaided", "open"] = field(name="class")
    rank: int
    worse: int
    of: int


class Places(Struct):
    """The current player's places at the deals of a day, by game; only attempts that count."""

    items: dict[str, Place]


class Solved(Struct):
    """The players who have begun a deal of the day, and those of them who have won it; first attempts only,
    which ended within the day."""

    started: int
    solved: int


class PassedOver(Struct):
    """A candidate for a deal of the day that was passed over: `lost`, or `unknown` within the limit."""

    number: int
    verdict: str


class CertifiedDeal(Struct):
    """Which candidate was proved to be winnable, by which version of the solver within how many nodes."""

    number: int
    version: int
    nodes: int
    skipped: list[PassedOver]


class Certificate(Struct):
    """What was proved of the deals of a day. `nonce`: HMAC-SHA256(secret, "certificate date")."""

    date: str
    nonce: str
    deals: dict[str, CertifiedDeal]


class Daily(Struct):
    """The deals of a UTC day by game, null while they are a secret to the current player. `commit` is the hex
    sha256 of the day's secret, known the day before; `secret` its hex digits, known the day after. A deal is
    HMAC-SHA256(secret, "id date"): its first 4 bytes, or 16 where cards are hidden. `skipped` is how many
    candidates (n) were passed over, where it is not 0: the deal is then that of "id date n"; a game whose
    deal is a secret is left out. `winnable` are the games whose deal was proved to be winnable before the day
    began; `certificate` is the proof, public when the day is over: the number of each such deal, the version
    and the limit of nodes of the solver, and its verdicts on the candidates before; `seal` is the hex sha256
    of its JSON with sorted keys and no spaces, null where nothing was proved in time. `featured` is the game
    of the day, `solved` and `best` (the best scores that a search found) are empty until the day is over,
    `streak` are
    the current player's days in a row with a deal won without help, `played` those with one that counts on
    leaderboards."""

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
    """A month of daily deals: the first day there ever was, the days of this month that were dealt, and by
    day the games that the current player has finished in their day, and those of them that they have won
    without help (`solved`)."""

    month: str
    first: str
    today: str
    days: list[str]
    finished: dict[str, list[str]]
    solved: dict[str, list[str]]


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
    """Games of one player or of all. A solitaire counts first attempts; `rehearsed` are the others.
    `average` and `spread` ([points, games] pairs) are of the first part of the score. `progress` has
    [time, points] pairs, the oldest first: a player's newest hundred games, or the last 30 days of all."""

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
    """A player's rating in a game, by seat where the seats are unequal, else 0; `deviation` as of now;
    `provisional`: more than 110 of it; `games`: rated ones."""

    rules: str
    seat: int
    rating: int
    deviation: int
    provisional: bool
    games: int


class BadgeJson(Struct):
    """A milestone that a player's results prove: `win.FAMILY`, `perfect.FAMILY`, `clean`, `clean.10` or
    `week`; `game` is the one that won it, `at` when it ended."""

    id: str
    at: int
    game: str


class Profile(Struct):
    """A player's public profile; `listed` (on the leaderboards) is shown to themselves only. `online`:
    whether they are connected; of another player, who is listed. `badges`: in the order in which they were
    won; left out where a profile is answered to its change."""

    player: Person
    since: int
    listed: bool | None
    ratings: list[PlayerRating]
    online: bool | UnsetType = UNSET
    badges: list[BadgeJson] | UnsetType = UNSET
