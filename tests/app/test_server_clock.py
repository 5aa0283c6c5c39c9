"""The server clock: anchored, slewed, never backward, and without the jumps of the host."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncEngine

from app import clock
from app.clock import MAX_SLEW, MAX_SLEWED_SECONDS, ServerClock
from app.db.database_time import measure_time
from app.errors import TryAgain
from app.jobs.clock_sync import ClockSync
from app.live.stalls import Stalls

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


@pytest.mark.parametrize("difference", [20.0, -20.0, -5000.0, 60.0])
def test_a_clock_that_is_set_is_followed_slowly(difference: float) -> None:
    server, host = measured_clock()
    host.at += 5
    assert server.measure(EPOCH + 5 + difference, host.at) == 0
    assert server.seconds() == EPOCH + 5
    host.at += 10
    slewed = 10 * MAX_SLEW * (1 if difference > 0 else -1)
    assert server.seconds() == pytest.approx(EPOCH + 15 + slewed)
    host.at += abs(difference) / MAX_SLEW
    assert server.seconds() == pytest.approx(EPOCH + 15 + abs(difference) / MAX_SLEW + difference)


def test_a_great_difference_forward_is_taken_at_once() -> None:
    server, host = measured_clock()
    host.at += 5
    assert server.measure(EPOCH + 5 + MAX_SLEWED_SECONDS + 1, host.at) == pytest.approx(
        MAX_SLEWED_SECONDS + 1
    )
    assert server.seconds() == EPOCH + 5 + MAX_SLEWED_SECONDS + 1


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
    stalls, jump = Stalls(), MAX_SLEWED_SECONDS + 10

    async def read() -> tuple[float, float]:
        return EPOCH + jump, host.at

    async def fail() -> tuple[float, float]:
        raise TryAgain

    await ClockSync(read, stalls, server).measure()
    at = int((EPOCH + jump) * 1000)
    assert stalls.after(0) == [(at - int(jump * 1000), at)]
    with pytest.raises(TryAgain):
        await ClockSync(fail, stalls, server).measure()
    assert server.seconds() == EPOCH + jump
