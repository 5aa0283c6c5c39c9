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

CASTLE = {
    0: "QHXH2C4H9C7C/7S5CQS6C9HJH/5DKD6S8C8H4C/5H3S4DXS9D7D/"
    "8S3DKC8D6H2S/3C4SQDKS2DJD/JS6D3HJC5S2H/XD7HXCQC9SKH AAAA",
    1: "5H8S4DJD2HKC/JC5S2DJH7SKS/XSXH9D6S2C2S/3H7HJS4HXC6H/"
    "QH4S9H8H5C6D/9C6CQC5DQDKD/8C8D9SKH7CXD/3D7D3S3C4CQS AAAA",
    LAST: "KCJD6SKH2D3C/JSXH6H5C3D7C/4H3S4C8H7HXS/4S9S4D8CKD6C/"
    "7D2CKSXCQHJH/JC9H7S6D5SQC/QD9D5H2S8S5D/2HXDQS9C8D3H AAAA",
}
DEALT = {
    "beleaguered_castle": CASTLE,
    "citadel": {
        0: "QHXH4H9C7C/7S5CQS6C9HJH/5DKD6S8C8H4C/5H3S4DXS9D7D/"
        "8S3DKC8D6H/3C4SQDKSJD/JS6D3HJC5S/XD7HXCQC9SKH 2222",
        1: "5H8S4DJDKC/JC5SJH7SKS/XSXH9D6S/3H7HJS4HXC6H/"
        "QH4S9H8H5C6D/9C6CQC5DQDKD/8C8D9SKH7CXD/3D7D3S3C4CQS 2222",
        LAST: "KCJD6SKH/JSXH6H5C7C/4H3S4C8H7HXS/4S9S4D8CKD6C/"
        "7DKSXCQHJH/JC9H7S6D5SQC/QD9D5H8S5D/XDQS9C8D 3332",
    },
    "streets_and_alleys": {
        0: "9S2H4C8H5C2S2D/QHXCAC3S7S4D/QC6C8S6DKCAHJS/7D3D4S9C7CAD/"
        "8D9H8C3CJC6SXH/6H9DXD3H4HKS/KHJHKD7H5SQDJD/2CASXS5HQS5D ----",
        1: "5H7SASJDAD5SKC/JCQC2H4H7D5C/9D3D5DJH6HJSXH/4C2SXS3CKD9H/"
        "3S2CQD3H9C7C8H/6CAC6SXD6DKH/XC4SQS8CQH4DAH/2D9S8SKS8D7H ----",
        LAST: "JD2SADXC5S9D4C/5CQSKHJH4S3H/4DXD8C8S2CAH7C/KSQCKDXHQH9H/"
        "4HJS6S9C2H3S2D/7SASKC6H7DXS/5D8H6D9SQD8D6C/JCAC3C5H3D7H ----",
    },
}
deals = st.integers(0, LAST)


@each_row("game_id", IDS)
def test_a_numbered_deal_is_the_same_for_ever(game_id: str) -> None:
    game = GAMES[game_id]
    assert game.version == 1, "a new version keeps these deals for the old one, and pins its own"
    dealt = DEALT[game.options["deal"]]
    assert {deal: game.show(game.start(deal)) for deal in dealt} == dealt


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


@pytest.mark.parametrize("game_id", rest_slow([*DEALT]))
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
