"""The words for the reasons of moves: in the published games, and on small boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from engine.analysis.cardmate.remarks import Word, remark
from tests.engine.cardmate.boards import EVERY, GAME, PALACES, board
from tests.engine.cardmate.test_published import FIRST, SECOND, positions
from tests.rows import each_row

TEXTS = json.loads((Path(__file__).parents[4] / "static/games/cardmate/en.json").read_text("utf-8"))
REMARKS = {ply: remark(GAME, state, move) for ply, state, move, _ in positions(FIRST)}


def test_every_word_has_a_sentence_and_every_sentence_a_word() -> None:
    keys = {key for key in TEXTS if key.startswith("cardmate.remark.")}
    assert keys == {f"cardmate.remark.{word}" for word in get_args(Word)}


@each_row(
    "ply, word",
    [
        (1, None),
        (15, "takes"),
        (17, "forces_capture"),
        (18, "only_move"),
        (33, "draws_queen_out"),
        (38, "takes_king"),
        (40, "takes_last_king"),
    ],
)
def test_the_first_published_game_is_remarked_on(ply: int, word: Word | None) -> None:
    assert REMARKS[ply] == word


def test_every_move_of_a_published_game_has_a_known_word_or_none() -> None:
    words = {remark(GAME, state, move) for _, state, move, _ in positions(SECOND)}
    assert words <= {None, *get_args(Word)}
    assert {"takes", "forces_capture", "takes_king"} <= words


def test_a_promotion_a_threat_and_a_king_that_is_drawn_out_are_remarked_on() -> None:
    one = board({"e4": "+1D", "h8": "-2H"})
    assert remark(GAME, one, "e4 e5 A") == "promotes"
    assert remark(GAME, one, "e4 e5 1") is None
    queen = board({"e1": "+QC", "h8": "-2H"})
    assert remark(GAME, queen, "e1 i5") == "threatens_king"
    offer = board({"i6": "+3S", "a9": "-2H"})
    assert remark(GAME, offer, "i6 j7") is None
    assert remark(GAME, board({"h7": "+3S", "a9": "-2H"}), "h7 h8") == "draws_king_out"


def test_a_king_that_may_not_be_taken_is_not_threatened() -> None:
    assert remark(GAME, board({"e1": "+QS", "h8": "-2H"}), "e1 i5") is None


def test_a_conquest_is_remarked_on_where_it_is_one() -> None:
    one_king = next(game for game in PALACES if game.options["palace"] == "one_king")
    state = GAME.position("10/4.+KC.5/10/10/8.-KS.-KD/10/10/10/10/1.+KH.8 F")
    assert remark(one_king, state, "e8 e9") == "conquers"
    assert remark(GAME, state, "e8 e9") is None


def test_all_games_of_the_family_are_remarked_on() -> None:
    for game in EVERY:
        state = game.start(5)
        assert {remark(game, state, move) for move in game.legal(state)} <= {None, *get_args(Word)}
