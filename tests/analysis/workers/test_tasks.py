"""Hints, and searches for missed wins in whole games, as a worker process runs them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

import pytest

from app.analysis.workers.tasks import LOOK_SECONDS, HeldWin, Look, Task, carry_out_task
from engine import GAMES, Entry, Match
from engine.analysis import Cancelled, Limits, analyst_of

WINS = Path(__file__).parents[2] / "engine" / "analysis" / "cardmate" / "wins.json"


def look(
    match: Match,
    until: int | None = None,
    *,
    cancelled: bool = False,
    clock: Callable[[], float] = lambda: 0,
) -> Look:
    analyst = analyst_of(match.game)
    assert analyst
    made = match.step.number if match.step else 0
    task = Task.at(
        match,
        "missed",
        analyst.searches,
        until=made if until is None else until,
        solved=analyst.solved,
    )
    found: Look = carry_out_task(task, lambda: cancelled, None, clock)
    return found


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match = match.then(Entry(match.ply, match.turn, "move", move, 0))
    return match


def random_game(rules: str, seed: int) -> Match:
    random, match = Random(seed), Match.start(GAMES[rules], 0)
    while match.turn is not None:
        match = play(match, random.choice(match.legal))
    return match


def test_the_last_move_that_gave_a_win_away_is_found_in_a_game_of_three_musketeers() -> None:
    match = random_game("three_musketeers", 0)
    found = look(match)
    while found.found is None and found.number:
        found = look(match, found.number)
    assert found.found
    step = next(step for step in match.steps() if step.number == found.number + 1)
    assert found.found.value.winner == step.seat
    assert found.found.line[0] != step.move


def held(match: Match) -> tuple[HeldWin, ...] | None:
    """Return by seat how often a win was held, by the last look."""
    found = look(match)
    while found.number and not found.found:
        found = look(match, found.number)
    return found.held


def test_a_win_is_held_by_whoever_can_force_it_after_their_move() -> None:
    start = Match.start(GAMES["three_musketeers"], 0, position="o3M/1o3/oo2M/M1ooo/1o2o m")
    moves = ("a2 a3", "b3 b2", "e3 e2")  # the second gives away a win that the first left
    found = [held(play(start, *moves[:made])) for made in range(len(moves) + 1)]
    assert found == [
        (HeldWin(0, 0), HeldWin(0, 0)),
        (HeldWin(0, 1), HeldWin(0, 0)),
        (HeldWin(0, 1), HeldWin(0, 1)),
        (HeldWin(1, 2), HeldWin(0, 1)),
    ]
    match = random_game("three_musketeers", 0)
    assert match.outcome
    assert match.outcome.winner is not None
    whole = held(match)
    assert whole
    assert whole[match.outcome.winner].held > 0, "the last move won"
    assert sum(one.moves for one in whole) == len(list(match.steps()))


def test_a_win_that_was_missed_in_cardmate_is_found_behind_later_moves() -> None:
    win = next(win for win in json.loads(WINS.read_text("utf-8")) if win["plies"] == 3)
    start = Match.start(GAMES[win["game"]], 0, position=win["position"])
    for move in start.legal:
        match = play(start, move)
        match = play(match, *match.legal[:1])
        if match.outcome is None and (found := look(match)).found:
            assert found.number == 0
            assert found.found.value.plies == 3
            return
    raise AssertionError("no move gave the win away")


def test_a_look_ends_after_a_while_and_says_how_far_it_came() -> None:
    times = count(step=LOOK_SECONDS * 0.6)
    match = Match.start(GAMES["cardmate"], 0)
    for _ in range(5):
        match = play(match, match.legal[0])
    assert look(match, clock=lambda: next(times)).number == 3, "two positions within the time"
    assert look(match, 1).number == 0


def test_a_look_is_told_to_stop() -> None:
    with pytest.raises(Cancelled):
        look(play(Match.start(GAMES["cardmate"], 0), "a2 a3"), cancelled=True)


def test_a_hint_does_not_follow_a_kept_line_back_to_an_earlier_position() -> None:
    game = GAMES["cardinals_guards"]
    analyst, start = analyst_of(game), game.start(3)
    assert analyst
    line = analyst.load().evaluate(game, start, Limits()).line
    forth, back = next(
        (forth, back)
        for forth in game.legal(start)
        for back in game.legal(game.apply(start, forth))
        if game.apply(game.apply(start, forth), back) == start
    )
    match = Match.start(game, 3).then(Entry(0, 0, "move", forth, 0))
    known_line = game.show(match.state), (back, *line)
    hint = carry_out_task(
        Task.at(match, "hint", analyst.searches, known_line=known_line), lambda: False, None
    )
    assert hint.text == "perfect"
    assert hint.move != back
