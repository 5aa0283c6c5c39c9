"""The words for the reasons of moves: in the published games, and on small boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from engine import Game
from engine.analysis.cardmate.remarks import Word, remark
from engine.cardmate.board import State
from tests.engine.cardmate.boards import EVERY, GAME, PALACES, board
from tests.engine.cardmate.test_published import FIRST, SECOND, positions
from tests.rows import each_row

TEXTS = json.loads((Path(__file__).parents[4] / "static/games/cardmate/en.json").read_text("utf-8"))


def test_every_word_has_a_sentence_and_every_sentence_a_word() -> None:
    keys = {key for key in TEXTS if key.startswith("cardmate.remark.")}
    assert keys == {f"cardmate.remark.{word}" for word in get_args(Word)}


PUBLISHED = {ply: (state, move) for ply, state, move, _ in positions(FIRST)}
PAWN, GUARD, OFFER = {"e4": "+1D", "h8": "-2H"}, {"e1": "+QC", "h8": "-2H"}, {"a9": "-2H"}
ONE_KING = next(game for game in PALACES if game.options["palace"] == "one_king")
CONQUEST = GAME.position("10/4.+KC.5/10/10/8.-KS.-KD/10/10/10/10/1.+KH.8 F")


@each_row(
    "game, state, move, word",
    [
        (GAME, *PUBLISHED[1], None),
        (GAME, *PUBLISHED[15], "takes"),
        (GAME, *PUBLISHED[17], "forces_capture"),
        (GAME, *PUBLISHED[18], "only_move"),
        (GAME, *PUBLISHED[33], "draws_queen_out"),
        (GAME, *PUBLISHED[38], "takes_king"),
        (GAME, *PUBLISHED[40], "takes_last_king"),
        (GAME, board(PAWN), "e4 e5 A", "promotes"),
        (GAME, board(PAWN), "e4 e5 1", None),
        (GAME, board(GUARD), "e1 i5", "threatens_king"),
        (GAME, board(GUARD | {"e1": "+QS"}), "e1 i5", None),  # it may not be taken
        (GAME, board(OFFER | {"i6": "+3S"}), "i6 j7", None),
        (GAME, board(OFFER | {"h7": "+3S"}), "h7 h8", "draws_king_out"),
        (ONE_KING, CONQUEST, "e8 e9", "conquers"),
        (GAME, CONQUEST, "e8 e9", None),
    ],
)
def test_a_move_is_remarked_on_by_its_word(
    game: Game[State], state: State, move: str, word: Word | None
) -> None:
    assert remark(game, state, move) == word


def test_every_move_of_every_game_has_a_known_word_or_none() -> None:
    moves = [(GAME, state, move) for _, state, move, _ in positions(SECOND)]
    moves += [
        (game, state, move) for game in EVERY for state in [game.start(5)] for move in game.legal(state)
    ]
    assert {remark(*one) for one in moves} <= {None, *get_args(Word)}
