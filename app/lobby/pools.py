"""Pairing of seeks: those of one key in memory, and the matching rules.

Pairing seats the owner of one seek in the open game of another. It prefers the nearest rating within the
rating range, then the longest wait. The range widens with the longer wait of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from app.model.game_info import GameInfo
from app.results.glicko import Rating
from engine import Control, Seat

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


class SeekPool:
    """The seeks of one key, in order of age."""

    def __init__(self, seeks: Iterable[Seek] = ()) -> None:
        self._seeks = {seek.id: seek for seek in sorted(seeks, key=_age)}

    def __len__(self) -> int:
        return len(self._seeks)

    def __iter__(self) -> Iterator[Seek]:
        return iter(self._seeks.values())

    def add(self, seek: Seek) -> None:
        """Add a seek, or replace it."""
        if self._seeks.get(seek.id) == seek:
            return
        self.discard(seek.id)
        newest = next(reversed(self._seeks.values()), None)
        self._seeks[seek.id] = seek
        if newest and _age(newest) > _age(seek):  # an older seek arrived late from another process
            self._seeks = {one.id: one for one in sorted(self, key=_age)}

    def discard(self, id: str) -> None:
        """Remove a seek if it is there."""
        self._seeks.pop(id, None)

    def best(self, mover: Seek, now: int, is_free: Fits) -> Seek | None:
        """Return the preferred host for `mover`. `is_free`: whether a seek is available."""
        return _preferred(mover, self, lambda seek: can_move(mover, seek, now) and is_free(seek))

    def pairs(self, now: int, is_free: Fits, may_meet: Callable[[Seek, Seek], bool]) -> list[Pair]:
        """Return disjoint pairs of free seeks: the owner of the first moves into the second. The oldest seeks
        choose first, and stay hosts if the other one can move."""
        left, found = {seek.id: seek for seek in self if is_free(seek)}, list[Pair]()
        for seek in [*left.values()]:
            if left.pop(seek.id, None) is None:
                continue

            def fits(other: Seek, seek: Seek = seek) -> bool:
                movable = can_move(other, seek, now) or can_move(seek, other, now)
                return movable and may_meet(seek, other)

            if other := _preferred(seek, left.values(), fits):
                del left[other.id]
                found.append((other, seek) if can_move(other, seek, now) else (seek, other))
        return found


def _preferred(seek: Seek, others: Iterable[Seek], fits: Fits) -> Seek | None:
    """Return the first one by `order_of` that fits, of others in order of age."""
    best: Seek | None = None
    for other in others:
        if (best is None or order_of(seek, other) < order_of(seek, best)) and fits(other):
            best = other
            if (other.control, other.rating) == (seek.control, seek.rating):
                break  # the others are no nearer, and younger: a crowd without ratings is not searched
    return best


def _age(seek: Seek) -> tuple[int, str]:
    return seek.created, seek.id
