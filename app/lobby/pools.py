"""Pairing of seeks: an in-memory index by clock and rating, and the matching rules.

Pairing seats the owner of one seek in the open game of another. It prefers the nearest rating within the
rating range, then the longest wait. The range widens with the longer wait of the two.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import merge
from math import inf

from app.model.game_info import GameInfo
from app.results.glicko import Rating
from engine import Control, Seat

NEW_SEEK_MS = 30_000  # a host without a connection counts as present for so long after opening a game
BASE_RATING_RANGE = 200  # rating difference at which two players are paired at once
RATING_RANGE_PER_SECOND = 40  # growth of the range with the longer wait
DEFAULT_RATING = round(Rating().rating)  # of unrated players

SeekKey = tuple[str, int, bool]  # rules, version, rated
Fits = Callable[["Seek"], bool]
Pair = tuple["Seek", "Seek"]


@dataclass(frozen=True, slots=True)
class Seek:
    """An open game with a free seat, or a request to open one, reduced to what pairing uses.

    - `created`: milliseconds since the epoch.
    - `control`: time control; None: no clock. `any_clock`: the owner also joins games with a clock.
    - `free`: the free seat; `asked`: the seat that the owner asked for, None for any.
    - `rating`: the owner's.
    - `pair`: opened by pairing, so that the owner may be moved into another game."""

    id: str
    key: SeekKey
    owner: str
    created: int
    control: Control | None
    free: Seat
    rating: int = DEFAULT_RATING
    pair: bool = True
    asked: Seat | None = None
    any_clock: bool = False

    @classmethod
    def of(cls, info: GameInfo, asked: Seat | None = None, *, any_clock: bool = False) -> Seek | None:
        """Return an open game as a seek; None: pairing must not join it."""
        free = [seat for seat, player in enumerate(info.players) if player is None]
        usual = info.public and not (info.chosen or info.position is not None or info.to)
        if len(info.players) != 2 or len(free) != 1 or not usual:
            return None
        known = info.ratings[1 - free[0]] if info.ratings else None
        return cls(
            info.id,
            (info.game.id, info.game.version, info.rated),
            info.creator,
            info.created,
            info.control,
            free[0],
            known.rating if known else DEFAULT_RATING,
            info.pair,
            asked,
            any_clock,
        )


def is_new(seek: Seek, now: int) -> bool:
    """Return whether a seek was opened within NEW_SEEK_MS: its host may be a program without a socket, or a
    page that is still loading."""
    return seek.created > now - NEW_SEEK_MS


def rating_range(one: Seek, other: Seek, now: int) -> float:
    """Return the maximum rating difference at which two seeks are paired."""
    return BASE_RATING_RANGE + RATING_RANGE_PER_SECOND * max(0, now - min(one.created, other.created)) / 1000


def can_move(mover: Seek, host: Seek, now: int) -> bool:
    """Return whether the owner of `mover` may be seated in the game `host`."""
    return (
        mover.pair
        and mover.key == host.key
        and mover.owner != host.owner
        and mover.asked in (None, host.free)
        and (mover.any_clock or mover.control == host.control)
        and abs(mover.rating - host.rating) <= rating_range(mover, host, now)
    )


def order_of(mover: Seek, host: Seek) -> tuple[bool, int, int, str]:
    """Return the sort key of hosts: equal clock first, then nearest rating, then longest wait."""
    return mover.control != host.control, abs(mover.rating - host.rating), host.created, host.id


class _Group:
    """Seeks with the same clock, by rating, and per rating in order of age."""

    def __init__(self) -> None:
        self._ratings: list[int] = []  # ascending
        self._seeks: dict[int, dict[str, Seek]] = {}

    def add(self, seek: Seek) -> None:
        if seek.rating not in self._seeks:
            insort(self._ratings, seek.rating)
            self._seeks[seek.rating] = {}
        known = self._seeks[seek.rating]
        last = next(reversed(known.values()), None)
        known[seek.id] = seek
        if last and _age(last) > _age(seek):  # an older seek arrived late from another process
            self._seeks[seek.rating] = {one.id: one for one in sorted(known.values(), key=_age)}

    def discard(self, seek: Seek) -> None:
        known = self._seeks[seek.rating]
        del known[seek.id]
        if not known:
            del self._seeks[seek.rating]
            self._ratings.remove(seek.rating)

    def nearest(self, rating: int, within: float, fits: Fits) -> Seek | None:
        """Return the fitting seek with the nearest rating, then the longest wait."""
        best: Seek | None = None
        for other in self._outward(rating):
            distance = abs(other - rating)
            if distance > within or (best and distance > abs(best.rating - rating)):
                break
            first = next(filter(fits, self._seeks[other].values()), None)
            if first and (best is None or _age(first) < _age(best)):
                best = first
        return best

    def _outward(self, rating: int) -> Iterator[int]:
        """Yield the known ratings, nearest first."""
        ratings, middle = self._ratings, bisect_left(self._ratings, rating)
        below = (ratings[index] for index in range(middle - 1, -1, -1))
        above = (ratings[index] for index in range(middle, len(ratings)))
        return merge(below, above, key=lambda other: abs(other - rating))


class SeekPool:
    """Index of the seeks of one key."""

    def __init__(self, seeks: Iterable[Seek] = ()) -> None:
        self._seeks: dict[str, Seek] = {}
        self._groups: dict[Control | None, _Group] = defaultdict(_Group)
        for seek in seeks:
            self.add(seek)

    def __len__(self) -> int:
        return len(self._seeks)

    def __iter__(self) -> Iterator[Seek]:
        return iter(self._seeks.values())

    def __contains__(self, id: str) -> bool:
        return id in self._seeks

    def add(self, seek: Seek) -> None:
        """Add a seek, or replace it."""
        self.discard(seek.id)
        self._seeks[seek.id] = seek
        self._groups[seek.control].add(seek)

    def discard(self, id: str) -> None:
        """Remove a seek if it is there."""
        if seek := self._seeks.pop(id, None):
            self._groups[seek.control].discard(seek)

    def best(self, mover: Seek, now: int, is_free: Fits) -> Seek | None:
        """Return the preferred host for `mover`. `is_free`: whether a seek is available."""

        def fits(seek: Seek) -> bool:
            return can_move(mover, seek, now) and is_free(seek)

        others = [*self._groups] if mover.any_clock else []
        return self._preferred(mover, others, inf, fits)

    def pairs(self, now: int, is_free: Fits, may_meet: Callable[[Seek, Seek], bool]) -> list[Pair]:
        """Return disjoint pairs of free seeks: the owner of the first moves into the second. The oldest seeks
        choose first, and stay hosts if the other one can move."""
        left = SeekPool(sorted(filter(is_free, self), key=_age))
        found: list[Pair] = []
        for seek in [*left]:
            if seek.id not in left:
                continue
            left.discard(seek.id)
            other = left.partner(seek, now, may_meet)
            if other:
                left.discard(other.id)
                found.append((other, seek) if can_move(other, seek, now) else (seek, other))
        return found

    def partner(self, seek: Seek, now: int, may_meet: Callable[[Seek, Seek], bool]) -> Seek | None:
        """Return the preferred partner of `seek` among these younger seeks, moving in either direction."""

        def fits(other: Seek) -> bool:
            movable = can_move(other, seek, now) or can_move(seek, other, now)
            return movable and may_meet(seek, other)

        others = [*self._groups] if seek.any_clock else [None]
        return self._preferred(seek, others, rating_range(seek, seek, now), fits)

    def _preferred(
        self, seek: Seek, others: Iterable[Control | None], within: float, fits: Fits
    ) -> Seek | None:
        """Return the first fitting seek by `order_of`, with the same clock or one of the `others`."""
        if seek.control in self._groups:
            found = self._groups[seek.control].nearest(seek.rating, within, fits)
            if found:
                return found
        groups = (self._groups[clock] for clock in others if clock in self._groups)
        each = (group.nearest(seek.rating, within, fits) for group in groups)
        return min(filter(None, each), key=lambda other: order_of(seek, other), default=None)


def _age(seek: Seek) -> tuple[int, str]:
    return seek.created, seek.id
