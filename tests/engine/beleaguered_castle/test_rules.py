"""Moves, texts and views of Beleaguered Castle and its sisters, against the paper and a second table."""

from __future__ import annotations

import pytest

from engine import GAMES, Entry, Match, Outcome, Rng
from engine.beleaguered_castle.position import State
from engine.beleaguered_castle.rules import GAME
from engine.beleaguered_castle.rules import GAMES as FAMILY
from engine.cards import SUITS
from tests.engine.beleaguered_castle.games import COURT, STUCK, WON, random_games, solved_games
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


def test_moves_are_listed_row_by_row_and_to_the_foundation_first() -> None:
    strict = (
        *("r1 r4", "r1 r8"),
        *("r2 f", "r2 r3", "r2 r4", "r2 r5", "r2 r7", "r2 r8"),
        *("r3 r1", "r3 r4", "r3 r8"),
        *("r5 r1", "r5 r4", "r5 r8"),
        *("r6 f", "r6 r3", "r6 r4", "r6 r5", "r6 r7", "r6 r8"),
        *("r7 r1", "r7 r4", "r7 r8"),
    )
    assert GAME.legal(GAME.position(COURT)) == strict
    returns = tuple(f"f{suit} {row}" for suit in SUITS for row in ("r2", "r4", "r6", "r8"))
    assert RELAXED.legal(RELAXED.position(COURT)) == strict + returns


def test_the_game_is_won_when_all_cards_are_home_and_not_before() -> None:
    last = GAME.position("-/-/KH/-/-/-/-/- KKQK")
    assert GAME.outcome(last) is None
    won = GAME.apply(last, "r3 f")
    assert (GAME.show(won), GAME.outcome(won), GAME.score(won)) == (WON, Outcome(0, "out"), (52,))
    assert GAME.view(won, 0) == {"position": WON, "safe": [], "stuck": False}


def test_a_stuck_game_is_shown_and_not_over() -> None:
    assert GAME.view(GAME.position(STUCK), 0) == {"position": STUCK, "safe": [], "stuck": True}
    before = STUCK.replace("9DXH", "9DXH9C").replace("9688", "8688")
    match = Match.start(GAME, 0, position=before).then(Entry(0, 0, "move", "r2 f", 0))
    assert (match.legal, match.outcome, match.turn, match.undoable) == ((), None, 0, True)
    assert match.then(Entry(1, 0, "undo", "", 1)).state == GAME.position(before)
    assert match.then(Entry(1, 0, "resign", "", 1)).outcome == Outcome(None, "resigned")
