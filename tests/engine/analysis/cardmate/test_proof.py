"""Forced wins: exactly those of the slow solver are found and proved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import GAMES, Game, Outcome
from engine.analysis import Limits, Value
from engine.analysis.cardmate.board import board_of
from engine.analysis.cardmate.proof import Prover, prove
from engine.analysis.cardmate.searches import DEFAULT_NODES, choose, evaluate
from engine.cardmate.board import State
from engine.cardmate.occurrences import Occurrences
from tests.engine.analysis.cardmate.positions import random_play
from tests.engine.analysis.cardmate.solver import wins_within
from tests.engine.cardmate.boards import PALACES
from tests.rows import each_row
from tests.soak import size


class Win(NamedTuple):
    """A position in which the seat to move wins within this many plies, for the named reason."""

    plies: int
    reason: str
    game: str
    position: str


WINS = [Win(**win) for win in json.loads((Path(__file__).parent / "wins.json").read_text("utf-8"))]
NEVER = Limits().cancelled
AMPLE = Limits(
    nodes=2 * DEFAULT_NODES
)  # one of the wins in five plies is found so; all others with half of that
each_win = pytest.mark.parametrize("win", WINS, ids=lambda win: f"{win.plies} {win.game} {win.reason}")


@pytest.mark.slow
@each_win
def test_a_win_is_one_by_trying_everything(win: Win) -> None:
    game = GAMES[win.game]
    state = game.position(win.position)
    assert wins_within(game, state, win.plies)
    assert not wins_within(game, state, win.plies - 2)


@each_win
def test_a_win_is_found_proved_and_played_out_and_the_side_that_is_lost_resists_longest(win: Win) -> None:
    game = GAMES[win.game]
    start = state = game.position(win.position)
    found = evaluate(game, state, AMPLE)
    winner = game.turn(state)
    assert found.value == Value(exact=True, winner=winner, plies=win.plies)
    assert found.moves[found.best[0]] == found.value
    assert len(found.line) == win.plies
    for move in found.line:
        state = game.play(state, move)
    ended = game.outcome(state)
    assert ended is not None
    assert ended.winner == winner
    lost = game.apply(start, found.line[0])
    told = evaluate(game, lost, Limits())
    assert told.value == Value(exact=True, winner=winner, plies=win.plies - 1)
    assert set(told.moves) == set(game.legal(lost))
    assert not wins_within(game, game.apply(lost, told.best[0]), win.plies - 4)


@each_row("win", [win for win in WINS if win.plies == 3])
def test_an_upper_level_plays_the_winning_move(win: Win) -> None:
    game = GAMES[win.game]
    state = game.position(win.position)
    after = game.apply(state, choose(game, state, 5, 0, Limits()))
    assert all(wins_within(game, game.apply(after, reply), 1) for reply in game.legal(after))


@each_row("game", PALACES)
def test_the_prover_agrees_with_trying_everything(game: Game[State]) -> None:
    """After a position that is won, two random plies or, with every second seed, the winning move and one."""
    near = [win for win in WINS if GAMES[win.game].options["palace"] == game.options["palace"]]
    won = 0
    for seed in range(size(1_000, 40)):
        start = game.position(near[seed % len(near)].position)
        if seed % 2:
            start = game.apply(start, evaluate(game, start, Limits(nodes=4_000)).best[0])
        *_, (state, _) = random_play(game, start, seed, 2 - seed % 2)
        if not game.outcome(state):
            prover = Prover(board_of(game, state), 100_000, NEVER, {})
            for plies in (1, 3)[: 1 + (seed % 10 == 0)]:
                wins = wins_within(game, state, plies)
                assert prover.wins(plies) == wins
                won += wins
    assert won > 10


def test_a_win_through_a_position_that_would_be_drawn_by_repetition_is_none() -> None:
    blocked = 0
    for win in WINS[:12]:
        game = GAMES[win.game]
        state = game.position(win.position)
        first = evaluate(game, state, Limits()).line[0]
        after = game.apply(state, first)
        if win.plies == 3 and after.idle:
            occurrences = Occurrences().after(after.board, after.turn).after(after.board, after.turn)
            state = state._replace(occurrences=occurrences)
            assert game.outcome(game.apply(state, first)) == Outcome(None, "repetition")
            found = evaluate(game, state, Limits())
            assert found.best[0] != first or not found.value.exact
            blocked += 1
    assert blocked


def test_near_the_end_by_idle_plies_nothing_is_proved() -> None:
    win = next(win for win in WINS if win.plies == 3)
    game = GAMES[win.game]
    state = game.position(win.position)._replace(idle=198)
    assert prove(Prover(board_of(game, state), 10_000, NEVER, {}), True, 3) == (False, None)


def test_without_nodes_nothing_is_proved() -> None:
    win = next(win for win in WINS if win.plies == 5)
    game = GAMES[win.game]
    prover = Prover(board_of(game, game.position(win.position)), 1, NEVER, {})
    assert prove(prover, True, 5) == (False, None)
