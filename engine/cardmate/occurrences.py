"""Persistent (immutable) hash table of earlier positions, for draws by repetition in Cardmate.

A match holds all states of its game. A separate table per state would need memory quadratic in the length of
the game; a linked list would make each lookup linear in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.game import Seat

# A bucket is a linked list, newest first: a board, its number of occurrences so far, and the rest.
Bucket = tuple[bytes, int, "Bucket"] | None
Buckets = tuple[Bucket, ...]
BUCKETS_PER_SEAT = 32
EMPTY: tuple[Buckets, Buckets] = ((None,) * BUCKETS_PER_SEAT, (None,) * BUCKETS_PER_SEAT)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Occurrences:
    """Number of occurrences by board and seat to move. `buckets`: by seat to move."""

    buckets: tuple[Buckets, Buckets] = EMPTY

    def times(self, board: bytes, turn: Seat) -> int:
        """Return how often `board` occurred with `turn` to move."""
        bucket = self.buckets[turn][hash(board) % BUCKETS_PER_SEAT]
        while bucket is not None:
            if bucket[0] == board:
                return bucket[1]
            bucket = bucket[2]
        return 0

    def after(self, board: bytes, turn: Seat) -> Occurrences:
        """Return the table with one more position."""
        return self._with(board, turn, self.times(board, turn) + 1)

    def _with(self, board: bytes, turn: Seat, times: int) -> Occurrences:
        place, buckets = hash(board) % BUCKETS_PER_SEAT, list(self.buckets[turn])
        buckets[place] = (board, times, buckets[place])
        changed = tuple(buckets)
        return Occurrences((self.buckets[0], changed) if turn else (changed, self.buckets[1]))

    def counts(self) -> dict[tuple[Seat, bytes], int]:
        """Return the number of occurrences by seat to move and board."""
        found: dict[tuple[Seat, bytes], int] = {}
        for seat, board, times in self._entries():
            found.setdefault((seat, board), times)
        return found

    def _entries(self) -> Iterator[tuple[Seat, bytes, int]]:
        for seat, buckets in enumerate(self.buckets):
            for bucket in buckets:
                while bucket is not None:
                    yield seat, bucket[0], bucket[1]
                    bucket = bucket[2]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Occurrences) and self.counts() == other.counts())

    def __hash__(self) -> int:
        return hash(frozenset(self.counts().items()))

    def __repr__(self) -> str:
        counts = self.counts()
        return f"Occurrences({sum(counts.values())} positions, {len(counts)} different)"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the counts: hashes of boards differ between processes."""
        return _occurrences_of, (tuple((*position, times) for position, times in self.counts().items()),)


def _occurrences_of(counts: tuple[tuple[Seat, bytes, int], ...]) -> Occurrences:
    occurrences = Occurrences()
    for seat, board, times in counts:
        occurrences = occurrences._with(board, seat, times)
    return occurrences
