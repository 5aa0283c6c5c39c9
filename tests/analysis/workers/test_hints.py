"""Hints in worker processes."""

from __future__ import annotations

from app.analysis.workers.tasks import Task, carry_out_task
from engine import GAMES, Entry, Match
from engine.analysis import Limits, analyst_of


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
