"""Missed wins: found where a move gave a proved win away, with a line that wins by the rules."""

from __future__ import annotations

from engine import GAMES
from engine.analysis import Limits
from engine.analysis.cardmate.searches import missed
from tests.engine.analysis.cardmate.positions import random_play
from tests.engine.analysis.cardmate.test_proof import WINS
from tests.engine.cardmate.boards import GAME

MOVES = 2  # of each position, that are looked at


def test_a_win_that_a_move_gave_away_is_found_with_a_line_that_wins_by_the_rules() -> None:
    seen = 0
    for win in (win for win in WINS if win.plies <= 5):
        game = GAMES[win.game]
        state = game.position(win.position)
        for move in game.legal(state)[:MOVES]:
            found = missed(game, state, move, Limits())
            if found is None:
                continue
            seen += 1
            assert (found.value.exact, found.value.winner) == (True, state.turn)
            assert found.value.plies == len(found.line) == win.plies
            assert found.best == found.line[:1] != (move,)
            assert missed(game, state, found.line[0], Limits()) is None, "it gives nothing away"
            after = state
            for step in found.line:
                after = game.play(after, step)
            outcome = game.outcome(after)
            assert outcome is not None
            assert outcome.winner == state.turn
    assert seen > len(WINS) / 3


def test_where_nobody_has_a_forced_win_none_was_missed() -> None:
    for state, move in random_play(GAME, GAME.start(0), seed=3, plies=6):
        assert not move or missed(GAME, state, move, Limits()) is None
