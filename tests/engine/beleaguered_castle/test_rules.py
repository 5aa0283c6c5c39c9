"""Moves, texts and views of Beleaguered Castle and its sisters, against the paper and a second table."""

from __future__ import annotations

import pytest

from engine import GAMES, Entry, Match, Outcome, Rng
from engine.beleaguered_castle.position import State
from engine.beleaguered_castle.rules import GAME
from engine.beleaguered_castle.rules import GAMES as FAMILY
from tests.engine.beleaguered_castle.games import STUCK, random_games, solved_games
from tests.rows import rest_slow

IDS = [game.id for game in FAMILY]
RELAXED = GAMES["beleaguered_castle_relaxed"]


@pytest.mark.parametrize("game_id", rest_slow(IDS, 2))
def test_a_second_plain_table_agrees_at_every_step_of_random_games(game_id: str) -> None:
    game = GAMES[game_id]
    for state, table, _ in random_games(game_id, 17) + solved_games(game_id):
        moves = game.legal(state)
        assert len(moves) == len(set(moves))
        assert set(moves) == table.moves()
        assert game.show(state) == table.text()
        assert game.score(state) == (table.home(),)
        assert game.turn(state) == 0
        assert game.outcome(state) == (Outcome(0, "out") if table.home() == 52 else None)
        assert game.view(state, 0) == {
            "position": table.text(),
            "safe": table.safe(),
            "stuck": not table.moves() and table.home() < 52,
        }
        assert game.view(state, None) == game.view(state, 0)


def symmetric(state: State, rng: Rng) -> State:
    """Return the rows in another order."""
    return state._replace(rows=rng.shuffled(state.rows)[0])


def test_a_stuck_game_is_shown_and_not_over() -> None:
    assert GAME.view(GAME.position(STUCK), 0) == {"position": STUCK, "safe": [], "stuck": True}
    before = STUCK.replace("9DXH", "9DXH9C").replace("9688", "8688")
    match = Match.start(GAME, 0, position=before).then(Entry(0, 0, "move", "r2 f", 0))
    assert (match.legal, match.outcome, match.turn, match.undoable) == ((), None, 0, True)
    assert match.then(Entry(1, 0, "undo", "", 1)).state == GAME.position(before)
    assert match.then(Entry(1, 0, "resign", "", 1)).outcome == Outcome(None, "resigned")
