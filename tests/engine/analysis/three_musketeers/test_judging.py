"""Judgements of moves: exactly those that give the win to the other side, or let its next reply decide
although another move holds out."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.analysis import Judgement, Limits
from engine.analysis.three_musketeers.judging import MAX_LINE_PLIES, SHORT_LINE_PLIES, judge
from engine.analysis.three_musketeers.searches import MAX_EXACT_MEN, evaluate, position_of
from engine.three_musketeers.rules import CARDINAL, GAME, MUSKETEERS, State
from tests.engine.analysis.three_musketeers.test_searches import SHIPPED, states
from tests.soak import size

MAX_DECIDED_PLIES = 3  # of a loss that the next reply decides, including the move


def check(state: State, limits: Limits) -> Counter[str]:
    """Check each move of a state: judged as the values say, by a line that leads to what it claims."""
    met, values = Counter[str](), evaluate(GAME, state, limits)
    longest = max(value.plies or 0 for value in values.moves.values())
    flaw: str | None
    for move, value in values.moves.items():
        after = GAME.apply(state, move)
        judgement = judge(GAME, state, move, limits)
        if values.value.winner == state.turn:
            flaw = "changes_hands" if value.winner != state.turn else None
        elif value.plies is None:  # then the line proves the flaw
            flaw = judgement.flaw if judgement else None
        else:
            flaw = "forced_loss" if value.plies <= MAX_DECIDED_PLIES < longest else None
        if GAME.outcome(after):
            flaw = None
        assert (judgement and judgement.flaw) == flaw, move
        if judgement is None:
            continue
        met[judgement.flaw] += 1
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
    assert min(met["changes_hands"], met["forced_loss"]) > 5
    assert not met["shown"]
    assert seats == {CARDINAL, MUSKETEERS}


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


def test_in_a_lost_position_a_move_is_judged_after_which_the_next_reply_decides() -> None:
    state = GAME.position("ooo2/oooM1/oo3/1ooM1/o1M1o m")
    decided = Judgement(flaw="forced_loss", line=("b2 a2", "d4 c4"), plies=2)
    assert judge(GAME, state, "d2 c2", SHIPPED) == decided
