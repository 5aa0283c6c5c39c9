"""The lessons of the help of Three Musketeers: the good answers are those that the rules show."""

from __future__ import annotations

from typing import Any

from engine import GAMES
from tests.engine.games import lessons
from tests.rows import each_row

GAME = GAMES["three_musketeers"]


@each_row("lesson", lessons(GAME.family))
def test_a_lesson_offers_every_move_and_knows_the_good_ones(lesson: dict[str, Any]) -> None:
    """Good answers force the musketeers into line, or leave as few of them in line as can be, never three."""
    state = GAME.position(lesson["position"])
    assert sorted(lesson["legal"]) == sorted(GAME.legal(state))
    after = {move: GAME.apply(state, move) for move in lesson["legal"]}
    if lesson["turn"] == 1:
        good = {move for move, made in after.items() if every_reply_aligns(made)}
    else:
        least = min(in_line(made) for made in after.values())
        good = {move for move, made in after.items() if in_line(made) == least < 3}
    assert set(lesson["answers"]) == good
    assert good < set(lesson["legal"])


def in_line(state: Any) -> int:
    """Return how many musketeers stand in the fullest row or column."""
    counts: list[int] = [count for _, count in GAME.view(state, None)["aligned"].values()]
    return max(counts)


def every_reply_aligns(state: Any) -> bool:
    ends = [GAME.outcome(GAME.apply(state, reply)) for reply in GAME.legal(state)]
    return bool(ends) and all(end is not None and end.reason == "aligned" for end in ends)
