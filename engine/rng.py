"""Reproducible random number generator: a frozen value seeded with a deal.

Numbers are 8-byte digests of BLAKE2b over a counter, keyed with the deal (counter mode), mapped to a range
by rejection sampling, so that all values are equally likely. It uses only integers and bytes: results do not
depend on platform, Python version or hash seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

DEALS = 2**32  # numbered deals are 0 to DEALS - 1
SPAN = 2**64  # a draw is 0 to SPAN - 1


@dataclass(frozen=True, slots=True)
class Rng:
    """Random number generator.

    - `deal`: the seed, an int 0 to 2^32-1 (a numbered deal) or 1 to 64 bytes (a secret deal).
    - `drawn`: number of draws so far.

    ValueError: any other deal."""

    deal: int | bytes
    drawn: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.deal, bytes):
            if not 1 <= len(self.deal) <= 64:
                raise ValueError(f"a secret deal has 1 to 64 bytes, not {len(self.deal)}")
        elif type(self.deal) is not int or not 0 <= self.deal < DEALS:  # a bool is an int, but no deal
            raise ValueError(f"a deal is a number from 0 to {DEALS - 1}, not {self.deal!r}")

    def below(self, n: int) -> tuple[int, Rng]:
        """Return a uniform number 0 to n-1 and the next generator; n is 1 to 2^64."""
        if not 1 <= n <= SPAN:
            raise ValueError(f"cannot draw below {n}")
        value, drawn = _below(*_key(self.deal), self.drawn, n)
        return value, Rng(self.deal, drawn)

    def shuffled(self, items: Iterable[T]) -> tuple[tuple[T, ...], Rng]:
        """Return the items shuffled (Fisher-Yates, from the last place down) and the next generator."""
        order, drawn = list(items), self.drawn
        key = _key(self.deal)
        for last in range(len(order) - 1, 0, -1):
            other, drawn = _below(*key, drawn, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order), Rng(self.deal, drawn)


def _key(deal: int | bytes) -> tuple[bytes, bytes]:
    """Return BLAKE2b's key and its personalisation, which separates numbered from secret deals."""
    if isinstance(deal, bytes):
        return deal, b"richelieu secret"
    return deal.to_bytes(4, "big"), b"richelieu number"


def _below(key: bytes, person: bytes, drawn: int, n: int) -> tuple[int, int]:
    fair = SPAN - SPAN % n
    while True:
        digest = blake2b(drawn.to_bytes(8, "big"), digest_size=8, key=key, person=person).digest()
        value, drawn = int.from_bytes(digest, "big"), drawn + 1
        if value < fair:
            return value % n, drawn
