"""Immutable description of a game without its log: rules, deal, start position, players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Literal

from engine import Control, Entry, Game, Match, Outcome, Seat
from engine.analysis import Difficulty, Flaw

Status = Literal["open", "live", "ended"]


def deal_json(deal: int | bytes) -> int | str:
    """Return a deal as JSON: a number, or 32 hex digits."""
    return deal.hex() if isinstance(deal, bytes) else deal


@dataclass(frozen=True, slots=True)
class Player:
    """A player. Only `id` and `name` count for equality.

    - `id` never changes; `name` may, and is "" for a deleted account.
    - `bot`: a bot's level; None for a person.
    - `account`, `moderator`, `muted_until` (end of a chat mute, milliseconds since the epoch): set only for
      the player of a request."""

    id: str
    name: str
    account: bool = field(default=False, compare=False)
    moderator: bool = field(default=False, compare=False)
    muted_until: int | None = field(default=None, compare=False)
    bot: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SeatRating:
    """A seat's rating as displayed. For an ended rated game: the rating before it, and the change."""

    rating: int
    provisional: bool
    change: int | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """State of a rematch after an ended game.

    - `offered_by`: the seat with a pending offer, or None.
    - `declined`: seats whose offer was declined.
    - `next`: id of the new game.
    - `casual`: the rematch of this rated game is casual, because the pair reached the limit of rated
      games."""

    offered_by: Seat | None = None
    declined: frozenset[Seat] = frozenset()
    next: str | None = None
    casual: bool = False


@dataclass(frozen=True, slots=True)
class MoveWarning:
    """Warning of a teaching bot about its opponent's move, before it replies at `ply` in `position`.

    `line`: its reply and continuation; `reason`, `plies`, `points`: as in `Judgement`; `proceeded`: the
    opponent let the bot reply."""

    ply: int
    position: str
    reason: Flaw
    line: tuple[str, ...]
    plies: int | None = None
    points: int | None = None
    proceeded: bool = False


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game without its log. Times are in milliseconds since the epoch.

    - `deal`: a number, secret bytes, or None if nothing is dealt; `chosen`: chosen by the player, so not
      secret.
    - `position`: the position text the game was started from.
    - `free`: one player has both seats.
    - `public`: listed; `public_at_end`: a rated game that is listed only after its end.
    - `players`: by seat; None: the seat is free.
    - `first`: False for a solitaire whose deal the player has seen before.
    - `daily`: the UTC day whose deal it is, such as 2026-11-21.
    - `pair`: made by pairing; while open, a seek of "Play now", which ends when its owner is paired
      elsewhere.
    - `to`: the challenged player, who alone may join; `declined`: the word with which they declined.
    - `ratings`: by seat; () if no player has one.
    - `control`: time control; None: no clock.
    - `certified`: proved winnable before it was dealt; `difficulty`: the one by which it was chosen.
    - `teach`: the bot warns of costly moves; `warnings`: warnings given, by ply.
    - `novices`: seats whose players are in one of their first games of the family.
    - `revision`: number of the changes besides the log that this includes (app/db/revisions.py).
    - `full`: every seat is taken; `of_two`: neither a solitaire nor `free`.
    - `bot_seat`: the bot's seat; `between_people`: `of_two` without a bot.
    - `commit`: SHA-256 of a secret deal."""

    id: str
    game: Game[Any]
    deal: int | bytes | None
    chosen: bool
    position: str | None
    free: bool
    public: bool
    creator: str
    created: int
    started: int | None
    players: tuple[Player | None, ...]
    first: bool = True
    daily: str | None = None
    pair: bool = False
    to: Player | None = None
    declined: str | None = None
    ratings: tuple[SeatRating | None, ...] = ()
    control: Control | None = None
    rated: bool = False
    rematch: Rematch | None = None
    certified: bool = False
    difficulty: Difficulty | None = None
    public_at_end: bool = False
    teach: bool = False
    warnings: tuple[MoveWarning, ...] = ()
    novices: frozenset[Seat] = field(default=frozenset(), compare=False)
    revision: int = field(default=0, compare=False)
    full: bool = field(init=False, compare=False, repr=False)
    of_two: bool = field(init=False, compare=False, repr=False)
    bot_seat: Seat | None = field(init=False, compare=False, repr=False)
    between_people: bool = field(init=False, compare=False, repr=False)
    commit: str | None = field(init=False, compare=False, repr=False)
    seats_by_player: dict[str, tuple[Seat, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        seats: dict[str, tuple[Seat, ...]] = {}
        for seat, player in enumerate(self.players):
            if player:
                seats[player.id] = (*seats.get(player.id, ()), seat)
        object.__setattr__(self, "seats_by_player", seats)
        object.__setattr__(self, "full", sum(map(len, seats.values())) == len(self.players))
        object.__setattr__(self, "of_two", len(self.players) == 2 and not self.free)
        bots = (seat for seat, player in enumerate(self.players) if player and player.bot is not None)
        object.__setattr__(self, "bot_seat", next(bots, None))
        object.__setattr__(self, "between_people", self.of_two and self.bot_seat is None)
        object.__setattr__(self, "commit", self._commit())

    def match(self, log: Iterable[Entry] = ()) -> Match:
        """Return the match after a trusted log."""
        return Match.resume(
            self.game, self._deal, log, position=self.position, clock=self.control, free=self.free
        )

    def replay(self, log: Iterable[Entry]) -> Match:
        """Return the match after an untrusted log. IllegalMove names the ply."""
        return Match.replay(
            self.game, self._deal, log, position=self.position, clock=self.control, free=self.free
        )

    @property
    def _deal(self) -> int | bytes:
        return 0 if self.deal is None else self.deal

    def at_end(self, outcome: Outcome) -> GameInfo:
        """Return the game after its end: `public_at_end` makes it public unless it was aborted."""
        if self.public_at_end and self.rated and outcome.reason != "aborted":
            return replace(self, public=True)
        return self

    def seats(self, player: Player | None) -> tuple[Seat, ...]:
        """Return the seats of a player; () for a spectator."""
        return self.seats_by_player.get(player.id, ()) if player else ()

    def seat(self, player: Player | None, turn: Seat | None) -> Seat | None:
        """Return the seat of a player, or None for a spectator. With both seats: the one to move, or 0 after
        the end."""
        seats = self.seats(player)
        if len(seats) > 1:
            return turn or 0
        return seats[0] if seats else None

    def visible_deal(self, over: bool) -> int | str | None:
        """Return the deal as JSON; None while it is secret, or if nothing is dealt."""
        if self.deal is None or (self.game.hides and not self.chosen and not over):
            return None
        return deal_json(self.deal)

    @property
    def deal_text(self) -> str | None:
        """Deal as text: decimal digits, or 32 hex digits; None if nothing is dealt."""
        return None if self.deal is None else str(deal_json(self.deal))

    def _commit(self) -> str | None:
        """Return the hex SHA-256 of a secret deal, shown from the start for verification after the end."""
        if not isinstance(self.deal, bytes) or self.chosen:
            return None
        return sha256(self.deal).hexdigest()
