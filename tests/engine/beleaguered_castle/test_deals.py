"""Deals never change and agree with the paper; the pinned solutions take every card home."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import DEALS, GAMES, Entry, Match
from engine.beleaguered_castle.position import State
from engine.beleaguered_castle.rules import GAMES as FAMILY
from engine.beleaguered_castle.rules import apply, legal, view
from tests.engine.beleaguered_castle.games import SOLUTIONS
from tests.engine.beleaguered_castle.plain import Table
from tests.engine.beleaguered_castle.solver import LOST_UNLESS_RELAXED, solve
from tests.rows import each_row, rest_slow

IDS = [game.id for game in FAMILY]
SOLVED = [(game_id, int(deal)) for game_id, deals in SOLUTIONS.items() for deal in deals]
LAST = DEALS - 1

deals = st.integers(0, LAST)


@pytest.mark.parametrize("game_id", IDS)
@given(deal=deals)
def test_every_deal_is_as_a_second_plain_dealing_lays_it_out(game_id: str, deal: int) -> None:
    state = GAMES[game_id].start(deal)
    assert GAMES[game_id].show(state) == Table(game_id, deal).text()
    assert state.returns == (GAMES[game_id].options["rules"] == "relaxed")


@each_row("game_id, deal", SOLVED)
def test_a_pinned_solution_takes_every_card_home(game_id: str, deal: int) -> None:
    assert list(SOLUTIONS) == IDS
    match = Match.start(GAMES[game_id], deal)
    for ply, move in enumerate(SOLUTIONS[game_id][str(deal)]):
        assert match.outcome is None
        assert match.game.read(match.state, match.game.tell(match.state, move, 0)) == move
        match = match.then(Entry(ply, 0, "move", move, ply))
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (0, "out")
    assert match.game.score(match.state) == (52,)
    assert match.game.show(match.state) == "-/-/-/-/-/-/-/- KKKK"
    assert match.game.view(match.state, 0)["stuck"] is False


def test_returns_from_the_foundations_win_a_deal_that_is_lost_without_them() -> None:
    strict = GAMES["beleaguered_castle"].start(LOST_UNLESS_RELAXED)
    assert solve(strict, 10_000) == "lost", "every position that can be reached was tried"
    moves = SOLUTIONS["beleaguered_castle_relaxed"][str(LOST_UNLESS_RELAXED)]
    assert [move for move in moves if move.startswith("f")] == ["fC r1", "fS r5", "fS r1"]


@pytest.mark.parametrize("game_id", rest_slow(["beleaguered_castle", "citadel", "streets_and_alleys"]))
def test_a_safe_move_never_loses_a_game_that_can_be_won(game_id: str) -> None:
    """The search tries all legal moves here, so that it does not itself rely on what it is to show. Of the
    relaxed sisters, where most cards can come back, it would have too many to try."""
    game, chance, tried = GAMES[game_id], Random(game_id), 0
    for deal, moves in SOLUTIONS[game_id].items():
        state = game.start(int(deal))
        for move in moves:
            astray = led_astray(state, chance)
            safe = view(astray, 0)["safe"]
            if safe and solve(astray, 2_000) == "winnable":
                tried += 1
                assert solve(apply(astray, chance.choice(safe)), 20_000) == "winnable"
            state = apply(state, move)
    assert tried >= 20


def led_astray(state: State, chance: Random) -> State:
    """Three random moves on, or fewer where there are no more."""
    for _ in range(3):
        if moves := legal(state):
            state = apply(state, chance.choice(moves))
    return state
