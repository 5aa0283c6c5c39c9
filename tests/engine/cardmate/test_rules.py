"""Cardmate's setups, moves and captures, one by one, on boards made for the purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from engine import GAMES, Rng
from engine.cardmate.board import INDEX, NAME, State
from engine.cardmate.setups import dealt_setup, places_setup
from tests.engine.cardmate.boards import GAME, board, played
from tests.rows import each_row

T = TypeVar("T")


def by_side(state: State) -> tuple[list[str], list[str]]:
    """Return the cards of each side, in alphabetical order."""
    own = [sorted(NAME[p] for p in state.board if p and (p > 56) == side) for side in (False, True)]
    return own[0], own[1]


@each_row("id", ["cardmate_places", "cardmate_dealt"])
def test_cards_are_laid_at_random_on_the_places_and_the_kings_on_theirs(id: str) -> None:
    start, corners, sides = GAME.start(0).board, Counter[str](), set[tuple[str, ...]]()
    for deal in range(300):
        state = GAMES[id].start(deal)
        board = state.board
        assert [p and (p > 56) + 1 for p in board] == [p and (p > 56) + 1 for p in start]
        assert [square for square, p in enumerate(board) if NAME[p][:1] == "K"] == [4, 5, 94, 95]
        assert [board[square] for square in (4, 5, 94, 95)] == [start[square] for square in (4, 5, 94, 95)]
        first, second = by_side(state)
        assert sorted(first + second) == sorted(NAME[p] for p in start if p)
        assert GAME.view(state, None)["must"] == [], "a deal in which Forehand has to capture is drawn again"
        corners[NAME[board[INDEX["a0"]]]] += 1
        sides.add(tuple(first))
        if id == "cardmate_places":
            assert Counter(card[0] for card in first) == Counter(card[0] for card in second)
    assert len(corners) == 48, "every card but the Kings comes to lie in the corner"
    assert max(corners.values()) < 25
    assert len(sides) == 300


def test_a_deal_that_is_drawn_again_goes_on_with_the_numbers_that_follow() -> None:
    for setup in (places_setup, dealt_setup):
        drawn = {deal: draws(setup, deal) for deal in range(60)}
        once = min(drawn.values())
        assert {count // once for count in drawn.values()} > {1}
        assert all(count % once == 0 for count in drawn.values())


def draws(setup: Callable[[Rng], State], deal: int) -> int:
    """Return how many shuffles a setup makes of this deal."""
    shuffles: list[Rng] = []

    class Counting(Rng):
        def shuffled(self, items: Iterable[T]) -> tuple[tuple[T, ...], Rng]:
            shuffles.append(self)
            order, after = super().shuffled(items)
            return order, Counting(after.deal, after.drawn)

    setup(Counting(deal))
    assert [rng.drawn for rng in shuffles] == sorted({rng.drawn for rng in shuffles})
    return len(shuffles)


def test_shuffling_deals_the_suits_and_leaves_ranks_and_kings() -> None:
    game, start = GAMES["cardmate_shuffled"], GAME.start(0).board
    assert game.dealt
    ones: Counter[str] = Counter()
    for deal in range(200):
        dealt = game.start(deal).board
        assert [(NAME[p][:1], p > 56) for p in dealt] == [(NAME[p][:1], p > 56) for p in start]
        assert sorted(NAME[p] for p in dealt) == sorted(NAME[p] for p in start)
        assert [p for p in dealt if NAME[p][:1] == "K"] == [p for p in start if NAME[p][:1] == "K"]
        ones[NAME[dealt[INDEX["a2"]]]] += 1
    assert game.start(7) == game.start(7)
    assert len({game.start(deal).board for deal in range(50)}) == 50
    assert set(ones) == {"1C", "1D", "1H", "1S"}
    assert min(ones.values()) > 30


def test_taken_cards_are_kept_by_the_seat_that_lost_them_and_a_quiet_move_takes_none() -> None:
    for mover in (0, 1):
        state = GAME.start(0)._replace(turn=mover)
        assert {GAME.apply(state, move).taken for move in GAME.legal(state)} == {((), ())}
    state = board({"d4": "+1C", "d5": "-2H", "g5": "-JS"})
    state = played(state, "d4 d5 A", "g5 f5", "d5 f5")
    assert GAME.view(state, 0)["taken"] == [[], ["2H", "JS"]]
    assert GAME.view(GAME.position(GAME.show(state)), 0)["taken"] == [[], []]
