"""Moves, texts and views of Beleaguered Castle and its sisters, against the paper and a second table."""

from __future__ import annotations

import pytest

from engine import GAMES, Entry, Match, Outcome, Rng
from engine.beleaguered_castle.position import State
from engine.beleaguered_castle.rules import GAME
from engine.beleaguered_castle.rules import GAMES as FAMILY
from engine.cards import SUITS
from tests.engine.beleaguered_castle.games import (
    ACE_HOME,
    CLUBS,
    COURT,
    NINE_HOME,
    NINES,
    STUCK,
    WON,
    Step,
    random_games,
    solved_games,
)
from tests.rows import rest_slow

IDS = [game.id for game in FAMILY]
RELAXED = GAMES["beleaguered_castle_relaxed"]

Walked = tuple[str, list[Step]]


@pytest.fixture(scope="module", params=rest_slow(IDS, 2))
def games(request: pytest.FixtureRequest) -> Walked:
    """An id, and the steps of some of its games."""
    return request.param, random_games(request.param, 17) + solved_games(request.param)


def test_a_second_plain_table_agrees_at_every_step_of_random_games(games: Walked) -> None:
    game = GAMES[games[0]]
    for state, table, _ in games[1]:
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


def test_random_games_reach_what_they_are_to_try(games: Walked) -> None:
    game_id, seen = games
    moves = [move for _, _, move in seen]
    assert any(move.endswith(" f") for move in moves)
    assert any(state.rows.count("") > 1 for state, _, _ in seen), "several empty rows"
    assert any(not table.moves() for _, table, _ in seen), "stuck, or won"
    assert any(table.safe() for _, table, _ in seen)
    returns = [move for move in moves if move.startswith("f")]
    assert (len(returns) > 100) == (GAMES[game_id].options["rules"] == "relaxed")
    assert bool(returns) == (GAMES[game_id].options["rules"] == "relaxed")


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


def test_no_king_is_built_on_an_ace_and_an_ace_may_be_built_on_a_two() -> None:
    streets = GAMES["streets_and_alleys"]
    assert streets.legal(streets.position(CLUBS)) == ("r1 r4", "r2 f", "r2 r1", "r4 r5", "r8 r3")


def test_a_move_takes_one_card_and_changes_nothing_else() -> None:
    before = GAME.position(NINES)
    assert GAME.show(GAME.apply(before, "r3 r4")) == NINES.replace("9H", "").replace("XS", "XS9H")
    assert GAME.show(GAME.apply(before, "r3 f")) == NINE_HOME
    assert GAME.show(GAME.apply(before, "r3 r6")) == NINES.replace("9H", "").replace("-/-/-/-", "-/9H/-/-")
    assert GAME.show(before) == NINES


def test_only_the_relaxed_game_lets_a_card_leave_its_foundation() -> None:
    assert not GAME.permits(GAME.position(NINE_HOME), "fH r4")
    state = RELAXED.position(NINE_HOME)
    assert RELAXED.permits(state, "fH r4")
    assert RELAXED.show(RELAXED.apply(state, "fH r4")) == NINES.replace("9H", "").replace("XS", "XS9H")
    assert RELAXED.show(RELAXED.apply(state, "fH r5")) == NINE_HOME.replace("-", "9H", 1).replace("99", "89")
    assert RELAXED.permits(RELAXED.apply(state, "fH r4"), "r4 f")


def test_an_ace_never_leaves_its_foundation() -> None:
    state = RELAXED.position(ACE_HOME)
    assert not any(move.startswith("fC") for move in RELAXED.legal(state))
    assert {RELAXED.why(state, "fC r1"), RELAXED.why(state, "fC r8")} == {"ace_stays"}


def test_safe_moves_wait_for_the_other_suits() -> None:
    """The nine of hearts may go while the others are at seven or more."""
    for tops, nine in (("8888", True), ("7788", True), ("6888", False), ("8886", False), ("K78K", True)):
        moves = GAME.view(GAME.position(nine_of_hearts_over(tops)), 0)["safe"]
        assert ("r1 f" in moves) == nine, tops


def nine_of_hearts_over(tops: str) -> str:
    """Return the nine last in r1, every other card not home in the row of its suit, the lowest inside."""
    ranks = "A23456789XJQK"
    rest = [
        [rank + suit for rank in ranks[ranks.index(top) + 1 :]] for suit, top in zip(SUITS, tops, strict=True)
    ]
    rows = ["9H", *("".join(card for card in cards if card != "9H") or "-" for cards in rest), "-", "-", "-"]
    return "/".join(rows) + " " + tops


def test_automatic_play_of_safe_moves_never_breaks(games: Walked) -> None:
    game = GAMES[games[0]]
    for state, _, _ in games[1][::5]:
        while safe := game.view(state, 0)["safe"]:
            assert game.permits(state, safe[-1])
            after = game.apply(state, safe[-1])
            assert game.score(after) == (game.score(state)[0] + 1,)
            state = after


def test_automatic_play_is_single_moves_each_taken_back_on_its_own() -> None:
    match = Match.start(GAME, 0, position=NINES)
    while match.outcome is None:
        before = match
        match = match.then(Entry(match.ply, 0, "move", GAME.view(match.state, 0)["safe"][0], 0))
    assert (GAME.show(match.state), match.ply) == (WON, 19)
    for _ in range(18):
        before = before.then(Entry(before.ply, 0, "undo", "", 0))
    assert GAME.show(before.state) == NINES
    assert (before.tally.made, before.tally.undone) == (18, 18)


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


def test_a_way_back_from_a_foundation_is_not_stuck() -> None:
    state = RELAXED.position(STUCK)
    assert RELAXED.legal(state) == ("fC r1", "fC r2", "fC r3")
    assert RELAXED.view(state, 0)["stuck"] is False


def test_every_move_can_be_taken_back(games: Walked) -> None:
    game = GAMES[games[0]]
    assert not any(game.reveals(state, move) for state, _, _ in games[1][::9] for move in game.legal(state))
