"""The server clock: anchored, never backward, and without the jumps of the host."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncEngine

from app.core.errors import TryAgain
from app.db import clock
from app.db.clock import MIN_JUMP_SECONDS, ServerClock, is_day
from app.db.clock_sync import ClockSync, measure_time
from app.games.stalls import Stalls

EPOCH = 1_790_000_000.0


class Host:
    """A monotonic clock that tests move."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def measured_clock() -> tuple[ServerClock, Host]:
    """Return a clock that was measured once, and its host."""
    host = Host()
    server = ServerClock(host, lambda: EPOCH - 500)
    assert server.seconds() == EPOCH - 500, "the host's time until the first measurement"
    assert server.measure(EPOCH, host.at) == 0, "the first one is taken at once, and no stall"
    assert server.seconds() == EPOCH
    return server, host


def test_a_clock_that_was_set_back_stands_still_until_it_has_caught_up() -> None:
    server, host = measured_clock()
    host.at += 5
    assert server.measure(EPOCH + 5 - 20, host.at) == 0
    assert server.seconds() == EPOCH + 5
    host.at += 19
    assert server.seconds() == EPOCH + 5
    host.at += 3
    assert server.seconds() == EPOCH + 7


@pytest.mark.parametrize(("difference", "told"), [(0.3, 0), (2, 2), (5000, 5000)])
def test_a_difference_forward_is_applied_at_once(difference: float, told: float) -> None:
    server, host = measured_clock()
    host.at += 5
    assert server.measure(EPOCH + 5 + difference, host.at) == pytest.approx(told)
    assert server.seconds() == EPOCH + 5 + difference


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(-1000, 1000)), max_size=20))
def test_time_never_goes_back(steps: list[tuple[float, float]]) -> None:
    server, host = measured_clock()
    last = server.seconds()
    for passed, difference in steps:
        host.at += passed
        server.measure(EPOCH + host.at - 100 + difference, host.at)
        assert server.seconds() >= last
        last = server.seconds()


def test_two_hosts_whose_clocks_differ_agree_after_a_measurement() -> None:
    one, other = Host(), Host()
    first, second = ServerClock(one, lambda: EPOCH), ServerClock(other, lambda: EPOCH - 2)
    for server, host in ((first, one), (second, other)):
        server.measure(EPOCH + 0.001, host.at)
    assert first.seconds() == second.seconds()


async def test_the_databases_clock_is_measured(engine: AsyncEngine) -> None:
    epoch, at = await measure_time(engine)
    assert epoch - at == pytest.approx(clock.now() / 1000 - clock.monotonic(), abs=0.5)


async def test_a_jump_is_a_stall_and_a_failed_measurement_changes_nothing() -> None:
    server, host = measured_clock()
    stalls, jump = Stalls(), MIN_JUMP_SECONDS + 10

    async def read() -> tuple[float, float]:
        return EPOCH + jump, host.at

    async def fail() -> tuple[float, float]:
        raise TryAgain

    await ClockSync(read, stalls.add, server).measure()
    at = int((EPOCH + jump) * 1000)
    assert stalls.after(0) == [(at - int(jump * 1000), at)]
    with pytest.raises(TryAgain):
        await ClockSync(fail, stalls.add, server).measure()
    assert server.seconds() == EPOCH + jump


def test_a_day_is_written_as_year_month_and_day_only() -> None:
    assert is_day("2026-11-21")
    for text in ("2026-W47-6", "20261121", "2026-11-31", "2026-1-021", "２０２６-11-21", "2026-11-21 ", ""):
        assert not is_day(text), text
