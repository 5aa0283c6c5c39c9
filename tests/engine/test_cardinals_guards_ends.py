"""The ends of Cardinal's Guards: known games to their last move, the arithmetic of 56, and giving up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import Match, Outcome
from tests.engine.test_cardinals_guards import GAME, TILES, after, entry, of

SOLUTIONS = json.loads(Path(__file__).with_name("cardinals_guards_solutions.json").read_text())[GAME.id]


@pytest.mark.parametrize(("deal", "reason", "score"), [("3", "perfect", 56), ("4", "escaped", 54)])
def test_a_known_deal_is_played_to_its_end(deal: str, reason: str, score: int) -> None:
    match = Match.start(GAME, int(deal))
    for move in SOLUTIONS[deal]:
        assert match.outcome is None
        match = match.then(entry(match, "move", move))
    assert match.outcome == Outcome(0, reason)
    assert GAME.score(match.state) == (score,)
    assert GAME.view(match.state, 0)["escaped"] == list("SMCA")
    assert GAME.view(match.state, 0)["runs"] == {}
    assert match.legal == ()


def test_every_known_solution_is_tried() -> None:
    assert set(SOLUTIONS) == {"3", "4"}


def test_20_chambers_24_guards_and_4_musketeers_at_3_make_56() -> None:
    last = f"{TILES} S=a5 M=- C=- A=- 6666 {'.' * 20} - - 24 MCA"
    assert GAME.score(of(last)) == (20 + 24 + 3 * 3,)
    assert GAME.outcome(of(last)) is None
    assert GAME.outcome(of(after(last, "S n"))) == Outcome(0, "perfect")
    assert GAME.score(of(after(last, "S n"))) == (56,)
    short = last.replace(" - 24", " S 23")
    assert GAME.outcome(of(after(short, "S n"))) == Outcome(0, "escaped")
    assert GAME.score(of(after(short, "S n"))) == (55,)


def test_a_musketeer_who_left_too_early_ends_the_game_with_the_score_so_far() -> None:
    lost = f"{TILES} S=- M=- C=- A=d1 5666 {'.' * 20} - - 24 MC"
    assert GAME.outcome(of(lost)) == Outcome(None, "lost_musketeer")
    assert GAME.score(of(lost)) == (19 + 24 + 6,)


def test_a_player_who_gives_up_keeps_the_score_so_far() -> None:
    match = Match.start(GAME, 3)
    for move in SOLUTIONS["3"][:30]:
        match = match.then(entry(match, "move", move))
    score = GAME.score(match.state)
    match = match.then(entry(match, "resign"))
    assert match.outcome == Outcome(None, "resigned")
    assert GAME.score(match.state) == score > (0,)


def test_a_guard_that_was_put_can_be_taken_back() -> None:
    match = Match.start(GAME, 0)
    placed = match.then(entry(match, "move", "put S a1"))
    assert placed.undoable
    assert placed.then(entry(placed, "undo")).state == match.state
