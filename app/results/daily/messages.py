"""Response types for daily deals."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from app.results.messages import StreakJson


class Attempt(Struct, omit_defaults=True):
    """The current player's attempt at a daily deal: the first one, or the newest if they had met the deal
    before. `counted`: the first one, ended within the day or not ended yet; leaderboards leave out some ends.
    `practice`: begun after the day."""

    game: str
    status: Literal["live", "ended"]
    counted: bool
    practice: bool = False


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


class Daily(Struct):
    """Daily deals of a UTC day.

    - `deals`: by game; null while the deal is secret to the current player. A deal is HMAC-SHA256(secret, "id
      date"): its first 4 bytes, or 16 where cards are hidden.
    - `commit`: hex SHA-256 of the day's secret, published the day before; `secret`: its hex digits, published
      the day after.
    - `skipped`: number n of skipped candidates, where not 0; the deal is then that of "id date n". A game
      whose deal is secret is omitted.
    - `verdicts`: the solver's verdict on each skipped candidate, `lost` or `unknown`; empty until the day is
      over.
    - `winnable`: games whose deal was proved winnable before the day began.
    - `featured`: game of the day.
    - `solved`, `best` (best scores found by a search): empty until the day is over.
    - `streak`: the current player's consecutive days with a deal won without help; `played`: with a deal that
      counts on leaderboards. One missed day of each month does not end them; `freezes`: days of this month
      that may still be missed, of `streak`.
    """

    date: str
    today: str
    deals: dict[str, int | str | None]
    skipped: dict[str, int]
    verdicts: dict[str, list[str]]
    commit: str
    winnable: list[str]
    secret: str | None
    mine: dict[str, Attempt]
    featured: str
    solved: dict[str, Solved]
    best: dict[str, tuple[int, ...]]
    streak: StreakJson | None
    played: StreakJson | None
    freezes: int | None


class Calendar(Struct):
    """A month of daily deals. `first`: first day that ever had deals; `days`: days of this month with deals;
    `finished`: by day, the games that the current player finished on that day, after a first move; `solved`:
    those won without help; `practised`: those won after the day."""

    month: str
    first: str
    today: str
    days: list[str]
    finished: dict[str, list[str]]
    solved: dict[str, list[str]]
    practised: dict[str, list[str]]
