"""The earlier positions of a game of Cardmate: a persistent hash table, which a move never changes.

A state of a long game is one of thousands that are kept, so a table of its own for each would take memory
by the square of the game's length, and a chain would make every search for a position as long as the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.game import Seat

# A bucket is a chain, the newest first: a board, how often it has stood by then, and the rest.
Bucket = tuple[bytes, int, "Bucket"] | None
Buckets = tuple[Bucket, ...]
SIZE = 32  # buckets by the board's hash, for each seat
EMPTY: tuple[Buckets, Buckets] = ((None,) * SIZE, (None,) * SIZE)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Past:
    """How often each board has stood with each seat to move. `buckets`: by that seat."""

    buckets: tuple[Buckets, Buckets] = EMPTY

    def times(self, board: bytes, turn: Seat) -> int:
        """How often `board` has stood with `turn` to move."""
        bucket = self.buckets[turn][hash(board) % SIZE]
        while bucket is not None:
            if bucket[0] == board:
                return bucket[1]
            bucket = bucket[2]
        return 0

    def after(self, board: bytes, turn: Seat) -> Past:
        """These positions and one more."""
        return self._with(board, turn, self.times(board, turn) + 1)

    def _with(self, board: bytes, turn: Seat, times: int) -> Past:
        place, buckets = hash(board) % SIZE, list(self.buckets[turn])
        buckets[place] = (board, times, buckets[place])
        changed = tuple(buckets)
        return Past((self.buckets[0], changed) if turn else (changed, self.buckets[1]))

    def counts(self) -> dict[tuple[Seat, bytes], int]:
        """By seat to move and board: how often it has stood."""
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
        return self is other or (isinstance(other, Past) and self.counts() == other.counts())

    def __hash__(self) -> int:
        return hash(frozenset(self.counts().items()))

    def __repr__(self) -> str:
        counts = self.counts()
        return f"Past({sum(counts.values())} positions, {len(counts)} different)"

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: the counts, since hashes of boards differ from process to process."""
        return _past_of, (tuple((*position, times) for position, times in self.counts().items()),)


def _past_of(counts: tuple[tuple[Seat, bytes, int], ...]) -> Past:
    past = Past()
    for seat, board, times in counts:
        past = past._with(board, seat, times)
    return past
