"""Judgements of moves: exactly those after which the other side wins."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.analysis import Cancelled, Limits
from engine.analysis.three_musketeers.judging import MAX_LINE_PLIES, SHORT_LINE_PLIES, judge
from engine.analysis.three_musketeers.searches import MAX_EXACT_MEN, evaluate, position_of
from engine.three_musketeers.rules import CARDINAL, GAME, MUSKETEERS, State
from tests.engine.analysis.three_musketeers.slow_solver import solve
from tests.engine.analysis.three_musketeers.test_searches import SHIPPED, states
from tests.soak import size


def check(state: State, limits: Limits) -> Counter[str]:
    """Check each move of a state: judged as the values say, by a line that leads to what it claims."""
    met, values = Counter[str](), evaluate(GAME, state, limits)
    for move, value in values.moves.items():
        after = GAME.apply(state, move)
        judgement = judge(GAME, state, move, limits)
        loses = values.value.winner == state.turn != value.winner and not GAME.outcome(after)
        assert (judgement is not None) == loses, move
        if judgement is None:
            continue
        assert judgement.flaw == "changes_hands"
        for reply in judgement.line:
            after = GAME.play(after, reply)
        ended = GAME.outcome(after)
        if judgement.plies is not None and judgement.plies <= MAX_LINE_PLIES:
            assert len(judgement.line) == judgement.plies
            assert ended is not None
        elif ended is None:
            assert len(judgement.line) == SHORT_LINE_PLIES
        winner = ended.winner if ended else evaluate(GAME, after, limits).value.winner
        assert winner == 1 - state.turn
        met["ended" if ended else "shown"] += 1
    return met


def test_a_move_that_gives_the_win_to_the_other_side_is_judged_and_its_line_leads_to_the_end() -> None:
    met, seats = Counter[str](), set[int]()
    for state in states(size(200, 20), 3, MAX_EXACT_MEN, seed=5):
        found = check(state, SHIPPED)
        met += found
        if found:
            seats.add(state.turn)
    assert met["ended"] > 20
    assert not met["shown"]
    assert seats == {CARDINAL, MUSKETEERS}


def test_the_slow_solver_agrees_that_the_win_changes_hands() -> None:
    judged = 0
    for state in states(size(60, 12), 2, 4, seed=8):
        for move in GAME.legal(state):
            if judgement := judge(GAME, state, move, SHIPPED):
                assert solve(state)[0] == state.turn
                assert solve(GAME.apply(state, move)) == (1 - state.turn, judgement.plies)
                judged += 1
    assert judged


def test_without_tables_the_winner_is_known_and_the_line_shows_the_next_moves() -> None:
    met = Counter[str]()
    for state in states(size(30, 4), 8, 9, seed=6):
        met += check(state, SHIPPED)
    assert met["shown"]


@pytest.mark.slow
def test_with_tables_the_plies_are_known(built: Limits) -> None:
    for state in states(size(30, 4), 8, 10, seed=6):
        check(state, built)
        for move in GAME.legal(state):
            judgement = judge(GAME, state, move, built)
            assert judgement is None or judgement.plies is not None


def test_where_nobody_knows_who_wins_nothing_is_judged() -> None:
    state = GAME.position("4M/ooooo/oMooo/5/M4 c")
    assert position_of(state).left > MAX_EXACT_MEN
    assert [judge(GAME, state, move, SHIPPED) for move in GAME.legal(state)[:3]] == [None] * 3


def test_a_judgement_is_cancelled() -> None:
    state = states(1, 8, 9, seed=6)[0]
    with pytest.raises(Cancelled):
        judge(GAME, state, GAME.legal(state)[0], Limits(cancelled=lambda: True))
