"""What the help of Beleaguered Castle says beyond its pictures."""

from __future__ import annotations

from engine import find
from engine.beleaguered_castle import GAMES
from tests.engine.games import help_blocks, lessons

HELP, LESSONS = help_blocks("beleaguered_castle"), lessons("beleaguered_castle")


def test_what_is_said_of_some_variants_is_said_of_all_that_are_alike_in_it() -> None:
    """In a block's `only`: all that share a deal, or all that share the strictness."""
    sisters = [
        {game.id for game in GAMES if game.options[name] == value}
        for name in ("deal", "rules")
        for value in {game.options[name] for game in GAMES}
    ]
    assert all({*block["only"]} in sisters for block in HELP if "only" in block)


def test_each_lesson_has_a_right_answer_that_does_what_it_says() -> None:
    game = find("beleaguered_castle")
    freed = {"JC": 0, "XS": 1, "8S": 2}
    for lesson in LESSONS:
        assert tuple(lesson["legal"]) == game.legal(game.position(lesson["position"]))
    for card, number in freed.items():
        for answer in LESSONS[number]["answers"]:
            after = game.apply(game.position(LESSONS[number]["position"]), answer)
            assert card in {row[-2:] for row in after.rows}
    emptying, choosing = LESSONS[3:]
    for move in emptying["legal"]:
        after = game.apply(game.position(emptying["position"]), move)
        assert ("" in after.rows) == (move in emptying["answers"])
    for move in choosing["legal"]:
        after = game.apply(game.position(choosing["position"]), move)
        home = {top for row in after.rows if (top := row[-2:]) in {"JC", "QH", "QS"}}
        assert (home == {"JC", "QH", "QS"}) == (move in choosing["answers"])
