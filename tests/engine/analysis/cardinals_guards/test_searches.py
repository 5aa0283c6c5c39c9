"""Best lines of Cardinal's Guards, and the hints that follow them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from engine import GAMES
from engine.analysis import NODES_PER_CANCEL_CHECK, Limits
from engine.analysis.cardinals_guards.beam import WEIGHTS, search
from engine.analysis.cardinals_guards.searches import HINT_NODES, evaluate, hint
from engine.analysis.cardinals_guards.steps import Castle, encode, moves_of, points
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


def is_safe(state: State, move: str) -> bool:
    """Return whether a move loses no musketeer."""
    over = GAME.outcome(GAME.apply(state, move))
    return over is None or over.reason not in GAME.uncounted


@each_row("deal", range(3))
def test_the_score_that_was_found_is_that_of_the_line(deal: int) -> None:
    found = evaluate(GAME, GAME.start(deal), SMALL_LIMITS)
    end = after(GAME.start(deal), *found.line)
    assert found.value.score == GAME.score(end) > (0,)
    assert found.best == found.line[:1]
    over = GAME.outcome(end)
    assert over is None or over.reason not in GAME.uncounted


def test_the_greatest_score_is_known_to_be_the_best_and_others_are_not() -> None:
    near = before_the_end(4)
    found = evaluate(GAME, near, SMALL_LIMITS)
    assert (found.value.score, found.value.exact) == ((PERFECT_SCORE,), True)
    assert not evaluate(GAME, GAME.start(0), SMALL_LIMITS).value.exact


def test_a_search_makes_no_more_positions_than_its_limit() -> None:
    found = evaluate(GAME, GAME.start(0), NONE)
    assert (found.value.score, found.line, found.best) == ((0,), (), ())
    assert len(evaluate(GAME, GAME.start(0), Limits(nodes=3)).line) <= 3


def test_hints_follow_the_line_that_was_kept() -> None:
    state = GAME.start(0)
    line = evaluate(GAME, state, SMALL_LIMITS).line
    for number, move in enumerate(line):
        given = hint(GAME, state, 1, line[number:], NONE)
        assert (given.text, given.move, given.line) == ("best", move, line[number:])
        assert given.about == (GAME.tell(state, move, 0),)
        state = after(state, move)
    assert hint(GAME, state, 1, (), NONE).text == "no_more"


@each_row("deal", [3, 7, 37])
def test_a_player_who_follows_the_hints_gets_all_points(deal: int) -> None:
    states, line = [GAME.start(deal)], tuple[str, ...]()
    while GAME.outcome(states[-1]) is None:
        given = hint(GAME, states[-1], 1, line, Limits(barred=tuple(states[:-1])))
        assert given.text == "perfect"
        states.append(after(states[-1], str(given.move)))
        line = given.line[1:]
    assert GAME.score(states[-1]) == (PERFECT_SCORE,)
    assert search(GAME.start(deal), HINT_NODES, Limits()).nodes < 100_000


@each_row("seed", range(size(50, 5)))
def test_the_steps_of_a_search_are_those_of_the_rules(seed: int) -> None:
    chance, state = random.Random(seed), GAME.start(seed)
    castle = Castle(state, WEIGHTS[0])
    for _ in range(20):
        made = {}
        for position, _, step in castle.steps(encode(state), 0):
            moves = moves_of(state, step)
            made[moves[-1]] = moves
            then = after(state, *moves)
            assert encode(then) == position
            assert points(position) == GAME.score(then)[0]
        runs = [move for move in GAME.legal(state) if move[0] != "p" and is_safe(state, move)]
        assert made.keys() >= set(runs)
        if not runs:
            break
        state = after(state, *made[chance.choice(sorted(made))])


@each_row("seed", range(size(100, 2)))
def test_no_hint_leads_to_an_earlier_position_whatever_the_player_does(seed: int) -> None:
    chance, line = random.Random(seed), tuple[str, ...]()
    states = [GAME.start(seed)]
    while len(states) < 60 and GAME.outcome(states[-1]) is None:
        state = states[-1]
        given = hint(GAME, state, 1, line, Limits(nodes=2_000, barred=tuple(states[:-1])))
        earlier, then = set(map(GAME.key, states)), state
        for move in given.line:
            then = after(then, move)
            assert GAME.key(then) not in earlier
        runs = [move for move in GAME.legal(state) if move[0] != "p" and is_safe(state, move)]
        if given.move is not None and chance.random() < 0.5:
            states.append(after(state, given.move))
            line = given.line[1:]
        elif runs:
            states.append(after(state, chance.choice(runs)))
            line = ()
        else:
            break


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


def test_a_search_asks_often_enough_whether_it_is_cancelled() -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return False

    search(GAME.start(0), 10 * NODES_PER_CANCEL_CHECK, Limits(cancelled=cancelled))
    assert asked >= 10


@pytest.mark.soak
def test_all_points_of_each_deal_are_found() -> None:
    deals, limits = size(200, 1), Limits(nodes=HINT_NODES)
    scores = [evaluate(GAME, GAME.start(deal), limits).value.score for deal in range(deals)]
    assert scores == [(PERFECT_SCORE,)] * deals
