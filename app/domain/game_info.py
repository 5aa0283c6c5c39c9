"""A game without its log: its rules, deal, start position and players. A value, like the match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Literal

from engine import Control, Entry, Game, Match, Outcome, Seat
from engine.analysis import Difficulty, Flaw

Status = Literal["open", "live", "ended"]


def deal_json(deal: int | bytes) -> int | str:
    """A deal as JSON: a number, or 32 hex digits."""
    return deal.hex() if isinstance(deal, bytes) else deal


@dataclass(frozen=True, slots=True)
class Player:
    """A player: `id` never changes, `name` may, and is "" of one who has deleted their account; `bot`: the
    level of a machine's player, None of a person. The rest is known of the player of a request only, and is
    no part of their identity: whether they have an account, are a moderator, and until when they cannot write
    in chats (milliseconds since the epoch)."""

    id: str
    name: str
    account: bool = field(default=False, compare=False)
    moderator: bool = field(default=False, compare=False)
    muted_until: int | None = field(default=None, compare=False)
    bot: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SeatRating:
    """The rating of a seat's player as it is shown: of an ended rated game the one before it, and what the
    game has added to it."""

    rating: int
    provisional: bool
    change: int | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """What the players of an ended game say of another one. `offered_by`: the seat that offers it, None when
    nobody does; `declined`: the seats whose offer was declined; `next`: the id of the new game; `casual`: the
    offered one is casual though this game was rated, since the two have played enough rated games today."""

    offered_by: Seat | None = None
    declined: frozenset[Seat] = frozenset()
    next: str | None = None
    casual: bool = False


@dataclass(frozen=True, slots=True)
class MoveWarning:
    """What a machine that teaches says of its opponent's move, before it answers at `ply` in `position`.
    `line`: how it would answer; `reason`, `plies`, `points`: as of `Judgement`; `proceeded`: it was let
    answer."""

    ply: int
    position: str
    reason: Flaw
    line: tuple[str, ...]
    plies: int | None = None
    points: int | None = None
    proceeded: bool = False


@dataclass(frozen=True, slots=True)
class GameInfo:
    """`deal`: a number, the bytes of a secret, or None where nothing is dealt; `chosen`: by the player, so it
    is no secret; `position`: the text the game was started from; `free`: one player has both seats; `public`:
    it stands in lists, `public_at_end`: a rated one that stands in them only once it has ended; `players`: by
    seat, None where it is free; times in milliseconds since the epoch; `first`: not a solitaire whose deal
    the player has met before; `daily`: the UTC day whose deal it is, such as 2026-11-21; `pair`: made by
    pairing; while open, a seek of "Play now", which ends when its owner is paired elsewhere; `to`: the only
    player besides its creator who may join it, `declined`: the word with which they declined; `ratings`: of
    the players, by seat, () where nobody has one; `control`: of the clock, None without one; `rematch`: what
    is said of another game after the end; `certified`: the deal was proved to be winnable before it was
    dealt, `difficulty`: as which one it was asked for; `teach`: the machine warns of costly moves,
    `warnings`: those it has given, by ply; `novices`: the seats whose players are in one of their first three
    games of the family."""

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
    full: bool = field(init=False, compare=False, repr=False)  # every seat is taken
    of_two: bool = field(init=False, compare=False, repr=False)  # neither a solitaire nor one person's
    machine: Seat | None = field(init=False, compare=False, repr=False)  # the seat of a machine's player
    between_people: bool = field(init=False, compare=False, repr=False)  # each seat is for one of their own
    commit: str | None = field(init=False, compare=False, repr=False)  # to a secret deal
    seats_by_player: dict[str, tuple[Seat, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        seats: dict[str, tuple[Seat, ...]] = {}
        for seat, player in enumerate(self.players):
            if player:
                seats[player.id] = (*seats.get(player.id, ()), seat)
        object.__setattr__(self, "seats_by_player", seats)
        object.__setattr__(self, "full", sum(map(len, seats.values())) == len(self.players))
        object.__setattr__(self, "of_two", len(self.players) == 2 and not self.free)
        object.__setattr__(self, "machine", next(iter(self._machines()), None))
        object.__setattr__(self, "between_people", self.of_two and self.machine is None)
        object.__setattr__(self, "commit", self._commit())

    def _machines(self) -> list[Seat]:
        return [seat for seat, player in enumerate(self.players) if player and player.bot is not None]

    def match(self, log: Iterable[Entry] = ()) -> Match:
        """The match after our own log, which is trusted."""
        return Match.resume(
            self.game, self._deal, log, position=self.position, clock=self.control, free=self.free
        )

    def replay(self, log: Iterable[Entry]) -> Match:
        """The match after a log that is not trusted; IllegalMove names the ply."""
        return Match.replay(
            self.game, self._deal, log, position=self.position, clock=self.control, free=self.free
        )

    @property
    def _deal(self) -> int | bytes:
        return 0 if self.deal is None else self.deal

    def at_end(self, outcome: Outcome) -> GameInfo:
        """The game once it has ended: public if it becomes so then, which an aborted one does not."""
        if self.public_at_end and self.rated and outcome.reason != "aborted":
            return replace(self, public=True)
        return self

    def seats(self, player: Player | None) -> tuple[Seat, ...]:
        """The seats of a player; () for a spectator."""
        return self.seats_by_player.get(player.id, ()) if player else ()

    def seat(self, player: Player | None, turn: Seat | None) -> Seat | None:
        """The seat of a player: of both the one to move (0 when the game is over); None for a spectator."""
        seats = self.seats(player)
        if len(seats) > 1:
            return turn or 0
        return seats[0] if seats else None

    def is_closed(self, today: str) -> bool:
        """Whether this is today's deal, which is shown only to those who have finished it."""
        return self.daily is not None and self.daily >= today

    def visible_deal(self, over: bool) -> int | str | None:
        """The deal as JSON, None while it is secret or where nothing is dealt."""
        if self.deal is None or (self.game.hides and not self.chosen and not over):
            return None
        return deal_json(self.deal)

    @property
    def deal_text(self) -> str | None:
        """The deal as one text: decimal digits, or 32 hex digits; None where nothing is dealt."""
        return None if self.deal is None else str(deal_json(self.deal))

    def _commit(self) -> str | None:
        """The hex sha256 of a secret deal, shown from the start, so that the end can be verified."""
        if not isinstance(self.deal, bytes) or self.chosen:
            return None
        return sha256(self.deal).hexdigest()
