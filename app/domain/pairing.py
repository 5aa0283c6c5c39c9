"""Pairing: an index of the open games that wait for an opponent, and who fits whom.

A player moves into the open game of another one. The nearest rating within the range of the two is chosen,
then the longest wait. The range widens with the wait of the one who has waited longer.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import merge
from math import inf

from app.domain.game_info import GameInfo
from app.domain.glicko import Rating
from engine import Control, Seat

GRACE = 30_000  # milliseconds for which a host without any connection counts as present after opening a game
RANGE = 200  # difference of ratings at which two players are paired at once
RANGE_PER_SECOND = 40  # by which the range widens with each second of the longer wait
UNRATED = round(Rating().rating)  # the rating by which players without one are paired

Key = tuple[str, int, bool]  # rules, version, rated
Fits = Callable[["Seek"], bool]
Pair = tuple["Seek", "Seek"]


@dataclass(frozen=True, slots=True)
class Seek:
    """An open game in which a seat is free, or the wish to open one, as far as pairing goes by it.

    `created`: when it was opened, in milliseconds since the epoch; `control`: its clock, None also for any;
    `free`: the seat that is free; `rating`: the owner's; `pair`: opened by pairing, so that the owner may be
    moved into another game; `asked`: the seat that the owner asked for, None for any."""

    id: str
    key: Key
    owner: str
    created: int
    control: Control | None
    free: Seat
    rating: int = UNRATED
    pair: bool = True
    asked: Seat | None = None

    @classmethod
    def of(cls, info: GameInfo, asked: Seat | None = None) -> Seek | None:
        """Return the open game as a seek; None: pairing does not join it."""
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
            known.rating if known else UNRATED,
            info.pair,
            asked,
        )


def is_new(seek: Seek, now: int) -> bool:
    """Return whether a seek was opened within GRACE of `now`: its host may be a program without a socket, or
    the page is still loading."""
    return seek.created > now - GRACE


def rating_range(one: Seek, other: Seek, now: int) -> float:
    """Return the greatest difference of ratings at which two seeks are paired."""
    return RANGE + RANGE_PER_SECOND * max(0, now - min(one.created, other.created)) / 1000


def can_move(mover: Seek, host: Seek, now: int) -> bool:
    """Return whether the owner of `mover` may be seated in the game `host`."""
    return (
        mover.pair
        and mover.key == host.key
        and mover.owner != host.owner
        and mover.asked in (None, host.free)
        and mover.control in (None, host.control)
        and abs(mover.rating - host.rating) <= rating_range(mover, host, now)
    )


def order_of(mover: Seek, host: Seek) -> tuple[bool, int, int, str]:
    """Return the key by which hosts are preferred: equal clocks, the nearest rating, the longest wait."""
    return mover.control != host.control, abs(mover.rating - host.rating), host.created, host.id


class _Group:
    """Seeks with the same clock, by rating, and of each rating those first that have waited longest."""

    def __init__(self) -> None:
        self._ratings: list[int] = []  # in ascending order
        self._seeks: dict[int, dict[str, Seek]] = {}

    def add(self, seek: Seek) -> None:
        if seek.rating not in self._seeks:
            insort(self._ratings, seek.rating)
            self._seeks[seek.rating] = {}
        known = self._seeks[seek.rating]
        last = next(reversed(known.values()), None)
        known[seek.id] = seek
        if last and _age(last) > _age(seek):  # it was heard of late
            self._seeks[seek.rating] = {one.id: one for one in sorted(known.values(), key=_age)}

    def discard(self, seek: Seek) -> None:
        known = self._seeks[seek.rating]
        del known[seek.id]
        if not known:
            del self._seeks[seek.rating]
            self._ratings.remove(seek.rating)

    def nearest(self, rating: int, within: float, fits: Fits) -> Seek | None:
        """Return the seek that fits, of the nearest rating and then of the longest wait."""
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
        """Yield the ratings that there are, the nearest first."""
        ratings, middle = self._ratings, bisect_left(self._ratings, rating)
        below = (ratings[index] for index in range(middle - 1, -1, -1))
        above = (ratings[index] for index in range(middle, len(ratings)))
        return merge(below, above, key=lambda other: abs(other - rating))


class Pool:
    """The seeks of one key."""

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
        """Return the preferred seek into which `mover` may be moved; `is_free`: whether one can be had."""

        def fits(seek: Seek) -> bool:
            return can_move(mover, seek, now) and is_free(seek)

        others = [*self._groups] if mover.control is None else []
        return self._preferred(mover, others, inf, fits)

    def pairs(self, now: int, is_free: Fits, may_meet: Callable[[Seek, Seek], bool]) -> list[Pair]:
        """Return pairs of free seeks who may meet: the owner of the first one moves into the second one. Each
        seek is in one pair at most. Those that have waited longest choose first, and stay where they are if
        the other one can move."""
        left = Pool(sorted(filter(is_free, self), key=_age))
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
        """Return the preferred one of these seeks, all of them younger, that can move into this one, or into
        which this one can move."""

        def fits(other: Seek) -> bool:
            movable = can_move(other, seek, now) or can_move(seek, other, now)
            return movable and may_meet(seek, other)

        others = [*self._groups] if seek.control is None else [None]
        return self._preferred(seek, others, rating_range(seek, seek, now), fits)

    def _preferred(
        self, seek: Seek, others: Iterable[Control | None], within: float, fits: Fits
    ) -> Seek | None:
        """Return the first by `order_of` that fits, with the same clock or one of the `others`."""
        if seek.control in self._groups:
            found = self._groups[seek.control].nearest(seek.rating, within, fits)
            if found:
                return found
        groups = (self._groups[clock] for clock in others if clock in self._groups)
        each = (group.nearest(seek.rating, within, fits) for group in groups)
        return min(filter(None, each), key=lambda other: order_of(seek, other), default=None)


def _age(seek: Seek) -> tuple[int, str]:
    return seek.created, seek.id
