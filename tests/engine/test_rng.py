"""The numbers of the generator: pinned forever, fair, and as a plain reading of its module head gives."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import DEALS, Rng
from tests.rows import each_row

deals = st.integers(0, DEALS - 1) | st.binary(min_size=1, max_size=64)


def drawn(rng: Rng, n: int, count: int) -> list[int]:
    values = []
    for _ in range(count):
        value, rng = rng.below(n)
        values.append(value)
    return values


def test_the_numbers_of_a_deal_are_pinned() -> None:
    assert drawn(Rng(0), 52, 8) == [23, 4, 39, 48, 9, 10, 19, 26]
    assert drawn(Rng(1), 52, 8) == [26, 12, 11, 10, 0, 17, 16, 49]
    assert drawn(Rng(DEALS - 1), 6, 8) == [1, 5, 2, 3, 2, 1, 5, 2]
    assert drawn(Rng(0), 2**64, 2) == [11872063559479086467, 13372403297327629364]
    assert drawn(Rng(b"richelieu"), 52, 8) == [25, 12, 37, 26, 48, 25, 12, 29]
    assert drawn(Rng(bytes(16)), 2**64, 2) == [6727257165912080651, 2102988288984603235]


def test_the_shuffles_of_a_deal_are_pinned() -> None:
    assert Rng(0).shuffled(range(10)) == ((6, 1, 4, 9, 8, 5, 0, 3, 2, 7), Rng(0, drawn=9))
    assert "".join(Rng(1).shuffled("ABCDEFGH")[0]) == "EDHAFBCG"
    assert "".join(Rng(bytes(16)).shuffled("ABCDEFGH")[0]) == "BAHCGEFD"


def test_a_number_and_a_secret_of_the_same_bytes_are_two_deals() -> None:
    assert "".join(Rng(b"\0\0\0\1").shuffled("ABCDEFGH")[0]) == "HFCBGEAD"
    assert drawn(Rng(1), 2**64, 4) != drawn(Rng(b"\0\0\0\1"), 2**64, 4)
    assert drawn(Rng(b"a"), 2**64, 4) != drawn(Rng(b"a\0"), 2**64, 4)


def plain(deal: int | bytes, counter: int) -> int:
    """Return a draw as the head of `engine.rng` describes it."""
    key = deal if isinstance(deal, bytes) else deal.to_bytes(4, "big")
    person = b"richelieu secret" if isinstance(deal, bytes) else b"richelieu number"
    digest = blake2b(counter.to_bytes(8, "big"), digest_size=8, key=key, person=person).digest()
    return int.from_bytes(digest, "big")


@settings(deadline=None)
@given(deal=deals, n=st.integers(1, 2**64) | st.integers(2**62, 2**64), start=st.integers(0, 2**40))
def test_a_number_is_the_first_draw_that_is_not_rejected(deal: int | bytes, n: int, start: int) -> None:
    counter = start
    while plain(deal, counter) >= 2**64 // n * n:
        counter += 1
    assert Rng(deal, start).below(n) == (plain(deal, counter) % n, Rng(deal, counter + 1))


@settings(deadline=None)
@given(deal=deals, items=st.lists(st.integers(), max_size=60))
def test_a_shuffle_keeps_every_item_and_the_generator_goes_on(deal: int | bytes, items: list[int]) -> None:
    order, after = Rng(deal).shuffled(items)
    assert sorted(order) == sorted(items)
    assert after.drawn >= max(0, len(items) - 1)
    assert Rng(deal).shuffled(items) == (order, after)


@each_row("deal", [-1, DEALS, True, False, 1.0, "1", None, b"", bytes(65), bytearray(4)])
def test_anything_else_is_no_deal(deal: object) -> None:
    with pytest.raises(ValueError, match="deal"):
        Rng(deal)  # type: ignore[arg-type]


@each_row("n", [0, -1, 2**64 + 1])
def test_nothing_is_drawn_below_nothing_or_beyond_a_draw(n: int) -> None:
    with pytest.raises(ValueError, match=f"cannot draw below {n}"):
        Rng(0).below(n)


def test_a_generator_is_a_value() -> None:
    rng = Rng(5)
    assert rng.below(10) == rng.below(10)
    assert hash(rng) == hash(Rng(5))
    with pytest.raises(AttributeError):
        rng.drawn = 3  # type: ignore[misc]
