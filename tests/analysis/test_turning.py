"""The turning point of a lost solitaire, by bisection and by a scan of all positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.analysis.turning import TurningSearch
from engine.analysis import Verdict

MOVES = st.integers(0, 300)


def search(moves: int, won: int, unknown: range | set[int]) -> TurningSearch:
    """Search a game whose first `won` positions are winnable and the others lost, as far as is known."""
    found = TurningSearch(moves)
    while (position := found.next()) is not None:
        assert 0 <= position <= moves
        assert position not in found.verdicts
        verdict: Verdict = "winnable" if position < won else "lost"
        found = found.found(position, "unknown" if position in unknown else verdict, (str(position),))
    return found


def scan(moves: int, won: int, unknown: range | set[int]) -> tuple[int | None, int | None]:
    """Return the last position that is known to be winnable, and the first that is known to be lost."""
    known = [position for position in range(moves + 1) if position not in unknown]
    winnable = [position for position in known if position < won]
    lost = [position for position in known if position >= won]
    return max(winnable, default=None), min(lost, default=None)


@given(st.data())
def test_bisection_and_scan_agree_if_unknown_positions_surround_the_turning_point(
    data: st.DataObject,
) -> None:
    moves = data.draw(MOVES)
    won = data.draw(st.integers(0, moves + 1))
    first, last = data.draw(st.integers(0, won)), data.draw(st.integers(won, moves + 1))
    unknown = range(first, last)
    found = search(moves, won, unknown)
    assert (found.winnable, found.lost) == scan(moves, won, unknown)
    searches = (moves + 1).bit_length()
    assert len(found.verdicts) <= (2 * searches if unknown else searches)


@given(st.data())
def test_bisection_never_claims_more_than_a_scan(data: st.DataObject) -> None:
    moves = data.draw(MOVES)
    won = data.draw(st.integers(0, moves + 1))
    unknown = data.draw(st.sets(st.integers(0, moves)))
    found = search(moves, won, unknown)
    winnable, lost = scan(moves, won, unknown)
    assert found.winnable is None or (winnable is not None and found.winnable <= winnable)
    assert found.lost is None or (lost is not None and found.lost >= lost)


def test_the_line_leads_from_the_last_winnable_position() -> None:
    found = TurningSearch(9).found(4, "winnable", ("a", "b")).found(2, "winnable", ("c",)).found(6, "lost")
    assert (found.winnable, found.lost, found.start, found.line) == (4, 6, "winnable", ("a", "b"))
    assert found.found(5, "winnable", ("b",)).line == ("b",)
    assert TurningSearch(9).found(0, "lost").start == "lost"
    assert TurningSearch(9).found(3, "lost").start == "unknown"
