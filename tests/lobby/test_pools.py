"""The pairing pool: order of preference; pairs fit, are disjoint, and leave no pair that would fit."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from app.lobby.pools import Seek, SeekPool, can_move, order_of
from engine import Control, Timed

NOW = 1_000_000
KEY = ("rules", 1, False)
CLOCKS: tuple[Control | None, ...] = (None, Timed(60, 1), Timed(600, 5))


@st.composite
def seeks(draw: st.DrawFn, most: int = 12) -> list[Seek]:
    """Seeks of a few owners, ratings and clocks, so that ties happen."""
    one = st.tuples(
        st.integers(0, 8),
        st.integers(0, 60),
        st.sampled_from(CLOCKS),
        st.integers(0, 1),
        st.sampled_from((1000, 1400, 1500, 1600, 1900)),
        st.booleans(),
        st.booleans(),
        st.booleans(),
    )
    return [
        Seek(
            f"game{number:02}",
            KEY,
            f"player{owner}",
            NOW - 1000 * waited,
            clock,
            free,
            rating,
            pair=pair,
            asked=1 - free if asked else None,
            any_clock=any_clock and clock is None,
        )
        for number, (owner, waited, clock, free, rating, pair, asked, any_clock) in enumerate(
            draw(st.lists(one, max_size=most))
        )
    ]


@given(seeks(), seeks(1))
def test_the_best_is_the_first_in_order_of_all_that_fit(waiting: list[Seek], wishes: list[Seek]) -> None:
    pool = SeekPool(waiting)
    for wish in wishes:
        fitting = [seek for seek in waiting if can_move(wish, seek, NOW) and seek.id != "game03"]
        expected = min(fitting, key=lambda seek: order_of(wish, seek), default=None)
        assert pool.best(wish, NOW, lambda seek: seek.id != "game03") == expected


@given(seeks(30), st.sets(st.frozensets(st.integers(0, 8), min_size=2, max_size=2), max_size=4))
def test_pairs_fit_are_disjoint_and_leave_no_pair_that_would_fit(
    waiting: list[Seek], apart: set[frozenset[int]]
) -> None:
    def may_meet(one: Seek, other: Seek) -> bool:
        return frozenset(int(seek.owner.removeprefix("player")) for seek in (one, other)) not in apart

    pool = SeekPool(waiting)
    found = pool.pairs(NOW, lambda seek: seek.id != "game00", may_meet)
    used = [seek.id for pair in found for seek in pair]
    assert len(used) == len(set(used))
    assert "game00" not in used
    assert all(can_move(mover, host, NOW) and may_meet(mover, host) for mover, host in found)
    left = [seek for seek in waiting if seek.id not in {*used, "game00"}]
    for one, other in combinations(left, 2):
        assert not may_meet(one, other) or not (can_move(one, other, NOW) or can_move(other, one, NOW))
    assert len(pool) == len(waiting), "matching changes nothing"


@given(seeks())
def test_a_pool_forgets_discarded_seeks(waiting: list[Seek]) -> None:
    pool = SeekPool(waiting)
    for seek in waiting[::2]:
        pool.discard(seek.id)
    assert sorted(seek.id for seek in pool) == sorted(seek.id for seek in waiting[1::2])
    assert pool.pairs(NOW, lambda _: True, lambda *_: True) == SeekPool(waiting[1::2]).pairs(
        NOW, lambda _: True, lambda *_: True
    )


def test_the_range_of_ratings_widens_with_the_longer_wait() -> None:
    def seek(id: str, rating: int, waited: int) -> Seek:
        return Seek(id, KEY, id, NOW - waited, None, 0, rating)

    wish = seek("wish", 1500, 0)
    for rating, waited, expected in (
        (1700, 0, True),
        (1701, 0, False),
        (1701, 100, True),
        (1900, 4900, False),
        (1900, 5000, True),
    ):
        assert can_move(wish, seek("host", rating, waited), NOW) is expected, (rating, waited)
    pool = SeekPool([seek("far", 1600, 9000), seek("near", 1550, 1000), seek("older", 1450, 2000)])
    assert pool.best(wish, NOW, lambda _: True) == seek("older", 1450, 2000)
