"""What the help of Cardmate says beyond its pictures."""

from __future__ import annotations

from typing import Any

from engine import GAMES
from tests.engine.cardmate.boards import EVERY
from tests.engine.games import help_blocks, lessons
from tests.rows import each_row

GAME = GAMES["cardmate"]
HELP, LESSONS = help_blocks("cardmate"), lessons("cardmate")


@each_row("picture", [block[kind] for block in HELP for kind in ("diagram", "try") if kind in block])
def test_a_picture_marks_the_cards_that_must_capture(picture: dict[str, Any]) -> None:
    state = GAME.position(picture["position"])
    assert picture.get("view", {}).get("must", []) == GAME.view(state, None)["must"]


def test_every_game_has_one_sentence_and_one_ruling_of_what_conquers_its_palace() -> None:
    for game in EVERY:
        own = [
            block for block in HELP if (block.get("where") or game.options).items() <= game.options.items()
        ]
        terms = [term for block in own for term, _ in block.get("terms", []) if term == "The palace"]
        rulings = [block["ruling"] for block in own if "conquered by" in block.get("ruling", "")]
        assert (len(terms), len(rulings)) == (1, 1)


@each_row("lesson", LESSONS)
def test_a_lesson_offers_every_move(lesson: dict[str, Any]) -> None:
    assert tuple(lesson["legal"]) == GAME.legal(GAME.position(lesson["position"]))


def test_the_queen_that_is_drawn_out_has_to_take_and_is_taken() -> None:
    state = GAME.position(LESSONS[2]["position"])
    for move in ("c4 d5", "d9 d5", "a2 d5"):
        assert move in GAME.legal(state)
        state = GAME.apply(state, move)
    after = GAME.apply(GAME.position(LESSONS[2]["position"]), "c4 d5")
    assert GAME.legal(after) == ("d9 d5",)
