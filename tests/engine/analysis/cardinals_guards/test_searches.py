"""Best lines of Cardinal's Guards, and the hints that follow them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES
from engine.analysis import NODES_PER_CANCEL_CHECK, Cancelled, Limits, analyst_of
from engine.analysis.cardinals_guards.beam import search
from engine.analysis.cardinals_guards.searches import evaluate, hint
from engine.cardinals_guards.position import PERFECT_SCORE, State
from tests.rows import each_row
from tests.soak import size

GAME = GAMES["cardinals_guards"]
SMALL_LIMITS = Limits(nodes=8_000)
NONE = Limits(nodes=0)
SOLUTIONS_FILE = Path(__file__).parents[2] / "cardinals_guards" / "solutions.json"
SOLUTIONS: dict[str, list[str]] = json.loads(SOLUTIONS_FILE.read_text(encoding="ascii"))["cardinals_guards"]


def after(state: State, *moves: str) -> State:
    for move in moves:
        state = GAME.play(state, move)
    return state


def before_the_end(moves_left: int) -> State:
    """Return a perfect game but for its last moves."""
    deal, moves = next(iter(SOLUTIONS.items()))
    return after(GAME.start(int(deal)), *moves[:-moves_left])


@each_row("deal", range(3))
def test_the_score_that_was_found_is_that_of_the_line(deal: int) -> None:
    found = evaluate(GAME, GAME.start(deal), SMALL_LIMITS)
    end = after(GAME.start(deal), *found.line)
    assert found.value.score == GAME.score(end)
    assert found.best == found.line[:1]
    over = GAME.outcome(end)
    assert over is None or over.reason not in GAME.uncounted
    assert GAME.score(end)[0] > 10


def test_the_greatest_score_is_known_to_be_the_best_and_others_are_not() -> None:
    near = before_the_end(4)
    found = evaluate(GAME, near, SMALL_LIMITS)
    assert (found.value.score, found.value.exact) == ((PERFECT_SCORE,), True)
    assert not evaluate(GAME, GAME.start(0), SMALL_LIMITS).value.exact


def test_more_nodes_find_a_better_line() -> None:
    few, more = (search(GAME.start(0), nodes, Limits()).score for nodes in (2_000, 40_000))
    assert few < more


def test_the_same_search_finds_the_same_line() -> None:
    assert evaluate(GAME, GAME.start(1), SMALL_LIMITS) == evaluate(GAME, GAME.start(1), SMALL_LIMITS)


def test_a_search_makes_no_more_positions_than_its_limit() -> None:
    found = evaluate(GAME, GAME.start(0), NONE)
    assert (found.value.score, found.line, found.best) == ((0,), (), ())
    assert len(evaluate(GAME, GAME.start(0), Limits(nodes=3)).line) <= 3


def test_hints_follow_the_line_that_was_kept() -> None:
    state = GAME.start(0)
    line = evaluate(GAME, state, SMALL_LIMITS).line
    kept = line
    for number, move in enumerate(line[:-8]):
        given = hint(GAME, state, 1, kept, NONE)
        assert (given.text, given.move, given.line) == ("best", move, line[number:])
        assert given.about == (GAME.tell(state, move, 0),)
        state, kept = after(state, move), given.line


def test_a_player_who_leaves_the_line_gets_another_one() -> None:
    state = GAME.start(0)
    line = evaluate(GAME, state, SMALL_LIMITS).line
    other = next(move for move in GAME.legal(state) if move[:3] != line[0][:3] and move[0] != "p")
    state = after(state, other)
    given = hint(GAME, state, 1, line, SMALL_LIMITS)
    assert given.value is not None
    assert given.value.score == GAME.score(after(state, *given.line))
    assert given.move == given.line[0]


def test_a_hint_near_the_end_leads_to_all_points() -> None:
    state = before_the_end(3)
    while GAME.outcome(state) is None:
        given = hint(GAME, state, 1, (), SMALL_LIMITS)
        assert given.text == "perfect"
        assert given.move is not None
        state = after(state, given.move)
    assert GAME.score(state) == (PERFECT_SCORE,)


def test_where_nothing_more_is_found_the_hint_says_so() -> None:
    given = hint(GAME, GAME.start(0), 1, (), NONE)
    assert (given.text, given.move, given.line) == ("no_more", None, ())


def test_a_longer_search_replaces_the_kept_line_if_it_is_better() -> None:
    state = GAME.start(0)
    kept = search(state, 3_000, Limits()).moves
    better = hint(GAME, state, 1, kept, Limits(nodes=40_000))
    same = hint(GAME, state, 1, better.line, SMALL_LIMITS)
    assert better.line != kept
    assert better.value is not None
    assert better.value.score is not None
    assert better.value.score > GAME.score(after(state, *kept))
    assert (same.line, same.value) == (better.line, better.value)


@each_row(
    "ask",
    [
        lambda limits: evaluate(GAME, GAME.start(0), limits),
        lambda limits: hint(GAME, GAME.start(0), 1, (), limits),
    ],
)
def test_a_search_stops_when_it_is_cancelled(ask: Any) -> None:
    answers = iter([False, False, True])
    with pytest.raises(Cancelled):
        ask(Limits(cancelled=lambda: next(answers)))
    assert not [*answers]


def test_a_search_asks_often_enough_whether_it_is_cancelled() -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return False

    search(GAME.start(0), 10 * NODES_PER_CANCEL_CHECK, Limits(cancelled=cancelled))
    assert asked >= 10


def test_the_game_has_hints_and_values() -> None:
    analyst = analyst_of(GAME)
    assert analyst is not None
    assert analyst.abilities == {"hint", "evaluate"}
    assert (analyst.load().hint, analyst.load().evaluate) == (hint, evaluate)


@pytest.mark.soak
def test_most_points_of_most_deals_are_found() -> None:
    deals, limits = size(10, 1), Limits(nodes=size(300_000, 30_000))
    scores = [evaluate(GAME, GAME.start(deal), limits).value.score for deal in range(deals)]
    assert sum(score[0] for score in scores if score) >= size(45, 25) * deals
